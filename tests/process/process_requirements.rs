//! What clients that exist demand of an engine, one test for each demand, in the order in which they were found.
//!
//! Each was seen on the wire or in the source of a client; its name is in the comment. The process itself is driven.

use common::{Engine, START, count, errors, field};

/// The general is checked along the file, and the next file is barred by the other general.
const MATED: &str = "3k5/9/9/9/9/9/9/9/3R5/4K4 b";
/// The general is not checked, but every step would be into one.
const STALEMATED: &str = "3k5/R8/9/9/9/9/9/9/9/4K4 b";
/// The chariot goes to the general's file.
const MATE_IN_ONE: &str = "3k5/9/9/9/9/9/9/9/R8/4K4 w";

/// XBoard with UCI2WB (Cyclone) and Sylvan leave the word `position` out.
#[test]
fn req01_position_without_its_word() {
    for dialect in ["uci", "ucci"] {
        let (mut engine, _) = Engine::greet(dialect);
        for line in [
            "startpos moves h2e2",
            "fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR r moves h2e2",
            "position startpos moves h2e2",
        ] {
            engine.send(&format!("position startpos\n{line}"));
            assert_eq!(errors(&engine.settle()).len(), 0, "{line}");
            assert!(engine.fen().contains("1C2C4/9/RNBAKABNR b"), "{line}");
        }
    }
}

/// PyPI cchess sends two fields, UCI2WB the side `r`, others three or six.
#[test]
fn req02_fen_with_two_three_or_six_fields() {
    let mut engine = Engine::uci();
    let board = START.split(' ').next().expect("a board");
    for tail in ["w", "r", "b", "w - -", "b - -", "w -", "w - - 0 1", "r - - 12 34", ""] {
        engine.send(&format!("position fen {board} {tail}\ngo depth 1"));
        let heard = engine.until("bestmove");
        assert_eq!(errors(&heard).len(), 0, "{tail}: {heard:?}");
        let side = if tail.starts_with('b') { " b " } else { " w " };
        assert!(engine.fen().contains(side), "{tail}");
    }
}

/// cchess sends CR LF on Linux, too; UCI2WB sends an empty list, and the tail of a position as a line of its own.
#[test]
fn req03_empty_move_lists_blanks_tabs_and_line_ends() {
    let mut engine = Engine::uci();
    for line in [
        "position startpos moves",
        "position startpos moves   ",
        "position  startpos\tmoves  h2e2   h9g7 \r",
        "position startpos moves h2e2\r",
        " moves",
        "",
        "\r",
        " \t ",
    ] {
        engine.send(line);
        assert_eq!(errors(&engine.settle()).len(), 0, "{line:?}");
    }
    engine.send("position startpos moves  h2e2 \t h9g7 \r\ngo depth 1 \r");
    assert!(engine.best_move().starts_with("bestmove "));
}

/// UCI2WB keeps old moves after `setboard`, fastchess sends chess.
#[test]
fn req04_illegal_moves_keep_the_last_good_position() {
    let mut engine = Engine::uci();
    engine.send("position startpos moves h2e2 a0a9 h9g7");
    assert_eq!(errors(&engine.settle()).len(), 1);
    assert!(engine.fen().contains("1C2C4/9/RNBAKABNR b"), "the moves before the bad one stay");
    engine.send("position fen 3k5/9/9/9/R8/9/9/9/9/5K3 w - - 0 1 moves h2e2 h7h4");
    assert_eq!(errors(&engine.settle()).len(), 1);
    assert!(engine.fen().starts_with("3k5/9/9/9/R8/9/9/9/9/5K3 w"));
    engine.send("position fen 3r2k1/p5n1/1pq1p2p/2p3p1/2P1P1n1/1P1P2pP/PN1Q2K1/5R2 w - - 0 27\ngo wtime 100");
    let heard = engine.until("bestmove");
    assert_eq!(errors(&heard).len(), 2, "the position is refused, and so is an answer about another one");
    assert_eq!(heard.last().map(String::as_str), Some("bestmove (none)"));
    engine.quit();
}

/// Sylvan's clocks go below zero, a WinBoard relative puts `ponder` last, and so on.
#[test]
fn req05_go_words_in_any_order() {
    let mut engine = Engine::uci();
    for line in [
        "go btime 300 wtime 300",
        "go wtime -1894 btime 500 winc 0 binc 0",
        "go time 0",
        "go wtime 100",
        "go btime 100",
        "go movetime 30 depth 5",
        "go depth 2 movetime 500",
        "go btime 300 wtime 300 movestogo 40",
        "go wtime 100 winc 100 btime 100 binc 100 movestogo 300",
        "go movestogo 300 wtime 100",
        "go depth 2 searchmoves h2e2 b2e2",
        "go searchmoves h2e2 b2e2 depth 2",
        "go depth 1000 nodes 500",
        "go depth 300 movetime 20",
        "go nodes 99999999999999999999999 depth 1",
    ] {
        engine.send(&format!("position startpos\n{line}"));
        let heard = engine.until("bestmove");
        assert_eq!((errors(&heard).len(), count(&heard, "bestmove")), (0, 1), "{line}: {heard:?}");
    }
    for line in
        ["go", "go infinite ", "go infinite", "go ponder infinite", "go wtime 50 btime 50 ponder", "go movestogo 5"]
    {
        engine.send(&format!("position startpos\n{line}"));
        engine.until("info depth 2 ");
        engine.send("stop");
        assert_ne!(engine.best_move(), "bestmove (none)", "{line}");
    }
    engine.quit();
}

/// Sylvan, xiangqi_tui and UCI2WB mix the dialects.
#[test]
fn req06_uci_words_inside_ucci_and_the_other_way() {
    let mut engine = Engine::ucci();
    for line in [
        "setoption name Threads value 1",
        "setoption name Repetition Rule value AsianRule",
        "setoption name syzygyPath value <empty>",
        "newgame",
        "uccinewgame",
        "ucinewgame",
    ] {
        engine.send(line);
        assert!(engine.settle().is_empty(), "{line}");
    }
    for go in ["go wtime 300 btime 300 winc 10 binc 10", "go movetime 20", "go wtime 60 btime 60 movestogo 3"] {
        engine.send(&format!("position fen {START}\n{go}"));
        assert_ne!(engine.best_move(), "nobestmove", "{go}");
    }
    let mut engine = Engine::uci();
    for line in ["banmoves h2e2", "setoption usemillisec true", "setoption bookfiles ", "uccinewgame"] {
        engine.send(line);
        assert!(engine.settle().is_empty(), "{line}");
    }
}

/// `clear hash value true`, `setoption ponder 1`, `usemillisec on`, empty values: UCI2WB and Windows GUIs.
#[test]
fn req07_options_in_every_spelling() {
    for dialect in ["uci", "ucci"] {
        let (mut engine, _) = Engine::greet(dialect);
        for line in [
            "setoption name syzygyPath value /tmp",
            "setoption name clear hash value true",
            "setoption name CLEAR HASH",
            "setoption ponder 1",
            "setoption usemillisec on",
            "setoption usebook off",
            "setoption bookfiles ",
            "setoption newgame",
            "setoption promotion false",
            "setoption name hash value 8",
            "setoption hashsize 8",
            "setoption name Ponder value ON",
            "setoption name Draw Rule value None",
            "setoption name Debug Log File value <empty>",
            "setoption name Debug Log File value",
            "setoption",
            "setoption name",
            "setoption name value",
        ] {
            engine.send(line);
            assert!(engine.settle().is_empty(), "{dialect}: {line}");
        }
    }
}

/// `stop` while idle, from xiangqi_tui before every position; UCI2WB kills 50 ms after `quit`.
#[test]
fn req08_stop_while_idle_and_quit_while_thinking() {
    let mut engine = Engine::uci();
    engine.send("stop");
    assert!(engine.settle().is_empty());
    engine.send("position startpos\ngo infinite");
    engine.until("info depth 2 ");
    engine.quit();

    let mut engine = Engine::ucci();
    engine.send("stop");
    assert_eq!(engine.settle(), ["nobestmove"]);
    engine.send("position startpos\ngo depth infinite");
    engine.until("info depth 2 ");
    engine.send("quit");
    assert!(engine.exit().success());
    assert_eq!(engine.rest().last().map(String::as_str), Some("bye"));
}

/// Some clients write the whole session in one go and read until `bestmove`.
#[test]
fn req09_bursts_and_repeated_greetings() {
    let mut engine = Engine::start();
    engine.send(&format!(
        "uci\nuci\nucinewgame\nposition startpos\ngo depth 3\nposition startpos moves h2e2\ngo depth 3\nucinewgame\n\
         position fen {START}\ngo depth 2"
    ));
    for _ in 0..3 {
        let heard = engine.until("bestmove");
        assert_ne!(heard.last().map(String::as_str), Some("bestmove (none)"));
    }
    engine.send("ucci");
    engine.until("ucciok");
    engine.send("ucci\nisready");
    engine.until("readyok");
    engine.send("quit\nposition startpos\ngo infinite");
    assert!(engine.exit().success());
}

/// The UCCI league emulator joins the error stream to the output, and once took a move from it.
#[test]
fn req10_nothing_on_the_error_stream() {
    let mut engine = Engine::uci();
    engine.send(
        "position fen rubbish\nposition startpos moves e2e4\nsetoption name Hash value 0\nfrobnicate\ngo depth 4",
    );
    engine.until("bestmove");
    engine.send_bytes(b"\xff\xfe\x00\n");
    engine.settle();
    engine.quit(); // Looks at the stream.
}

/// xiangqi_tui waits three seconds, some clients 1.2: no tables are allocated before the greeting is answered.
#[test]
fn req11_greeting_before_anything_large() {
    for (dialect, last) in [("uci", "uciok"), ("ucci", "ucciok"), ("ugi", "ugiok")] {
        let (_, introduction) = Engine::greet(dialect);
        assert!(introduction[0].starts_with("id name Meihua"), "{introduction:?}");
        assert_eq!(introduction.last().map(String::as_str), Some(last));
    }
}

/// cchess reads only lines with `depth` first; ccbridge-arena wants `score`, `nodes` and `time` together.
#[test]
fn req12_info_lines_are_complete() {
    for dialect in ["uci", "ucci", "ugi"] {
        let (mut engine, _) = Engine::greet(dialect);
        for go in ["go depth 4", "go time 0", "go wtime -5 btime -5", "go nodes 1", "go movetime 1"] {
            engine.send(&format!("position startpos moves h2e2\n{go}"));
            let heard = engine.until("bestmove");
            let lines: Vec<_> = heard.iter().filter(|line| line.contains(" score ")).collect();
            assert!(!lines.is_empty(), "{dialect}: {go}: {heard:?}");
            for line in lines {
                assert!(line.starts_with("info depth "), "{line}");
                for name in ["depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "tbhits", "time"] {
                    let value = field(line, name).unwrap_or_else(|| panic!("no {name} in {line}"));
                    assert!(value.parse::<u64>().is_ok(), "{name} in {line}");
                }
                let score = field(line, "score").expect("a score");
                assert_eq!(matches!(score, "cp" | "mate"), dialect != "ucci", "{line}");
            }
        }
    }
}

/// variantfishtest takes a one-move line with score 0 for the claim of a draw, and a mate in one for a win.
#[test]
fn req13_a_zero_score_has_a_longer_line() {
    let mut engine = Engine::uci();
    engine.send("setoption name MultiPV value 44");
    for fen in [START, "3ak1b2/4a4/4b4/9/4n4/9/9/4B1N2/4A4/3AK1B2 w", "3ak4/4a4/9/p7p/9/9/P7P/9/4A4/3AK4 b"] {
        engine.send(&format!("position fen {fen}\ngo depth 3"));
        let heard = engine.until("bestmove");
        assert!(count(&heard, "info depth 1 ") > 1, "{heard:?}");
        for line in heard.iter().filter(|line| line.contains("score cp 0 ")) {
            let (_, pv) = line.split_once(" pv ").expect("a line of moves");
            assert!(pv.split(' ').count() >= 2, "{line}");
        }
    }
    engine.send(&format!("setoption name MultiPV value 1\nposition fen {MATE_IN_ONE}\ngo depth 3"));
    let heard = engine.until("bestmove");
    assert!(heard[heard.len() - 2].contains(" score mate 1 "), "{heard:?}");
    assert_eq!(heard.last().map(String::as_str), Some("bestmove a1d1"));
}

/// Stalemate is a loss; UCI2WB resigns on the mate score, and takes `bestmove (none)` without it for a draw.
#[test]
fn req14_no_legal_move() {
    for (fen, reason) in [(MATED, "loss mate"), (STALEMATED, "loss stalemate")] {
        let mut engine = Engine::uci();
        engine.send(&format!("position fen {fen}\ngo depth 5"));
        let heard = engine.until("bestmove");
        assert_eq!(heard.last().map(String::as_str), Some("bestmove (none)"));
        assert!(heard[0].starts_with("info depth 0 ") && heard[0].contains(" score mate 0 "), "{heard:?}");
        assert_eq!(engine.verdict(), reason);

        let mut engine = Engine::ucci();
        engine.send(&format!("position fen {fen}\ngo depth 5"));
        let heard = engine.until("nobestmove");
        assert!(heard[0].contains(" score -30000 "), "{heard:?}");
        assert_eq!(count(&heard, "bestmove"), 0);
    }
}

/// cutegames waits for ever if a third word comes.
#[test]
fn req15_ugi_answers_have_two_words() {
    let (mut engine, _) = Engine::greet("ugi");
    engine.send("uginewgame\nposition startpos moves h2e2\ngo p1time 300 p2time 300 p1inc 10 p2inc 10");
    let best = engine.best_move();
    assert_eq!(best.split(' ').count(), 2, "{best}");
    engine.send("position startpos\ngo depth 5");
    assert_eq!(engine.best_move().split(' ').count(), 2);
}

/// UCI2WB reads the text after `default` into 256 bytes; XBoard takes the first `var` for the value.
#[test]
fn req16_option_lines_are_short_and_begin_with_the_default() {
    for dialect in ["uci", "ucci", "ugi"] {
        let (_, introduction) = Engine::greet(dialect);
        for line in &introduction {
            assert!(line.len() < 300, "{line}");
            if line.contains(" type combo ") {
                assert_eq!(field(line, "default"), field(line, "var"), "{line}");
            }
            if line.contains(" type string ") {
                assert!(line.ends_with("default <empty>"), "{line}");
            }
        }
        if dialect != "ucci" {
            let variant = introduction.iter().find(|line| line.starts_with("option name UCI_Variant "));
            assert_eq!(field(variant.expect("the option"), "var"), Some("xiangqi"));
        }
    }
}

/// public-Xiangqi keeps the first word of every default and sends all of them before each game.
#[test]
fn req16_every_default_may_come_back() {
    for dialect in ["uci", "ucci"] {
        let (mut engine, introduction) = Engine::greet(dialect);
        let hexapawn = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/games/hexapawn.ini");
        let [name, value] = if dialect == "uci" { ["name ", " value "] } else { ["", " "] };
        engine.send(&format!("setoption {name}VariantPath{value}{hexapawn}"));
        assert!(engine.line().contains("1 game added"));
        let mut sent = 0;
        for line in introduction
            .iter()
            .filter(|line| line.contains(" default ") && !line.to_lowercase().contains("variantpath"))
        {
            let option = line.strip_prefix("option ").expect("an option");
            let option = option.strip_prefix("name ").unwrap_or(option).split(" type ").next().expect("a name");
            let default = field(line, "default").expect("a default");
            engine.send(&format!("setoption {name}{option}{value}{default}"));
            sent += 1;
        }
        assert!(sent > 8, "{dialect}: {sent} options");
        engine.send("isready");
        assert_eq!(engine.line(), "readyok");
        engine.send("setoption name UCI_Variant value hexapawn\nisready");
        assert_eq!(engine.line(), "readyok", "the games of the file are still there");
    }
}

/// VinXiangQi sends both handshakes at once, options as UCCI has them, and reads a fourth word of an answer if there is a third.
#[test]
fn req16_both_handshakes_at_once() {
    let (mut engine, _) = Engine::greet("uci");
    engine.send("ucci");
    engine.until("ucciok");
    engine.send("setoption hashsize 32\nsetoption threads 1\nposition fen 3k5/4a4/9/9/9/9/9/9/4R4/4K4 w - - 0 1");
    engine.send("banmoves e1e8\ngo movetime 200 depth 6");
    let best = engine.best_move();
    assert!(!best.contains(" e1e8") && [2, 4].contains(&best.split(' ').count()), "{best}");
    engine
        .send("position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1\ngo ponder depth 4");
    engine.send("ponderhit");
    assert!([2, 4].contains(&engine.best_move().split(' ').count()));
}

/// UCI2WB, Sylvan and tjuhe count in milliseconds where `usemillisec` is declared so; the emulator sends `true`.
#[test]
fn req17_usemillisec_is_declared_and_true() {
    let (mut engine, introduction) = Engine::greet("ucci");
    assert!(introduction.iter().any(|line| line == "option usemillisec type check default true"));
    // In seconds a clock of 50 would allow a search of many seconds.
    engine.send("position startpos\ngo time 50 increment 0");
    let heard = engine.until("bestmove");
    let time = heard.iter().filter_map(|line| field(line, "time")).next_back().expect("a time");
    assert!(time.parse::<u64>().expect("a number") < 5000, "{heard:?}");
}

/// Ranks are counted from 0 but in Fairy-Stockfish's family (Liground, pychess-variants, pyffish).
#[test]
fn req18_ranks_from_zero_unless_asked() {
    let mut engine = Engine::uci();
    let plain = engine.legal_moves();
    assert!(plain.contains(&"h2e2".to_owned()) && plain.contains(&"a0a1".to_owned()), "{plain:?}");
    engine.send("setoption name Ranks value 1-10");
    let fairy = engine.legal_moves();
    assert!(fairy.contains(&"h3e3".to_owned()) && fairy.contains(&"b3b10".to_owned()), "{fairy:?}");
    engine.send("position startpos moves h3e3 h10g8\ngo depth 2");
    let heard = engine.until("bestmove");
    assert_eq!(errors(&heard).len(), 0);
    assert!(engine.fen().contains("1C2C4/9/RNBAKABNR w"));
    engine.send("setoption name Ranks value 0-9\nposition startpos moves h2e2 h9g7");
    assert_eq!(errors(&engine.settle()).len(), 0);
}

/// The emulator sends all moves since the last capture, xiangqi_tui and others a bare position.
#[test]
fn req19_long_histories_and_none() {
    let mut engine = Engine::uci();
    let shuffle = "h0g2 h9g7 g2h0 g7h9 ".repeat(40);
    engine.send(&format!("position startpos moves {shuffle}\ngo depth 2"));
    let heard = engine.until("bestmove");
    assert_eq!(errors(&heard).len(), 0);
    assert_ne!(heard.last().map(String::as_str), Some("bestmove (none)"), "a decided game still has moves");
    assert!(engine.verdict().starts_with("draw "), "{}", engine.verdict());
    engine.send(&format!("position fen {START}"));
    assert_eq!(engine.verdict(), "ongoing");
}
