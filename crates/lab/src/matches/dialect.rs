//! What a protocol must provide for a match: the words for each event, and the meaning of each line that comes back.
//!
//! | event | UCI | UCCI | UGI | XBoard |
//! |---|---|---|---|---|
//! | greeting | `uci` `uciok` | `ucci` `ucciok` | `ugi` `ugiok` | `xboard` `protover 2`, `feature … done=1` |
//! | ready check | `isready` | `isready` | `isready` | `ping N` |
//! | new game | `ucinewgame` | `setoption newgame` | `uginewgame` | `new` `variant` `level` `force` |
//! | engine to move | `position` `go` | `position` `go` | `position` `go` | `time` `otim` and the move |
//! | engine's move | `bestmove m` | `bestmove m` | `bestmove m` | `move m` |

use super::adapter_uci::{UCCI, UCI, UGI, Uci};
use super::adapter_xboard::Xboard;
use super::budget::{Budget, GameClock};
use super::declared::SettingError;
use super::engine_spec::{EngineSpec, Protocol};
use meihua_contracts::side::Side;
use meihua_engine::engine::opening::{GameNames, StartPosition};

/// What an engine thinks of its move, from its last report before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct SearchInfo {
    /// Centipawns from the engine's view; a mate is [`MATE`] minus the plies to it.
    pub score: Option<i32>,
    /// Plies.
    pub depth: u32,
    pub nodes: u64,
}

/// The score of an immediate mate, as UCCI prints it.
pub(crate) const MATE: i32 = 30_000;

/// The state of a game when an engine is to move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn<'a> {
    /// Where the game started.
    pub start: &'a StartPosition,
    /// The moves since, as spelled for this engine.
    pub moves: &'a [String],
    pub side: Side,
    /// Both clocks, the first player's first.
    pub clocks: &'a [GameClock; Side::NUM],
    pub budget: &'a Budget,
}

impl Turn<'_> {
    pub(crate) fn own(&self) -> &GameClock {
        &self.clocks[self.side.index()]
    }

    /// The opponent's clock, or the engine's own if the opponent has none.
    pub(crate) fn other(&self) -> &GameClock {
        let other = &self.clocks[self.side.other().index()];
        if other.remaining().is_zero() { self.own() } else { other }
    }

    /// `position …`, with or without `startpos`.
    pub(crate) fn position(&self, startpos: bool) -> String {
        let base = if self.start.usual && startpos { "startpos".to_owned() } else { format!("fen {}", self.start.fen) };
        match self.moves {
            [] => format!("position {base}"),
            moves => format!("position {base} moves {}", moves.join(" ")),
        }
    }

    /// ` nodes N depth N movetime MS`, as far as they are set.
    pub(crate) fn fixed_bounds(&self) -> String {
        let Budget { movetime, nodes, depth, .. } = self.budget;
        let movetime = movetime.map(|time| time.as_millis() as u64);
        [("movetime", movetime), ("nodes", *nodes), ("depth", depth.map(u64::from))]
            .iter()
            .filter_map(|(word, value)| value.map(|value| format!(" {word} {value}")))
            .collect()
    }
}

/// The meaning of a line from an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum EngineMessage {
    /// Nothing of interest.
    Nothing,
    /// A report of the search.
    SearchInfo(SearchInfo),
    /// The move, and the reply that the engine expects.
    Move(String, Option<String>),
    /// The engine resigns.
    Resign,
    /// The engine claims that the game is over, in its own words.
    Claim(String),
    /// The engine refuses a position or a move, in its own words.
    Refused(String),
}

/// A protocol, with its state for one engine.
pub(crate) trait Dialect: Send {
    fn hello(&self) -> &'static [&'static str];

    /// Handles a line of the greeting; `true` once the greeting is complete.
    fn greeted(&mut self, line: &str) -> bool;

    /// The lines to send after the greeting: options and the game.
    ///
    /// # Errors
    /// What the engine declared in its greeting does not allow it.
    fn configure(&mut self, spec: &EngineSpec, game: &GameNames) -> Result<Vec<String>, SettingError>;

    /// Whether a line that follows the options says that one of them failed.
    fn is_complaint(&self, line: &str) -> bool;

    /// A question and its expected answer, to find out that the engine has caught up; `None` if the protocol has none.
    fn sync(&mut self) -> Option<(String, String)>;

    fn new_game(&mut self, start: &StartPosition, budget: &Budget) -> Vec<String>;

    /// The lines that tell the engine to move.
    fn go(&mut self, turn: &Turn) -> Vec<String>;

    /// The lines that tell the engine to think on the opponent's time; `turn` includes the expected reply. Empty if the
    /// protocol has no such command.
    fn go_ponder(&mut self, turn: &Turn) -> Vec<String>;

    /// The command for "the expected move was played".
    fn ponder_hit(&self) -> &'static str {
        "ponderhit"
    }

    /// The command for "answer now"; `None` if the protocol has none.
    fn stop(&self) -> Option<&'static str> {
        Some("stop")
    }

    /// The meaning of a line.
    fn listen(&mut self, line: &str) -> EngineMessage;
}

pub(crate) fn dialect(protocol: Protocol) -> Box<dyn Dialect> {
    match protocol {
        Protocol::Uci => Box::new(Uci::new(&UCI)),
        Protocol::Ucci => Box::new(Uci::new(&UCCI)),
        Protocol::Ugi => Box::new(Uci::new(&UGI)),
        Protocol::Xboard => Box::new(Xboard::default()),
    }
}

/// `setoption name N value V`, as UCI and UGI spell it.
pub(crate) fn set_option(name: &str, value: &str) -> String {
    if value.is_empty() { format!("setoption name {name}") } else { format!("setoption name {name} value {value}") }
}

/// Parses `info …`: `depth`, `nodes` and `score`, with or without `cp` and `mate`. Lines other than the best of several
/// are ignored.
pub(crate) fn read_info(line: &str) -> Option<SearchInfo> {
    let mut words = line.strip_prefix("info ")?.split_whitespace().peekable();
    let mut search_info = SearchInfo::default();
    while let Some(word) = words.next() {
        match word {
            "depth" => search_info.depth = words.next()?.parse().ok()?,
            "nodes" => search_info.nodes = words.next()?.parse().ok()?,
            "multipv" if words.peek() != Some(&"1") => return None,
            "score" => {
                search_info.score = match words.next()? {
                    "cp" => words.next()?.parse().ok(),
                    "mate" => words.next()?.parse().ok().map(mate_score),
                    bare => bare.parse().ok(),
                }
            }
            // Everything after `string` or within a line is text.
            "string" | "message" | "pv" => break,
            _ => {}
        }
    }
    search_info.score.is_some().then_some(search_info)
}

/// A mate in `moves` moves (negative: against the engine), in centipawns.
fn mate_score(moves: i32) -> i32 {
    let plies = moves.saturating_mul(2).clamp(-20_000, 20_000);
    if moves > 0 { MATE + 1 - plies } else { -MATE - plies }
}

/// Parses `bestmove m [ponder m]` and its forms without a move.
pub(crate) fn read_best_move(line: &str) -> Option<EngineMessage> {
    let mut words = line.split_whitespace();
    match (words.next()?, words.next()) {
        ("bestmove", Some(mv)) => {
            let rest: Vec<&str> = words.collect();
            if rest.contains(&"resign") {
                return Some(EngineMessage::Resign);
            }
            let ponder = rest.iter().position(|&word| word == "ponder").and_then(|at| rest.get(at + 1));
            Some(EngineMessage::Move(mv.to_owned(), ponder.map(|&mv| mv.to_owned())))
        }
        ("nobestmove", _) => Some(EngineMessage::Resign),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_of_all_dialects() {
        let uci = read_info("info depth 7 seldepth 9 multipv 1 score cp -34 nodes 1234 time 5 pv h2e2").unwrap();
        assert_eq!(uci, SearchInfo { score: Some(-34), depth: 7, nodes: 1234 });
        assert_eq!(read_info("info depth 5 score 12 pv h2e2").unwrap().score, Some(12));
        assert_eq!(read_info("info depth 5 score mate 1 pv h2e2").unwrap().score, Some(MATE - 1));
        assert_eq!(read_info("info depth 0 score mate 0").unwrap().score, Some(-MATE));
        assert_eq!(read_info("info depth 9 score mate -2 nodes 1").unwrap().score, Some(-MATE + 4));
        assert_eq!(read_info("info depth 5 multipv 2 score cp 1"), None);
        assert_eq!(read_info("info string score cp 1"), None);
        assert_eq!(read_info("info currmove h2e2 currmovenumber 1"), None);
    }

    #[test]
    fn answers() {
        let hear = |line| read_best_move(line).unwrap();
        assert_eq!(hear("bestmove h2e2"), EngineMessage::Move("h2e2".into(), None));
        assert_eq!(hear("bestmove h2e2 ponder h9g7"), EngineMessage::Move("h2e2".into(), Some("h9g7".into())));
        assert_eq!(hear("bestmove h2e2 draw"), EngineMessage::Move("h2e2".into(), None));
        assert_eq!(hear("bestmove h2e2 resign"), EngineMessage::Resign);
        assert_eq!(hear("nobestmove"), EngineMessage::Resign);
        assert_eq!(hear("bestmove (none)"), EngineMessage::Move("(none)".into(), None));
        assert_eq!(read_best_move("info depth 1"), None);
    }
}
