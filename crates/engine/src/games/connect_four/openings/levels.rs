//! The positions of the first plies, enumerated in an order that needs no file: level by level, each sorted by key.
//!
//! A *level* is the set of positions with the same number of stones that some game can reach and that are not over,
//! with only one of each pair of mirror images: 269,531 for nine stones.

use super::super::position::Position;
use super::super::shape::{Shape, Standard, Word};

/// The bits of a column, including the spare one.
const COLUMN: u64 = 0x7f;

/// The key shared by a position and its mirror image: the smaller of the two.
pub fn shared_key(position: &Position<Standard>) -> u64 {
    position.key().min(position.mirrored().key())
}

/// The position for a key; for a number that is not a key, some arrangement of stones.
pub fn position(key: u64) -> Position<Standard> {
    let mut position = Position::empty(Standard);
    for column in 0..Standard.columns() {
        let shift = column * Standard.stride();
        let digits = (key >> shift) & COLUMN;
        // The top bit is on the first empty square; those below it tell the stones apart.
        let height = digits.checked_ilog2().unwrap_or(0);
        let below = (1 << height) - 1;
        position.all |= below << shift;
        position.own |= (digits & below) << shift;
    }
    position
}

/// The levels up to `deepest` stones, as sorted [`shared_key`]s.
pub fn levels(deepest: u32) -> Vec<Vec<u64>> {
    let mut levels = vec![vec![shared_key(&Position::empty(Standard))]];
    for _ in 0..deepest {
        let next = levels.last().map_or_else(Vec::new, |level| next(level));
        levels.push(next);
    }
    levels
}

/// The next level.
fn next(level: &[u64]) -> Vec<u64> {
    let mut keys = Vec::with_capacity(level.len() * Standard.columns() as usize);
    for &key in level {
        let position = position(key);
        let squares = position.playable().squares();
        keys.extend(
            squares
                .map(|square| position.play(square))
                .filter(|after| !after.is_lost())
                .map(|after| shared_key(&after)),
        );
    }
    keys.sort_unstable();
    keys.dedup();
    keys
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_tells_its_position() {
        let mut game = Position::empty(Standard);
        for column in [3, 3, 3, 3, 3, 3, 0, 6, 6, 2, 4] {
            assert_eq!(position(game.key()), game);
            game = game.play(game.landing(column));
        }
    }

    #[test]
    fn levels_have_the_published_sizes() {
        // Numbers of positions by stones, counting mirror images (J. Tromp, OEIS A212693); with fewer than seven stones
        // nobody has won.
        let published = [1, 7, 49, 238, 1_120, 4_263, 16_422];
        for (stones, level) in levels(6).iter().enumerate() {
            let views = |&key: &u64| if position(key).mirrored() == position(key) { 1 } else { 2 };
            assert_eq!(level.iter().map(views).sum::<usize>(), published[stones]);
            assert!(level.windows(2).all(|pair| pair[0] < pair[1]));
            assert!(
                level.iter().all(|&key| position(key).stones() as usize == stones && shared_key(&position(key)) == key)
            );
        }
    }
}
