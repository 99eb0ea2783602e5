//! Weaker play and chance: which of the moves with true scores is played.
//!
//! A weaker player knows the scores less well: each is judged with an error that grows with the square of the weakness,
//! and a result counts for less the farther away it lies. So a weak player throws wins in thirty plies away long before
//! he overlooks four in a row.

use super::candidates::Candidates;
use crate::score::Score;
use crate::search::limits::Settings;
use crate::search::strength::Player;

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
pub(super) fn choose(candidates: &Candidates, settings: &Settings, key: u64) -> usize {
    let scores: Vec<Score> = candidates.list.iter().map(|candidate| candidates.value(candidate).0).collect();
    Player { worst_noise: WORST_ERROR, worth }.choose(&scores, scores.len(), settings, key)
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
