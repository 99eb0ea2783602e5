//! The binary form of a self-play game.
//!
//! | bytes | what (numbers little-endian) |
//! |---|---|
//! | 4 | number of the game |
//! | 1 | result: 0 the second player won, 1 draw, 2 the first player won |
//! | 1 | length of the position's text |
//! | 2 | number of plies |
//! | 2 | number of plies up to and including the last random one (not in format 1) |
//! | 2 | lowest quarter of the FNV-1a hash of everything before (not in format 1) |
//! | … | FEN of the position after the random opening |
//! | 4 per ply | the move, as packed by [`meihua_contracts::game::Game::pack`], and the score for the side that made it
//! |
//! | 4 | lower half of the FNV-1a hash of everything before |

use meihua_contracts::side::Side;
pub use meihua_engine::engine::self_play::GameData;
use meihua_engine::engine::self_play::MAX_PLIES;
use meihua_engine::score::Score;
use thiserror::Error;

/// A format of game records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordFormat {
    /// The first format; it does not record where random moves were played.
    One,
    /// The current format.
    Two,
}

impl RecordFormat {
    /// Length of the head in bytes.
    const fn head(self) -> usize {
        match self {
            RecordFormat::One => 8,
            RecordFormat::Two => 12,
        }
    }
}

/// Offsets of the lengths within the head.
const LENGTHS: [usize; 3] = [5, 6, 7];

/// Length of the hash in bytes.
const TAIL: usize = 4;

/// Why bytes are not a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum DecodeError {
    /// The bytes end within a game.
    #[error("the record is cut off")]
    CutOff,
    /// The bytes were changed.
    #[error("the record is damaged")]
    Damaged,
}

/// The bytes of a game; `None` if its text or the game itself is too long.
pub fn encode(game: &GameData, format: RecordFormat) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(format.head() + game.fen.len() + 4 * game.plies.len() + TAIL);
    bytes.extend(game.number.to_le_bytes());
    bytes.push(match game.winner {
        Some(Side::First) => 2,
        None => 1,
        Some(Side::Second) => 0,
    });
    bytes.push(u8::try_from(game.fen.len()).ok()?);
    let plies = Some(game.plies.len()).filter(|&plies| plies <= MAX_PLIES)?;
    bytes.extend(u16::try_from(plies).ok()?.to_le_bytes());
    if format == RecordFormat::Two {
        bytes.extend(u16::try_from(game.settled.min(plies)).ok()?.to_le_bytes());
        bytes.extend((hash(&bytes) as u16).to_le_bytes());
    }
    bytes.extend(game.fen.bytes());
    for (mv, score) in &game.plies {
        bytes.extend(mv.to_le_bytes());
        bytes.extend(score.raw().to_le_bytes());
    }
    bytes.extend(hash(&bytes).to_le_bytes());
    Some(bytes)
}

/// Reads the game at the start of `bytes` and returns it with its length in bytes. A game in format 1 has no random
/// moves.
///
/// # Errors
/// The bytes end too early or are not a record.
pub fn decode(bytes: &[u8], format: RecordFormat) -> Result<(GameData, usize), DecodeError> {
    let head = bytes.get(..format.head()).ok_or(DecodeError::CutOff)?;
    let Shape { number, result, settled, fen_end, body_end, length } = Shape::of(head, format)?;
    let record = bytes.get(..length).ok_or(DecodeError::CutOff)?;
    let (body, tail) = record.split_at(body_end);
    if tail != hash(body).to_le_bytes() {
        return Err(DecodeError::Damaged);
    }
    let winner = match result {
        0 => Some(Side::Second),
        1 => None,
        2 => Some(Side::First),
        _ => return Err(DecodeError::Damaged),
    };
    let (fen, plies) = body[head.len()..].split_at(fen_end - head.len());
    let ply = |ply: &[u8; 4]| {
        let [m0, m1, s0, s1] = *ply;
        (u16::from_le_bytes([m0, m1]), Score::from_raw(i16::from_le_bytes([s0, s1])))
    };
    let fen = String::from_utf8(fen.to_vec()).map_err(|_| DecodeError::Damaged)?;
    let plies = plies.as_chunks::<4>().0.iter().map(ply).collect();
    Ok((GameData { number, fen, winner, plies, settled }, length))
}

/// The number of bytes, from the start of a record, that [`decode`] needs.
///
/// # Errors
/// The head is not that of a record.
pub fn needed(bytes: &[u8], format: RecordFormat) -> Result<usize, DecodeError> {
    let head = bytes.get(..format.head());
    head.map_or(Ok(format.head()), |head| Shape::of(head, format).map(|shape| shape.length))
}

/// The lengths in a record's head, and where its parts end.
struct Shape {
    number: u32,
    result: u8,
    settled: usize,
    fen_end: usize,
    body_end: usize,
    length: usize,
}

impl Shape {
    fn of(head: &[u8], format: RecordFormat) -> Result<Shape, DecodeError> {
        let [n0, n1, n2, n3, result, fen_length, p0, p1, rest @ ..] = head else { return Err(DecodeError::CutOff) };
        let number = u32::from_le_bytes([*n0, *n1, *n2, *n3]);
        let plies = usize::from(u16::from_le_bytes([*p0, *p1]));
        let settled = match *rest {
            [s0, s1, h0, h1] if hash(&head[..head.len() - 2]) as u16 == u16::from_le_bytes([h0, h1]) => {
                usize::from(u16::from_le_bytes([s0, s1]))
            }
            [] if format == RecordFormat::One => 0,
            _ => return Err(DecodeError::Damaged),
        };
        if plies > MAX_PLIES || *result > 2 || settled > plies {
            return Err(DecodeError::Damaged);
        }
        let fen_end = format.head() + usize::from(*fen_length);
        let body_end = fen_end + 4 * plies;
        Ok(Shape { number, result: *result, settled, fen_end, body_end, length: body_end + TAIL })
    }
}

/// Whether the last bytes of a file, fewer than their head asks for, are a damaged record rather than the beginning of
/// one that was being written when the process ended.
///
/// The beginning of a record does not contain a whole record, and does not become one if any single length byte is
/// changed. If damage made the head claim too much, one of the two is found. (A head in format 2 has a hash of its
/// own.)
pub(crate) fn is_damaged_end(bytes: &[u8], format: RecordFormat) -> bool {
    let is_whole = |bytes: &[u8]| decode(bytes, format).is_ok();
    if (1..bytes.len()).any(|start| is_whole(&bytes[start..])) {
        return true;
    }
    let mut changed = bytes.to_vec();
    LENGTHS.iter().any(|&place| {
        let Some(&old) = bytes.get(place) else { return false };
        let found = (0..=u8::MAX).any(|byte| {
            changed[place] = byte;
            byte != old && is_whole(&changed)
        });
        changed[place] = old;
        found
    })
}

/// The lower half of FNV-1a.
fn hash(bytes: &[u8]) -> u32 {
    meihua_contracts::fnv::fnv(bytes) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_and_back() {
        [RecordFormat::One, RecordFormat::Two].iter().for_each(|&format| there_and_back(format));
    }

    fn there_and_back(format: RecordFormat) {
        let plies = vec![(0x1234, Score::cp(-17)), (7, Score::win_in(3)), (0xffff, Score::loss_in(2))];
        for (number, winner) in [(0, None), (1, Some(Side::First)), (u32::MAX, Some(Side::Second))] {
            let game = GameData { number, fen: "4k4/9 w".to_owned(), winner, plies: plies.clone(), settled: 0 };
            let game = GameData { settled: if format == RecordFormat::Two { 2 } else { 0 }, ..game };
            let mut bytes = encode(&game, format).unwrap();
            let length = bytes.len();
            assert_eq!(length, format.head() + 7 + 12 + TAIL);
            bytes.extend([1, 2, 3]);
            assert_eq!(decode(&bytes, format), Ok((game, length)));
            for cut in 0..length {
                assert_eq!(decode(&bytes[..cut], format), Err(DecodeError::CutOff));
            }
            bytes[format.head()] ^= 1;
            assert_eq!(decode(&bytes, format), Err(DecodeError::Damaged));
        }
        let long_game =
            GameData { number: 0, fen: "x".to_owned(), winner: None, plies: vec![plies[0]; MAX_PLIES + 1], settled: 0 };
        assert_eq!(encode(&long_game, format), None);
        let long = GameData { number: 0, fen: "x".repeat(256), winner: None, plies, settled: 0 };
        assert_eq!(encode(&long, format), None);
    }
}
