//! Tools about a position as it stands: games, moves, pictures.

use crate::subject::{At, LegalMove, legal};
use crate::think::notations;
use crate::tool::{Answer, Call, Refusal, Tool, arguments};
use meihua_contracts::sentence::Sentence;
use meihua_contracts::text::GameText;
use meihua_contracts::view::GamePart;
use meihua_engine::engine::session::Session;
use meihua_engine::engine::view::View;
use meihua_engine::games::xiangqi::Position as Xiangqi;
use meihua_pictures::pictures::{self, PictureError, Wanted};
use meihua_pictures::png;
use meihua_pictures::xiangqi::Edges;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Maximum size of a picture in pixels.
const MAX_DOTS: f32 = 4e6;
/// Time to find the plan in a puzzle's picture, in milliseconds.
const PLAN_TIME: u64 = 1_000;
/// Maximum number of legal moves in an answer.
const MAX_LEGAL: usize = 500;

pub(crate) fn tools() -> Vec<Tool> {
    vec![
        Tool::new(
            "list_games",
            "List games",
            "The games and puzzles, how their moves are written, and where they start.",
            list_games,
        ),
        Tool::new(
            "new_game",
            "New game",
            "A new game, or a position that you set: its key, its board and whether it is possible.",
            new_game,
        ),
        Tool::new(
            "play_moves",
            "Play moves",
            "Plays moves in any notation and returns the position that they lead to. A move that is not legal is refused with those that are.",
            play_moves,
        ),
        Tool::new(
            "legal_moves",
            "Legal moves",
            "The legal moves of a position, in every notation of the game, and which of them end the game.",
            legal_moves,
        ),
        Tool::new(
            "position",
            "Position",
            "A position as text, as a diagram and in its parts: pieces, checks, threats, prices of moves.",
            position,
        ),
        Tool::new("draw", "Draw", "A picture of a position, as PNG.", draw),
    ]
}

/// No arguments.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Nothing {}

#[derive(Serialize, JsonSchema)]
pub(crate) struct GameList {
    games: Vec<GameEntry>,
}

#[derive(Serialize, JsonSchema)]
struct GameEntry {
    /// Its name in all other tools.
    name: &'static str,
    /// 2, or 1 for a puzzle.
    players: u8,
    /// Where it starts.
    start: String,
    /// How a move is written.
    moves: &'static str,
    /// The notations that are also accepted and returned.
    notations: Vec<&'static str>,
}

fn list_games(_: Nothing, call: &Call<'_>) -> Result<Answer<GameList>, Refusal> {
    let entry = |entry: &meihua_engine::engine::registry::Entry| {
        let session = (entry.open)();
        GameEntry {
            name: entry.name,
            players: if session.is_two_player() { 2 } else { 1 },
            start: session.fen(),
            moves: session.phrases().moves,
            notations: notations(session.as_ref()).map(|(name, _)| name).collect(),
        }
    };
    let games: Vec<GameEntry> = call.host.games.iter().map(entry).collect();
    let row = |game: &GameEntry| {
        let players = Sentence::counted(usize::from(game.players), ["{} player", "{} players"]);
        format!("{} ({players}), moves: {}", game.name, game.moves)
    };
    let rows = games.iter().map(row);
    let text = rows.collect::<Vec<_>>().join("\n");
    Ok(Answer { position: None, result: GameList { games }, text, picture: None })
}

arguments!(Where {});

#[derive(Serialize, JsonSchema)]
pub(crate) struct Board {
    /// The board as text.
    diagram: String,
}

fn open(place: &Where, call: &Call<'_>) -> Result<Box<dyn Session>, Refusal> {
    place.subject().open(call.host.games, &call.host.config())
}

fn board(session: &dyn Session) -> Answer<Board> {
    shown(session.view(), session)
}

/// The board of a view that has been made already.
fn shown(view: View, session: &dyn Session) -> Answer<Board> {
    let at = At::seen(view, session);
    let diagram = session.diagram();
    let state = at.end().unwrap_or_else(|| format!("To move: {}.", at.side));
    let text = format!("{diagram}\n{state}");
    Answer::new(at, Board { diagram }, text)
}

fn new_game(place: Where, call: &Call<'_>) -> Result<Answer<Board>, Refusal> {
    Ok(board(open(&place, call)?.as_ref()))
}

arguments!(Play {
    /// The moves to play now.
    play: crate::subject::Moves,
});

fn play_moves(play: Play, call: &Call<'_>) -> Result<Answer<Board>, Refusal> {
    let mut session = play.subject().open(call.host.games, &call.host.config())?;
    for (index, mv) in play.play.words("play")?.into_iter().enumerate() {
        crate::subject::play(session.as_mut(), mv, &format!("play: move {}", index + 1))?;
    }
    Ok(board(session.as_ref()))
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct LegalMoves {
    /// At most 500.
    legal_moves: Vec<LegalMove>,
    /// How many there are.
    count: usize,
}

fn legal_moves(place: Where, call: &Call<'_>) -> Result<Answer<LegalMoves>, Refusal> {
    let session = open(&place, call)?;
    let view = session.view();
    let mut legal_moves = legal(&view);
    let count = legal_moves.len();
    legal_moves.truncate(MAX_LEGAL);
    let names: Vec<&str> = legal_moves.iter().map(|mv| mv.wire.as_str()).collect();
    let moves = Sentence::counted(count, ["{} legal move", "{} legal moves"]);
    let text = format!("{moves}: {}", names.join(" "));
    Ok(Answer::new(At::seen(view, session.as_ref()), LegalMoves { legal_moves, count }, text))
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Parts {
    diagram: String,
    /// What only this game has: pieces, checks, threats, prices (`own` in protocol.md, view).
    own: Value,
    /// The verdict of a table of endings: result and distance; null if no table has the position.
    table: Option<String>,
}

fn position(place: Where, call: &Call<'_>) -> Result<Answer<Parts>, Refusal> {
    let session = open(&place, call)?;
    let view = session.view();
    let own: &dyn GamePart = &*view.own;
    let own = serde_json::to_value(own.json()).unwrap_or_default();
    let Answer { position, result: Board { diagram }, mut text, .. } = shown(view, session.as_ref());
    let table = session.table_verdict();
    if let Some(table) = &table {
        text += &format!("\nTable of endings: {table}");
    }
    Ok(Answer { position, result: Parts { diagram, own, table }, text, picture: None })
}

arguments!(Draw {
    /// For xiangqi: moves to show as arrows.
    #[serde(default)]
    line: crate::subject::Moves,
    /// For xiangqi: whether to draw the board from the second player's side.
    #[serde(default)]
    flip: bool,
});

#[derive(Serialize, JsonSchema)]
pub(crate) struct Picture {
    /// The picture in the content is of this type.
    mime_type: &'static str,
}

fn draw(draw: Draw, call: &Call<'_>) -> Result<Answer<Picture>, Refusal> {
    let mut session = draw.subject().open(call.host.games, &call.host.config())?;
    let pv = draw.line.words("line")?.join(" ");
    for (name, is_given) in [("line", !pv.is_empty()), ("flip", draw.flip)] {
        if is_given && session.name() != Xiangqi::NAME {
            return Err(Refusal::plain(format!("{name}: only for {}, not for {}", Xiangqi::NAME, session.name())));
        }
    }
    // A picture of a puzzle shows the plan that is found in a time; without it, it is always the same.
    let (movetime, flip, edges) = (PLAN_TIME, draw.flip, Edges::default());
    let wanted = Wanted { pv: &pv, movetime, flip, edges, film: true, words: None };
    let refused = |error: &dyn std::fmt::Display| Refusal::plain(error.to_string());
    let svg = pictures::draw(session.as_mut(), wanted).map_err(|error| match error {
        PictureError::Pv(error) => Refusal::plain(format!("line: {error}")),
        error => refused(&error),
    })?;
    let picture = png::encode_within(&svg.to_string(), 1.0, MAX_DOTS).map_err(|error| refused(&error))?;
    let answer = Answer::new(At::of(session.as_ref()), Picture { mime_type: "image/png" }, "The position:".to_owned());
    Ok(Answer { picture: Some(picture), ..answer })
}
