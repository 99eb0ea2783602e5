//! Endings that the tables know, against the search: what it finds without them, and how it plays with them. And mates that
//! it proves, played out against all defences.
//!
//! The quick tests take a few positions each. The full ones:
//!
//! ```sh
//! cargo test --release --test long endings:: -- --ignored --nocapture
//! ```

use meihua::control::Control;
use meihua::game::Game;
use meihua::games::xiangqi::movegen::{Moves, legal_moves};
use meihua::games::xiangqi::square::{SQUARES, Square};
use meihua::games::xiangqi::tables::class::Class;
use meihua::games::xiangqi::tables::guards::room;
use meihua::games::xiangqi::tables::material::Material;
use meihua::games::xiangqi::tables::probe::position;
use meihua::games::xiangqi::tables::set::{EndingValue, built_in, probe};
use meihua::games::xiangqi::{Position, fen};
use meihua::random::SplitMix64;
use meihua::search::Searcher;
use meihua::search::features::Features;
use meihua::search::limits::{Limits, Settings};
use meihua::search::report::Found;
use meihua::side::Side;
use meihua::text::GameText;
use std::time::Duration;

type Move = <Position as Game>::Move;

/// Moves of the defence after which a drawn ending is held.
const HELD_AFTER: usize = 20;
/// Moves of the engine, more than any win takes.
const MAX_WIN: usize = 60;

fn legal(position: &Position) -> Vec<Move> {
    let mut moves = Moves::new();
    legal_moves(position, &mut moves);
    moves.into_iter().collect()
}

fn after(position: &Position, mv: Move) -> Position {
    let mut after = position.clone();
    after.make(mv);
    after
}

/// A random position of the built-in classes with at least `men` men, either side to move; colours change, too.
fn random_ending(random: &mut SplitMix64, men: u8) -> (Position, EndingValue) {
    let classes: Vec<Material> = built_in().tables().map(|table| table.material()).filter(|m| m.men() >= men).collect();
    loop {
        let material = classes[random.below(classes.len())];
        let strong = random.below(Class::new(material).rows());
        let weak = random.below(room(Side::Second, material.weak).places.len());
        let attacker = Square::from_index(random.below(SQUARES)).unwrap();
        let Some(mut found) = position(material, (strong, weak, attacker)) else { continue };
        if random.below(2) == 0 {
            let moves = legal(&found);
            if moves.is_empty() {
                continue;
            }
            found = fen::parse(&fen::write(&after(&found, moves[random.below(moves.len())]))).unwrap();
        }
        if random.below(2) == 0 {
            found = found.flipped().unwrap();
        }
        if let Some(ending) = probe(&found).filter(|_| !legal(&found).is_empty()) {
            return (found, ending);
        }
    }
}

fn search(searcher: &mut Searcher<Position>, position: &Position, limits: Limits<Move>) -> Found<Move> {
    searcher.search(position, &limits, &Settings::default(), &Control::new(), &mut |_| ())
}

/// What the search finds without tables may not contradict them: mates are wins at least as long, drawn endings have none.
/// Returns how many results were decided.
fn compare_with_deep_searches(number: usize, nodes: u64) -> usize {
    let mut random = SplitMix64::new(23);
    let mut searcher = Searcher::new();
    searcher.set_features(Features { tablebases: false, ..Features::ALL });
    searcher.set_hash(16).unwrap();
    let mut decided = 0;
    for _ in 0..number {
        let (position, ending) = random_ending(&mut random, 5);
        searcher.clear();
        let found = search(&mut searcher, &position, Limits { nodes: Some(nodes), ..Limits::default() });
        let Some(plies) = found.score.plies_to_end() else { continue };
        decided += 1;
        let is_right = match ending {
            EndingValue::Win(shortest) => plies >= shortest as i32,
            EndingValue::Loss(longest) => plies < 0 && -plies >= longest as i32,
            EndingValue::Draw => false,
        };
        assert!(is_right, "{}: the table says {ending}, the search {plies} plies to the end", fen::write(&position));
    }
    println!("{number} positions, {decided} decided by searches of {nodes} nodes, none contradicted");
    decided
}

#[test]
fn searches_without_tables_agree() {
    assert!(compare_with_deep_searches(60, 20_000) > 3);
}

#[test]
#[ignore = "takes minutes; see the head of the file"]
fn a_thousand_deep_searches_without_tables_agree() {
    assert!(compare_with_deep_searches(1_000, 300_000) > 100);
}

/// The move of the side that the engine plays against, as the tables have it best: the longest defence, or in a drawn ending
/// the move with the fewest answers that hold the draw.
fn opponent_move(position: &Position) -> Move {
    let rate = |mv: &Move| -> i64 {
        let next = after(position, *mv);
        match probe(&next) {
            Some(EndingValue::Win(plies)) => i64::from(plies),
            Some(EndingValue::Draw) | None => {
                let holds = |mv: &Move| !matches!(probe(&after(&next, *mv)), Some(EndingValue::Win(_)));
                1_000_000 - legal(&next).iter().filter(|mv| holds(mv)).count() as i64
            }
            Some(EndingValue::Loss(_)) => 2_000_000,
        }
    };
    legal(position).into_iter().max_by_key(rate).unwrap()
}

/// The engine plays the side to move of a position that it does not lose, for so long a move. Returns whether it won.
fn play_out(searcher: &mut Searcher<Position>, start: &Position, movetime: Duration) -> bool {
    let mut position = start.clone();
    searcher.clear();
    for moves in 0..MAX_WIN {
        if legal(&position).is_empty() {
            return true;
        }
        if position.history_outcome(0).is_some() {
            return false;
        }
        let found = search(searcher, &position, Limits { movetime: Some(movetime), ..Limits::default() });
        position.make(found.best.unwrap());
        if legal(&position).is_empty() {
            return true;
        }
        if matches!(probe(&position), Some(EndingValue::Win(_))) {
            panic!("{}: thrown away by {}", fen::write(start), fen::write(&position));
        }
        let is_drawn = probe(&position).is_none_or(|ending| ending == EndingValue::Draw);
        if is_drawn && moves >= HELD_AFTER {
            return false;
        }
        position.make(opponent_move(&position));
    }
    false
}

/// Plays won and drawn endings, `number` of each.
fn play_endings(number: usize, movetime: Duration) {
    let mut random = SplitMix64::new(500);
    let mut searcher = Searcher::new();
    searcher.set_hash(16).unwrap();
    let (mut won, mut drawn, mut longest) = (0, 0, 0);
    while won < number || drawn < number {
        let (position, ending) = random_ending(&mut random, 4);
        match ending {
            EndingValue::Win(plies) if won < number => {
                assert!(play_out(&mut searcher, &position, movetime), "{}: not won", fen::write(&position));
                (won, longest) = (won + 1, longest.max(plies));
            }
            EndingValue::Draw if drawn < number => {
                play_out(&mut searcher, &position, movetime);
                drawn += 1;
            }
            _ => {}
        }
    }
    println!("{won} wins of up to {longest} plies played home, {drawn} draws held, {movetime:?} a move");
}

#[test]
fn wins_are_played_home_and_draws_are_held() {
    play_endings(5, Duration::from_millis(5));
}

#[test]
#[ignore = "takes half an hour; see the head of the file"]
fn five_hundred_wins_and_draws_at_a_tenth_of_a_second() {
    play_endings(500, Duration::from_millis(100));
}

/// Proves a win in `moves` moves, and plays the move against every defence with one move fewer.
fn play_out_mate(searcher: &mut Searcher<Position>, position: &Position, moves: u32) {
    let text = fen::write(position);
    let found = search(searcher, position, Limits { mate: Some(moves), ..Limits::default() });
    let plies = found.score.plies_to_end().unwrap_or_else(|| panic!("{text}: no mate in {moves} any more"));
    assert!(plies > 0 && (plies as u32) < 2 * moves, "{text}: {plies} plies, in {moves} moves");
    let next = after(position, found.best.unwrap());
    for defence in legal(&next) {
        assert!(moves > 1, "{text}: no mate");
        let reply = after(&next, defence);
        assert!(reply.history_outcome(0).is_none(), "{text}: ended by the rules of repetition");
        play_out_mate(searcher, &reply, moves - 1);
    }
}

/// Looks for mates in random positions of few men, and plays each out. Returns how many there were.
fn play_out_mates(wanted: usize, seed: u64, moves: u32) -> usize {
    const MEN: [&str; 5] = ["RNP-aabb", "RC-aab", "NCP-aa", "RR-rab", "NNPC-nabb"];
    let mut random = SplitMix64::new(seed);
    let mut searcher = Searcher::new();
    searcher.set_hash(16).unwrap();
    let (mut found, mut longest) = (0, 0);
    while found < wanted {
        let Some(position) = random_position(&mut random, MEN[found % MEN.len()]) else { continue };
        searcher.clear();
        let limits = Limits { nodes: Some(20_000), mate: Some(moves), ..Limits::default() };
        let result = search(&mut searcher, &position, limits);
        let Some(plies) = result.score.plies_to_end().filter(|&plies| plies >= 3) else { continue };
        play_out_mate(&mut searcher, &position, (plies as u32).div_ceil(2));
        (found, longest) = (found + 1, longest.max(plies));
    }
    println!("{found} mates of 2 to {} moves, each played out against all defences", (longest + 1) / 2);
    found
}

/// Generals and the men of a text (red's, then black's) on random squares, red to move; none if they cannot stand so.
fn random_position(random: &mut SplitMix64, men: &str) -> Option<Position> {
    let mut board = [[None; 9]; 10];
    for letter in ['K', 'k'].into_iter().chain(men.chars().filter(char::is_ascii_alphabetic)) {
        let (row, file) = match letter.to_ascii_uppercase() {
            'K' | 'A' => (random.below(3), 3 + random.below(3)),
            'B' => (2 * random.below(3), 2 * random.below(5)),
            _ => (random.below(10), random.below(9)),
        };
        let rank = if letter.is_ascii_uppercase() { 9 - row } else { row };
        if board[rank][file].replace(letter).is_some() {
            return None;
        }
    }
    let row = |row: &[Option<char>; 9]| row.iter().map(|man| man.map_or("1".to_owned(), String::from)).collect();
    let rows: Vec<String> = board.iter().map(row).collect();
    fen::parse(&format!("{} w - - 0 1", rows.join("/"))).ok()
}

#[test]
fn mates_are_played_out_against_all_defences() {
    assert_eq!(play_out_mates(6, 6, 4), 6);
}

#[test]
#[ignore = "takes minutes; see the head of the file"]
fn hundreds_of_mates_are_played_out_against_all_defences() {
    assert_eq!(play_out_mates(300, 7, 8), 300);
}
