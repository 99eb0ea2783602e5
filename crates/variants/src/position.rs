//! A position: the board, the hands, what the rules remember, and the moves that led here.

use crate::bits::Bits;
use crate::compiled::Compiled;
use crate::moves::Move;
use crate::pieces::{Kind, Kinds, each};
use meihua_contracts::side::Side;
use std::sync::Arc;

/// A piece: its kind, and 64 more for Black; 0 is an empty square, or a wall.
pub(crate) type Piece = u8;

pub(crate) const fn piece(side: usize, kind: Kind) -> Piece {
    kind | (side as u8) << 6
}

pub(crate) const fn kind_of(piece: Piece) -> Kind {
    piece & 63
}

pub(crate) const fn side_of(piece: Piece) -> usize {
    (piece >> 6) as usize & 1
}

/// What stands on a square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cell {
    pub(crate) piece: Piece,
    /// The piece that it was before its promotion, where it keeps it (`+` in a FEN); 0 if it does not.
    pub(crate) origin: Piece,
    /// Whether it is promoted.
    pub(crate) is_promoted: bool,
}

/// What changes with each move besides the board and the hands.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct State {
    pub(crate) key: u64,
    pub(crate) walls: Bits,
    /// Squares on which a pawn can be captured en passant, and such a pawn's own square where other pieces do it.
    pub(crate) passant: Bits,
    /// The pieces that give check to the king of the side to move.
    pub(crate) checkers: Bits,
    /// Squares on which a move may open or close a line of attack, to the king of the side to move and to the other's.
    pub(crate) lines: [Bits; 2],
    /// Last pieces of their kinds, which may not be lost.
    pub(crate) royals: Bits,
    /// White's king's and queen's side, Black's.
    pub(crate) castling: [bool; 4],
    pub(crate) castling_king: [Option<u8>; 2],
    pub(crate) castling_rook: [u8; 4],
    pub(crate) checks_left: [u8; 2],
    pub(crate) side: u8,
    /// Plies since the last move that cannot be undone.
    pub(crate) quiet_plies: u32,
    pub(crate) ply: u32,
    /// Plies since the position was set up or a null move.
    pub(crate) since_start: u32,
    /// Plies counted towards a limit, and the limit; 0 for none.
    pub(crate) counted: u32,
    pub(crate) count_limit: u32,
    pub(crate) last: Option<Move>,
    pub(crate) captured: Piece,
    /// Whether the number of pieces of some kind changed other than by a capture.
    pub(crate) grew: bool,
    pub(crate) is_pass: bool,
    /// Whether a rook, a bers or a knight gives check, which counts in shatar.
    pub(crate) is_strong_check: bool,
    pub(crate) is_bikjang: bool,
}

/// A change to be taken back.
#[derive(Clone, Copy, Debug)]
enum Change {
    Square(u8, Cell),
    Hand(usize, Kind, u8),
}

/// A position of a game that a file describes, with its history.
#[derive(Clone)]
pub struct Position {
    pub(crate) game: Arc<Compiled>,
    /// How the program knows the game.
    pub(crate) label: crate::catalogue::Label,
    cells: [Cell; 256],
    /// By kind; 0 holds all pieces.
    kinds: [Bits; 64],
    sides: [Bits; 2],
    /// Pieces in hand; 0 holds their sum.
    hands: [[u8; 64]; 2],
    pub(crate) state: State,
    /// The states before the moves that led here, and how many changes there were before each.
    pub(crate) past: Vec<(State, usize)>,
    changes: Vec<Change>,
}

impl std::fmt::Debug for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.fen_text())
    }
}

impl Position {
    /// An empty board.
    pub(crate) fn empty(game: Arc<Compiled>, label: crate::catalogue::Label) -> Position {
        let state = State { key: game.salt, ..State::default() };
        Position {
            game,
            label,
            cells: [Cell::default(); 256],
            kinds: [Bits::NONE; 64],
            sides: [Bits::NONE; 2],
            hands: [[0; 64]; 2],
            state,
            past: Vec::new(),
            changes: Vec::new(),
        }
    }

    /// A copy without its history, to try a move on.
    pub(crate) fn bare(&self) -> Position {
        Position {
            game: Arc::clone(&self.game),
            label: self.label,
            past: Vec::new(),
            changes: Vec::new(),
            cells: self.cells,
            kinds: self.kinds,
            sides: self.sides,
            hands: self.hands,
            state: self.state,
        }
    }

    /// The index of the side to move.
    #[inline]
    pub(crate) fn us(&self) -> usize {
        usize::from(self.state.side)
    }

    pub(crate) fn side(&self) -> Side {
        if self.state.side == 0 { Side::First } else { Side::Second }
    }

    #[inline]
    pub(crate) fn cell(&self, square: u8) -> Cell {
        self.cells[usize::from(square)]
    }

    #[inline]
    pub(crate) fn piece(&self, square: u8) -> Piece {
        self.cells[usize::from(square)].piece
    }

    /// All pieces of both sides.
    #[inline]
    pub(crate) fn men(&self) -> Bits {
        self.kinds[0]
    }

    /// Pieces and walls.
    #[inline]
    pub(crate) fn occupied(&self) -> Bits {
        self.kinds[0] | self.state.walls
    }

    /// The board without its walls.
    #[inline]
    pub(crate) fn open(&self) -> Bits {
        self.game.board & !self.state.walls
    }

    /// Where a kind may be, walls excluded.
    #[inline]
    pub(crate) fn area(&self, side: usize, kind: Kind) -> Bits {
        self.game.area(side, kind) & !self.state.walls
    }

    #[inline]
    pub(crate) fn of_side(&self, side: usize) -> Bits {
        self.sides[side]
    }

    /// The pieces of a kind; of all kinds for 0.
    #[inline]
    pub(crate) fn of_kind(&self, kind: Kind) -> Bits {
        self.kinds[usize::from(kind)]
    }

    #[inline]
    pub(crate) fn of(&self, side: usize, kind: Kind) -> Bits {
        self.sides[side] & self.kinds[usize::from(kind)]
    }

    pub(crate) fn of_kinds(&self, kinds: Kinds) -> Bits {
        each(kinds).fold(Bits::NONE, |set, kind| set | self.of_kind(kind))
    }

    #[inline]
    pub(crate) fn count(&self, side: usize, kind: Kind) -> u32 {
        self.of(side, kind).count()
    }

    #[inline]
    pub(crate) fn in_hand(&self, side: usize, kind: Kind) -> u32 {
        u32::from(self.hands[side][usize::from(kind)])
    }

    pub(crate) fn count_with_hand(&self, side: usize, kind: Kind) -> u32 {
        self.count(side, kind) + self.in_hand(side, kind)
    }

    /// The king of a side.
    #[inline]
    pub(crate) fn king(&self, side: usize) -> Option<u8> {
        self.of(side, crate::pieces::KING).first()
    }

    #[inline]
    pub(crate) fn toggle(&mut self, part: u32) {
        self.state.key ^= self.game.number(part);
    }

    /// Puts something on a square, or takes it away, and remembers what stood there.
    #[inline]
    pub(crate) fn put(&mut self, square: u8, cell: Cell) {
        let old = self.cell(square);
        self.changes.push(Change::Square(square, old));
        self.key_cell(square, old);
        self.key_cell(square, cell);
        self.place(square, cell);
    }

    pub(crate) fn clear(&mut self, square: u8) {
        self.put(square, Cell::default());
    }

    fn key_cell(&mut self, square: u8, cell: Cell) {
        if cell.piece != 0 {
            // Only where captured pieces come back does it matter that one is promoted without a trace.
            let rules = &self.game.rules;
            let is_promoted = cell.is_promoted && rules.captures_to_hand && !rules.drop_loop;
            let status = u32::from(is_promoted) << 15 | u32::from(cell.origin) << 16;
            self.toggle(u32::from(square) << 7 | u32::from(cell.piece) | status);
        }
    }

    #[inline]
    fn place(&mut self, square: u8, cell: Cell) {
        let old = self.piece(square);
        if old != 0 {
            self.kinds[usize::from(kind_of(old))].remove(square);
            self.kinds[0].remove(square);
            self.sides[side_of(old)].remove(square);
        }
        if cell.piece != 0 {
            self.kinds[usize::from(kind_of(cell.piece))].add(square);
            self.kinds[0].add(square);
            self.sides[side_of(cell.piece)].add(square);
        }
        self.cells[usize::from(square)] = cell;
    }

    /// Changes the number of pieces in hand; more than 255 of a kind are not kept.
    pub(crate) fn hold(&mut self, side: usize, kind: Kind, change: i32) {
        if self.game.rules.free_drops {
            return;
        }
        let old = self.hands[side][usize::from(kind)];
        let new = (i32::from(old) + change).clamp(0, 255) as u8;
        self.changes.push(Change::Hand(side, kind, old));
        self.key_hand(side, kind, old);
        self.key_hand(side, kind, new);
        self.set_hand(side, kind, new);
    }

    fn key_hand(&mut self, side: usize, kind: Kind, count: u8) {
        if count > 0 {
            self.toggle(1 << 30 | (side as u32) << 16 | u32::from(kind) << 8 | u32::from(count));
        }
    }

    fn set_hand(&mut self, side: usize, kind: Kind, count: u8) {
        let hand = &mut self.hands[side];
        hand[usize::from(kind)] = count;
        hand[0] = hand[1..].iter().fold(0, |sum: u8, &count| sum.saturating_add(count));
    }

    /// Remembers the state before a move.
    pub(crate) fn begin(&mut self) {
        self.past.push((self.state, self.changes.len()));
    }

    /// Takes the last move back.
    pub(crate) fn take_back(&mut self) {
        let Some((state, changes)) = self.past.pop() else { return };
        while self.changes.len() > changes {
            match self.changes.pop() {
                Some(Change::Square(square, cell)) => self.place(square, cell),
                Some(Change::Hand(side, kind, count)) => self.set_hand(side, kind, count),
                None => break,
            }
        }
        self.state = state;
    }

    /// Makes a position that was set up ready: forgets how it was set up and finds checks.
    pub(crate) fn settle(&mut self) {
        self.changes.clear();
        self.past.clear();
        self.refresh();
    }

    /// The state before the last `plies` moves; `None` if it is not known.
    pub(crate) fn earlier(&self, plies: u32) -> Option<&State> {
        if plies == 0 {
            return Some(&self.state);
        }
        let index = self.past.len().checked_sub(plies as usize)?;
        Some(&self.past[index].0)
    }
}
