//! Boards as SVG, as drawn by `meihua draw`.

use crate::error;
use crate::position::Position;
use meihua_engine::sentence::Words;
use meihua_engine::text::Notation;
use meihua_pictures::pictures::{Wanted, draw};
use meihua_pictures::xiangqi::Edges;
use pyo3::prelude::*;

/// Maximum time to find the plan shown in a puzzle's picture, in milliseconds.
const PLAN_TIME: u64 = 2_000;

/// The picture of a position.
pub fn svg(position: &Position) -> PyResult<String> {
    let board = position.board();
    let mut session = (position.entry()?.open)();
    session.set_position(&board.start_fen()).map_err(error::position)?;
    for mv in board.history(Notation::Wire) {
        session.play(&mv).map_err(error::mv)?;
    }
    let words: Option<Words> = Some(|caption| caption.to_string());
    let (pv, movetime, edges) = ("", PLAN_TIME, Edges::default());
    let picture = draw(&mut *session, Wanted { pv, movetime, flip: false, edges, film: false, words });
    let picture = picture.map_err(error::plain)?;
    Ok(picture.to_string())
}
