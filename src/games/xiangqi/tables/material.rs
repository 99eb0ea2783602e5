//! Which men stand on the board of a table, and the names of such classes.

use super::guards::{Guards, MOST};
use crate::games::xiangqi::piece::PieceKind;
use crate::games::xiangqi::position::Position;
use crate::side::Side;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The pieces that can attack, in the order in which tables are listed.
pub const ATTACKERS: [PieceKind; 4] = [PieceKind::Rook, PieceKind::Horse, PieceKind::Cannon, PieceKind::Pawn];

/// One attacker with guards against guards alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Material {
    /// The attacker: rook, horse, cannon or pawn.
    pub attacker: PieceKind,
    /// The guards beside it.
    pub strong: Guards,
    /// The guards of the side without attacker.
    pub weak: Guards,
}

impl Material {
    /// All classes, each after those that its captures lead to: by attacker, then the strong side's guards, then the weak
    /// side's.
    pub fn all() -> impl Iterator<Item = Material> {
        let of = |attacker| {
            let all = Guards::all();
            let pairs: Vec<_> = all.iter().flat_map(|&strong| all.iter().map(move |&weak| (strong, weak))).collect();
            pairs.into_iter().map(move |(strong, weak)| Material { attacker, strong, weak })
        };
        ATTACKERS.into_iter().flat_map(of)
    }

    /// The class of a position and the side that has the attacker, if it is one of these classes.
    #[inline]
    pub fn of(position: &Position) -> Option<(Material, Side)> {
        let [rooks, horses, cannons, pawns] = ATTACKERS.map(|kind| position.by_kind(kind));
        let attackers = rooks | horses | cannons | pawns;
        if attackers.many() {
            return None;
        }
        let piece = position.piece_on(attackers.first()?)?;
        let guards = |side| Guards {
            advisors: position.pieces(side, PieceKind::Advisor).count() as u8,
            elephants: position.pieces(side, PieceKind::Elephant).count() as u8,
        };
        let material = Material { attacker: piece.kind, strong: guards(piece.side), weak: guards(!piece.side) };
        Some((material, piece.side))
    }

    /// Men on the board, both generals included.
    pub fn men(self) -> u8 {
        3 + self.strong.number() + self.weak.number()
    }

    /// The classes that a capture by the attacker leads to.
    pub fn after_capture(self) -> impl Iterator<Item = Material> {
        let Guards { advisors, elephants } = self.weak;
        let fewer_advisors = advisors.checked_sub(1).map(|advisors| Guards { advisors, elephants });
        let fewer_elephants = elephants.checked_sub(1).map(|elephants| Guards { advisors, elephants });
        fewer_advisors.into_iter().chain(fewer_elephants).map(move |weak| Material { weak, ..self })
    }

    /// A number below 324 of its own.
    #[inline]
    pub fn slot(self) -> usize {
        let nine = |guards: Guards| usize::from(guards.advisors) * (MOST + 1) + usize::from(guards.elephants);
        let attacker = match self.attacker {
            PieceKind::Rook => 0,
            PieceKind::Horse => 1,
            PieceKind::Cannon => 2,
            _ => 3,
        };
        (attacker * 9 + nine(self.strong)) * 9 + nine(self.weak)
    }
}

/// Letters in the order of names; E is read and written for elephants, as players do.
fn letters(guards: Guards) -> String {
    "A".repeat(guards.advisors.into()) + &"E".repeat(guards.elephants.into())
}

impl fmt::Display for Material {
    /// `RA-AEE`: the attacker and its guards, then the other side's; `K` for a bare general.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let weak = letters(self.weak);
        let weak = if weak.is_empty() { "K" } else { &weak };
        write!(f, "{}{}-{weak}", self.attacker.letter(), letters(self.strong))
    }
}

/// Why a name is not that of a class that a table can be made of.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MaterialError {
    /// The form is wrong.
    #[error("material {text:?}: {cause}, expected ATTACKER[GUARDS]-GUARDS such as RA-AEE or N-K")]
    Name {
        /// What was read.
        text: String,
        /// What is wrong about it.
        cause: &'static str,
    },
    /// Both sides have pieces that attack: perpetual checks and chases decide such endings, which no table of positions
    /// knows.
    #[error(
        "material {0:?}: both sides have a piece that attacks, and then perpetual checks and chases count, which a table of positions does not know"
    )]
    BothAttack(String),
    /// More attackers than one.
    #[error("material {text:?}: {number} attackers, tables are made with one")]
    Attackers {
        /// What was read.
        text: String,
        /// How many attackers it names.
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
        match (attackers.as_slice(), defenders.len()) {
            ([], _) => Err(wrong("no attacker")),
            (_, 1..) => Err(MaterialError::BothAttack(text.to_owned())),
            (&[attacker], 0) => Ok(Material { attacker, strong, weak }),
            (more, 0) => Err(MaterialError::Attackers { text: text.to_owned(), number: more.len() }),
        }
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
            None => return Err("a letter that is no piece"),
        }
        if usize::from(guards.advisors.max(guards.elephants)) > MOST {
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
        assert_eq!(all.iter().map(|material| material.slot()).collect::<HashSet<_>>().len(), 324);
        assert!(all.iter().all(|material| material.slot() < 324));
        assert_eq!("KRAB-KAE".parse::<Material>().unwrap().to_string(), "RAE-AE");
    }

    #[test]
    fn other_names_are_refused_with_the_reason() {
        let cause = |text: &str| text.parse::<Material>().unwrap_err().to_string();
        assert!(cause("R").contains("no \"-\""));
        assert!(cause("RAAA-K").contains("more than two"));
        assert!(cause("R-N").contains("perpetual"));
        assert!(cause("RP-AAEE").contains("2 attackers"));
        assert!(cause("A-K").contains("no attacker"));
        assert!(cause("X-K").contains("no piece"));
    }
}
