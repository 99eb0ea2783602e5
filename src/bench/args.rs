//! The command line of `bench`.

use clap::{Args, Subcommand};
use meihua_console::progress::ProgressArgs;
use meihua_engine::engine::bench::MAX_DEPTH;
use std::path::PathBuf;
use std::time::Duration;
use thiserror::Error;

/// Search fixed positions and count nodes, or the studies of files and count mates.
#[derive(Args, Debug, Clone)]
#[command(args_conflicts_with_subcommands = true, disable_help_subcommand = true)]
pub(crate) struct BenchArgs {
    /// Search depth in plies, at most 30; default: 13
    #[arg(value_parser = clap::value_parser!(u32).range(..=i64::from(MAX_DEPTH)))]
    pub depth: Option<u32>,
    #[command(flatten)]
    pub progress: ProgressArgs,
    #[command(subcommand)]
    pub what: Option<BenchCommand>,
}

/// What else to bench.
#[derive(Subcommand, Debug, Clone)]
pub(crate) enum BenchCommand {
    Mates(MatesArgs),
    Endings(EndingsArgs),
}

/// Search the xiangqi studies of files and compare the mates found with those given.
///
/// A file has one position per line, FEN or EPD, or is in any format that `convert` reads; then the start of each game
/// is a study. In an EPD, `dm 6` or `bm #6` gives a mate in 6 moves (negative: the side to move is mated), `bm` the
/// first move, `c9` a result and `id` a name. In a game, its tags `dm` and `bm`, its result and its main line do so. A study without
/// result is one in which the side to move mates.
///
/// Each study is searched once, with an empty table. It gets one row of tab-separated columns: position, mate found in
/// moves, mate given, verdict, nodes and seconds until that mate was first reported (without a mate: of the whole
/// search), first move, whether it is a given one, and name. The verdict is `equal`, `shorter` or `longer` than given,
/// `found` if no length is given, `missed`, `draw` (no mate in a drawn study) or `wrong` (a mate in a drawn study, or
/// for the other side). The last line has the totals. Exit status: 0; 1 if a file or a study could not be read; 2 for a
/// wrong command line.
#[derive(Args, Debug, Clone)]
pub(crate) struct MatesArgs {
    #[command(flatten)]
    pub studies: StudiesArgs,
    /// Search as `go mate MOVES` does: for a win within this many moves, and only until one is found
    #[arg(long, value_name = "MOVES", value_parser = clap::value_parser!(u32).range(1..=127))]
    pub mate: Option<u32>,
}

/// Search xiangqi endings of known result and see whether the scores show it.
///
/// The files are those of `mates`. In an EPD, `c9 "1-0"`, `c9 "0-1"` or `c9 "1/2-1/2"` gives the result. A win is shown
/// by a mate or by at least 60 centipawns, a draw by at most 150 for either side.
///
/// Each ending is searched once, with an empty table. It gets one row of tab-separated columns: position, score for the
/// side to move in centipawns (or `mate` and moves), result given, verdict, nodes, seconds, first move, and name. The verdict is `shown`,
/// `low` (a win that looks drawn) or `high` (a draw that looks won). The last line has the totals. Exit status: as of
/// `mates`.
#[derive(Args, Debug, Clone)]
pub(crate) struct EndingsArgs {
    #[command(flatten)]
    pub studies: StudiesArgs,
}

/// Which studies to search, and how long.
#[derive(Args, Debug, Clone)]
pub(crate) struct StudiesArgs {
    /// Files with studies; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Processor time per study and thread in seconds; time of the wall clock on systems that do not count it
    #[arg(long, value_name = "S", default_value = "2", value_parser = seconds, conflicts_with = "nodes")]
    pub seconds: Duration,
    /// Nodes per study instead of time; with one thread, the rows are then the same in every run, except for the seconds
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Number of search threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: u16,
    /// Size of the table in megabytes
    #[arg(long, value_name = "MB", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    pub hash: u32,
    #[command(flatten)]
    pub progress: ProgressArgs,
}

/// A command-line word that is not a time limit.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected seconds from 0.001 to 86400")]
struct BadSeconds;

/// Parses a time limit.
fn seconds(text: &str) -> Result<Duration, BadSeconds> {
    let number = text.parse().ok().filter(|seconds| (0.001..=86_400.0).contains(seconds)).ok_or(BadSeconds)?;
    Duration::try_from_secs_f64(number).map_err(|_| BadSeconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_limit_is_positive_and_finite() {
        assert_eq!((seconds("2"), seconds("0.05")), (Ok(Duration::from_secs(2)), Ok(Duration::from_millis(50))));
        for bad in ["0", "-1", "nan", "inf", "1e9", "2s", ""] {
            assert_eq!(seconds(bad), Err(BadSeconds), "{bad}");
        }
    }
}
