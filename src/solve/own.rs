//! Games that files describe in batches: exact values, where all positions that can be reached are few enough.

use super::batch::{Batch, BatchError};
use super::row::Row;
use crate::GAMES;
use crate::shared::line::Line;
use meihua_contracts::clock::cpu_time;
use meihua_contracts::control::Control;
use meihua_contracts::game::Outcome;
use meihua_contracts::sentence;
use meihua_contracts::solution::Status;
use meihua_contracts::text::PositionError;
use meihua_engine::engine::registry::Entry;
use meihua_variants::Position;

/// Most positions, if the command line does not say.
const POSITIONS: u64 = 1_000_000;

/// Solves positions line by line.
pub(crate) struct OwnSolver<'a> {
    entry: &'a Entry,
    /// Most positions that are looked at for a line.
    limit: usize,
}

impl OwnSolver<'_> {
    /// A solver of the game of an entry.
    pub(crate) fn new(entry: &Entry, nodes: Option<u64>) -> OwnSolver<'_> {
        OwnSolver { entry, limit: usize::try_from(nodes.unwrap_or(POSITIONS)).unwrap_or(usize::MAX) }
    }
}

impl Batch for OwnSolver<'_> {
    fn solve_line(&mut self, line: &str) -> Result<Row, BatchError> {
        let mut session = (self.entry.open)();
        Line::parse(line, GAMES).open(&mut session)?;
        let start = cpu_time();
        let Some((position, _)) = session.typed().game::<Position>() else {
            return Err(PositionError::impossible(sentence!("{} is not solved", self.entry.name.to_owned())).into());
        };
        let solved = position.solve(self.limit, &Control::new())?;
        let value = match solved.outcome {
            Outcome::Win => format!("win {}", solved.plies),
            Outcome::Loss => format!("loss {}", solved.plies),
            Outcome::Draw => "draw".to_owned(),
        };
        Ok(Row {
            value,
            status: Status::Proven,
            nodes: solved.positions as u64,
            cpu: cpu_time().saturating_sub(start),
            facts: Vec::new(),
            plan: solved.line,
        })
    }
}
