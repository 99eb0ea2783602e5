//! Towers that are played by a name instead of a path: the one that the command line of a server names, and those whose bytes a
//! guest has sent. A guest names no path, and these names lead to no file.

use crate::play::puzzle::{ProjectError, ProjectPuzzle, Standing};
use crate::read;
use crate::read::folder::OpenError;
use crate::read::source::Files;
use crate::rules::model::Project;
use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The most towers; the one that was put there first makes room.
const PLACES: usize = 16;
/// The most bytes of all texts of a tower that a guest sends.
pub(crate) const GUEST_LIMIT: u64 = 16 << 20;

static SHELF: Mutex<VecDeque<(ProjectPuzzle, Standing)>> = Mutex::new(VecDeque::new());

fn shelf() -> MutexGuard<'static, VecDeque<(ProjectPuzzle, Standing)>> {
    SHELF.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Puts a tower onto the shelf and returns its name, which is the same for the same files.
///
/// # Errors
/// The files are no project, or the tower does not begin.
pub fn put(files: &Files) -> Result<String, ProjectError> {
    let mut hasher = DefaultHasher::new();
    files.hash(&mut hasher);
    let name = format!("shelf:{:016x}", hasher.finish());
    if find(&name).is_none() {
        let project: Project = read::project(files).map_err(OpenError::from)?;
        let begun = ProjectPuzzle::new(project, &name)?;
        let mut shelf = shelf();
        shelf.push_back(begun);
        if shelf.len() > PLACES {
            shelf.pop_front();
        }
    }
    Ok(name)
}

/// The tower with a name, before its first key.
pub fn find(name: &str) -> Option<(ProjectPuzzle, Standing)> {
    shelf().iter().find(|(climb, _)| &*climb.path == name).cloned()
}
