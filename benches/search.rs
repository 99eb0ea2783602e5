//! The search to a fixed depth on one thread, table cleared, in nodes a second.   cargo bench --bench search

use divan::Bencher;
use divan::counter::ItemsCount;
use meihua::control::Control;
use meihua::games::xiangqi::{Position, fen};
use meihua::search::Searcher;
use meihua::search::limits::{Limits, Settings};

/// The start, two middle games, an endgame.
const POSITIONS: [&str; 4] = [
    fen::START,
    "r2akab1r/3n5/4b3n/p1p1pRp1p/9/2P3P2/P3P3c/N2C3C1/4A4/1RBAK1B2 w - - 0 1",
    "1rbaka2R/5r3/6n2/2p1p1p2/4P1bP1/PpC3Bc1/1nPR2P2/2N2AN2/1c2K1p2/2BAC4 w - - 0 1",
    "2b1ka3/9/b3N4/4n4/9/9/9/4C4/2p6/2BK5 w - - 0 1",
];

fn main() {
    divan::main();
}

#[divan::bench(args = POSITIONS, sample_count = 5, sample_size = 1)]
fn depth_12(bencher: Bencher, text: &str) {
    let Ok(position) = fen::parse(text) else { panic!("a FEN of the bench is wrong: {text}") };
    let mut searcher = Searcher::new();
    let mut run = || {
        searcher.clear();
        let limits = Limits { depth: Some(12), ..Limits::default() };
        searcher.search(&position, &limits, &Settings::default(), &Control::new(), &mut |_| ()).nodes
    };
    let nodes = run();
    bencher.counter(ItemsCount::new(nodes)).bench_local(run);
}

/// What a `go` costs before it thinks.
#[divan::bench(sample_count = 20)]
fn depth_1(bencher: Bencher) {
    let mut searcher: Searcher<Position> = Searcher::new();
    let Ok(position) = fen::parse(fen::START) else { panic!("the start position is wrong") };
    let limits = Limits { depth: Some(1), ..Limits::default() };
    bencher.bench_local(|| searcher.search(&position, &limits, &Settings::default(), &Control::new(), &mut |_| ()));
}
