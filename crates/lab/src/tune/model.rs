//! The evaluation as a function of its weights, with its gradient.
//!
//! With `c` the counts of the features, `m` the share of the middlegame and `s` the scale of the side that is better:
//!
//! ```text
//! evaluation = s * (m * sum(c * middlegame) + (1 - m) * sum(c * endgame)) + mover * tempo
//! ```

use super::curve::points;
use super::samples::{Sample, Samples};
use meihua_contracts::helpers::side_by_side;

/// Parts into which a batch is cut, whatever the number of threads, so that sums come out the same.
const PARTS: usize = 16;

/// Weights, middlegame and endgame in turn: feature `f` has the places `2 f` and `2 f + 1`.
pub type Weights = Vec<f64>;

/// What a sample's evaluation is made of, for red.
struct Evaluated {
    value: f64,
    scale: f64,
}

fn evaluated(samples: &Samples, sample: &Sample, weights: &[f64]) -> Evaluated {
    let (mut middlegame, mut endgame) = (0.0, 0.0);
    for &(feature, count) in samples.features_of(sample) {
        let place = 2 * usize::from(feature);
        middlegame += f64::from(count) * weights[place];
        endgame += f64::from(count) * weights[place + 1];
    }
    let share = f64::from(sample.middlegame);
    let total = share * middlegame + (1.0 - share) * endgame;
    let scale = f64::from(sample.scale[usize::from(total <= 0.0)]);
    let tempo = 2 * samples.tempo;
    let hand = share * weights[tempo] + (1.0 - share) * weights[tempo + 1];
    Evaluated { value: scale * total + f64::from(sample.mover) * hand, scale }
}

/// Red's evaluation in centipawns.
pub fn evaluation(samples: &Samples, sample: &Sample, weights: &[f64]) -> f64 {
    evaluated(samples, sample, weights).value
}

/// The curve that turns scores into points, and what the points are to be.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Width of the curve, in centipawns.
    pub width: f64,
    /// Share of the result; the rest is the search's score.
    pub lambda: f64,
}

impl Target {
    /// The points that a sample is worth.
    pub fn of(&self, sample: &Sample) -> f64 {
        let by_search = points(f64::from(sample.score), self.width);
        self.lambda * f64::from(sample.result) + (1.0 - self.lambda) * by_search
    }
}

/// The sum of the square errors of some samples and its gradient.
#[derive(Clone, Debug)]
pub struct BatchGradient {
    /// The sum of the squares.
    pub error: f64,
    /// By place of the weights.
    pub gradient: Weights,
}

fn gradient_of_part(samples: &Samples, part: &[u32], weights: &[f64], target: Target) -> BatchGradient {
    let mut sum = BatchGradient { error: 0.0, gradient: vec![0.0; weights.len()] };
    for &index in part {
        let sample = &samples.list[index as usize];
        let Evaluated { value, scale } = evaluated(samples, sample, weights);
        let expected = points(value, target.width);
        let residual = expected - target.of(sample);
        sum.error += residual * residual;
        let delta = 2.0 * residual * expected * (1.0 - expected) / target.width;
        let share = f64::from(sample.middlegame);
        for &(feature, count) in samples.features_of(sample) {
            let place = 2 * usize::from(feature);
            let delta = delta * scale * f64::from(count);
            sum.gradient[place] += delta * share;
            sum.gradient[place + 1] += delta * (1.0 - share);
        }
        let delta = delta * f64::from(sample.mover);
        sum.gradient[2 * samples.tempo] += delta * share;
        sum.gradient[2 * samples.tempo + 1] += delta * (1.0 - share);
    }
    sum
}

/// Runs `work` on the parts of a batch on several threads; the results in the order of the parts.
fn by_parts<T: Send>(batch: &[u32], threads: usize, work: impl Fn(&[u32]) -> T + Sync) -> Vec<T> {
    let parts: Vec<&[u32]> = batch.chunks(batch.len().div_ceil(PARTS).max(1)).collect();
    let share = parts.len().div_ceil(threads.max(1)).max(1);
    let work = &work;
    let run = |mine: &[&[u32]]| mine.iter().map(|part| work(part)).collect::<Vec<T>>();
    side_by_side(parts.chunks(share).map(|mine| move || run(mine))).into_iter().flatten().collect()
}

/// The square errors of the samples of a batch, and their gradient.
pub fn batch_gradient(
    samples: &Samples,
    batch: &[u32],
    weights: &[f64],
    target: Target,
    threads: usize,
) -> BatchGradient {
    let parts = by_parts(batch, threads, |part| gradient_of_part(samples, part, weights, target));
    let mut sum = BatchGradient { error: 0.0, gradient: vec![0.0; weights.len()] };
    for part in parts {
        sum.error += part.error;
        sum.gradient.iter_mut().zip(part.gradient).for_each(|(sum, part)| *sum += part);
    }
    sum
}

/// The mean square error over all samples.
pub fn loss(samples: &Samples, weights: &[f64], target: Target, threads: usize) -> f64 {
    let all: Vec<u32> = (0..samples.list.len() as u32).collect();
    let error = |index: &u32| {
        let sample = &samples.list[*index as usize];
        (points(evaluation(samples, sample, weights), target.width) - target.of(sample)).powi(2)
    };
    let parts = by_parts(&all, threads, |part| part.iter().map(error).sum::<f64>());
    parts.iter().sum::<f64>() / all.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use meihua_contracts::game::Game;
    use meihua_contracts::random::SplitMix64;
    use meihua_contracts::side::Side;
    use meihua_engine::games::xiangqi::eval::evaluate;
    use meihua_engine::games::xiangqi::eval::weights::WEIGHTS;
    use meihua_engine::games::xiangqi::{Moves, Position, fen};

    #[test]
    fn model_equals_the_evaluation() {
        let weights: Weights =
            WEIGHTS.iter().flat_map(|pair| [f64::from(pair.middlegame()), f64::from(pair.endgame())]).collect();
        let mut random = SplitMix64::new(2);
        for _ in 0..30 {
            let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
            let mut position: Position = fen::parse(start).unwrap();
            for _ in 0..150 {
                let mut moves = Moves::new();
                if position.generate(&mut moves).is_some() || moves.is_empty() {
                    break;
                }
                position.make(moves[random.below(moves.len())]);
                let mut samples = Samples::of_xiangqi();
                samples.add_position(&position, 0.0, 0.5);
                let value = evaluation(&samples, &samples.list[0], &weights);
                let own = if position.side() == Side::First { value } else { -value };
                // The evaluation rounds three times: blend, scale, tempo.
                assert!((own - f64::from(evaluate(&position))).abs() < 3.0, "{own} {}", fen::write(&position));
            }
        }
    }
}
