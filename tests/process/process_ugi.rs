//! UGI on the wire, for every game of two players.

use common::{Engine, count};

fn ask(engine: &mut Engine, query: &str) -> String {
    engine.send(&format!("query {query}"));
    engine.until("response").pop().expect("a line").trim_start_matches("response ").to_owned()
}

#[test]
fn queries_are_answered() {
    let (mut engine, _) = Engine::greet("ugi");
    engine.send("uginewgame\nposition startpos");
    assert_eq!(ask(&mut engine, "gameover"), "false");
    assert_eq!(ask(&mut engine, "p1turn"), "true");
    assert_eq!(ask(&mut engine, "result"), "none");
    engine.send("position startpos moves h2e2");
    assert_eq!(ask(&mut engine, "p1turn"), "false");
    engine.send("position fen 3k5/9/9/9/9/9/9/9/3R5/4K4 b");
    assert_eq!((ask(&mut engine, "gameover"), ask(&mut engine, "result")), ("true".to_owned(), "p1win".to_owned()));
    engine.send("position fen 4k4/3r5/9/9/9/9/9/9/9/3K5 w");
    assert_eq!(ask(&mut engine, "result"), "p2win");
    engine.send(&format!("position startpos moves {}", "h0g2 h9g7 g2h0 g7h9 ".repeat(40)));
    assert_eq!((ask(&mut engine, "gameover"), ask(&mut engine, "result")), ("true".to_owned(), "draw".to_owned()));
    engine.quit();
}

#[test]
fn four_in_a_row_is_played_to_its_end() {
    let (mut engine, introduction) = Engine::greet("ugi");
    assert!(introduction.iter().any(|line| line.contains("UCI_Variant") && line.contains("var cfour")));
    engine.send("setoption name UCI_Variant value cfour\nisready");
    engine.until("readyok");
    let mut moves = String::new();
    // Once more than there are cells: the last time round only asks.
    for _ in 0..=42 {
        engine.send(&format!("position startpos{moves}"));
        if ask(&mut engine, "gameover") == "true" {
            break;
        }
        engine.send("go p1time 2000 p2time 2000 p1inc 10 p2inc 10");
        let best = engine.best_move();
        let mv = best.strip_prefix("bestmove ").expect("a move");
        moves = format!("{}{mv}", if moves.is_empty() { " moves ".to_owned() } else { format!("{moves} ") });
    }
    assert_eq!(ask(&mut engine, "gameover"), "true");
    assert_ne!(ask(&mut engine, "result"), "none");
    engine.quit();
}

#[test]
fn stop_and_info_are_those_of_uci() {
    let (mut engine, _) = Engine::greet("ugi");
    engine.send("position startpos\ngo infinite");
    assert!(engine.until("info depth 3 ").iter().any(|line| line.contains(" score cp ")));
    engine.send("stop");
    assert_eq!(count(&engine.until("bestmove"), "bestmove"), 1);
    engine.send("stop");
    assert!(engine.settle().is_empty());
}
