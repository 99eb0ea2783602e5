//! Queries, against a look at every board.

use crate::helpers::{library, place, random_games};
use meihua_contracts::text::Notation;
use meihua_engine::engine::registry::GAMES;
use meihua_library::{Query, Request};
use meihua_records::{Board, Convention};
use meihua_records::{GameRecord, Games};

fn query(json: &str) -> Query {
    serde_json::from_str::<Request>(json).unwrap().query(GAMES).unwrap()
}

/// The boards of a game as 90 letters from the upper left, `.` where there is nothing.
fn boards(game: &GameRecord) -> Vec<String> {
    let mut board = game.start.board().unwrap();
    let mut boards = vec![letters(&board)];
    for mv in game.main_line(Notation::Wire) {
        let mv = board.read_move(&mv, Convention::default()).unwrap();
        board.make(mv);
        boards.push(letters(&board));
    }
    boards
}

fn letters(board: &Board) -> String {
    let fen = board.fen();
    let rows = fen.split(' ').next().unwrap();
    rows.chars()
        .filter(|c| *c != '/')
        .flat_map(|c| c.to_digit(10).map_or(vec![c], |count| vec!['.'; count as usize]))
        .collect()
}

#[test]
fn what_is_known_about_games() {
    let text = "[Event \"National\"]\n[Red \"许银川\"]\n[Black \"胡荣华\"]\n[Date \"1999-10-01\"]\n\n1. h2e2 {A quiet line, 屏风马} h9g7 1-0\n\n\
                [Event \"Club\"]\n[Red \"胡荣华\"]\n[Black \"Lee\"]\n[Date \"2001\"]\n\n1. g0e2 h7d7 2. h0g2 g6g5 0-1\n\n\
                [Event \"Club\"]\n[Variant \"cfour\"]\n[White \"Lee\"]\n\n1. 4 4 2. 3 *\n";
    let (library, _file) = library(text);
    for (request, numbers) in [
        ("{}", vec![1, 2, 3]),
        (r#"{"player":["胡荣"]}"#, vec![1, 2]),
        (r#"{"player":["胡荣华","lee"]}"#, vec![2]),
        (r#"{"player":["银川","许"]}"#, vec![]),
        (r#"{"player":["华","华"]}"#, vec![]),
        (r#"{"player":["荣","胡","许"]}"#, vec![1]),
        (r#"{"red":"Lee"}"#, vec![3]),
        (r#"{"black":"胡荣华","result":"1-0"}"#, vec![1]),
        (r#"{"event":"club"}"#, vec![2, 3]),
        (r#"{"since":"2000"}"#, vec![2]),
        (r#"{"since":"1999-10-01","until":"1999-10"}"#, vec![1]),
        (r#"{"until":"1999-09-30"}"#, vec![]),
        (r#"{"plies":"3-"}"#, vec![2, 3]),
        (r#"{"game":"cfour"}"#, vec![3]),
        (r#"{"comment":"屏风"}"#, vec![1]),
        (r#"{"comment":"quiet LINE"}"#, vec![1]),
        (r#"{"comment":"line quiet"}"#, vec![]),
        (r#"{"comment":"\" OR 1"}"#, vec![]),
        (r#"{"opening":"飞相"}"#, vec![2]),
        (r#"{"opening":"A3"}"#, vec![2]),
        (r#"{"number":[3,1]}"#, vec![1, 3]),
        (r#"{"sequence":"g0e2 g6g5"}"#, vec![2]),
        (r#"{"sequence":"c0e2 c6c5"}"#, vec![2]),
        (r#"{"sequence":"g6g5 g0e2"}"#, vec![]),
        (r#"{"game":"cfour","sequence":"4 3"}"#, vec![3]),
    ] {
        assert_eq!(library.find(&query(request)).unwrap(), numbers, "{request}");
    }
}

#[test]
fn what_was_on_the_board() {
    let text = random_games("xiangqi", 60, 120);
    let (library, _file) = library(&text);
    let games: Vec<GameRecord> = Games::of("", text.as_bytes(), GAMES).unwrap().map(Result::unwrap).collect();
    let brute = |is: &dyn Fn(&str) -> bool| -> Vec<i64> {
        let has = |game: &GameRecord| boards(game).iter().any(|board| is(board));
        (1..).zip(&games).filter(|(_, game)| has(game)).map(|(number, _)| number).collect()
    };
    let count = |board: &str, letter: char| board.matches(letter).count();
    let some = |found: Vec<i64>| {
        assert!(!found.is_empty() && found.len() < games.len(), "{} of {}", found.len(), games.len());
        found
    };
    // A horse in the middle of its half, on either side of the middle file.
    let at = |board: &str, file: usize, rank: usize| board.as_bytes()[(9 - rank) * 9 + file];
    let pattern = "?????????/?????????/?????????/?????????/?????????/?????????/?????????/??N??????/?????????/?????????";
    let expected = brute(&|board| at(board, 2, 2) == b'N' || at(board, 6, 2) == b'N');
    assert_eq!(library.find(&query(&format!("{{\"pattern\":\"{pattern}\"}}"))).unwrap(), expected);
    // A cannon beside a rook, anywhere.
    let row = |board: &str, pair: &str| (0..10).any(|row| board[row * 9..row * 9 + 9].contains(pair));
    let expected = some(brute(&|board| row(board, "CR") || row(board, "RC")));
    assert_eq!(library.find(&query(r#"{"pattern":"CR"}"#)).unwrap(), expected);
    // Pieces: what each side has but its general and its guards.
    let few = brute(&|board| {
        let pieces = ['R', 'N', 'C', 'P', 'r', 'n', 'c', 'p'].map(|letter| count(board, letter));
        pieces == [2, 2, 2, 4, 2, 2, 2, 5]
    });
    assert_eq!(library.find(&query(r#"{"material":"RRNNCCPPPP RRHHCCPPPPP"}"#)).unwrap(), some(few));
    // A position that only one game reaches, and its mirror image.
    let line = games[4].main_line(Notation::Wire)[..40].join(" ");
    let position = Query { position: Some(place(&format!("startpos moves {line}"))), ..Query::default() };
    assert_eq!(library.find(&position).unwrap(), [5]);
}

#[test]
fn material_must_last() {
    let (library, _file) = library("h2e2 h9g7 e2e6 g7e6\n\nh2e2 h9g7 e2e6 i9h9 a0a1 h9h8 e6e5 h8f8\n");
    let lasting = |positions: u32| {
        let json = format!("{{\"material\":\"RRNNCCPPPPP RRNNCCPPPP\",\"lasting\":{positions}}}");
        library.find(&query(&json)).unwrap()
    };
    assert_eq!((lasting(1), lasting(2), lasting(6), lasting(7)), (vec![1, 2], vec![2], vec![2], vec![]));
    for bad in [r#"{"lasting":2}"#, r#"{"material":"RN R","lasting":0}"#] {
        let request: Request = serde_json::from_str(bad).unwrap();
        assert!(request.query(GAMES).unwrap_err().to_string().contains("lasting"), "{bad}");
    }
}

#[test]
fn what_cannot_be_read_is_said_so() {
    let (library, _file) = library("h2e2\n");
    for bad in [
        r#"{"position":"nonsense"}"#,
        r#"{"pattern":"R%"}"#,
        r#"{"material":"R"}"#,
        r#"{"sequence":"xyz"}"#,
        r#"{"since":"soon"}"#,
        r#"{"plies":"80-40"}"#,
        r#"{"result":"3-0"}"#,
        r#"{"game":"go"}"#,
        r#"{"red":""}"#,
        r#"{"player":["Lee"," "]}"#,
        r#"{"opening":""}"#,
        r#"{"comment":""}"#,
    ] {
        let request: Request = serde_json::from_str(bad).unwrap();
        let error = request.query(GAMES).unwrap_err().to_string();
        assert!(error.len() > 10, "{bad}: {error}");
    }
    assert!(library.record(7).is_err());
}
