//! A game of two players that is on: its position, its history, and the search lent to the thinking thread.

use super::config::Config;
use super::contest::Contest;
use super::event::{Event, Sink, Value};
use super::go::{Go, GoError};
use super::session::{Base, Probe, Session};
use super::think::{Mind, Task};
use super::worker;
use crate::control::Control;
use crate::game::MoveList;
use crate::search::limits::Limits;
use crate::search::report::Bound;
use crate::search::{Searcher, Table};
use crate::side::Side;
use crate::text::{MoveError, Notation, PositionError, Verdict};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

/// The session of a game of two players.
pub struct Player<G: Contest> {
    position: G,
    /// The moves that led here since the last position was set.
    played: Vec<G::Move>,
    /// Moves taken back, the next to play again last.
    undone: Vec<G::Move>,
    config: Config,
    /// The size of the table in use, MB.
    hash: usize,
    /// At home while idle.
    mind: Option<Mind<G>>,
    /// The table, readable while the searcher is away.
    table: Arc<Table>,
    worker: Option<JoinHandle<Option<Mind<G>>>>,
}

impl<G: Contest> Player<G> {
    /// At the start position; allocates no tables.
    pub fn new() -> Self {
        let mind = new_mind();
        let config = Config::default();
        Player {
            position: G::start(),
            played: Vec::new(),
            undone: Vec::new(),
            hash: config.hash,
            config,
            table: mind.searcher.table(),
            mind: Some(mind),
            worker: None,
        }
    }

    fn set(&mut self, mut position: G) {
        position.adopt(&self.config.rules);
        self.position = position;
        self.played.clear();
        self.undone.clear();
    }

    fn advance(&mut self, mv: G::Move) {
        self.position.make(mv);
        self.played.push(mv);
    }

    fn legal_moves(&self) -> G::Moves {
        let mut moves = G::Moves::default();
        self.position.generate(&mut moves);
        moves
    }

    /// The search at home; a new one if it was lost. It evaluates as the options say.
    fn mind(&mut self) -> &mut Mind<G> {
        let mind = self.mind.get_or_insert_with(new_mind);
        mind.searcher.set_knowledge(G::knowledge(&self.config));
        mind
    }

    /// The moves of these words. A word that is no legal move is told to `sink` and left out.
    fn read_moves(&self, root: &G, words: &[String], sink: &Sink) -> Vec<G::Move> {
        let read = |word: &String| match root.parse_move(word, self.config.ranks_from_one) {
            Ok(mv) => Some(mv),
            Err(error) => {
                sink(Event::Error(error.to_string()));
                None
            }
        };
        words.iter().filter_map(read).collect()
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
            banned_moves: self.read_moves(root, &go.banned_moves, sink),
        }
    }

    /// Whether this `go` is one for the game's prover.
    fn is_proof(&self, go: &Go) -> bool {
        let has_bound =
            go.depth.is_some() || go.nodes.is_some() || go.movetime.is_some() || go.clocks.of(Side::First).is_some();
        let is_plain = self.config.multi_pv == 1 && self.config.random_best == 1;
        let has_prover = self.mind.as_ref().is_some_and(|mind| mind.prover.is_some());
        has_prover && is_plain && !has_bound && self.config.settings().strength.is_none()
    }
}

fn new_mind<G: Contest>() -> Mind<G> {
    Mind { searcher: Searcher::new(), prover: G::prover() }
}

impl<G: Contest> Default for Player<G> {
    fn default() -> Self {
        Player::new()
    }
}

impl<G: Contest> Session for Player<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn is_contest(&self) -> bool {
        true
    }

    fn configure(&mut self, config: &Config) {
        self.config.clone_from(config);
        self.position.adopt(&config.rules);
    }

    fn prepare(&mut self) -> Result<(), String> {
        let (wanted, threads) = (self.config.hash, self.config.threads);
        let is_resized = wanted != self.hash;
        self.hash = wanted;
        let mind = self.mind();
        mind.searcher.set_threads(threads);
        let table = if is_resized { mind.searcher.set_hash(wanted) } else { mind.searcher.prepare() };
        let prover = mind.prover.as_mut().map_or(Ok(()), |prover| prover.prepare(wanted, threads));
        self.table = self.mind().searcher.table();
        table.map_err(|error| error.to_string()).and(prover)
    }

    fn forget(&mut self) {
        let mind = self.mind();
        mind.searcher.clear();
        if let Some(prover) = &mut mind.prover {
            prover.clear();
        }
    }

    fn reset(&mut self) {
        self.set(G::start());
    }

    fn set_position(&mut self, fen: &str) -> Result<(), PositionError> {
        self.set(G::from_fen(fen)?);
        Ok(())
    }

    fn play(&mut self, text: &str) -> Result<(), MoveError> {
        let mv = self.position.parse_move(text, self.config.ranks_from_one)?;
        self.advance(mv);
        self.undone.clear();
        Ok(())
    }

    fn undo(&mut self, count: usize) -> usize {
        let count = count.min(self.played.len());
        for mv in self.played.drain(self.played.len() - count..).rev() {
            self.position.unmake(mv);
            self.undone.push(mv);
        }
        count
    }

    fn redo(&mut self, count: usize) -> usize {
        let count = count.min(self.undone.len());
        for mv in self.undone.split_off(self.undone.len() - count).into_iter().rev() {
            self.advance(mv);
        }
        count
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

    fn evaluation(&self) -> String {
        self.position.explain(&self.config)
    }

    fn moves(&self) -> Vec<String> {
        let notation = self.config.wire();
        self.legal_moves().as_slice().iter().map(|&mv| self.position.move_text(mv, notation)).collect()
    }

    fn history(&self, notation: Notation) -> Vec<String> {
        let mut position = self.position.clone();
        let tell = |&mv: &G::Move| {
            position.unmake(mv);
            position.move_text(mv, notation)
        };
        let mut words: Vec<String> = self.played.iter().rev().map(tell).collect();
        words.reverse();
        words
    }

    fn spell(&self, line: &[String], notation: Notation) -> Vec<String> {
        let mut position = self.position.clone();
        let tell = |word: &String| {
            let mv = position.parse_move(word, self.config.ranks_from_one).ok()?;
            let text = position.move_text(mv, notation);
            position.make(mv);
            Some(text)
        };
        line.iter().map_while(tell).collect()
    }

    fn verdict(&self) -> Verdict {
        self.position.verdict()
    }

    fn is_first_to_move(&self) -> bool {
        self.position.side_to_move() == Side::First
    }

    fn static_value(&mut self) -> Value {
        let position = self.position.clone();
        Value::Score(G::CHANCES.normalised(self.mind().searcher.static_score(&position)))
    }

    fn probe(&self, base: &Base, moves: &[String]) -> Result<Probe, String> {
        let mut position = match base {
            Base::Fen(fen) => G::from_fen(fen).map_err(|error| error.to_string())?,
            _ => G::start(),
        };
        position.adopt(&self.config.rules);
        for text in moves {
            let mv = position.parse_move(text, self.config.ranks_from_one).map_err(|error| error.to_string())?;
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
        go.is_limited() || self.is_proof(go)
    }

    fn start(&mut self, go: &Go, control: Arc<Control>, sink: Sink) -> Result<(), GoError> {
        let root = match go.side {
            Some(side) => self.position.with_side(side).ok_or(GoError::OtherSide)?,
            None => self.position.clone(),
        };
        let task = Task {
            limits: self.limits(go, &root, &sink),
            root,
            config: self.config.clone(),
            is_proof: self.is_proof(go),
            control,
            sink,
        };
        self.worker = Some(if let Some(depth) = go.perft {
            worker::spawn(move || {
                task.perft(depth);
                None
            })?
        } else {
            let mind = self.mind.take().unwrap_or_else(new_mind);
            worker::spawn(move || Some(task.run(mind, new_mind)))?
        });
        Ok(())
    }

    fn finish(&mut self) {
        if let Some(worker) = self.worker.take()
            && let Ok(Some(mind)) = worker.join()
        {
            self.table = mind.searcher.table();
            self.mind = Some(mind);
        }
    }
}
