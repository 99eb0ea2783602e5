//! Null-window alpha-beta on proven bounds.
//!
//! [`Search::search`] answers one question, "is the score above `alpha`?", with a bound on the score. It works on quiet
//! positions only, where the side to move can neither win at once nor must block: [`Search::resolve`] follows forced
//! moves to the next quiet position or to the end without using the table. A node involves
//!
//! 1. its moves that do not let the opponent win on top of them, each with the threats it leaves; two threats at once,
//!    or one below another, win ([`Search::expand`]);
//! 2. for each move, the forced line after it, and the bounds of follow-up play ([`super::follow_up`]) at its end;
//! 3. a table lookup for every position reached: one may answer the question, others are ruled out;
//! 4. the search of the rest in the order of their scores ([`super::order`]).
//!
//! Non-losing moves, threats by shifting and the key are from Pascal Pons's solver; looking up all children before
//! searching one is from Christophe Steininger's c4.

use super::super::position::{Position, completions, mirror};
use super::super::shape::{MAX_SIDE, Shape, Word};
use super::abdada::SearchingMarks;
use super::follow_up::FollowUp;
use super::node::{Child, Node, Resolved};
use super::order::{Candidate, Order};
use super::processor::{Plain, Processor, Wide};
use super::score::win_at;
use super::stop_check::StopCheck;
use super::table::{Entry, Table};
use arrayvec::ArrayVec;

/// Less than every score.
const UNKNOWN: i32 = i32::MIN / 2;

/// Maximum number of moves, on the widest board.
const WIDEST: usize = MAX_SIDE as usize;

type Children<S> = ArrayVec<Child<S>, WIDEST>;
/// Order score and number of children.
type Ranking = ArrayVec<(i32, u8), WIDEST>;
/// One word per move.
type Lanes<W> = [W; WIDEST];

pub(crate) struct Search<'a, S: Shape>
where
    S::Word: Entry,
{
    shape: S,
    cells: i32,
    table: &'a Table<S::Word>,
    order: &'a Order<S>,
    stop_check: &'a StopCheck<'a>,
    /// Marks of the threads that share a question.
    marks: Option<&'a SearchingMarks>,
    pub nodes: u64,
    /// Number of nodes already reported to the stop check.
    reported: u64,
    /// The number of nodes at which to call the stop check next.
    next_pulse: u64,
    /// The number of nodes at which the search is stopped.
    pub(crate) node_cap: u64,
    /// Whether the search was stopped; its return value is then meaningless.
    pub(crate) is_aborted: bool,
    /// Permission to use the instructions of `search_wide`.
    wide: Option<Wide>,
}

/// With fewer stones than this, a position shares its key with its mirror image; with more, mirror images rarely both
/// occur.
const MIRRORED: i32 = 18;
/// Number of moves whose threats are computed in parallel in the lanes of a vector register.
const SIDE_BY_SIDE: usize = 4;
/// Nodes between two checks of the clock and the flags.
const STOP_CHECK_INTERVAL: u64 = 1024;

impl<'a, S: Shape> Search<'a, S>
where
    S::Word: Entry,
{
    /// An idle thread.
    pub(crate) fn new(table: &'a Table<S::Word>, order: &'a Order<S>, stop_check: &'a StopCheck<'a>, shape: S) -> Self {
        Search {
            shape,
            cells: shape.cells() as i32,
            table,
            order,
            stop_check,
            marks: None,
            nodes: 0,
            reported: 0,
            next_pulse: 0,
            node_cap: u64::MAX,
            is_aborted: false,
            wide: Wide::detect(),
        }
    }

    /// The same, as one of several threads.
    pub(crate) fn with_marks(self, marks: &'a SearchingMarks) -> Self {
        Search { marks: Some(marks), ..self }
    }

    /// A bound on the score of a position in which the side to move cannot win at once: an upper bound of at most
    /// `alpha`, or a lower bound above it.
    pub(crate) fn solve_window(&mut self, position: Position<S>, alpha: i32) -> i32 {
        let (own, other) = (position.own_threats(), position.other_threats());
        match self.resolve(position, position.stones() as i32, own, other, alpha) {
            Resolved::Bound(score) => score,
            Resolved::Quiet(mut node, is_same_player) => {
                let hash = self.hash(&node);
                if let Some(bounds) = self.table.probe(hash) {
                    node.narrow(bounds);
                }
                if is_same_player { self.search(&node, hash, alpha) } else { -self.search(&node, hash, -alpha - 1) }
            }
        }
    }

    /// The table hash of a quiet position; near the start it is the same for a position and its mirror image.
    #[inline(always)]
    fn hash(&self, node: &Node<S>) -> S::Word {
        let key = node.position.key();
        self.table.spread(if node.stones < MIRRORED { self.mirrored_key(key) } else { key })
    }

    /// The smaller of a key and its mirror image.
    #[cold]
    fn mirrored_key(&self, key: S::Word) -> S::Word {
        key.min(mirror(self.shape, key))
    }

    /// Follows forced moves from a position in which the side to move cannot win at once. Scores are from that side's
    /// view.
    #[inline(always)]
    fn resolve(
        &self,
        mut position: Position<S>,
        mut stones: i32,
        mut own_threats: S::Word,
        mut other_threats: S::Word,
        mut alpha: i32,
    ) -> Resolved<S> {
        let mut is_same_player = true;
        let bound = loop {
            let playable = position.playable();
            let blocks = playable & other_threats;
            let safe = playable & !(other_threats >> 1);
            if safe.is_empty() || blocks.is_many() || (!blocks.is_empty() && (blocks & safe).is_empty()) {
                break -win_at(self.cells, stones + 2);
            }
            if stones >= self.cells - 2 {
                break 0;
            }
            let (lower, upper) = (-win_at(self.cells, stones + 4), win_at(self.cells, stones + 3));
            if lower > alpha {
                break lower;
            }
            if upper <= alpha {
                break upper;
            }
            if !blocks.is_empty() {
                let new_threats = completions(self.shape, position.own | blocks) & !(position.all | blocks);
                position = position.play(blocks);
                (own_threats, other_threats) = (other_threats & !blocks, new_threats);
                stones += 1;
                alpha = -alpha - 1;
                is_same_player = !is_same_player;
                continue;
            }
            if let Some(follow_up) = FollowUp::new(position, own_threats, other_threats, stones)
                && let Some(bound) = follow_up.cutoff(alpha)
            {
                break bound;
            }
            let node = Node { position, stones, own_threats, other_threats, lower, upper };
            return Resolved::Quiet(node, is_same_player);
        };
        Resolved::Bound(if is_same_player { bound } else { -bound })
    }

    /// The moves of a quiet node that do not let the opponent win on top of them, from the centre outwards, and the
    /// threats that each leaves to the side that moves.
    #[inline(always)]
    fn moves(&self, node: &Node<S>) -> (usize, Lanes<S::Word>, Lanes<S::Word>) {
        let Position { own, all, .. } = node.position;
        let safe = node.position.playable() & !(node.other_threats >> 1);
        let (mut count, mut squares) = (0, [S::Word::EMPTY; WIDEST]);
        for &column in self.order.columns() {
            squares[count % WIDEST] = safe & column;
            count += usize::from(!(safe & column).is_empty());
        }
        let mut threats = [S::Word::EMPTY; WIDEST];
        let groups = squares.chunks_exact(SIDE_BY_SIDE).zip(threats.chunks_exact_mut(SIDE_BY_SIDE));
        for (squares, threats) in groups.take(count.div_ceil(SIDE_BY_SIDE)) {
            for (&square, threats) in squares.iter().zip(threats) {
                *threats = completions(self.shape, own | square) & !(all | square);
            }
        }
        (count, squares, threats)
    }

    /// Resolves all moves. Returns `Err` with a bound that answers the question, otherwise the best bound among settled
    /// moves; the others become children.
    #[inline(always)]
    fn expand(&self, node: &Node<S>, alpha: i32, children: &mut Children<S>) -> Result<i32, i32> {
        let stones = node.stones;
        let playable = node.position.playable();
        let (count, squares, threats) = self.moves(node);
        // Threats that the opponent must block at once; only one of two can be blocked.
        let at_once = |square: S::Word, threats: S::Word| threats & ((playable ^ square) | (square << 1));
        for (&square, &threats) in squares.iter().zip(&threats).take(count) {
            let at_once = at_once(square, threats);
            if !at_once.is_empty() && (at_once.is_many() || !(threats & (at_once << 1)).is_empty()) {
                return Err(win_at(self.cells, stones + 3));
            }
        }
        let mut best = UNKNOWN;
        for (&square, &threats) in squares.iter().zip(&threats).take(count) {
            let after = node.position.play(square);
            match self.resolve(after, stones + 1, node.other_threats & !square, threats, -alpha - 1) {
                Resolved::Bound(score) => {
                    best = best.max(-score);
                    if best > alpha {
                        return Err(best);
                    }
                }
                Resolved::Quiet(child, is_opponent) => {
                    let hash = self.hash(&child);
                    if stones < MIRRORED && children.iter().any(|other| other.hash == hash) {
                        continue;
                    }
                    self.table.prefetch(hash);
                    let candidate = Candidate { square, threats, at_once: at_once(square, threats) };
                    let order_score = self.order.order_score(node, &candidate);
                    children.push(Child { node: child, hash, is_same_player: !is_opponent, order_score });
                }
            }
        }
        Ok(best)
    }

    /// Looks the children up in the table. Returns `Err` with a bound that answers the question, otherwise the numbers
    /// of the children that still may, most promising first; of equal ones, the one nearer to the centre.
    #[inline(always)]
    fn consult(&self, node: &Node<S>, alpha: i32, best: &mut i32, children: &mut Children<S>) -> Result<Ranking, i32> {
        let mut ranking = Ranking::new();
        for (index, child) in children.iter_mut().enumerate() {
            if let Some(bounds) = self.table.probe(child.hash) {
                let was = child.for_parent().0;
                child.node.narrow(bounds);
                let (lower, upper) = child.for_parent();
                if lower > alpha {
                    return Err(lower);
                }
                if upper <= alpha {
                    *best = (*best).max(upper);
                    continue;
                }
                if lower > was {
                    child.order_score += Order::<S>::proven(node.stones);
                }
            }
            let order_score = child.order_score;
            ranking.push((order_score, index as u8));
            // Manual insertion: the few entries are not worth a call to move memory.
            let mut place = ranking.len() - 1;
            while place > 0 && ranking[place - 1].0 < order_score {
                ranking.swap(place, place - 1);
                place -= 1;
            }
        }
        Ok(ranking)
    }

    /// A bound that tells whether the score of a quiet node is above `alpha`.
    pub(super) fn search(&mut self, node: &Node<S>, hash: S::Word, alpha: i32) -> i32 {
        match self.wide {
            Some(wide) => wide.search(self, node, hash, alpha),
            None => self.search_with(Plain, node, hash, alpha),
        }
    }

    /// [`Search::search`], compiled for a processor.
    #[inline(always)]
    pub(super) fn search_with<P: Processor>(&mut self, processor: P, node: &Node<S>, hash: S::Word, alpha: i32) -> i32 {
        self.nodes += 1;
        if self.nodes >= self.next_pulse {
            self.feel_pulse();
        }
        if self.is_aborted {
            return 0;
        }
        if node.lower > alpha {
            return node.lower;
        }
        if node.upper <= alpha {
            return node.upper;
        }
        let mut children = Children::new();
        let mut best = match self.expand(node, alpha, &mut children) {
            Ok(best) => best,
            Err(bound) => return bound,
        };
        if children.is_empty() {
            return best;
        }
        // No move decides it within the mover's next two stones.
        let upper = node.upper.min(win_at(self.cells, node.stones + 5));
        if upper <= alpha {
            return upper;
        }
        let before = self.nodes;
        best = match self.consult(node, alpha, &mut best, &mut children) {
            Ok(ranking) => self.best_of(processor, &children, &ranking, alpha, best),
            Err(bound) => bound,
        };
        if !self.is_aborted {
            let (lower, upper) =
                if best > alpha { (node.lower.max(best), upper) } else { (node.lower, upper.min(best)) };
            self.table.store(hash, lower, upper, self.nodes - before);
        }
        best
    }

    /// Searches the children in this order until one is above `alpha`.
    #[inline(always)]
    fn best_of<P: Processor>(
        &mut self,
        processor: P,
        children: &Children<S>,
        ranking: &Ranking,
        alpha: i32,
        mut best: i32,
    ) -> i32 {
        if let Some(marks) = self.marks
            && children.first().is_some_and(|child| marks.cover(child.node.stones))
        {
            return self.best_of_shared(children, ranking, alpha, best, marks);
        }
        for &(_, index) in ranking {
            best = best.max(self.descend(processor, &children[index as usize], alpha));
            if best > alpha || self.is_aborted {
                break;
            }
        }
        best
    }

    /// The same, starting with children that no other thread is searching.
    fn best_of_shared(
        &mut self,
        children: &Children<S>,
        ranking: &Ranking,
        alpha: i32,
        mut best: i32,
        marks: &SearchingMarks,
    ) -> i32 {
        let mut put_off = Ranking::new();
        for &(order_score, index) in ranking {
            let child = &children[index as usize];
            if marks.is_marked(child.hash) {
                put_off.push((order_score, index));
                continue;
            }
            marks.mark(child.hash);
            best = best.max(self.descend(Plain, child, alpha));
            marks.unmark(child.hash);
            if best > alpha || self.is_aborted {
                return best;
            }
        }
        for &(_, index) in &put_off {
            let mut child = children[index as usize];
            if let Some(bounds) = self.table.probe(child.hash) {
                child.node.narrow(bounds);
            }
            best = best.max(self.descend(Plain, &child, alpha));
            if best > alpha || self.is_aborted {
                return best;
            }
        }
        best
    }

    #[inline(always)]
    fn descend<P: Processor>(&mut self, processor: P, child: &Child<S>, alpha: i32) -> i32 {
        let (alpha, sign) = if child.is_same_player { (alpha, 1) } else { (-alpha - 1, -1) };
        sign * processor.search(self, &child.node, child.hash, alpha)
    }

    #[cold]
    fn feel_pulse(&mut self) {
        self.is_aborted |= self.report_nodes() || self.nodes >= self.node_cap;
        // Limits are exact to the node, so that equal single-threaded searches end alike.
        let next = STOP_CHECK_INTERVAL.min(self.stop_check.nodes_left()).max(1);
        self.next_pulse = self.nodes.saturating_add(next).min(self.node_cap.max(self.nodes + 1));
    }

    /// Adds the nodes since the last call to those of the proof; returns whether the proof must end.
    pub(crate) fn report_nodes(&mut self) -> bool {
        let fresh = self.nodes - self.reported;
        self.reported = self.nodes;
        self.stop_check.is_over(fresh)
    }
}

#[cfg(test)]
mod tests {
    use super::super::stop_check::Effort;
    use super::*;
    use crate::control::Control;
    use crate::games::connect_four::shape::Standard;

    /// The bound and the number of nodes for a position that takes some thousand nodes.
    fn search(wide: Option<Wide>, alpha: i32) -> (i32, u64) {
        let position = [4, 4, 4, 4, 4, 1, 4, 2, 2, 2, 2, 2, 2]
            .iter()
            .fold(Position::empty(Standard), |position, column| position.play(position.landing(column - 1)));
        let (table, order, control) = (Table::new(Standard, 2).unwrap(), Order::new(Standard), Control::new());
        let stop_check = StopCheck::new(&control, Effort::default());
        let mut search = Search { wide, ..Search::new(&table, &order, &stop_check, Standard) };
        (search.solve_window(position, alpha), search.nodes)
    }

    #[test]
    fn all_processors_search_the_same_tree() {
        for alpha in [-4, -1, 0, 3] {
            let (bound, nodes) = search(None, alpha);
            assert!(nodes > 100);
            assert_eq!(search(Wide::detect(), alpha), (bound, nodes));
        }
    }
}
