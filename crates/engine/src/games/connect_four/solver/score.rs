//! Exact scores: how far before a full board the winner ends the game.
//!
//! 0 is a draw. With `T` stones on the board at the end, the winner's score is `(cells - T) / 2 + 1`, rounded down, and
//! the loser's is the negative of that. On 7x6 it is 22 minus the number of stones that the winner has used.

use crate::games::connect_four::position::Position;
use crate::games::connect_four::shape::{Shape, Word};
use crate::score::Score;

/// The winner's score when the game ends with `stones` on a board of `cells` squares.
#[inline(always)]
pub(crate) fn win_at(cells: i32, stones: i32) -> i32 {
    (cells - stones) / 2 + 1
}

/// The bounds on a position's score that are known without a search: equal if the game is over or won with the next
/// stone.
pub(crate) fn at_sight<S: Shape>(position: &Position<S>) -> (i32, i32) {
    let win = |plies: i32| win_at(position.shape.cells() as i32, position.stones() as i32 + plies);
    if position.is_lost() {
        (-win(0), -win(0))
    } else if !(position.own_threats() & position.playable()).is_empty() {
        (win(1), win(1))
    } else if position.is_full() {
        (0, 0)
    } else {
        (-win(2), win(3))
    }
}

/// Plies from a position with `stones` on the board to its end under a score of the side to move that is not 0.
pub fn plies_to_end(cells: u32, stones: u32, score: i32) -> u32 {
    // The winner's last stone is his n-th from here; whether cells - T is odd follows from who wins.
    let rest = cells.saturating_sub(stones);
    let left_over = 2 * (score.unsigned_abs().saturating_sub(1));
    let longest = rest.saturating_sub(left_over);
    let winner_moves_last = u32::from(score > 0);
    if longest % 2 == winner_moves_last { longest } else { longest.saturating_sub(1) }
}

/// A score as a search would give it.
pub fn search_score(cells: u32, stones: u32, score: i32) -> Score {
    let plies = plies_to_end(cells, stones, score) as usize;
    match score {
        0 => Score::DRAW,
        1.. => Score::win_in(plies),
        _ => Score::loss_in(plies),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_is_as_far_as_the_score_says() {
        // 7x6: the first player wins with his 21st stone, on ply 41.
        assert_eq!(win_at(42, 41), 1);
        assert_eq!(plies_to_end(42, 0, 1), 41);
        assert_eq!(win_at(42, 7), 18);
        assert_eq!(plies_to_end(42, 6, 18), 1);
        for (cells, stones) in [(42, 10), (45, 10), (42, 11), (45, 11), (63, 0)] {
            for plies in 1..=(cells - stones) {
                let score = win_at(cells, stones + plies) * if plies % 2 == 1 { 1 } else { -1 };
                assert_eq!(plies_to_end(cells as u32, stones as u32, score), plies as u32, "{cells} {stones} {score}");
            }
        }
    }
}
