//! The board in the browser: a server of this machine alone, whose page speaks the protocol of the engine.
//!
//! ```text
//! browser ── GET ───────> http, assets, art    the page, from a table in the program
//!         ── WebSocket ─> guard ── socket      a frame is a line, either way; one session each, within limits
//! ```
//!
//! - [`command`]: the command line, the port, Ctrl-C
//! - [`http`]: heads of requests and answers
//! - [`guard`]: who may talk: host, origin, number
//! - [`socket`]: a WebSocket as input and output of a session
//! - [`story`], [`film`]: a game analysed, and drawn, for the page
//! - [`route`]: the platform's file of a game of a tower
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
