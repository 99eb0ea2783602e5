//! A sketch of a tower: a plan tried without the rules, some ten times as fast as with them.
//!
//! A plan is played by the rules once, and what each of its decisions did is written down: what it opened, what it gave and took, and
//! what it would do to a hero of other attack and defence. From then on changes of the plan are tried on these notes alone. The sketch
//! takes the tower for simpler than it is (what is open stays open, and what a decision did it does again), so a changed plan that seems
//! better is played by the rules before it counts; where that shows something else, the sketch learns which decisions have to keep
//! their order. To search on a cheap model and to correct it by the true one is surrogate-assisted optimisation (Jin, 2011).

mod aim;
mod anneal;
mod base;
mod changes;
mod course;
mod cutoff;
mod deed;
mod detour;
mod explore;
mod learn;
mod leg;
mod marks;
mod orders;
mod places;
mod replay;
mod settle;
mod slots;
mod sooner;
mod survey;
mod sweep;
mod table;
mod trial;
mod ways;

use super::super::hazard;
use super::super::model::{Project, Tile};
use super::super::state::{Credit, State};
use super::debt::DEAR;
use super::expand::Expander;
use super::moves::{self, Act, Move};
use super::polish::Decision;
use base::Base;
use course::Course;
use deed::{Deed, Placed, Trials};
use marks::Marks;
use meihua_contracts::random::SplitMix64;
use places::Places;
use replay::Step;
use rustc_hash::{FxHashMap, FxHashSet};
use slots::Slots;
use std::sync::Arc;
use table::{Came, Table};

/// No deed of a plan.
const NO_DEED: u32 = u32::MAX;

/// Marks of places, deeds, things and floors.
#[derive(Clone, Default)]
struct AllMarks {
    /// Places that the hero has come beside.
    touched: Marks,
    /// Places where he has been.
    reached: Marks,
    /// Places that are open.
    opened: Marks,
    /// Deeds that are done.
    done: Marks,
    waits: Marks,
    /// Things that are gone.
    gone: Marks,
    /// Floors where he has been.
    visited: Marks,
}

impl AllMarks {
    fn each(&mut self) -> [&mut Marks; 7] {
        [
            &mut self.touched,
            &mut self.reached,
            &mut self.opened,
            &mut self.done,
            &mut self.waits,
            &mut self.gone,
            &mut self.visited,
        ]
    }
}

/// The notes and marks of the plan that was played last, to go back to.
#[derive(Default)]
struct Kept {
    deeds: Vec<Deed>,
    marks: AllMarks,
    base: Base,
    /// How well it stood on the sketch.
    stands: f64,
}

/// A sketch, with the plan that it was made of.
pub struct Sketch<'e, 'a> {
    project: &'a Project,
    expander: &'e mut Expander<'a>,
    start: State,
    /// The start for a hero who is not free of what monsters do from afar.
    bare: State,
    /// Whether the hero may owe hp and keys.
    lent: bool,
    /// Whether the plan owes so little that all that is borrowed counts.
    is_near: bool,
    flies: bool,
    places: Places,
    slots: Slots,
    trials: Trials<'a>,
    deeds: Vec<Deed>,
    /// The deeds of each place.
    at: Vec<Vec<u32>>,
    /// Whether each deed is done at once.
    at_once: Vec<bool>,
    /// The deeds that may become possible by each deed.
    unlocks: Vec<Vec<u32>>,
    /// The deeds of which each one may be the last that opens something together with others.
    joined: Vec<Vec<u32>>,
    /// Deeds in which a question is answered, and something comes of it.
    offers: Vec<u32>,
    /// Deeds that are not done in the plan that was played last, by the places to which they bring the hero.
    arrivals: Table,
    /// Those of the plan, by the same.
    landings: Table,
    /// By the places that they open from elsewhere.
    openers: Table,
    /// And by the slots of which they give something, those of the plan too.
    givers: FxHashMap<u8, Vec<u32>>,
    /// By the places that they open together with others, those of the plan too.
    joints: Table,
    /// The deeds after which each thing is gone that others wait for.
    takers: FxHashMap<u32, Vec<u32>>,
    /// What a hero who lacks nothing has done beyond the first plan, in order.
    beyond: Vec<u32>,
    /// The deeds of each decision.
    of: FxHashMap<Decision, Vec<u32>>,
    /// For places that are not reached before a deed is done, though the sketch would think so: the deed, or [`NO_DEED`].
    gates: Table,
    /// Whether there are any.
    is_gated: bool,
    /// Room for searches of ways.
    came: Vec<Came>,
    /// What stands somewhere: floor, cell and number of the block.
    things: FxHashMap<(u16, u16, Tile), u32>,
    /// What put something on a cell of a floor.
    placed: FxHashMap<(u16, u16), Placed>,
    marks: AllMarks,
    course: Course,
    base: Base,
    /// Where it was tried what else could be answered: floor, cell and act.
    asked: FxHashSet<(u16, u16, Act)>,
    /// The plan as it went by the rules when that was seen last.
    steps: Vec<Step>,
    played: Vec<u32>,
    /// How many steps the first plan had.
    length: usize,
    /// Deeds that were put in together and gained nothing by the rules, a word each.
    vain: FxHashSet<u64>,
    /// How often notes were made.
    learned: u32,
    /// How many plans were taken over since then as they were.
    unlearned: u32,
    /// How all stood then.
    kept: Kept,
    /// How well the plan stands on the sketch.
    told: f64,
    /// How well the plan that was played last stood by the rules.
    stood: f64,
    /// How many times its price a key costs that is owed.
    dear: f64,
    /// What the plan that was played last is worth by the rules.
    worth: f64,
    /// How many changes were tried.
    trial: u32,
    /// Whether notes are made: then nothing is done at once.
    is_learning: bool,
    random: SplitMix64,
    stopped: &'e (dyn Fn() -> bool + Sync),
}

impl<'e, 'a> Sketch<'e, 'a> {
    /// Of a plan that wins from a state; none where it does not, or where there is too much to keep in mind.
    pub fn new(
        expander: &'e mut Expander<'a>,
        start: &State,
        moves: &[Move],
        seed: u64,
        stopped: &'e (dyn Fn() -> bool + Sync),
    ) -> Option<Self> {
        let project = expander.project;
        let bare = bare(project, start, moves);
        let places = Places::new(project, expander, start, bare.as_ref());
        let slots = Slots::new(project)?;
        let course = Course::new(slots.numbers(start));
        let at = vec![Vec::new(); places.count()];
        let mut sketch = Sketch {
            project,
            expander,
            start: start.clone(),
            bare: bare.unwrap_or_else(|| start.clone()),
            lent: start.credit != Credit::default(),
            is_near: false,
            flies: false,
            places,
            slots,
            trials: Trials::new(project),
            deeds: Vec::new(),
            at,
            at_once: Vec::new(),
            unlocks: Vec::new(),
            joined: Vec::new(),
            offers: Vec::new(),
            arrivals: Table::default(),
            landings: Table::default(),
            openers: Table::default(),
            givers: FxHashMap::default(),
            joints: Table::default(),
            takers: FxHashMap::default(),
            beyond: Vec::new(),
            of: FxHashMap::default(),
            gates: Table::default(),
            is_gated: true,
            came: Vec::new(),
            things: FxHashMap::default(),
            placed: FxHashMap::default(),
            marks: AllMarks::default(),
            course,
            base: Base::default(),
            asked: FxHashSet::default(),
            steps: Vec::new(),
            played: Vec::new(),
            length: 0,
            vain: FxHashSet::default(),
            learned: 0,
            unlearned: 0,
            kept: Kept::default(),
            told: f64::NEG_INFINITY,
            stood: f64::NEG_INFINITY,
            dear: DEAR,
            worth: f64::NEG_INFINITY,
            trial: 0,
            is_learning: false,
            random: SplitMix64::new(seed),
            stopped,
        };
        let steps = sketch.walk(moves)?;
        sketch.length = steps.len();
        // Who may owe nothing seldom comes to all that a hero who lacks nothing shows.
        if sketch.lent {
            sketch.beyond = sketch.explore(steps)?;
        } else {
            sketch.learn(steps)?;
        }
        Some(sketch)
    }

    /// The plan as it is now, by the rules.
    pub fn moves(&self) -> Vec<Move> {
        self.steps.iter().map(|step| step.mv.clone()).collect()
    }

    /// What it is worth: the hp at its end, or what it owes, less than nothing.
    pub fn worth(&self) -> f64 {
        self.worth
    }
}

/// The start for a hero who is no longer free of what monsters do from afar, if he is at first and loses that in a plan.
fn bare(project: &Project, start: &State, all: &[Move]) -> Option<State> {
    let mut state = start.clone();
    if !hazard::is_immune(project, &state) {
        return None;
    }
    let lost = |mv: &Move| {
        let is_made = matches!(moves::make(project, &mut state, mv), Ok(true));
        (!is_made || !hazard::is_immune(project, &state)).then(|| Arc::clone(&state.flags))
    };
    all.iter().find_map(lost).map(|flags| State { flags, ..start.clone() })
}
