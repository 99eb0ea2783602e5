//! The platform's file of a game of a multi-floor tower, `.h5route`, to and from the page.
//!
//! A WebSocket at `/route`: the page sends one message with the tower's name on the shelf and either the keys of a game or
//! the text of a file; the server answers with the other.

use super::socket;
use meihua_mota::h5route::{Record, RecordError};
use meihua_mota::route::{self, RouteError};
use meihua_mota::shelf;
use serde::{Deserialize, Serialize};
use std::io;
use std::net::TcpStream;
use thiserror::Error;
use tungstenite::Message;

/// What the page sends.
#[derive(Deserialize)]
struct Wish {
    /// The tower, `shelf:…`.
    tower: String,
    #[serde(flatten)]
    what: What,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum What {
    /// The keys of a game, in the spelling of routes.
    Keys(String),
    /// The text of a file.
    File(String),
}

/// What the server sends.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Told {
    /// The text of the file.
    File(String),
    /// The keys, and the version of the tower that they were pressed in.
    Keys { keys: String, version: String },
    /// Why there is neither.
    Error(String),
}

#[derive(Debug, Error)]
enum RouteFileError {
    #[error("the wish cannot be read: {0}")]
    Wish(#[from] serde_json::Error),
    #[error("this program has no tower {0:?}: open its zip again")]
    Tower(String),
    #[error(transparent)]
    Record(#[from] RecordError),
    #[error(transparent)]
    Route(#[from] RouteError),
}

/// Answers the wish for a route.
///
/// # Errors
/// The connection broke.
pub(crate) fn serve(stream: TcpStream, key: &str) -> io::Result<()> {
    socket::answer(stream, key, |wish| {
        let told = answer(wish).unwrap_or_else(|error| Told::Error(error.to_string()));
        // Strings can always be written.
        Message::text(serde_json::to_string(&told).unwrap_or_default())
    })
}

fn answer(wish: &str) -> Result<Told, RouteFileError> {
    let Wish { tower, what } = serde_json::from_str(wish)?;
    let (climb, _) = shelf::find(&tower).ok_or(RouteFileError::Tower(tower))?;
    match what {
        What::Keys(keys) => {
            let keys = route::parse(&climb.project, &keys)?;
            let route = route::text(&climb.project, &keys);
            Ok(Told::File(Record::new(&climb.project, route).pack()))
        }
        What::File(text) => {
            let record = Record::unpack(text.trim())?;
            let mut project = (*climb.project).clone();
            record.choose_difficulty(&mut project)?;
            let keys = route::parse(&project, &record.route)?;
            Ok(Told::Keys { keys: route::text(&project, &keys), version: record.version })
        }
    }
}
