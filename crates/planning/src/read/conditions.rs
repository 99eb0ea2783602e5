//! Conditions: quantifiers written out, negations moved inwards, then all ways in which one may hold.

use super::names::{Declared, Names, typed};
use super::syntax::Node;
use super::{Condition, Demand, EQUAL, Literal, MAX_PARTS, Result, Term};
use meihua_contracts::sentence;
use meihua_contracts::sentence::Sentence;
use rustc_hash::FxHashSet;

impl Condition {
    /// What holds always, or never.
    fn known(value: bool) -> Condition {
        if value { Condition::All(Vec::new()) } else { Condition::Any(Vec::new()) }
    }

    /// Visits all literals.
    pub(super) fn each_literal<'c>(&'c self, visit: &mut impl FnMut(&'c Literal)) {
        match self {
            Condition::All(parts) | Condition::Any(parts) => parts.iter().for_each(|part| part.each_literal(visit)),
            Condition::Literal(literal) => visit(literal),
        }
    }

    /// All or some of the parts, without those that do not matter.
    fn join(mut parts: Vec<Condition>, is_all: bool) -> Condition {
        if parts.contains(&Condition::known(!is_all)) {
            return Condition::known(!is_all);
        }
        parts.retain(|part| *part != Condition::known(is_all));
        if parts.len() == 1 {
            return parts.swap_remove(0);
        }
        if is_all { Condition::All(parts) } else { Condition::Any(parts) }
    }
}

/// Maximum number of atoms that a condition may ask for, besides those in disjunctions.
const MAX_LITERALS: usize = 10_000;
/// Maximum number of those in the condition of an action.
pub(super) const MAX_JOINED: usize = 1_000;

/// What the variables at a place stand for.
pub(super) struct Scope<'a> {
    pub(super) names: &'a Names,
    /// The variables with their types, innermost last.
    variables: Vec<(String, Term, Vec<usize>)>,
    /// The objects that each parameter may stand for.
    pub(super) params: Vec<Vec<u32>>,
    /// Whether "there is one" makes a parameter.
    makes_params: bool,
    parts: usize,
}

impl<'a> Scope<'a> {
    pub(super) fn new(names: &'a Names) -> Self {
        Scope { names, variables: Vec::new(), params: Vec::new(), makes_params: false, parts: 0 }
    }

    /// Makes parameters of typed variables.
    pub(super) fn declare(&mut self, nodes: &[Node]) -> Result<()> {
        let depth = self.variables.len();
        for (node, of) in typed(nodes)? {
            let objects = self.variable(node, of, Term::Param(self.params.len() as u32), depth)?;
            self.params.push(objects);
        }
        Ok(())
    }

    /// Adds a variable of a list that begins at `depth`, and gives the objects that it may stand for.
    fn variable(&mut self, node: &Node, of: Option<&Node>, term: Term, depth: usize) -> Result<Vec<u32>> {
        let name = node.word().filter(|word| word.starts_with('?'));
        let name = name.ok_or_else(|| node.fault("a variable, which begins with ?"))?;
        if self.variables[depth..].iter().any(|(other, ..)| other == name) {
            return Err(node.fault("a name that no other variable of the list has"));
        }
        let types = self.names.types_of(of)?;
        let objects = self.names.members(&types);
        self.variables.push((name.to_owned(), term, types));
        Ok(objects)
    }

    fn count(&mut self, node: &Node) -> Result<()> {
        self.parts += 1;
        if self.parts > MAX_PARTS {
            return Err(node.fault(sentence!("at most {} parts once it is written out", MAX_PARTS)));
        }
        Ok(())
    }

    /// What stands at the place of an argument of these types.
    fn term(&self, node: &Node, wanted: &[usize]) -> Result<Term> {
        let word = node.word().ok_or_else(|| node.fault("a variable or an object"))?;
        let (term, fits) = if word.starts_with('?') {
            let known = self.variables.iter().rev().find(|(name, ..)| name == word);
            let (_, term, types) = known.ok_or_else(|| node.fault("a variable declared before"))?;
            (*term, types.iter().all(|&kind| self.names.is_below(kind, wanted)))
        } else {
            let object = self.names.object(node)?;
            (Term::Object(object), wanted.iter().any(|&kind| self.names.members[kind].contains(&object)))
        };
        let expected = || node.fault(sentence!("an argument of type {}", self.names.type_names(wanted)));
        fits.then_some(term).ok_or_else(expected)
    }

    /// The number of a predicate or function, and its arguments.
    fn application(
        &self,
        node: &Node,
        declared: &Declared,
        [form, name]: [&'static str; 2],
    ) -> Result<(u32, Vec<Term>)> {
        let (word, args) = node.form().ok_or_else(|| node.fault(form))?;
        let (number, types) = declared.get(word).ok_or_else(|| match word {
            "and" | "or" | "not" | "imply" | "exists" | "forall" | "when" => {
                node.fault(sentence!("{}; such a word cannot stand here", name))
            }
            _ => node.fault(name),
        })?;
        let arity = types.len();
        if args.len() != arity {
            let arguments = Sentence::counted(arity, ["{} argument", "{} arguments"]);
            return Err(node.fault(sentence!("{} and not {}", arguments, args.len())));
        }
        Ok((*number, args.iter().zip(types).map(|(arg, types)| self.term(arg, types)).collect::<Result<_, _>>()?))
    }

    /// A function with its arguments; `form` says what is expected.
    pub(super) fn function(&self, node: &Node, form: &'static str) -> Result<(u32, Vec<Term>)> {
        self.application(node, &self.names.functions, [form, "a function of the domain"])
    }

    pub(super) fn literal(&self, node: &Node, is_positive: bool) -> Result<Literal> {
        if let Some((name, args)) = node.form()
            && (matches!(name, "<" | ">" | "<=" | ">=") || name == "=" && args.iter().any(|arg| arg.word().is_none()))
        {
            return Err(node.fault("a predicate with its arguments; numeric conditions are not supported"));
        }
        let expected = ["a predicate with its arguments", "a predicate of the domain"];
        let (predicate, terms) = self.application(node, &self.names.predicates, expected)?;
        Ok(Literal { is_positive, predicate, terms })
    }

    /// Does something for all values of typed variables. Where there are none it does it once all the same, so that
    /// faults are found, and returns false: what was made is to be dropped.
    pub(super) fn for_each(&mut self, variables: &Node, body: &mut dyn FnMut(&mut Self) -> Result<()>) -> Result<bool> {
        let list = typed(variables.list().ok_or_else(|| variables.fault("variables in parentheses"))?)?;
        let depth = self.variables.len();
        let mut domains = Vec::new();
        for (node, of) in list {
            domains.push(self.variable(node, of, Term::Object(0), depth)?);
        }
        let mut digits = vec![0; domains.len()];
        let is_empty = domains.iter().any(Vec::is_empty);
        loop {
            self.count(variables)?;
            for (place, (domain, &digit)) in domains.iter().zip(&digits).enumerate() {
                self.variables[depth + place].1 = Term::Object(domain.get(digit).copied().unwrap_or_default());
            }
            body(self)?;
            let mut places = domains.iter().zip(&mut digits).filter(|_| !is_empty);
            let is_next = places.any(|(domain, digit)| {
                *digit = (*digit + 1) % domain.len();
                *digit > 0
            });
            if !is_next {
                break;
            }
        }
        self.variables.truncate(depth);
        Ok(!is_empty)
    }

    fn condition(&mut self, node: &Node, is_positive: bool) -> Result<Condition> {
        self.count(node)?;
        let Some((word, args)) = node.form() else {
            let is_void = is_positive && node.is_empty_list();
            return if is_void { Ok(Condition::known(true)) } else { Err(node.fault("a condition")) };
        };
        match (word, args) {
            ("and" | "or", parts) => {
                let parts: Result<_, _> = parts.iter().map(|part| self.condition(part, is_positive)).collect();
                Ok(Condition::join(parts?, (word == "and") == is_positive))
            }
            ("not", [part]) => self.condition(part, !is_positive),
            ("imply", [one, other]) => {
                let parts = vec![self.condition(one, !is_positive)?, self.condition(other, is_positive)?];
                Ok(Condition::join(parts, !is_positive))
            }
            ("forall" | "exists", [variables, body]) => {
                let is_all = (word == "forall") == is_positive;
                if !is_all && self.makes_params {
                    return self.some(variables, body, is_positive);
                }
                let mut parts = Vec::new();
                let is_any = self.for_each(variables, &mut |scope| {
                    parts.push(scope.condition(body, is_positive)?);
                    Ok(())
                })?;
                parts.truncate(if is_any { parts.len() } else { 0 });
                Ok(Condition::join(parts, is_all))
            }
            ("preference", _) => Err(node.fault("a condition that must hold; preferences are not supported")),
            ("not" | "imply" | "forall" | "exists", _) => {
                Err(node.fault(sentence!("other parts behind {}", Sentence::quoted(word))))
            }
            _ => Ok(self.simplified(self.literal(node, is_positive)?)),
        }
    }

    /// A literal, or what it is known to be: it names objects only, and no action changes it.
    fn simplified(&self, literal: Literal) -> Condition {
        let object = |term: &Term| if let Term::Object(object) = term { Some(*object) } else { None };
        let args: Option<Vec<u32>> = literal.terms.iter().map(object).collect();
        let known = args.and_then(|args| match literal.predicate {
            EQUAL => Some(args[0] == args[1]),
            predicate => self.names.is_true(&(predicate, args)),
        });
        match known {
            Some(value) => Condition::known(value == literal.is_positive),
            None => Condition::Literal(literal),
        }
    }

    /// A condition that holds for some values of variables, as parameters.
    fn some(&mut self, variables: &Node, body: &Node, is_positive: bool) -> Result<Condition> {
        let (depth, before) = (self.variables.len(), self.params.len());
        self.declare(variables.list().ok_or_else(|| variables.fault("variables in parentheses"))?)?;
        let is_possible = self.params[before..].iter().all(|objects| !objects.is_empty());
        let condition = self.condition(body, is_positive)?;
        self.variables.truncate(depth);
        Ok(if is_possible { condition } else { Condition::known(false) })
    }

    /// The ways in which a condition may hold; with `makes_params`, "there is one" makes a parameter of the action.
    pub(super) fn ways(&mut self, node: &Node, makes_params: bool) -> Result<Vec<Demand>> {
        self.makes_params = makes_params;
        let condition = self.condition(node, true);
        self.makes_params = false;
        let (mut ways, mut rest) = (vec![Vec::new()], Vec::new());
        if !split(&mut ways, condition?, &mut rest) {
            return Err(node.fault(sentence!("at most {} atoms once it is written out", MAX_LITERALS)));
        }
        for way in &mut ways {
            let mut seen = FxHashSet::default();
            way.retain(|literal| seen.insert(literal.clone()));
        }
        Ok(ways.into_iter().map(|literals| Demand { literals, rest: rest.clone() }).collect())
    }
}

/// Demands a condition in addition. What would give many ways goes to `rest`. False if a way has too many literals,
/// among which one may stand twice.
fn split(ways: &mut Vec<Vec<Literal>>, condition: Condition, rest: &mut Vec<Condition>) -> bool {
    let mut demand = |ways: &mut Vec<Vec<Literal>>, literal: &Literal| {
        ways.iter_mut().for_each(|way| way.push(literal.clone()));
    };
    match condition {
        Condition::All(parts) => return parts.into_iter().all(|part| split(ways, part, rest)),
        Condition::Literal(literal) => demand(ways, &literal),
        Condition::Any(parts) if ways.len() * parts.len() > MANY_WAYS => rest.push(Condition::Any(parts)),
        Condition::Any(_) => {
            let check = |ways: &mut Vec<_>, _| if ways.len() > MANY_WAYS { Err(()) } else { Ok(()) };
            let mut with = ways.clone();
            match condition.demand(&mut with, &mut demand, &check) {
                Ok(()) => *ways = with,
                Err(()) => rest.push(condition),
            }
        }
    }
    ways.iter().all(|way| way.len() <= MAX_LITERALS)
}

/// Up to this many ways, each becomes a schema of its own; more are written out when the parameters are known.
const MANY_WAYS: usize = 8;
