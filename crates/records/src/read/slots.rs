//! The 32 pieces in the order in which XQF and DhtmlXQ list their squares: Red's back rank from left to right, cannons,
//! pawns, then Black's.

use meihua_contracts::side::Side;
use meihua_engine::games::xiangqi::setup::Setup;
use meihua_engine::games::xiangqi::{Piece, PieceKind, Square};

/// Pieces of one side.
const KINDS: [PieceKind; 16] = [
    PieceKind::Rook,
    PieceKind::Horse,
    PieceKind::Elephant,
    PieceKind::Advisor,
    PieceKind::General,
    PieceKind::Advisor,
    PieceKind::Elephant,
    PieceKind::Horse,
    PieceKind::Rook,
    PieceKind::Cannon,
    PieceKind::Cannon,
    PieceKind::Pawn,
    PieceKind::Pawn,
    PieceKind::Pawn,
    PieceKind::Pawn,
    PieceKind::Pawn,
];

pub(crate) const SLOTS: usize = 2 * KINDS.len();

/// The piece of each slot.
fn pieces() -> impl Iterator<Item = Piece> {
    Side::ALL.into_iter().flat_map(|side| KINDS.map(|kind| Piece::new(side, kind)))
}

/// The board with the pieces on these squares, Red to move. If two pieces share a square, the later one wins.
pub(crate) fn setup(squares: impl IntoIterator<Item = Option<Square>>) -> Setup {
    let mut setup = Setup::empty();
    for (piece, square) in pieces().zip(squares) {
        if let Some(square) = square {
            setup.board[square.index()] = Some(piece);
        }
    }
    setup
}

/// The squares of the pieces; `None` if a side has more of a kind than there are slots.
pub(crate) fn squares(setup: &Setup) -> Option<[Option<Square>; SLOTS]> {
    let mut slots = [None; SLOTS];
    for square in Square::all() {
        let Some(piece) = setup.board[square.index()] else { continue };
        let mut free = pieces().zip(&mut slots).filter(|(other, slot)| *other == piece && slot.is_none());
        *free.next()?.1 = Some(square);
    }
    Some(slots)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_has_all_pieces() {
        let slots = squares(&Setup::start()).unwrap();
        assert!(slots.iter().all(Option::is_some));
        assert_eq!(slots[0].map(|square| square.to_string()).as_deref(), Some("a0"));
        assert_eq!(slots[31].map(|square| square.to_string()).as_deref(), Some("i6"));
        assert_eq!(setup(slots), Setup::start());
    }

    #[test]
    fn a_piece_too_many_has_no_slot() {
        let mut setup = Setup::start();
        setup.board[40] = Some(Piece::new(Side::First, PieceKind::Rook));
        assert_eq!(squares(&setup), None);
    }
}
