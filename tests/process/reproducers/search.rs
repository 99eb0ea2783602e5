//! Games of two players: clocks, proofs, values, threads.

use common::process::{engine, run};
use common::{Engine, field};

/// What a column is worth by the exact solver: `solve --all-moves`.
fn values(digits: &str) -> Vec<Option<i32>> {
    let ended = run(&["solve", "cfour", "--all-moves"]).input(digits).end();
    let facts = ended.out.split('\t').nth(5).unwrap_or_default();
    let scores = facts.strip_prefix("scores=").unwrap_or_else(|| panic!("{ended:?}"));
    scores.split(';').map(|score| score.parse().ok()).collect()
}

#[test]
fn g2_a_clocked_search_throws_no_result_away() {
    // Four stones in the middle column: a fifth one there wins, and nothing else does. The others take the solver no
    // time.
    let middle = vec![Some(-1), Some(-1), Some(-1), Some(1), Some(-1), Some(-1), Some(-1)];
    for digits in ["4444", "4356147235612743", "52753311433677442422121"] {
        let values = if digits == "4444" { middle.clone() } else { values(digits) };
        let best = values.iter().flatten().max().expect("a column").signum();
        // A few plies or nodes are enough where the table of openings knows the position.
        let bounds = ["movetime 700", "wtime 1000 btime 1000 winc 20 binc 20", "depth 4", "nodes 3000"];
        for go in &bounds[..if digits == "4444" { 4 } else { 2 }] {
            let ended = engine(&format!("setoption name UCI_Variant value cfour\nposition {digits}\ngo {go}"));
            let moves = ended.best_moves();
            let column = moves[0].trim_start_matches("P@").as_bytes()[0] - b'a';
            let value = values[usize::from(column)].expect("a column with room");
            assert_eq!(value.signum(), best, "{digits}, {go}: {} of {values:?}", moves[0]);
        }
    }
}

#[test]
fn g7_threads_that_cannot_be_had_do_not_keep_a_search_going() {
    let lines = "setoption name Threads value 64\ngo movetime 200\ngo wtime 500 btime 500\nd";
    let ended = run(&[]).limits("ulimit -v 300000").input(lines).patience(30).end();
    assert!(ended.is_orderly() && ended.best_moves().len() == 2, "{ended:?}");
    assert_eq!(ended.lines("Fen: ").len(), 1, "{ended:?}");
}

#[test]
fn m1_lines_that_wait_are_guarded_like_the_others() {
    let lines =
        "setoption name Threads value 16\nsetoption name Hash value 64\nisready\ngo perft 9\nucinewgame\nstop\nd";
    let Some(confined) = run(&[]).input(lines).tasks(8) else { return };
    let ended = confined.patience(30).end();
    assert!(ended.is_orderly() && ended.lines("Fen: ").len() == 1, "{ended:?}");
}

#[test]
fn m9_several_lines_of_four_in_a_row_are_proven() {
    let position =
        "setoption name UCI_Variant value cfour\nsetoption name MultiPV value 3\nposition 52753311433677442422121";
    let ended = engine(&format!("{position}\ngo"));
    assert_eq!(ended.best_moves().len(), 1, "the proof ends it: {ended:?}");
    for line in ended.lines("info depth ") {
        let score: i32 = field(line, "cp").and_then(|score| score.parse().ok()).unwrap_or_default();
        assert!(score.abs() < 20_000, "{line}");
    }
    let last = |number: &str| ended.out.lines().rfind(|line| field(line, "multipv") == Some(number)).map(str::to_owned);
    for number in ["1", "2", "3"] {
        let line = last(number).unwrap_or_else(|| panic!("no line {number}: {ended:?}"));
        let is_proven = field(&line, "mate").is_some() || field(&line, "cp") == Some("0");
        assert!(is_proven, "{line}");
    }
}

#[test]
fn m11_a_large_table_does_not_keep_a_client_waiting() {
    let mut engine = Engine::uci();
    engine.send("setoption name Hash value 1500");
    engine.settle();
    engine.send("go movetime 50");
    engine.best_move();
    engine.quit();
}

#[test]
fn m12_the_parts_of_the_evaluation_are_shown() {
    let ended = engine("position startpos moves h2e2 h9g7 e2e6\neval");
    assert!(ended.out.lines().count() >= 6, "{}", ended.out);
    assert!(ended.out.contains("what each piece is worth"), "{}", ended.out);
    let other = engine("position startpos\neval");
    assert_ne!(ended.out, other.out);
}

#[test]
fn low_a_very_long_game_is_searched_as_quickly_as_a_short_one() {
    let moves = "h0g2 h9g7 g2h0 g7h9 ".repeat(50_000);
    let mut engine = Engine::uci();
    engine.send(&format!("position startpos moves {moves}a3a4 a6a5 a4a5\ngo nodes 1"));
    engine.best_move();
    // A node that looked through the whole game would take more time than anyone waits here.
    engine.send("go nodes 300000");
    engine.best_move();
    engine.quit();
}

#[test]
fn low_without_any_thread_there_is_still_a_move() {
    for tasks in 1..6 {
        let Some(confined) = run(&[]).input("go depth 3").tasks(tasks) else { return };
        let ended = confined.patience(30).end();
        // Where not even the reader of the input gets its thread, the process prints that and ends.
        let is_told = ended.status == Some(1) && !(ended.err.is_empty() && ended.out.is_empty());
        let is_played = ended.status == Some(0) && ended.best_moves().first().is_some_and(|mv| *mv != "(none)");
        assert!(is_told || is_played, "{tasks}: {ended:?}");
    }
}

#[test]
fn m7_threads_and_tables_beyond_the_memory_are_an_error_line() {
    for limit in [120_000, 300_000, 600_000] {
        let lines = "setoption name Threads value 64\nsetoption name Hash value 1000\nisready\ngo depth 4\nd";
        let ended = run(&[]).limits(&format!("ulimit -v {limit}")).input(lines).end();
        assert!(ended.is_orderly() && ended.best_moves().len() == 1, "{limit} kB: {ended:?}");
        assert_eq!(ended.lines("Fen: ").len(), 1, "{limit} kB: {ended:?}");
    }
}
