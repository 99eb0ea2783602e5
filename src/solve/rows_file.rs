//! The file of rows. Rows go to `FILE.part`, each with a checksum as an eighth column, and to FILE without it once all are
//! there. An interrupted run leaves FILE unchanged and its rows where `--resume` finds them.

use super::batch::Input;
use super::row::{self, COLUMNS};
use crate::shared::line::one_field;
use meihua_console::file_lock::{FileLock, LockError};
use meihua_console::output_file::OutputFile;
use meihua_console::paths::with_suffix;
use meihua_contracts::fnv::fnv;
use meihua_contracts::plain_file;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why rows cannot be written to a file, or not after those already there.
#[derive(Debug, Error)]
pub(super) enum RowsError {
    /// The system refused.
    #[error("{path:?}: {error}")]
    System { path: PathBuf, error: io::Error },
    /// Another process is writing the file.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// The file holds the rows of an interrupted run.
    #[error("{path:?} holds the rows of an interrupted run: add --resume to continue it, or remove that file")]
    Left {
        /// The file with the rows.
        path: PathBuf,
    },
    /// A row does not belong to the input line with its number.
    #[error(
        "{path:?} row {number}: found the position {found:?}, expected {expected}: these rows belong to another input"
    )]
    Other {
        /// The file with the rows.
        path: PathBuf,
        /// The number of the row, from 1.
        number: usize,
        found: String,
        /// The position in the input, quoted, or that there is none.
        expected: String,
    },
    /// A row is not as it was written.
    #[error(
        "{path:?} row {number}: its checksum is wrong, so it was changed or damaged; to keep the {} rows before it, \
         cut the file off there", number - 1
    )]
    Damaged {
        /// The file with the rows.
        path: PathBuf,
        /// The number of the row, from 1.
        number: usize,
    },
    /// The file to continue is not a regular file.
    #[error("{path:?} is not a regular file, which --resume requires")]
    NotPlain { path: PathBuf },
}

/// What to do with the rows of an interrupted run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Left {
    /// Keep them and append the rest.
    Continue,
    /// Refuse to start, because they may have cost hours.
    Refuse,
    /// Start again; they are not needed.
    Drop,
}

/// The rows left by an earlier run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Done {
    pub rows: usize,
    /// Number of rows that report a bad line.
    pub bad: usize,
    bytes: u64,
}

/// A file of rows that is being written.
#[derive(Debug)]
pub(super) struct RowsFile {
    output: BufWriter<File>,
    /// The bytes of a row whose end is still to come.
    row: Vec<u8>,
    /// The name the rows are written to, their final name, and the lock; `None` if FILE is a device or a pipe, which is
    /// written directly.
    names: Option<(PathBuf, PathBuf, FileLock)>,
}

/// A row, without its line end, with its checksum.
fn with_sum(row: &str) -> String {
    format!("{row}\t{:08x}\n", fnv(row.as_bytes()) as u32)
}

/// The row that a line of the part holds; `None` if its checksum is wrong.
fn without_sum(line: &str) -> Option<&str> {
    let (row, _) = line.rsplit_once('\t')?;
    (with_sum(row) == line).then_some(row)
}

/// The path of the rows until all are there.
pub(super) fn part_of(path: &Path) -> PathBuf {
    with_suffix(path, ".part")
}

impl RowsFile {
    /// Opens a file for the rows of `input`. When continuing, the lines of existing rows are taken from `input`.
    ///
    /// # Errors
    /// The file cannot be written, another process is writing it, or its contents do not belong to this run.
    pub(super) fn open(path: &Path, input: &mut Input, left: Left) -> Result<(RowsFile, Done), RowsError> {
        let fail = |path: &Path| {
            let path = path.to_owned();
            |error: io::Error| RowsError::System { path, error }
        };
        if fs::metadata(path).is_ok_and(|data| !data.is_file()) {
            if left == Left::Continue {
                return Err(RowsError::NotPlain { path: path.to_owned() });
            }
            let file = File::create(path).map_err(fail(path))?;
            return Ok((RowsFile { output: BufWriter::new(file), row: Vec::new(), names: None }, Done::default()));
        }
        // A link is kept: its target is replaced.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let part = part_of(&path);
        let mut file = plain_file::update(&part).map_err(|error| fail(&part)(io::Error::other(error)))?;
        let lock = FileLock::take(&file, &part)?;
        let length = file.metadata().map_err(fail(&part))?.len();
        let done = match left {
            Left::Continue if length == 0 && path.exists() => {
                continue_whole(&path, input, &mut file).inspect_err(|_| _ = fs::remove_file(&part))?
            }
            Left::Continue => take_up(&part, input, without_sum, &mut |_| Ok(()))?,
            Left::Refuse if length > 0 => return Err(RowsError::Left { path: part }),
            Left::Refuse | Left::Drop => Done::default(),
        };
        file.set_len(done.bytes).and_then(|()| file.seek(SeekFrom::Start(done.bytes))).map_err(fail(&part))?;
        Ok((RowsFile { output: BufWriter::new(file), row: Vec::new(), names: Some((part, path, lock)) }, done))
    }

    /// Writes the complete file under its final name, without checksums.
    ///
    /// # Errors
    /// The rows cannot be written; they stay where they are.
    pub(super) fn finish(mut self) -> io::Result<()> {
        if !self.row.is_empty() {
            self.write_all(b"\n")?;
        }
        self.output.flush()?;
        let Some((part, path, lock)) = self.names else { return Ok(()) };
        let mut whole = OutputFile::create(&path)?;
        for line in BufReader::new(File::open(&part)?).lines() {
            let line = line?;
            let row = line.rsplit_once('\t').map_or(line.as_str(), |(row, _)| row);
            writeln!(whole, "{row}")?;
        }
        whole.finish()?;
        fs::remove_file(part)?;
        drop(lock);
        Ok(())
    }
}

impl Write for RowsFile {
    /// Adds a checksum to each row that is complete.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.names.is_none() {
            return self.output.write(bytes);
        }
        self.row.extend_from_slice(bytes);
        while let Some(end) = self.row.iter().position(|&byte| byte == b'\n') {
            let row: Vec<u8> = self.row.drain(..=end).collect();
            self.output.write_all(with_sum(&String::from_utf8_lossy(&row[..end])).as_bytes())?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

/// Copies the rows of a complete file, which stays unchanged until the following rows are there too.
fn continue_whole(path: &Path, input: &mut Input, part: &mut File) -> Result<Done, RowsError> {
    let mut copy = BufWriter::new(part);
    fn whole(line: &str) -> Option<&str> {
        line.strip_suffix('\n')
    }
    let mut done = take_up(path, input, whole, &mut |row| copy.write_all(with_sum(row).as_bytes()))?;
    let fail = |error| RowsError::System { path: path.to_owned(), error };
    done.bytes = copy.flush().and_then(|()| copy.get_mut().stream_position()).map_err(fail)?;
    Ok(done)
}

/// Reads whole rows up to the end or to a truncated one, and takes the line of each from the input. `row_of` takes a row
/// from its line; `visit` receives each.
fn take_up(
    path: &Path,
    input: &mut Input,
    row_of: fn(&str) -> Option<&str>,
    visit: &mut dyn FnMut(&str) -> io::Result<()>,
) -> Result<Done, RowsError> {
    let fail = |error| RowsError::System { path: path.to_owned(), error };
    let mut rows = BufReader::new(File::open(path).map_err(fail)?);
    let (mut done, mut bytes) = (Done::default(), Vec::new());
    while rows.read_until(b'\n', &mut bytes).map_err(fail)? > 0 && bytes.ends_with(b"\n") {
        let (text, number) = (String::from_utf8_lossy(&bytes), done.rows + 1);
        let row = row_of(&text).ok_or_else(|| RowsError::Damaged { path: path.to_owned(), number })?;
        let columns: Vec<&str> = row.split('\t').collect();
        let position = input.next_position().map_err(fail)?;
        let expected = position.as_deref().map(one_field);
        if columns.len() != COLUMNS || expected.as_deref() != Some(columns[0]) {
            let expected = expected.map_or("no further row".to_owned(), |position| format!("{position:?}"));
            return Err(RowsError::Other { path: path.to_owned(), number, found: columns[0].to_owned(), expected });
        }
        visit(row).map_err(fail)?;
        done.rows += 1;
        done.bad += usize::from(columns[1] == row::ERROR);
        done.bytes += bytes.len() as u64;
        bytes.clear();
    }
    Ok(done)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    const ROWS: &str = "a\t1\t-\t-\t-\t-\t-\nb \terror\t-\t-\t-\tno\t-\n";

    fn lines(text: &'static str) -> Input {
        Input::Lines(Box::new(Cursor::new(text)))
    }

    /// Rows as they stand in the part.
    fn summed(rows: &str) -> String {
        rows.lines().map(with_sum).collect()
    }

    #[test]
    fn a_changed_byte_is_found() {
        let path = scratch("changed");
        let whole = summed(ROWS).into_bytes();
        // Without its line end the last row counts as cut off, and is solved again.
        for at in 0..whole.len() - 1 {
            let mut bytes = whole.clone();
            bytes[at] ^= 1;
            fs::write(part_of(&path), bytes).unwrap();
            let error = RowsFile::open(&path, &mut lines("a\nb\t\n"), Left::Continue).unwrap_err();
            let row = if at < whole.iter().position(|&byte| byte == b'\n').unwrap() + 1 { "row 1" } else { "row 2" };
            assert!(error.to_string().contains(row), "byte {at}: {error}");
        }
        fs::remove_file(part_of(&path)).unwrap();
    }

    fn scratch(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("meihua-rows-{}-{name}", std::process::id()))
    }

    #[test]
    fn rows_are_taken_up_with_their_lines() {
        let path = scratch("up");
        fs::write(part_of(&path), summed(ROWS) + "c\t3\tpro").unwrap();
        let mut input = lines("a\r\nb\t\nc\nd");
        assert!(matches!(RowsFile::open(&path, &mut lines("a"), Left::Refuse), Err(RowsError::Left { .. })));
        let (mut file, done) = RowsFile::open(&path, &mut input, Left::Continue).unwrap();
        assert_eq!((done.rows, done.bad, input.next_position().unwrap().as_deref()), (2, 1, Some("c")));
        write!(file, "c\t").unwrap();
        writeln!(file, "3").unwrap();
        file.flush().unwrap();
        assert!(!path.exists(), "not before all rows are there");
        assert_eq!(fs::read_to_string(part_of(&path)).unwrap(), summed(&format!("{ROWS}c\t3\n")));
        file.finish().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), format!("{ROWS}c\t3\n"));
        assert!(!part_of(&path).exists());
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn a_whole_file_is_continued_and_one_of_other_positions_left_alone() {
        let path = scratch("whole");
        fs::write(&path, ROWS).unwrap();
        for other in ["a\nc\nd\n", "a\n"] {
            let error = RowsFile::open(&path, &mut lines(other), Left::Continue).unwrap_err().to_string();
            assert!(error.contains("row 2: found the position \"b \""), "{error}");
            assert!(!part_of(&path).exists());
        }
        let (file, done) = RowsFile::open(&path, &mut lines("a\nb\t\nc\n"), Left::Continue).unwrap();
        assert_eq!(done.rows, 2);
        drop(file);
        let kept = [fs::read_to_string(&path).unwrap(), fs::read_to_string(part_of(&path)).unwrap()];
        assert_eq!(kept, [ROWS.to_owned(), summed(ROWS)]);
        [part_of(&path), path].iter().for_each(|path| fs::remove_file(path).unwrap());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link_and_a_device_a_device() {
        let (path, link) = (scratch("linked"), scratch("link"));
        fs::write(&path, "old").unwrap();
        std::os::unix::fs::symlink(&path, &link).unwrap();
        let (file, _) = RowsFile::open(&link, &mut lines(""), Left::Refuse).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        file.finish().unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink() && fs::read(&path).unwrap().is_empty());
        [path, link].iter().for_each(|path| fs::remove_file(path).unwrap());
        let device = Path::new("/dev/null");
        RowsFile::open(device, &mut lines(""), Left::Refuse).unwrap().0.finish().unwrap();
        assert!(matches!(RowsFile::open(device, &mut lines(""), Left::Continue), Err(RowsError::NotPlain { .. })));
    }
}
