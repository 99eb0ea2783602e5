//! Figures: the people of the river, the hero and the monsters of a tower. Each is a piece of SVG around its point.

use super::letters::round;
use svg::node::Blob;
use svg::node::element::Group;

/// A figure at a point.
pub(crate) fn figure((x, y): (f64, f64), art: impl Into<String>) -> Group {
    Group::new().set("transform", format!("translate({} {})", round(x), round(y))).add(Blob::new(art))
}

/// A priest: a long robe with a cross, a shaven head. The point is between the feet.
pub(crate) const PRIEST: &str = concat!(
    "<path d=\"M-12 0Q-11 -26 -4 -40L4 -40Q11 -26 12 0Z\" fill=\"#34495e\" stroke=\"#1c2833\"/>",
    "<path d=\"M-9 -20Q0 -14 9 -20L10 -15Q0 -9 -10 -15Z\" fill=\"#fff\" fill-opacity=\".18\"/>",
    "<path d=\"M0 -31V-14M-4.5 -26H4.5\" stroke=\"#f5e6b8\" stroke-width=\"2.4\"/>",
    "<circle cy=\"-47\" r=\"9\" fill=\"#f3cfa8\" stroke=\"#4a3520\"/>",
    "<path d=\"M-8.6 -50Q-8 -56 0 -56.5Q8 -56 8.6 -50Q5 -53 0 -53Q-5 -53 -8.6 -50Z\" fill=\"#6b4a2b\"/>",
    "<path d=\"M-3.4 -47V-45.6M3.4 -47V-45.6M-3 -42.3Q0 -40 3 -42.3\" fill=\"none\" stroke=\"#3a2614\" ",
    "stroke-width=\"1.5\" stroke-linecap=\"round\"/>"
);

/// A devil: horns, a tail, a grin. The point is between the feet.
pub(crate) const DEVIL: &str = concat!(
    "<path d=\"M9 -6Q20 -4 16 -20M12.6 -17L16.4 -24L19.6 -17Z\" fill=\"none\" stroke=\"#8e2016\" ",
    "stroke-width=\"2.4\"/>",
    "<path d=\"M-8 -52Q-13 -58 -11 -66Q-7 -60 -2 -57ZM8 -52Q13 -58 11 -66Q7 -60 2 -57Z\" fill=\"#8e2016\"/>",
    "<path d=\"M-11 0Q-12 -24 -7 -39L7 -39Q12 -24 11 0L5 0L0 -9L-5 0Z\" fill=\"#c0392b\" stroke=\"#7b1f15\"/>",
    "<circle cy=\"-47\" r=\"9.5\" fill=\"#e2685a\" stroke=\"#5a1a12\"/>",
    "<path d=\"M-6 -51L-2 -49M6 -51L2 -49M-3.8 -46.6V-46.2M3.8 -46.6V-46.2\" stroke=\"#43100a\" stroke-width=\"2\" ",
    "stroke-linecap=\"round\"/>",
    "<path d=\"M-5 -43Q0 -38.5 5 -43Q0 -41.5 -5 -43Z\" fill=\"#fff\" stroke=\"#43100a\"/>"
);

/// The hero of a tower: helmet, sword and shield. The point is his middle.
pub(crate) const HERO: &str = concat!(
    "<g stroke=\"#14251c\" stroke-width=\"1.1\" stroke-linejoin=\"round\">",
    "<path d=\"M-8 -1L-13 16L13 16L8 -1Z\" fill=\"#b3362a\"/><path d=\"M-9 16L-7 -1L7 -1L9 16Z\" fill=\"#1c8a5a\"/>",
    "<path d=\"M-9 7H9V10H-9Z\" fill=\"#f2d16b\"/><circle cy=\"-7\" r=\"7\" fill=\"#f3cfa8\"/>",
    "<path d=\"M-8 -7Q-8 -17 0 -17Q8 -17 8 -7L4 -10H-4Z\" fill=\"#9fb0c3\"/>",
    "<path d=\"M13 -16L15.5 -13V4H10.5V-13Z\" fill=\"#eef2f6\"/><path d=\"M8 4H18V7H8ZM11.5 7H14.5V12H11.5Z\" ",
    "fill=\"#7a4f1d\"/><path d=\"M-18 -1Q-12 -3 -6 -1Q-6 9 -12 13Q-18 9 -18 -1Z\" fill=\"#2f6fd0\"/></g>",
    "<path d=\"M-2.6 -7V-5.6M2.6 -7V-5.6\" stroke=\"#14251c\" stroke-width=\"1.6\" stroke-linecap=\"round\"/>"
);

/// The last monster: horns, a crown, glowing eyes.
pub(crate) const BOSS: &str = concat!(
    "<g stroke=\"#2b0d24\" stroke-width=\"1.2\" stroke-linejoin=\"round\">",
    "<path d=\"M-18 19Q-19 0 -10 -6Q-17 -9 -17 -18Q-11 -13 -6 -12H6Q11 -13 17 -18Q17 -9 10 -6Q19 0 18 19Z\" ",
    "fill=\"#5b1f4e\"/><path d=\"M-7 -12V-20L-3 -16L0 -21L3 -16L7 -20V-12Z\" fill=\"#f0c23b\"/>",
    "<path d=\"M-9 6Q0 14 9 6L6 11L4 7L0 12L-4 7L-6 11Z\" fill=\"#fff\"/></g>",
    "<path d=\"M-9 -4L-2 0Q-7 3 -9 -4ZM9 -4L2 0Q7 3 9 -4Z\" fill=\"#ffd34d\"/>"
);

/// Kinds of monsters, told apart by their shape: slime, bat, mage, guard, skeleton. `COLOUR` stands for the tint.
const MONSTERS: [&str; 5] = [
    concat!(
        "<path d=\"M-15 13Q-17 -8 0 -11Q17 -8 15 13Q8 16 0 15Q-8 16 -15 13Z\" fill=\"COLOUR\"/>",
        "<path d=\"M-10 0Q-9 -5 -4 -7\" fill=\"none\" stroke=\"#fff\" stroke-opacity=\".7\" stroke-width=\"2\"/>",
        "<path d=\"M-8 3A3 3 0 0 1 -2 3A3 3 0 0 1 -8 3ZM2 3A3 3 0 0 1 8 3A3 3 0 0 1 2 3Z\" fill=\"#fff\"/>",
        "<path d=\"M-5 3V4M5 3V4M-3 9Q0 11 3 9\" fill=\"none\" stroke-width=\"2\" stroke-linecap=\"round\"/>"
    ),
    concat!(
        "<path d=\"M0 -3L-6 -8Q-12 -13 -20 -6Q-16 -4 -17 3Q-13 0 -10 6Q-6 3 0 10Q6 3 10 6Q13 0 17 3Q16 -4 20 -6",
        "Q12 -13 6 -8Z\" fill=\"COLOUR\"/><path d=\"M-7 -3L-6 -14L-2 -9H2L6 -14L7 -3Q7 5 0 5Q-7 5 -7 -3Z\" fill=\"COLOUR\"/>",
        "<path d=\"M-3 1L-2 5L0 1L2 5L3 1Z\" fill=\"#fff\" stroke-width=\".6\"/>",
        "<path d=\"M-3.4 -4V-3M3.4 -4V-3\" stroke=\"#fff\" stroke-width=\"3\" stroke-linecap=\"round\"/>"
    ),
    concat!(
        "<path d=\"M-14 17Q-12 3 0 4Q12 3 14 17Z\" fill=\"COLOUR\"/><circle cy=\"-2\" r=\"7\" fill=\"#f0d2ad\"/>",
        "<path d=\"M-7 0Q-4 4 0 3Q4 4 7 0Q6 10 0 15Q-6 10 -7 0Z\" fill=\"#f4f1ea\"/>",
        "<path d=\"M-14 -6Q0 -2 14 -6Q9 -8 8 -9L4 -20L-8 -9Q-9 -8 -14 -6Z\" fill=\"COLOUR\"/>",
        "<path d=\"M-2.6 -3V-2M2.6 -3V-2\" stroke-width=\"1.8\" stroke-linecap=\"round\"/>",
        "<path d=\"M1 -15L2 -12.6L4.4 -12.4L2.5 -10.9L3.2 -8.5L1 -9.9L-1.2 -8.5L-.5 -10.9L-2.4 -12.4L0 -12.6Z\" ",
        "fill=\"#ffe08a\" stroke=\"none\"/>"
    ),
    concat!(
        "<path d=\"M-13 17L-11 3H11L13 17Z\" fill=\"COLOUR\"/>",
        "<path d=\"M-16 -14V17\" stroke=\"#5d3c14\" stroke-width=\"2.4\"/>",
        "<path d=\"M-16 -20L-13 -13H-19Z\" fill=\"#dfe5ec\"/>",
        "<path d=\"M0 -14Q3 -22 10 -18Q5 -17 4 -12Z\" fill=\"COLOUR\"/>",
        "<path d=\"M-9 -3Q-9 -15 0 -15Q9 -15 9 -3V4H-9Z\" fill=\"#aeb9c7\"/>",
        "<path d=\"M-6.5 -5H6.5V-2H1.5V2H-1.5V-2H-6.5Z\" fill=\"#1d1d1d\"/>"
    ),
    concat!(
        "<path d=\"M-14 17Q-13 1 0 1Q13 1 14 17Z\" fill=\"COLOUR\"/>",
        "<path d=\"M-10 -5Q-10 -16 0 -16Q10 -16 10 -5Q10 -1 5 1V6H-5V1Q-10 -1 -10 -5Z\" fill=\"#f1ead9\"/>",
        "<path d=\"M-7 -6A3 3.2 0 0 1 -1.4 -6A3 3.2 0 0 1 -7 -6Z",
        "M1.4 -6A3 3.2 0 0 1 7 -6A3 3.2 0 0 1 1.4 -6Z\" fill=\"#1d1d1d\"/>",
        "<path d=\"M-2 3V6M2 3V6M-6 10H6M-5 14H5\" stroke=\"#f1ead9\" stroke-width=\"2\"/>",
        "<path d=\"M-1.6 2V6M1.6 2V6\" stroke-width=\"1\"/>"
    ),
];

/// Tints, so that kinds of the same shape differ.
const TINTS: [&str; 4] = ["#4f9d63", "#8a63ad", "#c46a34", "#3f6fb0"];

/// The sprite of a monster, by its number from 0.
pub(crate) fn monster(number: usize) -> String {
    let kind = number % MONSTERS.len();
    let tint = TINTS[(number / MONSTERS.len() + kind) % TINTS.len()];
    let art = MONSTERS[kind].replace("COLOUR", tint);
    format!("<g stroke=\"#2b1a33\" stroke-width=\"1.1\" stroke-linejoin=\"round\">{art}</g>")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn twenty_monsters_have_sprites_of_their_own() {
        let sprites: HashSet<String> = (0..20).map(monster).collect();
        assert_eq!(sprites.len(), 20);
        assert!(sprites.iter().all(|art| !art.contains("COLOUR")));
    }
}
