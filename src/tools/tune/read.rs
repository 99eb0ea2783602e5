//! Self-play games, read for their quiet positions.

use super::samples::Samples;
use crate::game::Game;
use crate::games::xiangqi::Position;
use crate::side::Side;
use crate::text::GameText;
use crate::tools::datagen::data_file::DataFileError;
use crate::tools::datagen::{Contents, GameData};
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

/// The positions of files of games.
#[derive(Clone, Debug)]
pub struct Positions {
    /// To fit to.
    pub train: Samples,
    /// To judge by.
    pub held_out: Samples,
    /// Games read.
    pub games: usize,
    /// Positions read, those left out among them.
    pub read: usize,
}

impl Positions {
    /// Reads files of self-play games.
    ///
    /// # Errors
    /// Where a file cannot be read, or holds something else.
    pub fn read(paths: &[PathBuf], filter: &Filter) -> Result<Positions, ReadError> {
        let (train, held_out) = (Samples::of_xiangqi(), Samples::of_xiangqi());
        let mut positions = Positions { train, held_out, games: 0, read: 0 };
        for path in paths {
            positions.add_file(path, filter)?;
        }
        Ok(positions)
    }

    fn add_file(&mut self, path: &Path, filter: &Filter) -> Result<(), ReadError> {
        for game in &contents(path)?.games {
            let is_held_out = game.number % filter.held_out == 0;
            let samples = if is_held_out { &mut self.held_out } else { &mut self.train };
            let number = game.number;
            add_game(game, filter, samples).map_err(|cause| ReadError::Broken {
                path: path.to_owned(),
                number,
                cause,
            })?;
            self.games += 1;
            self.read += game.plies.len();
        }
        Ok(())
    }
}

/// Everything in a file of games of xiangqi.
///
/// # Errors
/// Where it cannot be read, or holds something else.
pub fn contents(path: &Path) -> Result<Contents, ReadError> {
    let contents = Contents::read(path)?;
    if contents.setup.split(' ').any(|word| word == "game=xiangqi") {
        return Ok(contents);
    }
    Err(ReadError::Game { path: path.to_owned(), setup: contents.setup })
}

fn add_game(game: &GameData, filter: &Filter, samples: &mut Samples) -> Result<(), String> {
    let mut position = Position::from_fen(&game.fen).map_err(|error| error.to_string())?;
    let result = match game.winner {
        Some(Side::First) => 1.0,
        None => 0.5,
        Some(Side::Second) => 0.0,
    };
    for (ply, &(bits, score)) in game.plies.iter().enumerate() {
        let mv = position.unpack(bits).ok_or_else(|| format!("ply {}: no legal move", ply + 1))?;
        let fits = ply >= filter.skip && !score.is_decided() && score.int().abs() <= filter.bound;
        if fits && !position.in_check() && !position.is_noisy(mv) {
            let red = if position.side() == Side::First { score.int() } else { -score.int() };
            samples.add_position(&position, red as f32, result);
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
        let mut samples = Samples::of_xiangqi();
        add_game(&game(fen, moves, winner), &filter, &mut samples).unwrap();
        samples.list.iter().map(|sample| (sample.score, sample.result, sample.mover)).collect()
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
        let mut samples = Samples::of_xiangqi();
        let filter = Filter { skip: 0, bound: 500, held_out: 20 };
        assert_eq!(add_game(&broken, &filter, &mut samples), Err("ply 2: no legal move".to_owned()));
    }
}
