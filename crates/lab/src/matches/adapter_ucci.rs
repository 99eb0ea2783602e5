//! UCCI 3.0, the Universal Chinese Chess Protocol (xqbase, 2007).
//!
//! Clocks are in seconds unless the engine declares the option `usemillisec`; option names are one word.

use super::budget::Budget;
use super::dialect::{Declared, Dialect, EngineMessage, Turn, declared_option, declares, read_best_move, read_info};
use super::engine_spec::EngineSpec;
use meihua_engine::engine::opening::{GameNames, Start};
use std::time::Duration;

/// UCCI.
#[derive(Debug, Default)]
pub struct Ucci {
    options: Vec<Declared>,
}

impl Dialect for Ucci {
    fn hello(&self) -> &'static [&'static str] {
        &["ucci"]
    }

    fn greeted(&mut self, line: &str) -> bool {
        self.options.extend(declared_option(line));
        line == "ucciok"
    }

    fn configure(&mut self, spec: &EngineSpec, _: &GameNames) -> Vec<String> {
        let mut commands = Vec::new();
        if declares(&self.options, "usemillisec") {
            commands.push("setoption usemillisec true".to_owned());
        }
        if declares(&self.options, "ponder") {
            commands.push(format!("setoption ponder {}", spec.ponder));
        }
        commands
            .extend(spec.options.iter().map(|(name, value)| format!("setoption {name} {value}").trim_end().to_owned()));
        commands
    }

    fn sync(&mut self) -> Option<(String, String)> {
        Some(("isready".to_owned(), "readyok".to_owned()))
    }

    fn new_game(&mut self, _: &Start, _: &Budget) -> Vec<String> {
        if declares(&self.options, "newgame") { vec!["setoption newgame".to_owned()] } else { Vec::new() }
    }

    fn go(&mut self, turn: &Turn) -> Vec<String> {
        vec![position(turn), format!("go{}", self.bounds(turn))]
    }

    fn go_ponder(&mut self, turn: &Turn) -> Vec<String> {
        vec![position(turn), format!("go ponder{}", self.bounds(turn))]
    }

    fn listen(&mut self, line: &str) -> EngineMessage {
        read_best_move(line)
            .or_else(|| read_info(line).map(EngineMessage::SearchInfo))
            .unwrap_or(EngineMessage::Nothing)
    }
}

impl Ucci {
    /// The one bound that UCCI knows at a time: depth, nodes, or a clock. A fixed time is a clock for one move.
    fn bounds(&self, turn: &Turn) -> String {
        let unit = |time: Duration| {
            if declares(&self.options, "usemillisec") { time.as_millis() as u64 } else { time.as_secs() }
        };
        let Budget { clock, movetime, nodes, depth } = *turn.budget;
        if let Some(depth) = depth {
            return format!(" depth {depth}");
        }
        if let Some(nodes) = nodes {
            return format!(" nodes {nodes}");
        }
        if let (None, Some(time)) = (clock, movetime) {
            return format!(" time {} movestogo 1", unit(time));
        }
        let (own, other) = (turn.own(), turn.other());
        let mut text = format!(" time {}", unit(own.remaining()));
        match own.moves_to_go() {
            Some(moves) => text += &format!(" movestogo {moves}"),
            None => text += &format!(" increment {}", unit(own.increment())),
        }
        text += &format!(" opptime {}", unit(other.remaining()));
        match other.moves_to_go() {
            Some(moves) => text += &format!(" oppmovestogo {moves}"),
            None => text += &format!(" oppincrement {}", unit(other.increment())),
        }
        text
    }
}

/// `position fen …`: many UCCI engines do not know `startpos`.
fn position(turn: &Turn) -> String {
    match turn.moves {
        [] => format!("position fen {}", turn.start.fen),
        moves => format!("position fen {} moves {}", turn.start.fen, moves.join(" ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::budget::GameClock;
    use meihua_contracts::side::Side;

    #[test]
    fn seconds_or_milliseconds() {
        let mut budget = Budget::default();
        budget.set("tc", "10+2").unwrap();
        let clocks = [GameClock::new(&budget); 2];
        let start = Start { fen: "9/9 w - - 0 1".into(), usual: true, side: Side::First };
        let turn = Turn { start: &start, moves: &[], side: Side::First, clocks: &clocks, budget: &budget };
        let mut ucci = Ucci::default();
        assert_eq!(ucci.go(&turn), ["position fen 9/9 w - - 0 1", "go time 10 increment 2 opptime 10 oppincrement 2"]);
        assert!(!ucci.greeted("option usemillisec type check default true"));
        assert!(ucci.greeted("ucciok"));
        assert_eq!(ucci.go_ponder(&turn)[1], "go ponder time 10000 increment 2000 opptime 10000 oppincrement 2000");
        assert_eq!(ucci.configure(&EngineSpec::default(), &GameNames::default()), ["setoption usemillisec true"]);
    }

    #[test]
    fn a_fixed_time_is_a_clock_for_one_move() {
        let mut budget = Budget::default();
        budget.set("movetime", "2000").unwrap();
        let clocks = [GameClock::new(&budget); 2];
        let start = Start { fen: "9/9 w".into(), usual: true, side: Side::First };
        let turn = Turn { start: &start, moves: &[], side: Side::First, clocks: &clocks, budget: &budget };
        assert_eq!(Ucci::default().go(&turn)[1], "go time 2 movestogo 1");
    }
}
