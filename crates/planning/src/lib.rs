//! Puzzles as files in PDDL, the language of the planning field: reader, grounding, heuristics and planners.
//!
//! | part | what it does |
//! |---|---|
//! | `read` | text to a problem without types, quantifiers and disjunctions |
//! | `ground` | parameters filled in, as far as anything can be reached; groups of facts of which one is true |
//! | `task`, `successors`, `packed` | variables of several values, packed states, applicable actions |
//! | `relaxed`, `front`, `lm_cut`, `ff` | bounds and estimates |
//! | `projection`, `partition` | bounds from parts of the problem |
//! | `lazy` | plans without proof |
//! | `planner` | from a first plan to the proof that none is cheaper |
//! | `plan` | a problem as a puzzle of the engine |

#![deny(missing_docs)]
#![deny(clippy::unwrap_used, clippy::expect_used)]
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod ff;
mod front;
mod ground;
mod lazy;
mod lm_cut;
mod packed;
mod partition;
mod plan;
mod planner;
mod projection;
mod read;
mod relaxed;
mod successors;
mod task;

pub use plan::{Action, Plan, PlanView, is_whole, open, open_named};
pub use planner::Aim;
pub use task::State;
