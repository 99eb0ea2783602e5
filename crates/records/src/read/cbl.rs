//! CBL, a library of CCBridge 3: a table of contents, then games in blocks of 4096 bytes. It is read game by game.

use super::super::error::{Cause, Location, Trouble, Unread};
use super::super::game_record::GameRecord;
use super::bytes::{ByteReader, part, u32_at};
use super::cbr;
use super::source::{GameSource, MAX_WHOLE};
use meihua_contracts::fnv::fnv;
use meihua_contracts::sentence;
use rustc_hash::{FxHashMap, FxHashSet};
use std::io::Read;

/// The first bytes of a file.
pub(crate) const MAGIC: &[u8; 16] = b"CCBridgeLibrary\0";

/// The offset of the table of contents; the next constant is the length of an entry.
const INDEX: usize = 66_624;
const ENTRY: usize = 276;
const BLOCK: usize = 4096;

/// Maximum number of entries in a library; the largest known one has tens of thousands.
const MAX_SLOTS: u32 = 1 << 23;

/// The code of an entry that is a game; the next constant marks a deleted one.
const LIVE: u32 = 7;
const DELETED: u32 = 5;

/// The games of a library.
pub(crate) struct Library<R> {
    input: R,
    /// Hashes of the ids of deleted games, whose blocks are still there.
    deleted: FxHashSet<u64>,
    /// The lengths of games by the hashes of their ids; the rest of their blocks is padding.
    lengths: FxHashMap<u64, usize>,
    expected: u64,
    found: u64,
    /// The offset of the block that was read ahead.
    at: u64,
    ahead: Option<Vec<u8>>,
    cut: bool,
}

impl<R: Read> Library<R> {
    /// Reads the table of contents.
    ///
    /// # Errors
    /// The system's error, a library that ends before its first game, or too many entries.
    pub(crate) fn open(mut input: R) -> Result<Library<R>, Trouble> {
        let mut head = vec![0; INDEX];
        fill(&mut input, &mut head, 0, "the header of the library")?;
        let slots = u32_at(&head, 60);
        if slots > MAX_SLOTS {
            let expected = sentence!("at most {}", MAX_SLOTS);
            return Err(Trouble::at_byte(60, Cause::field("number of entries", slots, expected)));
        }
        let mut library = Library {
            input,
            deleted: FxHashSet::default(),
            lengths: FxHashMap::default(),
            expected: 0,
            found: 0,
            at: INDEX as u64,
            ahead: None,
            cut: false,
        };
        let mut entry = [0; ENTRY];
        for _ in 0..slots {
            fill(&mut library.input, &mut entry, library.at, "the table of contents")?;
            library.at += ENTRY as u64;
            match u32_at(&entry, 0) {
                LIVE => {
                    library.expected += 1;
                    library.lengths.insert(fnv(&id_of_text(&entry)), u32_at(&entry, 12) as usize);
                }
                DELETED => _ = library.deleted.insert(fnv(&id_of_text(&entry))),
                _ => {}
            }
        }
        Ok(library)
    }

    /// The next block; shorter at the end of a truncated file.
    fn block(&mut self) -> Result<Option<Vec<u8>>, Trouble> {
        if let Some(block) = self.ahead.take() {
            return Ok(Some(block));
        }
        let mut block = Vec::with_capacity(BLOCK);
        self.input.by_ref().take(BLOCK as u64).read_to_end(&mut block)?;
        self.at += block.len() as u64;
        Ok((!block.is_empty()).then_some(block))
    }

    /// The blocks of the next game.
    fn game(&mut self) -> Result<Option<(u64, Vec<u8>)>, Trouble> {
        let mut game: Option<(u64, Vec<u8>)> = None;
        while let Some(block) = self.block()? {
            let begins = block.starts_with(cbr::MAGIC);
            match &mut game {
                Some(_) if begins => {
                    self.ahead = Some(block);
                    break;
                }
                Some((place, bytes)) => {
                    bytes.extend_from_slice(&block);
                    if bytes.len() as u64 > MAX_WHOLE {
                        let cause = Cause::TooLarge { what: "a game", limit: MAX_WHOLE };
                        return Err(Trouble::at_byte(*place as usize, cause));
                    }
                }
                None if begins => game = Some((self.at - block.len() as u64, block)),
                None => {}
            }
        }
        Ok(game)
    }
}

impl<R: Read> Library<R> {
    /// Reads a game from its blocks. They end in padding, as the table of contents says; blocks of deleted games may
    /// follow.
    fn read(&self, place: usize, bytes: &[u8], id: u64) -> Result<GameRecord, Trouble> {
        let length = self.lengths.get(&id).copied().filter(|length| (1..=bytes.len()).contains(length));
        let mut game = cbr::read(length.map_or(bytes, |length| &bytes[..length]))
            .map_err(|trouble| Trouble::at_byte(place, trouble.cause))?;
        let Some(length) = length else {
            game.unread = None;
            return Ok(game);
        };
        let blocks = length.div_ceil(BLOCK) * BLOCK;
        if self.deleted.is_empty() || !bytes.len().is_multiple_of(BLOCK) {
            game.unread = game.unread.or_else(|| ByteReader::new(bytes, blocks).unread("the blocks of the game"));
        }
        if let Some(Unread { place: Location::Byte(at), .. }) = &mut game.unread {
            *at += place as u64;
        }
        Ok(game)
    }
}

impl<R: Read> GameSource for Library<R> {
    fn next_game(&mut self) -> Result<Option<GameRecord>, Trouble> {
        while let Some((place, bytes)) = self.game()? {
            let id = fnv(part(&bytes, 20, 16));
            if self.deleted.contains(&id) {
                continue;
            }
            self.found += 1;
            return self.read(place as usize, &bytes, id).map(Some);
        }
        if self.found < self.expected && !self.cut {
            self.cut = true;
            let found = sentence!("{} games", self.found);
            let expected = sentence!("{} by the table of contents; the file is truncated", self.expected);
            return Err(Trouble::at_byte(self.at as usize, Cause::field("number of games", found, expected)));
        }
        Ok(None)
    }
}

fn fill(input: &mut impl Read, buffer: &mut [u8], at: u64, what: &'static str) -> Result<(), Trouble> {
    let mut found = Vec::with_capacity(buffer.len());
    input.take(buffer.len() as u64).read_to_end(&mut found)?;
    if found.len() < buffer.len() {
        let cause = Cause::Cut { what, expected: buffer.len() as u64, found: found.len() as u64 };
        return Err(Trouble::at_byte(at as usize, cause));
    }
    buffer.copy_from_slice(&found);
    Ok(())
}

/// The id of an entry, `{ED14014B-806E-…}` in UTF-16, as the 16 bytes stored in the game: the first three groups are
/// little-endian numbers.
fn id_of_text(entry: &[u8]) -> [u8; 16] {
    let text = super::super::encoding::utf_16(part(entry, 20, 80));
    let digits: Vec<u8> = text.chars().filter_map(|c| c.to_digit(16)).map(|digit| digit as u8).collect();
    let mut id = [0; 16];
    for (byte, pair) in id.iter_mut().zip(digits.chunks_exact(2)) {
        *byte = pair[0] << 4 | pair[1];
    }
    id[..4].reverse();
    id[4..6].reverse();
    id[6..8].reverse();
    id
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids() {
        let mut entry = vec![0; ENTRY];
        let text: Vec<u8> =
            "{ED14014B-806E-4753-9132-33ABFCC48D80}".encode_utf16().flat_map(u16::to_le_bytes).collect();
        entry[20..20 + text.len()].copy_from_slice(&text);
        assert_eq!(id_of_text(&entry)[..8], [0x4b, 0x01, 0x14, 0xed, 0x6e, 0x80, 0x53, 0x47]);
        assert_eq!(id_of_text(&entry)[8..], [0x91, 0x32, 0x33, 0xab, 0xfc, 0xc4, 0x8d, 0x80]);
    }
}
