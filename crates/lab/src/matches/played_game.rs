//! One game as it is stored: players, opening, moves with their evaluations, and result.

use super::dialect::SearchInfo;
use super::fault::EngineFault;
use meihua_contracts::side::Side;
use meihua_engine::engine::opening::Opening;
use std::time::Duration;

/// How a game ended. The journal stores its word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Termination {
    /// By the rules of the game.
    Rules,
    /// A side resigned.
    Resignation,
    /// By adjudication on the engines' scores or the length of the game.
    Adjudication,
    /// The loser overstepped its time.
    TimeLoss,
    /// The loser played an illegal move.
    IllegalMove,
    /// The loser's process exited.
    Crash,
    /// The loser did not answer.
    Hang,
    /// The loser claimed a false result, or refused a legal move.
    FalseClaim,
}

impl Termination {
    pub const ALL: [Termination; 8] = [
        Termination::Rules,
        Termination::Resignation,
        Termination::Adjudication,
        Termination::TimeLoss,
        Termination::IllegalMove,
        Termination::Crash,
        Termination::Hang,
        Termination::FalseClaim,
    ];

    pub fn word(self) -> &'static str {
        match self {
            Termination::Rules => "rules",
            Termination::Resignation => "resignation",
            Termination::Adjudication => "adjudication",
            Termination::TimeLoss => "time loss",
            Termination::IllegalMove => "illegal move",
            Termination::Crash => "crash",
            Termination::Hang => "hang",
            Termination::FalseClaim => "false claim",
        }
    }

    pub(crate) fn of_word(word: &str) -> Option<Termination> {
        Termination::ALL.into_iter().find(|ending| ending.word() == word)
    }

    /// How a fault ends a game; `None` for an engine that did not even start.
    pub(crate) fn of_fault(fault: &EngineFault) -> Option<Termination> {
        match fault {
            EngineFault::Start { .. } | EngineFault::Setting { .. } => None,
            EngineFault::Crash(_) => Some(Termination::Crash),
            EngineFault::Hang(_) => Some(Termination::Hang),
            EngineFault::IllegalMove(_) => Some(Termination::IllegalMove),
            EngineFault::TimeLoss(_) => Some(Termination::TimeLoss),
            EngineFault::FalseClaim(_) => Some(Termination::FalseClaim),
        }
    }

    /// Whether the loser's engine is to blame rather than its play.
    pub(crate) fn is_fault(self) -> bool {
        !matches!(self, Termination::Rules | Termination::Resignation | Termination::Adjudication)
    }

    /// Whether the loser's process must be replaced.
    pub(crate) fn ends_process(self) -> bool {
        matches!(self, Termination::Crash | Termination::Hang | Termination::FalseClaim)
    }
}

/// A move with its player's evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The move in wire notation.
    pub text: String,
    /// Score, depth, nodes.
    pub(crate) search_info: SearchInfo,
    /// In whole microseconds, as a journal has it: what is written of a game is the same after it was read from there.
    pub elapsed: Duration,
}

impl Ply {
    /// A move with the time that it took.
    pub(crate) fn new(text: String, search_info: SearchInfo, elapsed: Duration) -> Ply {
        Ply { text, search_info, elapsed: Duration::from_micros(elapsed.as_micros() as u64) }
    }
}

/// One game of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    /// Its number in the match, from 1.
    pub number: usize,
    /// The numbers of the engines, from 0: first and second player.
    pub players: [usize; Side::NUM],
    pub opening: Opening,
    /// The side to move first after the opening.
    pub mover: Side,
    /// The moves after the opening, alternating.
    pub plies: Vec<Ply>,
    /// The winner; `None` for a draw.
    pub winner: Option<Side>,
    pub ending: Termination,
    /// The reason in words.
    pub reason: String,
    /// When it ended, in seconds since 1970 (UTC).
    pub finished: u64,
}

impl PlayedGame {
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub fn result(&self) -> &'static str {
        match self.winner {
            Some(Side::First) => "1-0",
            Some(Side::Second) => "0-1",
            None => "1/2-1/2",
        }
    }

    /// The moves, each with the side that made it.
    pub fn by_side(&self) -> impl Iterator<Item = (Side, &Ply)> {
        let turns = [self.mover, self.mover.other()].into_iter().cycle();
        turns.zip(&self.plies)
    }

    pub(crate) fn half_points(&self, side: Side) -> usize {
        match self.winner {
            Some(winner) if winner == side => 2,
            Some(_) => 0,
            None => 1,
        }
    }
}
