//! `meihua play`: a game in the terminal against the engine, between two people, or between two engines.
//!
//! ```text
//!  input (terminal or pipe) ── command ──┐
//!                                        ├── dialogue (turns, answers) ── page ── stdout
//!  shared::driver (the engine)   ── table┘        board, words, hint
//! ```
//!
//! It has no rules of its own: it drives [`meihua_engine::engine::state::Engine`] as the protocol does, and turns its
//! reports into words for people.
//!
//! - [`args`]: the command line; [`setup`]: asks on a terminal for what the command line does not say
//! - [`command`]: what a person may type
//! - [`progress`]: the line while the engine thinks
//! - [`table`]: the game being played, turn by turn; [`seats`]: who plays which side
//! - [`dialogue`]: the main loop; [`answers`]: the replies to commands; [`hint`]: hints and their reasons; [`help`]:
//!   the list of commands
//! - [`board`]: pictures; [`words`]: sides, scores and results; [`level`]: names of strengths
//! - [`files`]: saved games and positions; [`sheet`]: the record of the current game

pub(crate) mod answers;
pub(crate) mod args;
pub(crate) mod board;
pub(crate) mod command;
pub(crate) mod dialogue;
pub(crate) mod files;
pub(crate) mod help;
pub(crate) mod hint;
pub(crate) mod input;
pub(crate) mod level;
pub(crate) mod page;
pub(crate) mod progress;
pub(crate) mod seats;
pub(crate) mod setup;
pub(crate) mod sheet;
pub(crate) mod table;
pub(crate) mod words;

pub(crate) use args::PlayArgs;
pub(crate) use setup::run;
