//! What of a project is not understood, by floor and cell.

use meihua_contracts::sentence::Sentence;
use std::fmt;

/// What becomes of what is not understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The tower is refused where it is reached.
    Refused,
    /// It is left out, as if it did nothing.
    Skipped,
    /// It does nothing on the platform either.
    Ignored,
    /// It is code of the tower's own in the place of the platform's: plans are not verified.
    OwnCode,
}

/// Something that is not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Issue {
    /// The floor's id, or the file if it is not a floor's.
    pub floor: String,
    /// The cell as `x,y` behind the kind of event, or the name of what it is.
    pub place: String,
    /// What it is, and why it is not understood.
    pub what: Sentence,
    /// What becomes of it.
    pub severity: Severity,
}

impl fmt::Display for Issue {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = match self.severity {
            Severity::Refused => "refused",
            Severity::Skipped => "skipped",
            Severity::Ignored => "ignored",
            Severity::OwnCode => "own code",
        };
        write!(formatter, "{}\t{}\t{severity}\t{}", self.floor, self.place, self.what)
    }
}

/// All that is not understood, in the order of reading.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// One after the other.
    pub issues: Vec<Issue>,
}

impl Report {
    /// Notes an issue; returns its number.
    pub fn note(&mut self, place: &Place, severity: Severity, what: impl Into<Sentence>) -> usize {
        let issue = Issue { floor: place.floor.clone(), place: place.cell.clone(), what: what.into(), severity };
        self.issues.push(issue);
        self.issues.len() - 1
    }
}

/// Where the reader is.
#[derive(Clone, Debug, Default)]
pub struct Place {
    /// The floor's id, or a file.
    pub floor: String,
    /// The cell or name.
    pub cell: String,
}

impl Place {
    /// A place.
    pub fn new(floor: impl Into<String>, cell: impl Into<String>) -> Self {
        Place { floor: floor.into(), cell: cell.into() }
    }
}
