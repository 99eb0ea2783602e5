//! Puzzles in the real process: the largest ones stop, odd ones are answered, and only the allowed moves are played.

use common::process::run;
use common::{Engine, meihua};
use std::process::Output;
use std::time::Duration;

fn rows(output: &Output) -> Vec<Vec<String>> {
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines().map(|row| row.split('\t').map(str::to_owned).collect()).collect()
}

/// A tower of a recipe in a file of its own.
fn tower_file(name: &str, recipe: &[&str]) -> String {
    let path = std::env::temp_dir().join(format!("meihua-{}-{name}", std::process::id()));
    let path = path.to_string_lossy().into_owned();
    let made = meihua(&[&["generate", "tower", "-o", &path], recipe].concat(), "");
    assert!(made.status.success());
    path
}

/// Positions on which solvers used to work for seconds without a look at the clock, the largest that are accepted among them.
fn large_positions() -> Vec<String> {
    let row = |count: usize, rest: &str| format!("fen {}{}_ {rest}", "B".repeat(count), "W".repeat(count));
    let tower = |decisions: &str, side: &str| {
        let recipe = ["--rows", side, "--cols", side, "--decisions", decisions, "--hp", "20000"];
        format!("file {}", tower_file(&format!("{decisions}.txt"), &recipe))
    };
    vec![
        "tower ".to_owned() + &tower("450", "100"),
        "tower ".to_owned() + &tower("700", "100"),
        "tower ".to_owned() + &tower("1365", "256"),
        "sliding ".to_owned() + &row(200, "cost hop=400"),
        "sliding ".to_owned() + &row(2047, "cost"),
        "sliding ".to_owned() + &row(2047, "moves hop=4095"),
        "river fen -/-/P1000000 r 2".to_owned(),
        "river fen -/-/P1000000D500000 r 1000".to_owned(),
    ]
}

#[test]
fn a_limit_of_nodes_limits_the_scan_of_a_large_table() {
    let row = format!("{}{}_ cost", "B".repeat(13), "W".repeat(13));
    let output = meihua(&["solve", "sliding", &row, "--nodes", "100"], "");
    let columns = String::from_utf8(output.stdout).unwrap();
    let columns: Vec<&str> = columns.trim_end().split('\t').collect();
    assert_eq!((columns[2], columns[3]), ("anytime", "100"), "{columns:?}");
}

#[test]
fn the_largest_puzzles_hear_a_stop_and_the_clock() {
    for position in large_positions() {
        let (game, position) = position.split_once(' ').unwrap();
        let mut engine = Engine::uci();
        engine.send(&format!("setoption name UCI_Variant value {game}\nposition {position}"));
        engine.settle();
        for (go, pause) in [("go movetime 100", 0), ("go infinite", 0), ("go infinite", 300), ("go", 700)] {
            engine.send(go);
            std::thread::sleep(Duration::from_millis(pause));
            if !go.contains("movetime") {
                engine.send("stop");
            }
            let best = engine.best_move();
            assert!(!best.contains("(none)"), "{game} {go}: a legal move exists");
        }
        engine.send("go infinite");
        engine.send("quit");
        assert!(engine.exit().success());
    }
}

#[test]
fn the_input_that_ends_ends_a_large_puzzle() {
    let mut engine = Engine::uci();
    let tower = tower_file("end.txt", &["--rows", "100", "--cols", "100", "--decisions", "700"]);
    engine.send(&format!("setoption name UCI_Variant value tower\nposition file {tower}\ngo infinite"));
    engine.close_input();
    engine.exit();
}

#[test]
fn the_batch_keeps_to_its_time() {
    for position in large_positions() {
        let (game, position) = position.split_once(' ').unwrap();
        let ended = run(&["solve", game, "--movetime", "100"]).input(position).end();
        assert_eq!((ended.status, ended.out.split('\t').nth(2)), (Some(0), Some("anytime")), "{game}: {ended:?}");
    }
    // The facts of a solved river count, too.
    let ended = run(&["solve", "river", "--movetime", "300"]).input("1000000 1000000 1000").end();
    assert_eq!(ended.status, Some(0), "{ended:?}");
}

#[test]
fn more_devils_than_priests_are_proven_hopeless_and_cost_no_other_line() {
    let output = meihua(&["solve", "river"], "D1/-/P1D1 r 2\n3 3 2\n");
    let rows = rows(&output);
    assert!(output.status.success());
    assert_eq!(rows.iter().map(|row| row[1].as_str()).collect::<Vec<_>>(), ["unsolvable", "11"]);
    assert!(rows.iter().all(|row| row[2] == "proven"));
}

#[test]
fn a_path_stays_a_path() {
    let folder = std::env::temp_dir().join(format!("meihua-{}-paths", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let tower = meihua(&["generate", "tower", "--decisions", "8", "--seed", "5"], "").stdout;
    for name in ["a;b.txt", "two moves.txt", "3 moves 4,4"] {
        let path = folder.join(name).to_string_lossy().into_owned();
        std::fs::write(&path, &tower).unwrap();
        for output in [meihua(&["solve", "tower", &path], ""), meihua(&["solve", "tower"], &path)] {
            let rows = rows(&output);
            assert!(output.status.success(), "{name}: {rows:?}");
            assert_eq!((rows[0][0].as_str(), rows[0][2].as_str()), (path.as_str(), "proven"), "{name}");
        }
    }
}

#[test]
fn a_row_too_large_for_the_memory_is_answered() {
    let mut engine = Engine::limited("ulimit -v 300000");
    let row = format!("{}{}_ cost", "B".repeat(13), "W".repeat(13));
    engine.send(&format!("uci\nsetoption name UCI_Variant value sliding\nposition fen {row}\ngo movetime 20000"));
    let heard = engine.until("bestmove");
    assert!(heard.iter().any(|line| line.contains("solution cost")), "{heard:?}");
    assert!(!heard.iter().any(|line| line.contains("bestmove (none)")), "{heard:?}");
    engine.send("isready");
    engine.until("readyok");
}

#[test]
fn only_allowed_moves_are_played() {
    let mut engine = Engine::uci();
    for (game, position) in [("tower", "startpos"), ("sliding", "startpos"), ("river", "startpos")] {
        engine.send(&format!("setoption name UCI_Variant value {game}\nposition {position}"));
        let moves = engine.legal_moves();
        assert!(moves.len() > 1, "{game}");
        for mv in &moves {
            engine.send(&format!("go movetime 1000 searchmoves {mv}"));
            let best = engine.best_move();
            assert_eq!(best.split_whitespace().nth(1), Some(mv.as_str()), "{game}");
        }
        engine.send(&format!("go movetime 1000 searchmoves {}", moves.join(" ")));
        let free = engine.best_move();
        let free = free.split_whitespace().nth(1).unwrap().to_owned();
        engine.send(&format!("banmoves {free}\ngo movetime 1000"));
        let best = engine.best_move();
        let best = best.split_whitespace().nth(1).unwrap();
        assert!(best != free && moves.iter().any(|mv| mv == best), "{game}: {best}");
    }
    // With the first move of the only kind that keeps the cost, the value is the same; with another it is more.
    engine.send("setoption name UCI_Variant value sliding\nposition fen BBBWWW_ cost\ngo searchmoves 4-7");
    let heard = engine.until("bestmove");
    assert!(heard.iter().any(|line| line.contains("solution cost ") && line.ends_with(" proven")), "{heard:?}");
}

#[test]
fn several_lines_are_the_true_values_of_the_best_moves() {
    let best = |lines: u32, game: &str, position: &str| -> Vec<String> {
        let input = format!(
            "setoption name UCI_Variant value {game}\nsetoption name MultiPV value {lines}\nposition {position}\ngo\n"
        );
        let output = meihua(&[], &input);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(text.contains(" multipv 2 "), "{text}");
        let said = |line: &str| line.strip_prefix("info string ").map(str::to_owned);
        text.lines().filter_map(said).filter(|line| line.starts_with("value ") || line.starts_with("best ")).collect()
    };
    let values = |game: &str, position: &str| best(99, game, position);
    assert_eq!(
        values("sliding", "fen BBWW_ cost"),
        ["value 2-5 cost 5 bound 5 proven", "value 3-5 cost 7 bound 7 proven", "value 4-5 cost 7 bound 7 proven"]
    );
    // Several moves that begin a shortest plan are named together, as without values.
    let river = values("river", "fen 3 3 2");
    assert_eq!(river[2], "value D1 crossings 13 bound 13 proven", "{river:?}");
    assert_eq!(river.last().unwrap(), "best P1D1 D2");
    // Fewer lines are those of the best moves.
    let two = ["value P1D1 crossings 11 bound 11 proven", "value D2 crossings 11 bound 11 proven", "best P1D1 D2"];
    assert_eq!(best(2, "river", "fen 3 3 2"), two);
    let tower = values("tower", "startpos");
    let hp: Vec<&str> = tower.iter().map(|line| line.split(' ').nth(3).unwrap()).collect();
    assert_eq!(hp, ["196", "188", "188", "174"], "{tower:?}");
    assert!(tower[0].starts_with("value 7,3 ") && tower[3].starts_with("value 7,7 "), "{tower:?}");
}
