//! `meihua analyse`: where did I go wrong?
//!
//! | file | what |
//! |---|---|
//! | [`args`], [`mod@run`] | the command line and the work |
//! | [`judge`] | the walk over a game from its last move to its first |
//! | [`xiangqi`], [`connect_four`], [`engine`] | the value of a position: by search, by proof, by the engine for any
//! other game |
//! | [`marks`], [`accuracy`] | `?!`, `?`, `??`, and percents, after lichess |
//! | [`review`], [`why`] | the results, and the reason for each mark |
//! | [`words`], [`table`], [`annotate`], [`json`], [`html`], [`graph`] | ways to show it |
//! | [`puzzle`] | the steps of a puzzle compared with the best plan |

pub(crate) mod accuracy;
pub(crate) mod annotate;
pub(crate) mod args;
pub(crate) mod connect_four;
pub(crate) mod engine;
pub(crate) mod graph;
pub(crate) mod html;
pub(crate) mod json;
pub(crate) mod judge;
pub(crate) mod marks;
pub(crate) mod puzzle;
pub(crate) mod review;
pub(crate) mod run;
pub(crate) mod table;
pub(crate) mod why;
pub(crate) mod words;
pub(crate) mod xiangqi;

pub(crate) use args::AnalyseArgs;
pub(crate) use run::run;
