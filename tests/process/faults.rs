//! What goes wrong around the engine: no memory, a full disk, a kill at any moment, a client that is gone.
//!
//! Limits are set by the shell that starts the process (`ulimit`), so these tests need a Unix.
#![cfg(unix)]

use common::{Engine, count, end_within, field, fresh};
use meihua::datagen::{GameData, GameReader};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

const MEIHUA: &str = env!("CARGO_BIN_EXE_meihua");

/// A tool under limits that `sh` sets; its exit status and what it wrote on its error stream.
fn tool(limits: &str, arguments: &[&str]) -> (Option<i32>, String) {
    let script = format!("{limits}; exec \"$0\" \"$@\"");
    let output = Command::new("sh").args(["-c", &script, MEIHUA]).args(arguments).output().expect("a shell");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

/// Searches a position and returns how many nodes that took.
fn nodes_of(engine: &mut Engine, go: &str) -> u64 {
    engine.send(go);
    let heard = engine.until("bestmove");
    let last = heard.iter().rev().find(|line| line.starts_with("info depth")).expect("a line of the search");
    field(last, "nodes").expect("nodes").parse().expect("a number")
}

/// Sets a small table up and fills it by a search.
fn fill_the_table(engine: &mut Engine) {
    engine.send("setoption name Threads value 1\nsetoption name Hash value 8\nposition startpos\ngo depth 11");
    engine.until("bestmove");
}

/// A search by one thread goes the same way every time, to the node, if it begins with the same table. So one that
/// follows the filling of the table shows whether anything happened to the table in between.
fn assert_the_table_is_kept(engine: &mut Engine) {
    let mut other = Engine::uci();
    fill_the_table(&mut other);
    let untouched = nodes_of(&mut other, "go depth 6");
    fill_the_table(&mut other);
    other.send("setoption name Hash value 9\nsetoption name Hash value 8");
    let made_anew = nodes_of(&mut other, "go depth 6");
    other.quit();
    assert_eq!(nodes_of(engine, "go depth 6"), untouched);
    assert_ne!(made_anew, untouched, "the search looks at the table");
}

#[test]
fn a_table_beyond_the_limit_leaves_the_old_one_and_what_it_knows() {
    let mut engine = Engine::uci();
    fill_the_table(&mut engine);
    engine.send("setoption name Hash value 99999999");
    let heard = engine.settle();
    assert_eq!(count(&heard, "info string error: "), 1, "{heard:?}");
    assert!(heard[0].contains("expected a whole number from 1 to "), "refused before memory is asked for: {heard:?}");
    assert_the_table_is_kept(&mut engine);
    engine.quit();
}

#[cfg(target_os = "linux")]
#[test]
fn a_table_that_cannot_be_had_is_one_error_line_and_the_game_goes_on() {
    // 300 MB of addresses: enough for the process, not for the table.
    let mut engine = Engine::limited("ulimit -v 300000");
    engine.send("uci");
    engine.until("uciok");
    fill_the_table(&mut engine);
    engine.send("setoption name Hash value 1000");
    let heard = engine.settle();
    assert_eq!(count(&heard, "info string error: "), 1, "{heard:?}");
    assert!(heard[0].contains("1000 MB"), "{heard:?}");
    assert_the_table_is_kept(&mut engine);
    engine.send("setoption name UCI_Variant value cfour\ngo depth 6");
    assert_ne!(engine.best_move(), "bestmove (none)");
    engine.quit();
}

/// The engine as a user who may have `count` threads; none where the tests do not run as root, whom no such limit binds
/// and who alone may take another user's place.
#[cfg(target_os = "linux")]
fn with_threads(count: usize) -> Option<Engine> {
    let user = 60_000 + std::process::id() % 5000;
    let mut command = Command::new("setpriv");
    command.args([&format!("--reuid={user}"), "--clear-groups", "prlimit", &format!("--nproc={count}"), MEIHUA]);
    let is_root = Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout == b"0\n");
    is_root.then(|| Engine::spawn(&mut command))
}

#[cfg(target_os = "linux")]
#[test]
fn commands_that_waited_may_fail_and_the_process_lives_on() {
    let Some(mut engine) = with_threads(8) else {
        return eprintln!("not run: needs root to become a user of few threads");
    };
    engine.send("setoption name Threads value 16\nsetoption name Hash value 64\nisready");
    engine.until("readyok");
    for _ in 0..3 {
        // The table is cleared by more threads than there may be.
        engine.send("go perft 9\nucinewgame\nd\nstop");
        engine.until("verdict:");
    }
    engine.send("setoption name Threads value 1\nposition startpos moves h2e2\ngo depth 3");
    assert_ne!(engine.best_move(), "bestmove (none)");
    engine.quit();
}

#[cfg(target_os = "linux")]
#[test]
fn a_go_without_a_thread_for_it_has_a_legal_answer() {
    // The process, who reads, who writes, who watches the output: none is left to think.
    let Some(mut engine) = with_threads(4) else {
        return eprintln!("not run: needs root to become a user of few threads");
    };
    let legal = engine.legal_moves();
    engine.send("go depth 3");
    let answer = engine.best_move();
    let played = answer.split(' ').nth(1).unwrap_or_default();
    assert!(legal.iter().any(|mv| mv == played), "{answer}");
    engine.quit();
}

#[test]
fn a_full_disk_under_the_log_disturbs_nothing() {
    let log = fresh("full.log");
    // One block of a kilobyte or of half of one, as the shell counts.
    let mut engine = Engine::limited("trap '' XFSZ; ulimit -f 1");
    engine.send(&format!("setoption name Debug Log File value {}", log.display()));
    assert!(engine.settle().is_empty());
    engine.send("uci\nposition startpos moves h2e2\ngo depth 5");
    assert_ne!(engine.best_move(), "bestmove (none)");
    engine.quit();
    let held = fs::metadata(&log).expect("a log").len();
    assert!((1..=1024).contains(&held), "the limit did not cut the log: {held} bytes");
    fs::remove_file(&log).expect("a log to remove");
}

#[test]
fn a_log_is_a_plain_file_or_refused_at_once() {
    let pipe = fresh("log.pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    let mut engine = Engine::uci();
    for (path, kind) in [(pipe.as_path(), "a pipe"), (Path::new("/dev/full"), "a device"), (Path::new("/"), "a folder")]
    {
        engine.send(&format!("setoption name Debug Log File value {}", path.display()));
        let heard = engine.settle();
        assert!(heard.len() == 1 && heard[0].contains(kind), "{}: {heard:?}", path.display());
        let (status, said) = tool("true", &["--log", &path.display().to_string(), "uci"]);
        assert!(status == Some(0) && said.contains(kind), "{status:?} {said}");
    }
    engine.quit();
    fs::remove_file(&pipe).expect("a pipe to remove");
}

#[test]
fn a_log_that_cannot_be_opened_is_an_error_that_names_it() {
    let mut engine = Engine::uci();
    engine.send("setoption name Debug Log File value /no/such/folder/log");
    let heard = engine.settle();
    assert!(heard[0].contains("/no/such/folder/log"), "{heard:?}");
    engine.quit();
    let (status, said) = tool("true", &["--log", "/no/such/folder/log"]);
    assert!(status == Some(0) && said.contains("/no/such/folder/log"), "{status:?} {said}");
}

/// A command line of `datagen` that makes forty short games.
fn datagen(output: &Path) -> [&str; 12] {
    let output = output.to_str().expect("a plain path");
    ["datagen", "-o", output, "--game", "cfour", "--games", "40", "--nodes", "300", "--seed", "5", "--hash=1"]
}

/// The games of a file in the order of their numbers.
fn games(path: &Path) -> Vec<GameData> {
    let games: Result<Vec<GameData>, _> = GameReader::open(path).expect("a file of games").collect();
    let mut games = games.expect("whole games");
    games.sort_by_key(|game| game.number);
    games
}

#[test]
fn a_full_disk_under_datagen_keeps_every_whole_game() {
    let (whole, cut) = (fresh("whole.bin"), fresh("cut.bin"));
    assert_eq!(tool("true", &datagen(&whole)).0, Some(0));
    assert!(fs::metadata(&whole).expect("a file").len() > 4096, "the limit below must cut it");
    // Two blocks of a kilobyte or of half of one, as the shell counts.
    let (status, said) = tool("trap '' XFSZ; ulimit -f 2", &datagen(&cut));
    assert!(status == Some(1) && said.contains("cut.bin"), "{status:?} {said}");
    let held = games(&cut);
    assert!(!held.is_empty() && held.len() < 40, "{} games fitted", held.len());
    assert_eq!(tool("true", &datagen(&cut)).0, Some(0));
    assert_eq!(games(&cut), games(&whole));
    [whole, cut].iter().for_each(|path| fs::remove_file(path).expect("a file to remove"));
}

/// Kills a process after a while, unless it has ended; whether it has.
fn kill_after(child: &mut Child, milliseconds: u64) -> bool {
    end_within(child, Duration::from_millis(milliseconds)).is_some()
}

fn start(arguments: &[&str]) -> Child {
    Command::new(MEIHUA)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the tool starts")
}

/// Moments that differ from run to run: the clock gives the seed.
fn moment() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).expect("after 1970");
    15 + u64::from(now.subsec_micros()) % 120
}

#[test]
fn datagen_killed_again_and_again_loses_no_game() {
    let (whole, killed) = (fresh("all.bin"), fresh("killed.bin"));
    assert_eq!(tool("true", &datagen(&whole)).0, Some(0));
    let mut kills = 0;
    let mut before = Vec::new();
    while !kill_after(&mut start(&datagen(&killed)), moment() % 25 + 10 * kills) {
        kills += 1;
        assert!(kills < 200, "it never ends");
        if killed.exists() {
            let now = games(&killed);
            assert!(before.iter().all(|game| now.contains(game)), "a game written before kill {kills} is lost");
            before = now;
        }
    }
    assert!(kills > 0);
    assert_eq!(games(&killed), games(&whole), "after {kills} kills");
    [whole, killed].iter().for_each(|path| fs::remove_file(path).expect("a file to remove"));
}

/// The whole lines about games in a journal.
fn journal_games(path: &Path) -> Vec<String> {
    let text = fs::read(path).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let whole = text.split_inclusive('\n').filter(|line| line.ends_with('\n') && line.starts_with("game\t"));
    whole.map(str::to_owned).collect()
}

/// A command line of `match` that plays twelve quick games of four in a row.
fn quick_match(journal: &Path) -> Vec<String> {
    let command = format!("cmd={MEIHUA}");
    let journal = journal.display().to_string();
    let words = ["match", "--game", "cfour", "--engine", "name=a", &command, "--engine", "name=b", &command];
    let more =
        ["--each", "nodes=200", "option.Hash=1", "--games", "12", "--openings", "random:4", "--journal", &journal];
    words.iter().chain(&more).map(|word| (*word).to_owned()).collect()
}

#[test]
fn a_match_killed_again_and_again_plays_every_game_once() {
    let journal = fresh("killed.journal");
    let arguments = quick_match(&journal);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let mut kills = 0;
    let mut before: Vec<String> = Vec::new();
    while !kill_after(&mut start(&arguments), 2 * moment() + 20 * kills) {
        kills += 1;
        assert!(kills < 200, "it never ends");
        let now = journal_games(&journal);
        assert_eq!(now[..before.len()], before, "what stood there before kill {kills} stands");
        before = now;
    }
    let mut numbers: Vec<u32> = journal_games(&journal)
        .iter()
        .map(|line| line.split('\t').nth(1).expect("a number").parse().expect("a number"))
        .collect();
    numbers.sort_unstable();
    let first = numbers[0];
    assert_eq!(numbers, (first..first + 12).collect::<Vec<_>>(), "after {kills} kills");
    fs::remove_file(&journal).expect("a file to remove");
}

#[test]
fn a_full_disk_under_a_match_keeps_every_whole_game() {
    let journal = fresh("full.journal");
    let arguments = quick_match(&journal);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (status, said) = tool("trap '' XFSZ; ulimit -f 8", &arguments);
    assert!(status == Some(1) && said.contains("full.journal"), "{status:?} {said}");
    let held = journal_games(&journal);
    assert!(!held.is_empty() && held.len() < 12, "{} games fitted", held.len());
    assert_eq!(tool("true", &arguments).0, Some(0));
    let all = journal_games(&journal);
    assert_eq!((all.len(), &all[..held.len()]), (12, &held[..]));
    fs::remove_file(&journal).expect("a file to remove");
}

/// Whether whoever started the tests has signals of that number ignored; child processes inherit it.
fn is_ignored(number: u32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or_default();
    mask >> (number - 1) & 1 == 1
}

#[test]
fn signals_end_the_process_at_once_even_in_a_search() {
    for (signal, number) in [("TERM", 15), ("INT", 2), ("HUP", 1)] {
        if is_ignored(number) {
            println!("SIG{signal} is ignored here, as under nohup: the engine inherits that; not tried");
            continue;
        }
        let mut engine = Engine::uci();
        engine.send("setoption name Threads value 2\nposition startpos\ngo infinite");
        engine.until("info depth 3 ");
        let sent = Command::new("kill").args([&format!("-{signal}"), &engine.id().to_string()]).status();
        assert!(sent.expect("kill").success());
        assert!(!engine.exit().success(), "SIG{signal} is no ordinary end");
    }
}

#[test]
fn a_driver_that_dies_takes_the_engine_along() {
    // Both ends of both pipes are gone, as when the parent is killed: a bounded search must not run on for a day.
    for go in ["go infinite", "go movetime 100000000", "go perft 9", "go ponder wtime 1000 btime 1000"] {
        let mut child = Command::new(MEIHUA).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("a start");
        let mut stdin = child.stdin.take().expect("a pipe");
        writeln!(stdin, "position startpos\n{go}").expect("the engine listens");
        sleep(Duration::from_millis(50));
        drop(stdin);
        drop(child.stdout.take());
        assert!(kill_after(&mut child, 20_000), "{go} goes on");
    }
}
