//! The command line of `meihua train`.

use crate::datagen::quiet::Filter;
use crate::numbers::{positive, share};
use clap::Args;
use clap::builder::RangedU64ValueParser;
use meihua_console::progress::ProgressArgs;
use std::path::PathBuf;

/// Train a xiangqi network on self-play games from `meihua datagen`.
///
/// After an interruption, run the same command again to continue. The same games and settings give the same network
/// with any number of threads.
#[derive(Args, Debug, Clone)]
pub struct TrainArgs {
    /// Files of self-play games
    #[arg(required = true, value_name = "GAMES")]
    pub games: Vec<PathBuf>,
    /// The network to write; while training, the state is kept next to it in a file with `.state` appended to the name
    #[arg(long, short, value_name = "FILE", required_unless_present = "wdl")]
    pub output: Option<PathBuf>,
    /// Do not train: fit the chances of win, draw and loss and print the two parameters of the curve
    #[arg(long, conflicts_with_all = [
        "output", "from", "distill", "lambda", "epochs", "batch", "rate", "decay", "seed", "threads", "note",
    ])]
    pub wdl: bool,
    /// Start from the weights of this network; default: random weights
    #[arg(long, value_name = "FILE")]
    pub from: Option<PathBuf>,
    /// Keep what the network given by --from knew: weight of the error on randomly changed positions, where that network
    /// is the target. Costs about as much time again
    #[arg(long, value_name = "WEIGHT", value_parser = positive, requires = "from")]
    pub(crate) distill: Option<f32>,
    /// Share of the game's result in the target; the rest is the search score. The result does not count for positions
    /// before a random move (`datagen --random-moves`)
    #[arg(long, default_value_t = 0.3, value_parser = share)]
    pub lambda: f32,
    /// Number of passes over all positions
    #[arg(long, default_value_t = 40, value_parser = RangedU64ValueParser::<usize>::new().range(1..=100_000))]
    pub epochs: usize,
    /// Batch size: positions per step
    #[arg(long, default_value_t = 4_096, value_parser = RangedU64ValueParser::<usize>::new().range(1..=1 << 24))]
    pub batch: usize,
    /// Initial learning rate; it falls to a hundredth of that along a cosine
    #[arg(long, default_value_t = 0.001, value_parser = positive)]
    pub rate: f32,
    /// Weight decay: the share of each weight that a step of size 1 removes
    #[arg(long, default_value_t = 0.01, value_parser = positive)]
    pub(crate) decay: f32,
    /// Which positions to use
    #[command(flatten)]
    pub filter: Filter,
    /// Seed for the initial weights and the order of the positions
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Number of threads
    #[arg(long, default_value_t = 1, value_parser = RangedU64ValueParser::<usize>::new().range(1..=1_024))]
    pub threads: usize,
    /// A comment to store in the file, such as the commit that played the games
    #[arg(long, value_name = "WORDS", default_value = "")]
    pub note: String,
    /// Whether to show progress
    #[command(flatten)]
    pub progress: ProgressArgs,
}

impl TrainArgs {
    /// Every setting that influences the network besides its games, on one line.
    pub fn setup(&self) -> String {
        let TrainArgs { lambda, epochs, batch, rate, decay, seed, filter, distill, .. } = self;
        let Filter { held_out, skip, bound, gap, distinct } = *filter;
        let gap = gap.map_or(String::new(), |gap| format!(" gap={gap}"));
        let distinct = if distinct { " distinct" } else { "" };
        let distill = distill.map_or(String::new(), |weight| format!(" distill={weight}"));
        format!(
            "lambda={lambda} epochs={epochs} batch={batch} rate={rate} decay={decay} held-out={held_out} skip={skip} \
             bound={bound} seed={seed}{gap}{distinct}{distill}"
        )
    }
}
