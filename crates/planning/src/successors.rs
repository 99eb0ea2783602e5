//! A tree that finds the operators whose conditions hold without looking at all of them.
//!
//! Helmert, The Fast Downward planning system, JAIR 26, 2006, section 5.3.1: each node asks for variables in turn, and
//! has a branch for each value of a variable.

use crate::task::Setting;

/// How many variables to ask for on one path; further conditions are looked at one by one.
const MAX_DEPTH: usize = 100;

/// The operators that have the same conditions so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Successors {
    /// Those to look at one by one, with what is left of their conditions: nothing, or more than the depth allows for.
    here: Vec<(u32, Box<[Setting]>)>,
    /// The next variable of the others, and a branch for each of its values.
    asks: Vec<(u32, Vec<Option<Successors>>)>,
}

impl Successors {
    /// For conditions, each in the order of variables, and the number of values of each variable.
    pub(crate) fn new<'a>(conditions: impl Iterator<Item = &'a [Setting]>, sizes: &[u32]) -> Successors {
        let mut all: Vec<(u32, &[Setting])> = (0..).zip(conditions).collect();
        all.sort_by_key(|(_, condition)| *condition);
        Successors::build(&all, sizes, 0)
    }

    /// The operators with what is left of their conditions, in the order of variables and values.
    fn build(operators: &[(u32, &[Setting])], sizes: &[u32], depth: usize) -> Successors {
        let is_here = |(_, condition): &(u32, &[Setting])| condition.is_empty() || depth == MAX_DEPTH;
        let (here, mut rest) = operators.split_at(operators.partition_point(is_here));
        let here = here.iter().map(|(number, condition)| (*number, (*condition).into())).collect();
        let mut node = Successors { here, asks: Vec::new() };
        while let Some((_, first)) = rest.first() {
            let variable = first[0].0;
            let mut branches: Vec<Option<Successors>> = (0..sizes[variable as usize]).map(|_| None).collect();
            let end = rest.partition_point(|(_, condition)| condition[0].0 == variable);
            for same in rest[..end].chunk_by(|(_, one), (_, other)| one[0] == other[0]) {
                let behind: Vec<_> = same.iter().map(|(number, condition)| (*number, &condition[1..])).collect();
                branches[same[0].1[0].1 as usize] = Some(Successors::build(&behind, sizes, depth + 1));
            }
            node.asks.push((variable, branches));
            rest = &rest[end..];
        }
        node
    }

    /// Calls back with each operator whose conditions hold; `value` gives the value of a variable.
    pub(crate) fn visit(&self, value: &impl Fn(u32) -> u32, found: &mut impl FnMut(u32)) {
        for (number, condition) in &self.here {
            if condition.iter().all(|&(variable, wanted)| value(variable) == wanted) {
                found(*number);
            }
        }
        for (variable, branches) in &self.asks {
            if let Some(branch) = &branches[value(*variable) as usize] {
                branch.visit(value, found);
            }
        }
    }
}
