//! Xiangqi, judged by the search.

use crate::judge::{AnalyseError, Judge, Lines};
use crate::review::Evaluation;
use meihua_contracts::control::Control;
use meihua_contracts::rules::Rules;
use meihua_contracts::side::Side;
use meihua_engine::engine::analyst::Analyst;
use meihua_engine::engine::wdl;
use meihua_engine::games::xiangqi::{Move, Position};
use meihua_engine::score::Score;
use meihua_engine::search::limits::{Limits, Settings};
use meihua_engine::search::report::{Bound, Line, Report};
use meihua_records::{Board, RecordGame, RecordedMove, Start};

/// The fewest nodes that speak against a move. Of 51 efforts from 500 to 3,000 nodes, 9 marked the commonest first move,
/// four as a blunder; with this check 5, none worse than a mistake.
const CHECK_NODES: u64 = 10_000;

/// How long each position is searched.
#[derive(Clone, Debug)]
pub struct Effort {
    /// The limits of a search.
    pub limits: Limits<Move>,
    /// Number of best lines per position.
    pub multi_pv: usize,
    /// The rules of the games.
    pub rules: Rules,
}

/// The search with its table.
pub struct XiangqiJudge {
    analyst: Analyst,
    effort: Effort,
    control: Control,
}

impl XiangqiJudge {
    /// A judge with an empty table of this size in megabytes. A stop cuts short the search of a position.
    ///
    /// # Errors
    /// There is not enough memory.
    pub fn new(
        effort: Effort,
        megabytes: usize,
        threads: usize,
        control: Control,
    ) -> Result<XiangqiJudge, AnalyseError> {
        let mut analyst = Analyst::new(threads);
        analyst.set_hash(megabytes)?;
        Ok(XiangqiJudge { analyst, effort, control })
    }

    /// The best lines of a position, by this many nodes at least where nodes are the limit.
    fn search(&mut self, board: &dyn RecordGame, least: u64) -> Result<Lines, AnalyseError> {
        let Some(position) = board.position() else { return Ok(Lines::new()) };
        let mut limits = self.effort.limits.clone();
        limits.nodes = limits.nodes.map(|nodes| nodes.max(least));
        let settings = Settings { multi_pv: self.effort.multi_pv, ..Settings::default() };
        let mut lines: Vec<Line<Move>> = Vec::new();
        let mut report = |news| {
            if let Report::Line(line) = news
                && line.bound == Bound::Exact
                && line.multi_pv > 0
                && !line.pv.is_empty()
            {
                // The last report for a rank counts.
                lines.truncate(line.multi_pv - 1);
                lines.push(line);
            }
        };
        let found = self.analyst.search(position, &limits, &settings, &self.control, &mut report);
        if lines.is_empty() {
            let best = found.best.map(RecordedMove::of::<Position>);
            return Ok(best.map(|best| (Some(found.score), vec![best])).into_iter().collect());
        }
        let recorded =
            |line: Line<_>| (Some(line.score), line.pv.into_iter().map(RecordedMove::of::<Position>).collect());
        Ok(lines.into_iter().map(recorded).collect())
    }
}

impl Judge for XiangqiJudge {
    fn board(&self, start: &Start) -> Result<Board, AnalyseError> {
        let mut board = start.legal_board()?;
        board.adopt(&self.effort.rules);
        Ok(board)
    }

    fn lines(&mut self, board: &dyn RecordGame) -> Result<Lines, AnalyseError> {
        self.search(board, 0)
    }

    fn checked(&mut self, board: &dyn RecordGame) -> Result<Lines, AnalyseError> {
        self.search(board, CHECK_NODES)
    }

    fn evaluation(&self, score: Option<Score>, side: Side) -> Evaluation {
        let Some(score) = score else { return Evaluation::UNKNOWN };
        let score = if side == Side::First { score } else { -score };
        let curve = wdl::XIANGQI;
        Evaluation { score: Some(curve.normalised(score)), expectation: curve.expectation(score) }
    }

    fn clear(&mut self) {
        self.analyst.clear();
    }

    fn is_exact(&self) -> bool {
        false
    }
}
