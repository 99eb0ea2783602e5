//! Move generation: one routine that passes legal or pseudo-legal moves to a list, or merely counts them.

#![cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "compiled for instructions that the processor was asked about")
)]

use super::attacks;
use super::bitboard::Bitboard;
use super::check_info::safe_targets;
use super::mv::Move;
use super::piece::PieceKind;
use super::position::Position;
use super::processor::bit_instructions;
use super::square::Square;
use crate::side::Side;
use arrayvec::ArrayVec;

/// Capacity of a move list, enough for any pieces on the board. Along a line of `n` squares, a side's rooks, cannons,
/// pawns and general have at most `2 (n - 2)` moves (two rooks at its ends): 284 on all files and ranks. Each pair of
/// squares allows a horse, elephant or advisor at most one move in one direction: 254, 84 and 16.
pub(crate) const MAX_MOVES: usize = 640;

/// A list of moves.
pub type Moves = ArrayVec<Move, MAX_MOVES>;

/// Receives generated moves.
trait Sink {
    /// The piece on `from` may move to each of `targets`.
    fn piece(&mut self, from: Square, targets: Bitboard);
    /// A pawn may move to each of `targets` from the square `step` before it.
    fn pawns(&mut self, targets: Bitboard, step: isize);
}

impl Sink for Moves {
    #[inline(always)]
    fn piece(&mut self, from: Square, targets: Bitboard) {
        targets.into_iter().for_each(|to| self.push(Move::between(from, to)));
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, step: isize) {
        targets.into_iter().for_each(|to| {
            if let Some(from) = Square::from_index(to.index().wrapping_add_signed(-step)) {
                self.push(Move::between(from, to));
            }
        });
    }
}

struct Counter(u32);

impl Sink for Counter {
    #[inline(always)]
    fn piece(&mut self, _: Square, targets: Bitboard) {
        self.0 += targets.count();
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, _: isize) {
        self.0 += targets.count();
    }
}

/// Appends all legal moves.
pub fn legal_moves(position: &Position, moves: &mut Moves) {
    generate::<true, _>(position, !position.by_side(position.side()), moves);
}

bit_instructions! {
    /// The number of legal moves.
    pub fn count_legal_moves(position: &Position) -> u32 {
        let mut counter = Counter(0);
        generate::<true, _>(position, !position.by_side(position.side()), &mut counter);
        counter.0
    }
}

/// Appends the pseudo-legal captures.
pub fn captures(position: &Position, moves: &mut Moves) {
    generate::<false, _>(position, position.by_side(!position.side()), moves);
}

/// Appends the pseudo-legal moves to empty squares.
pub fn quiet_moves(position: &Position, moves: &mut Moves) {
    generate::<false, _>(position, !position.occupied(), moves);
}

/// Appends the pseudo-legal moves to empty squares from which the piece gives check. Discovered checks are not
/// included.
pub fn quiet_checks(position: &Position, moves: &mut Moves) {
    let side = position.side();
    let (own, occupied, general) = (position.by_side(side), position.occupied(), position.general_square(!side));
    let of_kind = |kind: PieceKind| own & position.by_kind(kind);
    let cross = attacks::cross(general).without(occupied);
    let before_general = attacks::rook(general, occupied).without(occupied);
    for from in of_kind(PieceKind::Rook) {
        moves.piece(from, attacks::rook(from, occupied) & before_general);
    }
    for from in of_kind(PieceKind::Cannon) {
        let to_lines = (attacks::rook(from, occupied) & cross).into_iter().map(|to| Move::between(from, to));
        moves.extend(to_lines.filter(|&mv| position.is_check(mv)));
    }
    for from in of_kind(PieceKind::Horse) {
        // The horse itself may be on the square that will be its leg.
        let around_general = attacks::horse_origins(general, occupied.without(Bitboard::of(from)));
        moves.piece(from, attacks::horse(from, occupied) & around_general.without(occupied));
    }
    let beside_general = attacks::pawn_origins(side, general).without(occupied);
    if !beside_general.is_empty() {
        for from in of_kind(PieceKind::Pawn) {
            moves.piece(from, attacks::pawn(side, from) & beside_general);
        }
    }
}

/// Passes the moves to squares in `wanted` to the sink.
#[inline(always)]
fn generate<const LEGAL: bool, S: Sink>(position: &Position, wanted: Bitboard, sink: &mut S) {
    let side = position.side();
    let own = position.by_side(side);
    let occupied = position.occupied();
    let check_info = position.check_info();
    // Pieces whose targets must be checked against every attacker, and targets open to the other pieces.
    let (bound, open) = if !LEGAL {
        (Bitboard::EMPTY, wanted)
    } else if check_info.checkers.is_empty() {
        (check_info.pinned, wanted.without(check_info.screen_gap))
    } else {
        (own, wanted)
    };
    let allowed = |from: Square, targets: Bitboard| {
        if LEGAL && bound.contains(from) {
            targets & wanted & safe_targets(position, side, from)
        } else {
            targets & open
        }
    };
    let of_kind = |kind: PieceKind| own & position.by_kind(kind);

    pawn_moves(of_kind(PieceKind::Pawn).without(bound), side, open, sink);
    for from in of_kind(PieceKind::Pawn) & bound {
        sink.piece(from, allowed(from, attacks::pawn(side, from)));
    }
    for from in of_kind(PieceKind::Rook) {
        sink.piece(from, allowed(from, attacks::rook(from, occupied)));
    }
    for from in of_kind(PieceKind::Cannon) {
        sink.piece(from, allowed(from, attacks::cannon(from, occupied)));
    }
    for from in of_kind(PieceKind::Horse) {
        sink.piece(from, allowed(from, attacks::horse(from, occupied)));
    }
    // Captures at home are rare; usually one check shows that there are none.
    if wanted.meets(attacks::HALVES[side.index()]) {
        for from in of_kind(PieceKind::Elephant) {
            sink.piece(from, allowed(from, attacks::elephant(from, occupied)));
        }
    }
    if !wanted.meets(attacks::PALACES[side.index()]) {
        return;
    }
    for from in of_kind(PieceKind::Advisor) {
        sink.piece(from, allowed(from, attacks::advisor(from)));
    }
    let general = position.general_square(side);
    let mut targets = attacks::general(general) & wanted;
    if LEGAL {
        let without_general = occupied.without(Bitboard::of(general));
        targets = targets
            .into_iter()
            .filter(|&to| !position.general_attacked(side, to, without_general.without(Bitboard::of(to))))
            .fold(Bitboard::EMPTY, |set, to| set | Bitboard::of(to));
    }
    sink.piece(general, targets);
}

/// The moves of unrestricted pawns, all at once by shifting the set.
#[inline(always)]
fn pawn_moves<S: Sink>(pawns: Bitboard, side: Side, open: Bitboard, sink: &mut S) {
    match side {
        Side::First => sink.pawns(pawns.up() & open, 9),
        Side::Second => sink.pawns(pawns.down() & open, -9),
    }
    let across = pawns & attacks::HALVES[side.other().index()];
    sink.pawns(across.left() & open, -1);
    sink.pawns(across.right() & open, 1);
}

#[cfg(test)]
mod tests {
    use super::super::fen;
    use super::super::random_games::random_positions;
    use super::*;

    #[test]
    fn quiet_checks_are_checks_and_all_that_the_mover_gives() {
        let mut found = [0; PieceKind::NUM];
        random_positions(300, 150, |position| {
            let mut board = position.clone();
            let (mut legal, mut checks) = (Moves::new(), Moves::new());
            legal_moves(&board, &mut legal);
            quiet_checks(&board, &mut checks);
            for &mv in &legal {
                let quiet = board.piece_on(mv.to()).is_none();
                board.make_move(mv);
                let (check, direct) = (!board.checkers().is_empty(), board.checkers().contains(mv.to()));
                board.unmake_move();
                assert!(!checks.contains(&mv) || quiet && check, "{mv} in {}", fen::write(&board));
                assert!(checks.contains(&mv) || !quiet || !direct, "{mv} in {}", fen::write(&board));
                let kind = board.piece_on(mv.from()).map_or(0, |piece| piece.kind.index());
                found[kind] += usize::from(checks.contains(&mv));
            }
        });
        let of = |kind: PieceKind| found[kind.index()];
        let least = [PieceKind::Rook, PieceKind::Cannon, PieceKind::Horse, PieceKind::Pawn].map(of);
        assert!(least.iter().all(|&number| number > 20), "{found:?}");
    }
}
