//! Lines of random words, good and bad: whatever comes, nothing breaks inside and each answer is a line of its own.

use meihua::protocol::server::Server;
use proptest::prelude::*;
use std::io::Cursor;

/// Words of all dialects, numbers, moves and rubbish. No word lets a search run long, and `quit` ends every session.
const WORDS: &[&str] = &[
    "uci",
    "ucci",
    "ugi",
    "isready",
    "ucinewgame",
    "setoption",
    "name",
    "value",
    "position",
    "startpos",
    "fen",
    "moves",
    "banmoves",
    "go",
    "depth",
    "nodes",
    "movetime",
    "wtime",
    "btime",
    "time",
    "increment",
    "opptime",
    "movestogo",
    "ponder",
    "infinite",
    "draw",
    "searchmoves",
    "side",
    "perft",
    "mate",
    "stop",
    "ponderhit",
    "probe",
    "query",
    "gameover",
    "p1turn",
    "result",
    "debug",
    "on",
    "d",
    "eval",
    "flip",
    "undo",
    "redo",
    "help",
    "UCI_Variant",
    "xiangqi",
    "cfour",
    "Ranks",
    "1-10",
    "Notation",
    "chinese",
    "MultiPV",
    "Hash",
    "batch",
    "true",
    "Clear",
    "usemillisec",
    "false",
    "-1",
    "0",
    "1",
    "2",
    "3",
    "99999999999999999999",
    "h2e2",
    "h9g7",
    "b0c2",
    "炮二平五",
    "C2=5",
    "a10a9",
    "P@d1",
    "4453",
    "w",
    "b",
    "r",
    "-",
    "x",
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR",
    "3k5/9/9/9/9/9/9/9/R8/4K4",
    "7/7/7/7/7/7",
    "9/9",
    "\u{0}",
    "\t",
    "\r",
    "é",
    "<empty>",
];

/// Lines that begin, steer and follow a search.
const LINES: &[&str] = &[
    "go depth 3",
    "go nodes 500",
    "go movetime 5",
    "go wtime 50 btime 50",
    "go mate 1",
    "go",
    "go infinite",
    "go ponder",
    "go ponder depth 2",
    "go ponder wtime 100 btime 100",
    "go depth 2 searchmoves h2e2 h9g7",
    "stop",
    "ponderhit",
    "isready",
    "position startpos",
    "position startpos moves h2e2",
    "position fen 3k5/9/9/9/9/9/9/9/R8/4K4 w",
    "ucinewgame",
    "d",
    "undo",
    "setoption name Threads value 2",
    "setoption name Hash value 2",
    "probe startpos",
    "go perft 1",
    "rubbish",
];

fn line() -> impl Strategy<Value = String> {
    let word = prop::sample::select(WORDS);
    prop::collection::vec(word, 0..10).prop_map(|words| words.join(" "))
}

/// What the engine answers to these lines.
fn converse(input: Vec<u8>) -> String {
    let mut output = Vec::new();
    Server::new(Cursor::new(input), &mut output).expect("a reader").run();
    String::from_utf8(output).expect("text")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn words_in_any_order_break_nothing(lines in prop::collection::vec(line(), 1..12)) {
        let heard = converse(format!("{}\nquit\n", lines.join("\n")).into_bytes());
        prop_assert!(!heard.contains(" failed (") && !heard.contains("could not be executed"), "{lines:?}: {heard}");
        prop_assert!(heard.is_empty() || heard.ends_with('\n'));
    }

    #[test]
    fn each_go_of_a_burst_has_one_answer(lines in prop::collection::vec(prop::sample::select(LINES), 1..20)) {
        let heard = converse(format!("{}\n", lines.join("\n")).into_bytes());
        let said = |prefix: &str| heard.lines().filter(|line| line.starts_with(prefix)).count();
        let asked = |prefix: &str| lines.iter().filter(|line| line.starts_with(prefix)).count();
        let perfts = asked("go perft");
        prop_assert_eq!((said("bestmove "), said("Nodes searched")), (asked("go") - perfts, perfts), "{:?}: {}", lines, heard);
        prop_assert_eq!(said("readyok"), asked("isready"));
    }

    #[test]
    fn bytes_in_any_order_break_nothing(mut bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        bytes.extend_from_slice(b"\nquit\n");
        let heard = converse(bytes);
        prop_assert!(!heard.contains(" failed (") && !heard.contains("could not be executed"), "{heard}");
    }
}
