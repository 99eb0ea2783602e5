//! A two-player game prepared for a session. It is played by the generic search, or by a prover of its own.

use super::config::Config;
use super::option::OptionSpec;
use super::record_game::Recorder;
use super::wdl;
use crate::control::Control;
use crate::game::{EvalParams, Game};
use crate::score::Score;
use crate::search::Searcher;
use crate::search::limits::{Limits, Settings};
use crate::search::report::{Found, Report};
use crate::text::GameText;

/// Proves exact results in a game where the generic search cannot find them fast enough. It answers every `go` of its
/// game and may use the generic search for what it cannot prove in time.
pub trait Prover<G: Game>: Send {
    /// Sets the size of its tables in megabytes and the number of threads.
    fn prepare(&mut self, megabytes: usize, threads: usize);

    /// Clears the tables.
    fn clear(&mut self);

    /// Finds the move to play within `limits`, at the strength given by `settings`; stops early with the best move so
    /// far when `control` asks for it. Reports at least one [`Report::Line`], and remarks as [`Report::Text`].
    fn prove(
        &mut self,
        searcher: &mut Searcher<G>,
        root: &G,
        limits: &Limits<G::Move>,
        settings: &Settings,
        control: &Control,
        report: &mut (dyn FnMut(Report<G::Move>) + Send),
    ) -> Found<G::Move>;
}

/// A two-player game that the engine can open.
pub trait GameBinding: GameText {
    /// How search scores translate into chances, and how they are reported; see [`wdl`].
    const CHANCES: wdl::Curve = wdl::UNFITTED;

    /// Positions for `bench`, as FENs: openings, middlegames, endings, sharp and quiet ones.
    const BENCH: &'static [&'static str] = &[];

    /// Options that no other game has.
    const OPTIONS: &'static [OptionSpec] = &[];

    /// How saved games access it.
    const RECORDER: Recorder = Recorder::of::<Self>();

    /// The evaluation parameters chosen by the options.
    fn eval_params(config: &Config) -> EvalParams<Self> {
        _ = config;
        EvalParams::<Self>::default()
    }

    /// Applies the options that concern the position itself, such as the house rules.
    fn equip(&mut self, config: &Config) {
        self.adopt(&config.rules);
    }

    /// The evaluation in words, for `eval`: several lines, no trailing newline.
    fn explain(&self, config: &Config) -> String {
        _ = config;
        self.explain_evaluation()
    }

    /// The exact score of a position, if it is known without a search.
    fn exact(&self) -> Option<Score> {
        None
    }

    /// The verdict of a table of solved positions in words: result and distance.
    fn table_verdict(&self) -> Option<String> {
        None
    }

    /// Called for a new game: frees cached data that the process can read again.
    fn release() {}

    /// The game's own prover; `None` unless it has one.
    fn prover() -> Option<Box<dyn Prover<Self>>> {
        None
    }
}
