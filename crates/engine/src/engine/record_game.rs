//! A two-player game as saved games see it, independent of its types. [`Recorder`] is the registry's entry for it.

use crate::game::{Game, MoveList};
use crate::phrases::Phrases;
use crate::side::Side;
use crate::text::{GameText, MoveError, Notation, PositionError, Verdict};
use std::fmt;

/// A legal move: its index in the list of legal moves of its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveNumber(pub u16);

/// A position with the moves that led to it.
pub trait RecordGame: Send + Sync {
    /// The position as text.
    fn fen(&self) -> String;

    /// The side to move.
    fn side(&self) -> Side;

    /// Reads a legal move in any notation the game knows.
    ///
    /// # Errors
    /// The move cannot be read or is not legal here.
    fn read_move(&self, text: &str, ranks_from_one: bool) -> Result<MoveNumber, MoveError>;

    /// Writes a legal move; `None` if no legal move has this number.
    fn move_text(&self, mv: MoveNumber, notation: Notation) -> Option<String>;

    /// Plays a legal move. Does nothing if no legal move has this number.
    fn make(&mut self, mv: MoveNumber);

    /// Takes back the last move, if there is one.
    fn unmake(&mut self);

    /// Whether the game is over, and why.
    fn verdict(&self) -> Verdict;

    /// The position before the first move as text, and the moves played since in wire notation.
    fn history(&self) -> (String, Vec<String>);

    /// A boxed clone.
    fn boxed(&self) -> Box<dyn RecordGame>;
}

impl Clone for Box<dyn RecordGame> {
    fn clone(&self) -> Self {
        self.as_ref().boxed()
    }
}

impl fmt::Debug for dyn RecordGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fen())
    }
}

/// Opens a position of a game, at its start or from text.
pub(crate) type OpenRecord = fn(Option<&str>) -> Result<Box<dyn RecordGame>, PositionError>;

/// How saved games access a game.
#[derive(Clone, Copy)]
pub struct Recorder {
    /// The name of the game, as the value of `UCI_Variant`.
    pub name: &'static str,
    /// How people talk about it.
    pub phrases: fn() -> &'static Phrases,
    /// Opens a position.
    pub open: OpenRecord,
}

impl Recorder {
    /// The recorder of a game.
    pub const fn of<G: GameText>() -> Recorder {
        Recorder { name: G::NAME, phrases: || &G::PHRASES, open: Recorded::<G>::open }
    }
}

impl PartialEq for Recorder {
    /// Game names are unique within a program.
    fn eq(&self, other: &Recorder) -> bool {
        self.name == other.name
    }
}

impl Eq for Recorder {}

impl fmt::Debug for Recorder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// A [`RecordGame`] of any game.
#[derive(Clone)]
struct Recorded<G: Game> {
    position: G,
    played: Vec<G::Move>,
}

impl<G: GameText> Recorded<G> {
    fn open(fen: Option<&str>) -> Result<Box<dyn RecordGame>, PositionError> {
        let position = fen.map_or_else(|| Ok(G::start()), G::from_fen)?;
        Ok(Box::new(Recorded { position, played: Vec::new() }))
    }

    fn moves(&self) -> G::Moves {
        let mut moves = G::Moves::default();
        if self.position.generate(&mut moves).is_some() {
            moves.clear();
        }
        moves
    }

    fn legal(&self, MoveNumber(number): MoveNumber) -> Option<G::Move> {
        self.moves().as_slice().get(usize::from(number)).copied()
    }
}

impl<G: GameText> RecordGame for Recorded<G> {
    fn fen(&self) -> String {
        self.position.fen()
    }

    fn side(&self) -> Side {
        self.position.side_to_move()
    }

    fn read_move(&self, text: &str, ranks_from_one: bool) -> Result<MoveNumber, MoveError> {
        let mv = self.position.parse_move(text, ranks_from_one)?;
        let number = self.moves().as_slice().iter().position(|&legal| legal == mv);
        let number = number.and_then(|number| u16::try_from(number).ok());
        number.map(MoveNumber).ok_or_else(|| MoveError::illegal(text, "the game is over"))
    }

    fn move_text(&self, mv: MoveNumber, notation: Notation) -> Option<String> {
        self.legal(mv).map(|mv| self.position.move_text(mv, notation))
    }

    fn make(&mut self, mv: MoveNumber) {
        if let Some(mv) = self.legal(mv) {
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

    fn history(&self) -> (String, Vec<String>) {
        let mut position = self.position.clone();
        self.played.iter().rev().for_each(|&mv| position.unmake(mv));
        let start = position.fen();
        let spell = |&mv: &G::Move| {
            let text = position.move_text(mv, Notation::Wire);
            position.make(mv);
            text
        };
        let moves = self.played.iter().map(spell).collect();
        (start, moves)
    }

    fn boxed(&self) -> Box<dyn RecordGame> {
        Box::new(self.clone())
    }
}
