//! Marks that a plan sets as it goes, and those of a changed plan laid over them for a while.

const NEVER: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    /// Of the plan as it is, the marks that were set by this step or before.
    pub limit: u32,
    /// The number of the trial, whose marks lie over those.
    pub trial: u32,
    /// The step that sets marks of the plan itself; none in a trial.
    pub step: Option<u32>,
}

impl Clock {
    /// That of the plan itself, which goes on after a step.
    pub(super) fn of_plan(step: u32) -> Clock {
        Clock { limit: NEVER - 1, trial: u32::MAX, step: Some(step) }
    }
}

/// A mark for each of some things: from which step on the plan has it, and the last trial that set it.
#[derive(Clone, Debug, Default)]
pub(super) struct Marks {
    all: Vec<Mark>,
}

#[derive(Clone, Copy, Debug)]
struct Mark {
    when: u32,
    over: u32,
}

impl Marks {
    /// Makes room for `count` things.
    pub(super) fn grow(&mut self, count: usize) {
        if self.all.len() < count {
            self.all.resize(count, Mark { when: NEVER, over: 0 });
        }
    }

    /// Whether a thing is marked.
    pub(super) fn has(&self, number: u32, clock: Clock) -> bool {
        let mark = self.all[number as usize];
        mark.when <= clock.limit || mark.over == clock.trial
    }

    /// Marks a thing; whether it was not marked before.
    pub(super) fn set(&mut self, number: u32, clock: Clock) -> bool {
        let mark = &mut self.all[number as usize];
        if mark.when <= clock.limit || mark.over == clock.trial {
            return false;
        }
        match clock.step {
            Some(step) => mark.when = step,
            None => mark.over = clock.trial,
        }
        true
    }

    /// From which step on the plan has a thing; none if never.
    pub(super) fn when(&self, number: u32) -> Option<usize> {
        Some(self.all[number as usize].when).filter(|&when| when != NEVER).map(|when| when as usize)
    }

    /// Takes away the marks that were set after a step.
    pub(super) fn cut(&mut self, step: u32) {
        for mark in &mut self.all {
            if mark.when > step {
                mark.when = NEVER;
            }
        }
    }

    /// Takes away all marks of the plan.
    pub(super) fn clear(&mut self) {
        self.all.iter_mut().for_each(|mark| mark.when = NEVER);
    }
}
