//! Where games start: from a file of positions or move lists, or from random moves.
//!
//! A line of an opening file is one of these; `#` begins a comment, empty lines are skipped:
//!
//! ```text
//! rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1        FEN
//! rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - id "x";     EPD
//! [fen F | startpos] moves h2e2 h9g7                                           position and moves
//! h2e2 h9g7                                                                    moves from the start
//! ```

use crate::game::{Evaluator, Game, MoveList, Outcome};
use crate::text::{GameText, MoveError, Notation, PositionError};
use crate::tools::random::SplitMix64;
use std::fmt;
use thiserror::Error;

/// Why an opening cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OpeningError {
    /// The position.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A move of it.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// The game is over at its end.
    #[error("the game is over ({0:?}) in {1}")]
    Over(Outcome, String),
    /// Random moves do not lead to a suitable position.
    #[error("no balanced opening of {plies} plies in {tries} tries")]
    NoneFound {
        /// Plies asked for.
        plies: usize,
        /// Openings tried.
        tries: u32,
    },
}

/// A start position and moves from it.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Opening {
    /// The position; none: the game's usual start.
    pub fen: Option<String>,
    /// The moves, in the game's wire spelling.
    pub moves: Vec<String>,
}

impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.fen {
            None => f.write_str("startpos")?,
            Some(fen) => write!(f, "fen {fen}")?,
        }
        if !self.moves.is_empty() {
            write!(f, " moves {}", self.moves.join(" "))?;
        }
        Ok(())
    }
}

impl Opening {
    /// Reads a line as the [module](self) shows; `is_position` tells a FEN from anything else.
    pub fn parse(line: &str, is_position: impl Fn(&str) -> bool) -> Opening {
        let line = line.split('#').next().unwrap_or_default().trim();
        let line = line.strip_prefix("position ").unwrap_or(line);
        let (base, moves) = match line.split_once("moves ") {
            Some((base, moves)) => (base.trim(), moves),
            None => (line, ""),
        };
        let moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
        if base == "startpos" || base.is_empty() {
            return Opening { fen: None, moves };
        }
        if let Some(fen) = base.strip_prefix("fen ") {
            return Opening { fen: Some(fen.trim().to_owned()), moves };
        }
        // An EPD is four fields and operations: without the operations it is a FEN.
        let fields: Vec<&str> = base.split_whitespace().collect();
        for count in [fields.len(), 4, 2] {
            let fen = fields.get(..count).unwrap_or(&fields).join(" ");
            if is_position(fen.trim_end_matches(';')) {
                return Opening { fen: Some(fen.trim_end_matches(';').to_owned()), moves };
            }
        }
        Opening { fen: None, moves: fields.into_iter().map(str::to_owned).collect() }
    }
}

/// Random moves from the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomOpening {
    /// How many.
    pub plies: usize,
    /// Centipawns that a side may be ahead, in the static evaluation and by the best exchange; none: anything goes.
    pub balance: Option<i32>,
}

/// Openings tried before giving up.
const TRIES: u32 = 10_000;

impl RandomOpening {
    /// The opening of a seed.
    pub fn invent<G: GameText>(&self, start: &G, seed: u64) -> Result<Opening, OpeningError> {
        let mut random = SplitMix64::new(seed);
        for _ in 0..TRIES {
            if let Some(moves) = self.walk(start, &mut random) {
                return Ok(Opening { fen: None, moves });
            }
        }
        Err(OpeningError::NoneFound { plies: self.plies, tries: TRIES })
    }

    /// One random walk; `None` where it ends early or out of balance.
    fn walk<G: GameText>(&self, start: &G, random: &mut SplitMix64) -> Option<Vec<String>> {
        let mut position = start.clone();
        let mut texts = Vec::with_capacity(self.plies);
        for _ in 0..self.plies {
            let mut moves = G::Moves::default();
            if position.generate(&mut moves).is_some() {
                return None;
            }
            let moves = moves.as_slice();
            let mv = *moves.get(random.below(moves.len()))?;
            texts.push(position.move_text(mv, Notation::Wire));
            position.make(mv);
        }
        let open = position.verdict().outcome.is_none();
        (open && self.balance.is_none_or(|limit| is_balanced(&position, limit))).then_some(texts)
    }
}

/// Whether neither side is ahead by more than `limit`, nor the side to move by an exchange that it could begin.
pub fn is_balanced<G: Game>(position: &G, limit: i32) -> bool {
    if G::Evaluator::new(position).evaluate(position).abs() > limit {
        return false;
    }
    let mut noisy = G::Moves::default();
    position.noisy(&mut noisy);
    !noisy.as_slice().iter().any(|&mv| position.legal(mv) && position.exchange(mv, limit + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::matches::toy::Nim;

    #[test]
    fn every_kind_of_line() {
        let is_position = |text: &str| matches!(text, "7/7 w" | "7/7 w - -" | "7/7 w - - 0 1");
        let read = |line: &str| Opening::parse(line, is_position).to_string();
        assert_eq!(read("7/7 w - - 0 1"), "fen 7/7 w - - 0 1");
        assert_eq!(read("7/7 w - - bm a1; id \"x\";"), "fen 7/7 w - -");
        assert_eq!(read("7/7 w;"), "fen 7/7 w");
        assert_eq!(read("startpos moves a b # comment"), "startpos moves a b");
        assert_eq!(read("position fen 9/9 w moves a"), "fen 9/9 w moves a");
        assert_eq!(read("a b c"), "startpos moves a b c");
        assert_eq!(read("startpos"), "startpos");
    }

    #[test]
    fn random_openings_repeat_and_differ() {
        let recipe = RandomOpening { plies: 4, balance: None };
        let start = Nim::of(40);
        let openings: Vec<Opening> = (0..20).map(|seed| recipe.invent(&start, seed).unwrap()).collect();
        assert!(openings.iter().all(|opening| opening.moves.len() == 4));
        assert_eq!(openings[7], recipe.invent(&start, 7).unwrap());
        assert!(openings.iter().any(|opening| *opening != openings[0]));
        let long = RandomOpening { plies: 41, balance: None };
        assert!(matches!(long.invent(&start, 1), Err(OpeningError::NoneFound { .. })));
    }

    #[test]
    fn unbalanced_openings_are_thrown_away() {
        // Nim evaluates its heap: only a heap of 4 is level, one move away (spelled 1: two matches).
        let start = Nim::of(6);
        let recipe = RandomOpening { plies: 1, balance: Some(50) };
        for seed in 0..20 {
            assert_eq!(recipe.invent(&start, seed).unwrap().moves, ["1"]);
        }
    }
}
