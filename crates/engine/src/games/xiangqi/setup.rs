//! A board that is not yet known to be a valid position, and its validation.

use super::attacks::{HALVES, PALACES};
use super::bitboard::Bitboard;
use super::piece::{Piece, PieceKind, side_name};
use super::position::Position;
use super::square::{FILES, RANKS, SQUARES, Square};
use crate::sentence;
use crate::sentence::Sentence;
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

    /// The position, if it can be played by the rules. It need not be one that a game can lead to: composed positions
    /// have pawns behind their starting points, or more pieces of a kind than a set ([`Position::oddity`]).
    ///
    /// # Errors
    /// [`PositionError::Impossible`] with the first fault found: not exactly one general, a general outside its palace,
    /// an advisor or elephant beyond the river, generals that face each other, or the side not to move in check.
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
        let generals = [self.general(Side::First)?, self.general(Side::Second)?];
        self.check_squares()?;
        Ok(Position::new(self, generals))
    }

    /// The squares of a piece.
    fn squares_of(&self, piece: Piece) -> impl Iterator<Item = Square> + '_ {
        Square::all().filter(move |square| self.board[square.index()] == Some(piece))
    }

    /// The square of the general of a side.
    fn general(&self, side: Side) -> Result<Square, PositionError> {
        let (mut squares, name) = (self.squares_of(Piece::new(side, PieceKind::General)), side_name(side));
        let general = squares.next().ok_or_else(|| PositionError::impossible(sentence!("{} has no general", name)))?;
        match squares.count() {
            0 => Ok(general),
            more => Err(PositionError::impossible(sentence!("{} has {} generals, expected one", name, more + 1))),
        }
    }

    /// Checks that generals are in their palaces, and that advisors and elephants have not crossed the river: from
    /// anywhere else these pieces have no moves in the rules, and could attack a general as nothing in them foresees.
    fn check_squares(&self) -> Result<(), PositionError> {
        for piece in Piece::all() {
            let is_general = piece.kind == PieceKind::General;
            let region = match piece.kind {
                PieceKind::General => PALACES[piece.side.index()],
                PieceKind::Advisor | PieceKind::Elephant => HALVES[piece.side.index()],
                PieceKind::Horse | PieceKind::Rook | PieceKind::Cannon | PieceKind::Pawn => continue,
            };
            if let Some(square) = self.squares_of(piece).find(|&square| !region.contains(square)) {
                let (side, name, square) = (side_name(piece.side), piece.kind.name(), Sentence::plain(square));
                return Err(PositionError::impossible(if is_general {
                    sentence!("{} {} on {}, which may not leave its palace", side, name, square)
                } else {
                    sentence!("{} {} on {}, which may not cross the river", side, name, square)
                }));
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
        let place = Sentence::plain(attacker);
        Err(PositionError::impossible(match position.piece_on(attacker).map(|piece| piece.kind) {
            Some(PieceKind::General) => {
                let general = Sentence::plain(general);
                sentence!("the generals on {} and {} face each other with nothing between them", place, general)
            }
            kind => {
                let kind = kind.map_or("piece", PieceKind::name);
                sentence!("{} is in check from the {} on {}, but {} is to move", name, kind, place, other)
            }
        }))
    }
}

impl Position {
    /// Why no game can lead to this position although it can be played: the first piece on a square that it can never
    /// reach, or more pieces of a kind than a set has.
    pub fn oddity(&self) -> Option<String> {
        let stray = self.strays().into_iter().find_map(|square| Some((square, self.piece_on(square)?)));
        if let Some((square, piece)) = stray {
            return Some(format!("{} {} on {square}", side_name(piece.side), piece.kind.name()));
        }
        let number = |piece: Piece| self.pieces(piece.side, piece.kind).count();
        let piece = Piece::all().find(|&piece| number(piece) > piece.kind.most())?;
        Some(format!("{} has {} {}s", side_name(piece.side), number(piece), piece.kind.name()))
    }

    /// The pieces on squares that they can never reach from the start of a game.
    #[inline]
    pub(super) fn strays(&self) -> Bitboard {
        let stray = |kind: PieceKind| {
            let [red, black] = Side::ALL.map(|side| self.pieces(side, kind).without(range(Piece::new(side, kind))));
            red | black
        };
        stray(PieceKind::Advisor) | stray(PieceKind::Elephant) | stray(PieceKind::Pawn)
    }
}

/// The squares that a piece can ever be on in a game.
#[inline]
pub fn range(piece: Piece) -> Bitboard {
    RANGES[piece.index()]
}

static RANGES: [Bitboard; Piece::NUM] = {
    let mut ranges = [Bitboard::EMPTY; Piece::NUM];
    let mut index = 0;
    while index < Piece::NUM * SQUARES {
        let (piece, square) = (index / SQUARES, index % SQUARES);
        let rank = if piece < PieceKind::NUM { square / FILES } else { RANKS - 1 - square / FILES };
        if can_stand(PieceKind::ALL[piece % PieceKind::NUM], square % FILES, rank) {
            ranges[piece] = Bitboard::from_bits(ranges[piece].bits() | 1 << square);
        }
        index += 1;
    }
    ranges
};

/// Whether a piece of this kind can be on a file and rank, counted from its owner's back rank, in a game.
pub const fn can_stand(kind: PieceKind, file: usize, rank: usize) -> bool {
    match kind {
        PieceKind::General => file >= 3 && file <= 5 && rank <= 2,
        PieceKind::Advisor => file == 4 && rank == 1 || (file == 3 || file == 5) && (rank == 0 || rank == 2),
        PieceKind::Elephant if rank == 2 => file.is_multiple_of(4),
        PieceKind::Elephant => (rank == 0 || rank == 4) && (file == 2 || file == 6),
        PieceKind::Pawn => rank >= 5 || rank >= 3 && file.is_multiple_of(2),
        PieceKind::Horse | PieceKind::Rook | PieceKind::Cannon => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::xiangqi::attacks::reach;

    #[test]
    fn the_range_of_a_piece_is_what_it_reaches_from_its_starting_points() {
        let start = Setup::start();
        for piece in Piece::all() {
            let mut reached: Bitboard = start.squares_of(piece).collect();
            loop {
                let further = reached.into_iter().fold(reached, |all, at| all | reach(piece, at, Bitboard::EMPTY));
                if further == reached {
                    break;
                }
                reached = further;
            }
            assert_eq!(range(piece), reached, "{piece:?}");
        }
    }
}
