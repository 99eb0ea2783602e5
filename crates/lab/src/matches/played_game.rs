//! One game as it is kept: who, from where, what was played and thought, how it ended.

use super::dialect::SearchInfo;
use super::fault::Fault;
use meihua_contracts::side::Side;
use meihua_engine::engine::opening::Opening;
use std::time::Duration;

/// How a game ended. Its word stands in the journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By the rules of the game.
    Rules,
    /// A side gave up.
    Resignation,
    /// By the engines' scores, or by length.
    Adjudication,
    /// The loser's answer came too late.
    TimeLoss,
    /// The loser played an illegal move.
    IllegalMove,
    /// The loser's process ended.
    Crash,
    /// The loser gave no answer.
    Hang,
    /// The loser claimed a result that was none, or refused a legal move.
    FalseClaim,
}

impl Ending {
    pub const ALL: [Ending; 8] = [
        Ending::Rules,
        Ending::Resignation,
        Ending::Adjudication,
        Ending::TimeLoss,
        Ending::IllegalMove,
        Ending::Crash,
        Ending::Hang,
        Ending::FalseClaim,
    ];

    pub fn word(self) -> &'static str {
        match self {
            Ending::Rules => "rules",
            Ending::Resignation => "resignation",
            Ending::Adjudication => "adjudication",
            Ending::TimeLoss => "time loss",
            Ending::IllegalMove => "illegal move",
            Ending::Crash => "crash",
            Ending::Hang => "hang",
            Ending::FalseClaim => "false claim",
        }
    }

    pub(crate) fn of_word(word: &str) -> Option<Ending> {
        Ending::ALL.into_iter().find(|ending| ending.word() == word)
    }

    /// The ending that a fault brings; none for an engine that did not even start.
    pub(crate) fn of_fault(fault: &Fault) -> Option<Ending> {
        match fault {
            Fault::Start { .. } => None,
            Fault::Crash(_) => Some(Ending::Crash),
            Fault::Hang(_) => Some(Ending::Hang),
            Fault::IllegalMove(_) => Some(Ending::IllegalMove),
            Fault::TimeLoss(_) => Some(Ending::TimeLoss),
            Fault::FalseClaim(_) => Some(Ending::FalseClaim),
        }
    }

    /// Whether it is the loser's engine that is to blame, not its play.
    pub(crate) fn is_fault(self) -> bool {
        !matches!(self, Ending::Rules | Ending::Resignation | Ending::Adjudication)
    }

    /// Whether the loser's process cannot be used again.
    pub(crate) fn ends_process(self) -> bool {
        matches!(self, Ending::Crash | Ending::Hang | Ending::FalseClaim)
    }
}

/// A move with what its player thought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The move, in the game's wire spelling.
    pub text: String,
    /// Score, depth, nodes.
    pub(crate) search_info: SearchInfo,
    pub elapsed: Duration,
}

/// One game of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    /// Its number in the match, from 1.
    pub number: usize,
    /// The engines' numbers in the match, from 0: first and second player.
    pub players: [usize; Side::NUM],
    pub opening: Opening,
    /// Who moved first after the opening.
    pub mover: Side,
    /// The moves after the opening, by turns.
    pub plies: Vec<Ply>,
    /// The winner; none for a draw.
    pub winner: Option<Side>,
    pub ending: Ending,
    /// The same in words.
    pub reason: String,
    /// When it ended: seconds since 1970, UTC.
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

    /// The moves with the side that made each.
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
