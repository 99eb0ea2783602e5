//! One `go` of a puzzle, run in its own thread: runs the solver and reports what it finds.

use super::event::{Best, Event, Info, Sink, Solved, Value, Worth};
use super::fault::{Code, Fault};
use super::root::Root;
use crate::clock::{Stopwatch, per_second};
use crate::control::Control;
use crate::panics::guarded;
use crate::puzzle::PuzzleBinding;
use crate::search::report::Bound;
use crate::solution::{Budget, NO_BOUND, Progress, Solution, Status};
use std::sync::{Arc, Mutex, MutexGuard};

/// Maximum number of a plan's moves in an `info` line.
const MAX_PV: usize = 5_000;
/// Maximum number of moves compared when a move must be played without a plan.
const MAX_TRIED: usize = 32;

/// One `go` of a puzzle.
pub(super) struct Task<P: PuzzleBinding> {
    /// The moves with which the plan may begin; `None` for all.
    pub(crate) first_moves: Option<Vec<P::Move>>,
    /// How many first moves to report, each with its best plan.
    pub multi_pv: usize,
    pub puzzle: P,
    /// The state from which the plan starts.
    pub state: P::State,
    /// What earlier searches left in memory.
    pub memory: Arc<Mutex<P::Memory>>,
    /// Receives the events.
    pub sink: Sink,
    /// Time since the `go`.
    pub stopwatch: Stopwatch,
}

/// The value of a plan as a score: what is to be small counts negative.
fn units<P: PuzzleBinding>(value: i64) -> Value {
    Value::Units(if P::MAXIMISES { value } else { -value })
}

impl<P: PuzzleBinding> Task<P> {
    /// Solves and answers. If the solver panics, the plan is lost but an answer is still given.
    pub(super) fn run(&self, budget: &Budget, control: &Control) {
        if self.puzzle.is_goal(&self.state) {
            let value = self.puzzle.goal_value(&self.state);
            (self.sink)(Event::Info(Box::new(Info::at_rest(units::<P>(value)))));
            let objective = self.puzzle.objective();
            (self.sink)(Event::AtGoal(Worth { objective, value: Some(value), bound: value, status: Status::Proven }));
            return (self.sink)(Event::Best(Best::default()));
        }
        let mut last: Option<Progress<P::Move>> = None;
        let solved = guarded(|| {
            let mut memory = self.memory();
            let mut report = |progress: Progress<P::Move>| {
                if let Some(mv) = progress.current {
                    let mv = self.puzzle.move_text(&self.state, mv);
                    (self.sink)(Event::CurrentMove { depth: progress.depth, mv, number: 1 });
                }
                (self.sink)(self.line(&progress));
                last = Some(progress);
            };
            if self.multi_pv > 1 {
                return self.solve_each(&mut memory, budget, control, &mut report);
            }
            self.solve_whole(&mut memory, budget, control, &mut report)
        });
        let plan = match solved {
            Ok(solution) => self.conclude(solution),
            Err(cause) => {
                let message = format!("the solver failed ({cause}); the step is the best one known");
                (self.sink)(Event::Error(Fault::new(Code::Panic, message)));
                self.fallback(last)
            }
        };
        let mut steps = self.puzzle.plan_text(&self.state, &plan[..plan.len().min(1)]).into_iter();
        (self.sink)(Event::Best(Best { mv: steps.next(), ponder: None, ..Best::default() }));
    }

    /// What earlier searches left in memory; emptied if one of them panicked, since it cannot be trusted then.
    fn memory(&self) -> MutexGuard<'_, P::Memory> {
        self.memory.lock().unwrap_or_else(|poisoned| {
            self.memory.clear_poison();
            let mut memory = poisoned.into_inner();
            *memory = P::Memory::default();
            memory
        })
    }

    /// A solution in the form of a final progress report.
    pub(super) fn progress(&self, solution: &Solution<P::Move>) -> Progress<P::Move> {
        Progress {
            depth: solution.plan.len() as u32,
            value: solution.value,
            bound: self.worth(solution).bound,
            nodes: solution.nodes,
            time: self.stopwatch.elapsed(),
            plan: solution.plan[..solution.plan.len().min(MAX_PV)].to_vec(),
            current: None,
        }
    }

    /// Reports a solution and returns its plan; without a plan, returns some legal move.
    fn conclude(&self, solution: Solution<P::Move>) -> Vec<P::Move> {
        (self.sink)(self.line(&self.progress(&solution)));
        // A solver that does not look for all of them knows the first move of its own plan.
        let firsts = if solution.best_first_moves.is_empty() && solution.value.is_some() {
            solution.plan.get(..1).unwrap_or_default()
        } else {
            &solution.best_first_moves
        };
        let first = |&mv: &P::Move| self.puzzle.move_text(&self.state, mv);
        (self.sink)(Event::Solved(Box::new(Solved {
            worth: self.worth(&solution),
            plan: self.spell(&solution.plan),
            best_first_moves: firsts.iter().map(first).collect(),
            facts: solution.facts,
            nodes: solution.nodes,
        })));
        // Whatever ended the search, and even if no plan can reach the goal: a client that asks for a move gets one.
        if solution.plan.is_empty() { self.any_move() } else { solution.plan }
    }

    /// The best plan that begins with any of the moves with which one may.
    pub(super) fn solve_whole(
        &self,
        memory: &mut P::Memory,
        budget: &Budget,
        control: &Control,
        report: &mut (dyn FnMut(Progress<P::Move>) + Send),
    ) -> Solution<P::Move> {
        match &self.first_moves {
            None => self.puzzle.solve(&self.state, memory, budget, control, report),
            Some(allowed) => {
                Root { puzzle: &self.puzzle, state: &self.state, allowed }.solve(memory, budget, control, report)
            }
        }
    }

    /// The value of a solution.
    pub(super) fn worth(&self, solution: &Solution<P::Move>) -> Worth {
        let Solution { value, bound, status, .. } = *solution;
        let worth = Worth { objective: self.puzzle.objective(), value, bound, status };
        // Of a goal that is proven to be out of reach there is nothing to say.
        if worth.is_hopeless() { Worth { bound: NO_BOUND, ..worth } } else { worth }
    }

    /// The allowed move that looks best without a search.
    fn any_move(&self) -> Vec<P::Move> {
        let mut moves = self.allowed();
        let outlook = |mv: &P::Move| self.puzzle.outlook(&self.puzzle.apply(&self.state, *mv));
        moves.truncate(MAX_TRIED);
        moves.into_iter().min_by_key(outlook).into_iter().collect()
    }

    /// After a panic: the best plan reported so far, or any move.
    fn fallback(&self, last: Option<Progress<P::Move>>) -> Vec<P::Move> {
        let plan = last.map(|progress| progress.plan).unwrap_or_default();
        if plan.is_empty() { self.any_move() } else { plan }
    }

    /// The `info` event for a stage of the search. Before the first plan, its value is the bound.
    pub(super) fn line(&self, progress: &Progress<P::Move>) -> Event {
        let (value, bound) = match progress.value {
            Some(value) => (units::<P>(value), Bound::Exact),
            None if progress.bound == NO_BOUND => (Value::Unknown, Bound::Exact),
            None => (units::<P>(progress.bound), Bound::Upper),
        };
        Event::Info(Box::new(Info {
            depth: progress.depth,
            seldepth: progress.depth.max(progress.plan.len() as u32),
            bound,
            nodes: progress.nodes,
            nps: per_second(progress.nodes, progress.time),
            time: progress.time,
            pv: self.spell(&progress.plan),
            ..Info::at_rest(value)
        }))
    }

    /// The beginning of a plan in wire notation.
    fn spell(&self, plan: &[P::Move]) -> Vec<String> {
        self.puzzle.plan_text(&self.state, &plan[..plan.len().min(MAX_PV)])
    }
}
