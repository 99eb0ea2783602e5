//! The loop over input lines.

use super::row::{self, Row};
use crate::shared::line::LineError;
use meihua_contracts::panics::{Panic, guarded};
use meihua_contracts::text::PositionError;
use meihua_engine::games::connect_four::solver::SolverError;
use meihua_engine::games::tower::check::BadWalk;
use meihua_variants::Unsolved;
use std::io::{self, BufRead, Write};
use thiserror::Error;

/// Why a line has no answer.
#[derive(Debug, Error)]
pub(crate) enum BatchError {
    /// The line is empty.
    #[error("empty line")]
    Empty,
    /// The line does not describe a position.
    #[error(transparent)]
    Line(#[from] LineError),
    /// The solver of four in a row cannot handle the position.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// The game of a file has no value that can be found.
    #[error("not solved: {0}")]
    Unsolved(#[from] Unsolved),
    /// The walk to be checked is invalid.
    #[error(transparent)]
    Walk(#[from] BadWalk),
    /// Key strokes were requested, but there was no time to compute them.
    #[error("no walk was found in time")]
    NoWalk,
    /// The trace cannot be written.
    #[error(transparent)]
    Trace(#[from] io::Error),
    #[error("the solver failed ({0})")]
    Broken(Panic),
}

impl From<PositionError> for BatchError {
    fn from(error: PositionError) -> Self {
        BatchError::Line(error.into())
    }
}

/// A game that `solve` supports.
pub(crate) trait Batch {
    /// Solves the position on a line, trimmed and not empty.
    ///
    /// # Errors
    /// What is wrong with the line; the batch continues with the next one.
    fn solve_line(&mut self, line: &str) -> Result<Row, BatchError>;

    /// Solves a text that is one position as a whole, such as a tower file.
    ///
    /// # Errors
    /// What is wrong with the text.
    fn solve_text(&mut self, text: &str) -> Result<Row, BatchError> {
        self.solve_line(text)
    }
}

/// The input of a run.
pub(crate) enum Input {
    /// One position per line.
    Lines(Box<dyn BufRead>),
    /// One position, and its name in the row.
    One {
        /// The name: a path, or the text again.
        name: String,
        text: String,
    },
}

impl Input {
    /// Takes the next position, as named in its row; `None` at the end.
    ///
    /// # Errors
    /// The input cannot be read.
    pub(crate) fn next_position(&mut self) -> io::Result<Option<String>> {
        match self {
            Input::Lines(lines) => next_line(lines),
            Input::One { name, .. } => {
                let name = std::mem::take(name);
                *self = Input::Lines(Box::new(io::empty()));
                Ok(Some(name))
            }
        }
    }
}

/// The next line without its line end; `None` at the end.
///
/// # Errors
/// The input cannot be read.
pub(super) fn next_line(lines: &mut dyn BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    if lines.read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    Ok(Some(String::from_utf8_lossy(&bytes).trim_end_matches(['\n', '\r']).to_owned()))
}

/// Answers line by line and flushes each row at once, so that it works in a pipe. Returns `false` if any line was bad.
///
/// # Errors
/// The input cannot be read or the output cannot be written.
pub(crate) fn run(batch: &mut dyn Batch, input: Input, output: &mut dyn Write) -> io::Result<bool> {
    let mut input = match input {
        Input::One { name, text } => return write(&name, answered(|| batch.solve_text(&text)), output),
        Input::Lines(input) => input,
    };
    let mut all_good = true;
    while let Some(line) = next_line(&mut input)? {
        let answer =
            if line.trim().is_empty() { Err(BatchError::Empty) } else { answered(|| batch.solve_line(line.trim())) };
        all_good &= write(&line, answer, output)?;
    }
    Ok(all_good)
}

/// Runs a solver; a panic costs only this answer.
pub(crate) fn answered<T>(solve: impl FnOnce() -> Result<T, BatchError>) -> Result<T, BatchError> {
    guarded(solve).unwrap_or_else(|cause| Err(BatchError::Broken(cause)))
}

/// Writes the row of a line and returns whether the line was good.
fn write(line: &str, answer: Result<Row, BatchError>, output: &mut dyn Write) -> io::Result<bool> {
    match &answer {
        Ok(row) => row.write(line, output)?,
        Err(error) => row::write_error(line, &error.to_string(), output)?,
    }
    output.flush()?;
    Ok(answer.is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use meihua_contracts::solution::Status;
    use std::time::Duration;

    /// Solves numbers; their value is their square.
    struct Squares;

    impl Batch for Squares {
        fn solve_line(&mut self, line: &str) -> Result<Row, BatchError> {
            let fault = |_| PositionError::impossible(format!("{line} is no number"));
            let number: i64 = line.parse().map_err(fault)?;
            assert_ne!(number, 13, "unlucky");
            let value = (number * number).to_string();
            let (facts, plan) = (Vec::new(), Vec::new());
            Ok(Row { value, status: Status::Proven, nodes: 1, cpu: Duration::ZERO, facts, plan })
        }
    }

    #[test]
    fn a_bad_line_does_not_stop_the_rest() {
        let mut output = Vec::new();
        let good = run(&mut Squares, Input::Lines(Box::new("3\r\nx\n\n13\n-4".as_bytes())), &mut output).unwrap();
        let text = String::from_utf8(output).unwrap();
        let rows: Vec<Vec<&str>> = text.lines().map(|row| row.split('\t').collect()).collect();
        assert!(!good);
        assert!(rows.iter().all(|row| row.len() == 7));
        let values: Vec<&str> = rows.iter().map(|row| row[1]).collect();
        assert_eq!(values, ["9", "error", "error", "error", "16"]);
        assert!(rows[3][5].contains("unlucky"), "{text}");
        assert_eq!(rows[0][0], "3");
    }
}
