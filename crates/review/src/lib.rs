//! Games of two players analysed: where did a player go wrong?
//!
//! | module | what |
//! |---|---|
//! | [`judge`] | the walk over a game from its last move to its first |
//! | [`xiangqi`], [`connect_four`], [`session`] | the value of a position: by search, by proof; of any other game |
//! | [`marks`], [`accuracy`] | `?!`, `?`, `??`, and percents, after lichess |
//! | [`review`], [`why`], `material` | the results, and the reason for each mark |
//! | [`exercise`] | positions with exactly one good move |
//! | [`words`], [`annotate`], [`json`], [`html`], [`graph`] | ways to show it |
//! | [`story`] | all of it for the page in the browser |

#![deny(clippy::unwrap_used, clippy::expect_used)]
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

pub mod accuracy;
pub mod annotate;
pub mod connect_four;
pub mod exercise;
pub mod graph;
pub mod html;
pub mod json;
pub mod judge;
pub mod marks;
mod material;
pub mod review;
pub mod session;
pub mod story;
pub mod why;
pub mod words;
pub mod xiangqi;
