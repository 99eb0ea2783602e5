//! `meihua analyse`: where did I go wrong?
//!
//! | file | what |
//! |---|---|
//! | [`args`], [`mod@run`], [`output`] | the command line, the work, the files it writes |
//! | [`exercises`] | positions in which one move is good |
//! | [`rows`] | rows for a library |
//! | [`table`] | the report for a terminal |
//! | [`puzzle`] | the steps of a puzzle compared with the best plan |
//!
//! The rest is in the crate [`meihua_review`], which the page in the browser uses too.

pub(crate) mod args;
pub(crate) mod exercises;
pub(crate) mod output;
pub(crate) mod puzzle;
pub(crate) mod rows;
pub(crate) mod run;
pub(crate) mod table;

pub(crate) use args::AnalyseArgs;
pub(crate) use run::run;

use meihua_review::{annotate, connect_four, html, json, judge, review, session, words, xiangqi};
