//! Saved games and positions.

use crate::shared::line::{one_line, opens};
use meihua_console::output_file;
use meihua_contracts::in_english;
use meihua_contracts::plain_file;
use meihua_contracts::sentence::Sentence;
use meihua_contracts::text::{Notation, shorten};
use meihua_engine::engine::base::Base;
use meihua_engine::engine::position_text;
use meihua_engine::engine::registry::{self, Entry};
use meihua_engine::protocol::position_line;
use meihua_engine::protocol::words::Words;
use meihua_games::say;
use meihua_records::encoding::decode;
use meihua_records::error::Cause;
use meihua_records::games::open_file;
use meihua_records::write::{OutputFormat, WriteError};
use meihua_records::{Format, GameRecord, Games, RecordError, RecordedGame, saved_game};
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use thiserror::Error;

/// The name that stands for standard input.
pub(crate) const STANDARD_INPUT: &str = "-";

/// Maximum size of a position file, in bytes.
const LIMIT: u64 = 4 << 20;

/// Why a file was not written or read.
#[derive(Debug, Error)]
pub enum GameFileError {
    /// It exists and would be overwritten.
    Exists(String),
    /// There is no such file.
    Missing(String),
    /// It cannot be read, or is not a regular file.
    Open(#[from] plain_file::FileError),
    /// It is not a readable saved game.
    Record(#[from] RecordError),
    /// It contains other games only.
    NoGame {
        path: String,
        /// The current game.
        game: &'static str,
    },
    /// The format cannot hold the game.
    Write(#[from] WriteError),
    /// The system refused.
    System { path: String, cause: io::Error },
    /// Its name asks for a format that cannot be written.
    Form {
        path: String,
        /// The formats available for this game.
        forms: Forms,
    },
}

impl From<&GameFileError> for Sentence {
    fn from(error: &GameFileError) -> Sentence {
        match error {
            GameFileError::Exists(path) => {
                say!("file {} already exists and is not from this game: choose another name", Sentence::quoted(path))
            }
            GameFileError::Missing(path) => {
                say!("there is no file {}", Sentence::quoted(path))
            }
            GameFileError::Open(error) => say!("file {}", error),
            GameFileError::Record(error) => say!("file {}", error),
            GameFileError::NoGame { path, game } => {
                say!("file {} contains no game of {}", Sentence::quoted(path), *game)
            }
            GameFileError::Write(error) => error.into(),
            GameFileError::System { path, cause } => Sentence::plain(format!("file {path:?}: {cause}")),
            GameFileError::Form { path, forms } => {
                say!("file {}: expected a name that ends in {}", Sentence::quoted(path), forms.endings())
            }
        }
    }
}

in_english!(GameFileError);

/// The formats in which a game can be saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forms {
    /// The game with its moves in every saved-game format, and the position.
    Records,
    /// The same for a game that a file describes, in the formats that hold its rules.
    Ruled,
    /// The moves on one line, and the position; no saved-game format supports this game.
    Commands,
    /// The moves on one line alone: a tower of many floors is opened from its files, and has no text for what came after.
    Moves,
}

impl Forms {
    /// The formats for a game of `games`, by its name as in `UCI_Variant`.
    pub fn of(game: &str, games: &[Entry]) -> Forms {
        match RecordedGame::named(game, games) {
            None => Forms::Commands,
            Some(_) if registry::find(games, game).is_some_and(Entry::is_of_file) => Forms::Ruled,
            Some(_) => Forms::Records,
        }
    }

    fn endings(self) -> &'static str {
        match self {
            Forms::Records => {
                ".pgn, .xqf, .ubb (DhtmlXQ), .json, .txt or .iccs (the moves), .uci (one line), or .fen or nothing (the position)"
            }
            Forms::Ruled => ".pgn or .json (the game), .uci (the moves as one line), or .fen or nothing (the position)",
            Forms::Commands => ".uci (the position and the moves as one line), .fen, .txt or nothing (the position)",
            Forms::Moves => ".uci (the tower and the moves as one line)",
        }
    }
}

/// The format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// A saved-game format.
    Record(OutputFormat),
    /// `position fen F moves …`, which every game has.
    Command,
    Position,
}

/// The format that a file extension asks for.
///
/// # Errors
/// The formats that can be written.
pub(crate) fn form(path: &str, forms: Forms) -> Result<Form, GameFileError> {
    let ending = Path::new(path).extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    match (ending.as_deref(), forms, OutputFormat::of_path(Path::new(path))) {
        (_, Forms::Records, Some(target)) => Ok(Form::Record(target)),
        (_, Forms::Ruled, Some(target @ (OutputFormat::Pgn | OutputFormat::Json | OutputFormat::Uci))) => {
            Ok(Form::Record(target))
        }
        (Some("uci"), ..) => Ok(Form::Command),
        (None | Some("fen"), Forms::Records | Forms::Ruled | Forms::Commands, _)
        | (Some("txt"), Forms::Commands, _) => Ok(Form::Position),
        _ => Err(GameFileError::Form { path: shorten(path), forms }),
    }
}

/// Writes a file; replaces an existing one only if `is_ours`.
///
/// # Errors
/// It exists, or cannot be written.
pub(crate) fn save(path: &str, bytes: &[u8], is_ours: bool) -> Result<(), GameFileError> {
    let system = |cause| GameFileError::System { path: shorten(path), cause };
    if is_ours {
        return output_file::write(Path::new(path), bytes).map_err(|failed| system(failed.error));
    }
    #[expect(clippy::disallowed_methods, reason = "a file that must not be there yet")]
    let mut file = match OpenOptions::new().write(true).create_new(true).open(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Err(GameFileError::Exists(shorten(path))),
        other => other.map_err(system)?,
    };
    file.write_all(bytes).map_err(system)
}

/// The contents of a file.
#[derive(Debug)]
pub(crate) struct Loaded {
    /// The position at the start of its game.
    pub base: Base,
    /// The moves of the main line.
    pub moves: Vec<String>,
    /// The whole game, if it is a saved one.
    pub record: Option<GameRecord>,
    /// Whether more games follow.
    pub has_more: bool,
}

/// Loads what the command line names, which may be a pipe.
///
/// # Errors
/// As [`load`].
pub(crate) fn load_named(name: &str, game: &'static str, games: &[Entry]) -> Result<Loaded, GameFileError> {
    let path = Path::new(name);
    if fs::metadata(path).is_ok_and(|data| !data.is_file() && !data.is_dir()) {
        return load_bytes(name, &plain_file::read_named(path, LIMIT)?, game, games);
    }
    load(name, game, games)
}

/// A pipe can be read only once.
fn load_bytes(name: &str, bytes: &[u8], game: &'static str, games: &[Entry]) -> Result<Loaded, GameFileError> {
    loaded(name, game, games, || Games::of(name, bytes, games), || Ok(decode(bytes)))
}

/// Loads a file: the first game of `game` in a saved-game file of any format, a line as it follows `position`, or a
/// position of several lines.
///
/// # Errors
/// The file is missing, cannot be read, is too large, or is neither text nor a saved game.
pub(crate) fn load(name: &str, game: &'static str, games: &[Entry]) -> Result<Loaded, GameFileError> {
    let path = Path::new(name);
    if name == STANDARD_INPUT {
        return load_bytes(name, &plain_file::read_named(path, LIMIT)?, game, games);
    }
    if fs::symlink_metadata(path).is_err_and(|error| error.kind() == io::ErrorKind::NotFound) {
        return Err(GameFileError::Missing(shorten(name)));
    }
    // A pipe would keep the player waiting.
    plain_file::open(path, 0)?;
    let open = || Games::of(&path.to_string_lossy(), open_file(path)?, games);
    loaded(name, game, games, open, || Ok(plain_file::read_text(path, LIMIT)?))
}

/// The saved game in a file, if `game` has records; otherwise the position in `text`.
fn loaded<'a>(
    name: &str,
    game: &'static str,
    games: &[Entry],
    open: impl FnOnce() -> Result<Games<'a>, RecordError>,
    text: impl FnOnce() -> Result<String, GameFileError>,
) -> Result<Loaded, GameFileError> {
    if let Some(kind) = RecordedGame::named(game, games)
        && let Some(loaded) = saved_game(name, open(), kind)?
    {
        return Ok(loaded);
    }
    let text = text()?;
    let plain = |base, moves| Loaded { base, moves, record: None, has_more: false };
    // The exchange form of a puzzle.
    if text.trim_start().starts_with('{')
        && let Some(saved) = saved_game::first(text.as_bytes(), game, games)
    {
        return Ok(plain(saved.start.map_or(Base::Start, Base::Fen), saved.moves));
    }
    // A game that reads whole files, comments and all, is given the path, unless `play` has written the file.
    let projects = registry::find(games, game).and_then(|entry| entry.project);
    if projects.is_some_and(|projects| opens(projects, Path::new(name))) {
        return Ok(plain(Base::Project(name.to_owned()), Vec::new()));
    }
    let (base, moves) = position(&text, games);
    Ok(plain(base, moves))
}

/// The first saved game of `kind`; `None` if the games are just text without one.
fn saved_game(
    name: &str,
    games: Result<Games<'_>, RecordError>,
    kind: RecordedGame,
) -> Result<Option<Loaded>, GameFileError> {
    let mut games = match games {
        Ok(games) => games,
        Err(RecordError { cause: Cause::NoGame(_), .. }) => return Ok(None),
        // The text of a position is not a saved-game file.
        Err(RecordError { cause: Cause::Unknown(_), .. }) if !kind.is_recognised() => return Ok(None),
        Err(RecordError { cause: Cause::File(error), .. }) => return Err(error.into()),
        Err(error) => return Err(error.into()),
    };
    let is_list = games.format() == Format::List;
    let mut first_error = None;
    let record = loop {
        match games.next() {
            Some(Ok(record)) if record.start.kind() == kind => break record,
            Some(Ok(_)) => {}
            Some(Err(error)) => first_error = first_error.or(Some(error)),
            None if is_list => return Ok(None),
            None => {
                let none = || GameFileError::NoGame { path: shorten(name), game: kind.name() };
                return Err(first_error.map_or_else(none, GameFileError::Record));
            }
        }
    };
    let base = if record.start.is_usual() { Base::Start } else { Base::Fen(record.start.fen()) };
    let moves = record.main_line(Notation::Wire);
    Ok(Some(Loaded { base, moves, record: Some(record), has_more: games.next().is_some() }))
}

/// Parses what may follow `position`, or a position of several lines.
pub(crate) fn position(text: &str, games: &[Entry]) -> (Base, Vec<String>) {
    let text = one_line(text);
    if text.contains(';') {
        return match position_text::read(&text, |before| registry::keeps_moves(games, before)) {
            Some(game) => (game.start.map_or(Base::Start, Base::Fen), game.moves),
            None => (Base::Fen(text), Vec::new()),
        };
    }
    let mut words = Words::new(&text);
    words.accept("position");
    // One word of digits is a line of four in a row; several numbers are a position (`3 3 2`).
    let mut ahead = words;
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    if ahead.next().is_some_and(is_number) && ahead.peek().is_some_and(is_number) {
        return (Base::Fen(words.rest().to_owned()), Vec::new());
    }
    let read = position_line::parse(words, games);
    (read.base, read.moves)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GAMES;

    #[test]
    fn positions_of_every_form() {
        let fen = |text: &str| (Base::Fen(text.to_owned()), Vec::new());
        assert_eq!(position("3 3 2 b", GAMES), fen("3 3 2 b"));
        assert_eq!(position("4453", GAMES).1, ["4", "4", "5", "3"]);
        assert_eq!(position("position fen BW_ cost", GAMES), fen("BW_ cost"));
        assert_eq!(position("1\n2 3 \n4", GAMES), fen("1;2 3;4"));
        assert_eq!(position("1\n2 3 \nmoves 1,2", GAMES), (Base::Fen("1;2 3".to_owned()), vec!["1,2".to_owned()]));
        assert_eq!(position("startpos moves d1", GAMES), (Base::Start, vec!["d1".to_owned()]));
        assert_eq!(position("-/-/P3D3 r 2\n", GAMES), fen("-/-/P3D3 r 2"));
    }

    #[test]
    fn the_ending_of_a_name_is_its_form() {
        let of = |path| form(path, Forms::Records).unwrap();
        assert_eq!((of("a"), of("a.FEN"), of("b.d/a")), (Form::Position, Form::Position, Form::Position));
        assert_eq!(
            (of("a.pgn"), of("my game.XQF")),
            (Form::Record(OutputFormat::Pgn), Form::Record(OutputFormat::Xqf))
        );
        assert_eq!(of("a.uci"), Form::Record(OutputFormat::Uci));
        let of = |path| form(path, Forms::Commands).unwrap();
        assert_eq!((of("a.txt"), of("a.uci"), of("a")), (Form::Position, Form::Command, Form::Position));
        for other in ["a.svg", "a.pgn.gz", "g.cbr"] {
            assert!(form(other, Forms::Records).unwrap_err().to_string().contains(".xqf"), "{other}");
        }
        assert!(form("a.pgn", Forms::Commands).unwrap_err().to_string().contains(".uci"));
    }

    #[test]
    fn a_file_of_two_games_gives_the_first_of_the_right_kind() {
        let path = std::env::temp_dir().join(format!("meihua-two-games-{}.pgn", std::process::id()));
        let two =
            "[Variant \"cfour\"]\n\n1. 4 4\n\n[Event \"b\"]\n\n1. h2e2 {solid} h9g7 1-0\n\n[Event \"c\"]\n\n1. b2e2\n";
        fs::write(&path, two).unwrap();
        let name = path.to_string_lossy();
        let game = load(&name, "xiangqi", GAMES).unwrap();
        assert_eq!((game.moves.join(" ").as_str(), game.has_more), ("h2e2 h9g7", true));
        assert_eq!(game.record.unwrap().tree.comments(), 1);
        assert_eq!(load(&name, "cfour", GAMES).unwrap().moves, ["P@d1", "P@d2"]);
        fs::write(&path, b"\0\x01\x02").unwrap();
        assert!(load(&name, "xiangqi", GAMES).unwrap_err().to_string().contains("unknown binary format"));
        fs::write(&path, "[Variant \"cfour\"]\n\n1. 4 4\n").unwrap();
        assert!(load(&name, "xiangqi", GAMES).unwrap_err().to_string().contains("no game of xiangqi"));
        fs::remove_file(&path).unwrap();
        assert!(load(&name, "xiangqi", GAMES).unwrap_err().to_string().contains("there is no file"));
    }

    #[test]
    fn a_file_of_somebody_else_is_not_replaced() {
        let path = std::env::temp_dir().join(format!("meihua-files-{}.fen", std::process::id()));
        let name = path.to_string_lossy().into_owned();
        save(&name, b"BW_ cost\n", false).unwrap();
        assert!(matches!(save(&name, b"x", false), Err(GameFileError::Exists(_))));
        save(&name, b"B_W cost\n", true).unwrap();
        assert_eq!(load(&name, "sliding", GAMES).unwrap().base, Base::Fen("B_W cost".to_owned()));
        fs::remove_file(&path).unwrap();
        assert!(load(&name, "sliding", GAMES).unwrap_err().to_string().contains(&name));
    }
}
