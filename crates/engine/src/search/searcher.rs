//! The entry point of the search: what is kept from move to move, and one call that answers a `go`.
//!
//! ```
//! # use meihua_engine::game::{Game, Outcome, Static};
//! # use meihua_engine::side::Side;
//! # #[derive(Clone, Debug)]
//! # struct Nim { heap: u8, side: Side }
//! # impl Game for Nim {
//! #     type Move = u8; type Moves = Vec<u8>; type Evaluator = Static;
//! #     fn side_to_move(&self) -> Side { self.side }
//! #     fn key(&self) -> u64 { self.heap as u64 * 2 + self.side.index() as u64 }
//! #     fn generate(&self, moves: &mut Vec<u8>) -> Option<Outcome> {
//! #         (1..=self.heap.min(3)).for_each(|n| moves.push(n));
//! #         (self.heap == 0).then_some(Outcome::Loss)
//! #     }
//! #     fn make(&mut self, taken: u8) { self.heap -= taken; self.side = !self.side; }
//! #     fn unmake(&mut self, taken: u8) { self.heap += taken; self.side = !self.side; }
//! #     fn pack(taken: u8) -> u16 { taken as u16 }
//! #     fn unpack(&self, bits: u16) -> Option<u8> { (1..=self.heap.min(3)).find(|&n| n as u16 == bits) }
//! # }
//! use meihua_engine::control::Control;
//! use meihua_engine::search::limits::{Limits, Settings};
//! use meihua_engine::search::Searcher;
//!
//! // Nim as in the documentation of `meihua_engine::game`: whoever takes the last of ten matches wins.
//! let position = Nim { heap: 10, side: Side::First };
//! let mut searcher = Searcher::new();
//! let found = searcher.search(&position, &Limits::default(), &Settings::default(), &Control::new(), &mut |_| ());
//! assert_eq!(found.best, Some(2));
//! assert_eq!(found.score.plies_to_end(), Some(5));
//! ```

use crate::clock::Stopwatch;
use crate::control::Control;
use crate::game::{EvalParams, Evaluator, Game, MoveList, Outcome};
use crate::panics::guarded;
use crate::room::has_room;
use crate::score::Score;
use crate::search::features::Features;
use crate::search::iterate::Task;
use crate::search::limits::{Limits, Settings};
use crate::search::report::{Found, Report, SearchError};
use crate::search::reporter::Reporter;
use crate::search::root::{RootMove, root_moves};
use crate::search::table::{TableError, TableView, TranspositionTable};
use crate::search::thread_data::{RESERVE, ThreadData};
use crate::search::time::Budget;
use crate::search::worker::{Counter, SharedContext};
use crate::search::{outcome, strength, threads};
use crate::side::Side;
use crate::thread_pool::{PoolThread, STACK_BYTES};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Default size of the table in megabytes.
pub(crate) const DEFAULT_HASH: usize = 16;

/// A player of one game: the transposition table, the data of the threads, and the search.
pub struct Searcher<G: Game> {
    table: Arc<TranspositionTable>,
    megabytes: usize,
    prepared: bool,
    /// Whether the table was used since it was allocated.
    is_used: bool,
    threads: usize,
    /// The number of threads refused by the system, as last reported.
    refused: usize,
    thread_data: Vec<ThreadData<G>>,
    /// The helper threads; the search also runs in the caller's thread.
    pool: Vec<PoolThread>,
    eval_params: EvalParams<G>,
    features: Features,
    /// The side to move in the last search of this game, and its score in centipawns.
    last_score: Option<(Side, i32)>,
}

impl<G: Game> Default for Searcher<G> {
    fn default() -> Self {
        Searcher::new()
    }
}

impl<G: Game> Searcher<G> {
    /// A player with one thread and a table of [`DEFAULT_HASH`] megabytes, which is allocated later.
    pub fn new() -> Self {
        Searcher {
            table: Arc::new(TranspositionTable::tiny()),
            megabytes: DEFAULT_HASH,
            prepared: false,
            is_used: false,
            threads: 1,
            refused: 0,
            thread_data: Vec::new(),
            pool: Vec::new(),
            eval_params: EvalParams::<G>::default(),
            features: Features::ALL,
            last_score: None,
        }
    }

    /// Replaces the table at once by an empty one of this many megabytes.
    ///
    /// # Errors
    /// There is not enough memory; the old table stays.
    pub fn set_hash(&mut self, megabytes: usize) -> Result<(), TableError> {
        let table = TranspositionTable::new(megabytes).and_then(|table| {
            // The remaining memory must suffice for the search itself.
            let has_rest = has_room(RESERVE.min(megabytes << 20));
            if has_rest { Ok(table) } else { Err(TableError::OutOfMemory { megabytes }) }
        });
        let table = table.inspect_err(|error| log::warn!("{error}; that of {} MB stays", self.table.megabytes()))?;
        self.table = Arc::new(table);
        self.megabytes = megabytes;
        (self.prepared, self.is_used) = (true, false);
        Ok(())
    }

    /// Sets the number of threads from the next search on; 0 counts as 1.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.max(1);
    }

    /// Switches parts of the search on or off.
    pub fn set_features(&mut self, features: Features) {
        self.features = features;
    }

    /// Uses `eval_params` from now on. If they are new, everything learnt with the old ones is forgotten.
    pub(crate) fn set_eval_params(&mut self, eval_params: EvalParams<G>) {
        if self.eval_params != eval_params {
            self.eval_params = eval_params;
            self.clear();
        }
    }

    /// Starts a new game: forgets all positions and histories, and ends the helper threads, whose stacks keep the
    /// memory of the deepest search. The table is cleared before the next search, or replaced by a new one if it has not
    /// all of its memory yet.
    pub fn clear(&mut self) {
        self.thread_data.clear();
        self.pool.clear();
        self.last_score = None;
        if !self.is_used || !self.prepared {
            return;
        }
        if self.table.is_prepared() {
            self.table.forget();
            self.is_used = false;
        } else if self.set_hash(self.megabytes).is_err() {
            self.table.clear();
        }
    }

    /// Allocates what the first search would otherwise have to; call it when the client asks whether the engine is
    /// ready.
    ///
    /// # Errors
    /// There is no memory for the table; the search then works with a tiny one. It does without threads for which there
    /// is no memory.
    pub fn prepare(&mut self) -> Result<(), TableError> {
        if self.thread_data.is_empty() {
            self.thread_data.push(ThreadData::new(&self.eval_params));
        }
        let table = if self.prepared { Ok(()) } else { self.set_hash(self.megabytes) };
        self.thread_data.truncate(self.threads);
        // All helper threads will need their stacks, too.
        while self.thread_data.len() < self.threads && has_room(RESERVE + self.thread_data.len() * STACK_BYTES) {
            self.thread_data.push(ThreadData::new(&self.eval_params));
        }
        if self.thread_data.len() < self.threads {
            log::warn!("no memory for {} search threads, only for {}", self.threads, self.thread_data.len());
        }
        table
    }

    /// The table, for [`TranspositionTable::view`] and [`TranspositionTable::hashfull`] during a search. It is replaced
    /// by [`Searcher::set_hash`], the first [`Searcher::prepare`] and [`Searcher::clear`].
    pub fn table(&self) -> Arc<TranspositionTable> {
        Arc::clone(&self.table)
    }

    /// How full the table was in the last search, in permille.
    pub fn hashfull(&self) -> u32 {
        self.table.hashfull()
    }

    /// What the table knows about a position.
    pub fn probe(&self, position: &G) -> Option<TableView<G::Move>> {
        self.table.view(position)
    }

    /// The static evaluation of a position.
    pub(crate) fn static_score(&self, position: &G) -> Score {
        outcome::evaluation(G::Evaluator::new(position, &self.eval_params).evaluate(position))
    }

    /// Searches `root` until the limits, the clock or `control` end it, and returns the move to play.
    ///
    /// It reports at least one [`Report::Line`] first. It returns when there is nothing deeper to search, even with
    /// [`Limits::infinite`] and while pondering; if the answer is not due yet, the caller must hold it. Whenever there
    /// is an allowed legal move, one is returned, even with no time and after a panic in the evaluation, which is
    /// reported as an error.
    pub fn search(
        &mut self,
        root: &G,
        limits: &Limits<G::Move>,
        settings: &Settings,
        control: &Control,
        report: &mut (dyn FnMut(Report<G::Move>) + Send),
    ) -> Found<G::Move> {
        let watch = Stopwatch::start();
        if let Err(error) = self.prepare() {
            report(Report::Error(error.into()));
        }
        if self.table.is_stale() {
            self.table.prepare(self.threads, &Control::new());
        }
        self.is_used = true;
        self.table.age();
        let cap = strength::node_cap(settings);
        // A weakened player uses one thread, so that equal seeds give equal games.
        let helpers = if cap.is_some() { 0 } else { self.thread_data.len() - 1 };
        threads::resize(&mut self.pool, helpers);
        let shared = Arc::new(SharedContext {
            table: Arc::clone(&self.table),
            control: control.clone(),
            features: self.features,
            budget: Budget::new(limits, settings),
            node_limit: limits.nodes,
            node_cap: cap,
            watch,
            halt: AtomicBool::new(false),
            counters: self.thread_data.iter().map(|_| Counter::default()).collect(),
        });
        let mut reporter = Reporter::new(report, &shared, root, settings.multi_pv);
        let mut moves = root_moves(root, limits);
        if moves.is_empty() {
            return self.nothing_to_play(root, &mut reporter);
        }
        let side = root.side_to_move();
        let before = self.last_score.filter(|&(mover, _)| mover == side).map(|(_, score)| score);
        let task = Task { limits, lines: strength::lines_needed(settings), before };
        let run = threads::run(root, &shared, &self.pool, &mut self.thread_data, &mut moves, &task, &mut reporter);
        self.note_refused(if cap.is_some() { 0 } else { self.threads - run.threads }, &mut reporter);
        let found = self.answer(root, moves, run.depth, settings, &shared, &mut reporter);
        self.last_score = Some((side, found.score.int()));
        found
    }

    /// Reports that threads were refused, once until their number changes.
    fn note_refused(&mut self, refused: usize, reporter: &mut Reporter<'_, G>) {
        if refused > 0 && refused != self.refused {
            let (wanted, got) = (self.threads, self.threads - refused);
            reporter.error(SearchError::Threads { got, wanted });
        }
        self.refused = refused;
    }

    /// The answer if no legal move exists or none is allowed.
    fn nothing_to_play(&self, root: &G, reporter: &mut Reporter<'_, G>) -> Found<G::Move> {
        let mut legal = G::Moves::default();
        let end = root.generate(&mut legal);
        let score = match end.or_else(|| legal.as_slice().is_empty().then_some(G::NO_MOVES)) {
            Some(end) => outcome::terminal(end, 0),
            None => self.static_score(root),
        };
        reporter.no_moves(score);
        Found { best: None, ponder: None, score, depth: 0, nodes: 0 }
    }

    /// Chooses among the lines found.
    fn answer(
        &self,
        root: &G,
        mut moves: Vec<RootMove<G::Move>>,
        depth: u32,
        settings: &Settings,
        shared: &SharedContext,
        reporter: &mut Reporter<'_, G>,
    ) -> Found<G::Move> {
        if moves[0].score == -Score::INFINITE {
            // Stopped before the first move was searched.
            moves[0].score = guarded(|| self.static_score(root)).unwrap_or_default();
        }
        reporter.conclude(depth, &moves);
        if G::TABLES && self.features.tablebases && root.proven().is_some_and(|proven| proven.outcome == Outcome::Draw)
        {
            reporter.proven_draw();
        }
        let index = strength::choose(&moves, settings, root.key());
        let best = moves[0].score;
        let chosen = &mut moves[index];
        if chosen.score == -Score::INFINITE {
            // Nothing is known about a random move; the position's value must do.
            chosen.score = best;
        }
        Found {
            best: Some(chosen.mv),
            ponder: reporter.line_of(chosen).get(1).copied(),
            score: chosen.score,
            depth,
            nodes: shared.nodes(),
        }
    }
}
