//! Pieces: seven kinds, two sides.

use crate::side::Side;

/// A kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum PieceKind {
    /// One step along rank or file, within the palace.
    General = 0,
    /// One step diagonally, within the palace.
    Advisor = 1,
    /// Two steps diagonally on its own side of the river, without jumping.
    Elephant = 2,
    /// One step along rank or file, then one diagonally outwards; blocked by a piece on the first step (the leg).
    Horse = 3,
    /// Any distance along rank or file.
    Rook = 4,
    /// Moves like the rook, captures over exactly one piece (the screen).
    Cannon = 5,
    /// One step ahead; across the river also sideways.
    Pawn = 6,
}

impl PieceKind {
    /// Number of kinds.
    pub const NUM: usize = 7;
    /// All kinds, in the order of their indices.
    pub const ALL: [PieceKind; 7] = [
        PieceKind::General,
        PieceKind::Advisor,
        PieceKind::Elephant,
        PieceKind::Horse,
        PieceKind::Rook,
        PieceKind::Cannon,
        PieceKind::Pawn,
    ];

    /// 0 to 6, for indexing tables.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The FEN letter of the red piece: K A B N R C P.
    pub const fn letter(self) -> char {
        match self {
            PieceKind::General => 'K',
            PieceKind::Advisor => 'A',
            PieceKind::Elephant => 'B',
            PieceKind::Horse => 'N',
            PieceKind::Rook => 'R',
            PieceKind::Cannon => 'C',
            PieceKind::Pawn => 'P',
        }
    }

    /// The number of this kind a side has at the start, which is also the maximum.
    pub const fn most(self) -> u32 {
        match self {
            PieceKind::General => 1,
            PieceKind::Pawn => 5,
            _ => 2,
        }
    }

    /// Value in exchanges, in centipawns; the general's exceeds all others together.
    #[inline]
    pub const fn value(self) -> i32 {
        const VALUES: [i32; PieceKind::NUM] = [10_000, 200, 200, 450, 1_000, 500, 100];
        VALUES[self.index()]
    }

    /// The English name.
    pub const fn name(self) -> &'static str {
        match self {
            PieceKind::General => "general",
            PieceKind::Advisor => "advisor",
            PieceKind::Elephant => "elephant",
            PieceKind::Horse => "horse",
            PieceKind::Rook => "rook",
            PieceKind::Cannon => "cannon",
            PieceKind::Pawn => "pawn",
        }
    }
}

/// A piece: whose it is and of what kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The owner; [`Side::First`] is Red.
    pub side: Side,
    /// Of what kind.
    pub kind: PieceKind,
}

impl Piece {
    /// Number of different pieces.
    pub const NUM: usize = Side::NUM * PieceKind::NUM;

    /// All pieces, Red's first.
    pub fn all() -> impl Iterator<Item = Piece> {
        Side::ALL.into_iter().flat_map(|side| PieceKind::ALL.map(|kind| Piece::new(side, kind)))
    }

    /// The piece of a side and a kind.
    #[inline]
    pub const fn new(side: Side, kind: PieceKind) -> Piece {
        Piece { side, kind }
    }

    /// 0 to 13, Red's first, for indexing tables.
    #[inline]
    pub const fn index(self) -> usize {
        self.side.index() * PieceKind::NUM + self.kind.index()
    }

    /// The FEN letter, upper case for Red.
    pub const fn letter(self) -> char {
        match self.side {
            Side::First => self.kind.letter(),
            Side::Second => self.kind.letter().to_ascii_lowercase(),
        }
    }

    /// Parses a FEN letter; H and E are accepted for N and B (but not `G`, `S`, `M` of older texts).
    pub const fn from_letter(letter: char) -> Option<Piece> {
        let kind = match letter.to_ascii_uppercase() {
            'K' => PieceKind::General,
            'A' => PieceKind::Advisor,
            'B' | 'E' => PieceKind::Elephant,
            'N' | 'H' => PieceKind::Horse,
            'R' => PieceKind::Rook,
            'C' => PieceKind::Cannon,
            'P' => PieceKind::Pawn,
            _ => return None,
        };
        Some(Piece::new(if letter.is_ascii_uppercase() { Side::First } else { Side::Second }, kind))
    }
}

/// The name of a side in messages: `red` or `black`.
pub(crate) const fn side_name(side: Side) -> &'static str {
    match side {
        Side::First => "red",
        Side::Second => "black",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_round_trip() {
        for (index, piece) in Piece::all().enumerate() {
            assert_eq!(piece.index(), index);
            assert_eq!(Piece::from_letter(piece.letter()), Some(piece));
        }
        assert_eq!(Piece::from_letter('h'), Piece::from_letter('n'));
        assert_eq!(Piece::from_letter('q'), None);
        assert_eq!(std::mem::size_of::<Option<Piece>>(), 2);
    }
}
