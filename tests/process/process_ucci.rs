//! UCCI 3.0 on the wire: clocks in seconds and milliseconds, banned moves, draw offers, probes, batches.

use common::{Engine, START, count, errors, field, fresh};
use std::time::Instant;

/// Red is a chariot behind.
const LOSING: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/1NBAKABNR w - - 0 1";
/// Red is a chariot ahead.
const WINNING: &str = "1nbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

#[test]
fn the_introduction_has_the_form_of_the_specification() {
    let (_, introduction) = Engine::greet("ucci");
    assert_eq!(count(&introduction, "id "), 4);
    let options: Vec<_> = introduction.iter().filter(|line| line.starts_with("option ")).collect();
    for line in &options {
        let words: Vec<_> = line.split(' ').collect();
        assert_eq!(words[2], "type", "the name is one word: {line}");
        assert_eq!(words[1], words[1].to_lowercase());
    }
    for name in ["usemillisec", "hashsize", "threads", "ponder", "batch", "debug", "randomness", "newgame", "resign"] {
        assert!(options.iter().any(|line| line.starts_with(&format!("option {name} "))), "{name}");
    }
}

/// The text of UCCI 3.0 fixes the order `[min] [max] [var …] [default]`; UCI2WB reads either.
#[test]
fn the_words_of_an_option_come_in_the_order_of_the_specification() {
    let (_, introduction) = Engine::greet("ucci");
    let line = |name: &str| {
        let start = format!("option {name} ");
        introduction.iter().find(|line| line.starts_with(&start)).expect("the option").as_str()
    };
    assert_eq!(
        line("repetitionrule"),
        "option repetitionrule type combo var AsianRule var ComputerRule var None default AsianRule"
    );
    assert_eq!(line("threads"), "option threads type spin min 0 max 256 default 1");
    for line in introduction.iter().filter(|line| line.contains(" var ")) {
        assert!(line.rfind(" var ") < line.find(" default "), "{line}");
    }
}

#[test]
fn scores_are_bare_and_mates_are_points() {
    let mut engine = Engine::ucci();
    engine.send("position fen 3k5/9/9/9/9/9/9/9/R8/4K4 w\ngo depth 3");
    let heard = engine.until("bestmove");
    assert_eq!(heard.iter().filter_map(|line| field(line, "score")).next_back(), Some("29999"));
    engine.send("position startpos\ngo depth 3");
    for line in engine.until("bestmove").iter().filter(|line| line.contains(" score ")) {
        assert!(field(line, "score").is_some_and(|score| score.parse::<i32>().is_ok()), "{line}");
    }
}

#[test]
fn depth_zero_is_the_static_score() {
    let mut engine = Engine::ucci();
    engine.send(&format!("position fen {WINNING}\ngo depth 0"));
    let heard = engine.until("nobestmove");
    let score: i32 = field(&heard[0], "score").expect("a score").parse().expect("a number");
    assert!(heard.len() == 2 && heard[0].starts_with("info depth 0 score ") && score > 100, "{heard:?}");
}

#[test]
fn banned_moves_are_not_played_until_the_next_position() {
    let mut engine = Engine::ucci();
    engine.send("position fen 3k5/9/9/9/9/9/9/9/R8/4K4 w\nbanmoves a1d1\ngo depth 3");
    assert!(!engine.best_move().starts_with("bestmove a1d1"));
    engine.send("go depth 3");
    assert!(!engine.best_move().starts_with("bestmove a1d1"), "the ban holds for another go");
    engine.send("position fen 3k5/9/9/9/9/9/9/9/R8/4K4 w\ngo depth 3");
    assert!(engine.best_move().starts_with("bestmove a1d1"));
    let all = engine.legal_moves().join(" ");
    engine.send(&format!("banmoves {all}\ngo depth 3"));
    engine.until("nobestmove");
}

#[test]
fn seconds_and_milliseconds() {
    let mut engine = Engine::ucci();
    engine.send("setoption usemillisec true\nposition startpos\ngo time 100 increment 0");
    engine.until("bestmove");
    engine.send("setoption usemillisec false");
    let start = Instant::now();
    engine.send("position startpos\ngo time 2 movestogo 1");
    engine.until("bestmove");
    assert!(start.elapsed().as_millis() >= 300, "two seconds for one move are not two milliseconds");
}

#[test]
fn draw_offers_are_answered() {
    let mut engine = Engine::ucci();
    engine.send(&format!("position fen {LOSING}\ngo draw depth 5"));
    assert!(engine.best_move().ends_with(" draw"));
    engine.send(&format!("position fen {WINNING}\ngo draw depth 5"));
    assert!(!engine.best_move().contains("draw"));
    engine.send(&format!("position fen {LOSING}\ngo depth 5"));
    assert!(!engine.best_move().contains("draw"), "none was offered");
    engine.send(&format!("position fen {LOSING}\ngo ponder time 500 increment 0\nponderhit draw"));
    assert!(engine.best_move().ends_with(" draw"));
}

#[test]
fn lost_games_are_given_up_only_when_asked() {
    // Two chariots and a cannon against a bare general, its master to move.
    let lost = "4k4/9/9/9/9/9/9/1R7/R8/2CK5 b - - 0 1";
    let mut engine = Engine::ucci();
    engine.send(&format!("position fen {lost}\ngo depth 4"));
    assert!(!engine.best_move().contains("resign"));
    engine.send(&format!("setoption resign true\nposition fen {lost}\ngo depth 4"));
    assert!(engine.best_move().ends_with(" resign"));
    engine.send(&format!("position fen {START}\ngo depth 4"));
    assert!(!engine.best_move().contains("resign"));
}

#[test]
fn probes_are_answered_idle_and_thinking() {
    let mut engine = Engine::ucci();
    engine.send("probe startpos");
    assert_eq!(engine.until("pophash"), ["pophash"]);
    engine.send("position startpos\ngo depth 6");
    engine.best_move();
    engine.send("probe startpos");
    let line = engine.until("pophash").remove(0);
    assert!(field(&line, "bestmove").is_some() && field(&line, "depth").is_some(), "{line}");
    engine.send("position startpos\ngo depth infinite");
    engine.until("info depth 3 ");
    engine.send(&format!("probe fen {START} moves h2e2"));
    assert_eq!(count(&engine.until("pophash"), "bestmove"), 0);
    engine.send("probe fen rubbish");
    assert_eq!(errors(&engine.until("pophash")).len(), 1);
    engine.send("stop");
    engine.best_move();
}

#[test]
fn a_batch_is_read_line_by_line() {
    let mut engine = Engine::ucci();
    engine.send("setoption batch true\nposition startpos\ngo depth 5\nstop\nisready\ngo depth 2\nquit");
    assert!(engine.exit().success());
    let heard = engine.rest();
    assert_eq!((count(&heard, "bestmove"), count(&heard, "nobestmove")), (2, 1), "{heard:?}");
    assert_eq!(count(&heard, "info depth 5 "), 1, "the stop was not read while thinking");
    assert_eq!(heard.last().map(String::as_str), Some("bye"));
}

#[test]
fn a_batch_cannot_lock_up_on_an_endless_search() {
    let mut engine = Engine::ucci();
    engine.send("setoption batch true\nposition startpos\ngo depth infinite\nposition startpos\ngo depth infinite");
    engine.best_move();
    engine.send("stop");
    engine.best_move();
    engine.send("quit");
    assert!(engine.exit().success());
}

#[test]
fn randomness_and_its_numbers_are_one() {
    let mut engine = Engine::ucci();
    for value in ["none", "small", "medium", "large", "NONE"] {
        engine.send(&format!("setoption randomness {value}"));
        assert!(engine.settle().is_empty());
    }
    engine.send("setoption randomness huge");
    let heard = engine.settle();
    assert!(heard[0].starts_with("info message error: option randomness: "), "{heard:?}");
    engine.send("setoption hashsize 0\nsetoption threads 0");
    assert!(engine.settle().is_empty(), "0 leaves the choice to the engine");
}

#[test]
fn the_game_is_chosen_by_the_name_that_ucci_clients_use() {
    let mut engine = Engine::ucci();
    engine.send("setoption UCCI_Variant cfour");
    assert!(engine.settle().is_empty());
    assert!(engine.fen().starts_with("7/7/7/7/7/7"), "{}", engine.fen());
    engine.quit();
}

#[test]
fn a_probe_of_a_file_is_one_of_the_position_in_it() {
    let path = fresh("probed.fen");
    std::fs::write(&path, "4k4/9/9/9/9/9/9/9/9/R2K5 w - - 0 1\n").expect("a file");
    let mut engine = Engine::ucci();
    engine.send("position fen 4k4/9/9/9/9/9/9/9/9/R2K5 w - - 0 1\ngo depth 4");
    engine.best_move();
    let mut probe = |position: &str| {
        engine.send(&format!("probe {position}"));
        engine.until("pophash").join("\n")
    };
    let known = probe("fen 4k4/9/9/9/9/9/9/9/9/R2K5 w - - 0 1");
    assert!(known.starts_with("pophash ") && known.contains(" depth "), "{known}");
    assert_eq!(probe(&format!("file {}", path.display())), known);
    assert_ne!(probe("startpos"), known);
    std::fs::write(&path, "hunter2\n").expect("a file");
    let refused = probe(&format!("file {}", path.display()));
    assert!(refused.contains("expected") && !refused.contains("hunter") && refused.ends_with("pophash"), "{refused}");
    std::fs::remove_file(&path).expect("it was there");
    engine.quit();
}
