//! What is left to Red after Black has captured one of several attackers: the class without it, with Red to move.

use super::class::Class;
use super::codes::CodeSet;
use super::forward::{Ahead, Code, best_for_red};
use super::material::Material;
use crate::games::xiangqi::bitboard::Bitboard;
use crate::games::xiangqi::piece::PieceKind;
use crate::games::xiangqi::square::{SQUARES, Square};

/// A class without one of the attackers; every position of it has Red to move.
#[derive(Debug)]
pub(crate) struct Fallen {
    /// The captured attacker.
    pub taken: PieceKind,
    /// The class without it.
    pub class: Class,
    /// [`Code`]s with red to move, at [`Class::index`].
    codes: Vec<Code>,
    /// The possible positions not yet known to be won.
    open: Vec<Bitboard>,
    all: CodeSet,
}

impl Fallen {
    /// Looks up the best move of every position in `material`, which is the class without one `taken` attacker.
    ///
    /// # Errors
    /// A class whose table is not `known`.
    pub(crate) fn new<'a>(
        material: Material,
        taken: PieceKind,
        known: &dyn Fn(Material) -> Option<&'a [u8]>,
    ) -> Result<Fallen, Material> {
        let class = Class::new(material);
        let ahead = Ahead::new(material, known)?;
        let mut fallen =
            Fallen { taken, codes: vec![0; class.pairs() * SQUARES], open: Vec::new(), all: CodeSet::default(), class };
        for row in 0..fallen.class.rows() {
            let Some(red) = fallen.class.red(row) else {
                fallen.open.extend(fallen.class.weak.places.iter().map(|_| Bitboard::EMPTY));
                continue;
            };
            for (column, black) in fallen.class.weak.places.iter().enumerate() {
                let possible = fallen.class.red_to_move(&red, black);
                fallen.open.push(possible);
                for square in possible {
                    let mut loss = |place| ahead.loss(place);
                    let code = best_for_red(&fallen.class, (&red, column), square, &mut loss).ok_or(material)?;
                    fallen.codes[fallen.class.index(row, column, square)] = code;
                    fallen.all.insert(code);
                }
            }
        }
        Ok(fallen)
    }

    /// Whether a position has this code.
    pub(crate) fn has(&self, code: Code) -> bool {
        code > 0 && self.all.has(code)
    }

    /// The possible positions not known to be won by Red: all except those that were closed.
    #[inline]
    pub(crate) fn open(&self, row: usize, column: usize) -> Bitboard {
        self.open[row * self.class.weak.places.len() + column]
    }

    /// Removes the positions with a given code, won for Red, from the open ones.
    pub(crate) fn close(&mut self, code: Code) {
        if !self.has(code) {
            return;
        }
        for (open, codes) in self.open.iter_mut().zip(self.codes.chunks(SQUARES)) {
            *open = open.into_iter().filter(|square| codes[square.index()] != code).collect();
        }
    }

    /// The open positions with a given code.
    pub(crate) fn with_code(&self, row: usize, column: usize, code: Code) -> Bitboard {
        let is_so = |square: &Square| self.codes[self.class.index(row, column, *square)] == code;
        self.open(row, column).into_iter().filter(is_so).collect()
    }

    /// The code of a position; `None` if it is impossible. Not valid after [`Fallen::close`].
    pub(crate) fn code(&self, row: usize, column: usize, attacker: Square) -> Option<Code> {
        let is_open = self.open(row, column).contains(attacker);
        is_open.then(|| self.codes[self.class.index(row, column, attacker)])
    }
}
