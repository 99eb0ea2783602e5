//! Batch solving of puzzles in PDDL: a line may name a domain and a problem.

use super::batch::BatchError;
use super::puzzle::{Listed, read};
use super::row::Fact;
use crate::shared::line::LineError;
use meihua_contracts::control::Control;
use meihua_contracts::plain_file;
use meihua_contracts::puzzle::{FilesError, PuzzleText};
use meihua_contracts::solution::{Budget, Solution, Status};
use meihua_planning::{Action, Aim, Plan, State, is_whole, open_named};
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Between two paths on a line, so that spaces may be part of them.
const BETWEEN: char = '\t';

impl Listed for Plan {
    /// Besides what may follow `position`: a path, or those of a domain and a problem.
    fn read(line: &str) -> Result<(Plan, State), BatchError> {
        let files = |domain: Option<&str>, problem: &str| open_named(Path::new(problem.trim()), domain.map(Path::new));
        if let Some((domain, problem)) = line.split_once(BETWEEN) {
            return Ok(files(Some(domain), problem).map_err(LineError::from)?);
        }
        read(line.strip_prefix("file ").unwrap_or(line), |text| {
            if text.starts_with('(') {
                return Plan::from_fen(text).map_err(FilesError::from);
            }
            match text.split_once(' ').filter(|_| !Path::new(text).exists()) {
                Some((domain, problem)) => files(Some(domain), problem),
                None => files(None, text),
            }
        })
    }

    fn found(&self, state: &State, is_first: bool, budget: &Budget, control: &Control) -> Solution<Action> {
        self.search(state, if is_first { Aim::First } else { Aim::Best }, budget, control, &mut |_| ())
    }

    /// The bound, the length, and what is known of the graph of states if it is small.
    fn facts(&self, state: &State, solution: &Solution<Action>, movetime: Option<Duration>) -> Vec<Fact> {
        let bound = (solution.status == Status::Anytime).then(|| ("bound", solution.bound.to_string()));
        let length = solution.value.map(|_| ("length", solution.plan.len().to_string()));
        let graph = self.graph_facts(state, &Budget { movetime, ..Budget::default() });
        bound.into_iter().chain(length).chain(graph).collect()
    }

    /// The atoms that are true.
    fn shown(&self, state: &State) -> String {
        self.atoms(state).map(|atom| format!("({atom})")).collect::<Vec<_>>().join(" ")
    }

    fn steps(&self, _: &State, plan: &[Action]) -> Vec<String> {
        Plan::steps(self, plan)
    }
}

/// Whether a file is a list with a position on each line, and not a text in PDDL.
pub(super) fn is_list(path: &Path) -> bool {
    let Ok(file) = plain_file::open(path, u64::MAX) else { return false };
    let text = |line: &Vec<u8>| line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line).trim_ascii().first().copied();
    let firsts = BufReader::new(file).split(b'\n').map_while(Result::ok).filter_map(|line| text(&line));
    let mut firsts = firsts.filter(|&letter| letter != b';');
    firsts.next().is_some_and(|letter| letter != b'(')
}

/// The lines of a command line: a domain and a problem, a file or several, or the tasks in a folder.
///
/// # Errors
/// The folder cannot be read.
pub(super) fn lines(words: &[String], suite: Option<&Path>) -> io::Result<String> {
    let mut tasks = Vec::new();
    if let Some(folder) = suite {
        collect(folder, &mut tasks)?;
        tasks.sort();
    }
    let paths: Vec<PathBuf> = words.iter().map(PathBuf::from).collect();
    let are_tasks = match paths.as_slice() {
        [_, _] => paths.iter().all(|path| is_whole(path).unwrap_or(false)),
        [_, _, _, ..] => paths.iter().all(|path| path.exists()),
        _ => false,
    };
    let words = if are_tasks {
        pair(paths, &mut tasks);
        &[]
    } else {
        words
    };
    let line = |(problem, domain): &(PathBuf, Option<PathBuf>)| match domain {
        Some(domain) => format!("{}{BETWEEN}{}\n", domain.display(), problem.display()),
        None => format!("{}\n", problem.display()),
    };
    let is_text = words.first().is_some_and(|word| word.starts_with('('));
    let between = if is_text { " ".to_owned() } else { BETWEEN.to_string() };
    Ok(tasks.iter().map(line).collect::<String>() + &words.join(&between))
}

/// Finds the problems in a folder and the folders in it.
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
    pair(files, tasks);
    Ok(())
}

/// Adds the problems among files, each with its domain unless the file holds both: the one beside it that is named like
/// it with `domain` in its name, or `domain.pddl`.
fn pair(files: Vec<PathBuf>, tasks: &mut Vec<(PathBuf, Option<PathBuf>)>) {
    let stem = |path: &Path| path.file_stem().unwrap_or_default().to_string_lossy().to_lowercase();
    let digits = |path: &Path| stem(path).chars().filter(char::is_ascii_digit).collect::<String>();
    let (domains, problems): (Vec<_>, Vec<_>) = files.into_iter().partition(|path| stem(path).contains("domain"));
    for problem in problems {
        let own = domains.iter().find(|domain| !digits(domain).is_empty() && digits(domain) == digits(&problem));
        // Without a domain beside it, the file holds both, or the row says what is missing.
        let domain = own.or_else(|| domains.iter().find(|domain| stem(domain) == "domain"));
        let domain = domain.filter(|_| !is_whole(&problem).unwrap_or(false)).cloned();
        tasks.push((problem, domain));
    }
}
