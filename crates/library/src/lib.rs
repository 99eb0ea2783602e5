//! A library of games: one SQLite file with every game of a collection once, an index of the positions that several
//! games reach, search, and opening books.
//!
//! | file | what |
//! |---|---|
//! | [`mod@schema`], [`mod@error`] | the tables; what may be wrong |
//! | [`mod@store`], [`stored`] | adding and removing; what is kept of a game |
//! | [`grid`], [`line`], [`material`] | the board and its keys; stored moves; the pieces as a number |
//! | [`mod@index`], [`mod@explore`] | the index of positions, and the explorer that reads it |
//! | [`files`] | the explorer as files for pages without a server |
//! | [`query`], [`pattern`] | search by what is known, and by what was on the board |
//! | [`names`], [`date`] | names compared; dates read |
//! | [`request`] | queries as people and programs write them |
//! | [`keep`] | what a library holds, and whether it is whole |
//! | [`book`], [`mod@bookcase`] | opening books: `.obk` files, and libraries as they are; both for the engine |
//! | [`value`] | values of positions from an analysis |
//! | [`words`] | errors of JSON in words for people |
//! | [`mod@opening`] | names of openings by position |
//!
//! The file is described in `docs/library.md`.

#![deny(missing_docs)]
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::wildcard_enum_match_arm)]
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod book;
mod bookcase;
mod date;
mod error;
mod explore;
mod files;
mod grid;
mod index;
mod keep;
mod line;
mod material;
mod names;
mod opening;
mod pattern;
mod query;
mod request;
mod schema;
mod store;
mod stored;
mod value;
mod words;

pub use book::{Book, BookOptions};
pub use bookcase::Shelf;
pub use date::day;
pub use error::LibraryError;
pub use explore::{Explored, ExploredMove, Place};
pub use keep::Stats;
pub use opening::{Opening, book_plies};
pub use pattern::{Pattern, Pieces, Sequence};
pub use query::{Found, Listed, Query};
pub use request::Request;
pub use store::{Adding, Changes, Library, Outcome};
pub use value::{PositionValue, ValueRow, keys};
pub use words::in_words;
