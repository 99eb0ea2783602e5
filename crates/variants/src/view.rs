//! What a board needs to show a position.

use crate::bits::Bits;
use crate::compiled::Compiled;
use crate::position::{Position, piece};
use serde::Serialize;

/// A position as a board shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct BoardView {
    /// The form of the squares.
    shape: &'static str,
    /// Number of files.
    files: i32,
    /// Number of ranks.
    ranks: i32,
    /// Each rank from the top, square by square: a letter (upper case is White), `+` before it if it is promoted, `*` for
    /// a wall, empty for nothing.
    board: Vec<Vec<String>>,
    /// The pieces in hand of White and of Black, by letter.
    hands: [Vec<(String, u32)>; 2],
    /// The letters of the game and the standard name of each piece, for its symbol.
    pieces: Vec<(String, String)>,
    /// The squares of the last move.
    last: Vec<String>,
    /// The squares of pieces that give check.
    checkers: Vec<String>,
    /// The squares that each side has to reach or to connect.
    goals: [Vec<String>; 2],
}

impl BoardView {
    /// The view of a position.
    pub(crate) fn of(position: &Position) -> BoardView {
        let (game, rules) = (&*position.game, &position.game.rules);
        let square = |file: i32, rank: i32| {
            let square = (16 * rank + file) as u8;
            let cell = position.cell(square);
            match (cell.piece, cell.origin) {
                (0, _) if position.state.walls.has(square) => "*".to_owned(),
                (0, _) => String::new(),
                (piece, 0) => game.letter(piece).to_string(),
                (_, origin) => format!("+{}", game.letter(origin)),
            }
        };
        let hand = |side: usize| {
            let held = game.list.iter().rev().filter(|&&kind| position.in_hand(side, kind) > 0);
            held.map(|&kind| (game.letter(piece(side, kind)).to_string(), position.in_hand(side, kind))).collect()
        };
        let names = |squares: Bits| squares.map(Compiled::square_name).collect();
        let last = position.state.last.map_or(Bits::NONE, |mv| {
            let squares = Bits::of(mv.from).with(mv.to);
            mv.wall.map_or(squares, |wall| squares.with(wall))
        });
        let named = |&kind: &u8| (game.letter(piece(0, kind)).to_string(), crate::pieces::name_of(kind).to_owned());
        BoardView {
            shape: if rules.hexagonal { "hexagons" } else { "squares" },
            files: rules.files,
            ranks: rules.ranks,
            board: (0..rules.ranks)
                .rev()
                .map(|rank| (0..rules.files).map(|file| square(file, rank)).collect())
                .collect(),
            hands: [hand(0), hand(1)],
            pieces: game.list.iter().map(named).collect(),
            last: names(last),
            checkers: names(position.state.checkers | position.royal_attackers()),
            goals: [0, 1].map(|side| {
                let [one, other] = rules.connect_regions[side];
                names((rules.flag_region[side] | one | other) & game.board)
            }),
        }
    }

    /// The board in letters, with hands above and below.
    pub(crate) fn diagram(&self) -> String {
        let hand = |side: usize| {
            let held = self.hands[side].iter().map(|(letter, count)| format!(" {letter}x{count}"));
            if self.hands[side].is_empty() { String::new() } else { format!("   in hand:{}", held.collect::<String>()) }
        };
        let cell = |text: &String| match text.as_str() {
            "" => " .".to_owned(),
            text if text.len() > 1 => text.to_owned(),
            text => format!(" {text}"),
        };
        let row = |(index, row): (usize, &Vec<String>)| {
            let rank = self.ranks - index as i32;
            format!("{rank:>2} {}", row.iter().map(cell).collect::<String>())
        };
        let files = (0..self.files).map(|file| format!(" {}", char::from(b'a' + file as u8))).collect::<String>();
        let board = self.board.iter().enumerate().map(row);
        let lines = [hand(1)].into_iter().chain(board).chain([format!("   {files}"), hand(0)]);
        lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
    }
}
