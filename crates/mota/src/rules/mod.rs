//! The rules: what a state is, and what every key, fight, tool and event does to it.

pub mod action;
mod battle;
mod blocks;
pub(crate) mod blocks_by_number;
pub(crate) mod equipment;
pub(crate) mod eval;
pub(crate) mod event_context;
pub mod expression;
pub mod fight;
pub(crate) mod free_walk;
pub mod goal;
pub(crate) mod hazard;
pub mod keystroke;
pub mod model;
pub mod run;
pub(crate) mod special;
pub(crate) mod start;
pub mod state;
pub mod tools;
pub(crate) mod value;
pub mod walk;
