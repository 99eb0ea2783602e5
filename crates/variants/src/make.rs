//! How a move is made.

use crate::betza::Mode;
use crate::bits::Bits;
use crate::moves::{Deed, Landing, Move, TURN};
use crate::pieces::{KING, Kind, PAWN, one};
use crate::position::{Cell, Piece, Position, kind_of, piece, side_of};
use crate::rules::{Enclosing, Walling};

impl Position {
    /// Makes a move.
    pub(crate) fn play(&mut self, mv: Move) {
        self.begin();
        let (us, them) = (self.us(), 1 - self.us());
        let state = &mut self.state;
        // The wall of the last move; at the start of a game it may be any.
        let duck = state.last.and_then(|last| last.wall).map_or(state.walls, Bits::of);
        (state.ply, state.quiet_plies, state.since_start) =
            (state.ply + 1, state.quiet_plies + 1, state.since_start + 1);
        state.counted += u32::from(state.count_limit != 0);
        (state.last, state.captured, state.is_pass, state.grew) = (Some(mv), 0, mv.deed == Deed::Pass, false);
        let kind = self.mover(mv);
        if matches!(mv.deed, Deed::Jump(_)) {
            let mut from = mv.from;
            for &to in mv.path.squares() {
                // The middle of two squares: their files and ranks differ by even numbers.
                self.remove_captured((u16::from(from) + u16::from(to)).div_euclid(2) as u8, us);
                from = to;
            }
        } else {
            self.take(mv, us);
        }
        if self.resets_count(mv, us, kind) {
            self.state.quiet_plies = 0;
        }
        self.set_passant(Bits::NONE);
        self.lose_rights(mv, us);
        if self.game.rules.flip != Enclosing::None && mv.deed != Deed::Pass {
            self.flip(mv, us);
        }
        self.carry(mv, us);
        self.mark_passant(mv, us, kind);
        if self.game.rules.custodial && mv.deed != Deed::Pass {
            self.enclose(mv.to, us);
        }
        if self.state.captured != 0 {
            self.explode(mv, kind);
        }
        self.build(mv, duck);
        self.toggle(TURN);
        self.state.side = them as u8;
        self.count_down(mv);
        self.refresh();
        if self.game.rules.check_counting && !self.state.checkers.is_empty() {
            self.set_checks(us, self.state.checks_left[us].saturating_sub(1));
        }
    }

    /// Removes what the move captures.
    fn take(&mut self, mv: Move, us: usize) {
        let square = match mv.deed {
            Deed::Castle | Deed::Pass | Deed::Drop(..) | Deed::Jump(_) => None,
            Deed::Passant => self.passant_victim(mv.to),
            _ => (self.piece(mv.to) != 0).then_some(mv.to),
        };
        if let Some(square) = square {
            self.remove_captured(square, us);
        }
    }

    fn remove_captured(&mut self, square: u8, us: usize) {
        let cell = self.cell(square);
        self.clear(square);
        self.pocket(cell, us);
        self.state.captured = cell.piece;
        self.state.quiet_plies = 0;
    }

    /// Takes what stands between a square and another own piece.
    fn enclose(&mut self, to: u8, us: usize) {
        for (x, y) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            let (near, far) = (Bits::of(to).shift(x, y), Bits::of(to).shift(2 * x, 2 * y));
            if let Some(square) = (near & self.of_side(1 - us)).first().filter(|_| far.meets(self.of_side(us))) {
                self.remove_captured(square, us);
            }
        }
    }

    /// Puts a captured piece into a hand, if the rules say so.
    fn pocket(&mut self, cell: Cell, owner: usize) {
        let rules = &self.game.rules;
        if !rules.captures_to_hand {
            return;
        }
        let kind = match (cell.is_promoted && !rules.drop_loop, cell.origin) {
            (false, _) => kind_of(cell.piece),
            (true, 0) => rules.main_promotion_pawn[side_of(cell.piece)],
            (true, origin) => kind_of(origin),
        };
        self.hold(owner, kind, 1);
    }

    fn resets_count(&self, mv: Move, us: usize, kind: Kind) -> bool {
        let rules = &self.game.rules;
        let counts = rules.n_move_kinds[us] & one(kind) != 0;
        match mv.deed {
            Deed::Drop(..) | Deed::Promote(_) => true,
            Deed::PromotePiece if !rules.demotion => true,
            Deed::Pass => counts,
            _ => {
                // The step back of janggi's king counts as on a board without a palace.
                let steps_back = kind == KING && rules.king_is_wazir && Bits::of(mv.to).around().has(mv.from);
                counts && !steps_back && !self.roam(us, kind, mv.to, Mode::Quiet).has(mv.from)
            }
        }
    }

    fn lose_rights(&mut self, mv: Move, us: usize) {
        if matches!(mv.deed, Deed::Drop(..) | Deed::Pass) || self.state.castling == [false; 4] {
            return;
        }
        let mut rights = self.state.castling;
        for square in [mv.from, mv.to] {
            self.lose_right_of(square, &mut rights);
        }
        if self.game.rules.opposite_castling && mv.deed == Deed::Castle {
            rights[2 * (1 - us) + usize::from(mv.to < mv.from)] = false;
        }
        self.set_rights(rights);
    }

    fn lose_right_of(&self, square: u8, rights: &mut [bool; 4]) {
        for (index, right) in rights.iter_mut().enumerate() {
            if self.state.castling_king[index / 2] == Some(square) || self.state.castling_rook[index] == square {
                *right = false;
            }
        }
    }

    /// Turns enclosed pieces.
    fn flip(&mut self, mv: Move, us: usize) {
        let (own, other) = (self.of_side(us), self.of_side(1 - us));
        let near = Bits::of(mv.to).around().without(mv.to);
        let turned = match self.game.rules.flip {
            Enclosing::Reversi => self.enclosed(mv.to, own, other),
            Enclosing::Quadwrangle if !near.meets(own) && matches!(mv.deed, Deed::Drop(..)) => Bits::NONE,
            Enclosing::Ataxx | Enclosing::Quadwrangle => near & other,
            Enclosing::None | Enclosing::Snort | Enclosing::Anyside | Enclosing::Top => Bits::NONE,
        };
        for square in turned {
            let kind = kind_of(self.piece(square));
            self.put(square, Cell { piece: piece(us, kind), ..Cell::default() });
        }
    }

    /// The pieces of `other` between a square and pieces of `own`, along the lines of a queen.
    pub(crate) fn enclosed(&self, to: u8, own: Bits, other: Bits) -> Bits {
        let mut found = Bits::NONE;
        for (x, y) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
            let (mut at, mut line) = (Bits::of(to).shift(x, y), Bits::NONE);
            while at.meets(other) {
                line |= at;
                at = at.shift(x, y);
            }
            if at.meets(own) {
                found |= line;
            }
        }
        found
    }

    /// Moves or drops the piece, promotes it, castles.
    fn carry(&mut self, mv: Move, us: usize) {
        let cell = self.cell(mv.from);
        match mv.deed {
            Deed::Pass => (),
            Deed::Castle => {
                let (king, rook) = self.castled(us, mv.from, mv.to);
                let partner = self.cell(mv.to);
                self.clear(mv.from);
                self.clear(mv.to);
                self.put(king, cell);
                self.put(rook, partner);
            }
            Deed::Drop(kind, held) => {
                let origin = if kind == held { 0 } else { piece(us, held) };
                self.put(mv.to, Cell { piece: piece(us, kind), origin, is_promoted: origin != 0 });
                self.hold(us, held, -1);
                self.state.grew = true;
                if self.game.rules.castling_dropped {
                    self.gain_rights(mv.to, us, kind);
                }
            }
            Deed::Plain | Deed::Passant | Deed::Jump(_) | Deed::Promote(_) | Deed::PromotePiece | Deed::Demote => {
                self.clear(mv.from);
                let new = match mv.deed {
                    Deed::Promote(kind) | Deed::Jump(Landing::Promote(kind)) => {
                        Cell { piece: piece(us, kind), origin: 0, is_promoted: true }
                    }
                    Deed::PromotePiece | Deed::Jump(Landing::PromotePiece) => {
                        let kind = self.game.rules.promoted[usize::from(kind_of(cell.piece))];
                        Cell { piece: piece(us, kind), origin: cell.piece, is_promoted: true }
                    }
                    Deed::Demote => Cell { piece: cell.origin, ..Cell::default() },
                    _ => cell,
                };
                self.state.grew = new.piece != cell.piece;
                self.put(mv.to, new);
            }
        }
    }

    /// Castling rights of a king or rook that was dropped.
    fn gain_rights(&mut self, to: u8, us: usize, kind: Kind) {
        let rules = &self.game.rules;
        let rank = if us == 0 { rules.castling_rank } else { rules.ranks - 1 - rules.castling_rank };
        if i32::from(to / 16) != rank {
            return;
        }
        let home = (16 * rank + rules.castling_king_file) as u8;
        let corners = [(16 * rank) as u8, (16 * rank + rules.files - 1) as u8];
        let rooks: Vec<u8> = corners
            .into_iter()
            .filter(|&square| {
                let cell = self.piece(square);
                cell != 0 && side_of(cell) == us && rules.castling_rooks[us] & one(kind_of(cell)) != 0
            })
            .collect();
        let is_rook = rules.castling_rooks[us] & one(kind) != 0 && corners.contains(&to);
        let king = rules.castling_king[us];
        if kind == king && to == home {
            self.state.castling_king[us] = Some(home);
            rooks.iter().for_each(|&rook| self.add_right(us, rook));
        } else if is_rook && self.piece(home) == piece(us, king) {
            self.state.castling_king[us] = Some(home);
            self.add_right(us, to);
        }
    }

    /// Gives a side the right to castle with a rook.
    pub(crate) fn add_right(&mut self, side: usize, rook: u8) {
        let Some(king) = self.state.castling_king[side] else { return };
        let index = 2 * side + usize::from(rook < king);
        self.state.castling_rook[index] = rook;
        let mut rights = self.state.castling;
        rights[index] = true;
        self.set_rights(rights);
    }

    /// Marks where the moved piece can be captured en passant.
    fn mark_passant(&mut self, mv: Move, us: usize, kind: Kind) {
        if mv.deed != Deed::Plain {
            return;
        }
        let them = 1 - us;
        let region = self.game.rules.passant_region[them];
        let mut squares = Bits::NONE;
        if kind == PAWN {
            let far = (i32::from(mv.to) - i32::from(mv.from)).abs();
            let others = self.game.rules.passant_kinds[them] & !one(PAWN) != 0;
            let mut back = self.game.ahead(them, mv.to);
            for _ in 1..if far % 16 == 0 && far <= 48 { far / 16 } else { 0 } {
                let Some(square) = back else { break };
                let attacked = self.reach(us, PAWN, square, self.occupied(), Mode::Capture).meets(self.of(them, PAWN));
                if region.has(square) && (attacked || others) && mv.wall != Some(square) {
                    squares.add(square);
                }
                back = self.game.ahead(them, square);
            }
        } else if self.game.initial[us] & one(kind) != 0
            && (self.roam(us, kind, mv.from, Mode::Initial) & !self.roam(us, kind, mv.from, Mode::Quiet)).has(mv.to)
        {
            squares = between(mv.from, mv.to) & region;
        }
        self.set_passant(squares);
    }

    /// Blasts and petrifies after a capture.
    fn explode(&mut self, mv: Move, kind: Kind) {
        let rules = &self.game.rules;
        let immune = self.of_kinds(rules.blast_immune);
        let (petrify, petrify_blast) = (rules.petrify, rules.petrify_blast);
        let blast = if rules.blast {
            ((Bits::of(mv.to).around() & self.men() & !self.of_kind(PAWN)).with(mv.to)) & self.men() & !immune
        } else if petrify & one(kind) != 0 {
            Bits::of(mv.to)
        } else {
            Bits::NONE
        };
        let (mut rights, mut walls) = (self.state.castling, self.state.walls);
        for square in blast {
            let cell = self.cell(square);
            self.clear(square);
            self.pocket(cell, 1 - side_of(cell.piece));
            self.lose_right_of(square, &mut rights);
            let hardens = if square == mv.to { petrify & one(kind_of(cell.piece)) != 0 } else { petrify_blast };
            if hardens {
                walls.add(square);
            }
        }
        self.set_rights(rights);
        self.set_walls(walls);
    }

    /// Builds the wall of the move; where the wall is a duck, it leaves its place.
    fn build(&mut self, mv: Move, duck: Bits) {
        let Some(wall) = mv.wall else { return };
        let kept = if self.game.rules.walling == Walling::Duck { self.state.walls & !duck } else { self.state.walls };
        self.set_walls(kept.with(wall));
    }
}

/// The squares from one to another along a line, without the first; only the last if there is no line.
fn between(from: u8, to: u8) -> Bits {
    let (x, y) = (i32::from(to % 16) - i32::from(from % 16), i32::from(to / 16) - i32::from(from / 16));
    let mut squares = Bits::of(to);
    if x == 0 || y == 0 || x.abs() == y.abs() {
        let mut at = Bits::of(from);
        for _ in 0..x.abs().max(y.abs()) {
            at = at.shift(x.signum(), y.signum());
            squares |= at;
        }
    }
    squares
}

/// A piece without a past.
pub(crate) fn fresh(piece: Piece) -> Cell {
    Cell { piece, ..Cell::default() }
}
