//! Four in a row on the wire: boards that cannot be, the last good one kept, and the batch solver that goes on.

use common::{Engine, errors};
use std::io::Write;
use std::process::{Command, Stdio};

/// A board that is refused, and how the refusal names it.
const WRONG: &[(&str, &str)] = &[
    ("fen 7/7/7/7/3P3/7 b", "floating stone at d2"),
    ("fen 7/7/7/7/7/PP5 w", "2 stones of the first player and 0 of the second"),
    ("fen 7/7/7/7/7/p6 w", "0 stones of the first player and 1 of the second"),
    ("fen 7/7/7/7/pppp3/PPPP3 w", "two winners"),
    ("fen 7/7/7/7/ppp4/PPP4 b", "turn"),
    ("fen 7/7/7/7/7/6 w", "row 1"),
    ("fen 7/7/7/7/7/7/ w", "row"),
    ("fen 7/7/7/7/7/7[QQ] w", "holdings"),
    ("fen 99/99 w", "board size"),
    ("fen", "board"),
    ("8", "move 1"),
    ("4440", "move 4"),
    ("4444444", "is full"),
    ("12121212", "over"),
    ("startpos moves h1", "7 columns"),
];

fn cfour() -> Engine {
    let mut engine = Engine::uci();
    engine.send("setoption name UCI_Variant value cfour");
    engine
}

#[test]
fn wrong_boards_are_named_and_none_is_set() {
    let mut engine = cfour();
    for (position, name) in WRONG {
        engine.send(&format!("position {position}"));
        let heard = engine.settle();
        let errors = errors(&heard);
        assert!(errors.len() == 1 && errors[0].contains(name), "{position}: {errors:?}");
        // Digits are moves from the start: the ones before the bad one stay played.
        if position.starts_with("fen") {
            engine.send("go depth 1");
            assert_eq!(engine.best_move(), "bestmove (none)", "{position}");
        }
    }
    engine.send("position 4453\ngo depth 4");
    assert!(engine.best_move().starts_with("bestmove P@"));
    engine.quit();
}

#[test]
fn the_batch_door_goes_on_after_a_bad_line() {
    let good = ["4444443626757663662", "52753311433677442422121", "fen 7/7/7/7/ppp4/PPP4 w"];
    let mut input = good[0].to_owned();
    for (position, _) in WRONG.iter().filter(|(position, _)| *position != "fen") {
        input += &format!("\n{position}");
    }
    input += &format!("\n\n{}\n{}\n", good[1], good[2]);
    let mut child = Command::new(env!("CARGO_BIN_EXE_meihua"))
        .args(["solve", "cfour", "--hash", "4"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the engine starts");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("it listens");
    let output = child.wait_with_output().expect("its answers");
    assert_eq!(output.status.code(), Some(1), "some lines were bad");
    let text = String::from_utf8(output.stdout).expect("text");
    let rows: Vec<Vec<&str>> = text.lines().map(|row| row.split('\t').collect()).collect();
    assert_eq!(rows.len(), WRONG.len() + 3);
    assert!(rows.iter().all(|row| row.len() == 7), "{text}");
    for (row, (position, name)) in rows[1..].iter().zip(WRONG.iter().filter(|(position, _)| *position != "fen")) {
        assert_eq!(row[..2], [*position, "error"]);
        assert!(row[5].contains(name), "{row:?}");
    }
    assert_eq!(rows[rows.len() - 3][1], "error", "the empty line");
    // The second is one of Pascal Pons's positions; in the third the side to move has a four at once.
    let answers = [0, rows.len() - 2, rows.len() - 1].map(|index| (rows[index][0], rows[index][2]));
    assert_eq!(answers, good.map(|position| (position, "proven")));
    assert_eq!((rows[rows.len() - 2][1], rows[rows.len() - 1][1]), ("8", "18"));
}
