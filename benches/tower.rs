//! Towers: the samples, where they are at hand, and generated ones. `cargo bench --bench tower`

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use meihua::control::Control;
use meihua::games::tower::generate::{TowerRecipe, generate};
use meihua::games::tower::{State, Tower, Version, format};
use meihua::solution::Budget;
use meihua::solvers::branch_and_bound::solve;

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

/// A tower of 13 x 27 with 60 decisions: its rules, hp and seed.
#[divan::bench(args = [(1, 300, 2), (1, 300, 30), (1, 1500, 2), (2, 300, 12), (2, 300, 21), (2, 300, 22)], sample_count = 3, sample_size = 1)]
fn large(bencher: Bencher, recipe: (u8, i64, u64)) {
    let (tower, state) = large_tower(recipe);
    bencher.bench_local(|| prove(&tower, &state));
}

/// Labels a second, in a tower whose gems do harm, so that few of them are taken at once.
#[divan::bench(args = [1, 2], sample_count = 3, sample_size = 1)]
fn labels(bencher: Bencher, threads: usize) {
    let (tower, state) = large_tower((2, 300, 22));
    let budget = Budget { threads, nodes: Some(100_000), ..Budget::default() };
    let solve = || solve(black_box(&tower), &state, &budget, &Control::new(), &mut |_| {}).value;
    bencher.counter(ItemsCount::new(100_000usize)).bench_local(solve);
}

fn large_tower((version, hp, seed): (u8, i64, u64)) -> (Tower, State) {
    let version = if version == 1 { Version::V1 } else { Version::V2 };
    generate(&TowerRecipe { rows: 13, cols: 27, decisions: 60, version, hp, seed, ..TowerRecipe::default() })
        .expect("a sound recipe")
}
