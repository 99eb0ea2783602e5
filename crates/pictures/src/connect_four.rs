//! A board of four in a row: the stones, the last one marked, and a winning line.

use super::letters::{TextStyle, round};
use super::palette::{DARK, FIRST, FRAME, FRAME_PAPER, HOLE, MARK, SECOND, WINNING};
use super::sheet::{line, sheet};
use super::sprites::figure;
use meihua_contracts::side::Side;
use meihua_engine::games::connect_four::view::ConnectFourView;
use meihua_engine::games::connect_four::{Column, ConnectFour};
use svg::Document;
use svg::node::element::{Circle, Group, Rectangle};

/// Side of a cell.
const SIDE: f64 = 64.0;
const MARGIN: f64 = 40.0;
/// Radius of a stone.
const RADIUS: f64 = 26.0;
/// Height of the area below the board.
const FOOTER: f64 = 52.0;

/// A cell: column from the left and row from the bottom.
pub type Cell = (u32, u32);

/// Draws a board; `last` is the last move.
pub fn draw(game: &ConnectFour, last: Option<Column>) -> Document {
    let view = ConnectFourView::of(game);
    let (columns, rows) = (view.columns, view.rows);
    let (width, height) = (f64::from(columns) * SIDE, f64::from(rows) * SIDE);
    let centre = |(column, row): Cell| {
        (MARGIN + (f64::from(column) + 0.5) * SIDE, MARGIN + (f64::from(rows) - f64::from(row) - 0.5) * SIDE)
    };
    let frame = Rectangle::new().set("x", MARGIN - 10.0).set("y", MARGIN - 10.0).set("width", width + 20.0);
    let mut picture = sheet((width + 2.0 * MARGIN, height + 2.0 * MARGIN + FOOTER), FRAME_PAPER)
        .add(frame.set("height", height + 20.0).set("rx", 18).set("fill", FRAME).set("stroke", FRAME));
    for column in 0..columns {
        for row in 0..rows {
            let (x, y) = centre((column, row));
            picture = picture.add(stone(view.stone(column, row), (x, y)));
        }
        let name = char::from(b'a' + (column % 26) as u8).to_string();
        let (style, x, below) = (TextStyle::new(16.0, DARK), centre((column, 0)).0, MARGIN + height);
        let number = (column + 1).to_string();
        picture = picture.add(style.write(&name, (x, below + 32.0))).add(style.write(&number, (x, below + 54.0)));
    }
    if let Some((x, y)) = last.and_then(|column| game.top(column)).map(centre) {
        let ring = Circle::new().set("cx", x).set("cy", y).set("r", 9).set("fill", "none").set("stroke", MARK);
        picture = picture.add(ring.set("stroke-width", 4));
    }
    for [from, to] in view.lines() {
        for (colour, width) in [(MARK, 12), (WINNING, 7)] {
            let winning = line(centre(from), centre(to)).set("stroke", colour).set("stroke-width", width);
            picture = picture.add(winning.set("stroke-linecap", "round"));
        }
    }
    picture
}

/// A stone with the first player's blossom or the second's coin, so that it can be recognised without colour; an empty
/// hole for `None`.
pub fn stone(stone: Option<Side>, (x, y): (f64, f64)) -> Group {
    let disc = Circle::new().set("cx", x).set("cy", y).set("r", RADIUS);
    let Some(side) = stone else { return Group::new().add(disc.set("fill", HOLE)) };
    let [fill, ink] = if side == Side::First { FIRST } else { SECOND };
    let mark = match side {
        // Five petals of a plum blossom.
        Side::First => (0..5).fold(String::new(), |petals, petal| {
            let (sin, cos) = (f64::from(petal) * std::f64::consts::TAU / 5.0).sin_cos();
            petals + &format!("<circle cx=\"{}\" cy=\"{}\" r=\"5.4\"/>", round(8.2 * sin), round(-8.2 * cos))
        }),
        // An old coin with its square hole.
        Side::Second => "<path d=\"M-15 0A15 15 0 0 1 15 0A15 15 0 0 1 -15 0Z\
            M-12.4 0A12.4 12.4 0 0 0 12.4 0A12.4 12.4 0 0 0 -12.4 0Z\"/>\
            <path d=\"M-5 -5H5V5H-5Z\"/>"
            .to_owned(),
    };
    let gloss = format!(
        "<circle r=\"{}\" fill=\"none\" stroke=\"{ink}\" stroke-opacity=\".35\" stroke-width=\"4\"/>\
         <g fill=\"{ink}\">{mark}</g>\
         <path d=\"M-19 -9Q-15 -19 -4 -21\" fill=\"none\" stroke=\"#fff\" stroke-opacity=\".65\" \
         stroke-width=\"3.4\" stroke-linecap=\"round\"/>",
        RADIUS - 2.0
    );
    Group::new().add(disc.set("fill", fill)).add(figure((x, y), gloss))
}

#[cfg(test)]
mod tests {
    use super::*;
    use meihua_contracts::text::GameText;

    #[test]
    fn columns_have_letters_and_numbers() {
        let text = draw(&ConnectFour::start(), None).to_string();
        let last = (MARGIN + 6.5 * SIDE, MARGIN + 6.0 * SIDE);
        for (name, below) in [("g", 32.0), ("7", 54.0)] {
            let label = TextStyle::new(16.0, DARK).write(name, (last.0, last.1 + below)).to_string();
            assert!(text.contains(label.trim()), "{name}");
        }
    }

    #[test]
    fn what_is_there_is_drawn() {
        let game = ConnectFour::from_fen("1213141").unwrap();
        let text = draw(&game, Some(Column(0))).to_string();
        assert_eq!((text.matches(FIRST[0]).count(), text.matches(SECOND[0]).count()), (4, 3));
        assert_eq!((text.matches(WINNING).count(), text.matches(HOLE).count()), (1, 35));
    }
}
