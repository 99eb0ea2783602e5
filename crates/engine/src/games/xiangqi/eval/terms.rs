//! The terms of the evaluation that are counted afresh for every position.
//!
//! Two passes. The first, in here, walks over the pieces of both sides once, collects what each side attacks, and counts
//! mobility, attacks on the palace, and lines to the general on the way. The second, [`super::relations`], needs the
//! attack maps of both sides.

use super::pair::Pair;
use super::trace::Trace;
use super::weights::{Term, WEIGHTS};
use crate::games::xiangqi::attacks::{self, HALVES, PALACES};
use crate::games::xiangqi::bitboard::Bitboard;
use crate::games::xiangqi::piece::PieceKind;
use crate::games::xiangqi::position::Position;
use crate::games::xiangqi::square::Square;
use crate::side::Side;

/// What a side attacks; its own pieces count as attacked, which is to say guarded.
#[derive(Clone, Copy, Default)]
pub(super) struct AttackMap {
    /// By pawns.
    pub pawns: Bitboard,
    /// By horses.
    pub horses: Bitboard,
    /// By cannons.
    pub cannons: Bitboard,
    /// Where cannons may go, captures and own pieces that they guard included.
    pub cannon_reach: Bitboard,
    /// By rooks.
    pub rooks: Bitboard,
    /// By the pieces that stay at home: general, advisors, elephants.
    pub home: Bitboard,
    /// By pawns, advisors and elephants.
    pub cheap: Bitboard,
    /// By these, horses and cannons: whatever is worth less than a rook.
    pub minor: Bitboard,
    /// By anything.
    pub all: Bitboard,
}

/// The terms under way for one position.
pub(super) struct Terms<'a, T> {
    pub(super) position: &'a Position,
    pub(super) occupied: Bitboard,
    pub(super) maps: [AttackMap; Side::NUM],
    score: Pair,
    trace: &'a mut T,
}

impl<'a, T: Trace> Terms<'a, T> {
    /// Red's terms minus black's.
    ///
    /// This and everything that it calls is inlined into one function, so that all of it is compiled for the processor's
    /// bit instructions; and the two sides are called one by one, so that each gets code of its own.
    #[inline(always)]
    pub(super) fn score(position: &'a Position, trace: &'a mut T) -> Pair {
        let mut terms = Terms {
            position,
            occupied: position.occupied(),
            maps: [AttackMap::default(); Side::NUM],
            score: Pair::ZERO,
            trace,
        };
        terms.map_guards(Side::First);
        terms.map_guards(Side::Second);
        terms.walk_pieces(Side::First);
        terms.walk_pieces(Side::Second);
        terms.relations(Side::First);
        terms.relations(Side::Second);
        terms.score
    }

    #[inline(always)]
    pub(super) fn add(&mut self, side: Side, term: Term, column: usize, count: i32) {
        let value = WEIGHTS[term.offset() + column] * count;
        match side {
            Side::First => self.score += value,
            Side::Second => self.score -= value,
        }
        self.trace.add(side, term, column, count);
    }

    #[inline(always)]
    pub(super) fn pieces(&self, side: Side, kind: PieceKind) -> Bitboard {
        self.position.pieces(side, kind)
    }

    /// The attacks of the pieces that stay at home, and of the pawns.
    #[inline(always)]
    fn map_guards(&mut self, side: Side) {
        let pawns = self.pieces(side, PieceKind::Pawn);
        let ahead = if side == Side::First { pawns.up() } else { pawns.down() };
        let across = pawns.without(HALVES[side.index()]);
        let pawns = ahead | across.left() | across.right();
        let mut guards = Bitboard::EMPTY;
        for square in self.pieces(side, PieceKind::Advisor) {
            guards |= attacks::advisor(square);
        }
        for square in self.pieces(side, PieceKind::Elephant) {
            guards |= attacks::elephant(square, self.occupied);
        }
        let home = guards | attacks::general(self.position.general_square(side));
        let map = &mut self.maps[side.index()];
        (map.pawns, map.home, map.cheap) = (pawns, home, pawns | guards);
    }

    #[inline(always)]
    fn walk_pieces(&mut self, side: Side) {
        let palace = PALACES[side.other().index()];
        let own = self.position.by_side(side);
        let horses = self.horses(side, own, palace);
        let (mut cannons, mut cannon_steps, mut rooks) = (Bitboard::EMPTY, Bitboard::EMPTY, Bitboard::EMPTY);
        for square in self.pieces(side, PieceKind::Cannon) {
            let (reach, captures) = attacks::lines(square, self.occupied);
            let steps = reach.without(self.occupied);
            self.add(side, Term::CANNON_MOBILITY, steps.count() as usize, 1);
            self.add(side, Term::PALACE_ATTACK, 2, (captures & palace).count() as i32);
            self.cannon_lines(side, square);
            cannons |= captures;
            cannon_steps |= steps;
        }
        for square in self.pieces(side, PieceKind::Rook) {
            let reach = attacks::rook(square, self.occupied);
            self.add(side, Term::ROOK_MOBILITY, reach.without(own).count() as usize, 1);
            self.add(side, Term::PALACE_ATTACK, 1, (reach & palace).count() as i32);
            self.rook_line(side, square);
            rooks |= reach;
        }
        self.add(side, Term::PALACE_ATTACK, 3, (self.maps[side.index()].pawns & palace).count() as i32);
        let map = &mut self.maps[side.index()];
        (map.horses, map.cannons, map.rooks) = (horses, cannons, rooks);
        map.cannon_reach = cannons | cannon_steps;
        map.minor = map.cheap | horses | cannons;
        map.all = map.minor | map.home | rooks;
    }

    #[inline(always)]
    fn horses(&mut self, side: Side, own: Bitboard, palace: Bitboard) -> Bitboard {
        let horses = self.pieces(side, PieceKind::Horse);
        let denied = own | self.maps[side.other().index()].pawns;
        let pawns = self.pieces(side, PieceKind::Pawn);
        let mut reached = Bitboard::EMPTY;
        for square in horses {
            let reach = attacks::horse(square, self.occupied);
            self.add(side, Term::HORSE_MOBILITY, reach.without(denied).count() as usize, 1);
            self.add(side, Term::PALACE_ATTACK, 0, (reach & palace).count() as i32);
            let leg = Bitboard::of(square);
            let leg = if side == Side::First { leg.up() } else { leg.down() };
            if leg.meets(pawns & HALVES[side.index()]) {
                self.add(side, Term::PAWN_BEFORE_HORSE, 0, 1);
            }
            reached |= reach;
        }
        if horses.many() && reached.meets(horses) {
            self.add(side, Term::CONNECTED_HORSES, 0, 1);
        }
        reached
    }

    /// A cannon that looks at the enemy general along the file, or along his back rank.
    #[inline(always)]
    fn cannon_lines(&mut self, side: Side, cannon: Square) {
        let general = self.position.general_square(side.other());
        if cannon.file() == general.file() {
            let between = attacks::between(cannon, general);
            match (between & self.occupied).count() {
                0 => self.add(side, Term::HOLLOW_CANNON, (between.count() as usize).min(9), 1),
                2 => self.add(side, Term::LATENT_CANNON, 0, 1),
                _ => {}
            }
        } else if cannon.rank() == general.rank() && !attacks::between(cannon, general).meets(self.occupied) {
            self.add(side, Term::BACK_RANK_CANNON, 0, 1);
        }
    }

    #[inline(always)]
    fn rook_line(&mut self, side: Side, rook: Square) {
        let general = self.position.general_square(side.other());
        if (rook.file() == general.file() || rook.rank() == general.rank())
            && (attacks::between(rook, general) & self.occupied).count() == 1
        {
            self.add(side, Term::LATENT_ROOK, 0, 1);
        }
    }
}
