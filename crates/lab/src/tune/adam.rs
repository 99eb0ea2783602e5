//! Adam: steps whose size follows from how steadily each gradient points (D. Kingma and J. Ba, 2014).

const MEAN: f64 = 0.9;
const SQUARE: f64 = 0.999;
/// Keeps a weight whose gradient is nothing from being moved by noise.
const FLOOR: f64 = 1e-12;

/// The state of the optimiser.
#[derive(Clone, Debug)]
pub struct Adam {
    mean: Vec<f64>,
    square: Vec<f64>,
    steps: i32,
}

impl Adam {
    /// For a number of weights.
    pub fn new(weights: usize) -> Adam {
        Adam { mean: vec![0.0; weights], square: vec![0.0; weights], steps: 0 }
    }

    /// Moves the weights against the gradient, by about `rate` each.
    pub fn step(&mut self, weights: &mut [f64], gradient: &[f64], rate: f64) {
        self.steps += 1;
        let (mean_share, square_share) = (1.0 - MEAN.powi(self.steps), 1.0 - SQUARE.powi(self.steps));
        for (index, weight) in weights.iter_mut().enumerate() {
            let gradient = gradient[index];
            self.mean[index] = MEAN * self.mean[index] + (1.0 - MEAN) * gradient;
            self.square[index] = SQUARE * self.square[index] + (1.0 - SQUARE) * gradient * gradient;
            let size = (self.square[index] / square_share).sqrt() + FLOOR;
            *weight -= rate * self.mean[index] / mean_share / size;
        }
    }
}
