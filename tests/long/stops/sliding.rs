//! Rows of 5 to 9 cells, by cost and by moves, hopping over 1 to 4 tiles.

use super::{Question, Tally};
use meihua::games::sliding::Sliding;
use meihua::puzzle::{Puzzle, PuzzleText};
use meihua::random::SplitMix64;
use std::collections::{BTreeMap, HashMap};

/// Distances to the sorted rows of all rows with some tiles: Dijkstra over texts.
fn distances(blacks: usize, whites: usize, by_cost: bool, hop: usize) -> HashMap<String, i64> {
    let sorted = "W".repeat(whites) + &"B".repeat(blacks);
    let goals = (0..=sorted.len()).map(|place| format!("{}_{}", &sorted[..place], &sorted[place..]));
    let mut queue = BTreeMap::from([(0, goals.collect::<Vec<_>>())]);
    let mut known = HashMap::new();
    while let Some((distance, rows)) = queue.pop_first() {
        for row in rows {
            if known.contains_key(&row) {
                continue;
            }
            let empty = row.find('_').expect("an empty cell");
            for from in (0..row.len()).filter(|&from| from != empty && from.abs_diff(empty) <= hop + 1) {
                let price = if by_cost { (from.abs_diff(empty) as i64 - 1).max(1) } else { 1 };
                let mut cells: Vec<char> = row.chars().collect();
                cells.swap(from, empty);
                queue.entry(distance + price).or_default().push(cells.into_iter().collect());
            }
            known.insert(row, distance);
        }
    }
    known
}

/// Stops the solver on `rows` rows; returns how often.
pub(super) fn stop(rows: usize, stops: usize) -> u64 {
    let mut chance = SplitMix64::new(44);
    let mut tally = Tally::default();
    let mut truths: HashMap<(usize, usize, bool, usize), HashMap<String, i64>> = HashMap::new();
    for number in 0..rows {
        let cells = 5 + chance.below(5);
        let mut tiles: Vec<char> = (1..cells).map(|_| if chance.below(2) == 0 { 'B' } else { 'W' }).collect();
        if chance.below(4) == 0 {
            tiles.sort_unstable();
        }
        tiles.insert(if chance.below(2) == 0 { tiles.len() } else { chance.below(cells) }, '_');
        let text: String = tiles.into_iter().collect();
        let count = |tile: char| text.chars().filter(|&cell| cell == tile).count();
        let (by_cost, hop) = (chance.below(2) == 0, 1 + chance.below(4));
        let key = (count('B'), count('W'), by_cost, hop);
        let truth = truths.entry(key).or_insert_with(|| distances(key.0, key.1, by_cost, hop));
        if truth[&text] == 0 {
            continue;
        }
        let objective = if by_cost { "cost" } else { "moves" };
        let (problem, row) = Sliding::from_fen(&format!("{text} {objective} hop={hop}")).expect("a row");
        let question = Question::new(problem, row, |row, mv| {
            let after = problem.apply(row, mv).to_string();
            Some(truth[&after] + problem.cost(row, mv) as i64)
        });
        assert_eq!(Question::<Sliding>::best(&question.moves), Some(truth[&text]), "{text}");
        for _ in number * stops / rows..(number + 1) * stops / rows {
            question.ask(600, &mut chance, &mut tally);
        }
    }
    tally.end("sliding");
    tally.stops
}
