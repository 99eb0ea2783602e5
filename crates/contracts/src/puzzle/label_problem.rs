//! The contract of a label problem: a puzzle of one-time decisions that draw on a single resource. It is solved by
//! label setting with dominance, like other resource-constrained shortest paths.
//!
//! A label is a **set of decisions** and the **amount** of the resource that is left. What can be done next depends on
//! the decisions alone; the order in which they were made affects only the amount, and having more of it is never
//! worse. So of all ways to reach one set of decisions, only the one that leaves the most need be kept (dominance), and
//! the sets can be processed by size, each exactly once (`meihua_engine::solvers::branch_and_bound`).
//!
//! A label problem also provides a **bound**: no continuation of a label ends with a value above it.
//!
//! ```
//! use meihua_contracts::control::Control;
//! use meihua_contracts::puzzle::label_problem::{Label, LabelProblem, Sink};
//! use meihua_engine::solvers::branch_and_bound::search;
//! use meihua_contracts::solution::Budget;
//!
//! /// Pay for as many jobs as the purse allows, each at most once; a job is worth 100, a coin 1.
//! struct Jobs { prices: Vec<i64>, purse: i64 }
//!
//! impl LabelProblem for Jobs {
//!     type Decisions = u32; // one bit a job
//!     type Move = usize;
//!     fn start(&self) -> Label<u32> {
//!         Label { decisions: 0, amount: self.purse, bound: self.purse + 100 * self.prices.len() as i64 }
//!     }
//!     fn rank(&self, decisions: &u32) -> usize { decisions.count_ones() as usize }
//!     fn ranks(&self) -> usize { self.prices.len() + 1 }
//!     fn value(&self, label: &Label<u32>) -> Option<i64> {
//!         Some(100 * label.decisions.count_ones() as i64 + label.amount)
//!     }
//!     fn expand<S: Sink<u32>>(&self, label: &Label<u32>, sink: &mut S) {
//!         for (job, &price) in self.prices.iter().enumerate() {
//!             if label.decisions >> job & 1 == 0 && price <= label.amount {
//!                 let (decisions, amount) = (label.decisions | 1 << job, label.amount - price);
//!                 sink.push(Label { decisions, amount, bound: label.bound - price });
//!             }
//!         }
//!     }
//!     fn steps(&self, from: Option<&Label<u32>>, to: &Label<u32>) -> Vec<usize> {
//!         let fresh = to.decisions & !from.map_or(0, |from| from.decisions);
//!         (0..self.prices.len()).filter(|job| fresh >> job & 1 != 0).collect()
//!     }
//! }
//!
//! let jobs = Jobs { prices: vec![5, 2, 4, 3], purse: 9 };
//! let outcome = search(&jobs, &Budget::default(), &Control::new(), &mut |_| {});
//! assert!(outcome.proven);
//! assert_eq!(outcome.bound, 300); // 2 + 4 + 3
//! ```

use crate::deadline::Deadline;
use crate::puzzle::Puzzle;
use crate::solution::Facts;
use std::fmt::Debug;
use std::hash::Hash;

/// A node of the search: what was decided and what is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label<D> {
    /// The decisions made so far.
    pub decisions: D,
    /// The amount of the resource that is left.
    pub amount: i64,
    /// No end that can be reached from here is worth more.
    pub bound: i64,
}

/// Receives the labels of an expansion.
pub trait Sink<D> {
    /// Labels whose bound is not above this value are useless and need not be pushed.
    fn floor(&self) -> i64;
    /// Receives a label.
    fn push(&mut self, label: Label<D>);
    /// Counts a piece of work. Returns `true` once labels are no longer wanted, so that the rest may be skipped.
    fn is_over(&self) -> bool {
        false
    }
}

/// A label problem as the solver sees it. See the [module documentation](self).
pub trait LabelProblem: Send + Sync {
    /// A set of decisions: small, plain data.
    type Decisions: Copy + Eq + Hash + Debug + Send + Sync + 'static;
    /// A decision as the puzzle names it.
    type Move: Copy;

    /// The label to begin with.
    fn start(&self) -> Label<Self::Decisions>;

    /// The rank of a set of decisions: below [`LabelProblem::ranks`], and raised by every step.
    fn rank(&self, decisions: &Self::Decisions) -> usize;

    /// The number of ranks.
    fn ranks(&self) -> usize;

    /// The value if the problem ends at this label, always above 0; `None` if it cannot end here.
    fn value(&self, label: &Label<Self::Decisions>) -> Option<i64>;

    /// Pushes all labels one step away whose bound is above the sink's floor.
    fn expand<S: Sink<Self::Decisions>>(&self, label: &Label<Self::Decisions>, sink: &mut S);

    /// The decisions that lead from a label to one that [`LabelProblem::expand`] gave for it, in order. With `from` set
    /// to `None`: the decisions made before the start.
    fn steps(&self, from: Option<&Label<Self::Decisions>>, to: &Label<Self::Decisions>) -> Vec<Self::Move>;
}

/// What a plan aims for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// The goal of the puzzle.
    Goal,
    /// The best alternative when the goal cannot be reached.
    Fallback,
}

/// An operation on a label problem of any type.
pub trait LabelVisitor<M> {
    /// The result of the operation.
    type Answer;
    /// Runs with the problem.
    fn run<Q: LabelProblem<Move = M>>(self, problem: &Q) -> Self::Answer;
}

/// Decisions found without a search. See [`LabelPuzzle::quick`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quick<M> {
    /// Their value under the aim.
    pub value: i64,
    /// The decisions, in order.
    pub decisions: Vec<M>,
}

/// A puzzle that can be solved as a label problem. The value of a label that reaches the goal is the value of the plan.
///
/// Methods that take a deadline end soon after it with the best they have by then: a looser bound or a longer plan.
pub trait LabelPuzzle: Puzzle {
    /// Builds the label problem for an aim and passes it to the visitor.
    fn with_label_problem<E: LabelVisitor<Self::Move>>(
        &self,
        state: &Self::State,
        aim: Aim,
        deadline: &Deadline,
        visitor: E,
    ) -> E::Answer;

    /// Decisions that reach an aim and are found at once, and an upper bound on the value, for callers that cannot wait
    /// for the search. The decisions are `None` if the quick method does not reach the aim.
    fn quick(&self, state: &Self::State, aim: Aim, deadline: &Deadline) -> (Option<Quick<Self::Move>>, i64) {
        let _ = (state, aim, deadline);
        (None, i64::MAX)
    }

    /// The plan that makes these decisions in this order.
    fn plan(&self, state: &Self::State, decisions: &[Self::Move], deadline: &Deadline) -> Vec<Self::Move>;

    /// A plan of the same value, shortened if a shorter one is found.
    fn polish(&self, state: &Self::State, plan: Vec<Self::Move>, deadline: &Deadline) -> Vec<Self::Move> {
        let _ = (state, deadline);
        plan
    }

    /// What is known about a plan besides its value. `bound` is the highest value still possible under the aim.
    fn facts(&self, state: &Self::State, aim: Aim, plan: &[Self::Move], bound: i64, deadline: &Deadline) -> Facts {
        let _ = (state, aim, plan, bound, deadline);
        Facts::NONE
    }
}
