//! The river: who is on which bank, and where the boat is docked.

use super::Look;
use crate::play::page::{BLUE, DIM, GREEN, RED, paint};
use meihua_engine::games::river::{Group, River, RiverPosition, Shore};
use meihua_games::say;
use textwrap::core::display_width;

/// Maximum number of people drawn one by one on a bank; larger groups are shown as a number.
const SHOWN: u32 = 8;
/// Width of a bank in columns.
const BANK: usize = 2 * SHOWN as usize + 2;

pub(super) fn draw(river: &River, position: &RiverPosition, look: Look) -> String {
    let water = if look.ascii { "~" } else { "≈" };
    let boat = boat(position.boat, river.capacity);
    let free = paint(BLUE, water.repeat(3));
    let wide = paint(BLUE, water.repeat(5 + 3 + visible(&boat)));
    let channel = match position.dock {
        Shore::Left => format!("{boat}{free}{}", paint(BLUE, water.repeat(5))),
        Shore::Right => format!("{}{free}{boat}", paint(BLUE, water.repeat(5))),
    };
    let (left, right) = (position.left, position.right);
    let bank = |people: u32, letter: char, is_left: bool| {
        let text = row(people, letter);
        let pad = " ".repeat(BANK.saturating_sub(visible(&text)));
        if is_left { format!("{pad}{text} ") } else { format!(" {text}") }
    };
    let [left_bank, right_bank] = ["left bank", "right bank"].map(|bank| look.language.text(bank));
    let pad = " ".repeat(BANK.saturating_sub(display_width(&left_bank)));
    let title = format!("{pad}{left_bank} {:width$} {right_bank}", "", width = visible(&wide));
    let mut lines = vec![paint(DIM, title)];
    lines.push(bank(left.priests, 'P', true) + &wide + &bank(right.priests, 'P', false));
    lines.push(bank(left.devils, 'D', true) + &channel + &bank(right.devils, 'D', false));
    let boat = match river.boat_rule {
        true => say!("the boat holds {}, no more devils than priests aboard", river.capacity),
        false => say!("the boat holds {}", river.capacity),
    };
    lines.push(paint(DIM, look.language.text(say!("{}; everyone wants to reach the left bank", boat))));
    lines.join("\n")
}

/// `\P D/`, with all seats drawn if there are only a few.
fn boat(aboard: Group, capacity: u32) -> String {
    let mut seats: Vec<String> = Vec::new();
    if aboard.people() <= SHOWN {
        seats.extend((0..aboard.priests).map(|_| paint(GREEN, 'P')));
        seats.extend((0..aboard.devils).map(|_| paint(RED, 'D')));
        seats.resize(seats.len().max(capacity.min(SHOWN) as usize), "_".to_owned());
    } else {
        seats.push(aboard.to_string());
    }
    format!("\\{}/", seats.join(""))
}

/// `P P P`, or `12 P`.
fn row(people: u32, letter: char) -> String {
    let style = if letter == 'P' { GREEN } else { RED };
    if people > SHOWN {
        return paint(style, format!("{people} {letter}"));
    }
    vec![paint(style, letter); people as usize].join(" ")
}

/// Width of a text in columns, without its styles.
fn visible(text: &str) -> usize {
    anstream::adapter::strip_str(text).to_string().chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use meihua_contracts::puzzle::PuzzleText;

    fn plain(fen: &str) -> String {
        let (river, position) = River::from_fen(fen).unwrap();
        let picture = draw(&river, &position, Look { ascii: true, ..Look::default() });
        anstream::adapter::strip_str(&picture).to_string()
    }

    #[test]
    fn the_boat_docks_where_it_is() {
        let start = plain("-/-/P3D3 r 2");
        assert!(start.contains("~~~~~~~~\\__/ D D D") && start.contains("~~~~~~~~~~~~ P P P"), "{start}");
        let over = plain("P1/D1/P2D2 l 2");
        assert!(over.contains(" P ~~~~~~~~~~~~ P P\n") && over.contains(" \\D_/~~~~~~~~ D D\n"), "{over}");
        assert!(plain("300 299 4 b").contains("299 D") && plain("300 299 4 b").contains("aboard"));
    }
}
