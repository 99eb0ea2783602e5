//! What the events of a project hold that a judge must know before the first step.

use super::super::action::{Action, Actions, Assign, CellOf, FloorOf, Target};
use super::super::expression::{Expression, Stat};
use super::super::model::Project;
use super::super::run::Run;
use super::super::state::State;
use super::super::value::Value;
use rustc_hash::FxHashMap;

/// An event that sets the hero's numbers anew: its floor, its cell, and the numbers.
pub(super) type Reset = (u16, u16, Vec<(Stat, i64)>);

/// A monster whose kind stands only once, or whom an event forces the hero to fight.
pub(super) struct Boss {
    /// The floor.
    pub floor: usize,
    pub enemy: u32,
    /// The cell of the event that sets it; none where it stands from the first.
    pub event: Option<u16>,
}

/// Kinds of monsters and how many there are of each.
pub(super) type Crowd = Vec<(u32, f64)>;

/// Maximum number of bosses that are told apart.
const MAX_BOSSES: usize = 48;

/// Adds the monsters that events set to those that stand on each floor, and takes out those whose kind stands only once. Returns these,
/// and those whom events force the hero to fight.
pub(super) fn bosses(project: &Project, crowds: &mut [&mut Crowd]) -> Vec<Boss> {
    let mut set: Vec<(usize, u32, u16)> = Vec::new();
    let mut bosses = Vec::new();
    for (floor, kind) in project.floors.iter().enumerate() {
        for (cell, event) in kind.events.iter().enumerate() {
            let Some(event) = event.as_deref() else { continue };
            let found = set_monsters(project, floor, &event.actions);
            set.extend(found.into_iter().map(|enemy| (floor, enemy, cell as u16)));
            let mut fights = Vec::new();
            forced(&event.actions, &mut fights);
            bosses.extend(fights.into_iter().map(|enemy| Boss { floor, enemy, event: Some(cell as u16) }));
        }
    }
    let mut counts: FxHashMap<u32, f64> = FxHashMap::default();
    let standing = crowds.iter().flat_map(|crowd| crowd.iter().copied());
    for (enemy, count) in standing.chain(set.iter().map(|&(_, enemy, _)| (enemy, 1.0))) {
        *counts.entry(enemy).or_default() += count;
    }
    let alone = |enemy: u32| counts.get(&enemy).is_some_and(|&count| count == 1.0);
    for (floor, crowd) in crowds.iter_mut().enumerate() {
        let found = crowd.iter().filter(|(enemy, _)| alone(*enemy));
        bosses.extend(found.map(|&(enemy, _)| Boss { floor, enemy, event: None }));
        crowd.retain(|(enemy, _)| !alone(*enemy));
    }
    for (floor, enemy, cell) in set {
        if alone(enemy) {
            bosses.push(Boss { floor, enemy, event: Some(cell) });
        } else if let Some(crowd) = crowds.get_mut(floor) {
            crowd.push((enemy, 1.0));
        }
    }
    bosses.truncate(MAX_BOSSES);
    bosses
}

/// The monsters that stand on a floor once these actions were done.
fn set_monsters(project: &Project, floor: usize, actions: &Actions) -> Vec<u32> {
    let mut set: Vec<(String, u32)> = Vec::new();
    let names = |cells: &[CellOf]| cells.iter().map(|cell| format!("{cell:?}")).collect::<Vec<_>>();
    for action in actions {
        match action {
            Action::SetBlock(number, at, on) if at.number(floor as u16, project.floors.len()) == Some(floor as u16) => {
                let on = names(on);
                set.retain(|(cell, _)| !on.contains(cell));
                if let Some(enemy) = project.block(*number).and_then(|block| block.enemy) {
                    set.extend(on.into_iter().map(|cell| (cell, enemy)));
                }
            }
            Action::Hide(_, on, _) => {
                let on = names(on);
                set.retain(|(cell, _)| !on.contains(cell));
            }
            _ => {}
        }
    }
    set.into_iter().map(|(_, enemy)| enemy).collect()
}

/// The fights that these actions force.
fn forced(actions: &Actions, found: &mut Vec<u32>) {
    for action in actions {
        match action {
            Action::Battle(enemy) => found.push(*enemy),
            Action::If(_, yes, _) => forced(yes, found),
            _ => {}
        }
    }
}

/// Attack, defence and hp that an effect gives where nothing multiplies it.
pub(super) fn gives(project: &Project, effect: &Actions) -> [f64; 3] {
    let mut state = State::new(project);
    // Any floor will do whose gems count once.
    state.floor = project.floors.iter().position(|floor| floor.ratio == 1.0).unwrap_or(0) as u16;
    let before = state.stats;
    let ran = Run::new(project, &mut state, &[]).event(effect, 0, 0);
    let change = |stat: Stat| (state.stats[stat as usize] - before[stat as usize]) as f64;
    if ran.is_err() { [0.0; 3] } else { [change(Stat::Attack), change(Stat::Defence), change(Stat::Hp)] }
}

/// Events that give attack and defence new numbers.
pub(super) fn resets(project: &Project) -> Vec<Reset> {
    let mut all = Vec::new();
    for (floor, kind) in project.floors.iter().enumerate() {
        for (cell, event) in kind.events.iter().enumerate() {
            let Some(event) = event.as_deref() else { continue };
            let mut numbers = Vec::new();
            for action in &event.actions {
                if let Action::SetValue(Target::Status(stat), Assign::Set, value) = action
                    && let Expression::Constant(Value::Number(number)) = value
                {
                    numbers.push((*stat, *number as i64));
                }
            }
            if numbers.iter().any(|(stat, _)| matches!(stat, Stat::Attack | Stat::Defence)) {
                all.push((floor as u16, cell as u16, numbers));
            }
        }
    }
    all
}

/// Flags that conditions of events ask for that lead to floors where no stairs lead.
pub(super) fn goals(project: &Project) -> Vec<u32> {
    let mut all = Vec::new();
    for kind in &project.floors {
        for event in kind.events.iter().flatten() {
            for action in &event.actions {
                let Action::If(condition, yes, _) = action else { continue };
                let Some(flag) = asked(condition) else { continue };
                if yes.iter().any(|action| matches!(action, Action::ChangeFloor(FloorOf::At(_), _))) {
                    all.push(flag);
                }
            }
        }
    }
    all
}

/// The flag whose being set is all that a condition asks for.
fn asked(condition: &Expression) -> Option<u32> {
    match condition {
        Expression::Flag(flag) | Expression::FlagOrNull(flag) => Some(*flag),
        Expression::Not(inner) => match &**inner {
            Expression::Not(inner) => asked(inner),
            _ => None,
        },
        _ => None,
    }
}

/// Every action of a list, those of both sides of a condition, too.
pub(super) fn each(actions: &Actions, take: &mut dyn FnMut(&Action)) {
    for action in actions {
        take(action);
        if let Action::If(_, yes, no) = action {
            each(yes, take);
            each(no, take);
        }
    }
}

/// The cell of a floor that an event names by numbers; none where it names it otherwise.
pub(super) fn constant(project: &Project, floor: u16, (x, y): &CellOf) -> Option<u16> {
    match (x, y) {
        (Expression::Constant(x), Expression::Constant(y)) => {
            project.floors[usize::from(floor)].cell(x.number() as i32, y.number() as i32)
        }
        _ => None,
    }
}
