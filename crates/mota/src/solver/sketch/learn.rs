//! What a plan by the rules shows of a tower.

use super::super::moves::Move;
use super::super::polish::{Decision, On, decision};
use super::super::reach::Reach;
use super::super::region::{Cache, NONE};
use super::deed::{Deed, Effect, Hp, Joint, NOTHING, Outcome, Placed, seen};
use super::marks::Clock;
use super::replay::Step;
use super::slots::{GOLD, Slot};
use super::{NO_DEED, Sketch};
use crate::hazard;
use crate::model::Project;
use crate::state::{Ending, State};
use crate::value::Value;
use crate::walk::{Ahead, ahead};
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// Specials of monsters whose fights differ in nothing but the hero, a bit each.
const PLAIN: u32 = 1 << 1 | 1 << 2 | 1 << 3 | 1 << 4 | 1 << 5 | 1 << 6 | 1 << 15 | 1 << 16 | 1 << 18;

/// Maximum number of passes through a plan until it is clear where the sketch goes too far.
const PASSES: usize = 6;

/// The plan that was played last may stand worse on the sketch by such a share, as costs and their order differ a little. Where it is
/// more, the rules that were noted are at odds with it, and no change of it could be tried.
const ASTRAY: f64 = 0.03;

/// Number of passes between two looks at what else could be done.
const SURVEYED: u32 = 16;

/// Specials that make fights depend on the monsters around.
const AROUND: u32 = 1 << 25 | 1 << 26;

impl Sketch<'_, '_> {
    /// Takes over a plan that was played by the rules; none where there is too much to keep in mind, or no time left.
    pub(super) fn learn(&mut self, steps: Vec<Step>) -> Option<()> {
        self.unlearned = 0;
        let last = &steps.last()?.before;
        self.flies = last.item(self.project.known.fly) > 0;
        self.steps = steps;
        self.go_through()?;
        if self.stood - self.told > ASTRAY * self.stood.abs() {
            self.forget();
            self.go_through()?;
        }
        if self.stood - self.told > ASTRAY * self.stood.abs() {
            // Rather too far than not far enough.
            self.gates.clear();
            self.is_gated = false;
            let done = self.go_through();
            self.is_gated = true;
            done?;
        }
        self.keep();
        Some(())
    }

    /// Goes through the plan beside the rules until the sketch goes nowhere where they do not, and then on the sketch alone.
    fn go_through(&mut self) -> Option<()> {
        let steps = std::mem::take(&mut self.steps);
        self.forget_gates(&steps);
        self.pass_often(&steps)?;
        self.steps = steps;
        self.base.line.clone_from(&self.course.made);
        self.played.clone_from(&self.course.made);
        self.finish_plan();
        self.stood = self.told;
        if self.learned.is_multiple_of(SURVEYED) {
            self.survey()?;
        }
        self.learned += 1;
        self.link();
        self.is_learning = false;
        let line = self.base.line.clone();
        self.take_over(0, &line);
        Some(())
    }

    /// Goes through steps beside the rules until the sketch goes nowhere where they do not, and notes where the hero is cut off.
    pub(super) fn pass_often(&mut self, steps: &[Step]) -> Option<()> {
        for _ in 0..PASSES {
            if !self.pass(steps)? {
                break;
            }
        }
        self.cut_off(steps);
        Some(())
    }

    /// Forgets the gates that a plan itself shows: in another plan they may have stood elsewhere.
    fn forget_gates(&mut self, steps: &[Step]) {
        let made = steps.iter().filter_map(|step| decision(self.project, &step.mv));
        let shown: FxHashSet<u32> = made.filter_map(|made| self.of.get(&made)).flatten().copied().collect();
        self.gates.retain(|gate| gate != NO_DEED && !shown.contains(&gate));
    }

    /// Goes through a plan beside the rules, and notes what it shows; whether there are new gates, so that all has to be gone through
    /// again.
    pub(super) fn pass(&mut self, steps: &[Step]) -> Option<bool> {
        self.is_learning = true;
        self.placed.clear();
        self.begin_plan(&steps.first()?.before);
        let mut any = false;
        let (mut decided, mut since) = (NO_DEED, 0);
        for (at, step) in steps.iter().enumerate() {
            if (self.stopped)() {
                return None;
            }
            let number = self.deed_of(step)?;
            self.come_beside(number, step, decided);
            if at > 0 && self.is_stuck(step, &steps[at - 1]) {
                // Made from where the decision before has left him, and from nowhere else.
                let deed = &mut self.deeds[number as usize];
                deed.at_once = true;
                deed.after.push(decided);
            }
            if step.at_once {
                self.wait_for(number, decided, since);
            } else {
                (decided, since) = (number, at);
            }
            let deed = &mut self.deeds[number as usize];
            deed.barred = false;
            // It was done without those.
            deed.learned.retain(|&before| self.marks.done.has(before, self.course.clock));
            let (before, after) = (self.course.numbers, self.slots.numbers(&step.after));
            let gains = after.stats[GOLD] > before.stats[GOLD]
                || after.slots.iter().zip(&before.slots).any(|(own, old)| own > old);
            self.course.numbers = after;
            let purse = self.slots.purse(&before);
            self.enact(number, (purse, step.least()), gains);
            if let Some(reach) = &step.reach {
                let stands = self.place_of(&step.after);
                self.arrive(decided, reach, stands);
                any |= self.overshoot(reach, stands);
            }
        }
        Some(any)
    }

    /// The hero of a step is where he makes it: if the sketch does not know how, it is by the decision before.
    fn come_beside(&mut self, number: u32, step: &Step, decided: u32) {
        let (deed, clock) = (&self.deeds[number as usize], self.course.clock);
        let near = if deed.stands { &self.marks.reached } else { &self.marks.touched };
        if near.has(deed.at, clock) {
            return;
        }
        let place = self.places.of(step.mv.floor, step.mv.cell);
        if decided != NO_DEED {
            self.deeds[decided as usize].arrives.push(place);
        }
        self.marks.opened.set(place, clock);
        self.reach(place);
    }

    /// Whether the hero makes a step from where he stands, and that is in no region.
    fn is_stuck(&self, step: &Step, before: &Step) -> bool {
        let Some(reach) = before.reach.as_ref().filter(|reach| !reach.loose.is_empty()) else { return false };
        let (floor, cell) = (step.mv.floor, step.mv.cell);
        let here = self.project.floors[usize::from(floor)].at(cell) == (step.before.x, step.before.y);
        here && step.before.floor == floor && !reach.has_cell(floor, cell)
    }

    /// What is taken at once, but not as soon as the hero came beside it, waits for the decision after which it was.
    fn wait_for(&mut self, number: u32, decided: u32, since: usize) {
        let deed = &self.deeds[number as usize];
        let early = self.marks.touched.when(deed.at).is_some_and(|when| when <= since);
        if !deed.at_once || decided == NO_DEED || !early || !deed.needs.is_empty() {
            return;
        }
        let placed = Placed { by: decided, things: self.deeds[decided as usize].joint.things.clone() };
        self.deeds[number as usize].follow(&placed);
    }

    /// Places that the sketch thinks reached and the rules do not have gates from now on; whether there are new ones.
    fn overshoot(&mut self, reach: &Reach, stands: Option<u32>) -> bool {
        let mut any = false;
        for place in std::mem::take(&mut self.course.fresh) {
            if self.is_gated && !self.places.is_in(reach, place) && stands != Some(place) {
                any = true;
                self.gates.insert(place, NO_DEED);
            }
        }
        any
    }

    /// Sets all back to the hero at the start.
    fn begin_plan(&mut self, first: &State) {
        self.make_room();
        self.marks.each().into_iter().for_each(super::marks::Marks::clear);
        let numbers = self.slots.numbers(first);
        self.base.begin(numbers);
        let clock = Clock::of_plan(0);
        self.course.begin(clock, self.base.hero(0));
        for place in 0..self.places.count() as u32 {
            if self.places.open[place as usize] {
                self.marks.opened.set(place, clock);
            }
        }
        self.come_to(first);
    }

    /// The hero of a state is where he is.
    fn come_to(&mut self, state: &State) {
        if let Some(place) = self.place_of(state) {
            self.marks.opened.set(place, self.course.clock);
            self.reach(place);
        }
    }

    /// The place of the hero of a state.
    pub(super) fn place_of(&self, state: &State) -> Option<u32> {
        let cell = self.project.floors[usize::from(state.floor)].cell(state.x.into(), state.y.into());
        cell.map(|cell| self.places.of(state.floor, cell))
    }

    /// Room for the marks of all that is known.
    pub(super) fn make_room(&mut self) {
        let (places, deeds, floors) = (self.places.count(), self.deeds.len(), self.project.floors.len());
        let things = self.things.len();
        for (marks, count) in self.marks.each().into_iter().zip([places, places, places, deeds, deeds, things, floors])
        {
            marks.grow(count);
        }
        self.unlocks.resize_with(deeds, Vec::new);
        self.joined.resize_with(deeds, Vec::new);
    }

    /// The deed of a step, as it went this time.
    fn deed_of(&mut self, step: &Step) -> Option<u32> {
        let made = decision(self.project, &step.mv)?;
        let clock = self.course.clock;
        let known = self.of.get(&made).and_then(|all| all.iter().find(|&&deed| !self.marks.done.has(deed, clock)));
        let number = match known {
            Some(&known) => known,
            None => self.add(made),
        };
        self.describe(number, &step.mv, &step.before, &step.after)?;
        let what = ahead_of(self.project, &step.before, &self.deeds[number as usize].decision);
        self.deeds[number as usize].at_once = step.at_once && !matches!(what, Some(Ahead::Battle(_)));
        Some(number)
    }

    pub(super) fn add(&mut self, decision: Decision) -> u32 {
        let number = self.deeds.len() as u32;
        let (cell, stands) = match decision.on {
            On::Cell(cell, _) => (cell, false),
            On::Item(_, cell, _) => (cell, true),
        };
        let at = self.places.of(decision.floor, cell);
        self.at[at as usize].push(number);
        self.of.entry(decision.clone()).or_default().push(number);
        self.deeds.push(Deed { decision, at, stands, thing: NOTHING, ..Deed::default() });
        self.make_room();
        number
    }

    /// Notes what a deed does, as it was seen; none where there is too much to keep in mind.
    pub(super) fn describe(&mut self, number: u32, mv: &Move, before: &State, after: &State) -> Option<()> {
        let mut deed = std::mem::take(&mut self.deeds[number as usize]);
        if let On::Cell(cell, _) = deed.decision.on {
            let floor = deed.decision.floor;
            let stood = before.floors[usize::from(floor)].visible(cell);
            if let Some(stood) = stood {
                let next = self.things.len() as u32;
                deed.thing = *self.things.entry((floor, cell, stood)).or_insert(next);
            }
            deed.takes = after.floors[usize::from(floor)].visible(cell) != stood;
            deed.after.clear();
            deed.needs.clear();
            if let Some(placed) = self.placed.get(&(floor, cell)).filter(|placed| placed.by != number) {
                deed.follow(placed);
            }
        }
        deed.may_owe = matches!(ahead_of(self.project, before, &deed.decision), Some(Ahead::Door(_)));
        deed.wins = after.ending == Ending::Won;
        deed.arrives.clear();
        deed.frees.clear();
        deed.slots = self.changed(before, after, !mv.script.is_empty())?;
        deed.gives = deed.slots.iter().any(|&(slot, _)| self.slots.is_item(slot));
        deed.effect = self.effect(&deed, mv, before, after);
        let numbers = self.slots.numbers(before);
        let outcome = self.trials.outcome(deed.effect, &self.slots, &numbers);
        deed.hp = outcome.map(|outcome| outcome.hp).unwrap_or_default();
        self.open_by(number, &mut deed, before, after);
        self.deeds[number as usize] = deed;
        self.make_room();
        Some(())
    }

    /// Slots that differ between two states.
    fn changed(&mut self, before: &State, after: &State, asks: bool) -> Option<Vec<(u8, i32)>> {
        let mut changed = Vec::new();
        for (item, (before, after)) in before.items.iter().zip(after.items.iter()).enumerate() {
            if before != after {
                changed.push((self.slots.slot(Slot::Item(item as u32))?, after - before));
            }
        }
        for (flag, (before, after)) in before.flags.iter().zip(after.flags.iter()).enumerate().filter(|_| asks) {
            if before != after
                && let Value::Number(now) = after
            {
                changed.push((self.slots.slot(Slot::Flag(flag as u32))?, (now - before.number()) as i32));
            }
        }
        Some(changed)
    }

    /// The effect of a deed as it was seen: the known one, if it says the same.
    fn effect(&mut self, deed: &Deed, mv: &Move, before: &State, after: &State) -> Effect {
        let numbers = self.slots.numbers(before);
        let stats = seen(before, after);
        let says_so = |outcome: Option<Outcome>| outcome.is_some_and(|outcome| outcome.of(before.stats[0]) == stats);
        if says_so(self.trials.outcome(deed.effect, &self.slots, &numbers)) {
            return deed.effect;
        }
        let counted: Vec<u8> =
            deed.slots.iter().map(|&(slot, _)| slot).filter(|&slot| !self.slots.is_item(slot)).collect();
        let plain = self.plain(deed, before);
        for plain in [plain, None] {
            let effect = self.trials.effect(before, mv, &self.slots, &counted, plain);
            if let Some(effect) = effect.filter(|&effect| says_so(self.trials.outcome(effect, &self.slots, &numbers))) {
                return effect;
            }
        }
        let lowest = (after.stats[0] - before.stats[0]).min(0);
        Effect::Always(Outcome { stats, hp: Hp::Kept, lowest })
    }

    /// The kind of monster, where a fight differs from others with it in nothing but the hero.
    fn plain(&self, deed: &Deed, before: &State) -> Option<u32> {
        let On::Cell(cell, _) = deed.decision.on else { return None };
        let floor = &self.project.floors[usize::from(deed.decision.floor)];
        let enemy = match ahead_of(self.project, before, &deed.decision)? {
            Ahead::Battle(enemy) => enemy,
            _ => return None,
        };
        let quiet = !floor.after_battle.contains_key(&cell) && !floor.before_battle.contains_key(&cell);
        let kind = &before.enemies[enemy as usize];
        let same = before.enemies_hash == 0 && kind.specials & !PLAIN == 0 && before.specials & AROUND == 0;
        (quiet && same && self.project.levels.is_empty() && kind.after.is_empty()).then_some(enemy)
    }

    /// Notes what a deed opens, alone and together with others, whether it shuts a way, and what it puts on cells.
    fn open_by(&mut self, number: u32, deed: &mut Deed, before: &State, after: &State) {
        let things = if deed.takes { self.partners(deed) } else { Vec::new() };
        let (opens, closes) = self.opened(&Placed { by: number, things: things.clone() }, before, after);
        let (own, others) = opens.into_iter().partition(|&place| things.is_empty() || place == deed.at);
        (deed.opens, deed.closes) = (own, closes);
        deed.joint = Joint { things, opens: others };
    }

    /// The things with which a deed's own holds something together, and that one; none where it holds nothing or is alone.
    fn partners(&self, deed: &Deed) -> Vec<u32> {
        let On::Cell(cell, _) = deed.decision.on else { return Vec::new() };
        let floor = deed.decision.floor;
        let groups = self.expander.guards.iter().filter(|(on, cells)| *on == floor && cells.contains(&cell));
        let others = groups.flat_map(|(_, cells)| cells).filter(|&&other| other != cell);
        let gone = |&deed: &u32| self.deeds[deed as usize].takes && self.marks.done.has(deed, self.course.clock);
        let deeds = others.flat_map(|&other| &self.at[self.places.of(floor, other) as usize]).copied().filter(gone);
        let mut things: Vec<u32> = deeds.map(|other| self.deeds[other as usize].thing).collect();
        if !things.is_empty() {
            things.push(deed.thing);
        }
        things.retain(|&thing| thing != NOTHING);
        things
    }

    /// Places that are open after a deed and were not before, and whether a way is shut by it; notes what it puts on cells.
    fn opened(&mut self, placed: &Placed, before: &State, after: &State) -> (Vec<u32>, bool) {
        let (mut opened, mut closes) = (Vec::new(), false);
        let other = Cache::context(self.project, before) != Cache::context(self.project, after);
        for floor in 0..after.floors.len() {
            let (old, new) = (&before.floors[floor], &after.floors[floor]);
            if !other && (Arc::ptr_eq(old, new) || old.hash == new.hash) {
                continue;
            }
            let cells = 0..new.numbers.len() as u16;
            let changed: Vec<u16> = cells.filter(|&cell| old.visible(cell) != new.visible(cell)).collect();
            for &cell in changed.iter().filter(|&&cell| new.visible(cell).is_some()) {
                self.placed.insert((floor as u16, cell), placed.clone());
                closes |= old.visible(cell).is_none() && is_shut(self.project, after, floor, cell);
            }
            if let ([cell], false, false) =
                (changed.as_slice(), other, hazard::any_on_floor(self.project, before, floor))
                && new.visible(*cell).is_none()
                && !self.is_one_way(floor, *cell)
            {
                opened.push(self.places.of(floor as u16, *cell));
                continue;
            }
            let regions = self.expander.regions(after, floor as u16);
            for (cell, place) in self.places.on(floor as u16) {
                let is_new = regions.of[usize::from(cell)] != NONE && !self.marks.opened.has(place, self.course.clock);
                if is_new && !opened.contains(&place) {
                    opened.push(place);
                }
            }
        }
        (opened, closes)
    }

    /// Whether a cell is not entered or left in every direction.
    fn is_one_way(&self, floor: usize, cell: u16) -> bool {
        let kind = &self.project.floors[floor];
        kind.cannot_move.contains_key(&cell) || kind.cannot_enter.contains_key(&cell)
    }

    /// The hero comes by a deed to where he did not come otherwise: to places whose gate it is, and others.
    fn arrive(&mut self, number: u32, reach: &Reach, stands: Option<u32>) {
        let clock = self.course.clock;
        let reached = reach.all.iter().map(|at| self.places.of(at.floor, at.entry));
        let held = self.gates.places().iter().copied().filter(|&place| self.places.is_in(reach, place));
        let new: Vec<u32> =
            reached.chain(held).chain(stands).filter(|&place| !self.marks.reached.has(place, clock)).collect();
        for place in new {
            // Where something stood, he does not come before it is gone.
            let is_taker = |&deed: &u32| self.deeds[deed as usize].takes && self.marks.done.has(deed, clock);
            let taker = self.at[place as usize].iter().copied().rfind(is_taker);
            let number = taker.unwrap_or(number);
            if self.gates.remove(place) && number != NO_DEED {
                self.gates.insert(place, number);
                self.deeds[number as usize].frees.push(place);
            } else if number != NO_DEED {
                self.deeds[number as usize].arrives.push(place);
            }
            self.marks.opened.set(place, clock);
            self.marks.touched.set(place, clock);
            self.reach(place);
        }
    }
}

/// What a decision walks into.
pub(super) fn ahead_of<'p>(project: &'p Project, state: &State, decision: &Decision) -> Option<Ahead<'p>> {
    match decision.on {
        On::Cell(cell, _) => Some(ahead(project, state, usize::from(decision.floor), cell).0),
        On::Item(..) => None,
    }
}

/// Whether there is no way over a cell, as long as nothing is done.
fn is_shut(project: &Project, state: &State, floor: usize, cell: u16) -> bool {
    !matches!(ahead(project, state, floor, cell).0, Ahead::Item(_) | Ahead::Battle(_) | Ahead::Stairs(_))
}
