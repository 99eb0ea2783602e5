//! How a game begins: what the tower does before the first step.
//!
//! Every tower begins. What is not understood before the first step is left out, and noted: then nothing is proven, and plans are not
//! verified. Where no answers that were tried lead to a first step, the events end where they ask.

use crate::play::route;
use crate::read::report::{Place, Severity};
use crate::rules::model::Project;
use crate::rules::run::{Halt, Run, When};
use crate::rules::state::{Ending, State};
use crate::rules::value::Value;
use crate::rules::walk::settle_if_refreshed;
use rustc_hash::FxHashSet;

/// Begins a game. Without a script what it asks is answered by the first answers that let it begin.
///
/// # Errors
/// The script lacks an answer, or has one that cannot be chosen.
pub fn begin(project: &Project, script: &[u8]) -> Result<State, Halt> {
    let script = if script.is_empty() { &project.start.answers } else { script };
    begin_with(project, script).map(|(state, _)| state)
}

/// [`begin`], with how many answers of the script were used.
///
/// # Errors
/// The script lacks an answer, or has one that cannot be chosen.
pub fn begin_with(project: &Project, script: &[u8]) -> Result<(State, usize), Halt> {
    if let Some(state) = &project.start.from {
        return Ok((State::clone(state), 0));
    }
    let mut state = State::new(project);
    let begun = first_events(project, &mut state, script)?;
    Ok((state, begun.used))
}

/// What the first events came to.
#[derive(Default)]
struct Begun {
    /// How many answers were used.
    used: usize,
    /// What was left out, by its number in the report.
    skipped: Vec<usize>,
    /// Why events did not run to their end.
    cut: Vec<Halt>,
}

/// What runs before the first step.
#[derive(Clone, Copy)]
enum Stage {
    Canvas,
    Difficulty,
    Text,
    Automatic,
    Arrival,
}

impl Stage {
    const ALL: [Stage; 5] = [Stage::Canvas, Stage::Difficulty, Stage::Text, Stage::Automatic, Stage::Arrival];

    fn run(self, run: &mut Run<'_>) -> Result<(), Halt> {
        let project = run.project;
        let (x, y) = project.start.cell;
        run.nowhere = matches!(self, Stage::Difficulty | Stage::Text);
        match self {
            Stage::Difficulty => match project.start.difficulties.get(project.start.difficulty) {
                Some(difficulty) => {
                    run.state.set_flag(project.known.hard, Value::Number(difficulty.number));
                    run.state.set_flag(project.known.hard_name, Value::Text(difficulty.text));
                    run.event(&difficulty.actions, x, y)
                }
                None => Ok(()),
            },
            Stage::Canvas => run.event(&project.start.canvas, x, y),
            Stage::Text => run.event(&project.start.actions, x, y),
            Stage::Arrival => {
                run.limit_hp();
                run.arrive(project.start.floor as u16, (x, y))?;
                settle_if_refreshed(run).map(|_| ())
            }
            // Those of the first floor wait for a step.
            Stage::Automatic => run.start_automatic(When::Before).map(|_| ()),
        }
    }
}

/// Runs what comes before the first step.
///
/// # Errors
/// The script lacks an answer, or has one that cannot be chosen; the game is over. Not where the project says that the events are cut.
fn first_events(project: &Project, state: &mut State, script: &[u8]) -> Result<Begun, Halt> {
    let mut begun = Begun::default();
    for stage in Stage::ALL {
        let before = state.clone();
        let mut run = Run::new(project, state, script.get(begun.used..).unwrap_or_default());
        run.skipped = Some(Vec::new());
        let ran = stage.run(&mut run);
        begun.used += run.used;
        begun.skipped.append(&mut run.skipped.unwrap_or_default());
        match ran {
            Ok(()) => continue,
            Err(halt) if !project.start.is_cut && halt != Halt::Circle => return Err(halt),
            // What happened before the question did happen.
            Err(Halt::Choose(_)) => {}
            Err(_) => {
                *state = before;
                state.visit(project.start.floor);
            }
        }
        begun.cut.extend(ran.err());
    }
    Ok(begun)
}

/// Maximum number of scripts to try for a tower that asks before the first step.
const MAX_BEGINNINGS: usize = 256;

/// Finds the first answers with which the tower begins, and notes in its report what is left out at the start.
pub(crate) fn prepare(project: &mut Project) {
    // A question that comes again in the same state is a way back, unless an event asks the same twice.
    let found = find_answers(project, true).or_else(|| find_answers(project, false));
    project.start.is_cut = found.is_none();
    project.start.answers = found.unwrap_or_default();
    let begun = first_events(project, &mut State::new(project), &project.start.answers).unwrap_or_default();
    let mut left_out: Vec<String> =
        begun.cut.iter().map(|halt| format!("cut short: {}", route::why(project, halt))).collect();
    let is_of_start = |place: &str| matches!(place, "startCanvas" | "startText" | "levelChoose");
    let mut skipped = begun.skipped;
    skipped.sort_unstable();
    skipped.dedup();
    for issue in skipped.iter().filter_map(|&number| project.report.issues.get(number)) {
        if !(issue.floor == "data.js" && is_of_start(&issue.place)) {
            left_out.push(format!("{} {}: {}", issue.floor, issue.place, issue.what));
        }
    }
    for (number, issue) in project.report.issues.iter_mut().enumerate() {
        if issue.floor == "data.js" && is_of_start(&issue.place) && issue.severity != Severity::Ignored {
            issue.severity = Severity::Skipped;
            project.start.skipped.push(number);
        }
    }
    for what in left_out {
        let number = project.report.note(&Place::new("data.js", "start"), Severity::Skipped, what);
        project.start.skipped.push(number);
    }
}

/// The first answers with which the tower begins; none where none were found.
fn find_answers(project: &Project, prunes: bool) -> Option<Vec<u8>> {
    let new = State::new(project);
    let mut open = vec![Vec::new()];
    let mut asked = FxHashSet::default();
    for _ in 0..MAX_BEGINNINGS {
        let script: Vec<u8> = open.pop()?;
        let mut state = new.clone();
        match first_events(project, &mut state, &script) {
            Ok(_) if state.ending == Ending::None => return Some(script),
            Err(Halt::Choose(question)) => {
                let place = (state.floor, state.x, state.y);
                if asked.insert((question.id, question.at, place, state.hash())) || !prunes {
                    open.extend(question.into_iter().rev().map(|answer| [&script[..], &[answer]].concat()));
                }
            }
            _ => {}
        }
    }
    None
}
