//! The board of a game of a file: squares or hexagons, the pieces of chess, shogi or xiangqi, stones with letters, and
//! pieces in hand.

use super::arrows::Scale;
use super::letters::{TextStyle, round};
use super::palette::PAPER;
use super::sheet::{line, sheet};
use super::sprites::figure;
use super::xiangqi::{self, draw_piece};
use meihua_contracts::game::Game;
use meihua_contracts::side::Side;
use meihua_engine::games::xiangqi::Piece;
use meihua_variants::{Art, BoardView, Move, Position};
use svg::Document;
use svg::node::element::{Circle, Group, Polygon, Rectangle};

/// Width of a square; figures are drawn for this size.
pub const SIDE: f64 = 44.0;
/// How far rows of hexagons are apart, in their width.
const ROW: f64 = 0.866_025_403_784;
/// Space around the board, for the coordinates.
const MARGIN: f64 = 30.0;
/// Height of the row of pieces in hand.
const HAND: f64 = 52.0;
const RADIUS: f64 = 17.0;
const SCALE: Scale = Scale { step: SIDE, radius: RADIUS };

const INK: &str = "#6b5a3c";
/// Light squares, dark squares, and squares that are all alike.
const SQUARES: [&str; 3] = ["#f1e3c6", "#d2b184", "#ecd3a0"];
/// Each side's pieces: fill, outline and letters.
const PIECES: [[&str; 3]; Side::NUM] = [["#fffdf7", "#2b2118", "#2b2118"], ["#2d2926", "#f6ead2", "#fffdf7"]];
/// The squares that each side has to reach or to connect.
const GOALS: [&str; Side::NUM] = ["#ffffff", "#1d1a17"];

/// The figures of chess by the names of their pieces: outlines around the middle of a square of [`SIDE`].
pub const FIGURES: [(&str, &str); 6] = [
    ("pawn", "M-11 16H11Q11 10 5 7Q8 3 4 -1A6.5 6.5 0 1 0 -4 -1Q-8 3 -5 7Q-11 10 -11 16Z"),
    ("rook", "M-12 16H12V11H9V-3L12 -6V-15H7V-11H3V-15H-3V-11H-7V-15H-12V-6L-9 -3V11H-12Z"),
    (
        "knight",
        "M-11 16H11Q13 4 10 -4Q7 -13 -1 -14L-4 -18L-6 -13Q-10 -9 -13 -1Q-12 4 -8 2Q-5 0 -1 -1Q-2 5 -7 10Q-11 13 -11 16Z",
    ),
    (
        "bishop",
        "M-12 16H12V12Q6 12 4 9H-4Q-6 12 -12 12ZM-5 7H5Q10 1 6 -6Q3 -10 0 -13Q-3 -10 -6 -6Q-10 1 -5 7Z\
         M-2.4 -16A2.4 2.4 0 0 1 2.4 -16A2.4 2.4 0 0 1 -2.4 -16Z",
    ),
    ("queen", "M-10 16H10V11Q8 6 11 1L15 -9L8 -4L6 -15L0 -5L-6 -15L-8 -4L-15 -9L-11 1Q-8 6 -10 11Z"),
    (
        "king",
        "M-10 16H10V11Q8 8 12 3Q15 -3 10 -6Q5 -8 1.7 -4V-10H5V-13.4H1.7V-18H-1.7V-13.4H-5V-10H-1.7V-4Q-5 -8 -10 -6\
         Q-15 -3 -12 3Q-8 8 -10 11Z",
    ),
];
/// The pieces of xiangqi by the names of the pieces.
const DISCS: [(&str, char); 10] = [
    ("soldier", 'P'),
    ("cannon", 'C'),
    ("janggiCannon", 'C'),
    ("horse", 'N'),
    ("elephant", 'B'),
    ("janggiElephant", 'B'),
    ("fers", 'A'),
    ("wazir", 'A'),
    ("rook", 'R'),
    ("king", 'K'),
];
/// Pieces that are stones or men, without a letter.
const PLAIN: [&str; 3] = ["immobile", "clobber", "breakthrough"];

/// Draws a position; the moves of `plan` are played on from it.
pub fn draw(position: &Position, flip: bool, plan: &[Vec<String>]) -> Document {
    let board = position.board();
    let field = Field { board: &board, flip };
    let ways: Vec<_> = plan.iter().map(|way| field.points(way)).collect();
    field.draw().add(SCALE.line(position.side_to_move(), &ways))
}

/// Draws a position with the move that was played, `?`, and the one that should have been played, `!`.
pub fn draw_choice(position: &Position, played: Move, better: Option<Move>) -> Document {
    let board = position.board();
    let field = Field { board: &board, flip: false };
    let points = |mv| field.points(&position.way(mv));
    field.draw().add(SCALE.choice(&points(played), better.map(points).as_deref()))
}

/// A board as it is seen.
#[derive(Clone, Copy)]
struct Field<'a> {
    board: &'a BoardView,
    /// Whether it is seen from the second player's side.
    flip: bool,
}

impl Field<'_> {
    fn is_hexagonal(self) -> bool {
        self.board.shape == "hexagons"
    }

    /// Width and height of the board.
    fn size(self) -> (f64, f64) {
        let (files, ranks) = (f64::from(self.board.files), f64::from(self.board.ranks));
        if self.is_hexagonal() {
            (SIDE * (files + (ranks - 1.0) / 2.0), SIDE * ((ranks - 1.0) * ROW + 1.16))
        } else {
            (SIDE * files, SIDE * ranks)
        }
    }

    /// The height of the board's upper edge.
    fn top(self) -> f64 {
        MARGIN + if self.board.has_hands { HAND } else { 0.0 }
    }

    /// The middle of the square of a file and a rank from 0.
    fn middle(self, (file, rank): (i32, i32)) -> (f64, f64) {
        let BoardView { files, ranks, .. } = *self.board;
        let (column, row) = if self.flip { (files - 1 - file, rank) } else { (file, ranks - 1 - rank) };
        let (column, row) = (f64::from(column), f64::from(row));
        if self.is_hexagonal() {
            let shift = (f64::from(ranks - 1) - row) / 2.0;
            (MARGIN + SIDE * (column + 0.5 + shift), self.top() + SIDE * (row * ROW + 0.58))
        } else {
            (MARGIN + (column + 0.5) * SIDE, self.top() + (row + 0.5) * SIDE)
        }
    }

    fn points(self, names: &[String]) -> Vec<(f64, f64)> {
        names.iter().filter_map(|name| square(name)).map(|square| self.middle(square)).collect()
    }

    fn draw(self) -> Document {
        let (width, height) = self.size();
        let below = self.top() + height + MARGIN;
        let whole = below + if self.board.has_hands { HAND } else { 0.0 };
        let mut picture = sheet((width + 2.0 * MARGIN, whole), PAPER).add(self.ground()).add(self.names());
        for side in Side::ALL {
            // White edges need a rim on light paper.
            picture = picture.add(self.goals(side, INK, 6)).add(self.goals(side, GOALS[side.index()], 4));
        }
        for (names, colour) in [(&self.board.last, "#7fc37f"), (&self.board.checkers, "#e5484d")] {
            for (x, y) in self.points(names) {
                picture = picture.add(self.square((x, y)).set("fill", colour).set("fill-opacity", 0.6));
            }
        }
        for (rank, row) in (0..self.board.ranks).rev().zip(&self.board.board) {
            for (file, cell) in (0..).zip(row).filter(|(_, cell)| !cell.is_empty()) {
                picture = picture.add(self.piece(cell, self.middle((file, rank))));
            }
        }
        if self.board.has_hands {
            let (upper, lower) = if self.flip { (0, 1) } else { (1, 0) };
            picture = picture.add(self.hand(upper, HAND / 2.0 + 8.0)).add(self.hand(lower, below + HAND / 2.0 - 8.0));
        }
        picture
    }

    fn ground(self) -> Group {
        let mut squares = Group::new();
        for (file, rank) in (0..self.board.ranks).flat_map(|rank| (0..self.board.files).map(move |file| (file, rank))) {
            let (x, y) = self.middle((file, rank));
            let fill = SQUARES[if self.board.chequered { usize::from((file + rank) % 2 == 0) } else { 2 }];
            let square = self.square((x, y)).set("fill", fill);
            squares = squares.add(if self.board.chequered { square } else { square.set("stroke", "#8a6a3b") });
        }
        for pair in &self.board.diagonals {
            let ends: Vec<String> =
                self.points(pair).into_iter().map(|(x, y)| format!("{},{}", round(x), round(y))).collect();
            squares = squares.add(Polygon::new().set("points", ends.join(" ")).set("stroke", "#8a6a3b"));
        }
        squares
    }

    /// The outline of a square around its middle.
    fn square(self, (x, y): (f64, f64)) -> Polygon {
        let corners: Vec<(f64, f64)> = if self.is_hexagonal() {
            (0..6)
                .map(|corner| f64::from(30 + 60 * corner).to_radians().sin_cos())
                .map(|(sin, cos)| (25.4 * cos, 25.4 * sin))
                .collect()
        } else {
            [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
                .map(|(dx, dy)| (dx * SIDE / 2.0, dy * SIDE / 2.0))
                .to_vec()
        };
        let points: Vec<String> =
            corners.iter().map(|(dx, dy)| format!("{},{}", round(x + dx), round(y + dy))).collect();
        Polygon::new().set("points", points.join(" "))
    }

    /// Files below the board and ranks on its left.
    fn names(self) -> Group {
        let BoardView { files, ranks, .. } = *self.board;
        let style = TextStyle::new(13.0, INK);
        let (left, bottom) = if self.flip { (files - 1, ranks - 1) } else { (0, 0) };
        let (aside, below) = if self.is_hexagonal() { (34.0, 40.0) } else { (SIDE / 2.0 + 14.0, SIDE / 2.0 + 19.0) };
        let mut names = Group::new();
        for file in 0..files {
            let (x, y) = self.middle((file, bottom));
            names = names.add(style.write(&char::from(b'a' + file as u8).to_string(), (x, y + below)));
        }
        for rank in 0..ranks {
            let (x, y) = self.middle((left, rank));
            names = names.add(style.write(&(rank + 1).to_string(), (x - aside, y + 4.5)));
        }
        names
    }

    /// The squares that a side has to reach or to connect: a line along the edge of the board, rings elsewhere.
    fn goals(self, side: Side, colour: &str, width: u32) -> Group {
        let BoardView { files, ranks, .. } = *self.board;
        let squares: Vec<_> = self.board.goals[side.index()].iter().filter_map(|name| square(name)).collect();
        let turn = if self.flip { -1.0 } else { 1.0 };
        let mut goals = Group::new().set("stroke", colour).set("stroke-width", width);
        for &(file, rank) in &squares {
            let (x, y) = self.middle((file, rank));
            let along = |from: (f64, f64), to: (f64, f64)| {
                let at = |(dx, dy): (f64, f64)| (x + dx * turn, y + dy * turn);
                line(at(from), at(to)).set("stroke-linecap", "round")
            };
            let is_full = |is: &dyn Fn(&(i32, i32)) -> bool, count: i32| {
                squares.iter().filter(|square| is(square)).count() == count as usize
            };
            let on_row = (rank == 0 || rank == ranks - 1) && is_full(&|other| other.1 == rank, files);
            let on_column = (file == 0 || file == files - 1) && is_full(&|other| other.0 == file, ranks);
            let (down, aside) = (if rank == 0 { 1.0 } else { -1.0 }, if file == 0 { -1.0 } else { 1.0 });
            if on_row && self.is_hexagonal() {
                goals = goals.add(along((-22.0, 12.7 * down), (0.0, 25.4 * down)));
                goals = goals.add(along((0.0, 25.4 * down), (22.0, 12.7 * down)));
            } else if on_row {
                goals = goals.add(along((-20.0, 20.0 * down), (20.0, 20.0 * down)));
            }
            if on_column && self.is_hexagonal() {
                goals = goals.add(along((22.0 * aside, -12.7), (22.0 * aside, 12.7)));
                goals = goals.add(along((22.0 * aside, -12.7 * aside), (0.0, -25.4 * aside)));
            } else if on_column {
                goals = goals.add(along((20.0 * aside, -20.0), (20.0 * aside, 20.0)));
            }
            if !on_row && !on_column {
                let ring = Circle::new().set("cx", round(x + 16.0)).set("cy", round(y - 16.0)).set("r", 3);
                goals = goals.add(ring.set("fill", "none").set("stroke-width", width / 2));
            }
        }
        goals
    }

    /// The pieces in a side's hand, with their numbers.
    fn hand(self, side: usize, y: f64) -> Group {
        let mut hand = Group::new();
        for (place, (letter, count)) in self.board.hands[side].iter().enumerate() {
            let x = MARGIN + SIDE * (0.5 + 1.5 * place as f64);
            let style = TextStyle::new(15.0, INK).left_aligned();
            hand = hand.add(self.piece(letter, (x, y))).add(style.write(&count.to_string(), (x + 22.0, y + 5.0)));
        }
        hand
    }

    /// What stands on a square, around its middle.
    fn piece(self, cell: &str, (x, y): (f64, f64)) -> Group {
        if cell == "*" {
            let wall = Rectangle::new().set("x", x - 19.0).set("y", y - 19.0).set("width", 38).set("height", 38);
            return Group::new().add(wall.set("rx", 5).set("fill", "#5b554c").set("stroke", "#2d2926"));
        }
        let letter = cell.trim_start_matches('+');
        let is_promoted = letter.len() < cell.len();
        let side = if letter.chars().all(char::is_uppercase) { Side::First } else { Side::Second };
        let named = self.board.pieces.iter().find(|(known, _)| known.eq_ignore_ascii_case(letter));
        let name = named.map_or("", |(_, name)| name.as_str());
        let [fill, outline, ink] = PIECES[side.index()];
        let label = cell.to_uppercase();
        match self.board.art {
            Art::Tiles => {
                let turn = if (side == Side::First) == self.flip { " transform=\"rotate(180)\"" } else { "" };
                let colour = if is_promoted { "#b3201f" } else { "#20180d" };
                let art = format!(
                    "<g{turn}><path d=\"M0 -19L12 -14L16 18H-16L-12 -14Z\" fill=\"#fbe6b4\" stroke=\"#6b4d22\" \
                     stroke-width=\"1.4\"/>{}</g>",
                    TextStyle::new(18.0, colour).bold().write(&label, (0.0, 9.0))
                );
                return figure((x, y), art);
            }
            Art::Discs => {
                let disc = DISCS.iter().find(|(known, _)| *known == name);
                let kind = disc.map(|(_, kind)| if side == Side::First { *kind } else { kind.to_ascii_lowercase() });
                let piece = kind.and_then(Piece::from_letter);
                if let Some(piece) = piece.filter(|_| !is_promoted) {
                    let share = round(SIDE / (2.0 * xiangqi::HALF));
                    let place = format!("translate({} {}) scale({share})", round(x), round(y));
                    return Group::new().set("transform", place).add(draw_piece(piece, (0.0, 0.0)));
                }
            }
            Art::Chess => {
                let known = FIGURES.iter().find(|(known, _)| *known == name && !is_promoted);
                if let Some((_, path)) = known {
                    let art = format!(
                        "<path d=\"{path}\" fill=\"{fill}\" stroke=\"{outline}\" stroke-width=\"1.6\" \
                         stroke-linejoin=\"round\"/>"
                    );
                    return figure((x, y), art);
                }
            }
        }
        let disc = Circle::new().set("cx", round(x)).set("cy", round(y)).set("r", RADIUS).set("fill", fill);
        let stone = Group::new().add(disc.set("stroke", "#2b2118").set("stroke-width", 1.6));
        let is_plain = self.board.pieces.len() == 1 || PLAIN.contains(&name) || (name.is_empty() && label == "P");
        if is_plain && !is_promoted {
            return stone;
        }
        stone.add(TextStyle::new(17.0, ink).bold().write(&label, (x, y + 6.0)))
    }
}

/// File and rank of a square, from 0.
fn square(name: &str) -> Option<(i32, i32)> {
    let (file, rank) = name.split_at_checked(1)?;
    Some((i32::from(*file.as_bytes().first()?) - i32::from(b'a'), rank.parse::<i32>().ok()? - 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use meihua_contracts::text::GameText;

    fn start(text: &str, name: &str) -> Position {
        let (games, faults) = meihua_variants::read(text);
        assert!(faults.is_empty(), "{faults:?}");
        Position::start_of(games.into_iter().find(|game| game.name == name).unwrap())
    }

    fn child(parent: &str) -> Position {
        start(&format!("[a:{parent}]\n"), "a")
    }

    /// How often a figure is drawn.
    fn figures(picture: &str, name: &str) -> usize {
        let (_, path) = FIGURES.iter().find(|(known, _)| *known == name).unwrap();
        picture.matches(&path[1..]).count()
    }

    #[test]
    fn chess_has_its_figures_its_last_move_and_its_arrows() {
        let mut chess = child("chess");
        let plan = [vec!["e2".to_owned(), "e4".to_owned()], vec!["b8".to_owned(), "c6".to_owned()]];
        let picture = draw(&chess, false, &plan).to_string();
        assert_eq!(["pawn", "knight", "king"].map(|name| figures(&picture, name)), [16, 4, 2]);
        assert_eq!(picture.matches("opacity=\"0.85\"").count(), 2, "an arrow for each move");
        assert!(!picture.contains("#7fc37f"));
        let mv = chess.parse_move("e2e4", false).unwrap();
        chess.make(mv);
        let picture = draw(&chess, false, &[]).to_string();
        assert_eq!(picture.matches("#7fc37f").count(), 2);
        let [played, better] = ["f7f6", "e7e5"].map(|text| chess.parse_move(text, false).unwrap());
        let choice = draw_choice(&chess, played, Some(better)).to_string();
        assert_eq!(choice.matches("opacity=\"0.85\"").count(), 2);
    }

    #[test]
    fn palaces_have_their_diagonals() {
        let janggi = child("janggi");
        let joined = janggi.board().diagonals;
        assert_eq!((joined.len(), &joined[0]), (8, &["d1".to_owned(), "e2".to_owned()]));
        let ground = Field { board: &janggi.board(), flip: false }.ground().to_string();
        assert_eq!(ground.matches("<polygon").count(), 90 + 8);
    }

    #[test]
    fn pieces_in_hand_stand_with_their_owner() {
        let shogi = child("minishogi").like("k4/5/5/5/4K[GGp] w 0 1").unwrap();
        let own = Field { board: &shogi.board(), flip: false };
        let height = |picture: &str| picture.split("viewBox=\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
        let (below, above) = (draw(&shogi, false, &[]).to_string(), draw(&shogi, true, &[]).to_string());
        assert_eq!(below.matches("#fbe6b4").count(), 4);
        assert_eq!(height(&below), height(&above));
        // A tile points away from its owner, whichever side of the board he sits on.
        let gold = |field: Field<'_>| field.piece("G", (0.0, 0.0)).to_string().contains("rotate(180)");
        assert_eq!((gold(own), gold(Field { flip: true, ..own })), (false, true));
    }

    #[test]
    fn the_edges_that_a_side_connects_have_its_colour() {
        let hex = start(include_str!("../../../examples/games/hex.ini"), "hex7");
        let field = Field { board: &hex.board(), flip: false };
        let lines = |side| field.goals(side, INK, 4).to_string().matches("<line").count();
        assert_eq!((lines(Side::First), lines(Side::Second)), (28, 28));
        let text = field.goals(Side::First, GOALS[0], 4).to_string();
        // White connects the files: the first line is on the left of the board.
        let left = text.split("x1=\"").nth(1).unwrap().split('"').next().unwrap().parse::<f64>().unwrap();
        assert!(left < field.middle((0, 0)).0, "{left}");
    }

    #[test]
    fn every_square_lies_in_the_picture_from_both_sides() {
        for name in ["chess", "xiangqi", "crazyhouse", "ataxx"] {
            let position = child(name);
            let board = position.board();
            for field in [false, true].map(|flip| Field { board: &board, flip }) {
                let (width, height) = field.size();
                for (file, rank) in [(0, 0), (board.files - 1, board.ranks - 1)] {
                    let (x, y) = field.middle((file, rank));
                    assert!(x > MARGIN && x < MARGIN + width && y > field.top() && y < field.top() + height, "{name}");
                }
            }
        }
    }
}
