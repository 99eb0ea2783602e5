//! Tools about what a position is worth, and what to do in it.

use crate::subject::At;
use crate::think::{Line, MAX_MOVETIME, MAX_NODES, Thought, notations, think};
use crate::tool::{Answer, Call, Count, Refusal, Tool, arguments};
use meihua_engine::engine::event::Worth;
use meihua_engine::engine::go::Go;
use meihua_engine::engine::session::Session;
use meihua_engine::search::report::Bound;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// Nodes of a search, if none are asked for.
const NODES: u64 = 300_000;
/// States of a puzzle's solver, if none are asked for.
const STATES: u64 = 3_000_000;

/// More moves than any puzzle's position has values of.
pub(crate) const ALL_MOVES: usize = 500;

/// How many nodes a call may take.
pub(crate) type Nodes = Count<MAX_NODES>;

pub(crate) fn tools() -> Vec<Tool> {
    vec![
        Tool::new(
            "analyse",
            "Analyse",
            "The best lines of a position with their values, by search; for a puzzle the value of each move, by its solver. Limits: nodes (a fixed number gives the same answer every time), depth, movetime.",
            analyse,
        ),
        Tool::new(
            "hint",
            "Hint",
            "The best next move from a position; for a puzzle the next step of a best plan.",
            hint,
        ),
    ]
}

/// The number of nodes to think, if none is asked for.
fn usual(session: &dyn Session) -> u64 {
    if session.is_two_player() { NODES } else { STATES }
}

arguments!(Analyse {
    /// Maximum number of nodes (states of a puzzle). The default is 300,000 for a game and 3,000,000 for a puzzle.
    #[serde(default)]
    nodes: Option<Nodes>,
    /// Maximum depth in plies; the maximum length of a puzzle's plan.
    #[serde(default)]
    depth: Option<Count<100>>,
    /// Maximum time in milliseconds. With it, answers can differ from one call to the next.
    #[serde(default)]
    movetime: Option<Count<MAX_MOVETIME>>,
    /// The number of lines; the default is 1.
    #[serde(default)]
    lines: Option<Count<10>>,
    /// Only these moves are considered.
    #[serde(default)]
    only: crate::subject::Moves,
});

#[derive(Serialize, JsonSchema)]
pub(crate) struct Values {
    /// The best lines, best first; empty if the game is over.
    lines: Vec<Line>,
    /// For a puzzle: what its best plan is worth, and whether that is proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    plan_value: Option<PlanValue>,
    /// For a puzzle, the values of the moves.
    move_values: Vec<MoveValue>,
    /// The best move as the protocol spells it; null if the game is over.
    best: Option<String>,
    /// The best move in the other notations of the game.
    names: BTreeMap<&'static str, String>,
    /// Nodes that were searched.
    nodes: u64,
    /// Whether the same request always gets this answer: whether no time was asked for.
    repeatable: bool,
}

/// The value of a move in a puzzle.
#[derive(Serialize, JsonSchema)]
pub(crate) struct MoveValue {
    #[serde(rename = "move")]
    mv: String,
    #[serde(flatten)]
    worth: PlanValue,
}

/// What a plan is worth.
#[derive(Clone, Serialize, JsonSchema)]
pub(crate) struct PlanValue {
    /// What the value counts: `crossings`, `cost`, `moves` (less is better) or `hp` (more is better).
    objective: &'static str,
    /// The value of the best plan found; null if none is known.
    pub value: Option<i64>,
    /// The best value that is still possible; null if it is not known.
    bound: Option<i64>,
    /// `proven`: there is no better plan, and if the value is null there is none at all. `anytime`: a better one may
    /// exist.
    pub status: &'static str,
}

impl From<Worth> for PlanValue {
    fn from(worth: Worth) -> PlanValue {
        let bound = Some(worth.bound).filter(|&bound| bound != meihua_contracts::solution::NO_BOUND);
        PlanValue { objective: worth.objective, value: worth.value, bound, status: worth.status.name() }
    }
}

impl PlanValue {
    /// The value, how sure it is and what is still possible, for people.
    pub(crate) fn words(&self) -> String {
        let value = self.value.map_or("none".to_owned(), |value| value.to_string());
        let bound = self.bound.filter(|_| self.status != "proven" && self.bound != self.value);
        let bound = bound.map_or(String::new(), |bound| format!(", at best {bound}"));
        format!("{}: {value} ({}{bound}).", self.objective, self.status)
    }
}

fn analyse(given: Analyse, call: &Call<'_>) -> Result<Answer<Values>, Refusal> {
    let mut config = call.host.config();
    let is_game = given.subject().entry(call.host.games)?.is_two_player();
    let wanted = given.lines.map_or(1, |Count(lines)| lines as usize);
    // A puzzle's solver gives the values of as many moves as lines are asked for.
    (config.multi_pv, config.show_wdl) = (if is_game { wanted } else { ALL_MOVES }, true);
    let mut session = given.subject().open(call.host.games, &config)?;
    let has_other = given.depth.is_some() || given.movetime.is_some();
    let nodes =
        given.nodes.map_or_else(|| if has_other { MAX_NODES } else { usual(session.as_ref()) }, |Count(nodes)| nodes);
    let (depth, movetime) = (given.depth.map(|Count(plies)| plies as u32), given.movetime.map(|Count(time)| time));
    let mut go = Go { nodes: Some(nodes), depth, movetime, ..Go::default() };
    for mv in given.only.words("only")? {
        go.search_moves.push(crate::subject::play(session.as_mut(), mv, "only")?);
        session.undo(1);
    }
    let mut thought = think(session.as_mut(), &go, call)?;
    thought.lines.retain(|&rank, _| rank <= wanted);
    Ok(values(session.as_ref(), &thought, given.movetime.is_none()))
}

fn values(session: &dyn Session, thought: &Thought, repeatable: bool) -> Answer<Values> {
    let at = At::of(session);
    // No step is advised in a puzzle without a solution; a walk in a tower is worth something all the same.
    let no_plan = thought.solved.as_ref().filter(|solved| solved.worth.is_hopeless() && solved.worth.objective != "hp");
    let best = thought.best.mv.clone().filter(|_| no_plan.is_none());
    let lines = if at.over || no_plan.is_some() { Vec::new() } else { thought.lines(session) };
    let spelled = |notation| session.spell(best.as_slice(), notation).pop();
    let names = notations(session).filter_map(|(name, notation)| Some((name, spelled(notation)?))).collect();
    let move_values = thought.values.iter().map(|(mv, worth)| MoveValue { mv: mv.clone(), worth: (*worth).into() });
    let rows = lines.iter().map(|line| {
        let shown = ["wxf", "san"].iter().find_map(|name| line.names.get(name)).unwrap_or(&line.moves);
        let shown: Vec<&str> = shown.iter().take(12).map(String::as_str).collect();
        let bound = match line.bound {
            Some(Bound::Upper) => " or worse",
            Some(Bound::Lower) => " or better",
            Some(Bound::Exact) | None => "",
        };
        format!("{}. {}{bound} depth {}: {}", line.rank, score_words(&line.score), line.depth, shown.join(" "))
    });
    let mut text: Vec<String> = rows.collect();
    let plan_value = thought.solved.as_ref().map(|solved| solved.worth).or(thought.at_goal).map(PlanValue::from);
    text.extend(plan_value.as_ref().filter(|plan| plan.value.is_some()).map(PlanValue::words));
    text.push(match &best {
        Some(best) => format!("Best: {best}, after {} nodes.", thought.nodes()),
        None if no_plan.is_some() => "There is no plan (proven).".to_owned(),
        None if thought.at_goal.is_some() => "The puzzle is solved.".to_owned(),
        None => at.end().unwrap_or_else(|| "There is no move.".to_owned()),
    });
    let move_values = move_values.collect();
    let result = Values { lines, plan_value, move_values, best, names, nodes: thought.nodes(), repeatable };
    Answer::new(at, result, text.join("\n"))
}

/// A score for people.
pub(crate) fn score_words(score: &Value) -> String {
    let part = |name: &str| score.get(name).and_then(Value::as_i64);
    match (part("cp"), part("mate"), part("units")) {
        (Some(cp), ..) => format!("{:+.2}", cp as f64 / 100.0),
        (_, Some(mate), _) if mate < 0 => format!("loses in {}", -mate),
        (_, Some(mate), _) => format!("wins in {mate}"),
        (.., Some(units)) => format!("value {units}"),
        _ => "value unknown".to_owned(),
    }
}

arguments!(Hint {
    /// Maximum number of nodes (states of a puzzle).
    #[serde(default)]
    nodes: Option<Nodes>,
});

fn hint(given: Hint, call: &Call<'_>) -> Result<Answer<Values>, Refusal> {
    let mut session = given.subject().open(call.host.games, &call.host.config())?;
    let nodes = given.nodes.map_or_else(|| usual(session.as_ref()), |Count(nodes)| nodes);
    let go = Go { nodes: Some(nodes), ..Go::default() };
    let thought = think(session.as_mut(), &go, call)?;
    Ok(values(session.as_ref(), &thought, true))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_said_in_words() {
        for (score, words) in [
            (serde_json::json!({"cp": -35}), "-0.35"),
            (serde_json::json!({"mate": 3}), "wins in 3"),
            (serde_json::json!({"mate": -2}), "loses in 2"),
            (serde_json::json!({"units": 196}), "value 196"),
            (Value::Null, "value unknown"),
        ] {
            assert_eq!(score_words(&score), words);
        }
    }
}
