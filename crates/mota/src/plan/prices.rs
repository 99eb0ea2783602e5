//! What each door, fight and purchase of a plan is worth: the tower solved once more without it.

use super::exact::{self, Verdict};
use super::moves::{self, Act, Move};
use super::search::{Limits, Outcome, SMALL, go_on};
use super::{Plan, prepare::Prepared};
use crate::rules::model::{Project, Tile};
use crate::rules::state::{PRESENT, State};
use crate::rules::walk::{Ahead, ahead};
use meihua_contracts::helpers::side_by_side;
use std::fmt;

/// What a decision of a plan is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A door that takes keys.
    Door,
    /// A fight.
    Fight,
    /// An event that asks: a shop, a trader.
    Purchase,
}

impl Kind {
    /// Its name in answers.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Door => "door",
            Kind::Fight => "fight",
            Kind::Purchase => "purchase",
        }
    }
}

/// The end of the best plan that was found without something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Without {
    /// It wins with this number of hp.
    Hp(i64),
    /// None wins.
    Lost,
    /// An event puts there again what was taken out, so that nothing is known.
    Unknown,
}

/// What a decision of a plan is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Price {
    /// What it is.
    pub kind: Kind,
    /// Where it is, and its name there.
    pub target: Target,
    /// The hp at the end of the plan.
    pub with: i64,
    /// The end without it.
    pub without: Without,
    /// Whether both ends are proven. Without that, more hp may be possible without it: the price is an upper bound.
    pub is_exact: bool,
}

impl Price {
    /// The final hp that it is worth; none where no plan wins without it, or nothing is known.
    pub fn hp(&self) -> Option<i64> {
        match self.without {
            Without::Hp(hp) => Some(self.with - hp),
            Without::Lost | Without::Unknown => None,
        }
    }
}

impl fmt::Display for Price {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {}: ", self.kind.name(), self.target)?;
        match (self.without, self.is_exact) {
            (Without::Hp(hp), true) => write!(formatter, "{} hp", self.with - hp),
            (Without::Hp(hp), false) => write!(formatter, "at most {} hp", self.with - hp),
            (Without::Lost, true) => write!(formatter, "needed"),
            (Without::Lost, false) => write!(formatter, "no plan was found without it"),
            (Without::Unknown, _) => write!(formatter, "unknown, an event puts it there again"),
        }
    }
}

/// What a move acts on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The number of the floor.
    pub floor: u16,
    /// The cell.
    pub cell: u16,
    /// The id of the floor.
    pub id: String,
    /// Column and row.
    pub at: (u8, u8),
    /// The name of what is there.
    pub name: String,
}

impl fmt::Display for Target {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {},{} {}", self.id, self.at.0, self.at.1, self.name)
    }
}

impl Target {
    /// What stands on a cell in a state.
    pub(super) fn of(project: &Project, state: &State, floor: u16, cell: u16) -> Target {
        let kind = &project.floors[usize::from(floor)];
        let name = crate::play::walkthrough::name_on(project, state, floor, cell);
        Target { floor, cell, id: kind.id.clone(), at: kind.at(cell), name }
    }
}

/// The floor and the cell that a step walks into; none where a tool is used.
pub(super) fn cell_of(project: &Project, mv: &Move) -> Option<(u16, u16)> {
    let Act::Step(direction) = mv.act else { return None };
    let kind = &project.floors[usize::from(mv.floor)];
    Some((mv.floor, kind.beside(kind.at(mv.cell), direction)?))
}

/// The doors, fights and purchases of a plan, in its order, each once.
fn decisions(project: &Project, start: &State, plan: &Plan) -> Vec<(Kind, Target)> {
    let mut state = start.clone();
    let mut found: Vec<(Kind, Target)> = Vec::new();
    for mv in &plan.moves {
        if let Some((floor, cell)) = cell_of(project, mv) {
            let kind = match ahead(project, &state, usize::from(floor), cell).0 {
                Ahead::Battle(_) => Some(Kind::Fight),
                Ahead::Door(keys) if !keys.is_empty() => Some(Kind::Door),
                Ahead::Event(_) if !mv.script.is_empty() => Some(Kind::Purchase),
                _ => None,
            };
            let is_known = found.iter().any(|(_, target)| (target.floor, target.cell) == (floor, cell));
            if let Some(kind) = kind.filter(|_| !is_known) {
                found.push((kind, Target::of(project, &state, floor, cell)));
            }
        }
        if !matches!(moves::make(project, &mut state, mv), Ok(true)) {
            break;
        }
    }
    found
}

/// A number that maps.js hardly has: the tile of a tileset, which is a wall that no tool breaks.
const WALL: Tile = Tile::MAX;

/// The tower with a wall in the place of what stands on a cell.
fn without(project: &Project, start: &State, target: &Target) -> (Project, State) {
    let (mut project, mut start) = (project.clone(), start.unshared());
    let kind = &mut project.floors[usize::from(target.floor)];
    kind.map[usize::from(target.cell)] = WALL;
    kind.events[usize::from(target.cell)] = None;
    kind.stairs.remove(&target.cell);
    start.set_cell(usize::from(target.floor), target.cell, WALL, PRESENT);
    (project, start)
}

/// What each door, fight and purchase is worth in the plan that a search found; nothing without one. Where the search looked at every
/// state, so is done without each of them. Elsewhere the plan is made better without it, with `lists` lists for all of them.
pub fn prices(
    project: &Project,
    start: &State,
    found: &Outcome,
    lists: u64,
    threads: usize,
    stopped: &(dyn Fn() -> bool + Sync),
) -> Vec<Price> {
    let Some(plan) = &found.plan else { return Vec::new() };
    let all = decisions(project, start, plan);
    let lists = lists / all.len().max(1) as u64;
    let prepared = (!found.complete).then(|| Prepared::of(project, start, stopped));
    let threads = threads.clamp(1, all.len().max(1));
    let price = |(number, (kind, target)): (usize, (Kind, Target))| {
        let (walled, walled_start) = without(project, start, &target);
        let exact = found.complete.then(|| exact::solve(&walled, &walled_start, SMALL, stopped).verdict);
        let repair = |prepared: &Prepared| repaired(project, prepared, (plan, &target), lists, stopped);
        let (other, is_complete) = match exact {
            Some(Verdict::Best(plan)) => (Some(*plan), true),
            Some(Verdict::Lost) => (None, true),
            Some(Verdict::Unknown) => (None, false),
            None => (prepared.as_ref().and_then(repair), false),
        };
        let is_exact = found.proven && is_complete;
        let without = match other {
            Some(plan) if plan.moves.iter().any(|mv| cell_of(project, mv) == Some((target.floor, target.cell))) => {
                Without::Unknown
            }
            Some(plan) => Without::Hp(plan.end.stats[0]),
            None => Without::Lost,
        };
        (number, Price { kind, target, with: plan.end.stats[0], without, is_exact })
    };
    let mut parts: Vec<Vec<_>> = (0..threads).map(|_| Vec::new()).collect();
    for numbered in all.into_iter().enumerate() {
        parts[numbered.0 % threads].push(numbered);
    }
    let price = &price;
    let work = parts
        .into_iter()
        .map(|part| move || part.into_iter().map_while(|one| (!stopped()).then(|| price(one))).collect::<Vec<_>>());
    let mut found: Vec<(usize, Price)> = side_by_side(work).into_iter().flatten().collect();
    found.sort_by_key(|(number, _)| *number);
    found.into_iter().map(|(_, price)| price).collect()
}

/// The best plan found from one of whose parts one is forbidden, within a number of lists; `None` if none wins.
fn repaired(
    project: &Project,
    prepared: &Prepared,
    (plan, target): (&Plan, &Target),
    lists: u64,
    stopped: &(dyn Fn() -> bool + Sync),
) -> Option<Plan> {
    let without = prepared.clone().without((target.floor, target.cell));
    let list = without.list(project, &plan.moves);
    let limits = Limits { lists, ..Limits::of(None, false, 0, 1) };
    go_on(project, &without, list, &limits, stopped).plan
}
