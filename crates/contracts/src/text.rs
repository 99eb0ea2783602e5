//! How a two-player game is spelled: its names, its FEN, its moves, its board, its verdicts.
//!
//! The second contract of a game ([`GameText`]); the engine needs it to speak, the search does not.

use crate::game::{Game, Outcome};
use crate::in_english;
use crate::phrases::Phrases;
use crate::sentence;
use crate::sentence::Sentence;
use crate::view::{Diagram, GamePart};
use std::borrow::Cow;
use thiserror::Error;

/// Why a position text was refused. The old position stays.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// A part of the text cannot be read.
    Syntax {
        /// Which part, as a person would name it: `rank 7`, `side to move`, `row 3 column 2`.
        field: String,
        /// What stood there.
        found: String,
        /// What would have been right.
        expected: String,
    },
    /// The text can be read, but such a position cannot occur.
    Impossible(String),
}

impl From<&PositionError> for Sentence {
    fn from(error: &PositionError) -> Sentence {
        match error {
            PositionError::Syntax { field, found, expected } => {
                sentence!("bad {}: found {}, expected {}", field.clone(), Sentence::quoted(found), expected.clone())
            }
            PositionError::Impossible(why) => sentence!("impossible position: {}", why.clone()),
        }
    }
}

in_english!(PositionError);

impl PositionError {
    /// A [`PositionError::Syntax`] with a shortened `found`.
    pub fn syntax(field: impl Into<String>, found: &str, expected: impl Into<String>) -> Self {
        PositionError::Syntax { field: field.into(), found: shorten(found), expected: expected.into() }
    }

    /// The error without a word of the text: for a text that whoever gets the error may not be allowed to read.
    pub fn without_text(&self) -> String {
        match self {
            PositionError::Syntax { field, expected, .. } => format!("bad {field}, expected {expected}"),
            PositionError::Impossible(_) => "impossible position".to_owned(),
        }
    }
}

/// Why a move text was refused. The position keeps the moves before it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveError {
    /// The text is no move in any spelling the game knows.
    Unreadable {
        /// The text.
        text: String,
        /// The spellings that would be read.
        expected: Sentence,
    },
    /// The move is readable but may not be played here.
    Illegal {
        /// The text.
        text: String,
        /// Why.
        reason: Sentence,
    },
}

impl MoveError {
    /// A [`MoveError::Unreadable`].
    pub fn unreadable(text: &str, expected: impl Into<Sentence>) -> Self {
        MoveError::Unreadable { text: shorten(text), expected: expected.into() }
    }

    /// A [`MoveError::Illegal`].
    pub fn illegal(text: &str, reason: impl Into<Sentence>) -> Self {
        MoveError::Illegal { text: shorten(text), reason: reason.into() }
    }

    /// The same with a hint at its end, in brackets.
    pub fn with_hint(mut self, hint: &'static str) -> Self {
        let (MoveError::Unreadable { expected: end, .. } | MoveError::Illegal { reason: end, .. }) = &mut self;
        *end = sentence!("{} ({})", std::mem::replace(end, Sentence::EMPTY), hint);
        self
    }
}

impl From<&MoveError> for Sentence {
    fn from(error: &MoveError) -> Sentence {
        match error {
            MoveError::Unreadable { text, expected } => {
                sentence!("unreadable move {}, expected {}", Sentence::quoted(text), expected.clone())
            }
            MoveError::Illegal { text, reason } => {
                sentence!("illegal move {}: {}", Sentence::quoted(text), reason.clone())
            }
        }
    }
}

in_english!(MoveError);

/// Whether two texts are the same, at compile time.
pub const fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut index = 0;
    while index < one.len() && index < other.len() && one[index] == other[index] {
        index += 1;
    }
    index == one.len() && index == other.len()
}

/// At most 60 characters of a text, so that an error line stays one line however long the input was.
pub fn shorten(text: &str) -> String {
    const LIMIT: usize = 60;
    if text.chars().count() <= LIMIT {
        return text.to_owned();
    }
    text.chars().take(LIMIT).chain(std::iter::once('…')).collect()
}

/// A text for a terminal: control characters but for line ends and tabs are spelled out, `\u{1b}`.
pub fn printable(text: &str) -> Cow<'_, str> {
    let is_obeyed = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
    if !text.contains(is_obeyed) {
        return Cow::Borrowed(text);
    }
    let spelled = |c: char| if is_obeyed(c) { c.escape_unicode().to_string() } else { c.to_string() };
    Cow::Owned(text.chars().map(spelled).collect())
}

/// A spelling of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Notation {
    /// The game's own wire spelling; in xiangqi `h2e2`, ranks 0-9.
    #[default]
    Wire,
    /// Like `Wire` with ranks from 1 (`h3e3`, `b3b10`): the Fairy-Stockfish family.
    WireFromOne,
    /// The Internet Chinese Chess Server: `H2-E2`. In files only; as `Wire` where moves are no two squares.
    Iccs,
    /// World Xiangqi Federation: `C2=5`.
    Wxf,
    /// Chinese: `炮二平五`.
    Chinese,
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The side to move is mated.
    Mate,
    /// The side to move is not in check and has no legal move.
    Stalemate,
    /// One side checked in every move of a repetition.
    PerpetualCheck,
    /// One side chased the same piece in every move of a repetition.
    PerpetualChase,
    /// The position came back, and neither side broke a rule by it.
    Repetition,
    /// Too many moves without a capture.
    MoveCount,
    /// Neither side has the pieces to win.
    Material,
    /// Four in a row.
    Four,
    /// No cell is empty.
    FullBoard,
    /// A game of two players whose side to move has no move.
    NoMoves,
    /// The move generator ended the game and gave no reason.
    Rules,
    /// A puzzle is solved.
    Solved,
    /// A puzzle is not solved and has no move left.
    Stuck,
    /// Devils outnumber priests on a bank.
    PriestsOutnumbered,
    /// A reason of a game outside this program, in a few lower-case words.
    Other(&'static str),
}

impl Reason {
    /// The reason in English, which is also the key of its translation: `perpetual check`.
    pub const fn phrase(self) -> &'static str {
        match self {
            Reason::Mate => "mate",
            Reason::Stalemate => "stalemate",
            Reason::PerpetualCheck => "perpetual check",
            Reason::PerpetualChase => "perpetual chase",
            Reason::Repetition => "repetition",
            Reason::MoveCount => "move count",
            Reason::Material => "material",
            Reason::Four => "four",
            Reason::FullBoard => "full board",
            Reason::NoMoves => "no moves",
            Reason::Rules => "rules",
            Reason::Solved => "solved",
            Reason::Stuck => "stuck",
            Reason::PriestsOutnumbered => "priests outnumbered",
            Reason::Other(phrase) => phrase,
        }
    }

    /// The code that programs get: `perpetual-check`. It does not change from one version to the next.
    pub fn code(self) -> String {
        self.phrase().replace(' ', "-")
    }

    /// Whether the loser broke the law of repetition.
    pub const fn is_offence(self) -> bool {
        match self {
            Reason::PerpetualCheck | Reason::PerpetualChase => true,
            Reason::Mate
            | Reason::Stalemate
            | Reason::Repetition
            | Reason::MoveCount
            | Reason::Material
            | Reason::Four
            | Reason::FullBoard
            | Reason::NoMoves
            | Reason::Rules
            | Reason::Solved
            | Reason::Stuck
            | Reason::PriestsOutnumbered
            | Reason::Other(_) => false,
        }
    }
}

impl Notation {
    /// The word of the tag `Format` in a PGN.
    pub const fn pgn_format(self) -> &'static str {
        match self {
            Notation::Wire | Notation::WireFromOne => "UCI",
            Notation::Iccs => "ICCS",
            Notation::Wxf => "WXF",
            Notation::Chinese => "Chinese",
        }
    }
}

/// The state of a game as a referee sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// `None` while the game goes on; else the result for the side to move.
    pub outcome: Option<Outcome>,
    /// Why the game is over; `None` while it goes on.
    pub reason: Option<Reason>,
}

impl Verdict {
    /// The game goes on.
    pub const ONGOING: Verdict = Verdict { outcome: None, reason: None };

    /// The game is over.
    pub const fn over(outcome: Outcome, reason: Reason) -> Verdict {
        Verdict { outcome: Some(outcome), reason: Some(reason) }
    }

    /// The result for the side to move and why; `None` while the game goes on.
    pub fn end(&self) -> Option<(Outcome, Reason)> {
        self.outcome.zip(self.reason)
    }
}

/// How a game is spelled and judged.
pub trait GameText: Game {
    /// The name, as the value of `UCI_Variant`.
    const NAME: &'static str;

    /// Other names that are understood.
    const ALIASES: &'static [&'static str] = &[];

    /// The notations that spell a move differently, the wire's first.
    const NOTATIONS: &'static [Notation] = &[Notation::Wire];

    /// How people talk about it.
    const PHRASES: Phrases = Phrases::PLAIN;

    /// The start position.
    fn start() -> Self;

    /// Reads a position; every dialect that clients are known to send.
    fn from_fen(fen: &str) -> Result<Self, PositionError>;

    /// Writes the position, in the game's main dialect.
    fn fen(&self) -> String;

    /// Reads a legal move in any spelling the game knows. `ranks_from_one` states how `h3e3` is meant.
    fn parse_move(&self, text: &str, ranks_from_one: bool) -> Result<Self::Move, MoveError>;

    /// Writes a legal move.
    fn move_text(&self, mv: Self::Move, notation: Notation) -> String;

    /// The board for a person: several lines, no trailing newline.
    fn diagram(&self) -> String;

    /// What a GUI needs to show the position, the game's own part; its diagram unless the game brings a view.
    fn view_part(&self) -> Box<dyn GamePart> {
        Box::new(Diagram::of(&self.diagram()))
    }

    /// How often the position has stood on the board in this game, now included.
    fn times_seen(&self) -> usize {
        1
    }

    /// Whether the game is over, and why.
    fn verdict(&self) -> Verdict;

    /// The evaluation term by term, for `eval`: several lines, no trailing newline.
    fn explain_evaluation(&self) -> String {
        format!("evaluation {} cp for the side to move", self.evaluate())
    }

    /// The position with the other side to move (and the board turned where the game has a direction), for `flip`.
    fn flipped(&self) -> Option<Self> {
        None
    }

    /// The position with the other side to move on the same board, for `go side`; `None` where that is not legal.
    fn with_side(&self, side: crate::side::Side) -> Option<Self> {
        (side == self.side_to_move()).then(|| self.clone())
    }
}

/// Moves from a position, written down; a move's name may depend on the position it is played in.
pub fn spell_line<G: GameText>(mut position: G, line: &[G::Move], notation: Notation) -> Vec<String> {
    let word = |&mv: &G::Move| {
        let text = position.move_text(mv, notation);
        position.make(mv);
        text
    };
    line.iter().map(word).collect()
}

/// The moves that led to a position, written down as they were played.
pub fn spell_history<G: GameText>(mut position: G, played: &[G::Move], notation: Notation) -> Vec<String> {
    let word = |&mv: &G::Move| {
        position.unmake(mv);
        position.move_text(mv, notation)
    };
    let mut words: Vec<String> = played.iter().rev().map(word).collect();
    words.reverse();
    words
}
