//! The geometry of a class: for a placement of either side, the squares on which the attacker may stand, checks, moves.
//!
//! The attacker's side is red here. Sets of squares answer for all places of the attacker at once, which is what makes the
//! retrograde analysis quick: one set is up to ninety positions.

use super::guards::{Placement, Room, room};
use super::material::Material;
use crate::games::xiangqi::attacks;
use crate::games::xiangqi::bitboard::Bitboard;
use crate::games::xiangqi::piece::{Piece, PieceKind};
use crate::games::xiangqi::setup;
use crate::games::xiangqi::square::Square;
use crate::side::Side;

/// A class of positions, red having the attacker.
#[derive(Clone, Copy, Debug)]
pub struct Class {
    /// Its material.
    pub material: Material,
    /// Red's placements.
    pub strong: &'static Room,
    /// Black's placements.
    pub weak: &'static Room,
    /// Where the attacker can stand at all.
    range: Bitboard,
}

impl Class {
    /// The class of a material.
    pub fn new(material: Material) -> Class {
        let range = setup::range(Piece::new(Side::First, material.attacker));
        let (strong, weak) = (room(Side::First, material.strong), room(Side::Second, material.weak));
        Class { material, strong, weak, range }
    }

    /// Pairs of placements.
    pub fn pairs(&self) -> usize {
        self.strong.places.len() * self.weak.places.len()
    }

    /// The places of the attacker with black to move: empty, and the generals do not face each other.
    #[inline]
    pub fn black_to_move(&self, red: &Placement, black: &Placement) -> Bitboard {
        self.range.without(red.all | black.all) & screen(red, black)
    }

    /// The places of the attacker with red to move: as with black to move, and black is not in check.
    #[inline]
    pub fn red_to_move(&self, red: &Placement, black: &Placement) -> Bitboard {
        self.black_to_move(red, black).without(self.captures(black.king, red.all | black.all))
    }

    /// From where the attacker captures what stands on `target`.
    #[inline]
    pub fn captures(&self, target: Square, occupied: Bitboard) -> Bitboard {
        match self.material.attacker {
            PieceKind::Cannon => cannon_origins(target, occupied),
            _ => self.origins(target, occupied),
        }
    }

    /// From where the attacker steps to `target`, an empty square.
    #[inline]
    pub fn origins(&self, target: Square, occupied: Bitboard) -> Bitboard {
        let origins = match self.material.attacker {
            PieceKind::Horse => attacks::horse_origins(target, occupied),
            PieceKind::Pawn => attacks::pawn_origins(Side::First, target),
            _ => attacks::rook(target, occupied),
        };
        origins.without(occupied) & self.range
    }

    /// Black's placements after one of its guards is taken.
    pub fn after(&self, taken: PieceKind) -> &'static Room {
        room(Side::Second, self.material.weak.less(taken))
    }

    /// Where black captures the attacker for sure: its guards and general step there, and the generals do not face each
    /// other then.
    pub fn losses(&self, red: &Placement, black: &Placement) -> Bitboard {
        let steps = black.steps.iter().filter(|step| {
            let after = &self.weak.places[usize::from(step.to)];
            screen(red, after) == Bitboard::ALL
        });
        steps.map(|step| step.target).collect()
    }
}

/// The empty squares from which a cannon captures on `target`: those behind the first piece of each direction, as far as the
/// second.
#[inline]
fn cannon_origins(target: Square, occupied: Bitboard) -> Bitboard {
    let near = attacks::rook(target, occupied);
    let screens = near & occupied;
    // A rook that looks through the screens sees as far as the second piece.
    attacks::rook(target, occupied.without(screens)).without(near | occupied)
}

/// The squares of the attacker on which it keeps the generals from facing each other: all where they do not anyway.
#[inline]
pub fn screen(red: &Placement, black: &Placement) -> Bitboard {
    if red.king.file() != black.king.file() {
        return Bitboard::ALL;
    }
    let between = attacks::between(red.king, black.king);
    if between.meets(red.all | black.all) { Bitboard::ALL } else { between }
}
