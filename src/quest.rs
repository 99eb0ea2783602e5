//! The contract of a quest: a puzzle in which things are done once and for all, and one resource is spent on them.
//!
//! A label of a quest is a **set of deeds** and the **amount** of the resource that is left. All that may be done next
//! follows from the deeds alone; the order in which they were done shows in the amount only, and more of it is never
//! worse. So of all the ways to one set of deeds only the one that leaves most need be kept (dominance), and sets can be
//! worked off by their size, each once ([`crate::solve::branch_and_bound`]).
//!
//! A quest also brings a **bound**: no way onwards from a label ends with a worth above it.
//!
//! ```
//! use meihua::control::Control;
//! use meihua::quest::{Label, Quest, Sink};
//! use meihua::solve::branch_and_bound::search;
//! use meihua::solve::solution::Budget;
//!
//! /// Pay for each job at most once, as many as the purse allows; a job is worth 100, a coin 1.
//! struct Jobs { prices: Vec<i64>, purse: i64 }
//!
//! impl Quest for Jobs {
//!     type Deeds = u32; // one bit a job
//!     type Move = usize;
//!     fn start(&self) -> Label<u32> {
//!         Label { deeds: 0, amount: self.purse, bound: self.purse + 100 * self.prices.len() as i64 }
//!     }
//!     fn rank(&self, deeds: &u32) -> usize { deeds.count_ones() as usize }
//!     fn ranks(&self) -> usize { self.prices.len() + 1 }
//!     fn worth(&self, label: &Label<u32>) -> Option<i64> {
//!         Some(100 * label.deeds.count_ones() as i64 + label.amount)
//!     }
//!     fn expand<S: Sink<u32>>(&self, label: &Label<u32>, sink: &mut S) {
//!         for (job, &price) in self.prices.iter().enumerate() {
//!             if label.deeds >> job & 1 == 0 && price <= label.amount {
//!                 let (deeds, amount) = (label.deeds | 1 << job, label.amount - price);
//!                 sink.push(Label { deeds, amount, bound: label.bound - price });
//!             }
//!         }
//!     }
//!     fn steps(&self, from: Option<&Label<u32>>, to: &Label<u32>) -> Vec<usize> {
//!         let fresh = to.deeds & !from.map_or(0, |from| from.deeds);
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
use std::fmt::Debug;
use std::hash::Hash;

/// A point on the way of a quest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label<D> {
    /// What has been done.
    pub deeds: D,
    /// What is left of the resource.
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

/// A quest as the solver sees it. See the [module page](self).
pub trait Quest: Send + Sync {
    /// A set of deeds: small, plain data.
    type Deeds: Copy + Eq + Hash + Debug + Send + Sync + 'static;
    /// A deed, as the puzzle names it.
    type Move: Copy;

    /// The label to begin with.
    fn start(&self) -> Label<Self::Deeds>;

    /// Size of a set of deeds: below [`Quest::ranks`], and every step raises it.
    fn rank(&self, deeds: &Self::Deeds) -> usize;

    /// The number of ranks.
    fn ranks(&self) -> usize;

    /// What the label is worth if the quest ends here, always more than 0; `None` if it cannot end here.
    fn worth(&self, label: &Label<Self::Deeds>) -> Option<i64>;

    /// Gives all labels one step on whose bound is above the sink's floor.
    fn expand<S: Sink<Self::Deeds>>(&self, label: &Label<Self::Deeds>, sink: &mut S);

    /// The deeds that lead from a label to one of those that [`Quest::expand`] gives for it, in order; without a label,
    /// those done before the start.
    fn steps(&self, from: Option<&Label<Self::Deeds>>, to: &Label<Self::Deeds>) -> Vec<Self::Move>;
}

/// What a plan is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// The goal of the puzzle.
    Goal,
    /// The goal cannot be reached: what else is worth having.
    Consolation,
}

/// Something to be done with a quest, whatever its type.
pub trait Errand<M> {
    /// What comes of it.
    type Answer;
    /// Does it.
    fn run<Q: Quest<Move = M>>(self, quest: &Q) -> Self::Answer;
}

/// Deeds found without a search. See [`QuestPuzzle::quick`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quick<M> {
    /// What they are worth under the aim.
    pub worth: i64,
    /// The deeds, in order.
    pub deeds: Vec<M>,
}

/// A puzzle that can be solved as a quest. Its goal's worth is the value of the plan.
///
/// Whatever takes long ends soon after its deadline, with what it has by then: a bound that is less tight, a plan that is
/// longer.
pub trait QuestPuzzle: Puzzle {
    /// Makes the quest for an aim from a state, and does the errand with it.
    fn with_quest<E: Errand<Self::Move>>(
        &self,
        state: &Self::State,
        aim: Aim,
        deadline: &Deadline,
        errand: E,
    ) -> E::Answer;

    /// Deeds for an aim that are found at once, and a bound on what can be had: for whoever cannot wait for the search.
    /// `None` for the deeds where the quick way does not lead to the aim.
    fn quick(&self, state: &Self::State, aim: Aim, deadline: &Deadline) -> (Option<Quick<Self::Move>>, i64) {
        let _ = (state, aim, deadline);
        (None, i64::MAX)
    }

    /// The plan that does these deeds in this order.
    fn plan(&self, state: &Self::State, deeds: &[Self::Move], deadline: &Deadline) -> Vec<Self::Move>;

    /// A plan of the same worth that is shorter where one was found.
    fn polish(&self, state: &Self::State, plan: Vec<Self::Move>, deadline: &Deadline) -> Vec<Self::Move> {
        let _ = (state, deadline);
        plan
    }

    /// Facts of a plan by name; `bound` is the highest worth still possible under the aim.
    fn facts(
        &self,
        state: &Self::State,
        aim: Aim,
        plan: &[Self::Move],
        bound: i64,
        deadline: &Deadline,
    ) -> Vec<(&'static str, String)> {
        let _ = (state, aim, plan, bound, deadline);
        Vec::new()
    }
}
