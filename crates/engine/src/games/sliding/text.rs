//! The notation of rows and moves: `BBBWWW_ cost`, `BBBWWW_ moves hop=3`, `4-7`.

use super::view::SlidingView;
use crate::games::sliding::problem::{Objective, Slide, Sliding};
use crate::games::sliding::row::{CellContent, Row};
use crate::phrases::Phrases;
use crate::puzzle::PuzzleText;
use crate::sentence;
use crate::sentence::Sentence;
use crate::text::{MoveError, PositionError, shorten};
use crate::view::GamePart;

const SHAPE: &str = "a row like BBBWWW_, then cost or moves, then optionally hop=2";

/// Parses the cells of a row.
fn row(text: &str) -> Result<Row, PositionError> {
    if text.len() > Row::MAX_CELLS {
        let expected = sentence!("at most {} cells", Row::MAX_CELLS);
        return Err(PositionError::syntax("row", text, expected));
    }
    let mut cells = Vec::with_capacity(text.len());
    for (index, letter) in text.chars().enumerate() {
        cells.push(match letter {
            'B' | 'b' => CellContent::Black,
            'W' | 'w' => CellContent::White,
            '_' => CellContent::Empty,
            _ => {
                let field = sentence!("cell {} of the row", index + 1);
                return Err(PositionError::syntax(field, &letter.to_string(), "B, W or _"));
            }
        });
    }
    let empty: Vec<String> = cells
        .iter()
        .zip(1..)
        .filter(|&(&cell, _)| cell == CellContent::Empty)
        .map(|(_, cell)| format!("{cell}"))
        .collect();
    let found = match empty.len() {
        0 => "none".into(),
        count => {
            let head = format!("{count}, at ");
            let whole = shorten(&format!("{head}{}", empty.join(" ")));
            sentence!("{}, at {}", count, whole[head.len()..].to_owned())
        }
    };
    Row::new(cells).ok_or_else(|| PositionError::amount("empty cell", found, "exactly one _"))
}

fn objective(text: &str) -> Result<Objective, PositionError> {
    match text.to_ascii_lowercase().as_str() {
        "cost" => Ok(Objective::Cost),
        "moves" => Ok(Objective::Moves),
        _ => Err(PositionError::syntax("aim", text, "cost or moves")),
    }
}

fn hop(text: &str) -> Result<usize, PositionError> {
    let number = text.strip_prefix("hop=").and_then(|number| number.parse().ok());
    let fits = number.filter(|&hop: &usize| hop <= Row::MAX_CELLS);
    fits.ok_or_else(|| {
        PositionError::syntax("reach", text, sentence!("hop= and a number from 0 to {}", Row::MAX_CELLS))
    })
}

impl Sliding {
    /// The objective, and the hop limit unless it is two: `moves hop=3`.
    pub fn counted(&self) -> String {
        let reach = if self.hop == Sliding::HOP { String::new() } else { format!(" hop={}", self.hop) };
        format!("{}{reach}", self.objective())
    }
}

impl PuzzleText for Sliding {
    const NAME: &'static str = "sliding";
    const ALIASES: &'static [&'static str] = &["blocks"];

    const PHRASES: Phrases = Phrases {
        moves: "the cell of the tile that moves, 4, or 4-7",
        typing: "Type the cell of the tile to move, like 4",
        ..Phrases::PLAIN
    };

    /// Three tiles of each colour, least cost.
    fn start() -> (Self, Row) {
        use CellContent::{Black, Empty, White};
        let row = Row::new([Black, Black, Black, White, White, White, Empty]);
        (Sliding::COST, row.unwrap_or_default())
    }

    /// Parses `BBBWWW_`, the objective (default `cost`) and the reach (default `hop=2`).
    fn from_fen(fen: &str) -> Result<(Self, Row), PositionError> {
        let words: Vec<&str> = fen.split_whitespace().collect();
        let (cells, aim, reach) = match *words.as_slice() {
            [cells] => (cells, None, None),
            [cells, reach] if reach.starts_with("hop=") => (cells, None, Some(reach)),
            [cells, aim] => (cells, Some(aim), None),
            [cells, aim, reach] => (cells, Some(aim), Some(reach)),
            _ => return Err(PositionError::syntax("position", fen, SHAPE)),
        };
        let row = row(cells)?;
        let objective = aim.map_or(Ok(Objective::Cost), objective)?;
        let hop = reach.map_or(Ok(Sliding::HOP), hop)?;
        Ok((Sliding { objective, hop }, row))
    }

    fn fen(&self, row: &Row) -> String {
        format!("{row} {}", self.counted())
    }

    fn parse_move(&self, row: &Row, text: &str) -> Result<Slide, MoveError> {
        let (from, to) = match text.split_once('-') {
            Some((from, to)) => (from, Some(to)),
            None => (text, None),
        };
        let cell = |word: &str| word.parse::<usize>().map_err(|_| MoveError::unreadable(text, "cells like 4-7, or 4"));
        let from = cell(from)?;
        let empty = row.empty() + 1;
        if let Some(to) = to
            && cell(to)? != empty
        {
            return Err(MoveError::illegal(text, sentence!("the empty cell is {}", empty)));
        }
        let count = row.cells().len();
        if from == 0 || from > count {
            return Err(MoveError::illegal(text, sentence!("the cells are 1 to {}", count)));
        }
        if !row.sources(self.hop).any(|source| source + 1 == from) {
            let reason = sentence!("a tile moves into cell {} over at most {} others", empty, self.hop);
            return Err(MoveError::illegal(text, reason));
        }
        Ok(Slide { from: from as u16 - 1, to: empty as u16 - 1 })
    }

    fn move_text(&self, _: &Row, mv: Slide) -> String {
        format!("{}-{}", mv.from + 1, mv.to + 1)
    }

    /// A move is written the same in every state.
    fn plan_text(&self, state: &Row, plan: &[Slide]) -> Vec<String> {
        plan.iter().map(|&mv| self.move_text(state, mv)).collect()
    }

    /// After a row, the word is the objective.
    fn keeps_moves(before: &str) -> bool {
        before.contains('_') && before.bytes().all(|letter| matches!(letter, b'B' | b'W' | b'_' | b'b' | b'w'))
    }

    /// The cells with their numbers, if these fit.
    fn diagram(&self, row: &Row) -> String {
        let text = row.to_string();
        let reach = format!("aim: least {}, over at most {} tiles", self.objective(), self.hop);
        if row.cells().len() > 40 {
            return format!("{text}\n{reach}");
        }
        let cells: String = text.chars().map(|cell| format!("{cell:>3}")).collect();
        let numbers: String = (1..=row.cells().len()).map(|cell| format!("{cell:>3}")).collect();
        format!("{cells}\n{numbers}\n{reach}")
    }

    fn view_part(&self, row: &Row) -> Box<dyn GamePart> {
        Box::new(SlidingView::of(self, row))
    }

    fn solved(&self, _: &Row, moves: u64, cost: u64) -> Sentence {
        match (self.objective, moves) {
            (Objective::Cost, 1) => sentence!("Solved: {} move, cost {}.", moves, cost),
            (Objective::Cost, _) => sentence!("Solved: {} moves, cost {}.", moves, cost),
            (Objective::Moves, _) => Sentence::counted(moves as usize, ["Solved: {} move.", "Solved: {} moves."]),
        }
    }

    fn objective(&self) -> &'static str {
        match self.objective {
            Objective::Cost => "cost",
            Objective::Moves => "moves",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Puzzle;

    #[test]
    fn positions_come_back() {
        for fen in ["BBBWWW_ cost", "BW_BW moves", "WWW_BBB moves hop=3", "_ cost", "B_ cost hop=0"] {
            let (problem, row) = Sliding::from_fen(fen).unwrap();
            assert_eq!(problem.fen(&row), fen);
        }
        for (fen, whole) in [("bw_", "BW_ cost"), ("BW_ hop=1", "BW_ cost hop=1"), ("BW_ Moves hop=2", "BW_ moves")] {
            let (problem, row) = Sliding::from_fen(fen).unwrap();
            assert_eq!(problem.fen(&row), whole);
        }
        let (problem, row) = Sliding::start();
        assert_eq!(problem.fen(&row), "BBBWWW_ cost");
    }

    #[test]
    fn errors_say_what_where_and_what_was_expected() {
        let long = "B".repeat(Row::MAX_CELLS + 1);
        for (fen, part) in [
            ("", "expected a row like"),
            ("BBXWW_ cost", "cell 3 of the row: found \"X\", expected B, W or _"),
            ("BBWW cost", "empty cell: found \"none\", expected exactly one _"),
            ("B_WW_ cost", "empty cell: found \"2, at 2 5\""),
            ("BW_ price", "aim: found \"price\", expected cost or moves"),
            ("BW_ cost hop=x", "reach: found \"hop=x\""),
            ("BW_ cost hop=-1", "a number from 0 to"),
            ("BW_ cost 3", "reach: found \"3\""),
            ("BW_ cost hop=2 more", "expected a row like"),
            (&long, "at most 4095 cells"),
        ] {
            let error = Sliding::from_fen(fen).unwrap_err().to_string();
            assert!(error.contains(part), "{fen:?}: {error}");
        }
    }

    #[test]
    fn moves_in_every_spelling_and_why_not() {
        let (problem, row) = Sliding::start();
        for text in ["4-7", "4"] {
            let mv = problem.parse_move(&row, text).unwrap();
            assert_eq!((mv, problem.move_text(&row, mv).as_str()), (Slide { from: 3, to: 6 }, "4-7"));
        }
        for (text, part) in [
            ("x", "expected cells like 4-7"),
            ("4-", "expected cells like 4-7"),
            ("4-6", "the empty cell is 7"),
            ("0", "the cells are 1 to 7"),
            ("8-7", "the cells are 1 to 7"),
            ("3-7", "over at most 2 others"),
            ("7-7", "over at most 2 others"),
        ] {
            let error = problem.parse_move(&row, text).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
        let next = problem.apply(&row, Slide { from: 3, to: 6 });
        assert_eq!(problem.fen(&next), "BBB_WWW cost");
    }

    #[test]
    fn the_picture_numbers_the_cells() {
        let (problem, row) = Sliding::start();
        let picture = problem.diagram(&row);
        assert!(picture.starts_with("  B  B  B  W  W  W  _\n  1  2"), "{picture}");
    }
}
