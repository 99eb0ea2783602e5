//! Sliding blocks solved: exact distances where their table fits into memory, else a plan and a bound.
//!
//! - [`bound`]: how much is needed at least
//! - [`arrangement`]: numbers for the orders of the tiles
//! - [`table`]: exact distances, thirty-two cells of the empty one at a time
//! - [`exact`]: exact answers by tables; [`meet`]: a best plan by two of them that grow towards each other
//! - [`shuttle`]: a plan at once, for rows of any length
//! - [`sweep`]: a better one

pub(crate) mod arrangement;
pub mod bound;
pub mod exact;
pub(crate) mod meet;
pub(crate) mod shuttle;
pub(crate) mod sweep;
pub(crate) mod table;
