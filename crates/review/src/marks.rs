//! Marks for moves that give something away: `?!`, `?`, `??`.
//!
//! Lichess marks a move by what it costs on a scale of winning chances: 5, 10 and 15 points out of 100 (lila,
//! `Advice`). Here the scale is the expectation under the engine's own model of wins, draws and losses,
//! [`Curve::expectation`]: 100 points for a win, 50 for a draw. Moves in a decided position are not marked as long as
//! it stays decided: there is nothing to learn from a sure win that takes longer.
//!
//! [`Curve::expectation`]: meihua_engine::engine::wdl::Curve::expectation

use serde::Serialize;

/// A game counts as won from this expectation on (0 to 1), and as lost below one minus it.
pub const DECIDED: f64 = 0.95;

/// How much a move gave away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// At least 5 points.
    Inaccuracy,
    /// At least 10 points.
    Mistake,
    /// At least 15 points.
    Blunder,
}

impl Mark {
    /// All marks, the mildest first.
    pub const ALL: [Mark; 3] = [Mark::Inaccuracy, Mark::Mistake, Mark::Blunder];

    /// The smallest loss of expectation that gets this mark, from 0 to 1.
    pub const fn threshold(self) -> f64 {
        match self {
            Mark::Inaccuracy => 0.05,
            Mark::Mistake => 0.10,
            Mark::Blunder => 0.15,
        }
    }

    /// The mark of a move: `before` is its player's expectation with best play, `after` the expectation after it, both
    /// from 0 to 1.
    pub fn of(before: f64, after: f64) -> Option<Mark> {
        let both = |is_decided: fn(f64) -> bool| is_decided(before) && is_decided(after);
        if both(|value| value >= DECIDED) || both(|value| value <= 1.0 - DECIDED) {
            return None;
        }
        // A small tolerance for rounding errors.
        Mark::ALL.into_iter().rev().find(|mark| before - after + 1e-9 >= mark.threshold())
    }

    /// `?!`, `?` or `??`.
    pub const fn glyph(self) -> &'static str {
        match self {
            Mark::Inaccuracy => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        }
    }

    /// The numeric annotation glyph of PGN: 6, 2 or 4.
    pub const fn nag(self) -> u8 {
        match self {
            Mark::Inaccuracy => 6,
            Mark::Mistake => 2,
            Mark::Blunder => 4,
        }
    }

    pub const fn word(self) -> &'static str {
        match self {
            Mark::Inaccuracy => "inaccuracy",
            Mark::Mistake => "mistake",
            Mark::Blunder => "blunder",
        }
    }

    /// The phrases for one and for several such moves.
    pub const fn counted(self) -> [&'static str; 2] {
        match self {
            Mark::Inaccuracy => ["{} inaccuracy", "{} inaccuracies"],
            Mark::Mistake => ["{} mistake", "{} mistakes"],
            Mark::Blunder => ["{} blunder", "{} blunders"],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thresholds_are_five_ten_and_fifteen_points() {
        let cases = [(0.50, 0.451, None), (0.50, 0.45, Some(Mark::Inaccuracy)), (0.60, 0.50, Some(Mark::Mistake))];
        for (before, after, mark) in cases {
            assert_eq!(Mark::of(before, after), mark, "{before} {after}");
        }
        assert_eq!(Mark::of(0.52, 0.37), Some(Mark::Blunder));
        assert_eq!(Mark::of(0.4, 0.6), None);
        assert_eq!(Mark::ALL.map(Mark::nag), [6, 2, 4]);
    }

    #[test]
    fn decided_positions_are_not_marked() {
        assert_eq!(Mark::of(1.0, 0.95), None);
        assert_eq!(Mark::of(0.05, 0.0), None);
        assert_eq!(Mark::of(1.0, 0.90), Some(Mark::Mistake), "no longer decided");
        assert_eq!(Mark::of(1.0, 0.0), Some(Mark::Blunder));
    }
}
