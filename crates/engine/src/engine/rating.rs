//! Ratings: how strong a player `UCI_Elo` or `Skill Level` asks for.
//!
//! The scale has one anchor: fairy-stockfish 11.1 at full strength, with 20 ms per move, is rated 2000. Ratings up to
//! 3275 come from a ladder of this program's levels and other programs in which neighbours played each other
//! (`docs/ledger/opponents.md` has the commands and the games). Above that, a doubling of the nodes is assumed to be
//! worth 157 points. A weakened player stops at a number of nodes, so its rating does not depend on the clock; full
//! strength depends on the time it is given.

use crate::search::limits::Strength;

/// The `Skill Level` for full strength.
pub const SKILL_MAX: i32 = 20;
/// The lowest `Skill Level`. Below 0, a share of the moves is chosen at random from all legal ones; at the lowest level
/// all moves are.
pub const SKILL_MIN: i32 = -4;

/// The weakest play that `UCI_Elo` offers: four out of five moves are random legal ones.
pub(crate) const ELO_MIN: u32 = 195;
/// The strongest play that `UCI_Elo` offers: full strength.
pub(crate) const ELO_MAX: u32 = 3800;

/// The rating of a player whose moves are all random.
const RANDOM: f64 = -115.0;
/// The rating of strength 0, the weakest player without random moves.
const BEGINNER: f64 = 1090.0;

/// Ratings and the strengths that achieve them; values between two rows are interpolated.
const MEASURED: [(f64, f64); 14] = [
    (RANDOM, -1.0),
    (ELO_MIN as f64, -0.806),
    (550.0, -0.535),
    (815.0, -0.219),
    (BEGINNER, 0.0),
    (1395.0, 0.076),
    (1550.0, 0.159),
    (1790.0, 0.327),
    (2060.0, 0.445),
    (2345.0, 0.529),
    (2730.0, 0.612),
    (2990.0, 0.678),
    (3275.0, 0.761),
    (ELO_MAX as f64, 1.0),
];

/// The strength for a rating. Ratings outside the scale of `UCI_Elo` are clamped.
pub(crate) fn strength(elo: u32) -> Strength {
    interpolate(f64::from(elo.clamp(ELO_MIN, ELO_MAX)))
}

/// The strength for a `Skill Level`; `None` for full strength. Levels from 0 up are equally far apart in rating, and so
/// are those below.
pub(crate) fn level(level: i32) -> Option<Strength> {
    let share = f64::from(level) / f64::from(if level < 0 { SKILL_MIN } else { SKILL_MAX });
    let end = if level < 0 { RANDOM } else { f64::from(ELO_MAX) };
    (level < SKILL_MAX).then(|| interpolate(BEGINNER + share * (end - BEGINNER)))
}

fn interpolate(rating: f64) -> Strength {
    let between = |pair: &[(f64, f64)]| match *pair {
        [(low, weak), (high, strong)] if rating <= high => {
            let share = (rating - low) / (high - low);
            Some(weak * (1.0 - share) + strong * share)
        }
        _ => None,
    };
    Strength(MEASURED.windows(2).find_map(between).unwrap_or(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_top_is_full_strength_and_every_point_less_is_weaker() {
        assert_eq!(strength(ELO_MAX), Strength(1.0));
        assert_eq!((strength(0), strength(9999)), (strength(ELO_MIN), strength(ELO_MAX)));
        for elo in ELO_MIN..ELO_MAX {
            let (less, more) = (strength(elo).0, strength(elo + 1).0);
            assert!(-1.0 < less && less < more, "{elo}: {less} {more}");
        }
        for (rating, measured) in MEASURED {
            assert_eq!(interpolate(rating), Strength(measured));
        }
    }

    #[test]
    fn levels_are_strengths_from_random_to_full() {
        let strengths: Vec<f64> = (SKILL_MIN..SKILL_MAX).filter_map(level).map(|strength| strength.0).collect();
        assert!(strengths.is_sorted_by(|less, more| less < more), "{strengths:?}");
        assert_eq!((level(SKILL_MIN), level(0), level(SKILL_MAX)), (Some(Strength(-1.0)), Some(Strength(0.0)), None));
        // A level higher is the same number of points higher, wherever it is.
        let points = (f64::from(ELO_MAX) - BEGINNER) / 20.0;
        for higher in 1..SKILL_MAX {
            let elo = (BEGINNER + f64::from(higher) * points).round() as u32;
            assert!(level(higher).is_some_and(|at| (at.0 - strength(elo).0).abs() < 0.001), "{higher}");
        }
    }
}
