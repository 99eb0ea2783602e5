//! A row of the answer: its seven columns.

use crate::shared::line::one_field;
use meihua_contracts::puzzle::PuzzleText;
use meihua_contracts::solution::{Solution, Status};
use std::io::{self, Write};
use std::time::Duration;

/// Number of columns in a row.
pub(super) const COLUMNS: usize = 7;
/// The value column of a line that could not be solved.
pub(super) const ERROR: &str = "error";

/// An entry of the facts column with its name.
pub(super) type Fact = (&'static str, String);

/// The result for one position.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Row {
    /// The value in the game's own unit, or `unsolvable`.
    pub value: String,
    /// Whether it is proven.
    pub status: Status,
    /// Nodes used to find the value.
    pub nodes: u64,
    /// CPU time used to find the value, over all threads.
    pub cpu: Duration,
    /// The column of facts.
    pub facts: Vec<Fact>,
    pub plan: Vec<String>,
}

impl Row {
    /// The row for a puzzle's solution that took `cpu`.
    pub(crate) fn of_solution<P: PuzzleText>(
        puzzle: &P,
        start: &P::State,
        solution: &Solution<P::Move>,
        cpu: Duration,
    ) -> Self {
        Row {
            value: solution.value.map_or_else(|| "unsolvable".to_owned(), |value| value.to_string()),
            status: solution.status,
            nodes: solution.nodes,
            cpu,
            plan: puzzle.plan_text(start, &solution.plan),
            facts: solution.facts.named().collect(),
        }
    }

    /// Writes the row for `position`, the input line as given.
    pub(crate) fn write(&self, position: &str, output: &mut dyn Write) -> io::Result<()> {
        let status = self.status.name();
        let microseconds = self.cpu.as_nanos() as f64 / 1000.0;
        let facts: Vec<String> = self.facts.iter().map(|(name, value)| format!("{name}={value}")).collect();
        writeln!(
            output,
            "{}\t{}\t{status}\t{}\t{microseconds:.1}\t{}\t{}",
            one_field(position),
            self.value,
            self.nodes,
            or_dash(facts.join(",")),
            or_dash(self.plan.join(" ")),
        )
    }
}

/// Writes the row of a line that could not be solved.
pub(super) fn write_error(position: &str, message: &str, output: &mut dyn Write) -> io::Result<()> {
    writeln!(output, "{}\t{ERROR}\t-\t-\t-\t{}\t-", one_field(position), one_field(message))
}

fn or_dash(text: String) -> String {
    if text.is_empty() { "-".to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seven_columns_always() {
        let mut row = Row {
            value: "-3".to_owned(),
            status: Status::Anytime,
            nodes: 12,
            cpu: Duration::from_nanos(6_250),
            facts: vec![("a", "1".to_owned()), ("b", "2".to_owned())],
            plan: vec!["P@d1".to_owned(), "P@d2".to_owned()],
        };
        let mut text = Vec::new();
        row.write("44\t5", &mut text).unwrap();
        (row.facts, row.plan, row.status) = (Vec::new(), Vec::new(), Status::Proven);
        row.write("44", &mut text).unwrap();
        write_error("x", "no\tdigit", &mut text).unwrap();
        let expected = "44 5\t-3\tanytime\t12\t6.2\ta=1,b=2\tP@d1 P@d2\n44\t-3\tproven\t12\t6.2\t-\t-\nx\terror\t-\t-\t-\tno digit\t-\n";
        assert_eq!(String::from_utf8(text).unwrap(), expected);
    }
}
