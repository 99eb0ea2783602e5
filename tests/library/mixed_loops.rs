//! Loops of more than one kind: a side that may not check for ever and may not chase for ever does both in turn, and holds.
//!
//! The search may not call such a side lost when a position comes back for the second time; what the law says at the third
//! occurrence counts. The truth comes from the referee, who counts three occurrences and knows nothing of a search: every
//! move is tried for a few plies, and each position is played out. Both must agree with the search.

use meihua::control::Control;
use meihua::game::{Game, Outcome};
use meihua::games::xiangqi::{Position, fen};
use meihua::rules::{RepetitionRule, Rules};
use meihua::search::Searcher;
use meihua::search::limits::{Limits, Settings};
use meihua::search::report::Found;
use meihua::text::GameText;

type Move = <Position as Game>::Move;

/// A cannon threatens to mate on the last rank, or has been let go to do so: the rook has to check and to chase it. Each stands
/// for itself, its mirror image, and both with the colours exchanged.
const POSITIONS: [&str; 3] =
    ["3aka3/4n4/9/9/9/9/9/2C6/6r2/3AK4 b", "3aka3/4n2r1/9/9/9/9/9/2C6/9/3AK4 b", "3aka3/4n3r/9/9/9/9/9/2C6/3K5/3A5 w"];
const RULES: [RepetitionRule; 2] = [RepetitionRule::Asian, RepetitionRule::Computer];

/// Plies in which every move is tried.
const PROOF_PLIES: u32 = 8;

/// Search depth: enough to see a third occurrence after two loops of four plies, even if other moves come first.
const DEPTH: u32 = 24;

/// Scores below this are lost.
const LOST: i32 = -20_000;

/// Plies by which a game that is played out has shown who holds.
const MAX_PLIES: usize = 40;

/// A position, its mirror image, and both with the colours exchanged.
fn images(text: &str) -> [String; 4] {
    let (board, side) = text.split_once(' ').expect("a side");
    let mirror =
        |board: &str| board.split('/').map(|rank| rank.chars().rev().collect()).collect::<Vec<String>>().join("/");
    let exchange = |letter: char| {
        if letter.is_ascii_lowercase() { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() }
    };
    let turned: String = board.split('/').rev().collect::<Vec<_>>().join("/").chars().map(exchange).collect();
    let other = if side == "w" { "b" } else { "w" };
    [
        text.to_owned(),
        format!("{} {side}", mirror(board)),
        format!("{turned} {other}"),
        format!("{} {other}", mirror(&turned)),
    ]
}

fn position(rule: RepetitionRule, text: &str) -> Position {
    let mut position = fen::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    position.adopt(&Rules { repetition: rule, ..Rules::default() });
    position
}

fn search(searcher: &mut Searcher<Position>, position: &Position) -> Found<Move> {
    let limits = Limits { depth: Some(DEPTH), nodes: Some(200_000), ..Limits::default() };
    searcher.search(position, &limits, &Settings::default(), &Control::new(), &mut |_| ())
}

/// Whether the side to move loses within `plies`, according to the referee alone.
fn is_lost(position: &mut Position, plies: u32) -> bool {
    match position.verdict().outcome {
        None if plies == 0 => return false,
        None => {}
        Some(outcome) => return outcome == Outcome::Loss,
    }
    moves(position).into_iter().all(|mv| {
        position.make(mv);
        // The shortest win first: most moves lose at once.
        let is_won = (1..plies).step_by(2).any(|plies| is_won(position, plies));
        position.unmake(mv);
        is_won
    })
}

/// Whether the side to move wins within `plies`.
fn is_won(position: &mut Position, plies: u32) -> bool {
    if let Some(outcome) = position.verdict().outcome {
        return outcome == Outcome::Win;
    }
    moves(position).into_iter().any(|mv| {
        position.make(mv);
        let is_lost = is_lost(position, plies - 1);
        position.unmake(mv);
        is_lost
    })
}

fn moves(position: &Position) -> Vec<Move> {
    let mut moves = <Position as Game>::Moves::default();
    position.generate(&mut moves);
    moves.as_slice().to_vec()
}

#[test]
fn mixed_loops_are_worth_what_the_law_says_at_their_end() {
    let mut searcher = Searcher::new();
    searcher.set_hash(16).expect("memory");
    for rule in RULES {
        for text in POSITIONS.into_iter().flat_map(images) {
            searcher.clear();
            let mut position = position(rule, &text);
            let score = search(&mut searcher, &position).score.int();
            if is_lost(&mut position, PROOF_PLIES) {
                assert!(score < LOST, "{rule:?} {text}: {score}");
            } else {
                assert_eq!(score, 0, "{rule:?} {text}");
            }
        }
    }
}

#[test]
fn a_game_from_a_mixed_loop_ends_as_the_search_says() {
    let mut searcher = Searcher::new();
    searcher.set_hash(16).expect("memory");
    for (rule, text) in RULES.into_iter().flat_map(|rule| POSITIONS.map(|text| (rule, text))) {
        searcher.clear();
        let mut game = position(rule, text);
        let lost = is_lost(&mut game, PROOF_PLIES).then(|| game.side_to_move());
        let mut moves = Vec::new();
        while game.verdict().outcome.is_none() && moves.len() < MAX_PLIES {
            let mv = search(&mut searcher, &game).best.expect("a move");
            moves.push(mv.to_string());
            game.make(mv);
        }
        let verdict = game.verdict();
        println!("{rule:?} {text}: {verdict:?} after {}", moves.join(" "));
        let loser = match verdict.outcome {
            Some(Outcome::Loss) => Some(game.side_to_move()),
            Some(Outcome::Win) => Some(!game.side_to_move()),
            Some(Outcome::Draw) | None => None,
        };
        assert_eq!(loser, lost, "{rule:?} {text}: {verdict:?} {moves:?}");
    }
}
