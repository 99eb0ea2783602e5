//! The explorer against a count of its own, for every game.

use crate::helpers::{add, library, place, random_games};
use meihua_contracts::side::Side;
use meihua_contracts::text::Notation;
use meihua_engine::engine::registry::{GAMES, find};
use meihua_library::Place;
use meihua_records::Convention;
use meihua_records::{GameResult, Games};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// Results of a move: red, draws, black, unknown.
type Counts = [u64; 4];

/// What is played in each position (FEN without counters): counted by the boards of the rules, with every game once.
fn counted(text: &str) -> BTreeMap<String, BTreeMap<String, Counts>> {
    let mut table: BTreeMap<String, BTreeMap<String, Counts>> = BTreeMap::new();
    let mut seen = HashSet::new();
    for game in Games::of("", text.as_bytes(), GAMES).unwrap() {
        let game = game.unwrap();
        let moves = game.main_line(Notation::Wire);
        if !seen.insert(moves.clone()) {
            continue;
        }
        let mut board = game.start.board().unwrap();
        let mut once = BTreeSet::new();
        for mv in &moves {
            once.insert((bare(&board.fen()), mv.clone()));
            let mv = board.read_move(mv, Convention::default()).unwrap();
            board.make(mv);
        }
        let place = match game.result {
            GameResult::Win(Side::First) => 0,
            GameResult::Draw => 1,
            GameResult::Win(Side::Second) => 2,
            GameResult::Unknown => 3,
        };
        for (fen, mv) in once {
            table.entry(fen).or_default().entry(mv).or_default()[place] += 1;
        }
    }
    table
}

fn bare(fen: &str) -> String {
    fen.split_whitespace().take(2).collect::<Vec<_>>().join(" ")
}

#[test]
fn every_position_has_the_counts_of_the_games() {
    for (game, plies) in [("xiangqi", 14), ("cfour", 12)] {
        let entry = find(GAMES, game).unwrap();
        let text = random_games(entry.name, 150, plies);
        let (mut library, _file) = library(&text);
        // Half of them again, and others, in another order.
        add(&mut library, &random_games(entry.name, 60, plies), "second");
        let table = counted(&text);
        assert!(table.len() > 500);
        for (fen, moves) in &table {
            let explored = library.explore(&Place::read(fen, game, GAMES).unwrap()).unwrap();
            let found: BTreeMap<String, Counts> =
                explored.moves.iter().map(|mv| (mv.mv.clone(), [mv.red, mv.draws, mv.black, mv.unknown])).collect();
            // Games that reached the mirror image count, too.
            for (mv, counts) in moves {
                let own = found.get(mv).unwrap_or_else(|| panic!("{fen} {mv}"));
                assert!(own.iter().zip(counts).all(|(own, count)| own >= count), "{fen} {mv} {own:?} {counts:?}");
            }
            let total: u64 = moves.values().flatten().sum();
            assert!(explored.games >= total, "{fen}");
        }
        let sum = |fen: &str| -> u64 { table[fen].values().flatten().sum() };
        let start = bare(&(entry.open)().fen());
        let explored = library.explore(&Place::read("", game, GAMES).unwrap()).unwrap();
        assert_eq!(explored.games, sum(&start), "the start is its own mirror image");
    }
}

#[test]
fn a_mirror_image_is_the_same_position() {
    let (library, _file) = library("h2e2 h9g7 h0g2\n\nb2e2 b9c7 b0c2\n\nb2e2 b9c7 a3a4\n");
    let explored = library.explore(&place("startpos moves b2e2 b9c7")).unwrap();
    let moves: Vec<(&str, u64)> = explored.moves.iter().map(|mv| (mv.mv.as_str(), mv.unknown)).collect();
    assert_eq!((moves, explored.games), (vec![("b0c2", 2), ("a3a4", 1)], 3));
    let mirrored = library.explore(&place("startpos moves h2e2 h9g7")).unwrap();
    let moves: Vec<&str> = mirrored.moves.iter().map(|mv| mv.mv.as_str()).collect();
    assert_eq!(moves, ["h0g2", "i3i4"]);
}

#[test]
fn a_line_is_followed_to_the_end_of_its_only_game() {
    let (library, _file) = library("h2e2 h9g7 h0g2 i9h9\n\nh2e2 b9c7\n");
    for (line, next) in [("h2e2 h9g7", Some("h0g2")), ("h2e2 h9g7 h0g2", Some("i9h9")), ("h2e2 h9g7 h0g2 i9h9", None)] {
        let by_moves = library.explore(&place(&format!("startpos moves {line}"))).unwrap();
        assert_eq!((by_moves.games, by_moves.moves.first().map(|mv| mv.mv.as_str())), (1, next), "{line}");
        // The same without the moves that led there.
        assert_eq!(library.explore(&place(&by_moves.fen)).unwrap().moves, by_moves.moves, "{line}");
    }
    assert_eq!(library.explore(&place("startpos moves a0a1")).unwrap().games, 0);
}

#[test]
fn the_best_known_game_is_that_of_the_players_with_most_games() {
    let game = |red: &str, rest: &str| format!("[Event \"e\"]\n[Red \"{red}\"]\n[Date \"1999\"]\n\n1. {rest} 1-0\n\n");
    let text =
        [game("A", "h2e2 a9a8"), game("B", "h2e2 h9g7"), game("B", "c3c4 c6c5"), game("A1", "c3c4 i9i8")].concat();
    let (library, _file) = library(&text);
    let explored = library.explore(&place("")).unwrap();
    let best: Vec<(String, Option<[u16; 2]>)> =
        explored.moves.iter().map(|mv| (library.listed(mv.game).unwrap().unwrap().red.unwrap(), mv.years)).collect();
    assert_eq!(best, [("B".to_owned(), Some([1999, 1999])), ("B".to_owned(), Some([1999, 1999]))]);
}

#[test]
fn the_mean_rating_is_rounded() {
    let game = |elo: u32, reply: &str| format!("[RedElo \"{elo}\"]\n[BlackElo \"{elo}\"]\n\n1. h2e2 {reply} *\n\n");
    let (library, _file) = library(&[game(1500, "a9a8"), game(1501, "h9g7"), game(1501, "i9i8")].concat());
    assert_eq!(library.explore(&place("")).unwrap().moves[0].rating, Some(1501));
}
