//! The loop over the lines.

use super::row::{self, Row};
use std::io::{self, BufRead, Write};

/// A game behind the batch door.
pub trait Batch {
    /// Solves the position of a line, trimmed and not empty.
    ///
    /// # Errors
    /// What is wrong with the line; the batch goes on with the next one.
    fn solve_line(&mut self, line: &str) -> Result<Row, String>;

    /// Whether a whole input is one position rather than one position a line (a tower).
    fn is_one_position(&self, input: &str) -> bool {
        let _ = input;
        false
    }
}

/// Answers line by line, each row flushed at once so that the door works in a pipe. `false` if some line was bad.
///
/// # Errors
/// Input or output that breaks down.
pub fn run(batch: &mut dyn Batch, input: &mut dyn BufRead, output: &mut dyn Write) -> io::Result<bool> {
    let mut all_good = true;
    let mut bytes = Vec::new();
    while input.read_until(b'\n', &mut bytes)? > 0 {
        let text = String::from_utf8_lossy(&bytes);
        let line = text.trim_end_matches(['\n', '\r']);
        let answer = if line.trim().is_empty() { Err("empty line".to_owned()) } else { batch.solve_line(line.trim()) };
        match answer {
            Ok(row) => row.write(line, output)?,
            Err(message) => {
                all_good = false;
                row::write_error(line, &message, output)?;
            }
        }
        output.flush()?;
        bytes.clear();
    }
    Ok(all_good)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::solution::Status;
    use std::time::Duration;

    /// Solves numbers: their value is their square.
    struct Squares;

    impl Batch for Squares {
        fn solve_line(&mut self, line: &str) -> Result<Row, String> {
            let number: i64 = line.parse().map_err(|error| format!("{error}"))?;
            let value = (number * number).to_string();
            let (facts, plan) = (Vec::new(), Vec::new());
            Ok(Row { value, status: Status::Proven, nodes: 1, cpu: Duration::ZERO, facts, plan })
        }
    }

    #[test]
    fn a_bad_line_does_not_stop_the_rest() {
        let mut output = Vec::new();
        let good = run(&mut Squares, &mut "3\r\nx\n\n-4".as_bytes(), &mut output).unwrap();
        let text = String::from_utf8(output).unwrap();
        let rows: Vec<Vec<&str>> = text.lines().map(|row| row.split('\t').collect()).collect();
        assert!(!good);
        assert!(rows.iter().all(|row| row.len() == 7));
        let values: Vec<&str> = rows.iter().map(|row| row[1]).collect();
        assert_eq!(values, ["9", "error", "error", "16"]);
        assert_eq!(rows[0][0], "3");
    }
}
