//! Bad input: one error line with what and why, no answer about another position, the process alive.

use common::{Engine, START, count, errors};
use std::process::Command;

/// Sends lines that are wrong somewhere; returns the only error line.
fn complaint(engine: &mut Engine, text: &str) -> String {
    engine.send(text);
    let heard = engine.settle();
    let errors = errors(&heard);
    assert_eq!(errors.len(), 1, "{text:?}: {heard:?}");
    errors[0].clone()
}

#[test]
fn wrong_positions_are_refused_and_named() {
    let mut engine = Engine::uci();
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rubbish",
        "",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9 w",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR x",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABN1R w",
        "9/9/9/9/9/9/9/9/9/9 w",
        "4k4/9/9/9/9/9/9/9/9/4K4 w",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNB1KABNR/9 w - - 0 1",
    ] {
        engine.send("position startpos moves h2e2");
        let error = complaint(&mut engine, &format!("position fen {fen}"));
        assert!(error.contains("position") && error.contains("no position is set"), "{fen}: {error}");
        engine.send("go depth 1");
        let heard = engine.until("bestmove");
        assert_eq!((errors(&heard), heard.len()), (vec![&error], 2), "{fen}");
        assert_eq!(heard[1], "bestmove (none)", "{fen}");
    }
    engine.send("position startpos\ngo depth 1");
    assert_ne!(engine.best_move(), "bestmove (none)");
    engine.quit();
}

#[test]
fn illegal_and_unreadable_moves_are_named() {
    let mut engine = Engine::uci();
    for mv in ["e2e4", "a0a9", "h2h9x", "z9z9", "0000", "e0e2", "h10g8", "炮九平九"] {
        let error = complaint(&mut engine, &format!("position startpos moves h2e2 {mv} h9g7"));
        assert!(error.contains("move 2") && error.contains(mv), "{error}");
        assert!(engine.fen().contains("1C2C4/9/RNBAKABNR b"));
    }
    let error = complaint(&mut engine, &format!("position startpos moves {}", "x".repeat(1000)));
    assert!(error.len() < 300, "{error}");
}

#[test]
fn moves_with_ranks_counted_otherwise_name_the_option() {
    let mut engine = Engine::uci();
    let error = complaint(&mut engine, "position startpos moves h3e3");
    assert!(error.contains("h3e3") && error.contains("option Ranks, value 1-10"), "{error}");
    let error = complaint(&mut engine, "position startpos moves h3h9");
    assert!(!error.contains("Ranks"), "legal in neither count: {error}");
    engine.send("setoption name Ranks value 1-10\nposition startpos moves h3e3");
    assert!(engine.settle().is_empty());
    let error = complaint(&mut engine, "position startpos moves a0a1");
    assert!(error.contains("option Ranks, value 0-9"), "{error}");
    engine.quit();
}

#[test]
fn a_level_below_the_lowest_is_the_lowest() {
    let mut engine = Engine::uci();
    for (level, taken) in [("-20", "using -4"), ("21", "using 20")] {
        engine.send(&format!("setoption name Skill Level value {level}"));
        let heard = engine.settle();
        assert!(heard.len() == 1 && heard[0].contains("Skill Level") && heard[0].contains(taken), "{heard:?}");
        assert!(errors(&heard).is_empty(), "it was carried out: {heard:?}");
    }
    assert!(complaint(&mut engine, "setoption name Skill Level value low").contains("from -4 to 20"));
    engine.quit();
}

#[test]
fn counts_of_leaves_have_a_depth_that_ends() {
    let mut engine = Engine::limited("ulimit -s 512");
    for depth in ["65", "50000", "99999999999999999999"] {
        engine.send(&format!("go perft {depth}"));
        let error = engine.line();
        assert!(error.contains("error: go perft") && error.contains("at most 64"), "{error}");
    }
    engine.send("go perft 64\nstop\ngo perft 1");
    assert_eq!(engine.until("Nodes searched").last().map(String::as_str), Some("Nodes searched: 44"));
    engine.quit();
}

#[test]
fn mistyped_commands_are_guessed_in_the_one_error_line() {
    let mut engine = Engine::uci();
    assert!(complaint(&mut engine, "postion startpos").contains("did you mean \"position\"?"));
    assert!(!complaint(&mut engine, "frobnicate").contains("did you mean"));
    engine.send("position startpos");
    engine.send("go mate 1");
    assert!(engine.until("bestmove").iter().any(|line| line.contains("no win in 1 move exists")));
    // A word that is not known before one that is, is skipped as UCI wants it.
    engine.send("isredy isready");
    assert_eq!(engine.line(), "readyok");
    engine.quit();
    let output = Command::new(env!("CARGO_BIN_EXE_meihua")).arg("slove").output().expect("the program starts");
    assert!(String::from_utf8_lossy(&output.stderr).contains("did you mean \"solve\"?"), "{output:?}");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn numbers_out_of_range_keep_the_old_value() {
    let mut engine = Engine::uci();
    for line in [
        "setoption name Hash value 0",
        "setoption name Hash value -1",
        "setoption name Hash value 999999999999",
        "setoption name Hash value 99999999999999999999999999",
        "setoption name Hash value lots",
        "setoption name Hash",
        "setoption name Threads value 0",
        "setoption name UCI_Elo value 1",
        "setoption name Ponder value maybe",
        "setoption name UCI_Variant value chess",
        "setoption name Repetition Rule value SkyRule",
        "setoption name Debug Log File value /no/such/folder/log.txt",
    ] {
        let error = complaint(&mut engine, line);
        assert!(error.contains("expected") || error.contains("Log File"), "{line}: {error}");
    }
    engine.send("go depth 3");
    engine.best_move();
    engine.quit();
}

#[test]
fn numbers_that_are_none_never_leave_a_go_without_answer() {
    let mut engine = Engine::uci();
    for line in
        ["go depth", "go depth x", "go movetime soon", "go wtime x btime y", "go nodes -5", "go depth -1", "go mate"]
    {
        engine.send(line);
        let heard = engine.until("bestmove");
        assert_eq!(errors(&heard).len(), usize::from(!line.contains('-')), "{line}: {heard:?}");
    }
    engine.send("go perft x");
    engine.until("bestmove");
    engine.quit();
}

#[test]
fn a_line_of_a_megabyte() {
    let mut engine = Engine::uci();
    let error = complaint(&mut engine, &"x".repeat(1 << 20));
    assert!(error.len() < 300, "{error}");
    let error = complaint(&mut engine, &format!("position fen {}", "9/".repeat(1 << 19)));
    assert!(error.len() < 400, "{error}");
    complaint(&mut engine, &format!("position startpos moves {}", "h2e2 ".repeat(200_000)));
    complaint(&mut engine, &"y".repeat(5 << 20));
    engine.send("position startpos");
    complaint(&mut engine, &format!("position startpos moves {}", "h2e2 ".repeat(1 << 20)));
    engine.send("go depth 1");
    assert_eq!(engine.best_move(), "bestmove (none)");
    engine.send(&format!("position startpos moves {}\ngo depth 1", "h0g2 h9g7 g2h0 g7h9 ".repeat(2000)));
    let heard = engine.until("bestmove");
    assert_eq!(errors(&heard).len(), 0, "eight thousand moves are a position");
    engine.quit();
}

#[test]
fn bytes_that_are_no_text() {
    let mut engine = Engine::uci();
    for bytes in [&b"\xff\xfe\xfd\n"[..], b"position startpos moves h2e2 \xff\n", b"\xc3\x28 d\n", b"\x80\n"] {
        engine.send_bytes(bytes);
        let heard = engine.settle();
        assert_eq!(errors(&heard).len(), 1, "{bytes:?}: {heard:?}");
    }
    engine.send_bytes(b"\0\0\0\n\0isready\0\nxyz\0\x01\x02\n");
    let heard = engine.settle();
    assert_eq!((errors(&heard).len(), heard.len()), (0, 0), "NUL parts words: {heard:?}");
    assert_eq!(errors(&engine.settle()).len(), 1);
    engine.send("go depth 2");
    assert_eq!(engine.best_move(), "bestmove (none)", "the last position was not text");
    engine.send("position startpos");
    engine.send_bytes(b"go depth 2 \xff\n");
    let heard = engine.until("bestmove");
    assert_eq!(errors(&heard).len(), 2, "the line, and the word: {heard:?}");
    assert_ne!(heard.last().expect("an answer"), "bestmove (none)", "a go has its answer all the same");
    engine.quit();
}

#[test]
fn chess_is_told_apart() {
    let mut engine = Engine::uci();
    complaint(&mut engine, "position startpos moves e2e4 e7e5");
    engine.send("go wtime 100 btime 100");
    assert_ne!(engine.best_move(), "bestmove (none)");
    assert_eq!(engine.fen(), START);
}

#[test]
fn the_other_side_may_not_move_out_of_a_check() {
    let mut engine = Engine::uci();
    engine.send("position fen 3k5/9/9/9/9/9/9/9/3R5/3AK4 b\ngo side w depth 2");
    let heard = engine.until("bestmove");
    assert_eq!((errors(&heard).len(), count(&heard, "bestmove (none)")), (1, 1), "{heard:?}");
    engine.send("position startpos\ngo side b depth 2");
    let heard = engine.until("bestmove");
    assert_eq!(errors(&heard).len(), 0);
    assert!(heard.last().expect("a line").as_bytes()[10] >= b'6', "a move of black: {heard:?}");
    assert_eq!(engine.fen(), START, "the position stays");
}

#[test]
fn unknown_words_before_a_command_are_skipped_and_those_after_it_are_named() {
    let mut engine = Engine::uci();
    engine.send("joho debug on\njoho isready");
    engine.until("readyok");
    assert!(complaint(&mut engine, "xyzzy plugh").contains("unknown command"));
    engine.send("go frobnicate 7 depth 2 xyzzy");
    let heard = engine.until("bestmove");
    assert!(errors(&heard).len() == 1 && errors(&heard)[0].contains("\"frobnicate\""), "{heard:?}");
    assert_ne!(heard.last().expect("an answer"), "bestmove (none)");
    engine.send("go banana");
    engine.best_move();
    for line in ["ucinewgame now", "undo 0 0", "genfens 1 sead 2", "debug on off", "stop it"] {
        assert!(complaint(&mut engine, line).contains("found \""), "{line}");
    }
    engine.send("isready now");
    let heard = engine.until("readyok");
    assert_eq!(errors(&heard).len(), 1, "{heard:?}");
}

#[test]
fn moves_without_the_word_moves_are_no_position() {
    let mut engine = Engine::uci();
    for line in ["position startpos h2e2", "startpos h2e2", "position startpos move h2e2"] {
        engine.send("position startpos");
        let error = complaint(&mut engine, line);
        assert!(error.contains("expected the word \"moves\""), "{line}: {error}");
        engine.send("go depth 1");
        assert_eq!(engine.best_move(), "bestmove (none)", "{line}");
    }
    let error = complaint(&mut engine, "probe startpos h2e2");
    assert!(error.contains("probe: ") && error.contains("\"moves\""), "{error}");
}
