//! The best plan with proof, by sets: what was done fixes everything but hp, so that of plans which did the same only the one with the most
//! hp goes on (label setting with dominance: Irnich and Desaulniers, 2005). What is free is taken at once, which is safe where no strength
//! is punished.

use super::exact::has_sides;
use super::graph::{Graph, HP, IMPOSSIBLE};
use super::probed::Decision;
use super::region::COMES_BACK;
use super::situation::{Executor, Situation};
use super::uses::removable;
use crate::rules::action::{Action, Arrival};
use crate::rules::equipment::worn;
use crate::rules::hazard;
use crate::rules::model::{Floor, Project};
use crate::rules::state::{STATS, State};
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;

/// Specials that cost a stronger hero more, poison, after which each step costs something, and monsters that come back.
const HARMFUL: [u32; 6] = [7, 8, 10, 11, 12, COMES_BACK];

/// A plan as the last step of it.
#[derive(Clone, Copy)]
struct Step {
    before: u32,
    operator: u32,
}

/// No step before.
const FIRST: u32 = u32::MAX;

/// The operators of the best plan and the hp at its end, if they can be proven within this memory (MB); `None` otherwise,
/// and if no plan wins.
pub(super) fn prove(
    project: &Project,
    base: &State,
    graph: &Graph,
    megabytes: usize,
    stopped: &(dyn Fn() -> bool + Sync),
) -> Option<(Vec<u32>, i64)> {
    if !is_exact(project, graph, base) {
        return None;
    }
    let mut executor = Executor::new(project, base, graph);
    let mut opening = Vec::new();
    let mut layer = vec![(executor.start(&mut opening), FIRST)];
    let mut steps: Vec<Step> = Vec::new();
    let mut known: FxHashMap<u64, i64> = FxHashMap::default();
    let mut best: Option<(i64, u32)> = None;
    let mut done = Vec::new();
    let most = (megabytes << 20) / 2;
    let size = std::mem::size_of::<Situation>() + graph.nodes.len() * 2 + graph.operators.len() / 4;
    while !layer.is_empty() {
        let mut next: FxHashMap<u64, usize> = FxHashMap::default();
        let mut children: Vec<(Situation, u32)> = Vec::new();
        for (situation, step) in &layer {
            let used = (layer.len() + children.len()) * size + known.len() * 32 + steps.len() * 8;
            if used > most || stopped() {
                return None;
            }
            let available: Vec<u32> = situation.available.iter().collect();
            for operator in available {
                if !executor.can(situation, operator) {
                    continue;
                }
                let mut child = situation.clone();
                child.news.clear();
                done.clear();
                executor.act(&mut child, operator, &mut done);
                let hp = child.numbers[HP];
                if !child.has_won {
                    let key = child.key();
                    match known.entry(key) {
                        Entry::Occupied(entry) if *entry.get() >= hp => continue,
                        Entry::Occupied(mut entry) => _ = entry.insert(hp),
                        Entry::Vacant(entry) => _ = entry.insert(hp),
                    }
                    steps.push(Step { before: *step, operator });
                    let child = (child, steps.len() as u32 - 1);
                    match next.entry(key) {
                        Entry::Occupied(entry) => children[*entry.get()] = child,
                        Entry::Vacant(entry) => {
                            entry.insert(children.len());
                            children.push(child);
                        }
                    }
                } else if best.is_none_or(|(most, _)| hp > most) {
                    steps.push(Step { before: *step, operator });
                    best = Some((hp, steps.len() as u32 - 1));
                }
            }
        }
        layer = children;
    }
    let (hp, last) = best?;
    let mut chosen = Vec::new();
    let mut at = last;
    while at != FIRST {
        let step = steps[at as usize];
        chosen.push(step.operator);
        at = step.before;
    }
    let mut situation = executor.start(&mut Vec::new());
    let mut all = opening;
    chosen.iter().rev().for_each(|&operator| executor.act(&mut situation, operator, &mut all));
    Some((all, hp))
}

/// Whether what is best on a graph is best in the tower: nothing comes by itself, walking costs nothing, and no decision stands for
/// several.
fn is_exact(project: &Project, graph: &Graph, base: &State) -> bool {
    let is_quiet = |floor: &Floor| floor.auto.is_empty() && floor.first.is_empty() && floor.each.is_empty();
    let is_safe = |floor| !hazard::any_on_floor(project, base, floor);
    if project.tables.reads_hp
        || has_sides(project)
        || !project.floors.iter().all(is_quiet)
        || !(0..project.floors.len()).all(is_safe)
    {
        return false;
    }
    let is_punished = graph.foes.iter().any(|foe| {
        let enemy = &base.enemies[foe.enemy as usize];
        HARMFUL.iter().any(|&special| enemy.has(special)) || !enemy.own.is_empty()
    });
    let is_plain = graph.operators.iter().all(|operator| {
        let is_free = |&effect: &u32| effect != IMPOSSIBLE && graph.effects[effect as usize].is_harmless;
        let is_tool = matches!(operator.decisions.first(), Some(Decision::Use(_)));
        !is_tool
            && operator.decisions.len() == 1
            && operator.opaque.is_none()
            && (operator.context.is_none() || !operator.effects.iter().any(is_free))
    });
    // The graph has neither flights nor shops from afar: all that they lead to must be had without them.
    let has_fly = base.item(project.known.fly) > 0 || graph.numbers.contains(&(STATS + project.known.fly as usize));
    let is_far = !project.shops.is_empty() && project.floors.iter().any(|floor| floor.quick_shops);
    if is_far || has_fly && !are_flights_walks(project, graph, base) {
        return false;
    }
    // Nor does the graph use tools wherever the hero may stand, or what lasts.
    let lies = |item: u32| {
        let numbers = base.floors.iter().flat_map(|floor| &floor.numbers);
        numbers.filter_map(|&number| project.block(number)).any(|block| block.item == Some(item))
    };
    let has = |item: u32| base.item(item) > 0 || graph.numbers.contains(&(STATS + item as usize)) || lies(item);
    if (0..).zip(&project.items).any(|(item, kind)| (kind.is_local || kind.is_switch()) && has(item)) {
        return false;
    }
    // Nor does it take off what the hero wears from the start.
    let removable = removable(project);
    if project.slots.worn.iter().any(|&slot| worn(base, slot).is_some_and(|item| removable.contains(&item))) {
        return false;
    }
    graph.is_faithful && graph.remarks.is_empty() && graph.guards.is_empty() && !is_punished && is_plain
}

/// Whether flights lead only to where the hero has walked: from the lowest floor on, stairs lead to the floor above and the one below, and
/// end where flights do.
fn are_flights_walks(project: &Project, graph: &Graph, base: &State) -> bool {
    let count = project.floors.len();
    let is_next = |here: usize, stairs: &Action| match stairs {
        Action::ChangeFloor(to, arrival, _) => to.number(here as u16, count).is_some_and(|to| match arrival {
            Arrival::Down => usize::from(to) == here + 1,
            Arrival::Up => usize::from(to) + 1 == here,
            Arrival::Cell(_) | Arrival::Block(_) | Arrival::Same => false,
        }),
        _ => false,
    };
    let lowest = &project.floors[0];
    let begins = base.floor == 0
        && match lowest.down.and_then(|(x, y)| lowest.cell(x.into(), y.into())).filter(|_| lowest.fly_to) {
            Some(cell) => graph.node_of.get(&(0, cell)).is_some_and(|node| graph.start.contains(node)),
            None => true,
        };
    let is_plain = |(here, floor): (usize, &Floor)| {
        let ends = floor.fly_point.is_none() && !floor.underground;
        (ends || !floor.fly_to) && floor.stairs.values().all(|stairs| is_next(here, stairs))
    };
    begins && project.floors.iter().enumerate().all(is_plain)
}
