//! What a GUI needs to show a xiangqi position.

use super::position::Position;
use super::square::{FILES, RANKS, Square};
use super::tables;
use crate::side::Side;
use serde::Serialize;

/// The part of a view specific to xiangqi. Squares are named by file a to i and rank 0 to 9, from Red's left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct XiangqiView {
    /// Ten ranks of nine letters, rank 9 first: the letters of a FEN, with `.` for an empty point.
    pub ranks: Vec<String>,
    /// Whether the side to move is in check.
    pub check: bool,
    /// The pieces that give check.
    pub checkers: Vec<String>,
    /// The squares of the generals, Red's first.
    pub generals: [String; Side::NUM],
    /// Plies since the last capture.
    pub quiet_plies: u32,
    /// The number of the full move.
    pub move_number: u32,
    /// The endgame tables' verdict for the side to move: `draw`, `win in 21 plies`, `loss in 4 plies`; absent if no
    /// table knows it or the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<String>,
}

impl XiangqiView {
    /// The view of a position.
    pub(crate) fn of(position: &Position) -> XiangqiView {
        let letter = |square| position.piece_on(square).map_or('.', |piece| piece.letter());
        let rank = |rank| (0..FILES).filter_map(|file| Square::new(file, rank)).map(letter).collect();
        let checkers: Vec<String> = position.checkers().into_iter().map(|square| square.to_string()).collect();
        XiangqiView {
            ranks: (0..RANKS).rev().map(rank).collect(),
            check: !checkers.is_empty(),
            checkers,
            generals: Side::ALL.map(|side| position.general_square(side).to_string()),
            quiet_plies: position.quiet_plies(),
            move_number: position.move_number(),
            table: tables::set::verdict(position),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::GameText;

    #[test]
    fn a_check_names_who_gives_it() {
        let position = Position::from_fen("3k5/9/9/9/9/9/9/3R5/9/4K4 b - - 7 30").unwrap();
        let view = XiangqiView::of(&position);
        assert_eq!((view.ranks[0].as_str(), view.ranks[7].as_str()), ("...k.....", "...R....."));
        assert_eq!((view.check, view.checkers), (true, vec!["d2".to_owned()]));
        assert_eq!(view.generals, ["e0", "d9"]);
        assert_eq!((view.quiet_plies, view.move_number), (7, 30));
    }
}
