//! A plan made better on the sketch, and by the rules from time to time (simulated annealing: Kirkpatrick, Gelatt and Vecchi, 1983).

use super::super::super::state::Ending;
use super::super::debt::Debt;
use super::replay::{Mismatch, Step};
use super::tally::Tally;
use super::{NO_DEED, Sketch};
use rustc_hash::{FxHashMap, FxHashSet};

/// A change may lose such a share of what is owed at first, and at last.
const HEAT: [f64; 2] = [0.000_3, 0.000_01];

/// And of so many hp more.
const LEAST: f64 = 8_000.0;

/// A change that loses so many times the heat is hardly ever made.
const COLD: f64 = 20.0;

/// Changes that are tried before the plan is played by the rules, at most.
const LEG: usize = 20_000;

/// Changes that are made before, at first and at most.
const MADE: [usize; 2] = [16, 400];

/// A plan is worth so many times the square of its length in changes, and no more.
const THOROUGH: u64 = 100;

/// What the rules have shown is forgotten after so many times: it may have held for plans of that time alone.
const FORGOTTEN: usize = 300;

/// More deeds than these do not learn to keep their order at once.
const MOST_LEARNED: usize = 10;

impl Sketch<'_, '_> {
    /// Changes the plan, until so many changes were tried, or until it owes nothing where it may. It is left as good as it ever was by
    /// the rules.
    pub fn improve(&mut self, effort: u64) {
        let length = self.base.line.len() as u64;
        let effort = effort.min(THOROUGH * length * length);
        let mut best = (self.worth, self.steps.clone());
        let mut most = MADE[0];
        let (mut done, mut turns) = (0, 0);
        while done < effort && !(self.stopped)() {
            let part = done as f64 / effort as f64;
            let owed = (-self.told).max(0.0) + LEAST;
            let heat = owed * HEAT[0] * (HEAT[1] / HEAT[0]).powf(part);
            let before = self.told;
            let (tried, made) = self.leg(heat, most, effort - done);
            done += tried;
            if made == 0 {
                continue;
            }
            turns += 1;
            if turns % FORGOTTEN == 0 {
                self.forget();
            }
            let Some(checked) = self.check(heat, before) else { break };
            most = if checked { most * 2 } else { most / 2 }.clamp(1, MADE[1]);
            if self.worth > best.0 {
                best = (self.worth, self.steps.clone());
                if self.lent && self.worth > 0.0 {
                    break;
                }
            }
        }
        (self.worth, self.steps) = best;
    }

    /// Tries changes and makes those that the heat allows. Returns how many were tried and made.
    fn leg(&mut self, heat: f64, most: usize, left: u64) -> (u64, usize) {
        let (mut tried, mut made) = (0, 0);
        while tried < (LEG as u64).min(left) && made < most && !(self.stopped)() {
            tried += 1;
            let Some(change) = self.change() else { continue };
            let Some(worth) = self.tried(&change, heat * COLD) else { continue };
            let lost = self.told - worth;
            if lost > 0.0 && self.random.unit() >= (-lost / heat).exp() {
                continue;
            }
            let old = self.base.line[change.first..].to_vec();
            self.take_over(change.first, &change.list);
            if self.told < worth - 1.0 {
                // Where it joined the plan something was open that is not.
                self.take_over(change.first, &old);
                continue;
            }
            made += usize::from(lost != 0.0);
        }
        (tried, made)
    }

    /// Plays the plan by the rules, and goes back to the one that was played before where it is not as good as the sketch says. Returns
    /// whether it is; none where there is too much to keep in mind.
    fn check(&mut self, heat: f64, before: f64) -> Option<bool> {
        let line = std::mem::take(&mut self.base.line);
        let (told, was) = (self.told - before, self.worth);
        let (from, first) = self.parting(&line);
        let (steps, mismatch) = self.replay(from, &line[first..]);
        let has_won = steps.last().is_some_and(|step| step.after.ending == Ending::Won);
        self.deeds.clone_from(&self.kept.deeds);
        let unexplained = mismatch.is_some_and(|mismatch| !self.teach(&line, first, &mismatch));
        if has_won && self.worth_by_rules(&steps) - was >= told.min(0.0) - heat {
            self.learn(steps)?;
            return Some(true);
        }
        if unexplained {
            self.pass(&steps)?;
            let old = std::mem::take(&mut self.steps);
            self.learn(old)?;
        } else {
            self.marks.clone_from(&self.kept.marks);
            self.base.clone_from(&self.kept.base);
            self.told = self.kept.told;
            self.make_room();
            self.link();
        }
        Some(false)
    }

    /// What the plan owes by the rules.
    pub fn debt(&self) -> Debt {
        self.tally_of(&self.steps).debt()
    }

    /// What steps that win are worth.
    fn worth_by_rules(&self, steps: &[Step]) -> f64 {
        let hp = steps.last().map_or(0, |step| step.after.stats[0]);
        self.worth_of(&self.tally_of(steps), hp)
    }

    /// What is owed in steps.
    fn tally_of(&self, steps: &[Step]) -> Tally {
        let mut tally = Tally::default();
        for step in steps {
            let numbers = self.slots.numbers(&step.after);
            tally.add(step.least(), self.slots.keys_of(&numbers));
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

    /// Learns from a deed that did not do by the rules what the sketch says. Returns whether it could.
    fn teach(&mut self, line: &[u32], first: usize, mismatch: &Mismatch) -> bool {
        let at = first + mismatch.at;
        if at >= line.len() {
            return false;
        }
        let deed = mismatch.deed;
        let Some(was) = self.played.iter().position(|&old| old == deed) else {
            self.deeds[deed as usize].barred = true;
            self.kept.deeds[deed as usize].barred = true;
            return true;
        };
        let Some(rule) = self.suspects(deed, was, &line[..at], line) else { return false };
        if rule.len() > MOST_LEARNED {
            return false;
        }
        for (later, earlier) in rule {
            for deeds in [&mut self.deeds, &mut self.kept.deeds] {
                let learned = &mut deeds[later as usize].learned;
                if !learned.contains(&earlier) {
                    learned.push(earlier);
                }
            }
        }
        true
    }

    /// Pairs of deeds, the later one first, that may have to keep their order, as one does not what it did at some place of the plan
    /// that was played last: what was done before it then and is not now; what is done before it now and was not then; what changed its
    /// order before it, on its floor or anywhere.
    fn suspects(&self, deed: u32, was: usize, now: &[u32], line: &[u32]) -> Option<Vec<(u32, u32)>> {
        let place: FxHashMap<u32, usize> = line.iter().enumerate().map(|(at, &deed)| (deed, at)).collect();
        let late = |old: &u32| place.get(old).is_none_or(|&place| place > now.len());
        let decided = |old: &u32| !self.deeds[*old as usize].at_once;
        let before: Vec<u32> = self.played[..was].iter().copied().filter(decided).collect();
        let missing = before.iter().copied().filter(late).map(|old| (deed, old)).collect();
        let known: FxHashSet<u32> = before.iter().copied().collect();
        let new = now.iter().filter(|other| !known.contains(other) && decided(other)).map(|&new| (new, deed)).collect();
        let floor = |deed: u32| self.deeds[deed as usize].decision.floor;
        let here: Vec<u32> = before.iter().copied().filter(|&old| floor(old) == floor(deed)).collect();
        let turned = |all: &[u32]| -> Vec<(u32, u32)> {
            let swapped = |pair: &[u32]| place.get(&pair[0]) > place.get(&pair[1]);
            all.windows(2).filter(|pair| swapped(pair)).map(|pair| (pair[1], pair[0])).collect()
        };
        [missing, new, turned(&here), turned(&before)].into_iter().find(|rule| !rule.is_empty())
    }

    /// Forgets what the rules have shown of orders.
    fn forget(&mut self) {
        for deed in &mut self.deeds {
            deed.learned.clear();
            deed.barred = deed.is_idle();
        }
        self.gates.retain(|_, gate| *gate != NO_DEED);
    }
}
