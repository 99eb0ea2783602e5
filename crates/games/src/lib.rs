//! What the program and the WebAssembly module share: the games, and the language of their
//! texts ([`language`]), with their phrases in Chinese ([`phrasebook`]).

#![deny(missing_docs)]
#![deny(clippy::unwrap_used, clippy::expect_used)]
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

pub mod language;
pub mod phrasebook;

/// For [`say!`].
#[doc(hidden)]
pub use meihua_contracts::sentence;

use meihua_engine::engine::registry::{self, Entry};
use meihua_mota::puzzle::ProjectPuzzle;
use meihua_planning::Plan;
use meihua_records::Formats;

/// The games; the first is the current one when a session starts. They are the engine's games with saved games in every
/// format, towers of the platform h5mota, and puzzles in PDDL.
pub static GAMES: &[Entry] = &[
    registry::XIANGQI.with_saved_games(&Formats),
    registry::CONNECT_FOUR.with_saved_games(&Formats),
    registry::RIVER.with_saved_games(&Formats),
    registry::SLIDING.with_saved_games(&Formats),
    registry::TOWER.with_saved_games(&Formats).with_projects::<ProjectPuzzle>(),
    Entry::puzzle::<Plan>().with_saved_games(&Formats).with_projects::<Plan>(),
];
