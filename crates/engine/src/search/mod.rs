//! The generic search: alpha-beta over any [`crate::game::Game`].
//!
//! [`searcher::Searcher`] is the entry point: it owns what is kept from move to move and answers `search`. It uses:
//!
//! ```text
//! searcher ── threads ── iterate ── root ── alphabeta ── quiescence
//!   table      time      (depth by   (root   probe_table, static_eval, prune_node (pruning), extension,
//!   thread_   strength    depth,     moves)  reduction, picker, history, store_result
//!   data                 windows)
//! ```
//!
//! Every selective rule can be switched off in [`features::Features`], so that a test can prove that the search without
//! them returns the same as [`negamax::plain`]. All tunable parameters are in [`tunables`].

pub(crate) mod breach;
pub mod conformance;
pub(crate) mod entry;
pub mod features;
pub mod limits;
pub mod negamax;
pub mod report;
pub(crate) mod searcher;
pub mod slot;
pub mod table;
pub(crate) mod time;
pub(crate) mod tunables;

mod alphabeta;
mod extension;
mod history;
mod iterate;
mod mate;
mod node;
pub mod outcome;
mod picker;
mod pruning;
mod pv;
mod quiescence;
mod reduction;
mod reporter;
mod root;
pub(crate) mod solved;
pub(crate) mod strength;
mod thread_data;
mod threads;
mod threats;
mod worker;

#[cfg(test)]
mod tests;
#[cfg(test)]
pub(crate) mod toys;

pub use searcher::Searcher;
pub use table::{TableError, TableView, TranspositionTable};
