//! The command line of `meihua tune`.

use super::fit::Hyperparameters;
use crate::datagen::quiet::Filter;
use crate::numbers::{positive, share};
use clap::Args;
use clap::builder::RangedU64ValueParser;
use std::path::PathBuf;

/// Fit the xiangqi evaluation to self-play games of `meihua datagen`.
///
/// The same games and settings give the same table, for any number of threads.
#[derive(Args, Debug, Clone)]
pub struct TuneArgs {
    /// Files of self-play games
    #[arg(required = true, value_name = "GAMES")]
    pub games: Vec<PathBuf>,
    /// Write the new table, as the source file that the evaluation is built from
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Fit the chances of win, draw and loss instead, and print the two numbers of their curve
    #[arg(long, conflicts_with = "output")]
    pub wdl: bool,
    /// Share of the game's result in the target; the rest is the search's score
    #[arg(long, default_value_t = 0.5, value_parser = share::<f64>)]
    pub lambda: f64,
    /// Passes over all positions
    #[arg(long, default_value_t = 40, value_parser = RangedU64ValueParser::<usize>::new().range(0..=100_000))]
    pub epochs: usize,
    /// Positions between two steps
    #[arg(long, default_value_t = 8_192, value_parser = RangedU64ValueParser::<usize>::new().range(1..=1 << 24))]
    pub batch: usize,
    /// Centipawns of the first steps; they shrink towards nothing
    #[arg(long, default_value_t = 2.0, value_parser = positive::<f64>)]
    pub rate: f64,
    /// L2 anchor to the old weights: as strong as this many positions each in which the old weight is right
    #[arg(long, alias = "hold", value_name = "POSITIONS", default_value_t = 2_000.0, value_parser = positive::<f64>)]
    pub l2_anchor: f64,
    /// Every Nth game is held out, to measure the fit
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(2..))]
    pub held_out: u32,
    /// Plies at the start of a game that are left out
    #[arg(long, value_name = "PLIES", default_value_t = 8)]
    pub skip: usize,
    /// Positions whose score is larger are left out
    #[arg(long, value_name = "CENTIPAWNS", default_value_t = 1_500, value_parser = clap::value_parser!(i32).range(1..=32_000))]
    pub bound: i32,
    /// Positions whose score is further from the classical evaluation are left out
    #[arg(long, value_name = "CENTIPAWNS", value_parser = clap::value_parser!(i32).range(0..))]
    pub gap: Option<i32>,
    /// Leave out positions that came a short time ago: within the last million or so
    #[arg(long)]
    pub distinct: bool,
    /// Seed of the order of the positions
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Threads
    #[arg(long, default_value_t = 1, value_parser = RangedU64ValueParser::<usize>::new().range(1..=1_024))]
    pub threads: usize,
}

impl TuneArgs {
    /// Which positions count.
    pub fn filter(&self) -> Filter {
        Filter { skip: self.skip, bound: self.bound, held_out: self.held_out, gap: self.gap, distinct: self.distinct }
    }

    /// How the weights are fitted.
    pub fn hyperparameters(&self) -> Hyperparameters {
        Hyperparameters {
            epochs: self.epochs,
            batch: self.batch,
            rate: self.rate,
            l2_anchor: self.l2_anchor,
            seed: self.seed,
            threads: self.threads,
        }
    }
}
