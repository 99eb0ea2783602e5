//! The library's conformance tests, on its games of two players and on the example of a game of one's own.

use common::othello::Othello;
use meihua::game::MoveList;
use meihua::games::connect_four::ConnectFour;
use meihua::games::xiangqi::Position as Xiangqi;
use meihua::random::SplitMix64;
use meihua::search::conformance::{check_rules, check_search};
use meihua::text::GameText;

fn read<G: GameText>(fens: &[&str]) -> Vec<G> {
    fens.iter().map(|fen| G::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))).collect()
}

/// The position after some random moves; `None` if the game ends before.
fn after_random_moves<G: GameText>(start: &G, plies: usize, random: &mut SplitMix64) -> Option<G> {
    let mut position = start.clone();
    for _ in 0..plies {
        let mut moves = G::Moves::default();
        if position.generate(&mut moves).is_some() || moves.as_slice().is_empty() {
            return None;
        }
        position.make(moves.as_slice()[random.below(moves.as_slice().len())]);
    }
    let is_over = position.generate(&mut G::Moves::default()).is_some();
    (!is_over).then_some(position)
}

#[test]
fn xiangqi_keeps_the_contract() {
    let roots = read::<Xiangqi>(&[
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
        "1rbaka2R/5r3/6n2/2p1p1p2/4P1bP1/PpC3Bc1/1nPR2P2/2N2AN2/1c2K1p2/2BAC4 w - - 0 1",
        "C1nNk4/9/9/9/9/9/n1pp5/B3C4/9/3A1K3 w - - 0 1",
    ]);
    check_rules(&roots, 2, 1).unwrap();
    check_search(&roots, 2).unwrap();
}

#[test]
fn four_in_a_row_keeps_the_contract() {
    let boards = [(7, 6), (9, 7), (8, 8), (10, 6), (4, 4), (16, 7)];
    let roots = boards.map(|(columns, rows)| ConnectFour::empty(columns, rows).unwrap());
    check_rules(&roots, 10, 2).unwrap();
    check_search(&roots, 4).unwrap();
}

#[test]
fn the_example_keeps_the_contract() {
    // Neither side can move; X has to pass; O has to pass.
    let corners = ["XXXXXXXXXXXXXXXXXXOOOOOOOOOOOOOOOOO. x", "OOO...XXX.........................O. x"];
    let mut roots = read::<Othello>(&corners);
    roots.push(Othello::start());
    check_rules(&roots, 10, 3).unwrap();
    check_search(&roots, 5).unwrap();
}

/// The values of plain negamax at all depths up to 8: on the boards that are played most, from early to late.
#[test]
fn four_in_a_row_to_depth_eight_is_plain_negamax() {
    let mut random = SplitMix64::new(4);
    for (columns, rows, plies, depth, count) in
        [(7, 6, 6, 6, 4), (7, 6, 16, 7, 4), (7, 6, 22, 8, 6), (7, 6, 28, 8, 10), (6, 5, 14, 8, 6), (9, 7, 40, 6, 3)]
    {
        let empty = ConnectFour::empty(columns, rows).unwrap();
        let roots: Vec<_> =
            std::iter::repeat_with(|| after_random_moves(&empty, plies, &mut random)).flatten().take(count).collect();
        check_search(&roots, depth).unwrap();
    }
}
