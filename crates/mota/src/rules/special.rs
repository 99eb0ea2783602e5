//! Specials above 27: each tower's own, by the formulas that the table of the tower has for them.

use crate::read::Reader;
use crate::read::source::SourceError;
use crate::rules::eval::Scope;
use crate::rules::event_context::EventContext;
use crate::rules::expression::{Expression, Tables};
use crate::rules::model::{Enemy, Project};
use crate::rules::state::State;
use crate::rules::value::Value;
use serde_json::Value as Json;

/// The numbers of a fight that formulas read and give, in the order in which they are worked out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// The monster's hp in the fight.
    Hp,
    Attack,
    Defence,
    /// Damage before the first round.
    Before,
    /// Damage of a round.
    Blow,
    /// Damage for each blow of the hero's.
    Counter,
    /// Rounds until it falls.
    Rounds,
    /// All of the damage.
    Damage,
}

/// Names of the parts in the table; formulas read them as `fight.NAME`.
pub(crate) const NAMES: [&str; 8] = ["hp", "attack", "defence", "before", "blow", "counter", "rounds", "damage"];

/// The parts of a fight, by [`Part`].
pub(crate) type Parts = [f64; NAMES.len()];

/// What the table has for a special.
#[derive(Clone, Debug)]
pub struct SpecialRule {
    pub number: u64,
    /// What it is called.
    pub name: String,
    /// Specials of the platform that it acts like, a bit each.
    pub like: u32,
    /// A formula for each part, by [`Part`].
    formulas: [Option<Expression>; NAMES.len()],
}

/// The place of a part among the numbers that formulas read.
fn local(tables: &mut Tables, name: &str) -> u32 {
    tables.locals.number(&format!("fight.{name}"))
}

/// The numbers of a monster that formulas read as `monster.FIELD`; nothing where the tower has no rule for a special.
pub(crate) fn fields(json: &Json, reader: &mut Reader, rules: &[SpecialRule]) -> Vec<(u32, f64)> {
    if rules.is_empty() {
        return Vec::new();
    }
    let number = |(field, value): (&String, &Json)| {
        let number = value.as_f64()?;
        Some((reader.tables.locals.number(&format!("monster.{field}")), number))
    };
    json.as_object().into_iter().flatten().filter_map(number).collect()
}

/// The rules of the table, which comes from `file` and was checked. Formulas read what monsters have.
///
/// # Errors
/// A formula that is no expression.
pub(crate) fn rules(
    table: &Json,
    file: &str,
    enemies: &Json,
    reader: &mut Reader,
) -> Result<Vec<SpecialRule>, SourceError> {
    let Some(listed) = table.get("specials").and_then(Json::as_object) else { return Ok(Vec::new()) };
    for name in NAMES {
        local(&mut reader.tables, name);
    }
    for enemy in enemies.as_object().into_iter().flatten().filter_map(|(_, enemy)| enemy.as_object()) {
        for field in enemy.iter().filter(|(_, value)| value.is_number()).map(|(field, _)| field) {
            reader.tables.locals.number(&format!("monster.{field}"));
        }
    }
    let mut rules = Vec::new();
    for (number, json) in listed {
        let place = format!("specials {number}");
        let Some(number) = number.parse().ok() else { continue };
        let like = json.get("like").and_then(Json::as_array).into_iter().flatten().filter_map(Json::as_u64);
        let like = like.fold(0, |bits, like| bits | 1 << like);
        let mut formulas = [const { None }; NAMES.len()];
        for (formula, name) in formulas.iter_mut().zip(NAMES) {
            let Some(text) = json.get(name).and_then(Json::as_str) else { continue };
            *formula = Some(reader.condition(file, &format!("{place} {name}"), text)?);
        }
        let name = json.get("name").and_then(Json::as_str).unwrap_or("").to_owned();
        rules.push(SpecialRule { number, name, like, formulas });
    }
    Ok(rules)
}

/// Works out parts of a fight by the rules of a monster's own specials.
pub(crate) fn adjust(project: &Project, state: &State, kind: &Enemy, parts: &mut Parts, which: &[Part]) {
    if kind.own.is_empty() {
        return;
    }
    for rule in kind.own.iter().filter_map(|&rule| project.extra.specials.get(usize::from(rule))) {
        for &part in which {
            let Some(formula) = &rule.formulas[part as usize] else { continue };
            let mut locals = vec![Value::Null; project.tables.locals.len()];
            let mut set = |local: u32, number: f64| {
                if let Some(place) = locals.get_mut(local as usize) {
                    *place = Value::Number(number);
                }
            };
            kind.fields.iter().for_each(|&(local, number)| set(local, number));
            for (name, &number) in NAMES.iter().zip(parts.iter()) {
                if let Some(local) = project.tables.locals.find(&format!("fight.{name}")) {
                    set(local, number);
                }
            }
            let scope = EventContext { locals: &locals, ..EventContext::nothing(project, state) };
            parts[part as usize] = value(formula, &scope);
        }
    }
}

/// The number of a formula; 0 for anything else.
fn value(formula: &Expression, scope: &impl Scope) -> f64 {
    let number = formula.value(scope).number();
    if number.is_finite() { number } else { 0.0 }
}
