//! Four in a row in batches.

use super::batch::{Batch, BatchError};
use super::row::Row;
use crate::GAMES;
use crate::shared::line::{Line, LineError};
use meihua_contracts::clock::cpu_time;
use meihua_contracts::control::Control;
use meihua_contracts::solution::{Budget, Status};
use meihua_contracts::text::{GameText, Notation, spell_line};
use meihua_engine::engine::connect_four::exact_solver;
use meihua_engine::games::connect_four::ConnectFour;
use meihua_engine::games::connect_four::openings::Openings;
use meihua_engine::games::connect_four::solver::Proof;
use meihua_engine::games::connect_four::solver::exact::ExactSolver;
use std::str::FromStr;
use thiserror::Error;

/// A board size on the command line, such as `7x6`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Size {
    pub columns: u32,
    pub rows: u32,
}

/// Why text is not a board size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(crate) enum SizeError {
    /// The form is wrong.
    #[error("expected COLUMNSxROWS, for example 7x6")]
    Form,
    /// No board has this size.
    #[error("expected 1 to 16 columns and rows, columns * (rows + 1) at most 128")]
    Range,
}

impl FromStr for Size {
    type Err = SizeError;

    fn from_str(text: &str) -> Result<Self, SizeError> {
        let sides =
            text.split_once(['x', 'X']).and_then(|(columns, rows)| Some((columns.parse().ok()?, rows.parse().ok()?)));
        let (columns, rows) = sides.ok_or(SizeError::Form)?;
        if ConnectFour::empty(columns, rows).is_none() {
            return Err(SizeError::Range);
        }
        Ok(Size { columns, rows })
    }
}

/// The options for four in a row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ConnectFourOptions {
    /// Whether to also find the score of every column.
    pub all_moves: bool,
    /// The number of the leftmost column in lines of digits.
    pub base: u32,
    /// The board size for lines of digits.
    pub size: Size,
    /// Whether to search even positions in the table of openings.
    pub no_table: bool,
}

/// Solves positions line by line.
pub(crate) struct ConnectFourSolver {
    options: ConnectFourOptions,
    solver: ExactSolver,
}

impl ConnectFourSolver {
    /// A solver with a budget per line.
    pub(crate) fn new(options: ConnectFourOptions, budget: &Budget) -> Self {
        let openings = if options.no_table { None } else { Openings::embedded() };
        ConnectFourSolver { options, solver: exact_solver(budget, openings) }
    }

    /// Reads the short form: the columns played on a board of the requested size; or a FEN without the word `fen`.
    fn read_plain(&self, text: &str) -> Result<ConnectFour, LineError> {
        let Size { columns, rows } = self.options.size;
        let empty = ConnectFour::empty(columns, rows).filter(|_| !text.contains('/'));
        let read =
            empty.map_or_else(|| ConnectFour::from_fen(text), |empty| empty.from_digits(text, self.options.base));
        Ok(read?)
    }
}

impl Batch for ConnectFourSolver {
    fn solve_line(&mut self, line: &str) -> Result<Row, BatchError> {
        let game = Line::parse(line, GAMES).game(|text| self.read_plain(text))?;
        let control = Control::new();
        self.solver.begin(&game)?;
        let start = cpu_time();
        let proof = self.solver.prove(&game, &control);
        let cpu = cpu_time().saturating_sub(start);
        let proof = proof?;
        let nodes = proof.nodes;
        let Some(score) = proof.score() else {
            let facts = vec![("bounds", format!("{};{}", proof.lower, proof.upper))];
            let value = nearest_to_draw(&proof).to_string();
            return Ok(Row { value, status: Status::Anytime, nodes, cpu, facts, plan: Vec::new() });
        };
        let line = self.solver.line(&game, score, &control)?;
        let mut facts = Vec::new();
        if self.options.all_moves {
            let scores = self.solver.columns(&game, score, &control)?;
            facts.push(scores.map_or_else(|| ("bounds", format!("{score};{score}")), |scores| ("scores", scores)));
        }
        Ok(Row {
            value: score.to_string(),
            status: Status::Proven,
            nodes,
            cpu,
            facts,
            plan: spell_line(game, &line, Notation::Wire),
        })
    }
}

/// The estimate for an unproven score: draws and late ends are more likely than early ones.
fn nearest_to_draw(proof: &Proof) -> i32 {
    0i32.clamp(proof.lower, proof.upper)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solver(all_moves: bool, base: u32, size: &str, nodes: Option<u64>) -> ConnectFourSolver {
        let options = ConnectFourOptions { all_moves, base, size: size.parse().unwrap(), no_table: nodes.is_some() };
        ConnectFourSolver::new(options, &Budget { nodes, threads: 1, megabytes: 4, ..Budget::default() })
    }

    #[test]
    fn scores_that_cost_too_much_are_missed() {
        let row = solver(true, 1, "7x6", Some(100)).solve_line("4433").unwrap();
        assert_eq!(
            (row.value.as_str(), row.status, row.facts),
            ("18", Status::Proven, vec![("bounds", "18;18".to_owned())])
        );
    }

    #[test]
    fn a_row_has_score_scores_and_plan() {
        let row = solver(true, 1, "7x6", None).solve_line("2252576253462244111563365343671351441").unwrap();
        assert_eq!((row.value.as_str(), row.status), ("-1", Status::Proven));
        let (name, scores) = &row.facts[0];
        assert_eq!((*name, scores.split(';').count()), ("scores", 7));
        assert_eq!(scores.split(';').filter(|&score| score == "x").count(), 5);
        assert!(scores.split(';').filter_map(|score| score.parse::<i32>().ok()).max() == Some(-1));
        assert!(row.plan.iter().all(|word| word.starts_with("P@")));
    }

    #[test]
    fn lines_in_all_forms() {
        let mut solver = solver(false, 0, "9x5", None);
        // A 9x5 ending from the public test sets.
        assert_eq!(solver.solve_line("5751150535167886240132331372246").unwrap().value, "3");
        assert_eq!(
            solver.solve_line("startpos moves d d d d d d e e e e e e c c c c c c 1 1 1 1 1 1 7 7 7 7").unwrap().status,
            Status::Proven
        );
        assert_eq!(solver.solve_line("5/5/5/OOO2/PPP2 w").unwrap().value, "10");
        for bad in ["9", "x", "44x", "44 5", "fen 7/6", "555555", "startpos moves z"] {
            assert!(solver.solve_line(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn an_effort_spent_gives_bounds() {
        let row = solver(true, 1, "7x6", Some(2_000)).solve_line("-").unwrap();
        assert_eq!((row.status, row.plan.len(), row.facts[0].0), (Status::Anytime, 0, "bounds"));
    }

    #[test]
    fn the_table_answers_and_the_rest_of_the_line_is_proven() {
        let row = solver(true, 1, "7x6", None).solve_line("-").unwrap();
        assert_eq!((row.value.as_str(), row.status, row.nodes, row.plan.len()), ("1", Status::Proven, 0, 41));
        assert_eq!(row.facts, [("scores", "-2;-1;0;1;0;-1;-2".to_owned())]);
    }

    #[test]
    fn sizes() {
        assert_eq!("10X6".parse(), Ok(Size { columns: 10, rows: 6 }));
        assert!("7".parse::<Size>().is_err() && "0x6".parse::<Size>().is_err() && "99x99".parse::<Size>().is_err());
    }
}
