//! From a position to its place in the table of its class, and the verdict that stands there.

use super::guards::{self, number};
use super::material::Material;
use crate::games::xiangqi::bitboard::Bitboard;
use crate::games::xiangqi::piece::Piece;
use crate::games::xiangqi::piece::PieceKind;
use crate::games::xiangqi::position::Position;
use crate::games::xiangqi::setup::Setup;
use crate::games::xiangqi::square::{SQUARES, Square};
use crate::side::Side;

/// Where a position stands in the tables, seen with red having the attacker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Index {
    /// The class.
    pub material: Material,
    /// The number of the placement of the attacker's side.
    pub strong: usize,
    /// The number of the other side's placement.
    pub weak: usize,
    /// The attacker's square.
    pub attacker: Square,
    /// Whether the attacker's side is to move.
    pub attacker_moves: bool,
    /// The place in a whole table ([`super::generate::Solved::losses`]).
    pub place: usize,
}

/// The place of a position; none if it has not just one piece that can attack.
#[inline]
pub fn index(position: &Position) -> Option<Index> {
    let (material, strong) = Material::of(position)?;
    let weak = !strong;
    let red = |side: Side, square: Square| if side == Side::First { square } else { square.flip_ranks() };
    let placement = |side: Side| {
        let squares =
            |kind| -> Bitboard { position.pieces(side, kind).into_iter().map(|square| red(side, square)).collect() };
        number(red(side, position.general_square(side)), squares(PieceKind::Advisor), squares(PieceKind::Elephant))
    };
    let attacker = red(strong, position.pieces(strong, material.attacker).first()?);
    let (row, column) = (placement(strong), placement(weak));
    let columns = guards::room(weak, material.weak).places.len();
    Some(Index {
        material,
        strong: row,
        weak: column,
        attacker,
        attacker_moves: position.side() == strong,
        place: (row * columns + column) * SQUARES + attacker.index(),
    })
}

/// A position of a class with the attacker's side, red, to move; none if the place is not one of a possible position.
pub fn position(material: Material, (strong, weak, attacker): (usize, usize, Square)) -> Option<Position> {
    let mut setup = Setup::empty();
    let red = guards::room(Side::First, material.strong).places.get(strong)?;
    let black = guards::room(Side::Second, material.weak).places.get(weak)?;
    for (side, place) in [(Side::First, red), (Side::Second, black)] {
        setup.board[place.king.index()] = Some(Piece::new(side, PieceKind::General));
        for square in place.advisors {
            setup.board[square.index()] = Some(Piece::new(side, PieceKind::Advisor));
        }
        for square in place.elephants {
            setup.board[square.index()] = Some(Piece::new(side, PieceKind::Elephant));
        }
    }
    setup.board[attacker.index()] = Some(Piece::new(Side::First, material.attacker));
    setup.build().ok()
}
