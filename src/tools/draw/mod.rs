//! Pictures of positions, as SVG.
//!
//! - [`command`]: the command line
//! - [`letters`]: text without fonts
//! - [`river`]: the state graph of the river
//! - [`tower`]: the map of a tower and a walk

pub mod command;
pub mod letters;
pub mod river;
pub mod tower;

pub use command::{DrawArgs, run};
