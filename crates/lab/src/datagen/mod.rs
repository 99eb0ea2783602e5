//! `meihua datagen`: fast self-play games for training.
//!
//! ```text
//! args -> run: threads ── self_play of the engine (random opening, fixed nodes, early ends) -> record -> data_file
//! games (of a data_file) -> quiet: positions for `meihua train`
//! ```
//!
//! This follows common practice (Gary Linscott and others for chess, from 2018 on): random openings, a soft limit of a
//! few thousand nodes, and adjudication. Each ply keeps its move and score, each game its result. Filtering (checks,
//! captures, the first plies) is left to the trainer, so nothing is thrown away here.

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
