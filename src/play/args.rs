//! The command line of `meihua play`.

use super::level;
use super::seats::SideChoice;
use clap::Args;
use meihua_contracts::text::Notation;
use meihua_records::notation_words::{self, NotationWord};

/// Play in the terminal: against the engine, two people, or two engines.
///
/// Type moves as in the protocol (`h2e2`, `C2=5`, `炮二平五`; `d1`, `4`; `P1D1`; `4-7`; `9,2`, `wwasd`); `help` lists the
/// commands. On a terminal, the program asks for game, side and level if the command line does not give them. In a pipe it
/// does not ask: you move first and the engine plays at full strength.
///
/// Exit status: 0; 1 if the position or the file is bad; 2 for a wrong command line; 130 after Ctrl-C while it thinks.
#[derive(Args, Debug, Clone)]
pub(crate) struct PlayArgs {
    /// The game: xiangqi, cfour, river, sliding, tower or plan; on a terminal, the program asks for it if it is missing
    pub game: Option<String>,
    /// Where to start: a file (saved game, position, tower), a multi-floor tower (folder or zip), `-` for standard
    /// input, or what may follow `position` (`4453`, `3 3 2`)
    pub position: Vec<String>,
    /// The side you play
    #[arg(long, value_enum)]
    pub side: Option<SideChoice>,
    /// Level of the engine: newcomer, beginner, easy, medium, hard, expert, full, or -4 to 20; for two engines two
    /// levels, such as 20,5
    #[arg(long, value_delimiter = ',', value_parser = level::argument, allow_hyphen_values = true)]
    pub level: Vec<i32>,
    /// Milliseconds per move and hint; default: 1000, or 10000 for a puzzle
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    pub movetime: Option<u64>,
    /// Maximum depth in plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub depth: Option<u32>,
    /// Maximum number of nodes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Notation of xiangqi moves; default: wxf, or chinese if the language is Chinese
    #[arg(long, value_parser = notation_words::parser(NOTATIONS))]
    pub notation: Option<Notation>,
    /// Draw in plain ASCII, with Red in upper case
    #[arg(long)]
    pub ascii: bool,
    /// Number of search threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,
    /// Size of the engine's table in megabytes
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    pub hash: u32,
    /// Random seed of a weakened engine; default: different in every game
    #[arg(long)]
    pub seed: Option<u64>,
}

/// How moves are written.
pub(crate) const NOTATIONS: &[NotationWord] = &[
    NotationWord::new("wxf", "`C2=5`", Notation::Wxf),
    NotationWord::new("chinese", "`炮二平五`", Notation::Chinese).or("中文"),
    NotationWord::new("vietnamese", "`P2-5`", Notation::Vietnamese).or("越南文"),
    NotationWord::new("iccs", "`h2e2`", Notation::Iccs).or("坐标"),
    NotationWord::new("san", "`Nf3`, in games like chess", Notation::San),
];

/// The notation shown on the screen: ICCS is for files only.
pub(crate) const fn shown(notation: Notation) -> Notation {
    match notation {
        Notation::Wire | Notation::WireFromOne | Notation::Iccs => Notation::Wire,
        Notation::Wxf | Notation::Chinese | Notation::Vietnamese | Notation::San => notation,
    }
}
