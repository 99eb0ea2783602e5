//! The root: its moves with everything remembered about them, and the search over them.

use crate::game::{Game, MoveList};
use crate::score::Score;
use crate::search::limits::Limits;
use crate::search::node::{Node, Root};
use crate::search::report::Bound;
use crate::search::reporter::Reporter;
use crate::search::worker::Worker;

/// The initial estimate of [`RootMove::swing`], in centipawns.
const FIRST_SWING: i32 = 10;

#[derive(Clone, Debug)]
pub(crate) struct RootMove<M> {
    pub mv: M,
    /// Its score in this iteration; `-Score::INFINITE` if it is only known to be worse than another.
    pub score: Score,
    /// Its score in the last iteration.
    pub(crate) previous: Score,
    /// How much its score usually changes between iterations, in centipawns.
    pub(crate) swing: i32,
    /// Depth of the search that produced its score, in plies.
    pub depth: u32,
    /// The line that begins with it.
    pub pv: Vec<M>,
    /// The deepest ply reached below it.
    pub seldepth: usize,
    /// Nodes below it, over all iterations.
    pub nodes: u64,
}

impl<M> RootMove<M> {
    /// After an iteration: updates the running mean of score changes.
    pub(crate) fn note_swing(&mut self) {
        let tells = |score: Score| score > -Score::INFINITE && !score.is_decided();
        if tells(self.score) && tells(self.previous) {
            self.swing = (3 * self.swing + (self.score.int() - self.previous.int()).abs()) / 4;
        }
    }
}

/// The legal moves that the limits allow.
pub(super) fn root_moves<G: Game>(position: &G, limits: &Limits<G::Move>) -> Vec<RootMove<G::Move>> {
    let mut moves = G::Moves::default();
    position.generate(&mut moves);
    let allowed = |mv: &&G::Move| {
        (limits.search_moves.is_empty() || limits.search_moves.contains(mv)) && !limits.banned_moves.contains(mv)
    };
    let unsearched = |&mv: &G::Move| RootMove {
        mv,
        score: -Score::INFINITE,
        previous: -Score::INFINITE,
        swing: FIRST_SWING,
        depth: 0,
        pv: vec![mv],
        seldepth: 0,
        nodes: 0,
    };
    moves.as_slice().iter().filter(allowed).map(unsearched).collect()
}

impl<G: Game> Worker<'_, G> {
    /// Searches the root moves from `first` on; those before it are already the best lines of this iteration.
    ///
    /// Afterwards the best of them has a score and a line, the others `-Score::INFINITE`. A stopped search leaves the
    /// moves it did not reach unchanged.
    pub(super) fn search_root(
        &mut self,
        alpha: Score,
        beta: Score,
        depth: i32,
        first: usize,
        mut reporter: Option<&mut Reporter<'_, G>>,
    ) -> Score {
        let mut node = self.root_node(alpha, beta, depth);
        let (mut best, context) = (-Score::INFINITE, self.history_context(0));
        for index in first..self.root.len() {
            let mv = self.root[index].mv;
            if let Some(reporter) = &mut reporter {
                reporter.current_move(depth, mv, index + 1);
            }
            let candidate = self.candidate(mv, context, index - first + 1);
            let before = self.nodes;
            self.seldepth = 0;
            let score = self.search_move::<Root>(&node, &candidate, 0, best);
            self.root[index].nodes += self.nodes - before;
            if self.stopped {
                return best;
            }
            best = best.max(score);
            if index > first && score <= node.alpha {
                self.root[index].score = -Score::INFINITE;
                continue;
            }
            self.keep_line(index, score, depth);
            self.best_move_changes += u32::from(first == 0 && index > 0);
            if score >= beta {
                break;
            }
            node.alpha = node.alpha.max(score);
        }
        self.store_root(&node, alpha, best, first);
        best
    }

    fn root_node(&mut self, alpha: Score, beta: Score, depth: i32) -> Node<G::Move> {
        let mut node = Node::new(alpha, beta, depth, 0, false, 0);
        node.tt_pv = true;
        node.in_check = self.position.must_respond();
        self.static_eval(&mut node);
        node
    }

    fn keep_line(&mut self, index: usize, score: Score, depth: i32) {
        let below = self.data.lines.at(1);
        let line = &mut self.root[index];
        (line.score, line.depth) = (score, depth.unsigned_abs());
        line.seldepth = self.seldepth;
        line.pv.truncate(1);
        line.pv.extend_from_slice(below);
    }

    /// Stores the root in the table if all its moves were searched.
    fn store_root(&self, node: &Node<G::Move>, alpha: Score, best: Score, first: usize) {
        let bound = if best >= node.beta {
            Bound::Lower
        } else if best > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if first == 0 && !self.restricted {
            let mv = self.root.iter().max_by_key(|line| line.score).map(|line| line.mv);
            self.store_result(node, best, bound, mv.filter(|_| bound != Bound::Upper));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_swing_follows_the_changes_of_the_score() {
        let mut line = RootMove {
            mv: 1u16,
            score: Score::DRAW,
            previous: -Score::INFINITE,
            swing: FIRST_SWING,
            depth: 1,
            pv: vec![1],
            seldepth: 1,
            nodes: 0,
        };
        line.note_swing();
        assert_eq!(line.swing, FIRST_SWING, "there was no score before");
        (line.previous, line.score) = (Score::cp(10), Score::cp(-40));
        line.note_swing();
        assert_eq!(line.swing, 20);
        (line.previous, line.score) = (Score::cp(-40), Score::loss_in(7));
        line.note_swing();
        assert_eq!(line.swing, 20, "a mate is no change of an evaluation");
        line.score = Score::cp(5);
        line.previous = line.score;
        (0..20).for_each(|_| line.note_swing());
        assert_eq!(line.swing, 0);
    }
}
