//! The command line of `meihua play`.

use super::language::Language;
use super::level;
use super::seats::SideChoice;
use clap::Args;
use meihua_contracts::text::Notation;
use meihua_records::notation_words::{self, NotationWord};

/// Play in the terminal: against the engine, two people, or two engines.
///
/// Moves are typed as in the protocol (`h2e2`, `C2=5`, `炮二平五`; `d1`, `4`; `P1D1`; `4-7`; `9,2`, `wwasd`); `help` lists
/// the commands. On a terminal, the program asks for the side and the level if the command line does not name them. In a
/// pipe it does not ask: the person moves first and the engine plays at full strength.
///
/// Exit status: 0; 1 if the position or the file is bad; 2 for a wrong command line; 130 after Ctrl-C while it thinks.
#[derive(Args, Debug, Clone)]
pub(crate) struct PlayArgs {
    /// The game: xiangqi, cfour, river, sliding or tower
    pub game: String,
    /// Where to begin: a file (saved game, position, tower), a multi-floor tower (folder or zip), `-` for what stands on standard
    /// input, or what may follow `position` (`4453`, `3 3 2`)
    pub position: Vec<String>,
    /// The side you play
    #[arg(long, value_enum)]
    pub side: Option<SideChoice>,
    /// Level of the engine: newcomer, beginner, easy, medium, hard, expert, full, or -4 to 20; for two engines, two levels: 20,5
    #[arg(long, value_delimiter = ',', value_parser = level::parse, allow_hyphen_values = true)]
    pub level: Vec<i32>,
    /// Milliseconds for each move and hint (1000; 10000 for a puzzle)
    #[arg(long, value_name = "MS")]
    pub movetime: Option<u64>,
    /// At most this many plies
    #[arg(long, value_name = "N")]
    pub depth: Option<u32>,
    /// At most this many nodes
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,
    /// How moves of xiangqi are written (wxf; chinese where the texts are Chinese)
    #[arg(long, value_parser = notation_words::parser(NOTATIONS))]
    pub notation: Option<Notation>,
    /// The language; if left out, that of LC_ALL, LC_MESSAGES or LANG
    #[arg(long, value_enum)]
    pub lang: Option<Language>,
    /// Draw with plain ASCII; red is upper case then
    #[arg(long)]
    pub ascii: bool,
    /// Searching threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,
    /// Megabytes of the engine's table
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    pub hash: u32,
    /// Random seed of a weakened engine; if left out, every game is different
    #[arg(long)]
    pub seed: Option<u64>,
}

/// How moves are written.
pub(crate) const NOTATIONS: &[NotationWord] = &[
    NotationWord::new("wxf", "`C2=5`", Notation::Wxf),
    NotationWord::new("chinese", "`炮二平五`", Notation::Chinese).or("中文"),
    NotationWord::new("iccs", "`h2e2`", Notation::Iccs).or("坐标"),
];

/// How moves are shown: ICCS is for files.
pub(crate) const fn shown(notation: Notation) -> Notation {
    match notation {
        Notation::Wire | Notation::WireFromOne | Notation::Iccs => Notation::Wire,
        Notation::Wxf | Notation::Chinese => notation,
    }
}
