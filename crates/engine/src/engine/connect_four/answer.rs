//! One `go` of four in a row.
//!
//! 1. The table of openings may know all that is asked.
//! 2. The solver looks for quick wins and losses, with a few hundred nodes for each move.
//! 3. The generic search takes a first look, which orders the moves and is a guess where there is no proof in time.
//! 4. The solver asks for the result of every move that matters, then for the distances, in rounds that spend more and
//!    more on a question, so that one hard move does not hide an easy one.
//! 5. Under a bound of depth the generic search goes that deep among the moves that proofs leave.

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

/// Nodes for each move before anything else is done.
const GLANCE: u64 = 500;
/// Nodes for a question in the first round; and how much more there are in the next one where none was answered.
const FIRST_ROUND: u64 = 4_000;
const GROWTH: u64 = 4;
/// Plies and nodes of the first look.
const FIRST_LOOK: (u32, u64) = (10, 50_000);
/// It may take one such part of the bounds.
const FIRST_LOOK_PART: u32 = 4;
/// With more empty squares a proof is seldom to be had.
const IN_REACH: u32 = 36;
/// Nodes for the moves that follow in the lines reported; and where nothing but a proof or a stop ends the search.
const LINE: u64 = 50_000;
const FULL_LINE: u64 = 2_000_000;
/// Nodes of a weakened player, and of one with a clock and a single move.
const WEAK: u64 = 1_000_000;
const FORCED: u64 = 20_000;

/// The question that is asked about a position.
pub(super) struct Order<'a> {
    pub root: &'a ConnectFour,
    pub limits: &'a Limits<Column>,
    pub settings: &'a Settings,
    /// What the client sends meanwhile.
    pub control: &'a Control,
}

type Sink<'a> = &'a mut (dyn FnMut(Report<Column>) + Send);

/// Finds the move to play. At least one line is reported.
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

/// One `go` under way.
struct Stage<'a> {
    solver: &'a mut ConnectFourSolver,
    searcher: &'a mut Searcher<ConnectFour>,
    order: &'a Order<'a>,
    candidates: Candidates,
    term: Term<'a>,
    /// Nodes for the lines reported.
    line_nodes: u64,
    report: Sink<'a>,
    /// The last bound reported.
    last: Option<(Column, i32, i32)>,
}

impl Stage<'_> {
    /// Learns about the moves what the bounds allow.
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

    /// The generic search orders the moves. Where a proof is far away it has half of what there is, and is most of the
    /// answer.
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

    /// Puts a question about each move, if there is one that matters, with a `share` of the nodes or just for a glance.
    /// Whether any was answered; `None` if there was none, or nothing left to spend.
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

    /// The moves that are not proven lost; all, if all are.
    fn hopeful(&self) -> Vec<Column> {
        let list = &self.candidates.list;
        let hopeful: Vec<Column> = list.iter().filter(|candidate| candidate.upper >= 0).map(|other| other.mv).collect();
        if hopeful.is_empty() { list.iter().map(|candidate| candidate.mv).collect() } else { hopeful }
    }

    /// Has the generic search look at some of the moves.
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

    /// The answer of the generic search alone, where the solver cannot work.
    fn without_proofs(&mut self) -> Found<Column> {
        let Order { root, limits, settings, control } = *self.order;
        if !self.term.is_endless() || limits.depth.is_some() {
            return self.searcher.search(root, limits, settings, control, self.report);
        }
        let (depth, nodes) = FIRST_LOOK;
        let limits = Limits { depth: Some(depth), nodes: Some(nodes), ..limits.clone() };
        self.searcher.search(root, &limits, settings, control, self.report)
    }

    /// Reports what was just proven about a move, if it is the best so far, is not lost, and is still being examined.
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
        let candidate = &self.candidates.list[chosen];
        let (score, _) = self.candidates.value(candidate);
        let depth = self.candidates.proven(candidate).map_or(candidate.depth, |score| self.candidates.plies(score));
        Found { best: Some(candidate.mv), ponder: reply, score, depth, nodes: self.term.nodes }
    }

    /// The line of a move: of best play where its score is proven, as far as there is time to find it; else the guess.
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
        // Nodes of a line do not count: it is no part of the answer.
        let effort = self.term.effort(nodes, true).unwrap_or(Effort { nodes: Some(GLANCE), time: None });
        let rest = self.solver.line(&game, score, effort, self.order.control);
        line.extend(rest.unwrap_or_default());
        line
    }
}
