//! One game between two players, from the opening to the result.

use super::adjudication::{Adjudication, Decision, Watch};
use super::budget::GameClock;
use super::dialect::Turn;
use super::fault::EngineFault;
use super::played_game::{Ply, Termination};
use super::player::{Action, Answer, Player};
use meihua_contracts::side::Side;
use meihua_engine::engine::opening::{Opening, OpeningError};
use meihua_engine::engine::referee::{Referee, winner};
use std::sync::atomic::{AtomicBool, Ordering};

/// The course of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Outcome {
    /// The side to move first after the opening.
    pub mover: Side,
    /// The moves after the opening, alternating.
    pub plies: Vec<Ply>,
    /// The winner; `None` for a draw.
    pub winner: Option<Side>,
    pub ending: Termination,
    /// The reason in words.
    pub reason: String,
}

/// The end of a game, without its moves.
type End = (Option<Side>, Termination, String);

/// A game: two players, the board and their clocks.
pub(crate) struct MatchGame<'a> {
    referee: &'a mut dyn Referee,
    players: [&'a mut Player; Side::NUM],
    clocks: [GameClock; Side::NUM],
    watch: Watch,
    plies: Vec<Ply>,
}

impl<'a> MatchGame<'a> {
    /// Sets up the opening.
    pub(crate) fn new(
        referee: &'a mut dyn Referee,
        players: [&'a mut Player; Side::NUM],
        opening: &Opening,
        rules: Adjudication,
    ) -> Result<MatchGame<'a>, OpeningError> {
        referee.set_up(opening)?;
        let clocks = [GameClock::new(players[0].budget()), GameClock::new(players[1].budget())];
        Ok(MatchGame { referee, players, clocks, watch: Watch::new(rules), plies: Vec::new() })
    }

    /// Plays the game; `None` if it was stopped from outside.
    pub(crate) fn play(mut self, stop: &AtomicBool) -> Option<Outcome> {
        let mover = self.referee.side();
        let end = match self.begin() {
            Some(end) => Some(end),
            None => self.play_on(stop),
        };
        let mut end = end?;
        for side in Side::ALL {
            // An engine that does not return from pondering has still played its game; only a crash is news.
            if let Err(fault) = self.players[side.index()].rest()
                && end.1 != Termination::Crash
                && end.1 != Termination::Hang
            {
                end = lost_by(side, &fault);
            }
        }
        let (winner, ending, reason) = end;
        Some(Outcome { mover, plies: self.plies, winner, ending, reason })
    }

    fn begin(&mut self) -> Option<End> {
        for side in Side::ALL {
            if let Err(fault) = self.players[side.index()].new_game(self.referee.start()) {
                return Some(lost_by(side, &fault));
            }
        }
        None
    }

    fn play_on(&mut self, stop: &AtomicBool) -> Option<End> {
        loop {
            if stop.load(Ordering::Relaxed) {
                for player in &mut self.players {
                    // The match is over: nothing the engine sends from now on counts.
                    _ = player.rest();
                }
                return None;
            }
            if let Some(end) = self.turn() {
                return Some(end);
            }
        }
    }

    /// Plays one move; returns the end of the game if it causes one.
    fn turn(&mut self) -> Option<End> {
        let side = self.referee.side();
        let verdict = self.referee.verdict();
        if let Some((outcome, reason)) = verdict.end() {
            return Some((winner(outcome, side), Termination::Rules, reason.phrase().to_owned()));
        }
        let player = &mut self.players[side.index()];
        let budget = *player.budget();
        let from_one = player.spec().ranks_from_one;
        let moves = self.referee.moves(from_one);
        let turn = Turn { start: self.referee.start(), moves, side, clocks: &self.clocks, budget: &budget };
        let answer = match player.think(&turn) {
            Ok(answer) => answer,
            Err(fault) => return Some(lost_by(side, &fault)),
        };
        let text = match &answer.action {
            Action::Move(text) => text,
            Action::Resign => return Some((Some(side.other()), Termination::Resignation, "resignation".to_owned())),
            Action::Claim(words) => return Some(claimed(side, words)),
        };
        if let Err(error) = self.referee.play(text, from_one) {
            let other = u8::from(!from_one);
            let hint =
                self.referee.spell(text, !from_one).map(|_| format!("; legal with ranks from {other}: ranks={other}"));
            return Some(lost_by(side, &EngineFault::IllegalMove(format!("{error}{}", hint.unwrap_or_default()))));
        }
        self.clocks[side.index()].spend(answer.elapsed);
        let decision = self.book(side, &answer);
        if self.referee.verdict().outcome.is_none() {
            if let Some(decision) = decision {
                return Some(decided(decision));
            }
            self.ponder(side, answer.ponder.as_deref());
        }
        None
    }

    /// Records the move and asks for adjudication.
    fn book(&mut self, side: Side, answer: &Answer) -> Option<Decision> {
        let text = self.referee.moves(false).last().cloned().unwrap_or_default();
        self.plies.push(Ply::new(text, answer.search_info, answer.elapsed));
        self.watch.note(side, &answer.search_info)
    }

    /// Lets the player who has just moved ponder on the reply it expects, if that is legal.
    fn ponder(&mut self, side: Side, expected: Option<&str>) {
        let player = &mut self.players[side.index()];
        let from_one = player.spec().ranks_from_one;
        let expected = expected.filter(|_| player.spec().ponder);
        let Some(reply) = expected.and_then(|text| self.referee.spell(text, from_one)) else { return };
        let mut moves = self.referee.moves(from_one).to_vec();
        moves.push(reply);
        let budget = *player.budget();
        player.ponder(&Turn {
            start: self.referee.start(),
            moves: &moves,
            side,
            clocks: &self.clocks,
            budget: &budget,
        });
    }
}

fn lost_by(side: Side, fault: &EngineFault) -> End {
    // A start fault never comes from a running engine.
    (Some(side.other()), Termination::of_fault(fault).unwrap_or(Termination::Crash), fault.to_string())
}

/// How to treat a result claimed in a game that goes on. A claim against oneself is a resignation; any other is false,
/// since the referee would have ended the game.
fn claimed(side: Side, words: &str) -> End {
    let concedes = match side {
        Side::First => words.starts_with("0-1"),
        Side::Second => words.starts_with("1-0"),
    };
    if concedes {
        (Some(side.other()), Termination::Resignation, "resignation".to_owned())
    } else {
        lost_by(side, &EngineFault::FalseClaim(words.to_owned()))
    }
}

fn decided(decision: Decision) -> End {
    let (winner, reason) = match decision {
        Decision::Win(side) => (Some(side), "adjudication: both engines agree"),
        Decision::Draw => (None, "adjudication: drawn scores"),
        Decision::TooLong => (None, "adjudication: game too long"),
    };
    (winner, Termination::Adjudication, reason.to_owned())
}
