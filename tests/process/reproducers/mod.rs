//! Faults that trials of the program once showed, tried again on the real process, and what it should answer.
//!
//! The table in docs/reliability.md has all of them by these names, and the tests elsewhere that hold the rest.
#![cfg(unix)]

mod puzzles;
mod search;
mod tools;

use std::fs;
use std::path::PathBuf;

/// A folder of a test's own, gone at its end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let folder = common::fresh(&format!("reproducer-{name}"));
        fs::create_dir_all(&folder).expect("a folder");
        Scratch(folder)
    }

    /// The path of a file in it.
    fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    /// A file in it.
    fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        fs::write(self.0.join(name), bytes).expect("a file");
        self.path(name)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(&self.0);
    }
}
