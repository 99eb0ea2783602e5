//! A game of two players, made fit for a session: the generic search plays it, or a prover that the game brings.

use super::config::Config;
use super::wdl;
use crate::control::Control;
use crate::game::{Game, Knowledge};
use crate::search::limits::Limits;
use crate::search::report::{Found, Report};
use crate::text::GameText;

/// Proves exact results of a game where the generic search cannot reach them fast enough. It answers a plain `go`,
/// `go infinite` and `go mate`; limits of depth, nodes or time, several lines and weaker play stay with the search.
pub trait Prover<G: Game>: Send {
    /// Takes over the size of its tables, in megabytes, and the number of threads.
    fn prepare(&mut self, megabytes: usize, threads: usize) -> Result<(), String>;

    /// Forgets what is in the tables.
    fn clear(&mut self);

    /// Finds the exact result of `root` and a best move, heeding the restrictions of moves in `limits`; stops early
    /// with the best it knows when `control` says so. Tells at least one [`Report::Line`], and remarks as
    /// [`Report::Text`].
    fn prove(
        &mut self,
        root: &G,
        limits: &Limits<G::Move>,
        control: &Control,
        report: &mut (dyn FnMut(Report<G::Move>) + Send),
    ) -> Found<G::Move>;
}

/// A game of two players that the engine can open.
pub trait Contest: GameText {
    /// What the scores of its search promise, and how they are told: see [`wdl`].
    const CHANCES: wdl::Curve = wdl::UNFITTED;

    /// What the options say its positions are evaluated by.
    fn knowledge(config: &Config) -> Knowledge<Self> {
        _ = config;
        Knowledge::<Self>::default()
    }

    /// The evaluation for a person, for `eval`: several lines, no trailing newline.
    fn explain(&self, config: &Config) -> String {
        _ = config;
        self.explain_evaluation()
    }

    /// A prover of the game's own; none unless the game brings one.
    fn prover() -> Option<Box<dyn Prover<Self>>> {
        None
    }
}
