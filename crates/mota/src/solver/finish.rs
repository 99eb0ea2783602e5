//! The end of a plan by greed: the cheapest decision first, until the tower is won or nothing is left to do.

use super::super::fight;
use super::super::state::{Ending, State};
use super::super::walk::{Ahead, ahead, could_act};
use super::expand::{Expander, top};
use super::moves::{self, Act, Move};
use super::reach::Reach;
use meihua_contracts::random::SplitMix64;
use rustc_hash::FxHashSet;

/// Maximum number of decisions.
pub(super) const MAX_DECISIONS: usize = 5_000;

/// What using a tool costs here, in hp: doors and monsters come first.
const TOOL: f64 = 1_000.0;

/// What a key costs more that is owed, in hp: it comes after all else.
const OWED: f64 = 1e6;

/// Maximum random factor on the cost of a decision.
const LUCK: f64 = 4.0;

/// How decisions are chosen.
#[derive(Default)]
pub(super) struct Greed {
    /// Whether doors are opened, at last, whose keys the hero would owe.
    pub(crate) may_owe: bool,
    /// What costs about as much comes in any order.
    pub luck: Option<SplitMix64>,
    /// Only what can be done on this floor is done, but for what there is hardly a way back from.
    pub floor: Option<u16>,
    /// What there is hardly a way back from is not done at all.
    pub stays: bool,
}

/// The moves from a state, and the state at the end of them. What wins, and what there is hardly a way back from, comes last: until
/// then the hero does all that he can, and changes of the plan leave out what does not pay. Before them come doors whose keys he would
/// owe, if he may.
pub(super) fn finish(
    expander: &mut Expander<'_>,
    start: &State,
    mut greed: Greed,
    stopped: &dyn Fn() -> bool,
) -> (Vec<Move>, State) {
    let (mut state, mut line) = (start.clone(), Vec::new());
    expander.take_all(&mut state, &mut line);
    let mut seen = FxHashSet::default();
    for _ in 0..MAX_DECISIONS {
        if stopped() || state.ending != Ending::None {
            break;
        }
        seen.insert(state.hash_with_hp(0));
        let Some((moves, after)) = next(expander, &state, &mut greed, &seen) else { break };
        line.extend(moves);
        state = after;
    }
    (line, state)
}

/// The cheapest decision that leaves the hero most of his ways, or else the cheapest of all, with what is free after it.
fn next(
    expander: &mut Expander<'_>,
    state: &State,
    greed: &mut Greed,
    seen: &FxHashSet<u64>,
) -> Option<(Vec<Move>, State)> {
    let reach = expander.reach(state);
    let ways = reach.edges().count();
    let mut all = choices(expander, state, &reach);
    if let Some(floor) = greed.floor {
        all.retain(|(_, mv)| mv.floor == floor && matches!(mv.act, Act::Step(_)));
    }
    if let Some(luck) = &mut greed.luck {
        all.iter_mut().filter(|(cost, _)| *cost < OWED).for_each(|(cost, _)| *cost *= LUCK.powf(luck.bell()));
    }
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut last = None;
    for (cost, mv) in all {
        if cost >= OWED && !greed.may_owe && last.is_some() {
            break;
        }
        let Some((mv, mut after)) = best_way(expander, state, &mv, seen) else { continue };
        let mut moves = vec![mv];
        let mut left = 0;
        if after.ending == Ending::None {
            expander.take_all(&mut after, &mut moves);
            left = expander.reach(&after).edges().count();
        }
        if 2 * left >= ways {
            return Some((moves, after));
        }
        last = last.or(Some((moves, after)));
    }
    last.filter(|_| greed.floor.is_none() && !greed.stays)
}

/// What there is hardly a way back from: every decision that leaves the hero less than half of his ways and does not end the game.
pub(super) fn closing(expander: &mut Expander<'_>, state: &State, stopped: &dyn Fn() -> bool) -> Vec<Move> {
    let reach = expander.reach(state);
    let ways = reach.edges().count();
    let mut found = Vec::new();
    for (_, mv) in choices(expander, state, &reach) {
        if stopped() {
            break;
        }
        let Some((mv, mut after)) = best_way(expander, state, &mv, &FxHashSet::default()) else { continue };
        let mut moves = vec![mv];
        if after.ending == Ending::None {
            expander.take_all(&mut after, &mut moves);
            if 2 * expander.reach(&after).edges().count() < ways {
                moves.truncate(1);
                found.extend(moves);
            }
        }
    }
    found
}

/// Every step and tool that does something, with what it costs, in hp.
pub(super) fn choices(expander: &Expander<'_>, state: &State, reach: &Reach) -> Vec<(f64, Move)> {
    let loose = reach.loose.iter().map(|&edge| (state.floor, edge));
    let steps = reach.edges().chain(loose).map(|(floor, edge)| (floor, edge.to, Move::step(floor, edge)));
    let priced = steps.filter_map(|(floor, cell, mv)| Some((cost(expander, state, floor, cell)?, mv)));
    priced.chain(tools(expander, state, reach)).collect()
}

fn tools(expander: &Expander<'_>, state: &State, reach: &Reach) -> Vec<(f64, Move)> {
    super::uses::uses(expander.project, state, reach).into_iter().map(|mv| (TOOL, mv)).collect()
}

/// What walking into a cell costs; none where that cannot be done.
fn cost(expander: &Expander<'_>, state: &State, floor: u16, cell: u16) -> Option<f64> {
    let (project, judge) = (expander.project, &expander.judge);
    let (what, outside) = ahead(project, state, usize::from(floor), cell);
    if outside && !could_act(project, state, floor, what, cell) {
        return None;
    }
    let key = |&(key, count): &(u32, i64)| {
        let owed = if state.item(key) >= count { 0.0 } else { OWED };
        owed + count as f64 * judge.price(key)
    };
    Some(match what {
        Ahead::Battle(enemy) => fight::fight_on(project, state, floor, enemy, Some(cell))?.damage as f64 + 1.0,
        Ahead::Door(keys) => keys.iter().map(key).sum(),
        _ => 0.0,
    })
}

/// The way to make a move after which the hero is best off, of those that lead to something new.
fn best_way(expander: &mut Expander<'_>, state: &State, mv: &Move, seen: &FxHashSet<u64>) -> Option<(Move, State)> {
    let mut found = Vec::new();
    moves::all_ways(expander.project, state, mv, &mut found);
    found.retain(|(_, after)| after.ending != Ending::Lost && !seen.contains(&after.hash_with_hp(0)));
    let judged = found.into_iter().map(|(mv, after)| (expander.judge.worth(&after, top(&after), 0), mv, after));
    judged.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, mv, after)| (mv, after))
}
