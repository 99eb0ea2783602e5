//! Magic Tower: a hero who spends keys and hit points.
//!
//! The map consists of road, walls, items, doors and monsters. The hero walks with `w a s d`. Walking onto an item
//! takes it, walking into a door opens it with a key of its colour, and walking into a monster fights it; the outcome
//! is certain and costs hp. The game is won when the boss dies; the more hp are left, the better.
//!
//! What matters is the *order* of fights: a gem makes every later fight cheaper, but its guards must be paid for first.
//!
//! The files: [`tile`] (codes), [`combat`] (damage), [`state`] and [`rules`] (rules, one key at a time), [`pathing`]
//! (targets and paths), [`check`] (replays a walk), [`format`](mod@format) and [`text`] (notation).

mod bfs;
pub mod check;
pub(crate) mod combat;
pub mod format;
pub mod generate;
pub mod pathing;

pub(crate) mod rules;
mod scan;
pub(crate) mod solver;
pub(crate) mod state;
mod text;
pub(crate) mod tile;
pub(crate) mod view;

pub use combat::{Monster, Special, Version};
pub use pathing::Move;
pub use rules::{Blocked, StepEvent};
pub use state::{Cell, Direction, Hero, MAX_NUMBER, State, Tower};
pub use tile::{Colour, MonsterId, Tile, Treasure};
