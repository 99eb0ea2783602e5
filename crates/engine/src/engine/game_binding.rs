//! A game of two players, made fit for a session: the generic search plays it, or a prover that the game brings.

use super::config::Config;
use super::option::OptionSpec;
use super::wdl;
use crate::control::Control;
use crate::game::{EvalParams, Game};
use crate::score::Score;
use crate::search::Searcher;
use crate::search::limits::{Limits, Settings};
use crate::search::report::{Found, Report};
use crate::text::GameText;

/// Proves exact results of a game where the generic search cannot reach them fast enough. It answers every `go` of its
/// game, with the generic search at hand for what it cannot prove in time.
pub trait Prover<G: Game>: Send {
    /// Takes over the size of its tables, in megabytes, and the number of threads.
    fn prepare(&mut self, megabytes: usize, threads: usize);

    /// Clears the tables.
    fn clear(&mut self);

    /// Finds the move to play within `limits`, as strongly as `settings` ask; stops early with the best it knows
    /// when `control` requests it. Reports at least one [`Report::Line`], and remarks as [`Report::Text`].
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

/// A game of two players that the engine can open.
pub trait GameBinding: GameText {
    /// What the scores of its search promise, and how they are reported: see [`wdl`].
    const CHANCES: wdl::Curve = wdl::UNFITTED;

    /// Positions that `bench` searches, as FENs: openings, middle games, endings, sharp and quiet ones.
    const BENCH: &'static [&'static str] = &[];

    /// Options that no other game has.
    const OPTIONS: &'static [OptionSpec] = &[];

    /// What the options choose for the evaluation.
    fn eval_params(config: &Config) -> EvalParams<Self> {
        _ = config;
        EvalParams::<Self>::default()
    }

    /// Takes over what the options say of the position itself: the house rules, for one.
    fn equip(&mut self, config: &Config) {
        self.adopt(&config.rules);
    }

    /// The evaluation for a person, for `eval`: several lines, no trailing newline.
    fn explain(&self, config: &Config) -> String {
        _ = config;
        self.explain_evaluation()
    }

    /// The exact score of a position that is known without a search.
    fn exact(&self) -> Option<Score> {
        None
    }

    /// What a table of solved positions says of this one: verdict and distance, for a person.
    fn table_verdict(&self) -> Option<String> {
        None
    }

    /// A new game: gives back what the process holds of facts that it can read again.
    fn release() {}

    /// A prover of the game's own; none unless the game brings one.
    fn prover() -> Option<Box<dyn Prover<Self>>> {
        None
    }
}
