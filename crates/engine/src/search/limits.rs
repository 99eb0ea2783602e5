//! What a search is asked to do: depths, nodes, clocks, and which moves to look at.

use crate::random::SplitMix64;
use std::time::Duration;

/// The clock of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Time left; zero where the client sent zero or less.
    pub remaining: Duration,
    /// Time added after each move.
    pub increment: Duration,
    /// Moves until the next time control; `None` when the time left is for the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// The bounds of one search. Several may be set: the first one reached ends it. None set: search until the result is
/// proven or the search is stopped.
#[derive(Clone, Debug, PartialEq)]
pub struct Limits<M> {
    /// Plies of the iterative deepening.
    pub depth: Option<u32>,
    /// Nodes, all threads together.
    pub nodes: Option<u64>,
    /// A fixed time for this move.
    pub movetime: Option<Duration>,
    /// The game's clock.
    pub clock: Option<Clock>,
    /// Look for a win in that many moves of the side to move.
    pub mate: Option<u32>,
    /// No clock and no fixed time ends the search; whoever asked holds the answer until it is wanted.
    pub infinite: bool,
    /// Only these root moves; empty means all.
    pub search_moves: Vec<M>,
    /// Not these root moves (UCCI `banmoves`).
    pub banned_moves: Vec<M>,
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

/// How weakly to play: 1 is full strength, 0 a player who sees next to nothing; below it moves are made at random, at -1 all
/// of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength(pub f64);

impl Strength {
    /// How much sight is lost, above 0 to 1; `None` at full strength.
    pub fn weakness(self) -> Option<f64> {
        (self.0 < 1.0).then(|| 1.0 - self.0.max(0.0))
    }

    /// Whether a move is to be made at random.
    pub(crate) fn is_blind(self, chance: &mut SplitMix64) -> bool {
        self.0 < 0.0 && chance.unit() < -self.0
    }
}

/// How to search: what options set and what stays the same from move to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Number of best lines to report.
    pub multi_pv: usize,
    /// Time lost on the way between engine and client, kept back from the clock.
    pub move_overhead: Duration,
    /// A weaker player; `None` plays as well as it can.
    pub strength: Option<Strength>,
    /// Choose at random among that many best moves; 1 plays the best.
    pub random_best: usize,
    /// Of these, only moves within that many centipawns of the best.
    pub random_margin: i32,
    /// Seed of every random choice.
    pub seed: u64,
}

impl Settings {
    /// [`Strength::weakness`], if a weaker player is asked for.
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
