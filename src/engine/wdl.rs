//! Chances of win, draw and loss, from a score: a logistic model with one curve for the win and its mirror for the loss.
//!
//! `win(s) = 1 / (1 + exp((A - s) / B))`: at `s = A` centipawns half of the games are won, and `B` is how fast the chance
//! rises there. What is neither won nor lost is drawn.

use crate::score::Score;

/// The advantage that wins every other game, in centipawns.
const EVEN_CHANCE: f64 = 320.0;
/// Width of the rise, in centipawns.
const SPREAD: f64 = 130.0;

/// Permille of wins, draws and losses for the side whose score it is; they add up to 1000.
pub fn model(score: Score) -> [u32; 3] {
    if score.is_win() {
        return [1000, 0, 0];
    }
    if score.is_loss() {
        return [0, 0, 1000];
    }
    let chance = |score: f64| (1000.0 / (1.0 + ((EVEN_CHANCE - score) / SPREAD).exp())).round() as u32;
    let (win, loss) = (chance(f64::from(score.raw())), chance(-f64::from(score.raw())));
    [win, 1000 - win - loss, loss]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up_and_mirror() {
        for centipawns in [-3000, -320, -1, 0, 7, 320, 3000] {
            let [win, draw, loss] = model(Score::cp(centipawns));
            assert_eq!(win + draw + loss, 1000);
            assert_eq!(model(Score::cp(-centipawns)), [loss, draw, win]);
        }
        assert!(model(Score::cp(100))[0] > model(Score::cp(50))[0]);
        assert_eq!(model(Score::win_in(5)), [1000, 0, 0]);
        assert_eq!(model(Score::loss_in(0)), [0, 0, 1000]);
    }
}
