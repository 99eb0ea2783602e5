//! Where a line of moves begins.

/// Where a line of moves begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Base {
    /// The game's start position.
    Start,
    /// A position text.
    Fen(String),
    /// A file that holds a position text.
    File(String),
    /// A project: a folder or an archive of files.
    Project(String),
}
