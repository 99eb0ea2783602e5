//! What an engine may spend on its moves (a clock, a fixed time, nodes or plies), and the clock as it runs.

use std::time::Duration;
use thiserror::Error;

/// Maximum time per move in milliseconds; moments that far ahead can still be represented.
const MAX_MOVETIME: u64 = 864_000_000;

/// A limit that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("bad {what} {found:?}, expected {expected}")]
pub struct BudgetError {
    what: &'static str,
    found: String,
    expected: &'static str,
}

/// A time control: `moves` moves in `base`, then again; each move adds `increment`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TimeControl {
    /// Moves until the next control; `None` if the base time is for the whole game.
    pub moves: Option<u32>,
    /// Time at the start, and added at each control.
    pub base: Duration,
    /// Time added after each move.
    pub increment: Duration,
}

impl TimeControl {
    /// Parses `[MOVES/]BASE[+INCREMENT]`, with BASE in seconds or as `minutes:seconds`; both parts may have decimals.
    pub(crate) fn parse(text: &str) -> Result<TimeControl, BudgetError> {
        let bad = || BudgetError {
            what: "time control",
            found: text.to_owned(),
            expected: "[MOVES/]SECONDS[+INCREMENT], such as 10+0.1, 40/60 or 1:30+1",
        };
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => (Some(moves.parse::<u32>().ok().filter(|&n| n > 0).ok_or_else(bad)?), rest),
            None => (None, text),
        };
        let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let (minutes, seconds) = base.split_once(':').unwrap_or(("0", base));
        let minutes = seconds_of(minutes).ok_or_else(bad)? * 60;
        let base = minutes + seconds_of(seconds).ok_or_else(bad)?;
        let increment = seconds_of(increment).ok_or_else(bad)?;
        if base.is_zero() && increment.is_zero() {
            return Err(bad());
        }
        Ok(TimeControl { moves, base, increment })
    }
}

/// Seconds with decimals, below ten million.
fn seconds_of(text: &str) -> Option<Duration> {
    let seconds: f64 = text.parse().ok()?;
    (0.0..1e7).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
}

/// The limits on an engine's moves. At least one is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Budget {
    /// A clock for the game.
    pub clock: Option<TimeControl>,
    /// A fixed time per move.
    pub movetime: Option<Duration>,
    /// Nodes per move.
    pub nodes: Option<u64>,
    /// Plies per move.
    pub depth: Option<u32>,
}

impl Budget {
    /// Whether any limit is set.
    pub(crate) fn is_set(&self) -> bool {
        self.clock.is_some() || self.movetime.is_some() || self.nodes.is_some() || self.depth.is_some()
    }

    /// Whether a clock or a fixed time is less than a second, which is nothing in whole seconds.
    pub(crate) fn is_below_a_second(&self) -> bool {
        let time = self.clock.map(|clock| clock.base.max(clock.increment)).or(self.movetime);
        time.is_some_and(|time| time < Duration::from_secs(1))
    }

    /// The same budget for a protocol that knows fixed times in whole seconds only. Any other fixed time becomes a
    /// clock of forty times that time with the time itself as increment. Engines that spend a fortieth of their clock
    /// on each move, as most do, then use about that time.
    pub(crate) fn on_whole_seconds(self) -> Budget {
        match (self.clock, self.movetime) {
            (None, Some(time)) if time.subsec_nanos() != 0 => Budget {
                clock: Some(TimeControl { moves: None, base: time * 40, increment: time }),
                movetime: None,
                ..self
            },
            _ => self,
        }
    }

    /// Sets one of `tc`, `movetime` (milliseconds), `nodes`, `depth`; `Ok(false)` if `key` is none of these.
    pub(crate) fn set(&mut self, key: &str, value: &str) -> Result<bool, BudgetError> {
        let number = |what| {
            let bad = || BudgetError { what, found: value.to_owned(), expected: "a whole number above 0" };
            value.parse::<u64>().ok().filter(|&n| n > 0).ok_or_else(bad)
        };
        match key {
            "tc" if value == "inf" => self.clock = None,
            "tc" => self.clock = Some(TimeControl::parse(value)?),
            "movetime" => {
                let bad =
                    BudgetError { what: "movetime", found: value.to_owned(), expected: "at most ten days, in ms" };
                let millis = Some(number("movetime")?).filter(|&millis| millis <= MAX_MOVETIME).ok_or(bad)?;
                self.movetime = Some(Duration::from_millis(millis));
            }
            "nodes" => self.nodes = Some(number("nodes")?),
            "depth" => self.depth = Some(number("depth")?.min(u64::from(u32::MAX)) as u32),
            _ => return Ok(false),
        }
        Ok(true)
    }
}

/// The clock of one player during a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GameClock {
    control: Option<TimeControl>,
    movetime: Option<Duration>,
    remaining: Duration,
    moves_to_go: Option<u32>,
}

impl GameClock {
    /// A clock at the start of a game.
    pub(crate) fn new(budget: &Budget) -> GameClock {
        GameClock {
            control: budget.clock,
            movetime: budget.movetime,
            remaining: budget.clock.map_or(Duration::ZERO, |control| control.base),
            moves_to_go: budget.clock.and_then(|control| control.moves),
        }
    }

    /// Time left on the clock; zero without a clock.
    pub(crate) fn remaining(&self) -> Duration {
        self.remaining
    }

    /// Time added after each move.
    pub(crate) fn increment(&self) -> Duration {
        self.control.map_or(Duration::ZERO, |control| control.increment)
    }

    /// Moves to the next control.
    pub(crate) fn moves_to_go(&self) -> Option<u32> {
        self.moves_to_go
    }

    /// The maximum time for the next move; `None` if only nodes or plies limit it.
    pub(crate) fn allowance(&self) -> Option<Duration> {
        match (self.control, self.movetime) {
            (Some(_), Some(movetime)) => Some(movetime.min(self.remaining)),
            (Some(_), None) => Some(self.remaining),
            (None, movetime) => movetime,
        }
    }

    /// Accounts for a move: subtracts the time, adds the increment, starts the next control.
    pub(crate) fn spend(&mut self, elapsed: Duration) {
        let Some(control) = self.control else { return };
        self.remaining = self.remaining.saturating_sub(elapsed) + control.increment;
        if let Some(left) = &mut self.moves_to_go {
            *left -= 1;
            if *left == 0 {
                *left = control.moves.unwrap_or(1);
                self.remaining += control.base;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls() {
        let control = TimeControl::parse("40/1:30+0.5").unwrap();
        assert_eq!(control.moves, Some(40));
        assert_eq!(control.base, Duration::from_secs(90));
        assert_eq!(control.increment, Duration::from_millis(500));
        assert_eq!(TimeControl::parse("0.25").unwrap().base, Duration::from_millis(250));
        for bad in ["", "x", "0", "-1", "0/10", "10+", "1e9", "nan", "inf"] {
            assert!(TimeControl::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_clock_runs_through_its_controls() {
        let mut budget = Budget::default();
        assert!(budget.set("tc", "2/10+1").unwrap());
        let mut clock = GameClock::new(&budget);
        clock.spend(Duration::from_secs(4));
        assert_eq!((clock.remaining(), clock.moves_to_go()), (Duration::from_secs(7), Some(1)));
        clock.spend(Duration::from_secs(2));
        assert_eq!((clock.remaining(), clock.moves_to_go()), (Duration::from_secs(16), Some(2)));
        clock.spend(Duration::from_secs(99));
        assert_eq!(clock.remaining(), Duration::from_secs(1), "never below zero");
    }

    #[test]
    fn allowances() {
        let mut budget = Budget::default();
        assert!(!budget.is_set() && !budget.set("hash", "1").unwrap());
        assert!(budget.set("nodes", "0").is_err() && budget.set("movetime", "18446744073709551615").is_err());
        budget.set("nodes", "5000").unwrap();
        assert_eq!(GameClock::new(&budget).allowance(), None);
        budget.set("movetime", "100").unwrap();
        assert_eq!(GameClock::new(&budget).allowance(), Some(Duration::from_millis(100)));
        let clock = budget.on_whole_seconds().clock.unwrap();
        assert_eq!((clock.base, clock.increment), (Duration::from_secs(4), Duration::from_millis(100)));
        budget.set("movetime", "2000").unwrap();
        assert_eq!(budget.on_whole_seconds(), budget);
    }
}
