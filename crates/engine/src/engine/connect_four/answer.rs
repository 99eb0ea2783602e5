//! One `go` of four in a row.
//!
//! 1. The table of openings may already hold the answer.
//! 2. The solver looks for quick wins and losses, with a few hundred nodes per move.
//! 3. A short generic search orders the moves. Its result is the estimate where no proof is found in time.
//! 4. The solver asks for the result of every move that matters, then for the distances. Each round spends more nodes
//!    per question than the last, so that one hard move does not block the easy ones.
//! 5. If a depth limit is set, the generic search goes that deep among the moves that are still unproven.

use super::candidates::{Candidate, Candidates};
use super::choice::choose;
use super::term::Term;
use crate::control::Control;
use crate::game::Game;
use crate::games::connect_four::openings::Openings;
use crate::games::connect_four::solver::{ConnectFourSolver, Effort, SolverError};
use crate::games::connect_four::{Column, ConnectFour};
use crate::search::Searcher;
use crate::search::limits::{Limits, Settings};
use crate::search::report::{Bound, Found, Line, Report, SearchError};

/// Nodes per move for the first quick check.
const GLANCE: u64 = 500;
/// Nodes per question in the first round. The second constant is the factor for the next round if none was answered.
const FIRST_ROUND: u64 = 4_000;
const GROWTH: u64 = 4;
/// Plies and nodes of the first generic search.
const FIRST_LOOK: (u32, u64) = (10, 50_000);
/// The first search may use one part in this many of the limits.
const FIRST_LOOK_PART: u32 = 4;
/// With more empty squares than this, a proof is rarely within reach.
const IN_REACH: u32 = 36;
/// Nodes for completing reported lines, and for each question if only a proof or a stop ends the search.
const LINE: u64 = 50_000;
const FULL_LINE: u64 = 2_000_000;
/// Nodes for a weakened player, and for a player on the clock who has only one move.
const WEAK: u64 = 1_000_000;
const FORCED: u64 = 20_000;

/// What a `go` asks about a position.
pub(super) struct Order<'a> {
    pub root: &'a ConnectFour,
    pub limits: &'a Limits<Column>,
    pub settings: &'a Settings,
    /// Signals from the client during the search.
    pub control: &'a Control,
}

type Sink<'a> = &'a mut (dyn FnMut(Report<Column>) + Send);

/// Finds the move to play. Reports at least one line.
pub(super) fn answer(
    solver: &mut ConnectFourSolver,
    searcher: &mut Searcher<ConnectFour>,
    order: &Order,
    report: Sink,
) -> Found<Column> {
    let &Order { root, limits, settings, control } = order;
    let mut lines = settings.multi_pv.max(settings.random_best);
    if settings.weakness().is_some() || limits.depth.is_some() {
        lines = usize::MAX;
    }
    let mut candidates = Candidates::new(root, limits, lines);
    let count = candidates.list.len();
    if count == 0 {
        return searcher.search(root, limits, settings, control, report);
    }
    if let Some(openings) = Openings::embedded() {
        candidates.look_up(root, openings);
    }
    let forced = (count == 1 && limits.clock.is_some()).then_some(FORCED);
    let cap = settings.weakness().map(|_| WEAK).or(forced);
    let term = Term::new(limits, settings, cap, control);
    let is_full = term.is_endless() && limits.depth.is_none() && !candidates.are_exact();
    let line_nodes = if is_full { FULL_LINE } else { LINE };
    let mut stage = Stage { solver, searcher, order, candidates, term, line_nodes, report, last: None };
    if let Err(error) = stage.think() {
        (stage.report)(Report::Error(SearchError::Prover(error.to_string())));
        return stage.without_proofs();
    }
    stage.conclude()
}

/// A `go` in progress.
struct Stage<'a> {
    solver: &'a mut ConnectFourSolver,
    searcher: &'a mut Searcher<ConnectFour>,
    order: &'a Order<'a>,
    candidates: Candidates,
    term: Term<'a>,
    /// Nodes for completing the reported lines.
    line_nodes: u64,
    report: Sink<'a>,
    /// The last bound that was reported.
    last: Option<(Column, i32, i32)>,
}

impl Stage<'_> {
    /// Finds out as much about the moves as the limits allow.
    fn think(&mut self) -> Result<(), SolverError> {
        if self.candidates.are_exact() {
            return Ok(());
        }
        self.round(None)?;
        let depth = self.order.limits.depth;
        if depth.is_none() && self.candidates.is_undecided() {
            self.first_look();
        }
        self.candidates.rank();
        let mut share = FIRST_ROUND;
        while let Some(is_fruitful) = self.round(Some(share))? {
            if !is_fruitful {
                share = share.saturating_mul(GROWTH);
            }
        }
        self.candidates.rank();
        let open = self.candidates.open_moves(self.order.settings.multi_pv);
        if depth.is_some() && !open.is_empty() {
            let limits = self.term.limits(1, None, depth);
            self.look(limits, open);
            self.candidates.rank();
        }
        Ok(())
    }

    /// Lets the generic search order the moves. If a proof is far off, it gets half of the limits, because its result
    /// is then most of the answer.
    fn first_look(&mut self) {
        let is_far = self.candidates.empty() > IN_REACH && !self.term.is_endless();
        let limits = if is_far {
            self.term.limits(2, None, None)
        } else {
            let (depth, nodes) = FIRST_LOOK;
            self.term.limits(FIRST_LOOK_PART, Some(nodes), Some(depth))
        };
        self.look(limits, self.hopeful());
    }

    /// Asks a question about each move for which one matters, with a `share` of the nodes or as a quick check. Returns
    /// whether any was answered; `None` if there was no question, or nothing left to spend.
    fn round(&mut self, share: Option<u64>) -> Result<Option<bool>, SolverError> {
        let mut fruitful = None;
        for index in 0..self.candidates.list.len() {
            let Some(alpha) = self.candidates.question(index) else { continue };
            let is_settled = !self.candidates.is_undecided();
            let effort = match share {
                Some(nodes) => self.term.effort(nodes, is_settled),
                None => self.term.glance(GLANCE),
            };
            let Some(effort) = effort else { return Ok(None) };
            let Candidate { after, lower, upper, .. } = self.candidates.list[index];
            let proof = self.solver.question(&after, -alpha - 1, effort, self.order.control)?;
            self.term.nodes += proof.nodes;
            self.candidates.narrow(index, -proof.upper, -proof.lower);
            let candidate = &self.candidates.list[index];
            let is_answered = (candidate.lower, candidate.upper) != (lower, upper);
            fruitful = Some(fruitful.unwrap_or(false) | is_answered);
            if is_answered {
                self.report_bound(index);
            }
        }
        Ok(fruitful)
    }

    /// The moves that are not proven lost; all moves if every one is.
    fn hopeful(&self) -> Vec<Column> {
        let list = &self.candidates.list;
        let hopeful: Vec<Column> = list.iter().filter(|candidate| candidate.upper >= 0).map(|other| other.mv).collect();
        if hopeful.is_empty() { list.iter().map(|candidate| candidate.mv).collect() } else { hopeful }
    }

    /// Searches some of the moves with the generic search.
    fn look(&mut self, limits: Limits<Column>, moves: Vec<Column>) {
        let Order { root, settings, control, .. } = *self.order;
        let reported = settings.multi_pv;
        let settings = Settings { multi_pv: moves.len(), move_overhead: settings.move_overhead, ..Settings::default() };
        let limits = Limits { search_moves: moves, ..limits };
        let before = self.term.nodes;
        let (candidates, report) = (&mut self.candidates, &mut *self.report);
        let mut listen = |news: Report<Column>| {
            let Report::Line(line) = news else { return report(news) };
            if line.bound == Bound::Exact {
                candidates.guess(line.score, &line.pv, line.depth);
            }
            if line.multi_pv <= reported {
                report(Report::Line(Line { nodes: before + line.nodes, ..line }));
            }
        };
        let found = self.searcher.search(root, &limits, &settings, control, &mut listen);
        self.term.nodes += found.nodes;
    }

    /// The answer of the generic search alone, for positions the solver cannot handle.
    fn without_proofs(&mut self) -> Found<Column> {
        let Order { root, limits, settings, control } = *self.order;
        if !self.term.is_endless() || limits.depth.is_some() {
            return self.searcher.search(root, limits, settings, control, self.report);
        }
        let (depth, nodes) = FIRST_LOOK;
        let limits = Limits { depth: Some(depth), nodes: Some(nodes), ..limits.clone() };
        self.searcher.search(root, &limits, settings, control, self.report)
    }

    /// Reports what was just proven about a move, if it is the best so far, is not lost, and is still open.
    fn report_bound(&mut self, index: usize) {
        let candidate = self.candidates.list[index].clone();
        let Candidate { mv, lower, upper, .. } = candidate;
        let is_best = self.candidates.list.iter().all(|other| other.lower <= lower);
        if is_best && lower > 0 && lower < upper && self.last != Some((mv, lower, upper)) {
            self.last = Some((mv, lower, upper));
            self.report(1, &candidate, candidate.line.clone());
        }
    }

    /// Reports a line.
    fn report(&mut self, rank: usize, candidate: &Candidate, pv: Vec<Column>) {
        let (score, bound) = self.candidates.value(candidate);
        let is_certain = candidate.lower > 0 || candidate.upper < 0;
        let depth = match score.plies_to_end() {
            Some(plies) if is_certain => plies.unsigned_abs(),
            _ if self.candidates.proven(candidate).is_some() => self.candidates.plies(0),
            _ => candidate.depth.max(1),
        };
        let (nodes, time, hashfull) = (self.term.nodes, self.term.watch.elapsed(), self.solver.fill());
        let line = Line { depth, seldepth: depth, multi_pv: rank, score, bound, nodes, time, hashfull, tb_hits: 0, pv };
        (self.report)(Report::Line(line));
    }

    /// Reports the best lines and chooses among them.
    fn conclude(mut self) -> Found<Column> {
        let settings = self.order.settings;
        self.candidates.rank();
        let chosen = choose(&self.candidates, settings, self.order.root.key());
        let shown = settings.multi_pv.clamp(1, self.candidates.list.len());
        let mut reply = None;
        for index in 0..self.candidates.list.len() {
            if index >= shown && index != chosen {
                continue;
            }
            let candidate = self.candidates.list[index].clone();
            let pv = self.line(&candidate, shown);
            reply = if index == chosen { pv.get(1).copied() } else { reply };
            if index < shown {
                self.report(index + 1, &candidate, pv);
            }
        }
        if self.candidates.proven(&self.candidates.list[0]) == Some(0) {
            (self.report)(Report::ProvenDraw);
        }
        if let Some(moves) = self.order.limits.mate
            && !self.candidates.may_win_within(moves)
        {
            (self.report)(Report::NoWin { moves });
        }
        let candidate = &self.candidates.list[chosen];
        let (score, _) = self.candidates.value(candidate);
        let depth = self.candidates.proven(candidate).map_or(candidate.depth, |score| self.candidates.plies(score));
        Found { best: Some(candidate.mv), ponder: reply, score, depth, nodes: self.term.nodes }
    }

    /// The line that follows a move: best play if its score is proven and time permits; otherwise the estimate.
    fn line(&mut self, candidate: &Candidate, lines: usize) -> Vec<Column> {
        let Some(score) = self.candidates.proven(candidate) else { return candidate.line.clone() };
        let (mut line, mut game) = (vec![candidate.mv], candidate.after);
        if let Some(openings) = Openings::embedded() {
            let (known, after) = openings.line(&game);
            line.extend(known);
            game = after;
        }
        let score = if line.len() % 2 == 1 { -score } else { score };
        let nodes = self.line_nodes / lines as u64;
        // Nodes spent on a line do not count, because the line is not part of the answer.
        let effort = self.term.effort(nodes, true).unwrap_or(Effort { nodes: Some(GLANCE), time: None });
        let rest = self.solver.line(&game, score, effort, self.order.control);
        line.extend(rest.unwrap_or_default());
        line
    }
}
