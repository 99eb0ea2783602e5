//! Endgame knowledge: an advantage that the stronger side cannot convert into mate is reduced towards a draw. The cases
//! are those of a side with at most two officers (rook, horse, cannon).
//!
//! Against guards (advisors, elephants) alone, the factors follow the share of positions that the exact tables win
//! (`docs/tables.tsv`; the functions below give the shares by the height of the pawns). Against officers, where there
//! are no tables, they follow the verdicts of the manuals: Tu Jingming's *Practical Endgames* (屠景明, 象棋實用殘局), as
//! listed at xqinenglish.com, is cited as "Tu". A book win keeps its advantage, a book draw a tenth of it, and what the
//! manuals call "hard to win" or "positional win" about a fifth, so that the search has to show the win.

use crate::games::xiangqi::piece::PieceKind;
use crate::games::xiangqi::position::Position;
use crate::side::Side;

/// The scale of an advantage that is fully kept: at least 95 % of the positions are won.
pub const FULL: i32 = 64;
/// The position decides, and the network does not see much more than a pawn in it.
const LITTLE: i32 = 36;
/// The position decides: from a seventh to 95 % are won.
const OFTEN: i32 = 12;
/// Fewer are won, but more than 3 %.
const SELDOM: i32 = 8;
/// The rest: draws but for accidents.
const HARDLY: i32 = 5;
/// Nothing can be won.
const DRAWN: i32 = 2;

/// Reduces `score` (centipawns, Red minus Black) according to what the better side can still achieve.
#[inline(always)]
pub fn scale(position: &Position, score: i32) -> i32 {
    let strong = if score > 0 { Side::First } else { Side::Second };
    score * factor(position, strong) / FULL
}

/// The factor for an advantage of `strong`, in 64ths.
#[inline(always)]
pub fn factor(position: &Position, strong: Side) -> i32 {
    let officers = officers(position, strong);
    if officers.0 + officers.1 + officers.2 > 2 {
        return FULL;
    }
    few_officers(position, strong, officers)
}

/// The rooks, horses and cannons of a side.
type Officers = (u32, u32, u32);
/// The advisors and elephants of a side.
type Guards = (u32, u32);

#[inline(always)]
fn officers(position: &Position, side: Side) -> Officers {
    let number = |kind| position.pieces(side, kind).count();
    (number(PieceKind::Rook), number(PieceKind::Horse), number(PieceKind::Cannon))
}

fn guards(position: &Position, side: Side) -> Guards {
    let number = |kind| position.pieces(side, kind).count();
    (number(PieceKind::Advisor), number(PieceKind::Elephant))
}

/// The factor if `strong` has only these few rooks, horses and cannons.
#[inline(never)]
fn few_officers(position: &Position, strong: Side, own: Officers) -> i32 {
    let weak = strong.other();
    let (screens, theirs, defenders) = (guards(position, strong), guards(position, weak), officers(position, weak));
    let pawns = Pawns::of(position, strong);
    match defenders {
        (0, 0, 0) => against_guards(own, &pawns, screens, theirs),
        (0, ..) => against_minors(own, &pawns, screens, theirs, defenders),
        _ => against_rooks(own, &pawns, screens, theirs),
    }
}

/// The pawns of a side by what they can still do. Manuals distinguish the same three: 高兵, 低兵, 底兵.
struct Pawns {
    /// Before the last three ranks; there, they can still help to mate a general on any rank of the palace.
    high: u32,
    /// On the second or third rank of the palace.
    low: u32,
    /// On the last rank.
    bottom: u32,
}

impl Pawns {
    fn of(position: &Position, side: Side) -> Pawns {
        let mut pawns = Pawns { high: 0, low: 0, bottom: 0 };
        for square in position.pieces(side, PieceKind::Pawn) {
            match square.rank_of(side) {
                9 => pawns.bottom += 1,
                7 | 8 => pawns.low += 1,
                _ => pawns.high += 1,
            }
        }
        pawns
    }

    const fn number(&self) -> u32 {
        self.high + self.low + self.bottom
    }
}

/// Attackers against a general and guards. `own` are the attackers' guards, which a cannon needs as screens.
#[inline]
fn against_guards(officers: Officers, pawns: &Pawns, own: Guards, theirs: Guards) -> i32 {
    match (officers, pawns.number()) {
        ((0, 0, 0), 0) => DRAWN,
        ((0, 0, 0), 1) => one_pawn(pawns, theirs),
        ((0, 0, 0), 2) => two_pawns(pawns, theirs),
        ((0, 0, 1), 0) => one_cannon(own, theirs),
        ((0, 1, 0), 0) => one_horse(theirs),
        ((1, 0, 0), 0) if theirs == (2, 2) => OFTEN,
        ((0, 1, 0), 1) => horse_and_pawn(pawns, theirs),
        ((0, 0, 1), 1) => cannon_and_pawn(pawns, own, theirs),
        ((0, 0, 2), 0) => two_cannons(own, theirs),
        _ => FULL,
    }
}

/// Won in the tables: A 8 %, E 4 %, more guards 1 % and less. On the last rank, a pawn cannot even mate a bare general.
const fn one_pawn(pawns: &Pawns, theirs: Guards) -> i32 {
    match theirs {
        _ if pawns.bottom > 0 => DRAWN,
        (0, 0) => FULL,
        (1, 0) | (0, 1) => SELDOM,
        _ => HARDLY,
    }
}

/// Won in the tables: K, A all, E 24 %, AE 9 %, AA 7 %, more guards 1 % and less.
const fn one_horse(theirs: Guards) -> i32 {
    match theirs {
        (0 | 1, 0) => FULL,
        (0, 1) => OFTEN,
        (1, 1) | (2, 0) => SELDOM,
        _ => HARDLY,
    }
}

/// Won in the tables with an advisor as a screen (elephants are none): K, A, E, AA all, AE 14 %, AAE 9 %, EE 6 %, AAEE 4 %,
/// AEE 2 %. Without one, two advisors of the other side can be the screen, in 3 to 5 % of the positions.
const fn one_cannon(own: Guards, theirs: Guards) -> i32 {
    match (own, theirs) {
        ((0, _), (2, _)) => HARDLY,
        ((0, _), _) => DRAWN,
        (_, (_, 0) | (0, 1)) => FULL,
        (_, (1, 2)) => HARDLY,
        _ => SELDOM,
    }
}

/// Won in the tables, in per cent, by the height of both pawns (high, low, bottom):
///
/// | against | high, high | high, low | low, low | high, bottom | low, bottom |
/// |---|---|---|---|---|---|
/// | one guard | 100 | 100 | 53 to 100 | A 100, E 14 | A 47, E 31 |
/// | AA | 100 | 100 | 32 to 96 | 86 | 24 |
/// | EE | 100 | 100 | 42 to 63 | 0 | 7 |
/// | AE | 14 to 39 | 35 to 43 | 13 to 45 | 10 to 14 | 5 to 10 |
/// | three guards | 0 to 23 | 13 to 27 | 3 to 25 | 0 to 8 | 2 |
/// | AAEE | 0 to 3 | 3 to 7 | 2 to 6 | 0 | 0 |
fn two_pawns(pawns: &Pawns, theirs: Guards) -> i32 {
    match (theirs, pawns.bottom) {
        (_, 2) => DRAWN,
        ((0, 0), _) => FULL,
        ((1, 0), 1) if pawns.high == 1 => FULL,
        ((1 | 2, 0), 1) if pawns.low == 1 => 48,
        ((1 | 2, 0), 1) => LITTLE,
        ((0, 1), 1) => OFTEN,
        (_, 1) => HARDLY,
        ((1 | 2, 0) | (0, 1 | 2), _) if pawns.high > 0 => FULL,
        ((1, 0) | (0, 1), _) => FULL,
        ((2, 0), _) => LITTLE,
        ((2, 2), _) => HARDLY,
        _ => OFTEN,
    }
}

/// Won in the tables, in per cent, by the height of the pawn:
///
/// | against | high | low | bottom |
/// |---|---|---|---|
/// | EE | 100 | 100 | 20 |
/// | AAE | 99 | 84 | 43 |
/// | AEE | 99 | 82 | 15 |
/// | AAEE | 26 | 22 | 3 |
///
/// Fewer guards never hold.
fn horse_and_pawn(pawns: &Pawns, theirs: Guards) -> i32 {
    match (theirs, (pawns.high, pawns.low)) {
        ((2, 2), (0, 0)) => HARDLY,
        ((2, 2), _) | ((2, 1) | (0, 2), (0, 0)) => OFTEN,
        ((1, 2), (0, 0)) => SELDOM,
        ((2, 1) | (1, 2), (0, 1)) => OFTEN,
        _ => FULL,
    }
}

/// Won in the tables without guards of their own, in per cent, by the height of the pawn:
///
/// | against | high | low | bottom |
/// |---|---|---|---|
/// | K, A | 100 | 100 | 1 |
/// | AA | 100 | 96 | 12 |
/// | E | 100 | 31 | 0 |
/// | AE | 49 to 100 | 9 | 0 |
/// | AAE | 33 | 13 | 5 |
/// | EE, AEE | 3 to 15 | 0 to 7 | 0 |
///
/// With an advisor as a screen, only a pawn on the last rank fails: 41 % against AE, 16 % against AAE. With two elephants
/// and an advisor, a high pawn wins even against all guards (in up to 189 moves: H. Fang's
/// endgame databases).
fn cannon_and_pawn(pawns: &Pawns, own: Guards, theirs: Guards) -> i32 {
    let (high, bottom) = (pawns.high > 0, pawns.bottom > 0);
    if own.0 == 0 {
        return match theirs {
            (2, 0) if bottom => SELDOM,
            _ if bottom => HARDLY,
            (_, 0) => FULL,
            (0, 1) if high => FULL,
            (0, 1) => OFTEN,
            (1, 1) if high => OFTEN,
            _ => SELDOM,
        };
    }
    match theirs {
        (2, 2) if bottom => SELDOM,
        (2, 2) if own.1 == 2 && high => 40,
        (2, 2) => 20,
        (_, 0) | (0, 1) => FULL,
        _ if bottom => SELDOM,
        _ => FULL,
    }
}

/// Without a screen of their own, two elephants mostly hold (won against EE: 20 %, AEE: 15 %, AAEE: 27 %), and nothing
/// else does. The network sees so large an advantage there that less of it is kept than elsewhere.
const fn two_cannons(own: Guards, theirs: Guards) -> i32 {
    match (own, theirs) {
        ((0, _), (_, 2)) => HARDLY,
        (_, (2, 2)) => 20,
        _ => FULL,
    }
}

/// Attackers against horses and cannons with guards.
#[inline]
fn against_minors(own: Officers, pawns: &Pawns, screens: Guards, theirs: Guards, defenders: Officers) -> i32 {
    let (_, horses, cannons) = defenders;
    let number = theirs.0 + theirs.1;
    match (own, pawns.number()) {
        ((0, 0, 0), 0) => DRAWN,
        ((0, 0, 0), 1) => 12,
        ((0, 0, 1), 0) if screens.0 == 0 => DRAWN,
        ((0, 0, 1), 0) => HARDLY,
        ((0, 1, 0), 0) => SELDOM,
        // Tu: the horse holds with both elephants, not with two advisors; the cannon holds with two advisors.
        ((1, 0, 0), 0) if (horses, cannons) == (1, 0) && theirs.1 < 2 && number < 3 => FULL,
        ((1, 0, 0), 0) if number >= 2 => HARDLY,
        ((0, 1, 0) | (0, 0, 1), 1) if number >= 3 => 20,
        ((0, 1, 0) | (0, 0, 1), 1) => 36,
        // Two minor officers against one with all guards: easier against a horse than against a cannon, and two horses,
        // or two cannons, do not suffice.
        ((0, 0, 2), 0) if screens.0 == 0 => HARDLY,
        ((0, 1, 1) | (0, 2, 0), 0) if number == 4 && cannons == 0 => 20,
        ((0, 2, 0) | (0, 1, 1) | (0, 0, 2), 0) if number == 4 => 15,
        ((0, 2, 0) | (0, 1, 1) | (0, 0, 2), 0) => 40,
        _ => FULL,
    }
}

/// Attackers against a rook (or more) with guards.
#[inline]
fn against_rooks(own: Officers, pawns: &Pawns, screens: Guards, theirs: Guards) -> i32 {
    let number = theirs.0 + theirs.1;
    match (own, pawns.number()) {
        ((0, 0, 0), 0) => DRAWN,
        ((0, 0, 0), 1) => 12,
        ((0, 0, 1), 0) if screens.0 == 0 => DRAWN,
        ((0, 0, 1), 0) => HARDLY,
        ((0, 1, 0), 0) => SELDOM,
        ((1, 0, 0), 0) => 4,
        // The rook and pawn win against a rook alone (Tu).
        ((1, 0, 0), 1) if number >= 2 => 22,
        // Tu: even two rooks do not break all guards beside a rook.
        ((2, 0, 0), 0) if number == 4 => 7,
        // Tu: the horse needs an advisor of its own against two advisors, and two elephants mostly hold.
        ((1, 1, 0), 0) if number >= 3 => 12,
        ((1, 1, 0), 0) if theirs == (0, 2) => 14,
        ((1, 1, 0), 0) if theirs == (2, 0) && screens.0 > 0 => FULL,
        // Tu: the cannon wins against advisors from the middle file, and elephants hold.
        ((1, 0, 1), 0) if theirs.1 == 2 => 10,
        ((1, 0, 1), 0) if theirs.1 == 1 => 24,
        ((1, 1, 0) | (1, 0, 1), 0) => 40,
        ((0, 1, 0) | (0, 0, 1), 1) => 36,
        ((0, 2, 0) | (0, 1, 1) | (0, 0, 2), 0) => 40,
        _ => FULL,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::xiangqi::fen;

    fn left(fen: &str) -> i32 {
        factor(&fen::parse(&format!("{fen} w - - 0 1")).expect(fen), Side::First)
    }

    #[test]
    fn little_is_left_of_what_cannot_be_won() {
        let drawn = [
            ("rook against rook and a guard less", "3k5/9/9/9/9/9/9/r8/R8/3AKA3"),
            ("rook against all guards", "2bakab2/9/9/9/9/9/9/9/R8/3K5"),
            ("rook against horse and elephants", "2b1kn3/9/4b4/9/9/9/9/9/R8/3K5"),
            ("rook against cannon and advisors", "3akac2/9/9/9/9/9/9/9/R8/3K5"),
            ("two rooks against rook and all guards", "2bakab1r/9/9/9/9/9/9/9/RR7/3K5"),
            ("rook and cannon against rook and all guards", "2bakab1r/9/9/9/9/9/9/9/RC7/3K1A3"),
            ("horse and cannon against cannon and all guards", "2bakab1c/9/9/9/9/9/9/9/NC7/3K1A3"),
            ("horse against two elephants", "2b1k1b2/9/9/9/9/9/9/9/N8/3K5"),
            ("horse and pawn against all guards", "2bakab2/9/9/4P4/9/9/9/9/N8/3K5"),
            ("cannon without a screen", "3k5/9/9/9/9/9/9/9/C8/4K4"),
            ("cannon and pawn without a screen", "2b1k1b2/9/9/4P4/9/9/9/9/C8/4K4"),
            ("two cannons without a screen", "2b1k1b2/9/9/9/9/9/9/9/CC7/3K5"),
            ("pawn against an advisor", "3ak4/9/9/4P4/9/9/9/9/9/3K5"),
            ("pawns on the last rank", "P7P/4k4/9/9/9/9/9/9/9/3K5"),
            ("two pawns against all guards", "2bakab2/9/9/3P1P3/9/9/9/9/9/3K5"),
        ];
        for (name, fen) in drawn {
            assert!(left(fen) <= FULL / 4, "{name}: {}", left(fen));
        }
    }

    #[test]
    fn what_can_be_won_keeps_its_value() {
        let won = [
            ("rook against three guards", "3akab2/9/9/9/9/9/9/9/R8/3K5"),
            ("rook against horse and advisors", "3akan2/9/9/9/9/9/9/9/R8/3K5"),
            ("horse against the bare general", "3k5/9/9/9/9/9/9/9/N8/4K4"),
            ("rook and horse against all guards", "2bakab2/9/9/9/9/9/9/9/RN7/3K5"),
            ("horse and cannon against all guards", "2bakab2/9/9/9/9/9/9/9/NC7/3K5"),
            ("horse and pawn against three guards", "3akab2/9/9/4P4/9/9/9/9/N8/3K5"),
            ("cannon and pawn with screens against all guards", "2bakab2/9/9/4P4/9/9/9/9/C8/2B1KAB2"),
            ("two cannons without a screen against advisors", "3aka3/9/9/9/9/9/9/9/CC7/3K5"),
            ("rook and pawn against horse and all guards", "2bakabn1/9/9/4P4/9/9/9/9/R8/3K5"),
            ("rook, horse and advisor against rook and advisors", "3aka2r/9/9/9/9/9/9/9/RN7/3K1A3"),
            ("high pawns against two advisors", "3aka3/9/9/3P1P3/9/9/9/9/9/3K5"),
        ];
        for (name, fen) in won {
            assert!(left(fen) >= FULL / 2, "{name}: {}", left(fen));
        }
    }

    #[test]
    fn a_pawn_that_goes_too_far_loses_its_value() {
        let with = |ranks: &str| left(&format!("{ranks}/9/9/9/9/N8/3K5"));
        let factors = ["2b1kab2/9/9/P8", "2b1kab2/9/P8/9", "P1b1kab2/9/9/9"].map(with);
        assert_eq!(factors, [FULL, OFTEN, SELDOM]);
    }
}
