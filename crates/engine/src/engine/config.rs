//! What options set. The values of [`Config::default`] are the defaults that the protocol declares.

use crate::engine::rating;
use crate::games::xiangqi::XiangqiParams;
use crate::games::xiangqi::net::Net;
use crate::games::xiangqi::tables::set::Folder;
use crate::rules::Rules;
use crate::search::limits::{Settings, Strength};
use crate::text::Notation;
use std::sync::Arc;
use std::time::Duration;

/// The `Skill Level` of full strength.
pub const SKILL_MAX: i32 = 20;
/// The lowest `Skill Level`: below 0 a share of the moves is any legal one, here all of them.
pub const SKILL_MIN: i32 = -4;

/// The state of all options.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// Size of the table, MB.
    pub hash: usize,
    /// The most megabytes that a puzzle's solver may take where `hash` is the default; `None` for what it needs.
    pub memory_limit: Option<usize>,
    /// Searching threads.
    pub threads: usize,
    /// Whether the client may let the engine think on the opponent's time.
    pub ponder: bool,
    /// Number of lines to report.
    pub multi_pv: usize,
    /// Milliseconds lost on the way of each move.
    pub move_overhead: u64,
    /// Report the chances of win, draw and loss.
    pub show_wdl: bool,
    /// Play at `elo`.
    pub limit_strength: bool,
    /// The strength asked for.
    pub elo: u32,
    /// [`SKILL_MIN`] to [`SKILL_MAX`], the full strength.
    pub skill: i32,
    /// The file of another network; empty for the program's own.
    pub eval_file: String,
    /// The network of that file.
    pub net: Option<Arc<Net>>,
    /// The tables of xiangqi endings that were read beside the built-in ones.
    pub tables: Option<Folder>,
    /// Whether the prover that a game brings answers; else the generic search does, whose nodes `bench` counts.
    pub proofs: bool,
    /// House rules.
    pub rules: Rules,
    /// Whether ranks are counted from 1 on the wire.
    pub ranks_from_one: bool,
    /// A second spelling of each line; [`Notation::Wire`] means no second one.
    pub notation: Notation,
    /// Choose among that many best moves.
    pub random_best: usize,
    /// Of these, only moves within that many centipawns.
    pub random_margin: i32,
    /// Seed of random choices.
    pub seed: u64,
    /// Whether lost games are given up, where the dialect has a word for it.
    pub resign: bool,
    /// Whether to report lines and options that are ignored.
    pub debug: bool,
    /// UCCI: clocks are in milliseconds, not in seconds.
    pub milliseconds: bool,
    /// UCCI: read nothing while thinking.
    pub batch: bool,
    /// The file that diagnostics go to; empty for none.
    pub log_file: String,
}

impl Default for Config {
    fn default() -> Self {
        let settings = Settings::default();
        Config {
            hash: 16,
            // Memory that a module of WebAssembly has taken it keeps.
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
            resign: false,
            debug: false,
            milliseconds: true,
            batch: false,
            log_file: String::new(),
        }
    }
}

impl Config {
    /// The part that a search takes.
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

    /// `UCI_LimitStrength` with `UCI_Elo` takes precedence over `Skill Level`.
    fn strength(&self) -> Option<Strength> {
        if self.limit_strength {
            return Some(rating::strength(self.elo));
        }
        let skill = f64::from(self.skill);
        let strength = if self.skill < 0 { -skill / f64::from(SKILL_MIN) } else { skill / f64::from(SKILL_MAX) };
        (self.skill < SKILL_MAX).then_some(Strength(strength))
    }

    /// What xiangqi is evaluated by.
    pub(crate) fn xiangqi_params(&self) -> XiangqiParams {
        self.net.clone().map_or_else(XiangqiParams::default, XiangqiParams)
    }

    /// The spelling of moves on the wire.
    pub fn wire(&self) -> Notation {
        if self.ranks_from_one { Notation::WireFromOne } else { Notation::Wire }
    }
}
