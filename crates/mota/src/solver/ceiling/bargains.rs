//! What gold buys: all that can be bought, in every order, by the rules.

use super::events::Events;
use super::spread::Spread;
use super::{NoCeiling, Place};
use crate::action::{Action, Target};
use crate::expression::{Expression, Operator, Stat};
use crate::run::{Halt, Run};
use crate::state::State;
use rustc_hash::{FxHashMap, FxHashSet};

/// Maximum number of bargains to try.
const MAX_BARGAINS: usize = 50_000;

/// More answers than these are not given at one time.
const ANSWERS: usize = 4;

/// What is bought together: hp, attack, defence, magic defence.
pub(super) type Bought = [i64; 4];

/// All that so much gold buys on some cells, without what gives less of everything than something else.
///
/// # Errors
/// What is sold there depends on more than gold and what was bought, or there are too many bargains.
pub(super) fn bargains<'a>(
    events: &Events<'a>,
    spread: &Spread<'_, 'a>,
    shops: &FxHashSet<Place>,
    gold: i64,
) -> Result<Vec<Bought>, NoCeiling> {
    let mut found = vec![[0; 4]];
    let Some(&first) = shops.iter().min() else { return Ok(found) };
    if !is_alone(events, spread, shops) {
        return Err(NoCeiling::event(events.project, first, "what is sold there depends on what else happens"));
    }
    let mut state = events.start.clone();
    state.set_stat(Stat::Money, gold);
    let before = numbers(&state);
    let mut best: FxHashMap<u64, i64> = FxHashMap::default();
    let mut open = vec![state];
    let mut tried = 0;
    while let Some(state) = open.pop() {
        let now = numbers(&state);
        let bought = std::array::from_fn(|at| now[at] - before[at]);
        let is_less = |one: &Bought, other: &Bought| one.iter().zip(other).all(|(one, other)| one <= other);
        if !found.iter().any(|other| is_less(&bought, other)) {
            found.retain(|other| !is_less(other, &bought));
            found.push(bought);
        }
        for &shop in shops {
            for after in visits(events, &state, shop) {
                tried += 1;
                if tried > MAX_BARGAINS {
                    return Err(NoCeiling::event(events.project, shop, "more bargains than can be tried"));
                }
                let known = best.entry(after.hash_with_hp(0)).or_insert(i64::MIN);
                if after.stat(Stat::Hp) > *known {
                    *known = after.stat(Stat::Hp);
                    open.push(after);
                }
            }
        }
    }
    Ok(found)
}

fn numbers(state: &State) -> Bought {
    [Stat::Hp, Stat::Attack, Stat::Defence, Stat::Magic].map(|stat| state.stat(stat))
}

/// Every state after one visit to a cell in which something was bought.
fn visits(events: &Events<'_>, state: &State, (floor, cell): Place) -> Vec<State> {
    let kind = &events.project.floors[usize::from(floor)];
    let Some(event) = kind.events[usize::from(cell)].as_deref() else { return Vec::new() };
    let (x, y) = kind.at(cell);
    let mut open = vec![Vec::new()];
    let mut found = Vec::new();
    while let Some(script) = open.pop() {
        let mut after = State { floor, ..state.clone() };
        match Run::new(events.project, &mut after, &script).event(&event.actions, x, y) {
            Ok(()) if after.stats != state.stats => found.push(State { floor: state.floor, ..after }),
            Err(Halt::Choose(answers)) if script.len() < ANSWERS => {
                open.extend(answers.into_iter().map(|answer| [&script[..], &[answer]].concat()));
            }
            Ok(()) | Err(_) => {}
        }
    }
    found
}

/// Whether what is sold depends on nothing but gold, where more of it is never worse, and on flags that nothing else sets.
fn is_alone<'a>(events: &Events<'a>, spread: &Spread<'_, 'a>, shops: &FxHashSet<Place>) -> bool {
    let (mut read, mut set) = (FxHashSet::default(), FxHashSet::default());
    let mut is_plain = true;
    for &(list, place) in &spread.lists {
        if shops.contains(&place) {
            is_plain &= reads_all(events, list, &mut read, 0);
            continue;
        }
        for possible in events.of(list, place).iter() {
            if let Action::SetValue(Target::Flag(flag), ..) | Action::For(flag, ..) = possible.action {
                set.insert(*flag);
            }
        }
    }
    is_plain && read.is_disjoint(&set)
}

/// Notes the flags that a list reads; whether it reads nothing else but whether there is gold enough, and gives nothing where there is not.
fn reads_all(events: &Events<'_>, list: &[Action], flags: &mut FxHashSet<u32>, depth: u32) -> bool {
    const DEPTH: u32 = 10;
    depth < DEPTH
        && list.iter().all(|action| match action {
            Action::SetValue(Target::Status(_) | Target::Flag(_), _, value) => reads(value, flags),
            Action::If(condition, yes, no) => {
                let asks_gold = is_price(condition, flags);
                let may_be_either = asks_gold || reads(condition, flags);
                let no_gives = no.iter().any(|action| !matches!(action, Action::Unknown(_)));
                may_be_either
                    && !(asks_gold && no_gives)
                    && reads_all(events, yes, flags, depth + 1)
                    && reads_all(events, no, flags, depth + 1)
            }
            Action::While(condition, body, _) => reads(condition, flags) && reads_all(events, body, flags, depth + 1),
            Action::Choices(choices) => choices.iter().all(|choice| {
                let asked = choice.shown.iter().chain(&choice.need);
                let mut is_plain = true;
                asked.for_each(|condition| is_plain &= is_price(condition, flags) || reads(condition, flags));
                is_plain && reads_all(events, &choice.actions, flags, depth + 1)
            }),
            Action::Insert(event, given) => {
                let list = events.project.common.get(*event);
                given.iter().all(|value| reads(value, flags))
                    && list.is_none_or(|list| reads_all(events, list, flags, depth + 1))
            }
            Action::Break(_) | Action::Continue(_) | Action::Exit | Action::Unknown(_) => true,
            _ => false,
        })
}

/// Whether a condition is that there is so much gold.
fn is_price(condition: &Expression, flags: &mut FxHashSet<u32>) -> bool {
    let Expression::Binary(operator, sides) = condition else { return false };
    match (operator, &sides.0, &sides.1) {
        (Operator::GreaterOrEqual | Operator::Greater, Expression::Status(Stat::Money), price)
        | (Operator::LessOrEqual | Operator::Less, price, Expression::Status(Stat::Money)) => reads(price, flags),
        _ => false,
    }
}

/// Notes the flags that an expression reads; whether it reads nothing else that changes.
fn reads(expression: &Expression, flags: &mut FxHashSet<u32>) -> bool {
    expression.every_leaf(&mut |leaf| match leaf {
        Expression::Flag(flag) | Expression::FlagOrNull(flag) => {
            flags.insert(*flag);
            true
        }
        leaf => matches!(leaf, Expression::Own(_)) || leaf.is_fixed(),
    })
}
