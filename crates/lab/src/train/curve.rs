//! The logistic curve from a score in centipawns to expected points (0 to 1), and the fit of its width.

/// Search steps; each narrows the interval to 62 %.
const STEPS: u32 = 40;

/// The range of widths to search, in centipawns.
const WIDTHS: (f64, f64) = (20.0, 2_000.0);

/// Expected points for a score; a score of `width` centipawns gives 73 % (1 / (1 + 1/e)).
#[inline]
pub(crate) fn points(score: f64, width: f64) -> f64 {
    1.0 / (1.0 + (-score / width).exp())
}

/// The width whose curve fits pairs of score and result best in mean square.
pub(crate) fn fit_width(pairs: &[(f32, f32)]) -> f64 {
    least(WIDTHS, |width| {
        let square = |&(score, result): &(f32, f32)| (points(f64::from(score), width) - f64::from(result)).powi(2);
        pairs.iter().map(square).sum::<f64>()
    })
}

/// The minimum of a unimodal function between two bounds, by golden-section search.
pub(crate) fn least((mut low, mut high): (f64, f64), error: impl Fn(f64) -> f64) -> f64 {
    let ratio = (5f64.sqrt() - 1.0) / 2.0;
    let (mut left, mut right) = (high - ratio * (high - low), low + ratio * (high - low));
    let (mut at_left, mut at_right) = (error(left), error(right));
    for _ in 0..STEPS {
        if at_left < at_right {
            (high, right, at_right) = (right, left, at_left);
            left = high - ratio * (high - low);
            at_left = error(left);
        } else {
            (low, left, at_left) = (left, right, at_right);
            right = low + ratio * (high - low);
            at_right = error(right);
        }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use meihua_contracts::random::SplitMix64;

    #[test]
    fn width_of_drawn_results_is_found() {
        let mut random = SplitMix64::new(5);
        let pairs: Vec<(f32, f32)> = (0..40_000)
            .map(|_| {
                let score = 1_200.0 * (random.unit() - 0.5);
                let result = f64::from(u8::from(random.unit() < points(score, 170.0)));
                (score as f32, result as f32)
            })
            .collect();
        let width = fit_width(&pairs);
        assert!((width - 170.0).abs() < 8.0, "{width}");
    }

    #[test]
    fn curve_is_even_and_grows() {
        assert_eq!(points(0.0, 200.0), 0.5);
        assert!((points(300.0, 200.0) + points(-300.0, 200.0) - 1.0).abs() < 1e-12);
        assert!(points(301.0, 200.0) > points(300.0, 200.0));
    }
}
