//! Batch solving of xiangqi: endgame tables, and mates.

use super::batch::{Batch, BatchError};
use super::row::{Fact, Row};
use crate::GAMES;
use crate::shared::line::Line;
use meihua_contracts::clock::{Stopwatch, cpu_time};
use meihua_contracts::control::Control;
use meihua_contracts::game::{Game, Outcome, Proven};
use meihua_contracts::solution::{Budget, Status};
use meihua_contracts::text::{GameText, Notation, spell_line};
use meihua_engine::engine::analyst::{Analyst, continue_line};
use meihua_engine::games::xiangqi::tables::material::Material;
use meihua_engine::games::xiangqi::{Move, Position, movegen};
use meihua_engine::score::Score;
use meihua_engine::search::limits::{Limits, Settings};
use meihua_engine::search::outcome;
use meihua_engine::search::report::{Bound, Report};
use std::io;

/// Longest mate to search for, in moves.
const MATE_MOVES: u32 = 25;
/// Maximum length of a mating line, in plies.
const MAX_PLIES: usize = 2 * MATE_MOVES as usize + 40;
/// Nodes for completing a plan that stops before the mate.
const STEP_NODES: u64 = 200_000;
/// Nodes per position, if the command line does not say.
const NODES: u64 = 1_000_000;

/// Solves positions line by line.
pub(super) struct XiangqiSolver {
    analyst: Analyst,
    limits: Limits<Move>,
}

impl XiangqiSolver {
    /// A solver with a budget per line.
    ///
    /// # Errors
    /// There is no memory for the table.
    pub(super) fn new(budget: &Budget) -> io::Result<Self> {
        let nodes = budget.nodes.or(budget.movetime.is_none().then_some(NODES));
        let limits = Limits { nodes, movetime: budget.movetime, mate: Some(MATE_MOVES), ..Limits::default() };
        let mut analyst = Analyst::new(budget.threads);
        if budget.megabytes > 0 {
            analyst.set_hash(budget.megabytes).map_err(io::Error::other)?;
        }
        Ok(XiangqiSolver { analyst, limits })
    }
}

impl Batch for XiangqiSolver {
    fn solve_line(&mut self, line: &str) -> Result<Row, BatchError> {
        let position: Position = Line::parse(line, GAMES).game(|text| Ok(Position::from_fen(text)?))?;
        let start = cpu_time();
        // What is over is known without tables; what they know is theirs.
        let over = position.verdict().outcome.map(|outcome| Proven { outcome, plies: 0 });
        if let Some(proven) = over.or_else(|| position.proven()) {
            let (mut plan, mut facts) = (Vec::new(), Vec::new());
            if over.is_none() {
                continue_line(&position, &mut plan);
                facts.extend(Material::of(&position).map(|(material, _)| ("table", material.to_string())));
            }
            let value = match proven.outcome {
                Outcome::Win => format!("win {}", proven.plies),
                Outcome::Draw => "draw".to_owned(),
                Outcome::Loss => format!("loss {}", proven.plies),
            };
            return Ok(Row {
                value,
                status: Status::Proven,
                nodes: 0,
                cpu: cpu_time().saturating_sub(start),
                facts,
                plan: spell_line(position, &plan, Notation::Wire),
            });
        }
        self.analyst.clear();
        let answer = self.search(&position);
        let (cpu, plan) = (cpu_time().saturating_sub(start), spell_line(position, &answer.plan, Notation::Wire));
        let Answer { value, status, nodes, facts, .. } = answer;
        Ok(Row { value, status, nodes, cpu, facts, plan })
    }
}

/// The result of the search.
struct Answer {
    value: String,
    status: Status,
    nodes: u64,
    facts: Vec<Fact>,
    plan: Vec<Move>,
}

/// The mate that was found, or the score if none was.
struct Searched {
    /// Positive if the side to move wins.
    plies: Option<i32>,
    score: Score,
    nodes: u64,
    /// There is no win within this number of moves.
    no_win_in: Option<u32>,
    plan: Vec<Move>,
}

impl XiangqiSolver {
    /// Searches for a win. If one is found, also searches for a shorter one, and for the whole plan.
    fn search(&mut self, position: &Position) -> Answer {
        let deadline = self.limits.movetime.map(|movetime| (Stopwatch::start(), movetime));
        let mut nodes = 0;
        let left = |nodes: u64| {
            let of_time = deadline.map(|(watch, movetime)| movetime.saturating_sub(watch.elapsed()));
            let nodes = self.limits.nodes.map(|limit| limit.saturating_sub(nodes));
            Limits { nodes, movetime: of_time, ..Limits::default() }
        };
        let mut best = look(&mut self.analyst, position, MATE_MOVES, left(0));
        nodes += best.nodes;
        // Search again for a shorter win, until there is none or the budget is spent.
        let mut is_shortest = false;
        while let Some(plies @ 2..) = best.plies {
            let shorter = look(&mut self.analyst, position, plies as u32 / 2, left(nodes));
            nodes += shorter.nodes;
            match shorter.plies {
                Some(fewer) if (1..plies).contains(&fewer) => best = shorter,
                _ => {
                    is_shortest = shorter.no_win_in == Some(plies as u32 / 2);
                    break;
                }
            }
        }
        is_shortest |= best.plies == Some(1);
        let Some(plies) = best.plies else { return no_mate(best, nodes) };
        let plan = whole_plan(&mut self.analyst, position, best.plan, plies.unsigned_abs());
        let word = if plies > 0 { "win" } else { "loss" };
        let mut facts = Vec::new();
        let value = if is_shortest {
            format!("{word} {plies}")
        } else {
            facts.push(("within", plies.unsigned_abs().max(plan.len() as u32).to_string()));
            word.to_owned()
        };
        Answer { value, status: Status::Proven, nodes, facts, plan }
    }
}

/// The answer if no mate was found. An end by repetition depends on the path to it, so it is neither a proof nor a
/// score in centipawns.
fn no_mate(searched: Searched, nodes: u64) -> Answer {
    let Searched { score, no_win_in, plan, .. } = searched;
    let by_rule = outcome::is_by_rule(score);
    let value = match (by_rule, score > Score::DRAW) {
        (true, true) => "win".to_owned(),
        (true, false) => "loss".to_owned(),
        (false, _) => format!("cp {}", score.int()),
    };
    let rule = by_rule.then(|| ("by", "repetition".to_owned()));
    let no_win = no_win_in.map(|moves| ("no_win_in", moves.to_string()));
    Answer { value, status: Status::Anytime, nodes, facts: rule.into_iter().chain(no_win).collect(), plan }
}

/// Searches for a win within `moves` moves and these limits.
fn look(analyst: &mut Analyst, position: &Position, moves: u32, limits: Limits<Move>) -> Searched {
    let (mut plan, mut no_win_in) = (Vec::new(), None);
    let mut listen = |news| match news {
        Report::Line(line) if line.multi_pv == 1 && line.bound == Bound::Exact => plan = line.pv,
        Report::NoWin { moves } => no_win_in = Some(moves),
        Report::Line(_) | Report::CurrentMove { .. } | Report::ProvenDraw | Report::Text(_) | Report::Error(_) => {}
    };
    let limits = Limits { mate: Some(moves), ..limits };
    let found = analyst.search(position, &limits, &Settings::default(), &Control::new(), &mut listen);
    Searched { plies: found.score.plies_to_end(), score: found.score, nodes: found.nodes, no_win_in, plan }
}

/// The plan of a mate to its end; the line reported by a search may stop before.
fn whole_plan(analyst: &mut Analyst, root: &Position, plan: Vec<Move>, plies: u32) -> Vec<Move> {
    let (mut at, mut whole) = (root.clone(), Vec::new());
    let mut next = plan.into_iter();
    while whole.len() < MAX_PLIES && movegen::count_legal_moves(&at) > 0 {
        let Some(mv) = next.next() else {
            let left = plies.saturating_sub(whole.len() as u32).max(1);
            let limits = Limits { nodes: Some(STEP_NODES), ..Limits::default() };
            let plan = look(analyst, &at, left.div_ceil(2).max(1), limits).plan;
            if plan.is_empty() {
                break;
            }
            next = plan.into_iter();
            continue;
        };
        at.make(mv);
        whole.push(mv);
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mate_is_found_and_said_with_its_line() {
        let budget = Budget { nodes: Some(20_000), threads: 1, ..Budget::default() };
        let mut solver = XiangqiSolver::new(&budget).unwrap();
        let row = solver.solve_line("3k5/1R7/9/9/9/9/9/R8/9/4K4 w").unwrap();
        assert_eq!((row.value.as_str(), row.status, row.plan.len()), ("win 1", Status::Proven, 1));
        let open = solver.solve_line("startpos").unwrap();
        assert_eq!(open.status, Status::Anytime);
        assert!(open.value.starts_with("cp "), "{}", open.value);
        assert!(solver.solve_line("9/9/9 w").is_err());
    }
}
