//! Four in a row: CPU time and nodes of exact answers, mean per position, one thread, the table emptied before each.
//!
//! ```text
//! cargo bench --bench connect_four                          sets of its own, from a seed
//! cargo bench --bench connect_four -- FILE[:COUNT] …        sets of lines `digits score`; COUNT takes the first ones
//! options: --base 0|1  --size COLUMNSxROWS  --hash MB  --seed N  --threads N
//! ```
//!
//! Each score is checked against the set; a set of its own has none. A file named `empty` is the empty board.

use meihua::clock::cpu_time;
use meihua::control::Control;
use meihua::game::Game;
use meihua::games::connect_four::solver::{ConnectFourSolver, Effort};
use meihua::games::connect_four::{Columns, ConnectFour};
use meihua::random::SplitMix64;
use std::time::Duration;

/// A position and, where it is known, its score.
type Case = (ConnectFour, Option<i32>);

struct Options {
    base: u32,
    size: (u32, u32),
    hash: usize,
    threads: usize,
    seed: u64,
    files: Vec<String>,
}

impl Options {
    fn read() -> Self {
        let mut options = Options { base: 1, size: (7, 6), hash: 128, threads: 1, seed: 1, files: Vec::new() };
        let mut words = std::env::args().skip(1);
        while let Some(word) = words.next() {
            let mut value = || words.next().unwrap_or_else(|| panic!("{word} wants a value"));
            match word.as_str() {
                "--bench" => {}
                "--base" => options.base = value().parse().expect("a number"),
                "--hash" => options.hash = value().parse().expect("megabytes"),
                "--threads" => options.threads = value().parse().expect("a number"),
                "--seed" => options.seed = value().parse().expect("a number"),
                "--size" => {
                    let text = value();
                    let (columns, rows) = text.split_once('x').expect("COLUMNSxROWS");
                    options.size = (columns.parse().expect("columns"), rows.parse().expect("rows"));
                }
                _ => options.files.push(word),
            }
        }
        options
    }

    fn empty_board(&self) -> ConnectFour {
        ConnectFour::empty(self.size.0, self.size.1).expect("a size that fits")
    }

    fn cases(&self, file: &str) -> Vec<Case> {
        if file == "empty" {
            return vec![(self.empty_board(), None)];
        }
        let (path, count) = match file.rsplit_once(':') {
            Some((path, count)) => (path, count.parse().expect("a count")),
            None => (file, usize::MAX),
        };
        let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"));
        let case = |line: &str| {
            let mut words = line.split_whitespace();
            let digits = words.next().unwrap_or("-");
            let game =
                self.empty_board().from_digits(digits, self.base).unwrap_or_else(|error| panic!("{line}: {error}"));
            (game, words.next().map(|score| score.parse().expect("a score")))
        };
        text.lines().take(count).map(case).collect()
    }
}

/// Random positions with that many stones in which nobody has won yet.
fn random_cases(empty: ConnectFour, stones: u32, count: usize, seed: u64) -> Vec<Case> {
    let mut random = SplitMix64::new(seed);
    let mut cases = Vec::new();
    while cases.len() < count {
        let mut game = empty;
        for _ in 0..stones {
            let mut moves = Columns::new();
            if game.generate(&mut moves).is_some() {
                break;
            }
            game.make(moves[random.below(moves.len())]);
        }
        if game.position().stones() == stones && !game.position().is_lost() {
            cases.push((game, None));
        }
    }
    cases
}

fn report(solver: &mut ConnectFourSolver, name: &str, cases: &[Case]) {
    let (mut time, mut worst, mut nodes, mut wrong) = (Duration::ZERO, Duration::ZERO, 0, 0);
    for (game, expected) in cases {
        solver.clear();
        solver.prepare(game).expect("memory for the table");
        let start = cpu_time();
        let proof = solver.prove(game, Effort::default(), &Control::new(), &mut |_| {}).expect("a board that fits");
        let spent = cpu_time() - start;
        (time, worst, nodes) = (time + spent, worst.max(spent), nodes + proof.nodes);
        wrong += usize::from(expected.is_some_and(|expected| proof.score() != Some(expected)));
    }
    let count = cases.len().max(1) as f64;
    println!(
        "{name:<32} {:>5} positions {:>12.1} us {:>12.1} nodes {:>6.0} ns/node {:>10.1} us worst {wrong} wrong",
        cases.len(),
        time.as_secs_f64() * 1e6 / count,
        nodes as f64 / count,
        time.as_nanos() as f64 / nodes.max(1) as f64,
        worst.as_secs_f64() * 1e6,
    );
}

fn main() {
    let options = Options::read();
    let mut solver = ConnectFourSolver::new(options.hash);
    solver.set_threads(options.threads);
    for file in &options.files {
        let name = file.rsplit('/').next().unwrap_or(file);
        report(&mut solver, name, &options.cases(file));
    }
    if options.files.is_empty() {
        let empty = options.empty_board();
        let cells = options.size.0 * options.size.1;
        for (share, count) in [(80, 500), (65, 200), (50, 50), (40, 10)] {
            let stones = cells * share / 100;
            let cases = random_cases(empty, stones, count, options.seed);
            report(&mut solver, &format!("random, {stones} stones, seed {}", options.seed), &cases);
        }
    }
}
