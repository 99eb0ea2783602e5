//! How far every position is from the goal, found layer by layer from the goal outwards, and kept.
//!
//! The legal numbers of devils beside `p` priests are an interval, and so is what one crossing with `a` priests aboard
//! makes of a run of neighbouring positions:
//!
//! ```text
//! p      . . o o o o . .      a run of positions the boat leaves: devils d1..=d2
//!            \ \     \ \
//! p - a    . x x x x x x .    devils d1 - bmax ..= d2 - bmin, cut to what is legal there
//! ```
//!
//! So a layer is a list of runs, a run is expanded in one step for each `a`, and links past the positions that have a
//! distance already (R. E. Tarjan's union-find, 1975) lead from one new position to the next: every position is written
//! once, however many crossings lead to it. The work can be laid down and taken up again at any run.

use crate::games::river::group::Group;
use crate::games::river::position::{RiverPosition, Shore};
use crate::games::river::problem::River;
use crate::puzzle::Puzzle;
use crate::zeroed::zeroed;

/// Positions side by side: the boat docks here, `priests` priests are on the right bank, and from `first` to `last`
/// devils.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Run {
    dock_left: bool,
    priests: u32,
    first: u32,
    last: u32,
}

/// Distances to the goal, as far as they have been asked for. See the [module page](self).
#[derive(Clone, Debug)]
pub struct Distances {
    river: River,
    /// Where the positions with `p` priests on the right bank begin; the last entry is the number of all.
    lines: Vec<u32>,
    /// By the number of the position: one more than its distance, 0 where that is not known. Those with the boat on the
    /// left follow the others.
    distance: Vec<u32>,
    /// A link towards the first number from here on that has no distance, as an offset. One longer than
    /// `distance`.
    skip: Vec<u32>,
    /// The runs of the layer being expanded, and how many of them are done.
    layer: Vec<Run>,
    done: usize,
    /// The runs of the layer after it.
    coming: Vec<Run>,
    /// The distance of the layer being expanded.
    depth: u32,
    nodes: u64,
}

impl Distances {
    /// Bytes that a position takes.
    const BYTES: u64 = 8;

    /// Nothing but the goal. `None` where the positions would take more than `most_bytes` bytes, or are 2^31 and more, or
    /// where the system has no room for them.
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
        // With more devils than priests the left bank would be lost with all on it: then there is no goal.
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

    /// A position without a distance is at least that far, or cannot be solved.
    pub fn horizon(&self) -> u32 {
        self.depth + 1
    }

    /// Crossings from a legal position to the goal. `None` where they are not known ([`Distances::reach`]), and where
    /// there is no way.
    pub fn get(&self, position: &RiverPosition) -> Option<u32> {
        self.distance[self.number(position)].checked_sub(1)
    }

    /// Works until the distance of a legal position is known, or it is known that there is none. `watch` gets the
    /// positions expanded so far and returns whether to go on; it is asked for every number of priests aboard. False:
    /// it said no, and the question is open.
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
            // A run that was broken off is expanded again: what it settled stays settled.
            if !self.expand(run, watch) {
                return false;
            }
            self.done += 1;
            self.nodes += u64::from(run.last - run.first + 1);
        }
        true
    }

    /// Every load that begins a shortest plan; empty at the goal and where no plan is known.
    pub fn best_moves(&self, position: &RiverPosition) -> Vec<Group> {
        let position = position.unloaded();
        self.river.crossings(position).filter(|&load| self.is_best(&position, load)).collect()
    }

    /// A shortest plan; empty at the goal and where none is known. `None` where `watch` requested a stop.
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

    /// The layer is done: the next one is due, its runs joined where they touch.
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

    /// Makes all crossings from a run. False: `watch` requested a stop.
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

    /// Gives a distance to those of a run that have none, and puts them down for the coming layer.
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

    /// The first number from here on that has no distance.
    fn open_from(&mut self, mut number: usize) -> usize {
        while self.skip[number] != 0 {
            // Halve the path on the way.
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

    /// All distances at once and one after the other, with breaks, are the same.
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
