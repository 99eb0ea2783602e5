//! Games that files describe. A crate above this one reads them; the program hands it over by [`provide`].

use super::record_game::Recorder;
use super::registry::{self, Entry};
use crate::plain_file;
use crate::sentence;
use crate::sentence::Sentence;
use std::path::Path;
use std::sync::{Mutex, OnceLock, PoisonError};

/// Reads descriptions of games.
pub trait GameFiles: Send + Sync {
    /// These games, followed by those of a text. Games that cannot be read, and those whose names are taken, are left
    /// out. Lists live as long as the process, and the same list is made once.
    ///
    /// # Errors
    /// Why there is no game to add.
    fn extend(&self, games: &'static [Entry], text: &str) -> Result<Extended, Sentence>;
}

/// A list of games with those of a text.
#[derive(Clone)]
pub struct Extended {
    /// The games.
    pub games: &'static [Entry],
    /// Why some games of the text are left out, one reason each.
    pub left_out: Vec<Sentence>,
}

static READER: OnceLock<Box<dyn GameFiles>> = OnceLock::new();

/// The largest file, in bytes.
pub const LIMIT: u64 = 1 << 20;

/// Lets the engine read files of games.
pub fn provide(reader: Box<dyn GameFiles>) {
    // A second reader would be the same one.
    _ = READER.set(reader);
}

/// What was read last: the games of many files, and the positions of one program, mostly have the same text.
static LAST: Mutex<Option<(&'static [Entry], String, Extended)>> = Mutex::new(None);

/// These games, followed by those of a text.
///
/// # Errors
/// What is wrong with the text; this program reads no such texts.
pub fn extended(games: &'static [Entry], text: &str) -> Result<Extended, Sentence> {
    let last = || LAST.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((.., known)) = last().as_ref().filter(|(before, read, _)| std::ptr::eq(*before, games) && read == text)
    {
        return Ok(known.clone());
    }
    let reader = READER.get().ok_or("this program reads no files of games")?;
    let found = reader.extend(games, text)?;
    *last() = Some((games, text.to_owned(), found.clone()));
    Ok(found)
}

/// These games; with a text, followed by those that it describes.
///
/// # Errors
/// Those of [`extended`].
pub fn with_text(games: &'static [Entry], text: Option<&str>) -> Result<&'static [Entry], Sentence> {
    text.map_or(Ok(games), |text| extended(games, text).map(|extended| extended.games))
}

/// A list of games in which the name of a recorder means its game: these, or these and those of its description. Where
/// another game of these has the name, the list is that of the description alone. `None` if its text was not kept.
pub fn games_of(games: &'static [Entry], recorder: &Recorder) -> Option<&'static [Entry]> {
    let known = registry::find(games, recorder.name).and_then(|entry| entry.recorder);
    if known == Some(*recorder) {
        return Some(games);
    }
    let beside = if known.is_some() { &[] } else { games };
    extended(beside, recorder.description?.text).ok().map(|found| found.games)
}

/// The game of a name in a text. It may be called like one of the program's own.
///
/// # Errors
/// What is wrong with the text, or there is no such game in it.
pub fn described(name: &str, text: &str) -> Result<Entry, Sentence> {
    let found = extended(&[], text)?;
    let none = || sentence!("there is no game {} in it", Sentence::quoted(name));
    let entry = registry::find(found.games, name).copied();
    entry.ok_or_else(|| found.left_out.into_iter().next().unwrap_or_else(none))
}

/// One of the games that files may inherit from, unchanged; `None` if none has this name.
pub fn inherited(name: &str) -> Option<Entry> {
    let name = name.to_ascii_lowercase();
    if !name.chars().all(|letter| letter.is_ascii_alphanumeric()) {
        return None;
    }
    described(&name, &format!("[{name}:{name}]\n")).ok()
}

/// These games, followed by those of a file.
///
/// # Errors
/// The file cannot be read, and those of [`extended`].
pub fn extended_by_file(games: &'static [Entry], path: &str) -> Result<Extended, Sentence> {
    let text = plain_file::read_text(Path::new(path), LIMIT).map_err(|error| Sentence::from(&error))?;
    extended(games, &text)
}
