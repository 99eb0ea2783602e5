//! What every command of the program needs on a console: errors on standard error, results on standard output and in
//! files, progress, and locks on files that take hours to write.

#![deny(missing_docs)]
#![deny(clippy::unwrap_used, clippy::expect_used)]
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

#[allow(clippy::disallowed_methods)] // Notes of its own, beside the files that it locks.
pub mod file_lock;
#[allow(clippy::disallowed_methods)] // The one place that writes what a user names.
pub mod output_file;
pub mod paths;
pub mod progress;
pub mod stderr;
pub mod stdout;
