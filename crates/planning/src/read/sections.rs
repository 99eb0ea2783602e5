//! The sections of a domain and a problem.

use super::conditions::Scope;
use super::names::{Names, in_order};
use super::syntax::Node;
use super::{Atom, Problem, Result, Term, schema};
use meihua_contracts::sentence;
use meihua_contracts::sentence::Sentence;
use rustc_hash::FxHashSet;

/// A domain or a problem.
pub(super) struct Definition<'n, 'a> {
    pub node: &'n Node<'a>,
    pub name: &'a str,
    pub sections: &'n [Node<'a>],
}

impl<'n, 'a> Definition<'n, 'a> {
    fn section(&self, name: &str) -> Option<&'n Node<'a>> {
        self.sections.iter().find(|node| node.begins_with(name))
    }

    /// What stands in a section; empty without the section.
    fn of(&self, name: &str) -> &'n [Node<'a>] {
        self.section(name).and_then(Node::form).map_or(&[], |(_, nodes)| nodes)
    }

    /// Refuses sections that are unknown, and all but actions if they come twice.
    fn check(&self, known: &[&str]) -> Result<()> {
        let mut seen = Vec::new();
        for node in self.sections {
            let name = node.form().map(|(name, _)| name).filter(|name| known.contains(name));
            let name = name.ok_or_else(|| node.fault(sentence!("one of the sections {}", known.join(" "))))?;
            if name != ":action" && seen.contains(&name) {
                return Err(node.fault("each section once"));
            }
            seen.push(name);
        }
        Ok(())
    }
}

/// What is understood.
const REQUIREMENTS: &str = ":strips :typing :negative-preconditions :disjunctive-preconditions :equality \
    :existential-preconditions :universal-preconditions :quantified-preconditions :conditional-effects :adl :action-costs";

pub(super) fn read(domain: &Definition, problem: &Definition) -> Result<Problem> {
    domain.check(&[":requirements", ":types", ":constants", ":predicates", ":functions", ":action"])?;
    problem.check(&[":domain", ":requirements", ":objects", ":init", ":goal", ":metric"])?;
    if let Some(node) = problem.section(":domain")
        && problem.of(":domain").first().and_then(Node::word) != Some(domain.name)
    {
        return Err(node.fault(format!("(:domain {})", domain.name)));
    }
    for node in domain.of(":requirements").iter().chain(problem.of(":requirements")) {
        if node.word().is_none_or(|word| !REQUIREMENTS.split(' ').any(|known| known == word)) {
            return Err(node.fault(sentence!("what is supported: {}", Sentence::plain(REQUIREMENTS))));
        }
    }
    let mut names = Names::new();
    names.declare_types(domain.of(":types"))?;
    names.declare_objects(domain.of(":constants"))?;
    names.declare_objects(problem.of(":objects"))?;
    names.declare(domain.of(":predicates"), false)?;
    names.declare(domain.of(":functions"), true)?;
    let mut read = Problem { name: problem.name.to_owned(), ..Problem::default() };
    let actions: Vec<&Node> = domain.sections.iter().filter(|node| node.begins_with(":action")).collect();
    let pairs = actions.iter().flat_map(|node| node.list().unwrap_or_default().windows(2));
    let effects = pairs.filter(|pair| pair[0].word() == Some(":effect"));
    effects.for_each(|pair| names.note_changes(&pair[1]));
    let mut said = [FxHashSet::default(), FxHashSet::default()];
    for node in problem.of(":init") {
        fact(&names, node, &mut read, &mut said)?;
    }
    names.init.extend(read.init.iter().cloned());
    for node in actions {
        schema::read(&names, node, &mut read.schemas)?;
    }
    if !has_metric(problem)? {
        read.schemas.iter_mut().for_each(|schema| schema.cost = vec![super::Cost::Number(1)]);
    }
    let Some((_, [goal])) = problem.section(":goal").and_then(Node::form) else {
        let goal = problem.section(":goal");
        let is_several = goal.and_then(Node::form).is_some_and(|(_, conditions)| conditions.len() > 1);
        let expected =
            if is_several { "one condition; several are joined by (and …)" } else { "a section (:goal CONDITION)" };
        return Err(goal.unwrap_or(problem.node).fault(expected));
    };
    read.goals = Scope::new(&names).ways(goal, false)?;
    read.goal = match goal.form() {
        Some(("and", parts)) => parts.iter().map(Node::phrase).collect(),
        _ => vec![goal.phrase()],
    };
    read.text = texts(domain, problem);
    (read.objects, read.predicates) = (in_order(names.objects), in_order(names.predicates));
    read.functions = in_order(names.functions);
    Ok(read)
}

/// Whether the costs of actions count; without a metric, every action costs 1.
fn has_metric(problem: &Definition) -> Result<bool> {
    let Some(node) = problem.section(":metric") else { return Ok(false) };
    let Some((_, [minimize, what])) = node.form() else {
        return Err(node.fault(Sentence::plain("(:metric minimize (total-cost))")));
    };
    match (minimize.word(), what.form()) {
        (Some("minimize"), Some(("total-cost", []))) => Ok(true),
        _ => Err(node.fault("(:metric minimize (total-cost)); others are not supported")),
    }
}

/// Reads what is true at the start, or the value of a function; `said` collects the atoms that are false and true.
fn fact(names: &Names, node: &Node, read: &mut Problem, said: &mut [FxHashSet<Atom>; 2]) -> Result<()> {
    let scope = Scope::new(names);
    let objects = |terms: Vec<Term>| -> Vec<u32> {
        let object = |term| if let Term::Object(object) = term { object } else { 0 };
        terms.into_iter().map(object).collect()
    };
    match node.form() {
        Some(("=", [function, value])) => {
            let (number, args) = scope.function(function, "a function with its arguments")?;
            let value_at_start = schema::number(value)?;
            if function.begins_with("total-cost") && value_at_start != 0 {
                return Err(value.fault("0, the cost before the first action"));
            }
            let before = read.values.insert((number, objects(args)), value_at_start);
            if before.is_some_and(|before| before != value_at_start) {
                return Err(node.fault("one value for each function and its arguments"));
            }
        }
        Some(("at", [time, atom]))
            if atom.list().is_some() && time.word().is_some_and(|word| word.parse::<f64>().is_ok()) =>
        {
            return Err(node.fault("an atom that is true from the start; atoms at a time are not supported"));
        }
        // What is not listed is false anyway.
        Some(("not", [negated])) => {
            let literal = scope.literal(negated, false)?;
            let atom = (literal.predicate, objects(literal.terms));
            if said[1].contains(&atom) {
                return Err(node.fault("an atom that is not said to be true as well"));
            }
            said[0].insert(atom);
        }
        _ => {
            let literal = scope.literal(node, true)?;
            let atom = (literal.predicate, objects(literal.terms));
            if said[0].contains(&atom) {
                return Err(node.fault("an atom that is not said to be false as well"));
            }
            if literal.predicate != super::EQUAL {
                said[1].insert(atom.clone());
                read.init.push(atom);
            }
        }
    }
    Ok(())
}

/// The text on one line, up to the atoms that are true at the start, and behind them.
fn texts(domain: &Definition, problem: &Definition) -> [String; 2] {
    let values = problem.of(":init").iter().filter(|node| node.begins_with("="));
    let values: String = values.map(|value| value.line() + " ").collect();
    let others = problem.sections.iter().filter(|node| !node.begins_with(":init"));
    let others: String = others.map(|node| format!(" {}", node.line())).collect();
    [format!("{} (define (problem {}) (:init {values}", domain.node.line(), problem.name), format!("){others})")]
}
