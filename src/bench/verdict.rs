//! Compares the mate that was found with what the file says, and counts.

use super::study::Given;
use meihua_contracts::game::Outcome;
use meihua_engine::score::Points;
use std::cmp::Ordering;

/// How a search did in a study.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// A mate; no length is given.
    Found,
    /// A mate of fewer moves than given.
    Shorter,
    /// A mate of the given length.
    Equal,
    /// A mate of more moves than given.
    Longer,
    /// No mate was found.
    Missed,
    /// No mate was found, and the study is a draw.
    Draw,
    /// A mate was found in a draw, or for the other side.
    Wrong,
}

impl Verdict {
    /// The verdict on a mate in `found` moves, negative or zero if the side to move is mated.
    pub(super) fn of(found: Option<i32>, given: &Given) -> Verdict {
        let winner = found.map(|moves| if moves > 0 { Outcome::Win } else { Outcome::Loss });
        match (found, given.outcome, given.moves) {
            (None, Outcome::Draw, _) => Verdict::Draw,
            (None, Outcome::Win | Outcome::Loss, _) => Verdict::Missed,
            (Some(_), outcome, _) if winner != Some(outcome) => Verdict::Wrong,
            (Some(_), _, None) => Verdict::Found,
            (Some(found), _, Some(given)) => match found.unsigned_abs().cmp(&given) {
                Ordering::Less => Verdict::Shorter,
                Ordering::Equal => Verdict::Equal,
                Ordering::Greater => Verdict::Longer,
            },
        }
    }

    /// Its word in a row.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Verdict::Found => "found",
            Verdict::Shorter => "shorter",
            Verdict::Equal => "equal",
            Verdict::Longer => "longer",
            Verdict::Missed => "missed",
            Verdict::Draw => "draw",
            Verdict::Wrong => "wrong",
        }
    }
}

/// Whether a score shows the known result of an ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Showing {
    Shown,
    /// A win that looks drawn, or worse.
    Low,
    /// A draw that looks won.
    High,
}

impl Showing {
    /// The least centipawns of a win.
    const WIN: i64 = 60;
    /// The most centipawns of a draw, for either side.
    const DRAW: i64 = 150;

    /// The verdict on a score for the side to move.
    pub(super) fn of(score: Points, outcome: Outcome) -> Showing {
        let centipawns = match score {
            Points::Mate(moves) if moves > 0 => i64::MAX,
            Points::Mate(_) => -i64::MAX,
            Points::Cp(points) => points.into(),
            Points::Units(units) => units,
        };
        let is_shown = match outcome {
            Outcome::Win => centipawns >= Self::WIN,
            Outcome::Loss => centipawns <= -Self::WIN,
            Outcome::Draw => centipawns.abs() <= Self::DRAW,
        };
        match outcome {
            _ if is_shown => Showing::Shown,
            Outcome::Win | Outcome::Loss => Showing::Low,
            Outcome::Draw => Showing::High,
        }
    }

    /// Its word in a row.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Showing::Shown => "shown",
            Showing::Low => "low",
            Showing::High => "high",
        }
    }
}

/// The totals of a run over endings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct EndingTotals {
    wins: Share,
    draws: Share,
}

impl EndingTotals {
    /// Counts an ending.
    pub(super) fn count(&mut self, showing: Showing, outcome: Outcome) {
        let share = if outcome == Outcome::Draw { &mut self.draws } else { &mut self.wins };
        share.count(showing != Showing::Shown);
    }

    /// The totals in words.
    pub(super) fn text(&self) -> String {
        let (win, draw) = (Showing::WIN, Showing::DRAW);
        let (wins, draws) = (self.wins.text(), self.draws.text());
        format!("wins below {win} centipawns: {wins}; draws above {draw}: {draws}")
    }
}

/// Some of several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Share {
    some: u32,
    all: u32,
}

impl Share {
    fn count(&mut self, is_one: bool) {
        self.some += u32::from(is_one);
        self.all += 1;
    }

    fn text(self) -> String {
        format!("{} of {}", self.some, self.all)
    }
}

/// The totals of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Totals {
    mates: Share,
    /// Those with a given length.
    shortest: Share,
    first: Share,
    draws: Share,
}

impl Totals {
    /// Counts a study; `first` says whether the first move is a given one.
    pub(super) fn count(&mut self, verdict: Verdict, given: &Given, first: Option<bool>) {
        let is_mate = matches!(verdict, Verdict::Found | Verdict::Shorter | Verdict::Equal | Verdict::Longer);
        match given.outcome {
            Outcome::Draw => self.draws.count(verdict == Verdict::Draw),
            Outcome::Win | Outcome::Loss => self.mates.count(is_mate),
        }
        if given.moves.is_some() {
            self.shortest.count(matches!(verdict, Verdict::Shorter | Verdict::Equal));
        }
        if let Some(first) = first {
            self.first.count(first);
        }
    }

    /// The totals in words.
    pub(super) fn text(&self) -> String {
        format!(
            "mates found: {}; of the given length or shorter: {}; first move as given: {}; draws without a mate: {}",
            self.mates.text(),
            self.shortest.text(),
            self.first.text(),
            self.draws.text()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(outcome: Outcome, moves: Option<u32>) -> Given {
        Given { outcome, moves, first: Vec::new() }
    }

    #[test]
    fn every_verdict() {
        let of = |found, outcome, moves| Verdict::of(found, &given(outcome, moves)).word();
        assert_eq!(of(Some(6), Outcome::Win, Some(6)), "equal");
        assert_eq!(of(Some(5), Outcome::Win, Some(6)), "shorter");
        assert_eq!(of(Some(7), Outcome::Win, Some(6)), "longer");
        assert_eq!(of(Some(7), Outcome::Win, None), "found");
        assert_eq!(of(None, Outcome::Win, Some(6)), "missed");
        assert_eq!(of(Some(-3), Outcome::Loss, Some(3)), "equal");
        assert_eq!(of(Some(-3), Outcome::Win, Some(3)), "wrong");
        assert_eq!(of(Some(3), Outcome::Loss, None), "wrong");
        assert_eq!((of(None, Outcome::Draw, None), of(Some(9), Outcome::Draw, None)), ("draw", "wrong"));
    }

    #[test]
    fn a_score_shows_a_result_or_not() {
        let of = |score, outcome| Showing::of(score, outcome).word();
        assert_eq!((of(Points::Cp(60), Outcome::Win), of(Points::Cp(59), Outcome::Win)), ("shown", "low"));
        assert_eq!((of(Points::Mate(9), Outcome::Win), of(Points::Mate(-9), Outcome::Win)), ("shown", "low"));
        assert_eq!((of(Points::Cp(-60), Outcome::Loss), of(Points::Cp(900), Outcome::Loss)), ("shown", "low"));
        assert_eq!((of(Points::Cp(150), Outcome::Draw), of(Points::Cp(-151), Outcome::Draw)), ("shown", "high"));
        assert_eq!(of(Points::Mate(3), Outcome::Draw), "high");
        let mut totals = EndingTotals::default();
        totals.count(Showing::Low, Outcome::Win);
        totals.count(Showing::Shown, Outcome::Loss);
        totals.count(Showing::Shown, Outcome::Draw);
        assert_eq!(totals.text(), "wins below 60 centipawns: 1 of 2; draws above 150: 0 of 1");
    }

    #[test]
    fn mates_and_draws_are_counted_apart() {
        let mut totals = Totals::default();
        let (mate, open, draw) = (given(Outcome::Win, Some(6)), given(Outcome::Win, None), given(Outcome::Draw, None));
        totals.count(Verdict::Equal, &mate, Some(true));
        totals.count(Verdict::Longer, &mate, Some(false));
        totals.count(Verdict::Wrong, &open, None);
        totals.count(Verdict::Found, &open, None);
        totals.count(Verdict::Draw, &draw, None);
        totals.count(Verdict::Wrong, &draw, Some(false));
        assert_eq!(
            totals.text(),
            "mates found: 3 of 4; of the given length or shorter: 1 of 2; first move as given: 1 of 3; draws without a mate: 1 of 2"
        );
    }
}
