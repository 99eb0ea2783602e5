//! What a board needs to show a position.

use crate::bits::Bits;
use crate::compiled::Compiled;
use crate::moves::{Deed, Move};
use crate::pieces::{
    ELEPHANT, HORSE, IMMOBILE, JANGGI_CANNON, JANGGI_ELEPHANT, Kind, LANCE, SHOGI_KNIGHT, SHOGI_PAWN, SOLDIER,
};
use crate::position::{Position, piece};
use crate::rules::Rules;
use serde::Serialize;

/// What the pieces of a game look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Art {
    /// Figures of chess, stones and letters
    Chess,
    /// Tiles of shogi
    Tiles,
    /// Discs of xiangqi
    Discs,
}

/// A position as a board shows it. Squares have names: the file as a letter, the rank from 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BoardView {
    /// The form of the squares: `squares` or `hexagons`.
    pub shape: &'static str,
    /// Number of files.
    pub files: i32,
    /// Number of ranks.
    pub ranks: i32,
    /// What the pieces look like.
    pub art: Art,
    /// Whether the squares are light and dark by turns.
    pub chequered: bool,
    /// Each rank from the top, square by square: a letter (upper case is White), `+` before it if it is promoted, `*` for
    /// a wall, empty for nothing.
    pub board: Vec<Vec<String>>,
    /// The pieces in hand of White and of Black, by letter.
    pub hands: [Vec<(String, u32)>; 2],
    /// Whether pieces may come to hand in this game.
    #[serde(skip)]
    pub has_hands: bool,
    /// The letters of the game and the standard name of each piece, for its symbol.
    pub pieces: Vec<(String, String)>,
    /// The squares of the last move, in their order.
    pub last: Vec<String>,
    /// The squares of pieces that give check.
    pub checkers: Vec<String>,
    /// The squares that each side has to reach or to connect.
    pub goals: [Vec<String>; 2],
    /// Neighbours that a line across joins, along which pieces may move: those of janggi's palaces.
    pub diagonals: Vec<[String; 2]>,
}

/// The lines across from a square to the rank above.
fn joined(rules: &Rules, square: u8) -> impl Iterator<Item = [String; 2]> + '_ {
    let (file, rank) = (i32::from(square % 16), i32::from(square / 16) + 1);
    let files = [file - 1, file + 1].into_iter().filter(move |file| (0..rules.files).contains(file));
    let upper = files.filter(move |_| rank < rules.ranks).map(move |file| (16 * rank + file) as u8);
    let ends = upper.filter(|&upper| rules.diagonal_lines.has(upper));
    ends.map(move |upper| [square, upper].map(Compiled::square_name))
}

impl BoardView {
    /// The view of a position.
    pub(crate) fn of(position: &Position) -> BoardView {
        let (game, rules) = (&*position.game, &position.game.rules);
        let square = |file: i32, rank: i32| {
            let square = (16 * rank + file) as u8;
            let cell = position.cell(square);
            match (cell.piece, cell.origin) {
                (0, _) if position.state.walls.has(square) => "*".to_owned(),
                (0, _) => String::new(),
                (piece, 0) => game.letter(piece).to_string(),
                (_, origin) => format!("+{}", game.letter(origin)),
            }
        };
        let hand = |side: usize| {
            let held = game.list.iter().rev().filter(|&&kind| position.in_hand(side, kind) > 0);
            held.map(|&kind| (game.letter(piece(side, kind)).to_string(), position.in_hand(side, kind))).collect()
        };
        let names = |squares: Bits| squares.map(Compiled::square_name).collect();
        let last = position.state.last.map_or(Vec::new(), |mv| position.way_of(1 - position.us(), mv));
        let has = |kinds: &[Kind]| game.list.iter().any(|kind| kinds.contains(kind));
        let art = if has(&[SHOGI_PAWN, LANCE, SHOGI_KNIGHT]) {
            Art::Tiles
        } else if has(&[SOLDIER, JANGGI_CANNON, HORSE, ELEPHANT, JANGGI_ELEPHANT]) {
            Art::Discs
        } else {
            Art::Chess
        };
        let named = |&kind: &u8| (game.letter(piece(0, kind)).to_string(), crate::pieces::name_of(kind).to_owned());
        BoardView {
            shape: if rules.hexagonal { "hexagons" } else { "squares" },
            files: rules.files,
            ranks: rules.ranks,
            art,
            chequered: art == Art::Chess && !rules.hexagonal && game.list.iter().any(|&kind| kind != IMMOBILE),
            board: (0..rules.ranks)
                .rev()
                .map(|rank| (0..rules.files).map(|file| square(file, rank)).collect())
                .collect(),
            hands: [hand(0), hand(1)],
            has_hands: rules.drops && !rules.free_drops,
            pieces: game.list.iter().map(named).collect(),
            last,
            checkers: names(position.state.checkers | position.royal_attackers()),
            goals: [0, 1].map(|side| {
                let [one, other] = rules.connect_regions.map(|region| region[side]);
                names((rules.flag_region[side] | one | other) & game.board)
            }),
            diagonals: rules.diagonal_lines.flat_map(|square| joined(rules, square)).collect(),
        }
    }

    /// The board in letters, with hands above and below.
    pub(crate) fn diagram(&self) -> String {
        let hand = |side: usize| {
            let held = self.hands[side].iter().map(|(letter, count)| format!(" {letter}x{count}"));
            if self.hands[side].is_empty() { String::new() } else { format!("   in hand:{}", held.collect::<String>()) }
        };
        let cell = |text: &String| match text.as_str() {
            "" => " .".to_owned(),
            text if text.len() > 1 => text.to_owned(),
            text => format!(" {text}"),
        };
        let row = |(index, row): (usize, &Vec<String>)| {
            let rank = self.ranks - index as i32;
            format!("{rank:>2} {}", row.iter().map(cell).collect::<String>())
        };
        let files = (0..self.files).map(|file| format!(" {}", char::from(b'a' + file as u8))).collect::<String>();
        let board = self.board.iter().enumerate().map(row);
        let lines = [hand(1)].into_iter().chain(board).chain([format!("   {files}"), hand(0)]);
        lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
    }
}

impl Position {
    /// What a board needs to show this position.
    pub fn board(&self) -> BoardView {
        BoardView::of(self)
    }

    /// The squares of a move of the side to move, by name and in their order: where it begins, unless the piece comes
    /// from the hand, each square that it goes to, and the square of a wall.
    pub fn way(&self, mv: Move) -> Vec<String> {
        self.way_of(self.us(), mv)
    }

    fn way_of(&self, side: usize, mv: Move) -> Vec<String> {
        let way: &[u8] = match mv.deed {
            Deed::Pass => &[],
            Deed::Drop(..) => &[mv.to],
            Deed::Jump(_) => &[&[mv.from], mv.path.squares()].concat(),
            Deed::Castle => &[mv.from, self.castled(side, mv.from, mv.to).0],
            Deed::Plain | Deed::Passant | Deed::Promote(_) | Deed::PromotePiece | Deed::Demote => &[mv.from, mv.to],
        };
        way.iter().copied().chain(mv.wall).map(Compiled::square_name).collect()
    }
}
