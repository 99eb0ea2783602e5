//! Perpetual chase: finds the pieces that every move in a stretch of moves newly threatens.
//!
//! The stretch is followed backwards from the current board. It contains no captures, so a move is undone by moving the
//! piece back. For each side a set of victims shrinks on the way: at first all pieces that may be chased, then those
//! newly threatened by the last move, then those of them newly threatened by the move before, and so on. The set
//! follows its pieces when they move. What is left at the end was chased by every move.
//!
//! A threat is *new* if the same attacker did not threaten the same victim before the move ([`Novelty::Threat`], the
//! Asian rule), or if no piece threatened it before ([`Novelty::Victim`], the computer rule, after Pikafish's). Under
//! the Asian rule the attack also counts as old if the only thing that prevented it before the move was a root through
//! the attacker. Such a root is itself an attack on the attacker, and closing the line answers that attack rather than
//! making a threat (diagrams 39 to 41 and 61: a rook, chased by a cannon or rook, stands before the piece that it
//! pins).

use super::placement::Placement;
use super::threat::{Roots, Scene};
use crate::games::xiangqi::attacks::HALVES;
use crate::games::xiangqi::{Bitboard, Move, PieceKind, Position, Square};
use crate::side::Side;

/// When a threat is new.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Novelty {
    /// The attacker did not threaten the victim before.
    Threat,
    /// Nothing threatened the victim before.
    Victim,
}

/// For each side: whether it chased one and the same enemy piece with every move. `moves` led to `position`, newest
/// first, and contains no captures.
pub(crate) fn chasers(position: &Position, moves: impl Iterator<Item = Move>, novelty: Novelty) -> [bool; Side::NUM] {
    let mut after = Scene::new(Placement::of(position));
    let mut victims = Side::ALL.map(|chaser| possible_victims(after.board(), !chaser));
    let mut mover = !position.side();
    for mv in moves {
        if victims.iter().all(|set| set.is_empty()) {
            break;
        }
        let before = Scene::new(after.board().after(mv.to(), mv.from()));
        let turn = Turn { before: &before, after: &after, mv, novelty };
        victims[mover.index()] = turn.chased(mover, victims[mover.index()]);
        victims[(!mover).index()] = follow(victims[(!mover).index()], mv.to(), mv.from());
        mover = !mover;
        after = before;
    }
    victims.map(|set| !set.is_empty())
}

/// The pieces of `side` that may be chased: all except the general and the pawns in their own half. Within a stretch,
/// pawns move only sideways, so this does not change.
fn possible_victims(board: &Placement, side: Side) -> Bitboard {
    let home_pawns = board.kind(PieceKind::Pawn) & HALVES[side.index()];
    board.side(side).without(board.kind(PieceKind::General) | home_pawns)
}

/// Replaces the square `from`, if it is in the set, by `to`.
fn follow(set: Bitboard, from: Square, to: Square) -> Bitboard {
    if set.contains(from) { set.without(Bitboard::of(from)) | Bitboard::of(to) } else { set }
}

/// A move with the boards before and after it.
struct Turn<'a> {
    before: &'a Scene,
    after: &'a Scene,
    mv: Move,
    novelty: Novelty,
}

impl Turn<'_> {
    /// The victims newly threatened by this move of `mover`. Threats by generals and pawns are allowed.
    fn chased(&self, mover: Side, victims: Bitboard) -> Bitboard {
        let board = self.after.board();
        let chasers = board.side(mover).without(board.kind(PieceKind::General) | board.kind(PieceKind::Pawn));
        victims.into_iter().filter(|&victim| self.is_chased(board.attackers(mover, victim) & chasers, victim)).collect()
    }

    /// Whether one of the attackers newly threatens the victim.
    fn is_chased(&self, attackers: Bitboard, victim: Square) -> bool {
        let mut threats = attackers.into_iter().filter(|&attacker| self.after.wins(attacker, victim, Roots::All));
        match self.novelty {
            Novelty::Threat => {
                threats.any(|attacker| !self.before.wins(self.origin(attacker), victim, Roots::NotThroughAttacker))
            }
            Novelty::Victim => threats.next().is_some() && !self.was_threatened(victim),
        }
    }

    /// The square before the move of the piece now on `square`.
    fn origin(&self, square: Square) -> Square {
        if square == self.mv.to() { self.mv.from() } else { square }
    }

    /// Whether any piece threatened the victim before the move.
    fn was_threatened(&self, victim: Square) -> bool {
        let board = self.before.board();
        let Some(target) = board.piece_on(victim) else { return false };
        let idle = board.kind(PieceKind::General) | board.kind(PieceKind::Pawn);
        let attackers = board.attackers(!target.side, victim).without(idle);
        attackers.into_iter().any(|attacker| self.before.wins(attacker, victim, Roots::All))
    }
}
