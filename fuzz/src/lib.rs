//! What the fuzz targets have in common.

pub use model::{mirror, positions};

use meihua_engine::engine::registry::Entry;
use meihua_engine::engine::session::Session;
use meihua_games::GAMES;
use std::path::PathBuf;

/// A game that the first byte chooses, at its start, and the bytes after it.
pub fn session(bytes: &[u8]) -> Option<(Box<dyn Session>, &[u8])> {
    let (first, rest) = bytes.split_first()?;
    let entry: &Entry = &GAMES[usize::from(*first) % GAMES.len()];
    Some(((entry.open)(), rest))
}

/// A folder of this process, where files may be read and written.
pub fn scratch() -> PathBuf {
    let folder = std::env::temp_dir().join(format!("meihua-fuzz-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}
