//! The evaluation against its own symmetries, its trace, and its incremental part.

use super::trace::Counts;
use super::weights::{COUNT, WEIGHTS};
use super::*;
use crate::games::xiangqi::fen;
use crate::games::xiangqi::movegen::{Moves, legal_moves};
use crate::games::xiangqi::mv::Move;
use crate::games::xiangqi::piece::side_name;
use crate::games::xiangqi::random_games::random_positions;

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

fn board_of(position: &Position) -> Vec<String> {
    fen::write(position).split(' ').next().unwrap_or("").split('/').map(str::to_owned).collect()
}

fn parse_board(ranks: &[String], side: Side) -> Position {
    let side = if side == Side::First { 'w' } else { 'b' };
    fen::parse(&format!("{} {side} - - 0 1", ranks.join("/"))).expect("the mirror image of a position")
}

#[test]
fn mirror_image_has_the_same_value() {
    random_positions(20, 120, |position| {
        let mirrored: Vec<String> = board_of(position).iter().map(|rank| rank.chars().rev().collect()).collect();
        assert_eq!(evaluate(position), evaluate(&parse_board(&mirrored, position.side())), "{}", fen::write(position));
    });
}

#[test]
fn colours_swapped_have_the_same_value() {
    let swap = |c: char| if c.is_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() };
    random_positions(20, 120, |position| {
        let swapped: Vec<String> =
            board_of(position).iter().rev().map(|rank| rank.chars().map(swap).collect()).collect();
        let other = parse_board(&swapped, position.side().other());
        assert_eq!(evaluate(position), evaluate(&other), "{}", fen::write(position));
    });
}

#[test]
fn traced_features_add_up_to_the_evaluation() {
    random_positions(10, 120, |position| {
        let counts: Counts = explain::counts(position);
        let sum = |side| (0..COUNT).fold(Pair::ZERO, |sum, feature| sum + WEIGHTS[feature] * counts.of(side, feature));
        let tempo = Term::TEMPO.weight(0);
        let own_tempo = if position.side() == Side::First { tempo } else { -tempo };
        let total = sum(Side::First) - sum(Side::Second) - own_tempo;
        let red = scale::scale(position, total.blend(phase(position), FULL_PHASE));
        let own = if position.side() == Side::First { red } else { -red };
        assert_eq!(own + tempo.blend(phase(position), FULL_PHASE), evaluate(position), "{}", fen::write(position));
    });
}

#[test]
fn start_position_is_a_tempo_for_the_mover() {
    let position = fen::parse(START).expect("the start position");
    assert_eq!(evaluate(&position), Term::TEMPO.weight(0).middlegame());
}

#[test]
fn safe_checks_and_attacks_are_counted() {
    let count = |fen: &str, side: Side, term: Term, column: usize| {
        explain::counts(&fen::parse(fen).expect(fen)).of(side, term.offset() + column)
    };
    // The rook gives check from a9 and e1; on d9, beside the general, it would be taken.
    let rook = "4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1";
    assert_eq!(count(rook, Side::First, Term::SAFE_CHECK, 1), 2);
    let beside = "4k4/9/9/9/9/9/9/3R5/9/3K5 w - - 0 1";
    assert_eq!(count(beside, Side::First, Term::SAFE_CHECK, 1), 1);
    // The cannon needs a screen: only the pawn on e5 is one.
    let cannon = "4k4/9/9/9/4p4/9/9/9/C8/3K5 w - - 0 1";
    assert_eq!(count(cannon, Side::First, Term::SAFE_CHECK, 2), 1);
    // A rook (source 3) attacks a cannon (victim 4), which does not attack back.
    let pair = "4k4/9/9/9/9/9/9/9/R5c2/3K5 w - - 0 1";
    assert_eq!(count(pair, Side::First, Term::ATTACK, 3 * 6 + 4), 1);
    assert!((0..Term::ATTACK.len()).all(|column| count(pair, Side::Second, Term::ATTACK, column) == 0));
}

#[test]
fn hanging_rook_and_bare_general_show() {
    let value = |fen: &str| evaluate(&fen::parse(fen).expect(fen));
    let rook_up = value("3ak4/9/9/9/9/9/9/R8/4A4/2BAK1B2 w - - 0 1");
    assert!(rook_up > 500, "a rook up: {rook_up}");
    let lone_cannon = value("2bakab2/9/9/9/9/9/9/9/9/3K3C1 w - - 0 1");
    assert!(lone_cannon.abs() < 60, "a lone cannon cannot win: {lone_cannon}");
}

#[test]
fn incremental_squares_equal_those_from_nothing() {
    for game in 0..20u64 {
        let mut position = fen::parse(START).expect("the start position");
        let mut evaluation = Evaluation::new(&position);
        let mut played: Vec<Move> = Vec::new();
        let mut random = game * 77 + 1;
        for _ in 0..200 {
            let mut moves = Moves::new();
            legal_moves(&position, &mut moves);
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let choice = (random >> 33) as usize;
            // Every fourth step goes back, so that taking back is tried at all depths.
            if (choice.is_multiple_of(4) || moves.is_empty()) && !played.is_empty() {
                played.pop();
                position.unmake_move();
                evaluation.unmake();
            } else if !moves.is_empty() {
                let mv = moves[choice % moves.len()];
                evaluation.make(&position, mv);
                position.make_move(mv);
                played.push(mv);
            }
            assert_eq!(evaluation.evaluate(&position), evaluate(&position), "{}", fen::write(&position));
        }
    }
}

#[test]
fn drawn_endings_are_level_and_won_ones_are_not() {
    let value = |fen: &str| evaluate(&fen::parse(fen).expect(fen));
    let drawn = [
        ("rook against rook and a guard less", "3k5/9/9/9/9/9/9/r8/R8/3AKA3 w - - 0 1"),
        ("rook against all guards", "2bakab2/9/9/9/9/9/9/9/R8/3K5 w - - 0 1"),
        ("horse against two elephants", "2b1k1b2/9/9/9/9/9/9/9/N8/3K5 w - - 0 1"),
        ("cannon without a screen", "3k5/9/9/9/9/9/9/9/C8/4K4 w - - 0 1"),
        ("pawn against an advisor", "3ak4/9/9/4P4/9/9/9/9/9/3K5 w - - 0 1"),
    ];
    for (name, fen) in drawn {
        assert!(value(fen).abs() < 150, "{name}: {}", value(fen));
    }
    let won = [
        ("rook against three guards", "3akab2/9/9/9/9/9/9/9/R8/3K5 w - - 0 1"),
        ("horse against the bare general", "3k5/9/9/9/9/9/9/9/N8/4K4 w - - 0 1"),
        ("rook and horse against all guards", "2bakab2/9/9/9/9/9/9/9/RN7/3K5 w - - 0 1"),
    ];
    for (name, fen) in won {
        assert!(value(fen) > 200, "{name}: {}", value(fen));
    }
}

/// The last number of the line that begins so.
fn last_number(text: &str, name: &str) -> Option<i32> {
    text.lines().find(|line| line.starts_with(name))?.split_whitespace().next_back()?.parse().ok()
}

#[test]
fn the_table_names_each_term_that_counts_and_adds_up_to_the_evaluation() {
    random_positions(10, 120, |position| {
        let (text, counts) = (explain::explain(position), explain::counts(position));
        for &term in Term::ALL {
            let values = Side::ALL.map(|side| {
                let feature = |column| WEIGHTS[term.offset() + column] * counts.of(side, term.offset() + column);
                (0..term.len()).map(feature).fold(Pair::ZERO, |sum, value| sum + value)
            });
            let name = format!("{} ", term.name().to_lowercase().replace('_', " "));
            assert_eq!(text.contains(&format!("\n{name}")), values != [Pair::ZERO; 2], "{name} in {text}");
        }
        let sum = last_number(&text, "sum").unwrap();
        let shown =
            last_number(&text.replace(" for red: too little material to win with", ""), "shrunk").unwrap_or(sum);
        let for_red = if position.side() == Side::First { evaluate(position) } else { -evaluate(position) };
        assert!((shown - for_red).abs() <= 1, "{text}");
        assert!(text.ends_with(&format!(
            "\nevaluation {} cp for the side to move ({})",
            evaluate(position),
            side_name(position.side())
        )));
    });
}
