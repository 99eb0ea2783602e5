//! The examples of a page in Markdown: they are run, and what they print is compared with what the page shows.
//!
//! - In a block of shell (```` ```sh ````) every line is a command that must end with status 0; nothing is shown of it.
//! - In any other block, fenced or indented by four spaces, a line `$ command` is followed by what it prints. Lines such as
//!   `red> h2e2` of `meihua play` are what a person types there; what was answered to questions becomes an option.
//!
//! `…` stands for any text in a line, alone on a line for any number of lines. Times and rates differ from run to run, so
//! they are masked: the words after `time` and `nps`, and the microseconds of a row of `solve`. Commands run in order in a
//! folder of their own, with `meihua` on their path, so that one may read what another wrote. Of a match two games are
//! played by nodes, against `meihua-old`, which is the program itself; games are analysed with few nodes where nothing is shown.

use super::Engine;
use super::program;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// A command of a page, and what the page shows of it.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Example {
    /// Where it stands, from 1.
    pub line: usize,
    /// For a shell, continued lines joined.
    pub command: String,
    /// What is typed while it runs, a line each.
    pub input: String,
    /// What it prints; none where only its status counts.
    pub shown: Option<Vec<String>>,
}

/// The examples of a page in their order.
pub fn examples(page: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut fence: Option<&str> = None;
    let mut is_open = false;
    let mut continued: Option<Example> = None;
    for (number, whole) in (1..).zip(page.lines()) {
        if let Some(language) = whole.strip_prefix("```") {
            fence = if fence.is_some() { None } else { Some(language) };
            is_open = false;
            continue;
        }
        let line = match (fence, whole.strip_prefix("    ")) {
            (Some(_), _) => whole,
            (None, Some(line)) => line,
            (None, None) => {
                is_open = false;
                continue;
            }
        };
        let is_shell = fence == Some("sh");
        if is_shell || line.starts_with("$ ") || continued.is_some() {
            let mut example = continued.take().unwrap_or_default();
            if example.line == 0 {
                example = Example { line: number, shown: (!is_shell).then(Vec::new), ..Example::default() };
            }
            example.command += if is_shell { line } else { line.strip_prefix("$ ").unwrap_or(line) };
            if let Some(start) = example.command.strip_suffix('\\').map(str::to_owned) {
                example.command = start;
                continued = Some(example);
            } else if !example.command.trim().is_empty() {
                is_open = !is_shell;
                examples.push(example);
            }
        } else if let Some(example) = examples.last_mut().filter(|_| is_open) {
            example.take(line);
        }
    }
    examples
}

impl Example {
    /// A line below the command: typed by a person, or printed.
    fn take(&mut self, line: &str) {
        let is_play = self.command.starts_with("meihua play");
        // How moves are typed is said on a terminal only.
        let is_greeting = line.starts_with("Type ") && line.ends_with("lists commands.")
            || line.starts_with("请输入") && line.ends_with("列出命令。");
        if is_play && is_greeting {
            return;
        }
        let answered = line.split_once("]: ").or_else(|| line.split_once("]： "));
        if is_play && let Some((question, answer)) = answered {
            let is_side = ["Your side", "您执"].iter().any(|start| question.starts_with(start));
            let option = if is_side { "--side" } else { "--level" };
            self.command += &format!(" {option} {answer}");
        } else if is_play && let Some(typed) = typed(line) {
            self.input += &format!("{typed}\n");
        } else if let Some(shown) = &mut self.shown {
            shown.push(line.trim_end().to_owned());
        }
    }

    /// Runs it in a folder; what it printed, both streams together, and whether its status is 0.
    pub fn run(&self, folder: &Path) -> (Vec<String>, bool) {
        let program = Path::new(program());
        let mut path = program.parent().expect("a folder").as_os_str().to_owned();
        path.push(":");
        path.push(env::var_os("PATH").unwrap_or_default());
        let line = if self.command.starts_with("meihua match") {
            // On a busy machine a clock of a second is lost.
            self.command.replace("tc=1+0.01", "nodes=300") + " --games 2"
        } else if self.shown.is_none() && self.command.contains("meihua analyse") {
            // Only its status counts.
            with_few_nodes(&self.command)
        } else {
            self.command.clone()
        };
        let mut command = Command::new("sh");
        command.args(["-c", &format!("exec 2>&1; {line}")]).current_dir(folder).env("PATH", path);
        let mut process = Engine::spawn(&mut command);
        if !self.input.is_empty() {
            process.send_bytes(self.input.as_bytes());
        }
        process.close_input();
        let mut printed = process.rest();
        printed.retain(|line| !is_progress(line));
        (printed, process.exit().success())
    }
}

/// A command that analyses games, with 300 nodes a move in place of its own number.
fn with_few_nodes(command: &str) -> String {
    let mut words: Vec<&str> = command.split(' ').collect();
    if let Some(at) = words.iter().position(|word| *word == "--nodes") {
        words.drain(at..words.len().min(at + 2));
    }
    words.join(" ").replace("meihua analyse", "meihua analyse --nodes 300")
}

/// Whether a line is one of those that a command prints when it takes long: `3 [0:02] positions; …`,
/// `3/9 [0:02<0:04] …`.
fn is_progress(line: &str) -> bool {
    let counted = |text: &str| {
        text.starts_with(|c: char| c.is_ascii_digit()) && text.bytes().all(|b| b.is_ascii_digit() || b == b'/')
    };
    line.split_once(" [").is_some_and(|(count, time)| {
        let clock = time.split_once(']').map_or("", |(clock, _)| clock);
        counted(count)
            && clock.contains(':')
            && clock.bytes().all(|b| b.is_ascii_digit() || matches!(b, b':' | b'<' | b'?'))
    })
}

/// What follows a prompt of `meihua play`: `red> h2e2`, `over (new, undo)> quit`, `红方> 悔棋`.
fn typed(line: &str) -> Option<&str> {
    let (prompt, typed) = line.split_once("> ")?;
    let word = prompt.split(" (").next()?.split('（').next()?;
    let is_letter = |c: char| c.is_ascii_lowercase() || !c.is_ascii() && c.is_alphabetic();
    (!word.is_empty() && word.chars().all(is_letter)).then_some(typed)
}

/// Runs all examples of a page but those that begin with one of `left_out`, in a folder made for it and removed.
///
/// # Panics
/// An example prints something else than the page shows, or a command of a shell block fails.
pub fn check(name: &str, page: &str, left_out: &[&str]) {
    let folder = folder(name);
    let mut faults = Vec::new();
    for example in examples(page) {
        if left_out.iter().any(|start| example.command.starts_with(start)) {
            continue;
        }
        println!("{name} line {}: {}", example.line, example.command);
        let (printed, is_good) = example.run(&folder);
        let fault = match &example.shown {
            Some(shown) => difference(shown, &printed).err(),
            None => (!is_good).then(|| "it ends with a status that is not 0".to_owned()),
        };
        if let Some(fault) = fault {
            let (line, command) = (example.line, &example.command);
            faults.push(format!("{name} line {line}: {command}\n{fault}\nit prints:\n{}\n", printed.join("\n")));
        }
    }
    fs::remove_dir_all(&folder).expect("the folder can be removed");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// A folder to run examples in.
pub fn folder(name: &str) -> PathBuf {
    let folder = super::fresh(&format!("{name}.d"));
    fs::create_dir_all(folder.join("docs/pictures")).expect("a folder can be made");
    fs::copy(program(), folder.join("meihua-old")).expect("the program can be copied");
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    for name in ["examples/tower", "examples/games", "examples/puzzles"] {
        copy_folder(&root.join(name), &folder.join(name));
    }
    folder
}

fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder can be made");
    for entry in fs::read_dir(from).expect("a folder of the project") {
        let entry = entry.expect("an entry");
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy_folder(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).expect("a file can be copied");
        }
    }
}

/// Whether a program printed what a page shows.
///
/// # Errors
/// The first line of the page that it did not print.
pub fn difference(shown: &[String], printed: &[String]) -> Result<(), String> {
    let trimmed = |lines: &[String]| -> Vec<String> {
        let end = lines.iter().rposition(|line| !line.trim().is_empty()).map_or(0, |last| last + 1);
        lines[..end].iter().map(|line| mask(line)).collect()
    };
    let (shown, printed) = (trimmed(shown), trimmed(printed));
    let parts: Vec<&[String]> = shown.split(|line| line.trim() == "…").collect();
    let fits = |part: &[String], at: usize| -> Result<(), String> {
        for (offset, line) in part.iter().enumerate() {
            match printed.get(at + offset) {
                Some(found) if is_like(line, found) => {}
                found => return Err(format!("shown:   {line}\nprinted: {}", found.map_or("(the end)", |l| l))),
            }
        }
        Ok(())
    };
    let mut at = 0;
    for (index, part) in parts.iter().enumerate() {
        let is_last = index + 1 == parts.len();
        let end = printed.len().saturating_sub(part.len());
        at = match (index, is_last) {
            (0, _) => fits(part, 0).map(|()| 0)?,
            (_, true) if part.is_empty() => return Ok(()),
            (_, true) => fits(part, end.max(at)).map(|()| end)?,
            _ => {
                (at..=end).find(|&at| fits(part, at).is_ok()).ok_or_else(|| format!("nowhere:\n{}", part.join("\n")))?
            }
        };
        at += part.len();
    }
    match printed.get(at) {
        Some(line) => Err(format!("not shown: {line}")),
        None => Ok(()),
    }
}

/// A line with what differs from run to run taken out.
fn mask(line: &str) -> String {
    let columns: Vec<&str> = line.trim_end().split('\t').collect();
    if let &[position, value, status, nodes, _, facts, plan] = columns.as_slice() {
        return [position, value, status, nodes, "#", facts, plan].join("\t");
    }
    let mut before = "";
    let word = |word| {
        let is_figure = ["time", "nps"].contains(&std::mem::replace(&mut before, word));
        if is_figure { "#" } else { word }
    };
    line.trim_end().split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// Whether a line is a pattern in which `…` is any text.
fn is_like(pattern: &str, line: &str) -> bool {
    let parts: Vec<&str> = pattern.split('…').collect();
    let [first, middle @ .., last] = parts.as_slice() else { return pattern == line };
    let Some(mut rest) = line.strip_prefix(first) else { return false };
    for part in middle {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}
