//! Whether the repetition rules can change the drawn verdicts of a class.
//!
//! A side loses by repetition only if *every* one of its moves within a cycle is an offence: a check, or a new threat
//! to an opponent's piece ([`crate::games::xiangqi::law`]). So a draw stands if the side to move can always reach, in a
//! few moves that hold the draw, another such move that is not an offence or is irreversible (a capture, a pawn
//! advance): no cycle without such a move can be forced on it. What must be found is therefore the largest set of drawn
//! positions in which every drawing move is an offence and allows a reply back into the set. If it is empty, each side
//! can hold every draw without ever being the offender.
//!
//! In most positions some move leaves the moving side attacking nothing at all, which sets of squares show at once. The
//! others are examined individually by the rules' own judge of a single move, under both the Asian and the computer
//! rule.

use super::class::{Class, Red, hits};
use super::fallen::Fallen;
use super::generate::After;
use super::guards::Placement;
use super::probe::{Index, index, setup};
use super::shares;
use crate::game::Game;
use crate::games::xiangqi::attacks;
use crate::games::xiangqi::bitboard::Bitboard;
use crate::games::xiangqi::law::chase::{Novelty, chasers};
use crate::games::xiangqi::movegen::{Moves, legal_moves};
use crate::games::xiangqi::piece::PieceKind;
use crate::games::xiangqi::position::Position;
use crate::games::xiangqi::square::Square;
use crate::helpers::side_by_side;
use crate::side::Side;
use rustc_hash::{FxHashMap, FxHashSet};

/// A position of the class: the side to move, the row, Black's placement, the first attacker's square.
pub(crate) type Spot = (Side, usize, usize, Square);

/// A solved class.
pub(crate) struct Draws<'a> {
    pub class: &'a Class,
    /// [`super::generate::Solved::losses`].
    pub losses: &'a [u8],
    /// The drawn positions with Red to move, by row and Black's placement.
    pub open: &'a [Bitboard],
    /// The classes after captures of guards.
    pub after: &'a [After<'a>],
    /// The classes after captures of attackers.
    pub fallen: &'a [Fallen],
}

impl Draws<'_> {
    /// The positions in which the side to move can be forced to keep offending or lose. It uses two arrays with a set
    /// for each pair of placements.
    pub(crate) fn forced(&self, quiet: &mut [Bitboard], threads: usize) -> Vec<Spot> {
        let mut forced = Vec::new();
        for side in Side::ALL {
            self.find_quiet(side, quiet, threads);
            let quiet: &[Bitboard] = quiet;
            let found = shares::of_rows(self.class.rows(), threads, |rows| -> Vec<Spot> {
                rows.flat_map(|row| self.without_quiet(side, row, quiet)).collect()
            });
            forced.extend(self.reduce(found.concat()));
        }
        forced
    }

    /// The drawn positions of a pair with Black to move.
    fn black_draws(&self, red: &Red, column: usize, black: &Placement) -> Bitboard {
        let is_drawn = |square: &Square| self.losses[self.class.index(red.row, column, *square)] == 0;
        self.class.black_to_move(red, black).into_iter().filter(is_drawn).collect()
    }

    /// Fills in the drawn positions after a move of `side` that is certainly no offence.
    fn find_quiet(&self, side: Side, quiet: &mut [Bitboard], threads: usize) {
        let columns = self.class.weak.places.len();
        let share = self.class.rows().div_ceil(threads).max(1);
        let fill = |part: usize, quiet: &mut [Bitboard]| {
            for (number, sets) in quiet.chunks_mut(columns).enumerate() {
                let Some(red) = self.class.red(part * share + number) else {
                    sets.fill(Bitboard::EMPTY);
                    continue;
                };
                for (column, (set, black)) in sets.iter_mut().zip(&self.class.weak.places).enumerate() {
                    *set = match side {
                        Side::First => self.after_quiet_red(&red, column, black),
                        Side::Second => self.after_quiet_black(&red, column, black),
                    };
                }
            }
        };
        let fill = &fill;
        let parts = quiet.chunks_mut(share * columns).enumerate();
        side_by_side(parts.map(|(part, quiet)| move || fill(part, quiet)));
    }

    /// Black is to move and not in check, and none of its guards is attacked except by pawns.
    fn after_quiet_red(&self, red: &Red, column: usize, black: &Placement) -> Bitboard {
        let mut quiet = self.black_draws(red, column, black) & self.class.red_to_move(red, black);
        let occupied = red.all | black.all;
        for &(square, ..) in &black.without {
            if self.class.material.attackers.first() != PieceKind::Pawn {
                quiet = quiet.without(self.class.captures(square, occupied));
            }
            for man in red.others.iter().filter(|man| man.kind != PieceKind::Pawn) {
                quiet = quiet.without(hits(man, square, occupied));
            }
        }
        quiet
    }

    /// Red is to move, and no guard of Black attacks anything.
    fn after_quiet_black(&self, red: &Red, column: usize, black: &Placement) -> Bitboard {
        let advisors = black.advisors.into_iter().map(attacks::advisor);
        let elephants = black.elephants.into_iter().map(|square| attacks::elephant(square, Bitboard::EMPTY));
        let attacked = advisors.chain(elephants).fold(Bitboard::EMPTY, |all, more| all | more);
        if attacked.meets(red.standing) {
            return Bitboard::EMPTY;
        }
        self.open[red.row * self.class.weak.places.len() + column].without(attacked)
    }

    /// The drawn positions of a row with `side` to move that have no quiet step.
    fn without_quiet(&self, side: Side, row: usize, quiet: &[Bitboard]) -> Vec<Spot> {
        let Some(red) = self.class.red(row) else { return Vec::new() };
        let columns = self.class.weak.places.len();
        let mut found = Vec::new();
        for (column, black) in self.class.weak.places.iter().enumerate() {
            let left = match side {
                Side::First => {
                    let open = self.open[row * columns + column];
                    let steps = self.class.guard_steps(&red).chain(self.class.other_steps(&red, black));
                    let from = steps.map(|step| quiet[step.row * columns + column].without(step.eye));
                    let occupied = red.all | black.all;
                    let targets = quiet[row * columns + column].into_iter();
                    let own = targets.map(|target| self.class.origins(target, occupied));
                    from.chain(own).fold(open, |left, from| left.without(from))
                }
                Side::Second => {
                    let steps = black.steps.iter().filter(|step| !step.eye.meets(red.standing));
                    let from = steps.map(|step| quiet[row * columns + usize::from(step.to)].without(step.eye));
                    from.fold(self.black_draws(&red, column, black), |left, from| left.without(from))
                }
            };
            found.extend(left.into_iter().map(|square| (side, row, column, square)));
        }
        found
    }

    /// Repeatedly removes positions that have a drawing move which is no offence, or after which no reply leads back to
    /// the set; returns the rest.
    fn reduce(&self, candidates: Vec<Spot>) -> Vec<Spot> {
        let mut offences: FxHashMap<Spot, Vec<Vec<Spot>>> = FxHashMap::default();
        for spot in candidates {
            if let Some(answers) = self.offences(spot) {
                offences.insert(spot, answers);
            }
        }
        loop {
            let free = |answers: &Vec<Spot>| !answers.iter().any(|next| offences.contains_key(next));
            let out: FxHashSet<Spot> =
                offences.iter().filter(|(_, moves)| moves.iter().any(free)).map(|(&spot, _)| spot).collect();
            if out.is_empty() {
                return offences.into_keys().collect();
            }
            offences.retain(|spot, _| !out.contains(spot));
        }
    }

    /// For each drawing move, the positions of the same side after the replies; `None` if one of these moves is no
    /// offence, or is irreversible.
    fn offences(&self, (side, row, column, square): Spot) -> Option<Vec<Vec<Spot>>> {
        let setup = setup(self.class.material, (row, column, square), side)?;
        let mut position: Position = setup.build().ok()?;
        let mut offences = Vec::new();
        let mut moves = Moves::new();
        legal_moves(&position, &mut moves);
        for mv in moves {
            let is_pawn_step = position.piece_on(mv.from()).is_some_and(|piece| piece.kind == PieceKind::Pawn)
                && mv.from().file() == mv.to().file();
            let is_final = is_pawn_step || position.piece_on(mv.to()).is_some();
            position.make(mv);
            let answers = if !self.is_drawn(&position) {
                None
            } else if is_final || !is_offence(&position, mv, side) {
                return None;
            } else {
                Some(self.answers(&mut position))
            };
            position.unmake(mv);
            offences.extend(answers);
        }
        Some(offences)
    }

    /// The positions of this class after each move.
    fn answers(&self, position: &mut Position) -> Vec<Spot> {
        let mut moves = Moves::new();
        legal_moves(position, &mut moves);
        let mut spots = Vec::new();
        for mv in moves {
            position.make(mv);
            let spot = index(position).filter(|index| index.material == self.class.material);
            spots.extend(spot.map(|index| (position.side(), index.row, index.weak, index.attacker)));
            position.unmake(mv);
        }
        spots
    }

    /// Whether a position of this class, or after a capture, is drawn.
    fn is_drawn(&self, position: &Position) -> bool {
        let Some(index) = index(position) else { return true };
        let Index { row, weak: column, attacker, .. } = index;
        if index.material == self.class.material {
            return match position.side() {
                Side::First => self.open[row * self.class.weak.places.len() + column].contains(attacker),
                Side::Second => self.losses[index.place] == 0,
            };
        }
        let guards = self.after.iter().find(|after| self.class.material.weak.less(after.taken) == index.material.weak);
        match guards.filter(|_| index.material.attackers == self.class.material.attackers) {
            Some(after) => after.losses.get(index.place) == Some(&0),
            None => {
                let fallen = self.fallen.iter().find(|fallen| fallen.class.material == index.material);
                fallen.is_some_and(|fallen| fallen.code(row, column, attacker) == Some(0))
            }
        }
    }
}

/// Whether the move that led to a position gives check or makes a new threat under either rule set.
fn is_offence(position: &Position, mv: crate::games::xiangqi::Move, side: Side) -> bool {
    let chases = |novelty| chasers(position, std::iter::once(mv), novelty)[side.index()];
    position.in_check() || chases(Novelty::Threat) || chases(Novelty::Victim)
}
