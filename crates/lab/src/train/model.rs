//! The network in floating point, and its gradient.
//!
//! Let `a` be the accumulator of view `v` (biases plus a row for each feature), `c` the same clipped to 0 … 1, `w` the
//! output weights of the bucket for that view's owner, and `k` the share of an advantage that can still be won:
//!
//! ```text
//! output = sum over v and neurons of w * c²  +  bias        expected points = 1 / (1 + exp(-k * output))
//! ```
//!
//! The error of a position is the squared difference between expectation and target. Sums run in a fixed order, so that
//! the same positions give the same bits with any number of threads and on any processor.

use super::samples::{Sample, Samples, VIEWS_OF};
use meihua_contracts::random::SplitMix64;
use meihua_engine::games::xiangqi::net::feature::{FEATURES, VIEWS};
use meihua_engine::games::xiangqi::net::{BUCKETS, WIDTH, bucket};
use meihua_engine::vectorised;

/// The index of the bias row; the output weights follow.
pub(crate) const BIAS: usize = FEATURES;
/// The first row of output weights: for each bucket one row for the side to move and one for the other side.
pub(crate) const OUTPUT: usize = FEATURES + 1;
/// Number of rows of a model.
pub(crate) const ROWS: usize = OUTPUT + 2 * BUCKETS;

/// Number of partial sums in a vector.
const LANES: usize = 16;

/// Number of features for which the initial sums are scaled: initial weights are so small that few activations are
/// clipped.
const PIECES: f64 = 32.0;

/// One number for each neuron of a view.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(64))]
pub struct Neurons(pub [f32; WIDTH]);

impl Neurons {
    const ZERO: Neurons = Neurons([0.0; WIDTH]);
}

/// All weights; also used for their gradient and anything else with one number per weight.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// Rows of the features, the biases and the output weights.
    pub rows: Vec<Neurons>,
    pub output_bias: [f32; BUCKETS],
}

impl Model {
    pub fn zero() -> Model {
        Model { rows: vec![Neurons::ZERO; ROWS], output_bias: [0.0; BUCKETS] }
    }

    /// Small random weights, which make neurons differ.
    pub fn random(seed: u64) -> Model {
        let mut random = SplitMix64::new(seed);
        let mut model = Model::zero();
        let mut number = |most: f64| (most * (2.0 * random.unit() - 1.0)) as f32;
        let (sums, outputs) = model.rows.split_at_mut(OUTPUT);
        sums.iter_mut().flat_map(|row| &mut row.0).for_each(|weight| *weight = number(PIECES.sqrt().recip()));
        let views = (VIEWS * WIDTH) as f64;
        outputs.iter_mut().flat_map(|row| &mut row.0).for_each(|weight| *weight = number(2.0 / views.sqrt()));
        // With a positive bias, a neuron without features is active.
        model.rows[BIAS].0.iter_mut().for_each(|bias| *bias = bias.abs());
        model
    }

    /// Sets everything to zero.
    pub fn clear(&mut self) {
        self.rows.fill(Neurons::ZERO);
        self.output_bias.fill(0.0);
    }

    pub fn add(&mut self, other: &Model) {
        for (row, more) in self.rows.iter_mut().zip(&other.rows) {
            row.0.iter_mut().zip(&more.0).for_each(|(number, more)| *number += more);
        }
        self.output_bias.iter_mut().zip(&other.output_bias).for_each(|(number, more)| *number += more);
    }

    /// All numbers in the order of the file.
    pub fn numbers(&self) -> impl Iterator<Item = &f32> {
        self.rows.iter().flat_map(|row| &row.0).chain(&self.output_bias)
    }

    /// All numbers, mutable.
    pub(crate) fn numbers_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        self.rows.iter_mut().flat_map(|row| &mut row.0).chain(&mut self.output_bias)
    }
}

/// The accumulators of a position, and its output.
struct Forward {
    sums: [Neurons; VIEWS],
    bucket: usize,
    output: f32,
}

/// The row of output weights for a view.
#[inline(always)]
fn output_row(bucket: usize, view: usize) -> usize {
    OUTPUT + 2 * bucket + view / 2
}

#[inline(always)]
fn forward(model: &Model, features: &[u16]) -> Forward {
    let mut sums = [model.rows[BIAS]; VIEWS];
    for (view, sum) in sums.iter_mut().enumerate() {
        let mut total = sum.0;
        for &feature in features {
            let row = &model.rows[usize::from(VIEWS_OF[usize::from(feature)][view])].0;
            for i in 0..WIDTH {
                total[i] += row[i];
            }
        }
        sum.0 = total;
    }
    let bucket = bucket(features.len());
    let mut lanes = [0f32; LANES];
    for (view, sum) in sums.iter().enumerate() {
        let weights = &model.rows[output_row(bucket, view)].0;
        for (sums, weights) in sum.0.as_chunks::<LANES>().0.iter().zip(weights.as_chunks::<LANES>().0) {
            for lane in 0..LANES {
                let active = sums[lane].clamp(0.0, 1.0);
                lanes[lane] += active * active * weights[lane];
            }
        }
    }
    Forward { sums, bucket, output: model.output_bias[bucket] + lanes.iter().sum::<f32>() }
}

/// Expected points for an output.
#[inline(always)]
pub(crate) fn expected(sample: &Sample, output: f32) -> f32 {
    logistic(sample.keep(output) * output)
}

#[inline(always)]
fn logistic(output: f32) -> f32 {
    1.0 / (1.0 + (-output).exp())
}

vectorised! {
    /// Adds the gradient of the squared errors of some samples to `gradient`; returns the sum of the squares.
    pub fn learn(model: &Model, samples: &Samples, targets: &[f32], part: &[u32], gradient: &mut Model) -> f64 {
        let mut error = 0.0;
        for &index in part {
            let (sample, features) = samples.get(index as usize);
            let forward = forward(model, features);
            let points = expected(sample, forward.output);
            let residual = points - targets[index as usize];
            error += f64::from(residual * residual);
            let delta = 2.0 * residual * points * (1.0 - points) * sample.keep(forward.output);
            add_gradient(model, features, &forward, delta, gradient);
        }
        error
    }
}

vectorised! {
    /// Adds the gradient of the squared difference between the expected points of `model` and those of `teacher` on a
    /// board, times `weight`.
    pub fn imitate(model: &Model, teacher: &Model, features: &[u16], weight: f32, gradient: &mut Model) {
        let forward_of_model = forward(model, features);
        let points = logistic(forward_of_model.output);
        let residual = points - logistic(forward(teacher, features).output);
        let delta = 2.0 * weight * residual * points * (1.0 - points);
        add_gradient(model, features, &forward_of_model, delta, gradient);
    }
}

/// Adds the gradient of a board whose output has the gradient `delta`.
#[inline(always)]
fn add_gradient(model: &Model, features: &[u16], forward: &Forward, delta: f32, gradient: &mut Model) {
    gradient.output_bias[forward.bucket] += delta;
    for (view, sum) in forward.sums.iter().enumerate() {
        let row = output_row(forward.bucket, view);
        let (weights, gradients) = (&model.rows[row].0, &mut gradient.rows[row].0);
        let mut back = [0f32; WIDTH];
        for i in 0..WIDTH {
            let active = sum.0[i].clamp(0.0, 1.0);
            gradients[i] += delta * active * active;
            // Beyond 1 the gradient is zero; below 0 the clipped value is 0 itself.
            let is_open = if sum.0[i] < 1.0 { 2.0 * delta } else { 0.0 };
            back[i] = is_open * active * weights[i];
        }
        add_back(gradient, features, view, &back);
    }
}

/// Adds the gradient that reaches a view to the biases and to the rows of its features.
#[inline(always)]
fn add_back(gradient: &mut Model, features: &[u16], view: usize, back: &[f32; WIDTH]) {
    let bias = &mut gradient.rows[BIAS].0;
    for i in 0..WIDTH {
        bias[i] += back[i];
    }
    for &feature in features {
        let gradients = &mut gradient.rows[usize::from(VIEWS_OF[usize::from(feature)][view])].0;
        for i in 0..WIDTH {
            gradients[i] += back[i];
        }
    }
}

vectorised! {
    /// The outputs for samples in order, in units of the curve's width, before the correction for advantages that
    /// cannot be won.
    pub fn outputs(model: &Model, samples: &Samples) -> Vec<f32> {
        (0..samples.len()).map(|index| forward(model, samples.get(index).1).output).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use meihua_engine::games::xiangqi::fen;
    use meihua_engine::games::xiangqi::vectors::Level;

    fn some_samples() -> Samples {
        let mut samples = Samples::default();
        let texts = [
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
            "r1bakab1r/9/1cn4c1/p1p1p1p1p/5n3/9/P1P1P1P1P/1C2C1N2/9/RNBAKABR1 b - - 4 5",
            "3akab2/9/4b4/p3n4/6p2/2N6/P5P2/4B4/4A4/2BAK4 w - - 0 1",
            "4k4/4a4/4b4/9/9/9/9/9/9/R2K5 b - - 0 1",
        ];
        texts.iter().for_each(|text| samples.add(&fen::parse(text).unwrap(), 100, Some(0.5)));
        samples
    }

    #[test]
    fn gradient_is_the_slope_of_the_error() {
        let (samples, targets, part) = (some_samples(), [0.9, 0.1, 0.4, 0.7], [0, 1, 2, 3]);
        let model = Model::random(1);
        let mut gradient = Model::zero();
        let error = learn(Level::best(), &model, &samples, &targets, &part, &mut gradient);
        assert!(error > 0.0);
        let error_at = |place: usize, step: f32| {
            let mut model = model.clone();
            *model.numbers_mut().nth(place).unwrap() += step;
            learn(Level::best(), &model, &samples, &targets, &part, &mut Model::zero())
        };
        let gradients: Vec<f32> = gradient.numbers().copied().collect();
        let mut order: Vec<usize> = (0..gradients.len()).collect();
        order.sort_by(|&a, &b| gradients[b].abs().total_cmp(&gradients[a].abs()));
        let misses = order.iter().take(400).step_by(8).filter(|&&place| {
            let step = 2e-3;
            let slope = (error_at(place, step) - error_at(place, -step)) / f64::from(2.0 * step);
            let derivative = f64::from(gradients[place]);
            (slope - derivative).abs() > 0.02 * derivative.abs() + 2e-4
        });
        // At the clip edge at 1 the gradient is zero.
        assert!(misses.count() <= 2);
    }

    #[test]
    fn processors_agree_to_the_bit() {
        let (samples, model) = (some_samples(), Model::random(2));
        let results = Level::all().into_iter().map(|level| {
            let mut gradient = Model::zero();
            let error = learn(level, &model, &samples, &[0.2, 0.4, 0.6, 0.8], &[3, 1, 2, 0], &mut gradient);
            (error, gradient, outputs(level, &model, &samples))
        });
        let results: Vec<_> = results.collect();
        assert!(results.iter().all(|result| *result == results[0]));
    }
}
