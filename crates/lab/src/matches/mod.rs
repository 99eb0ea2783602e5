//! `meihua match`: engines against each other, measured.
//!
//! ```text
//! args -> engine_spec, book, schedule -> tournament: workers ── game ── player ── dialect (UCI, UCCI, UGI, XBoard)
//!                                            |                   |         └──── engine_process, backlog
//!                                            |                referee (our rules), adjudication, budget (clocks)
//!                                       played_game -> journal, scores (pgn), standings (pentanomial, elo, sprt, ratings)
//! ```
//!
//! The engines only suggest moves: what is legal and when a game is over is decided by our own rules. Every game is
//! written to the journal as soon as it is over, and all else (tables, PGN) follows from the journal.

pub mod adapter_uci;
pub mod adapter_xboard;
pub mod adjudication;
pub mod args;
pub mod backlog;
pub mod book;
pub mod budget;
pub mod dialect;
pub mod elo;
pub mod engine_process;
pub mod engine_spec;
pub mod fault;
pub mod game;
pub mod journal;
pub mod merge;
pub mod pentanomial;
pub mod pgn;
pub mod played_game;
pub mod player;
pub mod ratings;
pub mod run;
pub mod schedule;
pub mod scores;
pub mod sprt;
pub mod standings;
pub mod tournament;

pub use args::MatchArgs;
pub use run::{exit_status, play, run};
