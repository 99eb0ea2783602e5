//! A beam over whole towers: layer by layer of decisions, the most promising states of each layer go on.

use super::super::expression::Expression;
use super::super::fight;
use super::super::model::Project;
use super::super::state::{Ending, State};
use super::super::walk::{Ahead, ahead, could_act};
use super::moves::{self, Move};
use super::reach::Reach;
use super::region::Cache;
use super::uses;
use super::value::{Judge, Weights};
use crate::random::mix;
use rustc_hash::FxHashMap;

/// How wide and how long is searched.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// States that go on from each layer.
    pub width: usize,
    /// Layers at most.
    pub layers: usize,
    /// No more than one in so many of these states has the same keys and the same highest floor.
    pub kinds: usize,
}

/// A state of the beam.
pub struct Node {
    /// The node that it came from; none for the first.
    pub parent: u32,
    /// The moves from there.
    pub moves: Vec<Move>,
}

/// A state that goes on.
#[derive(Clone)]
pub struct Candidate {
    /// The state.
    pub state: State,
    /// Its node.
    pub node: u32,
    /// What it promises.
    pub worth: f64,
}

/// How far a search is.
#[derive(Clone, Debug)]
pub struct Progress {
    /// Layers so far.
    pub layer: usize,
    /// The best state of the last one.
    pub best: State,
    /// What it promises.
    pub worth: f64,
    /// The highest floor that any state of it has reached.
    pub top: usize,
    /// How many states were made.
    pub states: u64,
}

/// A plan that wins.
#[derive(Clone)]
pub struct Plan {
    /// Its moves.
    pub moves: Vec<Move>,
    /// The state at the end.
    pub end: State,
}

/// A search.
pub struct Beam<'a> {
    project: &'a Project,
    judge: Judge<'a>,
    cache: Cache,
    limits: Limits,
    nodes: Vec<Node>,
    states: u64,
    /// States that have gone on from some layer, and the most hp with which one did.
    seen: FxHashMap<u64, i64>,
    /// Whether there are monsters against which more hp, attack or defence can be worse.
    harmful: bool,
    /// Cells that conditions of events ask about: what stands there is left alone unless a decision says otherwise.
    watched: Vec<(u16, u16)>,
}

/// No node.
const ROOT: u32 = u32::MAX;

impl<'a> Beam<'a> {
    /// A search from the start of a tower.
    pub fn new(project: &'a Project, limits: Limits, weights: Weights) -> Self {
        let judge = Judge::new(project, weights);
        Beam {
            project,
            judge,
            cache: Cache::default(),
            limits,
            nodes: Vec::new(),
            states: 0,
            seen: FxHashMap::default(),
            harmful: harmful(project),
            watched: watched(project),
        }
    }

    /// Searches from a state; the best plan that wins. `stopped` is asked before every state, `report` hears of every layer.
    pub fn search(
        &mut self,
        start: State,
        stopped: &dyn Fn() -> bool,
        report: &mut dyn FnMut(&Progress),
    ) -> Option<Plan> {
        let mut start = start;
        let mut moves = Vec::new();
        self.take_free(&mut start, &mut moves);
        self.nodes.push(Node { parent: ROOT, moves });
        let worth = self.judge.worth(&start);
        let mut layer = vec![Candidate { state: start, node: 0, worth }];
        let mut best: Option<(u32, State)> = None;
        for number in 1..=self.limits.layers {
            let mut next: Vec<(u64, Candidate, Vec<Move>)> = Vec::new();
            for candidate in layer.iter().take_while(|_| !stopped()) {
                self.expand(candidate, &mut next);
            }
            layer = self.keep(next, &mut best);
            let Some(first) = layer.first() else { break };
            let top = layer.iter().map(|candidate| top(&candidate.state)).max().unwrap_or(0);
            let progress =
                Progress { layer: number, best: first.state.clone(), worth: first.worth, top, states: self.states };
            report(&progress);
            if stopped() {
                break;
            }
        }
        best.map(|(node, end)| Plan { moves: self.line(node), end })
    }

    /// The moves to a node.
    fn line(&self, node: u32) -> Vec<Move> {
        let mut lists = Vec::new();
        let mut at = node;
        while let Some(node) = self.nodes.get(at as usize) {
            lists.push(&node.moves);
            at = node.parent;
        }
        lists.into_iter().rev().flatten().cloned().collect()
    }

    /// The best states of a layer, each once; the best that has won apart.
    fn keep(&mut self, mut next: Vec<(u64, Candidate, Vec<Move>)>, best: &mut Option<(u32, State)>) -> Vec<Candidate> {
        next.sort_by(|a, b| b.1.worth.total_cmp(&a.1.worth).then(a.0.cmp(&b.0)));
        let mut kept = Vec::new();
        let mut alike: FxHashMap<([i64; 3], usize), usize> = FxHashMap::default();
        let most_alike = self.limits.width.div_ceil(self.limits.kinds);
        for (key, mut candidate, moves) in next {
            let has_won = candidate.state.ending == Ending::Won;
            if !has_won {
                let hp = candidate.state.stats[0];
                let is_known = self.seen.get(&key).is_some_and(|&known| known >= hp);
                if kept.len() >= self.limits.width || is_known {
                    continue;
                }
                let keys = self.judge.keys(&candidate.state).map(|count| count.min(5));
                let count = alike.entry((keys, top(&candidate.state))).or_default();
                if *count >= most_alike {
                    continue;
                }
                *count += 1;
                self.seen.insert(key, hp);
            }
            let node = self.nodes.len() as u32;
            let parent = candidate.node;
            self.nodes.push(Node { parent, moves });
            candidate.node = node;
            if has_won {
                if best.as_ref().is_none_or(|(_, end)| candidate.state.stats[0] > end.stats[0]) {
                    *best = Some((node, candidate.state));
                }
            } else {
                kept.push(candidate);
            }
        }
        kept
    }

    /// Every decision of a state.
    fn expand(&mut self, from: &Candidate, next: &mut Vec<(u64, Candidate, Vec<Move>)>) {
        let reach = Reach::of(self.project, &from.state, &mut self.cache);
        let mut found = Vec::new();
        for (floor, edge) in reach.edges() {
            let (what, outside) = ahead(self.project, &from.state, usize::from(floor), edge.to);
            if outside && !could_act(self.project, &from.state, floor, what, edge.to) {
                continue;
            }
            moves::all_ways(self.project, &from.state, &Move::step(floor, edge), &mut found);
        }
        for &edge in &reach.loose {
            moves::all_ways(self.project, &from.state, &Move::step(from.state.floor, edge), &mut found);
        }
        for mv in uses::uses(self.project, &from.state, &reach) {
            moves::all_ways(self.project, &from.state, &mv, &mut found);
        }
        let before = from.state.hash();
        for (mv, mut state) in found {
            if state.hash() == before && state.floor == mv.floor {
                continue;
            }
            self.states += 1;
            let mut line = vec![mv];
            let places = if state.ending == Ending::None { self.take_free(&mut state, &mut line) } else { 0 };
            let worth = self.judge.worth(&state);
            let key = key(&state, places);
            next.push((key, Candidate { state, node: from.node, worth }, line));
        }
    }

    /// Takes all that costs nothing and harms nothing: items, walls that open, monsters that cannot hurt. Returns a word that
    /// is equal where the same regions are reached.
    fn take_free(&mut self, state: &mut State, line: &mut Vec<Move>) -> u64 {
        let mut places = 0;
        for _ in 0..200 {
            let reach = Reach::of(self.project, state, &mut self.cache);
            for at in &reach.all {
                state.visit(usize::from(at.floor));
            }
            let words = reach.all.iter().map(|at| mix(u64::from(at.floor) << 16 | u64::from(at.region)));
            places = words.fold(0, u64::wrapping_add);
            let edges: Vec<_> = reach.edges().filter(|(floor, edge)| self.is_free(state, *floor, edge.to)).collect();
            let mut any = false;
            for (floor, edge) in edges {
                if !self.is_free(state, floor, edge.to) {
                    continue;
                }
                let mv = Move::step(floor, edge);
                let mut after = state.clone();
                if matches!(moves::make(self.project, &mut after, &mv), Ok(true)) && after.ending == Ending::None {
                    *state = after;
                    line.push(mv);
                    any = true;
                }
            }
            if !any {
                return places;
            }
        }
        places
    }

    /// Whether walking into a cell costs nothing and harms nothing.
    fn is_free(&self, state: &State, floor: u16, cell: u16) -> bool {
        let kind = &self.project.floors[usize::from(floor)];
        match ahead(self.project, state, usize::from(floor), cell).0 {
            Ahead::Item(item) => {
                let quiet = !kind.after_item.contains_key(&cell);
                let may_wait = self.harmful || self.judge.pending_reset(state).is_some();
                quiet && !(may_wait && self.judge.raises(item))
            }
            Ahead::Door(keys) => keys.is_empty() && !self.watched.contains(&(floor, cell)),
            Ahead::Melts => true,
            Ahead::Battle(enemy) => {
                if self.watched.contains(&(floor, cell)) || state.enemies[enemy as usize].specials != 0 {
                    return false;
                }
                let fight = fight::fight_on(self.project, state, floor, enemy, Some(cell));
                fight.is_some_and(|fight| fight.damage <= 0)
            }
            _ => false,
        }
    }
}

/// A word that is equal for states that differ in hp alone and between whose places the hero walks at no cost.
fn key(state: &State, places: u64) -> u64 {
    state.hash_with_hp(0) ^ places
}

/// The highest floor that a state has reached.
pub fn top(state: &State) -> usize {
    (0..state.floors.len()).rev().find(|&floor| state.has_visited(floor)).unwrap_or(0)
}

/// Whether a floor has a monster that breaks armour, counters, mimics or drinks hp: it costs a stronger hero more.
fn harmful(project: &Project) -> bool {
    let numbers = project.floors.iter().flat_map(|floor| &floor.map);
    let mut kinds = numbers.filter_map(|&number| project.enemies.get(project.block(number)?.enemy? as usize));
    kinds.any(|enemy| [7, 8, 10, 11].into_iter().any(|special| enemy.has(special)))
}

/// Cells that conditions of a project's events ask about.
fn watched(project: &Project) -> Vec<(u16, u16)> {
    fn cells(expression: &Expression, found: &mut Vec<(i32, i32)>) {
        match expression {
            Expression::Block(_, cell) => {
                if let (Expression::Constant(x), Expression::Constant(y)) = (&cell.0, &cell.1) {
                    found.push((x.number() as i32, y.number() as i32));
                }
            }
            Expression::Not(inner) | Expression::Negative(inner) => cells(inner, found),
            Expression::Binary(_, sides) => {
                cells(&sides.0, found);
                cells(&sides.1, found);
            }
            _ => {}
        }
    }
    let mut watched = Vec::new();
    for (number, floor) in project.floors.iter().enumerate() {
        let mut found = Vec::new();
        for event in &floor.auto {
            cells(&event.condition, &mut found);
        }
        watched.extend(found.into_iter().filter_map(|(x, y)| Some((number as u16, floor.cell(x, y)?))));
    }
    watched
}
