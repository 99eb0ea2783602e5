//! The names of a domain and a problem: types, objects, predicates and functions.

use super::syntax::Node;
use super::{Atom, Result};
use crate::task::sorted;
use meihua_contracts::sentence;
use meihua_contracts::sentence::Sentence;
use rustc_hash::{FxHashMap, FxHashSet};

/// Predicates or functions: their numbers and the types of each argument.
pub(super) type Declared = FxHashMap<String, (u32, Vec<Vec<usize>>)>;

/// What the names stand for.
#[derive(Default)]
pub(super) struct Names {
    types: FxHashMap<String, usize>,
    /// The types right above each type.
    parents: Vec<Vec<usize>>,
    /// The objects of each type.
    pub(super) members: Vec<Vec<u32>>,
    pub(super) objects: FxHashMap<String, u32>,
    pub(super) predicates: Declared,
    pub(super) functions: Declared,
    /// The predicates that actions change.
    changed: FxHashSet<u32>,
    /// What is true at the start.
    pub(super) init: FxHashSet<Atom>,
}

/// Names in the order of their numbers.
pub(super) fn in_order<T: Ord>(names: FxHashMap<String, T>) -> Vec<String> {
    let mut list: Vec<(T, String)> = names.into_iter().map(|(name, number)| (number, name)).collect();
    list.sort_unstable();
    list.into_iter().map(|(_, name)| name).collect()
}

/// What begins a condition or an effect, and names no predicate.
const KEYWORDS: [&str; 8] = ["and", "or", "not", "imply", "forall", "exists", "when", "increase"];

/// A name with the node of its type; `None` where none is given.
type Typed<'n, 'a> = (&'n Node<'a>, Option<&'n Node<'a>>);

/// Names with types behind them: `a b - t c`.
pub(super) fn typed<'n, 'a>(nodes: &'n [Node<'a>]) -> Result<Vec<Typed<'n, 'a>>> {
    let mut list: Vec<Typed> = Vec::new();
    let (mut untyped, mut rest) = (0, nodes);
    while let [node, after @ ..] = rest {
        rest = after;
        match node.word() {
            Some("-") => {
                let [of, after @ ..] = rest else { return Err(node.fault("a type behind it")) };
                if untyped == list.len() {
                    let expected = "names before it; a name has one type, or (either TYPE …)";
                    return Err(node.fault(expected));
                }
                list[untyped..].iter_mut().for_each(|(_, kind)| *kind = Some(of));
                (untyped, rest) = (list.len(), after);
            }
            Some(_) => list.push((node, None)),
            None => return Err(node.fault("a name")),
        }
    }
    Ok(list)
}

/// The names of a type: one, or several behind `either`.
fn alternatives<'n, 'a>(node: &'n Node<'a>) -> Result<Vec<&'n Node<'a>>> {
    match (node.word(), node.list()) {
        (Some(_), _) => Ok(vec![node]),
        (None, Some([first, rest @ ..])) if first.word() == Some("either") && !rest.is_empty() => {
            Ok(rest.iter().collect())
        }
        _ => Err(node.fault("a type, or (either TYPE …)")),
    }
}

impl Names {
    fn kind(&mut self, name: &str) -> usize {
        let next = self.parents.len();
        let index = *self.types.entry(name.to_owned()).or_insert(next);
        if index == next {
            self.parents.push(Vec::new());
            self.members.push(Vec::new());
        }
        index
    }

    pub(super) fn new() -> Names {
        let mut names = Names::default();
        names.kind("object");
        names.predicates.insert("=".to_owned(), (super::EQUAL, vec![vec![0]; 2]));
        names
    }

    /// The section `:types`.
    pub(super) fn declare_types(&mut self, nodes: &[Node]) -> Result<()> {
        for (node, above) in typed(nodes)? {
            let index = self.kind(node.word().unwrap_or_default());
            for parent in above.map(alternatives).transpose()?.unwrap_or_default() {
                let parent = self.kind(parent.word().ok_or_else(|| parent.fault("a type"))?);
                self.parents[index].push(parent);
            }
        }
        let circular = self.circular();
        match typed(nodes)?.iter().find(|(node, _)| circular[self.types[node.word().unwrap_or_default()]]) {
            Some((node, _)) => Err(node.fault("a type that is not below itself, nor below one that is")),
            None => Ok(()),
        }
    }

    /// For each type, whether a circle of types is among those above it.
    fn circular(&self) -> Vec<bool> {
        let mut below = vec![Vec::new(); self.parents.len()];
        let mut left: Vec<usize> = self.parents.iter().map(Vec::len).collect();
        for (kind, parents) in self.parents.iter().enumerate() {
            parents.iter().for_each(|&parent| below[parent].push(kind));
        }
        let mut open: Vec<usize> = (0..left.len()).filter(|&kind| left[kind] == 0).collect();
        while let Some(kind) = open.pop() {
            for &kind in &below[kind] {
                left[kind] -= 1;
                open.extend((left[kind] == 0).then_some(kind));
            }
        }
        left.into_iter().map(|left| left > 0).collect()
    }

    /// The types that are named; `object` where none is.
    pub(super) fn types_of(&self, node: Option<&Node>) -> Result<Vec<usize>> {
        let Some(node) = node else { return Ok(vec![0]) };
        let find = |node: &&Node| {
            let known = node.word().and_then(|word| self.types.get(word).copied());
            known.ok_or_else(|| node.fault("a type of the domain"))
        };
        alternatives(node)?.iter().map(find).collect()
    }

    /// The section `:constants` or `:objects`.
    pub(super) fn declare_objects(&mut self, nodes: &[Node]) -> Result<()> {
        for (node, of) in typed(nodes)? {
            let object = self.objects.len() as u32;
            let name = node.word().unwrap_or_default();
            if name.starts_with(['?', ':']) {
                return Err(node.fault("the name of an object, without ? and : before it"));
            }
            if self.objects.insert(name.to_owned(), object).is_some() {
                return Err(node.fault("each object and constant once"));
            }
            for kind in self.above(self.types_of(of)?) {
                self.members[kind].push(object);
            }
        }
        Ok(())
    }

    /// These types and all above them.
    fn above(&self, mut open: Vec<usize>) -> Vec<usize> {
        open.push(0);
        let (mut found, mut seen) = (Vec::new(), vec![false; self.parents.len()]);
        while let Some(kind) = open.pop() {
            if !std::mem::replace(&mut seen[kind], true) {
                open.extend(&self.parents[kind]);
                found.push(kind);
            }
        }
        found
    }

    /// Whether what is of a type is also of one of the others.
    pub(super) fn is_below(&self, kind: usize, others: &[usize]) -> bool {
        others.contains(&kind) || self.above(vec![kind]).iter().any(|kind| others.contains(kind))
    }

    /// The names of types, for errors.
    pub(super) fn type_names(&self, kinds: &[usize]) -> Sentence {
        let names = self.types.iter().filter(|(_, kind)| kinds.contains(kind)).map(|(name, _)| name.as_str());
        let names = sorted(names).into_iter().map(Sentence::plain);
        names.reduce(|names, name| sentence!("{} or {}", names, name)).unwrap_or(Sentence::EMPTY)
    }

    /// The section `:predicates`, or `:functions` with its name.
    pub(super) fn declare(&mut self, nodes: &[Node], is_function: bool) -> Result<()> {
        let mut rest = nodes;
        while let [node, after @ ..] = rest {
            rest = after;
            // The type of a function's values, which are all numbers.
            if let (true, Some("-"), [_, after @ ..]) = (is_function, node.word(), after) {
                rest = after;
                continue;
            }
            let (name, args) = node.form().ok_or_else(|| node.fault("a name with arguments in parentheses"))?;
            if KEYWORDS.contains(&name) {
                return Err(node.fault("a name that is no word of the language"));
            }
            let args = typed(args)?;
            if let Some((arg, _)) = args.iter().find(|(arg, _)| arg.word().is_none_or(|word| !word.starts_with('?'))) {
                return Err(arg.fault("a variable, which begins with ?"));
            }
            let kinds = args.into_iter().map(|(_, of)| self.types_of(of)).collect::<Result<_>>()?;
            let declared = if is_function { &mut self.functions } else { &mut self.predicates };
            let next = declared.len() as u32;
            if declared.insert(name.to_owned(), (next, kinds)).is_some() {
                return Err(node.fault("a name that was not declared before"));
            }
        }
        Ok(())
    }

    /// The objects that a variable of these types may stand for.
    pub(super) fn members(&self, types: &[usize]) -> Vec<u32> {
        sorted(types.iter().flat_map(|&kind| &self.members[kind]).copied())
    }

    /// Whether an atom is true all the time; `None` if actions may change it.
    pub(super) fn is_true(&self, atom: &Atom) -> Option<bool> {
        (!self.changed.contains(&atom.0)).then(|| self.init.contains(atom))
    }

    /// Notes the predicates in the effect of an action.
    pub(super) fn note_changes(&mut self, effect: &Node) {
        match effect.form() {
            Some(("and" | "not", parts)) => parts.iter().for_each(|part| self.note_changes(part)),
            Some(("when" | "forall", [_, body])) => self.note_changes(body),
            Some((name, _)) => self.changed.extend(self.predicates.get(name).map(|(number, _)| *number)),
            None => {}
        }
    }

    pub(super) fn object(&self, node: &Node) -> Result<u32> {
        let found = node.word().and_then(|word| self.objects.get(word).copied());
        found.ok_or_else(|| node.fault("an object of the problem or a constant of the domain"))
    }
}
