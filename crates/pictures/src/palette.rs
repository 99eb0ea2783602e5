//! Colours, chosen for contrast between foreground and background. Whatever colour conveys is also conveyed by a shape
//! or a letter.

pub(crate) const DARK: &str = "#1d1d1d";
/// Text on dark surfaces.
pub(crate) const LIGHT: &str = "#ffffff";

/// The floor of a tower.
pub(crate) const FLOOR: &str = "#e9e2d0";
/// Outlines of the objects on it.
pub(crate) const OUTLINE: &str = "#3a3326";
/// Keys and doors: yellow, blue, red.
pub(crate) const LOCKS: [&str; 3] = ["#d9a514", "#2f6fd0", "#c8342c"];
/// The letters on them.
pub(crate) const LOCK_LETTERS: [&str; 3] = [DARK, LIGHT, LIGHT];
/// Gems: of attack, of defence, of magic defence.
pub(crate) const GEMS: [&str; 3] = ["#b32d24", "#2659b0", "#1f7a3d"];
/// Potions: small, large, yellow, green.
pub(crate) const POTIONS: [&str; 4] = ["#e58b83", "#7fa7e6", "#e8c454", "#79c08a"];
/// The background around a tower, the board of a game of a file, and a diagram.
pub(crate) const PAPER: &str = "#f7f4ec";
/// Numbers of a tower's rows and columns.
pub(crate) const TOWER_NUMBERS: &str = "#6b6455";

/// Pieces of xiangqi by side: the ink, the wood, the light on its edge.
pub(crate) const DISCS: [[&str; 3]; 2] = [["#b3201f", "#fbeccb", "#fffaec"], ["#12271f", "#e9cd98", "#f8e6c2"]];
/// Their rims.
pub(crate) const RIM: &str = "#a8753a";

/// The frame of four in a row.
pub(crate) const FRAME: &str = "#14306e";
/// A hole in it.
pub(crate) const HOLE: &str = "#e8eefb";
/// The first player's stone, and the blossom on it.
pub(crate) const FIRST: [&str; 2] = ["#f0574b", "#5c0f08"];
/// The second player's stone, and the coin on it.
pub(crate) const SECOND: [&str; 2] = ["#f5c52b", "#6b4e00"];
/// The mark of the last stone, and the rim of a winning line.
pub(crate) const MARK: &str = "#101828";
pub(crate) const WINNING: &str = "#12b76a";
/// The background around four in a row.
pub(crate) const FRAME_PAPER: &str = "#f4f6fa";

/// The background of sliding blocks; the next constant is for the numbers of its cells.
pub(crate) const ROW_PAPER: &str = "#f8f7f3";
pub(crate) const ROW_NUMBERS: &str = "#667085";

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance of sRGB, after WCAG 2.2.
    fn luminance(colour: &str) -> f64 {
        let part = |at: usize| {
            let value = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap()) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
    }

    /// Contrast of two colours, from 1 to 21, after WCAG 2.2.
    fn contrast(one: &str, other: &str) -> f64 {
        let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
        if one > other { one / other } else { other / one }
    }

    #[test]
    fn the_formula_is_that_of_the_guidelines() {
        assert!((contrast("#000000", "#ffffff") - 21.0).abs() < 1e-9);
        assert!((contrast("#777777", "#ffffff") - 4.48).abs() < 0.01);
    }

    #[test]
    fn shapes_stand_out_from_what_they_lie_on() {
        for (shape, ground) in [
            (OUTLINE, FLOOR),
            (GEMS[0], FLOOR),
            (GEMS[1], FLOOR),
            (GEMS[2], FLOOR),
            (FIRST[0], FRAME),
            (SECOND[0], FRAME),
            (HOLE, FRAME),
            (FRAME, FRAME_PAPER),
            (FIRST[1], FIRST[0]),
            (SECOND[1], SECOND[0]),
            (MARK, FIRST[0]),
            (MARK, SECOND[0]),
            (MARK, HOLE),
            (WINNING, MARK),
        ] {
            let found = contrast(shape, ground);
            assert!(found >= 3.0, "{shape} on {ground}: {found:.2}");
        }
    }

    #[test]
    fn letters_can_be_read() {
        let locks = LOCK_LETTERS.into_iter().zip(LOCKS);
        let gems = GEMS.map(|gem| (LIGHT, gem));
        let potions = POTIONS.map(|potion| (DARK, potion));
        let papers =
            [(DARK, FLOOR), (TOWER_NUMBERS, PAPER), (ROW_NUMBERS, ROW_PAPER), (DARK, FRAME_PAPER), (DARK, PAPER)];
        let discs = DISCS.map(|[ink, wood, _]| (ink, wood));
        for (ink, ground) in discs.into_iter().chain(locks).chain(gems).chain(potions).chain(papers) {
            let found = contrast(ink, ground);
            assert!(found >= 4.5, "{ink} on {ground}: {found:.2}");
        }
    }
}
