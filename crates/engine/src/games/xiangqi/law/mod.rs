//! The repetition rules: which side must stop repeating.
//!
//! When a position occurs for the third time, the moves in between are judged:
//!
//! | one side | the other | verdict |
//! |---|---|---|
//! | checks with every move | does not | the first loses: `perpetual check` |
//! | checks with every move | so does the other | draw: `repetition` |
//! | chases one piece with every move | does not | the first loses: `perpetual chase` |
//! | chases one piece with every move | so does the other | draw: `repetition` |
//! | neither | | draw: `repetition` |
//!
//! The rows are applied in order: perpetual check takes precedence over perpetual chase. [`chase`] defines a chase,
//! [`threat`] a threat. All moves since the first of the three occurrences are judged. The two rule sets differ in two
//! points:
//!
//! | | Asian rule | computer rule |
//! |---|---|---|
//! | a check among them, by either side | has no effect on the chase | cancels every chase |
//! | a chasing move makes a new threat | by an attacker that did not threaten that piece before | to a piece that nothing threatened before |
//!
//! Sources: the Asian rules with their 110 diagrams (wxf.org, "Asia rule"; xqinenglish.com, "AXF rules"); H. G. Muller
//! and Nguyen Pham, "A method to implement Asian rule" (talkchess.com, 2010), for the idea of subtracting the attacks
//! before a move from those after it; Pikafish, for the computer rule.

pub(crate) mod chase;
pub(crate) mod placement;
pub(crate) mod stretch;
pub(crate) mod threat;
pub(crate) mod upcoming;

use crate::game::Outcome;
use crate::games::xiangqi::Position;
use crate::rules::RepetitionRule;
use crate::side::Side;
use crate::text::{Reason, Verdict};
use chase::Novelty;
use stretch::Stretch;

/// The verdict on a repeated position for the side to move; `None` if it was not repeated often enough, or if
/// repetition is ignored.
///
/// `ply` is the number of plies since the root of a search. With 0, for a referee, three occurrences are needed. Within
/// the tree, a position that repeats is a draw at its second occurrence unless the moves in between are an offence,
/// because either side may repeat them. An offence is not judged yet: the offender may vary next time, for instance
/// with checks after chases, and then the rules give a draw. Such a position is searched further, up to its third
/// occurrence, unless it is so near the horizon that the search uses [`presumed_repetition`].
pub(crate) fn repetition(position: &Position, ply: usize) -> Option<Verdict> {
    if position.rules().repetition == RepetitionRule::None {
        return None;
    }
    let stretch = Stretch::find(position)?;
    if stretch.is_complete() {
        return Some(judge(stretch));
    }
    if !stretch.is_within(ply) {
        return None;
    }
    Some(judge(stretch)).filter(|verdict| verdict.outcome == Some(Outcome::Draw))
}

/// The verdict on a position that occurs for the second time within the tree, if the moves in between were repeated.
///
/// The search presumes this verdict near its horizon, where it could not see the third occurrence. An offender has the
/// same moves to choose from as at the first occurrence, so it can escape only by a loop of another kind.
pub(crate) fn presumed_repetition(position: &Position, ply: usize) -> Option<Verdict> {
    if position.rules().repetition == RepetitionRule::None {
        return None;
    }
    Some(judge(Stretch::find(position).filter(|stretch| stretch.is_within(ply))?))
}

/// A key for a position that was repeated by moves that would be an offence if repeated again; `None` if it was not.
///
/// Another such loop loses, so from now on the same moves are worth less to the offender. This key is therefore part of
/// the table keys of all positions that follow ([`Position::history_key`]). Otherwise a drawn score from the first loop
/// would answer for the second.
pub(crate) fn offence_key(position: &Position) -> Option<u64> {
    if position.rules().repetition == RepetitionRule::None {
        return None;
    }
    let verdict = judge(Stretch::find(position)?.last_cycle());
    let by = match verdict.outcome {
        Some(Outcome::Win) => 0,
        Some(Outcome::Loss) => 2,
        Some(Outcome::Draw) | None => return None,
    };
    let key = KEYS[by + usize::from(verdict.reason == Some(Reason::PerpetualCheck))];
    Some(key ^ position.zobrist().rotate_left(32))
}

/// For chase and check by the opponent of the side to move, then by the side to move. Any distinct numbers will do.
const KEYS: [u64; 4] = [0x9E37_79B9_7F4A_7C15, 0xC2B2_AE3D_27D4_EB4F, 0x1656_67B1_9E37_79F9, 0x27D4_EB2F_1656_67C5];

/// Judges by the current rule set.
fn judge(stretch: Stretch) -> Verdict {
    match stretch.position().rules().repetition {
        RepetitionRule::Computer => computer(stretch),
        RepetitionRule::Asian | RepetitionRule::None => asian(stretch),
    }
}

/// Judges by the Asian rule.
fn asian(stretch: Stretch) -> Verdict {
    let position = stretch.position();
    perpetual_check(position, stretch.checks().every)
        .unwrap_or_else(|| perpetual_chase(position, chase::chasers(position, stretch.moves(), Novelty::Threat)))
}

/// Judges by the computer rule.
fn computer(stretch: Stretch) -> Verdict {
    let position = stretch.position();
    let checks = stretch.checks();
    if let Some(verdict) = perpetual_check(position, checks.every) {
        return verdict;
    }
    if checks.any.contains(&true) {
        return DRAW;
    }
    perpetual_chase(position, chase::chasers(position, stretch.moves(), Novelty::Victim))
}

const DRAW: Verdict = Verdict::over(Outcome::Draw, Reason::Repetition);

/// The verdict if at least one side checks perpetually.
fn perpetual_check(position: &Position, checkers: [bool; Side::NUM]) -> Option<Verdict> {
    match checkers {
        [false, false] => None,
        [true, true] => Some(DRAW),
        [red, _] => Some(offence(position, if red { Side::First } else { Side::Second }, Reason::PerpetualCheck)),
    }
}

/// The verdict if nobody gives perpetual check.
fn perpetual_chase(position: &Position, chasers: [bool; Side::NUM]) -> Verdict {
    match chasers {
        [true, false] => offence(position, Side::First, Reason::PerpetualChase),
        [false, true] => offence(position, Side::Second, Reason::PerpetualChase),
        _ => DRAW,
    }
}

/// `offender` loses.
fn offence(position: &Position, offender: Side, reason: Reason) -> Verdict {
    Verdict::over(if offender == position.side() { Outcome::Loss } else { Outcome::Win }, reason)
}

#[cfg(test)]
mod tests;
