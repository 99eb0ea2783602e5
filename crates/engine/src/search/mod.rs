//! The generic search: alpha-beta over any [`crate::game::Game`].
//!
//! [`searcher::Searcher`] is the door: it owns what is kept from move to move and answers `search`. Behind it:
//!
//! ```text
//! searcher ── threads ── iterate ── root ── alphabeta ── quiescence
//!   table      time      (depth by   (root   probe_table, static_eval, prune_node (pruning), extension,
//!   thread_   strength    depth,     moves)  reduction, picker, history, store_result
//!   data                 windows)
//! ```
//!
//! Every selective rule stands behind a switch of [`features::Features`], so that a test can prove that the search with
//! all of them off returns what [`negamax::plain`] returns. Every number that can be tuned stands in [`tunables`].

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
