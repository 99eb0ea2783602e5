//! The attacking pieces of the stronger side: which ones, and the order in which tables number their squares.

use crate::games::xiangqi::piece::PieceKind;
use arrayvec::ArrayVec;
use std::fmt;

/// The attacking pieces, in the order of naming and numbering.
pub const ATTACKERS: [PieceKind; 4] = [PieceKind::Rook, PieceKind::Horse, PieceKind::Cannon, PieceKind::Pawn];

/// Maximum number of attackers in a table.
pub const MAX_ATTACKERS: usize = 3;

/// The kinds of several attackers, in order.
pub type Kinds = ArrayVec<PieceKind, MAX_ATTACKERS>;

/// The number of attackers of each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Attackers([u8; ATTACKERS.len()]);

impl Attackers {
    /// The number of each of [`ATTACKERS`].
    pub const fn new(numbers: [u8; ATTACKERS.len()]) -> Attackers {
        Attackers(numbers)
    }

    /// A single attacker; none if the kind cannot attack.
    pub fn one(kind: PieceKind) -> Attackers {
        Attackers(ATTACKERS.map(|attacker| u8::from(attacker == kind)))
    }

    /// The total number.
    pub fn number(self) -> usize {
        self.0.iter().map(|&number| usize::from(number)).sum()
    }

    /// The number of a kind.
    pub fn of(self, kind: PieceKind) -> u8 {
        self.each().find(|&(attacker, _)| attacker == kind).map_or(0, |(_, number)| number)
    }

    /// Each kind with its number, which may be 0.
    pub fn each(self) -> impl Iterator<Item = (PieceKind, u8)> {
        ATTACKERS.into_iter().zip(self.0)
    }

    /// The kinds in order, one per piece; at most the first [`MAX_ATTACKERS`].
    pub fn kinds(self) -> Kinds {
        self.each().flat_map(|(kind, number)| (0..number).map(move |_| kind)).take(MAX_ATTACKERS).collect()
    }

    /// The kind of the first attacker.
    #[inline]
    pub fn first(self) -> PieceKind {
        self.each().find(|&(_, number)| number > 0).map_or(PieceKind::Pawn, |(kind, _)| kind)
    }

    /// The attackers without one of a kind.
    pub fn less(self, kind: PieceKind) -> Attackers {
        let mut numbers = self.0;
        for (attacker, number) in ATTACKERS.into_iter().zip(&mut numbers) {
            *number = number.saturating_sub(u8::from(attacker == kind));
        }
        Attackers(numbers)
    }

    /// In how many orders the same pieces can be placed on the same squares: 2 for two rooks, 6 for three pawns.
    pub fn orders(self) -> u64 {
        self.0.iter().map(|&number| (1..=u64::from(number)).product::<u64>()).product()
    }
}

impl fmt::Display for Attackers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.each().try_for_each(|(kind, number)| (0..number).try_for_each(|_| write!(f, "{}", kind.letter())))
    }
}
