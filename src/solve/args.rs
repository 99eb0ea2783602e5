//! The command line of `meihua solve`.

use super::connect_four::Size;
use clap::Args;
use meihua_console::progress::ProgressArgs;
use meihua_mota::goal::Goal;
use std::path::PathBuf;

/// Solve positions: one per input line, with one row of seven tab-separated columns for each.
///
/// The columns are POSITION VALUE STATUS NODES MICROSECONDS FACTS PLAN. A line is what may follow `position`, or the
/// game's short form (xiangqi: a FEN, answered by the endgame tables or as a mate; cfour `4453`: the columns played,
/// `-` for none; river `3 3 2`: priests, devils, capacity, optionally `b`; sliding `BBBWWW_ cost`; tower: a path, or
/// the text of a tower with its lines joined by `;`; plan: the files of a domain and a problem in PDDL). Exit status: 0; 1 if a line was bad; 2 for a wrong command line.
#[derive(Args, Debug, Clone)]
pub(crate) struct SolveArgs {
    /// The game: xiangqi, cfour, river, sliding, tower or plan
    pub game: String,
    /// A position; or a file or pipe with one position per line, or with one tower; or several towers; or the folder of a
    /// multi-floor tower. `-` is standard input, and the default
    #[arg(value_name = "POSITION|FILE")]
    pub position: Vec<String>,
    /// Maximum time per position in milliseconds
    #[arg(long, value_name = "MS")]
    pub movetime: Option<u64>,
    /// Maximum number of nodes per position
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,
    /// Number of threads that share a position
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: u16,
    /// Megabytes for tables; default: 128 for four in a row, 2048 for towers and plans, half of the machine's memory for
    /// other games
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u32).range(1..))]
    pub hash: Option<u32>,
    /// Four in a row: also find the score of every column
    #[arg(long)]
    pub all_moves: bool,
    /// Four in a row: search every position, even those in the built-in table of openings
    #[arg(long)]
    pub no_table: bool,
    /// Four in a row: the number of the leftmost column in lines of digits
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(0..=1))]
    pub base: u32,
    /// Four in a row: the board size for lines of digits, COLUMNSxROWS
    #[arg(long, value_name = "SIZE", default_value = "7x6")]
    pub size: Size,
    /// Plan: every problem in this folder and the folders in it
    #[arg(long, value_name = "DIR", conflicts_with = "position")]
    pub suite: Option<PathBuf>,
    /// Plan: stop at the first plan, whatever it costs
    #[arg(long)]
    pub first: bool,
    /// Tower: write only the key strokes of the walk
    #[arg(long, conflicts_with = "check")]
    pub keys: bool,
    /// Write to this file instead of standard output. Multi-floor tower: a name ending in `.h5route` gets the route in
    /// the platform's replay format
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Continue an interrupted run with -o FILE: keep the rows in FILE.part or FILE, and solve the remaining lines
    #[arg(long, requires = "output", conflicts_with_all = ["keys", "check", "report", "diary", "trace"])]
    pub resume: bool,
    /// Tower: replay a walk of w, a, s, d and print hp, keys and stats, or the first step that is not allowed.
    /// Multi-floor tower: a route, or a file with one
    #[arg(long, value_name = "WALK")]
    pub check: Option<String>,
    /// Multi-floor tower: write a walkthrough of the route, floor by floor, to this file, `-` for standard output
    #[arg(long, value_name = "FILE", conflicts_with = "report")]
    pub diary: Option<PathBuf>,
    /// Multi-floor tower: list the parts that are not understood, by floor and cell
    #[arg(long)]
    pub report: bool,
    /// Multi-floor tower: a data file that describes what the tower's own code does; default: `meihua.json` in its
    /// folder
    #[arg(long, value_name = "FILE")]
    pub table: Option<PathBuf>,
    /// Multi-floor tower: a goal other than its end: FLOOR,COLUMN,ROW for a cell whose contents must be beaten, taken,
    /// opened or entered; a floor to reach; or a condition, such as 'floor == MT10 && hp >= 2000'
    #[arg(long, value_name = "GOAL", conflicts_with = "report")]
    pub until: Option<Goal>,
    /// Multi-floor tower: begin with this route, a text or a file; what is found is no worse
    #[arg(long, value_name = "ROUTE", conflicts_with_all = ["report", "check", "difficulty"])]
    pub from: Option<String>,
    /// Multi-floor tower: also list the price of each door, fight and purchase of the plan: the final hp lost without it
    #[arg(long, conflicts_with_all = ["report", "check", "keys"])]
    pub prices: bool,
    /// Multi-floor tower: instead of solving it, let N random and N greedy players play it, and count the wins
    #[arg(long, value_name = "N", conflicts_with_all = ["report", "check", "keys", "prices", "diary"], value_parser = clap::value_parser!(u32).range(1..))]
    pub difficulty: Option<u32>,
    /// Multi-floor tower: seed of the search, and of the players of --difficulty
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    #[command(flatten)]
    pub progress: ProgressArgs,
    /// Show the search in progress and the plan step by step; for a multi-floor tower on standard error
    #[arg(long, conflicts_with = "progress")]
    pub trace: bool,
}
