//! The games of the program.

use meihua_engine::engine::registry::{self, Entry};
use meihua_mota::puzzle::Climb;
use meihua_records::Formats;

/// The games of the program, the first of which is on when the process starts: those of the engine with saved games in every format,
/// and towers of the platform h5mota.
pub static GAMES: &[Entry] = &[
    registry::XIANGQI.with_saved_games(&Formats),
    registry::CONNECT_FOUR.with_saved_games(&Formats),
    registry::RIVER.with_saved_games(&Formats),
    registry::SLIDING.with_saved_games(&Formats),
    registry::TOWER.with_saved_games(&Formats).with_projects::<Climb>(),
];
