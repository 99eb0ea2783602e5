//! Ratings: how strong a player `UCI_Elo` asks for.
//!
//! The scale has one anchor: fairy-stockfish 11.1 at full strength, with 20 ms per move, is rated 2000. Ratings up to
//! 2915 come from a ladder of this program's levels and other programs in which neighbours played each other
//! (`docs/ledger/opponents.md` has the commands and the games). Ratings above that were measured between levels only. A
//! weakened player stops at a number of nodes, so its rating does not depend on the clock; full strength depends on the
//! time it is given.

use crate::search::limits::Strength;

/// The weakest play that `UCI_Elo` offers: three out of four moves are random legal ones.
pub(crate) const ELO_MIN: u32 = 75;
/// The strongest play that `UCI_Elo` offers: full strength.
pub(crate) const ELO_MAX: u32 = 3650;

/// Ratings and the strengths that achieve them; values between two rows are interpolated.
const MEASURED: [(u32, f64); 13] = [
    (ELO_MIN, -0.75),
    (325, -0.5),
    (550, -0.25),
    (895, 0.0),
    (1260, 0.1),
    (1575, 0.2),
    (1675, 0.3),
    (1850, 0.4),
    (2180, 0.5),
    (2500, 0.6),
    (2915, 0.7),
    (3215, 0.8),
    (ELO_MAX, 1.0),
];

/// The strength for a rating. Ratings outside the scale are clamped.
pub(crate) fn strength(elo: u32) -> Strength {
    let elo = elo.clamp(ELO_MIN, ELO_MAX);
    let between = |pair: &[(u32, f64)]| match *pair {
        [(low, weak), (high, strong)] if elo <= high => {
            Some(weak + (strong - weak) * f64::from(elo - low) / f64::from(high - low))
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
        for (elo, measured) in MEASURED {
            assert_eq!(strength(elo), Strength(measured));
        }
    }
}
