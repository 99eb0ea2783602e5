//! Where pieces can go, and what attacks a square.

use crate::betza::{Gait, Mode};
use crate::bits::Bits;
use crate::compiled::{Compiled, OFF, Step, Walk};
use crate::moves::{Deed, Move};
use crate::pieces::{self, JANGGI_CANNON, KING, Kind, ROOK, SOLDIER, WAZIR, one};
use crate::position::{Position, kind_of, side_of};

/// The first occupied square along a step, and how many steps away it is; the squares before it go to `empty`.
#[inline]
fn ride(step: &Step, from: u8, occupied: Bits, limit: u8, mut empty: impl FnMut(u8)) -> Option<(u8, u8)> {
    let (mut at, mut count) = (from, 0);
    loop {
        let next = step[usize::from(at)];
        count += 1;
        if next == OFF || limit != 0 && count > limit {
            return None;
        }
        at = next as u8;
        if occupied.has(at) {
            return Some((at, count));
        }
        empty(at);
    }
}

impl Compiled {
    /// The squares that one way leads to.
    #[inline]
    pub(crate) fn follow(&self, walk: &Walk, from: u8, occupied: Bits, set: &mut Bits) {
        let step = &self.steps[walk.step];
        match walk.gait {
            Gait::Leap => {
                if step[usize::from(from)] != OFF {
                    set.add(step[usize::from(from)] as u8);
                }
            }
            Gait::Lame => {
                let target = step[usize::from(from)];
                if target != OFF && !self.is_barred(&walk.path, from, occupied) {
                    set.add(target as u8);
                }
            }
            Gait::Slide(limit) => {
                if let Some((end, _)) = ride(step, from, occupied, limit, |square| set.add(square)) {
                    set.add(end);
                }
            }
            Gait::Hop(limit) => {
                let Some((hurdle, count)) = ride(step, from, occupied, 0, |_| ()) else { return };
                let left = if limit == 0 { 0 } else { limit.saturating_sub(count) };
                if limit != 0 && left == 0 {
                    return;
                }
                if let Some((end, _)) = ride(step, hurdle, occupied, left, |square| set.add(square)) {
                    set.add(end);
                }
            }
            Gait::Grasshopper => {
                let Some((hurdle, _)) = ride(step, from, occupied, 0, |_| ()) else { return };
                if step[usize::from(hurdle)] != OFF {
                    set.add(step[usize::from(hurdle)] as u8);
                }
            }
        }
    }

    /// Whether a lame leaper's way is blocked.
    fn is_barred(&self, path: &[usize], from: u8, occupied: Bits) -> bool {
        path.iter().any(|&step| {
            let square = self.steps[step][usize::from(from)];
            square == OFF || occupied.has(square as u8)
        })
    }
}

impl Position {
    /// The squares that a kind reaches from a square in one mode, whether or not they are occupied.
    pub(crate) fn reach(&self, side: usize, kind: Kind, from: u8, occupied: Bits, mode: Mode) -> Bits {
        self.reach_anywhere(side, kind, from, occupied, mode) & self.area(side, kind)
    }

    /// The same beyond the squares where the kind may be.
    #[inline]
    pub(crate) fn reach_anywhere(&self, side: usize, kind: Kind, from: u8, occupied: Bits, mode: Mode) -> Bits {
        let game = &*self.game;
        let (mut set, rides) = game.ways(side, kind, mode, from);
        rides.iter().for_each(|walk| game.follow(walk, from, occupied, &mut set));
        if kind == SOLDIER && game.relative_rank(side, from) < game.rules.soldier_promotion_rank {
            set &= Bits::file(i32::from(from % 16));
        }
        if kind == JANGGI_CANNON {
            set &= self.janggi_cannon(from, occupied, self.of_kind(JANGGI_CANNON));
        }
        if mode != Mode::Initial && game.rules.diagonal_lines.has(from) {
            let cannons = self.of_kind(JANGGI_CANNON);
            set |= self.along_diagonals(side, kind, from, occupied, cannons) & game.rules.diagonal_lines;
        }
        set
    }

    /// Where a janggi cannon may land along the lines, as no cannon jumps over or takes another.
    fn janggi_cannon(&self, from: u8, occupied: Bits, cannons: Bits) -> Bits {
        let mut set = Bits::NONE;
        let walks = self.game.walks(0, JANGGI_CANNON, Mode::Capture);
        walks.iter().for_each(|walk| self.game.follow(walk, from, occupied & !cannons, &mut set));
        set & !cannons
    }

    /// Moves along the diagonals of a palace.
    fn along_diagonals(&self, side: usize, kind: Kind, from: u8, occupied: Bits, cannons: Bits) -> Bits {
        let near = Bits::of(from);
        let diagonal = |ranks| near.shift(1, ranks) | near.shift(-1, ranks);
        let is_wazir = kind == WAZIR || kind == KING && self.game.rules.king_is_wazir;
        match kind {
            _ if is_wazir => diagonal(1) | diagonal(-1),
            SOLDIER => diagonal(if side == 0 { 1 } else { -1 }),
            ROOK | JANGGI_CANNON => {
                let mut set = Bits::NONE;
                for (x, y) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                    let (first, second) = (near.shift(x, y), near.shift(2 * x, 2 * y));
                    let is_blocked = first.meets(occupied);
                    if kind == ROOK {
                        set |= if is_blocked { first } else { first | second };
                    } else if is_blocked && !first.meets(cannons) {
                        set |= second & !cannons;
                    }
                }
                set
            }
            _ => Bits::NONE,
        }
    }

    /// The pieces of a side that attack a square, with these squares occupied. Pieces that stand on others are left out.
    pub(crate) fn attackers(&self, square: u8, side: usize, occupied: Bits) -> Bits {
        self.attackers_past(square, side, occupied, self.of_kind(JANGGI_CANNON))
    }

    /// The same with janggi's cannons on other squares.
    pub(crate) fn attackers_past(&self, square: u8, side: usize, occupied: Bits, cannons: Bits) -> Bits {
        let game = &*self.game;
        let mut found = Bits::NONE;
        let mut take = |at: u8, kinds: u64| {
            let piece = self.piece(at);
            let fits = piece != 0 && side_of(piece) == side && kinds >> kind_of(piece) & 1 == 1;
            if fits && occupied.has(at) && self.is_special_free(side, kind_of(piece), square, at) {
                found.add(at);
            }
        };
        for (kind, sources) in &game.leapers[side] {
            let leapers = sources[usize::from(square)] & self.of(side, *kind) & occupied;
            leapers.for_each(|at| take(at, one(*kind)));
        }
        for approach in &game.approaches[side] {
            let step = &game.steps[approach.back];
            match approach.gait {
                Gait::Leap => (),
                Gait::Lame => {
                    let at = step[usize::from(square)];
                    if at != OFF && !game.is_barred(&approach.path, at as u8, occupied) {
                        take(at as u8, approach.kinds);
                    }
                }
                Gait::Slide(limit) => {
                    if let Some((at, _)) = ride(step, square, occupied, limit, |_| ()) {
                        take(at, approach.kinds);
                    }
                }
                Gait::Hop(limit) => {
                    let Some((hurdle, near)) = ride(step, square, occupied, 0, |_| ()) else { continue };
                    let end = ride(step, hurdle, occupied, 0, |_| ());
                    if let Some((at, _)) = end.filter(|&(_, far)| limit == 0 || near + far <= limit) {
                        let kinds =
                            if cannons.has(hurdle) { approach.kinds & !one(JANGGI_CANNON) } else { approach.kinds };
                        take(at, kinds);
                    }
                }
                Gait::Grasshopper => {
                    let hurdle = step[usize::from(square)];
                    if hurdle != OFF
                        && occupied.has(hurdle as u8)
                        && let Some((at, _)) = ride(step, hurdle as u8, occupied, 0, |_| ())
                    {
                        take(at, approach.kinds);
                    }
                }
            }
        }
        if game.rules.diagonal_lines.has(square) {
            for kind in
                [WAZIR, KING, SOLDIER, ROOK, JANGGI_CANNON].into_iter().filter(|&kind| game.kinds & one(kind) != 0)
            {
                for at in self.of(side, kind) & occupied & game.rules.diagonal_lines {
                    if self.along_diagonals(side, kind, at, occupied, cannons.without(square)).has(square)
                        && game.area(side, kind).has(square)
                    {
                        found.add(at);
                    }
                }
            }
        }
        found
    }

    /// Whether a piece that moves along its ways to a square is not kept from it by a rule of its kind.
    #[inline]
    fn is_special_free(&self, side: usize, kind: Kind, square: u8, at: u8) -> bool {
        let game = &*self.game;
        if game.is_restricted && !game.area(side, kind).has(square) {
            return false;
        }
        match kind {
            SOLDIER => game.relative_rank(side, square) >= game.rules.soldier_promotion_rank || at % 16 == square % 16,
            _ => true,
        }
    }

    /// The squares on which a piece that comes or goes may change what a side attacks a square with, besides the piece
    /// itself: those before hidden riders, on the way to hoppers and in the way of lame leapers.
    pub(crate) fn lines_to(&self, square: u8, side: usize) -> Bits {
        let game = &*self.game;
        if !game.rules.diagonal_lines.is_empty() {
            return Bits::ALL;
        }
        let (mut found, occupied) = (Bits::NONE, self.occupied());
        let holds = |at: u8, kinds: u64| self.is_one_of(at, side, kinds);
        for approach in &game.approaches[side] {
            let step = &game.steps[approach.back];
            match approach.gait {
                Gait::Leap => (),
                Gait::Lame => {
                    let at = step[usize::from(square)];
                    if at != OFF && holds(at as u8, approach.kinds) {
                        let squares = approach.path.iter().map(|&step| game.steps[step][usize::from(at)]);
                        found |= squares.filter(|&square| square != OFF).map(|square| square as u8).collect();
                    }
                }
                Gait::Slide(_) => {
                    if let Some((first, _)) = ride(step, square, occupied, 0, |_| ())
                        && let Some((second, _)) = ride(step, first, occupied, 0, |_| ())
                        && holds(second, approach.kinds)
                    {
                        found.add(first);
                    }
                }
                Gait::Hop(_) | Gait::Grasshopper => {
                    let mut way = Bits::NONE;
                    ride(step, square, Bits::NONE, 0, |at| {
                        if holds(at, approach.kinds) {
                            found |= way;
                        }
                        way.add(at);
                    });
                }
            }
        }
        found
    }

    /// How many squares there are from which riders could attack a square of a side, if only its own pieces stood there.
    pub(crate) fn exposure(&self, square: u8, side: usize) -> i32 {
        let (own, mut count) = (self.of_side(side), 0);
        for approach in self.game.approaches[1 - side].iter().filter(|way| matches!(way.gait, Gait::Slide(_))) {
            ride(&self.game.steps[approach.back], square, own, 0, |_| count += 1);
        }
        count
    }

    /// Whether a move attacks a royal piece of the other side.
    pub(crate) fn checks(&self, mv: Move) -> bool {
        let (us, them) = (self.us(), 1 - self.us());
        let targets = (self.state.royals & self.of_side(them)) | self.of(them, KING);
        if targets.is_empty() || mv.deed == Deed::Pass {
            return false;
        }
        // Cannons of janggi do not jump over each other, wherever they are by then.
        let cannons = self.game.kinds & one(JANGGI_CANNON) != 0;
        if cannons || matches!(mv.deed, Deed::Castle | Deed::Passant | Deed::Jump(_)) {
            return self.gives_check_slowly(mv);
        }
        let kind = match mv.deed {
            Deed::Promote(kind) => kind,
            Deed::PromotePiece => self.game.rules.promoted[usize::from(self.mover(mv))],
            Deed::Demote => kind_of(self.cell(mv.from).origin),
            _ => self.mover(mv),
        };
        let left = if matches!(mv.deed, Deed::Drop(..)) { self.occupied() } else { self.occupied().without(mv.from) };
        let occupied = left.with(mv.to);
        if self.reach(us, kind, mv.to, occupied, Mode::Capture).meets(targets) {
            return true;
        }
        let opens = self.state.lines[1].has(mv.from) || self.state.lines[1].has(mv.to);
        opens && self.king(them).is_some_and(|king| !self.attackers(king, us, occupied).without(mv.from).is_empty())
    }

    /// Whether a side attacks a square.
    pub(crate) fn is_attacked(&self, square: u8, side: usize, occupied: Bits) -> bool {
        !self.attackers(square, side, occupied).is_empty()
    }

    /// Whether the kings face each other along a line on which no piece stands.
    pub(crate) fn faces_king(&self, square: u8, side: usize, occupied: Bits) -> Bits {
        let mut found = Bits::NONE;
        let near = Bits::of(square);
        for (x, y) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            let mut at = near.shift(x, y) & self.game.board;
            while !at.is_empty() && !at.meets(occupied) {
                at = at.shift(x, y) & self.game.board;
            }
            found |= at;
        }
        found & self.of(side, pieces::KING)
    }
}
