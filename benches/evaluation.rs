//! The xiangqi evaluation on a middlegame and an endgame: a network (of random weights: its speed does not depend on them)
//! from nothing and after a move and its taking back, as in a search.
//! cargo bench --bench evaluation

use divan::{Bencher, black_box};
use meihua::game::Evaluator;
use meihua::games::xiangqi::net::evaluator::NetEvaluation;
use meihua::games::xiangqi::net::feature::FEATURES;
use meihua::games::xiangqi::net::file::Numbers;
use meihua::games::xiangqi::net::{BUCKETS, Net, WIDTH};
use meihua::games::xiangqi::{Position, XiangqiParams, fen, movegen};
use meihua::random::SplitMix64;
use std::sync::Arc;

const POSITIONS: [&str; 2] = [
    "r1bakab1r/9/1cn3nc1/p1p1p1p1p/9/9/P1P1P1P1P/1CN3NC1/9/R1BAKAB1R w - - 0 1",
    "3akab2/9/4b4/p3n4/6p2/2N6/P5P2/4B4/4A4/2BAK4 w - - 0 1",
];

fn main() {
    divan::main();
}

fn position(text: &str) -> Position {
    fen::parse(text).unwrap_or_else(|error| panic!("a FEN of the bench is wrong: {error}"))
}

fn net() -> Net {
    let mut random = SplitMix64::new(1);
    let shorts = (0..(FEATURES + 1 + 2 * BUCKETS) * WIDTH).map(|_| random.below(80) as i16 - 40).collect();
    let numbers = Numbers { shorts, output_bias: [0; BUCKETS], scale: 400 };
    Net::assemble("", &numbers).unwrap_or_else(|error| panic!("the network of the bench is wrong: {error}"))
}

#[divan::bench(args = POSITIONS)]
fn network_from_nothing(bencher: Bencher, text: &str) {
    let (net, position) = (net(), position(text));
    bencher.bench(|| net.evaluate(black_box(&position)));
}

#[divan::bench(args = POSITIONS)]
fn network_after_a_move(bencher: Bencher, text: &str) {
    let mut position = position(text);
    let mut evaluation = NetEvaluation::new(&position, &XiangqiParams(Arc::new(net())));
    let mut moves = movegen::Moves::new();
    movegen::legal_moves(&position, &mut moves);
    let Some(&mv) = moves.first() else { panic!("a position of the bench has no move") };
    bencher.bench_local(|| {
        evaluation.make(&position, mv);
        position.make_move(mv);
        let value = evaluation.evaluate(black_box(&position));
        position.unmake_move();
        evaluation.unmake();
        value
    });
}
