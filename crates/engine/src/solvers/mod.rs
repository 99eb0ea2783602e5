//! The generic solvers over any [`crate::puzzle::Puzzle`].
//!
//! | solver | asks for | answers |
//! | solver | requires | provides |
//! | [`breadth_first`] | moves | distance in steps, every optimal first move, number of shortest plans, size of the graph |
//! | [`a_star`] | a lower bound | the cheapest plan, proven |
//! | [`branch_and_bound`] | decisions, a resource and a bound ([`crate::puzzle::label_problem`]) | the plan that leaves
//! the most, proven |
//!
//! All of them count expanded states, respect a [`Budget`](crate::solution::Budget) and stop when a
//! [`crate::control::Control`] asks for it; [`meter`] implements this in one place.

pub mod a_star;
pub mod branch_and_bound;
pub mod breadth_first;
pub(crate) mod meter;
pub mod numbering;
#[cfg(test)]
mod toys;
