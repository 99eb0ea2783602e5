//! UCI on the wire: the forms of `go`, the options that change what is printed, and the extras.

use common::{Engine, START, count, errors, field, fresh};
use std::collections::HashSet;

#[test]
fn perft_prints_a_line_a_move_and_the_sum() {
    let mut engine = Engine::uci();
    engine.send("position startpos\ngo perft 3");
    let heard = engine.until("Nodes searched: ");
    assert_eq!(heard.last().map(String::as_str), Some("Nodes searched: 79666"));
    let counts: Vec<u64> = heard
        .iter()
        .filter_map(|line| line.split_once(": "))
        .filter_map(|(mv, n)| n.parse().ok().filter(|_| mv.len() == 4))
        .collect();
    assert_eq!((counts.len(), counts.iter().sum::<u64>()), (44, 79666));
    engine.send("go searchmoves h2e2 b2e2 perft 2");
    assert_eq!(engine.until("Nodes searched: ").last().map(String::as_str), Some("Nodes searched: 90"));
    engine.send("go perft 9\nisready");
    engine.until("readyok");
    engine.send("stop\nisready\ngo depth 1");
    assert_eq!(count(&engine.until("bestmove"), "Nodes searched"), 0, "a perft can be stopped");
}

#[test]
fn searchmoves_and_multipv() {
    let mut engine = Engine::uci();
    engine.send("position startpos\ngo depth 3 searchmoves a3a4 i3i4");
    let best = engine.best_move();
    assert!(best.starts_with("bestmove a3a4") || best.starts_with("bestmove i3i4"), "{best}");
    engine.send("setoption name MultiPV value 3\ngo depth 4");
    let heard = engine.until("bestmove");
    let lines: Vec<_> = heard.iter().filter(|line| line.starts_with("info depth ")).collect();
    let last = &lines[lines.len() - 3..];
    // The lines behind the best one are searched less deep.
    let depths: Vec<u32> = last.iter().filter_map(|line| field(line, "depth")?.parse().ok()).collect();
    assert!(depths.len() == 3 && depths[0] == 4 && depths.iter().all(|depth| (1..=4).contains(depth)), "{last:?}");
    let ranks: Vec<_> = last.iter().filter_map(|line| field(line, "multipv")).collect();
    assert_eq!(ranks, ["1", "2", "3"], "{last:?}");
    let firsts: HashSet<_> = last.iter().filter_map(|line| field(line, "pv")).collect();
    assert_eq!(firsts.len(), 3);
    engine.send("go depth 3 searchmoves a3a4 nonsense");
    let heard = engine.until("bestmove");
    assert_eq!((errors(&heard).len(), heard.last().is_some_and(|line| line.starts_with("bestmove a3a4"))), (1, true));
}

#[test]
fn mate_is_found_and_ends_the_search() {
    let mut engine = Engine::uci();
    engine.send("position fen 3k5/9/9/9/9/9/9/9/R8/4K4 w\ngo mate 1");
    assert!(engine.best_move().starts_with("bestmove a1d1"));
    // A depth bounds the search for a win, too: nothing else would end it here.
    engine.send("position startpos\ngo mate 10 depth 2");
    let heard = engine.until("bestmove");
    assert!(heard.iter().any(|line| line.starts_with("info depth 2 ")), "{heard:?}");
}

#[test]
fn chances_are_told_when_asked() {
    let mut engine = Engine::uci();
    engine.send("go depth 2");
    assert!(engine.until("bestmove").iter().all(|line| !line.contains(" wdl ")));
    engine.send("setoption name UCI_ShowWDL value true\ngo depth 2");
    let heard = engine.until("bestmove");
    let line = heard.iter().find(|line| line.contains(" wdl ")).expect("chances");
    let after = line.split(" wdl ").nth(1).expect("chances");
    let permille: Vec<u32> = after.split(' ').take(3).map(|word| word.parse().expect("a number")).collect();
    assert_eq!(permille.iter().sum::<u32>(), 1000);
    assert!(line.find(" score ") < line.find(" wdl "), "{line}");
}

#[test]
fn notation_adds_a_line_in_words() {
    let mut engine = Engine::uci();
    engine.send("setoption name Notation value chinese\nposition startpos\ngo depth 2 searchmoves h2e2");
    assert!(engine.until("bestmove").iter().any(|line| line.starts_with("info string pv 1 炮二平五")));
    engine.send("setoption name Notation value wxf\ngo depth 2 searchmoves h2e2");
    assert!(engine.until("bestmove").iter().any(|line| line.starts_with("info string pv 1 C2=5")));
    engine.send("setoption name Notation value iccs\ngo depth 2");
    assert_eq!(count(&engine.until("bestmove"), "info string"), 0);
}

#[test]
fn moves_are_read_in_every_notation() {
    let mut engine = Engine::uci();
    for mv in ["h2e2", "H2-E2", "C2=5", "炮二平五"] {
        engine.send(&format!("position startpos moves {mv}"));
        assert!(engine.fen().contains("1C2C4/9/RNBAKABNR b"), "{mv}");
    }
}

#[test]
fn weak_play_is_legal_and_depends_on_its_seed() {
    let mut engine = Engine::uci();
    engine.send("setoption name Skill Level value 0\nposition startpos\ngo depth 4");
    assert_ne!(engine.best_move(), "bestmove (none)");
    engine.send("setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 500\ngo movetime 50");
    assert_ne!(engine.best_move(), "bestmove (none)");
    engine.send("setoption name UCI_LimitStrength value false\nsetoption name Skill Level value 20");
    engine.send("setoption name Random Best value 10\nsetoption name Random Margin value 500");
    let mut choices = HashSet::new();
    for seed in 0..12 {
        engine.send(&format!("setoption name Seed value {seed}\nucinewgame\nposition startpos\ngo depth 3"));
        choices.insert(engine.best_move().split(' ').nth(1).map(str::to_owned));
    }
    assert!(choices.len() > 1, "{choices:?}");
}

#[test]
fn the_extras_show_and_change_the_position() {
    let mut engine = Engine::uci();
    engine.send("position startpos moves h2e2 h9g7\nd");
    let shown = engine.until("verdict: ongoing");
    assert_eq!((count(&shown, "Fen: "), count(&shown, "Key: ")), (1, 1));
    let before = engine.fen();
    engine.send("undo");
    assert!(engine.fen().contains(" b "));
    engine.send("undo\nredo 2");
    assert_eq!(engine.fen(), before);
    engine.send("undo 5");
    assert_eq!(errors(&engine.settle()).len(), 1);
    assert_eq!(engine.fen(), START);
    engine.send("flip");
    assert!(engine.settle().is_empty());
    assert_eq!(engine.fen().split(' ').nth(1), Some("b"));
    engine.send("eval\nhelp\nmoves");
    let heard = engine.until("moves:");
    assert!(heard.len() > 5);
    assert_eq!(engine.legal_moves().len(), 44);
}

#[test]
fn another_game_begins_at_its_start() {
    let mut engine = Engine::uci();
    engine.send("setoption name UCI_Variant value connect4\nposition 4453");
    assert!(engine.settle().is_empty());
    assert_eq!(engine.legal_moves().len(), 7);
    engine.send("go depth 4");
    assert!(engine.best_move().starts_with("bestmove P@"));
    engine.send("setoption name UCI_Variant value xiangqi");
    assert_eq!(engine.fen(), START);
    engine.send("position startpos moves h2e2\nsetoption name UCI_Variant value xiangqi");
    assert!(engine.fen().contains(" b "), "the game that is on stays as it is");
}

#[test]
fn a_position_comes_from_a_file() {
    let path = fresh("a position.txt");
    std::fs::write(&path, format!("{START}\n")).expect("a file");
    let mut engine = Engine::uci();
    engine.send(&format!("position file {} moves h2e2", path.display()));
    assert!(engine.fen().contains("1C2C4/9/RNBAKABNR b"));
    std::fs::remove_file(&path).expect("a file to remove");
    engine.send(&format!("position file {}", path.display()));
    assert!(errors(&engine.settle())[0].contains("no position is set"));
    engine.send("position file /dev/zero");
    assert_eq!(errors(&engine.settle()).len(), 1);
}

#[test]
fn the_log_names_every_table_that_is_left_out() {
    let (folder, log) = (fresh("bad-tables"), fresh("tables-log.txt"));
    std::fs::create_dir(&folder).expect("a folder");
    for name in ["one.mxt", "two.mxt"] {
        std::fs::write(folder.join(name), "no table").expect("a file");
    }
    let mut engine = Engine::uci();
    engine.send(&format!("setoption name Debug Log File value {}", log.display()));
    engine.send(&format!("setoption name EndgamePath value {}", folder.display()));
    assert_eq!(errors(&engine.settle()).len(), 1);
    engine.quit();
    let told = std::fs::read_to_string(&log).expect("a log");
    for name in ["one.mxt", "two.mxt"] {
        let is_named =
            |line: &&str| line.contains("[WARN] ") && line.contains(name) && line.contains("not a table of xiangqi");
        assert_eq!(told.lines().filter(is_named).count(), 1, "{told}");
    }
    std::fs::remove_file(&log).expect("a file to remove");
    std::fs::remove_dir_all(&folder).expect("a folder to remove");
}

#[test]
fn diagnostics_go_to_a_file() {
    let path = fresh("log.txt");
    let mut engine = Engine::uci();
    engine.send(&format!("setoption name Debug Log File value {}\ngo depth 1", path.display()));
    engine.best_move();
    engine.send("setoption name Debug Log File value <empty>");
    engine.settle();
    let log = std::fs::read_to_string(&path).expect("a log");
    std::fs::remove_file(&path).expect("a file to remove");
    assert!(log.contains(">> go depth 1") && log.contains("<< bestmove "), "{log}");
    engine.send("d");
    engine.settle();
    assert!(!path.exists(), "the log is closed");
    engine.quit();
}
