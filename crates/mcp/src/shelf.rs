//! Tools about the library of games that the host named.

use crate::subject::{At, Moves, Subject, begin};
use crate::tool::{Answer, Call, Refusal, Tool, arguments};
use meihua_contracts::sentence::Sentence;
use meihua_contracts::text::Notation;
use meihua_library::{Explored, Found, Library, LibraryError, Place, Request};

/// Games listed in one answer, unless the call says how many, and at most.
const LISTED: usize = 20;
const MAX_LISTED: usize = 200;

pub(crate) fn tools() -> Vec<Tool> {
    vec![
        Tool::new(
            "find_in_library",
            "Find in the library",
            "Games of the user's library by players, dates, result, opening, position, pattern, material or sequence of moves: how many there are, and a page of them.",
            find,
        ),
        Tool::new(
            "explore",
            "Explore",
            "What was played in a position in the games of the user's library: each move with its results, years and a game to look at.",
            explore,
        ),
    ]
}

fn open(call: &Call<'_>) -> Result<Library, Refusal> {
    let path = call.host.library.as_deref();
    let path = path.ok_or_else(|| Refusal::plain("there is no library; start the server with --library FILE"))?;
    Library::open(path, call.host.games).map_err(refusal)
}

#[expect(clippy::needless_pass_by_value, reason = "what map_err hands over")]
fn refusal(error: LibraryError) -> Refusal {
    Refusal::plain(error.to_string())
}

fn find(request: Request, call: &Call<'_>) -> Result<Answer<Found>, Refusal> {
    let library = open(call)?;
    let (limit, offset) = (request.limit.unwrap_or(LISTED).min(MAX_LISTED), request.offset.unwrap_or(0));
    let query = request.query(library.games()).map_err(refusal)?;
    let game = query.variant.as_deref().unwrap_or_default();
    let place = query.position.as_ref().map(Place::fen);
    let subject = place.as_deref().map(|fen| {
        Subject { game, position: Some(fen), moves: &Moves::default() }.open(library.games(), &call.host.config())
    });
    let position = subject.transpose()?.map(|session| At::of(session.as_ref()));
    let found = library.page(&query, offset, limit).map_err(refusal)?;
    let mut text = games(found.found);
    for game in &found.games {
        let known = |text: &Option<String>| text.clone().unwrap_or_else(|| "?".to_owned());
        let (red, black, date) = (known(&game.red), known(&game.black), known(&game.date));
        text += &format!("\n{}: {red} - {black}, {}, {date}, {} plies", game.number, game.result, game.plies);
    }
    Ok(Answer { position, result: found, text, picture: None })
}

/// `1 game`, `2 games`.
fn games(count: usize) -> String {
    Sentence::counted(count, ["{} game", "{} games"]).to_string()
}

arguments!(Explore {});

fn explore(given: Explore, call: &Call<'_>) -> Result<Answer<Explored>, Refusal> {
    let library = open(call)?;
    let session = given.subject().open(library.games(), &call.host.config())?;
    let entry = given.subject().entry(library.games())?;
    let start = given.position.as_deref().and_then(|text| begin(text, entry).0);
    let start = start.as_deref().unwrap_or("startpos");
    let text = format!("{start} moves {}", session.history(Notation::Wire).join(" "));
    let place = Place::read(&text, session.name(), library.games()).map_err(refusal)?;
    let explored = library.explore(&place).map_err(refusal)?;
    let mut words = games(explored.games as usize);
    if let Some(opening) = &explored.opening {
        words += &format!(", opening {}", opening.code);
    }
    for mv in &explored.moves {
        words += &format!("\n{}: {}, +{} ={} -{}", mv.mv, games(mv.games() as usize), mv.red, mv.draws, mv.black);
    }
    Ok(Answer::new(At::of(session.as_ref()), explored, words))
}
