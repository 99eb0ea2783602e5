//! The law of repetition: who may not go on like this.
//!
//! When a position stands on the board for the third time, the moves in between are judged:
//!
//! | one side | the other | verdict |
//! |---|---|---|
//! | checks with every move | does not | the first loses: `perpetual check` |
//! | checks with every move | so does the other | draw: `repetition` |
//! | chases one piece with every move | does not | the first loses: `perpetual chase` |
//! | chases one piece with every move | so does the other | draw: `repetition` |
//! | neither | | draw: `repetition` |
//!
//! The rows are tried from above: perpetual check outranks perpetual chase. What a chase is stands in [`chase`], what a
//! threat is in [`threat`]. The two rules in use differ in three points:
//!
//! | | Asian rule | computer rule |
//! |---|---|---|
//! | what is judged | all moves since the first of the three occurrences | the moves since the second |
//! | a check among them, of either side | means nothing to the chase | cancels every chase |
//! | a chasing move makes a new threat | by an attacker that did not threaten that piece before | to a piece that nothing threatened before |
//!
//! Sources: the Asian rules with their 110 diagrams (wxf.org, "Asia rule"; xqinenglish.com, "AXF rules"); H. G. Muller
//! and Nguyen Pham, "A method to implement Asian rule" (talkchess.com, 2010), for the idea to subtract the attacks before
//! a move from those after it.

pub mod chase;
pub mod placement;
pub mod stretch;
pub mod threat;
pub mod upcoming;

use crate::game::Outcome;
use crate::games::xiangqi::Position;
use crate::rules::RepetitionRule;
use crate::side::Side;
use crate::text::Verdict;
use chase::Novelty;
use stretch::Stretch;

/// The verdict on a position that repeats, for the side to move; `None` if it does not repeat often enough, or if
/// repetition is ignored.
///
/// `ply` is the number of plies since the root of a search: a position that comes back inside the tree is judged at its
/// second occurrence. With 0, as a referee asks, three occurrences are needed.
pub fn repetition(position: &Position, ply: usize) -> Option<Verdict> {
    let rule = position.rules().repetition;
    if rule == RepetitionRule::None {
        return None;
    }
    let stretch = Stretch::find(position, ply)?;
    Some(if rule == RepetitionRule::Computer { computer(stretch.last_cycle()) } else { asian(stretch) })
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

const DRAW: Verdict = Verdict::over(Outcome::Draw, "repetition");

/// The verdict if at least one side checks perpetually.
fn perpetual_check(position: &Position, checkers: [bool; Side::NUM]) -> Option<Verdict> {
    match checkers {
        [false, false] => None,
        [true, true] => Some(DRAW),
        [red, _] => Some(offence(position, if red { Side::First } else { Side::Second }, "perpetual check")),
    }
}

/// The verdict where nobody checks perpetually.
fn perpetual_chase(position: &Position, chasers: [bool; Side::NUM]) -> Verdict {
    match chasers {
        [true, false] => offence(position, Side::First, "perpetual chase"),
        [false, true] => offence(position, Side::Second, "perpetual chase"),
        _ => DRAW,
    }
}

/// `offender` loses.
fn offence(position: &Position, offender: Side, reason: &'static str) -> Verdict {
    Verdict::over(if offender == position.side() { Outcome::Loss } else { Outcome::Win }, reason)
}

#[cfg(test)]
mod tests;
