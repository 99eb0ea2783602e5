//! Time management: how long to think, given the clock and how settled the choice is.

use crate::control::Control;
use crate::search::limits::{Clock, Limits, Settings};
use std::time::Duration;

/// Expected number of remaining moves, if the clock does not say.
const HORIZON: u32 = 40;
/// The overheads of future moves, and that of this move, may each reserve at most half of the clock.
const MAX_RESERVE: u32 = 2;
/// The hard limit for a move, as a divisor of the clock.
const MAX_SHARES: u32 = 7;

/// The time for one move. The first iteration is completed unless it is endless
/// ([`crate::search::worker::Worker::completed`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Budget {
    /// No new iteration starts after this time multiplied by [`Settled::factor`]; `None`: think until `maximum`.
    pub optimum: Option<Duration>,
    /// The search ends at this time; `None`: it is not limited by time.
    pub maximum: Option<Duration>,
}

impl Budget {
    /// The budget for these limits.
    pub(crate) fn new<M>(limits: &Limits<M>, settings: &Settings) -> Budget {
        let overhead = settings.move_overhead;
        let mut budget = Budget { optimum: None, maximum: None };
        if limits.infinite {
            return budget;
        }
        if let Some(clock) = limits.clock {
            budget = Budget::of_clock(clock, overhead);
        }
        if let Some(time) = limits.movetime {
            // A fixed time is meant to be spent: at most a tenth of it is reserved for communication.
            let time = time.saturating_sub(overhead.min(time / 10));
            budget.maximum = Some(budget.maximum.map_or(time, |other| other.min(time)));
        }
        budget
    }

    /// A share of the clock. It is never zero while the clock holds anything, and never more than the clock minus the
    /// overhead; with less than two overheads left, it is at most half of the clock.
    fn of_clock(clock: Clock, overhead: Duration) -> Budget {
        let usable = clock.remaining - overhead.min(clock.remaining / MAX_RESERVE);
        let moves = clock.moves_to_go.unwrap_or(HORIZON).clamp(1, HORIZON);
        let later = moves - 1;
        // What later moves lose in communication beyond their share. If the clock cannot cover that many moves, the
        // game will be shorter or the overhead smaller than assumed; reserving everything would leave no time to think.
        let loss = (overhead.saturating_sub(clock.increment) * later).min(usable / MAX_RESERVE);
        let gain = clock.increment.saturating_sub(overhead) * later;
        let share = (usable + gain - loss) / moves;
        let ceiling = if later == 0 { usable.mul_f64(0.9) } else { usable.mul_f64(0.5) };
        Budget { optimum: Some(share.mul_f64(0.8).min(ceiling)), maximum: Some((share * MAX_SHARES).min(ceiling)) }
    }
}

/// The time that a search takes on the engine's own clock: none passes while it ponders.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ThinkingTime {
    /// When the clock started: 0, or the time of `ponderhit`; `None` while pondering.
    from: Option<Duration>,
}

impl ThinkingTime {
    /// For a search that starts now.
    pub(crate) fn new(control: &Control) -> ThinkingTime {
        ThinkingTime { from: (!control.is_pondering()).then_some(Duration::ZERO) }
    }

    /// The time on the clock, given the time `now` since the start of the search; `None` while pondering.
    pub(crate) fn elapsed(&mut self, now: Duration, control: &Control) -> Option<Duration> {
        if self.from.is_none() && !control.is_pondering() {
            self.from = Some(now);
        }
        self.from.map(|from| now.saturating_sub(from))
    }
}

/// The result of an iteration.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Iteration {
    /// Whether its best move is the same as in the iteration before.
    pub(crate) same_move: bool,
    /// Its score, in centipawns.
    pub score: i32,
    /// How often another move became best during the iteration.
    pub changes: u32,
}

/// How settled the choice of a move is, from iteration to iteration. Each of five signs contributes a factor to the
/// optimum time; the form and the signs are those of Reckless and Stockfish.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Settled {
    /// The score of our previous move, in centipawns.
    before: Option<i32>,
    /// The score of the last iteration.
    last: Option<i32>,
    /// A moving average over the iterations so far.
    average: f64,
    /// Consecutive iterations with the same best move.
    stable: u32,
    /// Consecutive iterations with a score close to the average.
    level: u32,
    /// How far the score fell, in centipawns: half since our previous move, half since the last iteration.
    fall: f64,
    /// Changes of the best move; with each iteration, earlier ones count half as much.
    changes: f64,
}

/// A score this close to the average, in centipawns, counts as level.
const LEVEL: f64 = 12.0;
/// Longer streaks have no further effect.
const MAX_STREAK: u32 = 10;

impl Settled {
    /// Before the first iteration. `before` is the score of our previous move, in centipawns.
    pub(crate) fn new(before: Option<i32>) -> Settled {
        Settled { before, ..Settled::default() }
    }

    pub(crate) fn iteration(&mut self, Iteration { same_move, score, changes }: Iteration) {
        let exact = f64::from(score);
        let is_level = self.last.is_some() && (exact - self.average).abs() < LEVEL;
        self.average = if self.last.is_some() { (self.average + exact) / 2.0 } else { exact };
        self.stable = if same_move { (self.stable + 1).min(MAX_STREAK) } else { 0 };
        self.level = if is_level { (self.level + 1).min(MAX_STREAK) } else { 0 };
        let fall_since = |earlier: Option<i32>| {
            f64::from(earlier.map_or(0, |earlier| earlier.saturating_sub(score).clamp(-200, 200)))
        };
        self.fall = (fall_since(self.before) + fall_since(self.last)) / 2.0;
        self.changes = self.changes / 2.0 + f64::from(changes);
        self.last = Some(score);
    }

    /// The factor for the optimum: less for a stable move that took most of the nodes and a level score, more while the
    /// score falls. `effort` is the share of nodes spent on the best move.
    pub(crate) fn factor(&self, effort: f64) -> f64 {
        let effort = (2.3 - 1.7 * effort).max(0.6);
        let stability = 1.25 - 0.05 * f64::from(self.stable);
        let level = 1.15 - 0.035 * f64::from(self.level);
        let trend = (1.0 + self.fall / 80.0).clamp(0.8, 1.5);
        let unrest = 0.9 + 0.35 * self.changes.min(3.0);
        effort * stability * level * trend * unrest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLOCKS: [u64; 14] = [1, 2, 5, 10, 11, 20, 100, 399, 400, 1000, 4000, 39_000, 60_000, 86_400_000];

    fn with_overhead(remaining: u64, increment: u64, moves_to_go: Option<u32>, overhead: u64) -> Budget {
        let clock = Clock {
            remaining: Duration::from_millis(remaining),
            increment: Duration::from_millis(increment),
            moves_to_go,
        };
        let settings = Settings { move_overhead: Duration::from_millis(overhead), ..Settings::default() };
        Budget::new(&Limits::<u16> { clock: Some(clock), ..Limits::default() }, &settings)
    }

    fn budget(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> Budget {
        with_overhead(remaining, increment, moves_to_go, 10)
    }

    #[test]
    fn a_share_of_the_clock_never_nothing_and_never_more_than_there_is() {
        for remaining in CLOCKS {
            for increment in [0, 10, 1000, 60_000] {
                for moves in [None, Some(0), Some(1), Some(2), Some(40), Some(300), Some(u32::MAX)] {
                    for overhead in [0, 1, 10, 100, 1000, 10_000] {
                        let Budget { optimum, maximum } = with_overhead(remaining, increment, moves, overhead);
                        let (optimum, maximum) = (optimum.unwrap(), maximum.unwrap());
                        let whole = Duration::from_millis(remaining);
                        let usable = whole.saturating_sub(Duration::from_millis(overhead)).max(whole / 2);
                        let case = format!("{remaining} {increment} {moves:?} {overhead}");
                        assert!(optimum >= whole / 500, "{case}: {optimum:?}");
                        assert!(optimum <= maximum && maximum < usable, "{case}: {maximum:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn an_overhead_larger_than_the_clock_can_pay_leaves_a_share() {
        for (remaining, overhead) in [(400, 10), (4000, 100), (39_000, 1000)] {
            let Budget { optimum, maximum } = with_overhead(remaining, 0, None, overhead);
            let clock = Duration::from_millis(remaining);
            assert!(optimum > Some(clock / 120) && maximum < Some(clock / 10), "{optimum:?} {maximum:?} of {clock:?}");
        }
    }

    #[test]
    fn a_longer_clock_and_a_larger_increment_never_mean_less_time() {
        for overhead in [0, 10, 100, 1000] {
            for pair in CLOCKS.windows(2) {
                let [less, more] = [pair[0], pair[1]].map(|remaining| with_overhead(remaining, 0, None, overhead));
                assert!(less.optimum <= more.optimum && less.maximum <= more.maximum, "{pair:?} {overhead}");
                let given = with_overhead(pair[0], 20, None, overhead);
                assert!(less.optimum <= given.optimum && less.maximum <= given.maximum, "{pair:?} {overhead}");
            }
        }
    }

    #[test]
    fn a_game_without_increment_is_not_lost_on_time() {
        // Each move takes the maximum, which no game does, plus a tenth of a millisecond of overhead.
        for (start, overhead) in [(400u64, 10), (1000, 100), (4000, 100), (39_000, 1000)] {
            let mut clock = Duration::from_millis(start);
            for number in 0..80 {
                let whole_millis = clock.as_millis() as u64;
                let spent =
                    with_overhead(whole_millis, 0, None, overhead).maximum.unwrap() + Duration::from_micros(100);
                assert!(spent < clock, "move {number} of {start} ms with {overhead} ms takes {spent:?} of {clock:?}");
                clock -= spent;
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
    fn no_time_passes_while_pondering() {
        let millis = Duration::from_millis;
        let (thinking, pondering) = (Control::new(), Control::pondering());
        let mut own = ThinkingTime::new(&thinking);
        assert_eq!(own.elapsed(millis(30), &thinking), Some(millis(30)));
        let mut own = ThinkingTime::new(&pondering);
        assert_eq!(own.elapsed(millis(30), &pondering), None);
        pondering.ponderhit();
        assert_eq!(own.elapsed(millis(40), &pondering), Some(Duration::ZERO));
        assert_eq!(own.elapsed(millis(45), &pondering), Some(millis(5)));
    }

    #[test]
    fn doubt_takes_time() {
        let (mut calm, mut doubtful) = (Settled::default(), Settled::default());
        (0..8).for_each(|_| calm.iteration(Iteration { same_move: true, score: 20, changes: 0 }));
        doubtful.iteration(Iteration { same_move: true, score: 50, changes: 0 });
        doubtful.iteration(Iteration { same_move: false, score: 0, changes: 1 });
        assert!(calm.factor(0.9) < 0.6 && doubtful.factor(0.3) > 2.0);
    }

    #[test]
    fn a_score_below_that_of_the_move_before_takes_time() {
        let factor = |before: Option<i32>| {
            let mut settled = Settled::new(before);
            (0..4).for_each(|_| settled.iteration(Iteration { same_move: true, score: 30, changes: 0 }));
            settled.factor(0.5)
        };
        assert!(factor(Some(90)) > factor(Some(30)) && factor(Some(30)) > factor(Some(0)));
        assert_eq!(factor(None), factor(Some(30)));
        assert!(factor(Some(i32::MAX)) <= 1.5 * factor(None), "no score takes more than that");
    }
}
