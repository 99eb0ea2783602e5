//! Priests and Devils: two groups, one boat.
//!
//! ```text
//!   left            right         `-/-/P3D3 r 2`: three of each on the right bank, a boat for two
//!          ~~~~~~    PPP
//!          ~~~ \_/   DDD          aim: all on the left
//! ```
//!
//! The boat needs at least one person aboard. On each bank, counting the passengers where the boat is docked, the
//! priests must not be outnumbered by devils unless there are no priests. A position that breaks this rule is *lost*:
//! it can be described, but it has no moves.
//!
//! - [`group`]: a number of priests and devils, `P3D3`
//! - [`position`]: who is where
//! - [`problem`]: the rules; the [`crate::puzzle::Puzzle`]
//! - [`solver`]: the distance of every position from the goal
//! - [`text`]: the notation of positions and crossings

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
