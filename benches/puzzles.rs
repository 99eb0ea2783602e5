//! River and sliding blocks: the answers that of the README's table. `cargo bench --bench puzzles`

use divan::{Bencher, black_box};
use meihua::control::Control;
use meihua::games::river::River;
use meihua::games::sliding::solver::exact::RowDistances;
use meihua::games::sliding::{Row, Sliding};
use meihua::puzzle::PuzzleBinding;
use meihua::puzzle::{Puzzle, PuzzleText};
use meihua::solution::{Budget, Solution};

fn main() {
    divan::main();
}

fn solve<P: PuzzleBinding>(puzzle: &P, state: &P::State, memory: &mut P::Memory) -> Solution<P::Move> {
    puzzle.solve(black_box(state), memory, &Budget::default(), &Control::new(), &mut |_| ())
}

/// The whole path from the start.
#[divan::bench(args = ["3 3 2", "10000 10000 20", "10000 9900 20"], sample_count = 10, sample_size = 1)]
fn river_path(bencher: Bencher, text: &str) {
    let (river, start) = River::from_fen(text).expect("a river");
    bencher.bench_local(|| solve(&river, &start, &mut None).plan);
}

/// A later hint in the same game, the whole rest of the plan with it.
#[divan::bench(args = ["3 3 2", "10000 10000 20", "10000 9900 20"], sample_count = 100, sample_size = 1)]
fn river_hint(bencher: Bencher, text: &str) {
    let (river, start) = River::from_fen(text).expect("a river");
    let mut memory = None;
    let first = solve(&river, &start, &mut memory).plan[0];
    let next = river.apply(&start, first);
    bencher.bench_local(|| solve(&river, &next, &mut memory).plan);
}

/// The distances of all rows with ten tiles of each colour: 3,879,876.
#[divan::bench(args = ["cost", "moves"], sample_count = 3, sample_size = 1)]
fn sliding_table_of_10(bencher: Bencher, objective: &str) {
    let (problem, row) = row(10, objective);
    bencher.bench_local(|| RowDistances::new(&problem, &row));
}

/// The best plan, proven, from the usual start.
#[divan::bench(args = [(10, "cost"), (10, "moves"), (12, "cost"), (12, "moves")], sample_count = 3, sample_size = 1)]
fn sliding_proof(bencher: Bencher, (tiles, objective): (usize, &str)) {
    let (problem, row) = row(tiles, objective);
    bencher.bench_local(|| solve(&problem, &row, &mut ()).value);
}

/// The same for fourteen tiles of each colour: `cargo bench --bench puzzles -- --ignored`
#[divan::bench(args = ["cost", "moves"], sample_count = 1, sample_size = 1, ignore)]
fn sliding_proof_of_14(bencher: Bencher, objective: &str) {
    let (problem, row) = row(14, objective);
    bencher.bench_local(|| solve(&problem, &row, &mut ()).value);
}

/// A plan with a bound on its gap, for a thousand tiles of each colour.
#[divan::bench(args = ["cost", "moves"], sample_count = 3, sample_size = 1)]
fn sliding_plan_of_1000(bencher: Bencher, objective: &str) {
    let (problem, row) = row(1000, objective);
    bencher.bench_local(|| solve(&problem, &row, &mut ()).bound);
}

fn row(tiles: usize, objective: &str) -> (Sliding, Row) {
    let problem = if objective == "cost" { Sliding::COST } else { Sliding::MOVES };
    (problem, Row::start(tiles, tiles).expect("a row"))
}
