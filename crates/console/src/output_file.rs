//! The one way to write a file named by a command: next to the old one, which is replaced once the new one is complete.
//! If the process ends early, by a signal or a full disk, the old file is unchanged.
//!
//! On Linux the new file has no name until it is complete (`O_TMPFILE`), so a killed process leaves nothing behind,
//! unless it is killed between the two system calls that name the file and move it. In that case, and on file systems
//! without unnamed files, `.NAME.meihua-part` may remain; the next run replaces it. Anything other than a regular file
//! (a pipe, a device, `/dev/stdout`) is written directly. Links are followed: the file they point to is replaced.

use crate::paths::is_same;
use std::ffi::OsString;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use thiserror::Error;

/// What the command reads: files, and folders of which it reads the files with an ending.
static INPUTS: Mutex<Vec<(PathBuf, &'static str)>> = Mutex::new(Vec::new());

/// No output of this process replaces this file from now on, or, in this folder, a file with this ending.
pub fn protect(path: &Path, ending: &'static str) {
    INPUTS.lock().unwrap_or_else(PoisonError::into_inner).push((path.to_owned(), ending));
}

/// Whether a file that exists is one that the command reads.
fn is_input(path: &Path) -> bool {
    let is_within = |folder: &Path, ending: &str| {
        let (Ok(folder), Ok(file)) = (fs::canonicalize(folder), fs::canonicalize(path)) else { return false };
        file.starts_with(folder) && file.extension().is_some_and(|found| found == ending)
    };
    let inputs = INPUTS.lock().unwrap_or_else(PoisonError::into_inner);
    inputs.iter().any(|(input, ending)| if input.is_dir() { is_within(input, ending) } else { is_same(path, input) })
}

/// A file that is being written. It appears only on [`OutputFile::finish`].
#[derive(Debug)]
pub struct OutputFile {
    path: PathBuf,
    stream: BufWriter<File>,
    place: Place,
}

#[derive(Debug)]
enum Place {
    /// Written directly.
    Direct,
    /// Written next to a regular file, which need not exist yet.
    Beside {
        target: PathBuf,
        /// The metadata of the file to be replaced.
        old: Option<Box<Metadata>>,
        /// The name of the new file, if it already has one.
        part: Option<PathBuf>,
    },
}

impl OutputFile {
    /// Starts writing the file at `path`.
    ///
    /// # Errors
    /// The system's error.
    pub fn create(path: &Path) -> io::Result<OutputFile> {
        let old = fs::metadata(path).ok().map(Box::new);
        let is_plain = old.as_ref().is_none_or(|old| old.is_file());
        if old.is_some() && is_plain && is_input(path) {
            return Err(io::Error::other("the command reads this file, and its output would destroy it"));
        }
        // A dangling link: the system knows where the file belongs.
        let is_dangling = old.is_none() && fs::symlink_metadata(path).is_ok();
        if !is_plain || is_dangling || is_of_system(path) {
            return OutputFile::direct(path);
        }
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        match beside(&target) {
            Ok((file, part)) => {
                let place = Place::Beside { target, old, part };
                Ok(OutputFile { path: path.to_owned(), stream: stream(file), place })
            }
            // A folder that accepts no new files may still hold a writable one.
            Err(error) if old.is_some() && is_of_folder(&error) => OutputFile::direct(path),
            Err(error) => Err(error),
        }
    }

    fn direct(path: &Path) -> io::Result<OutputFile> {
        Ok(OutputFile { path: path.to_owned(), stream: stream(File::create(path)?), place: Place::Direct })
    }

    /// The same, with the path in the error: for an output that is opened before the work whose result it takes, so that
    /// a name which cannot be written costs nothing.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn open(path: &Path) -> Result<OutputFile, OutputError> {
        OutputFile::create(path).map_err(|error| OutputError { path: path.to_owned(), error })
    }

    /// Whether it takes the place of an older file.
    pub fn replaces(&self) -> bool {
        matches!(self.place, Place::Beside { old: Some(_), .. })
    }

    /// Writes the whole contents and moves the file into place.
    ///
    /// # Errors
    /// The file cannot be written; the old file stays in that case.
    pub fn write_whole(mut self, bytes: impl AsRef<[u8]>) -> Result<(), OutputError> {
        let path = self.path.clone();
        let written = self.write_all(bytes.as_ref()).and_then(|()| self.finish());
        written.map_err(|error| OutputError { path, error })
    }

    /// Completes the file and moves it into place.
    ///
    /// # Errors
    /// The system's error; the old file stays in that case.
    pub fn finish(mut self) -> io::Result<()> {
        self.stream.flush()?;
        let Place::Beside { target, old, part } = &mut self.place else { return Ok(()) };
        let file = self.stream.get_mut();
        if let Some(old) = old {
            keep_rights(file, old)?;
            // The new bytes are on disk before the old ones are given up.
            file.sync_all()?;
        }
        let moved = match part.take() {
            Some(part) => fs::rename(&part, &*target).inspect_err(|_| drop(fs::remove_file(&part))),
            None => name(file, target),
        };
        match moved {
            // A file that is a mount point can be written but not replaced.
            Err(_) if old.is_some() => {
                file.rewind()?;
                io::copy(file, &mut File::create(&*target)?).map(drop)
            }
            moved => moved,
        }
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

impl Drop for OutputFile {
    fn drop(&mut self) {
        if let Place::Beside { part: Some(part), .. } = &self.place {
            _ = fs::remove_file(part);
        }
    }
}

/// A file that cannot be written.
#[derive(Debug, Error)]
#[error("{path:?}: {error}")]
pub struct OutputError {
    /// Its path.
    pub path: PathBuf,
    /// The system's error.
    pub error: io::Error,
}

/// Checks that a file can be written later, without writing anything. What is not a regular file is not tried, because a
/// pipe or a device would notice.
///
/// # Errors
/// The file cannot be written.
pub fn check(path: &Path) -> Result<(), OutputError> {
    if fs::metadata(path).is_ok_and(|data| !data.is_file() && !data.is_dir()) {
        return Ok(());
    }
    OutputFile::open(path).map(drop)
}

/// Writes a file.
///
/// # Errors
/// The system's error; the old file stays in that case.
pub fn write(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), OutputError> {
    OutputFile::open(path)?.write_whole(bytes)
}

fn stream(file: File) -> BufWriter<File> {
    BufWriter::with_capacity(1 << 16, file)
}

/// Whether the name stands for something already open, such as `/dev/stdout` or `/proc/self/fd/1`.
fn is_of_system(path: &Path) -> bool {
    cfg!(unix) && ["/dev", "/proc"].iter().any(|folder| path.starts_with(folder))
}

/// Whether an error concerns the folder rather than the existing file.
fn is_of_folder(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem)
}

/// A new file in the folder of `target`, with its name if it has one.
fn beside(target: &Path) -> io::Result<(File, Option<PathBuf>)> {
    if let Some(file) = unnamed(target) {
        return Ok((file, None));
    }
    let part = part(target);
    let file = OpenOptions::new().read(true).write(true).create(true).truncate(true).open(&part)?;
    Ok((file, Some(part)))
}

/// The name of the incomplete file next to `target`.
fn part(target: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(target.file_name().unwrap_or_default());
    name.push(".meihua-part");
    target.with_file_name(name)
}

/// A file without a name; `None` if the system or the file system does not support that.
#[cfg(target_os = "linux")]
fn unnamed(target: &Path) -> Option<File> {
    use rustix::fs::{Mode, OFlags, open};
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let can_be_named = Path::new("/proc/self/fd").exists();
    let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
    can_be_named.then(|| open(folder, flags, Mode::from_raw_mode(0o666)).ok().map(File::from)).flatten()
}

#[cfg(not(target_os = "linux"))]
fn unnamed(_: &Path) -> Option<File> {
    None
}

/// Gives an unnamed file the name of `target`.
#[cfg(target_os = "linux")]
fn name(file: &File, target: &Path) -> io::Result<()> {
    use rustix::fs::{AtFlags, CWD, linkat};
    use std::os::fd::AsRawFd;
    // Linux cannot link a file over an existing one, so this takes two steps. Another process writing the same file may
    // take the temporary name in between.
    const TRIES: usize = 8;
    let part = part(target);
    let open = format!("/proc/self/fd/{}", file.as_raw_fd());
    let link = || match linkat(CWD, &open, CWD, &part, AtFlags::SYMLINK_FOLLOW) {
        Ok(()) => fs::rename(&part, target),
        Err(error) => Err(error.into()),
    };
    let mut moved = link();
    for _ in 1..TRIES {
        match &moved {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => _ = fs::remove_file(&part),
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            _ => break,
        }
        moved = link();
    }
    moved
}

#[cfg(not(target_os = "linux"))]
fn name(_: &File, _: &Path) -> io::Result<()> {
    Err(ErrorKind::Unsupported.into())
}

/// Gives the new file the permissions of the old one.
fn keep_rights(file: &File, old: &Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        // Only an administrator can give a file away; for everyone else it stays their own.
        _ = fchown(file, Some(old.uid()), Some(old.gid()));
    }
    file.set_permissions(old.permissions())
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let folder = std::env::temp_dir().join(format!("meihua-output-{name}-{}", std::process::id()));
            fs::create_dir_all(&folder).unwrap();
            Folder(folder)
        }

        fn names(&self) -> Vec<String> {
            let entries = fs::read_dir(&self.0).unwrap();
            let mut names: Vec<_> =
                entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
            names.sort();
            names
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn the_old_file_stays_until_the_new_one_is_whole() {
        let folder = Folder::new("whole");
        let path = folder.0.join("games.pgn");
        fs::write(&path, "old").unwrap();
        let mut file = OutputFile::create(&path).unwrap();
        file.write_all(&vec![b'x'; 1 << 20]).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        drop(file);
        assert_eq!(fs::read_to_string(&path).unwrap(), "old", "an error ends a run without a finish");
        assert_eq!(folder.names(), ["games.pgn"]);
        write(&path, "new").unwrap();
        fs::write(folder.0.join(".fresh.meihua-part"), "of a process that was killed").unwrap();
        write(&folder.0.join("fresh"), "new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(folder.names(), ["fresh", "games.pgn"]);
        assert!(write(&folder.0.join("no/such/file"), "").is_err());
        assert!(write(&folder.0, "").is_err(), "a folder is no file");
    }

    #[cfg(unix)]
    #[test]
    fn rights_links_and_devices_stay_what_they_are() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = Folder::new("links");
        let [path, link, dangling] = ["games.pgn", "link", "dangling"].map(|name| folder.0.join(name));
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        symlink(&path, &link).unwrap();
        symlink(folder.0.join("later"), &dangling).unwrap();
        write(&link, "new").unwrap();
        write(&dangling, "later").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
        assert!([&link, &dangling].iter().all(|link| fs::symlink_metadata(link).unwrap().is_symlink()));
        assert_eq!(folder.names(), ["dangling", "games.pgn", "later", "link"]);
        write(Path::new("/dev/null"), "x").unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
    }

    #[test]
    fn a_file_with_a_name_of_its_own_is_taken_away_again() {
        let folder = Folder::new("named");
        let target = folder.0.join("table");
        let part = part(&target);
        let file = File::options().read(true).write(true).create_new(true).open(&part).unwrap();
        let place = Place::Beside { target: target.clone(), old: None, part: Some(part) };
        let mut output = OutputFile { path: target.clone(), stream: stream(file), place };
        output.write_all(b"bytes").unwrap();
        assert_eq!(folder.names(), [".table.meihua-part"]);
        output.finish().unwrap();
        assert_eq!(folder.names(), ["table"]);
        assert_eq!(fs::read(&target).unwrap(), b"bytes");
    }
}
