//! Chances of win, draw and loss, from a score: a logistic model with one curve for the win and its mirror for the loss.
//!
//! `win(s) = 1 / (1 + exp((A - s) / B))`: at `s = A` centipawns half of the games are won, and `B` is how fast the chance
//! rises there. What is neither won nor lost is drawn.

use crate::score::Score;

/// The two numbers of the model, in centipawns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Curve {
    /// The advantage that wins every other game: `A`.
    pub even: f64,
    /// Width of the rise: `B`.
    pub spread: f64,
}

/// Fitted by `meihua tune --wdl` to 557 games of xiangqi against itself at 2,500 nodes a move: 92,666 positions.
pub const FITTED: Curve = Curve { even: 381.0, spread: 224.0 };

impl Curve {
    /// The chance to win with an advantage of `score` centipawns, 0 to 1; that to lose is the one of `-score`.
    pub fn win(self, score: f64) -> f64 {
        1.0 / (1.0 + ((self.even - score) / self.spread).exp())
    }
}

/// Permille of wins, draws and losses for the side whose score it is; they add up to 1000.
pub fn model(score: Score) -> [u32; 3] {
    if score.is_win() {
        return [1000, 0, 0];
    }
    if score.is_loss() {
        return [0, 0, 1000];
    }
    let chance = |score: f64| (1000.0 * FITTED.win(score)).round() as u32;
    let (win, loss) = (chance(f64::from(score.raw())), chance(-f64::from(score.raw())));
    [win, 1000 - win - loss, loss]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up_and_mirror() {
        for centipawns in [-3000, -381, -1, 0, 7, 320, 3000] {
            let [win, draw, loss] = model(Score::cp(centipawns));
            assert_eq!(win + draw + loss, 1000);
            assert_eq!(model(Score::cp(-centipawns)), [loss, draw, win]);
        }
        assert!(model(Score::cp(100))[0] > model(Score::cp(50))[0]);
        assert_eq!(model(Score::win_in(5)), [1000, 0, 0]);
        assert_eq!(model(Score::loss_in(0)), [0, 0, 1000]);
    }
}
