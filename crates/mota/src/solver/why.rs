//! Why a tower is not won: what the hero is short of, or what stands in his way whatever he has.
//!
//! The tower is solved once more for a hero who is given something. With as much of everything as he likes, no fight and no door takes
//! away what he needs later: that is the delete relaxation of planning (Bonet and Geffner, 2001; Hoffmann and Nebel, 2001), here with
//! numbers. Where he wins then, the least gift with which he still does is what he is short of; where he does not, what he stands
//! before in the end is in the way.

use super::super::action::{Action, Actions};
use super::super::diary::{item_name, keys_of_doors};
use super::super::expression::Stat;
use super::super::fight::fight_on;
use super::super::model::{Project, Trigger};
use super::super::run::Halt;
use super::super::state::{Ending, State};
use super::super::walk::{Ahead, ahead};
use super::beam::Plan;
use super::debt;
use super::exact::{self, Verdict};
use super::expand::Expander;
use super::lend::Owing;
use super::moves::{self, Move};
use super::players::{self, Player};
use super::prices::{Target, cell_of};
use super::region::FEW_FLOORS;
use super::search::{Outcome, SMALL};
use super::weights::Weights;
use meihua_contracts::random::SplitMix64;
use std::fmt;

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
    /// What the hero does not get past, whatever he has, and why.
    Blocked(String),
    /// Nothing is left to do for a hero, whatever he has, and nothing that he did has won.
    Stuck,
    /// The ids of floors that he does not reach, whatever he has.
    Unreached(Vec<String>),
}

/// What a hero is short of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// How much.
    pub amount: i64,
    /// Of what: `hp`, `attack`, the name of a key, …
    pub what: String,
    /// The first fight, door or shop where it is missing.
    pub at: Option<Target>,
}

impl fmt::Display for Reason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::NoEnd { all_read: true } => write!(formatter, "no event of the tower wins it"),
            Reason::NoEnd { all_read: false } => write!(formatter, "no event of the tower that is understood wins it"),
            Reason::Short { all, is_least } => {
                write!(formatter, "with ")?;
                for (number, Missing { amount, what, at }) in all.iter().enumerate() {
                    let (and, less) = (if number > 0 { " and " } else { "" }, if *is_least { "" } else { " or less" });
                    write!(formatter, "{and}{amount} more {what}{less}")?;
                    at.iter().try_for_each(|at| write!(formatter, " (first missing at {at})"))?;
                }
                write!(formatter, " it is won")
            }
            Reason::Blocked(what) => write!(formatter, "in the way, whatever the hero has: {what}"),
            Reason::Stuck => write!(formatter, "nothing is left to do then, whatever the hero has"),
            Reason::Unreached(floors) => {
                write!(formatter, "floors that are not reached, whatever the hero has: ")?;
                let shown = floors.iter().take(MAX_NAMED).map(String::as_str).collect::<Vec<_>>().join(" ");
                match floors.len().saturating_sub(MAX_NAMED) {
                    0 => write!(formatter, "{shown}"),
                    more => write!(formatter, "{shown} and {more} more"),
                }
            }
        }
    }
}

/// Maximum number of floors, and of obstacles, that are named.
const MAX_NAMED: usize = 8;

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

impl Resource {
    fn unlimited(self) -> i64 {
        match self {
            Resource::Number(Stat::Hp) => UNLIMITED_HP,
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

    fn name(self, project: &Project) -> String {
        match self {
            Resource::Number(Stat::Hp) => "hp".to_owned(),
            Resource::Number(Stat::Attack) => "attack".to_owned(),
            Resource::Number(Stat::Defence) => "defence".to_owned(),
            Resource::Number(Stat::Money) => "gold".to_owned(),
            Resource::Number(stat) => format!("{stat:?}").to_lowercase(),
            Resource::Key(item) => item_name(project, item as usize).to_owned(),
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

/// Why no plan that wins was found from a state, by what a search came to. Stopped early, it says less.
pub fn why(project: &Project, start: &State, found: &Outcome, stopped: &(dyn Fn() -> bool + Sync)) -> Vec<Reason> {
    if !has_end(project) {
        return vec![Reason::NoEnd { all_read: project.doubts.is_empty() }];
    }
    let complete = found.complete;
    let mut asker = Asker { project, start, complete, is_exact: found.proven, left: MAX_GAMES, stopped };
    if let Some(Owing { moves, debt, .. }) = &found.owing {
        let kinds = debt::kinds(project);
        let keys = kinds.into_iter().zip(debt.keys).map(|(kind, owed)| (Resource::Key(kind), owed));
        let gift: Gift = keys.chain([(Resource::Number(Stat::Hp), debt.hp)]).filter(|(_, owed)| *owed > 0).collect();
        return vec![asker.short(&gift, moves, false)];
    }
    asker.reasons()
}

/// Asks what a hero would need.
struct Asker<'a> {
    project: &'a Project,
    start: &'a State,
    /// Whether every state was looked at without a gift.
    complete: bool,
    /// Whether all answers were proven so far.
    is_exact: bool,
    /// Games that are still played by greed.
    left: u32,
    stopped: &'a (dyn Fn() -> bool + Sync),
}

/// Maximum number of games that are played by greed.
const MAX_GAMES: u32 = 200;

/// Players who try it where not every state can be looked at.
const PLAYERS: u64 = 3;

impl Asker<'_> {
    fn reasons(&mut self) -> Vec<Reason> {
        let all: Vec<Resource> = self.resources();
        let unlimited: Gift = all.iter().map(|&resource| (resource, resource.unlimited())).collect();
        let end = match self.play(&unlimited) {
            Ok(_) => None,
            Err(end) => Some(end),
        };
        if let Some(end) = end {
            return if self.is_over() { Vec::new() } else { self.obstacles(&end) };
        }
        let mut found = Vec::new();
        for &resource in &all {
            if let Some((gift, plan)) = self.least(&Gift::new(), resource) {
                found.push(self.short(&gift, &plan.moves, self.is_exact));
            }
        }
        if !found.is_empty() {
            return found;
        }
        // One alone is not enough. Keys and hp are looked at last, so that as much as possible is said in them.
        let mut gift = unlimited;
        let mut moves = None;
        for &resource in all.iter().rev() {
            let others: Gift = gift.iter().copied().filter(|(other, _)| *other != resource).collect();
            let Some((least, plan)) = self.least(&others, resource) else { break };
            (gift, moves) = (least, Some(plan.moves));
        }
        let is_whole = gift.iter().all(|&(resource, amount)| amount < resource.unlimited());
        moves.filter(|_| is_whole).map(|moves| self.short(&gift, &moves, self.is_exact)).into_iter().collect()
    }

    fn is_over(&self) -> bool {
        self.left == 0 || (self.stopped)()
    }

    /// What may be given: hp first, then keys of the doors, then the rest.
    fn resources(&self) -> Vec<Resource> {
        let mut all = vec![Resource::Number(Stat::Hp)];
        all.extend(keys_of_doors(self.project).into_iter().map(Resource::Key));
        all.extend([Stat::Attack, Stat::Defence, Stat::Money].map(Resource::Number));
        all
    }

    /// A plan that wins with a gift, or the state at the end of one that does not.
    fn play(&mut self, gift: &Gift) -> Result<Plan, State> {
        let start = given(self.start, gift);
        if self.complete {
            let found = exact::solve(self.project, &start, SMALL, self.stopped);
            match found.verdict {
                Verdict::Best(plan) => return Ok(*plan),
                Verdict::Lost => return Err(found.farthest.end),
                Verdict::Unknown => {}
            }
        }
        self.is_exact = false;
        let mut end = None;
        for number in 0..PLAYERS {
            if self.left == 0 {
                break;
            }
            self.left -= 1;
            let random = SplitMix64::of_item(0, number);
            let plan = players::play(self.project, &start, Player::Greedy, random, self.stopped);
            match plan.end.ending {
                Ending::Won => return Ok(plan),
                Ending::None | Ending::Lost => end = Some(plan.end),
            }
        }
        Err(end.unwrap_or(start))
    }

    /// The least of one thing that wins beside a gift, by doubling and halving; none where no amount does.
    fn least(&mut self, others: &Gift, resource: Resource) -> Option<(Gift, Plan)> {
        let with = |amount: i64| {
            let own = (amount > 0).then_some((resource, amount));
            others.iter().copied().chain(own).collect::<Gift>()
        };
        self.play(&with(resource.unlimited())).ok()?;
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
    fn obstacles(&self, end: &State) -> Vec<Reason> {
        let project = self.project;
        let mut expander = Expander::new(project, Weights::default(), FEW_FLOORS);
        let reach = expander.reach(end);
        let loose = reach.loose.iter().map(|&edge| (end.floor, edge));
        let mut found = Vec::new();
        for (floor, edge) in reach.edges().chain(loose) {
            if found.len() < MAX_NAMED
                && let Some(why) = self.obstacle(end, &Move::step(floor, edge), edge.to)
            {
                let reason = Reason::Blocked(format!("{}: {why}", Target::of(project, end, floor, edge.to)));
                if !found.contains(&reason) {
                    found.push(reason);
                }
            }
        }
        let missed =
            (0..project.floors.len()).filter(|&floor| !end.has_visited(floor) && floor != usize::from(end.floor));
        let missed: Vec<String> = missed.map(|floor| project.floors[floor].id.clone()).collect();
        if !missed.is_empty() {
            found.push(Reason::Unreached(missed));
        }
        if found.is_empty() {
            found.push(Reason::Stuck);
        }
        found
    }

    /// Why the hero cannot walk into a cell; none where he can.
    fn obstacle(&self, state: &State, mv: &Move, cell: u16) -> Option<String> {
        let project = self.project;
        let issue = |number: usize| project.report.issues.get(number).map(|issue| issue.what.clone());
        match ahead(project, state, usize::from(mv.floor), cell).0 {
            Ahead::Unknown(number) => return issue(number),
            Ahead::Battle(enemy) if fight_on(project, state, mv.floor, enemy, Some(cell)).is_none() => {
                let unknown = project.enemies.get(enemy as usize).and_then(|enemy| enemy.unknown);
                return unknown.and_then(issue).or_else(|| Some("it cannot be beaten".to_owned()));
            }
            Ahead::Door(keys) if !state.has_keys(keys) => return Some("its keys cannot be had".to_owned()),
            _ => {}
        }
        match moves::make(project, &mut state.clone(), mv) {
            Err(Halt::Refused(number)) => issue(number),
            Err(Halt::Circle) => Some("its event runs in a circle".to_owned()),
            Ok(_) | Err(Halt::Choose(_) | Halt::BadChoice(_) | Halt::Over) => None,
        }
    }
}

/// Whether anything in a tower wins it.
pub fn has_end(project: &Project) -> bool {
    let floors = project.floors.iter().any(|floor| {
        let by_cell = [&floor.after_battle, &floor.before_battle, &floor.after_item, &floor.after_door];
        by_cell.into_iter().flat_map(|lists| lists.values()).any(wins)
            || floor.events.iter().flatten().any(|event| wins(&event.actions))
            || floor.stairs.values().any(action_wins)
            || floor.auto.iter().any(|event| wins(&event.actions))
            || wins(&floor.first)
            || wins(&floor.each)
    });
    let triggered = project.floors.iter().flat_map(|floor| &floor.map).any(|&number| {
        project
            .block(number)
            .is_some_and(|block| wins(&block.out) || matches!(&block.trigger, Trigger::Event(actions) if wins(actions)))
    });
    floors
        || triggered
        || project.common.iter().any(wins)
        || project.enemies.iter().any(|enemy| wins(&enemy.after))
        || project.items.iter().any(|item| wins(&item.effect) || item.use_effect.as_ref().is_some_and(wins))
        || project.shops.iter().flatten().any(|choice| wins(&choice.actions))
        || project.levels.iter().any(|(_, actions)| wins(actions))
        || project.extra.triggers.values().any(wins)
        || wins(&project.start.actions)
}

fn wins(actions: &Actions) -> bool {
    actions.iter().any(action_wins)
}

/// What is not understood may win, too.
fn action_wins(action: &Action) -> bool {
    match action {
        Action::Win | Action::Unknown(_) => true,
        Action::If(_, yes, no) => wins(yes) || wins(no),
        Action::Switch(_, cases) => cases.iter().any(|(_, actions, _)| wins(actions)),
        Action::Choices(choices) => choices.iter().any(|choice| wins(&choice.actions)),
        Action::While(_, actions, _) | Action::For(_, _, actions) => wins(actions),
        _ => false,
    }
}
