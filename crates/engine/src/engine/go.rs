//! The order to think, in no dialect: which bounds, whose clock, which moves.

use super::perft;
use crate::search::limits::Clock;
use crate::side::Side;
use crate::solution::Budget;
use std::collections::HashSet;
use std::time::Duration;
use thiserror::Error;

/// One player's clock as the client sent it, in milliseconds. It may be negative if the player has overstepped the time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct ClientClock {
    /// Time left.
    pub time: Option<i64>,
    /// Time added after each move.
    pub increment: Option<i64>,
}

impl ClientClock {
    fn is_set(self) -> bool {
        self.time.is_some() || self.increment.is_some()
    }
}

/// Everything a client may send about clocks: by colour (UCI, UGI), or by who is to move (UCCI).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Clocks {
    /// By colour, the first player's first.
    pub sides: [ClientClock; Side::NUM],
    /// Of the side to move.
    pub own: ClientClock,
    /// Of its opponent.
    pub opponent: ClientClock,
    /// Moves until the next time control.
    pub moves_to_go: Option<u32>,
}

impl Clocks {
    /// The clock that `side` has to mind when it is to move; `None` if no clock was sent. A client that sends one
    /// clock only means a game with a clock: then the only one known counts.
    pub fn of(&self, side: Side) -> Option<Clock> {
        let candidates = [self.sides[side.index()], self.own, self.sides[side.other().index()], self.opponent];
        let clock = candidates.into_iter().find(|clock| clock.is_set())?;
        Some(Clock {
            remaining: millis(clock.time.unwrap_or(0)),
            increment: millis(clock.increment.unwrap_or(0)),
            moves_to_go: self.moves_to_go.filter(|&moves| moves > 0),
        })
    }
}

/// A `go`.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Go {
    /// Plies, or the longest plan of a puzzle.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Milliseconds for this move.
    pub movetime: Option<u64>,
    /// A win in that many moves is looked for.
    pub mate: Option<u32>,
    /// Count the leaves at that depth instead of thinking.
    pub perft: Option<u32>,
    /// The clocks.
    pub clocks: Clocks,
    /// Hold the answer until stopped.
    pub infinite: bool,
    /// Think on the opponent's time: hold the answer until the expected move is played, or until stopped.
    pub ponder: bool,
    /// The opponent offers a draw.
    pub draw_offered: bool,
    /// Find the best move of this side, whoever is to move.
    pub side: Option<Side>,
    /// Only these moves; empty means all.
    pub search_moves: Vec<String>,
    /// Not these moves.
    pub banned_moves: Vec<String>,
}

impl Go {
    /// Whether anything but a proof or a stop ends it.
    pub(crate) fn is_limited(&self) -> bool {
        self.depth.is_some()
            || self.nodes.is_some()
            || self.movetime.is_some()
            || self.mate.is_some()
            || self.perft.is_some()
            || self.clocks.of(Side::First).is_some()
    }

    /// Whether the client must speak again before the answer may come.
    pub fn is_open(&self) -> bool {
        self.infinite || self.ponder
    }

    /// What a solver of puzzles makes of it: a clock becomes a twentieth of the time left.
    pub fn budget(&self, threads: usize, megabytes: usize) -> Budget {
        let clock = self.clocks.of(Side::First).map(|clock| clock.remaining / 20 + clock.increment / 2);
        let movetime = self.movetime.map(Duration::from_millis);
        Budget { depth: self.depth.or(self.mate), nodes: self.nodes, movetime: movetime.or(clock), threads, megabytes }
    }
}

/// The words of a list of moves, each once in its first place, and no more than [`MAX_WORDS`]: a client may repeat one
/// a million times.
pub fn distinct(words: &[String]) -> Vec<&str> {
    let mut seen = HashSet::new();
    words.iter().map(String::as_str).filter(|&word| seen.insert(word)).take(MAX_WORDS).collect()
}

/// The most different words of a list of moves that are looked at; no position of any game here has as many moves that
/// anybody would name.
pub(crate) const MAX_WORDS: usize = 4096;

/// Milliseconds of a client; less than zero counts as zero.
fn millis(value: i64) -> Duration {
    Duration::from_millis(value.max(0).unsigned_abs())
}

/// Why a `go` was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum GoError {
    /// The position would be impossible with the other side to move.
    #[error("go side: that side may not move here, because the side to move is in check")]
    OtherSide,
    /// The puzzle has one player.
    #[error("go side: this game has one player")]
    OnePlayer,
    /// Leaves are counted in games of two players only.
    #[error("go perft: this game has one player")]
    NoPerft,
    /// Leaves of a tree that deep cannot be counted.
    #[error("go perft: found {found}, expected at most {} plies", perft::MAX_DEPTH)]
    PerftDepth {
        /// What was asked for.
        found: u32,
    },
    /// No thread could be started.
    #[error("go: the system refused to start a thread")]
    Thread,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_found_whoever_it_was_told_for() {
        let mut clocks = Clocks::default();
        assert_eq!(clocks.of(Side::First), None);
        clocks.sides[1].time = Some(-1894);
        assert_eq!(clocks.of(Side::First).map(|clock| clock.remaining), Some(Duration::ZERO));
        clocks.own = ClientClock { time: Some(700), increment: Some(30) };
        let first = clocks.of(Side::First).expect("own clock");
        assert_eq!((first.remaining.as_millis(), first.increment.as_millis()), (700, 30));
        assert_eq!(clocks.of(Side::Second).map(|clock| clock.remaining), Some(Duration::ZERO));
    }

    #[test]
    fn moves_to_go_alone_is_no_clock() {
        let clocks = Clocks { moves_to_go: Some(40), ..Clocks::default() };
        assert!(!Go { clocks, ..Go::default() }.is_limited());
        assert!(Go { depth: Some(1000), ..Go::default() }.is_limited());
    }
}
