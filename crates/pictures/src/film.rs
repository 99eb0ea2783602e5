//! A game as an animation, and the pictures that the page in the browser asks for.
//!
//! The page sends one request and gets the bytes of a PNG of the current position or of a GIF of the whole game, or the
//! reason why there is none. A request comes from anybody who reaches the page, so its work is bounded. Where the page
//! has no server, the pixels are made by a module of their own (`crates/dots`), from the pictures of [`frames`].

use crate::gif::{Film, GifError};
use crate::pictures::{self, PictureError, Wanted};
use crate::png::{self, PngError};
use crate::xiangqi::Edges;
use meihua_contracts::clock::Stopwatch;
use meihua_contracts::sentence::Sentence;
use meihua_contracts::text::{MoveError, Notation, PositionError};
use meihua_engine::engine::game_files::with_text;
use meihua_engine::engine::registry::{Entry, find};
use meihua_engine::engine::session::Session;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use thiserror::Error;

/// Maximum number of moves in an animation for the page.
const MOVES: usize = 600;
/// Maximum size of a picture for the page, in pixels: 64 MB while it is drawn.
pub const DOTS: f32 = (1 << 24) as f32;
/// Maximum time to draw for the page.
const TIME: Duration = Duration::from_secs(60);
/// Time to find the plan shown in a puzzle's picture, in milliseconds.
const MOVETIME: u64 = 500;

/// How an animation is drawn.
pub struct Look<'a> {
    /// Moves to show behind those of the game, instead of a plan; for a multi-floor tower the route, or a file with one.
    pub pv: &'a str,
    /// Time to find a puzzle's plan, in milliseconds.
    pub movetime: u64,
    /// View from the second player's side.
    pub flip: bool,
    /// Labels at the edges.
    pub edges: Edges,
}

impl Look<'_> {
    const fn wanted(&self) -> Wanted<'static> {
        Wanted { pv: "", movetime: self.movetime, flip: self.flip, edges: self.edges, film: true, words: None }
    }
}

/// Why there is no picture or animation.
#[derive(Debug, Error)]
pub enum FilmError {
    /// The request is not what the page sends.
    #[error("the request cannot be read: {0}")]
    Request(#[from] serde_json::Error),
    /// The text of the game has faults.
    #[error("{0}")]
    Rules(Sentence),
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
    /// The text of a file that describes it; `None` for the program's own games.
    #[serde(default)]
    variants: Option<String>,
    /// The position as text; `None` for the standard start.
    fen: Option<String>,
    moves: Vec<String>,
    /// The number of moves to play before drawing.
    ply: usize,
    kind: Kind,
    /// Whether to draw from the second player's side.
    flip: bool,
}

/// What is made of pictures.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A PNG of the only one.
    Png,
    /// An animation.
    Gif,
}

/// What is made of the pictures that the page asks for, and how.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Order {
    /// What is made of them.
    pub kind: Kind,
    /// Pixels per unit.
    pub scale: f32,
    /// Time per picture of an animation, in milliseconds.
    pub delay: u32,
}

/// The picture or animation that the page asks for. `is_wanted` is asked between pictures whether somebody still waits
/// for it.
///
/// # Errors
/// See [`FilmError`].
pub fn picture(
    request: &str,
    games: &'static [Entry],
    is_wanted: &mut dyn FnMut() -> bool,
) -> Result<Vec<u8>, FilmError> {
    let watch = Stopwatch::start();
    let (mut film, mut still) = (None, Vec::new());
    frames(request, games, &mut |order, svg| {
        if watch.elapsed() > TIME || !is_wanted() {
            return Err(FilmError::Stopped);
        }
        match order.kind {
            Kind::Png => still = png::encode_within(svg, order.scale, DOTS)?,
            Kind::Gif => film.get_or_insert_with(|| Film::new(order.scale, order.delay, DOTS)).add(svg)?,
        }
        Ok(())
    })?;
    Ok(film.map_or(Ok(still), Film::finish)?)
}

/// Draws what the page asks for as SVG. `add` receives each picture, and what is to be made of all of them.
///
/// # Errors
/// See [`FilmError`], and those of `add`.
pub fn frames(
    request: &str,
    games: &'static [Entry],
    add: &mut dyn FnMut(Order, &str) -> Result<(), FilmError>,
) -> Result<(), FilmError> {
    let Request { game, variants, fen, moves, ply, kind, flip } = serde_json::from_str(request)?;
    let games = with_text(games, variants.as_deref()).map_err(FilmError::Rules)?;
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
    let look = Look { pv: "", movetime: MOVETIME, flip, edges: Edges::Letters };
    match kind {
        Kind::Gif => {
            let order = Order { kind, scale: 1.0, delay: 800 };
            walk(session.as_mut(), &look, MOVES, &mut |svg| add(order, svg))
        }
        Kind::Png => {
            let plies = session.history(Notation::Wire).len();
            session.undo(plies.saturating_sub(ply));
            let svg = pictures::draw(session.as_mut(), look.wanted())?.to_string();
            add(Order { kind, scale: 1.5, delay: 0 }, &svg)
        }
    }
}

/// An animation of the game from its start, or of a puzzle's plan, with one picture per move: `scale` pixels per unit,
/// each shown for `delay` milliseconds.
///
/// # Errors
/// A position cannot be drawn.
pub fn animation(session: &mut dyn Session, look: &Look<'_>, scale: f32, delay: u32) -> Result<Vec<u8>, FilmError> {
    let mut film = Film::new(scale, delay, png::MAX_DOTS);
    walk(session, look, usize::MAX, &mut |svg| Ok(film.add(svg)?))?;
    Ok(film.finish()?)
}

/// Draws a game of at most `most` moves from its start, or a puzzle's plan, with one picture for each move.
fn walk(
    session: &mut dyn Session,
    look: &Look<'_>,
    most: usize,
    add: &mut dyn FnMut(&str) -> Result<(), FilmError>,
) -> Result<(), FilmError> {
    if !look.pv.is_empty() {
        pictures::play_line(session, look.pv)?;
    } else if session.history(Notation::Wire).is_empty() {
        // A puzzle without moves is shown with its plan.
        let plan = pictures::plan(session, look.movetime)?;
        if plan.len() > most {
            return Err(FilmError::Long(plan.len(), most));
        }
        for text in plan {
            if session.play(&text).is_err() {
                break;
            }
        }
    }
    let plies = session.history(Notation::Wire).len();
    session.undo(plies);
    for ply in 0..=plies {
        if ply > 0 {
            session.redo(1);
        }
        add(&pictures::draw(session, look.wanted())?.to_string())?;
    }
    Ok(())
}
