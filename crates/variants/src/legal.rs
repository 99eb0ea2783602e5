//! Which moves are legal, and what is found out about a position after each move.

use crate::betza::Mode;
use crate::bits::Bits;
use crate::generate::Wanted;
use crate::moves::{Deed, Move};
use crate::pieces::{BERS, JANGGI_CANNON, KING, KNIGHT, Kind, PAWN, ROOK, each, one};
use crate::position::Position;
use crate::rules::Walling;

/// What all moves of a position have in common.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Duties {
    /// A capture is legal, and must be made.
    captures: bool,
    /// A drop is legal, and must be made.
    drops: bool,
    /// A move is legal, so that passing is not.
    moves: bool,
}

impl Position {
    /// The legal moves, in order.
    pub(crate) fn legal_moves(&self, list: &mut Vec<Move>) {
        self.pseudo(list, Wanted::All);
        let duties = self.duties(list);
        list.retain(|&mv| self.is_legal(mv, duties));
    }

    /// What must be done, found among all moves of the position.
    pub(crate) fn duties(&self, all: &[Move]) -> Duties {
        let (us, rules) = (self.us(), &self.game.rules);
        let mut duties = Duties::default();
        let any = |duties: Duties, is: &dyn Fn(Move) -> bool| all.iter().any(|&mv| is(mv) && self.is_legal(mv, duties));
        if rules.must_capture {
            duties.captures = any(duties, &|mv| self.is_capture(mv));
        }
        if rules.must_drop && self.in_hand(us, rules.must_drop_kind) > 0 {
            let fits = |held| rules.must_drop_kind == 0 || rules.must_drop_kind == held;
            duties.drops = any(duties, &|mv| matches!(mv.deed, Deed::Drop(_, held) if fits(held)));
        }
        if rules.pass_on_stalemate[us] && self.state.checkers.is_empty() {
            duties.moves = any(duties, &|mv| mv.deed != Deed::Pass);
        }
        duties
    }

    /// Whether a move of [`Position::pseudo`] is legal.
    pub(crate) fn is_legal(&self, mv: Move, duties: Duties) -> bool {
        let (us, rules) = (self.us(), &self.game.rules);
        let is_drop = matches!(mv.deed, Deed::Drop(..));
        if (!rules.checking || !rules.drop_checks && is_drop) && self.gives_check_slowly(mv) {
            return false;
        }
        if duties.captures && !self.is_capture(mv) || duties.moves && mv.deed == Deed::Pass {
            return false;
        }
        let must_drop = rules.must_drop && self.in_hand(us, rules.must_drop_kind) > 0;
        match mv.deed {
            Deed::Drop(_, held) if must_drop && rules.must_drop_kind != 0 && held != rules.must_drop_kind => {
                return false;
            }
            Deed::Drop(..) => (),
            _ if duties.drops => return false,
            _ => (),
        }
        let kind = self.mover(mv);
        if is_drop && rules.drop_opposite_bishops && !self.bishops_fit(us, mv, kind) {
            return false;
        }
        let settles = is_drop || mv.deed == Deed::Plain;
        if rules.immobility_illegal && settles && !self.roam(us, kind, mv.to, Mode::Quiet).meets(self.open()) {
            return false;
        }
        if rules.pseudo_royal && !self.keeps_royals(mv, kind) {
            return false;
        }
        let takes_same = self.is_capture(mv) && rules.mutually_immune & one(kind) != 0;
        if takes_same && self.is_one_of(mv.to, 1 - us, one(kind)) {
            return false;
        }
        self.keeps_king(mv, kind)
    }

    /// Whether a move leaves the own king safe.
    fn keeps_king(&self, mv: Move, kind: Kind) -> bool {
        let (us, them, rules) = (self.us(), 1 - self.us(), &self.game.rules);
        let king = self.king(us);
        match (mv.deed, king) {
            (Deed::Passant, Some(king)) => {
                let victim = self.passant_victim(mv.to).map_or(Bits::NONE, Bits::of);
                let occupied = (self.occupied() ^ Bits::of(mv.from) ^ victim).with(mv.to);
                return !self.is_attacked(king, them, occupied);
            }
            (Deed::Castle, _) => return self.castles_safely(mv, kind),
            _ => (),
        }
        let left = if matches!(mv.deed, Deed::Drop(..)) { self.occupied() } else { self.occupied().without(mv.from) };
        let occupied = left.with(mv.to);
        if self.state.is_bikjang && mv.deed == Deed::Pass {
            return true;
        }
        let Some(king) = king.or((kind == KING).then_some(mv.to)) else {
            return true;
        };
        let faces = rules.flying_general || self.state.is_bikjang;
        let is_calm = self.state.checkers.is_empty() && !faces && self.game.kinds & one(JANGGI_CANNON) == 0;
        if kind != KING && is_calm && !self.state.lines[0].has(mv.from) && !self.state.lines[0].has(mv.to) {
            return true;
        }
        if faces {
            let square = if kind == KING { mv.to } else { king };
            if !self.faces_king(square, them, occupied).without(mv.to).is_empty() {
                return false;
            }
        }
        if rules.makpong && kind == KING && !self.state.checkers.is_empty() && self.state.checkers != Bits::of(mv.to) {
            return false;
        }
        if kind == KING {
            return !self.is_attacked(mv.to, them, occupied);
        }
        let mut cannons = self.of_kind(JANGGI_CANNON);
        cannons.remove(mv.to);
        if kind == JANGGI_CANNON {
            if !matches!(mv.deed, Deed::Drop(..)) {
                cannons.remove(mv.from);
            }
            cannons.add(mv.to);
        }
        self.attackers_past(king, them, occupied, cannons).without(mv.to).is_empty()
    }

    fn castles_safely(&self, mv: Move, kind: Kind) -> bool {
        let (us, them, rules) = (self.us(), 1 - self.us(), &self.game.rules);
        if kind != KING {
            return true;
        }
        if !self.state.checkers.is_empty() {
            return false;
        }
        let (to, _) = self.castled(us, mv.from, mv.to);
        let left = self.occupied().without(mv.from);
        let way = (mv.from.min(to)..=mv.from.max(to)).filter(|&square| square != mv.from);
        for square in way {
            let faces = rules.flying_general && !self.faces_king(square, them, left).is_empty();
            if faces || self.is_attacked(square, them, self.occupied()) {
                return false;
            }
        }
        !self.is_attacked(to, them, self.occupied().without(mv.to))
    }

    /// Whether a move leaves the own pieces safe that may not be lost.
    fn keeps_royals(&self, mv: Move, kind: Kind) -> bool {
        let (us, them, rules) = (self.us(), 1 - self.us(), &self.game.rules);
        let (own, theirs) = (self.state.royals & self.of_side(us), self.state.royals & self.of_side(them));
        let is_drop = matches!(mv.deed, Deed::Drop(..));
        let mut occupied = if is_drop { self.occupied() } else { self.occupied() ^ Bits::of(mv.from) };
        if rules.walling == Walling::Duck {
            occupied &= !self.state.walls;
        }
        if let Some(wall) = mv.wall {
            occupied.add(wall);
        }
        let touches = |square: u8| rules.blast && Bits::of(square).around().without(square).meets(theirs);
        let mut to = mv.to;
        if mv.deed == Deed::Castle {
            let (king, rook) = self.castled(us, mv.from, mv.to);
            to = king;
            let way = (mv.from.min(to)..=mv.from.max(to)).filter(|&square| square != to || mv.from == to);
            if own.has(mv.from)
                && way.into_iter().any(|square| !touches(square) && self.is_attacked(square, them, occupied))
            {
                return false;
            }
            occupied ^= Bits::of(mv.to) | Bits::of(rook);
        }
        occupied.add(to);
        if mv.deed == Deed::Passant
            && let Some(victim) = self.passant_victim(to)
        {
            occupied.remove(victim);
        }
        let captures = self.is_capture(mv);
        if captures && rules.blast {
            let blown = Bits::of(to).around().without(to) & self.men() & !self.of_kind(PAWN);
            occupied &= !blown.with(to);
        }
        if captures && rules.petrify & one(kind) != 0 && own.has(mv.from) {
            return false;
        }
        let royals = self.royals_after(mv, to, kind, own);
        if !(royals & !occupied).is_empty() {
            return false;
        }
        let stony = self.of_kinds(rules.petrify & rules.extinction_kinds[them]) & self.of_side(them);
        let attackers = occupied.without(to) & !stony;
        let is_hit = |square: u8| !touches(square) && self.attackers(square, them, occupied).meets(attackers);
        if (theirs & !occupied).is_empty() && royals.into_iter().any(is_hit) {
            return false;
        }
        if rules.duple_check {
            let mut candidates = self.of_kinds(rules.extinction_kinds[us]) & self.of_side(us);
            if candidates.has(mv.from) && !is_drop {
                candidates = candidates.without(mv.from).with(to);
            }
            if matches!(mv.deed, Deed::Promote(kind) if rules.extinction_kinds[us] & one(kind) != 0) {
                candidates.add(to);
            }
            return candidates.is_empty() || !candidates.into_iter().all(is_hit);
        }
        true
    }

    /// The own royal pieces after a move.
    fn royals_after(&self, mv: Move, to: u8, kind: Kind, own: Bits) -> Bits {
        let (us, rules) = (self.us(), &self.game.rules);
        let mut royals = own;
        if let Deed::Drop(..) = mv.deed {
            if rules.extinction_kinds[us] & one(kind) != 0 {
                royals.add(mv.to);
            }
        } else if royals.has(mv.from) {
            royals = (royals ^ Bits::of(mv.from)) ^ Bits::of(to);
        }
        if let Deed::Promote(kind) = mv.deed
            && rules.extinction_kinds[us] & one(kind) != 0
        {
            if self.count(us, kind) > rules.extinction_count {
                royals &= !self.of(us, kind);
            } else {
                royals.add(to);
            }
        }
        royals
    }

    /// Whether a move gives check, by making it on a copy.
    pub(crate) fn gives_check_slowly(&self, mv: Move) -> bool {
        if self.king(1 - self.us()).is_none() {
            return false;
        }
        let mut after = self.bare();
        after.play(mv);
        !after.state.checkers.is_empty()
    }

    /// Finds checks, royal pieces and facing generals after a move.
    pub(crate) fn refresh(&mut self) {
        let (us, them) = (self.us(), 1 - self.us());
        let occupied = self.occupied();
        let king = self.king(us);
        self.state.checkers = king.map_or(Bits::NONE, |king| self.attackers(king, them, occupied));
        let lines = |king: Option<u8>, side: usize| king.map_or(Bits::NONE, |king| self.lines_to(king, side));
        self.state.lines = [lines(king, them), lines(self.king(them), us)];
        if self.game.rules.shatar_mate {
            let strong = self.of_kinds(one(KNIGHT) | one(ROOK) | one(BERS));
            self.state.is_strong_check = self.state.checkers.meets(strong);
        }
        if self.game.rules.bikjang {
            self.state.is_bikjang = self.king(them).is_some_and(|king| !self.faces_king(king, us, occupied).is_empty());
        }
        if self.game.rules.pseudo_royal {
            self.state.royals = self.royals();
        }
    }

    /// Pieces of the kinds that may not die out, where one more loss would end them.
    pub(crate) fn royals(&self) -> Bits {
        let rules = &self.game.rules;
        let mut royals = Bits::NONE;
        for side in 0..2 {
            for kind in each(rules.extinction_kinds[side]) {
                if self.count(side, kind) <= rules.extinction_count + 1 {
                    royals |= self.of(side, kind);
                }
            }
        }
        royals
    }

    /// Whether an own royal piece is attacked.
    pub(crate) fn attacked_royals(&self) -> bool {
        let is_hit = |square: u8| self.may_be_hit(square) && self.is_attacked(square, 1 - self.us(), self.occupied());
        if (self.state.royals & self.of_side(self.us())).into_iter().any(is_hit) {
            return true;
        }
        let mut candidates = self.duple_candidates();
        !candidates.is_empty() && candidates.all(is_hit)
    }

    /// The pieces that attack own royal pieces.
    pub(crate) fn royal_attackers(&self) -> Bits {
        if !self.game.rules.pseudo_royal || !self.attacked_royals() {
            return Bits::NONE;
        }
        let targets = (self.state.royals & self.of_side(self.us())) | self.duple_candidates();
        let attackers = |square| self.attackers(square, 1 - self.us(), self.occupied());
        targets.filter(|&square| self.may_be_hit(square)).fold(Bits::NONE, |all, square| all | attackers(square))
    }

    /// Whether an own royal piece on a square can be captured without blowing up one of the opponent's.
    fn may_be_hit(&self, square: u8) -> bool {
        let theirs = self.state.royals & self.of_side(1 - self.us());
        !self.game.rules.blast || !Bits::of(square).around().without(square).meets(theirs)
    }

    /// The own pieces of which not all may be attacked at once.
    fn duple_candidates(&self) -> Bits {
        let (us, rules) = (self.us(), &self.game.rules);
        if rules.duple_check { self.of_kinds(rules.extinction_kinds[us]) & self.of_side(us) } else { Bits::NONE }
    }
}
