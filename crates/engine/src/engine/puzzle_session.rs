//! A puzzle in progress: its position, its history, and its running solver.
//!
//! [`PuzzleBinding`] connects a puzzle to its solver; [`PuzzleSession`] makes a [`Session`] of any such puzzle. `go`
//! searches for the best plan. It reports `info` lines on the way, then `info string solution …` or `info string
//! unsolvable proven`, then remarks of the puzzle, and answers with the first step of the plan.

use super::base::Base;
use super::config::Config;
use super::event::{Event, Sink, Value};
use super::fault::Fault;
use super::go::{Go, GoError};
use super::history::MoveHistory;
use super::puzzle_task::Task;
use super::session::{Probe, ProbeError, Session, Typed};
use super::thinker::Thinker;
use super::view::{self, MAX_MOVES, MoveView, VerdictView, View};
use crate::clock::Stopwatch;
use crate::control::Control;
use crate::phrases::Phrases;
use crate::puzzle::PuzzleBinding;
use crate::search::table::TableError;
use crate::sentence::Sentence;
use crate::side::Side;
use crate::text::{MoveError, Notation, PositionError, Verdict};
use crate::thread_pool::Pending;
use std::sync::{Arc, Mutex};

/// The session of a puzzle.
pub struct PuzzleSession<P: PuzzleBinding> {
    puzzle: P,
    state: P::State,
    /// The text that was read last and what it says: clients send it again with each move.
    read: Option<(String, P, P::State)>,
    /// Earlier states and the moves played in them, oldest first.
    history: MoveHistory<(P::State, P::Move), P::Move>,
    memory: Arc<Mutex<P::Memory>>,
    threads: usize,
    megabytes: usize,
    multi_pv: usize,
    thinker: Thinker,
    thought: Option<Pending<()>>,
}

impl<P: PuzzleBinding> PuzzleSession<P> {
    /// A session at the built-in start.
    pub fn new() -> Self {
        let (puzzle, state) = P::start();
        PuzzleSession::at(puzzle, state)
    }

    /// A session at a given state.
    pub fn at(puzzle: P, state: P::State) -> Self {
        let config = Config::default();
        PuzzleSession {
            puzzle,
            state,
            read: None,
            history: MoveHistory::default(),
            memory: Arc::default(),
            threads: config.threads,
            megabytes: 0,
            multi_pv: config.multi_pv,
            thinker: Thinker::default(),
            thought: None,
        }
    }

    fn set(&mut self, (puzzle, state): (P, P::State)) {
        (self.puzzle, self.state) = (puzzle, state);
        self.history.clear();
    }

    /// The moves with which a plan may begin; `None` for all. Illegal moves are reported and skipped.
    fn first_moves(&self, go: &Go, sink: &Sink) -> Option<Vec<P::Move>> {
        if go.search_moves.is_empty() && go.banned_moves.is_empty() {
            return None;
        }
        let read = |word: &String| match self.puzzle.parse_move(&self.state, word) {
            Ok(mv) => Some(mv),
            Err(error) => {
                sink(Event::Error(Fault { message: format!("go: {error}"), ..Fault::of(&error) }));
                None
            }
        };
        let mut wanted: Vec<P::Move> = go.search_moves.iter().filter_map(read).collect();
        let banned: Vec<P::Move> = go.banned_moves.iter().filter_map(read).collect();
        if wanted.is_empty() {
            if banned.is_empty() {
                return None;
            }
            self.puzzle.moves(&self.state, &mut wanted);
        }
        wanted.retain(|mv| !banned.contains(mv));
        Some(wanted)
    }
}

/// Plays a move and returns the state before it.
fn advance<P: PuzzleBinding>(puzzle: &P, state: &mut P::State, mv: P::Move) -> P::State {
    let next = puzzle.apply(state, mv);
    std::mem::replace(state, next)
}

impl<P: PuzzleBinding> Default for PuzzleSession<P> {
    fn default() -> Self {
        PuzzleSession::new()
    }
}

impl<P: PuzzleBinding> Session for PuzzleSession<P> {
    fn name(&self) -> &'static str {
        P::NAME
    }

    fn is_two_player(&self) -> bool {
        false
    }

    fn configure(&mut self, config: &Config) {
        self.threads = config.threads;
        self.multi_pv = config.multi_pv;
        // The default is meant for a chess-like table; a puzzle's solver knows better what it needs.
        let is_default = config.hash == Config::default().hash;
        self.megabytes = if is_default { config.memory_limit.unwrap_or(0) } else { config.hash };
    }

    fn prepare(&mut self) -> Result<(), TableError> {
        Ok(())
    }

    fn forget(&mut self) {
        self.memory = Arc::default();
        self.thinker = Thinker::default();
    }

    fn reset(&mut self) {
        self.set(P::start());
    }

    fn set_position(&mut self, fen: &str) -> Result<(), PositionError> {
        if self.read.as_ref().is_none_or(|(text, ..)| text != fen) {
            let (puzzle, state) = P::from_fen(fen)?;
            self.read = Some((fen.to_owned(), puzzle, state));
        }
        if let Some((_, puzzle, state)) = &self.read {
            self.set((puzzle.clone(), state.clone()));
        }
        Ok(())
    }

    fn play(&mut self, text: &str) -> Result<(), MoveError> {
        for mv in self.puzzle.parse_plan(&self.state, text)? {
            let before = advance(&self.puzzle, &mut self.state, mv);
            self.history.push((before, mv));
        }
        Ok(())
    }

    fn check(&self, text: &str) -> Result<(), MoveError> {
        self.puzzle.parse_move(&self.state, text).map(drop)
    }

    fn undo(&mut self, count: usize) -> usize {
        self.history.undo(count, |(before, mv)| {
            self.state = before;
            mv
        })
    }

    fn redo(&mut self, count: usize) -> usize {
        self.history.redo(count, |mv| (advance(&self.puzzle, &mut self.state, mv), mv))
    }

    fn flip(&mut self) -> bool {
        false
    }

    fn fen(&self) -> String {
        self.puzzle.fen(&self.state)
    }

    fn key(&self) -> u64 {
        self.puzzle.key(&self.state)
    }

    fn diagram(&self) -> String {
        self.puzzle.diagram(&self.state)
    }

    fn view(&self) -> View {
        let mut legal = Vec::new();
        self.puzzle.moves(&self.state, &mut legal);
        let move_view = |&mv: &P::Move| {
            let ends = self.puzzle.end_after(&self.state, mv).map(|verdict| VerdictView::of_puzzle(&verdict));
            MoveView::plain(self.puzzle.move_text(&self.state, mv), ends)
        };
        View {
            game: P::NAME,
            players: 1,
            fen: self.fen(),
            key: view::key_text(self.key()),
            side: view::side_name(Side::First),
            seen: 1 + self.history.played().iter().filter(|(state, _)| *state == self.state).count(),
            verdict: VerdictView::of_puzzle(&self.verdict()),
            moves: legal.iter().take(MAX_MOVES).map(move_view).collect(),
            more_moves: legal.len().saturating_sub(MAX_MOVES),
            history: self.history(Notation::Wire),
            undone: self.history.undone(),
            own: self.puzzle.view_part(&self.state),
        }
    }

    fn typed(&self) -> Typed<'_> {
        Typed::of_puzzle(&self.puzzle, &self.state, self.history.played().last().map(|(_, mv)| mv))
    }

    fn phrases(&self) -> &'static Phrases {
        &P::PHRASES
    }

    fn notations(&self) -> &'static [Notation] {
        &[Notation::Wire]
    }

    fn result(&self) -> Option<Sentence> {
        P::PHRASES.puzzle_result(&self.verdict(), || {
            let played = self.history.played();
            let cost = played.iter().map(|(state, mv)| self.puzzle.cost(state, *mv));
            let cost = cost.fold(0, u64::saturating_add);
            self.puzzle.solved(&self.state, played.len() as u64, cost)
        })
    }

    fn is_check(&self) -> bool {
        false
    }

    fn evaluation(&self) -> String {
        self.puzzle.explain(&self.state)
    }

    fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        self.puzzle.moves(&self.state, &mut moves);
        moves.into_iter().map(|mv| self.puzzle.move_text(&self.state, mv)).collect()
    }

    fn history(&self, _: Notation) -> Vec<String> {
        self.history.played().iter().map(|(state, mv)| self.puzzle.move_text(state, *mv)).collect()
    }

    fn spell(&self, line: &[String], _: Notation) -> Vec<String> {
        let mut state = self.state.clone();
        let spell = |word: &String| {
            let mv = self.puzzle.parse_move(&state, word).ok()?;
            let text = self.puzzle.move_text(&state, mv);
            state = self.puzzle.apply(&state, mv);
            Some(text)
        };
        line.iter().map_while(spell).collect()
    }

    fn verdict(&self) -> Verdict {
        self.puzzle.verdict(&self.state)
    }

    fn is_first_to_move(&self) -> bool {
        true
    }

    fn static_value(&mut self) -> Value {
        Value::Units(-(self.puzzle.lower_bound(&self.state).min(i64::MAX as u64) as i64))
    }

    fn probe(&self, _: &Base, _: &[String]) -> Result<Probe, ProbeError> {
        Ok(Probe::default())
    }

    fn is_bounded(&self, _: &Go) -> bool {
        true
    }

    fn start(&mut self, go: &Go, control: Control, sink: Sink) -> Result<(), GoError> {
        if go.side.is_some() {
            return Err(GoError::OnePlayer);
        }
        if go.perft.is_some() {
            return Err(GoError::NoPerft);
        }
        let first_moves = self.first_moves(go, &sink);
        let task = Task {
            first_moves,
            multi_pv: self.multi_pv,
            puzzle: self.puzzle.clone(),
            state: self.state.clone(),
            memory: Arc::clone(&self.memory),
            sink,
            stopwatch: Stopwatch::start(),
        };
        let budget = go.budget(self.threads, self.megabytes);
        match self.thinker.place() {
            Ok(place) => self.thought = Some(place.run(move || task.run(&budget, &control))),
            Err(_) => task.run(&budget, &control),
        }
        Ok(())
    }

    fn finish(&mut self) {
        if let Some(thought) = self.thought.take() {
            // A panic of the solver was already caught and reported; the thread has nothing to return.
            let _ = thought.wait();
        }
    }
}
