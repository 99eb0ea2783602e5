//! What it costs to ask the built-in tables of xiangqi endings: 1,024 random positions of a class, one after the other, all
//! of its blocks open. The items are positions.
//! cargo bench --bench tables

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use meihua::game::Game;
use meihua::games::xiangqi::Position;
use meihua::games::xiangqi::square::{SQUARES, Square};
use meihua::games::xiangqi::tables::guards::room;
use meihua::games::xiangqi::tables::material::Material;
use meihua::games::xiangqi::tables::probe::position;
use meihua::games::xiangqi::tables::set::probe;
use meihua::random::SplitMix64;
use meihua::side::Side;

/// Positions of a round.
const NUMBER: usize = 1024;
const CLASSES: [&str; 4] = ["R-AAEE", "NAA-AAEE", "CA-AAEE", "P-K"];

fn main() {
    divan::main();
}

/// Random positions of a class with the attacker's side to move, or after one of its moves.
fn positions(class: &str, attacker_moves: bool) -> Vec<Position> {
    let material: Material = class.parse().unwrap_or_else(|error| panic!("a class of the bench is wrong: {error}"));
    let mut random = SplitMix64::new(1);
    let mut found = Vec::new();
    while found.len() < NUMBER {
        let strong = random.below(room(Side::First, material.strong).places.len());
        let weak = random.below(room(Side::Second, material.weak).places.len());
        let square = Square::from_index(random.below(SQUARES));
        let Some(mut next) = square.and_then(|square| position(material, (strong, weak, square))) else { continue };
        if !attacker_moves {
            let mut moves = <Position as Game>::Moves::default();
            next.generate(&mut moves);
            let Some(&mv) = moves.first() else { continue };
            next.make(mv);
        }
        // Opens its block.
        if probe(&next).is_some() {
            found.push(next);
        }
    }
    found
}

fn ask(bencher: Bencher, class: &str, attacker_moves: bool) {
    let positions = positions(class, attacker_moves);
    bencher
        .counter(ItemsCount::new(NUMBER))
        .bench(|| positions.iter().filter_map(|next| probe(black_box(next))).count());
}

/// One byte is looked up.
#[divan::bench(args = CLASSES)]
fn defender_to_move(bencher: Bencher, class: &str) {
    ask(bencher, class, false);
}

/// The best of the moves is looked up.
#[divan::bench(args = CLASSES)]
fn attacker_to_move(bencher: Bencher, class: &str) {
    ask(bencher, class, true);
}
