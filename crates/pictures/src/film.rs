//! A game as an animation, and the pictures that the page in the browser asks for.
//!
//! The page sends one request and gets the bytes of a PNG of the current position or of a GIF of the whole game, or the
//! reason why there is none. A request comes from anybody who reaches the page, so its work is bounded.

use crate::gif::{Film, GifError};
use crate::pictures::{self, PictureError, Wanted};
use crate::png::{self, PngError};
use crate::xiangqi::Edges;
use meihua_contracts::clock::Stopwatch;
use meihua_contracts::text::{MoveError, Notation, PositionError};
use meihua_engine::engine::registry::{Entry, find};
use meihua_engine::engine::session::Session;
use serde::Deserialize;
use std::time::Duration;
use thiserror::Error;

/// Maximum number of moves in an animation for the page.
const MOVES: usize = 600;
/// Maximum size of a picture for the page, in pixels: 64 MB while it is drawn.
const DOTS: f32 = (1 << 24) as f32;
/// Maximum time to draw for the page.
const TIME: Duration = Duration::from_secs(60);
/// Time to find the plan shown in a puzzle's picture, in milliseconds.
const MOVETIME: u64 = 500;

/// How an animation is drawn.
pub struct Look {
    /// Time to find a puzzle's plan, in milliseconds.
    pub movetime: u64,
    /// View from the second player's side.
    pub flip: bool,
    /// Labels at the edges.
    pub edges: Edges,
    /// Pixels per unit.
    pub scale: f32,
    /// Time per picture, in milliseconds.
    pub delay: u32,
}

/// What an animation may cost.
pub struct Bounds<'a> {
    /// Maximum number of moves.
    pub moves: usize,
    /// Maximum size of a picture in pixels.
    pub dots: f32,
    /// Called before each picture; whether to continue.
    pub go_on: &'a mut dyn FnMut() -> bool,
}

/// Why there is no picture or animation.
#[derive(Debug, Error)]
pub enum FilmError {
    /// The request is not what the page sends.
    #[error("the request cannot be read: {0}")]
    Request(#[from] serde_json::Error),
    /// There is no such game.
    #[error("there is no game {0:?}")]
    Game(String),
    /// The game or the plan is too long.
    #[error("{0} moves, expected at most {1}")]
    Long(usize, usize),
    /// It took too long, or nobody waits for it any more.
    #[error("the pictures were not finished within {} s", TIME.as_secs())]
    Stopped,
    /// The start is not a position.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A move is illegal.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// A position cannot be drawn.
    #[error(transparent)]
    Picture(#[from] PictureError),
    /// A picture cannot be rendered.
    #[error(transparent)]
    Png(#[from] PngError),
    /// The animation cannot be encoded.
    #[error(transparent)]
    Gif(#[from] GifError),
}

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

/// The picture or animation that the page asks for. `is_wanted` is asked between pictures whether somebody still waits
/// for it.
///
/// # Errors
/// See [`FilmError`].
pub fn picture(request: &str, games: &[Entry], is_wanted: &mut dyn FnMut() -> bool) -> Result<Vec<u8>, FilmError> {
    let watch = Stopwatch::start();
    let Request { game, fen, moves, ply, kind, flip } = serde_json::from_str(request)?;
    let entry = find(games, &game).ok_or(FilmError::Game(game))?;
    if moves.len() > MOVES {
        return Err(FilmError::Long(moves.len(), MOVES));
    }
    let mut session = (entry.open)();
    if let Some(fen) = &fen {
        session.set_position(fen)?;
    }
    for mv in &moves {
        session.play(mv)?;
    }
    if kind == Kind::Gif {
        let look = Look { movetime: MOVETIME, flip, edges: Edges::Letters, scale: 1.0, delay: 800 };
        let mut go_on = || watch.elapsed() < TIME && is_wanted();
        return animation(session.as_mut(), &look, Bounds { moves: MOVES, dots: DOTS, go_on: &mut go_on });
    }
    let plies = session.history(Notation::Wire).len();
    session.undo(plies.saturating_sub(ply));
    let wanted = Wanted { pv: "", movetime: MOVETIME, flip, edges: Edges::Letters, film: true };
    let svg = pictures::draw(session.as_ref(), wanted)?.to_string();
    Ok(png::encode_within(&svg, 1.5, DOTS)?)
}

/// An animation of the game from its start, or of a puzzle's plan, with one picture per move.
///
/// # Errors
/// A position cannot be drawn, or the animation is out of bounds.
pub fn animation(session: &mut dyn Session, look: &Look, bounds: Bounds) -> Result<Vec<u8>, FilmError> {
    if session.history(Notation::Wire).is_empty() {
        // A puzzle without moves is shown with its plan.
        let plan = pictures::plan(session, look.movetime);
        if plan.len() > bounds.moves {
            return Err(FilmError::Long(plan.len(), bounds.moves));
        }
        for text in plan {
            if session.play(&text).is_err() {
                break;
            }
        }
    }
    let plies = session.history(Notation::Wire).len();
    session.undo(plies);
    let wanted = Wanted { pv: "", movetime: look.movetime, flip: look.flip, edges: look.edges, film: true };
    let mut film = Film::new(look.scale, look.delay, bounds.dots);
    for ply in 0..=plies {
        if !(bounds.go_on)() {
            return Err(FilmError::Stopped);
        }
        if ply > 0 {
            session.redo(1);
        }
        film.add(&pictures::draw(session, wanted)?.to_string())?;
    }
    Ok(film.finish()?)
}
