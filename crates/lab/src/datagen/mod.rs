//! `meihua datagen`: fast self-play games, for training.
//!
//! ```text
//! args -> run: threads ── self_play of the engine (random opening, fixed nodes, early ends) -> record -> data_file
//! games (of a data_file) -> quiet: positions for `meihua train`
//! ```
//!
//! The way of the field (Gary Linscott and others for chess, 2018 onwards): random openings, a soft limit of a few
//! thousand nodes, early ends; each ply keeps move and score, each game its result. What a trainer leaves out (checks,
//! captures, the first plies) it leaves out when it reads: nothing is thrown away here.

pub(crate) mod args;
pub(crate) mod data_file;
pub(crate) mod games;
pub mod quiet;
pub mod record;
pub(crate) mod run;

pub use args::DatagenArgs;
pub use games::GameReader;
pub use record::{GameData, RecordFormat};
pub use run::run;
