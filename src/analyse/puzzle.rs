//! Compares the steps of a puzzle with the best plan from each state: how much was lost, and where.

use super::args::{AnalyseArgs, PuzzleName};
use super::output::{Outputs, RunError, has_table, write};
use crate::GAMES;
use crate::shared::columns::right;
use crate::shared::line::{Line, LineError};
use crate::shared::tower_line;
use meihua_console::progress::ProgressBar;
use meihua_console::stderr::print_error;
use meihua_console::stdout::print;
use meihua_contracts::control::Control;
use meihua_contracts::plain_file::{self, FileError};
use meihua_contracts::puzzle::PuzzleBinding;
use meihua_contracts::sentence::Sentence;
use meihua_contracts::solution::{Budget, Status};
use meihua_contracts::text::{MoveError, shorten};
use meihua_engine::games::river::River;
use meihua_engine::games::sliding::Sliding;
use meihua_engine::games::tower::{State, Tower};
use meihua_games::language::Language;
use meihua_games::say;
use meihua_records::encoding::decode;
use serde::Serialize;
use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;
use thiserror::Error;

/// Maximum size in bytes of a file with a puzzle's moves.
const MAX_INPUT: u64 = 16 << 20;
/// Milliseconds per state if the solver has no limit.
const MOVETIME: u64 = 10_000;

/// Why a line cannot be analysed.
#[derive(Debug, Error)]
enum StepsError {
    #[error(transparent)]
    Position(#[from] LineError),
    #[error("move {number}: {error}")]
    Move { number: usize, error: MoveError },
    #[error("there are no moves to analyse: expected POSITION moves MOVE …")]
    NoMoves,
}

/// A puzzle whose steps can be reviewed.
trait Reviewed: PuzzleBinding {
    /// Reads a position in the puzzle's short form.
    fn read(text: &str) -> Result<(Self, Self::State), LineError> {
        Ok(Self::from_fen(text)?)
    }

    /// Whether two states obviously have the same value, as after a step that only changes the hero's place.
    fn is_same(before: &Self::State, after: &Self::State) -> bool {
        let _ = (before, after);
        false
    }
}

impl Reviewed for River {}
impl Reviewed for Sliding {}

impl Reviewed for Tower {
    fn read(text: &str) -> Result<(Tower, State), LineError> {
        tower_line::read(text)
    }

    /// A walk over empty floor can be walked back.
    fn is_same(before: &State, after: &State) -> bool {
        let mut moved = after.clone();
        moved.hero.at = before.hero.at;
        moved == *before
    }
}

/// A reviewed sequence of steps.
#[derive(Debug, Serialize)]
struct PuzzleReview {
    game: &'static str,
    source: String,
    start: String,
    /// What the value counts: `crossings`, `cost`, `moves`, `hp`.
    objective: &'static str,
    /// The best value possible from the start; `None` if it cannot be solved.
    best: Option<i64>,
    /// The best value still possible after all steps; the value reached, if they solve the puzzle.
    reached: Option<i64>,
    /// Whether the steps solve the puzzle.
    solved: bool,
    /// Whether every value is proven.
    proven: bool,
    /// Whether `best` is.
    #[serde(skip)]
    is_best_proven: bool,
    /// Total value lost by the steps.
    lost: i64,
    steps: Vec<StepReview>,
}

#[derive(Debug, Serialize)]
struct StepReview {
    step: usize,
    #[serde(rename = "move")]
    mv: String,
    /// The best value still possible after this step, counting all steps so far; `None` if it can no longer be solved.
    total: Option<i64>,
    /// The value lost by this step.
    loss: i64,
    /// Whether that is proven.
    #[serde(skip)]
    proven: bool,
    /// The beginning of a better plan, if the step lost something.
    #[serde(skip_serializing_if = "Option::is_none")]
    better: Option<String>,
}

/// Analyses the lines of all inputs. Returns whether all of them succeeded.
///
/// # Errors
/// An output cannot be written.
pub(crate) fn run(
    args: &AnalyseArgs,
    name: PuzzleName,
    outputs: Outputs,
    language: Language,
) -> Result<bool, RunError> {
    let (mut all_good, mut json) = (true, String::new());
    let progress = ProgressBar::unbounded();
    for input in &args.inputs {
        let lines = match lines(input) {
            Ok(lines) => lines,
            Err(cause) => {
                print_error("analyse", &cause);
                all_good = false;
                continue;
            }
        };
        for (source, line) in lines {
            let budget = budget(args);
            progress.doing(format!("lines, now {source}"));
            let review = match name {
                PuzzleName::River => review::<River>(&source, &line, &budget),
                PuzzleName::Sliding => review::<Sliding>(&source, &line, &budget),
                PuzzleName::Tower => review::<Tower>(&source, &line, &budget),
            };
            progress.advance(1);
            match review {
                Err(error) => {
                    progress.suspend(|| print_error("analyse", format_args!("{source}: {error}")));
                    all_good = false;
                }
                Ok(review) => {
                    json += &(serde_json::to_string(&review).unwrap_or_default() + "\n");
                    if has_table(args) {
                        progress.suspend(|| print(&table(&review, language)))?;
                    }
                }
            }
        }
    }
    drop(progress);
    write(outputs.json, &json, false)?;
    Ok(all_good)
}

/// The lines of a file, a pipe or standard input, with their names. Anything else is a line itself.
fn lines(input: &Path) -> Result<Vec<(String, String)>, FileError> {
    let name = input.to_string_lossy().into_owned();
    if name != "-" && !input.exists() {
        return Ok(vec![(shorten(&name), name)]);
    }
    let text = decode(&plain_file::read_named(input, MAX_INPUT)?);
    // The page in the browser saves a protocol session, which selects the game by an option first.
    let is_step = |line: &str| !line.trim().is_empty() && !line.starts_with("setoption ");
    let lines = text.lines().enumerate().filter(|(_, line)| is_step(line));
    Ok(lines.map(|(index, line)| (format!("{name}: line {}", index + 1), line.to_owned())).collect())
}

fn budget(args: &AnalyseArgs) -> Budget {
    let movetime = args.movetime.or(args.nodes.is_none().then_some(MOVETIME)).map(Duration::from_millis);
    Budget { nodes: args.nodes, movetime, threads: args.threads.into(), ..Budget::default() }
}

/// What is known about a state.
struct Known<M> {
    /// The value of the best plan from here; `None` if there is none.
    value: Option<i64>,
    plan: Vec<M>,
    proven: bool,
}

fn look<P: PuzzleBinding>(puzzle: &P, state: &P::State, memory: &mut P::Memory, budget: &Budget) -> Known<P::Move> {
    if puzzle.is_goal(state) {
        return Known { value: Some(puzzle.goal_value(state)), plan: Vec::new(), proven: true };
    }
    let solution = puzzle.solve(state, memory, budget, &Control::new(), &mut |_| ());
    Known { value: solution.value, plan: solution.plan, proven: solution.status == Status::Proven }
}

/// Reviews the moves of a line.
fn review<P: Reviewed>(source: &str, line: &str, budget: &Budget) -> Result<PuzzleReview, StepsError> {
    let mut line = Line::parse(line, GAMES);
    let words = std::mem::take(&mut line.moves);
    let (puzzle, start) = line.puzzle::<P>(P::read)?;
    if words.is_empty() {
        return Err(StepsError::NoMoves);
    }
    let mut memory = P::Memory::default();
    let mut known = look(&puzzle, &start, &mut memory, budget);
    let (best, is_best_proven, mut spent) = (known.value, known.proven, 0_i64);
    let mut proven = is_best_proven;
    let mut state = start.clone();
    let mut steps: Vec<StepReview> = Vec::new();
    for (index, word) in words.iter().enumerate() {
        let plan = puzzle.parse_plan(&state, word).map_err(|error| StepsError::Move { number: index + 1, error })?;
        for mv in plan {
            let after = puzzle.apply(&state, mv);
            let cost = if P::MAXIMISES { 0 } else { puzzle.cost(&state, mv).min(i64::MAX as u64) as i64 };
            let total = |known: &Known<P::Move>, spent: i64| known.value.map(|value| value.saturating_add(spent));
            let before = total(&known, spent);
            spent = spent.saturating_add(cost);
            let next = follow(&puzzle, &Step { before: &state, mv, cost, after: &after }, &known, &mut memory, budget);
            let reached = total(&next, spent);
            let loss = match (before, reached) {
                (Some(before), Some(reached)) => {
                    if P::MAXIMISES {
                        before - reached
                    } else {
                        reached - before
                    }
                }
                _ => 0,
            };
            let is_worse = loss > 0 || before.is_some() && reached.is_none() && next.proven;
            let better =
                is_worse.then(|| puzzle.plan_text(&state, &known.plan).into_iter().take(8).collect::<Vec<_>>());
            proven &= next.proven;
            let mv = puzzle.move_text(&state, mv);
            let better = better.filter(|plan| !plan.is_empty()).map(|plan| plan.join(" "));
            let (step, loss) = (steps.len() + 1, loss.max(0));
            steps.push(StepReview { step, mv, total: reached, loss, proven: next.proven, better });
            (state, known) = (after, next);
        }
    }
    Ok(PuzzleReview {
        game: P::NAME,
        source: source.to_owned(),
        start: puzzle.fen(&start),
        objective: puzzle.objective(),
        best,
        reached: steps.last().and_then(|step| step.total),
        solved: puzzle.is_goal(&state),
        proven,
        is_best_proven,
        lost: steps.iter().map(|step| step.loss).sum(),
        steps,
    })
}

/// A move with the positions around it.
struct Step<'a, P: PuzzleBinding> {
    before: &'a P::State,
    mv: P::Move,
    /// What the move costs in the puzzle's units.
    cost: i64,
    after: &'a P::State,
}

/// What is known after a move: the rest of the plan if the move follows it, the same as before if nothing has changed,
/// and otherwise the solver's result.
fn follow<P: Reviewed>(
    puzzle: &P,
    step: &Step<'_, P>,
    known: &Known<P::Move>,
    memory: &mut P::Memory,
    budget: &Budget,
) -> Known<P::Move> {
    let is_hopeless = known.value.is_none() && known.proven;
    if is_hopeless {
        return Known { value: None, plan: Vec::new(), proven: true };
    }
    if known.plan.first() == Some(&step.mv) && known.proven && !P::is_same(step.before, step.after) {
        let value = known.value.map(|value| value - step.cost);
        return Known { value, plan: known.plan[1..].to_vec(), proven: true };
    }
    if P::is_same(step.before, step.after) {
        return Known { value: known.value, plan: known.plan.clone(), proven: known.proven };
    }
    look(puzzle, step.after, memory, budget)
}

/// Maximum number of steps in a row.
const ROW: usize = 40;

/// A row for a series of steps that lose nothing, or for a single step that does.
fn rows(steps: &[StepReview], value: &dyn Fn(Option<i64>, bool) -> String, better: &str) -> String {
    let mut text = String::new();
    for steps in steps.chunks(ROW) {
        let (Some(first), Some(last)) = (steps.first(), steps.last()) else { continue };
        let words: Vec<&str> = steps.iter().map(|step| step.mv.as_str()).collect();
        // The key strokes of a walk form one word.
        let between = if words.iter().all(|word| word.len() == 1) { "" } else { " " };
        let numbers = if steps.len() > 1 { format!("{}-{}", first.step, last.step) } else { first.step.to_string() };
        let loss = if first.loss > 0 { first.loss.to_string() } else { String::new() };
        let better = first.better.as_ref().map_or(String::new(), |plan| format!("  {better} {plan}"));
        let row =
            format!("{numbers:>9} {:>10} {loss:>5}  {}{better}", value(last.total, last.proven), words.join(between));
        text += row.trim_end();
        text.push('\n');
    }
    text
}

/// The report in the terminal.
fn table(review: &PuzzleReview, language: Language) -> String {
    let unsolvable = language.text(say!("unsolvable"));
    let value = |value: Option<i64>, proven: bool| match value {
        Some(value) => value.to_string(),
        None if proven => unsolvable.clone(),
        None => "?".to_owned(),
    };
    let heads = [(say!("step"), 9), (review.objective.into(), 11), (say!("loss"), 6)];
    let heads: String = heads.into_iter().map(|(head, width)| right(&language.text(head), width)).collect();
    let mut text = format!("{}: {}\n{heads}\n", review.game, shorten(&review.source));
    // Writing to a string cannot fail.
    let _ = writeln!(text, "        0 {:>10}", value(review.best, review.is_best_proven));
    for steps in review.steps.chunk_by(|before, step| before.better.is_none() && step.better.is_none()) {
        text.push_str(&rows(steps, &value, &language.text(say!("better"))));
    }
    let what = review.objective;
    let proof = if review.proven { say!("proven") } else { say!("not proven") };
    // A cost has no unit, so its name comes first.
    let is_cost = what == "cost";
    let end = match (review.reached, review.best) {
        (Some(reached), Some(best)) if review.solved && is_cost => {
            say!("solved with cost {}, best {} ({})", reached, best, proof)
        }
        (Some(reached), Some(best)) if review.solved => {
            say!("solved with {} {}, best {} ({})", reached, what, best, proof)
        }
        (Some(reached), Some(best)) if is_cost => {
            say!("not solved; still possible: cost {}, best {} ({})", reached, best, proof)
        }
        (Some(reached), Some(best)) => {
            say!("not solved; still possible: {} {}, best {} ({})", reached, what, best, proof)
        }
        (None, Some(best)) => say!("not solved, and no longer solvable; best {} ({})", best, proof),
        (Some(_) | None, None) => say!("not solved: no plan from the start is known ({})", proof),
    };
    let wrong: Vec<String> =
        review.steps.iter().filter(|step| step.better.is_some()).map(|step| step.step.to_string()).collect();
    let (lost, steps) = (Sentence::plain(review.lost), Sentence::plain(wrong.join(", ")));
    let lost = match wrong.as_slice() {
        [] => say!("nothing thrown away"),
        [_] => say!("{} thrown away at step {}", lost, steps),
        _ => say!("{} thrown away at steps {}", lost, steps),
    };
    text + &language.text(say!("{}; {}", end, lost)) + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_that_cost_are_named_with_a_better_plan() {
        let line = "3 3 2 moves P1D1 D1 P1D1";
        assert!(matches!(review::<River>("x", "3 3 2", &Budget::default()), Err(StepsError::NoMoves)));
        let found = review::<River>("x", line, &Budget::default());
        assert!(matches!(found, Err(StepsError::Move { number: 2, .. })) || found.is_ok());
        let found = review::<River>("x", "3 3 2 moves P1D1 P1 P1 P1", &Budget::default()).unwrap();
        assert_eq!((found.best, found.proven, found.solved), (Some(11), true, false));
        let losses: Vec<i64> = found.steps.iter().map(|step| step.loss).collect();
        assert_eq!(losses, [0, 0, 2, 0], "the priest goes back over for nothing: {found:?}");
        assert_eq!((found.lost, found.reached), (2, Some(13)));
        assert!(found.steps[2].better.is_some() && found.steps[1].better.is_none());
    }

    #[test]
    fn a_whole_solution_throws_nothing_away() {
        let found = review::<Sliding>(
            "x",
            "BBBWWW_ cost moves 5-7 3-5 4-3 6-4 7-6 5-7 2-5 4-2 1-4 3-1 6-3",
            &Budget::default(),
        );
        let found = found.unwrap();
        assert_eq!((found.best, found.reached, found.solved, found.lost), (Some(14), Some(14), true, 0));
        assert!(
            table(&found, Language::En).contains("solved with cost 14, best 14 (proven); nothing thrown away"),
            "{}",
            table(&found, Language::En)
        );
        let chinese = table(&found, Language::Zh);
        assert!(chinese.contains("解出，代价为 14，最优 14（已证明）；没有损失"), "{chinese}");
    }
}
