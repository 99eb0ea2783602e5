//! The rows of weights of the hand-written evaluation: middlegame and endgame, in centipawns.
//!
//! A term is a row of weights; a feature is one place in a row. The numbers stand in [`super::values`]; here they lie
//! behind each other in [`WEIGHTS`], so that a tuner can treat them as one vector.

use super::pair::Pair;
pub use super::values::Term;
use super::values::{DOCS, ROWS};

/// Makes the rows, and [`Term`] which names them, of what [`super::values`] holds.
macro_rules! weight_rows {
    ($($(#[doc = $doc:literal])* $name:ident: $len:literal = [$(($mg:literal, $eg:literal)),* $(,)?];)*) => {
        /// The rows of the table.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        pub enum Term { $($(#[doc = $doc])* $name),* }

        impl Term {
            /// All rows, in the order of the table.
            pub const ALL: &'static [Term] = &[$(Term::$name),*];

            /// The name, as in the source.
            pub const fn name(self) -> &'static str {
                match self { $(Term::$name => stringify!($name)),* }
            }
        }

        pub(super) const ROWS: &[&[Pair]] = &[$({
            const ROW: [Pair; $len] = [$(Pair::new($mg, $eg)),*];
            &ROW
        }),*];

        pub(super) const DOCS: &[&[&str]] = &[$(&[$($doc),*]),*];
    };
}
pub(super) use weight_rows;

/// Number of weights.
pub const COUNT: usize = {
    let (mut row, mut count) = (0, 0);
    while row < ROWS.len() {
        count += ROWS[row].len();
        row += 1;
    }
    count
};

/// Where each row begins in [`WEIGHTS`].
const OFFSETS: [usize; ROWS.len()] = {
    let mut offsets = [0; ROWS.len()];
    let mut row = 1;
    while row < ROWS.len() {
        offsets[row] = offsets[row - 1] + ROWS[row - 1].len();
        row += 1;
    }
    offsets
};

/// All weights, row behind row.
pub static WEIGHTS: [Pair; COUNT] = {
    let mut weights = [Pair::ZERO; COUNT];
    let (mut row, mut place) = (0, 0);
    while row < ROWS.len() {
        let mut column = 0;
        while column < ROWS[row].len() {
            weights[place] = ROWS[row][column];
            place += 1;
            column += 1;
        }
        row += 1;
    }
    weights
};

impl Term {
    /// Where the row begins in [`WEIGHTS`].
    #[inline]
    pub const fn offset(self) -> usize {
        OFFSETS[self as usize]
    }

    /// Number of weights in the row.
    pub const fn len(self) -> usize {
        ROWS[self as usize].len()
    }

    /// No row is empty.
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The row's comment in the source, line by line.
    pub const fn doc(self) -> &'static [&'static str] {
        DOCS[self as usize]
    }

    /// A weight at compile time.
    pub const fn weight(self, column: usize) -> Pair {
        ROWS[self as usize][column]
    }
}
