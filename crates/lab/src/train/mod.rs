//! `meihua train`: trains a xiangqi network on self-play games.
//!
//! ```text
//! args -> run: samples (games -> quiet positions)
//!              -> training_loop (model, distill, adam; state_file after each pass) -> export
//!              outcome_curve (games -> chances of win, draw and loss), for --wdl
//! ```
//!
//! The network is that of [`meihua_engine::games::xiangqi::net`], here in floating point. Each position is seen from
//! all four views at once, so its mirror image is learnt along with it.

pub(crate) mod adam;
pub(crate) mod args;
pub(crate) mod curve;
pub(crate) mod distill;
pub(crate) mod export;
pub(crate) mod model;
pub(crate) mod outcome_curve;
pub(crate) mod run;
pub mod samples;
pub mod state_file;
pub(crate) mod training_loop;

pub use args::TrainArgs;
pub use run::run;
