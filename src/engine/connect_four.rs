//! Four in a row in the engine: a plain `go` is answered with a proof.
//!
//! The generic search looks at the position first, for some thousandths of a second: its line is what the driver sees at
//! once, and its move is played should the proof be called off.

use super::contest::{Contest, Prover};
use crate::clock::Stopwatch;
use crate::control::Control;
use crate::game::Game;
use crate::games::connect_four::shape::Shape;
use crate::games::connect_four::solver::score::plies_to_end;
use crate::games::connect_four::solver::{Effort, Proof, Solver, SolverError};
use crate::games::connect_four::{Column, Columns, ConnectFour};
use crate::score::Score;
use crate::search::Searcher;
use crate::search::limits::{Limits, Settings};
use crate::search::report::{Bound, Found, Line, Report};

/// Plies and nodes of the first look.
const FIRST_LOOK: (u32, u64) = (10, 50_000);
/// Megabytes of the first look's table.
const FIRST_LOOK_HASH: usize = 1;

impl Contest for ConnectFour {
    fn prover() -> Option<Box<dyn Prover<Self>>> {
        Some(Box::<ConnectFourProver>::default())
    }
}

/// The solver, and the search that takes the first look.
#[derive(Default)]
pub struct ConnectFourProver {
    solver: Solver,
    scout: Searcher<ConnectFour>,
}

impl Prover<ConnectFour> for ConnectFourProver {
    fn prepare(&mut self, megabytes: usize, threads: usize) -> Result<(), String> {
        self.solver.set_megabytes(megabytes);
        self.solver.set_threads(threads);
        self.scout.set_hash(FIRST_LOOK_HASH).map_err(|error| error.to_string())
    }

    fn clear(&mut self) {
        self.solver.clear();
        self.scout.clear();
    }

    fn prove(
        &mut self,
        root: &ConnectFour,
        limits: &Limits<Column>,
        control: &Control,
        report: &mut (dyn FnMut(Report<Column>) + Send),
    ) -> Found<Column> {
        let watch = Stopwatch::start();
        let (depth, nodes) = FIRST_LOOK;
        let restrictions = Limits {
            search_moves: limits.search_moves.clone(),
            banned_moves: limits.banned_moves.clone(),
            ..Limits::default()
        };
        let first_look = Limits { depth: Some(depth), nodes: Some(nodes), ..restrictions };
        let guess = self.scout.search(root, &first_look, &Settings::default(), control, report);
        if guess.best.is_none() {
            return guess;
        }
        let mut stage = Stage { root, watch, nodes: guess.nodes, report, best: guess.best };
        match self.best(&mut stage, limits, control) {
            Ok(Some((score, line))) => stage.conclude(score, line, self.solver.fill()),
            Ok(None) => Found { nodes: stage.nodes, ..guess },
            Err(error) => {
                (stage.report)(Report::Text(format!("error: {error}")));
                guess
            }
        }
    }
}

impl ConnectFourProver {
    /// The score and a line of best play under the restrictions of moves; `None` if called off.
    fn best(
        &mut self,
        stage: &mut Stage,
        limits: &Limits<Column>,
        control: &Control,
    ) -> Result<Option<(i32, Vec<Column>)>, SolverError> {
        if limits.search_moves.is_empty() && limits.banned_moves.is_empty() {
            let Some(score) = self.score(stage.root, control, stage)? else { return Ok(None) };
            let line = self.solver.line(stage.root, score, Effort::default(), control)?;
            return Ok((!line.is_empty()).then_some((score, line)));
        }
        let mut best: Option<(i32, Column, ConnectFour)> = None;
        for mv in allowed(stage.root, limits) {
            let mut after = *stage.root;
            after.make(mv);
            let proof = self.solver.prove(&after, Effort::default(), control, &mut |_| {})?;
            stage.nodes += proof.nodes;
            let Some(score) = proof.score() else { return Ok(None) };
            if best.is_none_or(|(most, ..)| -score > most) {
                best = Some((-score, mv, after));
            }
        }
        let Some((score, mv, after)) = best else { return Ok(None) };
        let rest = self.solver.line(&after, -score, Effort::default(), control)?;
        Ok(Some((score, std::iter::once(mv).chain(rest).collect())))
    }

    /// The score of the position, its bounds told on the way.
    fn score(&mut self, root: &ConnectFour, control: &Control, stage: &mut Stage) -> Result<Option<i32>, SolverError> {
        let before = stage.nodes;
        let proof = self.solver.prove(root, Effort::default(), control, &mut |proof| {
            stage.nodes = before + proof.nodes;
            stage.tell_bound(&proof);
        })?;
        stage.nodes = before + proof.nodes;
        Ok(proof.score())
    }
}

/// The moves that may be played.
fn allowed(root: &ConnectFour, limits: &Limits<Column>) -> Vec<Column> {
    let mut moves = Columns::new();
    root.generate(&mut moves);
    let is_wanted = |mv: &Column| limits.search_moves.is_empty() || limits.search_moves.contains(mv);
    moves.into_iter().filter(|mv| is_wanted(mv) && !limits.banned_moves.contains(mv)).collect()
}

/// One proof under way.
struct Stage<'a> {
    root: &'a ConnectFour,
    watch: Stopwatch,
    nodes: u64,
    report: &'a mut (dyn FnMut(Report<Column>) + Send),
    /// The move of the first look.
    best: Option<Column>,
}

impl Stage<'_> {
    fn cells(&self) -> u32 {
        let shape = self.root.position().shape;
        shape.cells()
    }

    /// Plies to the end under a score: of a draw, those that fill the board.
    fn plies(&self, score: i32) -> u32 {
        let stones = self.root.position().stones();
        if score == 0 { self.cells() - stones } else { plies_to_end(self.cells(), stones, score) }
    }

    /// An exact score as the search would give it.
    fn score(&self, score: i32) -> Score {
        match score {
            0 => Score::DRAW,
            1.. => Score::win_in(self.plies(score) as usize),
            _ => Score::loss_in(self.plies(score) as usize),
        }
    }

    /// Tells a bound that says something of the result.
    fn tell_bound(&mut self, proof: &Proof) {
        let (score, bound) = match (proof.lower, proof.upper) {
            (lower, upper) if lower == upper => return,
            (lower @ 0.., _) => (lower, Bound::Lower),
            (_, upper @ ..=0) => (upper, Bound::Upper),
            _ => return,
        };
        self.tell(score, bound, self.best.into_iter().collect(), 0);
    }

    fn tell(&mut self, score: i32, bound: Bound, pv: Vec<Column>, hashfull: u32) {
        let depth = self.plies(score);
        let (score, nodes, time) = (self.score(score), self.nodes, self.watch.elapsed());
        let line = Line { depth, seldepth: depth, multi_pv: 1, score, bound, nodes, time, hashfull, pv };
        (self.report)(Report::Line(line));
    }

    /// Tells the proven result.
    fn conclude(mut self, score: i32, line: Vec<Column>, hashfull: u32) -> Found<Column> {
        let (best, ponder) = (line.first().copied(), line.get(1).copied());
        self.tell(score, Bound::Exact, line, hashfull);
        if score == 0 {
            (self.report)(Report::Text("proven draw".to_owned()));
        }
        Found { best, ponder, score: self.score(score), depth: self.plies(score), nodes: self.nodes }
    }
}
