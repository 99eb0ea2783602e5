//! Four in a row, judged by the solver: every value is proven.

use crate::judge::{AnalyseError, Judge, Lines};
use crate::review::Evaluation;
use meihua_contracts::control::Control;
use meihua_contracts::side::Side;
use meihua_contracts::solution::Budget;
use meihua_engine::engine::connect_four::{distance, exact_solver};
use meihua_engine::games::connect_four::ConnectFour;
use meihua_engine::games::connect_four::openings::Openings;
use meihua_engine::games::connect_four::solver::exact::ExactSolver;
use meihua_engine::score::Score;
use meihua_records::{RecordGame, RecordedMove};

/// The solver with its table.
pub struct ConnectFourJudge {
    solver: ExactSolver,
    control: Control,
}

impl ConnectFourJudge {
    /// A judge that spends at most `budget` per position. A stop cuts short the proof of a position.
    pub fn new(budget: &Budget, control: Control) -> ConnectFourJudge {
        ConnectFourJudge { solver: exact_solver(budget, Openings::embedded()), control }
    }
}

impl Judge for ConnectFourJudge {
    fn lines(&mut self, board: &dyn RecordGame) -> Result<Lines, AnalyseError> {
        let Some(game) = board.position() else { return Ok(Lines::new()) };
        let proof = self.solver.prove(game, &self.control)?;
        let Some(exact) = proof.score() else { return Ok(Lines::new()) };
        let line = self.solver.line(game, exact, &self.control)?;
        Ok(vec![(Some(distance(game, exact)), line.into_iter().map(RecordedMove::of::<ConnectFour>).collect())])
    }

    fn evaluation(&self, score: Option<Score>, side: Side) -> Evaluation {
        let Some(score) = score else { return Evaluation::UNKNOWN };
        let score = if side == Side::First { score } else { -score };
        let expectation = match score {
            score if score.is_win() => 1.0,
            score if score.is_loss() => 0.0,
            _ => 0.5,
        };
        Evaluation { score: Some(score), expectation }
    }

    fn is_exact(&self) -> bool {
        true
    }
}
