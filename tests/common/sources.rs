//! The program's own source, for tests that read it.

use std::fs;
use std::path::{Path, PathBuf};

/// A folder of the project.
pub fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// All Rust files below a folder of the project, with their text.
pub fn rust_files(name: &str) -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    collect(&folder(name), &mut files);
    files
}

fn collect(folder: &Path, files: &mut Vec<(PathBuf, String)>) {
    for entry in fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.expect("a folder entry can be read").path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).expect("a source file is UTF-8");
            files.push((path, text));
        }
    }
}
