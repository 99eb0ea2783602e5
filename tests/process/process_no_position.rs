//! After a position that was refused there is none, in every dialect, until one is set; a composed one is played.

use common::{Engine, count, errors, fresh};
use serde_json::{Value, json};

/// A position without a black general.
const REFUSED: &str = "position fen 9/9/9/9/9/9/9/9/9/3K5 w";

/// The answers to a line, up to and with the one that begins so.
fn answers(engine: &mut Engine, line: &str, end: &str) -> Vec<String> {
    engine.send(&format!("position startpos moves h2e2\n{REFUSED}"));
    engine.settle();
    engine.send(line);
    engine.until(end)
}

#[test]
fn nothing_is_said_about_the_position_before() {
    let mut engine = Engine::uci();
    for (line, end) in [
        ("go depth 3", "bestmove (none)"),
        ("go infinite", "bestmove (none)"),
        ("go perft 2", "Nodes searched: 0"),
        ("moves", "moves: "),
        ("view", "view {\"game\":\"xiangqi\",\"players\":2,\"fen\":\"\","),
        ("query result", "response none"),
        ("query gameover", "response none"),
    ] {
        let heard = answers(&mut engine, line, end);
        assert_eq!(errors(&heard).len(), 1, "{line}: {heard:?}");
        assert!(errors(&heard)[0].contains("black has no general"), "{line}: {heard:?}");
    }
    for line in ["d", "eval", "flip", "undo", "redo", "banmoves h2e2"] {
        engine.send(&format!("position startpos moves h2e2\n{REFUSED}"));
        engine.settle();
        engine.send(line);
        let heard = engine.settle();
        assert_eq!((errors(&heard).len(), heard.len()), (1, 1), "{line}: {heard:?}");
    }
    engine.send("ucinewgame\ngo depth 1");
    assert_eq!(engine.best_move(), "bestmove (none)", "a new game sets no position");
    engine.send("position startpos moves h2e2 x\ngo depth 1");
    let heard = engine.until("bestmove");
    assert_eq!(errors(&heard).len(), 1, "the moves before a bad one stay: {heard:?}");
    assert_ne!(heard.last().expect("an answer"), "bestmove (none)");
    engine.send(&format!("{REFUSED}\nsetoption name UCI_Variant value cfour\ngo depth 1"));
    assert!(engine.best_move().starts_with("bestmove P@"), "another game begins at its start");
    engine.quit();
}

#[test]
fn every_dialect_answers_without_a_move() {
    let mut engine = Engine::ucci();
    for line in ["go depth 3", "go depth 0", "go time 1000"] {
        let heard = answers(&mut engine, line, "nobestmove");
        assert_eq!(count(&heard, "info message error: position: impossible position"), 1, "{line}: {heard:?}");
        assert_eq!(count(&heard, "bestmove"), 0, "{line}: {heard:?}");
    }
    let (mut engine, _) = Engine::greet("ugi");
    assert_eq!(answers(&mut engine, "go movetime 10", "bestmove").last().expect("an answer"), "bestmove (none)");

    let mut engine = Engine::start();
    engine.send(&format!("json\nposition startpos\n{REFUSED}\ngo depth 3\nview\nmoves\nisready"));
    let heard = engine.until("{\"event\":\"readyok\"");
    let events: Vec<Value> = heard.iter().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let events = &events[1..];
    let codes: Vec<&Value> = events.iter().map(|event| &event["code"]).filter(|code| !code.is_null()).collect();
    assert_eq!(codes, ["impossible-position", "no-position", "no-position", "no-position"]);
    assert!(events.contains(&json!({"event": "bestmove", "move": null})), "{heard:?}");
    assert!(events.contains(&json!({"event": "moves", "moves": []})), "{heard:?}");
    let view = events.iter().find(|event| event["event"] == "view").expect("a view");
    assert_eq!((&view["view"]["moves"], &view["view"]["fen"]), (&json!([]), &json!("")));
}

#[test]
fn files_and_projects_that_are_refused_leave_no_position() {
    let path = fresh("no position.txt");
    std::fs::write(&path, "rubbish\n").expect("a file");
    let mut engine = Engine::uci();
    for line in [
        format!("position file {}", path.display()),
        "position file /no/such/file".to_owned(),
        "position project /no/such/folder".to_owned(),
    ] {
        engine.send("position startpos");
        engine.send(&format!("{line}\ngo depth 1"));
        assert_eq!(engine.best_move(), "bestmove (none)", "{line}");
    }
    std::fs::remove_file(&path).expect("a file to remove");
    for (game, refused) in [("river", "3 3"), ("sliding", "BBB"), ("tower", "nonsense"), ("cfour", "nonsense")] {
        engine.send(&format!("setoption name UCI_Variant value {game}\nposition fen {refused}\ngo movetime 20"));
        assert_eq!(engine.best_move(), "bestmove (none)", "{game}");
        engine.send("view");
        let view = engine.until("view ").pop().expect("a line");
        assert!(view.contains(&format!("\"game\":\"{game}\"")) && view.contains("\"moves\":[]"), "{view}");
    }
    engine.quit();
}

#[test]
fn composed_positions_are_played_with_a_remark() {
    let mut engine = Engine::uci();
    for (fen, remark) in [
        ("3k5/9/9/9/9/9/9/9/9/P3K4 w", "red pawn on a0"),
        ("4kp3/9/9/9/9/9/9/9/9/3K1R3 w", "black pawn on f9"),
        ("4k4/9/9/9/4r4/9/9/9/9/RRR1K4 w", "red has 3 rooks"),
        ("3ak4/3a5/9/9/9/9/9/9/4R4/3K5 b", "black advisor on d8"),
    ] {
        engine.send(&format!("position fen {fen}"));
        let heard = engine.settle();
        assert!(heard.len() == 1 && errors(&heard).is_empty() && heard[0].contains(remark), "{fen}: {heard:?}");
        engine.send("go depth 4");
        assert_ne!(engine.best_move(), "bestmove (none)", "{fen}");
        for line in ["eval", "view", "d"] {
            engine.send(line);
            assert!(errors(&engine.settle()).is_empty(), "{line} of {fen}");
        }
    }
    engine.send("position startpos moves h2e2");
    assert!(engine.settle().is_empty());
    engine.quit();
}
