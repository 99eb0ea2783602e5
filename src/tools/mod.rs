//! The commands of the command line.

pub mod bench;
pub mod datagen;
pub mod draw;
pub mod generate;
pub mod genfens;
pub mod matches;
pub mod pages;
pub mod play;
pub mod progress;
pub mod random_opening;
pub mod solve;
pub mod train;
pub mod tune;
pub mod version;
