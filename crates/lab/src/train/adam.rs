//! AdamW: step sizes that depend on how consistently each gradient points the same way, and decoupled weight decay (I.
//! Loshchilov and F. Hutter, "Decoupled weight decay regularization", 2019).

use super::model::{BIAS, Model, Neurons, OUTPUT};
use meihua_engine::games::xiangqi::net::{MAX_FEATURE, MAX_OUTPUT, QA, QB};
use meihua_engine::games::xiangqi::vectors::Level;
use meihua_engine::vectorised;

const MEAN: f32 = 0.9;
const SQUARE: f32 = 0.999;
const FLOOR: f32 = 1e-8;

/// Limits on the weights set by the network's integers.
const FEATURE_BOUND: f32 = MAX_FEATURE as f32 / QA as f32;
const OUTPUT_BOUND: f32 = MAX_OUTPUT as f32 / QB as f32;

/// The state of the optimiser.
#[derive(Clone, Debug, PartialEq)]
pub struct Adam {
    /// Running means of the gradients.
    pub mean: Model,
    /// Running means of the squared gradients.
    pub square: Model,
    pub steps: i32,
}

/// The coefficients of a step.
#[derive(Clone, Copy)]
struct Step {
    rate: f32,
    /// Share of a weight that decays.
    fade: f32,
    /// How far the running means have converged to the true ones.
    shares: (f32, f32),
    bound: f32,
}

impl Adam {
    /// Before the first step.
    pub fn new() -> Adam {
        Adam { mean: Model::zero(), square: Model::zero(), steps: 0 }
    }

    /// Moves each weight against its gradient by about `rate`, and decays it by `rate * decay`. Biases do not decay.
    pub fn step(&mut self, model: &mut Model, gradient: &Model, rate: f32, decay: f32) {
        self.steps += 1;
        let shares = (1.0 - MEAN.powi(self.steps), 1.0 - SQUARE.powi(self.steps));
        let step = |fade, bound| Step { rate, fade, shares, bound };
        let parts = [
            (0..BIAS, step(rate * decay, FEATURE_BOUND)),
            (BIAS..OUTPUT, step(0.0, FEATURE_BOUND)),
            (OUTPUT..model.rows.len(), step(rate * decay, OUTPUT_BOUND)),
        ];
        let level = Level::best();
        for (rows, step) in parts {
            let states = (&mut self.mean.rows[rows.clone()], &mut self.square.rows[rows.clone()]);
            step_rows(level, &mut model.rows[rows.clone()], &gradient.rows[rows], states, step);
        }
        let biases = model.output_bias.iter_mut().zip(&gradient.output_bias);
        let states = self.mean.output_bias.iter_mut().zip(&mut self.square.output_bias);
        for ((weight, gradient), (mean, square)) in biases.zip(states) {
            step_number(weight, *gradient, (mean, square), step(0.0, f32::MAX));
        }
    }
}

impl Default for Adam {
    fn default() -> Self {
        Adam::new()
    }
}

vectorised! {
    fn step_rows(rows: &mut [Neurons], gradients: &[Neurons], states: (&mut [Neurons], &mut [Neurons]), step: Step) {
        let states = states.0.iter_mut().zip(states.1);
        for ((row, gradients), (means, squares)) in rows.iter_mut().zip(gradients).zip(states) {
            let states = means.0.iter_mut().zip(&mut squares.0);
            for ((weight, gradient), (mean, square)) in row.0.iter_mut().zip(&gradients.0).zip(states) {
                step_number(weight, *gradient, (mean, square), step);
            }
        }
    }
}

#[inline(always)]
fn step_number(weight: &mut f32, gradient: f32, (mean, square): (&mut f32, &mut f32), step: Step) {
    *mean = MEAN * *mean + (1.0 - MEAN) * gradient;
    *square = SQUARE * *square + (1.0 - SQUARE) * gradient * gradient;
    let size = (*square / step.shares.1).sqrt() + FLOOR;
    let moved = *weight - step.fade * *weight - step.rate * (*mean / step.shares.0) / size;
    *weight = moved.clamp(-step.bound, step.bound);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_steady_slope_moves_by_the_rate_and_within_the_bounds() {
        let (mut model, mut adam, mut gradient) = (Model::zero(), Adam::new(), Model::zero());
        gradient.numbers_mut().for_each(|number| *number = -0.5);
        for step in 1..=3 {
            adam.step(&mut model, &gradient, 0.01, 0.0);
            assert!(model.numbers().all(|weight| (weight - 0.01 * step as f32).abs() < 1e-5));
        }
        (0..400).for_each(|_| adam.step(&mut model, &gradient, 0.1, 0.0));
        assert_eq!((model.rows[5].0[3], model.rows[OUTPUT].0[3]), (FEATURE_BOUND, OUTPUT_BOUND));
    }

    #[test]
    fn weights_fade_and_biases_do_not() {
        let (mut model, mut adam) = (Model::zero(), Adam::new());
        model.numbers_mut().for_each(|number| *number = 1.0);
        adam.step(&mut model, &Model::zero(), 0.1, 0.5);
        assert_eq!((model.rows[0].0[0], model.rows[BIAS].0[0], model.output_bias[0]), (0.95, 1.0, 1.0));
    }
}
