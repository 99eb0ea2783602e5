//! The object-safe interface to a game in progress: its position, its history, its search.
//!
//! [`super::game_session::GameSession`] implements it for two-player games and [`super::puzzle_session::PuzzleSession`]
//! for puzzles. Dynamic dispatch happens here, once per command; below this level everything is generic over the game.

use super::base::Base;
use super::config::Config;
use super::event::{Best, Event, Sink, Value};
use super::go::{Go, GoError};
use super::thinker;
use super::view::View;
use crate::control::Control;
use crate::game::Game;
use crate::phrases::Phrases;
use crate::puzzle::Puzzle;
use crate::score::Score;
use crate::search::table::TableError;
use crate::sentence::Sentence;
use crate::text::{MoveError, Notation, PositionError, Verdict};
use serde::{Serialize, Serializer};
use std::any::Any;
use std::sync::{Arc, mpsc};
use thiserror::Error;

/// What the table knows about a position, for UCCI's `probe`.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize)]
pub struct Probe {
    /// The best move found.
    #[serde(rename = "bestmove", skip_serializing_if = "Option::is_none")]
    pub best: Option<String>,
    /// A lower bound on the score for the side to move, and its depth.
    #[serde(rename = "lowerbound", serialize_with = "limit", skip_serializing_if = "Option::is_none")]
    pub lower: Option<(Score, u32)>,
    /// An upper bound on the score for the side to move, and its depth.
    #[serde(rename = "upperbound", serialize_with = "limit", skip_serializing_if = "Option::is_none")]
    pub upper: Option<(Score, u32)>,
}

/// Writes a bound as an object with score and depth.
fn limit<S: Serializer>(bound: &Option<(Score, u32)>, serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Limit {
        score: Score,
        depth: u32,
    }
    bound.map(|(score, depth)| Limit { score, depth }).serialize(serializer)
}

/// Why a position cannot be looked up.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ProbeError {
    /// The text is not a position.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A move that leads to it is illegal.
    #[error(transparent)]
    Move(#[from] MoveError),
}

/// The current position with its concrete types, for viewers that know the game.
#[derive(Clone, Copy)]
pub struct Typed<'a> {
    /// The problem of a puzzle; `None` for a two-player game.
    problem: Option<&'a dyn Any>,
    /// The position of a two-player game, or the state of a puzzle.
    position: &'a dyn Any,
    /// The last move, if one was played.
    last: Option<&'a dyn Any>,
}

/// A problem, its state and the last move.
pub(crate) type PuzzleAt<'a, P> = (&'a P, &'a <P as Puzzle>::State, Option<<P as Puzzle>::Move>);

impl<'a> Typed<'a> {
    /// For a two-player game.
    pub(crate) fn of_game<G: Game>(position: &'a G, last: Option<&'a G::Move>) -> Self {
        Typed { problem: None, position, last: last.map(|mv| mv as &dyn Any) }
    }

    /// For a puzzle.
    pub fn of_puzzle<P: Puzzle>(puzzle: &'a P, state: &'a P::State, last: Option<&'a P::Move>) -> Self {
        Typed { problem: Some(puzzle), position: state, last: last.map(|mv| mv as &dyn Any) }
    }

    /// The position and the last move, if this is the current game.
    pub fn game<G: Game>(&self) -> Option<(&'a G, Option<G::Move>)> {
        Some((self.position.downcast_ref::<G>()?, self.last.and_then(|mv| mv.downcast_ref().copied())))
    }

    /// The problem, its state and the last move, if this is the current puzzle.
    pub fn puzzle<P: Puzzle>(&self) -> Option<PuzzleAt<'a, P>> {
        let problem = self.problem?.downcast_ref::<P>()?;
        Some((problem, self.position.downcast_ref()?, self.last.and_then(|mv| mv.downcast_ref().copied())))
    }
}

/// Work on the memory of a session, which ends early when the control asks for a stop and can be continued.
pub type WarmUp = Box<dyn FnOnce(&Control) + Send>;

/// A game in progress. Only [`Session::start`] takes time; all other methods return at once.
pub trait Session {
    /// The name of the game, as in `UCI_Variant`.
    fn name(&self) -> &'static str;

    /// Whether two players move in turn.
    fn is_two_player(&self) -> bool;

    /// Applies the options. Call it while idle.
    fn configure(&mut self, config: &Config);

    /// Allocates what a search needs. An error says what could not be allocated and what is used instead.
    fn prepare(&mut self) -> Result<(), TableError>;

    /// Prepares the memory of the next search, if that is still to be done: makes the system provide it, or clears it. It may run in another thread
    /// while the session is idle or thinks.
    fn warm_up(&self) -> Option<WarmUp> {
        None
    }

    /// Forgets what was learnt in earlier games and releases the search threads. The position stays.
    fn forget(&mut self);

    /// Goes to the start position.
    fn reset(&mut self);

    /// Sets the position given as text. After an error the old one stays.
    fn set_position(&mut self, fen: &str) -> Result<(), PositionError>;

    /// Why no game leads to this position, although it can be played (a composed one).
    fn oddity(&self) -> Option<String> {
        None
    }

    /// Plays a move. After an error the position stays.
    fn play(&mut self, text: &str) -> Result<(), MoveError>;

    /// Checks whether a move is legal here.
    ///
    /// # Errors
    /// The reason why it is not.
    fn check(&self, text: &str) -> Result<(), MoveError>;

    /// Takes back up to `count` moves; returns how many.
    fn undo(&mut self, count: usize) -> usize;

    /// Replays up to `count` moves that were taken back; returns how many.
    fn redo(&mut self, count: usize) -> usize;

    /// Flips the position; `false` if the game has no such operation or the result is not legal.
    fn flip(&mut self) -> bool;

    /// The position as text.
    fn fen(&self) -> String;

    /// A hash of the position.
    fn key(&self) -> u64;

    /// The board as a diagram of several lines.
    fn diagram(&self) -> String;

    /// What a GUI needs to show the game.
    fn view(&self) -> View;

    /// The position with its concrete types.
    fn typed(&self) -> Typed<'_>;

    /// How people talk about the game.
    fn phrases(&self) -> &'static Phrases;

    /// The notations in which moves are spelled differently; the one on the wire comes first.
    fn notations(&self) -> &'static [Notation];

    /// The result and the rule behind it, as a sentence; `None` while the game goes on.
    fn result(&self) -> Option<Sentence>;

    /// Whether the side to move is in check.
    fn is_check(&self) -> bool;

    /// The evaluation in words, several lines.
    fn evaluation(&self) -> String;

    /// The legal moves in wire notation.
    fn moves(&self) -> Vec<String>;

    /// The moves that led here since the last position was set, oldest first.
    fn history(&self, notation: Notation) -> Vec<String>;

    /// Writes a line of moves from here in a notation; ends before the first word that is not a legal move.
    fn spell(&self, line: &[String], notation: Notation) -> Vec<String>;

    /// Whether the game is over, and why.
    fn verdict(&self) -> Verdict;

    /// The verdict of a table of solved positions in words: result and distance.
    fn table_verdict(&self) -> Option<String> {
        None
    }

    /// Whether the first player is to move.
    fn is_first_to_move(&self) -> bool;

    /// The value of the position without a search.
    fn static_value(&mut self) -> Value;

    /// What the table knows about another position; works during a search, too. A [`Base::File`] must be read
    /// beforehand.
    fn probe(&self, base: &Base, moves: &[String]) -> Result<Probe, ProbeError>;

    /// Whether the work of this `go` ends by itself, unless the client makes the answer wait (`infinite`, `ponder`).
    fn is_bounded(&self, go: &Go) -> bool;

    /// Starts to think. Events go to `sink` from another thread; the last one is [`super::event::Event::Best`] or, for
    /// a perft, [`super::event::Event::End`]. After it, [`Session::finish`] must be called before anything else changes
    /// the session.
    fn start(&mut self, go: &Go, control: Control, sink: Sink) -> Result<(), GoError>;

    /// Takes back what was lent to the thinking thread, which has sent its last event.
    fn finish(&mut self);
}

impl dyn Session + '_ {
    /// Thinks to the end; `heard` receives the events, the last one of which is left out.
    ///
    /// # Errors
    /// Those of [`Session::start`].
    pub fn think(&mut self, go: &Go, control: Control, heard: &mut dyn FnMut(Event)) -> Result<Best, GoError> {
        let (sender, events) = mpsc::channel();
        let sink: Sink = Arc::new(move |event| drop(sender.send(event)));
        self.start(go, control, sink)?;
        if let Some(job) = thinker::next_job() {
            job();
        }
        let mut best = Best::default();
        // The sink goes away with the thinking thread, so the loop ends even if it fails.
        for event in events {
            if matches!(event, Event::End) {
                break;
            }
            if let Event::Best(found) = event {
                best = found;
                break;
            }
            heard(event);
        }
        self.finish();
        Ok(best)
    }
}
