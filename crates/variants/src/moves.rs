//! Moves: what they are, and what they say of a position.

use crate::betza::{Gait, Mode};
use crate::bits::Bits;
use crate::compiled::OFF;
use crate::pieces::Kind;
use crate::position::{Position, kind_of};

/// What a move does besides going from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Deed {
    /// Nothing.
    Plain,
    /// A pawn becomes this kind.
    Promote(Kind),
    /// The piece becomes the kind that the rules name.
    PromotePiece,
    /// The piece becomes what it was.
    Demote,
    Passant,
    /// The king goes to a file of the rules; the target is the rook's square.
    Castle,
    /// Jumps over other pieces, which are taken.
    Jump(Landing),
    /// A piece from the hand: what stands on the board then, and what was in the hand.
    Drop(Kind, Kind),
    /// Nothing moves.
    Pass,
}

/// What a piece becomes at the end of its jumps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Landing {
    /// What it is.
    Same,
    /// The kind that the rules name.
    PromotePiece,
    /// A pawn becomes this kind.
    Promote(Kind),
}

/// Most jumps of a move.
const MAX_JUMPS: usize = 12;

/// The squares on which a piece lands, one after the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Path {
    squares: [u8; MAX_JUMPS],
    count: u8,
}

impl Path {
    /// The squares in order.
    pub(crate) fn squares(&self) -> &[u8] {
        &self.squares[..usize::from(self.count)]
    }

    /// The path with another square; `None` if it is full.
    pub(crate) fn then(mut self, square: u8) -> Option<Path> {
        *self.squares.get_mut(usize::from(self.count))? = square;
        self.count += 1;
        Some(self)
    }
}

/// A move.
#[derive(Clone, Copy, Debug)]
pub struct Move {
    pub(crate) deed: Deed,
    pub(crate) from: u8,
    pub(crate) to: u8,
    /// Where a wall is put.
    pub(crate) wall: Option<u8>,
    /// Where jumps land.
    pub(crate) path: Path,
    /// The number of the move: twice its place among the noisy or the quiet moves of its position, from 1, and 1 if it
    /// is noisy.
    pub(crate) number: u16,
}

impl PartialEq for Move {
    /// The same move of two positions may have two numbers.
    fn eq(&self, other: &Move) -> bool {
        let parts = |mv: &Move| (mv.deed, mv.from, mv.to, mv.wall);
        parts(self) == parts(other) && self.path == other.path
    }
}

/// Parts of a key besides the pieces: the numbers are spread so that no two coincide.
pub(crate) const TURN: u32 = 6 << 28;
const PASSANT: u32 = 2 << 28;
const RIGHTS: u32 = 3 << 28;
const CHECKS: u32 = 5 << 28;
const WALLS: u32 = 7 << 28;

impl Position {
    /// The kind that moves or is dropped.
    #[inline]
    pub(crate) fn mover(&self, mv: Move) -> Kind {
        match mv.deed {
            Deed::Drop(kind, _) => kind,
            _ => kind_of(self.piece(mv.from)),
        }
    }

    /// Whether a move captures.
    #[inline]
    pub(crate) fn is_capture(&self, mv: Move) -> bool {
        match mv.deed {
            Deed::Passant | Deed::Jump(_) => true,
            Deed::Castle | Deed::Pass => false,
            _ => self.piece(mv.to) != 0,
        }
    }

    /// Whether a move is a capture or a promotion to a kind of the player's choice.
    #[inline]
    pub(crate) fn is_loud(&self, mv: Move) -> bool {
        matches!(mv.deed, Deed::Promote(_)) || self.is_capture(mv)
    }

    /// The squares that a kind could reach in quiet moves on an empty board.
    pub(crate) fn roam(&self, side: usize, kind: Kind, from: u8, mode: Mode) -> Bits {
        let mut set = Bits::NONE;
        for walk in self.game.walks(side, kind, mode) {
            let step = &self.game.steps[walk.step];
            let most = match walk.gait {
                Gait::Leap | Gait::Lame => 1,
                Gait::Slide(limit) | Gait::Hop(limit) if limit > 0 => limit,
                Gait::Slide(_) | Gait::Hop(_) | Gait::Grasshopper => u8::MAX,
            };
            let mut at = u16::from(from);
            for _ in 0..most {
                at = step[usize::from(at)];
                if at == OFF {
                    break;
                }
                set.add(at as u8);
            }
        }
        set
    }

    /// The square of the piece that is captured en passant on a square.
    pub(crate) fn passant_victim(&self, to: u8) -> Option<u8> {
        let us = self.us();
        let marked = self.state.passant & self.men();
        if !marked.is_empty() {
            return if us == 0 { marked.first() } else { marked.last() };
        }
        let file = self.of_side(1 - us) & Bits::file(i32::from(to % 16));
        if us == 0 { file.filter(|&square| square < to).last() } else { file.into_iter().find(|&square| square > to) }
    }

    /// Where king and rook stand after castling towards a rook.
    pub(crate) fn castled(&self, side: usize, from: u8, rook: u8) -> (u8, u8) {
        let rules = &self.game.rules;
        let rank = if side == 0 { rules.castling_rank } else { rules.ranks - 1 - rules.castling_rank };
        let is_kings_side = rook > from;
        let king = (16 * rank + rules.castling_files[usize::from(!is_kings_side)]) as u8;
        (king, if is_kings_side { king.wrapping_sub(1) } else { king.wrapping_add(1) })
    }

    pub(crate) fn set_passant(&mut self, squares: Bits) {
        for square in self.state.passant ^ squares {
            self.toggle(PASSANT | u32::from(square));
        }
        self.state.passant = squares;
    }

    pub(crate) fn set_rights(&mut self, rights: [bool; 4]) {
        for (index, (new, old)) in (0..).zip(rights.into_iter().zip(self.state.castling)) {
            if new != old {
                self.toggle(RIGHTS | index);
            }
        }
        self.state.castling = rights;
    }

    pub(crate) fn set_checks(&mut self, side: usize, left: u8) {
        let part = |left: u8| CHECKS | (side as u32) << 8 | u32::from(left);
        self.toggle(part(self.state.checks_left[side]));
        self.toggle(part(left));
        self.state.checks_left[side] = left;
    }

    pub(crate) fn set_walls(&mut self, walls: Bits) {
        for square in self.state.walls ^ walls {
            self.toggle(WALLS | u32::from(square));
        }
        self.state.walls = walls;
    }
}
