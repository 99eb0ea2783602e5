//! Plans by the rules: a decision is made where the hero can go, and what lies on the way is taken first.

use super::Plan;
use super::graph::Graph;
use super::moves::{self, Move};
use super::probe::{Prober, Wealth};
use super::probed::{Decision, Place};
use super::reach::Reach;
use super::region::{Cache, Edge, FEW_FLOORS};
use crate::rules::model::Project;
use crate::rules::state::{Ending, State};
use crate::rules::walk::{Ahead, ahead};
use rustc_hash::FxHashMap;

/// A plan under way.
pub(super) struct Replay<'a> {
    project: &'a Project,
    pub(super) state: State,
    pub(super) moves: Vec<Move>,
    cache: Cache,
    reach: Reach,
    /// Whether the item of a cell is taken whenever that costs nothing.
    gifts: FxHashMap<(Place, u32), bool>,
}

impl<'a> Replay<'a> {
    /// From a state.
    pub(super) fn new(project: &'a Project, start: &State) -> Replay<'a> {
        let mut cache = Cache::of(FEW_FLOORS);
        let mut state = start.clone();
        let reach = Reach::of(project, &state, &mut cache);
        reach.visit(&mut state);
        Replay { project, state, moves: Vec::new(), cache, reach, gifts: FxHashMap::default() }
    }

    /// Whether the game is over.
    pub(super) fn is_over(&self) -> bool {
        self.state.ending != Ending::None
    }

    /// Takes the items within reach that do nothing but give something.
    pub(super) fn take_gifts(&mut self) {
        while !self.is_over() {
            let edges: Vec<(u16, Edge)> = self.reach.edges().collect();
            let mut any = false;
            for (floor, edge) in edges {
                if self.is_over() || !self.is_gift((floor, edge.to)) {
                    continue;
                }
                let mut after = self.state.clone();
                let mv = Move::step(floor, edge);
                if matches!(moves::make(self.project, &mut after, &mv), Ok(true)) {
                    self.state = after;
                    self.moves.push(mv);
                    any = true;
                }
            }
            if !any {
                return;
            }
            self.look();
        }
    }

    fn is_gift(&mut self, place: Place) -> bool {
        let Ahead::Item(item) = ahead(self.project, &self.state, usize::from(place.0), place.1).0 else { return false };
        if let Some(&known) = self.gifts.get(&(place, item)) {
            return known;
        }
        let mut there = self.state.clone();
        there.floor = place.0;
        let prober = Prober { project: self.project, base: there };
        let kind = &self.project.floors[usize::from(place.0)];
        let step = kind.neighbours(kind.at(place.1)).next();
        let is_gift = step.is_some_and(|(back, from)| {
            let mv = Move::step(place.0, Edge { from, direction: back ^ 1, to: place.1 });
            [Wealth::Rich, Wealth::Richer].iter().all(|&wealth| {
                let rich = prober.wealthy(wealth);
                let after = prober.after(&rich, std::slice::from_ref(&mv));
                after.is_some_and(|after| {
                    let difference = prober.difference(&rich, &after);
                    difference.is_plain(place) && difference.numbers.iter().all(|&(_, by)| by > 0)
                })
            })
        });
        self.gifts.insert((place, item), is_gift);
        is_gift
    }

    /// Looks where the hero can go now.
    fn look(&mut self) {
        self.reach = std::mem::take(&mut self.reach).again(self.project, &self.state, &mut self.cache);
        self.reach.visit(&mut self.state);
    }

    /// Makes a decision where the hero can; whether he could and it changed something. If stairs where an event awaits him lead there, he
    /// climbs them first.
    pub(super) fn act(&mut self, decision: &Decision) -> bool {
        if self.make(decision) {
            return true;
        }
        for (floor, edge) in self.reach.odd().to_vec() {
            let before = (self.state.clone(), self.moves.len());
            let climb = Move::step(floor, edge);
            if matches!(moves::make(self.project, &mut self.state, &climb), Ok(true)) && !self.is_over() {
                self.moves.push(climb);
                self.look();
                if self.make(decision) {
                    return true;
                }
            }
            self.state = before.0;
            self.moves.truncate(before.1);
            self.look();
        }
        false
    }

    fn make(&mut self, decision: &Decision) -> bool {
        let mv = match decision {
            Decision::Use(mv) if self.reach.has_cell(mv.floor, mv.cell) => mv.clone(),
            Decision::Use(_) => return false,
            Decision::Walk((floor, cell), script) => {
                let loose = self.reach.loose.iter().find(|edge| self.state.floor == *floor && edge.to == *cell);
                let Some(edge) = self.reach.edge_to(*floor, *cell, 0).or(loose.copied()) else { return false };
                Move { script: script.clone(), ..Move::step(*floor, edge) }
            }
        };
        let mut after = self.state.clone();
        let is_made = matches!(moves::make(self.project, &mut after, &mv), Ok(true));
        let kind = &self.project.floors[usize::from(after.floor)];
        let cell = kind.cell(after.x.into(), after.y.into());
        let is_elsewhere = || cell.is_some_and(|cell| !self.reach.has_cell(after.floor, cell));
        if !is_made || !(moves::does(&self.state, &after, &mv) || is_elsewhere()) {
            return false;
        }
        self.state = after;
        self.moves.push(mv);
        if !self.is_over() {
            self.look();
        }
        true
    }
}

/// A plan of the graph as the rules play it.
pub(super) struct Played {
    pub(super) moves: Vec<Move>,
    pub(super) end: State,
    /// Operators that the rules did not let happen in their turn.
    pub(super) refused: Vec<u32>,
    /// Those of them that did happen later, each behind the operator after which it could.
    pub(super) orders: Vec<(u32, u32)>,
    /// The first of those that never happened.
    pub(super) never: Option<u32>,
}

/// The moves of a route that do something, as a plan.
pub(super) fn of_route(project: &Project, start: &State, route: &[Move]) -> Plan {
    let mut plan = Plan { moves: Vec::new(), end: start.clone() };
    for mv in route {
        let mut after = plan.end.clone();
        if plan.end.ending != Ending::None || !matches!(moves::make(project, &mut after, mv), Ok(true)) {
            break;
        }
        if moves::does(&plan.end, &after, mv) {
            plan.moves.push(mv.clone());
        }
        plan.end = after;
    }
    plan
}

/// Plays operators by the rules, in their order; what cannot be done in its turn waits.
pub(super) fn play(project: &Project, start: &State, graph: &Graph, operators: &[u32]) -> Played {
    let mut replay = Replay::new(project, start);
    let (mut refused, mut waiting, mut orders) = (Vec::new(), Vec::new(), Vec::new());
    replay.take_gifts();
    for &operator in operators {
        if replay.is_over() {
            break;
        }
        if !replay.operate(graph, operator) {
            refused.push(operator);
            waiting.push(operator);
            continue;
        }
        // Each success may be what the first of those that wait needs.
        while let Some(place) = waiting.iter().position(|&other| !replay.is_over() && replay.operate(graph, other)) {
            orders.push((operator, waiting.remove(place)));
        }
    }
    Played { moves: replay.moves, end: replay.state, refused, orders, never: waiting.first().copied() }
}

impl Replay<'_> {
    /// Makes the decisions of an operator and takes what lies within reach then; whether the first could be made. Of the others some may be
    /// an item that was taken on the way.
    fn operate(&mut self, graph: &Graph, operator: u32) -> bool {
        for (number, decision) in graph.operators[operator as usize].decisions.iter().enumerate() {
            if self.is_over() || (!self.act(decision) && number == 0) {
                return number > 0;
            }
            self.take_gifts();
        }
        true
    }
}
