//! How wide and how long the beam searches.

use crate::solver::weights::Weights;
use std::time::Duration;

/// How wide and how long is searched.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// States that go on from each layer.
    pub width: usize,
    /// Layers of a level at most.
    pub layers: usize,
    /// Layers of a level that send nothing better up before it ends.
    pub patience: usize,
    /// At most this fraction of the states, as its denominator, has the same keys.
    pub kinds: usize,
    /// Megabytes for what is remembered of floors and heroes.
    pub megabytes: usize,
    /// How often a level from which nothing leads on is searched: each time wider.
    pub tries: usize,
    /// Decisions of each evaluation on each level, spent on improving its best plan.
    pub effort: u64,
    /// Decisions in all, before other searches, spent on improving a plan with violations.
    pub owing: u64,
}

/// Megabytes where nothing else is asked for.
pub const MEGABYTES: usize = 2048;

/// Factor on the width of a level that is searched again because nothing leads on from it.
pub(super) const WIDER: [usize; 3] = [1, 4, 16];

/// [`Limits::effort`] where nothing limits the search.
const EFFORT: u64 = 200_000;

/// [`Limits::owing`] where nothing limits the search.
const OWING: u64 = 2_000_000;

/// The share of all decisions for it where something limits them. A plan that owes something wins sooner than a beam that has not won
/// by itself in its first round: most towers that are won are won with very little of it, and the others need all that there is.
const OWING_SHARE: [u64; 2] = [7, 8];

impl Limits {
    /// Those for towers of any size, of a width.
    pub const fn of_width(width: usize) -> Limits {
        let (tries, megabytes) = (WIDER.len(), MEGABYTES);
        Limits { width, layers: 300, patience: 15, kinds: 8, megabytes, tries, effort: EFFORT, owing: OWING }
    }

    /// Limits of a search of `decisions` decisions in a tower of `floors` floors: one half of them improve plans.
    pub fn within(self, decisions: u64, floors: usize) -> Limits {
        let polishes = floors.max(1) * Weights::players().len();
        Limits { effort: decisions / 2 / polishes as u64, owing: decisions / OWING_SHARE[1] * OWING_SHARE[0], ..self }
    }
}

/// Approximate number of decisions that `threads` threads make in a time.
pub fn decisions(time: Duration, threads: usize) -> u64 {
    const EACH_MILLISECOND: u64 = 60;
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX).saturating_mul(EACH_MILLISECOND * threads.max(1) as u64)
}
