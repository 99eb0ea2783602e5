//! Why a tower is not won: what the hero is short of, or what stands in his way whatever he has.
//!
//! The tower is solved once more for a hero who is given something. With as much of everything as he likes, no fight and no door takes
//! away what he needs later: that is the delete relaxation of planning (Bonet and Geffner, 2001; Hoffmann and Nebel, 2001), here with
//! numbers. Where he wins then, the least gift with which he still does is what he is short of; where he does not, what he stands
//! before in the end is in the way.

use super::exact::{self, Verdict};
use super::moves::{self, Move};
use super::prices::{Target, cell_of};
use super::reach::Reach;
use super::region::Cache;
use super::region::FEW_FLOORS;
use super::search::{Limits, Outcome, SMALL, go_on};
use super::{Plan, prepare::Prepared};
use crate::play::obstacles::in_the_way;
use crate::play::walkthrough::{item_name, keys_of_doors};
use crate::rules::action::{Action, Actions};
use crate::rules::expression::Stat;
use crate::rules::fight::fight_on;
use crate::rules::model::{Project, Trigger};
use crate::rules::run::Halt;
use crate::rules::state::{Ending, State};
use crate::rules::walk::{Ahead, ahead};
use meihua_contracts::sentence::Sentence;
use meihua_contracts::{in_english, sentence};
use rustc_hash::FxHashSet;

/// One reason why a tower is not won. Where there are several of [`Reason::Short`], each of them would do alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// No event of the tower wins it.
    NoEnd {
        /// Whether all events are understood.
        all_read: bool,
    },
    /// A hero who has all this more wins.
    Short {
        /// What he is short of.
        all: Vec<Missing>,
        /// Whether it is proven that less of one of them is not enough.
        is_least: bool,
    },
    /// What stands before a hero who has as much of everything as he likes.
    Blocked {
        /// What he does not get past, and why.
        by: Vec<Sentence>,
        /// The ids of floors that he does not reach.
        floors: Vec<String>,
        /// Whether that is proven. Else players who do not search came no farther.
        is_proven: bool,
    },
    /// There was no time to find out.
    Unknown,
}

/// What a hero is short of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// How much.
    pub amount: i64,
    /// Of what: `hp`, `attack`, the name of a key, …
    pub what: Sentence,
    /// The first fight, door or shop where it is missing.
    pub at: Option<Target>,
}

impl From<&Reason> for Sentence {
    fn from(reason: &Reason) -> Sentence {
        match reason {
            Reason::NoEnd { all_read: true } => "no event of the tower wins it".into(),
            Reason::NoEnd { all_read: false } => "no event of the tower that is understood wins it".into(),
            Reason::Short { all, is_least } => {
                let missing = |Missing { amount, what, at }: &Missing| {
                    let more = sentence!("{} more {}", *amount, what.clone());
                    let more = if *is_least { more } else { sentence!("{} or less", more) };
                    match at {
                        None => more,
                        Some(at) => sentence!("{} (first missing at {})", more, at.to_string()),
                    }
                };
                let all = all.iter().map(missing).reduce(|all, one| sentence!("{} and {}", all, one));
                sentence!("with {} it is won", all.unwrap_or(Sentence::EMPTY))
            }
            Reason::Blocked { by, floors, is_proven: false } if by.is_empty() && floors.is_empty() => {
                "players with more hp, attack, keys or gold did not win either, and nothing is seen in their way".into()
            }
            Reason::Blocked { by, floors, is_proven } => {
                let by = by.iter().cloned().reduce(|all, one| sentence!("{}; {}", all, one));
                let by = by.map(|by| sentence!("in the way is {}", by));
                let floors = (!floors.is_empty()).then(|| sentence!("no way to {}", some(floors)));
                let seen = floors.into_iter().chain(by).reduce(|floors, by| sentence!("{}; {}", floors, by));
                let seen = seen.unwrap_or("nothing is left to do".into());
                if *is_proven {
                    sentence!("more hp, attack, keys or gold do not help: {}", seen)
                } else {
                    sentence!("players with as much as they like do not win: {}", seen)
                }
            }
            Reason::Unknown => "there was no time to find out why".into(),
        }
    }
}

in_english!(Reason);

/// Maximum number of floors that are named.
const MAX_FLOORS: usize = 8;

/// Maximum number of obstacles that are named.
const MAX_OBSTACLES: usize = 4;

/// The first floors of a list.
fn some(floors: &[String]) -> Sentence {
    let shown = floors.iter().take(MAX_FLOORS).map(String::as_str).collect::<Vec<_>>().join(" ");
    match floors.len().saturating_sub(MAX_FLOORS) {
        0 => shown.into(),
        more => sentence!("{} and {} more floors", shown, more),
    }
}

/// What a hero may be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Resource {
    Number(Stat),
    Key(u32),
}

/// More than any tower asks for.
const UNLIMITED_HP: i64 = 1 << 40;
const UNLIMITED: i64 = 1 << 30;
const UNLIMITED_KEYS: i64 = 1 << 10;
const UNLIMITED_GOLD: i64 = 1 << 14;

impl Resource {
    fn unlimited(self) -> i64 {
        match self {
            Resource::Number(Stat::Hp) => UNLIMITED_HP,
            Resource::Number(Stat::Money) => UNLIMITED_GOLD,
            Resource::Number(_) => UNLIMITED,
            Resource::Key(_) => UNLIMITED_KEYS,
        }
    }

    /// How much of it the hero has at the worst of a move.
    fn held(self, after: &State) -> i64 {
        match self {
            // A hero with no hp is dead.
            Resource::Number(Stat::Hp) => after.stats[0].min(after.lowest) - 1,
            Resource::Number(stat) => after.stat(stat),
            Resource::Key(item) => after.item(item),
        }
    }

    fn name(self, project: &Project) -> Sentence {
        match self {
            Resource::Number(Stat::Hp) => "hp".into(),
            Resource::Number(Stat::Attack) => "attack".into(),
            Resource::Number(Stat::Defence) => "defence".into(),
            Resource::Number(Stat::Money) => "gold".into(),
            Resource::Number(Stat::Magic) => "magic".into(),
            Resource::Number(Stat::Experience) => "experience".into(),
            Resource::Number(stat) => format!("{stat:?}").to_lowercase().into(),
            Resource::Key(item) => item_name(project, item as usize).to_owned().into(),
        }
    }
}

/// How much is given of what.
type Gift = Vec<(Resource, i64)>;

/// The state of a hero who was given something.
fn given(start: &State, gift: &Gift) -> State {
    let mut state = start.clone();
    for &(resource, amount) in gift {
        match resource {
            Resource::Number(stat) => state.set_stat(stat, state.stat(stat) + amount),
            Resource::Key(item) => state.set_item(item, state.item(item) + amount),
        }
    }
    state
}

/// Why no plan that wins was found from a state, by what a search came to. Stopped early, it says less;
/// nothing where a hero who is given nothing wins after all.
pub fn why(project: &Project, start: &State, found: &Outcome, stopped: &(dyn Fn() -> bool + Sync)) -> Vec<Reason> {
    if !has_end(project) {
        return vec![Reason::NoEnd { all_read: project.doubts.is_empty() }];
    }
    let complete = found.complete;
    // What stopped the search leaves no time for another one.
    if !complete && stopped() {
        return vec![Reason::Unknown];
    }
    let seen = found.farthest.as_ref().map_or(start, |plan| &plan.end);
    let mut asker = Asker {
        prepared: None,
        project,
        start,
        seen,
        complete,
        is_proven: found.proven,
        is_exact: found.proven,
        left: MAX_STATES,
        stopped,
    };
    asker.reasons()
}

/// Asks what a hero would need.
struct Asker<'a> {
    /// Where not every state can be looked at: the tower, ready for a search.
    prepared: Option<Prepared>,
    project: &'a Project,
    start: &'a State,
    /// Where the hero comes to without a gift.
    seen: &'a State,
    /// Whether every state was looked at without a gift, and so far with those that were tried.
    complete: bool,
    /// Whether it is proven that nothing wins without a gift.
    is_proven: bool,
    /// Whether it is proven, too, that no gift wins with which no plan was found.
    is_exact: bool,
    /// States that may still be made.
    left: u64,
    stopped: &'a (dyn Fn() -> bool + Sync),
}

/// Maximum number of states, in all.
const MAX_STATES: u64 = 1_000_000;

/// What a game counts, in states.
const GAME: u64 = 5_000;

/// Why something is in the way, the first thing for which that is so, and the cells of all of them.
type Obstacle = (Sentence, Target, FxHashSet<(u16, u16)>);

/// Lists to decode for one gift where not every state can be looked at.
const LISTS: u64 = 2_000;

impl Asker<'_> {
    fn reasons(&mut self) -> Vec<Reason> {
        let mut all = self.resources();
        let unlimited = |all: &[Resource]| all.iter().map(|&one| (one, one.unlimited())).collect::<Gift>();
        // Gold is looked at last: who has much of it buys for ever.
        let mut won = self.play(&unlimited(&all));
        all.push(Resource::Number(Stat::Money));
        if won.is_err() {
            won = self.play(&unlimited(&all)).or(won);
        }
        if let Err(end) = won {
            return vec![if self.is_over() { Reason::Unknown } else { self.obstacles(&end) }];
        }
        let mut found = Vec::new();
        for &resource in &all {
            self.is_exact = self.is_proven;
            if let Some((gift, plan)) = self.least(&Gift::new(), resource) {
                // He wins as he is, which the search had missed: he is short of nothing.
                if gift.is_empty() {
                    return Vec::new();
                }
                found.push(self.short(&gift, &plan.moves, self.is_exact));
            }
        }
        if !found.is_empty() {
            return found;
        }
        // One alone is not enough. Keys and hp are looked at last, so that as much as possible is said in them.
        self.is_exact = self.is_proven;
        let (mut gift, mut moves) = (unlimited(&all), None);
        for &resource in all.iter().rev() {
            let others: Gift = gift.iter().copied().filter(|(other, _)| *other != resource).collect();
            let Some((least, plan)) = self.least(&others, resource) else { return vec![Reason::Unknown] };
            (gift, moves) = (least, Some(plan.moves));
        }
        if gift.is_empty() {
            return Vec::new();
        }
        vec![moves.map_or(Reason::Unknown, |moves| self.short(&gift, &moves, self.is_exact))]
    }

    fn is_over(&self) -> bool {
        self.left == 0 || (self.stopped)()
    }

    /// What may be given: hp first, then keys of the doors, then the rest.
    fn resources(&self) -> Vec<Resource> {
        let mut all = vec![Resource::Number(Stat::Hp)];
        all.extend(keys_of_doors(self.project).into_iter().map(Resource::Key));
        all.extend([Stat::Attack, Stat::Defence].map(Resource::Number));
        all
    }

    /// A plan that wins with a gift, or the state at the end of one that does not.
    fn play(&mut self, gift: &Gift) -> Result<Plan, Box<State>> {
        let start = given(self.start, gift);
        if self.complete {
            let found = exact::solve(self.project, &start, SMALL, self.stopped);
            self.left = self.left.saturating_sub(found.states);
            match found.verdict {
                Verdict::Best(plan) => return Ok(*plan),
                Verdict::Lost => return Err(Box::new(found.farthest.end)),
                Verdict::Unknown => self.complete = false,
            }
        }
        self.is_exact = false;
        let (project, first, stopped) = (self.project, self.start, self.stopped);
        let prepared = self.prepared.get_or_insert_with(|| Prepared::of(project, first, stopped));
        let prepared = prepared.clone().with(given(&prepared.base, gift));
        let limits = Limits { lists: LISTS, ..Limits::of(None, false, 0, 1) };
        let found = go_on(self.project, &prepared, Vec::new(), &limits, self.stopped);
        self.left = self.left.saturating_sub(GAME);
        match (found.plan, found.farthest) {
            (Some(plan), _) => Ok(plan),
            (None, farthest) => Err(Box::new(farthest.map_or(prepared.base, |plan| plan.end))),
        }
    }

    /// The least of one thing that wins beside a gift, by doubling and halving; none where no amount does.
    fn least(&mut self, others: &Gift, resource: Resource) -> Option<(Gift, Plan)> {
        let with = |amount: i64| {
            let own = (amount > 0).then_some((resource, amount));
            others.iter().copied().chain(own).collect::<Gift>()
        };
        if resource != Resource::Number(Stat::Money) {
            self.play(&with(resource.unlimited())).ok()?;
        }
        let (mut low, mut high) = (-1, 0);
        let mut best = loop {
            if self.is_over() || high >= resource.unlimited() {
                return None;
            }
            match self.play(&with(high)) {
                Ok(plan) => break plan,
                Err(_) => (low, high) = (high, (2 * high).max(1)),
            }
        };
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            match self.play(&with(middle)) {
                Ok(plan) => (high, best) = (middle, plan),
                Err(_) => low = middle,
            }
        }
        (!self.is_over()).then(|| (with(high), best))
    }

    /// That a gift wins, with the first places where moves that win need it.
    fn short(&self, gift: &Gift, moves: &[Move], is_least: bool) -> Reason {
        let missing = |&(resource, amount): &(Resource, i64)| Missing {
            amount,
            what: resource.name(self.project),
            at: self.first_missing(gift, moves, (resource, amount)),
        };
        Reason::Short { all: gift.iter().map(missing).collect(), is_least }
    }

    /// The first fight, door or shop where some of a gift is needed.
    fn first_missing(&self, gift: &Gift, moves: &[Move], (resource, amount): (Resource, i64)) -> Option<Target> {
        let mut state = given(self.start, gift);
        for mv in moves {
            let mut after = state.clone();
            after.lowest = i64::MAX;
            let made = matches!(moves::make(self.project, &mut after, mv), Ok(true));
            if let Some((floor, cell)) = cell_of(self.project, mv) {
                let is_missing = match resource {
                    Resource::Number(stat @ (Stat::Attack | Stat::Defence)) => {
                        let mut weak = state.clone();
                        weak.set_stat(stat, weak.stat(stat) - amount);
                        match ahead(self.project, &state, usize::from(floor), cell).0 {
                            Ahead::Battle(enemy) => fight_on(self.project, &weak, floor, enemy, Some(cell))
                                .is_none_or(|fight| !weak.survives(fight.damage)),
                            _ => false,
                        }
                    }
                    _ => resource.held(&after) < amount,
                };
                if is_missing {
                    return Some(Target::of(self.project, &state, floor, cell));
                }
            }
            if !made {
                break;
            }
            state = after;
        }
        None
    }

    /// What a hero who has as much of everything as he likes stands before in the end, and the floors that he has not seen.
    fn obstacles(&self, end: &State) -> Reason {
        let project = self.project;
        let reach = Reach::of(project, end, &mut Cache::of(FEW_FLOORS));
        let loose = reach.loose.iter().map(|&edge| (end.floor, edge));
        // The first of those that are in the way for the same reason, and how many there are.
        let mut found: Vec<Obstacle> = Vec::new();
        for (floor, edge) in reach.edges().chain(loose) {
            let Some(why) = self.obstacle(end, &Move::step(floor, edge), edge.to) else { continue };
            let cell = (floor, edge.to);
            match found.iter_mut().find(|(known, ..)| *known == why) {
                Some((.., cells)) => _ = cells.insert(cell),
                None => found.push((why, Target::of(project, end, floor, edge.to), FxHashSet::from_iter([cell]))),
            }
        }
        let by = found.into_iter().take(MAX_OBSTACLES).map(|(why, target, cells)| match cells.len() - 1 {
            0 => sentence!("{}: {}", target.to_string(), why),
            more => sentence!("{} and {} more: {}", target.to_string(), more, why),
        });
        let mut by: Vec<Sentence> = by.collect();
        if by.is_empty() {
            by = in_the_way(project, end);
        }
        let is_missed = |floor: &usize| [end, self.seen, self.start].iter().all(|state| !state.has_visited(*floor));
        let missed = (0..project.floors.len()).filter(is_missed);
        let floors = missed.map(|floor| project.floors[floor].id.clone()).collect();
        Reason::Blocked { by, floors, is_proven: self.is_exact }
    }

    /// Why the hero cannot walk into a cell; none where he can.
    fn obstacle(&self, state: &State, mv: &Move, cell: u16) -> Option<Sentence> {
        let project = self.project;
        let issue = |number: usize| project.report.issues.get(number).map(|issue| issue.what.clone());
        match ahead(project, state, usize::from(mv.floor), cell).0 {
            Ahead::Unknown(number) => return issue(number),
            Ahead::Battle(enemy) if fight_on(project, state, mv.floor, enemy, Some(cell)).is_none() => {
                let kind = project.enemies.get(enemy as usize)?;
                let why = if kind.is_known { "it cannot be beaten" } else { "enemys.js lacks it" };
                return kind.unknown.and_then(issue).or(Some(why.into()));
            }
            Ahead::Door(keys) if !state.has_keys(keys) => return Some("its keys cannot be had".into()),
            _ => {}
        }
        let mut after = state.clone();
        match moves::make(project, &mut after, mv) {
            Err(Halt::Refused(number)) => issue(number),
            Err(Halt::Over) if after.ending == Ending::Lost => Some("the game is lost there".into()),
            Err(Halt::Circle) => Some("its event runs in a circle".into()),
            Err(Halt::NotFinite) => Some("it gives a number that is not finite or too large".into()),
            Ok(_) | Err(Halt::Choose(_) | Halt::BadChoice(_) | Halt::Over) => None,
        }
    }
}

/// Whether anything in a tower wins it.
pub fn has_end(project: &Project) -> bool {
    let wins = |actions: &Actions| wins(project, actions);
    let on_floors = project.floors.iter().any(|floor| {
        let by_cell = [&floor.after_battle, &floor.before_battle, &floor.after_item, &floor.after_door];
        by_cell.into_iter().flat_map(|lists| lists.values()).any(wins)
            || floor.events.iter().flatten().any(|event| wins(&event.actions))
            || floor.stairs.values().any(|stairs| action_wins(project, stairs))
            || floor.auto.iter().any(|event| wins(&event.actions))
            || wins(&floor.first)
            || wins(&floor.each)
    });
    let blocks = project.floors.iter().flat_map(|floor| &floor.map).filter_map(|&number| project.block(number));
    let on_blocks = blocks.into_iter().any(|block| {
        wins(&block.out)
            || wins(&block.after_door)
            || matches!(&block.trigger, Trigger::Event(actions) if wins(actions))
    });
    on_floors
        || on_blocks
        || project.common.iter().any(wins)
        || project.enemies.iter().any(|enemy| wins(&enemy.before) || wins(&enemy.after))
        || project.items.iter().any(|item| wins(&item.effect) || item.use_effect.as_ref().is_some_and(wins))
        || project.shops.iter().flat_map(|shop| &shop.choices).any(|choice| wins(&choice.actions))
        || project.levels.iter().any(|level| wins(&level.actions))
        || project.extra.triggers.values().any(wins)
        || wins(&project.start.actions)
}

fn wins(project: &Project, actions: &Actions) -> bool {
    actions.iter().any(|action| action_wins(project, action))
}

/// What is not understood and matters may win, too.
fn action_wins(project: &Project, action: &Action) -> bool {
    let wins = |actions: &Actions| wins(project, actions);
    match action {
        Action::Win(_) => true,
        Action::Unknown(issue) => project.doubts.contains(issue),
        Action::If(_, yes, no) => wins(yes) || wins(no),
        Action::Switch(_, cases) => cases.iter().any(|(_, actions, _)| wins(actions)),
        Action::Choices(choices) => choices.iter().any(|choice| wins(&choice.actions)),
        Action::While(_, actions, _) | Action::For(_, _, actions) => wins(actions),
        _ => false,
    }
}
