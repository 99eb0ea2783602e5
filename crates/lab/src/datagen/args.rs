//! The command line of `meihua datagen`.

use clap::Args;
use clap::builder::RangedU64ValueParser;
use meihua_console::progress::ProgressArgs;
use meihua_engine::engine::random_opening::MAX_PLIES;
use meihua_engine::engine::self_play::{self, Recipe};
use std::fmt::Write as _;
use std::path::PathBuf;
use thiserror::Error;

/// Random plies at the start if no opening is given.
const RANDOM_PLIES: usize = 8;
/// Maximum advantage of either side after them, in centipawns.
const BALANCE: i32 = 300;

/// Play fast self-play games for training positions with scores and results.
///
/// After an interruption, run the same command again to continue; raise --games to add games. Any number of threads
/// gives the same games, though in a different order. Only one process may write the file at a time; a damaged file is
/// refused.
#[derive(Args, Debug, Clone)]
pub struct DatagenArgs {
    /// The file to add games to
    #[arg(long, short, value_name = "FILE")]
    pub output: PathBuf,
    /// The game: xiangqi (default) or cfour
    #[arg(long)]
    pub game: Option<String>,
    /// Total number of games to have in the file
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    pub games: u32,
    /// Node limit per move: no deeper iteration starts after this many nodes
    #[arg(long, default_value_t = 2_500, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// Hard node limit per move; default: eight times --nodes
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    pub hard_nodes: Option<u64>,
    /// Openings: a file with one position or move list per line, or a file of saved games in any format, whose main
    /// lines are played out. Openings are used in turn. Default: the standard start
    #[arg(long, value_name = "FILE")]
    pub openings: Option<PathBuf>,
    /// Number of random plies at the start, this many or one more; default 8. With --openings exactly this many;
    /// default 0
    #[arg(long, value_name = "PLIES",
        value_parser = RangedU64ValueParser::<usize>::new().range(0..=MAX_PLIES as u64))]
    pub random: Option<usize>,
    /// Maximum advantage of either side after the random plies, in centipawns; default 300, or no limit with --openings
    #[arg(long, value_name = "CENTIPAWNS", value_parser = clap::value_parser!(i32).range(0..))]
    pub balance: Option<i32>,
    /// On average, play a random move in place of every Nth quiet best move. Positions before it keep their scores but
    /// not the game's result; 0 for none
    #[arg(long, alias = "stray", value_name = "N", default_value_t = 0,
        value_parser = RangedU64ValueParser::<usize>::new().range(0..=1_000_000))]
    pub random_moves: usize,
    /// Play random moves only at these plies after the opening, counted from 1. The result of a game counts only for
    /// positions after its last random move
    #[arg(long, alias = "stray-plies", value_name = "FROM-TO", value_parser = plies, requires = "random_moves")]
    pub random_move_plies: Option<(usize, usize)>,
    /// Choose random moves only among the four best, within this many centipawns of the best; 0: any move
    #[arg(long, alias = "stray-near", value_name = "CENTIPAWNS", default_value_t = 0, requires = "random_moves",
        value_parser = clap::value_parser!(i32).range(0..=10_000))]
    pub random_move_margin: i32,
    /// Seed for the random moves
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Number of games to play at once
    #[arg(long, default_value_t = 1, value_parser = RangedU64ValueParser::<usize>::new().range(1..=1_024))]
    pub threads: usize,
    /// Size of each thread's table in megabytes
    #[arg(long, value_name = "MB", default_value_t = 4,
        value_parser = RangedU64ValueParser::<usize>::new().range(1..=1 << 20))]
    pub hash: usize,
    /// Whether to show progress
    #[command(flatten)]
    pub progress: ProgressArgs,
}

impl DatagenArgs {
    /// How the games are played.
    pub fn recipe(&self) -> Recipe {
        Recipe {
            soft_nodes: self.nodes,
            hard_nodes: self.hard_nodes.unwrap_or(self.nodes.saturating_mul(8)),
            random_plies: self.random.unwrap_or(if self.openings.is_some() { 0 } else { RANDOM_PLIES }),
            balance: self.balance.or(self.openings.is_none().then_some(BALANCE)),
            random_moves: self.random_moves,
            random_move_plies: self.random_move_plies.unwrap_or((1, usize::MAX)),
            random_move_margin: self.random_move_margin,
            seed: self.seed,
        }
    }

    /// All settings that influence the games, as stored in the file, where random moves are called `stray`. `game` is
    /// the game's name, `openings` the hash of the given openings.
    pub fn setup(&self, game: &str, openings: Option<u64>) -> String {
        let Recipe { soft_nodes, hard_nodes, random_plies, balance, random_moves, random_move_margin, seed, .. } =
            self.recipe();
        let hash = self.hash;
        let mut random = if random_moves > 0 { format!(" stray={random_moves}") } else { String::new() };
        if let Some((from, to)) = self.random_move_plies {
            _ = write!(random, " stray-plies={from}-{to}");
        }
        if random_move_margin > 0 {
            _ = write!(random, " stray-near={random_move_margin}");
        }
        let balance = balance.map_or_else(|| "any".to_owned(), |balance| balance.to_string());
        let openings = openings.map_or_else(String::new, |sum| format!(" openings={sum:016x}"));
        format!(
            "game={game} nodes={soft_nodes} hard={hard_nodes} random={random_plies} balance={balance} seed={seed} \
             hash={hash}{random}{openings}"
        )
    }
}

/// A command-line word that is not a range of plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected FROM-TO, such as 8-40, from 1 to {max}", max = self_play::MAX_PLIES)]
struct WindowError;

/// Parses `8-40`: the first and the last ply.
fn plies(text: &str) -> Result<(usize, usize), WindowError> {
    let numbers = text.split_once('-').and_then(|(from, to)| Some((from.parse().ok()?, to.parse().ok()?)));
    let numbers = numbers.filter(|&(from, to)| 1 <= from && from <= to && to <= self_play::MAX_PLIES);
    numbers.ok_or(WindowError)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_of_plies() {
        assert_eq!((plies("8-40"), plies("1-1")), (Ok((8, 40)), Ok((1, 1))));
        for bad in ["", "8", "40-8", "0-5", "1-601", "1-2-3", "-1-4", "a-b"] {
            assert!(plies(bad).is_err(), "{bad}");
        }
    }
}
