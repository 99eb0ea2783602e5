//! The search for a plan: exact where the tower is small, else stages, each of them a landmark further on, and then rounds of annealing for
//! as long as there is time.

use super::anneal::{Best, Choices, Schedule, anneal};
use super::compile::compile;
use super::decode::{Decoder, FAILED, Goal};
use super::graph::Graph;
use super::landmarks::{Landmark, landmarks};
use super::prune::prune;
use super::relax::{NEVER, relax};
use super::replay::{Played, play};
use super::sets;
use super::situation::Executor;
use crate::model::Project;
use crate::solver::exact::{self, Exact, Verdict};
use crate::solver::expand::top;
use crate::solver::moves::Move;
use crate::solver::route::keys_from;
use crate::state::{Ending, State};
use meihua_contracts::helpers::side_by_side;
use meihua_contracts::random::SplitMix64;
use std::cmp::Reverse;
use std::sync::atomic::{AtomicU64, Ordering};

pub use crate::solver::beam::Plan;

/// What bounds a search beside the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Maximum number of lists to decode. Runs with the same number end with the same plan, if nothing else stops them.
    pub lists: u64,
    /// Memory for proofs, in MB.
    pub megabytes: usize,
    /// Threads, each with a seed of its own.
    pub threads: usize,
    /// Another one gives other plans.
    pub seed: u64,
}

/// Lists to decode where neither a number of nodes nor a time is given: some seconds.
const LISTS: u64 = 300_000;
/// Memory for proofs where none is given, in MB.
const MEGABYTES: usize = 512;

impl Limits {
    /// The limits of a command: `nodes`, whether it has a time, megabytes (0 where none are given) and threads.
    pub fn of(nodes: Option<u64>, has_time: bool, megabytes: usize, threads: usize) -> Limits {
        let lists = nodes.unwrap_or(if has_time { u64::MAX } else { LISTS });
        Limits {
            lists,
            megabytes: if megabytes == 0 { MEGABYTES } else { megabytes },
            threads: threads.max(1),
            seed: 0,
        }
    }
}

/// What came of a search.
#[derive(Clone, Default)]
pub struct Outcome {
    /// The best plan that wins.
    pub plan: Option<Plan>,
    /// Without one that wins, the plan that comes farthest: to the highest floor, there with the most hp.
    pub farthest: Option<Plan>,
    /// How many states were made and lists decoded.
    pub nodes: u64,
    /// The highest floor that was reached.
    pub top: usize,
    /// Whether it is proven that no plan is better or, without a plan, that none wins. Never if something that may matter is not understood.
    pub proven: bool,
    /// Whether every state was looked at by the rules.
    pub complete: bool,
    /// Plans of the graph that the rules do not confirm.
    pub disagreements: usize,
    /// What the graph leaves out, in words.
    pub remarks: Vec<String>,
}

/// How far a search is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Lists decoded so far.
    pub nodes: u64,
    /// Rounds of annealing so far.
    pub round: usize,
    /// The highest floor that a plan has reached, by number.
    pub top: usize,
    /// The hp at its end.
    pub hp: i64,
    /// Whether it wins.
    pub has_won: bool,
}

/// Towers of no more states than these are looked at as a whole.
pub(crate) const SMALL: usize = 10_000;

/// Looks for the best plan from a state: with proof where the tower is small, else for as long as there is time. `stopped` is asked all the
/// time, `report` hears of every round.
pub fn search(
    project: &Project,
    start: &State,
    limits: &Limits,
    stopped: &(dyn Fn() -> bool + Sync),
    report: &mut dyn FnMut(&Progress),
) -> Outcome {
    let mut outcome = Outcome::default();
    let Exact { verdict, farthest, states } = exact::solve(project, start, SMALL, stopped);
    outcome.nodes = states;
    // What is not understood may help or hurt; so may other answers before the first step.
    let asks_first = !project.start.answers.is_empty() && project.start.from.is_none();
    let may_prove = project.doubts.is_empty() && !asks_first && project.goal.is_none();
    match verdict {
        Verdict::Best(plan) => {
            return Outcome { top: top(&plan.end), plan: Some(*plan), proven: may_prove, complete: true, ..outcome };
        }
        Verdict::Lost => {
            let top = top(&farthest.end);
            return Outcome { top, farthest: Some(farthest), proven: may_prove, complete: true, ..outcome };
        }
        Verdict::Unknown => {}
    }
    let (opening, base, graph) = prepare(project, start);
    outcome.remarks.clone_from(&graph.remarks);
    let mut plans = Plans { project, start, opening, base, best: None, farthest: None, disagreements: 0 };
    plans.take_farthest(farthest);
    if let Some(operators) = sets::prove(project, &plans.base, &graph, limits.megabytes, stopped) {
        let played = plans.replay(&graph, &operators);
        let has_won = played.end.ending == Ending::Won;
        plans.take(played);
        if has_won {
            outcome.proven = may_prove;
            return plans.outcome(outcome);
        }
    }
    let mut search = Search::new(&graph, limits, stopped, plans);
    search.stages(report);
    search.rounds(report);
    outcome.nodes += search.lists.load(Ordering::Relaxed);
    search.plans.outcome(outcome)
}

/// What a tower forces on the hero at the start, the state then, and the graph from there.
fn prepare(project: &Project, start: &State) -> (Vec<Move>, State, Graph) {
    let cut = |graph: Graph| {
        let relaxed = relax(&graph, &|_| false);
        prune(graph, &relaxed)
    };
    let graph = cut(compile(project, start));
    let forced = Executor::new(project, start, &graph).forced();
    if forced.is_empty() {
        return (Vec::new(), start.clone(), graph);
    }
    let Played { moves, end, refused, .. } = play(project, start, &graph, &forced);
    if !refused.is_empty() || end.ending != Ending::None {
        return (Vec::new(), start.clone(), graph);
    }
    let graph = cut(compile(project, &end));
    (moves, end, graph)
}

/// The plans that the rules have confirmed.
struct Plans<'a> {
    project: &'a Project,
    start: &'a State,
    /// The moves before the state from which the graph was compiled.
    opening: Vec<Move>,
    base: State,
    best: Option<Plan>,
    farthest: Option<Plan>,
    disagreements: usize,
}

impl Plans<'_> {
    fn replay(&self, graph: &Graph, operators: &[u32]) -> Played {
        play(self.project, &self.base, graph, operators)
    }

    /// Takes a plan that was played by the rules, if it is better than what is known and its ways can be walked; whether it was.
    fn take(&mut self, played: Played) -> bool {
        let moves: Vec<Move> = self.opening.iter().cloned().chain(played.moves).collect();
        let plan = Plan { moves, end: played.end };
        match plan.end.ending {
            Ending::Won => {
                let is_better = self.best.as_ref().is_none_or(|best| plan.end.stats[0] > best.end.stats[0]);
                let is_taken = is_better && keys_from(self.project, self.start, &plan.moves).is_ok();
                if is_taken {
                    self.best = Some(plan);
                }
                is_taken
            }
            Ending::None => self.take_farthest(plan),
            Ending::Lost => false,
        }
    }

    fn take_farthest(&mut self, plan: Plan) -> bool {
        let rank = |plan: &Plan| (top(&plan.end), plan.end.stats[0], Reverse(plan.moves.len()));
        let is_better = self.farthest.as_ref().is_none_or(|known| rank(&plan) > rank(known));
        let is_taken = is_better && keys_from(self.project, self.start, &plan.moves).is_ok();
        if is_taken {
            self.farthest = Some(plan);
        }
        is_taken
    }

    fn outcome(self, outcome: Outcome) -> Outcome {
        let shown = self.best.as_ref().or(self.farthest.as_ref());
        Outcome {
            top: shown.map_or(0, |plan| top(&plan.end)),
            farthest: if self.best.is_none() { self.farthest } else { None },
            plan: self.best,
            disagreements: self.disagreements,
            ..outcome
        }
    }
}

/// A search under way.
struct Search<'a> {
    graph: &'a Graph,
    limits: &'a Limits,
    stopped: &'a (dyn Fn() -> bool + Sync),
    plans: Plans<'a>,
    /// One for each thread.
    decoders: Vec<Decoder<'a>>,
    landmarks: Vec<Landmark>,
    /// The best list that the rules have confirmed, for the last landmark that was reached.
    best: Best,
    lists: AtomicU64,
    round: usize,
}

impl<'a> Search<'a> {
    fn new(
        graph: &'a Graph,
        limits: &'a Limits,
        stopped: &'a (dyn Fn() -> bool + Sync),
        plans: Plans<'a>,
    ) -> Search<'a> {
        let project = plans.project;
        let decoder = || Decoder::new(Executor::new(project, &plans.base, graph));
        Search {
            decoders: (0..limits.threads).map(|_| decoder()).collect(),
            landmarks: landmarks(project, graph),
            graph,
            limits,
            stopped,
            plans,
            best: Best { list: Vec::new(), value: FAILED },
            lists: AtomicU64::new(0),
            round: 0,
        }
    }

    fn is_over(&self) -> bool {
        (self.stopped)() || self.lists.load(Ordering::Relaxed) >= self.limits.lists
    }

    /// Goes from landmark to landmark until the last is reached.
    fn stages(&mut self, report: &mut dyn FnMut(&Progress)) {
        for number in 0..self.landmarks.len() {
            let goal = self.landmarks[number].goal.clone();
            let value = self.decoders[0].value(&self.best.list, &goal);
            self.best.value = value;
            let choices = self.choices(number);
            let mut lists = FIRST_ROUND;
            while self.best.value < 0 && !self.is_over() {
                // Every other round goes on from what has led to the stage before.
                let list = if self.round % 2 == 1 { None } else { Some(self.best.list.clone()) };
                self.anneal(&choices, &goal, list, Schedule { lists, hot: HOT, cold: COLD }, report);
                lists = (lists * 2).min(LAST_ROUND);
            }
            if self.best.value < 0 {
                return;
            }
        }
    }

    /// Makes the plan better for as long as there is time: new lists in every other round, and the best one once more.
    fn rounds(&mut self, report: &mut dyn FnMut(&Progress)) {
        let Some(last) = self.landmarks.len().checked_sub(1) else { return };
        if self.best.value < 0 {
            return;
        }
        let (goal, choices) = (self.landmarks[last].goal.clone(), self.choices(last));
        let mut lists = FIRST_ROUND * 2;
        while !self.is_over() {
            self.anneal(&choices, &goal, None, Schedule { lists, hot: HOT, cold: COLD }, report);
            let list = Some(self.best.list.clone());
            self.anneal(&choices, &goal, list, Schedule { lists: lists / 2, hot: WARM, cold: COLD }, report);
            lists = (lists * 3 / 2).min(LAST_ROUND);
        }
    }

    /// What may be done before a landmark: what can be reached without it and those behind it.
    fn choices(&self, number: usize) -> Choices {
        let behind = &self.landmarks[number..];
        let is_barred = |node: u32| behind.iter().any(|landmark| landmark.holds(node));
        let relaxed = relax(self.graph, &is_barred);
        Choices::of(self.graph, |operator| relaxed.operators[operator as usize] != NEVER)
    }

    /// A round: each thread anneals a list of its own, a random one where none is given; what is best is replayed by the rules.
    fn anneal(
        &mut self,
        choices: &Choices,
        goal: &Goal,
        list: Option<Vec<u32>>,
        schedule: Schedule,
        report: &mut dyn FnMut(&Progress),
    ) {
        let (round, before, limit) = (self.round, self.lists.load(Ordering::Relaxed), self.limits.lists);
        let seed = self.limits.seed << 32 | round as u64;
        let (lists, stopped, threads) = (&self.lists, self.stopped, self.limits.threads as u64);
        let work = self.decoders.iter_mut().enumerate().map(|(number, decoder)| {
            let list = list.clone();
            move || {
                let mut random = SplitMix64::of_item(seed, number as u64);
                let list = list.unwrap_or_else(|| choices.random_list(&mut random));
                let first = decoder.lists;
                let is_over = |now: u64| stopped() || before + (now - first) * threads >= limit;
                let best = anneal(decoder, choices, goal, list, schedule, &mut random, &is_over);
                lists.fetch_add(decoder.lists - first, Ordering::Relaxed);
                best
            }
        });
        let mut found: Vec<Best> = side_by_side(work);
        found.sort_by_key(|best| Reverse(best.value));
        for best in found {
            self.confirm(best, goal);
        }
        self.round += 1;
        let shown = self.plans.best.as_ref().or(self.plans.farthest.as_ref());
        report(&Progress {
            nodes: self.lists.load(Ordering::Relaxed),
            round: self.round,
            top: shown.map_or(0, |plan| top(&plan.end)),
            hp: shown.map_or(0, |plan| plan.end.stats[0]),
            has_won: self.plans.best.is_some(),
        });
    }

    /// Replays a list that is better than the best by the rules. What they refuse is learnt, and the list is not believed.
    fn confirm(&mut self, found: Best, goal: &Goal) {
        if found.value <= self.best.value {
            return;
        }
        let (operators, value) = self.decoders[0].plan(&found.list, goal);
        let played = self.plans.replay(self.graph, &operators);
        let agrees = played.refused.is_empty() && (found.value < 0 || played.end.stats[0] == value);
        for &(first, then) in &played.orders {
            self.decoders.iter_mut().for_each(|decoder| decoder.executor.order(first, then));
        }
        for &operator in &played.never {
            self.decoders.iter_mut().for_each(|decoder| decoder.executor.forbid(operator));
        }
        self.plans.take(played);
        if agrees {
            self.best = found;
        } else {
            self.plans.disagreements += 1;
        }
    }
}

/// Lists of the first round and of the longest one.
const FIRST_ROUND: u64 = 20_000;
const LAST_ROUND: u64 = 1_000_000;

/// The loss of hp that is accepted with a chance of 1/e: at the start of a round, at the start of one that goes on from a good list, at the
/// end.
const HOT: f64 = 30.0;
const WARM: f64 = 10.0;
const COLD: f64 = 0.5;
