//! The sequential probability ratio test, which ends a match as soon as the answer is clear.
//!
//! H0: the first engine is `elo0` points stronger; H1: it is `elo1` points stronger. After every pair the
//! log-likelihood ratio of the two is compared with Wald's bounds ("Sequential Analysis", 1947):
//! ln(beta / (1 - alpha)) below accepts H0, ln((1 - beta) / alpha) above accepts H1.
//!
//! The ratio is that of the generalised test (Van den Bergh, "A practical introduction to the GSPRT", 2020): each
//! hypothesis fixes only the expected score s and takes the most likely distribution of pair results with that mean.
//! With observed shares q at the values a, that is p = q / (1 + t (a - s)), where t solves sum q (a - s) / (1 + t (a -
//! s)) = 0; the ratio is n * sum q ln(p1 / p0).

use super::elo::expected_score;
use super::pentanomial::Pentanomial;
use thiserror::Error;

/// The parameters of a test are invalid.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("bad SPRT {elo0} {elo1} {alpha} {beta}: expected elo0 < elo1, and alpha and beta above 0 and below 0.5")]
pub struct SprtError {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

/// The decision of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// `elo0` or less: the change is no gain.
    H0,
    /// `elo1` or more: the change is a gain.
    H1,
}

impl Sprt {
    /// A test of `elo0` against `elo1` (logistic Elo). `alpha` is the risk of a false H1, `beta` that of a false H0.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Sprt, SprtError> {
        let risk = |p: f64| p > 0.0 && p < 0.5;
        if elo0 < elo1 && elo0.is_finite() && elo1.is_finite() && risk(alpha) && risk(beta) {
            Ok(Sprt { elo0, elo1, alpha, beta })
        } else {
            Err(SprtError { elo0, elo1, alpha, beta })
        }
    }

    /// The bounds of the ratio: H0 is accepted at or below the first, H1 at or above the second.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    pub(crate) fn hypotheses(&self) -> (f64, f64) {
        (self.elo0, self.elo1)
    }

    /// The log-likelihood ratio of the results so far.
    pub fn ratio(&self, counts: &Pentanomial) -> f64 {
        let pairs = counts.pairs() as f64;
        if pairs == 0.0 {
            return 0.0;
        }
        // No result is impossible: a count of zero is replaced by a very small number, as in fishtest.
        let counted = counts.0.map(|count| (count as f64).max(1e-3));
        let total: f64 = counted.iter().sum();
        let shares = counted.map(|count| count / total);
        let (p0, p1) = (fitted(&shares, expected_score(self.elo0)), fitted(&shares, expected_score(self.elo1)));
        total * (0..5).map(|i| shares[i] * (p1[i] / p0[i]).ln()).sum::<f64>()
    }

    /// The decision, if there is one.
    pub fn finding(&self, counts: &Pentanomial) -> Option<Finding> {
        let (low, high) = self.bounds();
        match self.ratio(counts) {
            ratio if ratio <= low => Some(Finding::H0),
            ratio if ratio >= high => Some(Finding::H1),
            _ => None,
        }
    }
}

/// The distribution over 0, ¼, ½, ¾, 1 with mean `mean` that makes the observed `shares` most likely.
fn fitted(shares: &[f64; 5], mean: f64) -> [f64; 5] {
    let value = |i: usize| i as f64 / 4.0 - mean;
    let slope = |t: f64| (0..5).map(|i| shares[i] * value(i) / (1.0 + t * value(i))).sum::<f64>();
    // All probabilities are positive for t between the poles -1 / (1 - mean) and 1 / mean; the slope falls between
    // them.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        if slope(middle) > 0.0 { low = middle } else { high = middle }
    }
    let t = (low + high) / 2.0;
    std::array::from_fn(|i| shares[i] / (1.0 + t * value(i)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use meihua_contracts::random::SplitMix64;

    #[test]
    fn the_fit_has_its_mean() {
        for (shares, mean) in
            [([0.05, 0.2, 0.4, 0.25, 0.1], 0.5), ([0.2; 5], 0.6), ([0.001, 0.1, 0.1, 0.1, 0.699], 0.5)]
        {
            let p = fitted(&shares, mean);
            assert!((p.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{p:?}");
            assert!(((0..5).map(|i| p[i] * i as f64 / 4.0).sum::<f64>() - mean).abs() < 1e-9, "{p:?}");
        }
    }

    #[test]
    fn near_the_normal_approximation() {
        // For small differences the ratio approaches n (s1 - s0) (2 s - s0 - s1) / (2 var), the form fishtest used
        // before (Van den Bergh, section 3).
        let counts = Pentanomial([300, 2300, 4400, 2500, 500]);
        let sprt = Sprt::new(0.0, 2.0, 0.05, 0.05).unwrap();
        let n = counts.pairs() as f64;
        let mean = counts.score();
        let variance =
            counts.0.iter().enumerate().map(|(i, &c)| c as f64 * (i as f64 / 4.0 - mean).powi(2)).sum::<f64>() / n;
        let (s0, s1) = (expected_score(0.0), expected_score(2.0));
        let normal = n * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        assert!((sprt.ratio(&counts) - normal).abs() < 0.02 * normal.abs(), "{} {normal}", sprt.ratio(&counts));
    }

    #[test]
    fn bounds_and_bad_tests() {
        let (low, high) = Sprt::new(0.0, 5.0, 0.05, 0.05).unwrap().bounds();
        assert!((low + 2.944_438_979).abs() < 1e-9 && (high - 2.944_438_979).abs() < 1e-9);
        assert!(Sprt::new(5.0, 5.0, 0.05, 0.05).is_err());
        assert!(Sprt::new(0.0, 5.0, 0.0, 0.05).is_err());
        assert!(Sprt::new(0.0, f64::NAN, 0.05, 0.05).is_err());
        assert_eq!(Sprt::new(0.0, 5.0, 0.05, 0.05).unwrap().ratio(&Pentanomial::default()), 0.0);
    }

    /// The share of tests that accept H1 when the true difference is `elo`, and the mean number of pairs.
    fn simulate(sprt: &Sprt, elo: f64, tests: u64) -> (f64, f64) {
        let score = expected_score(elo);
        let (mut accepted, mut pairs) = (0u64, 0u64);
        for test in 0..tests {
            let mut random = SplitMix64::of_item(2026, test);
            let mut counts = Pentanomial::default();
            let finding = loop {
                // Half of the games are drawn; the rest are split to give the right mean.
                let game = |random: &mut SplitMix64| match random.below(1_000_000) as f64 / 1e6 {
                    x if x < score - 0.25 => 2,
                    x if x < score + 0.25 => 1,
                    _ => 0,
                };
                counts.add(game(&mut random) + game(&mut random));
                pairs += 1;
                if let Some(finding) = sprt.finding(&counts) {
                    break finding;
                }
            };
            accepted += u64::from(finding == Finding::H1);
        }
        (accepted as f64 / tests as f64, pairs as f64 / tests as f64)
    }

    #[test]
    fn the_risks_are_kept() {
        // Wide bounds keep the simulated matches short. 200 tests: two standard errors of 5 % are 3 points.
        let sprt = Sprt::new(0.0, 60.0, 0.05, 0.05).unwrap();
        let (false_gain, pairs) = simulate(&sprt, 0.0, 200);
        assert!(false_gain <= 0.09, "{false_gain}");
        assert!((20.0..200.0).contains(&pairs), "{pairs}");
        let (found, _) = simulate(&sprt, 60.0, 200);
        assert!(found >= 0.91, "{found}");
        // Between the hypotheses either answer is fine, but it takes longest.
        let (_, longest) = simulate(&sprt, 30.0, 50);
        assert!(longest > pairs, "{longest} {pairs}");
    }
}
