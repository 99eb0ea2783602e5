//! The position: board, side to move, key, and the history that the rules need.
//!
//! The board is stored in three ways, each good for different things: a set of squares for every kind, one for each
//! side, and the piece on every square. [`State`] holds what cannot be restored by moving the piece back; a stack of
//! states is the history.

use super::attacks;
use super::bitboard::Bitboard;
use super::check_info::CheckInfo;
use super::law;
use super::mv::Move;
use super::piece::{Piece, PieceKind};
use super::setup::Setup;
use super::square::{FILES, SQUARES, Square};
use super::tables::set::Folder;
use super::zobrist;
use crate::rules::Rules;
use crate::side::Side;

/// Number of checks by each side since the last capture that count as plies without a capture; further checks do not
/// count.
const COUNTED_CHECKS: u8 = 10;

/// Maximum number of plies that a search looks back for a repetition. By the rules the game is drawn long before that
/// many plies pass without a capture.
const SEARCH_MEMORY: usize = 1024;

/// What a move changes besides the board.
#[derive(Clone, Copy, Debug)]
struct State {
    /// The keys of the pieces of each part, without the side to move; see [`zobrist::part`].
    parts: [u64; zobrist::PARTS],
    check_info: CheckInfo,
    /// The move that led here; `None` at the root and after a pass.
    mv: Option<Move>,
    captured: Option<Piece>,
    /// Plies since the last capture, without the checks that do not count.
    quiet_plies: u16,
    /// Number of checks since the last capture, by side.
    checks: [u8; Side::NUM],
    /// Plies since the last capture, pawn advance or pass: earlier positions cannot recur.
    reversible: u16,
    /// Plies since the last occurrence of this position; 0 if there is none.
    cycle: u16,
    /// [`law::offence_key`] of the latest offence within the [`State::reversible`] plies; 0 if there is none.
    offence: u64,
}

/// A position of the game so far, as the repetition rules need it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Past {
    /// The key of the position.
    pub key: u64,
    /// The move that led to it; `None` for the first known position, or after a pass.
    pub mv: Option<Move>,
    /// Whether that move gave check.
    pub check: bool,
}

/// A position of xiangqi with its history.
#[derive(Clone, Debug)]
pub struct Position {
    board: [Option<Piece>; SQUARES],
    kinds: [Bitboard; PieceKind::NUM],
    sides: [Bitboard; Side::NUM],
    generals: [Square; Side::NUM],
    side_to_move: Side,
    /// The Zobrist key.
    key: u64,
    state: State,
    /// The states before this one, oldest first.
    history: Vec<State>,
    /// Their keys. Repetitions are looked for at every node, so the keys are stored side by side.
    keys: Vec<u64>,
    /// Plies played before the first known position, from the move number in the FEN.
    first_ply: u32,
    rules: Rules,
    /// Endgame tables in addition to the built-in ones.
    folder: Option<Folder>,
}

impl Position {
    /// The position of a validated board.
    pub(super) fn new(setup: &Setup, generals: [Square; Side::NUM]) -> Position {
        let mut position = Position {
            board: [None; SQUARES],
            kinds: [Bitboard::EMPTY; PieceKind::NUM],
            sides: [Bitboard::EMPTY; Side::NUM],
            generals,
            side_to_move: setup.side,
            key: if setup.side == Side::Second { zobrist::BLACK_TO_MOVE } else { 0 },
            state: State {
                parts: [0; zobrist::PARTS],
                check_info: CheckInfo::default(),
                mv: None,
                captured: None,
                quiet_plies: setup.quiet_plies,
                checks: [0; Side::NUM],
                reversible: 0,
                cycle: 0,
                offence: 0,
            },
            history: Vec::with_capacity(256),
            keys: Vec::with_capacity(256),
            first_ply: u32::from(setup.move_number.saturating_sub(1)) * 2 + setup.side.index() as u32,
            rules: Rules::default(),
            folder: None,
        };
        for square in Square::all() {
            if let Some(piece) = setup.board[square.index()] {
                position.put(piece, square);
                position.change_keys(piece, zobrist::piece(piece, square));
            }
        }
        position.state.check_info = CheckInfo::new(&position, setup.side);
        position
    }

    // ---- queries ---------------------------------------------------------------------------------------------------

    /// The piece on a square.
    #[inline(always)]
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        self.board[square.index()]
    }

    /// The pieces of one kind, of both sides.
    #[inline(always)]
    pub(crate) fn by_kind(&self, kind: PieceKind) -> Bitboard {
        self.kinds[kind.index()]
    }

    /// The pieces of one side.
    #[inline(always)]
    pub fn by_side(&self, side: Side) -> Bitboard {
        self.sides[side.index()]
    }

    /// The pieces of one kind and side.
    #[inline(always)]
    pub fn pieces(&self, side: Side, kind: PieceKind) -> Bitboard {
        self.by_side(side) & self.by_kind(kind)
    }

    /// All pieces.
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.sides[0] | self.sides[1]
    }

    /// The square of `side`'s general.
    #[inline(always)]
    pub fn general_square(&self, side: Side) -> Square {
        self.generals[side.index()]
    }

    /// The side to move.
    #[inline(always)]
    pub fn side(&self) -> Side {
        self.side_to_move
    }

    /// The Zobrist key of board and side to move.
    #[inline(always)]
    pub(crate) fn zobrist(&self) -> u64 {
        self.key
    }

    /// The keys of the positions before this one, oldest first.
    #[inline(always)]
    pub(crate) fn earlier_keys(&self) -> &[u64] {
        &self.keys
    }

    /// The keys of the pieces of each part ([`zobrist::part`]), regardless of the side to move.
    #[inline(always)]
    pub(crate) fn part_keys(&self) -> [u64; zobrist::PARTS] {
        self.state.parts
    }

    /// The threats to the general of the side to move.
    #[inline(always)]
    pub fn check_info(&self) -> &CheckInfo {
        &self.state.check_info
    }

    /// The pieces that give check to the side to move.
    #[inline(always)]
    pub fn checkers(&self) -> Bitboard {
        self.state.check_info.checkers
    }

    /// Plies since the last capture; checks beyond a side's tenth are not counted.
    pub fn quiet_plies(&self) -> u32 {
        u32::from(self.state.quiet_plies)
    }

    /// Plies since the last capture, pawn advance or pass: earlier positions cannot recur.
    pub(crate) fn reversible_plies(&self) -> usize {
        usize::from(self.state.reversible)
    }

    /// The part of the table key that depends on history. It is not 0 once a position has been repeated by moves that
    /// would be an offence if repeated again, until a move that cannot be undone.
    #[inline]
    pub(crate) fn history_key(&self) -> u64 {
        self.state.offence
    }

    /// The number of the next full move, from 1.
    pub fn move_number(&self) -> u32 {
        (self.first_ply + self.history.len() as u32) / 2 + 1
    }

    /// The house rules in force.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Replaces the house rules.
    pub fn set_rules(&mut self, rules: Rules) {
        self.rules = rules;
    }

    /// The endgame tables that are probed in addition to the built-in ones.
    pub fn folder(&self) -> Option<&Folder> {
        self.folder.as_ref()
    }

    /// Replaces the endgame tables that are probed in addition to the built-in ones.
    pub fn set_folder(&mut self, folder: Option<Folder>) {
        self.folder = folder;
    }

    /// This position and those before it, newest first.
    pub fn history(&self) -> impl Iterator<Item = Past> + '_ {
        let states = std::iter::once(&self.state).chain(self.history.iter().rev());
        let keys = std::iter::once(self.key).chain(self.keys.iter().rev().copied());
        states.zip(keys).map(|(state, key)| Past {
            key,
            mv: state.mv,
            check: state.mv.is_some() && !state.check_info.checkers.is_empty(),
        })
    }

    /// A copy without the positions that cannot recur, because of a capture or a pawn advance in between, and without
    /// those more than [`SEARCH_MEMORY`] plies ago. Its cost does not depend on the length of the game. The omitted
    /// moves cannot be taken back in it.
    pub fn without_void_history(&self) -> Position {
        let kept = self.reversible_plies().min(SEARCH_MEMORY).min(self.history.len());
        let left_out = self.history.len() - kept;
        let mut history = Vec::with_capacity(kept + 256);
        history.extend_from_slice(&self.history[left_out..]);
        let mut keys = Vec::with_capacity(kept + 256);
        keys.extend_from_slice(&self.keys[left_out..]);
        let mut state = self.state;
        state.reversible = kept as u16;
        let (folder, first_ply) = (self.folder.clone(), self.first_ply.saturating_add(left_out as u32));
        Position { history, keys, state, first_ply, folder, ..*self }
    }

    /// The numbers of plies since earlier occurrences of this position, latest first. There is no capture, pawn advance
    /// or pass in between.
    #[inline]
    pub fn occurrences(&self) -> impl Iterator<Item = usize> + '_ {
        let reach = usize::from(self.state.reversible).min(self.history.len());
        let within = move |plies: &usize| *plies > 0 && *plies <= reach;
        std::iter::successors(Some(usize::from(self.state.cycle)).filter(within), move |plies| {
            let cycle = usize::from(self.history[self.history.len() - plies].cycle);
            Some(plies + cycle).filter(|_| cycle > 0).filter(within)
        })
    }

    /// Computes [`State::cycle`] for the current position.
    #[inline]
    fn find_cycle(&self) -> u16 {
        let reach = usize::from(self.state.reversible).min(self.keys.len());
        let recent = &self.keys[self.keys.len() - reach..];
        // Two plies back the same side is to move; a position needs four plies to recur.
        let mut pairs = recent.as_rchunks::<2>().1.iter().rev().zip(1..).skip(1);
        pairs.find(|&(&[key, _], _)| key == self.key).map_or(0, |(_, pair)| 2 * pair)
    }

    /// The pieces of both sides that attack `square` with this occupancy. Pieces outside `occupied` do not attack. A
    /// general attacks the other one along an open file; apart from that, advisors, elephants and generals attack only
    /// squares they may go to.
    #[inline]
    pub(crate) fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let (rook, cannon) = attacks::lines(square, occupied);
        let enemy_general = self.by_kind(PieceKind::General).contains(square);
        let flying = if enemy_general { rook & Bitboard::file(square.file()) } else { Bitboard::EMPTY };
        let pawns = attacks::pawn_origins(Side::First, square) & self.by_side(Side::First)
            | attacks::pawn_origins(Side::Second, square) & self.by_side(Side::Second);
        let attackers = rook & self.by_kind(PieceKind::Rook)
            | cannon & self.by_kind(PieceKind::Cannon)
            | attacks::horse_origins(square, occupied) & self.by_kind(PieceKind::Horse)
            | pawns & self.by_kind(PieceKind::Pawn)
            | attacks::elephant(square, occupied) & self.by_kind(PieceKind::Elephant)
            | attacks::advisor(square) & self.by_kind(PieceKind::Advisor)
            | (attacks::general(square) | flying) & self.by_kind(PieceKind::General);
        attackers & occupied
    }

    /// Whether the general of `side` would be attacked on `square` with this occupancy.
    #[inline]
    pub(crate) fn general_attacked(&self, side: Side, square: Square, occupied: Bitboard) -> bool {
        let (rook, cannon) = attacks::lines(square, occupied);
        let attackers = rook & self.by_kind(PieceKind::Rook)
            | cannon & self.by_kind(PieceKind::Cannon)
            | rook & Bitboard::file(square.file()) & self.by_kind(PieceKind::General)
            | attacks::horse_origins(square, occupied) & self.by_kind(PieceKind::Horse)
            | attacks::pawn_origins(!side, square) & self.by_kind(PieceKind::Pawn);
        (attackers & occupied).meets(self.by_side(!side))
    }

    // ---- moves -----------------------------------------------------------------------------------------------------

    /// Places a piece on an empty square.
    #[inline(always)]
    fn put(&mut self, piece: Piece, square: Square) {
        let one = Bitboard::of(square);
        self.board[square.index()] = Some(piece);
        self.kinds[piece.kind.index()] |= one;
        self.sides[piece.side.index()] |= one;
    }

    /// Updates the keys for this piece.
    #[inline(always)]
    fn change_keys(&mut self, piece: Piece, difference: u64) {
        self.key ^= difference;
        self.state.parts[zobrist::part(piece)] ^= difference;
    }

    /// Plays a move of the side to move that leaves its general safe. Does nothing if there is no piece to move.
    #[inline]
    pub fn make_move(&mut self, mv: Move) {
        let (from, to, side) = (mv.from(), mv.to(), self.side_to_move);
        let Some(piece) = self.board[from.index()] else { return };
        let captured = self.board[to.index()];
        self.history.push(self.state);
        self.keys.push(self.key);
        self.key ^= zobrist::BLACK_TO_MOVE;
        if let Some(victim) = captured {
            self.kinds[victim.kind.index()] ^= Bitboard::of(to);
            self.sides[victim.side.index()] ^= Bitboard::of(to);
            self.change_keys(victim, zobrist::piece(victim, to));
        }
        let step = Bitboard::of(from) | Bitboard::of(to);
        self.kinds[piece.kind.index()] ^= step;
        self.sides[side.index()] ^= step;
        self.board[from.index()] = None;
        self.board[to.index()] = Some(piece);
        if piece.kind == PieceKind::General {
            self.generals[side.index()] = to;
        }
        self.side_to_move = !side;
        self.change_keys(piece, zobrist::piece(piece, from) ^ zobrist::piece(piece, to));
        self.state.mv = Some(mv);
        self.state.captured = captured;
        self.state.check_info = CheckInfo::new(self, !side);
        let step_ahead = piece.kind == PieceKind::Pawn && from.index().abs_diff(to.index()) == FILES;
        self.state.reversible =
            if captured.is_some() || step_ahead { 0 } else { self.state.reversible.saturating_add(1) };
        self.state.cycle = self.find_cycle();
        if self.state.reversible == 0 {
            self.state.offence = 0;
        } else if self.state.cycle > 0
            && let Some(key) = law::offence_key(self)
        {
            self.state.offence = key;
        }
        self.count_ply(side, captured.is_some());
    }

    /// Updates the count of plies without a capture after a move of `side`.
    #[inline(always)]
    fn count_ply(&mut self, side: Side, capture: bool) {
        if capture {
            self.state.quiet_plies = 0;
            self.state.checks = [0; Side::NUM];
            return;
        }
        let checks = &mut self.state.checks[side.index()];
        if !self.state.check_info.checkers.is_empty() {
            *checks = checks.saturating_add(1);
            if *checks > COUNTED_CHECKS {
                return;
            }
        }
        self.state.quiet_plies = self.state.quiet_plies.saturating_add(1);
    }

    /// Takes back the last move. Does nothing if there is none, or if it was a pass.
    #[inline]
    pub fn unmake_move(&mut self) {
        let Some(mv) = self.state.mv else { return };
        let (Some(previous), Some(key)) = (self.history.pop(), self.keys.pop()) else { return };
        let (from, to, side) = (mv.from(), mv.to(), !self.side_to_move);
        let captured = self.state.captured;
        if let Some(piece) = self.board[to.index()] {
            let step = Bitboard::of(from) | Bitboard::of(to);
            self.kinds[piece.kind.index()] ^= step;
            self.sides[side.index()] ^= step;
            self.board[from.index()] = Some(piece);
            self.board[to.index()] = None;
            if piece.kind == PieceKind::General {
                self.generals[side.index()] = from;
            }
        }
        if let Some(victim) = captured {
            self.put(victim, to);
        }
        self.side_to_move = side;
        (self.state, self.key) = (previous, key);
    }

    /// Lets the side to move pass; it must not be in check.
    pub(crate) fn make_pass(&mut self) {
        self.history.push(self.state);
        self.keys.push(self.key);
        self.side_to_move = !self.side_to_move;
        self.key ^= zobrist::BLACK_TO_MOVE;
        self.state.mv = None;
        self.state.captured = None;
        self.state.reversible = 0;
        self.state.cycle = 0;
        self.state.offence = 0;
        self.state.check_info = CheckInfo::new(self, self.side_to_move);
    }

    /// Takes back a pass.
    pub(crate) fn unmake_pass(&mut self) {
        if let (Some(previous), Some(key)) = (self.history.pop(), self.keys.pop()) {
            self.side_to_move = !self.side_to_move;
            (self.state, self.key) = (previous, key);
        }
    }
}
