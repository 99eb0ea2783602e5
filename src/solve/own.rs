//! `meihua solve NAME` for a game that a file describes: its exact value, if it is small.

use super::row::Row;
use meihua_contracts::clock::cpu_time;
use meihua_contracts::game::Outcome;
use meihua_contracts::solution::Status;
use meihua_engine::engine::registry::Entry;
use meihua_variants::Position;
use std::io::{self, Write};

/// Most positions, if the command line does not say.
const POSITIONS: u64 = 1_000_000;

/// Solves the position of a line: nothing or `startpos`, or a FEN; then perhaps `moves` and moves. Returns `None` if the
/// game is not one that a file describes, and `false` if there is no exact value.
pub(super) fn run(entry: &Entry, line: &str, nodes: Option<u64>, output: &mut dyn Write) -> io::Result<Option<bool>> {
    let mut session = (entry.open)();
    if session.typed().game::<Position>().is_none() {
        return Ok(None);
    }
    let (place, moves) = line.split_once("moves").unwrap_or((line, ""));
    let place = place.trim();
    let set = match place.strip_prefix("fen ").unwrap_or(place) {
        "" | "startpos" => Ok(()),
        fen => session.set_position(fen).map_err(|error| error.to_string()),
    };
    let mut play =
        || moves.split_whitespace().try_for_each(|word| session.play(word).map_err(|error| error.to_string()));
    if let Err(error) = set.and_then(|()| play()) {
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
