//! A plan made better on the sketch, and by the rules from time to time (simulated annealing: Kirkpatrick, Gelatt and Vecchi, 1983).

use super::super::debt::{Debt, Purse, Tally};
use super::super::polish::{On, decision};
use super::Sketch;
use super::aim::dear;
use super::leg::{COLD, Leg};
use super::replay::Step;
use crate::state::Ending;
use rustc_hash::FxHashSet;

/// Temperature in hp, at first and at last.
const HEAT: [f64; 2] = [4.0, 0.1];

/// The same where something may be owed. A plan has a thousand steps: with four times as much it drifts away.
const OWING_HEAT: [f64; 2] = [20.0, 0.5];

/// Changes that are made before, at first and at most.
const MADE: [usize; 2] = [16, 400];

/// Maximum effort on a plan, as a factor on the square of its length in changes.
const THOROUGH: u64 = 100;

/// Number of replays after which what the rules have shown is forgotten: it may have held for plans of that time alone.
const FORGOTTEN: usize = 300;

/// Number of plans that went as the sketch says which are taken over without a look at each of their steps.
const UNLEARNED: u32 = 16;

impl Sketch<'_, '_> {
    /// Changes the plan until the changes are spent, or until it owes nothing where it may. It is left as good as it ever was by
    /// the rules.
    pub fn improve(&mut self, effort: u64) {
        let length = self.base.line.len() as u64;
        let effort = effort.min(THOROUGH * length * length);
        let debt = self.debt();
        self.is_near = self.lent && debt.is_near();
        self.worth = self.worth_by_rules(&self.steps);
        let first = (self.worth, self.steps.clone());
        self.measure(dear(0.0, debt.hp));
        let [hot, cold] = if self.lent { OWING_HEAT } else { HEAT };
        let goes_on = !self.lent || self.sweep().is_some();
        let mut best = if self.worth > first.0 { (self.worth, self.steps.clone()) } else { first };
        let (mut done, mut turns, mut most) = (0, 0, MADE[0]);
        while goes_on && done < effort && !(self.lent && best.0 > 0.0) && !(self.stopped)() {
            let part = done as f64 / effort as f64;
            self.measure(dear(part, debt.hp));
            let heat = hot * (cold / hot).powf(part);
            let leg = self.leg(heat, most, effort - done);
            done += leg.tried;
            if leg.lines.is_empty() {
                continue;
            }
            turns += 1;
            if turns % FORGOTTEN == 0 {
                self.forget();
            }
            let Some(checked) = self.check_all(heat, leg) else { break };
            most = if checked { most * 2 } else { most / 2 }.clamp(1, MADE[1]);
            if self.worth > best.0 {
                best = (self.worth, self.steps.clone());
            }
        }
        (self.worth, self.steps) = best;
    }

    /// How well the plan stands with a factor on the price of a missing key.
    fn measure(&mut self, dear: f64) {
        self.dear = dear;
        (self.kept.stands, self.stood) = (self.stands(), self.standing_by_rules(&self.steps));
        self.told = self.kept.stands;
    }

    /// Checks the plan after all changes of a leg. Where it does not go as the sketch says, the change that gained much is made alone,
    /// and else a half of the changes, a quarter, and so on. Returns whether the plan after all of them goes as the sketch says.
    fn check_all(&mut self, heat: f64, leg: Leg) -> Option<bool> {
        let Leg { mut lines, jump, .. } = leg;
        if self.check(heat * lines.len() as f64)? {
            return Some(true);
        }
        if let Some(jump) = jump {
            let line = jump.made(&self.base.line);
            self.take_over(0, &line);
            if self.told > self.kept.stands && self.check(heat)? {
                return Some(false);
            }
            if jump.word != 0 {
                self.vain.insert(jump.word);
            }
        }
        while lines.len() > 1 && !(self.stopped)() {
            lines.truncate(lines.len() / 2);
            self.take_over(0, lines.last()?);
            if self.told < self.kept.stands - 2.0 * COLD * heat {
                // What the rules have just shown makes it worse.
                self.go_back();
                continue;
            }
            if self.check(heat * lines.len() as f64)? {
                break;
            }
        }
        Some(false)
    }

    /// Plays the plan by the rules, and goes back to the one that was played before where it is not as good as the sketch says. Returns
    /// whether it is; none where there is too much to keep in mind.
    pub(super) fn check(&mut self, slack: f64) -> Option<bool> {
        let line = std::mem::take(&mut self.base.line);
        let gain = self.told - self.kept.stands;
        let (from, first) = self.parting(&line);
        let (steps, mismatch) = self.replay(from, &line[first..]);
        let has_won = steps.last().is_some_and(|step| step.after.ending == Ending::Won);
        self.deeds.clone_from(&self.kept.deeds);
        let goes_as_told = mismatch.is_none();
        let unexplained = mismatch.is_some_and(|mismatch| !self.teach(&line, first, &mismatch));
        let stands = self.standing_by_rules(&steps);
        if has_won && stands - self.stood >= gain.min(0.0).max(-slack) - slack {
            let is_as_told = goes_as_told && (stands - self.stood - gain).abs() < 2.0;
            if is_as_told && self.unlearned < UNLEARNED && self.adopt(&steps) {
                self.base.line = line;
                self.steps = steps;
                self.keep();
                self.link();
            } else {
                self.learn(steps)?;
            }
            return Some(true);
        }
        if unexplained {
            self.pass(&steps)?;
            self.cut_off(&steps);
            let old = std::mem::take(&mut self.steps);
            self.learn(old)?;
        } else {
            self.go_back();
            self.link();
        }
        Some(false)
    }

    /// Takes over a plan that went by the rules as the sketch says; whether each of its steps is known.
    fn adopt(&mut self, steps: &[Step]) -> bool {
        let mut known = FxHashSet::default();
        let deed_of = |step: &Step| {
            let made = decision(self.project, &step.mv)?;
            let cell = match made.on {
                On::Cell(cell, _) | On::Item(_, cell, _) => cell,
            };
            // What is taken at once may be taken from another side.
            let here = &self.at[self.places.of(made.floor, cell) as usize];
            let same = self.of.get(&made).into_iter().flatten().chain(here).copied();
            same.into_iter().find(|&deed| self.marks.done.when(deed).is_some() && known.insert(deed))
        };
        let Some(played) = steps.iter().map(deed_of).collect() else { return false };
        self.played = played;
        self.unlearned += 1;
        true
    }

    /// Keeps all as it is, to go back to.
    pub(super) fn keep(&mut self) {
        self.worth = self.worth_by_rules(&self.steps);
        self.kept.deeds.clone_from(&self.deeds);
        self.kept.marks.clone_from(&self.marks);
        self.kept.base.clone_from(&self.base);
        self.kept.stands = self.told;
    }

    /// Goes back to the plan that was played last.
    pub(super) fn go_back(&mut self) {
        self.marks.clone_from(&self.kept.marks);
        self.base.clone_from(&self.kept.base);
        self.told = self.kept.stands;
        self.make_room();
    }

    /// What the plan owes by the rules.
    pub fn debt(&self) -> Debt {
        self.tally_of(&self.steps).debt(self.length)
    }

    /// What steps that win are worth.
    pub(super) fn worth_by_rules(&self, steps: &[Step]) -> f64 {
        let end = steps.last().map(|step| self.slots.numbers(&step.after));
        end.map_or(f64::NEG_INFINITY, |end| self.worth_of(&self.tally_of(steps), &end))
    }

    /// How well steps stand that win.
    fn standing_by_rules(&self, steps: &[Step]) -> f64 {
        let end = steps.last().map(|step| self.slots.numbers(&step.after));
        end.map_or(f64::NEG_INFINITY, |end| self.standing(&self.tally_of(steps), &end))
    }

    /// What is owed in steps.
    fn tally_of(&self, steps: &[Step]) -> Tally {
        let mut tally = Tally::default();
        for step in steps {
            let purse = |state| self.slots.purse(&self.slots.numbers(state));
            tally.add(purse(&step.before), Purse { hp: step.least(), ..purse(&step.after) });
        }
        tally
    }

    /// Where the decisions of a plan are no longer those of the plan that was played last: in this one, and in the other.
    fn parting(&self, line: &[u32]) -> (usize, usize) {
        let decided = |&(_, deed): &(usize, &u32)| !self.deeds[*deed as usize].at_once;
        let mut played = self.played.iter().enumerate().filter(decided);
        let mut new = line.iter().enumerate().filter(decided);
        loop {
            match (played.next(), new.next()) {
                (Some((_, old)), Some((_, new))) if old == new => {}
                (Some((from, _)), Some((first, _))) => return (from, first),
                _ => return (0, 0),
            }
        }
    }
}
