//! Bounds that need no search: what a player achieves by always replying on top of the last stone.
//!
//! On a board with an even number of rows, count the empty squares. Suppose the even player follows up: each stone of
//! the odd player is answered by one on top of it. Then the player to move when the number of empty squares is even
//! fills rows 1, 3, 5 … (the "odd player"; at the start, the first player), and the other fills rows 2, 4, 6 … (the
//! "even player"). A column with an odd number of empty squares has a *loose* square, the lowest one, in an even row;
//! loose squares are answered by loose squares. So
//!
//! - the **even player cannot lose** if the odd player's stones, the empty squares of odd rows and the loose squares
//!   contain no four. He wins if he also has a threat in an even row, or four within his stones and the even rows: the
//!   columns fill up until the odd player must play below it (claimeven, in the words of Victor Allis, *A
//!   Knowledge-based Approach of Connect-Four*, 1988);
//! - the **odd player wins** with a threat in an odd row, by following up in all other columns and below the threat, if
//!   what that leaves to the even player contains no four: in the end, the even player must play below the threat.
//!
//! Of every two loose squares, which are answered by each other, a player gets exactly one; so if there are few of
//! them, the test is repeated with one of each pair. Squares above a threat that decides its column are never reached.
//!
//! Boards with an odd number of rows give no bounds.

use super::super::position::{Position, has_four};
use super::super::shape::{Shape, Word};
use super::score::win_at;

/// The threats of both players in a quiet position, where nobody can win at once or must block.
#[derive(Clone, Copy)]
pub(crate) struct FollowUp<S: Shape> {
    position: Position<S>,
    own_threats: S::Word,
    other_threats: S::Word,
    /// Whether the side to move is the odd player.
    is_odd: bool,
}

impl<S: Shape> FollowUp<S> {
    /// Examines a quiet position with `stones` stones; `None` on boards that give no bounds.
    #[inline(always)]
    pub(crate) fn new(
        position: Position<S>,
        own_threats: S::Word,
        other_threats: S::Word,
        stones: i32,
    ) -> Option<Self> {
        let is_odd = stones & 1 == 0;
        position.shape.rows().is_multiple_of(2).then_some(FollowUp { position, own_threats, other_threats, is_odd })
    }

    /// A bound on the side to move's score that ends a search with the window `alpha` to `alpha + 1`: an upper bound of
    /// at most `alpha` or a lower bound above it.
    #[inline(always)]
    pub(crate) fn cutoff(&self, alpha: i32) -> Option<i32> {
        // From here on, scores are from the odd player's view.
        let sign = if self.is_odd { 1 } else { -1 };
        let odd_alpha = if self.is_odd { alpha } else { -alpha - 1 };
        if let Some(score) = self.even_player_holds(odd_alpha) {
            return Some(sign * score);
        }
        self.odd_player_wins(odd_alpha).map(|score| sign * score)
    }

    /// Playable squares in even rows.
    #[inline(always)]
    fn loose(&self) -> S::Word {
        self.position.playable() & !self.position.shape.odd_rows()
    }

    #[inline(always)]
    fn empty(&self) -> S::Word {
        self.position.shape.board() & !self.position.all
    }

    /// Stones and threats of the odd player, then those of the even one.
    #[inline(always)]
    fn players(&self) -> [(S::Word, S::Word); 2] {
        let own = (self.position.own, self.own_threats);
        let other = (self.position.other(), self.other_threats);
        if self.is_odd { [own, other] } else { [other, own] }
    }

    /// An upper bound on the odd player's score, if it is at most `alpha`.
    #[inline(always)]
    fn even_player_holds(&self, alpha: i32) -> Option<i32> {
        let shape = self.position.shape;
        let [(odd_stones, _), (even_stones, even_threats)] = self.players();
        let (empty, loose) = (self.empty(), self.loose());
        let decisive = even_threats & !shape.odd_rows() & !loose;
        let mut bound = -self.win_below(decisive, 1);
        if bound == 0 && alpha < 0 && has_four(shape, even_stones | (empty & !shape.odd_rows() & !loose)) {
            bound = -1;
        }
        if bound > alpha {
            return None;
        }
        let reached = odd_stones | (empty & shape.odd_rows() & !shape.above(decisive));
        self.cannot_win(reached, loose, self.is_odd).then_some(bound)
    }

    /// A lower bound on the odd player's score, if it is above `alpha`.
    #[inline(always)]
    fn odd_player_wins(&self, alpha: i32) -> Option<i32> {
        let shape = self.position.shape;
        let cells = shape.cells() as i32;
        // The lowest threat that counts is in row 3; at best it ends the game with all rows above it empty.
        if alpha >= win_at(cells, cells - shape.rows() as i32 + 3) {
            return None;
        }
        let [(_, odd_threats), (even_stones, _)] = self.players();
        let (empty, loose, playable) = (self.empty(), self.loose(), self.position.playable());
        let unreached = shape.above(odd_threats & !shape.odd_rows() & !loose);
        for threat in (odd_threats & shape.odd_rows() & !playable).squares() {
            let bound = self.win_below(threat, 0);
            if bound <= alpha {
                continue;
            }
            let column = shape.column(threat.lowest() / shape.stride());
            let elsewhere = empty & shape.odd_rows() & !column & !unreached;
            let below = empty & column & !shape.odd_rows() & threat.minus(S::Word::ONE);
            let loose_squares = (loose & !column) | (playable & column & shape.odd_rows());
            if self.cannot_win(even_stones | elsewhere | below, loose_squares, !self.is_odd) {
                return Some(bound);
            }
        }
        None
    }

    /// The score of a win at the lowest of `threats`, all in rows of the parity of `first_row`, once all other columns
    /// are full; 0 without threats.
    #[inline(always)]
    fn win_below(&self, threats: S::Word, first_row: u32) -> i32 {
        let shape = self.position.shape;
        let rows = shape.rows();
        let lowest = (first_row..rows).step_by(2).find(|&row| !(threats & (shape.bottom() << row)).is_empty());
        lowest.map_or(0, |row| win_at(0, row as i32 + 1 - rows as i32))
    }

    /// Whether a player has no four in `reached` plus his share of the `loose` squares: one of each pair, with the
    /// opponent pairing them, after taking one himself if he is to move.
    #[inline(always)]
    fn cannot_win(&self, reached: S::Word, loose: S::Word, is_to_move: bool) -> bool {
        let shape = self.position.shape;
        if !has_four(shape, reached | loose) {
            return true;
        }
        if loose.is_empty() {
            return false;
        }
        self.cannot_win_a_share(reached, loose, is_to_move)
    }

    /// [`FollowUp::cannot_win`] when all loose squares together would be too many.
    #[inline(always)]
    fn cannot_win_a_share(&self, reached: S::Word, loose: S::Word, is_to_move: bool) -> bool {
        let shape = self.position.shape;
        let safe_with = |squares: S::Word| !has_four(shape, reached | squares);
        match (loose.count(), is_to_move) {
            (1, false) => safe_with(S::Word::EMPTY),
            (2, true) => loose.squares().all(safe_with),
            // The opponent takes the one that is not safe; the player gets one of the other two.
            (3, false) => loose.squares().filter(|&square| safe_with(square)).count() >= 2,
            (_, false) => loose.squares().any(|taken| safe_with(loose ^ taken)),
            (_, true) => false,
        }
    }
}
