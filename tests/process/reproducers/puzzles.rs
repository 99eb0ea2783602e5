//! Puzzles: counts that are not equal, problems that are too large to be solved in time, moves that are asked for.

use super::Scratch;
use common::Engine;
use common::process::run;
use std::time::Duration;

#[test]
fn g3_more_devils_than_priests_have_an_answer() {
    let mut lines = Vec::new();
    for people in 0..81 {
        let group = |priests, devils| format!("P{priests}D{devils}");
        let (left, right) = (group(people % 3, people / 3 % 3), group(people / 9 % 3, people / 27 % 3));
        lines.push(format!("{left}/-/{right} r 2"));
        lines.push(format!("{left}/P1D1/{right} l 2 b"));
        lines.push(format!("{} {} 2", people % 5, people / 5 % 6));
    }
    let ended = run(&["solve", "river"]).input(&lines.join("\n")).end();
    assert!(ended.is_orderly() && !ended.out.contains("broke"), "{ended:?}");
    assert_eq!(ended.out.lines().count(), lines.len(), "a row a line");
    assert!(ended.out.lines().all(|row| row.split('\t').count() == 7));
    let crowd = run(&["solve", "river"]).input("D1/-/P1D1 r 2\n1 4 2\n3 3 2").end();
    let values: Vec<&str> = crowd.out.lines().filter_map(|row| row.split('\t').nth(1)).collect();
    assert_eq!(values.last(), Some(&"11"), "{crowd:?}");
    assert_eq!(values[0], "unsolvable", "{crowd:?}");
}

/// Puzzles that no solver is through with in a moment; a tower goes by its file.
fn giants(scratch: &Scratch) -> Vec<(&'static str, String)> {
    let tower = scratch.path("giant.txt");
    let words = ["--rows", "100", "--cols", "100", "--decisions", "700", "--rules", "v2", "-o", &tower];
    assert_eq!(run(&[&["generate", "tower"], &words[..]].concat()).end().status, Some(0));
    let row = |black: usize, white: usize| format!("{}{}_", "B".repeat(black), "W".repeat(white));
    vec![
        ("tower", format!("file {tower}")),
        ("sliding", format!("fen {} cost hop=400", row(200, 200))),
        ("sliding", format!("fen {} moves", row(2047, 2047))),
        ("sliding", format!("fen {} cost", row(16, 15))),
        ("river", "fen -/-/P1000000 r 2".to_owned()),
        ("river", "fen -/-/P900000D700000 r 900".to_owned()),
    ]
}

#[test]
fn g4_a_giant_puzzle_stops_when_it_is_told_to() {
    let scratch = Scratch::new("giants");
    for (game, position) in giants(&scratch) {
        let name: String = position.chars().take(40).collect();
        let mut engine = Engine::uci();
        engine.send(&format!("setoption name UCI_Variant value {game}\nposition {position}"));
        engine.settle();
        for go in ["go movetime 300", "go wtime 2000 btime 2000", "go movetime 1"] {
            engine.send(go);
            engine.best_move();
        }
        engine.send("go infinite");
        std::thread::sleep(Duration::from_millis(300));
        engine.send("stop");
        let heard = engine.until("bestmove");
        assert!(heard.iter().any(|line| line.contains("solution ") || line.contains("unsolvable")), "{game} {name}");
        engine.send("go\nquit");
        assert!(engine.exit().success(), "{game} {name}");
    }
}

#[test]
fn g4_a_command_for_a_giant_puzzle_keeps_its_time() {
    let scratch = Scratch::new("giant-commands");
    for (game, position) in giants(&scratch) {
        let position = position.trim_start_matches("fen ");
        let line = position.trim_start_matches("file ");
        let solve = run(&["solve", game, "--movetime", "300"]).input(line).patience(20).end();
        assert!(solve.is_orderly() && solve.out.split('\t').count() == 7, "{game} {line:.40}: {:?}", solve.time);
        if game != "sliding" {
            let words: Vec<&str> = position.split(' ').collect();
            let words = [&["draw", game], &words[..], &["--movetime", "300"]].concat();
            let draw = run(&words).patience(40).end();
            assert!(draw.is_orderly(), "{game} {line:.40}: {:?} {}", draw.status, draw.err);
        }
    }
}

#[test]
fn m7_a_row_beyond_the_memory_is_no_abort() {
    let row = format!("{}{}_ cost", "B".repeat(13), "W".repeat(13));
    for limit in [60_000, 100_000, 160_000] {
        let confined = run(&["solve", "sliding"]).limits(&format!("ulimit -v {limit}"));
        let ended = confined.input(&row).end();
        assert!(ended.is_orderly(), "{limit} kB: {ended:?}");
    }
}

#[test]
fn m10_a_puzzle_obeys_searchmoves_and_banmoves() {
    let positions =
        [("tower", "startpos"), ("sliding", "startpos"), ("river", "startpos"), ("sliding", "fen BBWW_BW cost")];
    for (game, position) in positions {
        let mut engine = Engine::uci();
        engine.send(&format!("setoption name UCI_Variant value {game}\nposition {position}"));
        let moves = engine.legal_moves();
        for mv in &moves {
            engine.send(&format!("go movetime 2000 searchmoves {mv}"));
            assert_eq!(engine.best_move(), format!("bestmove {mv}"), "{game} {position}");
        }
        engine.send("go movetime 2000");
        let best = engine.best_move();
        let best = best.trim_start_matches("bestmove ");
        engine.send(&format!("banmoves {best}\ngo movetime 2000"));
        let other = engine.best_move();
        assert_ne!(other, format!("bestmove {best}"), "{game} {position}");
        assert!(moves.len() == 1 || other != "bestmove (none)", "{game} {position} {moves:?}");
        engine.quit();
    }
}

#[test]
fn low_a_tower_may_have_any_name() {
    let scratch = Scratch::new("names");
    for name in ["a;b.txt", "two moves.txt", "a moves b.txt"] {
        let path = scratch.path(name);
        assert_eq!(run(&["generate", "tower", "--rows", "7", "--cols", "7", "-o", &path]).end().status, Some(0));
        for ended in [run(&["solve", "tower", &path]).end(), run(&["solve", "tower"]).input(&path).end()] {
            assert_eq!(ended.status, Some(0), "{name}: {ended:?}");
            assert!(ended.out.contains("proven"), "{name}: {ended:?}");
        }
    }
}
