//! Studies in files: positions, and what the file says about each.

use meihua_contracts::game::{Game, Outcome};
use meihua_contracts::side::Side;
use meihua_contracts::text::{GameText, MoveError, PositionError};
use meihua_engine::engine::registry::Entry;
use meihua_engine::games::xiangqi::{Move, Position, movegen};
use meihua_records::games::open_file;
use meihua_records::{GameFault, GameRecord, GameResult, Games, Location, RecordError};
use std::fmt::{self, Display, Formatter};
use std::path::Path;
use thiserror::Error;

/// The longest mate that may be given, in moves.
const MAX_MOVES: u32 = 999;

/// A position with a task.
#[derive(Clone, Debug)]
pub(super) struct Study {
    pub place: Place,
    /// Its name; empty if it has none.
    pub name: String,
    pub position: Position,
    pub given: Given,
}

/// What the file says about a study.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Given {
    /// The result for the side to move.
    pub outcome: Outcome,
    /// The moves to mate.
    pub moves: Option<u32>,
    /// The best first moves; empty if none is given.
    pub first: Vec<Move>,
}

impl Given {
    /// The moves to mate, negative for the loser; without them `win`, `loss` or `draw`.
    pub(super) fn text(&self) -> String {
        match (self.outcome, self.moves) {
            (Outcome::Win, Some(moves)) => moves.to_string(),
            (Outcome::Loss, Some(moves)) => format!("-{moves}"),
            (Outcome::Win, None) => "win".to_owned(),
            (Outcome::Loss, None) => "loss".to_owned(),
            (Outcome::Draw, _) => "draw".to_owned(),
        }
    }
}

/// The place of a study, as `FILE:LINE` or `FILE#GAME`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    file: String,
    game: u64,
    location: Location,
}

impl Display for Place {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.location {
            Location::Line(line) => write!(f, "{}:{line}", self.file),
            Location::Whole | Location::Byte(_) => write!(f, "{}#{}", self.file, self.game),
        }
    }
}

/// Why a file or a study in it cannot be used.
#[derive(Debug, Error)]
pub(super) enum StudyError {
    #[error(transparent)]
    Record(#[from] RecordError),
    #[error("{0}: {1}")]
    Study(Place, Unusable),
    /// A move that cannot be played. The study is used, with the moves before it.
    #[error("{0}: {1}")]
    Moves(Place, GameFault),
}

impl StudyError {
    /// Whether the study is used all the same.
    pub(super) fn is_warning(&self) -> bool {
        match self {
            StudyError::Moves(..) => true,
            StudyError::Record(_) | StudyError::Study(..) => false,
        }
    }
}

/// Why a study cannot be used.
#[derive(Debug, Error)]
pub(super) enum Unusable {
    #[error("found a game of {0}, expected xiangqi")]
    Game(&'static str),
    #[error("found the start position of the game, expected that of a study")]
    Start,
    #[error(transparent)]
    Position(#[from] PositionError),
    #[error("the game is over in this position, expected one with legal moves")]
    Over,
    #[error("bm: {0}")]
    Move(#[from] MoveError),
    #[error("c9: found {0:?}, expected \"1-0\", \"0-1\" or \"1/2-1/2\"")]
    Result(String),
    #[error("{opcode}: found {found:?}, expected the moves to mate, from 1 to {MAX_MOVES}; negative for the loser")]
    Length {
        /// `dm` or `bm`.
        opcode: &'static str,
        found: String,
    },
}

/// Reads the studies of a file; `-` is standard input. What is wrong goes to `fail`.
pub(super) fn read(path: &Path, games: &[Entry], fail: &mut dyn FnMut(StudyError)) -> Vec<Study> {
    let name = path.to_string_lossy();
    let mut games = match open_file(path).and_then(|file| Games::of(&name, file, games)) {
        Ok(games) => games,
        Err(error) => {
            fail(error.into());
            return Vec::new();
        }
    };
    let mut studies = Vec::new();
    while let Some(game) = games.next() {
        let game = match game {
            Ok(game) => game,
            Err(error) => {
                fail(error.into());
                continue;
            }
        };
        let place = Place { file: name.clone().into_owned(), game: games.number(), location: game.place };
        match study(&game) {
            Ok((position, given)) => {
                let title = game.tags.get("Title").or(game.event()).unwrap_or_default().to_owned();
                game.faults.into_iter().for_each(|fault| fail(StudyError::Moves(place.clone(), fault)));
                studies.push(Study { place, name: title, position, given });
            }
            Err(unusable) => fail(StudyError::Study(place, unusable)),
        }
    }
    studies
}

/// The position of a record and what the record says about it.
fn study(game: &GameRecord) -> Result<(Position, Given), Unusable> {
    let setup = game.start.xiangqi().ok_or_else(|| Unusable::Game(game.start.kind().name()))?;
    if game.start.is_usual() {
        return Err(Unusable::Start);
    }
    let position = setup.build()?;
    if position.verdict().outcome.is_some() || movegen::count_legal_moves(&position) == 0 {
        return Err(Unusable::Over);
    }
    let given = given(game, &position)?;
    Ok((position, given))
}

/// What a record says about its start: first its tags, then its result, then its main line.
fn given(game: &GameRecord, position: &Position) -> Result<Given, Unusable> {
    let best = game.tags.get("bm").unwrap_or_default();
    let (lengths, best): (Vec<&str>, Vec<&str>) =
        best.split([' ', ',']).filter(|word| !word.is_empty()).partition(|word| word.starts_with('#'));
    let dm = game.tags.get("dm").map(|text| length("dm", text));
    let bm = lengths.first().map(|text| length("bm", text.trim_start_matches('#')));
    let length = dm.or(bm).transpose()?;
    let line: Vec<Move> = game.tree.main_line().map_while(|node| game.tree.mv(node)?.xiangqi()).collect();
    let first = match best.is_empty() {
        false => best.into_iter().map(|text| position.parse_move(text, false)).collect::<Result<_, _>>()?,
        true => line.first().copied().into_iter().collect(),
    };
    let mate = mate_of(position, &line);
    let result = game.tags.get("c9").map_or(Ok(game.result), result)?;
    let outcome = match (length, result) {
        (Some(moves), _) => sign(moves),
        (None, GameResult::Draw) => Outcome::Draw,
        (None, GameResult::Win(side)) => of_winner(side, position),
        (None, GameResult::Unknown) => mate.map_or(Outcome::Win, sign),
    };
    let moves = length.or(mate.filter(|&moves| sign(moves) == outcome));
    Ok(Given { outcome, moves: moves.map(i32::unsigned_abs), first })
}

/// Parses the operand of `c9`, which sets of test positions use for the result.
fn result(text: &str) -> Result<GameResult, Unusable> {
    match text.trim() {
        "1-0" => Ok(GameResult::Win(Side::First)),
        "0-1" => Ok(GameResult::Win(Side::Second)),
        "1/2-1/2" => Ok(GameResult::Draw),
        _ => Err(Unusable::Result(text.to_owned())),
    }
}

/// Parses the moves to mate; negative for the loser.
fn length(opcode: &'static str, text: &str) -> Result<i32, Unusable> {
    let moves = text.trim().parse().ok().filter(|moves: &i32| (1..=MAX_MOVES).contains(&moves.unsigned_abs()));
    moves.ok_or_else(|| Unusable::Length { opcode, found: text.to_owned() })
}

fn sign(moves: i32) -> Outcome {
    if moves > 0 { Outcome::Win } else { Outcome::Loss }
}

fn of_winner(winner: Side, position: &Position) -> Outcome {
    if winner == position.side_to_move() { Outcome::Win } else { Outcome::Loss }
}

/// The moves to mate, negative for the loser, if a line ends in mate.
fn mate_of(position: &Position, line: &[Move]) -> Option<i32> {
    let mut end = position.clone();
    line.iter().for_each(|&mv| end.make(mv));
    let moves = line.len().div_ceil(2) as i32;
    let is_mate = movegen::count_legal_moves(&end) == 0;
    is_mate.then_some(if line.len() % 2 == 1 { moves } else { -moves })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// Red mates in one move.
    const BOARD: &str = "3k5/1R7/9/9/9/9/9/R8/9/4K4";

    /// The studies in a text, and the errors.
    fn read_text(name: &str, text: &str) -> (Vec<Study>, Vec<String>) {
        let path = std::env::temp_dir().join(format!("meihua-studies-{}-{name}", std::process::id()));
        fs::write(&path, text).unwrap();
        let mut errors = Vec::new();
        let studies = read(&path, crate::GAMES, &mut |error| errors.push(error.to_string()));
        fs::remove_file(&path).unwrap();
        let file = path.to_string_lossy().into_owned();
        (studies, errors.into_iter().map(|error| error.replace(&file, "FILE")).collect())
    }

    fn moves(given: &Given) -> String {
        given.first.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn an_epd_gives_length_first_moves_and_name() {
        let text = format!(
            "# studies\n{BOARD} w - - dm 1; bm a2a9 a2d2; id \"one\";\n{BOARD} w - - 0 1 bm #6;\n{BOARD} w - - dm -3;\n{BOARD} w\n"
        );
        let (studies, errors) = read_text("ops.epd", &text);
        assert_eq!(errors, Vec::<String>::new());
        let given: Vec<_> = studies.iter().map(|study| (study.given.outcome, study.given.moves)).collect();
        assert_eq!(
            given,
            [(Outcome::Win, Some(1)), (Outcome::Win, Some(6)), (Outcome::Loss, Some(3)), (Outcome::Win, None)]
        );
        assert_eq!((studies[0].name.as_str(), moves(&studies[0].given)), ("one", "a2a9 a2d2".to_owned()));
        assert!(studies[0].place.to_string().ends_with("ops.epd:2"), "{}", studies[0].place);
        assert!(studies[3].given.first.is_empty());
    }

    #[test]
    fn an_epd_gives_a_result() {
        let text = format!(
            "{BOARD} w - - c9 \"1/2-1/2\";\n3k5/1R7/9/9/p8/9/9/R8/9/4K4 b - - c9 \"1-0\";\n{BOARD} w - - c9 \"1-0\";\n{BOARD} w c9 won;\n"
        );
        let (studies, errors) = read_text("results.epd", &text);
        let given: Vec<_> = studies.iter().map(|study| study.given.outcome).collect();
        assert_eq!(given, [Outcome::Draw, Outcome::Loss, Outcome::Win]);
        assert!(errors.len() == 1 && errors[0].contains("4: c9: found \"won\""), "{errors:?}");
    }

    #[test]
    fn a_game_gives_its_result_its_first_move_and_the_length_of_its_mate() {
        let tags = |result: &str| format!("[Event \"x\"]\n[Result \"{result}\"]\n[FEN \"{BOARD} w\"]\n\n");
        let text = [
            tags("1-0") + "1. a2a9 1-0\n\n",
            tags("1/2-1/2") + "1. a2a9 1/2-1/2\n\n",
            tags("0-1") + "0-1\n\n",
            tags("*"),
            tags("*") + "1. a2d2\n",
        ];
        let (studies, errors) = read_text("games.pgn", &text.concat());
        assert_eq!(errors, Vec::<String>::new());
        let of = |study: &Study| (study.given.outcome, study.given.moves, moves(&study.given));
        let given: Vec<_> = studies.iter().map(of).collect();
        let (none, one) = (String::new(), "a2a9".to_owned());
        assert_eq!(given[0], (Outcome::Win, Some(1), one.clone()));
        assert_eq!(given[1], (Outcome::Draw, None, one));
        assert_eq!(given[2], (Outcome::Loss, None, none.clone()));
        assert_eq!(given[3], (Outcome::Win, None, none));
        assert_eq!(studies[4].given.moves, Some(1), "mate on the file, too");
    }

    #[test]
    fn what_cannot_be_used_is_named_with_its_line() {
        let text = format!(
            "{BOARD} w dm six;\n{BOARD} w bm a2b3;\n9/9/9/9/9/9/9/9/9/9 w\n{} w\n3k5/1R7/9/9/9/9/9/R8/9 w\n{BOARD} w\n",
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"
        );
        let (studies, errors) = read_text("bad.epd", &text);
        assert_eq!(studies.len(), 1);
        let has = |line: u32, words: &str| {
            let begins = |error: &&String| error.starts_with("FILE") && error.contains(&format!("{line}: "));
            assert!(errors.iter().filter(begins).any(|error| error.contains(words)), "{line} {words}: {errors:#?}");
        };
        has(1, "dm: found \"six\", expected the moves to mate");
        has(2, "bm: ");
        has(3, "general");
        has(4, "expected that of a study");
        has(5, "rank");
        assert_eq!(errors.len(), 5);
        let (_, errors) = read_text("four.pgn", "[Variant \"cfour\"]\n\n1. 4 4 *\n");
        assert!(errors[0].ends_with("found a game of cfour, expected xiangqi"), "{errors:?}");
        let (_, errors) = read_text("none.epd", "");
        assert!(errors[0].starts_with("FILE"), "{errors:?}");
    }
}
