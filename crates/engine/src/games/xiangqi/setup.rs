//! A board that is not yet known to be a valid position, and its validation.

use super::attacks::{HALVES, PALACES};
use super::bitboard::Bitboard;
use super::piece::{Piece, PieceKind, side_name};
use super::position::Position;
use super::square::{FILES, SQUARES, Square};
use crate::side::Side;
use crate::text::PositionError;

/// Pieces on squares, as placed by a person or a FEN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The piece on every square.
    pub board: [Option<Piece>; SQUARES],
    /// The side to move.
    pub side: Side,
    /// Plies since the last capture.
    pub quiet_plies: u16,
    /// The number of the next full move, from 1.
    pub move_number: u16,
}

impl Setup {
    /// An empty board, Red to move.
    pub const fn empty() -> Setup {
        Setup { board: [None; SQUARES], side: Side::First, quiet_plies: 0, move_number: 1 }
    }

    /// The start position.
    pub fn start() -> Setup {
        use PieceKind::{Advisor, Cannon, Elephant, General, Horse, Pawn, Rook};
        const BACK: [PieceKind; FILES] = [Rook, Horse, Elephant, Advisor, General, Advisor, Elephant, Horse, Rook];
        let mut setup = Setup::empty();
        let mut put = |square: Option<Square>, kind| {
            if let Some(square) = square {
                setup.board[square.index()] = Some(Piece::new(Side::First, kind));
                setup.board[square.flip_ranks().index()] = Some(Piece::new(Side::Second, kind));
            }
        };
        BACK.into_iter().enumerate().for_each(|(file, kind)| put(Square::new(file, 0), kind));
        [1, 7].into_iter().for_each(|file| put(Square::new(file, 2), Cannon));
        [0, 2, 4, 6, 8].into_iter().for_each(|file| put(Square::new(file, 3), Pawn));
        setup
    }

    /// The pieces of a position.
    pub fn of(position: &Position) -> Setup {
        let mut setup = Setup::empty();
        for (square, place) in Square::all().zip(&mut setup.board) {
            *place = position.piece_on(square);
        }
        setup.side = position.side();
        setup.quiet_plies = u16::try_from(position.quiet_plies()).unwrap_or(u16::MAX);
        setup.move_number = u16::try_from(position.move_number()).unwrap_or(u16::MAX);
        setup
    }

    /// The same position with the sides swapped: ranks flipped, every piece and the turn given to the other side.
    pub fn flipped(&self) -> Setup {
        let mut setup = Setup { side: !self.side, ..self.clone() };
        for square in Square::all() {
            setup.board[square.flip_ranks().index()] =
                self.board[square.index()].map(|piece| Piece::new(!piece.side, piece.kind));
        }
        setup
    }

    /// The position, if the rules allow it.
    ///
    /// # Errors
    /// [`PositionError::Impossible`] with the first fault found: too many pieces of a kind, a missing general, a piece
    /// on a square it can never reach, generals that face each other, or the side not to move in check.
    pub fn build(&self) -> Result<Position, PositionError> {
        let position = self.build_for_record()?;
        self.check_generals(&position)?;
        Ok(position)
    }

    /// The position, even if the general of the side not to move could be captured: diagrams in books and files have
    /// such boards, and a game can continue from them. Such a position must not be searched.
    ///
    /// # Errors
    /// As for [`Setup::build`], except for that.
    pub fn build_for_record(&self) -> Result<Position, PositionError> {
        self.check_counts()?;
        self.check_squares()?;
        let generals = [self.general(Side::First)?, self.general(Side::Second)?];
        Ok(Position::new(self, generals))
    }

    /// The squares of a piece.
    fn squares_of(&self, piece: Piece) -> impl Iterator<Item = Square> + '_ {
        Square::all().filter(move |square| self.board[square.index()] == Some(piece))
    }

    /// The square of the general of a side.
    fn general(&self, side: Side) -> Result<Square, PositionError> {
        self.squares_of(Piece::new(side, PieceKind::General))
            .next()
            .ok_or_else(|| PositionError::Impossible(format!("{} has no general", side_name(side))))
    }

    /// Checks that no side has more of a kind than at the start.
    fn check_counts(&self) -> Result<(), PositionError> {
        for piece in Piece::all() {
            let (count, most) = (self.squares_of(piece).count(), piece.kind.most());
            if count > most as usize {
                let (side, name) = (side_name(piece.side), piece.kind.name());
                return Err(PositionError::Impossible(format!("{side} has {count} {name}s, at most {most} exist")));
            }
        }
        Ok(())
    }

    /// Checks that every piece is on a square it can reach.
    fn check_squares(&self) -> Result<(), PositionError> {
        for piece in Piece::all() {
            let range = range(piece);
            if let Some(square) = self.squares_of(piece).find(|&square| !range.contains(square)) {
                let (side, name) = (side_name(piece.side), piece.kind.name());
                let where_to = match piece.kind {
                    PieceKind::Pawn => {
                        "pawns that have not crossed the river stand only on the files a c e g i".to_owned()
                    }
                    _ => format!("{side}'s {name}s stand only on {}", list(range)),
                };
                return Err(PositionError::Impossible(format!("{side} {name} on {square}, {where_to}")));
            }
        }
        Ok(())
    }

    /// Checks that the side to move cannot capture the general.
    fn check_generals(&self, position: &Position) -> Result<(), PositionError> {
        let waiting = !self.side;
        let general = position.general_square(waiting);
        let attackers = position.attackers_to(general, position.occupied()) & position.by_side(self.side);
        let Some(attacker) = attackers.first() else { return Ok(()) };
        let (name, other) = (side_name(waiting), side_name(self.side));
        Err(PositionError::Impossible(match position.piece_on(attacker).map(|piece| piece.kind) {
            Some(PieceKind::General) => {
                format!("the generals on {attacker} and {general} face each other with nothing between them")
            }
            kind => {
                let kind = kind.map_or("piece", PieceKind::name);
                format!("{name} is in check from the {kind} on {attacker}, but {other} is to move")
            }
        }))
    }
}

/// The squares that a piece can ever be on.
pub(super) fn range(piece: Piece) -> Bitboard {
    let squares = |places: &[(usize, usize)]| -> Bitboard {
        let place = |&(file, rank): &(usize, usize)| Square::new(file, rank);
        let red = places.iter().filter_map(place);
        red.map(|square| if piece.side == Side::First { square } else { square.flip_ranks() }).collect()
    };
    match piece.kind {
        PieceKind::General => PALACES[piece.side.index()],
        PieceKind::Advisor => squares(&[(3, 0), (5, 0), (4, 1), (3, 2), (5, 2)]),
        PieceKind::Elephant => squares(&[(2, 0), (6, 0), (0, 2), (4, 2), (8, 2), (2, 4), (6, 4)]),
        PieceKind::Pawn => {
            let starts = [0, 2, 4, 6, 8].map(|file| [(file, 3), (file, 4)]);
            HALVES[piece.side.other().index()] | squares(starts.as_flattened())
        }
        PieceKind::Horse | PieceKind::Rook | PieceKind::Cannon => Bitboard::ALL,
    }
}

/// Squares separated by spaces.
fn list(squares: Bitboard) -> String {
    squares.into_iter().map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
}
