//! The command line of `meihua train`.

use crate::datagen::quiet::Filter;
use crate::numbers::{positive, share};
use clap::Args;
use clap::builder::RangedU64ValueParser;
use std::path::PathBuf;

/// Train a network for xiangqi on self-play games of `meihua datagen`.
///
/// After an interruption, the same command line continues. The same games and settings give the same network, for any
/// number of threads.
#[derive(Args, Debug, Clone)]
pub struct TrainArgs {
    /// Files of self-play games
    #[arg(required = true, value_name = "GAMES")]
    pub games: Vec<PathBuf>,
    /// Write the network; its state while it is trained stands beside it, with `.state` added to the name
    #[arg(long, short, value_name = "FILE", required_unless_present = "wdl")]
    pub output: Option<PathBuf>,
    /// Fit the chances of win, draw and loss instead, and print the two numbers of their curve
    #[arg(long, conflicts_with = "output")]
    pub wdl: bool,
    /// Start from the weights of this network; random weights if left out
    #[arg(long, value_name = "FILE")]
    pub from: Option<PathBuf>,
    /// Share of the game's result in the target; the rest is the search's score. The result does not count for
    /// positions before a random move (`datagen --random-moves`)
    #[arg(long, default_value_t = 0.3, value_parser = share)]
    pub lambda: f32,
    /// Passes over all positions
    #[arg(long, default_value_t = 40, value_parser = RangedU64ValueParser::<usize>::new().range(1..=100_000))]
    pub epochs: usize,
    /// Batch size: positions per step
    #[arg(long, default_value_t = 4_096, value_parser = RangedU64ValueParser::<usize>::new().range(1..=1 << 24))]
    pub batch: usize,
    /// Learning rate of the first steps; it falls to a hundredth of that along a cosine
    #[arg(long, default_value_t = 0.001, value_parser = positive)]
    pub rate: f32,
    /// Share of each weight that a step of size 1 takes away
    #[arg(long, default_value_t = 0.01, value_parser = positive)]
    pub(crate) decay: f32,
    /// Which positions count
    #[command(flatten)]
    pub filter: Filter,
    /// Seed of the first weights and of the order of the positions
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Threads
    #[arg(long, default_value_t = 1, value_parser = RangedU64ValueParser::<usize>::new().range(1..=1_024))]
    pub threads: usize,
    /// A comment to store in the file, such as the commit that played the games
    #[arg(long, value_name = "WORDS", default_value = "")]
    pub note: String,
}

impl TrainArgs {
    /// Everything that bears on the network besides its games, on one line.
    pub fn setup(&self) -> String {
        let TrainArgs { lambda, epochs, batch, rate, decay, seed, filter, .. } = self;
        let Filter { held_out, skip, bound, gap, distinct } = *filter;
        let gap = gap.map_or(String::new(), |gap| format!(" gap={gap}"));
        let distinct = if distinct { " distinct" } else { "" };
        format!(
            "lambda={lambda} epochs={epochs} batch={batch} rate={rate} decay={decay} held-out={held_out} skip={skip} \
             bound={bound} seed={seed}{gap}{distinct}"
        )
    }
}
