//! A game of one's own that becomes a complete engine, in its own name, with every command that can know its game: Othello on 6x6.
//!
//! X begins. A move turns all enemy stones between the new stone and another own one, in all eight directions; who can
//! turn none passes; when neither can, the more stones win. That is all the library needs: search, clocks,
//! pondering, levels, MultiPV and the protocols are its own, and so are the boards of `play` and `draw`, the referee of
//! `match`, the games of `datagen` and the positions of `bench`. The one entry of [`GAMES`] brings it to all of them.
//!
//! ```text
//! printf 'uci\nposition startpos moves d2\nd\ngo depth 8\n' | cargo run --release --example othello
//! cargo run --release --example othello play othello6
//! cargo run --release --example othello draw othello6 -o board.svg
//! ```
//!
//! The board lies in an 8x8 one with an empty edge, so that no line of stones can run over it; bit = 8 * row + column,
//! both from 1 on the board.

use meihua::engine::game_binding::GameBinding;
use meihua::engine::registry::Entry;
use meihua::game::{Game, Outcome, Static};
use meihua::phrases::Phrases;
use meihua::protocol::identity::Identity;
use meihua::record::Formats;
use meihua::side::Side;
use meihua::text::{GameText, MoveError, Notation, PositionError, Reason, Verdict};

const BOARD: u64 = 0x007e_7e7e_7e7e_7e00;
const CORNERS: u64 = 0x0042_0000_0000_4200;
/// The move of a player who can turn nothing: no square has this number.
const PASS: u8 = 0;

/// A position, and the ones before it.
#[derive(Clone, Debug)]
pub struct Othello {
    /// The stones of either side.
    stones: [u64; 2],
    side: Side,
    past: Vec<[u64; 2]>,
}

impl Othello {
    /// The enemy stones that a stone of `side` on an empty square turns.
    fn turned(&self, side: Side, square: u8) -> u64 {
        let (own, other) = (self.stones[side.index()], self.stones[side.other().index()]);
        [1, 7, 8, 9, -1, -7, -8, -9].into_iter().fold(0, |turned, step: i32| {
            let mut end = i32::from(square) + step;
            let mut row = 0;
            while other >> end & 1 == 1 {
                row |= 1 << end;
                end += step;
            }
            if own >> end & 1 == 1 { turned | row } else { turned }
        })
    }

    /// The squares on which `side` may put a stone.
    fn squares(&self, side: Side) -> impl Iterator<Item = u8> {
        let empty = BOARD & !(self.stones[0] | self.stones[1]);
        (0..64).filter(move |&square| empty >> square & 1 == 1 && self.turned(side, square) != 0)
    }

    /// Stones of the side to move, less the opponent's.
    fn lead(&self, among: u64) -> i32 {
        let count = |side: Side| (self.stones[side.index()] & among).count_ones() as i32;
        count(self.side) - count(!self.side)
    }
}

impl Game for Othello {
    type Move = u8;
    type Moves = Vec<u8>;
    type Evaluator = Static;
    /// The last stone may be the opponent's.
    const MOVER_MAY_LOSE: bool = true;

    fn side_to_move(&self) -> Side {
        self.side
    }
    fn key(&self) -> u64 {
        let mix = |bits: u64, by: u64| (bits ^ bits >> 29).wrapping_mul(by);
        let stones = mix(mix(self.stones[0], 0x9e37_79b9_7f4a_7c15) ^ self.stones[1], 0xbf58_476d_1ce4_e5b9);
        mix(stones ^ self.side.index() as u64, 0x94d0_49bb_1331_11eb)
    }
    fn generate(&self, moves: &mut Vec<u8>) -> Option<Outcome> {
        moves.extend(self.squares(self.side));
        if moves.is_empty() && self.squares(!self.side).next().is_some() {
            moves.push(PASS);
        }
        moves.is_empty().then(|| match self.lead(BOARD) {
            0 => Outcome::Draw,
            1.. => Outcome::Win,
            _ => Outcome::Loss,
        })
    }
    fn make(&mut self, square: u8) {
        self.past.push(self.stones);
        if square != PASS {
            let turned = self.turned(self.side, square);
            self.stones[self.side.index()] |= turned | 1 << square;
            self.stones[self.side.other().index()] &= !turned;
        }
        self.side = !self.side;
    }
    fn unmake(&mut self, _: u8) {
        self.stones = self.past.pop().unwrap_or(self.stones);
        self.side = !self.side;
    }
    fn pack(square: u8) -> u16 {
        u16::from(square) + 1
    }
    fn unpack(&self, bits: u16) -> Option<u8> {
        let mut moves = Vec::new();
        self.generate(&mut moves);
        moves.into_iter().find(|&square| Self::pack(square) == bits)
    }
    fn evaluate(&self) -> i32 {
        let freedom = |side| self.squares(side).count() as i32;
        self.lead(BOARD) + 50 * self.lead(CORNERS) + 10 * (freedom(self.side) - freedom(!self.side))
    }
}

impl GameText for Othello {
    const NAME: &'static str = "othello6";
    const PHRASES: Phrases = Phrases {
        sides: ["X", "O"],
        moves: "the square of your stone, d2; or pass",
        typing: "Type the square of your stone, d2, or pass",
        reasons: &[(Reason::NoMoves, "more stones, and neither side can move")],
        ..Phrases::PLAIN
    };

    fn start() -> Self {
        let at = |column: u32, row: u32| 1 << (8 * row + column);
        Othello { stones: [at(3, 3) | at(4, 4), at(3, 4) | at(4, 3)], side: Side::First, past: Vec::new() }
    }
    fn from_fen(fen: &str) -> Result<Self, PositionError> {
        let (board, side) = fen.split_once(' ').unwrap_or((fen, "x"));
        let is_square = |letter| matches!(letter, 'X' | 'O' | '.');
        if board.len() != 36 || !board.chars().all(is_square) || !matches!(side, "x" | "o") {
            return Err(PositionError::syntax("position", fen, "36 of X, O and . from the top left, a blank, x or o"));
        }
        let stones = ['X', 'O'].map(|player| {
            let squares = board.char_indices().filter(|&(_, letter)| letter == player);
            squares.fold(0, |set, (index, _)| set | 1 << (8 * (6 - index / 6) + index % 6 + 1))
        });
        let side = if side == "x" { Side::First } else { Side::Second };
        Ok(Othello { stones, side, past: Vec::new() })
    }
    fn fen(&self) -> String {
        let side = if self.side == Side::First { 'x' } else { 'o' };
        format!("{} {side}", self.diagram().replace('\n', ""))
    }
    fn parse_move(&self, text: &str, _: bool) -> Result<u8, MoveError> {
        let mut moves = Vec::new();
        self.generate(&mut moves);
        let named = moves.into_iter().find(|&mv| self.move_text(mv, Notation::Wire).eq_ignore_ascii_case(text));
        named.ok_or_else(|| MoveError::illegal(text, "a stone must turn another, as d2 does; pass where none can"))
    }
    fn move_text(&self, square: u8, _: Notation) -> String {
        let file = char::from(b'a' + square % 8 - u8::from(square != PASS));
        if square == PASS { "pass".to_owned() } else { format!("{file}{}", square / 8) }
    }
    fn diagram(&self) -> String {
        let letter = |square: u32| match self.stones.map(|set| set >> square & 1) {
            [1, _] => 'X',
            [_, 1] => 'O',
            _ => '.',
        };
        let rows = (1..=6).rev().map(|row| (1..=6).map(|column| letter(8 * row + column)).collect::<String>());
        rows.collect::<Vec<_>>().join("\n")
    }
    fn verdict(&self) -> Verdict {
        match self.generate(&mut Vec::new()) {
            Some(outcome) => Verdict::over(outcome, Reason::NoMoves),
            None => Verdict::ONGOING,
        }
    }
}

impl GameBinding for Othello {
    const BENCH: &'static [&'static str] =
        &["..............OX....XO.............. x", "..X....XX....OX....OXO...O..O....... x"];
}

/// What the engine says of itself.
pub const OTHELLO: Identity = Identity {
    name: "Othello6",
    version: "1.0",
    authors: "the authors of the example",
    copyright: "the authors of the example, MIT or Apache-2.0",
    about: "Othello on a board of 6x6",
};

/// The games of this engine. More entries, of the library or of one's own, may follow.
pub static GAMES: &[Entry] = &[Entry::game::<Othello>().with_saved_games(&Formats)];

#[allow(dead_code)] // The test of this example brings its own input and output.
fn main() -> std::process::ExitCode {
    meihua::cli::run_as(OTHELLO, GAMES)
}
