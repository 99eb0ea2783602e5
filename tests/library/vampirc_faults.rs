//! What vampirc-uci 0.11 reads and prints wrong. The protocol goes round each of these; when one is mended by an
//! upgrade, the test fails, and the detour can go.

use vampirc_uci::{Serializable, UciInfoAttribute, UciMessage, parse_one};

#[test]
fn its_squares_are_those_of_chess() {
    let moves = |line: &str| match parse_one(line) {
        UciMessage::Position { moves, .. } => Some(moves.len()),
        _ => None,
    };
    assert_eq!(moves("position startpos moves h2e2 h9g7"), Some(1), "a rank beyond 8 cuts the list");
    assert_eq!(moves("position startpos moves a10a9"), Some(0));
    let xiangqi = "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    assert!(matches!(parse_one(xiangqi), UciMessage::Unknown(..)));
}

#[test]
fn it_panics_on_numbers_beyond_a_byte() {
    for line in ["go depth 300", "go movestogo 300", "go mate 999"] {
        assert!(std::panic::catch_unwind(|| parse_one(line)).is_err(), "{line}");
    }
}

#[test]
fn it_loses_ponder_before_other_words() {
    let UciMessage::Go { time_control, .. } = parse_one("go ponder wtime 1000 btime 1000") else { panic!("a go") };
    assert!(!matches!(time_control, Some(vampirc_uci::UciTimeControl::Ponder)));
}

#[test]
fn it_takes_a_beginning_for_the_whole() {
    assert_eq!(parse_one("isreadyx"), UciMessage::IsReady);
    assert_eq!(parse_one("debug once"), UciMessage::Debug(true));
    assert_eq!(parse_one("ponderhit draw"), UciMessage::PonderHit);
}

#[test]
fn it_reads_less_of_an_option_than_clients_send() {
    for line in ["setoption hashsize 64", "setoption name value 4", "setoption name\u{0}Hash value 4"] {
        assert!(matches!(parse_one(line), UciMessage::Unknown(..)), "{line}");
    }
    let read = |line: &str| match parse_one(line) {
        UciMessage::SetOption { name, value } => (name, value),
        _ => panic!("{line}"),
    };
    assert_eq!(read("setoption name Move Valued value 4"), ("Move".to_owned(), None));
    assert_eq!(read("setoption name EvalFile value a\rb"), ("EvalFile".to_owned(), Some("a".to_owned())));
}

#[test]
fn it_does_not_know_our_extras() {
    for line in ["ucci", "banmoves h2e2", "setoption usemillisec true", "fen 9/9 w", "d", "bench"] {
        assert!(matches!(parse_one(line), UciMessage::Unknown(..)), "{line}");
    }
}

#[test]
fn it_prints_the_wrong_name_for_the_number_of_the_current_move() {
    assert_eq!(UciInfoAttribute::CurrMoveNum(3).serialize(), "currmovenum 3");
}
