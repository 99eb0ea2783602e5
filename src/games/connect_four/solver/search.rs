//! Null-window alpha-beta on proven bounds.
//!
//! [`Search::search`] answers one question, "is the score above `alpha`?", with a bound of the score. It stands on quiet
//! positions only, where the side to move can neither win at once nor must block: [`Search::resolve`] follows forced moves
//! to the next quiet position or to the end without touching the table. A node costs
//!
//! 1. its moves that do not let the opponent win on top of them, each with the threats it leaves; two threats at once, or
//!    one under another, win ([`Search::candidates`]);
//! 2. for each move the forced line after it, and the bounds of follow-up play ([`super::follow_up`]) at its end;
//! 3. a look into the table for every position reached: one of them may answer the question, others drop out;
//! 4. the search of the rest in the order of their promise ([`super::order`]).
//!
//! Non-losing moves, threats by shifting and the key are from Pascal Pons's solver; looking at all children before
//! searching one is from Christophe Steininger's c4.

use super::super::position::{Position, completions, mirror};
use super::super::shape::{MAX_SIDE, Shape, Word};
use super::crew::Marks;
use super::follow_up::FollowUp;
use super::order::{Candidate, Order};
use super::pulse::Pulse;
use super::score::win_at;
use super::table::{Entry, Table};
use arrayvec::ArrayVec;

/// Below every score.
const UNKNOWN: i32 = i32::MIN / 2;

/// A quiet position on the way, with what is known of it.
#[derive(Clone, Copy)]
pub struct Node<S: Shape> {
    /// The stones.
    pub position: Position<S>,
    /// Number of stones.
    pub stones: i32,
    /// Threats of the side to move.
    pub own_threats: S::Word,
    /// Threats of the opponent.
    pub other_threats: S::Word,
    /// The score is at least this.
    pub lower: i32,
    /// The score is at most this.
    pub upper: i32,
}

/// What forced play makes of a position.
pub enum Resolved<S: Shape> {
    /// A bound of the score that answers the question, or the score.
    Bound(i32),
    /// A quiet position; whether it is the same player's turn there.
    Quiet(Node<S>, bool),
}

/// A move of a node: the quiet position it leads to.
#[derive(Clone, Copy)]
struct Child<S: Shape> {
    node: Node<S>,
    key: S::Word,
    /// Whether the mover of the parent is to move again, his opponent's replies having been forced.
    is_same_player: bool,
    promise: i32,
}

type Children<S> = ArrayVec<Child<S>, { MAX_SIDE as usize }>;
/// Promise and number of children.
type Ranking = ArrayVec<(i32, u8), { MAX_SIDE as usize }>;
type Candidates<W> = ArrayVec<Candidate<W>, { MAX_SIDE as usize }>;

/// A searching thread.
pub struct Search<'a, S: Shape>
where
    S::Word: Entry,
{
    shape: S,
    cells: i32,
    table: &'a Table<S::Word>,
    order: &'a Order<S>,
    pulse: &'a Pulse<'a>,
    /// Where threads that share a question tell each other what they are at.
    marks: Option<&'a Marks>,
    /// Nodes so far.
    pub nodes: u64,
    /// At this number of nodes the pulse is felt next.
    next_pulse: u64,
    /// At this number of nodes the search is called off.
    pub node_cap: u64,
    /// The search was called off: what it returns means nothing.
    pub is_aborted: bool,
}

/// With fewer stones than this a position shares its key with its mirror image; later they seldom meet.
const MIRRORED: i32 = 18;
/// Nodes between two looks at the clock and the flags.
const PULSE: u64 = 1024;

impl<'a, S: Shape> Search<'a, S>
where
    S::Word: Entry,
{
    /// A thread at rest.
    pub fn new(table: &'a Table<S::Word>, order: &'a Order<S>, pulse: &'a Pulse<'a>, shape: S) -> Self {
        Search {
            shape,
            cells: shape.cells() as i32,
            table,
            order,
            pulse,
            marks: None,
            nodes: 0,
            next_pulse: 0,
            node_cap: u64::MAX,
            is_aborted: false,
        }
    }

    /// The same, as one of several threads.
    pub fn with_marks(self, marks: &'a Marks) -> Self {
        Search { marks: Some(marks), ..self }
    }

    /// A bound of the score of a position in which the side to move cannot win at once: an upper one, at most `alpha`,
    /// or a lower one above it.
    pub fn examine(&mut self, position: Position<S>, alpha: i32) -> i32 {
        let (own, other) = (position.own_threats(), position.other_threats());
        match self.resolve(position, position.stones() as i32, own, other, alpha) {
            Resolved::Bound(score) => score,
            Resolved::Quiet(mut node, is_same_player) => {
                let key = self.key(&node);
                if let Some(bounds) = self.table.probe(key) {
                    node.narrow(bounds);
                }
                if is_same_player { self.search(&node, key, alpha) } else { -self.search(&node, key, -alpha - 1) }
            }
        }
    }

    /// The key of a quiet position in the table: near the start it is the same for a position and its mirror image.
    #[inline(always)]
    fn key(&self, node: &Node<S>) -> S::Word {
        let key = node.position.key();
        if node.stones < MIRRORED { self.mirrored_key(key) } else { key }
    }

    /// The lesser of a key and its mirror image.
    #[cold]
    fn mirrored_key(&self, key: S::Word) -> S::Word {
        key.min(mirror(self.shape, key))
    }

    /// Follows forced moves from a position in which the side to move cannot win at once. Scores are that side's.
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
            let follow_up = FollowUp::new(position, own_threats, other_threats, stones);
            if let Some(bound) = follow_up.and_then(|follow_up| follow_up.cutoff(alpha)) {
                break bound;
            }
            let node = Node { position, stones, own_threats, other_threats, lower, upper };
            return Resolved::Quiet(node, is_same_player);
        };
        Resolved::Bound(if is_same_player { bound } else { -bound })
    }

    /// The moves of a quiet node, from the centre outwards. `None` if one of them wins with the stone after the next.
    #[inline(always)]
    fn candidates(&self, node: &Node<S>) -> Option<Candidates<S::Word>> {
        let Position { own, all, .. } = node.position;
        let playable = node.position.playable();
        let safe = playable & !(node.other_threats >> 1);
        let mut candidates = Candidates::new();
        for &column in self.order.columns() {
            let square = safe & column;
            if square.is_empty() {
                continue;
            }
            let threats = completions(self.shape, own | square) & !(all | square);
            let at_once = threats & ((playable ^ square) | (square << 1));
            if !at_once.is_empty() && (at_once.is_many() || !(threats & (at_once << 1)).is_empty()) {
                return None;
            }
            candidates.push(Candidate { square, threats, at_once });
        }
        Some(candidates)
    }

    /// Resolves all moves. `Err` with a bound that answers the question, else the best bound among those that are
    /// settled; the others are left as children.
    #[inline(always)]
    fn expand(&self, node: &Node<S>, alpha: i32, children: &mut Children<S>) -> Result<i32, i32> {
        let stones = node.stones;
        let Some(candidates) = self.candidates(node) else { return Err(win_at(self.cells, stones + 3)) };
        let mut best = UNKNOWN;
        for candidate in &candidates {
            let after = node.position.play(candidate.square);
            let replies = node.other_threats & !candidate.square;
            match self.resolve(after, stones + 1, replies, candidate.threats, -alpha - 1) {
                Resolved::Bound(score) => {
                    best = best.max(-score);
                    if best > alpha {
                        return Err(best);
                    }
                }
                Resolved::Quiet(child, is_opponent) => {
                    let key = self.key(&child);
                    if stones < MIRRORED && children.iter().any(|other| other.key == key) {
                        continue;
                    }
                    self.table.prefetch(key);
                    let promise = self.order.promise(node, candidate);
                    children.push(Child { node: child, key, is_same_player: !is_opponent, promise });
                }
            }
        }
        Ok(best)
    }

    /// Looks the children up. `Err` with a bound that answers the question, else the numbers of the children that still
    /// may, the most promising first; of equal ones the one nearer to the centre.
    #[inline(always)]
    fn consult(&self, node: &Node<S>, alpha: i32, best: &mut i32, children: &mut Children<S>) -> Result<Ranking, i32> {
        let mut ranking = Ranking::new();
        for (index, child) in children.iter_mut().enumerate() {
            if let Some(bounds) = self.table.probe(child.key) {
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
                    child.promise += Order::<S>::proven(node.stones);
                }
            }
            let promise = child.promise;
            let place = ranking.iter().position(|&(other, _)| other < promise).unwrap_or(ranking.len());
            ranking.insert(place, (promise, index as u8));
        }
        Ok(ranking)
    }

    /// Whether the score of a quiet node is above `alpha`, as a bound.
    fn search(&mut self, node: &Node<S>, key: S::Word, alpha: i32) -> i32 {
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
        // No move settles it within the mover's next two stones.
        let upper = node.upper.min(win_at(self.cells, node.stones + 5));
        if upper <= alpha {
            return upper;
        }
        let before = self.nodes;
        best = match self.consult(node, alpha, &mut best, &mut children) {
            Ok(ranking) => self.best_of(&children, &ranking, alpha, best),
            Err(bound) => bound,
        };
        if !self.is_aborted {
            let (lower, upper) =
                if best > alpha { (node.lower.max(best), upper) } else { (node.lower, upper.min(best)) };
            self.table.store(key, lower, upper, self.nodes - before);
        }
        best
    }

    /// Searches the children in that order until one is above `alpha`.
    #[inline(always)]
    fn best_of(&mut self, children: &Children<S>, ranking: &Ranking, alpha: i32, mut best: i32) -> i32 {
        if let Some(marks) = self.marks
            && children.first().is_some_and(|child| marks.cover(child.node.stones))
        {
            return self.best_of_shared(children, ranking, alpha, best, marks);
        }
        for &(_, index) in ranking {
            best = best.max(self.descend(&children[index as usize], alpha));
            if best > alpha || self.is_aborted {
                break;
            }
        }
        best
    }

    /// The same, first the children that no other thread is at work on.
    fn best_of_shared(
        &mut self,
        children: &Children<S>,
        ranking: &Ranking,
        alpha: i32,
        mut best: i32,
        marks: &Marks,
    ) -> i32 {
        let mut put_off = Ranking::new();
        for &(promise, index) in ranking {
            let child = &children[index as usize];
            if marks.is_marked(child.key) {
                put_off.push((promise, index));
                continue;
            }
            marks.mark(child.key);
            best = best.max(self.descend(child, alpha));
            marks.unmark(child.key);
            if best > alpha || self.is_aborted {
                return best;
            }
        }
        for &(_, index) in &put_off {
            let mut child = children[index as usize];
            if let Some(bounds) = self.table.probe(child.key) {
                child.node.narrow(bounds);
            }
            best = best.max(self.descend(&child, alpha));
            if best > alpha || self.is_aborted {
                return best;
            }
        }
        best
    }

    #[inline(always)]
    fn descend(&mut self, child: &Child<S>, alpha: i32) -> i32 {
        if child.is_same_player {
            self.search(&child.node, child.key, alpha)
        } else {
            -self.search(&child.node, child.key, -alpha - 1)
        }
    }

    #[cold]
    fn feel_pulse(&mut self) {
        let is_first = self.next_pulse == 0;
        self.is_aborted |= self.pulse.is_over(if is_first { 0 } else { PULSE }) || self.nodes >= self.node_cap;
        self.next_pulse = self.nodes + PULSE;
    }
}

impl<S: Shape> Node<S> {
    /// Takes over bounds that are known of this position.
    #[inline(always)]
    fn narrow(&mut self, (lower, upper): (i32, i32)) {
        self.lower = self.lower.max(lower);
        self.upper = self.upper.min(upper);
    }
}

impl<S: Shape> Child<S> {
    /// The bounds of the child as its parent's mover sees them.
    #[inline(always)]
    fn for_parent(&self) -> (i32, i32) {
        let Node { lower, upper, .. } = self.node;
        if self.is_same_player { (lower, upper) } else { (-upper, -lower) }
    }
}
