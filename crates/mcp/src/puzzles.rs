//! Tools that prove: solutions, that there is none, and that a plan holds.

use crate::subject::At;
use crate::think::{Line, think};
use crate::tool::{Answer, Call, Count, Refusal, Tool, arguments};
use crate::values::{Nodes, PlanValue};
use meihua_contracts::puzzle::PuzzleText;
use meihua_contracts::sentence::Sentence;
use meihua_engine::engine::go::Go;
use meihua_engine::engine::session::Session;
use meihua_engine::engine::view::View;
use meihua_engine::games::tower::Tower;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

/// Nodes of a proof, if none are asked for.
const NODES: u64 = 20_000_000;
/// Maximum number of moves within which a win is looked for.
const MAX_WITHIN: u32 = 100;

pub(crate) fn tools() -> Vec<Tool> {
    vec![
        Tool::new(
            "solve",
            "Solve",
            "A puzzle: the best plan with its value, proven or the best so far with a bound. A game: the proven result, or a forced win within a number of moves.",
            solve,
        ),
        Tool::new(
            "prove_no_plan",
            "Prove that there is no plan",
            "Whether it is proven that no plan reaches the goal of a puzzle, with `within` none of at most that value; or that the side to move in a game has no win `within` that many moves. Otherwise the plan that refutes it, or that it is open.",
            prove_no_plan,
        ),
        Tool::new(
            "check_plan",
            "Check a plan",
            "Plays a plan step by step by the rules: whether every step is legal and whether the goal is reached.",
            check_plan,
        ),
    ]
}

arguments!(Solve {
    /// Maximum number of nodes or states; the default is 20,000,000.
    #[serde(default)]
    nodes: Option<Nodes>,
    /// For a game: look only for a win of the side to move within this many moves. For a puzzle: whether there is a plan
    /// whose value (crossings, moves, steps or cost) is at most this; not for a tower.
    #[serde(default)]
    within: Option<Count<{ u32::MAX as u64 }>>,
});

impl Solve {
    fn within(&self) -> Option<u32> {
        self.within.map(|Count(most)| most as u32)
    }
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Solution {
    /// For a puzzle, what the plan is worth.
    #[serde(flatten)]
    #[schemars(with = "OptionalPlan")]
    value: Option<PlanValue>,
    /// For a game: `win`, `loss` or `draw` for the side to move, proven; `no win` within the moves that were asked for,
    /// proven; `open` if nothing is proven. For a puzzle: `plan`, `no plan` (proven) or `open`, within what was asked for.
    result: &'static str,
    /// Moves until a proven win or loss; 0 if the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves_to_end: Option<i64>,
    /// The plan, or the line of best play.
    plan: Vec<String>,
    /// The first moves of all best plans, if they are known.
    best_first_moves: Vec<String>,
    /// What else is known of the plan: for a tower the keys of the walk, or why it is not won.
    #[serde(skip_serializing_if = "Option::is_none")]
    facts: Option<Value>,
    /// Nodes or states of the work.
    nodes: u64,
}

/// The schema of a plan's value; a game of two players has none of these fields.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "describes fields to clients")]
struct OptionalPlan {
    #[schemars(skip_serializing_if = "Option::is_none")]
    objective: Option<String>,
    #[schemars(skip_serializing_if = "Option::is_none")]
    value: Option<i64>,
    #[schemars(skip_serializing_if = "Option::is_none")]
    bound: Option<i64>,
    #[schemars(skip_serializing_if = "Option::is_none")]
    status: Option<String>,
}

fn solved(given: &Solve, call: &Call<'_>) -> Result<(Box<dyn Session>, Solution), Refusal> {
    let mut session = given.subject().open(call.host.games, &call.host.config())?;
    if given.within.is_some() && session.name() == Tower::NAME {
        return Err(Refusal::plain("within: not for tower, where a plan is worth the hp that are left"));
    }
    let mate = given.within().filter(|_| session.is_two_player());
    if let Some(moves) = mate.filter(|&moves| moves > MAX_WITHIN) {
        return Err(Refusal::plain(format!("within: found {moves}, expected at most {MAX_WITHIN} moves of a game")));
    }
    if session.is_two_player()
        && let Some(solution) = ended(&session.view())
    {
        return Ok((session, solution));
    }
    let nodes = given.nodes.map_or(NODES, |Count(nodes)| nodes);
    let go = Go { nodes: Some(nodes), mate, ..Go::default() };
    let thought = think(session.as_mut(), &go, call)?;
    let nodes = thought.nodes();
    if let Some(solved) = thought.solved {
        let value = PlanValue::from(solved.worth);
        let limit = given.within().map(i64::from);
        let result = match (solved.worth.value, limit) {
            (None, _) if value.status == "proven" => "no plan",
            (Some(found), Some(limit)) if found <= limit => "plan",
            (_, Some(limit)) if solved.worth.bound > limit => "no plan",
            (Some(_), None) => "plan",
            (None | Some(_), _) => "open",
        };
        let facts =
            (solved.facts != meihua_contracts::solution::Facts::NONE).then(|| serde_json::to_value(&solved.facts));
        let facts = facts.and_then(Result::ok);
        let (plan, best_first_moves) = (solved.plan, solved.best_first_moves);
        return Ok((
            session,
            Solution { value: Some(value), result, moves_to_end: None, plan, best_first_moves, facts, nodes },
        ));
    }
    let line: Option<Line> = thought.lines(session.as_ref()).into_iter().next();
    let mate = line.as_ref().and_then(|line| line.score.get("mate")).and_then(Value::as_i64);
    let value = thought.at_goal.map(PlanValue::from);
    let is_asked = |moves: i64| given.within().is_none_or(|limit| moves <= i64::from(limit));
    let result = match mate {
        _ if value.is_some() => "plan",
        Some(mate) if mate < 0 => "loss",
        Some(mate) if is_asked(mate) => "win",
        _ if thought.no_win_within.is_some() => "no win",
        None if thought.is_proven_draw => "draw",
        // A win that takes longer says nothing of what was asked.
        Some(_) | None => "open",
    };
    let is_decided = matches!(result, "win" | "loss");
    let plan = line.filter(|_| is_decided || mate.is_none() && result != "no win").map(|line| line.moves);
    let (plan, moves_to_end) = (plan.unwrap_or_default(), mate.filter(|_| is_decided).map(i64::abs));
    Ok((session, Solution { value, result, moves_to_end, plan, best_first_moves: Vec::new(), facts: None, nodes }))
}

/// The solution of a game that is over; `None` while it goes on.
fn ended(view: &View) -> Option<Solution> {
    let result = match view.verdict.winner? {
        winner if winner == view.side => "win",
        "none" => "draw",
        _ => "loss",
    };
    let moves_to_end = Some(0);
    Some(Solution {
        value: None,
        result,
        moves_to_end,
        plan: Vec::new(),
        best_first_moves: Vec::new(),
        facts: None,
        nodes: 0,
    })
}

fn words(solution: &Solution, within: Option<u32>) -> String {
    let within = match (solution.result, within) {
        ("no win", Some(limit)) => format!(" within {limit} (proven)"),
        ("no plan" | "open", Some(limit)) => format!(" within {limit}"),
        _ => String::new(),
    };
    let proof = solution.value.as_ref().map_or(String::new(), |value| {
        let known = value.value.map_or("none".to_owned(), |value| value.to_string());
        format!(", value {known} ({})", value.status)
    });
    let end = solution.moves_to_end.filter(|&moves| moves > 0).map_or(String::new(), |moves| format!(" in {moves}"));
    format!("Result: {}{within}{end}{proof}.\n{}", solution.result, solution.plan.join(" "))
}

fn solve(given: Solve, call: &Call<'_>) -> Result<Answer<Solution>, Refusal> {
    let (session, solution) = solved(&given, call)?;
    let at = At::of(session.as_ref());
    let text = words(&solution, given.within()) + &at.end().unwrap_or_default();
    Ok(Answer::new(at, solution, text))
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Proof {
    /// `proven`: there is no plan (or no such win). `refuted`: there is one. `open`: neither is proven.
    verdict: &'static str,
    /// The plan that refutes it.
    plan: Vec<String>,
    /// Nodes or states of the work.
    nodes: u64,
}

fn prove_no_plan(given: Solve, call: &Call<'_>) -> Result<Answer<Proof>, Refusal> {
    let is_game = given.subject().entry(call.host.games)?.is_two_player();
    if is_game && given.within.is_none() {
        return Err(Refusal::plain("within: expected a number of moves, because this game has two players"));
    }
    let (session, solution) = solved(&given, call)?;
    let verdict = match solution.result {
        "no plan" | "no win" | "loss" | "draw" => "proven",
        "plan" | "win" => "refuted",
        _ => "open",
    };
    let text = format!("{verdict}. {}", words(&solution, given.within()));
    let plan = if verdict == "refuted" { solution.plan } else { Vec::new() };
    Ok(Answer::new(At::of(session.as_ref()), Proof { verdict, plan, nodes: solution.nodes }, text))
}

arguments!(CheckPlan {
    /// The steps of the plan, in any notation.
    plan: crate::subject::Moves,
});

#[derive(Serialize, JsonSchema)]
pub(crate) struct Checked {
    /// Whether every step is legal.
    legal: bool,
    /// The number of legal steps at the beginning of the plan.
    steps: usize,
    /// Whether the goal is reached (a puzzle solved, a game over) after the legal steps.
    reaches_end: bool,
    /// Why the first step that is not legal is refused.
    fault: Option<String>,
    /// What is legal there.
    legal_moves: Vec<String>,
}

fn check_plan(given: CheckPlan, call: &Call<'_>) -> Result<Answer<Checked>, Refusal> {
    let mut session = given.subject().open(call.host.games, &call.host.config())?;
    let (mut steps, mut refused) = (0, None);
    for step in given.plan.words("plan")? {
        match crate::subject::play(session.as_mut(), step, &format!("step {}", steps + 1)) {
            Ok(_) => steps += 1,
            Err(refusal) => {
                refused = Some(refusal);
                break;
            }
        }
    }
    let at = At::of(session.as_ref());
    let (legal, reaches_end) = (refused.is_none(), at.over);
    let (fault, legal_moves) =
        refused.map_or((None, Vec::new()), |refusal| (Some(refusal.message), refusal.legal_moves.unwrap_or_default()));
    let end = if reaches_end { "the end is reached" } else { "the end is not reached" };
    let text = match &fault {
        None => {
            let all = Sentence::counted(steps, ["{} step is legal", "All {} steps are legal"]);
            format!("{all}; {end}.")
        }
        Some(fault) => {
            let legal = Sentence::counted(steps, ["{} step is legal", "{} steps are legal"]);
            format!("{legal}; {end}. {fault}")
        }
    };
    Ok(Answer::new(at, Checked { legal, steps, reaches_end, fault, legal_moves }, text))
}
