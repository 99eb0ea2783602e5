//! The process: every protocol, every command of the command line, and what goes wrong around them.
//!
//! Each file of `tests/` is a module of one crate; `floors.rs` looks after that.

// Every file drives the process in its own way and takes what it needs of `common`.
#![allow(clippy::duplicate_mod)]

#[cfg(feature = "cli")]
#[path = "../analyse.rs"]
mod analyse;
#[cfg(feature = "cli")]
#[path = "../answers.rs"]
mod answers;
#[cfg(feature = "cli")]
#[path = "../convert.rs"]
mod convert;
#[cfg(feature = "cli")]
#[path = "../draw.rs"]
mod draw;
#[cfg(feature = "cli")]
#[path = "../examples.rs"]
mod examples;
#[cfg(feature = "cli")]
#[path = "../faults.rs"]
mod faults;
#[cfg(feature = "cli")]
#[path = "../harness.rs"]
mod harness;
#[cfg(feature = "cli")]
#[path = "../kept_files.rs"]
mod kept_files;
#[cfg(feature = "cli")]
#[path = "../limits.rs"]
mod limits;
#[cfg(feature = "cli")]
#[path = "../matches.rs"]
mod matches;
#[cfg(feature = "cli")]
#[path = "../nesting.rs"]
mod nesting;
#[cfg(feature = "cli")]
#[path = "../play.rs"]
mod play;
#[cfg(feature = "cli")]
#[path = "../process_bad_input.rs"]
mod process_bad_input;
#[path = "../process_clock.rs"]
mod process_clock;
#[path = "../process_connect_four.rs"]
mod process_connect_four;
#[path = "../process_connect_four_go.rs"]
mod process_connect_four_go;
#[path = "../process_control.rs"]
mod process_control;
#[path = "../process_eval_file.rs"]
mod process_eval_file;
#[path = "../process_puzzles.rs"]
mod process_puzzles;
#[cfg(feature = "cli")]
#[path = "../process_requirements.rs"]
mod process_requirements;
#[cfg(feature = "records")]
#[path = "../process_saved_games.rs"]
mod process_saved_games;
#[path = "../process_ucci.rs"]
mod process_ucci;
#[path = "../process_uci.rs"]
mod process_uci;
#[path = "../process_ugi.rs"]
mod process_ugi;
#[path = "../process_view.rs"]
mod process_view;
#[cfg(feature = "cli")]
#[path = "../protocol_page.rs"]
mod protocol_page;
#[path = "../refusals.rs"]
mod refusals;
#[cfg(feature = "cli")]
#[path = "../reproducers/main.rs"]
mod reproducers;
#[cfg(feature = "cli")]
#[path = "../security.rs"]
mod security;
#[cfg(feature = "serve")]
#[path = "../serve.rs"]
mod serve;
#[cfg(feature = "cli")]
#[path = "../solve_mates.rs"]
mod solve_mates;
#[cfg(feature = "cli")]
#[path = "../solve_runs.rs"]
mod solve_runs;
#[cfg(feature = "cli")]
#[path = "../tool_files.rs"]
mod tool_files;
#[cfg(feature = "cli")]
#[path = "../tower_faults.rs"]
mod tower_faults;
#[cfg(feature = "cli")]
#[path = "../tower_records.rs"]
mod tower_records;
#[path = "../tower_wire.rs"]
mod tower_wire;
