//! The commands of the command line.

pub mod bench;
pub mod solve;
