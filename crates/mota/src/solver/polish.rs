//! A plan made better piece by piece: decisions left out, made later or earlier, and others put in.
//!
//! A plan is a list of decisions. A changed list is played again from where it was changed: what cannot be done when its turn comes
//! waits until it can. What is left at the end is judged, and the better list stays (threshold accepting: Dueck and Scheuer, 1990).

use super::super::model::Project;
use super::super::state::{Credit, Ending, State};
use super::super::walk::{Ahead, ahead, could_act};
use super::ahead::MAX_COST;
use super::beam::Effort;
use super::debt::{Debt, Purse, Tally};
use super::expand::{Expander, top};
use super::moves::{self, Act, Move};
use super::reach::Reach;
use super::sketch::Sketch;
use meihua_contracts::random::{SplitMix64, mix};

/// A decision by what it is made on, wherever the hero comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Decision {
    pub(super) floor: u16,
    pub(super) on: On,
    pub(super) script: Vec<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum On {
    /// A cell is walked into, in this direction if that can be: events may ask where the hero comes from.
    Cell(u16, u8),
    /// An item is used on a cell.
    Item(u32, u16, Option<u8>),
}

impl Default for On {
    fn default() -> Self {
        On::Cell(0, 0)
    }
}

/// A plan with the states before each decision, and the one after the last.
#[derive(Clone)]
pub(super) struct Line {
    pub(super) decisions: Vec<Decision>,
    pub(super) states: Vec<State>,
    /// A word for each state, equal where they differ in hp alone.
    words: Vec<u64>,
    /// What the hero has just after the decision before, with nothing taken yet.
    purses: Vec<Purse>,
    worth: f64,
}

impl Line {
    fn begin(state: State, purse: Purse) -> Line {
        let (words, purses) = (vec![word(&state)], vec![purse]);
        Line { decisions: Vec::new(), words, purses, states: vec![state], worth: f64::NEG_INFINITY }
    }

    fn push(&mut self, decision: Decision, state: State, purse: Purse) {
        self.purses.push(purse);
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
            purses: self.purses[..=count].to_vec(),
            worth: f64::NEG_INFINITY,
        }
    }

    /// Adds the last decisions of another line, those from `count` on.
    fn append(&mut self, other: &Line, count: usize) {
        self.decisions.extend_from_slice(&other.decisions[count..]);
        self.states.extend_from_slice(&other.states[count + 1..]);
        self.words.extend_from_slice(&other.words[count + 1..]);
        self.purses.extend_from_slice(&other.purses[count + 1..]);
    }
}

/// A word for a state that differs where more than the hp differs.
fn word(state: &State) -> u64 {
    state.hash_with_hp(0) ^ mix(u64::from(state.floor) << 16 | u64::from(state.x) << 8 | u64::from(state.y))
}

/// A change may lose such a share of the hp at first, divided by the length of the plan in decisions: a long one has more small steps
/// to take.
const SLACK: f64 = 6.0;

/// The least and the most of that share.
const SHARES: [f64; 2] = [0.01, 0.05];

/// Maximum effort on a plan, as a factor on the square of its length in decisions.
const THOROUGH: u64 = 1_000;

/// Where something is owed, the share is taken of that, and of no fewer hp than this.
const OWING: f64 = 2_000.0;

/// Whether a state has nothing more than another one, and fewer hp by more than the slack: then the same decisions hardly make
/// good what was lost.
fn is_worse(state: &State, other: &State, slack: f64) -> bool {
    let more = |(own, other): (&i64, &i64)| own > other;
    (other.stats[0] - state.stats[0]) as f64 > slack
        && !state.stats[1..].iter().zip(&other.stats[1..]).any(more)
        && !state.items.iter().zip(other.items.iter()).any(|(own, other)| own > other)
}

/// More than any state promises that has not won.
const WON: f64 = 1e9;

/// What a plan that wins is worth: its hp if it owes nothing, and else less than any of these.
fn won(debt: &Debt, hp: f64) -> f64 {
    WON + if debt.is_none() { hp } else { -debt.cost() }
}

pub(super) struct Polisher<'e, 'a> {
    pub(super) project: &'a Project,
    pub(super) expander: &'e mut Expander<'a>,
    start: State,
    /// The plan as it is, from which changes begin.
    pub(super) line: Line,
    best: Line,
    /// The highest floor that it has to reach.
    goal: usize,
    pub(super) random: SplitMix64,
    stopped: &'e (dyn Fn() -> bool + Sync),
}

impl<'e, 'a> Polisher<'e, 'a> {
    /// Of a plan from a state.
    pub(super) fn new(
        expander: &'e mut Expander<'a>,
        start: &State,
        moves: &[Move],
        seed: u64,
        stopped: &'e (dyn Fn() -> bool + Sync),
    ) -> Self {
        let project = expander.project;
        let start = start.unshared();
        let mut first = start.clone();
        first.lowest = i64::MAX;
        expander.take_all(&mut first, &mut Vec::new());
        let decisions: Vec<Decision> = moves.iter().filter_map(|mv| decision(project, mv)).collect();
        let empty = Line::begin(first.clone(), Purse::of(&expander.judge, &first));
        let mut polisher = Polisher {
            project,
            expander,
            start,
            line: empty.clone(),
            best: empty.clone(),
            goal: 0,
            random: SplitMix64::new(seed),
            stopped,
        };
        polisher.line = polisher.play(0, decisions, (0, 0.0)).unwrap_or(empty);
        polisher.goal = polisher.line.states.last().map_or(0, top);
        let line = polisher.line.clone();
        polisher.line.worth = polisher.worth_of(&line);
        polisher.best = polisher.line.clone();
        polisher
    }

    pub(super) fn best(&mut self, judge: usize) -> Polished {
        let mut state = self.start.clone();
        let mut all = Vec::new();
        self.expander.take_all(&mut state, &mut all);
        for decision in self.best.decisions.clone() {
            let reach = self.expander.reach(&state);
            let Some((mv, after)) = make(self.project, &state, &reach, &decision) else { continue };
            all.push(mv);
            state = after;
            if state.ending == Ending::None {
                self.expander.take_all(&mut state, &mut all);
            }
        }
        Polished { judge, moves: all, worth: self.best.worth, debt: self.debt(&self.best) }
    }

    /// What the state at the end of a plan promises; for one that wins, its hp or what it owes.
    fn worth_of(&mut self, line: &Line) -> f64 {
        let Some(state) = line.states.last() else { return f64::NEG_INFINITY };
        if state.ending == Ending::Won {
            let debt = self.debt(line);
            return won(&debt, state.stats[0] as f64);
        }
        let mut after = state.clone();
        let taken = self.expander.take_free(&mut after, &mut Vec::new());
        self.expander.judge.promise(&after, top(&after), taken.shops, taken.ahead.unwrap_or(MAX_COST))
    }

    /// What a plan owes.
    fn debt(&self, line: &Line) -> Debt {
        if !self.owes() {
            return Debt::default();
        }
        let mut tally = Tally::default();
        for (before, after) in line.states.iter().zip(&line.purses[1..]) {
            tally.add(Purse::of(&self.expander.judge, before), *after);
        }
        tally.debt(line.purses.len())
    }

    /// Whether the hero is lent something.
    fn owes(&self) -> bool {
        self.start.credit != Credit::default()
    }

    /// Whether the best plan wins.
    fn wins(&self) -> bool {
        self.best.worth > WON / 2.0
    }

    /// Whether the best plan wins and owes nothing.
    fn is_free(&self) -> bool {
        self.best.worth > WON
    }

    /// Tries changes until the decisions are spent. Those that lose a little stay, at first.
    pub(super) fn run(&mut self, effort: u64) {
        let length = self.line.decisions.len() as u64;
        let effort = effort.min(THOROUGH * length * length);
        let share = (SLACK / length.max(1) as f64).clamp(SHARES[0], SHARES[1]);
        let begin = self.expander.states;
        for tried in 0..effort {
            let done = self.expander.states - begin + tried;
            if done >= effort || (self.stopped)() || (self.owes() && self.is_free()) {
                return;
            }
            let hp = self.line.states.last().map_or(0.0, |end| end.stats[0] as f64);
            let hp = if self.owes() { (WON - self.line.worth).max(OWING) } else { hp };
            self.change(share * hp * (1.0 - done as f64 / effort as f64));
        }
    }

    /// Tries a change, which may lose up to `slack` hp.
    fn change(&mut self, slack: f64) {
        let Some((first, mut list)) = self.proposal() else { return };
        let tail = list.split_off(first);
        let old = &self.line.decisions;
        let same = tail.iter().rev().zip(old.iter().rev()).take_while(|(new, old)| new == old).count();
        let Some(mut line) = self.play(first, tail, (same, slack)) else { return };
        let Some(end) = line.states.last() else { return };
        let has_won = end.ending == Ending::Won;
        let falls_short = if self.wins() { !has_won } else { top(end) < self.goal && !has_won };
        if falls_short {
            return;
        }
        line.worth = self.worth_of(&line);
        if line.worth >= self.line.worth - slack {
            self.line = line;
            if self.line.worth > self.best.worth {
                self.best = self.line.clone();
            }
        }
    }

    /// Plays decisions from the state before the decision of a number on; what comes of it, not yet judged. Some of the last are
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
                } else if is_worse(&state, &self.line.states[before], slack) {
                    return None;
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
        let Some((_, mut after)) = make(self.project, state, reach, decision) else { return false };
        if after.ending == Ending::Lost {
            return false;
        }
        let purse = Purse::at_worst(&self.expander.judge, &after);
        self.expander.states += 1;
        if after.ending == Ending::None {
            let before = std::mem::take(reach);
            *reach = self.expander.take_on(&mut after, before, &mut Vec::new());
        }
        *state = after;
        line.push(decision.clone(), state.clone(), purse);
        true
    }
}

/// What came of making a plan better.
pub(super) struct Polished {
    /// The number of the judge.
    pub(super) judge: usize,
    pub(super) moves: Vec<Move>,
    /// What the state at its end promises; for one that wins, its hp or what it owes.
    pub(super) worth: f64,
    pub(super) debt: Debt,
}

/// Makes a decision, if that can be done.
pub(super) fn make(project: &Project, state: &State, reach: &Reach, decision: &Decision) -> Option<(Move, State)> {
    let mv = match decision.on {
        On::Cell(cell, direction) => {
            let floor = decision.floor;
            let loose = || reach.loose.iter().find(|edge| state.floor == floor && edge.to == cell).copied();
            let edge = reach.edge_to(floor, cell, direction).or_else(loose)?;
            let (what, outside) = ahead(project, state, usize::from(floor), cell);
            // Where nothing is, walking may still cost something.
            let walks = matches!(what, Ahead::Nothing) && !outside;
            if !walks && !could_act(project, state, floor, what, cell) {
                return None;
            }
            Move { script: decision.script.clone(), ..Move::step(floor, edge) }
        }
        On::Item(item, cell, looks) => {
            if state.item(item) <= 0 || !reach.has_cell(decision.floor, cell) {
                return None;
            }
            Move { floor: decision.floor, cell, act: Act::Use(item, looks), script: decision.script.clone() }
        }
    };
    let mut after = state.clone();
    after.lowest = i64::MAX;
    let made = matches!(moves::make(project, &mut after, &mv), Ok(true));
    (made && (moves::does(state, &after, &mv) || !reach.has_hero(project, &after))).then_some((mv, after))
}

impl Polished {
    /// Whether it is better than another one.
    pub(super) fn is_better(&self, other: &Polished) -> bool {
        if self.debt.is_none() || other.debt.is_none() {
            self.worth > other.worth
        } else {
            self.debt.is_less(&other.debt)
        }
    }

    /// What came of it with more changes on a sketch of the tower.
    pub(super) fn sketched(
        self,
        expander: &mut Expander<'_>,
        start: &State,
        (effort, seed): (Effort, u64),
        stopped: &(dyn Fn() -> bool + Sync),
    ) -> Polished {
        let Some(mut sketch) = Sketch::new(expander, start, &self.moves, seed, stopped) else { return self };
        if effort.does_all && sketch.do_all().is_none() {
            return self;
        }
        sketch.improve(effort.changes);
        let (moves, debt) = (sketch.moves(), sketch.debt());
        let worth = won(&debt, sketch.worth());
        let found = Polished { judge: self.judge, moves, worth, debt };
        if effort.does_all || found.is_better(&self) { found } else { self }
    }
}

/// What a move is made on.
pub(super) fn decision(project: &Project, mv: &Move) -> Option<Decision> {
    let on = match mv.act {
        Act::Step(direction) => {
            let floor = &project.floors[usize::from(mv.floor)];
            On::Cell(floor.beside(floor.at(mv.cell), direction)?, direction)
        }
        Act::Use(item, looks) => On::Item(item, mv.cell, looks),
    };
    Some(Decision { floor: mv.floor, on, script: mv.script.clone() })
}
