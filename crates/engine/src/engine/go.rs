//! The request to think, independent of dialect: limits, clocks, moves.

use super::fault::{Code, Coded};
use super::perft;
use crate::search::limits::Clock;
use crate::side::Side;
use crate::solution::Budget;
use std::collections::HashSet;
use std::time::Duration;
use thiserror::Error;

/// One player's clock as sent by the client, in milliseconds. It may be negative after an overstepped time.
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

/// Everything a client may send about clocks: by colour (UCI, UGI), or by side to move (UCCI).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Clocks {
    /// By colour, first player first.
    pub sides: [ClientClock; Side::NUM],
    /// The clock of the side to move.
    pub own: ClientClock,
    /// The clock of its opponent.
    pub opponent: ClientClock,
    /// Moves until the next time control.
    pub moves_to_go: Option<u32>,
}

impl Clocks {
    /// The clock that matters to `side` when it is to move; `None` if no clock was sent. If the client sent only one
    /// clock, that one counts.
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

/// The arguments of a `go`.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Go {
    /// Maximum depth in plies, or maximum length of a puzzle's plan.
    pub depth: Option<u32>,
    /// Maximum number of nodes.
    pub nodes: Option<u64>,
    /// Milliseconds for this move.
    pub movetime: Option<u64>,
    /// Look for a win within this many moves.
    pub mate: Option<u32>,
    /// Count the leaves at this depth instead of thinking.
    pub perft: Option<u32>,
    /// The clocks.
    pub clocks: Clocks,
    /// Hold the answer back until stopped.
    pub infinite: bool,
    /// Think on the opponent's time: hold the answer back until the expected move is played, or until stopped.
    pub ponder: bool,
    /// The opponent offers a draw.
    pub draw_offered: bool,
    /// Find the best move for this side, even if it is not to move.
    pub side: Option<Side>,
    /// Only these moves; empty means all.
    pub search_moves: Vec<String>,
    /// Not these moves.
    pub banned_moves: Vec<String>,
}

impl Go {
    /// Whether anything but a proof or a stop ends the search.
    pub(crate) fn is_limited(&self) -> bool {
        self.depth.is_some()
            || self.nodes.is_some()
            || self.movetime.is_some()
            || self.mate.is_some()
            || self.perft.is_some()
            || self.clocks.of(Side::First).is_some()
    }

    /// Whether the answer must wait for another command of the client.
    pub fn is_open(&self) -> bool {
        self.infinite || self.ponder
    }

    /// The budget for a puzzle solver. A clock allows a twentieth of the time left.
    pub fn budget(&self, threads: usize, megabytes: usize) -> Budget {
        let clock = self.clocks.of(Side::First).map(|clock| clock.remaining / 20 + clock.increment / 2);
        let movetime = self.movetime.map(Duration::from_millis);
        Budget { depth: self.depth.or(self.mate), nodes: self.nodes, movetime: movetime.or(clock), threads, megabytes }
    }
}

/// The different words in a list of moves, in order of first appearance, at most [`MAX_WORDS`]: a client might repeat a
/// word a million times.
pub fn distinct(words: &[String]) -> Vec<&str> {
    let mut seen = HashSet::new();
    words.iter().map(String::as_str).filter(|&word| seen.insert(word)).take(MAX_WORDS).collect()
}

/// Maximum number of different words considered in a list of moves. No position of any game here has as many moves
/// worth listing.
pub(crate) const MAX_WORDS: usize = 4096;

/// Milliseconds sent by a client; negative values count as zero.
fn millis(value: i64) -> Duration {
    Duration::from_millis(value.max(0).unsigned_abs())
}

/// Why a `go` was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum GoError {
    /// The position would be impossible with that side to move.
    #[error("go side: that side may not move here, because the side to move is in check")]
    OtherSide,
    /// The game is a puzzle and has one player.
    #[error("go side: this game has one player")]
    OnePlayer,
    /// Perft works only for two-player games.
    #[error("go perft: this game has one player")]
    NoPerft,
    /// The perft depth is too large.
    #[error("go perft: found {found}, expected at most {} plies", perft::MAX_DEPTH)]
    PerftDepth {
        /// The requested depth.
        found: u32,
    },
    /// No thread could be started.
    #[error("go: the system refused to start a thread")]
    Thread,
}

impl Coded for GoError {
    fn code(&self) -> Code {
        match self {
            GoError::OtherSide | GoError::OnePlayer | GoError::NoPerft | GoError::PerftDepth { .. } => Code::BadGo,
            GoError::Thread => Code::NoThread,
        }
    }
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
