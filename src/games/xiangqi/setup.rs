//! A board before it is known to be a position, and what makes it one.

use super::piece::{Piece, PieceKind, side_name};
use super::position::Position;
use super::square::{SQUARES, Square};
use crate::side::Side;
use crate::text::PositionError;

/// Pieces on squares, as a person or a FEN puts them.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The piece on every square.
    pub board: [Option<Piece>; SQUARES],
    /// Who moves.
    pub side: Side,
    /// Plies since the last capture.
    pub quiet_plies: u16,
    /// Number of the full move about to be played, from 1.
    pub move_number: u32,
}

impl Setup {
    /// An empty board, red to move.
    pub const fn empty() -> Setup {
        Setup { board: [None; SQUARES], side: Side::First, quiet_plies: 0, move_number: 1 }
    }

    /// The squares of a piece.
    fn squares_of(&self, piece: Piece) -> impl Iterator<Item = Square> + '_ {
        Square::all().filter(move |square| self.board[square.index()] == Some(piece))
    }

    /// The square of the general of a side.
    fn general(&self, side: Side) -> Result<Square, PositionError> {
        let mut squares = self.squares_of(Piece::new(side, PieceKind::General));
        match squares.next() {
            Some(square) => Ok(square),
            None => Err(PositionError::Impossible(format!("{} has no general", side_name(side)))),
        }
    }

    /// No side may have more of a kind than it began with.
    fn check_counts(&self) -> Result<(), PositionError> {
        for side in Side::ALL {
            for kind in PieceKind::ALL {
                let count = self.squares_of(Piece::new(side, kind)).count();
                if count > kind.most() as usize {
                    let (name, kind, most) = (side_name(side), kind.name(), kind.most());
                    return Err(PositionError::Impossible(format!("{name} has {count} {kind}s, at most {most} exist")));
                }
            }
        }
        Ok(())
    }

    /// The position, if the rules allow it.
    pub fn build(&self) -> Result<Position, PositionError> {
        self.check_counts()?;
        let kings = [self.general(Side::First)?, self.general(Side::Second)?];
        let position = Position::new(self, kings);
        let waiting = !self.side;
        if position.general_attacked(waiting, position.king_square(waiting), position.occupied()) {
            let name = side_name(waiting);
            return Err(PositionError::Impossible(format!("{name} is in check and it is not {name}'s turn")));
        }
        Ok(position)
    }
}
