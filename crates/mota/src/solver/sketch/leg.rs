//! Changes of a plan that are tried on the sketch, one after the other, until it is time to play by the rules.

use super::Sketch;
use super::changes::Change;
use super::course::word;
use rustc_hash::FxHashSet;

/// Loss, as a factor on the temperature, beyond which a change is hardly ever made.
pub(super) const COLD: f64 = 20.0;

/// Changes that are tried before the plan is played by the rules, at most.
const LEG: usize = 20_000;

/// Gain, as a factor on the temperature, from which on it is much.
const JUMP: f64 = 100.0;

/// Maximum loss in hp of a change that begins a chain, and how rarely it does: a blue key may be borrowed in it, and
/// missing from then on.
const CHAINED: f64 = 50_000.0;
const CHAINS: usize = 8;

/// Number of changes that are tried for each link of a chain.
const SETTLED: u64 = 8;

/// Maximum number of links after the first.
const LINKS: usize = 4;

/// Changes that were made one after the other.
#[derive(Default)]
pub(super) struct Leg {
    /// How many were tried.
    pub tried: u64,
    /// The plan after each that was made.
    pub lines: Vec<Vec<u32>>,
    /// The last one, if it gained much.
    pub jump: Option<Jump>,
}

/// A change, to be made in another plan.
pub(super) struct Jump {
    /// The deeds that are no longer done, or elsewhere.
    old: Vec<u32>,
    /// The deeds that are done instead.
    new: Vec<u32>,
    /// The deed that they are done before.
    before: Option<u32>,
    /// A word for the deeds that were not done before.
    pub word: u64,
}

impl Jump {
    /// The change of a plan, of which these were the deeds from its first step on.
    fn new(line: &[u32], change: &Change, word: u64) -> Jump {
        let same = change.list.len() - change.same;
        let old = line[..line.len().saturating_sub(change.same)].to_vec();
        Jump { old, new: change.list[..same].to_vec(), before: change.list.get(same).copied(), word }
    }

    /// The deeds of a plan after it.
    pub(super) fn made(&self, line: &[u32]) -> Vec<u32> {
        let moved: FxHashSet<u32> = self.old.iter().chain(&self.new).copied().collect();
        let mut all: Vec<u32> = line.iter().copied().filter(|deed| !moved.contains(deed)).collect();
        let place = self.before.and_then(|before| all.iter().position(|&deed| deed == before)).unwrap_or(all.len());
        all.splice(place..place, self.new.iter().copied());
        all
    }
}

impl Sketch<'_, '_> {
    /// Tries changes and makes those that the heat allows, until one gains much.
    pub(super) fn leg(&mut self, heat: f64, most: usize, left: u64) -> Leg {
        let mut leg = Leg::default();
        while leg.tried < (LEG as u64).min(left) && leg.lines.len() < most && !(self.stopped)() {
            leg.tried += 1;
            let Some(change) = self.change() else { continue };
            let Some(worth) = self.tried(&change, heat * COLD) else { continue };
            let gain = worth - self.told;
            if gain > heat * JUMP && self.is_vain(&change) {
                continue;
            }
            if gain < 0.0 && self.random.unit() >= (gain / heat).exp() {
                if self.is_near && gain > -CHAINED && self.random.below(CHAINS) == 0 {
                    self.chain(&change, heat, &mut leg);
                }
            } else {
                self.make(&change, (worth, heat), &mut leg);
            }
            if leg.jump.is_some() {
                break;
            }
        }
        leg
    }

    /// Makes a change after which the plan stands so well.
    fn make(&mut self, change: &Change, (worth, heat): (f64, f64), leg: &mut Leg) {
        let gain = worth - self.told;
        let old = self.base.line[change.first..].to_vec();
        let word = if gain > heat * JUMP { self.word_of_new(change) } else { 0 };
        self.take_over(change.first, &change.list);
        if self.told < worth - 1.0 {
            // Where it joined the plan something was open that is not.
            self.take_over(change.first, &old);
            return;
        }
        if gain != 0.0 {
            leg.lines.push(self.base.line.clone());
        }
        if gain > heat * JUMP {
            leg.jump = Some(Jump::new(&old, change, word));
        }
    }

    /// Makes a change that loses, and then the best of some that settle what is borrowed, one after the other, if all together lose no
    /// more than the heat (an ejection chain: Glover, 1996). What a key opens and what gives that key are seldom found at once.
    fn chain(&mut self, change: &Change, heat: f64, leg: &mut Leg) {
        let (told, old) = (self.told, self.base.line.clone());
        let word = self.word_of_new(change);
        self.take_over(change.first, &change.list);
        let mut first = change.first;
        for _ in 0..LINKS {
            leg.tried += SETTLED;
            let Some((worth, next)) = self.settled(self.told) else { break };
            first = first.min(next.first);
            self.take_over(next.first, &next.list);
            if self.told < worth - 1.0 || self.told >= told - heat {
                break;
            }
        }
        if self.told >= told - heat {
            let line = &self.base.line;
            leg.lines.push(line.clone());
            if self.told - told > heat * JUMP {
                let (old, new) = (&old[first..], line[first..].to_vec());
                let same = old.iter().rev().zip(new.iter().rev()).take_while(|(old, new)| old == new).count();
                leg.jump = Some(Jump::new(old, &Change { first, list: new, same }, word));
            }
            return;
        }
        self.take_over(first, &old[first..]);
    }

    /// The best of some changes that settle what is borrowed, and how well the plan would stand, if that is better than so well.
    fn settled(&mut self, mut most: f64) -> Option<(f64, Change)> {
        let mut best = None;
        for _ in 0..SETTLED {
            let Some(change) = self.settle() else { continue };
            let Some(worth) = self.tried(&change, f64::INFINITY).filter(|&worth| worth > most) else { continue };
            most = worth;
            best = Some((worth, change));
        }
        best
    }

    /// A word for the deeds of a change that the plan does not do; 0 if there are none.
    pub(super) fn word_of_new(&self, change: &Change) -> u64 {
        let same = change.list.len() - change.same;
        let new = change.list[..same].iter().filter(|&&deed| self.marks.done.when(deed).is_none());
        new.fold(0, |all, &deed| all ^ word(deed))
    }

    /// Whether the rules have shown that a change gains nothing, wherever it is made.
    pub(super) fn is_vain(&self, change: &Change) -> bool {
        !self.vain.is_empty() && self.vain.contains(&self.word_of_new(change))
    }
}
