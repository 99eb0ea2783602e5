//! The xiangqi evaluation from nothing, on a middlegame and an endgame.   cargo bench --bench evaluation

use divan::{Bencher, black_box};
use meihua::games::xiangqi::{eval, fen};

fn main() {
    divan::main();
}

#[divan::bench(args = [
    "r1bakab1r/9/1cn3nc1/p1p1p1p1p/9/9/P1P1P1P1P/1CN3NC1/9/R1BAKAB1R w - - 0 1",
    "3akab2/9/4b4/p3n4/6p2/2N6/P5P2/4B4/4A4/2BAK4 w - - 0 1",
])]
fn evaluate(bencher: Bencher, text: &str) {
    let Ok(position) = fen::parse(text) else { panic!("a FEN of the bench is wrong: {text}") };
    bencher.bench(|| eval::evaluate(black_box(&position)));
}
