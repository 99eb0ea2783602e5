//! The sections of a domain and a problem.

use super::conditions::Scope;
use super::names::Names;
use super::syntax::Node;
use super::{Atom, Problem, Term, schema};
use meihua_contracts::text::PositionError;

/// A domain or a problem.
pub(super) struct Definition<'a> {
    pub node: Node<'a>,
    pub name: String,
    pub sections: Vec<Node<'a>>,
}

/// What is understood.
const REQUIREMENTS: [&str; 11] = [
    ":strips",
    ":typing",
    ":negative-preconditions",
    ":disjunctive-preconditions",
    ":equality",
    ":existential-preconditions",
    ":universal-preconditions",
    ":quantified-preconditions",
    ":conditional-effects",
    ":adl",
    ":action-costs",
];

pub(super) fn read(domain: &Definition, problem: &Definition) -> Result<Problem, PositionError> {
    check(domain, &[":requirements", ":types", ":constants", ":predicates", ":functions", ":action"])?;
    check(problem, &[":domain", ":requirements", ":objects", ":init", ":goal", ":metric"])?;
    if let Some(node) = section(problem, ":domain")
        && of(problem, ":domain").first().and_then(Node::word) != Some(&domain.name)
    {
        return Err(node.fault(format!("(:domain {})", domain.name)));
    }
    for node in [of(domain, ":requirements"), of(problem, ":requirements")].concat() {
        if node.word().is_none_or(|word| !REQUIREMENTS.contains(&word)) {
            return Err(node.fault(format!("what is supported: {}", REQUIREMENTS.join(" "))));
        }
    }
    let mut names = Names::new();
    names.declare_types(&of(domain, ":types"))?;
    names.declare_objects(&of(domain, ":constants"))?;
    names.declare_objects(&of(problem, ":objects"))?;
    names.declare(&of(domain, ":predicates"), false)?;
    names.declare(&of(domain, ":functions"), true)?;
    let mut read = Problem { name: problem.name.clone(), ..Problem::default() };
    let is_action = |node: &&Node| matches!(node.form(), Some((":action", _)));
    let actions: Vec<&Node> = domain.sections.iter().filter(is_action).collect();
    let pairs = actions.iter().flat_map(|node| node.list().unwrap_or_default().windows(2));
    let effects = pairs.filter(|pair| pair[0].word() == Some(":effect"));
    effects.for_each(|pair| names.note_changes(&pair[1]));
    for node in of(problem, ":init") {
        fact(&names, &node, &mut read)?;
    }
    names.init.extend(read.init.iter().cloned());
    for node in actions {
        schema::read(&names, node, &mut read.schemas)?;
    }
    if !has_metric(problem)? {
        read.schemas.iter_mut().for_each(|schema| schema.cost = vec![super::Cost::Number(1)]);
    }
    read.goals = goals(&names, problem)?;
    read.text = texts(domain, problem);
    (read.objects, read.predicates) = (names.object_names, names.predicate_list);
    Ok(read)
}

/// Refuses sections that are unknown, and all but actions if they come twice.
fn check(definition: &Definition, known: &[&str]) -> Result<(), PositionError> {
    let mut seen = Vec::new();
    for node in &definition.sections {
        let name = node.form().map(|(name, _)| name).filter(|name| known.contains(name));
        let name = name.ok_or_else(|| node.fault(format!("one of the sections {}", known.join(" "))))?;
        if name != ":action" && seen.contains(&name) {
            return Err(node.fault("each section once"));
        }
        seen.push(name);
    }
    Ok(())
}

/// What stands in a section; nothing if there is none.
fn of<'a>(definition: &Definition<'a>, name: &str) -> Vec<Node<'a>> {
    section(definition, name).map_or_else(Vec::new, |node| node.list().unwrap_or_default()[1..].to_vec())
}

fn section<'n, 'a>(definition: &'n Definition<'a>, name: &str) -> Option<&'n Node<'a>> {
    definition.sections.iter().find(|node| node.form().is_some_and(|(word, _)| word == name))
}

/// Whether the costs of actions count; without a metric, every action costs 1.
fn has_metric(problem: &Definition) -> Result<bool, PositionError> {
    let Some(node) = section(problem, ":metric") else { return Ok(false) };
    let Some((_, [minimize, what])) = node.form() else { return Err(node.fault("(:metric minimize (total-cost))")) };
    match (minimize.word(), what.form()) {
        (Some("minimize"), Some(("total-cost", []))) => Ok(true),
        _ => Err(node.fault("(:metric minimize (total-cost)); others are not supported")),
    }
}

/// Reads what is true at the start, or the value of a function.
fn fact(names: &Names, node: &Node, read: &mut Problem) -> Result<(), PositionError> {
    let scope = Scope::new(names);
    let objects = |terms: Vec<Term>| -> Vec<u32> {
        let object = |term| if let Term::Object(object) = term { object } else { 0 };
        terms.into_iter().map(object).collect()
    };
    match node.form() {
        Some(("=", [function, value])) => {
            let (name, args) = function.form().ok_or_else(|| function.fault("a function with its arguments"))?;
            let known = names.functions.get(name).copied();
            let (number, arity) = known.ok_or_else(|| function.fault("a function of the domain"))?;
            let atom = (number, objects(scope.terms(function, args, arity)?));
            read.values.insert(atom, schema::number(value)?);
        }
        // What is not listed is false anyway.
        Some(("not", [atom])) => drop(scope.literal(atom, false)?),
        _ => {
            let literal = scope.literal(node, true)?;
            let atom: Atom = (literal.predicate, objects(literal.terms));
            if literal.predicate != super::EQUAL {
                read.init.push(atom);
            }
        }
    }
    Ok(())
}

fn goals(names: &Names, problem: &Definition) -> Result<Vec<super::Demand>, PositionError> {
    let Some((_, [goal])) = section(problem, ":goal").and_then(Node::form) else {
        return Err(section(problem, ":goal").unwrap_or(&problem.node).fault("a section (:goal CONDITION)"));
    };
    Scope::new(names).ways(goal, false)
}

/// The text on one line, up to the atoms that are true at the start, and behind them.
fn texts(domain: &Definition, problem: &Definition) -> [String; 2] {
    let mut head = String::new();
    domain.node.write(&mut head);
    head.push_str(" (define (problem ");
    head.push_str(&problem.name);
    head.push(')');
    let (mut init, mut tail) = (String::from(" (:init "), String::from(")"));
    for node in &problem.sections {
        if node.form().is_some_and(|(word, _)| word == ":init") {
            let values = node.list().unwrap_or_default().iter();
            for value in values.filter(|node| node.form().is_some_and(|(word, _)| word == "=")) {
                value.write(&mut init);
                init.push(' ');
            }
        } else {
            tail.push(' ');
            node.write(&mut tail);
        }
    }
    tail.push(')');
    [head + &init, tail]
}
