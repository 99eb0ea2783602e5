//! The contract of a two-player game: zero sum, perfect information, two players who move in turn (or pass).
//!
//! A value of a type that implements [`Game`] is a *position with the history it needs*. The generic search in
//! `meihua_engine::search` plays any such game. What you must write:
//!
//! 1. whose turn it is ([`Game::side_to_move`]) and a 64-bit key that distinguishes positions ([`Game::key`]);
//! 2. the legal moves, and on the way the outcome if the game is over ([`Game::generate`]): folding the two together is
//!    what keeps a generic search as fast as a hand-written one;
//! 3. [`Game::make`] and [`Game::unmake`];
//! 4. an evaluation of the side to move in centipawns ([`Game::evaluate`]).
//!
//! Everything else is an optional hook. Its default is inert, and where it would cost time it stands behind an
//! associated constant, so that a game without it pays nothing: noisy moves for the quiescence search, the SEE
//! test, checks, the null move, indices for the history tables, repetition.
//!
//! Text (names, FEN, move spelling) is the second, smaller contract: [`crate::text::GameText`].
//!
//! # The rules alone
//!
//! ```
//! use meihua_contracts::game::{Game, MoveList, Outcome, Static};
//! use meihua_contracts::side::Side;
//!
//! /// Take one, two or three matches from the heap; who takes the last one wins.
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
//! With this much the search plays it:
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
//! 1. Implement [`Game`], as above.
//! 2. Put it through `meihua_engine::search::conformance`: it finds the usual mistakes, such as a move that is not quite
//!    taken back or a key that forgets whose turn it is, and names the place.
//! 3. Implement [`crate::text::GameText`]: a name, a FEN, the spelling of moves, the board.
//! 4. Write `impl GameBinding for MyGame {}` (`meihua_engine::engine::game_binding::GameBinding`) and hand
//!    `&[Entry::game::<MyGame>()]` to `meihua_engine::protocol::process::serve`: a complete UCI, UCCI and UGI engine, with
//!    clocks, pondering, levels and MultiPV. `examples/othello.rs` is such an engine, from the first line to the last.
//! 5. Measure, then give the search what helps it: [`Game::history_slot`] and [`Game::piece_to`] first, then noisy
//!    moves ([`Game::STAGED`]), the null move, an incremental [`Evaluator`].
//!
//! Games for more than two players, with chance or with hidden information are outside its scope.

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
    /// The same end seen by the opponent.
    pub const fn flip(self) -> Outcome {
        match self {
            Outcome::Win => Outcome::Loss,
            Outcome::Loss => Outcome::Win,
            Outcome::Draw => Outcome::Draw,
        }
    }
}

/// The end of a game that a table of solved positions knows, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proven {
    /// What the side to move gets under best play.
    pub outcome: Outcome,
    /// Plies to the end under best play; 0 for a draw.
    pub plies: u32,
}

/// A list of moves whose capacity the game chooses (an [`ArrayVec`] on the stack, or a [`Vec`]).
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

/// Evaluation state, owned by the searching thread and given every move, so that the rules need not know of it.
///
/// [`Static`] is the one for games that evaluate from nothing each time.
pub trait Evaluator<G: Game>: Send {
    /// What all evaluators read and none changes: a network's weights; `()` where there is no such thing. The default
    /// is what the game is played with unless somebody chooses otherwise.
    type EvalParams: Clone + Default + PartialEq + Send + Sync + 'static;
    /// State for a position.
    fn new(position: &G, eval_params: &Self::EvalParams) -> Self;
    /// `mv` is about to be made in `before`.
    fn make(&mut self, before: &G, mv: G::Move);
    /// The last move given is taken back.
    fn unmake(&mut self);
    /// Centipawns for the side to move in `position`, which is the one that the moves given led to.
    fn evaluate(&mut self, position: &G) -> i32;
}

/// What the evaluators of a game share.
pub type EvalParams<G> = <<G as Game>::Evaluator as Evaluator<G>>::EvalParams;

/// The evaluator of a game without incremental state: asks [`Game::evaluate`].
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

/// A position of a two-player game, with the history its rules need. See the [module page](self).
pub trait Game: Clone + Send + Sync + 'static {
    /// A move: small, plain data.
    type Move: Copy + PartialEq + Debug + Send + Sync + 'static;
    /// The list that generation fills.
    type Moves: MoveList<Self::Move> + Send;
    /// Evaluation state of a searching thread; [`Static`] if there is none.
    type Evaluator: Evaluator<Self>;

    // ---- the rules -------------------------------------------------------------------------------------------------

    /// Who moves.
    fn side_to_move(&self) -> Side;

    /// A hash of everything that decides the future of the game, but for history: equal positions, equal keys.
    fn key(&self) -> u64;

    /// Appends all legal moves. Returns the outcome if the game is over in this position (then no move need be
    /// appended). An empty list without an outcome means [`Game::NO_MOVES`]. History-dependent ends (repetition,
    /// counts) belong to [`Game::history_outcome`], not here.
    fn generate(&self, moves: &mut Self::Moves) -> Option<Outcome>;

    /// The number of legal moves; 0 where [`Game::generate`] names an outcome. For games that count faster than they
    /// list.
    fn count_moves(&self) -> usize {
        let mut moves = Self::Moves::default();
        if self.generate(&mut moves).is_some() { 0 } else { moves.as_slice().len() }
    }

    /// Plays a legal move.
    fn make(&mut self, mv: Self::Move);

    /// Takes back `mv`, which was the last one made.
    fn unmake(&mut self, mv: Self::Move);

    /// The move as 16 bits, never 0 (0 means "no move" in tables).
    fn pack(mv: Self::Move) -> u16;

    /// The move of these bits if it is **legal** here; the bits may come from another position.
    fn unpack(&self, bits: u16) -> Option<Self::Move>;

    /// Centipawns for the side to move. Games with an [`Evaluator`] of their own may leave it.
    fn evaluate(&self) -> i32 {
        0
    }

    /// What the side to move gets when it has no legal move and [`Game::generate`] named no outcome.
    const NO_MOVES: Outcome = Outcome::Draw;

    // ---- history ---------------------------------------------------------------------------------------------------

    /// What the history makes of this position: repetition, perpetual check, a move count.
    ///
    /// `ply` is the number of plies since the root of the search: a position that repeats one **inside** the tree may
    /// be scored at its second occurrence. With `ply` 0 the question is put by the referee: is the game over?
    fn history_outcome(&self, ply: usize) -> Option<Outcome> {
        let _ = ply;
        None
    }

    /// A legal move that brings back a position which stood on the board less than `ply` plies ago: a move about which
    /// [`Game::history_outcome`] has a result. The search asks where a draw by repetition would be welcome.
    fn returning_move(&self, ply: usize) -> Option<Self::Move> {
        let _ = ply;
        None
    }

    /// A copy to search from. It may leave out what of the game's history can no longer matter, for every thread and
    /// every line that is reported makes copies of it.
    fn search_root(&self) -> Self {
        self.clone()
    }

    /// Takes over the house rules.
    fn adopt(&mut self, rules: &Rules) {
        let _ = rules;
    }

    /// Whether [`Game::proven`] ever knows anything.
    const TABLES: bool = false;

    /// What a table of solved positions knows of this one. It must hold with the history that the position has.
    fn proven(&self) -> Option<Proven> {
        None
    }

    /// The key under which a search keeps what it found here: other than [`Game::key`] where so much of a count of moves has
    /// run that what was found earlier may not hold any more.
    fn table_key(&self) -> u64 {
        self.key()
    }

    // ---- hooks for a stronger search: quiet and noisy moves --------------------------------------------------------

    /// Whether the game distinguishes noisy moves (captures and their like) from quiet ones. Switches the quiescence
    /// search and staged generation on: then [`Game::noisy`], [`Game::quiet`], [`Game::legal`] and [`Game::is_noisy`]
    /// count.
    const STAGED: bool = false;

    /// Appends the noisy moves. They may be pseudo-legal: the search asks [`Game::legal`] before it makes one.
    fn noisy(&self, moves: &mut Self::Moves) {
        let _ = moves;
    }

    /// Appends the quiet moves, pseudo-legal like [`Game::noisy`]. Together they are all moves.
    fn quiet(&self, moves: &mut Self::Moves) {
        let _ = moves;
    }

    /// What speaks for each quiet move of the position before any history does, in points of a history.
    fn quiet_order(&self) -> impl Fn(Self::Move) -> i32 {
        |_| 0
    }

    /// Appends quiet moves that give check, pseudo-legal too; those that are cheap to find will do.
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

    /// Centipawns that a noisy move takes, at once and unanswered: the victim's value.
    fn gain(&self, mv: Self::Move) -> i32 {
        let _ = mv;
        0
    }

    /// Whether the exchange that `mv` begins brings at least `threshold` centipawns.
    fn see_ge(&self, mv: Self::Move, threshold: i32) -> bool {
        let _ = mv;
        threshold <= 0
    }

    // ---- hooks: checks and the null move ---------------------------------------------------------------------------

    /// Whether the side to move is in check, so that it must answer and may not pass.
    fn in_check(&self) -> bool {
        false
    }

    /// Whether `mv` gives check.
    fn gives_check(&self, mv: Self::Move) -> bool {
        let _ = mv;
        false
    }

    /// Whether passing is a sensible lower bound somewhere in this game.
    const NULL_MOVE: bool = false;

    /// Whether passing is a sensible lower bound here (no zugzwang near).
    fn may_pass(&self) -> bool {
        false
    }

    /// Passes.
    fn make_null(&mut self) {}

    /// Takes the pass back.
    fn unmake_null(&mut self) {}

    /// [`Game::table_key`] after `mv`, as far as it is cheap to know: only to prefetch the table's line.
    fn table_key_after(&self, mv: Self::Move) -> u64 {
        let _ = mv;
        self.key()
    }

    // ---- hooks: indices for history tables -------------------------------------------------------------------------

    /// Number of slots of the butterfly history of one side.
    const HISTORY: usize = 4096;

    /// The slot of a move, below [`Game::HISTORY`]; from-to squares in a board game.
    fn history_slot(&self, mv: Self::Move) -> usize {
        Self::pack(mv) as usize % Self::HISTORY
    }

    /// Number of kinds of moves for continuation history (piece and target square in a board game); 1 switches it off.
    const PIECE_TO: usize = 1;

    /// The kind of a move about to be made, below [`Game::PIECE_TO`].
    fn piece_to(&self, mv: Self::Move) -> usize {
        let _ = mv;
        0
    }

    /// Number of kinds of victims for capture history.
    const VICTIMS: usize = 1;

    /// The kind of piece that a noisy move takes, below [`Game::VICTIMS`].
    fn victim(&self, mv: Self::Move) -> usize {
        let _ = mv;
        0
    }

    /// The weight of each correction key, in 16ths.
    const CORRECTIONS: &[i32] = &[];

    /// A hash of one feature of the position (pawn structure, material…) whose evaluation error the search may learn;
    /// `index` is one into [`Game::CORRECTIONS`].
    fn correction_key(&self, index: usize) -> u64 {
        let _ = index;
        0
    }
}
