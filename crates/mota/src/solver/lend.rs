//! Plans that owe something, made better until they owe nothing: for towers that no narrow beam wins.

use super::super::model::Project;
use super::super::state::{Ending, State};
use super::beam::{Beam, Effort, Limits, Plan, Progress, polish_all};
use super::debt::{Debt, loan};
use super::expand::{Expander, top};
use super::moves::{self, Move};
use super::polish::Polished;
use super::rooms::Rooms;
use super::route;
use super::search::Options;
use super::weights::Weights;

/// The beam that looks for a first plan is no wider.
const WIDTH: usize = 2;

/// Divisor of the changes of what it finds against a search without a loan, and their maximum: how good it is matters
/// less than that it is there.
const CHANGES_DIVISOR: u64 = 50;
const MAX_CHANGES: u64 = 700;

/// One decision in this many is made by the rules; the others stand for changes on a sketch.
const BY_RULES: u64 = 20;

/// Decisions that a change on a sketch stands for.
const CHANGE: u64 = 20;

/// Decisions between two reports, for each judge, at most.
const EACH: u64 = 2_000_000;

/// Factor on the decisions allowed for finding a plan, for improving one without violations.
const IMPROVED: u64 = 1;

/// Every so often a plan is first made longer by all that is known.
const LONGER: u64 = 8;

/// The turn of these in which something else is tried in its rooms.
const ROOMS: u64 = 1;

/// A plan gets better fast where it owes no more than such a share of what it owed a turn before.
const FAST: f64 = 0.95;

/// A turn takes twice as long after one that did not make the plan better fast, up to this factor on the first.
const MAX_STRETCH: u64 = 8;

/// What came of a search for a plan that owes nothing.
#[derive(Default)]
pub struct Lent {
    /// A plan that owes nothing.
    pub plan: Option<Plan>,
    /// Without it the plan that owes least.
    pub owing: Option<Owing>,
    /// How many states were made.
    pub states: u64,
}

/// A plan that wins once the hero gets what it owes.
#[derive(Clone)]
pub struct Owing {
    /// Its moves.
    pub moves: Vec<Move>,
    /// What it owes.
    pub debt: Debt,
}

/// Looks for a plan that owes nothing.
pub fn search(
    project: &Project,
    start: &State,
    options: &Options,
    stopped: &(dyn Fn() -> bool + Sync),
    report: &mut dyn FnMut(&Progress),
) -> Lent {
    let lent = State { credit: loan(project), ..start.clone() };
    let (first, made) = first(project, &lent, options, stopped, report);
    let Some(First { judges, plans }) = first else { return Lent { states: made, ..Lent::default() } };
    let effort = options.limits.owing / judges.len().max(1) as u64;
    let mut lender = Lender {
        project,
        made,
        judges,
        threads: options.threads,
        each: EACH.min(effort / 10),
        seed: 0,
        rooms: Rooms::new(),
        stopped,
        report,
    };
    let best = lender.best_of(&lent, &plans).map(|best| lender.repay(&lent, best, effort));
    let Some(mut best) = best else { return Lent { states: lender.made, ..Lent::default() } };
    if best.polished.debt.is_none() && options.improve {
        best = lender.improve(start, best, IMPROVED * effort);
    }
    let Polished { moves, debt, .. } = best.polished;
    let states = lender.made;
    match play(project, start, &moves) {
        Some(end) => Lent { plan: Some(Plan { moves, end }), owing: None, states },
        None => Lent { plan: None, owing: (!debt.is_none()).then_some(Owing { moves, debt }), states },
    }
}

/// Plans that win and may owe something, and the judges who found them.
struct First<'a> {
    judges: Vec<Expander<'a>>,
    plans: Vec<Vec<Move>>,
}

/// The first plans that some judges find, and how many states were made.
fn first<'a>(
    project: &'a Project,
    lent: &State,
    options: &Options,
    stopped: &(dyn Fn() -> bool + Sync),
    report: &mut dyn FnMut(&Progress),
) -> (Option<First<'a>>, u64) {
    // Where nothing leads on, greed does.
    let (width, effort) = (options.limits.width.min(WIDTH), (options.limits.effort / CHANGES_DIVISOR).min(MAX_CHANGES));
    let limits = Limits { width, effort, tries: 1, ..options.limits };
    let players = Weights::players();
    let mut made = 0;
    for weights in players.chunks(options.threads.clamp(1, players.len())) {
        let mut beam = Beam::of_judges(project, limits, weights, options.threads);
        let mut report = |progress: &Progress| report(&Progress { states: made + progress.states, ..progress.clone() });
        let found = beam.search(lent.clone(), stopped, &mut report);
        let mut plans: Vec<Vec<Move>> = found.into_iter().map(|plan| plan.moves).collect();
        plans.extend(beam.finish(stopped));
        made += beam.states();
        if !plans.is_empty() {
            return (Some(First { judges: beam.into_judges(), plans }), made);
        }
    }
    (None, made)
}

/// Makes plans better that win.
struct Lender<'a, 'f> {
    project: &'a Project,
    judges: Vec<Expander<'a>>,
    threads: usize,
    /// Decisions of each judge at a time.
    each: u64,
    /// How many states were made.
    made: u64,
    /// How often plans were made better.
    seed: u64,
    rooms: Rooms,
    stopped: &'f (dyn Fn() -> bool + Sync),
    report: &'f mut dyn FnMut(&Progress),
}

impl Lender<'_, '_> {
    /// The best of some plans, each with all that is known done before its end, after some changes.
    fn best_of(&mut self, lent: &State, plans: &[Vec<Move>]) -> Option<Candidate> {
        // All of them take as long as one turn does later.
        let each = self.each / plans.len().max(1) as u64;
        let all: Vec<Candidate> = plans.iter().filter_map(|moves| self.polish(lent, moves, (each, true))).collect();
        all.into_iter().max_by(|a, b| a.polished.worth.total_cmp(&b.polished.worth))
    }

    /// Changes a plan until it owes nothing, or each evaluation has spent its decisions. Every so often another plan is begun, longer than
    /// the best one, and is changed as long as it gets better fast: it owes more at first, but may be the better one in the end.
    fn repay(&mut self, lent: &State, mut best: Candidate, effort: u64) -> Candidate {
        let (mut done, mut turn, mut times) = (0, 0, 1);
        let mut other: Option<Candidate> = None;
        while !best.polished.debt.is_none() && done < effort && !(self.stopped)() {
            let each = self.each * if other.is_none() { times } else { 1 };
            done += each.max(1);
            let (moves, is_other, does_all, cost) = match other.take().map(|other| other.polished) {
                Some(Polished { moves, debt, .. }) => (moves, true, false, debt.cost()),
                None => {
                    turn += 1;
                    let does_all = turn % LONGER == 0;
                    let moves = &best.polished.moves;
                    let in_rooms = (turn % LONGER == ROOMS).then(|| self.in_rooms(lent, moves)).flatten();
                    let is_other = does_all || in_rooms.is_some();
                    (in_rooms.unwrap_or_else(|| moves.clone()), is_other, does_all, f64::INFINITY)
                }
            };
            match self.polish(lent, &moves, (each, does_all)) {
                Some(found) if found.polished.is_better(&best.polished) => {
                    let is_fast = found.polished.debt.cost() < FAST * best.polished.debt.cost();
                    times = if is_fast { 1 } else { (2 * times).min(MAX_STRETCH) };
                    best = found;
                }
                Some(found) if is_other && found.polished.debt.cost() < FAST * cost => other = Some(found),
                _ if !is_other => times = (2 * times).min(MAX_STRETCH),
                _ => {}
            }
        }
        best
    }

    /// Changes a plan that owes nothing, for more hp at its end.
    fn improve(&mut self, start: &State, mut best: Candidate, effort: u64) -> Candidate {
        let mut done = 0;
        while done < effort && !(self.stopped)() {
            done += self.each.max(1);
            let moves = best.polished.moves.clone();
            best = self.better(start, best, &moves);
        }
        best
    }

    /// What comes of changes of some plan, if that is better than what there is.
    fn better(&mut self, from: &State, best: Candidate, moves: &[Move]) -> Candidate {
        match self.polish(from, moves, (self.each, false)) {
            Some(found) if found.polished.worth > best.polished.worth => found,
            _ => best,
        }
    }

    /// Improves a plan with a number of decisions of each evaluation; the best that comes of it and can be walked. `does_all`: first all that
    /// is known is done before its end.
    fn polish(&mut self, from: &State, moves: &[Move], (each, does_all): (u64, bool)) -> Option<Candidate> {
        self.seed += 1;
        let states = |judges: &[Expander<'_>]| judges.iter().map(|judge| judge.states).sum::<u64>();
        let before = states(&self.judges);
        let plan_of = |_: &mut _| Some(moves.to_vec());
        let (seed, stopped) = (self.seed, self.stopped);
        let found = polish_all(
            Some(from),
            &mut self.judges,
            self.threads,
            Effort { decisions: each / BY_RULES, changes: each / CHANGE, does_all },
            seed,
            stopped,
            &plan_of,
        );
        self.made += states(&self.judges) - before;
        let walked = |found: &Polished| route::keys_from(self.project, from, &found.moves).is_ok();
        let best =
            found.into_iter().filter(walked).reduce(|best, other| if best.is_better(&other) { best } else { other })?;
        let best = Candidate { end: play(self.project, from, &best.moves)?, polished: best };
        (self.report)(&best.progress(self.made));
        Some(best)
    }

    /// A plan with something that the hero has not found yet, in a room that closes behind him.
    fn in_rooms(&mut self, lent: &State, all: &[Move]) -> Option<Vec<Move>> {
        let expander = self.judges.first_mut()?;
        self.rooms.search(expander, lent, all, self.stopped)
    }
}

/// A plan that wins and may owe something.
struct Candidate {
    polished: Polished,
    end: State,
}

impl Candidate {
    fn progress(&self, states: u64) -> Progress {
        let Polished { judge, worth, debt, .. } = self.polished;
        let level = top(&self.end);
        let best = self.end.clone();
        Progress { judge, level, layer: 0, best, worth, top: level, states, width: 1, waiting: 0, debt }
    }
}

/// The state at the end of moves that win, from a state.
fn play(project: &Project, start: &State, all: &[Move]) -> Option<State> {
    let mut state = start.clone();
    (moves::make_all(project, &mut state, all) && state.ending == Ending::Won).then_some(state)
}
