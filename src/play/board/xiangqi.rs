//! The board of xiangqi.
//!
//! ```text
//!    １  ２  ３  …           files as the player above counts them
//! 9  車─馬─象─ …
//!    │   │   │               four columns a file: a piece of two, a gap of two
//! 0 ─俥─傌─相─ …
//!    九  八  七              files as the player below counts them
//!    a   b   c               files of `h2e2`
//! ```
//!
//! Red's pieces are 帥仕相傌俥炮兵, black's 將士象馬車砲卒, so they differ without colour. A piece that has just moved
//! stands in brackets, the point it came from in parentheses.

use super::{Look, taken};
use crate::play::page::{BLACK, DIM, MARK, RED, paint};
use meihua_contracts::side::Side;
use meihua_engine::games::xiangqi::piece::{Piece, PieceKind};
use meihua_engine::games::xiangqi::square::{FILES, RANKS, Square};
use meihua_engine::games::xiangqi::{Move, Position};

/// Red's files from its right; black's are full-width digits.
const CHINESE: [&str; FILES] = ["一", "二", "三", "四", "五", "六", "七", "八", "九"];
const FULL_WIDTH: [&str; FILES] = ["１", "２", "３", "４", "５", "６", "７", "８", "９"];
/// Columns from one file to the next.
const STEP: usize = 4;

/// The picture; `last` is the move that led here.
pub(super) fn draw(position: &Position, last: Option<Move>, look: Look) -> String {
    let painter = Painter { position, moved: last.map(|mv| (mv.from(), mv.to())), look };
    let piece = |piece| if look.ascii { letter(piece).to_string() } else { glyph(piece).to_string() };
    let [upper, lower] = look.start.map_or_else(Default::default, |start| taken::beside(position, start, look, piece));
    let mut lines = vec![painter.files(!look.turned)];
    for row in 0..RANKS {
        let beside = match row {
            0 => &upper,
            _ if row + 1 == RANKS => &lower,
            _ => "",
        };
        let gap = if beside.is_empty() { "" } else { "   " };
        lines.push(painter.points(row) + gap + beside);
        if row + 1 < RANKS {
            lines.push(painter.between(row));
        }
    }
    lines.push(painter.files(look.turned));
    lines.push(painter.letters());
    lines.join("\n")
}

struct Painter<'a> {
    position: &'a Position,
    /// Where the last move came from and went to.
    moved: Option<(Square, Square)>,
    look: Look<'a>,
}

impl Painter<'_> {
    /// The rank of a row from above.
    fn rank(&self, row: usize) -> usize {
        if self.look.turned { row } else { RANKS - 1 - row }
    }

    /// The file of a column from the left.
    fn file(&self, column: usize) -> usize {
        if self.look.turned { FILES - 1 - column } else { column }
    }

    /// Files as a player counts them, from his right.
    fn files(&self, is_black: bool) -> String {
        let number = |column: usize| {
            let file = self.file(column);
            let index = if is_black { file } else { FILES - 1 - file };
            match (self.look.ascii, is_black) {
                (true, _) => format!("{:<STEP$}", index + 1),
                (false, true) => format!("{}  ", FULL_WIDTH[index]),
                (false, false) => format!("{}  ", CHINESE[index]),
            }
        };
        let numbers: String = (0..FILES).map(number).collect();
        paint(DIM, format!("   {}", numbers.trim_end()))
    }

    fn letters(&self) -> String {
        let letters: String =
            (0..FILES).map(|column| format!("{:<STEP$}", (b'a' + self.file(column) as u8) as char)).collect();
        paint(DIM, format!("   {}", letters.trim_end()))
    }

    /// A row of points with the gaps between them.
    fn points(&self, row: usize) -> String {
        let rank = self.rank(row);
        let mut line = paint(DIM, rank) + " ";
        for column in 0..FILES {
            line += &self.gap(rank, column);
            line += &self.point(rank, column);
        }
        line + &self.gap(rank, FILES)
    }

    /// What stands left of a column's point: one character at the rim, two or three inside.
    fn gap(&self, rank: usize, column: usize) -> String {
        let line = if self.look.ascii { "-" } else { "─" };
        let closing = column.checked_sub(1).and_then(|left| self.marks(rank, left)).map(|(_, closing)| closing);
        let opening = (column < FILES).then(|| self.marks(rank, column)).flatten().map(|(opening, _)| opening);
        let mark = |mark: Option<&str>, plain: &str| mark.map_or_else(|| paint(DIM, plain), |mark| paint(MARK, mark));
        if column == 0 {
            return mark(opening, " ");
        }
        if column == FILES {
            return closing.map_or_else(String::new, |closing| paint(MARK, closing));
        }
        let first = mark(closing, line);
        match column {
            _ if self.look.ascii => first + &paint(DIM, line) + &mark(opening, line),
            _ => first + &mark(opening, line),
        }
    }

    /// The signs around a point that the last move touched.
    fn marks(&self, rank: usize, column: usize) -> Option<(&'static str, &'static str)> {
        let square = Square::new(self.file(column), rank)?;
        match self.moved? {
            (_, to) if to == square => Some(("[", "]")),
            (from, _) if from == square => Some(("(", ")")),
            _ => None,
        }
    }

    /// A piece or an empty point: two columns, one in ASCII.
    fn point(&self, rank: usize, column: usize) -> String {
        let square = Square::new(self.file(column), rank);
        if let Some(piece) = square.and_then(|square| self.position.piece_on(square)) {
            let style = if piece.side == Side::First { RED } else { BLACK };
            return paint(style, if self.look.ascii { letter(piece).to_string() } else { glyph(piece).to_string() });
        }
        if self.look.ascii {
            return paint(DIM, if self.marks(rank, column).is_some() { "." } else { "+" });
        }
        let is_marked = self.marks(rank, column).is_some();
        let tail = match (is_marked, column + 1 == FILES) {
            (true, _) => " ",
            (_, true) => "",
            _ => "─",
        };
        paint(DIM, format!("{}{tail}", if is_marked { "·" } else { cross(self.row_of(rank), column) }))
    }

    fn row_of(&self, rank: usize) -> usize {
        if self.look.turned { rank } else { RANKS - 1 - rank }
    }

    /// The lines between a row and the next one.
    fn between(&self, row: usize) -> String {
        let bar = if self.look.ascii { "|" } else { "│" };
        let inner = (FILES - 1) * STEP - 1;
        if row == RANKS / 2 - 1 {
            let river = if self.look.ascii {
                format!("{:^inner$}", "r i v e r")
            } else {
                // Eight columns of characters stand in for four: the padding is that much shorter.
                format!("{:^1$}", "楚 河       漢 界", inner - 4)
            };
            return paint(DIM, format!("   {bar}{river}{bar}"));
        }
        let diagonals = match row {
            0 | 7 => Some(("\\", "/")),
            1 | 8 => Some(("/", "\\")),
            _ => None,
        };
        let mut line = format!("   {bar}");
        for column in 1..FILES {
            let diagonal = match (diagonals, column) {
                (Some((left, _)), 4) => left,
                (Some((_, right)), 5) => right,
                _ => " ",
            };
            let diagonal = match (diagonal, self.look.ascii) {
                ("\\", false) => "╲",
                ("/", false) => "╱",
                (other, _) => other,
            };
            line += &format!(" {diagonal} {bar}");
        }
        paint(DIM, line)
    }
}

/// The lines that meet at an empty point.
fn cross(row: usize, column: usize) -> &'static str {
    match (row, column) {
        (0, 0) => "┌",
        (0, 8) => "┐",
        (9, 0) => "└",
        (9, 8) => "┘",
        (_, 0) => "├",
        (_, 8) => "┤",
        (0 | 5, _) => "┬",
        (4 | 9, _) => "┴",
        _ => "┼",
    }
}

/// The character of a piece, another one for each side.
fn glyph(piece: Piece) -> char {
    let [red, black] = match piece.kind {
        PieceKind::General => ['帥', '將'],
        PieceKind::Advisor => ['仕', '士'],
        PieceKind::Elephant => ['相', '象'],
        PieceKind::Horse => ['傌', '馬'],
        PieceKind::Rook => ['俥', '車'],
        PieceKind::Cannon => ['炮', '砲'],
        PieceKind::Pawn => ['兵', '卒'],
    };
    if piece.side == Side::First { red } else { black }
}

/// The WXF letter of a piece, upper case for red.
fn letter(piece: Piece) -> char {
    let letter = match piece.kind {
        PieceKind::Elephant => 'E',
        PieceKind::Horse => 'H',
        kind => kind.letter(),
    };
    if piece.side == Side::First { letter } else { letter.to_ascii_lowercase() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use meihua_contracts::text::GameText;

    fn plain(text: &str) -> String {
        anstream::adapter::strip_str(text).to_string()
    }

    fn line(picture: &str, index: usize) -> String {
        picture.lines().nth(index).unwrap().to_owned()
    }

    #[test]
    fn the_start_in_unicode() {
        let picture = plain(&draw(&Position::start(), None, Look::default()));
        assert_eq!(picture.lines().count(), 22);
        assert_eq!(line(&picture, 0), "   １  ２  ３  ４  ５  ６  ７  ８  ９");
        assert_eq!(line(&picture, 1), "9  車──馬──象──士──將──士──象──馬──車");
        assert_eq!(line(&picture, 2), "   │   │   │   │ ╲ │ ╱ │   │   │   │");
        assert_eq!(line(&picture, 5), "7  ├───砲──┼───┼───┼───┼───┼───砲──┤");
        assert_eq!(line(&picture, 10), "   │       楚 河       漢 界       │");
        assert_eq!(line(&picture, 19), "0  俥──傌──相──仕──帥──仕──相──傌──俥");
        assert_eq!(line(&picture, 20), "   九  八  七  六  五  四  三  二  一");
        assert_eq!(line(&picture, 21), "   a   b   c   d   e   f   g   h   i");
    }

    #[test]
    fn the_last_move_is_marked() {
        let mut position = Position::start();
        let mv = position.parse_move("h2e2", false).unwrap();
        meihua_contracts::game::Game::make(&mut position, mv);
        let rich = plain(&draw(&position, Some(mv), Look::default()));
        assert_eq!(line(&rich, 15), "2  ├───炮──┼───┼──[炮]─┼───┼──(· )─┤");
        let ascii = plain(&draw(&position, Some(mv), Look { ascii: true, ..Look::default() }));
        assert_eq!(line(&ascii, 15), "2  +---C---+---+--[C]--+---+--(.)--+");
        let turned = plain(&draw(&position, Some(mv), Look { ascii: true, turned: true, ..Look::default() }));
        assert_eq!(line(&turned, 5), "2  +--(.)--+---+--[C]--+---+---C---+");
        assert_eq!(line(&turned, 0), "   1   2   3   4   5   6   7   8   9");
        assert_eq!(line(&turned, 21), "   i   h   g   f   e   d   c   b   a");
    }
}
