//! The generic solvers over any [`crate::puzzle::Puzzle`].

pub mod solution;
