//! A table as bytes: compact, compressed in blocks, checksummed.
//!
//! ```text
//! "meihua xiangqi table 1 R-AAEE\n"
//! u64 x 6   positions with the attacker's side to move, those it wins, those it loses; the same with the other to move
//! u32 x 4   plies of the longest win; its red placement, black placement, attacker's square (all ones: no win)
//! u32 x 2   squares a block, blocks
//! u32 each  end of each block, from the end of the head
//! u32 each  checksum of each block as it stands here
//! u64       checksum of all before
//! blocks    LZMA without header (lc = lp = pb = 0) of the bytes of `Solved::losses`
//! ```
//!
//! All numbers are little-endian. The bytes are ordered by the attacker's square, then red's placement, then black's: where
//! red's guards stand seldom matters, so that one row is much like the next. Of two red placements that are mirror images of
//! each other only the first is kept. A byte of an impossible position repeats the one before it, which costs nothing.

use super::blocks::{Block, BlockCache};
use super::class::Class;
use super::generate::{Counts, Solved, Summary};
use super::material::Material;
use crate::fnv::fnv;
use crate::games::xiangqi::square::{SQUARES, Square};
use lzma_rust2::{LzmaOptions, LzmaReader, LzmaWriter};
use std::borrow::Cow;
use std::io::{self, Read, Write};
use std::sync::Arc;
use thiserror::Error;

/// What every table begins with.
const MAGIC: &str = "meihua xiangqi table 1 ";
/// Bytes of a block before it is compressed, if those of one square are not more.
const BLOCK: usize = 1 << 20;
/// How hard the blocks are compressed, of 9.
const LEVEL: u32 = 6;
/// The most bytes of one square: 705 rows of 1410.
const DICTIONARY: u32 = BLOCK as u32;

/// Blocks of the tables that are built in: several times what a search in one ending looks up.
static BUILT_IN_BLOCKS: BlockCache = BlockCache::new(64 << 20);
/// Blocks of tables of a folder, whose classes with four guards on both sides are up to ninety megabytes each.
static FOLDER_BLOCKS: BlockCache = BlockCache::new(512 << 20);

/// Closes the blocks that are open; they are opened again when they are asked for.
pub fn close_blocks() {
    BUILT_IN_BLOCKS.clear();
    FOLDER_BLOCKS.clear();
}

/// Why bytes are no table.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TableError {
    /// They begin otherwise.
    #[error("no table of xiangqi endings: it does not begin with {MAGIC:?}")]
    Foreign,
    /// The name of the class is none.
    #[error("the name of its class, {0:?}, is none")]
    Material(String),
    /// They end too early, or go on.
    #[error("{found} bytes where {expected} belong: truncated, or not of one piece")]
    Length {
        /// Bytes there are.
        found: usize,
        /// Bytes there should be.
        expected: usize,
    },
    /// A checksum is wrong.
    #[error("damaged: the checksum of {part} is wrong")]
    Damaged {
        /// Of what.
        part: String,
    },
}

/// A table, its blocks opened when they are asked for.
#[derive(Debug)]
pub struct Table {
    class: Class,
    summary: Summary,
    squares_a_block: usize,
    /// Where each block ends in `blocks`.
    ends: Vec<usize>,
    sums: Vec<u32>,
    bytes: Cow<'static, [u8]>,
    head: usize,
    open: Vec<Arc<Block>>,
    cache: &'static BlockCache,
}

/// The low half of a hash is enough for a block.
fn sum(bytes: &[u8]) -> u32 {
    fnv(bytes) as u32
}

/// The bytes of a solved class.
///
/// # Errors
/// The compressor fails, which it has no cause to.
pub fn encode(solved: &Solved) -> io::Result<Vec<u8>> {
    let class = Class::new(solved.material);
    let squares_a_block = (BLOCK / area(&class)).clamp(1, SQUARES);
    let (mut ends, mut sums, mut blocks) = (Vec::new(), Vec::new(), Vec::new());
    let squares: Vec<Square> = Square::all().collect();
    for squares in squares.chunks(squares_a_block) {
        let plain: Vec<u8> = squares.iter().flat_map(|&square| of_square(&class, square, &solved.losses)).collect();
        let packed = compress(&plain)?;
        sums.push(sum(&packed));
        blocks.extend(packed);
        ends.push(blocks.len() as u32);
    }
    let mut bytes = format!("{MAGIC}{}\n", solved.material).into_bytes();
    let Summary { attacker, defender, plies, longest } = &solved.summary;
    for number in [attacker, defender].into_iter().flat_map(|counts| [counts.all, counts.won, counts.lost]) {
        bytes.extend(number.to_le_bytes());
    }
    let (red, black, square) = longest.map_or((u32::MAX, u32::MAX, u32::MAX), |(red, black, square)| {
        (red as u32, black as u32, square.index() as u32)
    });
    let head = [*plies, red, black, square, squares_a_block as u32, ends.len() as u32];
    for number in head.into_iter().chain(ends).chain(sums) {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend(fnv(&bytes).to_le_bytes());
    bytes.extend(blocks);
    Ok(bytes)
}

/// Bytes of one square of the attacker's.
fn area(class: &Class) -> usize {
    class.strong.halves.len() * class.weak.places.len()
}

fn compress(plain: &[u8]) -> io::Result<Vec<u8>> {
    let mut options = LzmaOptions::with_preset(LEVEL);
    (options.lc, options.lp, options.pb, options.dict_size) = (0, 0, 0, DICTIONARY);
    let mut writer = LzmaWriter::new_no_header(Vec::new(), &options, false)?;
    writer.write_all(plain)?;
    writer.finish()
}

/// The bytes of all positions with the attacker on a square, those of impossible positions made like those before them.
fn of_square(class: &Class, square: Square, losses: &[u8]) -> Vec<u8> {
    let columns = class.weak.places.len();
    let mut bytes = Vec::with_capacity(area(class));
    let mut last = 0;
    for &row in &class.strong.halves {
        let red = &class.strong.places[usize::from(row)];
        for (column, black) in class.weak.places.iter().enumerate() {
            if class.black_to_move(red, black).contains(square) {
                last = losses[(usize::from(row) * columns + column) * SQUARES + square.index()];
            }
            bytes.push(last);
        }
    }
    bytes
}

/// Reads numbers off the front of bytes.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], TableError> {
        let end = self.at + N;
        let taken = self.bytes.get(self.at..end).and_then(|part| part.try_into().ok());
        self.at = end;
        taken.ok_or(TableError::Length { found: self.bytes.len(), expected: end })
    }

    fn u32(&mut self) -> Result<usize, TableError> {
        self.take().map(|bytes| u32::from_le_bytes(bytes) as usize)
    }

    fn u64(&mut self) -> Result<u64, TableError> {
        self.take().map(u64::from_le_bytes)
    }

    fn counts(&mut self) -> Result<Counts, TableError> {
        Ok(Counts { all: self.u64()?, won: self.u64()?, lost: self.u64()? })
    }
}

impl Table {
    /// A table from its bytes. The head is checked now, each block when it is opened; [`Table::check_sums`] looks at all.
    ///
    /// # Errors
    /// [`TableError`].
    pub fn read(bytes: Cow<'static, [u8]>) -> Result<Table, TableError> {
        let text = bytes.strip_prefix(MAGIC.as_bytes()).ok_or(TableError::Foreign)?;
        let name = text.iter().take(24).take_while(|byte| **byte != b'\n').map(|&byte| char::from(byte));
        let name: String = name.collect();
        let material: Material = name.parse().map_err(|_| TableError::Material(name.clone()))?;
        let class = Class::new(material);
        let mut reader = Reader { bytes: &bytes, at: MAGIC.len() + name.len() + 1 };
        let attacker = reader.counts()?;
        let defender = reader.counts()?;
        let (plies, red, black, square) = (reader.u32()?, reader.u32()?, reader.u32()?, reader.u32()?);
        let is_position = red < class.strong.places.len() && black < class.weak.places.len();
        let longest = Square::from_index(square).filter(|_| is_position).map(|square| (red, black, square));
        let (squares_a_block, blocks) = (reader.u32()?, reader.u32()?);
        if squares_a_block == 0 || blocks != SQUARES.div_ceil(squares_a_block) {
            return Err(TableError::Damaged { part: "the head".to_owned() });
        }
        let ends = (0..blocks).map(|_| reader.u32()).collect::<Result<Vec<_>, _>>()?;
        let sums = (0..blocks).map(|_| reader.u32().map(|sum| sum as u32)).collect::<Result<Vec<_>, _>>()?;
        let before = reader.at;
        let (found, head) = (reader.u64()?, reader.at);
        if fnv(&bytes[..before]) != found || !ends.is_sorted() {
            return Err(TableError::Damaged { part: "the head".to_owned() });
        }
        let expected = head + ends.last().copied().unwrap_or(0);
        if bytes.len() != expected {
            return Err(TableError::Length { found: bytes.len(), expected });
        }
        let summary = Summary { attacker, defender, plies: plies as u32, longest };
        let open = (0..blocks).map(|_| Arc::default()).collect();
        let cache = if matches!(bytes, Cow::Borrowed(_)) { &BUILT_IN_BLOCKS } else { &FOLDER_BLOCKS };
        Ok(Table { class, summary, squares_a_block, ends, sums, bytes, head, open, cache })
    }

    /// The class.
    pub fn material(&self) -> Material {
        self.class.material
    }

    /// Counts and the longest win.
    pub fn summary(&self) -> &Summary {
        &self.summary
    }

    /// The table as it is stored.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Bytes as it is stored.
    pub fn size(&self) -> usize {
        self.bytes.len()
    }

    /// Looks at every byte.
    ///
    /// # Errors
    /// The first damaged block.
    pub fn check_sums(&self) -> Result<(), TableError> {
        (0..self.ends.len()).try_for_each(|block| match self.packed(block) {
            Some(_) => Ok(()),
            None => Err(self.damaged(block)),
        })
    }

    fn damaged(&self, block: usize) -> TableError {
        TableError::Damaged { part: format!("block {} of {}", block + 1, self.ends.len()) }
    }

    /// A block as it is stored, if its checksum is right.
    fn packed(&self, block: usize) -> Option<&[u8]> {
        let start = block.checked_sub(1).map_or(0, |before| self.ends[before]);
        let packed = self.bytes.get(self.head + start..self.head + self.ends[block])?;
        (sum(packed) == self.sums[block]).then_some(packed)
    }

    /// Opens a block; none if it is damaged or the system has no memory for it.
    fn unpack(&self, block: usize) -> Option<Box<[u8]>> {
        let packed = self.packed(block)?;
        let squares = self.squares_a_block.min(SQUARES - block * self.squares_a_block);
        let size = squares * area(&self.class);
        let mut plain = Vec::new();
        plain.try_reserve_exact(size).ok()?;
        let reader = LzmaReader::new_with_props(packed, size as u64, 0, DICTIONARY, None).ok()?;
        reader.take(size as u64).read_to_end(&mut plain).ok()?;
        (plain.len() == size).then(|| plain.into_boxed_slice())
    }

    /// The byte of a position with black to move ([`Solved::losses`]); none if its block cannot be opened.
    #[inline]
    pub fn loss(&self, row: usize, column: usize, attacker: Square) -> Option<u8> {
        let half = self.class.strong.half_of[row];
        if half == u16::MAX {
            let mirror = self.class.strong.places[row].mirror;
            let column = self.class.weak.places[column].mirror;
            return self.loss_of_half(
                self.class.strong.half_of[usize::from(mirror)],
                column.into(),
                attacker.mirror_files(),
            );
        }
        self.loss_of_half(half, column, attacker)
    }

    fn loss_of_half(&self, half: u16, column: usize, attacker: Square) -> Option<u8> {
        let block = attacker.index() / self.squares_a_block;
        let square = attacker.index() % self.squares_a_block;
        let columns = self.class.weak.places.len();
        let place = square * area(&self.class) + usize::from(half) * columns + column;
        let open = self.open.get(block)?;
        if let Some(byte) = open.get(place) {
            return byte;
        }
        let bytes = self.unpack(block)?;
        let byte = bytes.get(place).copied();
        self.cache.keep(open, bytes);
        byte
    }

    /// All bytes, as the analysis had them but for those of impossible positions.
    ///
    /// # Errors
    /// The first damaged block.
    pub fn losses(&self) -> Result<Vec<u8>, TableError> {
        let (strong, weak) = (self.class.strong, self.class.weak);
        let columns = weak.places.len();
        let mut losses = vec![0; strong.places.len() * columns * SQUARES];
        let mut squares = Square::all();
        for block in 0..self.ends.len() {
            let plain = self.unpack(block).ok_or_else(|| self.damaged(block))?;
            for (bytes, square) in plain.chunks(area(&self.class)).zip(squares.by_ref().take(self.squares_a_block)) {
                for (&row, bytes) in strong.halves.iter().zip(bytes.chunks(columns)) {
                    let (row, mirror) = (usize::from(row), usize::from(strong.places[usize::from(row)].mirror));
                    for (column, (black, &byte)) in weak.places.iter().zip(bytes).enumerate() {
                        losses[(row * columns + column) * SQUARES + square.index()] = byte;
                        let turned = (mirror * columns + usize::from(black.mirror)) * SQUARES;
                        losses[turned + square.mirror_files().index()] = byte;
                    }
                }
            }
        }
        Ok(losses)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Control;
    use crate::games::xiangqi::tables::generate::solve;

    fn table() -> (Solved, Vec<u8>) {
        let solved = solve("NA-K".parse().unwrap(), &|_| None, 1, &Control::new()).unwrap();
        let bytes = encode(&solved).unwrap();
        (solved, bytes)
    }

    #[test]
    fn a_table_says_what_the_analysis_found() {
        let (solved, bytes) = table();
        let table = Table::read(Cow::Owned(bytes)).unwrap();
        assert_eq!((table.material(), table.summary()), (solved.material, &solved.summary));
        let class = Class::new(solved.material);
        let (losses, columns) = (table.losses().unwrap(), class.weak.places.len());
        for (row, red) in class.strong.places.iter().enumerate() {
            for (column, black) in class.weak.places.iter().enumerate() {
                for square in class.black_to_move(red, black) {
                    let place = (row * columns + column) * SQUARES + square.index();
                    assert_eq!(losses[place], solved.losses[place]);
                    assert_eq!(table.loss(row, column, square), Some(solved.losses[place]));
                }
            }
        }
    }

    #[test]
    fn damage_is_an_error_and_never_a_verdict() {
        let (_, bytes) = table();
        let read = |bytes: Vec<u8>| Table::read(Cow::Owned(bytes)).and_then(|table| table.check_sums());
        assert_eq!(read(bytes.clone()), Ok(()));
        for place in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[place] ^= 0x10;
            assert!(read(damaged).is_err(), "byte {place}");
        }
        for length in 0..bytes.len() {
            assert!(read(bytes[..length].to_vec()).is_err(), "{length} bytes");
        }
        assert!(matches!(read([bytes.as_slice(), b"x"].concat()), Err(TableError::Length { .. })));
        assert_eq!(read(b"another file".to_vec()), Err(TableError::Foreign));
    }
}
