//! Weaker play and chance: which move to play when true scores are known.
//!
//! A weaker player knows the scores less accurately. Each move is judged with an error that grows with the square of
//! the weakness, and distant results count for less. So a weak player misses wins thirty plies away, but nobody overlooks
//! four in a row.

use super::candidates::Candidates;
use crate::score::Score;
use crate::search::limits::Settings;
use crate::search::strength::Player;

/// The value of any win, in hundredths.
const RESULT: f64 = 150.0;
/// The additional value of a win that is near.
const NEARNESS: f64 = 450.0;
/// The distance in plies at which half of that is left.
const HALF_WAY: f64 = 8.0;
/// The largest error of the weakest player.
const WORST_ERROR: f64 = 1200.0;
/// The limit for evaluations without a proof.
const OPINION: f64 = 100.0;

/// Every player sees results this many plies away: four in a row with the next stone, its own or the opponent's.
const SIGHT: u32 = 2;

/// The index of the move to play. `candidates` is ranked, best first; the same seed and position give the same choice.
pub(super) fn choose(candidates: &Candidates, settings: &Settings, key: u64) -> usize {
    let scores: Vec<Score> = candidates.list.iter().map(|candidate| candidates.value(candidate).0).collect();
    Player { worst_noise: WORST_ERROR, worth, sight: SIGHT }.choose(&scores, scores.len(), settings, key)
}

/// The value of a score to a weakened player.
fn worth(score: Score) -> f64 {
    match score.plies_to_end() {
        Some(plies) => {
            let worth = RESULT + NEARNESS * HALF_WAY / (HALF_WAY + f64::from(plies.abs()));
            if score.is_win() { worth } else { -worth }
        }
        None => f64::from(score.int()).clamp(-OPINION, OPINION),
    }
}
