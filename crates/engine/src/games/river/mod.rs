//! Priests and Devils: two groups, one boat.
//!
//! ```text
//!   left            right         `-/-/P3D3 r 2`: three of each on the right bank, a boat for two
//!          ~~~~~~    PPP
//!          ~~~ \_/   DDD          aim: all on the left
//! ```
//!
//! The boat needs at least one aboard. On each bank, the passengers counted where the boat docks, the priests must not
//! be outnumbered by devils unless there are none of them. A position in which they are outnumbered is *lost*: it can
//! be described, but nothing can be done in it.
//!
//! - [`group`]: a number of priests and of devils, `P3D3`
//! - [`position`]: who is where
//! - [`problem`]: the rules; the [`crate::puzzle::Puzzle`]
//! - [`solver`]: how far every position is from the goal
//! - [`text`]: how positions and crossings are spelled

pub(crate) mod group;
pub(crate) mod position;
pub(crate) mod problem;
pub(crate) mod solver;
pub(crate) mod text;
pub(crate) mod view;

pub use group::Group;
pub use position::{RiverPosition, Shore};
pub use problem::River;
pub use solver::Distances;
