//! The board in the browser: a server for this machine only, whose page speaks the engine's protocol.
//!
//! ```text
//! browser ── GET ───────> http, assets, art    the page, from files in the program
//!         ── WebSocket ─> guard ── socket      each frame is a line; one session each, within limits
//! ```
//!
//! - [`command`]: the command line, the port, Ctrl-C
//! - [`http`]: request heads and responses
//! - [`guard`]: who may connect: host, origin, number
//! - [`socket`]: a WebSocket as the input and output of a session
//! - [`story`], [`film`]: a game analysed, and drawn, for the page
//! - [`route`]: the platform's route file for a tower game
//! - [`assets`], [`art`], [`bundle`]: what is served

pub(crate) mod art;
pub(crate) mod assets;
pub(crate) mod bundle;
pub(crate) mod command;
pub(crate) mod film;
pub(crate) mod guard;
pub(crate) mod http;
pub(crate) mod route;
pub(crate) mod socket;
pub(crate) mod story;

pub(crate) use command::{ServeArgs, run};
