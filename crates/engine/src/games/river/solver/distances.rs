//! The distance of every position from the goal, computed layer by layer from the goal outwards and kept.
//!
//! The legal numbers of devils with `p` priests form an interval. So does the result of applying a crossing with `a`
//! priests aboard to a run of neighbouring positions:
//!
//! ```text
//! p      . . o o o o . .      a run of positions the boat leaves: devils d1..=d2
//!            \ \     \ \
//! p - a    . x x x x x x .    devils d1 - bmax ..= d2 - bmin, cut to what is legal there
//! ```
//!
//! So a layer is a list of runs, and a run is expanded in one step for each `a`. Links that skip positions with known
//! distances (R. E. Tarjan's union-find, 1975) lead from one new position to the next, so every position is written
//! once, however many crossings lead to it. The work can be interrupted and resumed at any run.

use crate::games::river::group::Group;
use crate::games::river::position::{RiverPosition, Shore};
use crate::games::river::problem::River;
use crate::puzzle::Puzzle;
use crate::zeroed::zeroed;

/// Adjacent positions: the boat is docked here, `priests` priests are on the right bank, and from `first` to `last`
/// devils.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Run {
    dock_left: bool,
    priests: u32,
    first: u32,
    last: u32,
}

/// Distances to the goal, as far as they have been requested. See the [module documentation](self).
#[derive(Clone, Debug)]
pub struct Distances {
    river: River,
    /// The start of the positions with `p` priests on the right bank; the last entry is the number of all positions.
    lines: Vec<u32>,
    /// By position number: the distance plus one, or 0 if unknown. Positions with the boat on the left come second.
    distance: Vec<u32>,
    /// For each number, the offset of a link towards the next number without a distance. It is one longer than
    /// `distance`.
    skip: Vec<u32>,
    /// The runs of the layer being expanded, and the number of them already done.
    layer: Vec<Run>,
    done: usize,
    /// The runs of the next layer.
    coming: Vec<Run>,
    /// The distance of the layer being expanded.
    depth: u32,
    nodes: u64,
}

impl Distances {
    /// Bytes per position.
    const BYTES: u64 = 8;

    /// Knows only the goal. `None` if the positions would take more than `most_bytes` bytes, if there are 2^31 or more
    /// of them, or if the system has no room for them.
    pub fn new(river: &River, most_bytes: u64) -> Option<Distances> {
        let mut lines = Vec::with_capacity(river.people.priests as usize + 2);
        let mut count = 0u64;
        for priests in 0..=river.people.priests {
            lines.push(count as u32);
            let devils = river.legal_devils(priests);
            count += u64::from((devils.end() + 1).saturating_sub(*devils.start()));
            if count >= 1 << 30 || 2 * count * Distances::BYTES > most_bytes {
                return None;
            }
        }
        lines.push(count as u32);
        let all = 2 * count as usize;
        let mut distances = Distances {
            river: *river,
            lines,
            distance: zeroed(all)?,
            skip: zeroed(all + 1)?,
            layer: Vec::new(),
            done: 0,
            coming: Vec::new(),
            depth: 0,
            nodes: 0,
        };
        // If devils outnumber priests overall, everyone on the left would be a lost position, so there is no goal.
        if river.legal_devils(0).contains(&0) {
            for dock_left in [false, true] {
                distances.settle(Run { dock_left, priests: 0, first: 0, last: 0 }, 0);
            }
        }
        distances.layer = std::mem::take(&mut distances.coming);
        Some(distances)
    }

    /// The problem.
    pub fn river(&self) -> &River {
        &self.river
    }

    /// Positions expanded so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// A position without a known distance is at least this far away, or cannot be solved.
    pub fn horizon(&self) -> u32 {
        self.depth + 1
    }

    /// The number of crossings from a legal position to the goal. `None` if it is not known yet ([`Distances::reach`])
    /// or there is no way.
    pub fn get(&self, position: &RiverPosition) -> Option<u32> {
        self.distance[self.number(position)].checked_sub(1)
    }

    /// Works until the distance of a legal position is known, or is known not to exist. `watch` receives the number of
    /// positions expanded so far and returns whether to continue; it is called for every number of priests aboard.
    /// Returns `false` if it said no, which leaves the question open.
    pub fn reach(&mut self, position: &RiverPosition, watch: &mut dyn FnMut(u64) -> bool) -> bool {
        let number = self.number(position);
        while self.distance[number] == 0 {
            let Some(&run) = self.layer.get(self.done) else {
                if self.coming.is_empty() {
                    return true;
                }
                self.turn_layer();
                continue;
            };
            // An interrupted run is expanded again; the distances it set remain valid.
            if !self.expand(run, watch) {
                return false;
            }
            self.done += 1;
            self.nodes += u64::from(run.last - run.first + 1);
        }
        true
    }

    /// Every load that begins a shortest plan; empty at the goal and if no plan is known.
    pub fn best_moves(&self, position: &RiverPosition) -> Vec<Group> {
        let position = position.unloaded();
        self.river.crossings(position).filter(|&load| self.is_best(&position, load)).collect()
    }

    /// A shortest plan; empty at the goal and if none is known. `None` if `watch` asked for a stop.
    pub fn plan(&self, position: &RiverPosition, watch: &mut dyn FnMut() -> bool) -> Option<Vec<Group>> {
        let (mut plan, mut at) = (Vec::new(), position.unloaded());
        loop {
            let mut best = None;
            for load in self.river.crossings(at) {
                if !watch() {
                    return None;
                }
                if self.is_best(&at, load) {
                    best = Some(load);
                    break;
                }
            }
            let Some(load) = best else { return Some(plan) };
            plan.push(load);
            at = self.river.apply(&at, load);
        }
    }

    fn is_best(&self, position: &RiverPosition, load: Group) -> bool {
        let (here, there) = (self.get(position), self.get(&self.river.apply(position, load)));
        here.zip(there).is_some_and(|(here, there)| here == there + 1)
    }

    /// The number of a legal position.
    fn number(&self, position: &RiverPosition) -> usize {
        let right = position.ashore(Shore::Right);
        self.index(position.dock == Shore::Left, right.priests, right.devils)
    }

    fn index(&self, dock_left: bool, priests: u32, devils: u32) -> usize {
        let dock = if dock_left { self.distance.len() / 2 } else { 0 };
        dock + (self.lines[priests as usize] + devils - self.river.legal_devils(priests).start()) as usize
    }

    /// Ends a layer: makes the next one current, with adjacent runs joined.
    fn turn_layer(&mut self) {
        let mut runs = std::mem::take(&mut self.coming);
        runs.sort_unstable();
        runs.dedup_by(|run, before| {
            let touch =
                (run.dock_left, run.priests) == (before.dock_left, before.priests) && run.first == before.last + 1;
            if touch {
                before.last = run.last;
            }
            touch
        });
        (self.layer, self.done) = (runs, 0);
        self.depth += 1;
    }

    /// Makes all crossings from a run. Returns `false` if `watch` asked for a stop.
    fn expand(&mut self, run: Run, watch: &mut dyn FnMut(u64) -> bool) -> bool {
        let people = self.river.people;
        let at_boat = if run.dock_left { people.priests - run.priests } else { run.priests };
        for aboard in 0..=at_boat.min(self.river.capacity) {
            if !watch(self.nodes) {
                return false;
            }
            let beside = self.river.devils_beside(aboard);
            if beside.is_empty() {
                continue;
            }
            let (fewest, most) = (*beside.start(), *beside.end());
            let (priests, first, last) = if run.dock_left {
                (run.priests + aboard, run.first + fewest, run.last.saturating_add(most))
            } else {
                match run.last.checked_sub(fewest) {
                    Some(last) => (run.priests - aboard, run.first.saturating_sub(most), last),
                    None => continue,
                }
            };
            let legal = self.river.legal_devils(priests);
            let (first, last) = (first.max(*legal.start()), last.min(*legal.end()));
            if first <= last {
                self.settle(Run { dock_left: !run.dock_left, priests, first, last }, self.depth + 1);
            }
        }
        true
    }

    /// Sets the distance of a run's positions that have none, and adds them to the next layer.
    fn settle(&mut self, run: Run, distance: u32) {
        let begin = self.index(run.dock_left, run.priests, run.first);
        let end = begin + (run.last - run.first) as usize;
        let mut number = self.open_from(begin);
        while number <= end {
            let first = number;
            while number <= end && self.distance[number] == 0 {
                self.distance[number] = distance + 1;
                self.skip[number] = 1;
                number += 1;
            }
            let devils = |number: usize| run.first + (number - begin) as u32;
            self.coming.push(Run { first: devils(first), last: devils(number - 1), ..run });
            number = self.open_from(number);
        }
    }

    /// The first number from here on without a distance.
    fn open_from(&mut self, mut number: usize) -> usize {
        while self.skip[number] != 0 {
            // Halve the path on the way (path halving).
            let next = number + self.skip[number] as usize;
            self.skip[number] += self.skip[next];
            number += self.skip[number] as usize;
        }
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::PuzzleText;

    /// Distances computed at once or with interruptions are the same.
    #[test]
    fn work_can_be_laid_down_and_taken_up() {
        let (river, start) = River::from_fen("7 5 3").unwrap();
        let mut whole = Distances::new(&river, u64::MAX).unwrap();
        assert!(whole.reach(&start, &mut |_| true));
        let mut halting = Distances::new(&river, u64::MAX).unwrap();
        let mut breaks = 0;
        let mut ask = 0;
        while !halting.reach(&start, &mut |_| {
            ask += 1;
            ask % 7 != 0
        }) {
            breaks += 1;
            assert!(halting.horizon() <= whole.get(&start).unwrap());
        }
        assert!(breaks > 5);
        assert_eq!(halting.get(&start), whole.get(&start));
        let plan = |distances: &Distances| distances.plan(&start, &mut || true).unwrap();
        assert_eq!(plan(&halting), plan(&whole));
        assert_eq!(plan(&whole).len() as u32, whole.get(&start).unwrap());
        assert_eq!(whole.plan(&start, &mut || false), None);
    }

    #[test]
    fn memory_is_bounded() {
        let (river, _) = River::from_fen("1000000 500000 2").unwrap();
        assert!(Distances::new(&river, 1 << 40).is_none());
        let (river, _) = River::from_fen("10 10 2").unwrap();
        assert!(Distances::new(&river, 100).is_none() && Distances::new(&river, 10_000).is_some());
    }
}
