//! A command that is ended while it writes leaves the old file whole, and nothing beside it that the next run does not clear.
#![cfg(unix)]

use common::fresh;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

const MEIHUA: &str = env!("CARGO_BIN_EXE_meihua");

/// What stands in the file before.
const OLD: &str = "the work of years\n";

/// When the process is ended, in milliseconds after its start: from its first steps to far into its work.
const DELAYS: [u64; 8] = [0, 2, 5, 10, 20, 50, 150, 500];

fn start(words: &[String]) -> Child {
    let mut command = Command::new(MEIHUA);
    command.args(words).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().expect("a start")
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<_> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// Runs a command to its end, and then ends it in its midst again and again: the file holds the old text or all of the new one.
fn assert_kept(line: &str, name: &str) {
    let command = line.split(' ').next().unwrap_or_default();
    let folder = fresh(&format!("kept-{command}-{name}"));
    fs::create_dir(&folder).expect("a folder");
    let output: PathBuf = folder.join(name);
    let words: Vec<String> =
        line.split(' ').map(|word| word.replace("OUTPUT", &output.display().to_string())).collect();
    assert!(start(&words).wait().expect("an end").success(), "{line}");
    let new = fs::read(&output).expect("an output");
    for signal in ["-KILL", "-INT"] {
        for delay in DELAYS {
            fs::write(&output, OLD).expect("a file");
            let mut child = start(&words);
            sleep(Duration::from_millis(delay));
            _ = Command::new("kill").args([signal, &child.id().to_string()]).stderr(Stdio::null()).status();
            child.wait().expect("an end");
            let left = fs::read(&output).expect("a file");
            let is_whole = left == OLD.as_bytes() || left.len() == new.len();
            assert!(is_whole, "{line}: {signal} after {delay} ms leaves {} bytes of {}", left.len(), new.len());
            // An end between the naming of the new file and its move leaves it whole under its name for the way.
            let part = folder.join(format!(".{name}.meihua-part"));
            if cfg!(target_os = "linux") && part.exists() {
                let bytes = fs::read(&part).expect("a file").len();
                assert_eq!(bytes, new.len(), "{line}: {signal} after {delay} ms leaves a part of a file");
            }
        }
    }
    assert!(start(&words).wait().expect("an end").success(), "{line}");
    assert_eq!(names(&folder), [name], "{line}: what is left beside the file");
    fs::remove_dir_all(folder).expect("it was there");
}

#[test]
fn convert_leaves_the_old_file_whole() {
    let games = fresh("games.pgn");
    fs::write(&games, "[Event \"a\"]\n\n1. 炮二平五 马８进７ 2. 马二进三 车９平８ *\n\n".repeat(3000)).expect("a file");
    assert_kept(&format!("convert {} -o OUTPUT", games.display()), "old.pgn");
    fs::remove_file(games).expect("it was there");
}

#[test]
fn analyse_leaves_the_old_file_whole() {
    for (option, name) in [("--pgn", "old.pgn"), ("--json", "old.json"), ("--html", "old.html")] {
        assert_kept(&format!("analyse examples/games/hung_rook.pgn --nodes 200 {option} OUTPUT"), name);
    }
}

#[test]
fn pictures_towers_and_routes_leave_the_old_file_whole() {
    assert_kept("draw xiangqi startpos moves h2e2 h9g7 -o OUTPUT", "old.svg");
    assert_kept("draw cfour 4453 -o OUTPUT", "old.png");
    assert_kept("generate tower --seed 3 -o OUTPUT", "old.txt");
    assert_kept("solve tower examples/tower --nodes 2000 -o OUTPUT", "old.h5route");
    assert_kept("solve tower examples/tower --nodes 2000 --diary OUTPUT", "old.diary");
}

#[test]
fn what_is_learnt_leaves_the_old_file_whole() {
    let games = fresh("self-play");
    let make = format!("datagen --games 12 --nodes 50 --output {}", games.display());
    let words: Vec<String> = make.split(' ').map(str::to_owned).collect();
    assert!(start(&words).wait().expect("an end").success());
    assert_kept(&format!("train {} --epochs 1 --output OUTPUT", games.display()), "old.net");
    fs::remove_file(games).expect("it was there");
}

#[test]
fn standard_output_and_devices_are_written_as_they_are() {
    let run = |script: &str| {
        let output = Command::new("sh").args(["-c", script]).env("M", MEIHUA).output().expect("a shell");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    assert!(run("$M draw cfour 4453 -o /dev/stdout --format svg | head -c 4").starts_with("<svg"));
    let kept = fresh("redirected");
    let text = run(&format!("$M generate tower --seed 3 -o /dev/stdout > {0}; cat {0}", kept.display()));
    assert!(text.lines().count() > 3, "{text}");
    run("$M generate tower --seed 3 -o /dev/null");
    assert!(!fs::metadata("/dev/null").expect("a device").is_file());
    fs::remove_file(kept).expect("it was there");
}
