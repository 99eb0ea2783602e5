//! The contract of a label problem: a puzzle of decisions made once and for all, on which one resource is spent.
//! Label setting with dominance solves it, as other shortest paths under a constraint on a resource.
//!
//! A label is a **set of decisions** and the **amount** of the resource that is left. All that may be done next
//! follows from the decisions alone; the order in which they were done shows in the amount only, and more of it is
//! never worse. So of all the ways to one set of decisions only the one that leaves most need be kept (dominance), and
//! sets can be worked off by their size, each once (`meihua_engine::solvers::branch_and_bound`).
//!
//! A label problem also brings a **bound**: no way onwards from a label ends with a value above it.
//!
//! ```
//! use meihua_contracts::control::Control;
//! use meihua_contracts::puzzle::label_problem::{Label, LabelProblem, Sink};
//! use meihua_engine::solvers::branch_and_bound::search;
//! use meihua_contracts::solution::Budget;
//!
//! /// Pay for each job at most once, as many as the purse allows; a job is worth 100, a coin 1.
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

/// A point on the way of a label problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label<D> {
    /// What has been done.
    pub decisions: D,
    /// The amount of the resource that is left.
    pub amount: i64,
    /// No end that can be reached from here is worth more.
    pub bound: i64,
}

/// Where the next labels go.
pub trait Sink<D> {
    /// A label whose bound is not above this is of no use and need not be given.
    fn floor(&self) -> i64;
    /// Takes a label.
    fn push(&mut self, label: Label<D>);
    /// Counts a piece of work: whether the labels are no longer wanted, so that the rest need not be given.
    fn is_over(&self) -> bool {
        false
    }
}

/// A label problem as the solver sees it. See the [module page](self).
pub trait LabelProblem: Send + Sync {
    /// A set of decisions: small, plain data.
    type Decisions: Copy + Eq + Hash + Debug + Send + Sync + 'static;
    /// A decision, as the puzzle names it.
    type Move: Copy;

    /// The label to begin with.
    fn start(&self) -> Label<Self::Decisions>;

    /// Size of a set of decisions: below [`LabelProblem::ranks`], and every step raises it.
    fn rank(&self, decisions: &Self::Decisions) -> usize;

    /// The number of ranks.
    fn ranks(&self) -> usize;

    /// What the label is worth if the label problem ends here, always more than 0; `None` if it cannot end here.
    fn value(&self, label: &Label<Self::Decisions>) -> Option<i64>;

    /// Gives all labels one step on whose bound is above the sink's floor.
    fn expand<S: Sink<Self::Decisions>>(&self, label: &Label<Self::Decisions>, sink: &mut S);

    /// The decisions that lead from a label to one of those that [`LabelProblem::expand`] gives for it, in order;
    /// without a label, those done before the start.
    fn steps(&self, from: Option<&Label<Self::Decisions>>, to: &Label<Self::Decisions>) -> Vec<Self::Move>;
}

/// What a plan is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// The goal of the puzzle.
    Goal,
    /// The goal cannot be reached: what else is worth having.
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
    /// What they are worth under the aim.
    pub value: i64,
    /// The decisions, in order.
    pub decisions: Vec<M>,
}

/// A puzzle that can be solved as a label problem. Its goal's value is the value of the plan.
///
/// Whatever takes long ends soon after its deadline, with what it has by then: a bound that is less tight, a plan that
/// is longer.
pub trait LabelPuzzle: Puzzle {
    /// Makes the label problem for an aim from a state, and hands it to the visitor.
    fn with_label_problem<E: LabelVisitor<Self::Move>>(
        &self,
        state: &Self::State,
        aim: Aim,
        deadline: &Deadline,
        visitor: E,
    ) -> E::Answer;

    /// Decisions for an aim that are found at once, and a bound on what can be had: for whoever cannot wait for the
    /// search. `None` for the decisions where the quick way does not lead to the aim.
    fn quick(&self, state: &Self::State, aim: Aim, deadline: &Deadline) -> (Option<Quick<Self::Move>>, i64) {
        let _ = (state, aim, deadline);
        (None, i64::MAX)
    }

    /// The plan that does these decisions in this order.
    fn plan(&self, state: &Self::State, decisions: &[Self::Move], deadline: &Deadline) -> Vec<Self::Move>;

    /// A plan of the same value that is shorter where one was found.
    fn polish(&self, state: &Self::State, plan: Vec<Self::Move>, deadline: &Deadline) -> Vec<Self::Move> {
        let _ = (state, deadline);
        plan
    }

    /// What is known of a plan besides its value; `bound` is the highest value still possible under the aim.
    fn facts(&self, state: &Self::State, aim: Aim, plan: &[Self::Move], bound: i64, deadline: &Deadline) -> Facts {
        let _ = (state, aim, plan, bound, deadline);
        Facts::NONE
    }
}
