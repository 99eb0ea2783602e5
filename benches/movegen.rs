//! Move generation: perft, and its parts. `cargo bench --bench movegen`

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use meihua::control::Control;
use meihua::engine::perft;
use meihua::games::xiangqi::movegen::{count_legal_moves, legal_moves};
use meihua::games::xiangqi::{Moves, fen};

/// The start, an open middle game, and one where most pieces are bound.
const POSITIONS: [&str; 3] = [
    fen::START,
    "r2akab1r/3n5/4b3n/p1p1pRp1p/9/2P3P2/P3P3c/N2C3C1/4A4/1RBAK1B2 w - - 0 1",
    "1rbaka2R/5r3/6n2/2p1p1p2/4P1bP1/PpC3Bc1/1nPR2P2/2N2AN2/1c2K1p2/2BAC4 w - - 0 1",
];

fn main() {
    divan::main();
}

/// Perft 4, in leaves.
#[divan::bench(args = POSITIONS, sample_count = 10)]
fn perft_4(bencher: Bencher, position: &str) {
    let mut board = fen::parse(position).expect("a legal position");
    let control = Control::new();
    let leaves = perft::count(&mut board, 4, &control).unwrap_or_default();
    bencher.counter(ItemsCount::new(leaves)).bench_local(|| perft::count(&mut board, black_box(4), &control));
}

/// One list of legal moves.
#[divan::bench(args = POSITIONS)]
fn list(bencher: Bencher, position: &str) {
    let board = fen::parse(position).expect("a legal position");
    bencher.bench_local(|| {
        let mut moves = Moves::new();
        legal_moves(black_box(&board), &mut moves);
        moves
    });
}

/// The number of legal moves.
#[divan::bench(args = POSITIONS)]
fn count(bencher: Bencher, position: &str) {
    let board = fen::parse(position).expect("a legal position");
    bencher.bench_local(|| count_legal_moves(black_box(&board)));
}

/// All legal moves made and taken back.
#[divan::bench(args = POSITIONS)]
fn make_unmake(bencher: Bencher, position: &str) {
    let mut board = fen::parse(position).expect("a legal position");
    let mut moves = Moves::new();
    legal_moves(&board, &mut moves);
    bencher.counter(ItemsCount::new(moves.len())).bench_local(|| {
        for &mv in &moves {
            board.make_move(black_box(mv));
            board.unmake_move();
        }
    });
}
