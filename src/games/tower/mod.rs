//! Magic Tower: the hero who spends keys and blood.
//!
//! A map of road, walls, items, doors and monsters. The hero walks with `w a s d`; walking onto an item takes it,
//! walking into a door opens it with a key of its colour, walking into a monster fights it: the outcome is certain, and
//! costs hp. The game is won when the boss dies; the more hp are left, the better.
//!
//! What matters is the *order* of fights: a gem makes every later fight cheaper, and what guards it must be paid first.
//!
//! The way of the files: [`tile`] (codes), [`combat`] (damage), [`state`] and [`step`] (rules, one key at a time),
//! [`way`] (targets and ways), [`check`] (replays a walk), [`format`](mod@format) and [`text`] (spelling).

pub mod areas;
mod bits;
pub mod bound;
pub mod check;
pub mod combat;
mod dead_ends;
pub mod dominators;
pub mod format;
pub mod generate;
mod greedy;
pub mod harm;
pub mod least;
pub mod quest;
mod road;
mod scan;
mod solving;
pub mod state;
pub mod step;
mod text;
pub mod tile;
pub mod view;
pub mod walk;
pub mod way;

pub use combat::{Monster, Special, Version};
pub use state::{Cell, Direction, Hero, MAX_NUMBER, State, Tower};
pub use step::{Blocked, Event};
pub use tile::{Colour, MonsterId, Tile, Treasure};
pub use way::Move;
