//! Pictures of positions, as SVG.

pub mod command;
pub mod tower;

pub use command::{DrawArgs, run};
