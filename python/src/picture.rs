//! Boards as SVG: the pictures of `meihua draw`.

use crate::board::Board;
use crate::error;
use meihua::text::Notation;
use meihua::tools::draw::pictures;
use pyo3::prelude::*;

/// Longest time for the plan that a puzzle's picture shows, in milliseconds.
const PLAN_TIME: u64 = 2_000;

/// The picture of a position.
pub fn svg(board: &dyn Board) -> PyResult<String> {
    let moves = board.history(Notation::Wire);
    let played = if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
    let position = format!("fen {}{played}", board.start_fen());
    let picture = match board.game() {
        "xiangqi" => pictures::xiangqi(&position, ""),
        "cfour" => pictures::connect_four(&position),
        "river" => pictures::river(&position, PLAN_TIME),
        "sliding" => pictures::sliding(&position, PLAN_TIME),
        _ => pictures::tower(&position, PLAN_TIME),
    };
    picture.map(|picture| picture.to_string()).map_err(error::plain)
}
