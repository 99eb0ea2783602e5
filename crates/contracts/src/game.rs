//! The contract of a two-player game: zero-sum, perfect information, players who move in turn (or pass).
//!
//! A value of a type that implements [`Game`] is a *position with the history it needs*. The generic search in
//! `meihua_engine::search` plays any such game. You must write:
//!
//! 1. whose turn it is ([`Game::side_to_move`]) and a 64-bit key that tells positions apart ([`Game::key`]);
//! 2. the legal moves, together with the outcome if the game is over ([`Game::generate`]): doing both in one pass is
//!    what keeps a generic search as fast as a hand-written one;
//! 3. [`Game::make`] and [`Game::unmake`];
//! 4. an evaluation in centipawns from the view of the side to move ([`Game::evaluate`]).
//!
//! Everything else is an optional hook: noisy moves for the quiescence search, the SEE test, checks, the null move,
//! indices for the history tables, repetition. The defaults do nothing. Where a hook would cost time, it is guarded by
//! an associated constant, so a game that does not use it pays nothing.
//!
//! The second, smaller contract covers text (names, FEN, move notation): [`crate::text::GameText`].
//!
//! # The rules alone
//!
//! ```
//! use meihua_contracts::game::{Game, MoveList, Outcome, Static};
//! use meihua_contracts::side::Side;
//!
//! /// Take one, two or three matches from the heap; whoever takes the last one wins.
//! #[derive(Clone, Debug)]
//! struct Nim { heap: u8, side: Side }
//!
//! impl Game for Nim {
//!     type Move = u8;
//!     type Moves = Vec<u8>;
//!     type Evaluator = Static;
//!     fn side_to_move(&self) -> Side { self.side }
//!     fn key(&self) -> u64 { self.heap as u64 * 2 + self.side.index() as u64 }
//!     fn generate(&self, moves: &mut Vec<u8>) -> Option<Outcome> {
//!         (1..=self.heap.min(3)).for_each(|n| moves.push(n));
//!         (self.heap == 0).then_some(Outcome::Loss)
//!     }
//!     fn make(&mut self, taken: u8) { self.heap -= taken; self.side = !self.side; }
//!     fn unmake(&mut self, taken: u8) { self.heap += taken; self.side = !self.side; }
//!     fn pack(taken: u8) -> u16 { taken as u16 }
//!     fn unpack(&self, bits: u16) -> Option<u8> { (1..=self.heap.min(3)).find(|&n| n as u16 == bits) }
//! }
//!
//! let mut moves = Vec::new();
//! assert_eq!(Nim { heap: 2, side: Side::First }.generate(&mut moves), None);
//! assert_eq!(moves.as_slice(), &[1, 2]);
//! ```
//!
//! This is enough for the search to play the game:
//!
//! ```
//! # use meihua_engine::games::connect_four::ConnectFour;
//! use meihua_contracts::control::Control;
//! use meihua_engine::search::{Searcher, limits::{Limits, Settings}};
//!
//! # let position = ConnectFour::empty(5, 4).unwrap();
//! let limits = Limits { depth: Some(6), ..Limits::default() };
//! let found = Searcher::new().search(&position, &limits, &Settings::default(), &Control::new(), &mut |_report| ());
//! println!("{:?} with {:?}", found.best, found.score);
//! ```
//!
//! # From a type to an engine
//!
//! 1. Implement [`Game`] as above.
//! 2. Run `meihua_engine::search::conformance` on it. It finds and pinpoints the usual mistakes, such as a move that is
//!    not fully taken back or a key that ignores whose turn it is.
//! 3. Implement [`crate::text::GameText`]: a name, a FEN, move notation, a board diagram.
//! 4. Write `impl GameBinding for MyGame {}` (`meihua_engine::engine::game_binding::GameBinding`) and pass
//!    `&[Entry::game::<MyGame>()]` to `meihua_engine::protocol::process::serve`. You have a complete UCI, UCCI and UGI
//!    engine with clocks, pondering, levels and MultiPV. `examples/othello.rs` is such an engine from start to finish.
//! 5. Measure, then add the hooks that help the search: [`Game::history_slot`] and [`Game::piece_to`] first, then noisy
//!    moves ([`Game::STAGED`]), the null move, and an incremental [`Evaluator`].
//!
//! Games with more than two players, chance or hidden information are out of scope.

use crate::rules::Rules;
use crate::side::Side;
use arrayvec::ArrayVec;
use std::fmt::Debug;

/// How a game ends, from the view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The side to move has won (rare: the opponent broke a rule).
    Win,
    /// The side to move has lost.
    Loss,
    /// Nobody wins.
    Draw,
}

impl Outcome {
    /// The same outcome seen by the opponent.
    pub const fn flip(self) -> Outcome {
        match self {
            Outcome::Win => Outcome::Loss,
            Outcome::Loss => Outcome::Win,
            Outcome::Draw => Outcome::Draw,
        }
    }
}

/// What a table of solved positions knows about a position, from the view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proven {
    /// The outcome under best play.
    pub outcome: Outcome,
    /// Plies to the end under best play; 0 for a draw.
    pub plies: u32,
}

/// A list of moves whose capacity the game chooses: an [`ArrayVec`] on the stack, or a [`Vec`].
pub trait MoveList<M>: Default {
    /// Adds a move.
    fn push(&mut self, mv: M);
    /// Removes all moves.
    fn clear(&mut self);
    /// The moves.
    fn as_slice(&self) -> &[M];
}

impl<M, const N: usize> MoveList<M> for ArrayVec<M, N> {
    #[inline]
    fn push(&mut self, mv: M) {
        ArrayVec::push(self, mv);
    }
    #[inline]
    fn clear(&mut self) {
        ArrayVec::clear(self);
    }
    #[inline]
    fn as_slice(&self) -> &[M] {
        ArrayVec::as_slice(self)
    }
}

impl<M> MoveList<M> for Vec<M> {
    #[inline]
    fn push(&mut self, mv: M) {
        Vec::push(self, mv);
    }
    #[inline]
    fn clear(&mut self) {
        Vec::clear(self);
    }
    #[inline]
    fn as_slice(&self) -> &[M] {
        Vec::as_slice(self)
    }
}

/// Evaluation state. The search thread owns it and reports every move to it, so the rules need not know about it.
///
/// [`Static`] is for games that evaluate each position from scratch.
pub trait Evaluator<G: Game>: Send {
    /// Data that all evaluators share and none changes, such as a network's weights; `()` if there is none. The default
    /// value is used unless the user chooses another.
    type EvalParams: Clone + Default + PartialEq + Send + Sync + 'static;
    /// State for a position.
    fn new(position: &G, eval_params: &Self::EvalParams) -> Self;
    /// Called before `mv` is made in `before`.
    fn make(&mut self, before: &G, mv: G::Move);
    /// Takes back the last move given to [`Evaluator::make`].
    fn unmake(&mut self);
    /// Centipawns for the side to move. `position` is the one reached by the moves given so far.
    fn evaluate(&mut self, position: &G) -> i32;
}

/// What the evaluators of a game share.
pub type EvalParams<G> = <<G as Game>::Evaluator as Evaluator<G>>::EvalParams;

/// The evaluator of a game without incremental state: it calls [`Game::evaluate`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Static;

impl<G: Game> Evaluator<G> for Static {
    type EvalParams = ();
    fn new(_: &G, (): &()) -> Self {
        Static
    }
    #[inline]
    fn make(&mut self, _: &G, _: G::Move) {}
    #[inline]
    fn unmake(&mut self) {}
    #[inline]
    fn evaluate(&mut self, position: &G) -> i32 {
        position.evaluate()
    }
}

/// What the ordering of quiet moves needs to know about one of them.
#[derive(Clone, Copy, Debug)]
pub struct QuietMove {
    /// [`Game::history_slot`].
    pub history_slot: usize,
    /// [`Game::piece_to`].
    pub piece_to: usize,
    /// A static score, in the units of the history tables.
    pub bonus: i32,
}

/// A position of a two-player game with the history its rules need. See the [module documentation](self).
pub trait Game: Clone + Send + Sync + 'static {
    /// A move: small, plain data.
    type Move: Copy + PartialEq + Debug + Send + Sync + 'static;
    /// The list that generation fills.
    type Moves: MoveList<Self::Move> + Send;
    /// Evaluation state of a searching thread; [`Static`] if there is none.
    type Evaluator: Evaluator<Self>;

    // ---- the rules -------------------------------------------------------------------------------------------------

    /// The side to move.
    fn side_to_move(&self) -> Side;

    /// A hash of everything that determines the rest of the game, except history. Equal positions have equal keys.
    fn key(&self) -> u64;

    /// Appends all legal moves. Returns the outcome if the game is over in this position; no moves need be appended
    /// then. An empty list without an outcome means [`Game::NO_MOVES`]. Ends that depend on history (repetition, move
    /// counts) belong in [`Game::history_outcome`].
    fn generate(&self, moves: &mut Self::Moves) -> Option<Outcome>;

    /// The number of legal moves; 0 if [`Game::generate`] returns an outcome. Override it if the game can count moves
    /// faster than list them.
    fn count_moves(&self) -> usize {
        let mut moves = Self::Moves::default();
        if self.generate(&mut moves).is_some() { 0 } else { moves.as_slice().len() }
    }

    /// Plays a legal move.
    fn make(&mut self, mv: Self::Move);

    /// Takes back `mv`, the last move made.
    fn unmake(&mut self, mv: Self::Move);

    /// The move as 16 bits, never 0 (0 means "no move" in tables).
    fn pack(mv: Self::Move) -> u16;

    /// The move with these bits if it is **legal** here, else `None`; the bits may come from another position.
    fn unpack(&self, bits: u16) -> Option<Self::Move>;

    /// Centipawns for the side to move. Games with their own [`Evaluator`] need not implement it.
    fn evaluate(&self) -> i32 {
        0
    }

    /// The outcome for the side to move if it has no legal move and [`Game::generate`] returned no outcome.
    const NO_MOVES: Outcome = Outcome::Draw;

    /// Whether a side may lose by its own move. If so, a win in N moves may take the opponent's N-th move as
    /// well.
    const MOVER_MAY_LOSE: bool = false;

    /// The outcome for the side to move that has no move, where it depends on the position.
    fn stuck(&self) -> Outcome {
        Self::NO_MOVES
    }

    // ---- history ---------------------------------------------------------------------------------------------------

    /// The outcome that follows from the history: repetition, perpetual check, a move count.
    ///
    /// `ply` is the number of plies since the root of the search: a position that repeats one **inside** the tree may
    /// be scored at its second occurrence. A referee passes 0 to ask whether the game itself is over.
    fn history_outcome(&self, ply: usize) -> Option<Outcome> {
        let _ = ply;
        None
    }

    /// The outcome if the moves since the last occurrence of this position were repeated, for a position that occurs for
    /// the second time less than `ply` plies after the first. It is no proof, because the loser may vary; the search
    /// uses it near its horizon only.
    fn presumed_outcome(&self, ply: usize) -> Option<Outcome> {
        let _ = ply;
        None
    }

    /// A legal move that brings back a position from less than `ply` plies ago, and for which [`Game::history_outcome`]
    /// would therefore have a result. The search asks where a draw by repetition would be welcome.
    fn returning_move(&self, ply: usize) -> Option<Self::Move> {
        let _ = ply;
        None
    }

    /// A copy to search from. It may omit any history that can no longer matter, because every thread and every
    /// reported line copies it.
    fn search_root(&self) -> Self {
        self.clone()
    }

    /// Applies the house rules.
    fn adopt(&mut self, rules: &Rules) {
        let _ = rules;
    }

    /// Whether [`Game::proven`] ever returns a result.
    const TABLES: bool = false;

    /// What a table of solved positions knows about this one. The result must be valid for the position's actual
    /// history.
    fn proven(&self) -> Option<Proven> {
        None
    }

    /// The key for the transposition table. It differs from [`Game::key`] when a move count has advanced so far that
    /// earlier results may no longer hold.
    fn table_key(&self) -> u64 {
        self.key()
    }

    // ---- hooks for a stronger search: quiet and noisy moves --------------------------------------------------------

    /// Whether the game distinguishes noisy moves (captures and the like) from quiet ones. This enables the quiescence
    /// search and staged move generation, which use [`Game::noisy`], [`Game::quiet`], [`Game::legal`] and
    /// [`Game::is_noisy`].
    const STAGED: bool = false;

    /// The outcome for the side to move if the game is over in this position although there are moves. In a staged game
    /// the search asks only here; [`Game::generate`] must say the same.
    fn ended(&self) -> Option<Outcome> {
        None
    }

    /// Appends the noisy moves. They may be pseudo-legal: the search calls [`Game::legal`] before making one.
    fn noisy(&self, moves: &mut Self::Moves) {
        let _ = moves;
    }

    /// Appends the quiet moves; they may be pseudo-legal as in [`Game::noisy`]. Both lists together contain every legal
    /// move.
    fn quiet(&self, moves: &mut Self::Moves) {
        let _ = moves;
    }

    /// A function that gives what the ordering of quiet moves needs to know about each of them.
    fn quiet_order(&self) -> impl Fn(Self::Move) -> QuietMove {
        |mv| QuietMove { history_slot: self.history_slot(mv), piece_to: self.piece_to(mv), bonus: 0 }
    }

    /// Appends quiet moves that give check; they may be pseudo-legal. Those that are cheap to find suffice.
    fn quiet_checks(&self, moves: &mut Self::Moves) {
        let _ = moves;
    }

    /// Whether a pseudo-legal move is legal.
    fn legal(&self, mv: Self::Move) -> bool {
        let _ = mv;
        true
    }

    /// Whether a move is noisy.
    fn is_noisy(&self, mv: Self::Move) -> bool {
        let _ = mv;
        false
    }

    /// Whether two moves go to the same square.
    fn same_target(mv: Self::Move, other: Self::Move) -> bool {
        let _ = (mv, other);
        false
    }

    /// The immediate gain of a noisy move in centipawns, ignoring any reply: the value of the captured piece.
    fn gain(&self, mv: Self::Move) -> i32 {
        let _ = mv;
        0
    }

    /// Whether the exchange that begins with `mv` wins at least `threshold` centipawns.
    fn see_ge(&self, mv: Self::Move, threshold: i32) -> bool {
        let _ = mv;
        threshold <= 0
    }

    // ---- hooks: checks and the null move ---------------------------------------------------------------------------

    /// Whether the side to move is in check, so that it must respond and may not pass.
    fn in_check(&self) -> bool {
        false
    }

    /// Whether the side to move has to respond, so that the position is too unsettled for an evaluation: in check, or
    /// where the rules leave it a single capture.
    fn must_respond(&self) -> bool {
        self.in_check()
    }

    /// Whether `mv` gives check.
    fn gives_check(&self, mv: Self::Move) -> bool {
        let _ = mv;
        false
    }

    /// Whether passing gives a sensible lower bound anywhere in this game.
    const NULL_MOVE: bool = false;

    /// Whether passing gives a sensible lower bound in this position (no zugzwang in sight).
    fn may_pass(&self) -> bool {
        false
    }

    /// Whether the search asks, before it trusts an evaluation, if the opponent could win at once after a pass.
    fn may_be_threatened(&self) -> bool {
        self.may_pass()
    }

    /// Whether a noisy move that gives no check may end the game ([`Game::ended`]).
    fn may_end(&self, mv: Self::Move) -> bool {
        let _ = mv;
        false
    }

    /// Passes.
    fn make_null(&mut self) {}

    /// Takes back a pass.
    fn unmake_null(&mut self) {}

    /// The halfmove clock: plies counted towards a draw, for instance those without a capture; 0 if no rule counts them.
    fn halfmove_clock(&self) -> i32 {
        0
    }

    /// [`Game::table_key`] after `mv`, as far as it is cheap to compute. It serves only to prefetch the table entry.
    fn table_key_after(&self, mv: Self::Move) -> u64 {
        let _ = mv;
        self.key()
    }

    // ---- hooks: indices for history tables -------------------------------------------------------------------------

    /// Number of slots in one side's butterfly history.
    const HISTORY: usize = 4096;

    /// The slot of a move, below [`Game::HISTORY`]; in board games usually the from and to squares.
    fn history_slot(&self, mv: Self::Move) -> usize {
        Self::pack(mv) as usize % Self::HISTORY
    }

    /// Number of move kinds for the continuation history (in board games piece and target square); 1 disables it.
    const PIECE_TO: usize = 1;

    /// The kind of a move that is about to be made, below [`Game::PIECE_TO`].
    fn piece_to(&self, mv: Self::Move) -> usize {
        let _ = mv;
        0
    }

    /// Number of victim kinds for the capture history.
    const VICTIMS: usize = 1;

    /// The kind of piece captured by a noisy move, below [`Game::VICTIMS`].
    fn victim(&self, mv: Self::Move) -> usize {
        let _ = mv;
        0
    }

    /// The weight of each correction key, in sixteenths.
    const CORRECTIONS: &[i32] = &[];

    /// A hash of one feature of the position (pawn structure, material, …) whose evaluation error the search may learn.
    /// `index` is an index into [`Game::CORRECTIONS`].
    fn correction_key(&self, index: usize) -> u64 {
        let _ = index;
        0
    }
}
