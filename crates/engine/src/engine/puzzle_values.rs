//! The values of a puzzle's moves: with `MultiPV` above 1, what follows each first move is solved separately.

use super::event::{Event, Info};
use super::puzzle_task::Task;
use super::root::{Best, Root, better};
use crate::control::Control;
use crate::deadline::Deadline;
use crate::puzzle::PuzzleBinding;
use crate::solution::{Budget, Progress, Solution, Status};
use std::cmp::Ordering;

/// The best plan that begins with each of these moves, in their order. The budget and the time that is left are shared
/// among `parts` of the work: as many as there are moves, and more if something is to be done after them. Moves for
/// which no time is left are missing.
pub fn each<P: PuzzleBinding>(
    (puzzle, state): (&P, &P::State),
    moves: &[P::Move],
    parts: usize,
    memory: &mut P::Memory,
    budget: &Budget,
    control: &Control,
) -> Vec<(P::Move, Solution<P::Move>)> {
    let deadline = Deadline::new(budget.movetime, control);
    let (mut found, mut nodes) = (Vec::with_capacity(moves.len()), 0);
    for (index, mv) in moves.iter().enumerate() {
        if index > 0 && !deadline.look() {
            break;
        }
        let share = (parts - index) as u32;
        let part = Budget {
            nodes: budget.nodes.map(|limit| limit.saturating_sub(nodes) / u64::from(share)),
            movetime: deadline.remaining().map(|left| left / share),
            ..budget.clone()
        };
        let root = Root { puzzle, state, allowed: std::slice::from_ref(mv) };
        let solution = root.solve(memory, &part, control, &mut |_| ());
        nodes += solution.nodes;
        found.push((*mv, solution));
    }
    found
}

impl<P: PuzzleBinding> Task<P> {
    /// Solves what follows each first move and reports as many of them as requested, best first: an `info` line and a
    /// remark on what is proven for each. Returns the best.
    pub(super) fn solve_each(
        &self,
        memory: &mut P::Memory,
        budget: &Budget,
        control: &Control,
        report: &mut (dyn FnMut(Progress<P::Move>) + Send),
    ) -> Solution<P::Move> {
        let deadline = Deadline::new(budget.movetime, control);
        let moves = self.allowed();
        // Which moves are best is only known of all. A share more finds the best plan, of which fewer lines are no sign.
        let parts = moves.len() + usize::from(self.multi_pv < moves.len());
        let mut found = each((&self.puzzle, &self.state), &moves, parts, memory, budget, control);
        let mut best = Best::new();
        found.iter().for_each(|(_, solution)| best.count::<P>(solution));
        if found.len() < moves.len() {
            best.give_up::<P>(self.puzzle.optimum(&self.state));
        }
        let is_settled = found.len() == moves.len() && found.iter().all(|(_, one)| one.status == Status::Proven);
        let whole = (parts > moves.len() && !is_settled).then(|| {
            let part = Budget { movetime: deadline.remaining(), ..budget.clone() };
            self.solve_whole(memory, &part, control, report)
        });
        if let Some((mv, whole)) = whole.as_ref().and_then(|whole| Some((*whole.plan.first()?, whole))) {
            match found.iter_mut().find(|(known, _)| *known == mv) {
                None => found.push((mv, whole.clone())),
                Some((_, known)) if self.order(whole, known) == Ordering::Less => *known = whole.clone(),
                Some(_) => {}
            }
        }
        found.sort_by(|(_, one), (_, other)| self.order(one, other));
        for (rank, (mv, solution)) in found.iter().take(self.multi_pv).enumerate() {
            self.tell_line(rank + 1, *mv, solution);
        }
        // All moves of this value begin a best plan.
        let is_best = |solution: &Solution<P::Move>| {
            solution.value.is_some() && solution.status == Status::Proven && solution.value == found[0].1.value
        };
        let firsts: Vec<P::Move> = found.iter().filter(|(_, one)| is_best(one)).map(|&(mv, _)| mv).collect();
        best.solution = found.into_iter().next().map(|(_, solution)| solution);
        if let Some(solution) = best.solution.as_mut().filter(|_| !firsts.is_empty()) {
            solution.best_first_moves = firsts;
        }
        match whole {
            None => best.conclude::<P>(),
            Some(whole) => self.better_of(best.solution, whole),
        }
    }

    /// The better of two plans: the best that begins with an examined move, and the best that may begin with any. What
    /// is proven about the latter holds for both.
    fn better_of(&self, best: Option<Solution<P::Move>>, whole: Solution<P::Move>) -> Solution<P::Move> {
        let Some(best) = best.filter(|best| self.order(best, &whole) == Ordering::Less) else { return whole };
        let mut all = Best::new();
        all.count::<P>(&whole);
        all.solution = Some(best);
        all.conclude::<P>()
    }

    /// The moves with which a plan may begin.
    pub(super) fn allowed(&self) -> Vec<P::Move> {
        let mut moves = self.first_moves.clone().unwrap_or_default();
        if self.first_moves.is_none() {
            self.puzzle.moves(&self.state, &mut moves);
        }
        moves
    }

    /// Orders solutions, better ones first, and of those that are worth the same the one with the shorter plan: a client
    /// that plays the first arrives. Those without a plan come next, and those proven to have none last.
    fn order(&self, one: &Solution<P::Move>, other: &Solution<P::Move>) -> Ordering {
        let rank = |solution: &Solution<P::Move>| match (solution.value, solution.status) {
            (Some(_), _) => 0,
            (None, Status::Anytime) => 1,
            (None, Status::Proven) => 2,
        };
        rank(one).cmp(&rank(other)).then_with(|| match (one.value, other.value) {
            (Some(value), Some(than)) if better::<P>(value, than) => Ordering::Less,
            (Some(value), Some(than)) if better::<P>(than, value) => Ordering::Greater,
            (Some(_), Some(_)) => one.plan.len().cmp(&other.plan.len()),
            _ => Ordering::Equal,
        })
    }

    /// Reports the best plan that begins with a given move.
    fn tell_line(&self, rank: usize, mv: P::Move, solution: &Solution<P::Move>) {
        let name = self.puzzle.move_text(&self.state, mv);
        if solution.value.is_some()
            && let Event::Info(info) = self.line(&self.progress(solution))
        {
            (self.sink)(Event::Info(Box::new(Info { multi_pv: rank, ..*info })));
        }
        (self.sink)(Event::MoveValue { mv: name, worth: self.worth(solution) });
    }
}
