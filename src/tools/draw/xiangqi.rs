//! A xiangqi board: traditional pieces, the last move marked, arrows for a line of play.

use super::characters;
use super::letters::{Hand, round};
use super::sheet::{arrow, line, sheet};
use crate::games::xiangqi::square::{FILES, RANKS};
use crate::games::xiangqi::{Move, Piece, Position, Square};
use crate::side::Side;
use svg::Document;
use svg::node::element::{Circle, Group, Rectangle};

/// From a line of the board to the next.
const STEP: f64 = 60.0;
/// Around the lines.
const MARGIN: f64 = 58.0;
/// Radius of a piece.
const RADIUS: f64 = 26.0;
/// Width and height of the picture.
pub const SIZE: (f64, f64) = (8.0 * STEP + 2.0 * MARGIN, 9.0 * STEP + 2.0 * MARGIN);
/// Points with corner marks: the cannons' and the pawns', as file and rank from the near side.
const MARKED: [(usize, usize); 7] = [(1, 2), (7, 2), (0, 3), (2, 3), (4, 3), (6, 3), (8, 3)];
/// Lines of the board.
const INK: &str = "#6b4a22";
/// The arrows of a line of play, by the side that moves.
const ARROWS: [&str; Side::NUM] = ["#c2410c", "#1d4ed8"];
/// The arrows of a move that was played and of a better one.
const PLAYED: &str = "#b42318";
const BETTER: &str = "#15803d";
/// Width of an arrow.
const ARROW: f64 = 7.0;
/// From its tip to the point it shows.
const ROOM: f64 = 10.0;
/// Radius of its number's plate.
const BADGE: f64 = 9.0;

/// Draws a position; `last` is the move that led to it, `line` is played on from it.
pub fn draw(position: &Position, last: Option<Move>, plan: &[Move]) -> Document {
    let mut picture = sheet(SIZE, "#f6e3bd").add(board()).add(coordinates());
    if let Some(mv) = last {
        picture = picture.add(mark(mv.from())).add(mark(mv.to()));
    }
    let mut pieces = Group::new();
    for square in Square::all() {
        if let Some(piece) = position.piece_on(square) {
            pieces = pieces.add(draw_piece(piece, place(square)));
        }
    }
    picture.add(pieces).add(arrows(position.side(), plan))
}

/// Draws a position with the move that was played, `?`, and the one that should have been, `!`.
pub fn draw_choice(position: &Position, last: Option<Move>, played: Move, better: Option<Move>) -> Document {
    let choices = [better.map(|mv| (mv, BETTER, "!")), Some((played, PLAYED, "?"))];
    let arrows = choices
        .into_iter()
        .flatten()
        .fold(Group::new(), |group, (mv, colour, letter)| labelled_arrow(group, mv, colour, letter));
    draw(position, last, &[]).add(arrows)
}

fn place(square: Square) -> (f64, f64) {
    point(square.file(), square.rank())
}

fn point(file: usize, rank: usize) -> (f64, f64) {
    (MARGIN + file as f64 * STEP, MARGIN + (RANKS - 1 - rank) as f64 * STEP)
}

/// The lines of the board, without coordinates, in the middle of a picture of [`SIZE`].
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

/// The marks around a point, those beyond the rim left out.
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

/// Files below and above the board, ranks on its sides, as moves name them.
fn coordinates() -> Group {
    let hand = Hand::new(15.0, "#7a5a2c");
    let mut names = Group::new();
    for (file, name) in ('a'..='i').enumerate() {
        let (x, y) = point(file, 0);
        names = names.add(hand.write(&name.to_string(), (x, y + 50.0)));
    }
    for rank in 0..RANKS {
        let (x, y) = point(0, rank);
        names = names.add(hand.write(&rank.to_string(), (x - 44.0, y + 5.0)));
    }
    names
}

/// A square of the last move.
fn mark(square: Square) -> Rectangle {
    let (x, y) = place(square);
    let mark = Rectangle::new().set("x", x - 29.0).set("y", y - 29.0).set("width", 58).set("height", 58).set("rx", 8);
    mark.set("fill", "#7fc37f").set("fill-opacity", 0.55).set("stroke", "#3f8f4a").set("stroke-width", 2)
}

/// A piece about a point.
pub fn draw_piece(piece: Piece, (x, y): (f64, f64)) -> Group {
    let ink = if piece.side == Side::First { "#b3201f" } else { "#161616" };
    let disc = Circle::new().set("cx", x).set("cy", y).set("r", RADIUS).set("fill", "#fdf3d7");
    let ring = Circle::new().set("cx", x).set("cy", y).set("r", RADIUS - 3.5).set("fill", "none").set("stroke", ink);
    Group::new()
        .add(disc.set("stroke", "#5d3c14").set("stroke-width", 1.8))
        .add(ring.set("stroke-width", 1.3))
        .add(characters::piece(piece, (x, y), 33.0, ink))
}

/// The point so far on the way from one to another.
fn towards(from: (f64, f64), to: (f64, f64), way: f64) -> (f64, f64) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let share = way / dx.hypot(dy).max(way);
    (from.0 + dx * share, from.1 + dy * share)
}

/// Where the number of an arrow is: on the rim of the piece, so that its character can be read; an arrow of one step is as
/// short as the number is wide, so that one hangs on the rim aside, behind, where no arrow of the move before ends.
fn badge(from: (f64, f64), to: (f64, f64)) -> (f64, f64) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let is_short = dx.hypot(dy) < 1.2 * STEP;
    towards(from, if is_short { (from.0 - dx - dy, from.1 + dx - dy) } else { to }, RADIUS)
}

/// An arrow for each move, numbered where it begins.
fn arrows(first: Side, plan: &[Move]) -> Group {
    let mut group = Group::new();
    let mut side = first;
    for (number, mv) in (1..).zip(plan) {
        group = labelled_arrow(group, *mv, ARROWS[side as usize], &number.to_string());
        side = !side;
    }
    group
}

/// Adds an arrow with its label to a group.
fn labelled_arrow(group: Group, mv: Move, colour: &str, label: &str) -> Group {
    let (from, to) = (place(mv.from()), place(mv.to()));
    let (x, y) = badge(from, to);
    let plate = Circle::new().set("cx", round(x)).set("cy", round(y)).set("r", BADGE).set("fill", colour);
    group
        .add(arrow(towards(from, to, RADIUS), to, ROOM, ARROW, colour).set("opacity", 0.85))
        .add(plate)
        .add(Hand::new(12.0, "#ffffff").bold().write(label, (x, y + 4.2)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::text::GameText;

    #[test]
    fn a_number_leaves_most_of_its_arrow_free() {
        let from = point(4, 4);
        for (file, rank) in [(4, 5), (4, 3), (3, 4), (5, 4), (5, 5), (5, 6), (4, 8)] {
            let to = point(file, rank);
            let (start, (x, y)) = (towards(from, to, RADIUS), badge(from, to));
            let length = (to.0 - start.0).hypot(to.1 - start.1) - ROOM;
            let share = |part: f64| {
                let at = towards(start, to, part * length);
                (at.0 - x).hypot(at.1 - y) > BADGE
            };
            let free = (0..=20).filter(|part| share(f64::from(*part) / 20.0)).count();
            assert!(free >= 13, "{file} {rank}: {free} of 21");
        }
    }

    #[test]
    fn pieces_stand_on_the_points_and_inside_the_picture() {
        let mut position = Position::start();
        let last = position.parse_move("h2e2", false).unwrap();
        position.make(last);
        let reply = position.parse_move("h9g7", false).unwrap();
        let text = draw(&position, Some(last), &[reply]).to_string();
        assert_eq!(text.matches("#fdf3d7").count(), 32, "pieces");
        assert_eq!(text.matches("#7fc37f").count(), 2, "the last move");
        assert_eq!(text.matches(ARROWS[1]).count(), 3, "a blue arrow and its number");
        // The cannon on e2 and the mark under it.
        let (x, y) = point(4, 2);
        assert!(text.contains(&format!("cx=\"{x}\" cy=\"{y}\"")), "{text}");
        for square in Square::all() {
            let (x, y) = place(square);
            assert!(x - RADIUS > 0.0 && x + RADIUS < 8.0 * STEP + 2.0 * MARGIN && y - RADIUS > 0.0);
        }
    }
}
