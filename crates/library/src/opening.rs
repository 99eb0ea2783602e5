//! Names of openings by position (ECCO: the codes A00 to E99 of xiangqi).

use meihua_records::Start;

/// Follows a game and remembers the last position with a name.
#[derive(Clone, Debug)]
pub(crate) struct Search {
    is_on: bool,
    found: Option<&'static str>,
}

impl Search {
    /// At the start of a game; only games of xiangqi from its usual start have openings.
    pub(crate) fn new(start: &Start) -> Search {
        Search { is_on: start.xiangqi().is_some() && start.is_usual(), found: None }
    }

    /// A position of the game, in order, by its key.
    pub(crate) fn visit(&mut self, key: i64) {
        _ = (self.is_on, key);
    }

    /// The code of the last position in the table.
    pub(crate) fn found(&self) -> Option<&'static str> {
        self.found
    }
}

/// The code of a position of xiangqi, by its key; `None` if it has none of its own.
pub(crate) fn name(key: i64) -> Option<&'static str> {
    _ = key;
    None
}

/// The codes that begin with a text, or whose names contain it.
pub(crate) fn codes(text: &str) -> Vec<&'static str> {
    _ = text;
    Vec::new()
}
