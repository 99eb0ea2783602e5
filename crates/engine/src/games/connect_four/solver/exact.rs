//! Score, line and columns of a position, from the table of openings if possible, otherwise from the solver.

use super::{ConnectFourSolver, Effort, Proof, SolverError};
use crate::control::Control;
use crate::games::connect_four::openings::Openings;
use crate::games::connect_four::{Column, ConnectFour};

/// The solver together with the table of openings.
pub struct ExactSolver {
    solver: ConnectFourSolver,
    openings: Option<&'static Openings>,
    effort: Effort,
}

impl ExactSolver {
    /// Combines a solver that spends at most `effort` per question with a table of openings; with `None`, uses the
    /// solver alone.
    pub fn new(solver: ConnectFourSolver, effort: Effort, openings: Option<&'static Openings>) -> Self {
        ExactSolver { solver, openings, effort }
    }

    /// Clears what was proven and allocates memory for a position, so that neither counts towards a proof.
    ///
    /// # Errors
    /// The board is too large, or there is not enough memory.
    pub fn begin(&mut self, game: &ConnectFour) -> Result<(), SolverError> {
        self.solver.clear();
        self.solver.prepare(game)
    }

    /// What is proven about a position; immediate if it is in the table.
    ///
    /// # Errors
    /// The board is too large, or there is not enough memory.
    pub fn prove(&mut self, game: &ConnectFour, control: &Control) -> Result<Proof, SolverError> {
        match self.openings.and_then(|openings| openings.score(game)) {
            Some(score) => Ok(Proof { lower: score, upper: score, nodes: 0 }),
            None => self.solver.prove(game, self.effort, control, &mut |_| {}),
        }
    }

    /// A line of best play from a position with this score.
    ///
    /// # Errors
    /// The board is too large, or there is not enough memory.
    pub fn line(&mut self, game: &ConnectFour, score: i32, control: &Control) -> Result<Vec<Column>, SolverError> {
        let (mut line, after) = self.openings.map_or_else(|| (Vec::new(), *game), |openings| openings.line(game));
        let score = if line.len() % 2 == 0 { score } else { -score };
        line.extend(self.solver.line(&after, score, self.effort, control)?);
        Ok(line)
    }

    /// The scores of all columns joined by `;`, with `x` for a full one; `None` if there was no time for them.
    ///
    /// # Errors
    /// The board is too large, or there is not enough memory.
    pub fn columns(
        &mut self,
        game: &ConnectFour,
        score: i32,
        control: &Control,
    ) -> Result<Option<String>, SolverError> {
        let columns = match self.openings.and_then(|openings| openings.columns(game)) {
            Some(columns) => Some(columns),
            None => self.solver.columns(game, score, self.effort, control)?,
        };
        let word = |score: Option<i32>| score.map_or_else(|| "x".to_owned(), |score| score.to_string());
        Ok(columns.map(|columns| columns.into_iter().map(word).collect::<Vec<_>>().join(";")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{GameText, Notation, spell_line};

    #[test]
    fn with_the_table_and_without_it_the_answers_are_the_same() {
        let control = Control::new();
        // The table knows the first one, whose columns would take long without it.
        for (digits, has_columns) in [("121212", false), ("2252576253462244111563365343", true)] {
            let game = ConnectFour::from_fen(digits).unwrap();
            let answers = [Openings::embedded(), None].map(|openings| {
                let mut solver = ExactSolver::new(ConnectFourSolver::new(4), Effort::default(), openings);
                solver.begin(&game).unwrap();
                let score = solver.prove(&game, &control).unwrap().score().unwrap();
                let line = solver.line(&game, score, &control).unwrap();
                let columns = has_columns.then(|| solver.columns(&game, score, &control).unwrap().unwrap());
                (score, line.len(), columns)
            });
            assert_eq!(answers[0], answers[1], "{digits}");
        }
    }

    #[test]
    fn a_line_is_spelled_from_its_position() {
        let game = ConnectFour::from_fen("121212").unwrap();
        let mut solver = ExactSolver::new(ConnectFourSolver::new(4), Effort::default(), None);
        let line = solver.line(&game, 18, &Control::new()).unwrap();
        assert_eq!(spell_line(game, &line, Notation::Wire), ["P@a4"]);
    }
}
