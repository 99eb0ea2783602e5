//! The commands of the command line.

pub mod bench;
pub mod matches;
pub mod progress;
pub mod random;
pub mod solve;
