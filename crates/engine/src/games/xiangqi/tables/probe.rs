//! Finds a position in the table of its class, and its verdict there.

use super::attackers::{ATTACKERS, MAX_ATTACKERS};
use super::class::{Class, Squares};
use super::guards::{self, number};
use super::material::Material;
use crate::games::xiangqi::bitboard::Bitboard;
use crate::games::xiangqi::piece::Piece;
use crate::games::xiangqi::piece::PieceKind;
use crate::games::xiangqi::position::Position;
use crate::games::xiangqi::setup::Setup;
use crate::games::xiangqi::square::{SQUARES, Square};
use crate::side::Side;

/// The index of a position in the tables, with the attackers as Red.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Index {
    /// The class.
    pub material: Material,
    /// The attacking side's row ([`Class::row`]).
    pub row: usize,
    /// The number of the other side's placement.
    pub weak: usize,
    /// The first attacker's square.
    pub attacker: Square,
    /// Whether the attacking side is to move.
    pub attacker_moves: bool,
    /// The index in a whole table ([`super::generate::SolvedClass::losses`]).
    pub place: usize,
}

/// The index of a position; `None` if there can be no table for its class.
#[inline]
pub fn index(position: &Position) -> Option<Index> {
    let (material, strong) = Material::of(position)?;
    index_of(position, material, strong)
}

/// The index of a position of a class whose attackers belong to `strong`.
pub(crate) fn index_of(position: &Position, material: Material, strong: Side) -> Option<Index> {
    let weak = !strong;
    let red = |side: Side, square: Square| if side == Side::First { square } else { square.flip_ranks() };
    let placement = |side: Side| {
        let squares =
            |kind| -> Bitboard { position.pieces(side, kind).into_iter().map(|square| red(side, square)).collect() };
        number(red(side, position.general_square(side)), squares(PieceKind::Advisor), squares(PieceKind::Elephant))
    };
    let (attacker, row) = if material.attackers.number() == 1 {
        (red(strong, position.pieces(strong, material.attackers.first()).first()?), placement(strong))
    } else {
        let kinds = ATTACKERS.into_iter().flat_map(|kind| position.pieces(strong, kind));
        let squares: Squares = kinds.map(|square| red(strong, square)).take(MAX_ATTACKERS).collect();
        let (&first, others) = squares.split_first()?;
        (first, Class::new(material).row(placement(strong), others))
    };
    let column = placement(weak);
    let columns = guards::room(weak, material.weak).places.len();
    Some(Index {
        material,
        row,
        weak: column,
        attacker,
        attacker_moves: position.side() == strong,
        place: (row * columns + column) * SQUARES + attacker.index(),
    })
}

/// A position of a class with the attacking side, Red, to move; `None` if it is impossible.
pub fn position(material: Material, (row, weak, attacker): (usize, usize, Square)) -> Option<Position> {
    setup(material, (row, weak, attacker), Side::First)?.build().ok()
}

/// The pieces of a position of a class, with Red as the attacking side; `None` if two would be on one square.
pub fn setup(material: Material, (row, weak, attacker): (usize, usize, Square), to_move: Side) -> Option<Setup> {
    let mut setup = Setup::empty();
    setup.side = to_move;
    let class = Class::new(material);
    let red = class.red(row)?;
    let black = class.weak.places.get(weak)?;
    if !class.black_to_move(&red, black).contains(attacker) {
        return None;
    }
    for (side, place) in [(Side::First, red.place), (Side::Second, black)] {
        setup.board[place.king.index()] = Some(Piece::new(side, PieceKind::General));
        for square in place.advisors {
            setup.board[square.index()] = Some(Piece::new(side, PieceKind::Advisor));
        }
        for square in place.elephants {
            setup.board[square.index()] = Some(Piece::new(side, PieceKind::Elephant));
        }
    }
    for man in &red.others {
        setup.board[man.square.index()] = Some(Piece::new(Side::First, man.kind));
    }
    setup.board[attacker.index()] = Some(Piece::new(Side::First, material.attackers.first()));
    Some(setup)
}
