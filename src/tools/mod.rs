//! The commands of the command line.

pub mod analyse;
pub mod complain;
pub mod convert;
pub mod datagen;
pub mod draw;
pub mod file_lock;
pub mod generate;
pub mod matches;
pub mod numbers;
pub mod openings;
pub mod output_file;
pub mod overview;
pub mod pages;
pub mod paths;
pub mod play;
pub mod progress;
#[cfg(feature = "serve")]
pub mod serve;
pub mod solve;
pub mod tables;
pub mod train;
pub mod tune;
pub mod version;
