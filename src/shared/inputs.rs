//! The files that a command is to read: in the order named, those in folders sorted by name, with 2 before 10.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A file to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Input {
    /// Its path; `-` is standard input.
    pub path: PathBuf,
    /// Its path relative to the named folder, or its name; used for the output in a folder.
    pub place: PathBuf,
    /// Its size in bytes; 0 if unknown.
    pub bytes: u64,
}

impl Input {
    /// Whether it is standard input.
    pub(crate) fn is_stdin(&self) -> bool {
        self.path.as_os_str() == "-"
    }
}

/// The files, and the folders and links that could not be read.
pub(crate) fn collect(named: &[PathBuf]) -> (Vec<Input>, Vec<(PathBuf, io::Error)>) {
    let (mut inputs, mut failed) = (Vec::new(), Vec::new());
    for path in named {
        if path.as_os_str() != "-" && path.is_dir() {
            walk(path, path, &mut inputs, &mut failed);
        } else {
            let place = path.file_name().map_or_else(|| path.clone(), PathBuf::from);
            inputs.push(input(path.clone(), place));
        }
    }
    (inputs, failed)
}

/// A name with its numbers written out to twenty digits, and the name itself.
fn by_number(name: &str) -> (String, String) {
    let (mut sorted, mut rest) = (String::new(), name);
    while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
        let digits = rest[at..].len() - rest[at..].trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (before, number) = (&rest[..at], &rest[at..at + digits]);
        sorted.push_str(before);
        sorted.push_str(&format!("{number:0>20}"));
        rest = &rest[at + digits..];
    }
    (sorted + rest, name.to_owned())
}

fn input(path: PathBuf, place: PathBuf) -> Input {
    let bytes = fs::metadata(&path).map_or(0, |data| if data.is_file() { data.len() } else { 0 });
    Input { path, place, bytes }
}

/// All regular files below a folder, except hidden ones. Folders are visited one after another rather than recursively;
/// links to folders are not followed, so the walk ends.
fn walk(root: &Path, folder: &Path, inputs: &mut Vec<Input>, failed: &mut Vec<(PathBuf, io::Error)>) {
    let mut open = vec![folder.to_path_buf()];
    while let Some(folder) = open.pop() {
        #[expect(clippy::disallowed_methods, reason = "the folder that the user named")]
        let read = fs::read_dir(&folder).and_then(|entries| entries.collect::<io::Result<Vec<_>>>());
        let mut entries = match read {
            Ok(entries) => entries,
            Err(error) => {
                failed.push((folder, error));
                continue;
            }
        };
        entries.sort_by_cached_key(|entry| by_number(&entry.file_name().to_string_lossy()));
        let mut folders = Vec::new();
        for entry in entries.iter().filter(|entry| !entry.file_name().to_string_lossy().starts_with('.')) {
            let path = entry.path();
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                folders.push(path);
            } else if path.is_file() {
                let place = path.strip_prefix(root).unwrap_or(&path).to_path_buf();
                inputs.push(input(path, place));
            } else if let Err(error) = fs::metadata(&path) {
                // A link to nothing.
                failed.push((path, error));
            }
        }
        open.extend(folders.into_iter().rev());
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn numbers_are_in_their_order() {
        let mut names = ["g10.pgn", "g2.pgn", "g1.pgn", "g02.pgn", "棋10", "棋9", "a", "10", "9b1", "9a2"];
        names.sort_by_cached_key(|name| super::by_number(name));
        assert_eq!(names, ["9a2", "9b1", "10", "a", "g1.pgn", "g02.pgn", "g2.pgn", "g10.pgn", "棋9", "棋10"]);
    }
}
