//! The values of the options. [`Config::default`] holds the defaults that the protocol declares.

use crate::engine::book::OpenBook;
use crate::engine::rating::{self, SKILL_MAX};
use crate::games::xiangqi::XiangqiParams;
use crate::games::xiangqi::net::Net;
use crate::games::xiangqi::tables::set::Folder;
use crate::rules::Rules;
use crate::search::limits::{Settings, Strength};
use crate::text::Notation;
use std::sync::Arc;
use std::time::Duration;

/// The state of all options.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// Size of the transposition table in MB.
    pub hash: usize,
    /// Maximum memory in MB for a puzzle's solver while `hash` has its default value; `None` for as much as it needs.
    pub memory_limit: Option<usize>,
    /// Number of search threads.
    pub threads: usize,
    /// Whether the client may make the engine think on the opponent's time.
    pub ponder: bool,
    /// Number of lines to report.
    pub multi_pv: usize,
    /// Milliseconds lost per move to transmission.
    pub move_overhead: u64,
    /// Whether to report the chances of win, draw and loss.
    pub show_wdl: bool,
    /// Whether to play at the strength `elo`.
    pub limit_strength: bool,
    /// The requested rating.
    pub elo: u32,
    /// The skill level, from [`rating::SKILL_MIN`] to [`SKILL_MAX`] (full strength).
    pub skill: i32,
    /// The file of another network; empty for the built-in one.
    pub eval_file: String,
    /// The network read from that file.
    pub net: Option<Arc<Net>>,
    /// Tables of xiangqi endings read in addition to the built-in ones.
    pub tables: Option<Folder>,
    /// Whether a game's own prover answers. Otherwise the generic search does, whose nodes `bench` counts.
    pub proofs: bool,
    /// The house rules.
    pub rules: Rules,
    /// Whether ranks are counted from 1 on the wire.
    pub ranks_from_one: bool,
    /// A second notation in which lines are reported; [`Notation::Wire`] means none.
    pub notation: Notation,
    /// Choose at random among this many best moves.
    pub random_best: usize,
    /// Of these, consider only moves within this many centipawns of the best.
    pub random_margin: i32,
    /// Seed of the random choices.
    pub seed: u64,
    /// The file of the opening book; empty for none.
    pub book_file: String,
    /// The book read from that file.
    pub book: Option<OpenBook>,
    /// The file of the library of games; empty for the user's own one.
    pub library: String,
    /// Whether to play from the opening book.
    pub own_book: bool,
    /// Whether to choose among the moves of the book by weight, rather than the best.
    pub book_weighted: bool,
    /// Plies from the start of the game after which the book is not used.
    pub book_depth: usize,
    /// For whom the book plays: an index of [`super::book::SIDES`].
    pub book_side: usize,
    /// Whether to resign lost games, in dialects that have a word for it.
    pub resign: bool,
    /// Whether to report ignored lines and options.
    pub debug: bool,
    /// UCCI: clocks are in milliseconds rather than seconds.
    pub milliseconds: bool,
    /// UCCI: do not read input while thinking.
    pub batch: bool,
    /// The file for diagnostics; empty for none.
    pub log_file: String,
}

impl Default for Config {
    fn default() -> Self {
        let settings = Settings::default();
        Config {
            hash: 16,
            // A WebAssembly module never gives memory back.
            memory_limit: cfg!(target_family = "wasm").then_some(256),
            threads: 1,
            ponder: false,
            multi_pv: settings.multi_pv,
            move_overhead: settings.move_overhead.as_millis() as u64,
            show_wdl: false,
            limit_strength: false,
            elo: 1500,
            skill: SKILL_MAX,
            eval_file: String::new(),
            net: None,
            tables: None,
            proofs: true,
            rules: Rules::default(),
            ranks_from_one: false,
            notation: Notation::Wire,
            random_best: settings.random_best,
            random_margin: settings.random_margin,
            seed: settings.seed,
            book_file: String::new(),
            book: None,
            library: String::new(),
            own_book: false,
            book_weighted: false,
            book_depth: 255,
            book_side: 0,
            resign: false,
            debug: false,
            milliseconds: true,
            batch: false,
            log_file: String::new(),
        }
    }
}

impl Config {
    /// The settings that concern a search.
    pub fn settings(&self) -> Settings {
        Settings {
            multi_pv: self.multi_pv,
            move_overhead: Duration::from_millis(self.move_overhead),
            strength: self.strength(),
            random_best: self.random_best,
            random_margin: self.random_margin,
            seed: self.seed,
        }
    }

    /// The strength to play at. `UCI_LimitStrength` with `UCI_Elo` takes precedence over `Skill Level`.
    fn strength(&self) -> Option<Strength> {
        if self.limit_strength { Some(rating::strength(self.elo)) } else { rating::level(self.skill) }
    }

    /// The evaluation parameters of xiangqi.
    pub(crate) fn xiangqi_params(&self) -> XiangqiParams {
        self.net.clone().map_or_else(XiangqiParams::default, XiangqiParams)
    }

    /// The notation of moves on the wire.
    pub fn wire(&self) -> Notation {
        if self.ranks_from_one { Notation::WireFromOne } else { Notation::Wire }
    }
}
