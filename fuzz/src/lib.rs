//! What the fuzz targets have in common.

use meihua::engine::registry::{Entry, GAMES};
use meihua::engine::session::Session;

/// A game that the first byte chooses, at its start, and the bytes after it.
pub fn session(bytes: &[u8]) -> Option<(Box<dyn Session>, &[u8])> {
    let (first, rest) = bytes.split_first()?;
    let entry: &Entry = &GAMES[usize::from(*first) % GAMES.len()];
    Some(((entry.open)(), rest))
}
