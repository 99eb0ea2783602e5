//! A plan made better piece by piece: decisions left out, made later or earlier, and others put in.
//!
//! A plan is a list of decisions. A changed list is played again from where it was changed: what cannot be done when its turn comes
//! waits until it can. What is left at the end is judged, and the better list stays (threshold accepting: Dueck and Scheuer, 1990).

use super::super::model::Project;
use super::super::state::{Ending, State};
use super::super::walk::{Ahead, ahead, could_act};
use super::ahead::MOST;
use super::expand::{Expander, top};
use super::moves::{self, Act, Move};
use super::paths::paths;
use super::reach::Reach;
use super::region::NONE;
use crate::random::{SplitMix64, mix};

/// A decision by what it is made on, wherever the hero comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Decision {
    floor: u16,
    on: On,
    script: Vec<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum On {
    /// A cell is walked into.
    Cell(u16),
    /// An item is used on a cell.
    Item(u32, u16),
}

/// A plan with the states before each decision, and the one after the last.
#[derive(Clone)]
struct Line {
    decisions: Vec<Decision>,
    states: Vec<State>,
    /// A word for each state, equal where they differ in hp alone.
    words: Vec<u64>,
    worth: f64,
}

impl Line {
    fn begin(state: State) -> Line {
        Line { decisions: Vec::new(), words: vec![word(&state)], states: vec![state], worth: f64::NEG_INFINITY }
    }

    fn push(&mut self, decision: Decision, state: State) {
        self.decisions.push(decision);
        self.words.push(word(&state));
        self.states.push(state);
    }

    /// Its first decisions.
    fn up_to(&self, count: usize) -> Line {
        Line {
            decisions: self.decisions[..count].to_vec(),
            states: self.states[..=count].to_vec(),
            words: self.words[..=count].to_vec(),
            worth: f64::NEG_INFINITY,
        }
    }

    /// Adds the last decisions of another line, all after so many.
    fn append(&mut self, other: &Line, count: usize) {
        self.decisions.extend_from_slice(&other.decisions[count..]);
        self.states.extend_from_slice(&other.states[count + 1..]);
        self.words.extend_from_slice(&other.words[count + 1..]);
    }
}

/// A word for a state that differs where more than the hp differs.
fn word(state: &State) -> u64 {
    state.hash_with_hp(0) ^ mix(u64::from(state.floor) << 16 | u64::from(state.x) << 8 | u64::from(state.y))
}

/// A change may lose such a share of the hp at first.
const SLACK: f64 = 0.05;

/// So many decisions in a row are changed at most.
const LONGEST: usize = 6;

/// Decisions mostly move by so many places at most.
const FAR: usize = 40;

/// More than any state promises that has not won.
const WON: f64 = 1e9;

/// Makes plans better.
pub struct Polisher<'e, 'a> {
    project: &'a Project,
    expander: &'e mut Expander<'a>,
    start: State,
    /// The plan as it is, from which changes begin.
    line: Line,
    best: Line,
    /// The highest floor that it has to reach.
    goal: usize,
    random: SplitMix64,
    stopped: &'e (dyn Fn() -> bool + Sync),
}

impl<'e, 'a> Polisher<'e, 'a> {
    /// Of a plan from a state.
    pub fn new(
        expander: &'e mut Expander<'a>,
        start: &State,
        moves: &[Move],
        seed: u64,
        stopped: &'e (dyn Fn() -> bool + Sync),
    ) -> Self {
        let project = expander.project;
        let mut first = start.clone();
        expander.take_all(&mut first, &mut Vec::new());
        let decisions: Vec<Decision> = moves.iter().filter_map(|mv| decision(project, mv)).collect();
        let empty = Line::begin(first.clone());
        let mut polisher = Polisher {
            project,
            expander,
            start: start.clone(),
            line: empty.clone(),
            best: empty.clone(),
            goal: 0,
            random: SplitMix64::new(seed),
            stopped,
        };
        polisher.line = polisher.play(0, decisions, (0, 0.0)).unwrap_or(empty);
        polisher.goal = polisher.line.states.last().map_or(0, top);
        polisher.line.worth = polisher.worth_of(&polisher.line.states.last().cloned().unwrap_or(first));
        polisher.best = polisher.line.clone();
        polisher
    }

    /// The moves of the best plan, and what the state at its end promises.
    pub fn best(&mut self) -> (Vec<Move>, f64) {
        let mut state = self.start.clone();
        let mut all = Vec::new();
        self.expander.take_all(&mut state, &mut all);
        for decision in self.best.decisions.clone() {
            let reach = self.expander.reach(&state);
            let Some((mv, after)) = self.make(&state, &reach, &decision) else { continue };
            all.push(mv);
            state = after;
            if state.ending == Ending::None {
                self.expander.take_all(&mut state, &mut all);
            }
        }
        (all, self.best.worth)
    }

    /// What the state at the end of a plan promises.
    fn worth_of(&mut self, state: &State) -> f64 {
        if state.ending == Ending::Won {
            return WON + state.stats[0] as f64;
        }
        let mut after = state.clone();
        let taken = self.expander.take_free(&mut after, &mut Vec::new());
        self.expander.judge.promise(&after, top(&after), taken.shops, taken.ahead.unwrap_or(MOST))
    }

    /// Tries so many changes. Those that lose a little stay, at first.
    pub fn run(&mut self, changes: usize) {
        for number in 0..changes {
            if (self.stopped)() {
                return;
            }
            let hp = self.line.states.last().map_or(0.0, |end| end.stats[0] as f64);
            self.change(SLACK * hp * (1.0 - number as f64 / changes as f64));
        }
    }

    /// Tries a change, which may lose so many hp.
    fn change(&mut self, slack: f64) {
        let Some((first, mut list)) = self.proposal() else { return };
        let tail = list.split_off(first);
        let old = &self.line.decisions;
        let same = tail.iter().rev().zip(old.iter().rev()).take_while(|(new, old)| new == old).count();
        let Some(mut line) = self.play(first, tail, (same, slack)) else { return };
        let Some(end) = line.states.last().cloned() else { return };
        if top(&end) < self.goal && end.ending != Ending::Won {
            return;
        }
        line.worth = self.worth_of(&end);
        if line.worth >= self.line.worth - slack {
            self.line = line;
            if self.line.worth > self.best.worth {
                self.best = self.line.clone();
            }
        }
    }

    /// Other decisions, and the number of the first that is another one.
    fn proposal(&mut self) -> Option<(usize, Vec<Decision>)> {
        let mut list = self.line.decisions.clone();
        let count = list.len();
        if count < 2 {
            return None;
        }
        let at = self.random.below(count);
        let longest = if self.random.below(2) == 0 { 1 } else { 1 + self.random.below(LONGEST) };
        let length = longest.min(count - at);
        let first = match self.random.below(6) {
            0 => {
                list.drain(at..at + length);
                at
            }
            way @ 1..=3 => {
                let to = if way == 3 {
                    at.saturating_sub(1 + self.random.below(FAR))
                } else {
                    let far = if self.random.below(3) == 0 { count } else { FAR };
                    (at + 1 + self.random.below(far)).min(count - length)
                };
                let piece: Vec<Decision> = list.drain(at..at + length).collect();
                list.splice(to..to, piece);
                at.min(to)
            }
            4 => {
                let new = self.another(at)?;
                list.insert(at, new);
                at
            }
            _ => {
                let way = self.way(at)?;
                list.splice(at..at, way);
                at
            }
        };
        Some((first, list))
    }

    /// A decision that could be made there.
    fn another(&mut self, at: usize) -> Option<Decision> {
        let state = self.line.states[at].clone();
        let reach = self.expander.reach(&state);
        let edges: Vec<_> = reach.edges().collect();
        if edges.is_empty() {
            return None;
        }
        let (floor, edge) = edges[self.random.below(edges.len())];
        let (what, _) = ahead(self.project, &state, usize::from(floor), edge.to);
        if !could_act(self.project, &state, floor, what, edge.to) {
            return None;
        }
        let mut found = Vec::new();
        moves::all_ways(self.project, &state, &Move::step(floor, edge), &mut found);
        if found.is_empty() {
            return None;
        }
        let (mv, _) = found.swap_remove(self.random.below(found.len()));
        decision(self.project, &mv)
    }

    /// A way to something behind several barriers that could be gone there.
    fn way(&mut self, at: usize) -> Option<Vec<Decision>> {
        let state = self.line.states[at].clone();
        let reach = self.expander.reach(&state);
        let judge = &self.expander.judge;
        let mut ways = paths(self.project, &state, &reach, &|key| judge.price(key));
        if ways.is_empty() {
            return None;
        }
        let way = ways.swap_remove(self.random.below(ways.len()));
        way.iter().map(|mv| decision(self.project, mv)).collect()
    }

    /// Plays decisions from the state before the decision of a number on; what comes of it, not yet judged. So many of the last are
    /// those of the line as it is: where they begin from the same state, they need not be played, and where that has lost more than
    /// the slack, nothing comes of it.
    fn play(&mut self, from: usize, list: Vec<Decision>, (same, slack): (usize, f64)) -> Option<Line> {
        let mut line = self.line.up_to(from);
        let mut state = line.states[from].clone();
        let mut waiting: Vec<Decision> = Vec::new();
        let mut reach = self.expander.reach(&state);
        let count = list.len();
        for (number, decision) in list.into_iter().enumerate() {
            if (self.stopped)() {
                return None;
            }
            let left = count - number;
            if left <= same && waiting.is_empty() && number > 0 {
                let before = self.line.decisions.len() - left;
                if line.words.last() == self.line.words.get(before) {
                    let lost = self.line.states[before].stats[0] - state.stats[0];
                    if lost == 0 {
                        line.append(&self.line, before);
                        return Some(line);
                    }
                    if lost as f64 > slack {
                        return None;
                    }
                }
            }
            if !self.step(&mut line, &mut state, &mut reach, &decision) {
                waiting.push(decision);
                continue;
            }
            let mut next = 0;
            while next < waiting.len() {
                if self.step(&mut line, &mut state, &mut reach, &waiting[next]) {
                    waiting.remove(next);
                    next = 0;
                } else {
                    next += 1;
                }
            }
            if state.ending != Ending::None {
                break;
            }
        }
        Some(line)
    }

    /// Makes a decision at the end of a line, if that can be done, and takes all that costs nothing then.
    fn step(&mut self, line: &mut Line, state: &mut State, reach: &mut Reach, decision: &Decision) -> bool {
        let Some((_, mut after)) = self.make(state, reach, decision) else { return false };
        if after.ending == Ending::Lost {
            return false;
        }
        self.expander.states += 1;
        if after.ending == Ending::None {
            self.expander.take_all(&mut after, &mut Vec::new());
            *reach = self.expander.reach(&after);
        }
        *state = after;
        line.push(decision.clone(), state.clone());
        true
    }

    /// Makes a decision, if that can be done.
    fn make(&self, state: &State, reach: &Reach, decision: &Decision) -> Option<(Move, State)> {
        let mv = match decision.on {
            On::Cell(cell) => {
                let edges = reach.edges().chain(reach.loose.iter().map(|&edge| (state.floor, edge)));
                let (floor, edge) =
                    edges.into_iter().find(|(floor, edge)| *floor == decision.floor && edge.to == cell)?;
                let (what, _) = ahead(self.project, state, usize::from(floor), cell);
                if matches!(what, Ahead::Nothing) || !could_act(self.project, state, floor, what, cell) {
                    return None;
                }
                Move { script: decision.script.clone(), ..Move::step(floor, edge) }
            }
            On::Item(item, cell) => {
                let regions = reach.floors.get(usize::from(decision.floor))?.as_ref()?;
                let region = regions.of[usize::from(cell)];
                if state.item(item) == 0 || region == NONE || !reach.has(decision.floor, region) {
                    return None;
                }
                Move { floor: decision.floor, cell, act: Act::Use(item), script: decision.script.clone() }
            }
        };
        let mut after = state.clone();
        let before = state.hash();
        match moves::make(self.project, &mut after, &mv) {
            Ok(true) if after.hash() != before || after.floor != mv.floor => Some((mv, after)),
            _ => None,
        }
    }
}

/// What a move is made on.
fn decision(project: &Project, mv: &Move) -> Option<Decision> {
    let on = match mv.act {
        Act::Step(direction) => {
            let floor = &project.floors[usize::from(mv.floor)];
            On::Cell(floor.beside(floor.at(mv.cell), direction)?)
        }
        Act::Use(item) => On::Item(item, mv.cell),
    };
    Some(Decision { floor: mv.floor, on, script: mv.script.clone() })
}
