//! The terms that need the attack maps of both sides: shelter, threats, safe checks, who attacks whom.

use super::terms::Terms;
use super::trace::Trace;
use super::weights::Term;
use crate::games::xiangqi::attacks::{self, HALVES};
use crate::games::xiangqi::bitboard::Bitboard;
use crate::games::xiangqi::piece::PieceKind;
use crate::side::Side;

/// All kinds but the general, whose attackers are a matter of the search.
const WITHOUT_GENERAL: [PieceKind; 6] =
    [PieceKind::Advisor, PieceKind::Elephant, PieceKind::Horse, PieceKind::Rook, PieceKind::Cannon, PieceKind::Pawn];

impl<T: Trace> Terms<'_, T> {
    /// All terms of this file, for one side.
    #[inline(always)]
    pub(super) fn relations(&mut self, side: Side) {
        self.shelter(side);
        self.pawns(side);
        self.threats(side);
        self.attacks(side);
        self.safe_checks(side);
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
        for kind in WITHOUT_GENERAL {
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

    /// Who attacks whom, by kinds.
    #[inline(always)]
    fn attacks(&mut self, side: Side) {
        let map = self.maps[side.index()];
        let enemy = self.position.by_side(side.other());
        let sources = [map.pawns, map.horses, map.cannons, map.rooks, map.home];
        for (source, reach) in sources.into_iter().enumerate() {
            let attacked = reach & enemy;
            if attacked.is_empty() {
                continue;
            }
            for (place, kind) in WITHOUT_GENERAL.into_iter().enumerate() {
                let count = (attacked & self.position.by_kind(kind)).count() as i32;
                self.add(side, Term::ATTACK, source * WITHOUT_GENERAL.len() + place, count);
            }
        }
    }

    /// Squares from which a horse, a rook, a cannon can give check at its next move without being taken.
    #[inline(always)]
    fn safe_checks(&mut self, side: Side) {
        let general = self.position.general_square(side.other());
        let map = self.maps[side.index()];
        let safe = !(self.position.by_side(side) | self.maps[side.other().index()].all);
        let (line, _) = attacks::lines(general, self.occupied);
        let (beyond, _) = attacks::lines(general, self.occupied.without(line));
        let horse = attacks::horse_origins(general, self.occupied) & map.horses & safe;
        let cannon = beyond.without(line) & map.cannon_reach & safe;
        self.add(side, Term::SAFE_CHECK, 0, horse.count() as i32);
        self.add(side, Term::SAFE_CHECK, 1, (line & map.rooks & safe).count() as i32);
        self.add(side, Term::SAFE_CHECK, 2, cannon.count() as i32);
    }
}
