//! The best plan of a small tower, with proof: every decision of every state.
//!
//! Of states that differ in hp alone, only the one with the most goes on, unless what a monster drinks of them makes it stronger or an
//! event reads them. So what is found is the best among all plans whose ways from decision to decision cost nothing.

use super::moves::{self, Act, Move};
use super::reach::{Reach, Via};
use super::region::{COMES_BACK, Cache, Edge, FEW_FLOORS, steps};
use super::uses;
use super::{Plan, top};
use crate::rules::keystroke::OVER;
use crate::rules::model::{Enemy, Floor, Project, Tile};
use crate::rules::state::{Ending, State};
use crate::rules::walk::is_passed;
use meihua_contracts::random::mix;
use rustc_hash::FxHashMap;

/// What is known of a tower.
#[derive(Clone)]
pub enum Verdict {
    /// No plan is better.
    Best(Box<Plan>),
    /// No plan wins.
    Lost,
    /// Too many states, or a rule under which no proof of this kind holds.
    Unknown,
}

/// What came of looking at everything.
pub struct Exact {
    /// What is known.
    pub verdict: Verdict,
    /// Where nothing is proven, the best plan that was met. Without one that wins, the plan that comes farthest: to the highest floor,
    /// there with the most hp.
    pub farthest: Plan,
    /// How many states were made.
    pub states: u64,
    /// Whether a poisoned hero was met: only the search of all states knows what his steps cost.
    pub is_poisoned: bool,
}

/// A state that was met, and how.
struct Node {
    state: State,
    /// The node before, and the move from there; none at the start.
    came: Option<(u32, Move)>,
}

/// Looks at everything, up to a number of states.
pub fn solve(project: &Project, start: &State, most: usize, stopped: &dyn Fn() -> bool) -> Exact {
    let is_local = |&item: &u32| project.items[item as usize].is_local;
    let mut expander = Expander {
        project,
        cache: Cache::of_every_step(FEW_FLOORS),
        states: 0,
        has_sides: has_sides(project),
        minds_hp: project.tables.reads_hp || has_one(project, start, DRINKS, is_fed),
        is_sure: true,
        is_poisoned: false,
        local: (0..project.items.len() as u32).filter(is_local).collect(),
        removable: uses::removable(project),
    };
    let mut start = start.clone();
    expander.place(&mut start);
    let mut nodes = vec![Node { state: start, came: None }];
    let mut known: FxHashMap<u64, i64> = FxHashMap::default();
    let mut best: Option<usize> = None;
    let (mut next, mut is_open) = (0, false);
    while next < nodes.len() {
        is_open = nodes.len() > most || stopped();
        if is_open {
            break;
        }
        let from = nodes[next].state.clone();
        if from.ending == Ending::None {
            for (key, mv, state) in expander.children(&from) {
                let hp = state.stats[0];
                if state.ending == Ending::Lost || known.get(&key).is_some_and(|&known| known >= hp) {
                    continue;
                }
                known.insert(key, hp);
                if state.ending == Ending::Won && best.is_none_or(|best| nodes[best].state.stats[0] < hp) {
                    best = Some(nodes.len());
                }
                nodes.push(Node { state, came: Some((next as u32, mv)) });
            }
        }
        next += 1;
    }
    let verdict = match best {
        _ if is_open || !expander.is_sure => Verdict::Unknown,
        Some(best) => Verdict::Best(Box::new(plan_to(&nodes, best))),
        None => Verdict::Lost,
    };
    let open = (0..nodes.len()).filter(|&node| nodes[node].state.ending == Ending::None);
    // The first of several: the shortest.
    let farthest = open.rev().max_by_key(|&node| (top(&nodes[node].state), nodes[node].state.stats[0])).unwrap_or(0);
    let shown = best.filter(|_| matches!(verdict, Verdict::Unknown)).unwrap_or(farthest);
    Exact { verdict, farthest: plan_to(&nodes, shown), states: expander.states, is_poisoned: expander.is_poisoned }
}

/// The plan that leads to a node.
fn plan_to(nodes: &[Node], node: usize) -> Plan {
    let before = |(before, _): &(u32, Move)| nodes[*before as usize].came.as_ref();
    let steps = std::iter::successors(nodes[node].came.as_ref(), |came| before(came));
    let mut moves: Vec<Move> = steps.map(|(_, mv)| mv.clone()).collect();
    moves.reverse();
    Plan { moves, end: nodes[node].state.clone() }
}

/// Makes every move of a state.
struct Expander<'a> {
    project: &'a Project,
    cache: Cache,
    states: u64,
    has_sides: bool,
    /// Whether more hp can be worse.
    minds_hp: bool,
    /// Whether no move was left out.
    is_sure: bool,
    is_poisoned: bool,
    /// What is used at one place while others may be better.
    local: Vec<u32>,
    /// Equipment that it may help to take off.
    removable: Vec<u32>,
}

/// The special of monsters that drink a share of the hero's hp.
const DRINKS: u32 = 11;

/// Whether a monster is the stronger, the more hp the hero has: what it drinks heals it, or is more than he has.
fn is_fed(enemy: &Enemy) -> bool {
    enemy.numbers.heals || enemy.numbers.vampire > 1.0
}

/// Whether a monster with a special, for which more is true, stands somewhere or has fallen where it may come back.
fn has_one(project: &Project, state: &State, special: u32, is: impl Fn(&Enemy) -> bool) -> bool {
    let is_one = |&number: &Tile| {
        let enemy = project.block(number).and_then(|block| block.enemy).map(|enemy| &state.enemies[enemy as usize]);
        enemy.is_some_and(|enemy| enemy.has(special) && is(enemy))
    };
    state.specials >> special & 1 == 1 && state.floors.iter().any(|floor| floor.numbers.iter().any(is_one))
}

/// Whether it counts somewhere from which side the hero comes: he pushes boxes, slides on, or is asked for his place.
pub(super) fn has_sides(project: &Project) -> bool {
    let boxes = &project.known.boxes[..2];
    let is_sided =
        |floor: &Floor| !floor.ice.is_empty() || floor.map.iter().any(|&tile| tile != 0 && boxes.contains(&tile));
    project.tables.reads_place || project.floors.iter().any(is_sided)
}

/// The steps into a cell.
fn sides(project: &Project, floor: u16, to: u16) -> impl Iterator<Item = Edge> {
    steps(project, floor, to).map(move |edge| Edge { from: edge.to, direction: edge.direction ^ 1, to })
}

impl Expander<'_> {
    /// Moves of a state with what comes of it, each with a word that is equal where the same can be done but for hp. There may be others where
    /// more is asked than is tried, or a tool asks where the hero stands.
    fn children(&mut self, from: &State) -> Vec<(u64, Move, State)> {
        self.cache.minds_floors = has_one(self.project, from, COMES_BACK, |_| true);
        self.is_poisoned |= from.flag(self.project.known.poison).holds();
        let reach = Reach::of(self.project, from, &mut self.cache);
        let mut found = Vec::new();
        let mut are_all = !self.local.iter().any(|&item| from.item(item) > 0);
        for (floor, edge) in reach.edges() {
            // From any side that he reaches, where it counts from which he comes.
            let is_side = |side: &Edge| *side == edge || self.has_sides && reach.has_cell(floor, side.from);
            for side in sides(self.project, floor, edge.to).filter(is_side) {
                are_all &= moves::all_ways(self.project, from, &Move::step(floor, side), &mut found);
            }
        }
        for &edge in &reach.loose {
            are_all &= moves::all_ways(self.project, from, &Move::step(from.floor, edge), &mut found);
        }
        // Over stairs, where that is more than a walk within a region.
        let loose = reach.loose.iter().map(|&edge| (from.floor, edge));
        let is_over = |&(floor, edge): &(u16, Edge)| {
            is_passed(self.project, from, floor, edge.to) && !reach.has_cell(floor, edge.to)
        };
        for (floor, edge) in reach.edges().chain(reach.ways()).chain(loose).filter(is_over) {
            let over = Move { script: vec![OVER], ..Move::step(floor, edge) };
            are_all &= moves::all_ways(self.project, from, &over, &mut found);
        }
        let others = uses::shops(self.project, from, &reach).into_iter().chain(uses::takes(self.project, from, &reach));
        let others = others.chain(uses::undresses(self.project, from, &reach, &self.removable));
        let fly = |&(floor, cell, to): &(u16, u16, u16)| Move { floor, cell, act: Act::Fly(to), script: Vec::new() };
        let others = others.chain(reach.flights.iter().map(fly));
        for mv in uses::uses(self.project, from, &reach, self.has_sides).into_iter().chain(others) {
            are_all &= moves::all_ways(self.project, from, &mv, &mut found);
        }
        self.is_sure &= are_all;
        let child = |(mv, mut state): (Move, State)| {
            self.states += 1;
            reach.floors_to(mv.floor, mv.cell).for_each(|floor| state.visit(floor.into()));
            (self.place(&mut state), mv, state)
        };
        found.into_iter().map(child).collect()
    }

    /// A word that is equal for states that differ in hp alone and in a place between which the hero walks at no cost.
    fn place(&mut self, state: &mut State) -> u64 {
        self.cache.minds_floors = has_one(self.project, state, COMES_BACK, |_| true);
        // With less hp he might have been better off when it came.
        self.is_sure &= self.minds_hp || !has_one(self.project, state, DRINKS, is_fed);
        let reach = Reach::of(self.project, state, &mut self.cache);
        let places = reach.visit_safely(self.project, state);
        let stands = reach.all.first().is_some_and(|at| at.via == Via::Start(None));
        let place = u64::from(state.floor) << 16 | u64::from(state.x) << 8 | u64::from(state.y);
        let hash = if self.minds_hp { state.hash() } else { state.hash_with_hp(0) };
        let hash = if state.shops == 0 { hash } else { hash ^ mix(state.shops ^ mix(2)) };
        hash ^ if stands { places } else { places ^ mix(place ^ mix(1)) }
    }
}
