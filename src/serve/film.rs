//! Pictures of a game for saving or sending: the current position as a PNG, or the whole game as a GIF.
//!
//! This is a WebSocket at `/picture`: the page sends one message, and the server answers with the bytes, or with text
//! that says why there are none.

use super::socket;
use crate::GAMES;
use crate::draw::{DrawError, Look, animation};
use meihua_contracts::text::{MoveError, Notation, PositionError};
use meihua_engine::engine::registry::find;
use meihua_pictures::pictures::{self, Wanted};
use meihua_pictures::png;
use meihua_pictures::xiangqi::Edges;
use serde::Deserialize;
use std::io;
use std::net::TcpStream;
use thiserror::Error;
use tungstenite::Message;

/// Maximum number of moves in an animation.
const MOVES: usize = 600;
/// Time to find the plan shown in a puzzle's picture, in milliseconds.
const MOVETIME: u64 = 500;

/// A request from the page.
#[derive(Deserialize)]
struct Request {
    /// The name of the game.
    game: String,
    /// The position as text; `None` for the standard start.
    fen: Option<String>,
    moves: Vec<String>,
    /// The number of moves to play before drawing.
    ply: usize,
    kind: Kind,
    /// Whether to draw from the second player's side.
    flip: bool,
}

#[derive(Clone, Copy, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Png,
    Gif,
}

/// Why there is no picture.
#[derive(Debug, Error)]
enum FilmError {
    #[error("the request cannot be read: {0}")]
    Request(#[from] serde_json::Error),
    #[error("there is no game {0:?}")]
    Game(String),
    #[error("{0} moves, expected at most {MOVES}")]
    Long(usize),
    #[error(transparent)]
    Position(#[from] PositionError),
    #[error(transparent)]
    Move(#[from] MoveError),
    #[error(transparent)]
    Draw(#[from] DrawError),
}

/// Answers a request for a picture.
///
/// # Errors
/// The connection broke.
pub(crate) fn serve(stream: TcpStream, key: &str) -> io::Result<()> {
    socket::answer(stream, key, |request| {
        picture(request).map_or_else(|error| Message::text(error.to_string()), Message::binary)
    })
}

fn picture(request: &str) -> Result<Vec<u8>, FilmError> {
    let Request { game, fen, moves, ply, kind, flip } = serde_json::from_str(request)?;
    let entry = find(GAMES, &game).ok_or(FilmError::Game(game))?;
    if moves.len() > MOVES {
        return Err(FilmError::Long(moves.len()));
    }
    let mut session = (entry.open)();
    if let Some(fen) = &fen {
        session.set_position(fen)?;
    }
    for mv in &moves {
        session.play(mv)?;
    }
    let look = Look { movetime: MOVETIME, flip, edges: Edges::Letters, scale: 1.0, delay: 800 };
    if kind == Kind::Gif {
        return Ok(animation(session.as_mut(), &look)?);
    }
    let plies = session.history(Notation::Wire).len();
    session.undo(plies.saturating_sub(ply));
    let wanted = Wanted { pv: "", movetime: MOVETIME, flip, edges: look.edges, film: true };
    let svg = pictures::draw(session.as_ref(), wanted).map_err(DrawError::from)?.to_string();
    Ok(png::encode(&svg, 1.5).map_err(DrawError::from)?)
}
