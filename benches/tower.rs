//! Towers: the samples, where they are at hand, and generated ones. `cargo bench --bench tower`

use divan::{Bencher, black_box};
use meihua::control::Control;
use meihua::games::tower::generate::{Recipe, generate};
use meihua::games::tower::{State, Tower, format};
use meihua::solve::branch_and_bound::solve;
use meihua::solve::solution::Budget;

fn main() {
    divan::main();
}

fn prove(tower: &Tower, state: &State) -> Option<i64> {
    solve(black_box(tower), state, &Budget::default(), &Control::new(), &mut |_| {}).value
}

/// A sample of the report, proven, its walk shortened.
#[divan::bench(args = [1, 2, 4, 5, 6, 7], sample_count = 5, sample_size = 1)]
fn sample(bencher: Bencher, number: u32) {
    let Ok(text) = std::fs::read_to_string(format!("../shared/tower/sample{number}.txt")) else {
        eprintln!("skipped: sample {number} is not here");
        return;
    };
    let (tower, state) = format::parse(&text).expect("a sound tower");
    bencher.bench_local(|| prove(&tower, &state));
}

/// A tower of 13 x 27 with 60 decisions, by its seed.
#[divan::bench(args = [1, 2, 3], sample_count = 3, sample_size = 1)]
fn large(bencher: Bencher, seed: u64) {
    let recipe = Recipe { rows: 13, cols: 27, decisions: 60, hp: 1500, seed, ..Recipe::default() };
    let (tower, state) = generate(&recipe).expect("a sound recipe");
    bencher.bench_local(|| prove(&tower, &state));
}
