//! The command line of `meihua datagen`.

use super::self_play::Recipe;
use clap::Args;
use std::path::PathBuf;

/// Play the engine against itself, fast, for positions with scores and results.
///
/// The same command line goes on where it was interrupted; with more --games it adds games. The file is the same for any
/// number of threads but for the order of its games.
#[derive(Args, Debug, Clone)]
pub struct DatagenArgs {
    /// The file that the games are added to
    #[arg(long, short, value_name = "FILE")]
    pub output: PathBuf,
    /// The game: xiangqi or cfour
    #[arg(long, default_value = "xiangqi")]
    pub game: String,
    /// Games in the file in the end
    #[arg(long, default_value_t = 1_000)]
    pub games: u32,
    /// Nodes of a move: no deeper iteration is begun after so many
    #[arg(long, default_value_t = 2_500)]
    pub nodes: u64,
    /// Nodes at which a move's search ends in any case; eight times --nodes by default
    #[arg(long)]
    pub hard_nodes: Option<u64>,
    /// Random plies at the start: so many or one more
    #[arg(long, value_name = "PLIES", default_value_t = 8)]
    pub random: usize,
    /// Centipawns that either side may be ahead after them
    #[arg(long, value_name = "CENTIPAWNS", default_value_t = 300)]
    pub balance: i32,
    /// Every so manyth quiet move, on average, is a random one instead of the best: the results of such games tell nothing,
    /// but the scores of their positions, where pieces hang, do; 0 for none
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub stray: usize,
    /// Seed of the random moves
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Games at a time
    #[arg(long, default_value_t = 1)]
    pub threads: usize,
    /// Table of each thread
    #[arg(long, value_name = "MB", default_value_t = 4)]
    pub hash: usize,
}

impl DatagenArgs {
    /// How the games are played.
    pub fn recipe(&self) -> Recipe {
        Recipe {
            soft_nodes: self.nodes,
            hard_nodes: self.hard_nodes.unwrap_or(self.nodes.saturating_mul(8)),
            random_plies: self.random,
            balance: self.balance,
            stray: self.stray,
            seed: self.seed,
        }
    }

    /// Everything that bears on the games, for the file.
    pub fn setup(&self) -> String {
        let Recipe { soft_nodes, hard_nodes, random_plies, balance, stray, seed } = self.recipe();
        let (game, hash) = (&self.game, self.hash);
        let strays = if stray > 0 { format!(" stray={stray}") } else { String::new() };
        format!(
            "game={game} nodes={soft_nodes} hard={hard_nodes} random={random_plies} balance={balance} seed={seed} \
             hash={hash}{strays}"
        )
    }
}
