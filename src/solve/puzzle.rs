//! Batch solving of river and sliding blocks: puzzles whose positions fit on one line.

use super::batch::{Batch, BatchError};
use super::row::{Fact, Row};
use crate::GAMES;
use crate::shared::line::Line;
use meihua_contracts::clock::cpu_time;
use meihua_contracts::control::Control;
use meihua_contracts::deadline::Deadline;
use meihua_contracts::puzzle::{FilesError, PuzzleBinding, PuzzleText};
use meihua_contracts::solution::{Budget, Solution, Status};
use meihua_engine::engine::analyst;
use meihua_engine::games::river::{Group, River, RiverPosition};
use meihua_engine::games::sliding::Sliding;
use meihua_engine::solvers::breadth_first::GraphFacts;
use std::io::{self, Write};
use std::marker::PhantomData;
use std::time::Duration;

/// A puzzle that the batch can solve.
pub(crate) trait Listed: PuzzleBinding {
    /// Reads a line.
    fn read(line: &str) -> Result<(Self, Self::State), BatchError> {
        read(line, |text| Self::from_fen(text).map_err(FilesError::from))
    }

    /// The solution, or, where the puzzle has quicker ways to it, the first one.
    fn found(&self, state: &Self::State, is_first: bool, budget: &Budget, control: &Control) -> Solution<Self::Move> {
        let _ = is_first;
        self.solve(state, &mut Self::Memory::default(), budget, control, &mut |_| ())
    }

    /// The column of facts, found in addition to the value and not counted in its CPU time; empty if `movetime` does
    /// not suffice.
    fn facts(&self, state: &Self::State, solution: &Solution<Self::Move>, movetime: Option<Duration>) -> Vec<Fact> {
        let _ = (state, solution, movetime);
        Vec::new()
    }

    /// A state as `--trace` shows it.
    fn shown(&self, state: &Self::State) -> String {
        self.fen(state)
    }

    /// The column of the plan.
    fn steps(&self, start: &Self::State, plan: &[Self::Move]) -> Vec<String> {
        self.plan_text(start, plan)
    }
}

/// Reads a line; `plain` reads the short form.
pub(super) fn read<P: PuzzleText>(
    line: &str,
    plain: impl FnOnce(&str) -> Result<(P, P::State), FilesError>,
) -> Result<(P, P::State), BatchError> {
    Ok(Line::parse(line, GAMES).puzzle(|text| Ok(plain(text)?))?)
}

impl Listed for Sliding {}

impl Listed for River {
    /// `shortest`, `reachable`, `edges`, `eccentricity`.
    fn facts(&self, position: &RiverPosition, _: &Solution<Group>, movetime: Option<Duration>) -> Vec<Fact> {
        let budget = Budget { movetime, ..Budget::default() };
        analyst::river_facts(self, position, &budget).iter().flat_map(GraphFacts::named).collect()
    }
}

/// Solves such puzzles line by line.
pub(crate) struct PuzzleSolver<'a, P> {
    budget: Budget,
    /// Whether the first plan will do.
    pub(super) is_first: bool,
    trace: Option<&'a mut dyn Write>,
    puzzle: PhantomData<P>,
}

impl<'a, P: Listed> PuzzleSolver<'a, P> {
    /// A solver with a budget per line; `trace` receives plans state by state.
    pub(crate) fn new(budget: Budget, trace: Option<&'a mut dyn Write>) -> Self {
        PuzzleSolver { budget, is_first: false, trace, puzzle: PhantomData }
    }
}

impl<P: Listed> Batch for PuzzleSolver<'_, P> {
    fn solve_line(&mut self, line: &str) -> Result<Row, BatchError> {
        let control = Control::new();
        let deadline = Deadline::new(self.budget.movetime, &control);
        let start = cpu_time();
        let (puzzle, state) = P::read(line)?;
        let budget = Budget { movetime: deadline.remaining(), ..self.budget.clone() };
        let solution = puzzle.found(&state, self.is_first, &budget, &control);
        let cpu = cpu_time() - start;
        if let Some(output) = &mut self.trace {
            trace(&puzzle, &state, &solution, output)?;
        }
        let mut row = Row {
            facts: puzzle.facts(&state, &solution, deadline.remaining()),
            plan: puzzle.steps(&state, &solution.plan),
            ..Row::of_solution(&puzzle, &state, &solution, cpu)
        };
        if solution.value.is_none() && solution.status == Status::Anytime {
            row.value = "-".to_owned();
        }
        Ok(row)
    }
}

/// Each state of the plan, with the move that led to it, the cost so far, and a lower bound on the cost from there.
fn trace<P: Listed>(
    puzzle: &P,
    start: &P::State,
    solution: &Solution<P::Move>,
    output: &mut dyn Write,
) -> io::Result<()> {
    let mut state = start.clone();
    let mut cost = 0;
    writeln!(output, "0 {} cost 0 bound {}", puzzle.shown(&state), puzzle.lower_bound(&state))?;
    for (step, &mv) in (1..).zip(&solution.plan) {
        let name = puzzle.move_text(&state, mv);
        cost += puzzle.cost(&state, mv);
        state = puzzle.apply(&state, mv);
        writeln!(output, "{step} {name} {} cost {cost} bound {}", puzzle.shown(&state), puzzle.lower_bound(&state))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns<P: Listed>(line: &str) -> Vec<String> {
        let row = PuzzleSolver::<P>::new(Budget::default(), None).solve_line(line).unwrap();
        let mut text = Vec::new();
        row.write(line, &mut text).unwrap();
        String::from_utf8(text).unwrap().trim_end().split('\t').map(str::to_owned).collect()
    }

    #[test]
    fn rows_of_the_river() {
        let json = r#"{"game":"river","start":"3 3 2","result":"*","tags":{},"comment":"no moves","moves":[]}"#;
        for line in [json, "3 3 2", "startpos", "fen -/-/P3D3 r 2", "-/P1D1/P2D2 r 2"] {
            let row = columns::<River>(line);
            assert_eq!((row.len(), row[1].as_str(), row[2].as_str()), (7, "11", "proven"));
            assert_eq!(row[5], "shortest=4,reachable=16,edges=17,eccentricity=12");
            assert!(row[6].starts_with("P1D1 P1 ") && row[6].split(' ').count() == 11, "{}", row[6]);
        }
        let row = columns::<River>("4 4 2");
        assert_eq!((row[1].as_str(), row[2].as_str(), row[6].as_str()), ("unsolvable", "proven", "-"));
        assert!(row[5].starts_with("shortest=0,"));
        let lost = columns::<River>("P1D2/-/P2D1 r 2");
        assert_eq!(
            (lost[1].as_str(), lost[5].as_str()),
            ("unsolvable", "shortest=0,reachable=1,edges=0,eccentricity=0")
        );
        assert_eq!(columns::<River>("startpos moves DD D DD D PP PD PP D DD P PD")[1], "0");
    }

    #[test]
    fn rows_of_sliding_blocks() {
        for (line, value) in [("BBBWWW_ cost", "14"), ("BBBWWW_ moves", "9"), ("startpos", "14"), ("WW_B cost", "0")] {
            let row = columns::<Sliding>(line);
            assert_eq!((row[1].as_str(), row[2].as_str(), row[5].as_str()), (value, "proven", "-"), "{line}");
        }
        let row = columns::<Sliding>("BW_ cost hop=0");
        assert_eq!((row[1].as_str(), row[2].as_str()), ("unsolvable", "proven"));
        assert!(PuzzleSolver::<Sliding>::new(Budget::default(), None).solve_line("BBWW cost").is_err());
    }

    #[test]
    fn the_trace_shows_every_state() {
        let mut text = Vec::new();
        PuzzleSolver::<Sliding>::new(Budget::default(), Some(&mut text)).solve_line("BW_ cost").unwrap();
        assert_eq!(String::from_utf8(text).unwrap(), "0 BW_ cost cost 0 bound 1\n1 1-3 _WB cost cost 1 bound 0\n");
    }

    #[test]
    fn a_budget_leaves_a_plan_and_a_bound() {
        let budget = Budget { nodes: Some(1), ..Budget::default() };
        let row = PuzzleSolver::<Sliding>::new(budget.clone(), None).solve_line("BBBBBBWWWWWW_ cost").unwrap();
        assert_eq!(row.status, Status::Anytime);
        assert!(row.value.parse::<u64>().unwrap() >= 48 && !row.plan.is_empty());
        assert_eq!(PuzzleSolver::<River>::new(budget, None).solve_line("3 3 2").unwrap().value, "-");
        let budget = Budget { depth: Some(8), ..Budget::default() };
        assert_eq!(PuzzleSolver::<Sliding>::new(budget, None).solve_line("BBBWWW_ cost").unwrap().value, "-");
    }
}
