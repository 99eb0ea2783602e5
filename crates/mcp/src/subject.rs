//! The position that a tool is asked about: a game, where it starts, and the moves from there.

use crate::tool::Refusal;
use meihua_contracts::text::Notation;
use meihua_engine::engine::config::Config;
use meihua_engine::engine::position_text;
use meihua_engine::engine::registry::{self, Entry};
use meihua_engine::engine::session::Session;
use meihua_engine::engine::view::View;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Maximum number of moves of a game.
const MAX_MOVES: usize = 2_000;
/// Maximum length of a position as text, in bytes.
const MAX_POSITION: usize = 100_000;
/// Legal moves named in a refusal; a tower can have more.
const MAX_NAMED: usize = 200;

/// Moves, one after the other.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(
    untagged,
    expecting = "expected a list of texts, such as [\"h2e2\", \"h9g7\"], or one text with spaces between the moves"
)]
pub(crate) enum Moves {
    /// A list.
    List(Vec<String>),
    /// A text with spaces between them, perhaps with move numbers (`1. e4 e5`), or steps of PDDL in parentheses.
    Text(String),
}

impl Default for Moves {
    fn default() -> Self {
        Moves::List(Vec::new())
    }
}

impl Moves {
    /// The moves of an argument with this name.
    ///
    /// # Errors
    /// There are too many.
    pub(crate) fn words(&self, name: &str) -> Result<Vec<&str>, Refusal> {
        let moves: Vec<&str> = match self {
            Moves::List(moves) => moves.iter().map(String::as_str).collect(),
            Moves::Text(text) => split(text),
        };
        if moves.len() > MAX_MOVES {
            return Err(Refusal::plain(format!("{name}: found {} moves, expected at most {MAX_MOVES}", moves.len())));
        }
        Ok(moves)
    }
}

/// The moves in a text: its words without move numbers; what stands in parentheses is one with them.
fn split(text: &str) -> Vec<&str> {
    let mut open = 0_usize;
    let words = text.split(|c: char| {
        open = match c {
            '(' => open + 1,
            ')' => open.saturating_sub(1),
            _ => open,
        };
        open == 0 && c.is_whitespace()
    });
    words.map(without_number).filter(|word| !word.is_empty()).collect()
}

/// A word without the number of the move that may stand before it, as in `1.e4` and `1...`.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.len() < word.len() && rest.starts_with('.') { rest.trim_start_matches('.') } else { word }
}

/// What the arguments of a tool say about the position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Subject<'a> {
    pub game: &'a str,
    /// The text of the position where the moves begin; `None` for the start of the game.
    pub position: Option<&'a str>,
    pub moves: &'a Moves,
}

/// The position that an answer is about.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct At {
    /// The game, as `list_games` names it.
    pub game: &'static str,
    /// The position as text (a FEN in the games that have one).
    pub fen: String,
    /// A hash of the position, 16 hexadecimal digits: the same position has the same key in every answer.
    pub key: String,
    /// The side to move: `first` (red; the player of a puzzle) or `second`.
    pub side: &'static str,
    /// The moves that led here from the position that was given, as the protocol spells them.
    pub moves: Vec<String>,
    /// Whether the game is over.
    pub over: bool,
    /// `first`, `second` or `none`; null while the game goes on.
    pub winner: Option<&'static str>,
    /// Why it is over; null while it goes on.
    pub reason: Option<&'static str>,
    /// Why no game leads to this position, although it can be played; null for ordinary positions.
    pub remark: Option<String>,
}

impl At {
    pub(crate) fn of(session: &dyn Session) -> At {
        At::seen(session.view(), session)
    }

    /// How the game is over; `None` while it goes on.
    pub(crate) fn end(&self) -> Option<String> {
        Some(format!("The game is over: {}, winner: {}.", self.reason?, self.winner?))
    }

    /// The position of a view that has been made already.
    pub(crate) fn seen(view: View, session: &dyn Session) -> At {
        let View { game, fen, key, side, history, verdict, .. } = view;
        let remark = session.oddity();
        let (over, winner, reason) = (verdict.over, verdict.winner, verdict.reason);
        At { game, fen, key, side, moves: history, over, winner, reason, remark }
    }
}

/// A legal move.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct LegalMove {
    /// As the protocol spells it.
    #[serde(rename = "move")]
    pub wire: String,
    /// In WXF notation, for xiangqi.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wxf: Option<String>,
    /// In Chinese notation, for xiangqi.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chinese: Option<String>,
    /// In the notation of chess, for chess and games of files like it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub san: Option<String>,
    /// How it ends the game: the reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ends: Option<&'static str>,
}

/// The legal moves of a view.
pub(crate) fn legal(view: &View) -> Vec<LegalMove> {
    let named = view.moves.iter().map(|mv| LegalMove {
        wire: mv.wire.clone(),
        wxf: mv.wxf.clone(),
        chinese: mv.chinese.clone(),
        san: mv.san.clone(),
        ends: mv.ends.as_ref().and_then(|end| end.reason),
    });
    named.collect()
}

impl Subject<'_> {
    /// The entry of the game.
    ///
    /// # Errors
    /// There is no such game.
    pub(crate) fn entry(self, games: &'static [Entry]) -> Result<&'static Entry, Refusal> {
        registry::find(games, self.game).ok_or_else(|| {
            Refusal::plain(format!("game: found {:?}, expected {}", self.game, registry::names_or(games)))
        })
    }

    /// Opens a session and plays the moves, under these options.
    ///
    /// # Errors
    /// The game, the position or a move is refused. After a move that is not legal, the refusal names the position
    /// before it and what is possible there.
    pub(crate) fn open(self, games: &'static [Entry], config: &Config) -> Result<Box<dyn Session>, Refusal> {
        let entry = self.entry(games)?;
        let mut session = (entry.open)();
        session.configure(config);
        if let Some(text) = self.position {
            if text.len() > MAX_POSITION {
                return Err(Refusal::plain(format!("position: longer than {MAX_POSITION} bytes")));
            }
            let (start, moves) = begin(text, entry);
            let moves = Moves::List(moves);
            let set = start.map_or(Ok(()), |start| session.set_position(&start));
            set.map_err(|error| Refusal::plain(format!("position: {error}")))?;
            for (index, mv) in moves.words("position")?.into_iter().enumerate() {
                play(session.as_mut(), mv, &format!("position: move {}", index + 1))?;
            }
        }
        for (index, mv) in self.moves.words("moves")?.into_iter().enumerate() {
            play(session.as_mut(), mv, &format!("move {}", index + 1))?;
        }
        Ok(session)
    }
}

/// Where the text of a position begins (`None` for the start of the game), and the moves in it.
pub(crate) fn begin(text: &str, entry: &Entry) -> (Option<String>, Vec<String>) {
    let text = text.trim();
    let read = position_text::read(text, entry.keeps_moves);
    let (start, moves) = read.map_or((Some(text.to_owned()), Vec::new()), |read| (read.start, read.moves));
    (start.filter(|start| !start.eq_ignore_ascii_case("startpos")), moves)
}

/// Plays a move in any notation that the game knows; returns it as the protocol spells it.
///
/// # Errors
/// It is not legal.
pub(crate) fn play(session: &mut dyn Session, mv: &str, what: &str) -> Result<String, Refusal> {
    match session.play(mv) {
        Ok(()) => Ok(session.history(Notation::Wire).pop().unwrap_or_default()),
        Err(error) => {
            let view = session.view();
            let mut legal: Vec<String> = view.moves.iter().map(|mv| mv.wire.clone()).collect();
            legal.truncate(MAX_NAMED);
            let at = Box::new(At::seen(view, session));
            Err(Refusal { message: format!("{what}: {error}"), position: Some(at), legal_moves: Some(legal) })
        }
    }
}
