//! From the moves of a plan to every key of the game: steps, flights, tools, answers.

use super::moves::{Act, Move};
use super::reach::{Reach, Via};
use super::region::{Cache, Edge, FEW_FLOORS, Regions, steps};
use crate::play::route::Key;
use crate::rules::keystroke::{OVER, press};
use crate::rules::model::Project;
use crate::rules::run::Halt;
use crate::rules::state::{Ending, State};
use crate::rules::walk::{Stepped, begin, is_passed, passes, step};
use std::collections::BTreeSet;
use thiserror::Error;

/// Why the moves of a plan do not lead to its end.
#[derive(Debug, Error)]
pub enum WalkError {
    /// The hero does not get to where a move is made.
    #[error("move {0}: no way to floor {1}, cell {2}")]
    NoWay(usize, u16, u16),
    /// A step does not do what it should.
    #[error("move {0}: a step on the way is blocked")]
    Blocked(usize),
    /// An event did not run to its end.
    #[error("move {0}: {1}")]
    Halted(usize, Halt),
}

/// The keys of a plan from the start of the tower, and the state after each move. Plans fly to floors where the hero could have been:
/// where he does so, he is taken there before, at a time when he can come back.
///
/// # Errors
/// The moves do not follow from the rules.
pub fn keys(project: &Project, moves: &[Move]) -> Result<(Vec<Key>, Vec<State>), WalkError> {
    let start = begin(project, &[]).map_err(|halt| WalkError::Halted(0, halt))?;
    let first = if project.start.from.is_none() { project.start.answers.as_slice() } else { &[] };
    let (keys, states) = keys_from(project, &start, moves)?;
    Ok((first.iter().map(|&answer| Key::Choose(answer)).chain(keys).collect(), states))
}

/// [`keys`] of a plan that does not win, and then the way to a floor that can be reached at no cost; the state at the end.
///
/// # Errors
/// The moves do not follow from the rules.
pub fn keys_to(project: &Project, moves: &[Move], floor: usize) -> Result<(Vec<Key>, State), WalkError> {
    let (keys, states) = keys(project, moves)?;
    let start = || begin(project, &[]).map_err(|halt| WalkError::Halted(0, halt));
    Ok(go_on_to(project, (keys, states.into_iter().last().map_or_else(start, Ok)?), floor))
}

/// More keys, and the state after them: the way to a floor that can be reached at no cost.
pub(crate) fn go_on_to(project: &Project, (mut keys, mut state): (Vec<Key>, State), floor: usize) -> (Vec<Key>, State) {
    let wanted = BTreeSet::new();
    let mut walker = Walker::of(project, &state, &wanted);
    let reach = Reach::of(project, &state, &mut walker.cache);
    let found = reach.all.iter().position(|at| usize::from(at.floor) == floor);
    if let Some(found) = found.filter(|_| !state.has_visited(floor))
        && walker.follow(&reach, found).is_ok()
    {
        keys.append(&mut walker.keys);
        state = walker.state;
    }
    (keys, state)
}

/// [`keys`] from any state.
///
/// # Errors
/// The moves do not follow from the rules.
pub(crate) fn keys_from(project: &Project, start: &State, moves: &[Move]) -> Result<(Vec<Key>, Vec<State>), WalkError> {
    let mut wanted = BTreeSet::new();
    loop {
        let mut walker = Walker::of(project, start, &wanted);
        match walker.all(moves) {
            Ok(states) => return Ok((walker.keys, states)),
            Err(error @ WalkError::NoWay(..)) => {
                let missed = walker.passed.iter().filter(|&&floor| !walker.state.has_visited(floor.into()));
                let known = wanted.len();
                wanted.extend(missed.copied().collect::<Vec<_>>());
                if wanted.len() == known {
                    return Err(error);
                }
            }
            Err(error) => return Err(error),
        }
    }
}

struct Walker<'a> {
    project: &'a Project,
    state: State,
    cache: Cache,
    keys: Vec<Key>,
    /// Answers to automatic events that come with the next step.
    waiting: Vec<u8>,
    number: usize,
    /// Floors to be seen as soon as that costs nothing.
    wanted: &'a BTreeSet<u16>,
    /// Floors where the hero could go.
    passed: BTreeSet<u16>,
}

impl<'a> Walker<'a> {
    fn of(project: &'a Project, start: &State, wanted: &'a BTreeSet<u16>) -> Walker<'a> {
        let (state, cache) = (start.clone(), Cache::of(FEW_FLOORS));
        Walker {
            project,
            state,
            cache,
            keys: Vec::new(),
            waiting: Vec::new(),
            number: 0,
            wanted,
            passed: BTreeSet::new(),
        }
    }

    /// Makes all moves; the state after each of them.
    fn all(&mut self, moves: &[Move]) -> Result<Vec<State>, WalkError> {
        let mut states = Vec::with_capacity(moves.len());
        for (number, mv) in moves.iter().enumerate() {
            self.number = number;
            let mut reach = Reach::of(self.project, &self.state, &mut self.cache);
            if self.see(&reach)? {
                reach = Reach::of(self.project, &self.state, &mut self.cache);
            }
            self.passed.extend(reach.all.iter().map(|at| at.floor));
            self.go(&reach, mv)?;
            self.act(mv)?;
            states.push(self.state.clone());
        }
        Ok(states)
    }

    /// Whether a condition that is the goal holds already on the way.
    fn is_won(&self) -> bool {
        self.state.ending == Ending::Won
    }

    fn at(&self) -> (u16, u16) {
        let kind = &self.project.floors[usize::from(self.state.floor)];
        (self.state.floor, kind.cell(self.state.x.into(), self.state.y.into()).unwrap_or(0))
    }

    /// Goes to the floors that are wanted and from which he can come back; whether there was one.
    fn see(&mut self, reach: &Reach) -> Result<bool, WalkError> {
        let mut has_seen = false;
        for &floor in self.wanted {
            if self.state.has_visited(floor.into()) {
                continue;
            }
            let here = Reach::of(self.project, &self.state, &mut self.cache);
            let Some(found) = here.all.iter().position(|at| at.floor == floor) else { continue };
            let (before, made) = (self.state.clone(), self.keys.len());
            self.follow(&here, found)?;
            let there = Reach::of(self.project, &self.state, &mut self.cache);
            if reach.all.iter().all(|at| there.has_cell(at.floor, at.entry)) {
                has_seen = true;
            } else {
                self.state = before;
                self.keys.truncate(made);
            }
        }
        Ok(has_seen)
    }

    /// Goes to where a move is made.
    fn go(&mut self, reach: &Reach, mv: &Move) -> Result<(), WalkError> {
        if self.is_won() || self.at() == (mv.floor, mv.cell) {
            return Ok(());
        }
        let region = reach.floors[usize::from(mv.floor)].as_ref().map(|regions| regions.of[usize::from(mv.cell)]);
        let found = reach.all.iter().position(|at| at.floor == mv.floor && Some(at.region) == region);
        let found = found.ok_or(WalkError::NoWay(self.number, mv.floor, mv.cell))?;
        self.follow(reach, found)?;
        self.within(reach, found, mv.cell)
    }

    /// Goes to where the hero enters the region of a number.
    fn follow(&mut self, reach: &Reach, number: usize) -> Result<(), WalkError> {
        let mut at = number;
        let mut legs = Vec::new();
        loop {
            let via = reach.all[at].via;
            legs.push((at, via));
            match via {
                Via::Start(_) => break,
                Via::Stairs(from, ..) | Via::Flight(from) => at = usize::from(from),
            }
        }
        for (at, via) in legs.into_iter().rev() {
            match via {
                Via::Start(None) => {}
                Via::Start(Some(edge)) => self.walk(edge.direction)?,
                Via::Stairs(from, way, aside) => {
                    self.climb(reach, usize::from(from), way.edge)?;
                    aside.iter().try_for_each(|edge| self.walk(edge.direction))?;
                }
                Via::Flight(from) => {
                    let from = usize::from(from);
                    let here = reach.all[from];
                    let regions = reach.floors[usize::from(here.floor)].as_ref();
                    let spot = regions.and_then(|regions| regions.all[usize::from(here.region)].fly);
                    self.within(reach, from, spot.unwrap_or(here.entry))?;
                    self.press(Key::Fly(reach.all[at].floor), &[], true)?;
                }
            }
        }
        Ok(())
    }

    /// Walks to a cell within a region that was reached: around stairs if it can be.
    fn within(&mut self, reach: &Reach, region: usize, to: u16) -> Result<(), WalkError> {
        let way = self.way(reach, region, to, false).or_else(|| self.way(reach, region, to, true));
        let way = way.ok_or(WalkError::NoWay(self.number, reach.all[region].floor, to))?;
        way.into_iter().try_for_each(|direction| self.walk(direction))
    }

    /// Climbs the stairs at an edge of a region that was reached: by the shortest way, where he may also walk over them.
    fn climb(&mut self, reach: &Reach, region: usize, edge: Edge) -> Result<(), WalkError> {
        let way = self.way(reach, region, edge.to, false);
        if let Some((&last, before)) = way.as_ref().and_then(|way| way.split_last()) {
            before.iter().try_for_each(|&direction| self.walk(direction))?;
            return self.step(last, &[]);
        }
        self.within(reach, region, edge.from)?;
        self.step(edge.direction, &[])
    }

    /// The shortest way to a cell of a region that was reached, perhaps over other stairs; none where there is none.
    fn way(&self, reach: &Reach, region: usize, to: u16, over_stairs: bool) -> Option<Vec<u8>> {
        let at = reach.all[region];
        let (floor, from) = self.at();
        let regions = reach.floors[usize::from(at.floor)].as_ref().filter(|_| floor == at.floor)?;
        let is_stairs = |cell: u16| is_passed(self.project, &self.state, floor, cell);
        let allowed = |cell: u16| over_stairs || cell == to || !is_stairs(cell);
        (regions.of[usize::from(to)] == at.region).then(|| path(self.project, regions, floor, from, to, &allowed))?
    }

    /// A step on the way, over stairs where there are some.
    fn walk(&mut self, direction: u8) -> Result<(), WalkError> {
        let is_over = passes(self.project, &self.state, direction);
        self.step(direction, if is_over { &[OVER] } else { &[] })
    }

    fn step(&mut self, direction: u8, script: &[u8]) -> Result<(), WalkError> {
        if self.is_won() {
            return Ok(());
        }
        self.keys.push(Key::Step(direction));
        let script = self.script(script);
        let stepped = step(self.project, &mut self.state, direction, &script);
        self.answer(
            script,
            stepped.as_ref().map_or((usize::MAX, false), |(stepped, used)| (*used, *stepped == Stepped::Waiting)),
        );
        self.done(stepped.map(|(stepped, _)| stepped != Stepped::Blocked))
    }

    /// The answers to automatic events that wait, and those of the next key.
    fn script(&mut self, script: &[u8]) -> Vec<u8> {
        [&std::mem::take(&mut self.waiting), script].concat()
    }

    /// Writes the answers that a key has used. If something waits for the next step, the others answer what comes then; else nothing
    /// has asked for them, as [`make`](super::moves::make) has it.
    fn answer(&mut self, mut script: Vec<u8>, (used, waits): (usize, bool)) {
        let unused = script.split_off(used.min(script.len()));
        self.waiting = if waits { unused } else { Vec::new() };
        self.keys.extend(script.into_iter().map(Key::Choose));
    }

    /// What came of a key that may have won the tower.
    fn done(&self, done: Result<bool, Halt>) -> Result<(), WalkError> {
        match done {
            Ok(true) => Ok(()),
            Ok(false) => Err(WalkError::Blocked(self.number)),
            Err(Halt::Over) if self.state.ending == Ending::Won => Ok(()),
            Err(halt) => Err(WalkError::Halted(self.number, halt)),
        }
    }

    /// Presses a key; `waits` where automatic events come with the next step.
    fn press(&mut self, key: Key, script: &[u8], waits: bool) -> Result<(), WalkError> {
        self.keys.push(key);
        let script = self.script(script);
        let pressed = press(self.project, &mut self.state, key, &script);
        self.answer(script, pressed.as_ref().map_or((usize::MAX, false), |&(done, used)| (used, done && waits)));
        self.done(pressed.map(|(done, _)| done))
    }

    fn turn(&mut self, looks: Option<u8>) {
        if let Some(looks) = looks.filter(|&looks| looks != self.state.direction) {
            self.keys.push(Key::Turn(Some(looks)));
            self.state.direction = looks;
        }
    }

    fn act(&mut self, mv: &Move) -> Result<(), WalkError> {
        if self.is_won() {
            return Ok(());
        }
        match mv.act {
            Act::Step(direction) => self.step(direction, &mv.script),
            Act::Use(item, looks) => {
                self.turn(looks);
                self.press(Key::Use(item), &mv.script, true)
            }
            Act::Take(direction) => {
                self.turn(Some(direction));
                self.press(Key::Take, &mv.script, true)
            }
            Act::Fly(floor) => self.press(Key::Fly(floor), &mv.script, true),
            Act::TakeOff(slot) => self.press(Key::TakeOff(slot), &mv.script, false),
            Act::Shop(shop) => self.press(Key::Shop(shop), &mv.script, true),
        }
    }
}

/// The shortest way between two cells of a region, over cells that are `allowed`.
fn path(
    project: &Project,
    regions: &Regions,
    floor: u16,
    from: u16,
    to: u16,
    allowed: &dyn Fn(u16) -> bool,
) -> Option<Vec<u8>> {
    let region = regions.of[usize::from(to)];
    // The first cell may be none of the region: where an event has put the hero.
    let mut came: Vec<Option<(u16, u8)>> = vec![None; regions.of.len()];
    let mut queue = std::collections::VecDeque::from([from]);
    while let Some(cell) = queue.pop_front() {
        if cell == to {
            let mut path = Vec::new();
            let mut at = to;
            while at != from {
                let (before, direction) = came[usize::from(at)]?;
                path.push(direction);
                at = before;
            }
            path.reverse();
            return Some(path);
        }
        for edge in steps(project, floor, cell) {
            let next = usize::from(edge.to);
            if regions.of[next] == region && came[next].is_none() && edge.to != from && allowed(edge.to) {
                came[next] = Some((cell, edge.direction));
                queue.push_back(edge.to);
            }
        }
    }
    None
}
