//! What several commands use: [`line`] and [`tower_line`] read positions as they follow `position` or stand in a file;
//! [`inputs`] finds the files to read, [`saved_games`] writes games, and [`library`] finds the library and what is asked
//! of it; [`driver`] asks the engine for one answer at a time, and [`interrupt`] lets Ctrl-C end its thinking;
//! [`columns`] lays out tables.

pub(crate) mod columns;
pub(crate) mod driver;
pub(crate) mod inputs;
pub(crate) mod interrupt;
pub(crate) mod library;
pub(crate) mod line;
pub(crate) mod saved_games;
pub(crate) mod tower_line;
