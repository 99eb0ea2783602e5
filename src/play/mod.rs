//! `meihua play`: a game in the terminal, against the engine, for two people, or between two engines.
//!
//! ```text
//!  input (terminal or pipe) ── command ──┐
//!                                        ├── dialogue (turns, answers) ── page ── stdout
//!  driver (Engine of src/engine) ── table┘        board, words, hint
//! ```
//!
//! It has no rules of its own: it drives the [`meihua_engine::engine::state::Engine`] as the protocol does, and puts what that
//! reports into words for people.
//!
//! - [`args`]: the command line; [`setup`]: what it leaves open is asked for, on a terminal
//! - [`command`]: what a person may type
//! - [`driver`]: one thought of the engine, with its news; [`interrupt`]: Ctrl-C; [`progress`]: the line meanwhile
//! - [`table`]: the game on the table, turn by turn; [`seats`]: who moves for whom
//! - [`dialogue`]: the loop; [`answers`]: the commands that only show something; [`hint`]: advice with its reasons;
//!   [`help`]: the list of commands
//! - [`board`]: the pictures; [`words`]: sides, scores and results; [`level`]: strengths by name
//! - [`language`]: the language of all that is printed; its Chinese is that of [`meihua_games::phrasebook`]
//! - [`files`]: saved games and positions; [`sheet`]: the record of the game on the table

pub(crate) mod answers;
pub(crate) mod args;
pub(crate) mod board;
pub(crate) mod command;
pub(crate) mod dialogue;
pub(crate) mod driver;
pub(crate) mod files;
pub(crate) mod help;
pub(crate) mod hint;
pub(crate) mod input;
pub(crate) mod interrupt;
pub(crate) mod language;
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
