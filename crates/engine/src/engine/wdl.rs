//! Chances of win, draw and loss for a score: a logistic model with one curve for the win and its mirror image for the
//! loss.
//!
//! `win(s) = 1 / (1 + exp((A - s) / B))`: at `s = A` centipawns half of the games are won, and `B` is the width of the
//! rise. The rest is the chance of a draw.
//!
//! The same `A` makes scores comparable: a client gets `100 s / A`, so that 100 always means an even chance to win,
//! whatever the scale of the evaluation (as in Stockfish since 2022).

use crate::score::Score;

/// The two parameters of the model, in centipawns of the evaluation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Curve {
    /// The advantage at which half of the games are won: `A`.
    pub even: f64,
    /// Width of the rise: `B`.
    pub spread: f64,
}

/// Fitted by `meihua train --wdl` to 31,500 games of net 8 against itself at 600 nodes a move: 4,217,480 positions.
pub const XIANGQI: Curve = Curve { even: 248.3, spread: 191.0 };

/// For games without a fitted model: scores are printed unchanged.
pub(crate) const UNFITTED: Curve = Curve { even: 100.0, spread: 60.0 };

impl Curve {
    /// The chance to win with an advantage of `score` centipawns, from 0 to 1. The chance to lose is `win(-score)`.
    pub fn win(self, score: f64) -> f64 {
        1.0 / (1.0 + ((self.even - score) / self.spread).exp())
    }

    /// Permille of wins, draws and losses from the view of the side with the score; they add up to 1000.
    pub fn chances(self, score: Score) -> [u32; 3] {
        if score.is_win() {
            return [1000, 0, 0];
        }
        if score.is_loss() {
            return [0, 0, 1000];
        }
        let permille = |score: f64| (1000.0 * self.win(score)).round() as u32;
        let (win, loss) = (permille(f64::from(score.raw())), permille(-f64::from(score.raw())));
        [win, 1000 - win - loss, loss]
    }

    /// The expected points, from 0 to 1, with draws counted as half.
    pub fn expectation(self, score: Score) -> f64 {
        if score.is_decided() {
            return if score.is_win() { 1.0 } else { 0.0 };
        }
        let centipawns = f64::from(score.raw());
        (1.0 + self.win(centipawns) - self.win(-centipawns)) / 2.0
    }

    /// The score as sent to a client: 100 is an even chance to win. Proven results are unchanged, and only
    /// [`Score::DRAW`] becomes 0.
    pub fn normalised(self, score: Score) -> Score {
        if score.is_decided() || score == Score::DRAW {
            return score;
        }
        let scaled = (f64::from(score.raw()) * 100.0 / self.even).round() as i32;
        Score::cp(if scaled == 0 { score.int().signum() } else { scaled })
    }

    /// Centipawns of the evaluation for a client's `centipawns`.
    pub fn unscaled(self, centipawns: i32) -> i32 {
        (f64::from(centipawns) * self.even / 100.0).round() as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up_and_mirror() {
        for centipawns in [-3000, -248, -1, 0, 7, 320, 3000] {
            let [win, draw, loss] = XIANGQI.chances(Score::cp(centipawns));
            assert_eq!(win + draw + loss, 1000);
            assert_eq!(XIANGQI.chances(Score::cp(-centipawns)), [loss, draw, win]);
        }
        assert!(XIANGQI.chances(Score::cp(100))[0] > XIANGQI.chances(Score::cp(50))[0]);
        assert_eq!(XIANGQI.chances(Score::win_in(5)), [1000, 0, 0]);
        assert_eq!(XIANGQI.chances(Score::loss_in(0)), [0, 0, 1000]);
    }

    #[test]
    fn the_expectation_is_wins_and_half_the_draws() {
        for centipawns in [-900, -50, 0, 50, 900] {
            let [win, draw, _] = XIANGQI.chances(Score::cp(centipawns)).map(f64::from);
            let expected = (win + draw / 2.0) / 1000.0;
            assert!((XIANGQI.expectation(Score::cp(centipawns)) - expected).abs() < 0.001);
        }
        assert_eq!(XIANGQI.expectation(Score::DRAW), 0.5);
        assert_eq!([Score::win_in(9), Score::loss_in(0)].map(|score| XIANGQI.expectation(score)), [1.0, 0.0]);
    }

    #[test]
    fn a_hundred_is_an_even_chance_to_win() {
        let even = Score::cp(XIANGQI.even.round() as i32);
        assert_eq!((XIANGQI.normalised(even), XIANGQI.chances(even)[0]), (Score::cp(100), 500));
        assert_eq!(XIANGQI.normalised(Score::cp(-497)), Score::cp(-200));
        assert_eq!(XIANGQI.unscaled(100), 248);
    }

    #[test]
    fn only_a_draw_is_told_as_zero_and_ends_keep_their_distance() {
        assert_eq!([-1, 0, 1].map(|cp| XIANGQI.normalised(Score::cp(cp)).int()), [-1, 0, 1]);
        for end in [Score::win_in(3), Score::loss_in(0)] {
            assert_eq!(XIANGQI.normalised(end), end);
        }
        assert_eq!(UNFITTED.normalised(Score::cp(-37)), Score::cp(-37));
    }
}
