//! `meihua solve NAME` for a game that a file describes: its exact value, if it is small.

use super::row::Row;
use crate::GAMES;
use crate::shared::line::Line;
use meihua_contracts::clock::cpu_time;
use meihua_contracts::game::Outcome;
use meihua_contracts::solution::Status;
use meihua_engine::engine::registry::Entry;
use meihua_variants::Position;
use std::io::{self, Write};

/// Most positions, if the command line does not say.
const POSITIONS: u64 = 1_000_000;

/// Solves the position of a line; an empty one is the start. Returns `None` if the game is not one that a file describes,
/// and `false` if there is no exact value.
pub(super) fn run(entry: &Entry, line: &str, nodes: Option<u64>, output: &mut dyn Write) -> io::Result<Option<bool>> {
    let mut session = (entry.open)();
    if session.typed().game::<Position>().is_none() {
        return Ok(None);
    }
    let line = if line.is_empty() { "startpos" } else { line };
    if let Err(error) = Line::parse(line, GAMES).open(&mut *session) {
        writeln!(output, "error: {error}")?;
        return Ok(Some(false));
    }
    let (name, start) = (session.fen(), cpu_time());
    let Some((position, _)) = session.typed().game::<Position>() else { return Ok(None) };
    let limit = usize::try_from(nodes.unwrap_or(POSITIONS)).unwrap_or(usize::MAX);
    let solved = match position.solve(limit) {
        Ok(solved) => solved,
        Err(error) => {
            writeln!(output, "not solved: {error}")?;
            return Ok(Some(false));
        }
    };
    let value = match solved.outcome {
        Outcome::Win => format!("win {}", solved.plies),
        Outcome::Loss => format!("loss {}", solved.plies),
        Outcome::Draw => "draw".to_owned(),
    };
    let row = Row {
        value,
        status: Status::Proven,
        nodes: solved.positions as u64,
        cpu: cpu_time().saturating_sub(start),
        facts: Vec::new(),
        plan: solved.line,
    };
    row.write(&name, output)?;
    Ok(Some(true))
}
