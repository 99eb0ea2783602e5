//! Threats to a general: the pieces that give check, and the pieces of its own side that may not move freely.
//!
//! Every enemy piece that could attack the general imposes a condition on the moves of other pieces. It depends on
//! `others`, the pieces between the attacker and the general once the moving piece has left its square:
//!
//! | attacker | others | the move is safe if it goes |
//! |---|---|---|
//! | rook, general on the file | none | between them, or to the attacker |
//! | cannon | none | anywhere but between them (where it would become the screen) |
//! | | one | to the free squares between, or to the attacker |
//! | horse | leg free | to the leg, or to the attacker |
//! | pawn | | to the attacker |
//!
//! In all other cases it is safe. A move is legal if it is safe from all attackers: [`safe_targets`]. [`CheckInfo`]
//! combines what holds for every unpinned piece, so that most moves need no look at the attackers.

use super::attacks;
use super::bitboard::Bitboard;
use super::piece::PieceKind;
use super::position::Position;
use super::square::Square;
use crate::side::Side;

/// The threats to the general of the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CheckInfo {
    /// Enemy pieces that give check.
    pub checkers: Bitboard,
    /// Own pieces that may not move freely; see [`safe_targets`].
    pub(crate) pinned: Bitboard,
    /// Empty squares between the general and a cannon without a screen: forbidden to all own pieces except the general.
    pub(crate) screen_gap: Bitboard,
}

impl CheckInfo {
    /// The check info for the general of `side`.
    #[inline]
    pub fn new(position: &Position, side: Side) -> CheckInfo {
        let mut check_info = CheckInfo::default();
        let occupied = position.occupied();
        let general = position.general_square(side);
        let own = position.by_side(side);
        let enemy = position.by_side(!side);
        for attacker in sliders(position, general) & enemy {
            let between = attacks::between(general, attacker);
            let pieces = between & occupied;
            let cannon = position.by_kind(PieceKind::Cannon).contains(attacker);
            if pieces.is_empty() {
                if cannon {
                    check_info.screen_gap |= between;
                } else {
                    check_info.checkers |= Bitboard::of(attacker);
                }
            } else if pieces.rest().is_empty() {
                if cannon {
                    check_info.checkers |= Bitboard::of(attacker);
                } else {
                    check_info.pinned |= pieces & own;
                }
            } else if cannon && !pieces.rest().many() {
                check_info.pinned |= pieces & own;
            }
        }
        for horse in position.pieces(!side, PieceKind::Horse) & attacks::horse_origins(general, Bitboard::EMPTY) {
            let leg = attacks::horse_leg(horse, general);
            if leg.meets(occupied) {
                check_info.pinned |= leg & own;
            } else {
                check_info.checkers |= Bitboard::of(horse);
            }
        }
        check_info.checkers |= position.pieces(!side, PieceKind::Pawn) & attacks::pawn_origins(!side, general);
        check_info
    }
}

/// Pieces of both sides that would attack `general` along a line that is suitably empty.
#[inline(always)]
fn sliders(position: &Position, general: Square) -> Bitboard {
    (position.by_kind(PieceKind::Rook) | position.by_kind(PieceKind::Cannon)) & attacks::cross(general)
        | position.by_kind(PieceKind::General) & Bitboard::file(general.file())
}

/// The squares to which the piece on `from`, which is not the general, can move without exposing the general of `side`
/// to any attacker.
pub(crate) fn safe_targets(position: &Position, side: Side, from: Square) -> Bitboard {
    let mut safe = Bitboard::ALL;
    let occupied = position.occupied();
    let general = position.general_square(side);
    let enemy = position.by_side(!side);
    for attacker in sliders(position, general) & enemy {
        let between = attacks::between(general, attacker);
        let others = (between & occupied).without(Bitboard::of(from));
        let capture = Bitboard::of(attacker);
        if position.by_kind(PieceKind::Cannon).contains(attacker) {
            if others.is_empty() {
                safe = safe.without(between);
            } else if !others.many() {
                safe &= between.without(others) | capture;
            }
        } else if others.is_empty() {
            safe &= between | capture;
        }
    }
    for horse in position.pieces(!side, PieceKind::Horse) & attacks::horse_origins(general, Bitboard::EMPTY) {
        let leg = attacks::horse_leg(horse, general);
        if !leg.meets(occupied.without(Bitboard::of(from))) {
            safe &= leg.without(Bitboard::of(from)) | Bitboard::of(horse);
        }
    }
    for pawn in position.pieces(!side, PieceKind::Pawn) & attacks::pawn_origins(!side, general) {
        safe &= Bitboard::of(pawn);
    }
    safe
}
