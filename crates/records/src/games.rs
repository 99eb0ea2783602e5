//! The reader: takes a file and returns its games one by one.

use super::error::{Cause, Location, RecordError, Trouble, Unread};
use super::format::{Format, LOOK};
use super::game_record::GameRecord;
use super::lines::Lines;
use super::read;
use super::read::source::{GameSource, MAX_WHOLE, ReadAtOnce};
use super::start::Recorders;
use meihua_contracts::plain_file::{self, FileError};
use meihua_contracts::sentence;
use meihua_engine::engine::registry::Entry;
use std::collections::VecDeque;
use std::io::{self, Cursor, Read};
use std::path::Path;

/// The bytes of a file: the beginning that was examined, and the rest.
pub type Bytes<'a> = io::Chain<Cursor<Vec<u8>>, Box<dyn Read + 'a>>;

/// The games of a file.
pub struct Games<'a> {
    file: String,
    format: Format,
    number: u64,
    games: u64,
    ended: bool,
    /// What was not read with the last game; reported next.
    unread: VecDeque<Unread>,
    source: Box<dyn GameSource + 'a>,
}

impl<'a> Games<'a> {
    /// Opens a regular file.
    ///
    /// # Errors
    /// The system's error; a folder, a pipe or a device; an unknown format; a truncated single-game file.
    pub fn open(path: &Path) -> Result<Games<'static>, RecordError> {
        let file = plain_file::open(path, u64::MAX).map_err(|error| unopened(path, error))?;
        Games::new(&path.to_string_lossy(), file)
    }

    /// Reads from any source; `name` identifies it in errors.
    ///
    /// # Errors
    /// As [`Games::open`].
    pub fn new(name: &str, input: impl Read + 'a) -> Result<Games<'a>, RecordError> {
        Games::of(name, input, &[])
    }

    /// The same, in a program with these games: PGN and JSON may contain any of them by name.
    ///
    /// # Errors
    /// As [`Games::open`].
    pub fn of(name: &str, input: impl Read + 'a, games: &[Entry]) -> Result<Games<'a>, RecordError> {
        Games::with(name, input, Recorders::of(games))
    }

    /// The same; a game that names none is `current`, one of these, if it fits that.
    ///
    /// # Errors
    /// As [`Games::open`].
    pub fn preferring(
        current: &str,
        name: &str,
        input: impl Read + 'a,
        games: &[Entry],
    ) -> Result<Games<'a>, RecordError> {
        Games::with(name, input, Recorders::of(games).preferring(current))
    }

    fn with(name: &str, mut input: impl Read + 'a, recorders: Recorders) -> Result<Games<'a>, RecordError> {
        let failed = |trouble: Trouble| RecordError {
            file: name.to_owned(),
            game: None,
            place: trouble.place,
            cause: trouble.cause,
        };
        let mut head = Vec::new();
        input.by_ref().take(LOOK as u64).read_to_end(&mut head).map_err(|error| failed(error.into()))?;
        let Some(format) = Format::of(&head) else {
            let first: Vec<String> = head.iter().take(8).map(|byte| format!("{byte:02X}")).collect();
            return Err(failed(Cause::Unknown(first.join(" ")).into()));
        };
        let rest: Box<dyn Read + 'a> = Box::new(input);
        let source = source(format, Cursor::new(head).chain(rest), recorders).map_err(failed)?;
        Ok(Games { file: name.to_owned(), format, number: 0, games: 0, ended: false, unread: VecDeque::new(), source })
    }

    /// The recognised format.
    pub fn format(&self) -> Format {
        self.format
    }

    /// The number of the last game returned, from 1.
    pub fn number(&self) -> u64 {
        self.number
    }

    fn error(&self, game: Option<u64>, trouble: Trouble) -> RecordError {
        RecordError { file: self.file.clone(), game, place: trouble.place, cause: trouble.cause }
    }
}

impl Iterator for Games<'_> {
    type Item = Result<GameRecord, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(unread) = self.unread.pop_front() {
            let game = Some(self.number).filter(|&number| number > 0);
            return Some(Err(self.error(game, unread.into())));
        }
        if self.ended {
            return None;
        }
        let next = self.source.next_game();
        match next {
            Ok(Some(mut record)) => {
                self.number += 1;
                self.games += 1;
                self.unread.extend(record.unread.take());
                self.unread.extend(self.source.unread());
                record.name_players();
                Some(Ok(record))
            }
            Ok(None) => {
                self.ended = true;
                self.unread.extend(self.source.unread());
                if self.games > 0 {
                    return self.next();
                }
                self.unread.clear();
                let expected = sentence!("this {} contains neither a move nor a position", self.format.name());
                Some(Err(self.error(None, Cause::NoGame(expected).into())))
            }
            Err(trouble) => {
                // An input that fails once keeps failing.
                self.ended = matches!(trouble.cause, Cause::Io(_) | Cause::Cut { .. } | Cause::TooLarge { .. });
                self.number += 1;
                self.games += 1;
                Some(Err(self.error(Some(self.number), trouble)))
            }
        }
    }
}

/// Opens what a person named: a file, a pipe or a device of any length; `-` is standard input.
///
/// # Errors
/// The system's error, or it is a folder.
pub fn open_file(path: &Path) -> Result<Box<dyn Read + Send>, RecordError> {
    plain_file::open_input(path).map_err(|error| unopened(path, error))
}

fn unopened(path: &Path, error: FileError) -> RecordError {
    RecordError { file: path.to_string_lossy().into_owned(), game: None, place: Location::Whole, cause: error.into() }
}

/// The games of one format.
fn source<'a>(format: Format, bytes: Bytes<'a>, recorders: Recorders) -> Result<Box<dyn GameSource + 'a>, Trouble> {
    Ok(match format {
        Format::Pgn => Box::new(read::pgn::Pgn::new(Lines::new(bytes), recorders)),
        Format::DhtmlXq => Box::new(read::dhtmlxq::DhtmlXq::new(Lines::new(bytes))),
        Format::List => Box::new(read::list::List::new(Lines::new(bytes), recorders)),
        Format::WxfText => Box::new(read::wxf_text::WxfText::new(Lines::new(bytes))),
        Format::Json => Box::new(read::json::Json::new(bytes, recorders)),
        Format::Cbl => Box::new(read::cbl::Library::open(bytes)?),
        Format::Xqf => one(read::xqf::read(&whole(bytes)?)),
        Format::Cbr => one(read::cbr::read(&whole(bytes)?)),
        Format::OldCbl => Box::new(read::old_cbl::read(&whole(bytes)?)?),
        Format::Mxq => one(read::mxq::read(&whole(bytes)?)),
        Format::Che => one(read::che::read(&text(bytes)?)),
        Format::Cbf => Box::new(read::cbf::read_all(&text(bytes)?)),
        Format::Pfc => Box::new(read::pfc::read_all(&text(bytes)?)),
    })
}

fn one<'a>(game: Result<GameRecord, Trouble>) -> Box<dyn GameSource + 'a> {
    Box::new(match game {
        Ok(game) => ReadAtOnce::new(vec![game], None),
        Err(trouble) => ReadAtOnce::new(Vec::new(), Some(trouble)),
    })
}

fn whole(bytes: impl Read) -> Result<Vec<u8>, Trouble> {
    let mut all = Vec::new();
    bytes.take(MAX_WHOLE + 1).read_to_end(&mut all)?;
    if all.len() as u64 > MAX_WHOLE {
        return Err(Cause::TooLarge { what: "the file", limit: MAX_WHOLE }.into());
    }
    Ok(all)
}

fn text(bytes: impl Read) -> Result<String, Trouble> {
    Ok(super::encoding::decode(&whole(bytes)?))
}
