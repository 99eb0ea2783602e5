//! A two-player game as saved games see it, independent of its types. [`Recorder`] is the registry's entry for it.

use crate::game::{Game, MoveList};
use crate::phrases::Phrases;
use crate::rules::Rules;
use crate::side::Side;
use crate::text::{GameText, MoveError, Notation, PositionError, Verdict, spell_history};
use std::any::Any;
use std::fmt;

/// A move as its game packs it ([`Game::pack`]). It has a meaning only in its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RecordedMove(pub u16);

impl RecordedMove {
    /// The move of a game.
    pub fn of<G: Game>(mv: G::Move) -> RecordedMove {
        RecordedMove(G::pack(mv))
    }
}

/// How moves are read whose text may mean several things.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Convention {
    /// Coordinates count ranks from 0 to 9.
    #[default]
    RanksFromZero,
    /// Coordinates count ranks from 1 to 10.
    RanksFromOne,
    /// Letters are those of Vietnamese notation, in which `S4.5` is an advisor, rather than of WXF.
    Vietnamese,
}

/// The start of a saved game. It may be an impossible board, because teaching files have boards without generals.
pub trait RecordStart: Any + Send + Sync {
    /// The position as text, with all its fields.
    fn fen(&self) -> String;

    /// The side to move.
    fn side(&self) -> Side;

    /// The number of the first full move, from 1.
    fn move_number(&self) -> u32;

    /// The same board with the other side to move; `None` if the board determines the side.
    fn turned(&self) -> Option<Box<dyn RecordStart>> {
        None
    }

    /// The position for playing moves.
    ///
    /// # Errors
    /// What is impossible about it.
    fn board(&self) -> Result<Box<dyn RecordGame>, PositionError>;

    /// The position if the rules allow it, so that it can be searched.
    ///
    /// # Errors
    /// What the rules do not allow.
    fn legal_board(&self) -> Result<Box<dyn RecordGame>, PositionError> {
        self.board()
    }

    /// The start as a value of its own type.
    fn as_any(&self) -> &dyn Any;

    /// A boxed clone.
    fn boxed(&self) -> Box<dyn RecordStart>;
}

/// A position with the moves that led to it.
pub trait RecordGame: Any + Send + Sync {
    /// The position as text.
    fn fen(&self) -> String;

    /// The side to move.
    fn side(&self) -> Side;

    /// Reads a legal move in any notation the game knows.
    ///
    /// # Errors
    /// The move cannot be read or is not legal here.
    fn read_move(&self, text: &str, convention: Convention) -> Result<RecordedMove, MoveError>;

    /// The legal moves that a text may mean: just one unless it is ambiguous.
    fn readings(&self, text: &str, convention: Convention) -> Vec<RecordedMove> {
        self.read_move(text, convention).into_iter().collect()
    }

    /// Checks whether a move is legal here.
    ///
    /// # Errors
    /// The reason why not, with the move in the game's notation.
    fn check(&self, mv: RecordedMove) -> Result<(), MoveError>;

    /// Writes a legal move; `None` if it is not legal here.
    fn move_text(&self, mv: RecordedMove, notation: Notation) -> Option<String>;

    /// Plays a legal move. Does nothing if it is not legal here.
    fn make(&mut self, mv: RecordedMove);

    /// Takes back the last move, if there is one.
    fn unmake(&mut self);

    /// Whether the game is over, and why.
    fn verdict(&self) -> Verdict;

    /// Whether a move can still be played.
    fn has_moves(&self) -> bool {
        self.verdict().outcome.is_none()
    }

    /// Applies house rules.
    fn adopt(&mut self, rules: &Rules);

    /// The position before the first move as text, and the moves played since in wire notation.
    fn history(&self) -> (String, Vec<String>);

    /// The position as a value of the game's own type.
    fn as_any(&self) -> &dyn Any;

    /// A boxed clone.
    fn boxed(&self) -> Box<dyn RecordGame>;
}

impl dyn RecordGame {
    /// The position, if it is one of this game.
    pub fn position<G: Game>(&self) -> Option<&G> {
        self.as_any().downcast_ref()
    }
}

impl Clone for Box<dyn RecordStart> {
    fn clone(&self) -> Self {
        self.as_ref().boxed()
    }
}

impl Clone for Box<dyn RecordGame> {
    fn clone(&self) -> Self {
        self.as_ref().boxed()
    }
}

impl fmt::Debug for dyn RecordStart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fen())
    }
}

impl fmt::Debug for dyn RecordGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fen())
    }
}

/// Reads a start.
pub type ReadStart = dyn Fn(&str) -> Result<Box<dyn RecordStart>, PositionError> + Sync;

/// How saved games access a game.
#[derive(Clone, Copy)]
pub struct Recorder {
    /// The name of the game, as the value of `UCI_Variant`.
    pub name: &'static str,
    /// Other names that are accepted.
    pub aliases: &'static [&'static str],
    /// How people talk about it.
    pub phrases: fn() -> &'static Phrases,
    /// The standard start.
    pub start: &'static (dyn Fn() -> Box<dyn RecordStart> + Sync),
    /// Reads a start.
    pub read: &'static ReadStart,
    /// The text that describes the game; `None` for a game of the program itself.
    pub description: Option<Description>,
}

/// The text that describes a game ([`super::game_files`]).
#[derive(Clone, Copy, Debug)]
pub struct Description {
    /// The section of the game and those that it inherits from, as its author wrote them.
    pub text: &'static str,
    /// The same for all texts that mean the same rules.
    pub digest: u64,
}

impl Recorder {
    /// The recorder of a game.
    pub const fn of<G: GameText>() -> Recorder {
        Recorder {
            name: G::NAME,
            aliases: G::ALIASES,
            phrases: || &G::PHRASES,
            start: &|| start_at(G::start()),
            read: &|fen| G::from_fen(fen).map(start_at),
            description: None,
        }
    }

    /// The recorder of one of the games of a type that plays several. It lives as long as the process.
    pub(crate) fn starting<G: GameText>(
        name: &'static str,
        start: &'static (dyn Fn() -> G + Sync),
        description: Description,
    ) -> Recorder {
        Recorder {
            name,
            aliases: &[],
            phrases: || &G::PHRASES,
            start: Box::leak(Box::new(move || start_at(start()))),
            read: Box::leak(Box::new(move |fen: &str| start().like(fen).map(start_at))),
            description: Some(description),
        }
    }

    /// What tells games of files with the same name apart; `None` for a game of the program itself.
    pub fn digest(&self) -> Option<u64> {
        self.description.map(|description| description.digest)
    }

    /// Whether the game is known by a name, in any case.
    pub fn is_called(&self, name: &str) -> bool {
        [self.name].iter().chain(self.aliases).any(|known| known.eq_ignore_ascii_case(name))
    }
}

impl PartialEq for Recorder {
    /// The names of a program's own games are unique; two files may call different games alike.
    fn eq(&self, other: &Recorder) -> bool {
        self.name == other.name && self.digest() == other.digest()
    }
}

impl Eq for Recorder {}

impl fmt::Debug for Recorder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// The start of a saved game at a position.
pub fn start_at<G: GameText>(position: G) -> Box<dyn RecordStart> {
    Box::new(Recorded::new(position))
}

/// A position of any game and the moves played to it.
#[derive(Clone)]
pub(super) struct Recorded<G: Game> {
    pub(super) position: G,
    played: Vec<G::Move>,
}

impl<G: GameText> Recorded<G> {
    pub(super) const fn new(position: G) -> Self {
        Recorded { position, played: Vec::new() }
    }

    /// Whether a move that was read may be played: not if the game is over.
    fn allows(&self, mv: G::Move) -> bool {
        let mut moves = G::Moves::default();
        self.position.generate(&mut moves).is_none() && moves.as_slice().contains(&mv)
    }
}

impl<G: GameText> RecordStart for Recorded<G> {
    fn fen(&self) -> String {
        self.position.fen()
    }

    fn side(&self) -> Side {
        self.position.side_to_move()
    }

    fn move_number(&self) -> u32 {
        self.position.move_number()
    }

    fn board(&self) -> Result<Box<dyn RecordGame>, PositionError> {
        Ok(Box::new(self.clone()))
    }

    fn as_any(&self) -> &dyn Any {
        &self.position
    }

    fn boxed(&self) -> Box<dyn RecordStart> {
        Box::new(self.clone())
    }
}

impl<G: GameText> RecordGame for Recorded<G> {
    fn fen(&self) -> String {
        self.position.fen()
    }

    fn side(&self) -> Side {
        self.position.side_to_move()
    }

    fn read_move(&self, text: &str, convention: Convention) -> Result<RecordedMove, MoveError> {
        let mv = self.position.parse_move(text, convention == Convention::RanksFromOne)?;
        let allowed = self.allows(mv).then(|| RecordedMove::of::<G>(mv));
        allowed.ok_or_else(|| MoveError::illegal(text, "the game is over"))
    }

    fn check(&self, mv: RecordedMove) -> Result<(), MoveError> {
        let legal = self.position.unpack(mv.0).filter(|&mv| self.allows(mv));
        legal.map(|_| ()).ok_or_else(|| MoveError::illegal("-", "there is no such move"))
    }

    fn move_text(&self, mv: RecordedMove, notation: Notation) -> Option<String> {
        self.position.unpack(mv.0).map(|mv| self.position.move_text(mv, notation))
    }

    fn make(&mut self, mv: RecordedMove) {
        if let Some(mv) = self.position.unpack(mv.0) {
            self.position.make(mv);
            self.played.push(mv);
        }
    }

    fn unmake(&mut self) {
        if let Some(mv) = self.played.pop() {
            self.position.unmake(mv);
        }
    }

    fn verdict(&self) -> Verdict {
        self.position.verdict()
    }

    fn adopt(&mut self, rules: &Rules) {
        self.position.adopt(rules);
    }

    fn history(&self) -> (String, Vec<String>) {
        let mut start = self.position.clone();
        self.played.iter().rev().for_each(|&mv| start.unmake(mv));
        (start.fen(), spell_history(self.position.clone(), &self.played, Notation::Wire))
    }

    fn as_any(&self) -> &dyn Any {
        &self.position
    }

    fn boxed(&self) -> Box<dyn RecordGame> {
        Box::new(self.clone())
    }
}
