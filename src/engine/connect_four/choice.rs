//! Weaker play and chance: which of the moves with true scores is played.
//!
//! A weaker player knows the scores less well: each is judged with an error that grows with the square of the weakness,
//! and a result counts for less the farther away it lies. So a weak player throws wins in thirty plies away long before
//! he overlooks four in a row.

use super::candidates::{Candidate, Candidates};
use crate::random::SplitMix64;
use crate::score::Score;
use crate::search::limits::Settings;

/// What any win counts for, in hundredths.
const RESULT: f64 = 150.0;
/// What it counts for more if it is near.
const NEARNESS: f64 = 450.0;
/// Plies at which half of that is left.
const HALF_WAY: f64 = 8.0;
/// The largest error of the weakest player.
const WORST_ERROR: f64 = 1200.0;
/// Evaluations say no more than this.
const OPINION: f64 = 100.0;

/// The index of the move to play, of moves ranked with the best first. The same seed and position choose the same.
pub fn choose(candidates: &Candidates, settings: &Settings, key: u64) -> usize {
    let mut chance = SplitMix64::new(settings.seed ^ key.rotate_left(32));
    let score = |candidate: &Candidate| candidates.value(candidate).0;
    if settings.strength.is_some_and(|strength| strength.is_blind(&mut chance)) {
        return chance.below(candidates.list.len().max(1));
    }
    if let Some(weakness) = settings.weakness() {
        let error = WORST_ERROR * weakness * weakness;
        let judged = candidates.list.iter().map(|candidate| worth(score(candidate)) + error * chance.bell());
        return judged.enumerate().max_by(|a, b| a.1.total_cmp(&b.1)).map_or(0, |(index, _)| index);
    }
    let Some(best) = candidates.list.first() else { return 0 };
    let least = score(best).int() - settings.random_margin;
    let near = candidates.list.iter().take(settings.random_best).take_while(|other| score(other).int() >= least);
    match near.count() {
        0 | 1 => 0,
        count => chance.below(count),
    }
}

/// What a score counts for.
fn worth(score: Score) -> f64 {
    match score.plies_to_end() {
        Some(plies) => {
            let worth = RESULT + NEARNESS * HALF_WAY / (HALF_WAY + f64::from(plies.abs()));
            if score.is_win() { worth } else { -worth }
        }
        None => f64::from(score.int()).clamp(-OPINION, OPINION),
    }
}
