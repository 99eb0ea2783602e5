//! Deeds: what each decision did to the hero and the tower when it was made by the rules, and what it would do to another hero.

use super::super::debt::loan;
use super::super::moves::{self, Move};
use super::super::polish::Decision;
use super::slots::{GOLD, Numbers, Slots};
use crate::model::Project;
use crate::state::{Ending, STATS, State};
use meihua_contracts::random::mix;
use rustc_hash::FxHashMap;

/// No thing.
pub(super) const NOTHING: u32 = u32::MAX;

/// Maximum number of outcomes that are remembered.
const MAX_OUTCOMES: usize = 500_000;

/// What becomes of the hero's hp, beside what they grow by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Hp {
    #[default]
    Kept,
    /// They are set, whatever they were.
    Set(i64),
    /// A half of them is taken: he steps between two monsters.
    Halved,
}

/// What a deed does to the hero's numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Outcome {
    /// What each grows by.
    pub stats: [i64; STATS],
    /// What becomes of the hp.
    pub hp: Hp,
    /// How far the hp fall in between, at the most: 0 or less.
    pub lowest: i64,
}

impl Outcome {
    /// What the numbers of a hero with `hp` hp grow by.
    pub(super) fn of(&self, hp: i64) -> [i64; STATS] {
        let mut stats = self.stats;
        match self.hp {
            Hp::Kept => {}
            Hp::Set(set) => stats[0] = set - hp,
            Hp::Halved => stats[0] -= half(hp),
        }
        stats
    }
}

/// What two monsters take from a hero with `hp` hp who steps between them. A hero with a debt is still hurt.
pub(super) fn half(hp: i64) -> i64 {
    hp.max(2) / 2
}

/// How the outcome of a deed is known.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum Effect {
    /// It is not.
    #[default]
    Unknown,
    /// It is always the same.
    Always(Outcome),
    /// It depends on the hero: it is tried, by the number of its trial.
    Tried(u32),
}

/// Places that open once all of some things are gone, whichever goes last: monsters that hold something together.
#[derive(Clone, Debug, Default)]
pub(super) struct Joint {
    pub things: Vec<u32>,
    pub opens: Vec<u32>,
}

/// A decision as it was made once.
#[derive(Clone, Debug, Default)]
pub(super) struct Deed {
    pub decision: Decision,
    /// The place that it is made on.
    pub at: u32,
    /// Whether the hero stands there, and not only beside it.
    pub stands: bool,
    pub thing: u32,
    /// Whether that is gone after it.
    pub takes: bool,
    /// Whether it is done at once wherever it can be done: it costs nothing.
    pub at_once: bool,
    /// What it does to the hero.
    pub(crate) effect: Effect,
    /// The slots that it changes, and by how much.
    pub slots: Vec<(u8, i32)>,
    /// Whether keys may be owed for it.
    pub(crate) may_owe: bool,
    /// Whether any of them is an item.
    pub gives: bool,
    /// Places that it opens.
    pub opens: Vec<u32>,
    /// What it opens together with others.
    pub(crate) joint: Joint,
    /// Whether it closes a way that was open.
    pub closes: bool,
    /// Places that the hero comes to by it.
    pub(crate) arrives: Vec<u32>,
    /// Places whose gate it is.
    pub frees: Vec<u32>,
    /// Deeds that have to be done before: they put there what it is made on.
    pub after: Vec<u32>,
    /// Things that have to be gone before: it is put there once all of them are.
    pub needs: Vec<u32>,
    /// Deeds that have to be done before, as the rules have shown.
    pub(crate) learned: Vec<u32>,
    /// The stretch of the plan in which it was done, where the hero was cut off: the deed that led him there.
    pub within: Option<u32>,
    /// The deed after which he is back, where it leads him to where he is cut off.
    pub(crate) back_by: Option<u32>,
    /// Whether he may leave it before that: what he does not do then he cannot come back for.
    pub(crate) is_visit: bool,
    /// The deeds of that stretch after it, in order.
    pub stretch: Vec<u32>,
    /// What becomes of the hp, beside what they grow by.
    pub hp: Hp,
    /// Whether the tower is won by it.
    pub wins: bool,
    pub barred: bool,
}

/// What put something on a cell.
#[derive(Clone, Default)]
pub(super) struct Placed {
    pub by: u32,
    /// Or that all of these things are gone; none where it was that deed alone.
    pub things: Vec<u32>,
}

impl Deed {
    /// It is made on what was put there, so it waits for what put it.
    pub(super) fn follow(&mut self, placed: &Placed) {
        if placed.things.is_empty() {
            self.after.push(placed.by);
        } else {
            self.needs.clone_from(&placed.things);
        }
    }

    /// The slots of items that it takes and a hero of such numbers does not have; not of keys that may be owed.
    pub(super) fn lacks<'d>(&'d self, has: &'d Numbers, slots: &'d Slots) -> impl Iterator<Item = u8> + 'd {
        let is_short = |&&(slot, grows): &&(u8, i32)| {
            grows < 0 && has.slots[usize::from(slot)] < -grows && slots.is_item(slot) && !self.may_owe
        };
        self.slots.iter().filter(is_short).map(|&(slot, _)| slot)
    }

    /// Whether it does nothing to the hero and opens nothing.
    pub(super) fn is_idle(&self) -> bool {
        let nothing = match self.effect {
            Effect::Always(outcome) => outcome.stats == [0; STATS] && outcome.hp == Hp::Kept,
            Effect::Tried(_) | Effect::Unknown => false,
        };
        let opens = !self.opens.is_empty() || !self.joint.opens.is_empty();
        let leads = opens || !self.arrives.is_empty() || !self.frees.is_empty();
        nothing && !leads && !self.takes && !self.wins && !self.gives
    }
}

/// A deed to be tried with other numbers.
struct Trial {
    before: State,
    mv: Move,
    /// The slots that count for it beside what all depends on.
    counted: Vec<u8>,
    /// What came of it the last time.
    last: (u64, Option<Outcome>),
}

/// Trials of deeds, and what came of them.
pub(super) struct Trials<'a> {
    project: &'a Project,
    all: Vec<Trial>,
    /// The trial of fights with a kind of monster that differ in nothing but the hero.
    plain: FxHashMap<u32, u32>,
    known: FxHashMap<u64, Option<Outcome>>,
}

impl<'a> Trials<'a> {
    pub(super) fn new(project: &'a Project) -> Self {
        Trials { project, all: Vec::new(), plain: FxHashMap::default(), known: FxHashMap::default() }
    }

    /// What an effect does to a hero of such numbers; none where it cannot be had.
    pub(super) fn outcome(&mut self, effect: Effect, slots: &Slots, numbers: &Numbers) -> Option<Outcome> {
        let trial = match effect {
            Effect::Unknown => return None,
            Effect::Always(outcome) => return Some(outcome),
            Effect::Tried(trial) => trial,
        };
        let key = self.key(trial, slots, numbers);
        // A hero who comes again is mostly as strong as the last time.
        let last = self.all[trial as usize].last;
        if last.0 == key {
            return last.1;
        }
        let known = self.known.get(&key).copied();
        let outcome = known.unwrap_or_else(|| self.made(trial, slots, numbers));
        if known.is_none() {
            if self.known.len() >= MAX_OUTCOMES {
                self.known.clear();
            }
            self.known.insert(key, outcome);
        }
        self.all[trial as usize].last = (key, outcome);
        outcome
    }

    /// A word for all that the outcome of a trial depends on.
    fn key(&self, trial: u32, slots: &Slots, numbers: &Numbers) -> u64 {
        let [attack, defence, magic] = [1, 2, 3].map(|stat: usize| numbers.stats[stat] as u64);
        let word = mix(attack ^ defence << 24 ^ magic << 48) ^ slots.lasting(numbers) << 32 ^ u64::from(trial);
        let counted = self.all[trial as usize].counted.iter();
        mix(counted.fold(word, |word, &slot| mix(word) ^ numbers.slots[usize::from(slot)] as u64))
    }

    /// Tries a deed with the numbers of a hero.
    fn made(&self, trial: u32, slots: &Slots, numbers: &Numbers) -> Option<Outcome> {
        let trial = &self.all[trial as usize];
        let mut before = trial.before.clone();
        before.stats[1..=3].copy_from_slice(&numbers.stats[1..=3]);
        slots.lend(&mut before, numbers, &trial.counted);
        outcome(self.project, &before, &trial.mv)
    }

    /// The effect of a move that was made on a state. `plain` is the kind of monster, where it is a fight like all others with it.
    pub(super) fn effect(
        &mut self,
        before: &State,
        mv: &Move,
        slots: &Slots,
        counted: &[u8],
        plain: Option<u32>,
    ) -> Option<Effect> {
        if let Some(&trial) = plain.and_then(|enemy| self.plain.get(&enemy)) {
            return Some(Effect::Tried(trial));
        }
        let outcome = outcome(self.project, before, mv)?;
        let trial = self.all.len() as u32;
        self.all.push(Trial { before: before.clone(), mv: mv.clone(), counted: counted.to_vec(), last: (0, None) });
        if let Some(enemy) = plain {
            self.plain.insert(enemy, trial);
            return Some(Effect::Tried(trial));
        }
        let numbers = slots.numbers(before);
        let others = [
            slots.stronger(&numbers),
            slots.weaker(&numbers),
            slots.feeble(&numbers),
            slots.with_lasting(&numbers),
            slots.counted_up(&numbers, counted),
        ];
        if others.iter().all(|other| self.made(trial, slots, other) == Some(outcome)) {
            self.all.pop();
            return Some(Effect::Always(outcome));
        }
        Some(Effect::Tried(trial))
    }
}

/// More gold than anything costs: whether the hero has it is asked elsewhere.
pub(super) const AMPLE_GOLD: i64 = 1_000_000;

/// Other hp, to see what does not depend on them.
const OTHER_HP: i64 = 1_000;

/// What a move does to the numbers of the hero of a state, who lacks neither gold nor hp; none where it cannot be made.
fn outcome(project: &Project, before: &State, mv: &Move) -> Option<Outcome> {
    let mut before = before.clone();
    before.credit = loan(project);
    // With less, a half is not what it is with more.
    before.stats[0] = before.stats[0].max(2);
    before.stats[GOLD] = before.stats[GOLD].max(AMPLE_GOLD);
    before.lowest = i64::MAX;
    let mut after = before.clone();
    if !matches!(moves::make(project, &mut after, mv), Ok(true)) || after.ending == Ending::Lost {
        return None;
    }
    let mut stats = seen(&before, &after);
    let lowest = (after.lowest.min(after.stats[0]) - before.stats[0]).min(0);
    let changed = stats[0] != 0;
    let mut other = before.clone();
    other.stats[0] += OTHER_HP;
    let mut hp = Hp::Kept;
    if changed && matches!(moves::make(project, &mut other, mv), Ok(true)) {
        if other.stats[0] == after.stats[0] {
            (hp, stats[0]) = (Hp::Set(after.stats[0]), 0);
        } else if other.stats[0] == after.stats[0] + OTHER_HP / 2 {
            (hp, stats[0]) = (Hp::Halved, stats[0] + half(before.stats[0]));
        }
    }
    let lowest = if hp == Hp::Halved { stats[0].min(0) } else { lowest };
    Some(Outcome { stats, hp, lowest })
}

/// What a move did to the hero of a state.
pub(super) fn seen(before: &State, after: &State) -> [i64; STATS] {
    let mut stats = [0; STATS];
    for (grows, (after, before)) in stats.iter_mut().zip(after.stats.iter().zip(&before.stats)) {
        *grows = after - before;
    }
    stats
}
