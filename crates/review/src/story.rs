//! A game analysed for the page in the browser: marks, accuracy, reasons and a report.
//!
//! The page sends one request; the answers are messages: `progress` after each position and finally one `story` or
//! `error`. `meihua serve` sends them over a WebSocket, the module of WebAssembly as lines.

use crate::connect_four::ConnectFourJudge;
use crate::html::Page;
use crate::judge::{self, AnalyseError, Judge};
use crate::review::Review;
use crate::session::{self, SessionJudge};
use crate::xiangqi::{Effort, XiangqiJudge};
use crate::{annotate, json};
use meihua_contracts::control::Control;
use meihua_contracts::rules::Rules;
use meihua_contracts::solution::Budget;
use meihua_contracts::text::Notation;
use meihua_engine::engine::config::Config;
use meihua_engine::engine::go::Go;
use meihua_engine::engine::registry::Entry;
use meihua_engine::search::limits::Limits;
use meihua_games::language::Language;
use meihua_games::{GAMES, say};
use meihua_records::write::pgn;
use meihua_records::{GameRecord, Games, RecordError, RecordedGame};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use thiserror::Error;

/// Nodes per position, unless the page asks for fewer.
const NODES: u64 = 200_000;
/// Solver nodes per position of four in a row, for each node of a search.
const PROOF_FACTOR: u64 = 500;
/// Maximum number of moves of a game.
pub const MOVES: usize = 1_000;
/// Maximum size of the table in megabytes.
const HASH: usize = 32;

/// A request from the page.
#[derive(Deserialize)]
struct Request<'a> {
    /// The game in the form that `export` takes.
    #[serde(borrow)]
    game: &'a RawValue,
    notation: Spelling,
    /// The language of the report and the comments.
    #[serde(default)]
    language: Spoken,
    /// Nodes per position.
    nodes: u64,
}

/// The notation of moves.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Spelling {
    Wxf,
    Chinese,
    Iccs,
    San,
}

/// The language of the page.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Spoken {
    #[default]
    En,
    Zh,
}

/// A message to the page.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
enum Reply {
    /// Number of positions done.
    Progress { done: usize, of: usize },
    /// The result: the object of `analyse --json`, the HTML report, the annotated game.
    Story { review: Box<RawValue>, report: String, pgn: String },
    /// The reason why there is none.
    Error { message: String },
}

/// Why a game cannot be analysed.
#[derive(Debug, Error)]
pub enum StoryError {
    /// The request is not one.
    #[error("the request cannot be read: {0}")]
    Request(#[from] serde_json::Error),
    /// The game in it cannot be read.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// There is no game in it.
    #[error("expected one game")]
    NoGame,
    /// The game has this many moves.
    #[error("a game of {0} moves, expected at most {MOVES}")]
    Long(usize),
    /// The game cannot be analysed.
    #[error(transparent)]
    Analyse(#[from] AnalyseError),
}

/// Analyses the game of a request with a table of at most `megabytes`. `say` receives each message, a JSON object, and
/// returns whether to continue.
pub fn tell(request: &str, megabytes: usize, say: &mut dyn FnMut(&str) -> bool) {
    let mut send = |reply: &Reply| {
        // Strings and numbers can always be serialised.
        say(&serde_json::to_string(reply).unwrap_or_default())
    };
    let reply = respond(request, megabytes.min(HASH), &mut |done, of| send(&Reply::Progress { done, of }));
    send(&reply.unwrap_or_else(|error| Reply::Error { message: error.to_string() }));
}

/// Analyses a game. `step` receives how many of how many positions are done and returns whether to continue.
fn respond(request: &str, hash: usize, step: &mut dyn FnMut(usize, usize) -> bool) -> Result<Reply, StoryError> {
    let Request { game, notation, language, nodes } = serde_json::from_str(request)?;
    let language = match language {
        Spoken::En => Language::En,
        Spoken::Zh => Language::Zh,
    };
    let notation = match notation {
        Spelling::Wxf => Notation::Wxf,
        Spelling::Chinese => Notation::Chinese,
        Spelling::Iccs => Notation::Wire,
        Spelling::San => Notation::San,
    };
    let record = Games::of("game", game.get().as_bytes(), GAMES)?.next().ok_or(StoryError::NoGame)??;
    let nodes = nodes.clamp(1, NODES);
    let review = review(record, GAMES, notation, Depth { nodes, lines: 1, hash, skipped: 0 }, &Control::new(), step)?;
    let mut page = Page::new(&language.text(say!("{} nodes a position", nodes)), language);
    page.add(&review, "Meihua");
    Ok(Reply::Story {
        review: RawValue::from_string(json::write(&review, "page").trim().to_owned())?,
        report: page.finish(),
        pgn: pgn::write(&annotate::annotate(&review, language), notation),
    })
}

/// How thoroughly a game is analysed, in one thread.
#[derive(Clone, Copy, Debug)]
pub struct Depth {
    /// Nodes per position of a search.
    pub nodes: u64,
    /// Number of best lines per position.
    pub lines: usize,
    /// Megabytes for the table.
    pub hash: usize,
    /// Number of moves at the beginning of which nothing is said.
    pub skipped: usize,
}

/// Analyses a game of two players, which is one of `games` or tells its own rules. `step` receives how many of how many
/// positions are done and returns whether to continue. A stop by `control` cuts short what is being searched; `step` is asked then, too.
///
/// # Errors
/// The game is too long, of no known kind, or cannot be searched; or `step` ended it.
pub fn review(
    record: GameRecord,
    games: &'static [Entry],
    notation: Notation,
    depth: Depth,
    control: &Control,
    step: &mut dyn FnMut(usize, usize) -> bool,
) -> Result<Review, StoryError> {
    let Depth { nodes, lines, hash, skipped } = depth;
    let plies = record.tree.main_line().count();
    if plies > MOVES {
        return Err(StoryError::Long(plies));
    }
    let mut judge: Box<dyn Judge> = match record.start.kind() {
        game if game == RecordedGame::XIANGQI => {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            Box::new(XiangqiJudge::new(
                Effort { limits, multi_pv: lines, rules: Rules::default() },
                hash,
                1,
                control.clone(),
            )?)
        }
        game if game == RecordedGame::CONNECT_FOUR => {
            let nodes = Some(nodes.saturating_mul(PROOF_FACTOR));
            let budget = Budget { nodes, movetime: None, threads: 1, megabytes: hash, depth: None };
            Box::new(ConnectFourJudge::new(&budget, control.clone()))
        }
        other => {
            let go = Go { nodes: Some(nodes), ..Go::default() };
            let config = Config { hash, multi_pv: lines, ..Config::default() };
            Box::new(SessionJudge::new(session::entry_of(other, games)?, go, &config, control.clone())?)
        }
    };
    let (mut done, of) = (0, (plies + 1).saturating_sub(skipped));
    let mut step = || {
        done += 1;
        step(done.min(of), of)
    };
    Ok(judge::review(judge.as_mut(), record, notation, skipped, &mut step)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Red trades a rook for a cannon on the seventh ply.
    const MOVES: [&str; 10] = ["h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "h7h1", "h0h1", "h9h1", "e3e4", "h1c1"];

    /// The report and the annotated game.
    fn reply(language: &str) -> (String, String) {
        let moves: Vec<String> = MOVES.iter().map(|mv| format!("{{\"move\":\"{mv}\"}}")).collect();
        let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
        let game = format!(
            "{{\"game\":\"xiangqi\",\"start\":\"{start}\",\"result\":\"*\",\"tags\":{{}},\"moves\":[{}]}}",
            moves.join(",")
        );
        let request = format!("{{\"game\":{game},\"notation\":\"chinese\",{language}\"nodes\":2000}}");
        match respond(&request, HASH, &mut |_, _| true) {
            Ok(Reply::Story { report, pgn, .. }) => (report, pgn),
            Ok(Reply::Progress { .. } | Reply::Error { .. }) => panic!("no story"),
            Err(error) => panic!("{error}"),
        }
    }

    #[test]
    fn a_stop_cuts_short_what_is_being_searched() {
        for game in ["xiangqi h2e2 h9g7", "cfour 4 4 4 4 4 4 2 6 6 2 2 6 6 2"] {
            let (name, moves) = game.split_once(' ').unwrap();
            let text = format!("[Variant \"{name}\"]\n\n1. {moves}\n");
            let record = Games::of("game", text.as_bytes(), GAMES).unwrap().next().unwrap().unwrap();
            let control = Control::stopping_after(1);
            // As many nodes as nobody can wait for.
            let depth = Depth { nodes: u64::MAX, lines: 1, hash: 1, skipped: 0 };
            let mut step = |_, _| !control.is_stop_sent();
            let ended = review(record, GAMES, Notation::Wire, depth, &control, &mut step);
            assert!(matches!(ended, Err(StoryError::Analyse(AnalyseError::Stopped))), "{game}");
        }
    }

    #[test]
    fn a_story_is_told_in_the_language_of_the_page() {
        let (report, pgn) = reply("\"language\":\"zh\",");
        assert!(report.contains("<html lang=\"zh-CN\">") && report.contains("转折点"), "{report}");
        assert!(!report.contains("Turning") && !report.contains("Better"), "{report}");
        assert!(pgn.contains("大错。最佳为") && !pgn.contains("was best"), "{pgn}");
        let (report, pgn) = reply("");
        assert!(report.contains("<html lang=\"en\">") && report.contains("Turning points"), "{report}");
        assert!(pgn.contains("Blunder. ") && pgn.contains(" was best."), "{pgn}");
    }
}
