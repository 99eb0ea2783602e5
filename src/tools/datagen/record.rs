//! One self-play game in bytes.
//!
//! | bytes | what (numbers little-endian) |
//! |---|---|
//! | 4 | number of the game |
//! | 1 | result: 0 the second player won, 1 draw, 2 the first player won |
//! | 1 | length of the position's text |
//! | 2 | number of plies |
//! | … | FEN of the position after the random opening |
//! | 4 a ply | the move, as [`crate::game::Game::pack`] packs it, and the score for its player |
//! | 4 | low half of the FNV-1a hash of all before |

use crate::score::Score;
use crate::side::Side;
use thiserror::Error;

/// Bytes before the position.
const HEAD: usize = 8;

/// Bytes of the hash.
const TAIL: usize = 4;

/// A game that was played for its positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameData {
    /// Its number, from 0, which together with the seed tells all of it.
    pub number: u32,
    /// The position after the random opening.
    pub fen: String,
    /// The winner; none for a draw.
    pub winner: Option<Side>,
    /// Each move, packed, and the search's score for the side that made it.
    pub plies: Vec<(u16, Score)>,
}

/// Why bytes are no game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum RecordError {
    /// The bytes end before the game does.
    #[error("the record is cut off")]
    CutOff,
    /// They were changed.
    #[error("the record is damaged")]
    Damaged,
}

impl GameData {
    /// The bytes of the game; none for a text or a game too long for its length field.
    pub fn encode(&self) -> Option<Vec<u8>> {
        let mut bytes = Vec::with_capacity(HEAD + self.fen.len() + 4 * self.plies.len() + TAIL);
        bytes.extend(self.number.to_le_bytes());
        bytes.push(match self.winner {
            Some(Side::First) => 2,
            None => 1,
            Some(Side::Second) => 0,
        });
        bytes.push(u8::try_from(self.fen.len()).ok()?);
        bytes.extend(u16::try_from(self.plies.len()).ok()?.to_le_bytes());
        bytes.extend(self.fen.bytes());
        for (mv, score) in &self.plies {
            bytes.extend(mv.to_le_bytes());
            bytes.extend(score.raw().to_le_bytes());
        }
        bytes.extend(hash(&bytes).to_le_bytes());
        Some(bytes)
    }

    /// Reads the game at the start of `bytes`, and says how many bytes it takes.
    ///
    /// # Errors
    /// Where the bytes end too early or are no record.
    pub fn decode(bytes: &[u8]) -> Result<(GameData, usize), RecordError> {
        let head: &[u8; HEAD] = bytes.first_chunk().ok_or(RecordError::CutOff)?;
        let [n0, n1, n2, n3, result, fen_length, p0, p1] = *head;
        let plies = usize::from(u16::from_le_bytes([p0, p1]));
        let fen_end = HEAD + usize::from(fen_length);
        let body_end = fen_end + 4 * plies;
        let length = body_end + TAIL;
        let record = bytes.get(..length).ok_or(RecordError::CutOff)?;
        let (body, tail) = record.split_at(body_end);
        if tail != hash(body).to_le_bytes() {
            return Err(RecordError::Damaged);
        }
        let winner = match result {
            0 => Some(Side::Second),
            1 => None,
            2 => Some(Side::First),
            _ => return Err(RecordError::Damaged),
        };
        let (fen, plies) = body[HEAD..].split_at(fen_end - HEAD);
        let ply = |ply: &[u8; 4]| {
            let [m0, m1, s0, s1] = *ply;
            (u16::from_le_bytes([m0, m1]), Score::from_raw(i16::from_le_bytes([s0, s1])))
        };
        let fen = String::from_utf8(fen.to_vec()).map_err(|_| RecordError::Damaged)?;
        let plies = plies.as_chunks::<4>().0.iter().map(ply).collect();
        Ok((GameData { number: u32::from_le_bytes([n0, n1, n2, n3]), fen, winner, plies }, length))
    }
}

/// The low half of FNV-1a.
fn hash(bytes: &[u8]) -> u32 {
    crate::fnv::fnv(bytes) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_and_back() {
        let plies = vec![(0x1234, Score::cp(-17)), (7, Score::win_in(3)), (0xffff, Score::loss_in(2))];
        for (number, winner) in [(0, None), (1, Some(Side::First)), (u32::MAX, Some(Side::Second))] {
            let game = GameData { number, fen: "4k4/9 w".to_owned(), winner, plies: plies.clone() };
            let mut bytes = game.encode().unwrap();
            let length = bytes.len();
            assert_eq!(length, HEAD + 7 + 12 + TAIL);
            bytes.extend([1, 2, 3]);
            assert_eq!(GameData::decode(&bytes), Ok((game, length)));
            for cut in 0..length {
                assert_eq!(GameData::decode(&bytes[..cut]), Err(RecordError::CutOff));
            }
            bytes[HEAD] ^= 1;
            assert_eq!(GameData::decode(&bytes), Err(RecordError::Damaged));
        }
        let long = GameData { number: 0, fen: "x".repeat(256), winner: None, plies };
        assert_eq!(long.encode(), None);
    }
}
