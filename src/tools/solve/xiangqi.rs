//! Xiangqi behind the batch door: what the tables of endings know, and mates.

use super::batch::{Batch, BatchError};
use super::line::Line;
use super::row::Row;
use crate::clock::cpu_time;
use crate::control::Control;
use crate::game::{Game, Outcome};
use crate::games::xiangqi::tables::material::Material;
use crate::games::xiangqi::{Move, Position};
use crate::search::limits::{Limits, Settings};
use crate::search::report::Report;
use crate::search::{Searcher, solved};
use crate::solvers::solution::{Budget, Status};
use crate::text::{GameText, Notation, spell_line};

/// Mates are looked for in so many moves.
const MATE_MOVES: u32 = 25;
/// Nodes of a position, where the command line names none.
const NODES: u64 = 1_000_000;

/// Solves positions line by line.
pub struct XiangqiDoor {
    searcher: Searcher<Position>,
    limits: Limits<Move>,
}

impl XiangqiDoor {
    /// A door with the budget of a line.
    pub fn new(budget: &Budget) -> Self {
        let mut searcher = Searcher::new();
        searcher.set_threads(budget.threads);
        let nodes = budget.nodes.or(budget.movetime.is_none().then_some(NODES));
        let limits = Limits { nodes, movetime: budget.movetime, mate: Some(MATE_MOVES), ..Limits::default() };
        XiangqiDoor { searcher, limits }
    }
}

impl Batch for XiangqiDoor {
    fn solve_line(&mut self, line: &str) -> Result<Row, BatchError> {
        let position: Position = Line::parse(line).game(|text| Ok(Position::from_fen(text)?))?;
        let start = cpu_time();
        if let Some(proven) = position.proven().filter(|_| position.verdict().outcome.is_none()) {
            let mut plan = Vec::new();
            solved::continue_line(&position, &mut plan);
            let value = match proven.outcome {
                Outcome::Win => format!("win {}", proven.plies),
                Outcome::Draw => "draw".to_owned(),
                Outcome::Loss => format!("loss {}", proven.plies),
            };
            let class = Material::of(&position).map(|(material, _)| ("table".to_owned(), material.to_string()));
            let (facts, cpu) = (class.into_iter().collect(), cpu_time().saturating_sub(start));
            return Ok(Row {
                value,
                status: Status::Proven,
                nodes: 0,
                cpu,
                facts,
                plan: spell_line(position, &plan, Notation::Wire),
            });
        }
        self.searcher.clear();
        let (mut plan, mut facts) = (Vec::new(), Vec::new());
        let mut listen = |news| match news {
            Report::Line(line) if line.multi_pv == 1 => plan = line.pv,
            Report::NoWin { moves } => facts.push(("no_win_in".to_owned(), moves.to_string())),
            _ => {}
        };
        let found = self.searcher.search(&position, &self.limits, &Settings::default(), &Control::new(), &mut listen);
        let cpu = cpu_time().saturating_sub(start);
        let (value, status) = match found.score.plies_to_end() {
            Some(plies) if plies > 0 => (format!("win {plies}"), Status::Proven),
            Some(plies) => (format!("loss {}", -plies), Status::Proven),
            None => (format!("cp {}", found.score.int()), Status::Anytime),
        };
        Ok(Row { value, status, nodes: found.nodes, cpu, facts, plan: spell_line(position, &plan, Notation::Wire) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mate_is_found_and_said_with_its_line() {
        let mut door = XiangqiDoor::new(&Budget { nodes: Some(20_000), threads: 1, ..Budget::default() });
        let row = door.solve_line("3k5/1R7/9/9/9/9/9/R8/9/4K4 w").unwrap();
        assert_eq!((row.value.as_str(), row.status, row.plan.len()), ("win 1", Status::Proven, 1));
        let open = door.solve_line("startpos").unwrap();
        assert_eq!(open.status, Status::Anytime);
        assert!(open.value.starts_with("cp "), "{}", open.value);
        assert!(door.solve_line("9/9/9 w").is_err());
    }
}
