//! Time management: how long to think, from the clock, and from how settled the choice is.

use crate::search::limits::{Limits, Settings};
use std::time::Duration;

/// Moves that a game is expected to last still, when the clock does not say.
const HORIZON: u32 = 40;

/// The time of one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// No new iteration after this, times [`Settled::factor`]; `None`: think until `maximum`.
    pub optimum: Option<Duration>,
    /// The search ends here; `None`: it does not end by time.
    pub maximum: Option<Duration>,
}

impl Budget {
    /// The budget under these limits.
    pub fn new<M>(limits: &Limits<M>, settings: &Settings) -> Budget {
        let overhead = settings.move_overhead;
        let mut budget = Budget { optimum: None, maximum: None };
        if limits.infinite {
            return budget;
        }
        if let Some(clock) = limits.clock {
            let usable = clock.remaining.saturating_sub(overhead);
            let moves = clock.moves_to_go.unwrap_or(HORIZON).clamp(1, HORIZON);
            // What the clock will have given by the time control, less what the moves lose on the way.
            let total = (usable + clock.increment * (moves - 1)).saturating_sub(overhead * (moves - 1));
            let share = total / moves;
            let ceiling = if moves == 1 { usable.mul_f64(0.9) } else { usable.mul_f64(0.5) };
            budget.optimum = Some(share.mul_f64(0.8).min(ceiling));
            budget.maximum = Some((share * 4).min(ceiling));
        }
        if let Some(time) = limits.movetime {
            // A fixed time is spent, not saved: only a tenth of it may go to the way between engine and driver.
            let time = time.saturating_sub(overhead.min(time / 10));
            budget.maximum = Some(budget.maximum.map_or(time, |other| other.min(time)));
        }
        budget
    }
}

/// How settled the choice of a move is, from iteration to iteration.
#[derive(Clone, Copy, Debug, Default)]
pub struct Settled {
    stable: u32,
    drop: f64,
}

impl Settled {
    /// An iteration ended: whether its best move is that of the last one, and by how many centipawns its score fell.
    pub fn iteration(&mut self, same_move: bool, fall: i32) {
        self.stable = if same_move { (self.stable + 1).min(10) } else { 0 };
        self.drop = f64::from(fall.clamp(-20, 60));
    }

    /// What the optimum is multiplied by: less for a stable move that most of the nodes went into, more while the score
    /// falls. `effort` is the share of the nodes that went into the best move.
    pub fn factor(&self, effort: f64) -> f64 {
        let stability = 1.5 - 0.08 * f64::from(self.stable);
        let falling = 1.0 + self.drop / 100.0;
        let concentration = 1.6 - effort;
        stability * falling * concentration
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::limits::Clock;

    fn budget(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> Budget {
        let clock = Clock {
            remaining: Duration::from_millis(remaining),
            increment: Duration::from_millis(increment),
            moves_to_go,
        };
        Budget::new(&Limits::<u16> { clock: Some(clock), ..Limits::default() }, &Settings::default())
    }

    #[test]
    fn never_more_than_there_is() {
        for remaining in [0, 1, 5, 20, 100, 1000, 60_000, 86_400_000] {
            for increment in [0, 10, 1000, 60_000] {
                for moves in [None, Some(0), Some(1), Some(2), Some(40), Some(300), Some(u32::MAX)] {
                    let Budget { optimum, maximum } = budget(remaining, increment, moves);
                    let usable = Duration::from_millis(remaining.saturating_sub(10));
                    assert!(optimum <= maximum && maximum.unwrap() <= usable, "{remaining} {increment} {moves:?}");
                }
            }
        }
    }

    #[test]
    fn an_empty_clock_is_zero_and_a_full_one_is_not() {
        assert_eq!(budget(0, 0, None).maximum, Some(Duration::ZERO));
        assert!(budget(1000, 0, None).maximum > Some(Duration::from_millis(10)));
        assert!(budget(1000, 1000, None).optimum > budget(1000, 0, None).optimum);
        assert!(budget(1000, 0, Some(2)).optimum > budget(1000, 0, Some(20)).optimum);
    }

    #[test]
    fn doubt_takes_time() {
        let (mut calm, mut doubtful) = (Settled::default(), Settled::default());
        (0..8).for_each(|_| calm.iteration(true, 0));
        doubtful.iteration(false, 50);
        assert!(calm.factor(0.9) < 1.0 && doubtful.factor(0.3) > 1.5);
    }
}
