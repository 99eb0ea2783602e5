//! The search for a plan: exact where the tower is small, else stages, each of them a landmark further on, and then rounds of annealing for
//! as long as there is time.

use super::anneal::{Annealing, Best, Choices, Schedule};
use super::decode::{Decoder, FAILED};
use super::exact::{self, Exact, Verdict};
use super::graph::Graph;
use super::landmarks::{Landmark, gates, landmarks};
use super::moves::Move;
use super::plans::{Plans, walked};
use super::prepare::Prepared;
use super::probed::Decision;
use super::relax::{NEVER, relax};
use super::replay::of_route;
use super::sets;
use super::situation::Executor;
use super::{Plan, top};
use crate::rules::keystroke::Key;
use crate::rules::model::Project;
use crate::rules::state::{Ending, State};
use meihua_contracts::helpers::side_by_side;
use meihua_contracts::random::SplitMix64;

/// What bounds a search beside the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Maximum number of lists to decode. Runs with the same number end with the same plan, if nothing else stops them.
    pub lists: u64,
    /// Maximum number of states to look at by the rules, for the proof of a small tower; of a tiny one up to eight times as many.
    pub states: usize,
    /// Memory for the proof by sets, in MB; 0 for none.
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
            states: SMALL,
            megabytes: if megabytes == 0 { MEGABYTES } else { megabytes },
            threads: threads.max(1),
            seed: 0,
        }
    }

    /// The same with another seed.
    #[must_use]
    pub fn with_seed(self, seed: u64) -> Limits {
        Limits { seed, ..self }
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
    /// The keys of the plan, and the state after them; of the one that comes farthest, where the search has walked it.
    pub walk: Option<(Vec<Key>, State)>,
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

/// With fewer cells than these a state takes less time and memory, and more states are looked at, at most eight times as many.
const FEW_CELLS: usize = 600;

/// Looks for the best plan from a state: with proof where the tower is small, else for as long as there is time. `stopped` is asked all the
/// time, `report` hears of every round.
pub fn search(
    project: &Project,
    start: &State,
    limits: &Limits,
    stopped: &(dyn Fn() -> bool + Sync),
    report: &mut dyn FnMut(&Progress),
) -> Outcome {
    search_from(project, (start, &[]), limits, stopped, report)
}

/// [`search`] that begins with the moves of a [route](crate::route::moves): what it finds is no worse.
pub fn search_from(
    project: &Project,
    (start, route): (&State, &[Move]),
    limits: &Limits,
    stopped: &(dyn Fn() -> bool + Sync),
    report: &mut dyn FnMut(&Progress),
) -> Outcome {
    let mut outcome = Outcome::default();
    let cells: usize = project.floors.iter().map(|floor| floor.map.len()).sum();
    let most = limits.states * (FEW_CELLS / cells.max(1)).clamp(1, 8);
    let Exact { verdict, mut farthest, states, is_poisoned } = exact::solve(project, start, most, stopped);
    outcome.nodes = states;
    // What is not understood may help or hurt; so may other answers before the first step.
    let asks_first = !project.start.answers.is_empty() && project.start.from.is_none();
    // A step onto a free cell is no decision of the search, but may set such an event off.
    let asks_place = project.floors.iter().flat_map(|floor| &floor.auto).any(|event| event.asks_place);
    let may_prove = !asks_place && project.doubts.is_empty() && !asks_first && project.goal.is_none();
    match verdict {
        Verdict::Best(mut plan) => {
            let promised = plan.end.stats;
            let walk = walked(project, start, &mut plan);
            if walk.is_some() && plan.end.stats == promised {
                let (top, plan) = (top(&plan.end), Some(*plan));
                return Outcome { top, plan, walk, proven: may_prove, complete: true, ..outcome };
            }
            farthest = *plan;
        }
        Verdict::Lost => {
            let top = top(&farthest.end);
            return Outcome { top, farthest: Some(farthest), proven: may_prove, complete: true, ..outcome };
        }
        Verdict::Unknown => {}
    }
    // The graph knows of no steps that cost something.
    let may_prove = may_prove && !is_poisoned;
    // The route is played whatever comes.
    let may_stop = || route.is_empty() && stopped();
    let prepared = Prepared::of(project, start, &may_stop);
    if may_stop() {
        let walk = walked(project, start, &mut farthest);
        let top = top(&farthest.end);
        let has_won = farthest.end.ending == Ending::Won;
        // What cannot be walked is no plan.
        let shown = Some(farthest).filter(|_| !has_won || walk.is_some());
        let (plan, farthest) = if has_won { (shown, None) } else { (None, shown) };
        return Outcome { top, plan, walk, farthest, ..outcome };
    }
    let mut search = Search::new(project, start, &prepared, limits, stopped);
    search.plans.take_plan(farthest);
    search.plans.take_plan(of_route(project, start, route));
    if search.prove(project, &prepared, limits.megabytes.min(SOON)) {
        return search.outcome(Outcome { proven: may_prove, ..outcome });
    }
    search.stages(&prepared.list(project, route), report);
    search.rounds(limits.lists.min(BEFORE_PROOF), report);
    if !search.is_over() && search.prove(project, &prepared, limits.megabytes) {
        outcome.proven = may_prove;
    } else {
        search.rounds(limits.lists, report);
    }
    search.outcome(outcome)
}

/// Goes on from the operators of a plan, for a number of lists.
pub(super) fn go_on(
    project: &Project,
    prepared: &Prepared,
    list: Vec<u32>,
    limits: &Limits,
    stopped: &(dyn Fn() -> bool + Sync),
) -> Outcome {
    let mut search = Search::new(project, &prepared.base, prepared, limits, stopped);
    search.stages(&list, &mut |_| ());
    search.rounds(limits.lists, &mut |_| ());
    search.outcome(Outcome::default())
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
    /// The gates before each landmark, once they are needed.
    gates: Vec<Option<Vec<u32>>>,
    /// For each landmark the best list that the rules have confirmed.
    pool: Vec<Best>,
    /// The most hp that the rules have given a list beyond what the graph says, such as those of an event that the graph does not see.
    surplus: i64,
    lists: u64,
    round: usize,
    /// Lists of the next round of a new list.
    length: u64,
    /// Whether a round that began with a new list has not reached the goal.
    is_far: bool,
}

impl<'a> Search<'a> {
    fn new(
        project: &'a Project,
        start: &'a State,
        prepared: &'a Prepared,
        limits: &'a Limits,
        stopped: &'a (dyn Fn() -> bool + Sync),
    ) -> Search<'a> {
        let graph = &prepared.graph;
        let landmarks = landmarks(project, graph, stopped);
        let decoder = || Decoder::new(Executor::new(project, &prepared.base, graph));
        Search {
            decoders: (0..limits.threads).map(|_| decoder()).collect(),
            pool: vec![Best { list: Vec::new(), value: FAILED }; landmarks.len()],
            gates: vec![None; landmarks.len()],
            landmarks,
            graph,
            limits,
            stopped,
            plans: Plans::new(project, start, prepared),
            surplus: 0,
            lists: 0,
            round: 0,
            length: FIRST_ROUND,
            is_far: false,
        }
    }

    fn outcome(self, outcome: Outcome) -> Outcome {
        let (nodes, remarks) = (outcome.nodes + self.lists, self.graph.remarks.clone());
        Outcome { nodes, remarks, ..self.plans.outcome(outcome) }
    }

    /// Looks for a proof by sets; whether a plan is proven to be the best.
    fn prove(&mut self, project: &Project, prepared: &Prepared, megabytes: usize) -> bool {
        let found = sets::prove(project, &prepared.base, &prepared.graph, megabytes, self.stopped);
        let Some((operators, hp)) = found else { return false };
        let played = self.plans.replay(&operators);
        let agrees = played.end.ending == Ending::Won && played.end.stats[0] == hp;
        self.plans.take(played);
        agrees
    }

    fn is_over(&self) -> bool {
        let next = CHUNK * self.limits.threads as u64;
        (self.stopped)() || self.lists + next > self.limits.lists
    }

    /// Goes from landmark to landmark until the last is reached; the first one from a list that is given.
    fn stages(&mut self, first: &[u32], report: &mut dyn FnMut(&Progress)) {
        for number in 0..self.landmarks.len() {
            // What has led to the landmark before may lead to this one, too.
            self.pool[number].list = number.checked_sub(1).map_or(first, |before| &self.pool[before].list).to_vec();
            self.look_at(number);
            let mut lists = FIRST_STAGE;
            for tries in 0.. {
                if self.pool[number].value >= 0 {
                    break;
                }
                if self.is_over() {
                    return;
                }
                let list = Some(self.pool[number].list.clone());
                let schedule = Schedule { lists, hot: HOT, cold: COLD };
                match (tries % 3, number.checked_sub(1)) {
                    (0, _) => _ = self.anneal(number, list, (schedule, true), report),
                    (1, _) | (_, None) => _ = self.anneal(number, None, (schedule, true), report),
                    // A better plan for the landmark before may lead further.
                    (_, Some(before)) => {
                        let list = self.pool[before].list.clone();
                        self.anneal(before, Some(list.clone()), (schedule, false), report);
                        if self.pool[before].list != list {
                            self.pool[number].list = self.pool[before].list.clone();
                            self.look_at(number);
                        }
                        lists = (lists * 2).min(LAST_STAGE);
                    }
                }
            }
        }
    }

    /// Finds out what the list of a landmark is worth.
    fn look_at(&mut self, number: usize) {
        let list = self.pool[number].list.clone();
        let value = self.decoders[0].value(&list, &self.landmarks[number].goal);
        self.pool[number].value = value.min(FAILED / 2);
        if value >= 0 {
            self.confirm(number, &Best { list, value });
        }
    }

    /// Makes the plan better until this many lists are decoded: in rounds that begin with new lists, or with the best one where new ones do
    /// not reach the goal, each followed by a cooler one that goes on from the best.
    fn rounds(&mut self, most: u64, report: &mut dyn FnMut(&Progress)) {
        let Some(last) = self.landmarks.len().checked_sub(1).filter(|&last| self.pool[last].value >= 0) else { return };
        while !self.is_over() && self.lists < most {
            let lists = self.length;
            let list = if self.is_far { Some(self.pool[last].list.clone()) } else { None };
            let reached = self.anneal(last, list, (Schedule { lists, hot: HOT, cold: COLD }, false), report);
            self.is_far |= reached < 0;
            let list = Some(self.pool[last].list.clone());
            self.anneal(last, list, (Schedule { lists: lists / 2, hot: WARM, cold: COLD }, false), report);
            self.length = (lists * 2).min(LAST_ROUND);
        }
    }

    /// What may be done before a landmark: what can be reached without it and those behind it.
    fn choices(&self, number: usize) -> Choices {
        let behind = &self.landmarks[number..];
        let is_barred = |node: u32| behind.iter().any(|landmark| landmark.holds(node));
        let relaxed = relax(self.graph, &is_barred);
        Choices::of(self.graph, |operator| relaxed.operators[operator as usize] != NEVER)
    }

    /// A round for a landmark: each thread anneals a list of its own, a random one where none is given. From time to time what is better
    /// than the best so far is replayed by the rules. Returns what the best list is worth on the graph.
    fn anneal(
        &mut self,
        number: usize,
        list: Option<Vec<u32>>,
        (schedule, until_reached): (Schedule, bool),
        report: &mut dyn FnMut(&Progress),
    ) -> i64 {
        let (goal, choices) = (self.landmarks[number].goal.clone(), self.choices(number));
        let is_tried = self.pool[number].value < 0 && !self.pool[number].list.is_empty();
        let (here, behind) = (&self.landmarks[number], &self.landmarks[number + 1..]);
        let gates: &[u32] = if is_tried {
            let find = || gates(self.graph, here, behind, choices.nodes(self.graph), self.stopped);
            self.gates[number].get_or_insert_with(find)
        } else {
            &[]
        };
        self.decoders.iter_mut().for_each(|decoder| gates.clone_into(&mut decoder.gates));
        let seed = self.limits.seed << 32 | self.round as u64;
        let begin = |(thread, decoder): (usize, &mut Decoder<'_>)| {
            let mut random = SplitMix64::of_item(seed, thread as u64);
            let list = list.clone().unwrap_or_else(|| choices.random_list(&mut random));
            Annealing::new(decoder, &goal, list, schedule, random)
        };
        let mut all: Vec<Annealing> = self.decoders.iter_mut().enumerate().map(begin).collect();
        // What the graph said of the list that was replayed last.
        let mut claimed = vec![i64::MIN; all.len()];
        let is_reached = |best: &Best| until_reached && best.value >= 0;
        let mut look = 0;
        while !all[0].is_over() && !self.is_over() && !is_reached(&self.pool[number]) {
            let work = self.decoders.iter_mut().zip(&mut all);
            let stopped = self.stopped;
            side_by_side(work.map(|(decoder, all)| || all.go_on(decoder, &choices, &goal, CHUNK, stopped)));
            self.lists += CHUNK * self.limits.threads as u64;
            look += CHUNK;
            let is_first = self.pool[number].value < 0 && all.iter().any(|annealing| annealing.best.value >= 0);
            if look < PAUSE && !all[0].is_over() && !self.is_over() && !is_first {
                continue;
            }
            look = 0;
            for thread in 0..all.len() {
                let best = all[thread].best.clone();
                if best.value > claimed[thread] && best.value.saturating_add(self.surplus) > self.pool[number].value {
                    if self.confirm(number, &best) {
                        claimed[thread] = best.value;
                    } else {
                        claimed[thread] = i64::MIN;
                        all[thread].correct(&mut self.decoders[thread], &goal);
                    }
                }
            }
        }
        self.round += 1;
        let shown = self.plans.best.as_ref().or(self.plans.farthest.as_ref());
        report(&Progress {
            nodes: self.lists,
            round: self.round,
            top: shown.map_or(0, |plan| top(&plan.end)),
            hp: shown.map_or(0, |plan| plan.end.stats[0]),
            has_won: self.plans.best.is_some(),
        });
        all.iter().map(|annealing| annealing.best.value).max().unwrap_or(FAILED)
    }

    /// The last use of a tool before an operator of a plan that is none itself: such a use may have taken the hero to where no way leads
    /// back, which the graph does not see.
    fn last_use(&self, operators: &[u32], before: u32) -> Option<u32> {
        let is_use = |&operator: &u32| {
            matches!(self.graph.operators[operator as usize].decisions.first(), Some(Decision::Use(_)))
        };
        let place = operators.iter().position(|&operator| operator == before)?;
        operators[..place].iter().copied().rfind(is_use).filter(|_| !is_use(&before))
    }

    /// Replays a list by the rules: with the hp that they say it may be the best for a landmark. Whether all of it can be done; what they
    /// refuse is learnt.
    fn confirm(&mut self, number: usize, found: &Best) -> bool {
        let (operators, value) = self.decoders[0].plan(&found.list, &self.landmarks[number].goal);
        let played = self.plans.replay(&operators);
        let is_whole = played.refused.is_empty();
        // What the rules say counts, not what the graph says.
        let by_rules = if value < 0 { value } else { played.end.stats[0] };
        let agrees = is_whole && by_rules == value;
        for &(first, then) in &played.orders {
            self.decoders.iter_mut().for_each(|decoder| decoder.executor.order(first, then));
        }
        if let Some(operator) = played.never {
            let gone = self.last_use(&operators, operator);
            for Decoder { executor, .. } in &mut self.decoders {
                match gone {
                    Some(gone) => executor.order(operator, gone),
                    None => executor.forbid(operator),
                }
            }
        }
        self.plans.take(played);
        if is_whole && by_rules > self.pool[number].value {
            self.pool[number] = Best { list: found.list.clone(), value: by_rules };
        }
        if is_whole && value >= 0 {
            self.surplus = self.surplus.max(by_rules - value);
        }
        self.plans.disagreements += usize::from(!agrees);
        is_whole
    }
}

/// Lists of a thread between two looks at the clock.
const CHUNK: u64 = 200;

/// Lists of a thread between two replays by the rules, each of which takes the time of some thousand lists.
const PAUSE: u64 = 10_000;

/// Memory for a proof that is tried before anything else, in MB: a moment.
const SOON: usize = 8;

/// Lists before a longer proof is tried.
const BEFORE_PROOF: u64 = 200_000;

/// Lists of the first round and of the longest one.
const FIRST_ROUND: u64 = 100_000;
const LAST_ROUND: u64 = 2_000_000;

/// The same on the way to a landmark.
const FIRST_STAGE: u64 = 20_000;
const LAST_STAGE: u64 = 1_000_000;

/// The loss of hp that is accepted with a chance of 1/e: at the start of a round, at the start of one that goes on from a good list, at the
/// end.
const HOT: f64 = 30.0;
const WARM: f64 = 10.0;
const COLD: f64 = 0.5;
