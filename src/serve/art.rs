//! Boards and pieces as symbols, drawn by the same code as `meihua draw`, so that the two always match.
//!
//! | symbol | what |
//! |---|---|
//! | `x-board` | the lines of the xiangqi board |
//! | `x-R` … `x-p` | its pieces, by the letters of a FEN |
//! | `c-X`, `c-O` | the stones of four in a row |
//! | `r-priest`, `r-devil`, `r-boat` | Priests and Devils |
//! | `t-21` … `t-99`, `t-hero` | the objects of a tower, by their codes |

use meihua_contracts::side::Side;
use meihua_engine::games::tower::Tile;
use meihua_engine::games::xiangqi::Piece;
use meihua_pictures::river::scene;
use meihua_pictures::{connect_four, tower, xiangqi};
use std::fmt::{Display, Write};

/// Half the side of a stone's symbol.
const STONE: f64 = 32.0;

/// All symbols in one SVG that displays nothing itself.
pub(crate) fn symbols() -> String {
    let mut text = String::from(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"art\" width=\"0\" height=\"0\" aria-hidden=\"true\">\n",
    );
    let (width, height) = xiangqi::SIZE;
    add(&mut text, "x-board", [0.0, 0.0, width, height], &xiangqi::board());
    for piece in Piece::all() {
        add(&mut text, &format!("x-{}", piece.letter()), about(xiangqi::HALF), &xiangqi::draw_piece(piece, (0.0, 0.0)));
    }
    for (name, side) in [("c-X", Side::First), ("c-O", Side::Second)] {
        add(&mut text, name, about(STONE), &connect_four::stone(Some(side), (0.0, 0.0)));
    }
    add(&mut text, "r-priest", [-20.0, -60.0, 40.0, 62.0], &scene::priest((0.0, 0.0)));
    add(&mut text, "r-devil", [-20.0, -66.0, 40.0, 68.0], &scene::devil((0.0, 0.0)));
    add(&mut text, "r-boat", [-70.0, 130.0, 140.0, 32.0], &scene::hull(0.0));
    for code in 21..100 {
        if let Some(thing) = Tile::from_code(code).and_then(|tile| tower::thing((0.0, 0.0), tile)) {
            add(&mut text, &format!("t-{code}"), about(tower::SIDE / 2.0), &thing);
        }
    }
    add(&mut text, "t-hero", about(tower::SIDE / 2.0), &tower::hero((0.0, 0.0)));
    text.push_str("</svg>\n");
    text
}

/// The view box of a square centred on the origin.
const fn about(half: f64) -> [f64; 4] {
    [-half, -half, 2.0 * half, 2.0 * half]
}

fn add(text: &mut String, name: &str, [x, y, width, height]: [f64; 4], shape: &impl Display) {
    let shape = shape.to_string().replace('\n', "");
    // Writing to a string cannot fail.
    let _ = writeln!(text, "<symbol id=\"{name}\" viewBox=\"{x} {y} {width} {height}\">{shape}</symbol>");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_and_every_thing_has_a_symbol() {
        let text = symbols();
        for name in ["x-board", "x-R", "x-k", "c-X", "c-O", "r-boat", "t-21", "t-33", "t-30", "t-51", "t-99", "t-hero"]
        {
            assert_eq!(text.matches(&format!("id=\"{name}\"")).count(), 1, "{name}");
        }
        assert_eq!(text.matches("id=\"x-").count(), 15);
        assert!(!text.contains("id=\"t-11\"") && text.len() < 60_000, "{} bytes", text.len());
    }
}
