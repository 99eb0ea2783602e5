//! `meihua analyse`: where did I go wrong?
//!
//! | file | what |
//! |---|---|
//! | [`args`], [`mod@run`] | the command line and the work |
//! | [`judge`] | the walk over a game from its last move to its first |
//! | [`xiangqi`], [`connect_four`], [`engine`] | what a position is worth: by search, by proof, by the engine for any other game |
//! | [`marks`], [`accuracy`] | `?!`, `?`, `??`, and percents, after lichess |
//! | [`review`] | what was found |
//! | [`words`], [`table`], [`annotate`], [`json`], [`html`], [`graph`] | ways to show it |
//! | [`puzzle`] | the steps of a puzzle against the best plan |

pub mod accuracy;
pub mod annotate;
pub mod args;
pub mod connect_four;
pub mod engine;
pub mod graph;
pub mod html;
pub mod json;
pub mod judge;
pub mod marks;
pub mod puzzle;
pub mod review;
pub mod run;
pub mod table;
pub mod words;
pub mod xiangqi;

pub use args::AnalyseArgs;
pub use run::run;
