//! A bound that no plan passes: all hp that a tower could ever give, less what fights cost at least.
//!
//! Everything is taken for more than it is: a monster costs what it would cost the hero with all attack and defence that he could have
//! without that fight, and costs nothing where he could get around it; every door opens whose keys there are, all gold is there at once,
//! and what lies where he may get is his ([`spread`]).
//! Where that cannot be told without playing (a tool that breaks walls, an event that gives something each time it comes), there is no
//! bound. Taking a problem for easier than it is bounds its best solution: relaxation, as in all branch and bound (Land and Doig, 1960).

mod bargains;
mod charges;
mod events;
mod gains;
mod keys;
mod possible;
mod spread;

use super::super::action::{Action, Actions};
use super::super::expression::Stat;
use super::super::model::{Project, Trigger};
use super::super::state::{PRESENT, State};
use bargains::{Bought, bargains};
use charges::Guards;
use events::Events;
use gains::{Gains, SUMMED, summed};
use possible::NOWHERE;
use rustc_hash::FxHashSet;
use spread::{Spread, Without};
use thiserror::Error;

/// A cell of a floor.
type Place = (u16, u16);

/// Why there is no bound.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum NoCeiling {
    /// Where an item leads, or what it gives, cannot be told.
    #[error("the item {0}: what it does cannot be told without playing")]
    Item(String),
    /// A monster does what cannot be told.
    #[error("the monster {0}: where and how it fights cannot be told without playing")]
    Monster(String),
    /// An event does what cannot be told.
    #[error("floor {floor}, column {x}, row {y}: {what}")]
    Event {
        /// The id of the floor.
        floor: String,
        /// The column.
        x: u8,
        /// The row.
        y: u8,
        /// What it does.
        what: &'static str,
    },
    /// A rule of the tower gives what cannot be told.
    #[error("{0}, which gives no bound")]
    Rule(&'static str),
    /// Nothing reaches the end.
    #[error("nothing reaches the end of the tower")]
    NoEnd,
}

impl NoCeiling {
    fn event(project: &Project, (floor, cell): Place, what: &'static str) -> NoCeiling {
        let kind = &project.floors[usize::from(floor)];
        let (x, y) = kind.at(if cell == NOWHERE { 0 } else { cell });
        NoCeiling::Event { floor: kind.id.clone(), x, y, what }
    }
}

/// The most hp with which a tower can be won from a state; an upper bound, mostly not reached.
///
/// # Errors
/// What cannot be told without playing.
pub fn ceiling(project: &Project, start: &State) -> Result<i64, NoCeiling> {
    if !project.levels.is_empty() {
        return Err(NoCeiling::Rule("experience raises the hero"));
    }
    if project.negative_damage {
        return Err(NoCeiling::Rule("a fight may give hp"));
    }
    if !start.on_cells.is_empty() {
        return Err(NoCeiling::Rule("single monsters are not what their kind is"));
    }
    let events = Events::new(project, start);
    let mut attack = start.stat(Stat::Attack);
    loop {
        let outlook = Outlook::of(&events, attack)?;
        let most = outlook.most_attack();
        if most <= attack {
            return outlook.hp();
        }
        attack = most;
    }
}

/// What there is for a hero who never has more than some attack.
struct Outlook<'e, 'a> {
    events: &'e Events<'a>,
    /// The most attack of the hero's.
    attack: i64,
    /// Doors for which there are no keys left.
    locked: FxHashSet<Place>,
    whole: Spread<'e, 'a>,
    gains: Gains,
    /// The same before any event sets the hero's numbers anew; none where there is no such event.
    early: Option<(Spread<'e, 'a>, Gains)>,
    /// Whether each of [`SUMMED`] is set anew by all such events.
    is_set: [bool; SUMMED.len()],
    bought: Vec<Bought>,
}

impl<'e, 'a> Outlook<'e, 'a> {
    fn of(events: &'e Events<'a>, attack: i64) -> Result<Self, NoCeiling> {
        let mut locked = FxHashSet::default();
        let (whole, gains) = loop {
            let whole = Spread::new(events, Without { doors: locked.clone(), ..Without::default() }, attack)?;
            let gains = Gains::of(events, &whole)?;
            let all = keys::locked(events, &whole, &gains, &locked, attack)?;
            if all == locked {
                break (whole, gains);
            }
            locked = all;
        };
        let gates: FxHashSet<Place> =
            whole.lists.iter().filter(|gate| is_gate(events, &whole, gate)).map(|gate| gate.1).collect();
        let sets_at =
            |at: usize, gate: &Place| gains.sets[at].iter().any(|(_, place, certain)| *certain && place == gate);
        // Hp that are lost before count no more only if all of these set them.
        let gates: FxHashSet<Place> = gates.into_iter().filter(|gate| sets_at(0, gate)).collect();
        let is_set = std::array::from_fn(|at| !gates.is_empty() && gates.iter().all(|gate| sets_at(at, gate)));
        let early = match gates.is_empty() {
            true => None,
            false => {
                let spread =
                    Spread::new(events, Without { cells: gates, doors: locked.clone(), ..Without::default() }, attack)?;
                let gains = Gains::of(events, &spread)?;
                Some((spread, gains))
            }
        };
        let mut outlook = Outlook { events, attack, locked, whole, gains, early, is_set, bought: Vec::new() };
        outlook.bought = outlook.buys(&outlook.whole, &outlook.gains)?;
        Ok(outlook)
    }

    /// What all the gold of some part buys there.
    fn buys(&self, spread: &Spread<'e, 'a>, gains: &Gains) -> Result<Vec<Bought>, NoCeiling> {
        let gold = self.events.start.stat(Stat::Money).max(most_set(gains, Stat::Money)) + gains.all(Stat::Money);
        bargains(self.events, spread, &gains.shops, gold)
    }

    /// The most that one of [`SUMMED`] may be once all was set anew, with all that some part gives, but for what is bought.
    fn late(&self, gains: &Gains, stat: Stat) -> i64 {
        let set = most_set(&self.gains, stat);
        let is_set = summed(stat).is_some_and(|at| self.is_set[at]);
        let before = if is_set { set } else { set.max(self.events.start.stat(stat)) };
        before + gains.all(stat)
    }

    fn most_attack(&self) -> i64 {
        let bought = self.bought.iter().map(|bought| bought[1]).max().unwrap_or(0);
        let late = self.late(&self.gains, Stat::Attack) + bought;
        self.early.as_ref().map_or(late, |(spread, gains)| {
            let sells = gains.shops.iter().any(|shop| spread.touched.contains(shop));
            late.max(self.events.start.stat(Stat::Attack) + gains.all(Stat::Attack) + if sells { bought } else { 0 })
        })
    }

    /// The most hp at the end.
    fn hp(&self) -> Result<i64, NoCeiling> {
        let most_bought = self.bought.iter().map(|bought| bought[0]).max().unwrap_or(0);
        let early = self.early.as_ref().filter(|(spread, _)| spread.wins);
        let early = early.map(|(_, gains)| self.events.start.stat(Stat::Hp) + gains.all(Stat::Hp) + most_bought);
        let late = match self.whole.wins {
            true => {
                let guards = Guards::of(self)?;
                let all = self.late(&self.gains, Stat::Hp);
                self.bought.iter().map(|bought| all + bought[0] - guards.least(self, bought)).max()
            }
            false => None,
        };
        early.max(late).ok_or(NoCeiling::NoEnd)
    }
}

/// The most to which an event sets one of [`SUMMED`].
fn most_set(gains: &Gains, stat: Stat) -> i64 {
    let sets = summed(stat).into_iter().flat_map(|at| gains.sets[at].iter().map(|&(number, ..)| number));
    sets.max().unwrap_or(i64::MIN / 4)
}

/// Whether nobody walks over the cell of a list without its running from the start on, until it has run.
fn is_gate<'a>(events: &Events<'a>, whole: &Spread<'_, 'a>, &(list, place): &(&'a Actions, Place)) -> bool {
    let (number, bits) = events.at_start(place);
    let block = events.project.block(number);
    let does_nothing = block.is_none_or(|block| matches!(block.trigger, Trigger::None));
    let is_there = events.is_event(list, place) && bits == PRESENT && does_nothing;
    // What comes to a cell with the hero alone leaves the event on it as it is.
    let names = |action: &Action| !matches!(action, Action::ChangePos(_) | Action::ChangeFloor(..));
    let is_named = |&(other, at): &(&'a Actions, Place)| {
        let is_same = at == place && std::ptr::eq(other, list);
        let all = events.of(other, at);
        let mut all = all.iter().filter(|possible| names(possible.action));
        !is_same && all.any(|possible| possible.cells.iter().flatten().any(|&cell| cell == place))
    };
    is_there && !whole.lists.iter().any(is_named)
}
