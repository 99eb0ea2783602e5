//! The rows of `--jsonl`: one for each position of the games of a library, appended game by game. A run that was killed
//! goes on behind the last whole row; games that have no rows yet follow.

use super::review::{Evaluation, MoveReview, Review};
use meihua_console::file_lock::{FileLock, LockError};
use meihua_contracts::plain_file::{self, FileError};
use meihua_library::{PositionValue, ValueRow, keys};
use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why rows cannot be written.
#[derive(Debug, Error)]
pub(crate) enum RowsError {
    #[error(transparent)]
    Open(#[from] FileError),
    #[error(transparent)]
    Locked(#[from] LockError),
    #[error("{path:?}: {error}")]
    File { path: PathBuf, error: io::Error },
    #[error("{path:?}, line {line}, is not a row of this analysis: {problem}; choose another file")]
    Foreign { path: PathBuf, line: u64, problem: String },
    #[error("{path:?} has rows of game {game}, which is not among those to analyse; choose another file")]
    Other { path: PathBuf, game: i64 },
}

/// The file of the rows.
pub(crate) struct Rows {
    path: PathBuf,
    file: File,
    /// The game and ply of the last row that was there.
    last: Option<(i64, usize)>,
    /// The games of the rows before it.
    done: HashSet<i64>,
    nodes: u64,
    _lock: FileLock,
}

impl Rows {
    /// Opens the file, without an unfinished last line.
    ///
    /// # Errors
    /// It cannot be opened, or holds something else.
    pub(crate) fn open(path: &Path, nodes: u64) -> Result<Rows, RowsError> {
        let fail = |error| RowsError::File { path: path.to_owned(), error };
        let mut file = plain_file::update(path)?;
        let lock = FileLock::take(&file, path)?;
        let mut reader = BufReader::new(&mut file);
        let (mut whole, mut last, mut line) = (0, None::<(i64, usize)>, Vec::new());
        let mut done = HashSet::default();
        for number in 1.. {
            line.clear();
            let length = reader.read_until(b'\n', &mut line).map_err(fail)?;
            if line.last() != Some(&b'\n') {
                break;
            }
            let foreign = |problem| RowsError::Foreign { path: path.to_owned(), line: number, problem };
            let row: ValueRow = serde_json::from_slice(&line).map_err(|error| foreign(error.to_string()))?;
            if row.nodes != nodes {
                return Err(foreign(format!("its search had {} nodes, not {nodes}", row.nodes)));
            }
            let before = row.ply.checked_sub(1).map(|ply| (row.game, ply));
            if before.is_some() && before != last {
                return Err(foreign(format!("a row before ply {} of game {} is missing", row.ply, row.game)));
            }
            if before.is_none() {
                done.extend(last.map(|(game, _)| game));
                if done.contains(&row.game) {
                    return Err(foreign(format!("game {} has rows before it already", row.game)));
                }
            }
            whole += length as u64;
            last = Some((row.game, row.ply));
        }
        file.set_len(whole).and_then(|()| file.seek(SeekFrom::Start(whole))).map_err(fail)?;
        Ok(Rows { path: path.to_owned(), file, last, done, nodes, _lock: lock })
    }

    /// The games of a list that are not there whole: the last one that is there, then those without rows, in their order.
    ///
    /// # Errors
    /// There are rows of a game that is not in the list.
    pub(crate) fn left(&self, games: &[i64]) -> Result<Vec<i64>, RowsError> {
        let wanted: HashSet<i64> = games.iter().copied().collect();
        let last = self.last.map(|(game, _)| game);
        if let Some(&game) = self.done.iter().chain(&last).filter(|game| !wanted.contains(game)).min() {
            return Err(RowsError::Other { path: self.path.clone(), game });
        }
        let without = games.iter().copied().filter(|game| !self.done.contains(game) && Some(*game) != last);
        Ok(last.into_iter().chain(without).collect())
    }

    /// The number of rows of a game that are there.
    pub(crate) fn written(&self, game: i64) -> usize {
        self.last.filter(|&(last, _)| last == game).map_or(0, |(_, ply)| ply + 1)
    }

    /// Appends the rows of a game that are not there yet.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn add(&mut self, game: i64, review: &Review) -> Result<(), RowsError> {
        let mut text = String::new();
        for row in rows(game, review, self.nodes).into_iter().skip(self.written(game)) {
            // Strings and numbers can always be written.
            text += &(serde_json::to_string(&row).unwrap_or_default() + "\n");
        }
        let fail = |error| RowsError::File { path: self.path.clone(), error };
        self.file.write_all(text.as_bytes()).map_err(fail)
    }
}

/// The rows of a game.
fn rows(game: i64, review: &Review, nodes: u64) -> Vec<ValueRow> {
    let keys = keys(&review.record).unwrap_or_default();
    let positions = std::iter::once((review.start, None)).chain(review.moves.iter().map(|mv| (mv.after, Some(mv))));
    let numbered = (0..).zip(keys).zip(positions);
    let row = |((ply, key), (value, mv)): ((usize, i64), (Evaluation, Option<&MoveReview>))| ValueRow {
        game,
        ply,
        key,
        mv: mv.map(|mv| mv.wire.clone()),
        value: position_value(value),
        best: review.moves.get(ply).and_then(|next| next.lines.first()?.wire.first().cloned()),
        loss: mv.map(|mv| (10.0 * mv.loss()).round() / 10.0),
        mark: mv.and_then(|mv| Some(mv.mark?.word().to_owned())),
        nodes,
    };
    numbered.map(row).collect()
}

fn position_value(value: Evaluation) -> PositionValue {
    let plies = value.score.and_then(|score| score.plies_to_end());
    PositionValue { cp: value.score.filter(|_| plies.is_none()).map(|score| score.int()), plies }
}
