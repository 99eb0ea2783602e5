//! Results counted in pairs: two games from one opening with colours swapped give 0, ½, 1, 1½ or 2 points.
//!
//! The two games of a pair are not independent: an opening that favours one side gives each engine a point. Counting
//! pairs includes that correlation in the variance, which counting wins, draws and losses overestimates (the
//! "pentanomial" model of fishtest; Van den Bergh, "A practical introduction to the GSPRT", 2020).

use super::elo::{elo_of_score, normal_cdf};

/// Number of pairs by half points of the first engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Pentanomial(pub [u64; 5]);

/// An estimate with its 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The most likely value.
    pub value: f64,
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

impl Estimate {
    /// Half the width of the interval.
    pub fn margin(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

impl Pentanomial {
    /// Counts a pair with the given half points of the first engine, 0 to 4.
    pub fn add(&mut self, half_points: usize) {
        if let Some(count) = self.0.get_mut(half_points) {
            *count += 1;
        }
    }

    /// The same counts from the other engine's view.
    pub fn flipped(mut self) -> Pentanomial {
        self.0.reverse();
        self
    }

    pub fn plus(mut self, other: Pentanomial) -> Pentanomial {
        self.0.iter_mut().zip(other.0).for_each(|(count, more)| *count += more);
        self
    }

    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Share of points, from 0 to 1.
    pub fn score(&self) -> f64 {
        self.moments(0.0).0
    }

    /// Mean and variance of the share of points in one pair, with `prior` added to each count.
    fn moments(&self, prior: f64) -> (f64, f64) {
        let counts = self.0.map(|count| count as f64 + prior);
        let total: f64 = counts.iter().sum();
        let value = |i: usize| i as f64 / 4.0;
        let mean = counts.iter().enumerate().map(|(i, n)| n * value(i)).sum::<f64>() / total;
        let variance = counts.iter().enumerate().map(|(i, n)| n * (value(i) - mean).powi(2)).sum::<f64>() / total;
        (mean, variance)
    }

    /// Standard error of the score. Half a pair, spread over the five counts, is added, because a few pairs with the
    /// same result have no variance but prove nothing either.
    fn standard_error(&self) -> f64 {
        let (_, variance) = self.moments(PRIOR);
        (variance / self.pairs().max(1) as f64).sqrt()
    }

    /// The variance of the points in all pairs, by the same estimate; a win is 1 point.
    pub(crate) fn variance(&self) -> f64 {
        let (_, of_share) = self.moments(PRIOR);
        4.0 * of_share * self.pairs() as f64
    }

    /// The rating difference; `None` before the first pair. Ends that reach a score of 0 or 1 are infinite.
    pub fn elo(&self) -> Option<Estimate> {
        if self.pairs() == 0 {
            return None;
        }
        let score = self.score();
        let margin = Z95 * self.standard_error();
        let elo = |score: f64| elo_of_score(score.clamp(0.0, 1.0));
        Some(Estimate { value: elo(score), low: elo(score - margin), high: elo(score + margin) })
    }

    /// The likelihood that the first engine is stronger, from 0 to 1.
    pub(crate) fn los(&self) -> Option<f64> {
        (self.pairs() > 0).then(|| normal_cdf((self.score() - 0.5) / self.standard_error()))
    }
}

/// Two-sided 95 % quantile of the normal distribution.
pub(crate) const Z95: f64 = 1.959_963_984_540_054;

/// Added to each count when a variance is estimated.
const PRIOR: f64 = 0.1;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_by_hand() {
        // 100 pairs: mean (0*5 + 20*1/4 + 40/2 + 25*3/4 + 10) / 100, by hand 0.5375.
        let counts = Pentanomial([5, 20, 40, 25, 10]);
        assert!((counts.score() - 0.5375).abs() < 1e-12);
        // Variance: sum n (x - 0.5375)^2 / 100 = 0.06421875.
        let (_, variance) = counts.moments(0.0);
        assert!((variance - 0.064_218_75).abs() < 1e-12, "{variance}");
        let elo = counts.elo().unwrap();
        assert!((elo.value - 26.107).abs() < 0.01, "{elo:?}");
        // Standard error 0.025341 without the half pair, 0.025402 with it: 0.4877 and 0.5873 in points.
        assert!((elo.low - elo_of_score(0.487_713)).abs() < 0.01, "{elo:?}");
        assert!((elo.high - elo_of_score(0.587_287)).abs() < 0.01, "{elo:?}");
        assert!((counts.los().unwrap() - normal_cdf(0.0375 / 0.025_402)).abs() < 1e-4);
    }

    #[test]
    fn the_other_side_of_the_board() {
        let counts = Pentanomial([5, 20, 40, 25, 10]);
        let (own, other) = (counts.elo().unwrap(), counts.flipped().elo().unwrap());
        assert!((own.value + other.value).abs() < 1e-9);
        assert!((own.low + other.high).abs() < 1e-9);
        assert!((counts.los().unwrap() + counts.flipped().los().unwrap() - 1.0).abs() < 1e-12);
        assert_eq!(counts.plus(counts.flipped()).0, [15, 45, 80, 45, 15]);
    }

    #[test]
    fn pairs_that_cancel_narrow_the_error() {
        // 50 wins and 50 losses: as 50 split pairs they strongly suggest equality; as 25 double wins and 25 double
        // losses they say little.
        let split = Pentanomial([0, 0, 50, 0, 0]).elo().unwrap();
        let swept = Pentanomial([25, 0, 0, 0, 25]).elo().unwrap();
        assert!(split.margin() < 8.0 && swept.margin() > 90.0, "{split:?} {swept:?}");
    }

    #[test]
    fn one_pair_proves_nothing() {
        let won = Pentanomial([0, 0, 0, 1, 0]);
        assert!(won.elo().unwrap().low < 0.0 && won.los().unwrap() < 0.9, "{won:?}");
    }

    #[test]
    fn extremes() {
        assert_eq!(Pentanomial::default().elo(), None);
        let won = Pentanomial([0, 0, 0, 0, 3]);
        assert_eq!(won.elo().unwrap().value, f64::INFINITY);
        assert!(won.elo().unwrap().low.is_finite());
        assert!(won.los().unwrap() > 0.99);
    }
}
