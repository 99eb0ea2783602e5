//! A line of the batch: whatever may follow `position`, or a game's short form.

use meihua_contracts::plain_file::{self, FileError};
use meihua_contracts::puzzle::{FilesError, PuzzleText};
use meihua_contracts::sentence::Sentence;
use meihua_contracts::text::{GameText, MoveError, PositionError};
use meihua_engine::engine::position_text::{self, SavedGame};
use meihua_engine::engine::registry::{self, Entry, Projects};
use meihua_engine::engine::session::Session;
use meihua_games::say;
use meihua_mota::folder;
use meihua_records::encoding::decode;
use meihua_records::saved_game::{self, Unreadable};
use std::io::Read as _;
use std::path::Path;
use thiserror::Error;

/// Maximum size of a position file in bytes.
const FILE_LIMIT: u64 = 4 << 20;

/// Enough of a file to tell how it begins, in bytes.
const HEAD: u64 = 64;

/// The start of a line's moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Base<'a> {
    /// `startpos`.
    Start,
    /// `fen F`.
    Fen(&'a str),
    /// `file PATH`.
    File(&'a str),
    /// `project PATH`.
    Project(&'a str),
    /// None of these words: the game's short form, a position without a leading word, or a puzzle in JSON.
    Plain(&'a str),
}

/// What is wrong with a line.
#[derive(Debug, Error)]
pub(crate) enum LineError {
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A move is bad.
    #[error("move {number}: {error}")]
    Move {
        /// The number of the move, from 1.
        number: usize,
        /// The reason.
        error: MoveError,
    },
    /// The position file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// The files or the text are no puzzle.
    #[error(transparent)]
    Files(#[from] FilesError),
    /// The game is not played in projects.
    #[error("the game {game} has no projects, expected {expected}")]
    NoProjects {
        /// The game.
        game: &'static str,
        /// The games that have projects.
        expected: String,
    },
    /// The saved game cannot be read.
    #[error(transparent)]
    Saved(#[from] Unreadable),
}

impl From<&LineError> for Sentence {
    fn from(error: &LineError) -> Sentence {
        match error {
            LineError::Position(error) => error.into(),
            LineError::Move { number, error } => say!("move {}: {}", *number, error),
            LineError::Files(error) => error.into(),
            LineError::File(error) => error.into(),
            LineError::Saved(error) => error.into(),
            LineError::NoProjects { .. } => Sentence::plain(error),
        }
    }
}

/// A line, split into position and moves.
#[derive(Clone)]
pub(crate) struct Line<'a> {
    pub base: Base<'a>,
    /// The moves played from it.
    pub moves: Vec<&'a str>,
    /// The games of the program, for saved games.
    games: &'static [Entry],
}

/// Whether a game opens what is at a path as a whole: a folder or archive of a project, or a file that holds a problem,
/// rather than a saved game.
pub(crate) fn opens(projects: Projects, path: &Path) -> bool {
    folder::is_project(path) || (projects.opens_files && path.is_file() && !is_saved(path))
}

/// The project that a command line or a line names: a path, with or without `project` before it. `None` for anything
/// else, also where moves follow.
pub(crate) fn project_of(words: &str) -> Option<&Path> {
    let line = Line::parse(words, crate::GAMES);
    let named = match line.base {
        Base::Project(path) if line.moves.is_empty() => path,
        Base::Project(_) | Base::Start | Base::Fen(_) | Base::File(_) | Base::Plain(_) => words,
    };
    Some(Path::new(named)).filter(|path| folder::is_project(path))
}

/// How a game opens projects.
///
/// # Errors
/// It has none.
fn projects(game: &'static str, games: &[Entry]) -> Result<Projects, LineError> {
    let expected = || registry::names_or(games.iter().filter(|entry| entry.project.is_some()));
    let known = registry::find(games, game).and_then(|entry| entry.project);
    known.ok_or_else(|| LineError::NoProjects { game, expected: expected() })
}

/// Whether a file begins as those that `play` and `export` write: `position …`, or an object of JSON.
fn is_saved(path: &Path) -> bool {
    let mut head = Vec::new();
    let read = plain_file::open(path, HEAD).ok().and_then(|mut file| file.read_to_end(&mut head).ok());
    let head = head.trim_ascii_start();
    read.is_some() && (head.starts_with(b"position ") || head.starts_with(b"{"))
}

impl<'a> Line<'a> {
    /// Splits a line, for a program with these games. A leading `position` is skipped.
    pub(crate) fn parse(line: &'a str, games: &'static [Entry]) -> Self {
        let line = line.trim();
        let line = line.strip_prefix("position ").map_or(line, str::trim_start);
        // The first word `moves` that is not part of the position.
        let is_cut = |&(at, word): &(usize, &str)| {
            let before = line[..at].split_whitespace().next_back().unwrap_or("");
            let ends = line[at + word.len()..].chars().next().is_none_or(char::is_whitespace);
            ends && !registry::keeps_moves(games, before)
        };
        // A game in JSON has its moves in it.
        let (position, moves) = match line.match_indices(" moves").find(is_cut).filter(|_| !line.starts_with('{')) {
            Some((at, word)) => (line[..at].trim_end(), line[at + word.len()..].split_whitespace().collect()),
            None => (line, Vec::new()),
        };
        let after = |word: &str| {
            let rest = position.strip_prefix(word)?;
            (rest.is_empty() || rest.starts_with(char::is_whitespace)).then(|| rest.trim())
        };
        let base = match (after("startpos"), after("fen"), after("file"), after("project")) {
            (Some(""), ..) => Base::Start,
            (_, Some(fen), ..) => Base::Fen(fen),
            (_, _, Some(path), _) => Base::File(path),
            (.., Some(path)) => Base::Project(path),
            _ => Base::Plain(position),
        };
        Line { base, moves, games }
    }

    /// Sets the position that the line describes, in a session of its own if it is a project, and plays its moves. Returns
    /// what could not be read of a saved game.
    ///
    /// # Errors
    /// What is wrong with the line.
    pub(crate) fn open(&self, session: &mut Box<dyn Session>) -> Result<Vec<Sentence>, LineError> {
        let mut faults = Vec::new();
        match self.base {
            Base::Start => session.reset(),
            Base::Plain(text) if is_columns(text) => play_columns(session.as_mut(), text)?,
            Base::Fen(text) | Base::Plain(text) => session.set_position(text)?,
            Base::File(path) => {
                faults = open_bytes(session.as_mut(), &plain_file::read(Path::new(path), FILE_LIMIT)?, self.games)?
            }
            Base::Project(path) => *session = (projects(session.name(), self.games)?.open)(path)?,
        }
        self.play(session.as_mut())?;
        Ok(faults)
    }

    /// Plays the moves of the line.
    ///
    /// # Errors
    /// A move is bad.
    pub(crate) fn play(&self, session: &mut dyn Session) -> Result<(), LineError> {
        play_all(&self.moves, |text| session.play(text))
    }

    /// The two-player game that the line describes; `plain` reads the short form.
    ///
    /// # Errors
    /// What is wrong with the line.
    pub(crate) fn game<G: GameText>(&self, plain: impl FnOnce(&str) -> Result<G, LineError>) -> Result<G, LineError> {
        let mut game = match self.base {
            Base::Start => G::start(),
            Base::Fen(fen) => G::from_fen(fen)?,
            Base::File(path) => {
                let bytes = plain_file::read(Path::new(path), FILE_LIMIT)?;
                match G::from_fen(&one_line(&decode(&bytes))) {
                    Ok(game) => game,
                    Err(error) => replayed(
                        saved_game::first(&bytes, G::NAME, self.games)
                            .ok_or_else(|| no_game(&bytes, G::NAME, error))?,
                    )?,
                }
            }
            Base::Project(path) => {
                projects(G::NAME, self.games)?;
                plain(path)?
            }
            Base::Plain(text) => plain(text)?,
        };
        play_all(&self.moves, |text| {
            let mv = game.parse_move(text, false)?;
            game.make(mv);
            Ok(())
        })?;
        Ok(game)
    }

    /// The puzzle that the line describes; `plain` reads the short form.
    ///
    /// # Errors
    /// What is wrong with the line.
    pub(crate) fn puzzle<P: PuzzleText>(
        &self,
        plain: impl FnOnce(&str) -> Result<(P, P::State), LineError>,
    ) -> Result<(P, P::State), LineError> {
        let mut saved = SavedGame::default();
        let mut from_saved = |game: SavedGame| {
            saved = game;
            saved.start.as_deref().map_or_else(|| Ok(P::start()), P::from_fen)
        };
        let first = |text: &str| saved_game::first(text.as_bytes(), P::NAME, self.games);
        let (puzzle, mut state) = match self.base {
            Base::Start => P::start(),
            Base::Fen(fen) => P::from_fen(fen)?,
            Base::File(path) => {
                let text = plain_file::read_text(Path::new(path), FILE_LIMIT)?;
                match P::from_fen(&one_line(&text)) {
                    Ok(found) => found,
                    Err(error) => from_saved(first(&text).ok_or(error)?)?,
                }
            }
            Base::Project(path) => {
                projects(P::NAME, self.games)?;
                plain(path)?
            }
            Base::Plain(text) => match text.starts_with('{').then(|| first(text)).flatten() {
                Some(game) => from_saved(game)?,
                None => plain(text)?,
            },
        };
        let mut play = |text: &str| {
            for mv in puzzle.parse_plan(&state, text)? {
                state = puzzle.apply(&state, mv);
            }
            Ok(())
        };
        play_all(&saved.moves, &mut play)?;
        play_all(&self.moves, play)?;
        Ok((puzzle, state))
    }
}

/// Whether a text is the columns of stones in four in a row, which the wire takes for moves from the start.
fn is_columns(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn play_columns(session: &mut dyn Session, text: &str) -> Result<(), LineError> {
    session.reset();
    let moves: Vec<&str> = text.split("").filter(|digit| !digit.is_empty()).collect();
    play_all(&moves, |text| session.play(text))
}

/// Plays moves; an error gives the number of the move.
fn play_all<T: AsRef<str>>(moves: &[T], mut play: impl FnMut(&str) -> Result<(), MoveError>) -> Result<(), LineError> {
    for (number, text) in (1..).zip(moves) {
        play(text.as_ref()).map_err(|error| LineError::Move { number, error })?;
    }
    Ok(())
}

/// Sets the position in `bytes`, or the end of the first game saved in them. Returns what could not be read of that
/// game, and whether more games follow.
///
/// # Errors
/// The bytes are neither: what is wrong with the position.
pub(crate) fn open_bytes(session: &mut dyn Session, bytes: &[u8], games: &[Entry]) -> Result<Vec<Sentence>, LineError> {
    let text = one_line(&decode(bytes));
    if is_columns(&text) {
        return play_columns(session, &text).map(|()| Vec::new());
    }
    let Err(error) = session.set_position(&text) else { return Ok(Vec::new()) };
    let name = session.name();
    let mut saved = saved_game::all(bytes, name, games);
    let mut game = saved.next().ok_or_else(|| no_game(bytes, name, error))?;
    if saved.next().is_some() {
        game.faults.push(say!("more games follow the first one"));
    }
    match &game.start {
        None => session.reset(),
        Some(start) => session.set_position(start)?,
    }
    play_all(&game.moves, |text| session.play(text))?;
    Ok(game.faults)
}

/// Why bytes contain no game: the error of the saved-game reader if they are in one of its formats, otherwise the error
/// of the position reader.
fn no_game(bytes: &[u8], game: &'static str, error: PositionError) -> LineError {
    saved_game::fault(bytes, game).map_or(LineError::Position(error), LineError::Saved)
}

/// The position at the end of a saved game.
fn replayed<G: GameText>(saved: SavedGame) -> Result<G, LineError> {
    let mut game = saved.start.map_or_else(|| Ok(G::start()), |start| G::from_fen(&start))?;
    for (number, text) in (1..).zip(&saved.moves) {
        let mv = game.parse_move(text, false).map_err(|error| LineError::Move { number, error })?;
        game.make(mv);
    }
    Ok(game)
}

/// Joins the lines of a position text with `;`, but those of a text in PDDL, in which `;` begins a comment, with blanks.
pub(crate) fn one_line(text: &str) -> String {
    let said = text.trim_start_matches('\u{feff}').split(['\n', '\r']);
    let said = said.map(|line| line.split_once(';').map_or(line, |(said, _)| said).trim());
    let mut said = said.filter(|line| !line.is_empty()).peekable();
    if said.peek().is_some_and(|line| line.starts_with('(')) {
        return said.collect::<Vec<_>>().join(" ");
    }
    position_text::one_line(text)
}

/// Reads a position file and joins its lines with `;`, as for position texts of several lines.
///
/// # Errors
/// The file and what is wrong with it.
pub(crate) fn read_position(path: &str) -> Result<String, LineError> {
    Ok(one_line(&plain_file::read_text(Path::new(path), FILE_LIMIT)?))
}

/// Replaces the tabs and line ends that would break columns and rows.
pub(crate) fn one_field(text: &str) -> String {
    text.replace(['\t', '\n', '\r'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GAMES;
    use meihua_engine::games::connect_four::ConnectFour;

    #[test]
    fn lines_are_cut() {
        let cut = |line| {
            let Line { base, moves, .. } = Line::parse(line, GAMES);
            (base, moves.join(" "))
        };
        assert_eq!(cut("startpos"), (Base::Start, String::new()));
        assert_eq!(cut(" position startpos moves d1  d2 \r"), (Base::Start, "d1 d2".to_owned()));
        assert_eq!(cut("fen 7/7 w moves"), (Base::Fen("7/7 w"), String::new()));
        assert_eq!(cut("file a tower.txt moves 1,2"), (Base::File("a tower.txt"), "1,2".to_owned()));
        assert_eq!(cut("project my tower moves U3"), (Base::Project("my tower"), "U3".to_owned()));
        assert_eq!(cut("BW_ moves"), (Base::Plain("BW_ moves"), String::new()));
        assert_eq!(cut("fen BW_ moves hop=3 moves 1"), (Base::Fen("BW_ moves hop=3"), "1".to_owned()));
        assert_eq!(cut("4453"), (Base::Plain("4453"), String::new()));
        assert_eq!(cut("3 3 2"), (Base::Plain("3 3 2"), String::new()));
        assert_eq!(cut("fence.txt"), (Base::Plain("fence.txt"), String::new()));
        assert_eq!(cut(""), (Base::Plain(""), String::new()));
    }

    #[test]
    fn faults_are_named() {
        let read = |line| Line::parse(line, GAMES).game(|text| Ok(ConnectFour::from_fen(text)?));
        assert_eq!(read("startpos moves 4 4 5 3").unwrap(), ConnectFour::from_fen("4453").unwrap());
        assert!(read("startpos moves 4 9").unwrap_err().to_string().starts_with("move 2: "));
        assert!(read("file /nonexistent").unwrap_err().to_string().contains("/nonexistent"));
        assert!(read("fen 8/7").unwrap_err().to_string().contains("row"));
    }
}
