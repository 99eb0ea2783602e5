//! The tower and its solver, branch and bound over sets of decisions.

use crate::control::Control;
use crate::deadline::Deadline;
use crate::game::Outcome;
use crate::games::tower::{Direction, Hero, State, Tile, Tower, pathing::Move};
use crate::puzzle::PuzzleBinding;
use crate::puzzle::label_problem::{Aim, LabelProblem, LabelPuzzle, LabelVisitor};
use crate::solution::{Budget, Progress, Solution};
use crate::solvers::branch_and_bound;
use crate::text::{Reason, Verdict};
use std::cmp::Reverse;
use std::time::Duration;

/// Time limit for the bound in `eval`.
const EXPLAIN_TIME: Duration = Duration::from_millis(200);

impl PuzzleBinding for Tower {
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

    /// The hp of the hero and of all potions on the map.
    fn optimum(&self, state: &State) -> i64 {
        let worth = |tile: &Tile| {
            let mut hero = Hero { hp: 0, ..state.hero };
            hero.take(*tile, &self.values);
            hero.hp
        };
        if state.won { state.hero.hp } else { state.hero.hp + state.map.iter().map(worth).sum::<i64>() }
    }

    fn goal_value(&self, goal: &State) -> i64 {
        goal.hero.hp
    }

    /// Fewer monsters left, then more hp.
    fn is_better_fallback(&self, walk: &Solution<Move>, than: &Solution<Move>) -> bool {
        let worth = |solution: &Solution<Move>| Some((Reverse(solution.facts.left?), solution.facts.hp?));
        worth(walk) > worth(than)
    }

    /// The value is the hp left at the end, so an earlier move costs nothing more; its keys precede the others.
    fn prepend(&self, state: &State, mv: Move, mut rest: Solution<Move>) -> Solution<Move> {
        rest.plan.insert(0, mv);
        let steps = self.make(&mut state.clone(), mv).unwrap_or_default();
        let keys: String = steps.into_iter().map(Direction::key).collect();
        rest.facts.prepend(&keys);
        Solution { best_first_moves: vec![mv], ..rest }
    }

    /// Detects the death of the boss. Whether the hero is stuck after a move is not checked, because maps may be large
    /// and have many moves.
    fn end_after(&self, state: &State, mv: Move) -> Option<Verdict> {
        let is_boss = |cell| matches!(self.tile(state, cell), Tile::Monster(monster) if monster.is_boss());
        let cell = match mv {
            Move::Act(cell) => Some(cell),
            Move::Step(direction) => self.neighbour(state.hero.at, direction),
        };
        cell.is_some_and(is_boss).then(|| Verdict::over(Outcome::Win, Reason::Solved))
    }

    fn explain(&self, state: &State) -> String {
        let bound =
            self.with_label_problem(state, Aim::Goal, &Deadline::new(Some(EXPLAIN_TIME), &Control::new()), StartBound);
        let left = state.monsters_left();
        if bound > 0 {
            format!("hp {}, monsters left {left}, at most {bound} hp when the boss is dead", state.hero.hp)
        } else {
            format!("hp {}, monsters left {left}, the boss cannot be killed", state.hero.hp)
        }
    }
}

/// Computes the bound at the start.
struct StartBound;

impl LabelVisitor<Move> for StartBound {
    type Answer = i64;

    fn run<Q: LabelProblem<Move = Move>>(self, problem: &Q) -> i64 {
        problem.start().bound
    }
}
