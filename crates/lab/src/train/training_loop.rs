//! The training loop: passes over all positions in changing order, decreasing step sizes, the best pass kept.

use super::adam::Adam;
use super::args::TrainArgs;
use super::distill::Teacher;
use super::model::{self, Model};
use super::samples::{Samples, TrainingTarget};
use meihua_contracts::helpers::side_by_side;
use meihua_contracts::random::SplitMix64;
use meihua_engine::games::xiangqi::vectors::Level;
use std::f32::consts::PI;

/// Number of parts of a batch, independent of the number of threads so that sums are always the same.
const PARTS: usize = 8;

/// The final learning rate as a share of the initial one.
const LAST_RATE: f32 = 0.01;

/// The state of the training, from which the rest follows.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainingState {
    pub(crate) epoch: usize,
    pub model: Model,
    pub adam: Adam,
    /// The smallest error on the held-out positions.
    pub(crate) best_error: f64,
    /// The weights with that error.
    pub best: Model,
}

impl TrainingState {
    /// Before the first pass.
    pub fn new(model: Model) -> TrainingState {
        TrainingState { epoch: 0, best: model.clone(), model, adam: Adam::new(), best_error: f64::INFINITY }
    }
}

/// Positions with their targets.
#[derive(Clone, Debug)]
pub(crate) struct Dataset<'a> {
    samples: &'a Samples,
    targets: Vec<f32>,
}

impl<'a> Dataset<'a> {
    /// Computes the targets.
    pub(crate) fn new(samples: &'a Samples, target: TrainingTarget) -> Dataset<'a> {
        Dataset { samples, targets: (0..samples.len()).map(|index| target.of(samples.get(index).0)).collect() }
    }

    /// The mean squared error of outputs, one per position, in units of the curve's width.
    pub(crate) fn error(&self, outputs: &[f32]) -> f64 {
        let square = |index: usize| {
            let points = model::expected(self.samples.get(index).0, outputs[index]);
            f64::from(points - self.targets[index]).powi(2)
        };
        (0..outputs.len()).map(square).sum::<f64>() / outputs.len().max(1) as f64
    }
}

/// The result of a pass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Epoch {
    /// Mean squared error on the training positions during the pass.
    pub train: f64,
    /// Mean squared error on the held-out positions after the pass.
    pub held_out: f64,
}

/// One pass over all positions of `train`.
pub(crate) fn run_epoch(
    state: &mut TrainingState,
    train: &Dataset<'_>,
    held_out: &Dataset<'_>,
    teacher: Option<&Teacher>,
    args: &TrainArgs,
) -> Epoch {
    let level = Level::best();
    let mut order: Vec<u32> = (0..train.samples.len() as u32).collect();
    SplitMix64::of_item(args.seed, state.epoch as u64 + 1).shuffle(&mut order);
    let batches = order.len().div_ceil(args.batch).max(1);
    let mut workers: Vec<Model> = (0..PARTS).map(|_| Model::zero()).collect();
    let mut error = 0.0;
    for (number, batch) in order.chunks(args.batch).enumerate() {
        let gradient = |part: &[u32], gradient: &mut Model| {
            if let Some(teacher) = teacher {
                teacher.teach(level, &state.model, train.samples, part, state.epoch, gradient);
            }
            model::learn(level, &state.model, train.samples, &train.targets, part, gradient)
        };
        error += mean_gradient(&gradient, batch, &mut workers, args.threads);
        let done = (state.epoch * batches + number) as f32 / (args.epochs * batches) as f32;
        let rate = args.rate * (LAST_RATE + (1.0 - LAST_RATE) * (1.0 + (PI * done).cos()) / 2.0);
        state.adam.step(&mut state.model, &workers[0], rate, args.decay);
    }
    state.epoch += 1;
    let after = held_out.error(&model::outputs(level, &state.model, held_out.samples));
    if after < state.best_error {
        state.best_error = after;
        state.best.clone_from(&state.model);
    }
    Epoch { train: error / order.len().max(1) as f64, held_out: after }
}

/// Computes the mean gradient of a batch in the first worker's model; returns the sum of squared errors. `add_gradient`
/// adds the gradient of a part of the batch and returns its squared errors.
fn mean_gradient(
    add_gradient: &(dyn Fn(&[u32], &mut Model) -> f64 + Sync),
    batch: &[u32],
    workers: &mut [Model],
    threads: usize,
) -> f64 {
    let parts: Vec<&[u32]> = batch.chunks(batch.len().div_ceil(PARTS).max(1)).collect();
    let learn = |(gradient, part): (&mut Model, &&[u32])| {
        gradient.clear();
        add_gradient(part, gradient)
    };
    let run = |gradients: &mut [Model], parts: &[&[u32]]| -> Vec<f64> {
        gradients.iter_mut().zip(parts).map(learn).collect()
    };
    let run = &run;
    let share = parts.len().div_ceil(threads.max(1)).max(1);
    let shares = workers.chunks_mut(share).zip(parts.chunks(share));
    let tasks = shares.map(|(gradients, parts)| move || run(gradients, parts));
    let errors: Vec<f64> = side_by_side(tasks).into_iter().flatten().collect();
    let Some((sum, others)) = workers.split_first_mut() else { return 0.0 };
    others.iter().take(parts.len() - 1).for_each(|other| sum.add(other));
    let mean = (batch.len() as f32).recip();
    sum.numbers_mut().for_each(|number| *number *= mean);
    errors.iter().sum()
}
