//! The material of a table, and the names of such classes.

use super::attackers::{ATTACKERS, Attackers, MAX_ATTACKERS};
use super::guards::{Guards, MAX_PER_KIND};
use crate::games::xiangqi::piece::PieceKind;
use crate::games::xiangqi::position::Position;
use crate::side::Side;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// One or a few attackers with guards against guards alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Material {
    /// The attackers (rooks, horses, cannons, pawns), at least one and at most [`MAX_ATTACKERS`].
    pub attackers: Attackers,
    /// The guards on their side.
    pub strong: Guards,
    /// The guards of the side without attackers.
    pub weak: Guards,
}

impl Material {
    /// All classes with one attacker, each after those that its captures lead to: by attacker, then by the strong
    /// side's guards, then by the weak side's.
    pub fn all() -> impl Iterator<Item = Material> {
        let of = |attacker| {
            let all = Guards::all();
            let pairs: Vec<_> = all.iter().flat_map(|&strong| all.iter().map(move |&weak| (strong, weak))).collect();
            pairs.into_iter().map(move |(strong, weak)| Material { attackers: Attackers::one(attacker), strong, weak })
        };
        ATTACKERS.into_iter().flat_map(of)
    }

    /// The class of a position and the side that has the attackers, if there can be a table for it.
    #[inline]
    pub fn of(position: &Position) -> Option<(Material, Side)> {
        let sets = ATTACKERS.map(|kind| position.by_kind(kind));
        let all = sets[0] | sets[1] | sets[2] | sets[3];
        // In most positions both sides have attackers.
        if Side::ALL.iter().all(|&side| all.meets(position.by_side(side))) {
            return None;
        }
        let piece = position.piece_on(all.first()?)?;
        let attackers = if all.many() {
            if all.count() as usize > MAX_ATTACKERS {
                return None;
            }
            Attackers::new(sets.map(|set| set.count() as u8))
        } else {
            Attackers::one(piece.kind)
        };
        let guards = |side| Guards {
            advisors: position.pieces(side, PieceKind::Advisor).count() as u8,
            elephants: position.pieces(side, PieceKind::Elephant).count() as u8,
        };
        let material = Material { attackers, strong: guards(piece.side), weak: guards(!piece.side) };
        // Composed positions may have pieces where no table counts them, or too many of them.
        (material.can_occur() && position.strays().is_empty()).then_some((material, piece.side))
    }

    /// Whether a set has that many pieces of each kind.
    #[inline]
    fn can_occur(self) -> bool {
        let guards = [self.strong, self.weak];
        guards.iter().all(|guards| guards.advisors.max(guards.elephants) as usize <= MAX_PER_KIND)
            && self.attackers.each().all(|(kind, number)| u32::from(number) <= kind.most())
    }

    /// Number of men on the board, including both generals.
    pub fn men(self) -> u8 {
        2 + self.attackers.number() as u8 + self.strong.number() + self.weak.number()
    }

    /// All classes that a capture leads to.
    pub fn needs(self) -> impl Iterator<Item = Material> {
        self.after_capture().chain(self.after_loss().map(|(_, material)| material))
    }

    /// The classes that the loss of an attacker leads to, by the lost kind; empty if no attacker would remain.
    pub fn after_loss(self) -> impl Iterator<Item = (PieceKind, Material)> {
        let kinds = self.attackers.each().filter(move |&(_, number)| number > 0 && self.attackers.number() > 1);
        kinds.map(move |(kind, _)| (kind, Material { attackers: self.attackers.less(kind), ..self }))
    }

    /// A sort key that places each class after those it depends on, and those with one attacker as in
    /// [`Material::all`].
    pub fn order(self) -> impl Ord {
        let rank = |guards: Guards| (guards.number(), guards.elephants);
        let fewer_rooks_last = ATTACKERS.map(|kind| std::cmp::Reverse(self.attackers.of(kind)));
        (self.attackers.number(), fewer_rooks_last, rank(self.strong), rank(self.weak))
    }

    /// The classes that a capture by an attacker leads to.
    pub fn after_capture(self) -> impl Iterator<Item = Material> {
        let Guards { advisors, elephants } = self.weak;
        let fewer_advisors = advisors.checked_sub(1).map(|advisors| Guards { advisors, elephants });
        let fewer_elephants = elephants.checked_sub(1).map(|elephants| Guards { advisors, elephants });
        fewer_advisors.into_iter().chain(fewer_elephants).map(move |weak| Material { weak, ..self })
    }

    /// A unique number below 324 for each class with one attacker; `None` for others.
    #[inline]
    pub fn slot(self) -> Option<usize> {
        let nine = |guards: Guards| usize::from(guards.advisors) * (MAX_PER_KIND + 1) + usize::from(guards.elephants);
        if self.attackers.number() != 1 {
            return None;
        }
        let attacker = match self.attackers.first() {
            PieceKind::Rook => 0,
            PieceKind::Horse => 1,
            PieceKind::Cannon => 2,
            _ => 3,
        };
        Some((attacker * 9 + nine(self.strong)) * 9 + nine(self.weak))
    }
}

/// Letters in the order of names; E is used for elephants, as players do.
fn letters(guards: Guards) -> String {
    "A".repeat(guards.advisors.into()) + &"E".repeat(guards.elephants.into())
}

impl fmt::Display for Material {
    /// Writes `RA-AEE`: the attackers and their guards, then the other side's guards; `K` for a bare general.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let weak = letters(self.weak);
        let weak = if weak.is_empty() { "K" } else { &weak };
        write!(f, "{}{}-{weak}", self.attackers, letters(self.strong))
    }
}

/// Why a name is not that of a class for which there can be a table.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MaterialError {
    /// The form is wrong.
    #[error("material {text:?}: {cause}, expected ATTACKERS[GUARDS]-GUARDS such as RA-AEE, RP-AAEE or N-K")]
    Name {
        /// The name.
        text: String,
        /// What is wrong with it.
        cause: &'static str,
    },
    /// Both sides have attacking pieces. Perpetual checks and chases decide such endings, which a table of positions
    /// cannot take into account.
    #[error(
        "material {0:?}: both sides have an attacking piece, so perpetual checks and chases matter, which a table of positions cannot take into account"
    )]
    BothAttack(String),
    /// There are too many attackers.
    #[error("material {text:?}: {number} attackers, expected at most {MAX_ATTACKERS}")]
    Attackers {
        /// The name.
        text: String,
        /// The number of attackers in it.
        number: usize,
    },
}

impl FromStr for Material {
    type Err = MaterialError;

    fn from_str(text: &str) -> Result<Material, MaterialError> {
        let wrong = |cause| MaterialError::Name { text: text.to_owned(), cause };
        let (strong, weak) = text.split_once('-').ok_or_else(|| wrong("no \"-\" between the sides"))?;
        let (attackers, strong) = side(strong).map_err(wrong)?;
        let (defenders, weak) = side(weak).map_err(wrong)?;
        if attackers.is_empty() {
            return Err(wrong("no attacker"));
        }
        if !defenders.is_empty() {
            return Err(MaterialError::BothAttack(text.to_owned()));
        }
        if attackers.len() > MAX_ATTACKERS {
            return Err(MaterialError::Attackers { text: text.to_owned(), number: attackers.len() });
        }
        let number = |kind| attackers.iter().filter(|&&attacker| attacker == kind).count() as u8;
        if ATTACKERS.into_iter().any(|kind| u32::from(number(kind)) > kind.most()) {
            return Err(wrong("more pieces of a kind than a side has"));
        }
        Ok(Material { attackers: Attackers::new(ATTACKERS.map(number)), strong, weak })
    }
}

/// The attackers and guards of one side of a name.
fn side(text: &str) -> Result<(Vec<PieceKind>, Guards), &'static str> {
    let (mut attackers, mut guards) = (Vec::new(), Guards::default());
    for letter in text.chars() {
        match crate::games::xiangqi::piece::Piece::from_letter(letter).map(|piece| piece.kind) {
            Some(PieceKind::General) => {}
            Some(PieceKind::Advisor) => guards.advisors += 1,
            Some(PieceKind::Elephant) => guards.elephants += 1,
            Some(kind) => attackers.push(kind),
            None => return Err("a letter that is not a piece"),
        }
        if usize::from(guards.advisors.max(guards.elephants)) > MAX_PER_KIND {
            return Err("more than two advisors or elephants on a side");
        }
    }
    Ok((attackers, guards))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn names_are_read_as_they_are_written() {
        let all: Vec<Material> = Material::all().collect();
        assert_eq!(all.len(), 324);
        for material in &all {
            assert_eq!(material.to_string().parse::<Material>(), Ok(*material));
        }
        assert_eq!(all.iter().filter_map(|material| material.slot()).collect::<HashSet<_>>().len(), 324);
        assert!(all.iter().all(|material| material.slot().is_some_and(|slot| slot < 324)));
        assert!(all.is_sorted_by_key(|material| material.order()));
        for (text, name) in [("KRAB-KAE", "RAE-AE"), ("PAR-AB", "RPA-AE"), ("CC-K", "CC-K"), ("PHA-aaee", "NPA-AAEE")] {
            assert_eq!(text.parse::<Material>().unwrap().to_string(), name);
        }
    }

    #[test]
    fn other_names_are_refused_with_the_reason() {
        let cause = |text: &str| text.parse::<Material>().unwrap_err().to_string();
        assert!(cause("R").contains("no \"-\""));
        assert!(cause("RAAA-K").contains("more than two"));
        assert!(cause("R-N").contains("perpetual"));
        assert!(cause("RNCP-AAEE").contains("4 attackers"));
        assert!(cause("RRR-K").contains("more pieces of a kind"));
        assert!(cause("A-K").contains("no attacker"));
        assert!(cause("X-K").contains("not a piece"));
    }
}
