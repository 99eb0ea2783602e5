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
//! - [`language`]: the language of all that is printed; [`phrasebook`]: its Chinese
//! - [`files`]: saved games and positions; [`sheet`]: the record of the game on the table

pub mod answers;
pub mod args;
pub mod board;
pub mod command;
pub mod dialogue;
pub mod driver;
pub mod files;
pub mod help;
pub mod hint;
pub mod input;
pub mod interrupt;
pub mod language;
pub mod level;
pub mod page;
mod phrasebook;
pub mod progress;
pub mod seats;
pub mod setup;
pub mod sheet;
pub mod table;
pub mod words;

pub use args::PlayArgs;
pub use setup::run;
