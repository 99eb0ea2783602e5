//! What gives the hero something, tried one after the other all over the plan: what is worth much is found by that in seconds, and by
//! luck hardly ever.

use super::Sketch;
use super::changes::Change;
use super::ways::Way;

/// Number of steps of the plan that are looked at first, for each deed; then those beside the best one.
const COARSE: usize = 24;

/// Minimum gain of a sweep in hp.
const MIN_GAIN: f64 = 20.0;

impl Sketch<'_, '_> {
    /// Does everything that is not done where it gains most by the rules, and everything that is done sooner where that gains. None
    /// where there is too much to keep in mind.
    pub(super) fn sweep(&mut self) -> Option<()> {
        let mut open: Vec<u32> = (0..self.deeds.len() as u32).filter(|&deed| self.gives(deed)).collect();
        self.random.shuffle(&mut open);
        for deed in open {
            if (self.stopped)() {
                break;
            }
            if self.marks.done.when(deed).is_some() {
                if let Some((gain, change)) = self.best_sooner(deed) {
                    self.make_best(gain, &change)?;
                }
                continue;
            }
            if !self.is_open(deed) || self.deeds[deed as usize].wins {
                continue;
            }
            let Some(way) = self.way_to(deed) else { continue };
            if let Some((gain, change)) = self.best_place(&way) {
                self.make_best(gain, &change)?;
            }
        }
        Some(())
    }

    /// Makes a change that gains so much, if it does so by the rules.
    fn make_best(&mut self, gain: f64, change: &Change) -> Option<()> {
        if gain < MIN_GAIN || self.is_vain(change) {
            return Some(());
        }
        let word = self.word_of_new(change);
        self.take_over(change.first, &change.list);
        if self.told < self.kept.stands + MIN_GAIN {
            self.go_back();
        } else if !self.check(gain / 2.0)? && word != 0 {
            self.vain.insert(word);
        }
        Some(())
    }

    /// A way put into the plan before a step.
    pub(super) fn placed(&self, way: &Way, to: usize) -> Change {
        self.replaced(way.drop.unwrap_or(to), usize::from(way.drop.is_some()), &way.list, to)
    }

    /// Where a way gains most, and how much; none where it gains nothing.
    fn best_place(&mut self, way: &Way) -> Option<(f64, Change)> {
        let end = self.base.line.len() - 1;
        let from = way.from.min(end);
        let mut by = (end - from) / COARSE + 1;
        let (mut best, mut found) = (from, None);
        for to in (from..=end).step_by(by) {
            if self.is_better(&mut found, self.placed(way, to)) {
                best = to;
            }
        }
        while by > 1 {
            by /= 2;
            for to in [best.saturating_sub(by).max(from), (best + by).min(end)] {
                if self.is_better(&mut found, self.placed(way, to)) {
                    best = to;
                }
            }
        }
        found
    }

    /// How much sooner a deed of the plan is best done, and what that gains; none where it gains nothing.
    fn best_sooner(&mut self, deed: u32) -> Option<(f64, Change)> {
        let at = self.marks.done.when(deed)?.checked_sub(1)?;
        let mut found = None;
        for part in 0..COARSE {
            let to = at * part / COARSE;
            for change in [self.pulled(at, to), self.led(at, to)].into_iter().flatten() {
                self.is_better(&mut found, change);
            }
        }
        found
    }

    /// Tries a change; whether it gains more than the best so far, whose place it takes then.
    fn is_better(&mut self, found: &mut Option<(f64, Change)>, change: Change) -> bool {
        let most = found.as_ref().map_or(0.0, |(gain, _)| *gain);
        let Some(worth) = self.tried(&change, f64::INFINITY) else { return false };
        let gain = worth - self.told;
        if gain > most {
            *found = Some((gain, change));
        }
        gain > most
    }
}
