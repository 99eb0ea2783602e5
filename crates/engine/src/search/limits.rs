//! What a search is asked to do: depth, nodes, clocks, and the moves to consider.

use crate::random::SplitMix64;
use std::time::Duration;

/// The clock of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Time left; zero if the client sent zero or less.
    pub remaining: Duration,
    /// Time added after each move.
    pub increment: Duration,
    /// Moves until the next time control; `None` if the time is for the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// The limits of a search. If several are set, the first one reached ends it. If none is set, it runs until the result
/// is proven or it is stopped.
#[derive(Clone, Debug, PartialEq)]
pub struct Limits<M> {
    /// Maximum depth in plies.
    pub depth: Option<u32>,
    /// Maximum number of nodes over all threads.
    pub nodes: Option<u64>,
    /// A fixed time for this move.
    pub movetime: Option<Duration>,
    /// The game's clock.
    pub clock: Option<Clock>,
    /// Look for a win within this many moves of the side to move.
    pub mate: Option<u32>,
    /// Neither the clock nor a fixed time ends the search; the caller holds the answer until it is wanted.
    pub infinite: bool,
    /// Search only these root moves; empty means all.
    pub search_moves: Vec<M>,
    /// Do not search these root moves (UCCI `banmoves`).
    pub banned_moves: Vec<M>,
}

impl<M: PartialEq> Limits<M> {
    /// Whether a root move may be played.
    pub fn allows(&self, mv: &M) -> bool {
        (self.search_moves.is_empty() || self.search_moves.contains(mv)) && !self.banned_moves.contains(mv)
    }
}

impl<M> Default for Limits<M> {
    fn default() -> Self {
        Limits {
            depth: None,
            nodes: None,
            movetime: None,
            clock: None,
            mate: None,
            infinite: false,
            search_moves: Vec::new(),
            banned_moves: Vec::new(),
        }
    }
}

/// Playing strength: 1 is full strength, 0 a player who sees next to nothing. Below 0, a share of the moves is random;
/// at -1 all are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength(pub f64);

impl Strength {
    /// The weakness, above 0 to 1; `None` at full strength.
    pub fn weakness(self) -> Option<f64> {
        (self.0 < 1.0).then(|| 1.0 - self.0.max(0.0))
    }

    /// Whether a move is to be chosen at random.
    pub(crate) fn is_blind(self, chance: &mut SplitMix64) -> bool {
        self.0 < 0.0 && chance.unit() < -self.0
    }
}

/// How to search: settings that stay the same from move to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Number of best lines to report.
    pub multi_pv: usize,
    /// Time lost between engine and client, which is reserved on the clock.
    pub move_overhead: Duration,
    /// The strength of a weakened player; `None` for full strength.
    pub strength: Option<Strength>,
    /// Choose at random among this many best moves; 1 plays the best.
    pub random_best: usize,
    /// Of these, consider only moves within this many centipawns of the best.
    pub random_margin: i32,
    /// Seed of every random choice.
    pub seed: u64,
}

impl Settings {
    /// [`Strength::weakness`], for a weakened player.
    pub fn weakness(&self) -> Option<f64> {
        self.strength.and_then(Strength::weakness)
    }
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            multi_pv: 1,
            move_overhead: Duration::from_millis(10),
            strength: None,
            random_best: 1,
            random_margin: 0,
            seed: 0,
        }
    }
}
