//! The table as a file: a header, a checksum, and the compressed scores.
//!
//! ```text
//! 8  "MEIHUAC4"
//! 1  format, 2
//! 1  stones of the deepest level
//! 2  zero
//! 4  number of scores, little-endian
//! 8  FNV-1a of the scores, little-endian
//!    the scores, a byte each (0: not known, else score + 23), in the order of the stored levels, as LZMA without a head
//! ```

use super::{Level, MAX_STONES, Openings, is_stored, levels};
use crate::fnv::fnv;
use crate::packed::{pack, unpack};
use std::io;
use thiserror::Error;

const MAGIC: &[u8; 8] = b"MEIHUAC4";
const FORMAT: u8 = 2;
/// Size of the header in bytes.
const HEAD: usize = 24;
/// Added to every score, so that 0 can mean unknown.
const BIAS: i16 = 23;

/// Why bytes are not a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum OpeningsError {
    /// The header is wrong or cut off.
    #[error("not a table of openings: expected \"MEIHUAC4\", format 2 and a header of {HEAD} bytes")]
    Head,
    /// The table is for more stones than this program enumerates.
    #[error("a table for {0} stones, expected at most {MAX_STONES}")]
    TooDeep(u8),
    /// The scores cannot be decompressed, or do not match the checksum.
    #[error("the scores are damaged: expected {0} bytes that match the checksum")]
    Damaged(usize),
}

impl Openings {
    /// Whether a file begins as a table of openings does.
    pub fn is_table(file: &[u8]) -> bool {
        file.starts_with(MAGIC)
    }

    /// The table as bytes.
    ///
    /// # Errors
    /// There is not enough memory.
    pub fn encode(&self) -> io::Result<Vec<u8>> {
        let symbols: Vec<u8> = self.stored().flat_map(|level| level.scores.iter().map(symbol)).collect();
        let mut bytes = MAGIC.to_vec();
        bytes.extend([FORMAT, self.deepest() as u8, 0, 0]);
        bytes.extend((symbols.len() as u32).to_le_bytes());
        bytes.extend(fnv(&symbols).to_le_bytes());
        bytes.extend(pack(&symbols)?);
        Ok(bytes)
    }

    /// Decodes a table. This takes some hundredths of a second, because the positions are enumerated.
    ///
    /// # Errors
    /// The bytes are not a table, or are damaged.
    pub fn decode(bytes: &[u8]) -> Result<Openings, OpeningsError> {
        let (head, packed) = bytes.split_first_chunk::<HEAD>().ok_or(OpeningsError::Head)?;
        let [deepest, 0, 0] = head[9..12] else { return Err(OpeningsError::Head) };
        if head[..8] != *MAGIC || head[8] != FORMAT {
            return Err(OpeningsError::Head);
        }
        if u32::from(deepest) > MAX_STONES {
            return Err(OpeningsError::TooDeep(deepest));
        }
        let keys = levels::levels(deepest.into());
        let stored = |stones: usize| is_stored(stones as u32, deepest.into());
        let count = keys.iter().enumerate().filter(|(stones, _)| stored(*stones)).map(|(_, keys)| keys.len()).sum();
        let damaged = OpeningsError::Damaged(count);
        let symbols = unpack(packed, count).ok_or(damaged)?;
        let is_whole = symbols.len() == count
            && head[12..16] == (count as u32).to_le_bytes()
            && head[16..24] == fnv(&symbols).to_le_bytes();
        if !is_whole {
            return Err(damaged);
        }
        let mut symbols = symbols.into_iter();
        let levels = keys.into_iter().enumerate().map(|(stones, keys)| {
            if !stored(stones) {
                return Level::default();
            }
            let scores = symbols.by_ref().take(keys.len()).map(score).collect();
            Level { keys, scores }
        });
        Ok(Openings { levels: levels.collect() })
    }
}

fn symbol(score: &Option<i8>) -> u8 {
    score.map_or(0, |score| (i16::from(score) + BIAS).clamp(1, 2 * BIAS - 1) as u8)
}

fn score(symbol: u8) -> Option<i8> {
    (symbol != 0).then(|| (i16::from(symbol) - BIAS) as i8)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Openings {
        // No game has these scores, but they are all different: what is read must be what was written.
        Openings::build(4, &|key| (key % 3 != 0).then_some((key % 45) as i32 - 22))
    }

    #[test]
    fn what_is_written_is_read() {
        let bytes = table().encode().unwrap();
        assert_eq!(Openings::decode(&bytes).map(|read| read.encode().unwrap()), Ok(bytes));
    }

    #[test]
    fn damage_is_seen() {
        let bytes = table().encode().unwrap();
        assert_eq!(Openings::decode(&bytes[..20]).err(), Some(OpeningsError::Head));
        for (place, expected) in
            [(0, "not a table"), (8, "not a table"), (9, "stones"), (13, "damaged"), (17, "damaged")]
        {
            let mut bytes = bytes.clone();
            bytes[place] ^= 0x40;
            assert!(
                Openings::decode(&bytes).err().is_some_and(|error| error.to_string().contains(expected)),
                "{place}"
            );
        }
        for place in HEAD..bytes.len() {
            let mut bytes = bytes.clone();
            bytes[place] ^= 1;
            // A padding bit after the last block may be meaningless; then the scores are complete.
            let read = Openings::decode(&bytes);
            assert!(
                read.as_ref().err().is_some()
                    || read.is_ok_and(|read| read.encode().unwrap() == table().encode().unwrap()),
                "{place}"
            );
        }
        assert!(Openings::decode(&bytes[..bytes.len() - 5]).is_err());
    }
}
