//! What the system refuses, one thing at a time: processes and threads, memory, open files; for the process and for
//! each command. Whatever is refused, nothing aborts or panics: the work is done with less, or one line names the
//! cause.
#![cfg(unix)]

use common::process::{Ended, ProcessRun, run};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

const MEIHUA: &str = env!("CARGO_BIN_EXE_meihua");

/// Kilobytes of address space beside the program itself: from those of its libraries and first stacks to enough for a few threads.
/// With less, the smallest of allocations fails, and Rust ends the process.
const MEMORY: [u64; 4] = [48_000, 110_000, 240_000, 490_000];
/// Open files: the three streams take three, and the system needs another to load the program.
const FILES: [u32; 4] = [4, 5, 7, 10];
/// Processes and threads of one user.
const TASKS: [u32; 4] = [1, 2, 4, 8];

/// What every command works on, in a folder that other users may write to.
struct Bench(PathBuf);

impl Bench {
    fn new(name: &str) -> Bench {
        let folder = common::fresh(&format!("limits-{name}"));
        fs::create_dir_all(&folder).expect("a folder");
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o777)).expect("our own folder");
        let bench = Bench(folder);
        let games = bench.path("games.bin");
        let made = run(&["datagen", "-o", &games, "--games", "3", "--nodes", "8", "--hash", "1"]).end();
        assert_eq!(made.status, Some(0), "{made:?}");
        bench
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    /// Every command: its words and its input. Files that are written are new ones each time.
    fn commands(&self, number: u32) -> Vec<(Vec<String>, &'static str)> {
        let out = |name: &str| self.path(&format!("{name}-{number}"));
        let games = self.path("games.bin");
        let line = format!(
            "match|--game|cfour|--engine|name=a|cmd={MEIHUA}|--engine|name=b|cmd={MEIHUA}|--each|nodes=20|option.Hash=1\
             |--games|2|--patience|5|--journal|{}",
            out("journal")
        );
        let datagen = format!("datagen|-o|{}|--games|2|--nodes|8|--hash|1|--threads|4", out("games"));
        let train = format!("train|{games}|-o|{}|--epochs|1|--threads|4", out("net"));
        let draw = format!("draw|xiangqi|startpos|-o|{}.png", out("board"));
        let lines = [
            (
                "",
                "setoption name Threads value 8\nsetoption name Hash value 64\nisready\ngo movetime 50\ngo perft 2\nd",
            ),
            (
                "",
                "setoption name UCI_Variant value cfour\ngo depth 3\nsetoption name UCI_Variant value tower\ngo movetime 50",
            ),
            ("bench|2", ""),
            ("play|xiangqi|--movetime|20|--threads|4", "h2e2\nhint"),
            ("solve|river", "3 3 2"),
            ("solve|cfour|--threads|8", "52753311433677442422121"),
            ("solve|sliding|--threads|4", "BBBBBBWWWWWW_ cost"),
            ("generate|tower", ""),
            ("draw|tower", ""),
            (&draw, ""),
            (&line, ""),
            (&datagen, ""),
            (&train, ""),
        ];
        let words = |line: &str| line.split('|').filter(|word| !word.is_empty()).map(str::to_owned).collect();
        lines.into_iter().map(|(line, input)| (words(line), input)).collect()
    }
}

impl Drop for Bench {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(&self.0);
    }
}

/// Words for what a system can be short of.
const CAUSES: [&str; 8] = ["memory", "thread", "process", "file", "resource", "os error", "MB", "engine"];

/// Done, or refused in words. `match` may also report engines that could not play.
fn fault(words: &[String], ended: &Ended) -> Option<String> {
    let name = words.first().map_or("the process", String::as_str);
    // A fault of a row of `solve` stands in its row.
    let told = if name == "solve" { &ended.out } else { &ended.err }.to_lowercase();
    let is_named = CAUSES.iter().any(|cause| told.contains(&cause.to_lowercase()));
    match ended.status {
        _ if !ended.has_ended => Some(format!("{name} goes on")),
        Some(0) => None,
        Some(1 | 2) if is_named => None,
        Some(3) if name == "match" => None,
        _ => Some(format!("{name}: status {:?}, {:.200} {:.200}", ended.status, ended.err, ended.out)),
    }
}

/// Tries every command under this limit.
fn try_all(bench: &Bench, number: u32, limit: impl Fn(ProcessRun) -> Option<ProcessRun>, faults: &mut Vec<String>) {
    for (words, input) in bench.commands(number) {
        let plain: Vec<&str> = words.iter().map(String::as_str).collect();
        let Some(confined) = limit(run(&plain).input(input).patience(40)) else { return };
        if let Some(fault) = fault(&words, &confined.end()) {
            faults.push(format!("limit {number}: {fault}"));
        }
    }
}

fn assert_none(faults: &[String]) {
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

/// Kilobytes of memory that the program is loaded into: twice as many without optimisation as with it. The segments of type 1
/// (`PT_LOAD`) in the head of an ELF file of 64 bits.
#[cfg(target_os = "linux")]
fn loaded_size() -> u64 {
    let file = fs::read(MEIHUA).expect("the program");
    let number =
        |at: usize, bytes: usize| file[at..at + bytes].iter().rev().fold(0, |all, &byte| all << 8 | u64::from(byte));
    let (first, size, count) = (number(32, 8) as usize, number(54, 2) as usize, number(56, 2) as usize);
    let segments = (0..count).map(|index| first + index * size).filter(|&at| number(at, 4) == 1);
    segments.map(|at| number(at + 40, 8)).sum::<u64>() >> 10
}

#[cfg(target_os = "linux")]
#[test]
fn memory() {
    let (bench, mut faults) = (Bench::new("memory"), Vec::new());
    let program = loaded_size();
    for kilobytes in MEMORY {
        let limits = format!("ulimit -v {}", program + kilobytes);
        try_all(&bench, kilobytes as u32, |run| Some(run.limits(&limits)), &mut faults);
    }
    assert_none(&faults);
}

#[test]
fn open_files() {
    let (bench, mut faults) = (Bench::new("files"), Vec::new());
    for files in FILES {
        // What whoever runs the tests has left open would count, too.
        let limits = format!("exec 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-; ulimit -n {files}");
        try_all(&bench, files, |run| Some(run.limits(&limits)), &mut faults);
    }
    assert_none(&faults);
}

#[cfg(target_os = "linux")]
#[test]
fn processes_and_threads() {
    let (bench, mut faults) = (Bench::new("tasks"), Vec::new());
    for tasks in TASKS {
        try_all(&bench, tasks, |run| run.tasks(tasks), &mut faults);
    }
    assert_none(&faults);
}
