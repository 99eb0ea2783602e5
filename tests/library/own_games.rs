//! The example of Othello in Rust and Othello in a file are one game.

use common::othello::Othello;
use meihua::game::{Game, Outcome};
use meihua::random::SplitMix64;
use meihua::text::{GameText, Notation};
use meihua_games::phrasebook;
use meihua_variants::{Position, read};

#[test]
fn the_phrases_of_games_of_files_are_known_in_chinese() {
    let phrases = Position::PHRASES;
    let reasons = phrases.reasons.iter().map(|(_, phrase)| *phrase);
    for phrase in phrases.sides.into_iter().chain(reasons).chain([phrases.moves, phrases.typing]) {
        assert!(phrasebook::has(phrase), "{phrase}");
    }
}

#[test]
fn othello_in_a_file_is_the_example_of_othello() {
    let (games, faults) = read(include_str!("../../examples/games/othello.ini"));
    assert!(faults.is_empty(), "{faults:?}");
    let rules = games.into_iter().find(|game| game.name == "othello-6x6").expect("the small board");
    let (start, mut random) = (Position::start_of(rules), SplitMix64::new(5));
    let mut ends = [0; 3];
    for _ in 0..200 {
        let (mut example, mut file) = (Othello::start(), start.clone());
        loop {
            let mut moves = Vec::new();
            if let Some(end) = example.generate(&mut moves) {
                // The format ends the game by two passes; the example sees that nobody can move.
                let mut turns = 0;
                while file.verdict().outcome.is_none() {
                    let pass = file.parse_move("pass", false).expect("neither side can move");
                    file.make(pass);
                    turns += 1;
                }
                let found = file.verdict().outcome.map(|end| if turns % 2 == 1 { end.flip() } else { end });
                assert_eq!(found, Some(end), "{}", file.fen());
                ends[end as usize] += 1;
                break;
            }
            let mut expected: Vec<String> = moves.iter().map(|&mv| example.move_text(mv, Notation::Wire)).collect();
            let mut list = Vec::new();
            file.generate(&mut list);
            let name = |mv| file.move_text(mv, Notation::Wire).strip_prefix("P@").unwrap_or("pass").to_owned();
            let mut found: Vec<String> = list.iter().map(|&mv| name(mv)).collect();
            expected.sort();
            found.sort();
            assert_eq!(found, expected, "{}", file.fen());
            let mv = moves[random.below(moves.len())];
            let text = example.move_text(mv, Notation::Wire);
            let drop = if text == "pass" { text } else { format!("P@{text}") };
            let other = file.parse_move(&drop, false).expect("the same move");
            example.make(mv);
            file.make(other);
        }
    }
    assert!(ends[Outcome::Win as usize] > 0 && ends[Outcome::Loss as usize] > 0, "{ends:?}");
}
