//! Which question "is the score above alpha?" to ask next, given a range for the score.
//!
//! Early ends are cheap to prove or to rule out, because they are near; late ends and draws cost the most and are the
//! most likely. So the range is first cut twice in the middle of its halves, then at 0 (who wins?), and from there
//! outwards in growing steps. As a result, most scores that are expensive to prove cost only the two questions next to
//! them.

/// Number of questions that only rule out early ends.
const OUTER: u32 = 2;

/// The sequence of questions for one proof.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct NullWindowSchedule {
    /// Number of questions answered.
    answered: u32,
    /// The answers since the question about the winner, as long as they are all the same.
    is_above: Option<bool>,
    /// Whether they differ.
    is_enclosed: bool,
    /// The size of the next step, a power of two.
    steps: u32,
}

impl NullWindowSchedule {
    /// The next alpha for a score in `lower..=upper`; at least `lower`, below `upper`.
    pub(crate) fn next(&mut self, lower: i32, upper: i32) -> i32 {
        let step = 1 << self.steps.min(16);
        match self.is_above {
            _ if self.answered < OUTER => towards_zero(lower, upper),
            _ if self.is_enclosed => lower + (upper - lower) / 2,
            None => 0.clamp(lower, upper - 1),
            Some(true) => (lower + step - 1).min(towards_zero(lower, upper)),
            Some(false) => (upper - step).max(towards_zero(lower, upper)),
        }
    }

    /// Records whether the score is above the alpha that was asked.
    pub(crate) fn update(&mut self, is_above: bool) {
        self.answered += 1;
        if self.answered > OUTER {
            self.steps += u32::from(self.is_above.is_some());
            self.is_enclosed |= self.is_above.is_some_and(|before| before != is_above);
            self.is_above = Some(is_above);
        }
    }
}

/// Where to cut a range: in the middle, or nearer to 0 (after Pascal Pons).
fn towards_zero(lower: i32, upper: i32) -> i32 {
    let middle = lower + (upper - lower) / 2;
    if middle <= 0 && lower / 2 < middle {
        lower / 2
    } else if middle >= 0 && upper / 2 > middle {
        upper / 2
    } else {
        middle
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The alphas asked until a score is known, if answers only say yes or no.
    fn alphas(score: i32, mut lower: i32, mut upper: i32) -> Vec<i32> {
        let mut schedule = NullWindowSchedule::default();
        let mut alphas = Vec::new();
        while lower < upper {
            let alpha = schedule.next(lower, upper);
            assert!((lower..upper).contains(&alpha), "{alpha} of {lower}..={upper}");
            schedule.update(score > alpha);
            if score > alpha {
                lower = alpha + 1
            } else {
                upper = alpha
            }
            alphas.push(alpha);
        }
        assert_eq!(lower, score);
        alphas
    }

    #[test]
    fn every_score_is_found_within_few_questions() {
        for (lower, upper) in [(-20, 20), (-3, 14), (2, 17), (-9, -1), (0, 1), (5, 5)] {
            for score in lower..=upper {
                assert!(alphas(score, lower, upper).len() <= 8, "{score} of {lower}..={upper}");
            }
        }
    }

    #[test]
    fn late_ends_are_asked_for_first() {
        assert_eq!(alphas(1, -20, 20), [-10, 10, 0, 1]);
        assert_eq!(alphas(0, -20, 20), [-10, 10, 0, -1]);
    }
}
