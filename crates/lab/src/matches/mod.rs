//! `meihua match`: measures engines against each other.
//!
//! ```text
//! args -> engine_spec, book, schedule -> tournament: workers ── game ── player ── dialect (UCI, UCCI, UGI, XBoard)
//!                                            |                   |         └──── engine_process, backlog
//!                                            |                referee (our rules), adjudication, budget (clocks)
//!                                       played_game -> journal, scores (pgn), standings (pentanomial, elo, sprt, ratings)
//! ```
//!
//! The engines only suggest moves; our own rules decide what is legal and when a game is over. Every game is written to
//! the journal as soon as it is over, and everything else (tables, PGN) follows from the journal.

pub(crate) mod adapter_uci;
pub(crate) mod adapter_xboard;
pub(crate) mod adjudication;
pub mod args;
pub(crate) mod backlog;
pub(crate) mod book;
pub(crate) mod budget;
pub(crate) mod declared;
pub(crate) mod dialect;
pub(crate) mod elo;
pub(crate) mod engine_process;
pub(crate) mod engine_spec;
pub(crate) mod fault;
pub(crate) mod game;
pub mod journal;
pub(crate) mod merge;
pub(crate) mod pentanomial;
pub mod pgn;
pub(crate) mod played_game;
pub(crate) mod player;
pub(crate) mod ratings;
pub(crate) mod run;
pub(crate) mod schedule;
pub(crate) mod scores;
pub(crate) mod sprt;
pub(crate) mod standings;
pub(crate) mod tournament;

pub use args::MatchArgs;
pub use run::{exit_status, play, run};
