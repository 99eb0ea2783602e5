//! Saved games: one reader for every format in use, and the writers.
//!
//! A file is recognised by its bytes ([`mod@format`]), decoded ([`encoding`]) and read game by game ([`Games`]), so a
//! library of fifty thousand games is never in memory as a whole. A game is a [`GameRecord`]: start position, a tree of
//! moves with comments and annotations, result, tags, and what was wrong with it. A game with a bad move keeps the
//! moves before it.
//!
//! | file | what |
//! |---|---|
//! | [`game_record`], [`start`], [`tree`], [`tags`], [`result`] | the game |
//! | [`title`] | players named in a title |
//! | [`cursor`], [`builder`] | a board that follows the tree; moves checked as they are added |
//! | [`graft`] | puts a played line into the tree |
//! | [`error`] | what may be wrong, and where |
//! | [`mod@format`], [`encoding`], [`decoded`], [`lines`] | recognising and decoding |
//! | [`text_encoding`] | encodings for output |
//! | [`games`], [`read`] | the reader, and one file per format |
//! | [`mod@write`] | the writers |
//! | `notation_words` | notations on a command line |
//! | [`saved_game`] | games for the engine and its commands `import` and `export` |
//!
//! The formats themselves are described in `docs/records.md`.

#![deny(missing_docs)]
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::wildcard_enum_match_arm)]
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

pub mod builder;
pub mod cursor;
mod decoded;
pub mod encoding;
pub mod error;
mod exchange;
mod format;
mod game_record;
pub mod games;
mod graft;
mod lines;
#[cfg(feature = "clap")]
pub mod notation_words;
mod plain_games;
mod read;
mod result;
pub mod saved_game;
mod start;
mod tags;
mod text_encoding;
mod title;
mod tree;
pub mod write;

pub use decoded::Decoded;
pub use error::{GameFault, Location, RecordError, Unread};
pub use format::Format;
pub use game_record::GameRecord;
pub use games::Games;
pub use meihua_engine::engine::record_game::{Convention, RecordGame, RecordedMove};
pub use result::GameResult;
pub use saved_game::Formats;
pub use start::{Board, RecordedGame, Recorders, Start};
pub use tags::Tags;
pub use tree::{NodeId, Tree};
