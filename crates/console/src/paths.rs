//! Names of files on a command line. An output that overwrites an input or another output would destroy it, so command
//! lines that name the same file twice are refused.

use std::fs;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Two arguments of a command line that name the same file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{first} and {second} are the same file, {path:?}: one would destroy the other")]
pub struct PathClash {
    first: &'static str,
    second: &'static str,
    path: PathBuf,
}

/// A file and its option on the command line, such as `--journal`.
pub type Named<'a> = (&'static str, &'a Path);

/// Refuses an output that is also an input or another output. Outputs with the same option name (logs of several
/// engines) may share a file.
///
/// # Errors
/// The first two that are the same.
pub fn refuse_shared(outputs: &[Named<'_>], inputs: &[Named<'_>]) -> Result<(), PathClash> {
    for (index, &(first, path)) in outputs.iter().enumerate() {
        let others = outputs[index + 1..].iter().filter(|(second, _)| *second != first).chain(inputs);
        for &(second, other) in others {
            if is_same(path, other) {
                return Err(PathClash { first, second, path: path.to_owned() });
            }
        }
    }
    Ok(())
}

/// Whether two paths lead to the same regular file, which need not exist yet.
pub(crate) fn is_same(a: &Path, b: &Path) -> bool {
    // Devices hold nothing that could be lost.
    let is_special = |path: &Path| fs::metadata(path).is_ok_and(|data| !data.is_file());
    if is_special(a) || is_special(b) {
        return false;
    }
    identity(a) == identity(b) || is_hard_link(a, b)
}

/// The path without links and dots; for a missing file, as far as its folder goes.
fn identity(path: &Path) -> PathBuf {
    let folder = || {
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Some(fs::canonicalize(parent).ok()?.join(path.file_name()?))
    };
    fs::canonicalize(path).ok().or_else(folder).unwrap_or_else(|| path.to_owned())
}

/// Whether two paths are hard links to one file.
#[cfg(unix)]
fn is_hard_link(a: &Path, b: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let number = |path: &Path| fs::metadata(path).ok().map(|data| (data.dev(), data.ino()));
    number(a).is_some_and(|number_of_a| number(b) == Some(number_of_a))
}

/// Whether two paths are hard links to one file: not checked on this system.
#[cfg(not(unix))]
fn is_hard_link(_: &Path, _: &Path) -> bool {
    false
}

/// A path with a suffix appended to its file name.
pub fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// Whether a text that is not a position was meant as a file name, but there is no such file.
pub fn is_missing_file(text: &str) -> bool {
    let path = Path::new(text);
    let is_ending =
        |ending: &str| (2..=5).contains(&ending.len()) && ending.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let has_ending = path.extension().is_some_and(|ending| ending.to_str().is_some_and(is_ending));
    let is_path = ["/", "./", "../", "~"].iter().any(|begin| text.starts_with(begin));
    (has_ending || is_path) && !path.exists()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_file_by_many_names() {
        let folder = std::env::temp_dir().join(format!("meihua-paths-{}", std::process::id()));
        fs::create_dir_all(folder.join("in")).unwrap();
        let (file, dotted) = (folder.join("a"), folder.join("in/../a"));
        let same = |a: &Path, b: &Path| refuse_shared(&[("-o", a)], &[("GAMES", b)]).is_err();
        assert!(same(&file, &dotted), "before it is there");
        fs::write(&file, "x").unwrap();
        assert!(same(&file, &dotted) && same(&file, &file) && !same(&file, &folder.join("b")));
        assert!(!same(Path::new("/dev/null"), Path::new("/dev/null")), "nothing is lost in it");
        #[cfg(unix)]
        {
            let (soft, hard) = (folder.join("soft"), folder.join("hard"));
            std::os::unix::fs::symlink(&file, &soft).unwrap();
            fs::hard_link(&file, &hard).unwrap();
            assert!(same(&file, &soft) && same(&hard, &file));
        }
        let logs = [("stderr", file.as_path()), ("stderr", file.as_path())];
        assert_eq!(refuse_shared(&logs, &[]), Ok(()));
        let clash = refuse_shared(&[("--journal", &file), ("--pgn", &dotted)], &[]).unwrap_err().to_string();
        assert!(clash.contains("--journal and --pgn are the same file"), "{clash}");
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn names_of_files_that_are_not_there() {
        for name in ["nofile.pgn", "./nofile", "/no/such/file", "my games/one.txt"] {
            assert!(is_missing_file(name), "{name}");
        }
        for text in ["3k5/9/9/9/9/9/9/9/9/4K4 w", "BBB_WWW", "3 3 2", "4455", "Cargo.toml"] {
            assert!(!is_missing_file(text), "{text}");
        }
    }
}
