//! Clocks that hold next to nothing: each `go` still gets a search, in every dialect.

use common::{Engine, field};

/// A chariot stands ready to mate.
const MATE_IN_ONE: &str = "3k5/9/9/9/9/9/9/R8/9/1R2K4 w - - 0 1";

/// The deepest iteration finished, from the lines up to an answer.
fn depth(heard: &[String]) -> u32 {
    let depths = heard.iter().filter_map(|line| field(line, "depth")).filter_map(|depth| depth.parse().ok());
    depths.max().unwrap_or_default()
}

/// Asks in a position with a mate in one, which a finished first iteration cannot miss.
fn assert_it_mates(engine: &mut Engine, go: &str) {
    engine.send(&format!("position fen {MATE_IN_ONE}\n{go}"));
    let heard = engine.until("bestmove");
    let is_mate = ["bestmove a2d2", "bestmove b0d0"].iter().any(|mate| heard[heard.len() - 1].starts_with(mate));
    assert!(depth(&heard) >= 1 && is_mate, "{go}: {heard:?}");
}

#[test]
fn a_mate_in_one_is_found_on_any_clock() {
    let clocks = [0, 1, 2, 5, 10, 11, 20, 100, 399, 400].map(|time| (time, 10));
    for (time, overhead) in clocks.into_iter().chain([(4000, 100), (3999, 100), (39_000, 1000), (10, 5000)]) {
        let mut engine = Engine::uci();
        engine.send(&format!("setoption name Move Overhead value {overhead}"));
        for more in ["", " winc 1 binc 1", " movestogo 1", " movestogo 2", " movestogo 40"] {
            assert_it_mates(&mut engine, &format!("go wtime {time} btime {time}{more}"));
        }
    }
}

#[test]
fn a_mate_in_one_is_found_within_the_narrowest_bounds() {
    let mut engine = Engine::uci();
    for go in ["go movetime 0", "go movetime 1", "go nodes 1", "go nodes 0", "go wtime -20 btime 5", "go depth 0"] {
        assert_it_mates(&mut engine, go);
    }
    for hit in ["wtime 1 btime 1", "wtime 0 btime 0", "wtime 400 btime 400", "movetime 1"] {
        assert_it_mates(&mut engine, &format!("go ponder {hit}\nponderhit"));
    }
}

#[test]
fn a_mate_in_one_is_found_in_the_other_dialects() {
    let mut engine = Engine::ucci();
    engine.send("setoption usemillisec true");
    for go in ["go time 1 increment 0", "go time 400 increment 0", "go time 0", "go time 5 movestogo 40", "go nodes 1"]
    {
        assert_it_mates(&mut engine, go);
    }
    let (mut engine, _) = Engine::greet("ugi");
    for go in ["go p1time 1 p2time 1", "go p1time 400 p2time 400 p1inc 1 p2inc 1", "go movetime 1"] {
        assert_it_mates(&mut engine, go);
    }
}

#[test]
fn four_in_a_row_searches_on_any_clock() {
    let mut engine = Engine::uci();
    engine.send("setoption name UCI_Variant value cfour");
    for go in ["wtime 1 btime 1", "wtime 400 btime 400", "wtime 10 btime 10 movestogo 3", "movetime 0", "nodes 1"] {
        // Yellow has three in a row; red to move must close the only open end.
        engine.send(&format!("position startpos moves a1 b1 a2 c1 a3 d1\ngo {go}"));
        let heard = engine.until("bestmove");
        assert!(depth(&heard) >= 1 && heard.last().is_some_and(|best| best.starts_with("bestmove P@a4")), "{heard:?}");
    }
}
