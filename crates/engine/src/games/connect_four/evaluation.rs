//! The static evaluation: open lines, threats, odd and even rows, zugzwang.
//!
//! A *threat* is an empty square that would complete four. If the game ends quietly, the columns fill up two stones at
//! a time, so the first player gets the squares of odd rows and the second player those of even rows. A threat in one's
//! own rows is therefore worth much more (Victor Allis, *A Knowledge-based Approach of Connect-Four*, 1988). Whether it
//! really decides is found out by playing the quiet ending: see [`zugzwang`].

use super::game::ConnectFour;
use super::position::Position;
use super::shape::{Shape, Word};
use crate::side::Side;
use std::fmt;

/// Centipawns for a line of four squares without an enemy stone, by the number of own stones in it.
const LINE: [i32; 4] = [0, 1, 6, 16];
/// Centipawns for a threat on a row that its owner gets in a quiet ending.
const THREAT_ON_OWN_ROW: i32 = 60;
/// Centipawns for any other threat.
const THREAT_ELSEWHERE: i32 = 15;
/// Centipawns for a quiet ending that is won.
const ZUGZWANG: i32 = 150;

/// The terms of the evaluation in centipawns, each as own value minus the opponent's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Terms {
    /// Lines that can still become four.
    pub lines: i32,
    /// Threats, by the rows they are on.
    pub(crate) threats: i32,
    /// Who runs out of harmless moves.
    pub zugzwang: i32,
}

impl Terms {
    /// The terms of a position, for the side to move.
    pub(crate) fn of(game: &ConnectFour) -> Self {
        let position = game.position();
        let (own, other) = (position.own_threats(), position.other_threats());
        Terms {
            lines: lines(position, position.own) - lines(position, position.other()),
            threats: threats(position, own, game.side) - threats(position, other, !game.side),
            zugzwang: ZUGZWANG * zugzwang(position, own, other),
        }
    }

    pub(crate) fn total(&self) -> i32 {
        self.lines + self.threats + self.zugzwang
    }
}

impl fmt::Display for Terms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "open lines  {:>6}", self.lines)?;
        writeln!(f, "threats     {:>6}", self.threats)?;
        writeln!(f, "zugzwang    {:>6}", self.zugzwang)?;
        write!(f, "evaluation  {:>6} cp for the side to move", self.total())
    }
}

/// The value of the lines that `stones` can still complete.
fn lines<S: Shape>(position: &Position<S>, stones: S::Word) -> i32 {
    let stride = position.shape.stride();
    let free = stones | (position.shape.board() & !position.all);
    [1, stride - 1, stride, stride + 1].into_iter().map(|step| lines_along(free, stones, step)).sum()
}

/// [`lines`] in one direction: the open lines, counted by the stones in them with a bitwise adder.
fn lines_along<W: Word>(free: W, stones: W, step: u32) -> i32 {
    let open = free & (free >> step) & (free >> (2 * step)) & (free >> (3 * step));
    let (a, b, c, d) = (stones, stones >> step, stones >> (2 * step), stones >> (3 * step));
    let (low_ab, low_cd, high_ab, high_cd) = (a ^ b, c ^ d, a & b, c & d);
    let odd = low_ab ^ low_cd;
    let two_or_three = high_ab ^ high_cd ^ (low_ab & low_cd);
    let count = |set: W| (set & open).count() as i32;
    LINE[1] * count(odd & !two_or_three) + LINE[2] * count(two_or_three & !odd) + LINE[3] * count(odd & two_or_three)
}

/// The value of one player's threats.
fn threats<S: Shape>(position: &Position<S>, threats: S::Word, side: Side) -> i32 {
    let odd = position.shape.odd_rows();
    let own_rows = if side == Side::First { odd } else { !odd };
    let good = (threats & own_rows).count() as i32;
    THREAT_ON_OWN_ROW * good + THREAT_ELSEWHERE * (threats.count() as i32 - good)
}

/// Plays out a quiet ending: both sides first use up the squares that are not below a threat, then block what must be
/// blocked and give up their own threats before they play below the enemy's. New threats that arise on the way are
/// ignored.
///
/// Returns 1 if the side to move wins this way, -1 if the opponent does, 0 if the board fills up.
pub(crate) fn zugzwang<S: Shape>(position: &Position<S>, own: S::Word, other: S::Word) -> i32 {
    let shape = position.shape;
    if (own | other).is_empty() {
        return 0;
    }
    let mut all = position.all;
    let mut poisoned = ((own | other) >> 1) & shape.board() & !all;
    for _ in 0..shape.rows() {
        poisoned |= (poisoned << 1) & shape.board();
    }
    let harmless = shape.board() & !all & !poisoned & !own & !other;
    all |= harmless;
    let mut mover_is_own = harmless.count().is_multiple_of(2);
    loop {
        let playable = all.plus(shape.bottom()) & shape.board();
        let (mine, theirs) = if mover_is_own { (own, other) } else { (other, own) };
        let (won, lost) = if mover_is_own { (1, -1) } else { (-1, 1) };
        if playable.is_empty() {
            return 0;
        }
        if !(playable & mine).is_empty() {
            return won;
        }
        let blocks = playable & theirs;
        let safe = playable & !(theirs >> 1);
        let harmless = safe & !(mine >> 1);
        let choice = [blocks, harmless, safe].into_iter().find(|set| !set.is_empty());
        let Some(square) = choice.and_then(|set| set.squares().next()) else { return lost };
        all |= square;
        mover_is_own = !mover_is_own;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::text::GameText;

    fn terms(fen: &str) -> Terms {
        Terms::of(&ConnectFour::from_fen(fen).unwrap())
    }

    #[test]
    fn a_mirror_changes_nothing() {
        for digits in ["4453", "112233", "2345671", "44444"] {
            let game = ConnectFour::from_fen(digits).unwrap();
            let mirrored = ConnectFour { position: game.position.mirrored(), ..game };
            assert_eq!(Terms::of(&game), Terms::of(&mirrored));
        }
    }

    #[test]
    fn the_empty_board_is_level() {
        assert_eq!(terms("-"), Terms { lines: 0, threats: 0, zugzwang: 0 });
    }

    #[test]
    fn rows_decide_the_quiet_end() {
        let start = ConnectFour::start();
        let (g2, g3) = (1 << 43, 1 << 44);
        assert_eq!(zugzwang(start.position(), g3, 0), 1, "an odd threat helps the first player");
        assert_eq!(zugzwang(start.position(), 0, g3), 0, "but not the second");
        assert_eq!(zugzwang(start.position(), 0, g2), -1, "an even one does");
        assert_eq!(zugzwang(start.position(), g2, 0), 0, "which is of no use to the first");
    }

    #[test]
    fn more_stones_in_a_line_are_worth_more() {
        let shape = *ConnectFour::start().position();
        let one = lines(&shape, 1 << 21);
        let two = lines(&shape, 1 << 21 | 1 << 28);
        let three = lines(&shape, 1 << 21 | 1 << 28 | 1 << 14);
        assert!(0 < one && one < two && two < three);
        assert_eq!(one, 7, "d1 lies on 4 rows, 1 column and 2 diagonals");
    }

    #[test]
    fn threats_count_by_row() {
        // The first player threatens e1 (odd), and the second e2 if he had the stones.
        let game = ConnectFour::from_fen("7/7/7/7/ppp4/PPP4 w").unwrap();
        assert_eq!(Terms::of(&game).threats, THREAT_ON_OWN_ROW - THREAT_ON_OWN_ROW);
        let game = ConnectFour::from_fen("7/7/7/7/1pp4/PPP1p2 w").unwrap();
        assert_eq!(Terms::of(&game).threats, THREAT_ON_OWN_ROW);
        assert_eq!(game.evaluate(), Terms::of(&game).total());
    }
}
