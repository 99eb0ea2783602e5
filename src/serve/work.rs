//! What the page asks beside its sessions: a game analysed (`/story`) or drawn (`/picture`), the route file of a tower
//! (`/route`).
//!
//! Each is a WebSocket on which the page sends one message; the answer comes as messages, and the connection is closed.
//! The work ends when the page does not wait for it any more. It has places of its own, so that sessions never wait for
//! it.

use super::guard::Places;
use super::socket::Asked;
use crate::GAMES;
use meihua_engine::protocol::access::Access;
use meihua_mota::route_request;
use meihua_pictures::film;
use meihua_review::story;
use serde_json::json;
use std::io;
use std::net::TcpStream;
use tungstenite::Message;

/// Maximum number of pieces of work at once.
const WORKS: usize = 4;

static PLACES: Places = Places::new(WORKS);

/// What to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Work {
    /// Analyse a game.
    Story,
    /// Draw a game.
    Picture,
    /// Read or write a route file.
    Route,
}

impl Work {
    /// The work that is asked for at a path.
    pub(crate) fn at(path: &str) -> Option<Work> {
        match path {
            "/story" => Some(Work::Story),
            "/picture" => Some(Work::Picture),
            "/route" => Some(Work::Route),
            _ => None,
        }
    }

    /// The reason why nothing was done, in the form of the answer.
    fn refusal(self, reason: &str) -> Message {
        Message::text(match self {
            Work::Story => json!({ "event": "error", "message": reason }).to_string(),
            Work::Picture => reason.to_owned(),
            Work::Route => json!({ "error": reason }).to_string(),
        })
    }
}

/// Answers a request of the page.
///
/// # Errors
/// The connection broke.
pub(crate) fn serve(stream: TcpStream, key: &str, work: Work, access: Access) -> io::Result<()> {
    let Some((mut page, request)) = Asked::accept(stream, key)? else { return Ok(()) };
    let Some(_place) = PLACES.take() else {
        log::warn!("a request was refused: {WORKS} pieces of work are being done");
        let reason = format!("{WORKS} games are being analysed or drawn already: try again later");
        page.send(work.refusal(&reason));
        page.close(None);
        return Ok(());
    };
    match work {
        Work::Story => {
            let megabytes = match access {
                Access::Guest { hash, .. } => hash,
                Access::User => usize::MAX,
            };
            story::tell(&request, megabytes, &mut |told| page.send(Message::text(told)));
        }
        Work::Picture => {
            let picture = film::picture(&request, GAMES, &mut || page.is_there());
            page.send(picture.map_or_else(|error| work.refusal(&error.to_string()), Message::binary));
        }
        Work::Route => {
            page.send(Message::text(route_request::answer(&request)));
        }
    }
    page.close(None);
    Ok(())
}
