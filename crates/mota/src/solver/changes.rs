//! Changes of a plan: decisions left out, moved, put in, exchanged for others, or answered in another way.

use super::super::state::State;
use super::super::walk::{ahead, could_act};
use super::moves::{self, Act, Move};
use super::paths::paths_on;
use super::polish::{Decision, On, Polisher, decision};

/// Maximum number of consecutive decisions in one change.
const MAX_SEGMENT: usize = 6;

/// Maximum distance that decisions usually move.
const MAX_SHIFT: usize = 40;

/// What is done to a plan, each so often.
const KINDS: [(Kind, usize); 7] = [
    (Kind::Drop, 4),
    (Kind::Later, 8),
    (Kind::Earlier, 4),
    (Kind::Another, 4),
    (Kind::Way, 4),
    (Kind::Exchange, 6),
    (Kind::Answer, 1),
];

#[derive(Clone, Copy, Debug)]
enum Kind {
    /// Decisions are left out.
    Drop,
    /// They are made later.
    Later,
    /// They are made earlier.
    Earlier,
    /// One is put in.
    Another,
    /// A way to something behind several barriers is put in.
    Way,
    /// Decisions are left out, and what they cost pays for others.
    Exchange,
    /// A question is answered in another way.
    Answer,
}

impl Polisher<'_, '_> {
    /// Other decisions, and the number of the first that is another one.
    pub(super) fn proposal(&mut self) -> Option<(usize, Vec<Decision>)> {
        let mut list = self.line.decisions.clone();
        let count = list.len();
        if count < 2 {
            return None;
        }
        let at = self.random.below(count);
        let longest = if self.random.below(2) == 0 { 1 } else { 1 + self.random.below(MAX_SEGMENT) };
        let length = longest.min(count - at);
        let mut shift = |to: usize| {
            let piece: Vec<Decision> = list.drain(at..at + length).collect();
            list.splice(to..to, piece);
            at.min(to)
        };
        let first = match self.kind() {
            Kind::Drop => {
                list.drain(at..at + length);
                at
            }
            Kind::Later => shift(self.later(at, count).min(count - length)),
            Kind::Earlier => shift(at.saturating_sub(1 + self.random.below(MAX_SHIFT))),
            Kind::Another => {
                let state = self.line.states[at].clone();
                list.insert(at, self.another(&state)?);
                at
            }
            Kind::Way => {
                let state = self.line.states[at].clone();
                list.splice(at..at, self.way(&state)?);
                at
            }
            Kind::Exchange => return self.exchange(list, at, length),
            Kind::Answer => {
                let asked: Vec<usize> = (0..count).filter(|&number| !list[number].script.is_empty()).collect();
                let &at = asked.get(self.random.below(asked.len().max(1)))?;
                list[at].script = self.answer(at)?;
                at
            }
        };
        Some((first, list))
    }

    fn kind(&mut self) -> Kind {
        let mut lot = self.random.below(KINDS.iter().map(|(_, often)| often).sum());
        for (kind, often) in KINDS {
            if lot < often {
                return kind;
            }
            lot -= often;
        }
        Kind::Drop
    }

    /// A place after another one, mostly not far.
    fn later(&mut self, at: usize, count: usize) -> usize {
        let far = if self.random.below(3) == 0 { count } else { MAX_SHIFT };
        at + 1 + self.random.below(far)
    }

    /// Leaves decisions out, and puts others in elsewhere, as if the hero had there what those cost.
    fn exchange(&mut self, mut list: Vec<Decision>, at: usize, length: usize) -> Option<(usize, Vec<Decision>)> {
        let count = list.len();
        let to = if self.random.below(3) == 0 {
            at.saturating_sub(self.random.below(MAX_SHIFT))
        } else {
            self.later(at, count).max(at + length).min(count)
        };
        let mut state = self.line.states[to].clone();
        if to > at {
            let (before, after) = (&self.line.states[at], &self.line.states[at + length]);
            refund(&mut state, before, after);
        }
        let new = if self.random.below(2) == 0 { vec![self.another(&state)?] } else { self.way(&state)? };
        if to > at {
            list.splice(to..to, new);
            list.drain(at..at + length);
        } else {
            list.drain(at..at + length);
            list.splice(to..to, new);
        }
        Some((at.min(to), list))
    }

    /// A decision that could be made from a state.
    fn another(&mut self, state: &State) -> Option<Decision> {
        let reach = self.expander.reach(state);
        let edges: Vec<_> = reach.edges().collect();
        if edges.is_empty() {
            return None;
        }
        let (floor, edge) = edges[self.random.below(edges.len())];
        let (what, _) = ahead(self.project, state, usize::from(floor), edge.to);
        if !could_act(self.project, state, floor, what, edge.to) {
            return None;
        }
        let mut found = Vec::new();
        moves::all_ways(self.project, state, &Move::step(floor, edge), &mut found);
        if found.is_empty() {
            return None;
        }
        let (mv, _) = found.swap_remove(self.random.below(found.len()));
        decision(self.project, &mv)
    }

    /// A way to something behind several barriers that could be gone from a state.
    fn way(&mut self, state: &State) -> Option<Vec<Decision>> {
        let reach = self.expander.reach(state);
        let floors: Vec<u16> = reach.edges().map(|(floor, _)| floor).collect();
        let &floor = floors.get(self.random.below(floors.len().max(1)))?;
        let judge = &self.expander.judge;
        let mut ways = paths_on(self.project, state, &reach, floor, &|key| judge.price(key));
        if ways.is_empty() {
            return None;
        }
        let way = ways.swap_remove(self.random.below(ways.len()));
        way.iter().map(|mv| decision(self.project, mv)).collect()
    }

    /// Other answers to what a decision of the plan asks.
    fn answer(&mut self, at: usize) -> Option<Vec<u8>> {
        let state = self.line.states[at].clone();
        let asks = self.line.decisions[at].clone();
        let reach = self.expander.reach(&state);
        let mv = match asks.on {
            On::Cell(cell, direction) => Move::step(asks.floor, reach.edge_to(asks.floor, cell, direction)?),
            On::Item(item, cell, looks) => {
                Move { floor: asks.floor, cell, act: Act::Use(item, looks), script: Vec::new() }
            }
        };
        let mut found = Vec::new();
        moves::all_ways(self.project, &state, &mv, &mut found);
        found.retain(|(mv, _)| mv.script != asks.script);
        if found.is_empty() {
            return None;
        }
        Some(found.swap_remove(self.random.below(found.len())).0.script)
    }
}

/// Gives a hero what decisions cost: hp, gold and items that he had before them and not after.
fn refund(state: &mut State, before: &State, after: &State) {
    for (own, (before, after)) in state.stats.iter_mut().zip(before.stats.iter().zip(&after.stats)) {
        *own += (before - after).max(0);
    }
    for (item, (before, after)) in before.items.iter().zip(after.items.iter()).enumerate() {
        if before > after {
            let item = item as u32;
            state.set_item(item, state.item(item) + i64::from(before - after));
        }
    }
}
