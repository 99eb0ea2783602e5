//! The fit: batches in a shuffled order, the old weights held a little, the best pass by the games held out.

use super::adam::Adam;
use super::model::{self, Target, Weights};
use super::samples::Samples;
use meihua_contracts::random::SplitMix64;
use std::f64::consts::PI;

/// How the weights are fitted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hyperparameters {
    /// Passes over all samples.
    pub epochs: usize,
    /// Samples a step.
    pub batch: usize,
    /// Centipawns of the first steps; falls to nothing along a cosine.
    pub rate: f64,
    /// Each weight is held as if this many samples of expected points ½ held that it is right.
    pub l2_anchor: f64,
    /// Of the order of the samples.
    pub seed: u64,
    /// Threads.
    pub threads: usize,
}

/// The samples.
#[derive(Clone, Copy, Debug)]
pub struct Sets<'a> {
    /// The weights are fitted to these.
    pub train: &'a Samples,
    /// And judged by these.
    pub held_out: &'a Samples,
}

/// A pass, as it is reported.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// Its number, from 1; 0 is the state before the first.
    pub number: usize,
    /// Mean square error over the samples fitted to, while the pass went on.
    pub train: f64,
    /// The same over those held out, after it.
    pub held_out: f64,
}

/// Fits the weights, beginning with `start`; returns those of the pass that was best for the samples held out. Reports
/// each pass.
pub fn fit(
    sets: Sets<'_>,
    start: &[f64],
    target: Target,
    hyper: &Hyperparameters,
    report: &mut dyn FnMut(Epoch),
) -> Weights {
    let Sets { train, held_out } = sets;
    let mut weights = start.to_vec();
    let mut adam = Adam::new(weights.len());
    let mut order: Vec<u32> = (0..train.list.len() as u32).collect();
    let mut random = SplitMix64::new(hyper.seed);
    let batches = order.len().div_ceil(hyper.batch);
    let all = (hyper.epochs * batches).max(1) as f64;
    // Half the second derivative of the square error of a sample with count 1 at expected points ½.
    let l2_anchor = hyper.l2_anchor / (16.0 * target.width * target.width) / batches.max(1) as f64;
    let mut best = (model::loss(held_out, &weights, target, hyper.threads), weights.clone());
    report(Epoch { number: 0, train: model::loss(train, &weights, target, hyper.threads), held_out: best.0 });
    for epoch in 0..hyper.epochs {
        random.shuffle(&mut order);
        let mut error = 0.0;
        for (number, batch) in order.chunks(hyper.batch).enumerate() {
            let mut step = model::batch_gradient(train, batch, &weights, target, hyper.threads);
            error += step.error;
            for (place, gradient) in step.gradient.iter_mut().enumerate() {
                *gradient += 2.0 * l2_anchor * (weights[place] - start[place]);
            }
            let done = (epoch * batches + number) as f64 / all;
            adam.step(&mut weights, &step.gradient, hyper.rate * (1.0 + (PI * done).cos()) / 2.0);
        }
        let loss = model::loss(held_out, &weights, target, hyper.threads);
        report(Epoch { number: epoch + 1, train: error / order.len().max(1) as f64, held_out: loss });
        if loss < best.0 {
            best = (loss, weights.clone());
        }
    }
    best.1
}

/// Scales `weights` so that the root mean square of the evaluation is that of `reference`, since the margins of the
/// search are written in these centipawns. Returns the factor.
pub fn keep_units(samples: &Samples, weights: &mut [f64], reference: &[f64]) -> f64 {
    let power = |weights: &[f64]| {
        samples.list.iter().map(|sample| model::evaluation(samples, sample, weights).powi(2)).sum::<f64>()
    };
    let (old, new) = (power(reference), power(weights));
    let factor = if old > 0.0 && new > 0.0 { (old / new).sqrt() } else { 1.0 };
    weights.iter_mut().for_each(|weight| *weight *= factor);
    factor
}

#[cfg(test)]
mod tests {
    use super::super::curve::points;
    use super::super::samples::Sample;
    use super::*;

    const WIDTH: f64 = 200.0;
    const TARGET: Target = Target { width: WIDTH, lambda: 1.0 };
    const HYPER: Hyperparameters =
        Hyperparameters { epochs: 30, batch: 256, rate: 4.0, l2_anchor: 0.0, seed: 3, threads: 1 };

    /// Samples of six features and the tempo, whose results follow from `weights` without noise.
    fn synthetic(weights: &[f64], number: usize, seed: u64) -> Samples {
        let mut random = SplitMix64::new(seed);
        let mut samples = Samples::new(7, 6);
        for _ in 0..number {
            let features: Vec<(u16, i8)> = (0..6).map(|feature| (feature, random.below(5) as i8 - 2)).collect();
            let sample = Sample {
                features: (0, 0),
                middlegame: random.unit() as f32,
                scale: [1.0, if random.below(4) == 0 { 0.25 } else { 1.0 }],
                mover: if random.below(2) == 0 { 1.0 } else { -1.0 },
                score: 0.0,
                result: 0.0,
            };
            samples.add(sample, features);
            let last = samples.list[samples.list.len() - 1];
            let result = points(model::evaluation(&samples, &last, weights), WIDTH) as f32;
            samples.list.last_mut().unwrap().result = result;
        }
        samples
    }

    #[test]
    fn known_weights_are_found_again() {
        let truth: Weights = vec![90.0, 110.0, -40.0, -20.0, 15.0, 5.0, 0.0, 30.0, 60.0, 60.0, -7.0, 3.0, 12.0, 6.0];
        let (train, held_out) = (synthetic(&truth, 4_000, 1), synthetic(&truth, 400, 2));
        let mut passes = Vec::new();
        let sets = Sets { train: &train, held_out: &held_out };
        let found = fit(sets, &[20.0; 14], TARGET, &HYPER, &mut |pass| passes.push(pass));
        for (found, truth) in found.iter().zip(&truth) {
            assert!((found - truth).abs() < 1.0, "{found} for {truth}");
        }
        assert_eq!(passes.len(), HYPER.epochs + 1);
        assert!(passes[HYPER.epochs].held_out < passes[0].held_out / 100.0);
    }

    #[test]
    fn seed_decides_and_threads_do_not() {
        let truth = vec![50.0; 14];
        let (train, held_out) = (synthetic(&truth, 1_000, 1), synthetic(&truth, 100, 2));
        let sets = Sets { train: &train, held_out: &held_out };
        let fitted = |hyper| fit(sets, &[0.0; 14], TARGET, &hyper, &mut |_| ());
        let hyper = Hyperparameters { epochs: 2, ..HYPER };
        let once = fitted(hyper);
        assert_eq!(once, fitted(hyper));
        assert_eq!(once, fitted(Hyperparameters { threads: 3, ..hyper }));
        assert_ne!(once, fitted(Hyperparameters { seed: 4, ..hyper }));
    }

    #[test]
    fn a_weight_that_is_held_firmly_stays() {
        let truth = vec![50.0; 14];
        let (train, held_out) = (synthetic(&truth, 500, 1), synthetic(&truth, 100, 2));
        let sets = Sets { train: &train, held_out: &held_out };
        let moved = |l2_anchor| {
            let found = fit(sets, &[0.0; 14], TARGET, &Hyperparameters { l2_anchor, epochs: 20, ..HYPER }, &mut |_| ());
            found.iter().sum::<f64>() / 14.0
        };
        assert!(moved(1e6) < 5.0 && moved(0.0) > 40.0);
    }

    #[test]
    fn units_are_kept() {
        let old = vec![50.0; 14];
        let samples = synthetic(&old, 200, 1);
        let mut new: Weights = old.iter().map(|weight| weight * 0.8).collect();
        let factor = keep_units(&samples, &mut new, &old);
        assert!((factor - 1.25).abs() < 1e-9);
        assert!(new.iter().all(|weight| (weight - 50.0).abs() < 1e-9));
    }
}
