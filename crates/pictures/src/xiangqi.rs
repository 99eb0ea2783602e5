//! A xiangqi board: traditional pieces, the last move marked, arrows for a line of play.

use super::arrows::Scale;
use super::characters;
use super::letters::TextStyle;
use super::palette::{DISCS, RIM};
use super::sheet::{line, sheet};
use meihua_engine::games::xiangqi::square::{FILES, RANKS};
use meihua_engine::games::xiangqi::{Move, Piece, Position, Square};
use svg::Document;
use svg::node::element::{Circle, Group, Rectangle};

/// Distance between two lines of the board.
const STEP: f64 = 60.0;
/// Space around the lines.
const MARGIN: f64 = 58.0;
/// Radius of a piece.
const RADIUS: f64 = 26.0;
/// Half the side of the square that a piece takes.
pub const HALF: f64 = 30.0;
/// Width and height of the picture.
pub const SIZE: (f64, f64) = (8.0 * STEP + 2.0 * MARGIN, 9.0 * STEP + 2.0 * MARGIN);
/// Points with corner marks (cannons and pawns), as file and rank from the near side.
const MARKED: [(usize, usize); 7] = [(1, 2), (7, 2), (0, 3), (2, 3), (4, 3), (6, 3), (8, 3)];
/// Colour of the board's lines.
const INK: &str = "#6b4a22";
const SCALE: Scale = Scale { step: STEP, radius: RADIUS };

/// The labels at the edges of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Edges {
    /// Files a to i and ranks 0 to 9
    #[default]
    Letters,
    /// Numbers of files as in Chinese notation: 一 to 九 for Red, 1 to 9 for Black
    Numbers,
}

/// How a board is viewed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Look {
    /// Whether it is seen from Black's side.
    pub flip: bool,
    /// The labels at its edges.
    pub edges: Edges,
}

impl Look {
    fn place(self, square: Square) -> (f64, f64) {
        let (file, rank) = (square.file(), square.rank());
        if self.flip { point(FILES - 1 - file, RANKS - 1 - rank) } else { point(file, rank) }
    }
}

/// Draws a position; `last` is the last move, `plan` is played on from it.
pub fn draw(position: &Position, last: Option<Move>, plan: &[Move]) -> Document {
    draw_as(position, last, plan, Look::default())
}

/// Draws a position with the given view.
pub(crate) fn draw_as(position: &Position, last: Option<Move>, plan: &[Move], look: Look) -> Document {
    let edges = match look.edges {
        Edges::Letters => coordinates(look),
        Edges::Numbers => file_numbers(look),
    };
    let mut picture = sheet(SIZE, "#f6e3bd").add(board()).add(edges);
    if let Some(mv) = last {
        picture = picture.add(mark(look.place(mv.from()))).add(mark(look.place(mv.to())));
    }
    let mut pieces = Group::new();
    if !position.checkers().is_empty() {
        pieces = pieces.add(check_mark(look.place(position.general_square(position.side()))));
    }
    for square in Square::all() {
        if let Some(piece) = position.piece_on(square) {
            pieces = pieces.add(draw_piece(piece, look.place(square)));
        }
    }
    let ways: Vec<_> = plan.iter().map(|&mv| way(look, mv)).collect();
    picture.add(pieces).add(SCALE.line(position.side(), &ways))
}

/// Rays around a general in check.
fn check_mark((x, y): (f64, f64)) -> Group {
    let mut rays = Group::new().set("stroke", "#d92d20").set("stroke-width", 4).set("stroke-linecap", "round");
    for ray in 0..12 {
        let (sin, cos) = (f64::from(ray) * std::f64::consts::PI / 6.0).sin_cos();
        let at = |radius: f64| (x + radius * cos, y + radius * sin);
        rays = rays.add(line(at(RADIUS + 2.0), at(RADIUS + 8.0)));
    }
    rays
}

/// Draws a position with the move that was played, `?`, and the one that should have been played, `!`.
pub fn draw_choice(
    position: &Position,
    last: Option<Move>,
    (played, better): (Move, Option<Move>),
    edges: Edges,
) -> Document {
    let look = Look { edges, ..Look::default() };
    let place = |mv| way(look, mv);
    let arrows = SCALE.choice(&place(played), better.map(place).as_ref().map(<[_; 2]>::as_slice));
    draw_as(position, last, &[], look).add(arrows)
}

fn point(file: usize, rank: usize) -> (f64, f64) {
    (MARGIN + file as f64 * STEP, MARGIN + (RANKS - 1 - rank) as f64 * STEP)
}

/// The lines of the board, without coordinates, centred in a picture of [`SIZE`].
pub fn board() -> Group {
    let mut lines = Group::new().set("stroke", INK).set("stroke-width", 1.6).set("fill", "none");
    for rank in 0..RANKS {
        lines = lines.add(line(point(0, rank), point(FILES - 1, rank)));
    }
    for file in 0..FILES {
        if file == 0 || file == FILES - 1 {
            lines = lines.add(line(point(file, 0), point(file, RANKS - 1)));
        } else {
            lines = lines.add(line(point(file, 0), point(file, 4))).add(line(point(file, 5), point(file, RANKS - 1)));
        }
    }
    for bottom in [0, 7] {
        lines =
            lines.add(line(point(3, bottom), point(5, bottom + 2))).add(line(point(5, bottom), point(3, bottom + 2)));
    }
    for (file, rank) in MARKED {
        lines = lines.add(corners(file, rank)).add(corners(file, RANKS - 1 - rank));
    }
    let (left, top) = point(0, RANKS - 1);
    let frame = Rectangle::new().set("x", left - 7.0).set("y", top - 7.0).set("width", 8.0 * STEP + 14.0);
    lines = lines.add(frame.set("height", 9.0 * STEP + 14.0).set("stroke-width", 3));
    let middle = (point(0, 4).1 + point(0, 5).1) / 2.0;
    for (strokes, file) in characters::RIVER.into_iter().zip([1.5, 2.5, 5.5, 6.5]) {
        lines = lines.add(characters::write(strokes, (MARGIN + file * STEP, middle), 34.0, "#8a6a3c"));
    }
    lines
}

/// The corner marks around a point, without those off the board.
fn corners(file: usize, rank: usize) -> Group {
    let (x, y) = point(file, rank);
    let mut marks = Group::new().set("stroke-width", 1.4);
    for right in [-1.0, 1.0] {
        if (file == 0 && right < 0.0) || (file == FILES - 1 && right > 0.0) {
            continue;
        }
        for down in [-1.0, 1.0] {
            let (near, far) = (5.0, 14.0);
            let bend = (x + right * near, y + down * near);
            marks = marks.add(line(bend, (x + right * far, bend.1))).add(line(bend, (bend.0, y + down * far)));
        }
    }
    marks
}

/// Files below the board and ranks on its left, as in moves.
fn coordinates(look: Look) -> Group {
    let style = TextStyle::new(15.0, "#7a5a2c");
    let mut names = Group::new();
    for (file, name) in ('a'..='i').enumerate() {
        let (x, y) = point(if look.flip { FILES - 1 - file } else { file }, 0);
        names = names.add(style.write(&name.to_string(), (x, y + 50.0)));
    }
    for rank in 0..RANKS {
        let (x, y) = point(0, if look.flip { RANKS - 1 - rank } else { rank });
        names = names.add(style.write(&rank.to_string(), (x - 44.0, y + 5.0)));
    }
    names
}

/// The numbers of the files at each player's edge, counted from that player's right.
fn file_numbers(look: Look) -> Group {
    let ink = "#7a5a2c";
    let style = TextStyle::new(15.0, ink);
    let mut names = Group::new();
    let (red, black) = (if look.flip { RANKS - 1 } else { 0 }, if look.flip { 0 } else { RANKS - 1 });
    let beyond = |rank: usize, y: f64| if rank == 0 { y + 44.0 } else { y - 44.0 };
    for (number, strokes) in characters::NUMERALS.into_iter().enumerate() {
        let across = |from_right: bool| if from_right { FILES - 1 - number } else { number };
        let (x, y) = point(across(!look.flip), red);
        names = names.add(characters::write(strokes, (x, beyond(red, y)), 16.0, ink));
        let (x, y) = point(across(look.flip), black);
        names = names.add(style.write(&(number + 1).to_string(), (x, beyond(black, y) + 5.0)));
    }
    names
}

/// A square of the last move.
fn mark((x, y): (f64, f64)) -> Rectangle {
    let mark = Rectangle::new().set("x", x - 29.0).set("y", y - 29.0).set("width", 58).set("height", 58).set("rx", 8);
    mark.set("fill", "#7fc37f").set("fill-opacity", 0.55).set("stroke", "#3f8f4a").set("stroke-width", 2)
}

/// A piece, centred on a point.
pub fn draw_piece(piece: Piece, (x, y): (f64, f64)) -> Group {
    // A turned disc: its shadow, its rim, its face, light on its upper edge. Black's wood is the darker one.
    let [ink, face, light] = DISCS[piece.side as usize];
    let circle = |y: f64, radius: f64| Circle::new().set("cx", x).set("cy", y).set("r", radius);
    let ring = circle(y, RADIUS - 4.5)
        .set("fill", "none")
        .set("stroke", ink)
        .set("stroke-width", 1.2 + 1.2 * (piece.side as usize as f64));
    Group::new()
        .add(circle(y + 2.0, RADIUS + 0.6).set("fill-opacity", 0.3))
        .add(circle(y, RADIUS).set("fill", RIM).set("stroke", "#5d3c14").set("stroke-width", 1.2))
        .add(circle(y - 0.6, RADIUS - 2.0).set("fill", light))
        .add(circle(y + 0.3, RADIUS - 2.6).set("fill", face))
        .add(ring)
        .add(characters::piece(piece, (x, y), 32.0, ink))
}

/// The points of a move.
fn way(look: Look, mv: Move) -> [(f64, f64); 2] {
    [look.place(mv.from()), look.place(mv.to())]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arrows::ARROWS;
    use meihua_contracts::game::Game;
    use meihua_contracts::side::Side;
    use meihua_contracts::text::GameText;

    #[test]
    fn a_flipped_board_has_red_above_and_its_numbers_too() {
        let position = Position::start();
        let flipped = Look { flip: true, edges: Edges::Numbers };
        let king = position.general_square(Side::First);
        assert_eq!(flipped.place(king), point(4, 9));
        assert_eq!(flipped.place(Square::new(0, 0).unwrap()), point(8, 9));
        let text = draw_as(&position, None, &[], flipped).to_string();
        let (x, y) = point(0, 9);
        // Red's first file is his rightmost: at the top left if Black sits at the bottom.
        let one = characters::write(characters::NUMERALS[0], (x, y - 44.0), 16.0, "#7a5a2c").to_string();
        assert!(text.contains(one.trim()));
    }

    #[test]
    fn a_check_is_marked() {
        let rays = |fen: &str| {
            let text = draw(&Position::from_fen(fen).unwrap(), None, &[]).to_string();
            text.matches("#d92d20").count()
        };
        assert_eq!(rays("3k5/9/9/9/9/9/9/3R5/9/4K4 b - - 0 1"), 1);
        assert_eq!(rays("3k5/9/9/9/9/9/9/R8/9/4K4 b - - 0 1"), 0);
    }

    #[test]
    fn pieces_stand_on_the_points_and_inside_the_picture() {
        let mut position = Position::start();
        let last = position.parse_move("h2e2", false).unwrap();
        position.make(last);
        let reply = position.parse_move("h9g7", false).unwrap();
        let text = draw(&position, Some(last), &[reply]).to_string();
        assert_eq!(text.matches(RIM).count(), 32, "pieces");
        assert_eq!(text.matches("#7fc37f").count(), 2, "the last move");
        assert_eq!(text.matches(ARROWS[1]).count(), 3, "a blue arrow and its number");
        // The cannon on e2 and the mark below it.
        let (x, y) = point(4, 2);
        assert!(text.contains(&format!("cx=\"{x}\" cy=\"{y}\"")), "{text}");
        for square in Square::all() {
            let (x, y) = Look::default().place(square);
            assert!(x - RADIUS > 0.0 && x + RADIUS < 8.0 * STEP + 2.0 * MARGIN && y - RADIUS > 0.0);
        }
    }
}
