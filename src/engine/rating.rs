//! Ratings: how strong a player `UCI_Elo` asks for.
//!
//! The scale is Meihua's own. Its top, [`ELO_MAX`], is full strength; from there down a difference of so many points is the one
//! by which neighbouring strengths beat each other in xiangqi, however long they may think (a weakened player stops at a number
//! of nodes). How that was measured stands in `docs/ledger.md`.

use crate::search::limits::Strength;

/// The weakest play that `UCI_Elo` offers.
pub const ELO_MIN: u32 = 500;
/// The strongest play that `UCI_Elo` offers.
pub const ELO_MAX: u32 = 2850;

/// Points below full strength, and the strength that plays so; between two rows in proportion.
const MEASURED: [(f64, f64); 9] = [
    (0.0, 1.0),
    (440.0, 0.8),
    (740.0, 0.7),
    (1190.0, 0.6),
    (1530.0, 0.5),
    (1990.0, 0.4),
    (2270.0, 0.3),
    (2400.0, 0.15),
    (2640.0, 0.0),
];

/// The strength of a rating; ratings beyond the ends of the scale count as its ends.
pub fn strength(elo: u32) -> Strength {
    let below = f64::from(ELO_MAX - elo.clamp(ELO_MIN, ELO_MAX));
    let between = |pair: &[(f64, f64)]| match *pair {
        [(near, strong), (far, weak)] if below <= far => Some(strong + (weak - strong) * (below - near) / (far - near)),
        _ => None,
    };
    Strength(MEASURED.windows(2).find_map(between).unwrap_or(0.0))
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
            assert!(0.0 < less && less < more, "{elo}: {less} {more}");
        }
    }
}
