//! The life of the process: answers while it thinks, stop, quit, the end of the input and of the output, bursts.

use common::{Engine, START, count, end_of, fresh, session};
use std::process::{Command, Stdio};

#[test]
fn isready_and_questions_are_answered_while_it_thinks() {
    let mut engine = Engine::uci();
    engine.send("position startpos\ngo infinite");
    engine.until("info depth 3 ");
    for _ in 0..3 {
        engine.send("isready");
        assert_eq!(count(&engine.until("readyok"), "bestmove"), 0);
    }
    engine.send("d");
    assert_eq!(count(&engine.until("verdict: ongoing"), "bestmove"), 0);
    engine.send("stop");
    assert_eq!(count(&engine.until("bestmove"), "bestmove"), 1);
    engine.quit();
}

#[test]
fn each_go_of_a_burst_has_its_answer_in_order() {
    let mut engine = Engine::uci();
    engine.send("position startpos\ngo depth 4 searchmoves h2e2\nposition startpos moves h2e2\ngo depth 4 searchmoves h9g7\ngo nodes 300 searchmoves b9c7");
    for expected in ["bestmove h2e2", "bestmove h9g7", "bestmove b9c7"] {
        assert!(engine.best_move().starts_with(expected));
    }
    assert!(engine.settle().is_empty());
}

#[test]
fn a_stop_right_behind_a_go_belongs_to_it() {
    let mut engine = Engine::uci();
    engine.send("position startpos\ngo infinite\nstop");
    assert_ne!(engine.best_move(), "bestmove (none)");
    engine.send("position startpos\ngo depth 3\nposition startpos moves h2e2\ngo infinite\nstop");
    let first = engine.until("bestmove");
    assert_eq!(count(&first, "info depth 3 "), 1, "the bounded search goes on to its end");
    engine.until("bestmove");
    assert!(engine.settle().is_empty());
    engine.quit();
}

#[test]
fn a_stop_behind_other_lines_of_a_burst_ends_the_search_before_them() {
    let mut engine = Engine::uci();
    engine.send("isready\nposition startpos\ngo movetime 100000000\nucinewgame\nstop\nd\ngo depth 1\nstop");
    engine.until("readyok");
    assert_ne!(engine.best_move(), "bestmove (none)");
    engine.until("verdict: ongoing");
    engine.best_move();
    assert!(engine.settle().is_empty());
    engine.quit();
}

#[test]
fn an_unbounded_search_gives_way_to_what_needs_its_place() {
    let mut engine = Engine::uci();
    for line in ["position startpos", "setoption name Hash value 4", "ucinewgame", "go depth 1", "uci", "undo 0"] {
        engine.send("go infinite");
        engine.until("info depth 2 ");
        engine.send(line);
        assert_ne!(engine.best_move(), "bestmove (none)", "{line}");
        if line.starts_with("go") {
            engine.best_move();
        }
    }
    engine.send("go infinite\ngo ponder wtime 1000 btime 1000\ngo depth 2");
    for _ in 0..3 {
        engine.best_move();
    }
    engine.settle();
    engine.quit();
}

#[test]
fn an_infinite_search_holds_its_answer_until_stop() {
    let mut engine = Engine::uci();
    // Mate in one: all is proven at once.
    engine.send("position fen 3k5/9/9/9/9/9/9/9/R8/4K4 w\ngo infinite");
    engine.until("info depth 1 ");
    std::thread::sleep(std::time::Duration::from_millis(200));
    assert_eq!(count(&engine.settle(), "bestmove"), 0);
    engine.send("stop");
    assert!(engine.best_move().starts_with("bestmove a1d1"));
}

#[test]
fn pondering_ends_by_a_hit_or_by_a_stop() {
    let mut engine = Engine::uci();
    engine.send("position startpos moves h2e2\ngo ponder wtime 400 btime 400");
    engine.until("info depth 2 ");
    std::thread::sleep(std::time::Duration::from_millis(600));
    assert_eq!(count(&engine.settle(), "bestmove"), 0, "the clock does not run");
    engine.send("ponderhit");
    assert_ne!(engine.best_move(), "bestmove (none)");
    engine.send("go ponder depth 2");
    engine.until("info depth 2 ");
    assert_eq!(count(&engine.settle(), "bestmove"), 0, "finished, but not due");
    engine.send("ponderhit");
    engine.best_move();
    engine.send("go ponder movetime 50");
    engine.until("info depth 1 ");
    engine.send("stop");
    engine.best_move();
    engine.send("ponderhit");
    assert!(engine.settle().is_empty());
    engine.quit();
}

#[test]
fn the_end_of_the_input_finishes_what_is_bounded() {
    let heard = session("position startpos\ngo depth 5");
    assert_eq!((count(&heard, "info depth 5 "), count(&heard, "bestmove ")), (1, 1), "{heard:?}");
    let heard = session("position startpos\ngo movetime 100\nposition startpos moves h2e2\ngo nodes 2000");
    assert_eq!(count(&heard, "bestmove "), 2);
    let heard = session("position startpos\ngo perft 2");
    assert_eq!(heard.last().map(String::as_str), Some("Nodes searched: 1920"));
    let heard = session("position fen 3k5/9/9/9/9/9/9/9/R8/4K4 w\ngo mate 1");
    assert_eq!(count(&heard, "bestmove a1d1"), 1);
}

#[test]
fn the_end_of_the_input_stops_what_is_unbounded() {
    for go in ["go infinite", "go ponder wtime 1000 btime 1000", "go", "go\nponderhit", "go ponder\nponderhit"] {
        let heard = session(&format!("position startpos\n{go}"));
        assert_eq!(count(&heard, "bestmove "), 1, "{go}");
        assert!(!heard.contains(&"bestmove (none)".to_owned()));
    }
}

#[test]
fn quit_ends_a_search_with_its_answer() {
    for go in ["go movetime 100000000", "go infinite", "go ponder wtime 1 btime 1", "go depth 3\ngo depth 90"] {
        let mut engine = Engine::uci();
        engine.send(&format!("position startpos\n{go}\nquit"));
        assert!(engine.exit().success());
        let heard = engine.rest();
        assert!(
            count(&heard, "bestmove ") == 1 && heard.last().is_some_and(|line| line.len() >= 13),
            "{go}: {heard:?}"
        );
    }
    let heard = session("position startpos\ngo depth 8\nquit");
    assert!(heard.last().is_some_and(|line| line.starts_with("bestmove ")), "down a pipe: {heard:?}");
    let heard = session("isready\nposition startpos\ngo depth 8\nquit");
    assert!(heard[0] == "readyok" && heard[heard.len() - 1].starts_with("bestmove "), "in order: {heard:?}");
    let heard = session("ucci\nposition startpos\ngo time 100000000\nquit");
    assert!(heard[heard.len() - 2].starts_with("bestmove ") && heard[heard.len() - 1] == "bye", "{heard:?}");
    for job in ["go perft 9", "bench 30", "isready"] {
        let mut engine = Engine::uci();
        engine.send(&format!("{job}\nquit"));
        assert!(engine.exit().success(), "{job}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_output_that_is_full_is_a_failure_with_its_cause() {
    let serve = &["serve", "--no-open", "--port", "0"][..];
    let others = [(&["--help"][..], ""), (&["--version"], ""), (&[], "uci\nquit\n"), (serve, "")];
    for (arguments, input) in [(&["bench", "3"][..], "")].into_iter().chain(others) {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("a device");
        let mut command = Command::new(env!("CARGO_BIN_EXE_meihua"));
        let command = command.args(arguments).stdin(Stdio::piped()).stdout(full).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        use std::io::Write;
        // The program may be gone already.
        _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
        let output = child.wait_with_output().expect("the program ends");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {said}");
        assert!(said.contains("standard output") && said.contains("No space left"), "{arguments:?}: {said}");
    }
}

#[test]
fn a_last_line_without_its_end_is_heard() {
    let mut engine = Engine::start();
    engine.send_bytes(b"position startpos\ngo depth 2");
    engine.close_input();
    assert_eq!(count(&engine.rest(), "bestmove "), 1);
}

#[cfg(unix)]
#[test]
fn a_closed_output_ends_the_process() {
    for commands in ["uci\n", "position startpos\ngo movetime 100000000\n", "go perft 9\n"] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_meihua"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the engine starts");
        use std::io::Write;
        let mut stdin = child.stdin.take().expect("a pipe");
        drop(child.stdout.take());
        // The engine may be gone already.
        let _ = stdin.write_all(commands.as_bytes());
        assert!(end_of(&mut child).success(), "{commands:?}");
    }
}

#[test]
fn output_into_a_file_is_no_closed_output() {
    let path = fresh("output.txt");
    let file = std::fs::File::create(&path).expect("a file");
    let mut child = Command::new(env!("CARGO_BIN_EXE_meihua"))
        .args(["go", "depth", "4"])
        .stdin(Stdio::null())
        .stdout(file)
        .spawn()
        .expect("the engine starts");
    assert!(end_of(&mut child).success());
    let text = std::fs::read_to_string(&path).expect("a file");
    std::fs::remove_file(&path).expect("a file to remove");
    assert!(text.lines().last().expect("a line").starts_with("bestmove "), "{text}");
}

#[test]
fn the_same_nodes_twice_give_the_same_output() {
    let run = || {
        let heard = session(&format!("setoption name Threads value 1\nposition fen {START}\ngo nodes 20000"));
        let strip = |line: &String| {
            let words: Vec<_> = line.split(' ').collect();
            let timed = |index: usize| index > 0 && matches!(words[index - 1], "time" | "nps");
            words
                .iter()
                .enumerate()
                .filter(|(index, _)| !timed(*index))
                .map(|(_, word)| *word)
                .collect::<Vec<_>>()
                .join(" ")
        };
        heard.iter().map(strip).collect::<Vec<_>>()
    };
    assert_eq!(run(), run());
}

#[test]
fn words_of_the_command_line_are_a_line_of_the_protocol() {
    let mut engine = Engine::start_with(&["go", "perft", "1"]);
    let heard = engine.rest();
    assert!(engine.exit().success());
    assert_eq!(heard.last().map(String::as_str), Some("Nodes searched: 44"));
    let mut engine = Engine::start_with(&["frobnicate"]);
    assert_eq!(engine.exit().code(), Some(2));
    let mut engine = Engine::start_with(&["--frobnicate"]);
    assert_eq!(engine.exit().code(), Some(2));
}

#[test]
fn bench_counts_the_same_nodes_each_time() {
    let count = |arguments: &[&str]| {
        let mut engine = Engine::start_with(arguments);
        let heard = engine.rest();
        assert!(engine.exit().success());
        let last = heard.last().expect("a line").clone();
        let words: Vec<_> = last.split(' ').collect();
        assert_eq!((words.len(), words[1], words[3]), (4, "nodes", "nps"), "{last}");
        words[0].to_owned()
    };
    assert_eq!(count(&["bench", "3"]), count(&["bench", "3"]));
    let heard = session("bench 3");
    assert!(heard.last().expect("a line").starts_with(&count(&["bench", "3"])));
}
