//! What the first thread reports during a search: complete lines at each depth, and more only if it takes long.
//!
//! "Long" is measured in nodes rather than seconds, so that a search to a fixed depth reports the same in every run.

use crate::game::Game;
use crate::score::Score;
use crate::search::pv;
use crate::search::report::{Bound, Line, Report, SearchError};
use crate::search::root::RootMove;
use crate::search::solved;
use crate::search::worker::SharedContext;

/// About one second: bounds are reported from here on.
const BOUNDS_FROM: u64 = 1_000_000;
/// About three seconds: the current move is reported from here on.
const MOVES_FROM: u64 = 3_000_000;

/// Maximum number of nodes for completing the lines of an iteration.
const FINISH_NODES: u64 = 20_000;

/// Sends the reports of one search.
pub(super) struct Reporter<'a, G: Game> {
    sink: &'a mut (dyn FnMut(Report<G::Move>) + Send),
    shared: &'a SharedContext,
    position: &'a G,
    /// How many best lines to report.
    lines: usize,
    /// Move and score of the best line reported last.
    last: Option<(G::Move, Score)>,
    /// The best line as it was sent last.
    sent: Vec<G::Move>,
}

impl<'a, G: Game> Reporter<'a, G> {
    /// Nothing has been reported yet.
    pub(super) fn new(
        sink: &'a mut (dyn FnMut(Report<G::Move>) + Send),
        shared: &'a SharedContext,
        position: &'a G,
        lines: usize,
    ) -> Self {
        Reporter { sink, shared, position, lines: lines.max(1), last: None, sent: Vec::new() }
    }

    /// Reports an error.
    pub(super) fn error(&mut self, error: SearchError) {
        (self.sink)(Report::Error(error));
    }

    /// Reports that a search for a mate found none.
    pub(super) fn no_win(&mut self, moves: u32) {
        (self.sink)(Report::NoWin { moves });
    }

    /// Reports that a draw is proven.
    pub(super) fn proven_draw(&mut self) {
        (self.sink)(Report::ProvenDraw);
    }

    /// Reports the best lines of an iteration.
    pub(super) fn lines(&mut self, depth: u32, root: &[RootMove<G::Move>]) {
        for (index, line) in root.iter().take(self.lines).enumerate() {
            // Lines that a stopped iteration did not reach keep their last score; lines that no iteration reached are
            // omitted.
            let score = if line.score > -Score::INFINITE { line.score } else { line.previous };
            if score > -Score::INFINITE {
                let depth = if index == 0 { depth } else { line.depth.min(depth) };
                self.line(depth, index, &RootMove { score, ..line.clone() }, Bound::Exact);
            }
        }
        self.last = root.first().map(|line| (line.mv, line.score));
    }

    /// Reports the best lines at the end, unless they were already reported.
    pub(super) fn conclude(&mut self, depth: u32, root: &[RootMove<G::Move>]) {
        if self.last != root.first().map(|line| (line.mv, line.score)) {
            self.lines(depth, root);
        }
    }

    /// The line of the move that is played: the one that was reported for it, so that the reply to ponder on is the one
    /// that the client shows, or else the line that was found.
    pub(super) fn line_of(&self, chosen: &RootMove<G::Move>) -> Vec<G::Move> {
        if self.sent.first() == Some(&chosen.mv) {
            return self.sent.clone();
        }
        let mut pv = chosen.pv.clone();
        self.complete(&mut pv, chosen.score);
        pv
    }

    /// Reports the only line of a position without moves.
    pub(super) fn no_moves(&mut self, score: Score) {
        self.send(0, 0, 1, score, Bound::Exact, Vec::new());
    }

    /// Reports a score outside its window, once the search takes long.
    pub(super) fn bound(&mut self, depth: u32, index: usize, line: &RootMove<G::Move>, bound: Bound) {
        if index < self.lines && self.shared.nodes() >= BOUNDS_FROM {
            self.line(depth, index, line, bound);
        }
    }

    /// Reports the root move that is about to be searched, once the search takes long.
    pub(super) fn current_move(&mut self, depth: i32, mv: G::Move, number: usize) {
        if self.shared.nodes() >= MOVES_FROM {
            (self.sink)(Report::CurrentMove { depth: depth as u32, mv, number });
        }
    }

    fn line(&mut self, depth: u32, index: usize, line: &RootMove<G::Move>, bound: Bound) {
        let mut pv = line.pv.clone();
        self.complete(&mut pv, line.score);
        if index == 0 {
            self.sent.clone_from(&pv);
        }
        self.send(depth, line.seldepth.max(pv.len()) as u32, index + 1, line.score, bound, pv);
    }

    /// Completes a line: up to the end of the game if the score is decided, otherwise by a reply to a single move.
    fn complete(&self, pv: &mut Vec<G::Move>, score: Score) {
        let Some(plies) = score.plies_to_end() else {
            // A client may take a one-move line with score 0 for a draw claim.
            return pv::complete(self.position, &self.shared.table, pv, score == Score::DRAW);
        };
        if G::TABLES {
            solved::continue_line(self.position, pv);
        }
        let nodes = (self.shared.nodes() / 16).min(FINISH_NODES) / self.lines as u64;
        pv::finish(self.position, &self.shared.table, pv, plies.unsigned_abs() as usize, nodes.max(100));
    }

    fn send(&mut self, depth: u32, seldepth: u32, multi_pv: usize, score: Score, bound: Bound, pv: Vec<G::Move>) {
        let (nodes, time) = (self.shared.nodes(), self.shared.watch.elapsed());
        let (hashfull, tb_hits) = (self.shared.table.hashfull(), self.shared.tb_hits());
        (self.sink)(Report::Line(Line { depth, seldepth, multi_pv, score, bound, nodes, time, hashfull, tb_hits, pv }));
    }
}
