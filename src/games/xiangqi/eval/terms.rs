//! The terms of the evaluation that depend on how the pieces stand to each other.
//!
//! Two passes. The first walks over the pieces of both sides once, collects what each side attacks, and counts mobility,
//! attacks on the palace, and lines to the general on the way. The second needs both attack maps: threats and guards.

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
struct AttackMap {
    /// By pawns.
    pawns: Bitboard,
    /// By pawns, advisors and elephants.
    cheap: Bitboard,
    /// By these, horses and cannons: whatever is worth less than a rook.
    minor: Bitboard,
    /// By anything.
    all: Bitboard,
}

/// The terms under way for one position.
pub(super) struct Terms<'a, T> {
    position: &'a Position,
    occupied: Bitboard,
    maps: [AttackMap; Side::NUM],
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

    /// What needs the attack maps of both sides.
    #[inline(always)]
    fn relations(&mut self, side: Side) {
        self.shelter(side);
        self.pawns(side);
        self.threats(side);
    }

    #[inline(always)]
    fn add(&mut self, side: Side, term: Term, column: usize, count: i32) {
        let value = WEIGHTS[term.offset() + column] * count;
        match side {
            Side::First => self.score += value,
            Side::Second => self.score -= value,
        }
        self.trace.add(side, term, column, count);
    }

    #[inline(always)]
    fn pieces(&self, side: Side, kind: PieceKind) -> Bitboard {
        self.position.pieces(side, kind)
    }

    /// The attacks of the pieces that stay at home, and of the pawns.
    #[inline(always)]
    fn map_guards(&mut self, side: Side) {
        let pawns = self.pieces(side, PieceKind::Pawn);
        let ahead = if side == Side::First { pawns.up() } else { pawns.down() };
        let across = pawns.without(HALVES[side.index()]);
        let pawns = ahead | across.left() | across.right();
        let mut cheap = pawns;
        for square in self.pieces(side, PieceKind::Advisor) {
            cheap |= attacks::advisor(square);
        }
        for square in self.pieces(side, PieceKind::Elephant) {
            cheap |= attacks::elephant(square, self.occupied);
        }
        let all = cheap | attacks::general(self.position.king_square(side));
        self.maps[side.index()] = AttackMap { pawns, cheap, minor: cheap, all };
    }

    #[inline(always)]
    fn walk_pieces(&mut self, side: Side) {
        let palace = PALACES[side.other().index()];
        let own = self.position.by_side(side);
        let (mut minor, mut majors) = (Bitboard::EMPTY, Bitboard::EMPTY);
        minor |= self.horses(side, own, palace);
        for square in self.pieces(side, PieceKind::Cannon) {
            let (reach, captures) = attacks::lines(square, self.occupied);
            self.add(side, Term::CANNON_MOBILITY, reach.without(self.occupied).count() as usize, 1);
            self.add(side, Term::PALACE_ATTACK, 2, (captures & palace).count() as i32);
            self.cannon_lines(side, square);
            minor |= captures;
        }
        for square in self.pieces(side, PieceKind::Rook) {
            let reach = attacks::rook(square, self.occupied);
            self.add(side, Term::ROOK_MOBILITY, reach.without(own).count() as usize, 1);
            self.add(side, Term::PALACE_ATTACK, 1, (reach & palace).count() as i32);
            self.rook_line(side, square);
            majors |= reach;
        }
        let map = &mut self.maps[side.index()];
        map.minor |= minor;
        map.all |= minor | majors;
        let pawn_hits = (map.pawns & palace).count() as i32;
        self.add(side, Term::PALACE_ATTACK, 3, pawn_hits);
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
        let general = self.position.king_square(side.other());
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
        let general = self.position.king_square(side.other());
        if (rook.file() == general.file() || rook.rank() == general.rank())
            && (attacks::between(rook, general) & self.occupied).count() == 1
        {
            self.add(side, Term::LATENT_ROOK, 0, 1);
        }
    }

    /// Advisors and elephants, measured against the pieces that they are needed against.
    #[inline(always)]
    fn shelter(&mut self, side: Side) {
        let enemy = side.other();
        let number = |kind| self.position.pieces(enemy, kind).count() as i32;
        let (rooks, horses, cannons) = (number(PieceKind::Rook), number(PieceKind::Horse), number(PieceKind::Cannon));
        let advisors = self.pieces(side, PieceKind::Advisor).count().min(2) as usize;
        let elephants = self.pieces(side, PieceKind::Elephant).count().min(2) as usize;
        self.add(side, Term::ADVISORS_AGAINST_ROOK, advisors, rooks);
        self.add(side, Term::ADVISORS_AGAINST_HORSE, advisors, horses);
        self.add(side, Term::ADVISORS_AGAINST_CANNON, advisors, cannons);
        self.add(side, Term::ELEPHANTS_AGAINST_CANNON, elephants, cannons);
        self.add(side, Term::ELEPHANTS_AGAINST_ROOK, elephants, rooks);
    }

    #[inline(always)]
    fn pawns(&mut self, side: Side) {
        let across = self.pieces(side, PieceKind::Pawn).without(HALVES[side.index()]);
        if across.is_empty() {
            return;
        }
        let guarded = across & self.maps[side.index()].all;
        self.add(side, Term::PAWN_PAIR, 0, (across & across.right()).count() as i32);
        self.add(side, Term::GUARDED_PAWN, 0, guarded.count() as i32);
    }

    /// Enemy pieces that stand under attack by something cheaper, or unguarded.
    #[inline(always)]
    fn threats(&mut self, side: Side) {
        let (own, enemy) = (self.maps[side.index()], self.maps[side.other().index()]);
        let victims = self.position.by_side(side.other()) & own.all;
        if victims.is_empty() {
            return;
        }
        let loose = victims.without(enemy.all);
        for kind in [
            PieceKind::Advisor,
            PieceKind::Elephant,
            PieceKind::Horse,
            PieceKind::Rook,
            PieceKind::Cannon,
            PieceKind::Pawn,
        ] {
            let cheaper = match kind {
                PieceKind::Rook => own.minor,
                PieceKind::Horse | PieceKind::Cannon => own.cheap,
                _ => Bitboard::EMPTY,
            };
            let threatened = self.pieces(side.other(), kind) & (loose | victims & cheaper);
            let count = threatened.count() as i32;
            if count > 0 {
                self.add(side, Term::THREAT, kind.index(), count);
            }
        }
    }
}
