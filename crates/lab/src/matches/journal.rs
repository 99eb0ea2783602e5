//! The journal of a match: an append-only text file from which a match can continue after any interruption.
//!
//! Each line ends in a tab and eight hexadecimal digits, the lower half of the FNV-1a hash of what precedes the tab:
//!
//! ```text
//! setup <TAB> one condition of the match
//! game <TAB> number <TAB> first <TAB> second <TAB> result <TAB> ending <TAB> reason <TAB> finished <TAB> opening
//!      <TAB> mover <TAB> moves
//! ```
//!
//! `first` and `second` are the numbers of the engines, from 0. `mover` is 0 if the first player makes the first of the
//! moves, otherwise 1. A move is `text:score/depth/nodes/microseconds`, with score `-` if the engine gave none. Each
//! line is written in one call when its game is over, so a process killed at any moment leaves whole lines and at most
//! one broken one without a line end. That one is removed at the next start, and its game is played again. Nothing else
//! is ever removed: a file that is not a journal of this match, or is damaged, is refused and left unchanged. The
//! journal is locked while the match runs.

use super::dialect::SearchInfo;
use super::played_game::{PlayedGame, Ply, Termination};
use meihua_console::file_lock::{FileLock, LockError};
use meihua_contracts::fnv::fnv;
use meihua_contracts::plain_file::{self, FileError};
use meihua_contracts::side::Side;
use meihua_engine::engine::opening::Opening;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;
use thiserror::Error;

/// The beginning of every journal.
const BEGIN: &[u8] = b"setup\t";

/// Why a journal cannot be used.
#[derive(Debug, Error)]
pub enum JournalError {
    /// The file cannot be opened, or is not a regular file.
    #[error("journal {0}")]
    Open(#[from] FileError),
    /// The file cannot be read or written.
    #[error("journal {path:?}: {error}")]
    File {
        /// Its path.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// The file contains something else.
    #[error("{0} is not a match journal; choose another file")]
    Foreign(PathBuf),
    /// Another match is writing it.
    #[error("journal {0}")]
    Locked(#[from] LockError),
    /// The journal belongs to another match.
    #[error("journal {path:?} belongs to another match: it has {found:?}, this match has {expected:?}")]
    OtherMatch {
        /// Its path.
        path: PathBuf,
        /// A setting that differs.
        found: String,
        /// The same setting in this match.
        expected: String,
    },
    /// The journal contains no settings: the match was never started.
    #[error("journal {0} is empty")]
    Empty(PathBuf),
    /// A line in the middle is damaged, which no interruption explains.
    #[error("journal {path:?}, line {line} is damaged")]
    Damaged {
        /// Its path.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
    },
}

/// An open journal.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    is_new: bool,
    /// The settings that the file does not yet hold.
    unwritten: Vec<String>,
    cut_off: usize,
    _lock: FileLock,
}

impl Journal {
    /// Opens or creates the journal of a match with these settings; returns the games already in it.
    ///
    /// # Errors
    /// See [`JournalError`].
    pub fn open(path: &Path, setup: &[String]) -> Result<(Journal, Vec<PlayedGame>), JournalError> {
        let fail = |error| JournalError::File { path: path.to_owned(), error };
        let mut file = plain_file::update(path)?;
        let lock = FileLock::take(&file, path)?;
        let is_ours = |begin: &[u8]| begin.starts_with(BEGIN) || BEGIN.starts_with(begin);
        let mut content = Vec::new();
        // A foreign file may be larger than memory.
        (&mut file).take(BEGIN.len() as u64).read_to_end(&mut content).map_err(fail)?;
        if !is_ours(&content) {
            return Err(JournalError::Foreign(path.to_owned()));
        }
        file.read_to_end(&mut content).map_err(fail)?;
        let (lines, whole) = whole_lines(path, &content)?;
        let held = check_setup(path, &lines, setup)?;
        let unfinished = &content[whole..];
        if held < setup.len() && !line(&format!("setup\t{}", setup[held])).as_bytes().starts_with(unfinished) {
            return Err(JournalError::Foreign(path.to_owned()));
        }
        let games = read_games(path, &lines, held)?;
        file.set_len(whole as u64).map_err(fail)?;
        file.seek(SeekFrom::Start(whole as u64)).map_err(fail)?;
        let (is_new, cut_off) = (content.is_empty(), unfinished.len());
        let unwritten = setup[held..].to_vec();
        Ok((Journal { path: path.to_owned(), file, is_new, unwritten, cut_off, _lock: lock }, games))
    }

    /// Writes the settings, unless the file holds them already. Until then a new file stays empty, so that a match whose
    /// engines turn out to be set up wrongly can use it with other settings.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn begin(&mut self) -> Result<(), JournalError> {
        std::mem::take(&mut self.unwritten).iter().try_for_each(|condition| self.append(&format!("setup\t{condition}")))
    }

    /// Whether the journal was just created, so that no game of the match has been played yet.
    pub fn is_new(&self) -> bool {
        self.is_new
    }

    /// Number of bytes of an unfinished line removed when the journal was opened.
    pub fn cut_off(&self) -> usize {
        self.cut_off
    }

    /// Records a game.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn add(&mut self, game: &PlayedGame) -> Result<(), JournalError> {
        self.begin()?;
        self.append(&write_game(game))
    }

    fn append(&mut self, body: &str) -> Result<(), JournalError> {
        let fail = |error| JournalError::File { path: self.path.clone(), error };
        self.file.write_all(line(body).as_bytes()).map_err(fail)
    }
}

/// The contents of a journal.
#[derive(Debug)]
pub struct Held {
    /// The settings of the match.
    pub setup: Vec<String>,
    /// The finished games.
    pub games: Vec<PlayedGame>,
}

/// Reads a journal without changing it; skips an unfinished line at the end, as in a running match.
///
/// # Errors
/// See [`JournalError`].
pub fn read(path: &Path) -> Result<Held, JournalError> {
    let fail = |error| JournalError::File { path: path.to_owned(), error };
    let mut file = plain_file::open(path, u64::MAX)?;
    let mut content = Vec::new();
    file.by_ref().take(BEGIN.len() as u64).read_to_end(&mut content).map_err(fail)?;
    match content.as_slice() {
        [] => return Err(JournalError::Empty(path.to_owned())),
        begin if begin != BEGIN => return Err(JournalError::Foreign(path.to_owned())),
        _ => {}
    }
    file.read_to_end(&mut content).map_err(fail)?;
    let (lines, _) = whole_lines(path, &content)?;
    let setup: Vec<String> = lines.iter().map_while(|line| line.strip_prefix("setup\t")).map(str::to_owned).collect();
    Ok(Held { games: read_games(path, &lines, setup.len())?, setup })
}

/// The games in the lines after the settings.
fn read_games(path: &Path, lines: &[String], conditions: usize) -> Result<Vec<PlayedGame>, JournalError> {
    let damaged = |index| JournalError::Damaged { path: path.to_owned(), line: index + 1 };
    lines
        .iter()
        .enumerate()
        .skip(conditions)
        .map(|(index, line)| read_game(line).ok_or_else(|| damaged(index)))
        .collect()
}

/// A line with its checksum.
fn line(body: &str) -> String {
    format!("{body}\t{:08x}\n", check(body))
}

fn check(body: &str) -> u32 {
    fnv(body.as_bytes()) as u32
}

/// The bodies of all whole lines, and the offset of their end.
fn whole_lines(path: &Path, content: &[u8]) -> Result<(Vec<String>, usize), JournalError> {
    let mut lines = Vec::new();
    let mut whole = 0;
    for line in content.split_inclusive(|&byte| byte == b'\n') {
        let Some(body) = body(line) else {
            // A line is written in one call, its line end last.
            if !line.ends_with(b"\n") && is_begun(line) {
                break;
            }
            return Err(JournalError::Damaged { path: path.to_owned(), line: lines.len() + 1 });
        };
        lines.push(body);
        whole += line.len();
    }
    Ok((lines, whole))
}

/// Whether a line without a line end may be the beginning of one of ours.
fn is_begun(line: &[u8]) -> bool {
    ["setup\t", "game\t"].iter().any(|word| line.starts_with(word.as_bytes()) || word.as_bytes().starts_with(line))
}

fn body(line: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(line.strip_suffix(b"\n")?).ok()?;
    let (body, sum) = text.rsplit_once('\t')?;
    (u32::from_str_radix(sum, 16).ok()? == check(body)).then(|| body.to_owned())
}

/// Compares the settings; returns how many of them the file contains.
fn check_setup(path: &Path, lines: &[String], setup: &[String]) -> Result<usize, JournalError> {
    for (index, line) in lines.iter().enumerate() {
        let found = line.strip_prefix("setup\t");
        match (found, setup.get(index)) {
            (Some(found), Some(expected)) if found == expected => {}
            (None, None) => return Ok(index),
            (found, expected) => {
                return Err(JournalError::OtherMatch {
                    path: path.to_owned(),
                    found: found.unwrap_or("nothing").to_owned(),
                    expected: expected.map_or("nothing", String::as_str).to_owned(),
                });
            }
        }
    }
    Ok(lines.len())
}

fn write_game(game: &PlayedGame) -> String {
    let plies: Vec<String> = game.plies.iter().map(write_ply).collect();
    let clean = |text: &str| text.replace(['\t', '\n', '\r'], " ");
    [
        "game".to_owned(),
        game.number.to_string(),
        game.players[0].to_string(),
        game.players[1].to_string(),
        game.result().to_owned(),
        game.ending.word().to_owned(),
        clean(&game.reason),
        game.finished.to_string(),
        clean(&game.opening.to_string()),
        game.mover.index().to_string(),
        plies.join(" "),
    ]
    .join("\t")
}

fn write_ply(ply: &Ply) -> String {
    let SearchInfo { score, depth, nodes } = ply.search_info;
    let score = score.map_or("-".to_owned(), |score| score.to_string());
    format!("{}:{score}/{depth}/{nodes}/{}", ply.text, ply.elapsed.as_micros())
}

fn read_game(line: &str) -> Option<PlayedGame> {
    let fields: Vec<&str> = line.split('\t').collect();
    let ["game", number, first, second, result, ending, reason, finished, opening, mover, plies] = fields.as_slice()
    else {
        return None;
    };
    let winner = match *result {
        "1-0" => Some(Side::First),
        "0-1" => Some(Side::Second),
        "1/2-1/2" => None,
        _ => return None,
    };
    let mover = *Side::ALL.get(mover.parse::<usize>().ok()?)?;
    Some(PlayedGame {
        mover,
        number: number.parse().ok()?,
        players: [first.parse().ok()?, second.parse().ok()?],
        // We wrote this opening ourselves, so its position is marked as such.
        opening: Opening::parse(opening, |_| false),
        plies: plies.split_whitespace().map(read_ply).collect::<Option<_>>()?,
        winner,
        ending: Termination::of_word(ending)?,
        reason: (*reason).to_owned(),
        finished: finished.parse().ok()?,
    })
}

fn read_ply(text: &str) -> Option<Ply> {
    let (text, facts) = text.rsplit_once(':')?;
    let mut facts = facts.split('/');
    let score = match facts.next()? {
        "-" => None,
        score => Some(score.parse().ok()?),
    };
    let search_info = SearchInfo { score, depth: facts.next()?.parse().ok()?, nodes: facts.next()?.parse().ok()? };
    Some(Ply { text: text.to_owned(), search_info, elapsed: Duration::from_micros(facts.next()?.parse().ok()?) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn game(number: usize) -> PlayedGame {
        let search_info = |score| SearchInfo { score, depth: 9, nodes: 12_345 };
        let ply = |text: &str, score| Ply {
            text: text.to_owned(),
            search_info: search_info(score),
            elapsed: Duration::from_micros(103_007),
        };
        PlayedGame {
            number,
            players: [1, 0],
            opening: Opening { fen: Some("12 w".into()), moves: vec!["0".into(), "2".into()] },
            mover: Side::ALL[number % 2],
            plies: vec![ply("P@d1", Some(-34)), ply("h2e2", None)],
            winner: [Some(Side::First), Some(Side::Second), None][number % 3],
            ending: Termination::ALL[number % 8],
            reason: "mate".into(),
            finished: 1_790_000_000,
        }
    }

    #[test]
    fn a_move_is_read_as_it_was_played() {
        for nanos in [4_500_200, 4_499_999, 999, 2_000_500_001] {
            let ply =
                Ply::new("h2e2".into(), SearchInfo { score: None, depth: 1, nodes: 2 }, Duration::from_nanos(nanos));
            assert_eq!(read_ply(&write_ply(&ply)), Some(ply));
        }
    }

    #[test]
    fn cut_anywhere_it_goes_on() {
        let path = std::env::temp_dir().join(format!("meihua-journal-{}.log", std::process::id()));
        _ = fs::remove_file(&path);
        let setup = ["engine A".to_owned(), "engine B\u{e9}".to_owned()];
        let games: Vec<PlayedGame> = (1..=3).map(game).collect();
        let (mut journal, held) = Journal::open(&path, &setup).unwrap();
        assert!(held.is_empty());
        games.iter().for_each(|game| journal.add(game).unwrap());
        drop(journal);
        let whole = fs::read(&path).unwrap();
        for cut in 0..=whole.len() {
            fs::write(&path, &whole[..cut]).unwrap();
            let (mut journal, held) = Journal::open(&path, &setup).unwrap();
            let lines = whole[..cut].iter().filter(|&&byte| byte == b'\n').count();
            assert_eq!(held, games[..lines.saturating_sub(2)], "cut at byte {cut}");
            games[held.len()..].iter().for_each(|game| journal.add(game).unwrap());
            assert_eq!(fs::read(&path).unwrap(), whole, "cut at byte {cut}");
            assert_eq!(journal.is_new(), cut == 0);
        }
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn a_foreign_file_stays() {
        let path = std::env::temp_dir().join(format!("meihua-journal-foreign-{}.log", std::process::id()));
        let setup = ["engine A".to_owned(), "engine B".to_owned()];
        let notes = ["my notes\n", "my notes", "setup\tof my kitchen\n", "setup\tof my kitchen", "x\n\ny\n", "\0\0\0"];
        let begun = line("setup\tengine A");
        for text in notes.iter().map(|text| (*text).to_owned()).chain([begun.clone() + "my notes", begun + "\n"]) {
            fs::write(&path, &text).unwrap();
            let error = Journal::open(&path, &setup).unwrap_err();
            assert!(matches!(error, JournalError::Foreign(_) | JournalError::Damaged { .. }), "{text:?}: {error}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn one_match_writes_at_a_time() {
        let path = std::env::temp_dir().join(format!("meihua-journal-locked-{}.log", std::process::id()));
        _ = fs::remove_file(&path);
        let (journal, _) = Journal::open(&path, &["engine A".to_owned()]).unwrap();
        assert!(matches!(Journal::open(&path, &["engine A".to_owned()]), Err(JournalError::Locked(_))));
        drop(journal);
        Journal::open(&path, &["engine A".to_owned()]).unwrap();
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn another_match_and_damage_are_refused() {
        let path = std::env::temp_dir().join(format!("meihua-journal-other-{}.log", std::process::id()));
        _ = fs::remove_file(&path);
        let setup = ["engine A".to_owned()];
        let (mut journal, _) = Journal::open(&path, &setup).unwrap();
        journal.add(&game(1)).unwrap();
        journal.add(&game(2)).unwrap();
        drop(journal);
        let other = Journal::open(&path, &["engine C".to_owned()]).unwrap_err().to_string();
        assert!(other.contains("engine A") && other.contains("engine C"), "{other}");
        assert!(matches!(Journal::open(&path, &[]), Err(JournalError::OtherMatch { .. })));
        let mut content = fs::read(&path).unwrap();
        let at = content.iter().position(|&byte| byte == b'@').unwrap();
        content[at] = b'#';
        fs::write(&path, &content).unwrap();
        assert!(matches!(Journal::open(&path, &setup), Err(JournalError::Damaged { line: 2, .. })));
        fs::remove_file(&path).unwrap();
    }
}
