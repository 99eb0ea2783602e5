//! The candidate moves, what is proven about each, and which question to ask next.
//!
//! Scores are the solver's ([`crate::games::connect_four::solver::score`]), from the view of the player to move at the
//! root. Results come before distances: first who wins, for every move that may still beat the best ones, then how
//! soon.

use crate::game::Game;
use crate::games::connect_four::openings::Openings;
use crate::games::connect_four::shape::Shape;
use crate::games::connect_four::solver::score::{at_sight, plies_to_end, search_score, win_at};
use crate::games::connect_four::{Column, Columns, ConnectFour};
use crate::score::Score;
use crate::search::limits::Limits;
use crate::search::report::Bound;
use std::cmp::Reverse;

/// A range of scores wider than this is split in the middle, because early ends are cheap to rule out.
const NARROW: i32 = 6;

/// A move and what is known about it.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub mv: Column,
    /// The game after the move.
    pub after: ConnectFour,
    /// A lower bound on the score.
    pub lower: i32,
    /// An upper bound on the score.
    pub upper: i32,
    /// The estimate of the generic search; before that, the static evaluation.
    pub guess: Score,
    /// The line behind the estimate, starting with this move.
    pub line: Vec<Column>,
    /// Depth of the search behind the estimate, in plies.
    pub depth: u32,
}

impl Candidate {
    /// The score, if it is proven.
    pub(super) fn exact(&self) -> Option<i32> {
        (self.lower == self.upper).then_some(self.lower)
    }
}

/// How near an end of the game must be to count as a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Horizon {
    /// The lowest score of a win within the horizon.
    win: i32,
    /// The highest score of a loss within the horizon.
    loss: i32,
}

impl Horizon {
    /// The horizon for a search depth, with `stones` of `cells` on the board; without a depth, every end is within it.
    fn new(cells: i32, stones: i32, depth: Option<u32>) -> Self {
        let plies = depth.map_or(cells, |depth| i32::try_from(depth).unwrap_or(cells)).min(cells - stones);
        // The side to move wins after an odd number of plies and loses after an even one.
        let (odd, even) = (plies - i32::from(plies % 2 == 0), plies - plies % 2);
        Horizon { win: win_at(cells, stones + odd).max(1), loss: -win_at(cells, stones + even).max(1) }
    }

    /// Whether every end of the game is within the horizon.
    fn is_full(self) -> bool {
        (self.win, self.loss) == (1, -1)
    }

    /// 1 for a win within the horizon, -1 for a loss, 0 otherwise.
    fn result(self, score: i32) -> i32 {
        i32::from(score >= self.win) - i32::from(score <= self.loss)
    }
}

/// The moves of a root.
#[derive(Clone, Debug)]
pub(super) struct Candidates {
    /// The moves in the order in which questions are asked; [`Candidates::rank`] sorts them.
    pub list: Vec<Candidate>,
    /// The number of best moves that must be known.
    lines: usize,
    horizon: Horizon,
    cells: u32,
    stones: u32,
    /// The score of the root, if it is known and all of its moves are listed.
    root_score: Option<i32>,
}

impl Candidates {
    /// The legal moves that the limits allow. Ends of the game count if they are within the depth limit; without one,
    /// all do.
    pub(super) fn new(root: &ConnectFour, limits: &Limits<Column>, lines: usize) -> Self {
        let mut moves = Columns::new();
        root.generate(&mut moves);
        let (cells, stones) = (root.position().shape.cells(), root.position().stones());
        let is_allowed = |mv: &Column| {
            (limits.search_moves.is_empty() || limits.search_moves.contains(mv)) && !limits.banned_moves.contains(mv)
        };
        let candidate = |mv| {
            let mut after = *root;
            after.make(mv);
            let (lower, upper) = at_sight(after.position());
            let guess = Score::cp(-after.evaluate());
            Candidate { mv, after, lower: -upper, upper: -lower, guess, line: vec![mv], depth: 0 }
        };
        let list = moves.into_iter().filter(is_allowed).map(candidate).collect();
        let horizon = Horizon::new(cells as i32, stones as i32, limits.depth);
        Candidates { list, lines: lines.max(1), horizon, cells, stones, root_score: None }
    }

    /// Applies what the table of openings knows.
    pub(super) fn look_up(&mut self, root: &ConnectFour, openings: &Openings) {
        for candidate in &mut self.list {
            if let Some(score) = openings.score(&candidate.after) {
                (candidate.lower, candidate.upper) = (-score, -score);
            }
        }
        if self.are_exact() {
            // Stored bounds need no search depth.
            self.horizon = Horizon::new(self.cells as i32, self.stones as i32, None);
        }
        let mut moves = Columns::new();
        root.generate(&mut moves);
        self.root_score = openings.score(root).filter(|_| moves.len() == self.list.len());
        if let Some(score) = self.root_score {
            self.list.iter_mut().for_each(|candidate| candidate.upper = candidate.upper.min(score));
            self.exclude();
        }
    }

    /// The score of a move, if it is proven and within the horizon.
    pub(super) fn proven(&self, candidate: &Candidate) -> Option<i32> {
        candidate.exact().filter(|&score| self.horizon.is_full() || self.horizon.result(score) != 0)
    }

    /// Whether every move's score is known.
    pub(super) fn are_exact(&self) -> bool {
        self.list.iter().all(|candidate| candidate.exact().is_some())
    }

    /// The next question about a move, "is its score above …?"; `None` if the answer would not matter.
    pub(super) fn question(&self, index: usize) -> Option<i32> {
        let Candidate { lower, upper, .. } = self.list[index];
        let (worst, best) = (self.horizon.result(lower), self.horizon.result(upper));
        let better = self.others(index).filter(|other| self.horizon.result(other.lower) >= best).count();
        if worst != best && better < self.lines {
            return Some(if best > 0 { self.horizon.win - 1 } else { self.horizon.loss });
        }
        // A move whose result is open, too, may be a sooner win than the best that is known.
        let is_open = lower < upper && (worst, best) != (0, 0) && !self.is_undecided();
        if !is_open {
            return None;
        }
        let mut others: Vec<i32> = self.others(index).map(|other| other.lower).collect();
        others.sort_by_key(|&lower| Reverse(lower));
        let floor = others.get(self.lines - 1).map_or(lower, |&floor| floor.max(lower));
        let alpha = match best {
            _ if upper - floor > NARROW => floor + (upper - floor) / 2,
            1 => floor,
            _ => upper - 1,
        };
        (floor < upper).then_some(alpha)
    }

    /// Whether a result that matters is still open.
    pub(super) fn is_undecided(&self) -> bool {
        let is_open = |index: usize| {
            let Candidate { lower, upper, .. } = self.list[index];
            let best = self.horizon.result(upper);
            let better = self.others(index).filter(|other| self.horizon.result(other.lower) >= best).count();
            self.horizon.result(lower) != best && better < self.lines
        };
        (0..self.list.len()).any(is_open)
    }

    fn others(&self, index: usize) -> impl Iterator<Item = &Candidate> {
        self.list.iter().enumerate().filter(move |(other, _)| *other != index).map(|(_, candidate)| candidate)
    }

    /// Stores what was proven about a move.
    pub(super) fn narrow(&mut self, index: usize, lower: i32, upper: i32) {
        let candidate = &mut self.list[index];
        candidate.lower = candidate.lower.max(lower);
        candidate.upper = candidate.upper.min(upper);
        self.exclude();
    }

    /// If only one move can still reach the known score of the root, that move has it.
    fn exclude(&mut self) {
        let Some(score) = self.root_score else { return };
        let mut able = self.list.iter_mut().filter(|candidate| candidate.upper >= score);
        if let (Some(only), None) = (able.next(), able.next()) {
            only.lower = only.lower.max(score);
        }
    }

    /// Sorts the moves, best first: by lower bound, then by upper bound, then by estimate.
    pub(super) fn rank(&mut self) {
        let horizon = self.horizon;
        self.list.sort_by_key(|candidate| {
            let (worst, best) = (horizon.result(candidate.lower), horizon.result(candidate.upper));
            let distance = if worst == best && worst != 0 { (candidate.lower, candidate.upper) } else { (0, 0) };
            Reverse((worst, best, distance, candidate.guess))
        });
    }

    /// If one of the first `shown` moves is still open (neither an end within the horizon nor known exactly): all moves
    /// that proofs leave open, for an ordinary search to choose from. Call this on ranked moves.
    pub(super) fn open_moves(&self, shown: usize) -> Vec<Column> {
        let is_open = |candidate: &Candidate| {
            let (worst, best) = (self.horizon.result(candidate.lower), self.horizon.result(candidate.upper));
            self.proven(candidate).is_none() && (worst != best || worst == 0)
        };
        if !self.list.iter().take(shown).any(is_open) {
            return Vec::new();
        }
        self.list.iter().filter(|candidate| is_open(candidate)).map(|candidate| candidate.mv).collect()
    }

    /// Number of empty squares at the root.
    pub(super) fn empty(&self) -> u32 {
        self.cells - self.stones
    }

    /// Records a line of the generic search.
    pub(super) fn guess(&mut self, score: Score, line: &[Column], depth: u32) {
        let mut list = self.list.iter_mut();
        if let Some(candidate) = list.find(|candidate| Some(&candidate.mv) == line.first()) {
            (candidate.guess, candidate.depth) = (score, depth);
            candidate.line = line.to_vec();
        }
    }

    /// Plies from the root to the end that a score implies; for a draw, the plies that fill the board.
    pub(super) fn plies(&self, score: i32) -> u32 {
        if score == 0 { self.cells - self.stones } else { plies_to_end(self.cells, self.stones, score) }
    }

    /// Whether a move may still win within this many moves of the side to move.
    pub(super) fn may_win_within(&self, moves: u32) -> bool {
        self.list.iter().any(|candidate| candidate.upper > 0 && self.plies(candidate.upper).div_ceil(2) <= moves)
    }

    /// The score of a move as a search would report it, and whether it is exact or a bound.
    pub(super) fn value(&self, candidate: &Candidate) -> (Score, Bound) {
        let &Candidate { lower, upper, guess, .. } = candidate;
        let score = |score: i32| search_score(self.cells, self.stones, score);
        let is_full = self.horizon.is_full();
        match (lower, upper) {
            _ if self.proven(candidate).is_some() => (score(lower), Bound::Exact),
            (1.., _) if lower >= self.horizon.win => (score(lower), Bound::Lower),
            (_, ..=-1) if upper <= self.horizon.loss => (score(upper), Bound::Upper),
            (0, _) if is_full && guess < Score::DRAW => (Score::DRAW, Bound::Lower),
            (_, 0) if is_full && guess > Score::DRAW => (Score::DRAW, Bound::Upper),
            _ => (guess, Bound::Exact),
        }
    }
}
