//! How accurately a side played, from 0 to 100, by lichess's formulas.
//!
//! A move's accuracy falls with the points that it costs. A side's accuracy is the mean of two means over its moves:
//! one weighted by volatility, that is, by how much was going on around each move, and the harmonic mean, which a
//! single bad move pulls down. Formulas and constants: lichess.org/page/accuracy and lila, `AccuracyPercent`.

use meihua_contracts::side::Side;

/// Volatility is the standard deviation over windows of this many positions: a tenth of the game, within these limits.
const WINDOW: [usize; 2] = [2, 8];
/// Limits of a weight, in points.
const WEIGHT: [f64; 2] = [0.5, 12.0];

/// The accuracy of a move, from its player's expectation before and after it (points from 0 to 100).
pub fn of_move(before: f64, after: f64) -> f64 {
    if after >= before {
        return 100.0;
    }
    let raw = 103.166_810_071_164_9 * (-0.043_544_153_867_539_51 * (before - after)).exp() - 3.166_924_740_191_411;
    (raw + 1.0).clamp(0.0, 100.0)
}

/// The accuracy of each side; `None` for a side that has not moved.
///
/// `points` holds the first player's expectations, from 0 to 100, at the start and after every move. `moves` holds the
/// player and accuracy of every move.
pub fn of_sides(points: &[f64], moves: &[(Side, f64)]) -> [Option<f64>; Side::NUM] {
    let weights = weights(points, moves.len());
    Side::ALL.map(|side| {
        let own = || moves.iter().zip(&weights).filter(|((player, _), _)| *player == side);
        let count = own().count();
        if count == 0 {
            return None;
        }
        let weight: f64 = own().map(|(_, weight)| weight).sum();
        let weighted = own().map(|((_, accuracy), weight)| accuracy * weight).sum::<f64>() / weight;
        let harmonic = count as f64 / own().map(|((_, accuracy), _)| 1.0 / accuracy.max(1.0)).sum::<f64>();
        Some((weighted + harmonic) / 2.0)
    })
}

/// A weight for each move: the deviation over the window that ends with it. The first window also serves the moves
/// before its end.
fn weights(points: &[f64], moves: usize) -> Vec<f64> {
    let size = (moves / 10).clamp(WINDOW[0], WINDOW[1]).min(points.len().max(1));
    let windows: Vec<f64> = points.windows(size).map(|window| deviation(window).clamp(WEIGHT[0], WEIGHT[1])).collect();
    let first = windows.first().copied().unwrap_or(WEIGHT[0]);
    let repeated = std::iter::repeat_n(first, size.saturating_sub(2));
    let rest = std::iter::repeat(windows.last().copied().unwrap_or(first));
    repeated.chain(windows.iter().copied()).chain(rest).take(moves).collect()
}

/// The standard deviation of a population.
fn deviation(values: &[f64]) -> f64 {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_as_accurate_as_it_is_cheap() {
        assert_eq!(of_move(40.0, 55.0), 100.0);
        assert!((of_move(50.0, 40.0) - 64.58).abs() < 0.05, "{}", of_move(50.0, 40.0));
        assert!(of_move(100.0, 0.0) < 1.0);
    }

    #[test]
    fn perfect_play_is_a_hundred_and_a_blunder_costs() {
        let points = [50.0; 21];
        let moves: Vec<(Side, f64)> = (0..20).map(|ply| (Side::ALL[ply % 2], 100.0)).collect();
        assert_eq!(of_sides(&points, &moves), [Some(100.0), Some(100.0)]);
        let mut blundered = moves.clone();
        blundered[4].1 = 5.0;
        let [first, second] = of_sides(&points, &blundered).map(Option::unwrap_or_default);
        assert!(first < 75.0 && second == 100.0, "{first} {second}");
        assert_eq!(of_sides(&[50.0, 40.0], &[(Side::First, 80.0)]), [Some(80.0), None]);
    }

    #[test]
    fn every_move_has_a_weight() {
        for moves in 0..40 {
            let points: Vec<f64> = (0..=moves).map(|ply| f64::from(ply % 7) * 10.0).collect();
            let weights = weights(&points, moves as usize);
            assert_eq!(weights.len(), moves as usize);
            assert!(weights.iter().all(|weight| (WEIGHT[0]..=WEIGHT[1]).contains(weight)));
        }
    }
}
