//! What the program needs beside the engine: matches between engines, games against oneself, training, and the making of tables.

#![deny(missing_docs)]
#![deny(clippy::unwrap_used, clippy::expect_used)]
#![forbid(unsafe_code)]

pub mod complain;
pub mod datagen;
pub mod file_lock;
pub mod matches;
pub mod numbers;
pub mod openings;
pub mod output_file;
pub mod paths;
pub mod progress;
pub mod tables;
pub mod train;
pub mod tune;
