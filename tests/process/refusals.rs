//! Threads and memory that the system refuses, and memory that is promised before it is there.
//!
//! Limits are set by the shell that starts the process (`ulimit`), and memory is read from `/proc`: these tests need
//! Linux.
#![cfg(target_os = "linux")]

use common::{Engine, count, fresh};
use std::fs;

/// Megabytes of memory that a process holds, not only was promised.
fn resident_megabytes(engine: &Engine) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", engine.id())).expect("a process");
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).expect("its memory");
    line.split_whitespace().nth(1).and_then(|kilobytes| kilobytes.parse::<u64>().ok()).expect("a number") >> 10
}

#[test]
fn a_table_costs_nothing_until_it_is_asked_for() {
    for game in ["xiangqi", "cfour"] {
        let mut engine = Engine::uci();
        engine.send(&format!("setoption name UCI_Variant value {game}\nsetoption name Hash value 1024\nd"));
        engine.until("verdict: ");
        assert!(resident_megabytes(&engine) < 200, "{game}: {} MB before isready", resident_megabytes(&engine));
        assert!(engine.settle().is_empty());
        engine.send("go infinite\nisready");
        engine.until("readyok");
        engine.send("stop");
        engine.best_move();
        engine.send("ucinewgame");
        assert!(engine.settle().is_empty());
        engine.send("go depth 4");
        engine.best_move();
        engine.quit();
    }
}

#[test]
fn a_new_game_has_one_table() {
    let mut engine = Engine::uci();
    engine.send("setoption name Hash value 512");
    for _ in 0..3 {
        engine.settle();
        engine.send("go nodes 2000");
        engine.best_move();
        engine.send("ucinewgame");
        engine.settle();
        let held = resident_megabytes(&engine);
        assert!((512..800).contains(&held), "{held} MB");
    }
    engine.quit();
}

#[test]
fn threads_without_memory_are_done_without() {
    for game in ["xiangqi", "cfour"] {
        let mut engine = Engine::limited("ulimit -v 300000");
        engine.send(&format!("uci\nsetoption name UCI_Variant value {game}"));
        engine.until("uciok");
        engine.send("setoption name Threads value 64\nposition startpos\ngo movetime 200");
        let heard = engine.until("bestmove");
        assert_ne!(heard.last().map(String::as_str), Some("bestmove (none)"), "{heard:?}");
        // The thread of the `go` itself may be refused, too, which is another line.
        let refusals = |heard: &[String]| heard.iter().filter(|line| line.contains(" of 64 search threads")).count();
        // Four in a row is known from the start, and asks no thread.
        assert_eq!(refusals(&heard), usize::from(game == "xiangqi"), "{heard:?}");
        engine.send("go infinite\nisready");
        assert_eq!(refusals(&engine.until("readyok")), 0, "once is enough");
        engine.send("stop");
        engine.best_move();
        engine.send("setoption name Hash value 64\nsetoption name Threads value 3");
        engine.settle();
        engine.send("ucinewgame\ngo depth 7");
        assert_ne!(engine.best_move(), "bestmove (none)");
        engine.quit();
    }
}

#[test]
fn the_log_tells_what_was_refused() {
    let log = fresh("refused.log");
    let mut engine = Engine::limited("ulimit -v 300000");
    engine.send(&format!("setoption name Debug Log File value {}\nsetoption name Threads value 64", log.display()));
    engine.send("setoption name Hash value 1024\ngo depth 1");
    engine.until("bestmove");
    engine.quit();
    let told = fs::read_to_string(&log).expect("a log");
    let warned = |what: &str| told.lines().any(|line| line.contains("[WARN] ") && line.contains(what));
    assert!(warned("no memory for 64 search threads") && warned("no memory for a hash table of 1024 MB"), "{told}");
    fs::remove_file(&log).expect("a file to remove");
}

/// The engine of a user who may have no more than `processes` processes, threads counted. The limit does not bind root, who
/// can become such a user where there are the commands for it; `number` distinguishes the users of the tests.
fn engine_of_a_bound_user(processes: u32, number: u32) -> Option<Engine> {
    let limits = format!(
        "command -v prlimit >/dev/null && command -v setpriv >/dev/null && [ $(id -u) = 0 ] || exec cat; \
         exec prlimit --nproc={processes} setpriv --reuid={number} --clear-groups \"$0\""
    );
    let mut engine = Engine::limited(&limits);
    engine.send("uci");
    if engine.line() == "uci" {
        println!("not root, or no prlimit or setpriv: not tried");
        return None;
    }
    engine.until("uciok");
    Some(engine)
}

#[test]
fn without_a_thread_to_think_in_there_is_still_a_move() {
    // One thread reads, one writes, and the first one has to think.
    let Some(mut engine) = engine_of_a_bound_user(3, 64_123) else { return };
    for go in ["go movetime 100000", "go depth 30", "go nodes 1"] {
        engine.send(go);
        let heard = engine.until("bestmove");
        assert_ne!(heard.last().map(String::as_str), Some("bestmove (none)"), "{heard:?}");
        assert_eq!(count(&heard, "info string error: "), 1, "{heard:?}");
    }
    engine.send("go infinite\nisready");
    assert_eq!(count(&engine.until("readyok"), "bestmove"), 0, "the answer waits for stop");
    engine.send("stop");
    assert_ne!(engine.best_move(), "bestmove (none)");
    engine.quit();
}

#[test]
fn threads_that_are_not_started_are_done_without() {
    let Some(mut engine) = engine_of_a_bound_user(6, 64_124) else { return };
    engine.send("setoption name Threads value 16\ngo movetime 200");
    let heard = engine.until("bestmove");
    assert_ne!(heard.last().map(String::as_str), Some("bestmove (none)"), "{heard:?}");
    assert!(heard.iter().any(|line| line.contains(" of 16 search threads")), "{heard:?}");
    engine.send("ucinewgame\ngo infinite\nstop");
    assert_ne!(engine.best_move(), "bestmove (none)");
    engine.quit();
}
