//! A two-player game in progress: its position, its history, and the search state lent to the thinking thread.

use super::base::Base;
use super::config::Config;
use super::event::{Event, Sink, Value};
use super::fault::{Coded, Fault};
use super::game_binding::GameBinding;
use super::go::{Go, GoError, distinct};
use super::history::MoveHistory;
use super::perft;
use super::session::{Probe, ProbeError, Session, Typed, WarmUp};
use super::think::{SearchState, Task};
use super::thinker::Thinker;
use super::view::View;
use crate::control::Control;
use crate::game::MoveList;
use crate::phrases::Phrases;
use crate::search::limits::Limits;
use crate::search::report::Bound;
use crate::search::table::TableError;
use crate::search::{Searcher, TranspositionTable};
use crate::sentence::Sentence;
use crate::side::Side;
use crate::text::{MoveError, Notation, PositionError, Verdict, spell_history};
use crate::thread_pool::Pending;
use std::sync::Arc;
use std::time::Duration;

/// The session of a two-player game.
pub(crate) struct GameSession<G: GameBinding> {
    position: G,
    /// The moves that led here since the last position was set.
    history: MoveHistory<G::Move>,
    config: Config,
    /// The size of the table in use, in MB.
    hash: usize,
    /// Present while the engine is idle.
    state: Option<SearchState<G>>,
    /// The table, readable while the search state is lent.
    table: Arc<TranspositionTable>,
    thinker: Thinker,
    /// The running search and the state lent to it; `None` inside for a perft.
    thought: Option<Pending<Option<SearchState<G>>>>,
}

impl<G: GameBinding> GameSession<G> {
    /// At the start position; allocates no tables.
    pub(crate) fn new() -> Self {
        GameSession::at(G::start())
    }

    /// At a start position; allocates no tables.
    pub(crate) fn at(position: G) -> Self {
        let state = new_search_state();
        let config = Config::default();
        GameSession {
            position,
            history: MoveHistory::default(),
            hash: config.hash,
            config,
            table: state.searcher.table(),
            state: Some(state),
            thinker: Thinker::default(),
            thought: None,
        }
    }

    fn set(&mut self, mut position: G) {
        position.equip(&self.config);
        self.position = position;
        self.history.clear();
    }

    fn legal_moves(&self) -> G::Moves {
        let mut moves = G::Moves::default();
        self.position.generate(&mut moves);
        moves
    }

    /// The search state, recreated if it was lost. It evaluates as the options say.
    fn state(&mut self) -> &mut SearchState<G> {
        let state = self.state.get_or_insert_with(new_search_state);
        state.searcher.set_eval_params(G::eval_params(&self.config));
        self.table = state.searcher.table();
        state
    }

    /// Reads a legal move of a position. If the move would be legal with ranks counted the other way, the error names
    /// the option.
    fn read_move(&self, position: &G, text: &str) -> Result<G::Move, MoveError> {
        let from_one = self.config.ranks_from_one;
        position.parse_move(text, from_one).map_err(|error| {
            let is_counted_otherwise = position.parse_move(text, !from_one).is_ok();
            if is_counted_otherwise { error.with_hint(other_ranks(from_one)) } else { error }
        })
    }

    /// The moves for these words, each once. Words that are not legal moves are skipped and reported to `sink` in one
    /// line.
    fn read_moves(&self, root: &G, words: &[String], sink: &Sink) -> Vec<G::Move> {
        let (words, mut wrong) = (distinct(words), 0);
        let mut first = None;
        let mut read = |word: &&str| match self.read_move(root, word) {
            Ok(mv) => Some(mv),
            Err(error) => {
                wrong += 1;
                first.get_or_insert(error);
                None
            }
        };
        let moves = words.iter().filter_map(&mut read).collect();
        if let Some(first) = first {
            let more = if wrong > 1 { format!(" (and {} more)", wrong - 1) } else { String::new() };
            sink(Event::Error(Fault::new(first.code(), format!("go: {first}{more}"))));
        }
        moves
    }

    fn limits(&self, go: &Go, root: &G, sink: &Sink) -> Limits<G::Move> {
        Limits {
            depth: go.depth.map(|depth| depth.max(1)),
            nodes: go.nodes,
            movetime: go.movetime.map(Duration::from_millis),
            clock: go.clocks.of(root.side_to_move()),
            mate: go.mate,
            infinite: go.infinite,
            search_moves: self.read_moves(root, &go.search_moves, sink),
            // Bad ones were reported when they were banned.
            banned_moves: go.banned_moves.iter().filter_map(|word| self.read_move(root, word).ok()).collect(),
        }
    }
}

fn new_search_state<G: GameBinding>() -> SearchState<G> {
    SearchState { searcher: Searcher::new(), prover: G::prover() }
}

fn other_ranks(from_one: bool) -> &'static str {
    if from_one {
        "legal with ranks from 0: option Ranks, value 0-9"
    } else {
        "legal with ranks from 1: option Ranks, value 1-10"
    }
}

impl<G: GameBinding> Default for GameSession<G> {
    fn default() -> Self {
        GameSession::new()
    }
}

impl<G: GameBinding> Session for GameSession<G> {
    fn name(&self) -> &'static str {
        self.position.name()
    }

    fn is_two_player(&self) -> bool {
        true
    }

    fn configure(&mut self, config: &Config) {
        self.config.clone_from(config);
        self.position.equip(config);
    }

    fn prepare(&mut self) -> Result<(), TableError> {
        let (wanted, threads) = (self.config.hash, self.config.threads);
        let is_resized = wanted != self.hash;
        self.hash = wanted;
        let state = self.state();
        state.searcher.set_threads(threads);
        let table = if is_resized { state.searcher.set_hash(wanted) } else { Ok(()) };
        let table = table.and(state.searcher.prepare());
        if let Some(prover) = &mut state.prover {
            prover.prepare(wanted, threads);
        }
        self.table = self.state().searcher.table();
        table
    }

    fn warm_up(&self) -> Option<WarmUp> {
        let (table, threads) = (Arc::clone(&self.table), self.config.threads);
        (!table.is_prepared()).then(|| Box::new(move |control: &Control| table.prepare(threads, control)) as WarmUp)
    }

    fn forget(&mut self) {
        let state = self.state();
        state.searcher.clear();
        if let Some(prover) = &mut state.prover {
            prover.clear();
        }
        self.table = state.searcher.table();
        self.thinker = Thinker::default();
        G::release();
    }

    fn reset(&mut self) {
        self.set(self.position.restart());
    }

    fn set_position(&mut self, fen: &str) -> Result<(), PositionError> {
        self.set(self.position.like(fen)?);
        Ok(())
    }

    fn oddity(&self) -> Option<String> {
        self.position.oddity()
    }

    fn play(&mut self, text: &str) -> Result<(), MoveError> {
        let mv = self.read_move(&self.position, text)?;
        self.position.make(mv);
        self.history.push(mv);
        Ok(())
    }

    fn check(&self, text: &str) -> Result<(), MoveError> {
        self.read_move(&self.position, text).map(drop)
    }

    fn undo(&mut self, count: usize) -> usize {
        self.history.undo(count, |mv| {
            self.position.unmake(mv);
            mv
        })
    }

    fn redo(&mut self, count: usize) -> usize {
        self.history.redo(count, |mv| {
            self.position.make(mv);
            mv
        })
    }

    fn flip(&mut self) -> bool {
        let flipped = self.position.flipped();
        let is_flipped = flipped.is_some();
        if let Some(position) = flipped {
            self.set(position);
        }
        is_flipped
    }

    fn fen(&self) -> String {
        self.position.fen()
    }

    fn key(&self) -> u64 {
        self.position.key()
    }

    fn diagram(&self) -> String {
        self.position.diagram()
    }

    fn view(&self) -> View {
        let wire = self.config.wire();
        View::of_game(&self.position, wire, self.history(wire), self.history.undone())
    }

    fn typed(&self) -> Typed<'_> {
        Typed::of_game(&self.position, self.history.played().last())
    }

    fn phrases(&self) -> &'static Phrases {
        &G::PHRASES
    }

    fn notations(&self) -> &'static [Notation] {
        self.position.notations()
    }

    fn result(&self) -> Option<Sentence> {
        G::PHRASES.result(&self.verdict(), self.position.side_to_move())
    }

    fn is_check(&self) -> bool {
        self.position.in_check()
    }

    fn evaluation(&self) -> String {
        self.position.explain(&self.config)
    }

    fn moves(&self) -> Vec<String> {
        let notation = self.config.wire();
        self.legal_moves().as_slice().iter().map(|&mv| self.position.move_text(mv, notation)).collect()
    }

    fn history(&self, notation: Notation) -> Vec<String> {
        spell_history(self.position.clone(), self.history.played(), notation)
    }

    fn spell(&self, line: &[String], notation: Notation) -> Vec<String> {
        let mut position = self.position.clone();
        let spell = |word: &String| {
            let mv = position.parse_move(word, self.config.ranks_from_one).ok()?;
            let text = position.move_text(mv, notation);
            position.make(mv);
            Some(text)
        };
        line.iter().map_while(spell).collect()
    }

    fn verdict(&self) -> Verdict {
        self.position.verdict()
    }

    fn table_verdict(&self) -> Option<String> {
        self.position.table_verdict()
    }

    fn is_first_to_move(&self) -> bool {
        self.position.side_to_move() == Side::First
    }

    fn static_value(&mut self) -> Value {
        if let Some(score) = self.position.exact() {
            return Value::Score(score);
        }
        let position = self.position.search_root();
        Value::Score(G::CHANCES.normalised(self.state().searcher.static_score(&position)))
    }

    fn probe(&self, base: &Base, moves: &[String]) -> Result<Probe, ProbeError> {
        let mut position = match base {
            Base::Fen(fen) => self.position.like(fen)?,
            Base::Start | Base::File(_) | Base::Project(_) => self.position.restart(),
        };
        position.equip(&self.config);
        for text in moves {
            let mv = self.read_move(&position, text)?;
            position.make(mv);
        }
        let Some(view) = self.table.view(&position) else { return Ok(Probe::default()) };
        let known = Some((G::CHANCES.normalised(view.score), view.depth));
        Ok(Probe {
            best: view.best.map(|mv| position.move_text(mv, self.config.wire())),
            lower: known.filter(|_| view.bound != Bound::Upper),
            upper: known.filter(|_| view.bound != Bound::Lower),
        })
    }

    fn is_bounded(&self, go: &Go) -> bool {
        // A prover ends searches that nothing else limits.
        go.is_limited() || self.state.as_ref().is_some_and(|state| state.prover.is_some())
    }

    fn start(&mut self, go: &Go, control: Control, sink: Sink) -> Result<(), GoError> {
        if let Some(found) = go.perft.filter(|&depth| depth > perft::MAX_DEPTH) {
            return Err(GoError::PerftDepth { found });
        }
        let root = match go.side {
            Some(side) => self.position.with_side(side).ok_or(GoError::OtherSide)?.search_root(),
            None => self.position.search_root(),
        };
        let task = Task { limits: self.limits(go, &root, &sink), root, config: self.config.clone(), control, sink };
        if let Some(depth) = go.perft {
            self.thought = Some(self.thinker.place()?.run(move || {
                task.perft(depth);
                None
            }));
            return Ok(());
        }
        let state = self.state.take().unwrap_or_else(new_search_state);
        match self.thinker.place() {
            Ok(place) => self.thought = Some(place.run(move || Some(task.run(state, new_search_state)))),
            Err(_) => self.state = Some(task.run_here(state, new_search_state)),
        }
        Ok(())
    }

    fn finish(&mut self) {
        if let Some(thought) = self.thought.take()
            && let Ok(Some(state)) = thought.wait()
        {
            self.table = state.searcher.table();
            self.state = Some(state);
        }
    }
}
