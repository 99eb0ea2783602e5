//! The quiet positions of self-play games: those from which an evaluation can be learnt.

use super::data_file::{Contents, DataFileError};
use super::record::GameData;
use crate::game::Game;
use crate::games::xiangqi::Position;
use crate::side::Side;
use crate::text::GameText;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Which positions count. Left out are, besides, those in check, those whose best move captures, and those with a proven
/// end: what the evaluation says of them is no matter of its weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filter {
    /// Plies at the start of a game that do not count.
    pub skip: usize,
    /// The largest score, in centipawns.
    pub bound: i32,
    /// Every so manyth game is held out.
    pub held_out: u32,
}

/// A position that counts, with what became of it.
#[derive(Clone, Copy, Debug)]
pub struct Quiet<'a> {
    /// The position.
    pub position: &'a Position,
    /// Red's score, as the search saw it, in centipawns.
    pub score: i32,
    /// Red's points in the game: 0, ½, 1; none where random moves decided it.
    pub result: Option<f32>,
    /// Whether its game is held out, to measure by.
    pub is_held_out: bool,
}

impl Quiet<'_> {
    /// Score and points of the side to move.
    pub fn of_mover(&self) -> (i32, Option<f32>) {
        if self.position.side() == Side::First {
            return (self.score, self.result);
        }
        (-self.score, self.result.map(|points| 1.0 - points))
    }
}

/// Why games cannot be used.
#[derive(Debug, Error)]
pub enum ReadError {
    /// The file.
    #[error(transparent)]
    File(#[from] DataFileError),
    /// Games of something else.
    #[error("{path} holds games of {setup:?}, expected game=xiangqi")]
    Game {
        /// The file.
        path: PathBuf,
        /// How its games were made.
        setup: String,
    },
    /// A game that is none.
    #[error("{path}: game {number}: {cause}")]
    Broken {
        /// The file.
        path: PathBuf,
        /// The game's number.
        number: u32,
        /// What is wrong with it.
        cause: String,
    },
}

/// What was read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Games.
    pub games: usize,
    /// Their positions, those left out among them.
    pub positions: usize,
}

/// Visits the quiet positions of files of games of xiangqi, in their order.
///
/// # Errors
/// Where a file cannot be read, or holds something else.
pub fn visit(paths: &[PathBuf], filter: &Filter, visit: &mut dyn FnMut(Quiet<'_>)) -> Result<Count, ReadError> {
    let mut count = Count::default();
    for path in paths {
        let contents = contents(path)?;
        let is_straying = contents.is_straying();
        for game in &contents.games {
            let number = game.number;
            let broken = |cause| ReadError::Broken { path: path.clone(), number, cause };
            visit_game(game, is_straying, filter, visit).map_err(broken)?;
            count.games += 1;
            count.positions += game.plies.len();
        }
    }
    Ok(count)
}

/// Everything in a file of games of xiangqi.
///
/// # Errors
/// Where it cannot be read, or holds something else.
pub fn contents(path: &Path) -> Result<Contents, ReadError> {
    let contents = Contents::read(path)?;
    if contents.word("game") == Some("xiangqi") {
        return Ok(contents);
    }
    Err(ReadError::Game { path: path.to_owned(), setup: contents.setup })
}

/// Visits the quiet positions of a game; the error says what is wrong with it.
fn visit_game(
    game: &GameData,
    is_straying: bool,
    filter: &Filter,
    visit: &mut dyn FnMut(Quiet<'_>),
) -> Result<(), String> {
    let mut position = Position::from_fen(&game.fen).map_err(|error| error.to_string())?;
    let is_held_out = game.number.is_multiple_of(filter.held_out);
    let result = match game.winner {
        Some(Side::First) => 1.0,
        None => 0.5,
        Some(Side::Second) => 0.0,
    };
    for (ply, &(bits, score)) in game.plies.iter().enumerate() {
        let mv = position.unpack(bits).ok_or_else(|| format!("ply {}: no legal move", ply + 1))?;
        let fits = ply >= filter.skip && !score.is_decided() && score.int().abs() <= filter.bound;
        if fits && !position.in_check() && !position.is_noisy(mv) {
            let score = if position.side() == Side::First { score.int() } else { -score.int() };
            let result = (!is_straying).then_some(result);
            visit(Quiet { position: &position, score, result, is_held_out });
        }
        position.make(mv);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::Score;
    use crate::text::Notation;

    const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

    /// A game by its moves and scores.
    fn game(fen: &str, moves: &[(&str, Score)], winner: Option<Side>) -> GameData {
        let mut position = Position::from_fen(fen).unwrap();
        let mut plies = Vec::new();
        for (text, score) in moves {
            let mut legal = <Position as Game>::Moves::default();
            position.generate(&mut legal);
            let mv = legal.iter().copied().find(|&mv| position.move_text(mv, Notation::Wire) == *text).expect(text);
            plies.push((Position::pack(mv), *score));
            position.make(mv);
        }
        GameData { number: 0, fen: fen.to_owned(), winner, plies }
    }

    /// Score, result and mover of the positions that count.
    fn counting(fen: &str, moves: &[(&str, Score)], winner: Option<Side>, filter: Filter) -> Vec<(f32, f32, f32)> {
        let mut counting = Vec::new();
        let mut note = |quiet: Quiet<'_>| {
            assert!(quiet.is_held_out, "game 0 is");
            let mover = if quiet.position.side() == Side::First { 1.0 } else { -1.0 };
            let result = quiet.result.expect("no random moves");
            let own = (quiet.score as f32 * mover, 0.5 + mover * (result - 0.5));
            assert_eq!(quiet.of_mover(), (own.0 as i32, Some(own.1)));
            counting.push((quiet.score as f32, result, mover));
        };
        visit_game(&game(fen, moves, winner), false, &filter, &mut note).unwrap();
        counting
    }

    #[test]
    fn only_quiet_positions_count() {
        let filter = Filter { skip: 1, bound: 500, held_out: 20 };
        let cp = Score::cp;
        // Left out: the first ply, two captures, a large score.
        let moves = [("h2e2", cp(20)), ("h9g7", cp(-30)), ("e2e6", cp(40)), ("g7e6", cp(50)), ("h0g2", cp(-501))];
        assert_eq!(counting(START, &moves, Some(Side::Second), filter), [(30.0, 0.0, -1.0)]);
        // A win in sight.
        let moves = [("h2e2", cp(20)), ("h9g7", Score::win_in(5)), ("h0g2", cp(-40))];
        assert_eq!(counting(START, &moves, None, filter), [(-40.0, 0.5, 1.0)]);
        // An answer to check.
        let moves = [("a0a9", cp(400)), ("d9d8", cp(-410)), ("a9a8", cp(420))];
        let rook = "3k5/9/9/9/9/9/9/9/4A4/R3K4 w - - 0 1";
        assert_eq!(counting(rook, &moves, Some(Side::First), filter), [(420.0, 1.0, 1.0)]);
    }

    #[test]
    fn an_impossible_move_is_named() {
        let mut broken = game(START, &[("h2e2", Score::cp(20)), ("h9g7", Score::cp(0))], None);
        broken.plies[1].0 = broken.plies[0].0;
        let filter = Filter { skip: 0, bound: 500, held_out: 20 };
        assert_eq!(visit_game(&broken, false, &filter, &mut |_| ()), Err("ply 2: no legal move".to_owned()));
    }
}
