//! The quiet positions of self-play games: those from which an evaluation can learn.

use super::games::DataFileError;
use super::games::GameReader;
use super::record::GameData;
use clap::Args;
use meihua_contracts::game::Game;
use meihua_contracts::sentence::Sentence;
use meihua_contracts::side::Side;
use meihua_contracts::text::{GameText, PositionError};
use meihua_engine::games::xiangqi::Position;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Which positions to use. Positions in check, positions whose best move is a capture, and proven results are always
/// left out, because the network's weights have no bearing on what the evaluation returns there.
#[derive(Args, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filter {
    /// Hold out every Nth game to measure the fit
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u32).range(2..))]
    pub held_out: u32,
    /// Leave out this many plies after each game's random opening
    #[arg(long, value_name = "PLIES", default_value_t = 8)]
    pub skip: usize,
    /// Leave out positions with a larger score
    #[arg(long, value_name = "CENTIPAWNS", default_value_t = 2_500, value_parser = clap::value_parser!(i32).range(1..=32_000))]
    pub bound: i32,
    /// Leave out positions whose score differs by more than this from the built-in network's evaluation: tactics decide
    /// them, which no static evaluation can see
    #[arg(long, value_name = "CENTIPAWNS", value_parser = clap::value_parser!(i32).range(0..))]
    pub gap: Option<i32>,
    /// Leave out positions that already occurred among the last million or so
    #[arg(long)]
    pub distinct: bool,
}

impl Default for Filter {
    fn default() -> Filter {
        Filter { skip: 0, bound: i32::MAX, held_out: 20, gap: None, distinct: false }
    }
}

/// The keys of recently seen positions: a table in which each slot keeps its newest key.
struct Seen(Vec<u64>);

impl Seen {
    /// Number of slots, a power of two.
    const PLACES: usize = 1 << 20;

    fn new(filter: &Filter) -> Seen {
        Seen(vec![0; if filter.distinct { Seen::PLACES } else { 0 }])
    }

    /// Records a position and returns whether it is new; always `true` if nothing is recorded.
    fn is_new(&mut self, key: u64) -> bool {
        let place = self.0.get_mut(key as usize % Seen::PLACES);
        place.is_none_or(|place| std::mem::replace(place, key) != key)
    }
}

/// A position to learn from, with its score and result.
#[derive(Clone, Copy, Debug)]
pub struct Quiet<'a> {
    /// The position.
    pub position: &'a Position,
    /// The score of the search from Red's view, in centipawns.
    pub score: i32,
    /// Red's points in the game (0, ½, 1); `None` if a random move was played later.
    pub result: Option<f32>,
    /// Whether its game is held out for measuring.
    pub(crate) is_held_out: bool,
}

impl Quiet<'_> {
    /// Score and points from the view of the side to move.
    pub(crate) fn of_mover(&self) -> (i32, Option<f32>) {
        if self.position.side() == Side::First {
            return (self.score, self.result);
        }
        (-self.score, self.result.map(|points| 1.0 - points))
    }
}

/// Why games cannot be used.
#[derive(Debug, Error)]
pub enum SampleError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] DataFileError),
    /// The games are of another kind.
    #[error("{path:?} holds games of {setup:?}, expected game=xiangqi")]
    Game {
        /// The file.
        path: PathBuf,
        /// The settings of its games.
        setup: String,
    },
    /// A game is damaged.
    #[error("{path:?}: game {number}: {cause}")]
    Broken {
        /// The file.
        path: PathBuf,
        /// The game's number.
        number: u32,
        /// What is wrong with it.
        cause: GameFault,
    },
}

/// What is wrong with a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GameFault {
    /// Its start position cannot be read.
    #[error(transparent)]
    Start(#[from] PositionError),
    /// The bits of a ply are not a legal move.
    #[error("ply {0}: no legal move")]
    Ply(usize),
}

/// What was read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Number of games.
    pub games: usize,
    /// Number of positions, including those left out.
    pub positions: usize,
    /// Bytes of unfinished games at the ends of the files; they are skipped.
    pub unfinished: usize,
}

impl Count {
    /// The number of games, and what was skipped, in words.
    pub fn describe(&self) -> String {
        let Count { games, positions, unfinished } = self;
        let left_out = match unfinished {
            0 => String::new(),
            bytes => format!(" (an unfinished game at the end, {bytes} bytes, left out)"),
        };
        let games = Sentence::counted(*games, ["{} game", "{} games"]);
        let positions = Sentence::counted(*positions, ["{} position", "{} positions"]);
        format!("{games}{left_out}, {positions}")
    }
}

/// Visits the quiet positions of files of xiangqi games, in order.
///
/// # Errors
/// A file cannot be read, or contains something else.
pub fn visit(paths: &[PathBuf], filter: &Filter, visit: &mut dyn FnMut(Quiet<'_>)) -> Result<Count, SampleError> {
    let (mut count, mut seen) = (Count::default(), Seen::new(filter));
    for path in paths {
        count.unfinished += visit_games(path, &mut |game| {
            let broken = |cause| SampleError::Broken { path: path.clone(), number: game.number, cause };
            visit_game(game, filter, &mut seen, visit).map_err(broken)?;
            count.games += 1;
            count.positions += game.plies.len();
            Ok(())
        })?;
    }
    Ok(count)
}

/// Visits the games in a file of xiangqi games; returns the length in bytes of an unfinished game at its end.
///
/// # Errors
/// The file cannot be read, is damaged, or contains something else; or the visitor returned an error.
pub(crate) fn visit_games(
    path: &Path,
    visit: &mut dyn FnMut(&GameData) -> Result<(), SampleError>,
) -> Result<usize, SampleError> {
    let mut games = GameReader::open(path)?;
    if games.word("game") != Some(Position::NAME) {
        return Err(SampleError::Game { path: path.to_owned(), setup: games.setup().to_owned() });
    }
    for game in games.by_ref() {
        visit(&game?)?;
    }
    Ok(games.unfinished())
}

/// Visits the quiet positions of a game.
fn visit_game(
    game: &GameData,
    filter: &Filter,
    seen: &mut Seen,
    visit: &mut dyn FnMut(Quiet<'_>),
) -> Result<(), GameFault> {
    let mut position = Position::from_fen(&game.fen)?;
    let is_held_out = game.number.is_multiple_of(filter.held_out);
    let result = match game.winner {
        Some(Side::First) => 1.0,
        None => 0.5,
        Some(Side::Second) => 0.0,
    };
    for (ply, &(bits, score)) in game.plies.iter().enumerate() {
        let mv = position.unpack(bits).ok_or(GameFault::Ply(ply + 1))?;
        let fits = ply >= filter.skip && !score.is_decided() && score.int().abs() <= filter.bound;
        let is_near = || filter.gap.is_none_or(|gap| (position.evaluate() - score.int()).abs() <= gap);
        if fits && !position.in_check() && !position.is_noisy(mv) && is_near() && seen.is_new(position.key()) {
            let score = if position.side() == Side::First { score.int() } else { -score.int() };
            let result = (ply >= game.settled).then_some(result);
            visit(Quiet { position: &position, score, result, is_held_out });
        }
        position.make(mv);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use meihua_contracts::text::Notation;
    use meihua_engine::score::Score;

    const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

    /// A game given by its moves and scores.
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
        GameData { number: 0, fen: fen.to_owned(), winner, plies, settled: 0 }
    }

    /// Score, result and side to move of the positions used.
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
        visit_game(&game(fen, moves, winner), &filter, &mut Seen::new(&filter), &mut note).unwrap();
        counting
    }

    #[test]
    fn only_quiet_positions_count() {
        let filter = Filter { skip: 1, bound: 500, ..Filter::default() };
        let cp = Score::cp;
        // Left out: the first ply, two captures, one large score.
        let moves = [("h2e2", cp(20)), ("h9g7", cp(-30)), ("e2e6", cp(40)), ("g7e6", cp(50)), ("h0g2", cp(-501))];
        assert_eq!(counting(START, &moves, Some(Side::Second), filter), [(30.0, 0.0, -1.0)]);
        // A proven win.
        let moves = [("h2e2", cp(20)), ("h9g7", Score::win_in(5)), ("h0g2", cp(-40))];
        assert_eq!(counting(START, &moves, None, filter), [(-40.0, 0.5, 1.0)]);
        // A reply to check.
        let moves = [("a0a9", cp(400)), ("d9d8", cp(-410)), ("a9a8", cp(420))];
        let rook = "3k5/9/9/9/9/9/9/9/4A4/R3K4 w - - 0 1";
        assert_eq!(counting(rook, &moves, Some(Side::First), filter), [(420.0, 1.0, 1.0)]);
    }

    #[test]
    fn results_count_after_the_last_random_move() {
        let cp = Score::cp;
        let moves = [("h2e2", cp(20)), ("h9g7", cp(-30)), ("h0g2", cp(25)), ("i9h9", cp(-25))];
        let filter = Filter { bound: 500, ..Filter::default() };
        let counting = |settled| {
            let mut counting = Vec::new();
            let game = GameData { settled, ..game(START, &moves, None) };
            visit_game(&game, &filter, &mut Seen::new(&filter), &mut |quiet| counting.push(quiet.result.is_some()))
                .unwrap();
            counting
        };
        // The second move was random, so it says nothing about the position it was played in.
        assert_eq!(counting(2), [false, false, true, true]);
        assert_eq!(counting(0), [true; 4]);
        assert_eq!(counting(4), [false; 4]);
    }

    #[test]
    fn repetitions_and_what_no_evaluation_can_know_are_left_out_on_demand() {
        let cp = Score::cp;
        let there_and_back = ["h0g2", "h9g7", "g2h0", "g7h9"];
        let scores = [cp(20), cp(-20), cp(20), cp(900)];
        let moves: Vec<(&str, Score)> =
            (0..8).map(|ply| (there_and_back[ply % 4], scores[if ply == 3 { 3 } else { 0 }])).collect();
        let counting = |filter: Filter| counting(START, &moves, None, filter).len();
        let all = Filter { bound: 2_000, ..Filter::default() };
        assert_eq!(counting(all), 8);
        assert_eq!(counting(Filter { gap: Some(400), ..all }), 7);
        assert_eq!(counting(Filter { distinct: true, ..all }), 4);
        assert_eq!(
            counting(Filter { gap: Some(400), distinct: true, ..all }),
            4,
            "what is left out first is new later"
        );
    }

    #[test]
    fn an_impossible_move_is_named() {
        let mut broken = game(START, &[("h2e2", Score::cp(20)), ("h9g7", Score::cp(0))], None);
        broken.plies[1].0 = broken.plies[0].0;
        let filter = Filter { bound: 500, ..Filter::default() };
        assert_eq!(visit_game(&broken, &filter, &mut Seen::new(&filter), &mut |_| ()), Err(GameFault::Ply(2)));
    }
}
