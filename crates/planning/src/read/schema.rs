//! Actions: their parameters, conditions, effects and costs.

use super::conditions::{MAX_JOINED, Scope};
use super::names::Names;
use super::syntax::Node;
use super::{Cost, Demand, LiftedEffect, Literal, MAX_PARTS, Result, Schema, Term};
use meihua_contracts::sentence;

/// Reads a section `:action`, as one schema for each way in which its condition may hold.
pub(super) fn read(names: &Names, node: &Node, schemas: &mut Vec<Schema>) -> Result<()> {
    let parts = node.form().and_then(|(_, parts)| parts.split_first());
    let Some((name, mut rest)) = parts.and_then(|(name, rest)| Some((name.word()?, rest))) else {
        return Err(node.fault("the name of the action behind :action"));
    };
    if schemas.iter().any(|schema| schema.name == name) {
        return Err(node.fault("a name that no other action has"));
    }
    let [mut parameters, mut condition, mut effect] = [None; 3];
    while let [key, after @ ..] = rest {
        let place = match key.word() {
            Some(":parameters") => &mut parameters,
            Some(":precondition") => &mut condition,
            Some(":effect") => &mut effect,
            _ => return Err(key.fault(":parameters, :precondition or :effect")),
        };
        let [value, after @ ..] = after else { return Err(key.fault("a list behind it")) };
        if place.replace(value).is_some() {
            return Err(key.fault("each part of an action once"));
        }
        rest = after;
    }
    let mut scope = Scope::new(names);
    if let Some(parameters) = parameters {
        scope.declare(parameters.list().ok_or_else(|| parameters.fault("parameters in parentheses"))?)?;
    }
    let shown = scope.params.len();
    let ways = condition.map_or_else(|| Ok(vec![Demand::default()]), |condition| scope.ways(condition, true))?;
    let mut schema = Schema { name: name.to_owned(), shown, params: scope.params.clone(), ..Schema::default() };
    if let Some(effect) = effect {
        schema.effect(&mut scope, effect, &[Demand::default()])?;
    }
    if ways.len() * (1 + schema.effects.len()) > MAX_PARTS {
        return Err(node.fault(sentence!("at most {} parts once it is written out", MAX_PARTS)));
    }
    for condition in ways {
        if condition.literals.len() > MAX_JOINED {
            return Err(node.fault(sentence!("at most {} atoms in a condition once it is written out", MAX_JOINED)));
        }
        let mut schema = Schema { condition, ..schema.clone() };
        schema.settle_unused();
        schemas.push(schema);
    }
    Ok(())
}

impl Schema {
    /// Lets the parameters of quantifiers that belong to other ways stand for any one object.
    fn settle_unused(&mut self) {
        let mut is_used = vec![false; self.params.len()];
        let mut note = |literal: &Literal| {
            for term in &literal.terms {
                if let Term::Param(param) = term {
                    is_used[*param as usize] = true;
                }
            }
        };
        self.condition.literals.iter().for_each(&mut note);
        self.condition.rest.iter().for_each(|part| part.each_literal(&mut note));
        let params = self.params.iter_mut().zip(is_used).skip(self.shown);
        params.filter(|(_, is_used)| !is_used).for_each(|(objects, _)| *objects = vec![0]);
    }

    /// Reads an effect that happens in any of these cases.
    fn effect(&mut self, scope: &mut Scope, node: &Node, cases: &[Demand]) -> Result<()> {
        match node.form() {
            None if node.is_empty_list() => Ok(()),
            Some(("and", parts)) => parts.iter().try_for_each(|part| self.effect(scope, part, cases)),
            Some(("forall", [variables, body])) => {
                let (effects, cost) = (self.effects.len(), self.cost.len());
                if !scope.for_each(variables, &mut |scope| self.effect(scope, body, cases))? {
                    self.effects.truncate(effects);
                    self.cost.truncate(cost);
                }
                Ok(())
            }
            Some(("when", [condition, body])) => {
                let more = scope.ways(condition, false)?;
                let both = |case: &Demand, more: &Demand| Demand {
                    literals: [&case.literals[..], &more.literals].concat(),
                    rest: [&case.rest[..], &more.rest].concat(),
                };
                let with = |case| more.iter().map(move |more| both(case, more));
                self.effect(scope, body, &cases.iter().flat_map(with).collect::<Vec<_>>())
            }
            Some(("not", [atom])) => self.literal(scope.literal(atom, false)?, node, cases),
            Some(("increase", [target, by])) => {
                if !matches!(target.form(), Some(("total-cost", [])))
                    || !matches!(cases, [case] if case.literals.is_empty() && case.rest.is_empty())
                {
                    return Err(node.fault("(increase (total-cost) …) outside `when`; other numbers are not supported"));
                }
                self.cost.push(cost(scope, by)?);
                Ok(())
            }
            Some(("assign" | "decrease" | "scale-up" | "scale-down" | "increase", _)) => {
                Err(node.fault("(increase (total-cost) …); other numbers are not supported"))
            }
            Some(("forall" | "when" | "not", _)) => Err(node.fault("two parts, or one behind `not`")),
            _ => self.literal(scope.literal(node, true)?, node, cases),
        }
    }

    fn literal(&mut self, literal: Literal, node: &Node, cases: &[Demand]) -> Result<()> {
        if literal.predicate == super::EQUAL {
            return Err(node.fault("a predicate that actions can change"));
        }
        if self.effects.len() + cases.len() > MAX_PARTS {
            return Err(node.fault(sentence!("at most {} effects", MAX_PARTS)));
        }
        let effect = |condition: &Demand| LiftedEffect { condition: condition.clone(), literal: literal.clone() };
        self.effects.extend(cases.iter().map(effect));
        Ok(())
    }
}

/// Reads what an action costs: a number or the value of a function.
fn cost(scope: &Scope, node: &Node) -> Result<Cost> {
    if node.word().is_some() {
        return Ok(Cost::Number(number(node)?));
    }
    if matches!(node.form(), Some(("+" | "-" | "*" | "/", _))) {
        return Err(node.fault("a number, or a function with its arguments; sums and products are not supported"));
    }
    let (function, args) = scope.function(node, "a number, or a function with its arguments")?;
    Ok(Cost::Value(function, args, node.place()))
}

/// Reads a whole number; `12.0` is one.
pub(super) fn number(node: &Node) -> Result<u64> {
    let digits = node.word().map(|word| word.trim_end_matches('0').strip_suffix('.').unwrap_or(word));
    let digits = digits.filter(|digits| !digits.starts_with('+'));
    let number = digits.and_then(|digits| digits.parse().ok()).filter(|&number: &u64| number <= MAX_COST);
    number.ok_or_else(|| node.fault(sentence!("a whole number from {} to {}", 0, MAX_COST)))
}

/// The largest cost of an action.
const MAX_COST: u64 = 1_000_000_000;
