//! What keeps the hero from floors that he has not seen: doors, monsters and blocks on the way to the stairs that lead there, and
//! events on floors that he has seen which are not understood.

use crate::rules::action::Action;
use crate::rules::model::Project;
use crate::rules::state::State;
use crate::rules::walk::{Ahead, ahead, could_act};
use meihua_contracts::sentence;
use meihua_contracts::sentence::Sentence;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Maximum number of obstacles that are named.
const MAX_NAMED: usize = 4;

/// What a wall counts beside a door or a monster: a way leads through one only where there is no other.
const WALL: u32 = 1000;

/// Names what is in the way of a state in which nothing more can be done, each with its floor and cell; nothing where no stairs lead
/// to a floor that the hero has not seen, and all events are understood.
pub(crate) fn in_the_way(project: &Project, state: &State) -> Vec<Sentence> {
    let mut named = Vec::new();
    for floor in (0..project.floors.len()).filter(|&floor| state.has_visited(floor)) {
        let ways = Ways::of(project, state, floor);
        for (&cell, stairs) in &project.floors[floor].stairs {
            let Action::ChangeFloor(to, ..) = stairs else { continue };
            let to = to.number(floor as u16, project.floors.len());
            if to.is_some_and(|to| !state.has_visited(usize::from(to))) {
                named.extend(ways.first_obstacle(cell).map(|at| ways.name(at)));
            }
        }
        // Whoever takes what lies around loses before he gets anywhere.
        if named.is_empty() {
            let cells = 0..project.floors[floor].map.len() as u16;
            named.extend(cells.filter(|&cell| ways.loses(cell)).map(|cell| ways.name(cell)));
        }
    }
    for &number in &project.doubts {
        let issue = project.report.issues.get(number);
        let issue = issue.filter(|issue| {
            let floor = project.floor_numbers.get(&issue.floor);
            floor.is_some_and(|&floor| state.has_visited(floor))
        });
        named.extend(issue.map(|issue| {
            let place = format!("{} {}", issue.floor, issue.place);
            sentence!("{}, which is left out: {}", place, issue.what.clone())
        }));
    }
    named.sort_by_cached_key(ToString::to_string);
    named.dedup();
    named.truncate(MAX_NAMED);
    named
}

/// The ways over a floor that lead past the fewest obstacles.
struct Ways<'a> {
    project: &'a Project,
    state: &'a State,
    floor: usize,
    /// The cell before each on its way.
    before: Vec<Option<u16>>,
}

impl<'a> Ways<'a> {
    /// From where the hero is on a floor, or can arrive there.
    fn of(project: &'a Project, state: &'a State, floor: usize) -> Ways<'a> {
        let kind = &project.floors[floor];
        let mut ways = Ways { project, state, floor, before: vec![None; kind.map.len()] };
        let mut open = BinaryHeap::new();
        let mut best = vec![u32::MAX; kind.map.len()];
        for cell in ways.arrivals() {
            best[usize::from(cell)] = 0;
            open.push(Reverse((0, cell)));
        }
        while let Some(Reverse((cost, cell))) = open.pop() {
            if cost > best[usize::from(cell)] {
                continue;
            }
            for (_, next) in kind.neighbours(kind.at(cell)) {
                let cost = cost + ways.cost(next);
                if cost < best[usize::from(next)] {
                    best[usize::from(next)] = cost;
                    ways.before[usize::from(next)] = Some(cell);
                    open.push(Reverse((cost, next)));
                }
            }
        }
        ways
    }

    /// Where the hero stands, or where stairs from floors that he has seen lead.
    fn arrivals(&self) -> Vec<u16> {
        let kind = &self.project.floors[self.floor];
        if self.floor == usize::from(self.state.floor) {
            return kind.cell(self.state.x.into(), self.state.y.into()).into_iter().collect();
        }
        let is_known = |action: &Action| match action {
            Action::ChangeFloor(to, ..) => to
                .number(self.floor as u16, self.project.floors.len())
                .is_some_and(|to| self.state.has_visited(usize::from(to))),
            _ => false,
        };
        let points = [kind.up, kind.down, kind.fly_point].into_iter().flatten();
        let points = points.filter_map(|(x, y)| kind.cell(x.into(), y.into()));
        let stairs: Vec<u16> = kind.stairs.iter().filter(|(_, to)| is_known(to)).map(|(&cell, _)| cell).collect();
        if stairs.is_empty() { points.collect() } else { stairs }
    }

    /// What a cell counts on a way.
    fn cost(&self, cell: u16) -> u32 {
        match ahead(self.project, self.state, self.floor, cell) {
            _ if self.loses(cell) => 1,
            (Ahead::Nothing, true) => WALL,
            (what @ (Ahead::Door(_) | Ahead::Battle(_)), _) => {
                u32::from(!could_act(self.project, self.state, self.floor as u16, what, cell))
            }
            (Ahead::Event(_) | Ahead::Unknown(_), true) => 1,
            _ => 0,
        }
    }

    /// Whether what follows an item or a fight on a cell loses the game.
    fn loses(&self, cell: u16) -> bool {
        let kind = &self.project.floors[self.floor];
        let actions = match ahead(self.project, self.state, self.floor, cell).0 {
            Ahead::Item(_) => kind.after_item.get(&cell),
            Ahead::Battle(_) => kind.after_battle.get(&cell),
            _ => None,
        };
        actions.is_some_and(|actions| actions.iter().any(|action| matches!(action, Action::Lose(_))))
    }

    /// The first obstacle on the way to a cell.
    fn first_obstacle(&self, cell: u16) -> Option<u16> {
        let way = std::iter::successors(Some(cell), |&cell| self.before[usize::from(cell)]);
        way.filter(|&cell| self.cost(cell) > 0).last()
    }

    /// An obstacle in words.
    fn name(&self, cell: u16) -> Sentence {
        let kind = &self.project.floors[self.floor];
        let (x, y) = kind.at(cell);
        let id = self.state.block(self.project, self.floor as u16, cell);
        let id = id.map(|block| self.project.tables.texts.name(block.id)).filter(|id| !id.is_empty());
        let place = format!("{} {x},{y}", kind.id);
        let named =
            id.map_or_else(|| sentence!("{} wall", place.clone()), |id| Sentence::plain(format_args!("{place} {id}")));
        if self.loses(cell) { sentence!("{}, where the game is lost", named) } else { named }
    }
}
