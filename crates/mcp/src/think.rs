//! One search or one solution, with progress and an end on demand.

use crate::tool::{Call, Refusal};
use meihua_contracts::text::Notation;
use meihua_engine::engine::event::{Best, Event, Info, Solved, Worth};
use meihua_engine::engine::go::Go;
use meihua_engine::engine::session::Session;
use meihua_engine::search::report::Bound;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// Maximum number of nodes of a call: about a minute and a half.
pub(crate) const MAX_NODES: u64 = 100_000_000;
/// Maximum time of a call in milliseconds.
pub(crate) const MAX_MOVETIME: u64 = 60_000;
/// Maximum number of moves shown of a line.
const MAX_LINE: usize = 400;

/// What came of a `go`.
#[derive(Default)]
pub(crate) struct Thought {
    /// The last report of each line, by rank.
    pub lines: BTreeMap<usize, Info>,
    /// The result of a puzzle's solver.
    pub solved: Option<Solved>,
    /// The values of a puzzle's moves.
    pub values: Vec<(String, Worth)>,
    /// The value of a puzzle that is at its goal.
    pub at_goal: Option<Worth>,
    /// It is proven that the side to move has no win within this many moves.
    pub no_win_within: Option<u32>,
    pub is_proven_draw: bool,
    pub best: Best,
}

/// A line of best play.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Line {
    /// From 1, the best.
    pub rank: usize,
    /// For the side to move, one of `cp` (centipawns, 100 is an even chance to win), `mate` (moves, negative if the
    /// side to move loses), `units` (a puzzle's value, with a minus where less is better); null if nothing is known.
    #[schemars(with = "Option<BTreeMap<String, i64>>")]
    pub score: Value,
    /// `lower` or `upper` where the score is a bound only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub bound: Option<Bound>,
    /// The depth that was searched, in plies.
    pub depth: u32,
    /// The chances of win, draw and loss in permille.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wdl: Option<[u32; 3]>,
    /// Its moves as the protocol spells them.
    pub moves: Vec<String>,
    /// Its moves in the other notations of the game: `wxf`, `chinese`, `san`.
    pub names: BTreeMap<&'static str, Vec<String>>,
}

/// Thinks about the position of a session; not at all where a game is over, as xiangqi has moves even then.
///
/// # Errors
/// The engine refuses, there is no memory, or the call was cancelled.
pub(crate) fn think(session: &mut dyn Session, go: &Go, call: &Call<'_>) -> Result<Thought, Refusal> {
    if session.is_two_player() && session.view().verdict.over {
        return Ok(Thought::default());
    }
    let failed = |error: &dyn std::fmt::Display| Refusal::plain(error.to_string());
    session.prepare().map_err(|error| failed(&error))?;
    let (mut thought, mut fault) = (Thought::default(), None);
    let best = session.think(go, call.control.clone(), &mut |event| match event {
        Event::Info(info) => take_line(&mut thought, *info, go, call),
        Event::Solved(solved) => thought.solved = Some(*solved),
        Event::MoveValue { mv, worth } => thought.values.push((mv, worth)),
        Event::AtGoal(worth) => thought.at_goal = Some(worth),
        Event::NoWin { moves } => thought.no_win_within = Some(moves),
        Event::ProvenDraw => thought.is_proven_draw = true,
        Event::Error(error) => fault = Some(error.message),
        Event::Best(_)
        | Event::CurrentMove { .. }
        | Event::Spelled { .. }
        | Event::Leaves { .. }
        | Event::Perft { .. }
        | Event::Opening { .. }
        | Event::Text { .. }
        | Event::Bench { .. }
        | Event::End => {}
    });
    thought.best = best.map_err(|error| failed(&error))?;
    match fault {
        Some(message) => Err(Refusal::plain(message)),
        None if call.control.is_stop_sent() => Err(Refusal::plain("the call was cancelled")),
        None => Ok(thought),
    }
}

fn take_line(thought: &mut Thought, info: Info, go: &Go, call: &Call<'_>) {
    if info.multi_pv <= 1 {
        (call.progress)(info.nodes, go.nodes, &format!("depth {}", info.depth));
    }
    // A search that ends in the middle of a depth may know only bounds for it.
    let has_exact = thought.lines.get(&info.multi_pv).is_some_and(|known| known.bound.is_exact());
    if info.bound.is_exact() || !has_exact {
        thought.lines.insert(info.multi_pv, info);
    }
}

/// The notations of a session besides that of the protocol, with their names.
pub(crate) fn notations(session: &dyn Session) -> impl Iterator<Item = (&'static str, Notation)> {
    let named = |notation: &Notation| match notation {
        Notation::Wxf => Some(("wxf", Notation::Wxf)),
        Notation::Chinese => Some(("chinese", Notation::Chinese)),
        Notation::San => Some(("san", Notation::San)),
        Notation::Wire | Notation::WireFromOne | Notation::Iccs | Notation::Vietnamese => None,
    };
    session.notations().iter().filter_map(named).collect::<Vec<_>>().into_iter()
}

impl Thought {
    /// The lines in the order of their ranks, for the session that thought.
    pub(crate) fn lines(&self, session: &dyn Session) -> Vec<Line> {
        let line = |(&rank, info): (&usize, &Info)| {
            let moves: Vec<String> = info.pv.iter().take(MAX_LINE).cloned().collect();
            let names = notations(session).map(|(name, notation)| (name, session.spell(&moves, notation)));
            Line {
                rank: rank.max(1),
                score: serde_json::to_value(info.value).unwrap_or_default(),
                bound: Some(info.bound).filter(|bound| !bound.is_exact()),
                depth: info.depth,
                wdl: info.wdl,
                names: names.collect(),
                moves,
            }
        };
        self.lines.iter().map(line).collect()
    }

    /// Nodes of the whole work.
    pub(crate) fn nodes(&self) -> u64 {
        let solved = self.solved.as_ref().map(|solved| solved.nodes);
        solved.or(self.lines.values().map(|info| info.nodes).max()).unwrap_or(0)
    }
}
