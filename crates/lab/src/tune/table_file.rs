//! The fitted weights as the source file that the evaluation is built from: `src/games/xiangqi/eval/values.rs`.

use super::model::Weights;
use meihua_engine::games::xiangqi::eval::weights::{Term, WEIGHTS};
use std::fmt::Write;

/// What the file begins with.
const HEAD: &str = "\
//! The numbers of the hand-written evaluation, middlegame and endgame, in centipawns.
//!
//! `meihua tune` writes this file anew, comments included. Square rows hold the half board from file a (or i: the board
//! is symmetric) to file e, rank 9 first, seen by the owner.

use super::pair::Pair;
use super::weights::weight_rows;

weight_rows! {
";

/// Longest line.
const COLUMNS: usize = 120;

/// Weights on a line of a row of square values: half a rank.
const HALF_RANK: usize = 5;

/// The weights that the evaluation has now.
pub fn present() -> Weights {
    WEIGHTS.iter().flat_map(|pair| [f64::from(pair.middlegame()), f64::from(pair.endgame())]).collect()
}

/// The file of these weights, rounded to whole centipawns.
pub fn write(weights: &[f64]) -> String {
    let mut text = HEAD.to_owned();
    for &term in Term::ALL {
        for line in term.doc() {
            _ = writeln!(text, "    ///{line}");
        }
        let places = 2 * term.offset()..2 * (term.offset() + term.len());
        let pairs: Vec<String> = weights[places].chunks_exact(2).map(pair).collect();
        row(&mut text, term, &pairs);
    }
    text.push_str("}\n");
    text
}

/// `(12, -3)`, by middlegame and endgame.
fn pair(weights: &[f64]) -> String {
    let rounded: Vec<String> = weights.iter().map(|weight| format!("{}", weight.round() as i32)).collect();
    format!("({})", rounded.join(", "))
}

fn row(text: &mut String, term: Term, pairs: &[String]) {
    let head = format!("    {}: {} = [", term.name(), pairs.len());
    let line = format!("{head}{}];", pairs.join(", "));
    if line.len() <= COLUMNS && pairs.len() <= HALF_RANK + 2 {
        _ = writeln!(text, "{line}");
        return;
    }
    _ = writeln!(text, "{head}");
    let is_board = term.name().ends_with("_SQUARE");
    let mut line = String::new();
    for (index, pair) in pairs.iter().enumerate() {
        let is_full = if is_board { index % HALF_RANK == 0 } else { line.len() + pair.len() + 10 > COLUMNS };
        if is_full && !line.is_empty() {
            _ = writeln!(text, "        {}", line.trim_end());
            line.clear();
        }
        _ = write!(line, "{pair}, ");
    }
    _ = writeln!(text, "        {}\n    ];", line.trim_end());
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every number of the file, in order, without those of its comments and lengths.
    fn numbers(text: &str) -> Vec<f64> {
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        let values = code.map(|line| line.split_once('=').map_or(line, |(_, row)| row));
        let numbers: String =
            values.map(|line| line.replace(|c: char| !c.is_ascii_digit() && c != '-', " ") + " ").collect();
        numbers.split_whitespace().map(|number| number.parse().unwrap()).collect()
    }

    #[test]
    fn the_present_file_is_what_would_be_written() {
        let source = include_str!("../../../engine/src/games/xiangqi/eval/values.rs");
        assert!(write(&present()) == source, "values.rs is not as `meihua tune` would write it");
        assert_eq!(numbers(source), present());
    }

    #[test]
    fn weights_are_rounded() {
        let mut weights = present();
        weights[2] = 99.6;
        weights[3] = -0.2;
        let text = write(&weights);
        assert!(text.contains("MATERIAL: 7 = [(0, 0), (100, 0), "), "{text}");
        assert!(text.lines().all(|line| line.len() <= COLUMNS));
    }
}
