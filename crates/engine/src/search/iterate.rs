//! Iterative deepening and aspiration windows.

use crate::game::Game;
use crate::score::{MAX_PLY, Score};
use crate::search::limits::Limits;
use crate::search::mate::{Nearest, THREAT_NODES, plies_of_win};
use crate::search::report::Bound;
use crate::search::reporter::Reporter;
use crate::search::root::RootMove;
use crate::search::time::{Iteration, Settled};
use crate::search::tunables::{aspiration_depth, aspiration_retreat, aspiration_swing, aspiration_window};
use crate::search::worker::Worker;

pub(super) const MAX_DEPTH: u32 = MAX_PLY as u32 - 10;
/// Maximum depth with a single legal move and a clock: enough for a score and a reply to ponder on.
const FORCED_DEPTH: u32 = 6;
/// How much deeper than a proven result the search must be, because reductions may hide a nearer one.
const PROOF_SURPLUS: u32 = 10;
/// When looking for a win, the ordinary search goes this many plies beyond it.
const MATE_SURPLUS: u32 = 5;

/// Once the ordinary search has spent its share, a win within this many plies is looked for in all lines.
const SHORT_WIN: u32 = 4;

/// The task of an iterative search.
pub(super) struct Task<'a, M> {
    pub limits: &'a Limits<M>,
    /// Number of best lines to find.
    pub lines: usize,
    /// The score of our previous move, in centipawns.
    pub before: Option<i32>,
}

impl<G: Game> Worker<'_, G> {
    /// Searches ever deeper until the limits or the client end it. Returns the last completed depth; `root` holds the
    /// lines, best first.
    pub(super) fn iterate(&mut self, task: &Task<'_, G::Move>, mut reporter: Option<&mut Reporter<'_, G>>) -> u32 {
        self.restricted = !task.limits.search_moves.is_empty() || !task.limits.banned_moves.is_empty();
        let mate_depth = task.limits.mate.map(|moves| plies_of_win::<G>(moves) + MATE_SURPLUS);
        let last_depth = [task.limits.depth, mate_depth].into_iter().flatten().min().unwrap_or(MAX_DEPTH);
        if let (Some(moves), Some(reporter)) = (task.limits.mate, reporter.as_deref_mut())
            && let Some(plies) = self.prove_win_by_threats(1, plies_of_win::<G>(moves), THREAT_NODES)
        {
            reporter.lines(plies, self.root);
            return self.completed;
        }
        let (mut settled, mut win, mut nearest) = (Settled::new(task.before), None, Nearest::default());
        // Every other helper starts one ply deeper, so that threads do different work.
        for depth in 1 + self.id as u32 % 2..=last_depth.clamp(1, MAX_DEPTH) {
            let finished = self.root.clone();
            let lines = self.search_depth(depth, task, reporter.as_deref_mut());
            if self.stopped {
                self.restore(finished, lines, task);
                self.keep_win(&mut win);
                return self.completed;
            }
            self.complete(depth);
            self.keep_win(&mut win);
            if let Some(reporter) = &mut reporter {
                reporter.lines(depth, self.root);
            }
            settled.iteration(Iteration {
                same_move: finished[0].mv == self.root[0].mv,
                score: self.root[0].score.int(),
                changes: std::mem::take(&mut self.best_move_changes),
            });
            let is_nearest =
                task.limits.mate.is_none() && self.looks_nearer(task, &mut nearest, reporter.as_deref_mut());
            self.keep_win(&mut win);
            if self.is_enough(task, depth, &settled, is_nearest) {
                break;
            }
        }
        // A depth that is named as well bounds all of the search, so no proof follows.
        if let (Some(moves), Some(reporter)) = (task.limits.mate, reporter)
            && task.limits.depth.is_none()
            && !self.has_won(moves)
        {
            self.prove_win(moves, reporter);
        }
        self.completed
    }

    /// After an iteration that was interrupted when `lines` lines were complete. A single best move stands unless the
    /// iteration calls it lost, which it may be only as far as it got. Of several lines the first one stands if it is
    /// complete, or a win; the others are those of the last complete iteration. A weakened player takes what it has: so
    /// few nodes are often not enough for all its lines.
    fn restore(&mut self, finished: Vec<RootMove<G::Move>>, lines: usize, task: &Task<'_, G::Move>) {
        let is_lost = |score: Score| score.is_loss() || score == -Score::INFINITE;
        let (best, old) = (self.root[0].clone(), &finished[0]);
        if task.lines == 1 {
            if is_lost(best.score) && !is_lost(old.score) {
                *self.root = finished;
            }
        } else if self.completed == 0 || self.shared.node_cap.is_some() {
            self.root.sort_by_key(|line| std::cmp::Reverse(line.score));
        } else {
            let stands = lines > 0 || best.score.is_win() && best.score > old.score;
            *self.root = finished;
            if stands && let Some(index) = self.root.iter().position(|line| line.mv == best.mv) {
                // The interrupted iteration found none of them better than the first.
                self.root.iter_mut().for_each(|line| line.score = line.score.min(best.score));
                self.root[index] = best;
                self.root[..=index].rotate_right(1);
            }
        }
    }

    /// Looks for a nearer end of the game than the one found. Returns whether none exists.
    fn looks_nearer(
        &mut self,
        task: &Task<'_, G::Move>,
        nearest: &mut Nearest,
        reporter: Option<&mut Reporter<'_, G>>,
    ) -> bool {
        let Some(reporter) = reporter else { return false };
        let score = self.root[0].score;
        if score.is_loss() && task.lines > 1 {
            return is_proven(score, self.root[0].depth);
        }
        let is_nearest = self.is_nearest(nearest);
        if self.root[0].score != score {
            reporter.lines(self.completed, self.root);
        }
        is_nearest
    }

    /// One iteration: finds the best lines, one after another. Returns how many are complete.
    fn search_depth(
        &mut self,
        depth: u32,
        task: &Task<'_, G::Move>,
        mut reporter: Option<&mut Reporter<'_, G>>,
    ) -> usize {
        self.root.iter_mut().for_each(|line| line.previous = line.score);
        self.root_depth = depth as i32;
        let lines = task.lines.min(self.root.len());
        for index in 0..lines {
            let shallower = depth.saturating_sub(self.line_reduction(index)).max(1);
            self.aspire(shallower as i32, index, reporter.as_deref_mut());
            if shallower < depth && self.root[index].score > self.root[0].score && !self.stopped {
                // The future best move must have been searched to full depth.
                self.aspire(depth as i32, index, reporter.as_deref_mut());
            }
            if self.stopped {
                return index;
            }
            self.root[..=index].sort_by_key(|line| std::cmp::Reverse(line.score));
        }
        self.root.iter_mut().for_each(RootMove::note_swing);
        lines
    }

    /// By how many plies a line after the best one is searched less deep: it takes time from the best move and only
    /// serves for comparison (idea: Stockfish pull request 2152). A weakened player chooses among the lines and so
    /// needs all of them at the same depth.
    fn line_reduction(&self, index: usize) -> u32 {
        let may_reduce = G::STAGED && self.features.reductions && self.shared.node_cap.is_none();
        if may_reduce { index.checked_ilog2().map_or(0, |log| 1 + log) } else { 0 }
    }

    /// Searches in a window around the last score and widens it until the score is inside (aspiration). The less the
    /// score of this move has changed so far, the narrower the window. After a fail high the root is searched less deep,
    /// because the good move is found and only its score is missing (Stockfish).
    fn aspire(&mut self, depth: i32, index: usize, mut reporter: Option<&mut Reporter<'_, G>>) {
        let last = self.root[index].previous;
        let mut width = aspiration_window() + self.root[index].swing * aspiration_swing() / 16;
        let narrow = depth >= aspiration_depth() && last > -Score::INFINITE && !last.is_decided();
        let mut alpha = if narrow { last - width } else { -Score::INFINITE };
        let mut beta = if narrow { last + width } else { Score::INFINITE };
        let most_retreat = if G::STAGED && self.features.reductions { aspiration_retreat() } else { 0 };
        let mut retreat = 0;
        loop {
            let score = self.search_root(alpha, beta, (depth - retreat).max(1), index, reporter.as_deref_mut());
            // A stable sort: among equal scores, the move that was better before stays first.
            self.root[index..].sort_by_key(|line| std::cmp::Reverse(line.score));
            if self.stopped {
                return;
            }
            let bound = if score <= alpha {
                beta = Score::from_raw(((alpha.int() + beta.int()) / 2) as i16);
                alpha = score - width;
                retreat = 0;
                Bound::Upper
            } else if score >= beta {
                beta = score + width;
                retreat += i32::from(!score.is_decided() && retreat < most_retreat);
                Bound::Lower
            } else {
                return;
            };
            if let Some(reporter) = &mut reporter {
                self.publish_nodes();
                reporter.bound(depth as u32, index, &self.root[index], bound);
            }
            width += width / 2;
            if width > 1000 || score.is_decided() {
                (alpha, beta) = (-Score::INFINITE, Score::INFINITE);
            }
        }
    }

    /// Whether another iteration would be useless, or there is no time for it.
    fn is_enough(&mut self, task: &Task<'_, G::Move>, depth: u32, settled: &Settled, is_nearest: bool) -> bool {
        if let Some(moves) = task.limits.mate {
            let plies = plies_of_win::<G>(moves);
            // So short a win is soon ruled out by all lines.
            let is_short = plies <= SHORT_WIN && depth >= plies && self.nodes >= THREAT_NODES;
            return self.has_won(moves) || is_short;
        }
        let lines = &self.root[..task.lines.min(self.root.len())];
        if is_nearest && lines[1..].iter().all(|line| is_proven(line.score, line.depth)) {
            return true;
        }
        let Some(optimum) = self.shared.budget.optimum else { return false };
        if self.root.len() == 1 && depth >= FORCED_DEPTH && !self.shared.control.is_pondering() {
            return true;
        }
        let effort = self.root[0].nodes as f64 / self.nodes.max(1) as f64;
        self.thinking_time().is_some_and(|time| time >= optimum.mul_f64(settled.factor(effort)))
    }
}

/// Whether a score is a proven result, and the search was deep enough to have found a nearer one.
fn is_proven(score: Score, depth: u32) -> bool {
    score.plies_to_end().is_some_and(|plies| plies.unsigned_abs() + PROOF_SURPLUS <= depth)
}
