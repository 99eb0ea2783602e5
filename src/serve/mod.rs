//! The board in the browser: a server for this machine only, whose page speaks the engine's protocol.
//!
//! ```text
//! browser ── GET ───────> http, assets, art    the page, from files in the program
//!         ── WebSocket ─> guard ── socket      each frame is a line; one session each, within limits
//! ```
//!
//! - [`command`]: the command line, the port, Ctrl-C
//! - [`http`]: request heads and responses
//! - [`guard`]: who may connect: host, origin, token, number
//! - [`socket`]: a WebSocket as the input and output of a session
//! - [`work`]: a game analysed or drawn, or the route file of a tower, for the page
//! - [`assets`], [`art`], [`bundle`]: what is served

pub(crate) mod art;
pub(crate) mod assets;
pub(crate) mod bundle;
pub(crate) mod command;
#[cfg(test)]
pub(crate) mod comments;
pub(crate) mod guard;
pub(crate) mod http;
pub(crate) mod socket;
pub(crate) mod work;

pub(crate) use command::{ServeArgs, run};
