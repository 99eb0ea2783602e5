//! `meihua tune`: fits the weights of the xiangqi evaluation to self-play games.
//!
//! ```text
//! args -> run: read (games -> quiet positions) -> samples -> fit (adam, model, curve) -> table_file
//!              outcome_curve (games -> chances of win, draw and loss), with --wdl
//! ```
//!
//! The method is the one that Peter Österlund published for his chess engine Texel (2014): the logistic curve of the
//! evaluation is to foretell the result of the game. The target is a mixture of the result and of what the search
//! reported; the gradient comes from the one evaluation function, traced for its terms
//! ([`meihua_engine::games::xiangqi::eval::trace`]).

pub mod adam;
pub mod args;
pub mod curve;
pub mod fit;
pub mod model;
pub mod outcome_curve;
pub mod read;
pub mod run;
pub mod samples;
pub mod table_file;

pub use args::TuneArgs;
pub use run::run;
