//! The object-safe face of one game that is on: its position, its history, its thinking.
//!
//! [`super::game_session::GameSession`] wears it for games of two players, [`super::puzzle_session::PuzzleSession`] for
//! puzzles. Dynamic dispatch happens here, once per command; below, everything is generic over the game.

use super::config::Config;
use super::event::{Sink, Value};
use super::go::{Go, GoError};
use super::registry::{Entry, is_kept};
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
use thiserror::Error;

/// Where a line of moves begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Base {
    /// The game's start position.
    Start,
    /// A position text.
    Fen(String),
    /// A file that holds a position text.
    File(String),
    /// A project: a folder or an archive of files.
    Project(String),
}

impl Base {
    /// The word for a file or a folder, if it is one. The name of a project that a game keeps leads to no file.
    pub(crate) fn names_file(&self, games: &[Entry]) -> Option<&'static str> {
        match self {
            Base::Start | Base::Fen(_) => None,
            Base::File(_) => Some("file"),
            Base::Project(path) => (!is_kept(games, path)).then_some("project"),
        }
    }
}

/// What the table knows of a position: UCCI's `probe`.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize)]
pub struct Probe {
    /// The best move found.
    #[serde(rename = "bestmove", skip_serializing_if = "Option::is_none")]
    pub best: Option<String>,
    /// The score is at least this for the side to move, found at this depth.
    #[serde(rename = "lowerbound", serialize_with = "limit", skip_serializing_if = "Option::is_none")]
    pub lower: Option<(Score, u32)>,
    /// The score is at most this, found at this depth.
    #[serde(rename = "upperbound", serialize_with = "limit", skip_serializing_if = "Option::is_none")]
    pub upper: Option<(Score, u32)>,
}

/// A bound with names: the score and the depth.
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
    /// Its text is not a position.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A move that leads to it is illegal.
    #[error(transparent)]
    Move(#[from] MoveError),
}

/// The position that is on with its types, for a view that knows the game.
#[derive(Clone, Copy)]
pub struct Typed<'a> {
    /// The problem of a puzzle; none for a game of two players.
    problem: Option<&'a dyn Any>,
    /// The position of a game of two players, the state of a puzzle.
    position: &'a dyn Any,
    /// The move that led to it, if one was played.
    last: Option<&'a dyn Any>,
}

/// A problem, its state and the move that led to it.
pub(crate) type PuzzleAt<'a, P> = (&'a P, &'a <P as Puzzle>::State, Option<<P as Puzzle>::Move>);

impl<'a> Typed<'a> {
    /// Of a game of two players.
    pub(crate) fn of_game<G: Game>(position: &'a G, last: Option<&'a G::Move>) -> Self {
        Typed { problem: None, position, last: last.map(|mv| mv as &dyn Any) }
    }

    /// Of a puzzle.
    pub fn of_puzzle<P: Puzzle>(puzzle: &'a P, state: &'a P::State, last: Option<&'a P::Move>) -> Self {
        Typed { problem: Some(puzzle), position: state, last: last.map(|mv| mv as &dyn Any) }
    }

    /// The position and the move that led to it, if this is the game that is on.
    pub fn game<G: Game>(&self) -> Option<(&'a G, Option<G::Move>)> {
        Some((self.position.downcast_ref::<G>()?, self.last.and_then(|mv| mv.downcast_ref().copied())))
    }

    /// The problem, its state and the move that led to it, if this is the puzzle that is on.
    pub fn puzzle<P: Puzzle>(&self) -> Option<PuzzleAt<'a, P>> {
        let problem = self.problem?.downcast_ref::<P>()?;
        Some((problem, self.position.downcast_ref()?, self.last.and_then(|mv| mv.downcast_ref().copied())))
    }
}

/// One game that is on. Only [`Session::start`] begins to think; all else answers at once.
pub trait Session {
    /// The name of the game, as in `UCI_Variant`.
    fn name(&self) -> &'static str;

    /// Whether two players move in turn.
    fn is_two_player(&self) -> bool;

    /// Takes over the options. Called while idle.
    fn configure(&mut self, config: &Config);

    /// Allocates what a search needs. An error says what could not be allocated, and what is used instead.
    fn prepare(&mut self) -> Result<(), TableError>;

    /// Clears what was learnt in earlier games and releases the search threads. The position stays.
    fn forget(&mut self);

    /// Goes to the start position.
    fn reset(&mut self);

    /// Goes to the position of this text; an error keeps the old one.
    fn set_position(&mut self, fen: &str) -> Result<(), PositionError>;

    /// Plays a move; an error keeps the position.
    fn play(&mut self, text: &str) -> Result<(), MoveError>;

    /// Whether a move may be played here.
    ///
    /// # Errors
    /// Why not.
    fn check(&self, text: &str) -> Result<(), MoveError>;

    /// Takes up to `count` moves back; returns how many.
    fn undo(&mut self, count: usize) -> usize;

    /// Plays up to `count` moves again that were taken back; returns how many.
    fn redo(&mut self, count: usize) -> usize;

    /// Turns the position round; `false` where the game knows no such thing or it is not legal here.
    fn flip(&mut self) -> bool;

    /// The position as text.
    fn fen(&self) -> String;

    /// A hash of the position.
    fn key(&self) -> u64;

    /// The board for a person, several lines.
    fn diagram(&self) -> String;

    /// What a GUI needs to show the game.
    fn view(&self) -> View;

    /// The position with its types.
    fn typed(&self) -> Typed<'_>;

    /// How people talk about the game.
    fn phrases(&self) -> &'static Phrases;

    /// The notations that spell a move differently, the wire's first.
    fn notations(&self) -> &'static [Notation];

    /// The result and the rule that brought it, as a sentence; none while the game goes on.
    fn result(&self) -> Option<Sentence>;

    /// Whether the side to move stands in check.
    fn is_check(&self) -> bool;

    /// The evaluation for a person, several lines.
    fn evaluation(&self) -> String;

    /// The legal moves in wire spelling.
    fn moves(&self) -> Vec<String>;

    /// The moves that led here since the last position was set, oldest first.
    fn history(&self, notation: Notation) -> Vec<String>;

    /// A line of moves from here in a notation; it ends before the first word that is no legal move.
    fn spell(&self, line: &[String], notation: Notation) -> Vec<String>;

    /// Whether the game is over.
    fn verdict(&self) -> Verdict;

    /// What a table of solved positions says of the one that is on: verdict and distance, for a person.
    fn table_verdict(&self) -> Option<String> {
        None
    }

    /// Whether the first player is to move.
    fn is_first_to_move(&self) -> bool;

    /// The value of the position without a search.
    fn static_value(&mut self) -> Value;

    /// What the table knows of another position; answers while thinking, too. A [`Base::File`]
    /// is read before.
    fn probe(&self, base: &Base, moves: &[String]) -> Result<Probe, ProbeError>;

    /// Whether the work of this `go` comes to an end by itself, if the client does not hold its answer back
    /// (`infinite`, `ponder`).
    fn is_bounded(&self, go: &Go) -> bool;

    /// Starts to think. Events go to `sink`, from another thread; the last one is
    /// [`super::event::Event::Best`] or, for a perft, [`super::event::Event::End`]. [`Session::finish`] must be called
    /// after it and before anything else that changes the session.
    fn start(&mut self, go: &Go, control: Control, sink: Sink) -> Result<(), GoError>;

    /// Takes back from the thinking thread, which has sent its last event, what it was lent.
    fn finish(&mut self);
}
