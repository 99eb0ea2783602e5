//! The tower and its solver: branch and bound over sets of deeds.

use super::solver::Solve;
use crate::control::Control;
use crate::games::tower::{State, Tower, way::Move};
use crate::quest::{Aim, Errand, Quest, QuestPuzzle};
use crate::solve::branch_and_bound;
use crate::solve::solution::{Budget, Progress, Solution};

impl Solve for Tower {
    const MAXIMISES: bool = true;

    type Memory = ();

    fn solve(
        &self,
        state: &State,
        _: &mut (),
        budget: &Budget,
        control: &Control,
        report: &mut (dyn FnMut(Progress<Move>) + Send),
    ) -> Solution<Move> {
        branch_and_bound::solve(self, state, budget, control, report)
    }

    /// The keys of the plan.
    fn remarks(&self, _: &State, solution: &Solution<Move>) -> Vec<String> {
        let facts = solution.facts.iter().filter(|(name, keys)| *name == "walk" && !keys.is_empty());
        let mut remarks: Vec<String> = facts.map(|(_, keys)| format!("walk {keys}")).collect();
        let fact = |wanted: &str| solution.facts.iter().find(|(name, _)| *name == wanted).map(|(_, value)| value);
        if let (Some(left), Some(hp), Some(bound)) = (fact("left"), fact("hp"), fact("bound")) {
            remarks.push(format!("the boss lives: left {left} hp {hp} bound {bound}"));
        }
        remarks
    }

    fn explain(&self, state: &State) -> String {
        let bound = self.with_quest(state, Aim::Goal, StartBound);
        let left = state.monsters_left();
        if bound > 0 {
            format!("hp {}, monsters left {left}, at most {bound} hp when the boss is dead", state.hero.hp)
        } else {
            format!("hp {}, monsters left {left}, the boss cannot be killed", state.hero.hp)
        }
    }
}

/// Asks for the bound at the start.
struct StartBound;

impl Errand<Move> for StartBound {
    type Answer = i64;

    fn run<Q: Quest<Move = Move>>(self, quest: &Q) -> i64 {
        quest.start().bound
    }
}
