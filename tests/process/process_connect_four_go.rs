//! Four in a row under bounds, on the wire: proofs decide the move, and no line has a score that means nothing.

use common::{Engine, field};
use std::io::Write;
use std::process::{Command, Stdio};

fn cfour() -> Engine {
    let mut engine = Engine::uci();
    engine.send("setoption name UCI_Variant value cfour");
    engine
}

/// What a `go` prints, the answer last.
fn go(engine: &mut Engine, position: &str, go: &str) -> Vec<String> {
    engine.send(&format!("position {position}"));
    engine.send(go);
    engine.until("bestmove")
}

/// The last line of each rank, as rank, kind of score, score, and column.
fn last_lines(printed: &[String]) -> Vec<(usize, String, i32, String)> {
    let mut lines: Vec<(usize, String, i32, String)> = Vec::new();
    for line in printed.iter().filter(|line| line.starts_with("info depth") && line.contains(" pv ")) {
        let rank: usize = field(line, "multipv").expect("a rank").parse().expect("a number");
        let kind = field(line, "score").expect("a score").to_owned();
        let score = field(line, &kind).expect("its value").parse().expect("a number");
        let column = field(line, "pv").expect("a line").to_owned();
        lines.retain(|(other, ..)| *other != rank);
        lines.push((rank, kind, score, column));
    }
    lines.sort();
    lines
}

#[test]
fn the_only_winning_move_is_played_under_every_bound() {
    let mut engine = cfour();
    for bound in ["movetime 3000", "wtime 60000 btime 60000 winc 1000 binc 1000", "nodes 4000000"] {
        let printed = go(&mut engine, "startpos moves d1 d2 d3 d4", &format!("go {bound}"));
        assert!(printed.last().is_some_and(|line| line.starts_with("bestmove P@d5")), "{bound}: {printed:#?}");
    }
    engine.quit();
}

#[test]
fn a_lost_opening_is_called_lost() {
    let mut engine = cfour();
    let printed = go(&mut engine, "445344", "go movetime 3000");
    let lines = last_lines(&printed);
    assert!(lines[0].1 == "mate" && lines[0].2 < 0, "{printed:#?}");
    engine.send("eval");
    let printed = engine.settle();
    assert!(printed.iter().any(|line| line.contains("lost in")), "{printed:#?}");
    engine.quit();
}

#[test]
fn the_first_moves_are_known_at_once() {
    let mut engine = cfour();
    engine.send("setoption name MultiPV value 7");
    for bound in ["", " movetime 100", " nodes 1", " depth 3", " wtime 10 btime 10"] {
        let printed = go(&mut engine, "startpos", &format!("go{bound}"));
        let lines = last_lines(&printed);
        let scores: Vec<(&str, i32)> = lines.iter().map(|(_, kind, score, _)| (kind.as_str(), *score)).collect();
        // The centre wins with the 21st stone; c and e draw, b and f lose with the last but one stone, a and g before.
        let expected = [("mate", 21), ("cp", 0), ("cp", 0), ("mate", -21), ("mate", -21), ("mate", -20), ("mate", -20)];
        assert_eq!(scores, expected, "go{bound}: {printed:#?}");
        assert_eq!(lines[0].3, "P@d1");
        let mut columns: Vec<char> = lines.iter().filter_map(|line| line.3.chars().nth(2)).collect();
        columns[1..3].sort_unstable();
        columns[3..5].sort_unstable();
        columns[5..].sort_unstable();
        assert_eq!(columns, ['d', 'c', 'e', 'b', 'f', 'a', 'g']);
    }
    engine.quit();
}

#[test]
fn lines_have_scores_that_mean_something() {
    let mut engine = cfour();
    for count in [2, 3, 7] {
        engine.send(&format!("setoption name MultiPV value {count}"));
        for bound in [" movetime 20", " nodes 3000", " depth 6", " wtime 5 btime 5", ""] {
            // Ten and twelve stones: no table knows them.
            for position in ["4344562516", "435254162316"] {
                let printed = go(&mut engine, position, &format!("go{bound}"));
                let lines = last_lines(&printed);
                assert_eq!(lines.len(), count, "{position}{bound}: {printed:#?}");
                let is_sound =
                    |(_, kind, score, _): &(usize, String, i32, String)| kind == "mate" || score.abs() < 10_000;
                assert!(lines.iter().all(is_sound), "{position}{bound}: {printed:#?}");
            }
        }
    }
    engine.quit();
}

#[test]
fn only_the_moves_asked_for_are_reported() {
    let mut engine = cfour();
    engine.send("setoption name MultiPV value 3");
    for position in ["startpos", "4344562516"] {
        for bound in ["movetime 50", "nodes 20000", "depth 5", "infinite"] {
            engine.send(&format!("position {position}"));
            engine.send(&format!("go {bound} searchmoves a b"));
            if bound == "infinite" {
                engine.send("stop");
            }
            let printed = engine.until("bestmove");
            let lines = last_lines(&printed);
            assert!(!lines.is_empty() && lines.len() <= 2, "{position} {bound}: {printed:#?}");
            assert!(lines.iter().all(|line| line.3.starts_with("P@a") || line.3.starts_with("P@b")), "{printed:#?}");
        }
    }
    engine.quit();
}

#[test]
fn a_win_is_seen_on_any_clock() {
    let mut engine = cfour();
    for clock in [
        "wtime 0 btime 0",
        "wtime -50 btime -50",
        "wtime 1 btime 1",
        "movetime 0",
        "movetime 1",
        "time 1",
        "p1time 1 p2time 1",
    ] {
        // Red has three in row 1 with d1 free, after ten stones.
        let printed = go(&mut engine, "1122336677", &format!("go {clock}"));
        assert!(printed.last().is_some_and(|line| line.starts_with("bestmove P@d1")), "{clock}: {printed:#?}");
    }
    engine.quit();
}

#[test]
fn weak_players_play_legal_moves_and_still_report_the_truth() {
    let mut engine = cfour();
    engine.send("setoption name Skill Level value 0");
    let mut answers = std::collections::BTreeSet::new();
    for seed in 1..=20 {
        engine.send(&format!("setoption name Seed value {seed}"));
        let printed = go(&mut engine, "startpos", "go movetime 200");
        assert_eq!(last_lines(&printed)[0].1, "mate", "{printed:#?}");
        answers.extend(printed.last().cloned());
    }
    assert!(answers.len() > 2, "{answers:?}");
    engine.quit();
}

#[test]
fn pondering_waits_and_the_answer_is_proven() {
    let mut engine = cfour();
    engine.send("position 44");
    engine.send("go ponder wtime 1000 btime 1000");
    engine.send("ponderhit");
    assert!(engine.best_move().starts_with("bestmove P@d3"));
    engine.quit();
}

#[test]
fn the_batch_door_may_do_without_the_table() {
    let solve = |arguments: &[&str]| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_meihua"))
            .args(["solve", "cfour", "--hash", "4", "--all-moves"])
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        child.stdin.take().expect("a pipe").write_all(b"-\n").expect("it listens");
        String::from_utf8(child.wait_with_output().expect("its answer").stdout).expect("text")
    };
    let row = solve(&[]);
    let columns: Vec<&str> = row.trim_end().split('\t').collect();
    assert_eq!((columns[1], columns[2], columns[3], columns[5]), ("1", "proven", "0", "scores=-2;-1;0;1;0;-1;-2"));
    let row = solve(&["--no-table", "--nodes", "5000"]);
    assert_eq!(row.split('\t').nth(2), Some("anytime"), "{row}");
}
