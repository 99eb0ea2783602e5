//! What the rules show of the order of deeds, where a plan does not go as the sketch says.

use super::replay::Mismatch;
use super::{NO_DEED, Sketch};
use rustc_hash::{FxHashMap, FxHashSet};

/// More deeds than these do not learn to keep their order at once.
const MAX_LEARNED: usize = 10;

impl Sketch<'_, '_> {
    /// Learns from a deed that did not do by the rules what the sketch says. Returns whether it could.
    pub(super) fn teach(&mut self, line: &[u32], first: usize, mismatch: &Mismatch) -> bool {
        let at = first + mismatch.at;
        if at >= line.len() {
            return false;
        }
        let deed = mismatch.deed;
        if self.shut_late(&line[..at], &mismatch.failed) {
            return true;
        }
        let Some(was) = self.played.iter().position(|&old| old == deed) else {
            self.deeds[deed as usize].barred = true;
            self.kept.deeds[deed as usize].barred = true;
            return true;
        };
        let Some(rule) = self.suspects(deed, was, &line[..at], line) else { return false };
        if rule.len() > MAX_LEARNED {
            return false;
        }
        self.keep_order(rule);
        true
    }

    /// Deeds that shut a way come after all that cannot be done any more because of them and was done before them in the plan that was
    /// played last. Returns whether there are any.
    fn shut_late(&mut self, now: &[u32], failed: &[u32]) -> bool {
        let place: FxHashMap<u32, usize> = self.played.iter().enumerate().map(|(at, &deed)| (deed, at)).collect();
        let mut rule = Vec::new();
        for &shuts in now.iter().filter(|&&deed| self.deeds[deed as usize].closes) {
            let was = place.get(&shuts).copied().unwrap_or(usize::MAX);
            let earlier = failed.iter().filter(|deed| place.get(deed).is_some_and(|&at| at < was));
            rule.extend(earlier.map(|&deed| (shuts, deed)));
        }
        let any = !rule.is_empty();
        self.keep_order(rule);
        any
    }

    /// Notes pairs of deeds of which the first one comes after the second one.
    fn keep_order(&mut self, rule: Vec<(u32, u32)>) {
        for (later, earlier) in rule {
            for deeds in [&mut self.deeds, &mut self.kept.deeds] {
                let learned = &mut deeds[later as usize].learned;
                if !learned.contains(&earlier) {
                    learned.push(earlier);
                }
            }
        }
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
    pub(super) fn forget(&mut self) {
        self.vain.clear();
        for deed in &mut self.deeds {
            deed.learned.clear();
            deed.barred = deed.is_idle();
        }
        self.gates.retain(|gate| gate != NO_DEED);
    }
}
