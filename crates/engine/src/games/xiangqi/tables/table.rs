//! A table as bytes: compact, compressed in blocks, checksummed.
//!
//! ```text
//! "meihua xiangqi table 1 R-AAEE\n", or of more attackers "meihua xiangqi table 2 RP-AAEE\n"
//! u64 x 6   positions with the attacker's side to move, those it wins, those it loses; the same with the other to move
//! u32 x 4   plies of the longest win; its row, black placement, first attacker's square (all ones: no win)
//! u32 x 2   squares a block (1) or lines a block (2), blocks
//! u32 each  end of each block, from the end of the head
//! u32 each  checksum of each block as it stands here
//! u64       checksum of all before
//! blocks    LZMA without header (lc = lp = pb = 0) of the bytes of `Solved::losses`
//! ```
//!
//! All numbers are little-endian. The bytes are ordered by the first attacker's square, then by *lines* (Red's general
//! and guards, then the squares of the other attackers), and within a line by Black's placement. The position of Red's
//! guards seldom matters, so consecutive lines are similar. Of two mirrored placements of Red's general and guards only
//! the first is stored, and of equal attackers only one order. The byte of an impossible position repeats the one
//! before it, which costs nothing. With one attacker, blocks hold whole squares; with more they are smaller, so that a
//! search that jumps around in a large table decompresses less.

use super::blocks::{Block, BlockCache};
use super::class::{Class, Squares};
use super::generate::{Counts, SolvedClass, Summary};
use super::material::Material;
use crate::fnv::fnv;
use crate::games::xiangqi::square::{SQUARES, Square};
use crate::packed::{pack, unpack};
use std::borrow::Cow;
use std::io;
use std::sync::{Arc, Once};
use thiserror::Error;

/// The beginning of every table; a version and a space follow.
const MAGIC: &str = "meihua xiangqi table ";
/// Uncompressed size in bytes of a block with one attacker, unless a single square takes more.
const BLOCK: usize = 1 << 20;
/// Uncompressed size in bytes of a block with more attackers.
const SMALL_BLOCK: usize = 1 << 18;

/// Cache for blocks of built-in tables: several times what a search in one ending uses.
static BUILT_IN_BLOCKS: BlockCache = BlockCache::new(64 << 20);
/// Cache for blocks of a folder's tables, whose classes with four guards on both sides take up to ninety megabytes
/// each.
static FOLDER_BLOCKS: BlockCache = BlockCache::new(512 << 20);

/// Closes all open blocks; they are decompressed again when needed.
pub(crate) fn close_blocks() {
    BUILT_IN_BLOCKS.clear();
    FOLDER_BLOCKS.clear();
}

/// Why bytes are not a table.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EndgameTableError {
    /// The beginning is different.
    #[error("not a table of xiangqi endings: it does not begin with {MAGIC:?}")]
    Foreign,
    /// There is no class of that name.
    #[error("unknown class {0:?}")]
    Material(String),
    /// There are too few or too many bytes.
    #[error("{found} bytes, expected {expected}")]
    Length {
        /// Actual number of bytes.
        found: usize,
        /// Expected number of bytes.
        expected: usize,
    },
    /// A checksum is wrong.
    #[error("damaged: the checksum of {part} is wrong")]
    Damaged {
        /// The damaged part.
        part: String,
    },
}

/// A table whose blocks are decompressed when needed.
#[derive(Debug)]
pub struct EndgameTable {
    class: Class,
    summary: Summary,
    lines_a_block: usize,
    /// The end of each block in `blocks`.
    ends: Vec<usize>,
    sums: Vec<u32>,
    bytes: Cow<'static, [u8]>,
    head: usize,
    open: Vec<Arc<Block>>,
    cache: &'static BlockCache,
}

/// For a block, the lower half of a hash is enough.
fn sum(bytes: &[u8]) -> u32 {
    fnv(bytes) as u32
}

/// The bytes of a solved class.
///
/// # Errors
/// The compressor fails, which it has no reason to.
pub fn encode(solved: &SolvedClass) -> io::Result<Vec<u8>> {
    let class = Class::new(solved.material);
    let lines_a_block = lines_a_block(&class);
    let (mut ends, mut sums, mut blocks) = (Vec::new(), Vec::new(), Vec::new());
    let mut plain = Vec::new();
    let all = SQUARES * class.lines();
    let mut lines = Square::all().flat_map(|square| (0..class.lines()).map(move |line| (square, line)));
    let mut last = 0;
    for start in (0..all).step_by(lines_a_block) {
        plain.clear();
        for (square, line) in lines.by_ref().take(lines_a_block.min(all - start)) {
            last = if line == 0 { 0 } else { last };
            add_line(&class, (square, line), &solved.losses, &mut last, &mut plain);
        }
        let packed = pack(&plain)?;
        sums.push(sum(&packed));
        blocks.extend(packed);
        ends.push(blocks.len() as u32);
    }
    let mut bytes = format!("{MAGIC}{} {}\n", version(solved.material), solved.material).into_bytes();
    let Summary { attacker, defender, plies, longest } = &solved.summary;
    for number in [attacker, defender].into_iter().flat_map(|counts| [counts.all, counts.won, counts.lost]) {
        bytes.extend(number.to_le_bytes());
    }
    let (red, black, square) = longest.map_or((u32::MAX, u32::MAX, u32::MAX), |(red, black, square)| {
        (red as u32, black as u32, square.index() as u32)
    });
    let part = if version(solved.material) == 1 { lines_a_block / class.lines() } else { lines_a_block };
    let head = [*plies, red, black, square, part as u32, ends.len() as u32];
    for number in head.into_iter().chain(ends).chain(sums) {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend(fnv(&bytes).to_le_bytes());
    bytes.extend(blocks);
    Ok(bytes)
}

/// The version of the format in which a class is stored.
fn version(material: Material) -> u8 {
    if material.attackers.number() == 1 { 1 } else { 2 }
}

/// Number of lines per block.
fn lines_a_block(class: &Class) -> usize {
    let columns = class.weak.places.len();
    match version(class.material) {
        1 => (BLOCK / (class.lines() * columns)).clamp(1, SQUARES) * class.lines(),
        _ => (SMALL_BLOCK / columns).max(1),
    }
}

/// Adds the bytes of a line; those of impossible positions repeat the `last` one before them.
fn add_line(class: &Class, (square, line): (Square, usize), losses: &[u8], last: &mut u8, bytes: &mut Vec<u8>) {
    let row = class.row_of_line(line);
    let red = class.red(row).filter(|red| class.is_stored(&class.squares(red, square)));
    for (column, black) in class.weak.places.iter().enumerate() {
        if red.as_ref().is_some_and(|red| class.black_to_move(red, black).contains(square)) {
            *last = losses[class.index(row, column, square)];
        }
        bytes.push(*last);
    }
}

/// Takes numbers off the front of bytes.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], EndgameTableError> {
        let end = self.at + N;
        let taken = self.bytes.get(self.at..end).and_then(|part| part.try_into().ok());
        self.at = end;
        taken.ok_or(EndgameTableError::Length { found: self.bytes.len(), expected: end })
    }

    fn u32(&mut self) -> Result<usize, EndgameTableError> {
        self.take().map(|bytes| u32::from_le_bytes(bytes) as usize)
    }

    fn u64(&mut self) -> Result<u64, EndgameTableError> {
        self.take().map(u64::from_le_bytes)
    }

    fn counts(&mut self) -> Result<Counts, EndgameTableError> {
        Ok(Counts { all: self.u64()?, won: self.u64()?, lost: self.u64()? })
    }
}

impl EndgameTable {
    /// Reads a table. The header is checked now, each block when it is decompressed; [`EndgameTable::check_sums`]
    /// checks all of them.
    ///
    /// # Errors
    /// [`EndgameTableError`].
    pub fn read(bytes: Cow<'static, [u8]>) -> Result<EndgameTable, EndgameTableError> {
        let text = bytes.strip_prefix(MAGIC.as_bytes()).ok_or(EndgameTableError::Foreign)?;
        let (form, text) = text.split_first_chunk::<2>().ok_or(EndgameTableError::Foreign)?;
        if !matches!(form, b"1 " | b"2 ") {
            return Err(EndgameTableError::Foreign);
        }
        let name = text.iter().take(24).take_while(|byte| **byte != b'\n').map(|&byte| char::from(byte));
        let name: String = name.collect();
        let material: Material = name.parse().map_err(|_| EndgameTableError::Material(name.clone()))?;
        if form[0] != b'0' + version(material) {
            return Err(EndgameTableError::Material(name));
        }
        let class = Class::new(material);
        let mut reader = Reader { bytes: &bytes, at: MAGIC.len() + form.len() + name.len() + 1 };
        let attacker = reader.counts()?;
        let defender = reader.counts()?;
        let (plies, red, black, square) = (reader.u32()?, reader.u32()?, reader.u32()?, reader.u32()?);
        let is_position = red < class.rows() && black < class.weak.places.len();
        let longest = Square::from_index(square).filter(|_| is_position).map(|square| (red, black, square));
        let (part, blocks) = (reader.u32()?, reader.u32()?);
        let lines_a_block = if version(material) == 1 { part.min(SQUARES) * class.lines() } else { part };
        if lines_a_block == 0 || blocks != (SQUARES * class.lines()).div_ceil(lines_a_block) {
            return Err(EndgameTableError::Damaged { part: "the head".to_owned() });
        }
        let ends = (0..blocks).map(|_| reader.u32()).collect::<Result<Vec<_>, _>>()?;
        let sums = (0..blocks).map(|_| reader.u32().map(|sum| sum as u32)).collect::<Result<Vec<_>, _>>()?;
        let before = reader.at;
        let (found, head) = (reader.u64()?, reader.at);
        if fnv(&bytes[..before]) != found || !ends.is_sorted() {
            return Err(EndgameTableError::Damaged { part: "the head".to_owned() });
        }
        let expected = head + ends.last().copied().unwrap_or(0);
        if bytes.len() != expected {
            return Err(EndgameTableError::Length { found: bytes.len(), expected });
        }
        let summary = Summary { attacker, defender, plies: plies as u32, longest };
        let open = (0..blocks).map(|_| Arc::default()).collect();
        let cache = if matches!(bytes, Cow::Borrowed(_)) { &BUILT_IN_BLOCKS } else { &FOLDER_BLOCKS };
        Ok(EndgameTable { class, summary, lines_a_block, ends, sums, bytes, head, open, cache })
    }

    /// The class.
    pub fn material(&self) -> Material {
        self.class.material
    }

    /// The statistics and the longest win.
    pub fn summary(&self) -> &Summary {
        &self.summary
    }

    /// The table as stored.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Size in bytes as stored.
    pub fn size(&self) -> usize {
        self.bytes.len()
    }

    /// Verifies all checksums.
    ///
    /// # Errors
    /// The first damaged block.
    pub(crate) fn check_sums(&self) -> Result<(), EndgameTableError> {
        (0..self.ends.len()).try_for_each(|block| match self.packed(block) {
            Some(_) => Ok(()),
            None => Err(self.damaged(block)),
        })
    }

    fn damaged(&self, block: usize) -> EndgameTableError {
        EndgameTableError::Damaged { part: format!("block {} of {}", block + 1, self.ends.len()) }
    }

    /// A block as stored, if its checksum is correct.
    fn packed(&self, block: usize) -> Option<&[u8]> {
        let start = block.checked_sub(1).map_or(0, |before| self.ends[before]);
        let packed = self.bytes.get(self.head + start..self.head + self.ends[block])?;
        (sum(packed) == self.sums[block]).then_some(packed)
    }

    /// Decompresses a block; `None` if it is damaged or the system has no memory for it.
    fn unpack(&self, block: usize) -> Option<Box<[u8]>> {
        let packed = self.packed(block)?;
        let lines = self.lines_a_block.min(SQUARES * self.class.lines() - block * self.lines_a_block);
        let size = lines * self.class.weak.places.len();
        unpack(packed, size)
    }

    /// The byte of a position with Black to move ([`SolvedClass::losses`]); `None` if its block cannot be decompressed.
    #[inline]
    pub fn loss(&self, row: usize, column: usize, attacker: Square) -> Option<u8> {
        let (line, column, square) = self.class.stored(row, column, attacker);
        let line = square.index() * self.class.lines() + line;
        let block = line / self.lines_a_block;
        let place = line % self.lines_a_block * self.class.weak.places.len() + column;
        let open = self.open.get(block)?;
        if let Some(byte) = open.get(place) {
            return byte;
        }
        let Some(bytes) = self.unpack(block) else {
            self.log_unopened(block);
            return None;
        };
        let byte = bytes.get(place).copied();
        self.cache.keep(open, bytes);
        byte
    }

    /// Logs once for all tables that a block could not be decompressed, because a search may ask for it a million
    /// times.
    #[cold]
    fn log_unopened(&self, block: usize) {
        static SAID: Once = Once::new();
        SAID.call_once(|| {
            let (number, count) = (block + 1, self.ends.len());
            log::warn!("{}: block {number} of {count} is damaged or there is no memory for it", self.material());
        });
    }

    /// All bytes, as computed by the analysis except for impossible positions.
    ///
    /// # Errors
    /// The first damaged block.
    pub fn losses(&self) -> Result<Vec<u8>, EndgameTableError> {
        let columns = self.class.weak.places.len();
        let mut losses = vec![0; self.class.pairs() * SQUARES];
        let mut lines = Square::all().flat_map(|square| (0..self.class.lines()).map(move |line| (square, line)));
        for block in 0..self.ends.len() {
            let plain = self.unpack(block).ok_or_else(|| self.damaged(block))?;
            let number = plain.len() / columns;
            for (bytes, (square, line)) in plain.chunks(columns).zip(lines.by_ref().take(number)) {
                self.spread(bytes, (square, self.class.row_of_line(line)), &mut losses);
            }
        }
        Ok(losses)
    }

    /// Writes the bytes of a line to all their positions: for all orders of equal attackers, and mirrored.
    fn spread(&self, bytes: &[u8], (square, row): (Square, usize), losses: &mut [u8]) {
        let class = &self.class;
        let Some(red) = class.red(row) else { return };
        let squares = class.squares(&red, square);
        if !class.is_stored(&squares) {
            return;
        }
        let place = class.place_of(row);
        let mirror = usize::from(class.strong.places[place].mirror);
        for order in class.orders(&squares) {
            let mirrored: Squares = order.iter().map(|square| square.mirror_files()).collect();
            let (Some((&first, others)), Some((&turned, mirrored))) = (order.split_first(), mirrored.split_first())
            else {
                return;
            };
            let (row, mirror) = (class.row(place, others), class.row(mirror, mirrored));
            for (column, (black, &byte)) in class.weak.places.iter().zip(bytes).enumerate() {
                losses[class.index(row, column, first)] = byte;
                losses[class.index(mirror, black.mirror.into(), turned)] = byte;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Control;
    use crate::games::xiangqi::tables::generate::solve;

    fn table(name: &str) -> (SolvedClass, Vec<u8>) {
        let solve = |name: &str, known: &dyn Fn(Material) -> Option<&'static [u8]>| {
            solve(name.parse().unwrap(), known, 1, &Control::new()).unwrap()
        };
        let known = (name == "PP-K").then(|| &*solve("P-K", &|_| None).losses.leak());
        let solved = solve(name, &|_| known);
        let bytes = encode(&solved).unwrap();
        (solved, bytes)
    }

    #[test]
    fn a_table_says_what_the_analysis_found() {
        compare_with_file("NA-K");
    }

    #[test]
    #[ignore = "half a minute without optimisation"]
    fn equal_attackers_are_stored_once() {
        compare_with_file("PP-K");
    }

    fn compare_with_file(name: &str) {
        let (solved, bytes) = table(name);
        let table = EndgameTable::read(Cow::Owned(bytes)).unwrap();
        assert_eq!((table.material(), table.summary()), (solved.material, &solved.summary));
        let class = Class::new(solved.material);
        let losses = table.losses().unwrap();
        for red in (0..class.rows()).filter_map(|row| class.red(row)) {
            for (column, black) in class.weak.places.iter().enumerate() {
                for square in class.black_to_move(&red, black) {
                    let place = class.index(red.row, column, square);
                    assert_eq!(losses[place], solved.losses[place]);
                    assert_eq!(table.loss(red.row, column, square), Some(solved.losses[place]));
                }
            }
        }
    }

    #[test]
    fn damage_is_an_error_and_never_a_verdict() {
        let (_, bytes) = table("NA-K");
        let read = |bytes: Vec<u8>| EndgameTable::read(Cow::Owned(bytes)).and_then(|table| table.check_sums());
        assert_eq!(read(bytes.clone()), Ok(()));
        for place in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[place] ^= 0x10;
            assert!(read(damaged).is_err(), "byte {place}");
        }
        for length in 0..bytes.len() {
            assert!(read(bytes[..length].to_vec()).is_err(), "{length} bytes");
        }
        assert!(matches!(read([bytes.as_slice(), b"x"].concat()), Err(EndgameTableError::Length { .. })));
        assert_eq!(read(b"another file".to_vec()), Err(EndgameTableError::Foreign));
    }
}
