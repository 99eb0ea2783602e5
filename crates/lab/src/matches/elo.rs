//! The logistic rating scale: 400 points are odds of ten to one (Elo, "The Rating of Chessplayers", 1978).

/// The expected share of points of a player who is `elo` points stronger.
pub(crate) fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The rating difference that corresponds to a share of points; infinite for 0 and 1.
pub(crate) fn elo_of_score(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The normal distribution function, from the error function's continued fraction and series to 1e-12.
pub(crate) fn normal_cdf(x: f64) -> f64 {
    let t = x.abs();
    if t > 38.0 {
        return if x > 0.0 { 1.0 } else { 0.0 };
    }
    let density = (-t * t / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    let tail = if t < 3.0 {
        // Marsaglia, "Evaluating the Normal Distribution", J. Stat. Software 11 (2004): a Taylor series around 0.
        let (mut term, mut sum, mut k) = (t, t, 1.0);
        while term > 1e-17 * sum {
            k += 2.0;
            term *= t * t / k;
            sum += term;
        }
        0.5 - sum * density
    } else {
        // Laplace's continued fraction for the tail.
        let fraction = (1..=60).rev().fold(t, |value, k| t + f64::from(k) / value);
        density / fraction
    };
    if x > 0.0 { 1.0 - tail } else { tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64, tolerance: f64) {
        assert!((a - b).abs() <= tolerance, "{a} is not {b}");
    }

    #[test]
    fn the_scale() {
        near(expected_score(0.0), 0.5, 1e-15);
        near(expected_score(400.0), 10.0 / 11.0, 1e-15);
        near(elo_of_score(0.75), 190.848_501_887_864_6, 1e-9);
        for elo in [-300.0, -1.0, 12.5, 700.0] {
            near(elo_of_score(expected_score(elo)), elo, 1e-9);
        }
        assert_eq!(elo_of_score(1.0), f64::INFINITY);
        assert_eq!(elo_of_score(0.0), f64::NEG_INFINITY);
    }

    #[test]
    fn the_normal_distribution() {
        // Abramowitz and Stegun, table 26.1.
        near(normal_cdf(0.0), 0.5, 1e-15);
        near(normal_cdf(1.0), 0.841_344_746_068_543, 1e-12);
        near(normal_cdf(1.96), 0.975_002_104_851_780, 1e-12);
        near(normal_cdf(-3.0), 0.001_349_898_031_630, 1e-13);
        near(normal_cdf(4.0), 0.999_968_328_758_167, 1e-12);
        near(normal_cdf(-2.999_999_9), normal_cdf(-3.000_000_1), 1e-8);
    }
}
