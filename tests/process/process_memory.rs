//! The memory of the table is there before the clock runs: after `readyok`, and after `ucinewgame` at leisure.
#![cfg(target_os = "linux")]

use common::Engine;
use std::time::{Duration, Instant};

/// Memory of the process that is its own and resident, in kB.
fn resident(engine: &Engine) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", engine.id())).expect("a process");
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:").or_else(|| line.strip_prefix("VmRSS:")));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).expect("a number")
}

/// Waits until the table's memory is there, which `readyok` does for no more than some seconds on a busy machine. Returns
/// the resident memory in kB.
fn provided(engine: &Engine, hash: u64) -> u64 {
    let begin = Instant::now();
    loop {
        let kilobytes = resident(engine);
        if kilobytes >= hash << 10 {
            return kilobytes;
        }
        assert!(begin.elapsed() < Duration::from_secs(60), "{kilobytes} kB of {hash} MB");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Searches; asserts that hardly any memory was provided meanwhile.
fn assert_a_search_finds_its_memory(engine: &mut Engine, hash: u64) {
    /// Histories, stacks of threads and what else is small, in kB.
    const SMALL: u64 = 40 << 10;
    let before = provided(engine, hash);
    engine.send("position startpos\ngo nodes 60000");
    engine.best_move();
    let after = resident(engine);
    assert!(after < before + SMALL, "Hash {hash}: {before} kB before the search, {after} kB after it");
}

#[test]
fn no_page_of_the_table_is_first_touched_by_a_search() {
    for (hash, threads) in [(16, 1), (256, 1), (256, 2)] {
        let mut engine = Engine::uci();
        assert!(resident(&engine) < 64 << 10, "nothing large is there before it is asked for");
        engine.send(&format!("setoption name Hash value {hash}\nsetoption name Threads value {threads}"));
        engine.settle();
        assert_a_search_finds_its_memory(&mut engine, hash);
        engine.send("ucinewgame");
        engine.settle();
        assert_a_search_finds_its_memory(&mut engine, hash);
        engine.quit();
    }
}

#[test]
fn a_new_game_provides_its_memory_without_being_asked() {
    const HASH: u64 = 128;
    let mut engine = Engine::uci();
    engine.send(&format!("setoption name Hash value {HASH}\ngo nodes 100"));
    engine.best_move();
    engine.send("ucinewgame\nposition startpos");
    provided(&engine, HASH);
    engine.send("go nodes 100");
    assert_ne!(engine.best_move(), "bestmove (none)");
    engine.quit();
}

#[test]
fn lines_keep_their_order_while_memory_is_provided() {
    let mut engine = Engine::uci();
    engine.send("setoption name Hash value 512\nisready\nisready\nsetoption name Hash value 64\nisready\nd\nstop");
    for _ in 0..2 {
        assert_eq!(engine.line(), "readyok");
    }
    assert_eq!(engine.line(), "readyok");
    let shown = engine.until("verdict: ");
    assert!(!shown.contains(&"readyok".to_owned()), "{shown:?}");
    assert!(resident(&engine) < 256 << 10, "the smaller table replaced the larger one");
    engine.send("setoption name Hash value 512\nisready\ngo depth 1\nucinewgame");
    for start in ["readyok", "info depth 1", "bestmove"] {
        engine.until(start);
    }
    engine.settle();
    engine.send("setoption name Hash value 256\nisready\nquit");
    assert!(engine.exit().success());
    let mut engine = Engine::ucci();
    engine.send("setoption hashsize 256\nisready\nstop");
    engine.until("readyok");
    engine.until("nobestmove");
    engine.quit();
}
