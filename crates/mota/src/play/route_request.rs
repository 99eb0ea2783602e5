//! Converts a multi-floor tower game to and from the platform's route file, `.h5route`, for the page in the browser.
//!
//! A request has the stored tower's name and either the key strokes of a game or the text of a file; the answer has the
//! other.

use crate::play::h5route::{Record, RecordError};
use crate::play::open_projects;
use crate::play::route::{self, RouteError};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A request from the page.
#[derive(Deserialize)]
struct Request {
    /// The stored tower, `shelf:…`.
    tower: String,
    #[serde(flatten)]
    what: What,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum What {
    /// The key strokes of a game, in route notation.
    Keys(String),
    /// The text of a file.
    File(String),
}

/// An answer to the page.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Reply {
    /// The text of the file.
    File(String),
    /// The key strokes, and the version of the tower in which they were pressed.
    Keys { keys: String, version: String },
    /// The reason why there is neither.
    Error(String),
}

#[derive(Debug, Error)]
enum RouteFileError {
    #[error("the request cannot be read: {0}")]
    Request(#[from] serde_json::Error),
    #[error("tower {0:?} is not loaded: open its zip again")]
    Tower(String),
    #[error(transparent)]
    Record(#[from] RecordError),
    #[error(transparent)]
    Route(#[from] RouteError),
}

/// Answers a request about a route with a JSON object.
pub fn answer(request: &str) -> String {
    let reply = find(request).unwrap_or_else(|error| Reply::Error(error.to_string()));
    // Strings can always be serialised.
    serde_json::to_string(&reply).unwrap_or_default()
}

fn find(request: &str) -> Result<Reply, RouteFileError> {
    let Request { tower, what } = serde_json::from_str(request)?;
    let (climb, _) = open_projects::find(&tower).ok_or(RouteFileError::Tower(tower))?;
    match what {
        What::Keys(keys) => {
            let keys = route::parse(&climb.project, &keys)?;
            let route = route::text(&climb.project, &keys);
            Ok(Reply::File(Record::new(&climb.project, route).pack()))
        }
        What::File(text) => {
            let record = Record::unpack(text.trim())?;
            let mut project = (*climb.project).clone();
            record.choose_difficulty(&mut project)?;
            let keys = route::parse(&project, &record.route)?;
            Ok(Reply::Keys { keys: route::text(&project, &keys), version: record.version })
        }
    }
}
