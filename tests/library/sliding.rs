//! Sliding blocks: the exact solver against brute force on every small row, the rows that are known, and the bounds.

use meihua::games::sliding::solver::bound;
use meihua::games::sliding::solver::exact::{self, RowDistances};
use meihua::games::sliding::{Objective, Row, Slide, Sliding};
use meihua::puzzle::{Puzzle, PuzzleText};
use std::collections::{BTreeMap, HashMap};

/// Distances to the goal of all rows with some tiles, by plain Dijkstra over strings: nothing shared with the crate.
fn brute(blacks: usize, whites: usize, by_cost: bool, hop: usize) -> HashMap<String, u64> {
    let sorted = "W".repeat(whites) + &"B".repeat(blacks);
    let goals = (0..=sorted.len()).map(|place| format!("{}_{}", &sorted[..place], &sorted[place..]));
    let mut queue = BTreeMap::from([(0, goals.collect::<Vec<_>>())]);
    let mut distances = HashMap::new();
    while let Some((distance, rows)) = queue.pop_first() {
        for row in rows {
            if distances.contains_key(&row) {
                continue;
            }
            for (_, price, next) in neighbours(&row, by_cost, hop) {
                if !distances.contains_key(&next) {
                    queue.entry(distance + price).or_default().push(next);
                }
            }
            distances.insert(row, distance);
        }
    }
    distances
}

/// The cell a tile comes from, its price, and the row then.
fn neighbours(row: &str, by_cost: bool, hop: usize) -> Vec<(usize, u64, String)> {
    let empty = row.find('_').expect("an empty cell");
    let within = |&from: &usize| from != empty && from.abs_diff(empty) <= hop + 1;
    let next = |from: usize| {
        let mut cells: Vec<u8> = row.bytes().collect();
        cells.swap(from, empty);
        let hopped = from.abs_diff(empty) - 1;
        (from, if by_cost { hopped.max(1) as u64 } else { 1 }, String::from_utf8(cells).expect("letters"))
    };
    (0..row.len()).filter(within).map(next).collect()
}

fn problems(hop: usize) -> [(Sliding, bool); 2] {
    [(Sliding { objective: Objective::Cost, hop }, true), (Sliding { objective: Objective::Moves, hop }, false)]
}

fn row(text: &str) -> Row {
    Sliding::from_fen(text).expect("a row").1
}

/// Every row with these tiles: the table of distances and the lower bound.
fn compare_all(blacks: usize, whites: usize, hop: usize) {
    for (problem, by_cost) in problems(hop) {
        let truth = brute(blacks, whites, by_cost, hop);
        let distances = RowDistances::new(&problem, &Row::start(blacks, whites).unwrap()).unwrap();
        assert_eq!(truth.len(), distances.rows());
        assert_eq!(truth.values().max().copied(), Some(distances.largest()));
        for (text, &distance) in &truth {
            let row = row(text);
            assert_eq!(distances.get(&row), Some(distance), "{text} {problem:?}");
            assert!(problem.lower_bound(&row) <= distance, "{text} {problem:?}");
        }
    }
}

/// One row: value, plan, all first moves.
fn compare_one(text: &str, problem: &Sliding, by_cost: bool, truth: &HashMap<String, u64>) {
    let row = row(text);
    let answer = exact::solve(problem, &row, &mut |_, _| true).unwrap();
    assert_eq!(answer.value, truth.get(text).copied(), "{text} {problem:?}");
    let Some(value) = answer.value else { return };
    let (mut at, mut spent) = (row.clone(), 0);
    for &mv in &answer.plan {
        assert!(at.sources(problem.hop).any(|from| from == mv.from as usize) && at.empty() == mv.to as usize);
        spent += problem.cost(&at, mv);
        at = problem.apply(&at, mv);
    }
    assert!(at.is_sorted() && spent == value, "{text} {problem:?} {:?}", answer.plan);
    let first = |(from, price, next): (usize, u64, String)| (truth[&next] + price == value).then_some(from as u16);
    let expected: Vec<u16> = neighbours(text, by_cost, problem.hop).into_iter().filter_map(first).collect();
    let found: Vec<u16> = answer.best_first_moves.iter().map(|mv| mv.from).collect();
    assert_eq!(found, if value == 0 { Vec::new() } else { expected }, "{text} {problem:?}");
}

#[test]
fn every_row_of_up_to_five_of_each() {
    for n in 1..=5 {
        compare_all(n, n, 2);
    }
    for (blacks, whites) in [(1, 6), (6, 1), (2, 5), (5, 3), (0, 4), (4, 0)] {
        for hop in 1..=4 {
            compare_all(blacks, whites, hop);
        }
    }
}

#[test]
fn every_row_of_six_of_each() {
    for hop in 1..=4 {
        compare_all(6, 6, hop);
    }
}

/// Each row on its own, by search from both ends, with its plan and all its first moves.
#[test]
fn every_start_of_small_rows() {
    for (blacks, whites, hop) in
        [(1, 1, 2), (2, 2, 2), (3, 3, 2), (2, 3, 1), (3, 2, 3), (1, 4, 2), (4, 2, 4), (2, 1, 9)]
    {
        for (problem, by_cost) in problems(hop) {
            let truth = brute(blacks, whites, by_cost, hop);
            for text in truth.keys() {
                compare_one(text, &problem, by_cost, &truth);
            }
        }
    }
}

#[test]
fn every_start_of_larger_rows() {
    for (blacks, whites, hop) in [(4, 4, 2), (5, 5, 2), (3, 6, 2), (4, 4, 1), (4, 4, 3), (3, 4, 5)] {
        for (problem, by_cost) in problems(hop) {
            let truth = brute(blacks, whites, by_cost, hop);
            for text in truth.keys() {
                compare_one(text, &problem, by_cost, &truth);
            }
        }
    }
}

#[test]
fn without_hops_the_order_stays() {
    for (problem, by_cost) in problems(0) {
        let truth = brute(2, 2, by_cost, 0);
        for text in ["BBWW_", "WB_BW", "WW_BB", "_WWBB", "WWBB_"] {
            compare_one(text, &problem, by_cost, &truth);
        }
        assert_eq!(bound::lower_bound(&problem, &row("BBWW_")), u64::MAX);
    }
}

#[test]
fn known_rows() {
    let cost = [1, 5, 14, 23, 35, 48, 64, 81];
    let moves = [1, 3, 9, 15, 23, 33, 44, 55];
    for (n, (cost, moves)) in (1..).zip(cost.into_iter().zip(moves)) {
        let row = Row::start(n, n).unwrap();
        for (problem, value) in [(Sliding::COST, cost), (Sliding::MOVES, moves)] {
            let answer = exact::solve(&problem, &row, &mut |_, _| true).unwrap();
            assert_eq!(answer.value, Some(value), "{n} {problem:?}");
        }
    }
    let states = [6, 30, 140, 630, 2772, 12_012, 51_480, 218_790];
    for (n, states) in (1..).zip(states) {
        let distances = RowDistances::new(&Sliding::COST, &Row::start(n, n).unwrap()).unwrap();
        assert_eq!(distances.rows(), states);
        assert_eq!(distances.get(&Row::start(n, n).unwrap()), Some(cost[n - 1]));
    }
}

/// More than 32 cells with few tiles of a colour: the tables with long words.
#[test]
fn long_rows_with_few_black_tiles() {
    for problem in [Sliding::COST, Sliding::MOVES] {
        let long = row(&format!("B{}_", "W".repeat(60)));
        let answer = exact::solve(&problem, &long, &mut |_, _| true).unwrap();
        // The empty cell comes to the black tile, which then needs a slide or two after every hop over two white ones.
        let value = answer.value.unwrap();
        assert!(value >= bound::lower_bound(&problem, &long) && answer.plan.len() >= 30, "{value}");
        let short = row(&format!("B{}_", "W".repeat(30)));
        let by_short_words = exact::solve(&problem, &short, &mut |_, _| true).unwrap();
        let wide = row(&format!("B{}_", "W".repeat(32)));
        let by_long_words = exact::solve(&problem, &wide, &mut |_, _| true).unwrap();
        assert!(by_short_words.value < by_long_words.value && by_long_words.value < answer.value);
        assert_eq!(first(&answer.plan), Some(61));
    }
}

/// The empty cell of a plan's first move, from 0.
fn first(plan: &[Slide]) -> Option<u16> {
    plan.first().map(|mv| mv.to)
}

#[test]
fn a_watcher_ends_it() {
    let row = Row::start(8, 8).unwrap();
    let mut calls = 0;
    let answer = exact::solve(&Sliding::COST, &row, &mut |bound, _| {
        calls += 1;
        assert!(bound <= 81);
        calls < 9
    });
    assert!(answer.is_none() && calls == 9);
}
