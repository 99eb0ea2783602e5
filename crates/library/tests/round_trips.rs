//! What goes in comes out.

use crate::helpers::{Temporary, add, library, place, random_games};
use meihua_contracts::text::Notation;
use meihua_engine::engine::registry::GAMES;
use meihua_library::{Book, BookOptions, Query};
use meihua_records::Games;

const ANNOTATED: &str = "[Event \"Cup\"]\n[Red \"许银川\"]\n[Black \"胡荣华\"]\n[Date \"1999-10-01\"]\n[Annotator \"x\"]\n\n\
                         1. h2e2 {屏风马 is met} h9g7 (1... b9c7 2. h0g2) 2. h0g2! 1-0\n\n";

#[test]
fn games_come_out_as_they_went_in() {
    for text in [ANNOTATED.to_owned(), random_games("xiangqi", 20, 30), random_games("cfour", 20, 30)] {
        let (library, _file) = library(&text);
        let before: Vec<_> = Games::of("", text.as_bytes(), GAMES).unwrap().map(Result::unwrap).collect();
        let numbers = library.find(&Query::default()).unwrap();
        assert_eq!(numbers.len(), before.len());
        for (number, game) in numbers.into_iter().zip(&before) {
            let after = library.record(number).unwrap();
            assert_eq!((&after.start, &after.tree, after.result), (&game.start, &game.tree, game.result));
            for (name, value) in game.tags.iter().filter(|(name, _)| *name != "White" && *name != "Red") {
                assert_eq!(after.tags.get(name), Some(value), "{name}");
            }
            assert_eq!(
                after.player(meihua_contracts::side::Side::First),
                game.player(meihua_contracts::side::Side::First)
            );
        }
    }
}

#[test]
fn doubles_are_joined_and_lose_nothing() {
    let (mut library, _file) = library(ANNOTATED);
    let other = "[Event \"Another cup\"]\n[Red \"许银川\"]\n[Round \"3\"]\n\n1. h2e2 h9g7 2. h0g2 {good} *\n\n";
    let changes = add(&mut library, other, "second");
    assert_eq!((changes.games, changes.doubles), (0, 1));
    let records = library.records(1).unwrap();
    assert_eq!(records.len(), 2, "each with its comments");
    let tags = &records[0].tags;
    assert_eq!(
        (tags.get("Event"), tags.get("Event2"), tags.get("Round")),
        (Some("Cup"), Some("Another cup"), Some("3"))
    );
    assert_eq!(records[1].tree.comments(), 1);
    let stats = library.stats().unwrap();
    assert_eq!((stats.games, stats.doubles, stats.sources, stats.annotated), (1, 1, 2, 1));
    // The same file once more changes nothing at all.
    add(&mut library, other, "second");
    assert_eq!(library.stats().unwrap(), stats);
    assert_eq!(library.records(1).unwrap().len(), 2);
}

#[test]
fn every_code_of_a_double_is_kept() {
    let game = |code: &str| format!("[ECCO \"{code}\"]\n\n1. h2e2 h9g7 2. h0g2 i9h9 *\n");
    let (mut library, _file) = library(&game("A99"));
    for code in ["B99", "A99", "E99", "B99"] {
        add(&mut library, &game(code), code);
    }
    let tags = library.record(1).unwrap().tags;
    assert_eq!(
        ["ECCO", "ECCO2", "ECCO3", "ECCO4"].map(|name| tags.get(name)),
        [Some("A99"), Some("B99"), Some("E99"), None]
    );
}

#[test]
fn the_result_of_the_first_file_stays_and_another_is_kept() {
    let (mut library, _file) = library("[Event \"e\"]\n\n1. h2e2 h9g7 1-0\n");
    add(&mut library, "[Event \"e\"]\n\n1. h2e2 h9g7 0-1\n", "second");
    let explored = library.explore(&place("")).unwrap();
    assert_eq!(explored.moves.iter().map(|mv| (mv.red, mv.black)).collect::<Vec<_>>(), [(1, 0)]);
    assert_eq!(library.record(1).unwrap().tags.get("OtherResult"), Some("0-1"));
}

#[test]
fn counters_of_the_start_make_no_other_game_in_the_index() {
    let game = |counters: &str| format!("position fen 3ak4/9/9/9/9/9/9/9/9/R3K4 w - - {counters} moves a0a5 d9e8\n");
    let (library, _file) = library(&(game("0 1") + &game("3 7")));
    assert_eq!(library.find(&Query::default()).unwrap().len(), 2);
    assert_eq!(library.explore(&place("3ak4/9/9/9/9/9/9/9/9/R3K4 w")).unwrap().games, 1);
}

#[test]
fn removed_games_are_gone_everywhere() {
    let text = random_games("xiangqi", 40, 12);
    let (mut library, _file) = library(&format!("{text}{ANNOTATED}"));
    let all = library.find(&Query::default()).unwrap();
    assert_eq!(library.remove(&all[1..]).unwrap().games, all.len() as u64 - 1);
    let stats = library.stats().unwrap();
    assert_eq!((stats.games, stats.annotated, stats.positions, stats.events), (1, 0, 0, 1));
    assert_eq!(library.check().unwrap(), Vec::<String>::new());
    let comment = Query { comment: Some("屏风马".to_owned()), ..Query::default() };
    assert!(library.find(&comment).unwrap().is_empty());
}

#[test]
fn a_book_has_the_moves_of_the_library() {
    let text = random_games("xiangqi", 200, 10);
    let (library, _file) = library(&text);
    let book = Temporary::new(".obk");
    let options = BookOptions { min_games: 3, side: None, max_plies: 20 };
    assert!(library.write_book(&book.0, &options).unwrap() > 20);
    let book = Book::open(&book.0, GAMES).unwrap();
    let mut positions = 0;
    for game in Games::of("", text.as_bytes(), GAMES).unwrap().map(Result::unwrap) {
        let moves = game.main_line(Notation::Wire);
        for plies in 0..4 {
            let place = place(&format!("startpos moves {}", moves[..plies].join(" ")));
            let explored = library.explore(&place).unwrap();
            let mut often: Vec<&str> =
                explored.moves.iter().filter(|mv| mv.games() >= 3).map(|mv| mv.mv.as_str()).collect();
            let found = book.moves(&place).unwrap();
            let mut found: Vec<&str> = found.iter().map(|mv| mv.mv.as_str()).collect();
            often.sort_unstable();
            found.sort_unstable();
            assert_eq!(found, often);
            positions += 1;
        }
    }
    assert!(positions > 300, "{positions}");
}
