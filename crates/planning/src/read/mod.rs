//! From the text of a domain and a problem to a [`Problem`] without types, quantifiers and disjunctions.
//!
//! The language is PDDL 2.1 of Fox and Long (JAIR 20, 2003) without numbers and time, but with action costs as in the
//! planning competition of 2008. Quantifiers over all objects become conjunctions, those over some object become
//! parameters of the action that are not shown, and each part of a small disjunction becomes a schema of its own.

mod conditions;
mod names;
mod schema;
mod sections;
mod syntax;

use meihua_contracts::sentence::Sentence;
use meihua_contracts::text::PositionError;
use rustc_hash::FxHashMap;
use sections::Definition;
use syntax::{Node, Source};

type Result<T, E = PositionError> = std::result::Result<T, E>;

/// Maximum number of parentheses that are open at once.
const MAX_DEPTH: usize = 200;
/// Maximum number of conditions and effects once quantifiers and disjunctions are written out.
const MAX_PARTS: usize = 1_000_000;

/// What stands at a place of an atom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Term {
    /// A parameter of the action, by number.
    Param(u32),
    /// An object, by number.
    Object(u32),
}

/// The number of the predicate `=`.
pub(crate) const EQUAL: u32 = 0;

/// An atom or its negation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Literal {
    pub is_positive: bool,
    pub predicate: u32,
    pub terms: Vec<Term>,
}

/// A condition with negations at its atoms only.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Condition {
    All(Vec<Condition>),
    Any(Vec<Condition>),
    Literal(Literal),
}

impl Condition {
    /// Demands this in addition to each of some ways; a disjunction gives more ways. `literal` demands an atom, and
    /// `check` looks at the ways after each part of a disjunction, and is told which is the last.
    pub(crate) fn demand<W: Clone, E>(
        &self,
        ways: &mut Vec<W>,
        literal: &mut impl FnMut(&mut Vec<W>, &Literal),
        check: &impl Fn(&mut Vec<W>, bool) -> Result<(), E>,
    ) -> Result<(), E> {
        match self {
            Condition::Literal(atom) => literal(ways, atom),
            Condition::All(parts) => parts.iter().try_for_each(|part| part.demand(ways, literal, check))?,
            Condition::Any(parts) => {
                let before = std::mem::take(ways);
                for (index, part) in parts.iter().enumerate() {
                    let mut with = before.clone();
                    part.demand(&mut with, literal, check)?;
                    ways.append(&mut with);
                    check(ways, index + 1 == parts.len())?;
                }
            }
        }
        Ok(())
    }
}

/// What must hold: all of the literals, and all of the rest.
#[derive(Clone, Debug, Default)]
pub(crate) struct Demand {
    pub literals: Vec<Literal>,
    pub rest: Vec<Condition>,
}

/// What an action makes true or false where a condition holds.
#[derive(Clone, Debug)]
pub(crate) struct LiftedEffect {
    pub condition: Demand,
    pub literal: Literal,
}

/// A part of the cost of an action.
#[derive(Clone, Debug)]
pub(crate) enum Cost {
    Number(u64),
    /// The value of a function, which never changes, and where the text asks for it.
    Value(u32, Vec<Term>, Sentence),
}

/// An action with parameters and one of the ways in which its condition may hold.
#[derive(Clone, Debug, Default)]
pub(crate) struct Schema {
    pub name: String,
    /// The number of parameters that the action is called with; the others are of quantifiers.
    pub shown: usize,
    /// The objects that each parameter may stand for.
    pub params: Vec<Vec<u32>>,
    pub condition: Demand,
    pub effects: Vec<LiftedEffect>,
    pub cost: Vec<Cost>,
}

/// A predicate or an atom's arguments, by number.
pub(crate) type Atom = (u32, Vec<u32>);

/// A domain and a problem, read and checked.
#[derive(Clone, Debug, Default)]
pub(crate) struct Problem {
    pub objects: Vec<String>,
    /// The names of the predicates; the first is `=`.
    pub predicates: Vec<String>,
    pub functions: Vec<String>,
    pub schemas: Vec<Schema>,
    /// What is true at the start.
    pub init: Vec<Atom>,
    /// The values of functions, by function and arguments.
    pub values: FxHashMap<Atom, u64>,
    /// The ways in which the goal may hold.
    pub goals: Vec<Demand>,
    /// What the goal asks for as it is written: `on a b`, or a condition in parentheses.
    pub goal: Vec<String>,
    /// The name of the problem.
    pub name: String,
    /// The text on one line, up to the atoms that are true at the start, and behind them.
    pub text: [String; 2],
}

/// Whether a text defines a domain, as far as its parentheses can be read.
pub(crate) fn has_domain(text: &str) -> bool {
    let source = Source::new(Sentence::EMPTY, text);
    let defines =
        |node: &Node| node.form().and_then(|(_, rest)| rest.first()).is_some_and(|head| head.begins_with("domain"));
    // A text with a fault is read by itself, so that the fault is told.
    source.nodes().map_or(true, |nodes| nodes.iter().any(defines))
}

/// Reads a domain and a problem from one text or several, given with their names.
///
/// # Errors
/// Says the place of a fault and what was expected there.
pub(crate) fn read(texts: &[(Sentence, &str)]) -> Result<Problem> {
    let sources: Vec<Source> = texts.iter().map(|(name, text)| Source::new(name.clone(), text)).collect();
    let nodes: Vec<Vec<Node>> = sources.iter().map(Source::nodes).collect::<Result<_, _>>()?;
    let (mut domain, mut problem) = (None, None);
    for node in nodes.iter().flatten() {
        let Some(("define", [head, sections @ ..])) = node.form() else {
            return Err(node.fault("(define (domain NAME) …) or (define (problem NAME) …)"));
        };
        let Some((kind @ ("domain" | "problem"), [name])) = head.form() else {
            return Err(head.fault("(domain NAME) or (problem NAME)"));
        };
        let place = if kind == "domain" { &mut domain } else { &mut problem };
        if place.is_some() {
            return Err(head.fault(if kind == "domain" { "one domain only" } else { "one problem only" }));
        }
        *place = Some(Definition { node, name: name.word().unwrap_or_default(), sections });
    }
    let missing = |what: &'static str| PositionError::amount("PDDL", "the end", what);
    let domain = domain.ok_or_else(|| missing("a domain: (define (domain NAME) …)"))?;
    let Some(problem) = problem else {
        // A fault of the domain is told first.
        let nothing = Source::new("PDDL".into(), &format!("(:domain {}) (:goal (and))", domain.name));
        let sections = nothing.nodes()?;
        sections::read(&domain, &Definition { node: domain.node, name: "", sections: &sections })?;
        return Err(missing("a problem: (define (problem NAME) …)"));
    };
    sections::read(&domain, &problem)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The error that a text gives.
    fn fault(text: &str) -> String {
        read(&[("t".into(), text)]).unwrap_err().to_string()
    }

    const DOMAIN: &str = "(define (domain d) (:requirements :adl) (:types a b - c) (:constants k - a)
        (:predicates (p ?x - c) (q ?x ?y)) (:action go :parameters (?x - a ?y - b)
        :precondition (and (p ?x) (or (q ?x ?y) (exists (?z - c) (and (q ?z ?x) (not (p ?z))))))
        :effect (and (not (p ?x)) (forall (?z - b) (when (imply (p ?z) (= ?z ?y)) (q ?x ?z))))))";

    #[test]
    fn quantifiers_and_disjunctions_are_written_out() {
        let problem = "(define (problem x) (:domain d) (:objects A1 - a B1 B2 - b) (:init (p k) (q A1 k))
            (:goal (forall (?b - b) (exists (?a - a) (q ?a ?b)))))";
        let read = read(&[("d".into(), DOMAIN), ("p".into(), problem)]).unwrap();
        assert_eq!(read.objects, ["k", "a1", "b1", "b2"]);
        assert_eq!(read.schemas.len(), 2);
        // The parameter of the quantifier does not matter in the first.
        let choices = |schema: &Schema| schema.params.iter().map(Vec::len).collect::<Vec<_>>();
        assert_eq!(read.schemas.iter().map(choices).collect::<Vec<_>>(), [[2, 2, 1], [2, 2, 4]]);
        // For each of two objects: it has not p, or it is the second parameter.
        assert_eq!(read.schemas[0].effects.len(), 1 + 2 * 2);
        assert_eq!(read.goals.len(), 4);
        assert!(read.text[0].ends_with("(:init ") && read.text[1].starts_with(") (:domain d)"));
    }

    /// Types: `b` and `c` are below `a`, and no object is a `d`.
    #[test]
    fn arguments_of_the_wrong_type_are_faults() {
        let task = |action: &str, init: &str, goal: &str| {
            format!(
                "(define (domain t) (:types b c - a d) (:predicates (p ?x - b) (r ?x - (either b d)))
                (:functions (f ?x - b))
                (:action go :parameters (?b - b ?c - c ?e - (either b c)) {action}))
                (define (problem x) (:domain t) (:objects b1 - b c1 - c a1 - a plain) (:init {init}) (:goal {goal}))"
            )
        };
        let goal = "(p b1)";
        for right in ["(p ?b)", "(r ?b)", "(= ?b ?c)", "(forall (?b - b) (p ?b))", "(forall (?d - d) (r ?d))"] {
            let text = task(&format!(":precondition {right}"), "(p b1) (r b1) (= (f b1) 2)", goal);
            assert_eq!(read(&[("t".into(), &text)]).map(|read| read.goals.len()), Ok(1), "{right}");
        }
        for (action, init, goal, found) in [
            (":precondition (p ?c)", "", goal, "?c"),
            (":precondition (p ?e)", "", goal, "?e"),
            (":precondition (forall (?a - a) (p ?a))", "", goal, "?a"),
            (":precondition (exists (?d - d) (p ?d))", "", goal, "?d"),
            (":effect (not (p ?c))", "", goal, "?c"),
            (":effect (when (p c1) (p ?b))", "", goal, "c1"),
            (":effect (increase (total-cost) (f ?c))", "", goal, "?c"),
            ("", "(p c1)", goal, "c1"),
            ("", "(not (p c1))", goal, "c1"),
            ("", "(= (f c1) 1)", goal, "c1"),
            ("", "", "(p a1)", "a1"),
            ("", "", "(exists (?x) (not (p ?x)))", "?x"),
            ("", "", "(p plain)", "plain"),
        ] {
            let fault = fault(&task(action, init, goal));
            assert!(
                fault.contains(&format!("found \"{found}\", expected an argument of type b")),
                "{action} {init}: {fault}"
            );
        }
        assert!(fault(&task("", "(r c1)", goal)).ends_with("found \"c1\", expected an argument of type b or d"));
    }

    #[test]
    fn faults_have_a_place_and_say_what_was_expected() {
        let problem = "(define (problem x) (:domain d) (:init) (:goal (p k)))";
        assert_eq!(
            fault("(define (domain d"),
            "bad t, line 1 column 18: found \"the end\", expected 2 more closing parentheses"
        );
        assert!(fault("(define\n (domain d)) )").starts_with("bad t, line 2 column 14: found \")\""));
        assert!(fault(problem).contains("expected a domain"));
        assert!(fault(DOMAIN).contains("expected a problem"));
        assert!(fault(&DOMAIN.replacen("(p ?x) (or", "(r ?x) (or", 1)).contains("found \"(r ?x)\""));
        let early = DOMAIN.replacen("(:predicates (p ?x - c)", "(:predicates (p ?x - c", 1);
        let early = fault(&early);
        assert!(early.starts_with("bad t, line 2 column 9: found \"(:predicates (p ?x - c (q"), "{early}");
        assert!(early.ends_with("expected 1 more closing parenthesis before line 2"), "{early}");
        let open = DOMAIN.strip_suffix(')').unwrap().to_owned() + problem;
        assert!(fault(&open).starts_with("bad t, line 1 column 1: found \"(define (domain d)"), "{}", fault(&open));
        let goals = problem.replacen("(:goal (p k))", "(:goal (p k) (p k))", 1);
        assert!(fault(&(DOMAIN.to_owned() + &goals)).contains("several are joined by (and …)"));
        let either = DOMAIN.replacen(":effect (and (not (p ?x))", ":effect (and (or (p ?x) (p ?y))", 1);
        assert!(fault(&(either + problem)).contains("such a word cannot stand here"));
        for (from, to, said) in [
            (":adl", ":fluents", "found \":fluents\""),
            ("(p ?x) (or", "(r ?x) (or", "column"),
            ("(p ?x) (or", "(p ?w) (or", "found \"?w\""),
            ("(p ?x) (or", "(p ?x ?y) (or", "expected 1 argument"),
            ("(not (p ?x))", "(increase (fuel) 1)", "(increase (total-cost) …)"),
            ("(p ?x) (or", "(> (f) 1) (or", "numeric conditions are not supported"),
            ("?y - b)\n", "?y - d)\n", "found \"d\""),
            ("?y - b)\n", "?x - b)\n", "found \"?x\", expected a name that no other variable"),
            ("?z - c", "?z ?z - c", "found \"?z\", expected a name that no other variable"),
        ] {
            let text = DOMAIN.replacen(from, to, 1);
            assert_ne!(text, DOMAIN);
            let fault = fault(&(text + problem));
            assert!(fault.contains(said), "{to}: {fault}");
        }
        let deep = "(".repeat(100_000);
        assert!(fault(&deep).contains("at most 200 open parentheses"));
    }
}
