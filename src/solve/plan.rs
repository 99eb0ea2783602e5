//! Batch solving of puzzles in PDDL: a line names one file or two, or holds the text of both.

use super::batch::{Batch, BatchError};
use super::row::Row;
use meihua_contracts::clock::cpu_time;
use meihua_contracts::control::Control;
use meihua_contracts::deadline::Deadline;
use meihua_contracts::puzzle::{FilesError, Puzzle, PuzzleText};
use meihua_contracts::solution::{Budget, Status};
use meihua_planning::{Aim, Plan, State, open};
use std::io;
use std::path::{Path, PathBuf};

/// Between two paths on a line, so that spaces may be part of them.
const BETWEEN: char = '\t';

/// Solves such puzzles line by line.
pub(super) struct PlanSolver {
    pub(super) budget: Budget,
    pub(super) aim: Aim,
}

/// Reads the puzzle of a line.
fn read(line: &str) -> Result<(Plan, State), FilesError> {
    if line.starts_with('(') {
        return Plan::from_fen(line).map_err(FilesError::new);
    }
    let paths = line.split_once(BETWEEN).or_else(|| {
        let (domain, problem) = line.split_once(' ')?;
        (!Path::new(line).exists()).then_some((domain, problem))
    });
    match paths {
        Some((domain, problem)) => open(Path::new(problem.trim()), Some(Path::new(domain))),
        None => open(Path::new(line), None),
    }
}

impl Batch for PlanSolver {
    /// The value is the cost of the plan; the facts are the bound, and what is known of the graph of states if it is small.
    fn solve_line(&mut self, line: &str) -> Result<Row, BatchError> {
        let control = Control::new();
        let deadline = Deadline::new(self.budget.movetime, &control);
        let start = cpu_time();
        let (plan, state) = read(line)?;
        let budget = Budget { movetime: deadline.remaining(), ..self.budget.clone() };
        let solution = plan.search(&state, self.aim, &budget, &control, &mut |_| ());
        let cpu = cpu_time() - start;
        let mut row = Row { plan: plan.steps(&solution.plan), ..Row::of_solution(&plan, &state, &solution, cpu) };
        if solution.status == Status::Anytime {
            row.value = solution.value.map_or_else(|| "-".to_owned(), |value| value.to_string());
            row.facts.push(("bound", solution.bound.to_string()));
        }
        row.facts.push(("length", solution.plan.len().to_string()));
        let spare = Budget { movetime: deadline.remaining(), ..Budget::default() };
        row.facts.extend(plan.graph_facts(&state, &spare));
        debug_assert!(
            solution.value.is_none() || plan.is_goal(&solution.plan.iter().fold(state, |at, &mv| plan.apply(&at, mv)))
        );
        Ok(row)
    }
}

/// The lines of a command line: its one or two files, or the tasks in a folder.
///
/// # Errors
/// The folder cannot be read.
pub(super) fn lines(words: &[String], suite: Option<&Path>) -> io::Result<String> {
    let mut tasks = Vec::new();
    if let Some(folder) = suite {
        collect(folder, &mut tasks)?;
        tasks.sort();
    }
    let line = |(problem, domain): &(PathBuf, Option<PathBuf>)| match domain {
        Some(domain) => format!("{}{BETWEEN}{}\n", domain.display(), problem.display()),
        None => format!("{}\n", problem.display()),
    };
    let is_text = words.first().is_some_and(|word| word.starts_with('('));
    let between = if is_text { " ".to_owned() } else { BETWEEN.to_string() };
    Ok(tasks.iter().map(line).collect::<String>() + &words.join(&between))
}

/// Finds the problems in a folder and the folders in it, each with its domain: `domain.pddl` beside it, or the file that
/// is named like it with `domain` in its name.
fn collect(folder: &Path, tasks: &mut Vec<(PathBuf, Option<PathBuf>)>) -> io::Result<()> {
    #[expect(clippy::disallowed_methods, reason = "the folder that a person named")]
    let entries = std::fs::read_dir(folder)?;
    let mut files = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, tasks)?;
        } else if path.extension().is_some_and(|ending| ending == "pddl") {
            files.push(path);
        }
    }
    let stem = |path: &Path| path.file_stem().unwrap_or_default().to_string_lossy().to_lowercase();
    let digits = |path: &Path| stem(path).chars().filter(char::is_ascii_digit).collect::<String>();
    let (domains, problems): (Vec<_>, Vec<_>) = files.into_iter().partition(|path| stem(path).contains("domain"));
    for problem in problems {
        let own = domains.iter().find(|domain| !digits(domain).is_empty() && digits(domain) == digits(&problem));
        // Without a domain beside it, the file holds both, or the row says what is missing.
        let domain = own.or_else(|| domains.iter().find(|domain| stem(domain) == "domain"));
        let domain = domain.cloned();
        tasks.push((problem, domain));
    }
    Ok(())
}
