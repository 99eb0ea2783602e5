//! Finds long forced wins with df-pn, a proof-number search that needs only the memory of a depth-first search.
//!
//! The attacker tries only moves that give check, and a limited number of quiet ones per line; the defender tries all
//! moves. So the tree stays narrow where an alpha-beta search of the same depth would look at everything, and a win
//! forced by checks can be found at twenty plies and more. What is not found this way may still be a win. (A. Nagai,
//! "Df-pn algorithm for searching AND/OR trees and its applications", Tokyo 2002. The limits on plies and quiet moves
//! are part of the key, so that a result never depends on the path to it except for repetition: a repeated position
//! does not count as won.)
//!
//! A line of the proof never repeats a position by itself, because the remaining plies decrease with every move.

use crate::game::{Game, MoveList, Outcome};
use crate::random::SplitMix64;
use rustc_hash::FxHashMap;

/// The number of a settled node: proven if its disproof number has this value, disproven if its proof number has.
const INFINITE: u32 = 1 << 30;

/// Proof and disproof numbers: the minimum number of leaves needed to prove, and to disprove, that the attacker wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers {
    proof: u32,
    disproof: u32,
}

impl Numbers {
    const UNKNOWN: Numbers = Numbers { proof: 1, disproof: 1 };
    const WON: Numbers = Numbers { proof: 0, disproof: INFINITE };
    const NOT_WON: Numbers = Numbers { proof: INFINITE, disproof: 0 };
}

/// What is left of a search: plies, and quiet moves of the attacker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Left {
    /// Plies left; odd if the attacker is to move.
    pub plies: u32,
    /// Attacker's moves left that need not give check.
    pub quiet: u32,
}

impl Left {
    fn after(self, is_quiet: bool) -> Left {
        Left { plies: self.plies - 1, quiet: self.quiet - u32::from(is_quiet) }
    }
}

/// A search for wins from one position.
pub(super) struct ThreatSearch<G: Game> {
    position: G,
    known: FxHashMap<u64, Numbers>,
    nodes: u64,
    most_nodes: u64,
}

/// A move to try, and what is left after it.
#[derive(Clone, Copy)]
struct Branch<M> {
    mv: M,
    key: u64,
    left: Left,
}

impl<G: Game> ThreatSearch<G> {
    /// A search of at most `nodes` nodes.
    pub(super) fn new(position: &G, most_nodes: u64) -> Self {
        ThreatSearch { position: position.clone(), known: FxHashMap::default(), nodes: 0, most_nodes }
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The line of a win within the plies of `left` (an odd number) and its quiet moves, if one is found. `must_stop`
    /// is called now and then.
    pub(super) fn prove(&mut self, left: Left, must_stop: &mut dyn FnMut() -> bool) -> Option<Vec<G::Move>> {
        if self.settle(left, 0, must_stop).proof > 0 {
            return None;
        }
        let mut line = Vec::new();
        self.follow(left, &mut line, must_stop);
        Some(line)
    }

    fn settle(&mut self, left: Left, ply: usize, must_stop: &mut dyn FnMut() -> bool) -> Numbers {
        self.visit(left, ply, Numbers { proof: INFINITE, disproof: INFINITE }, must_stop)
    }

    fn is_spent(&mut self, must_stop: &mut dyn FnMut() -> bool) -> bool {
        if self.nodes < self.most_nodes && self.nodes.is_multiple_of(256) && must_stop() {
            self.most_nodes = self.nodes;
        }
        self.nodes >= self.most_nodes
    }

    /// Expands a node until its numbers reach `limits`.
    fn visit(&mut self, left: Left, ply: usize, limits: Numbers, must_stop: &mut dyn FnMut() -> bool) -> Numbers {
        self.nodes += 1;
        let attacks = left.plies % 2 == 1;
        let key = self.key(left);
        let Some(branches) = self.branches(left, ply) else { return self.keep(key, Numbers::NOT_WON) };
        if branches.is_empty() {
            let is_won = !attacks && G::NO_MOVES == Outcome::Loss;
            return self.keep(key, if is_won { Numbers::WON } else { Numbers::NOT_WON });
        }
        if left.plies == 0 {
            return self.keep(key, Numbers::NOT_WON);
        }
        loop {
            let numbers = self.sum(&branches, attacks);
            if numbers.proof >= limits.proof || numbers.disproof >= limits.disproof || self.is_spent(must_stop) {
                return self.keep(key, numbers);
            }
            let (branch, second) = self.most_proving(&branches, attacks);
            let known = self.known_of(&branch);
            let limits = if attacks {
                Numbers {
                    proof: limits.proof.min(second.saturating_add(1)),
                    disproof: (limits.disproof - numbers.disproof).saturating_add(known.disproof).min(INFINITE),
                }
            } else {
                Numbers {
                    proof: (limits.proof - numbers.proof).saturating_add(known.proof).min(INFINITE),
                    disproof: limits.disproof.min(second.saturating_add(1)),
                }
            };
            self.position.make(branch.mv);
            self.visit(branch.left, ply + 1, limits, must_stop);
            self.position.unmake(branch.mv);
        }
    }

    /// The moves to try; empty if the side to move has none. `None` if no win can be forced: the game is over by its
    /// history, or no plies are left.
    fn branches(&mut self, left: Left, ply: usize) -> Option<Vec<Branch<G::Move>>> {
        if ply > 0 && self.position.history_outcome(ply).is_some() {
            return None;
        }
        let mut moves = G::Moves::default();
        if let Some(end) = self.position.generate(&mut moves) {
            return (end == Outcome::Loss && left.plies.is_multiple_of(2)).then(Vec::new);
        }
        let attacks = left.plies % 2 == 1;
        let mut branches = Vec::new();
        for &mv in moves.as_slice() {
            let is_quiet = attacks && !self.position.gives_check(mv);
            if left.plies == 0 || is_quiet && left.quiet == 0 {
                continue;
            }
            let left = left.after(is_quiet);
            self.position.make(mv);
            let key = self.key(left);
            self.position.unmake(mv);
            branches.push(Branch { mv, key, left });
        }
        if left.plies == 0 && !moves.as_slice().is_empty() {
            return None;
        }
        Some(branches)
    }

    fn key(&self, left: Left) -> u64 {
        self.position.key() ^ SplitMix64::new(u64::from(left.plies) << 8 | u64::from(left.quiet)).next_u64()
    }

    fn keep(&mut self, key: u64, numbers: Numbers) -> Numbers {
        self.known.insert(key, numbers);
        numbers
    }

    fn known_of(&self, branch: &Branch<G::Move>) -> Numbers {
        self.known.get(&branch.key).copied().unwrap_or(Numbers::UNKNOWN)
    }

    /// The numbers of a node, computed from its branches.
    fn sum(&self, branches: &[Branch<G::Move>], attacks: bool) -> Numbers {
        let numbers = branches.iter().map(|branch| self.known_of(branch));
        let (least, sum) = numbers.fold((INFINITE, 0u32), |(least, sum), numbers| {
            let (one, all) =
                if attacks { (numbers.proof, numbers.disproof) } else { (numbers.disproof, numbers.proof) };
            (least.min(one), sum.saturating_add(all).min(INFINITE))
        });
        if attacks { Numbers { proof: least, disproof: sum } } else { Numbers { proof: sum, disproof: least } }
    }

    /// The branch to expand next, and the number of the second best.
    fn most_proving(&self, branches: &[Branch<G::Move>], attacks: bool) -> (Branch<G::Move>, u32) {
        let number = |branch: &Branch<G::Move>| {
            let numbers = self.known_of(branch);
            if attacks { numbers.proof } else { numbers.disproof }
        };
        let (mut best, mut least, mut second) = (branches[0], INFINITE + 1, INFINITE);
        for branch in branches {
            let number = number(branch);
            if number < least {
                (best, second, least) = (*branch, least.min(INFINITE), number);
            } else {
                second = second.min(number);
            }
        }
        (best, second)
    }

    /// Appends the line of a won position: the proof's moves, against replies that last as long as the proof says.
    fn follow(&mut self, left: Left, line: &mut Vec<G::Move>, must_stop: &mut dyn FnMut() -> bool) {
        let attacks = left.plies % 2 == 1;
        let Some(branches) = self.branches(left, line.len()) else { return };
        let mut won = branches.iter().filter(|branch| self.known_of(branch).proof == 0).copied().collect::<Vec<_>>();
        if !attacks && left.plies > 2 {
            // A reply after which no win two plies sooner is found lasts longest.
            let lasting = won.iter().copied().find(|branch| {
                self.position.make(branch.mv);
                let sooner = Left { plies: branch.left.plies - 2, ..branch.left };
                let is_won = self.settle(sooner, line.len() + 1, must_stop).proof == 0;
                self.position.unmake(branch.mv);
                !is_won
            });
            won = lasting.into_iter().chain(won).collect();
        }
        let Some(&Branch { mv, left, .. }) = won.first() else { return };
        self.position.make(mv);
        line.push(mv);
        self.follow(left, line, must_stop);
        self.position.unmake(mv);
    }
}
