//! How a two-player game is written: its names, FEN, moves, board and verdicts.
//!
//! This is the second contract of a game ([`GameText`]). The engine needs it to communicate; the search does not.

use crate::game::{Game, Outcome};
use crate::in_english;
use crate::phrases::Phrases;
use crate::sentence;
use crate::sentence::Sentence;
use crate::view::{Diagram, GamePart};
use std::borrow::Cow;
use thiserror::Error;

/// Why a position was refused. Sentences are boxed, so that results stay small.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// Part of the text cannot be read.
    Syntax {
        /// Which part, as a person would name it: `rank 7`, `side to move`, `row 3 column 2`.
        field: Box<Sentence>,
        /// The text that was found there.
        found: String,
        /// What was expected.
        expected: Box<Sentence>,
    },
    /// Part of the text is missing, or there is too much of it.
    Amount {
        /// Which part.
        field: Box<Sentence>,
        /// What was found there, in words: `end of line`, `6 squares`.
        found: Box<Sentence>,
        /// What was expected.
        expected: Box<Sentence>,
    },
    /// The text can be read, but the rules cannot play such a position.
    Impossible(Sentence),
}

impl From<&PositionError> for Sentence {
    fn from(error: &PositionError) -> Sentence {
        match error {
            PositionError::Syntax { field, found, expected } => {
                sentence!(
                    "bad {}: found {}, expected {}",
                    Sentence::clone(field),
                    Sentence::quoted(found),
                    Sentence::clone(expected)
                )
            }
            PositionError::Amount { field, found, expected } => {
                sentence!(
                    "bad {}: found \"{}\", expected {}",
                    Sentence::clone(field),
                    Sentence::clone(found),
                    Sentence::clone(expected)
                )
            }
            PositionError::Impossible(why) => sentence!("impossible position: {}", why.clone()),
        }
    }
}

in_english!(PositionError);

impl PositionError {
    /// A [`PositionError::Syntax`] with `found` shortened.
    pub fn syntax(field: impl Into<Sentence>, found: &str, expected: impl Into<Sentence>) -> Self {
        PositionError::Syntax { field: boxed(field), found: shorten(found), expected: boxed(expected) }
    }

    /// A [`PositionError::Amount`].
    pub fn amount(field: impl Into<Sentence>, found: impl Into<Sentence>, expected: impl Into<Sentence>) -> Self {
        PositionError::Amount { field: boxed(field), found: boxed(found), expected: boxed(expected) }
    }

    /// A [`PositionError::Impossible`].
    pub fn impossible(why: impl Into<Sentence>) -> Self {
        PositionError::Impossible(why.into())
    }

    /// The error without quoting the text, for recipients who may not be allowed to read it.
    pub fn without_text(&self) -> Sentence {
        match self {
            PositionError::Syntax { field, expected, .. } | PositionError::Amount { field, expected, .. } => {
                sentence!("bad {}, expected {}", Sentence::clone(field), Sentence::clone(expected))
            }
            PositionError::Impossible(_) => "impossible position".into(),
        }
    }
}

fn boxed(text: impl Into<Sentence>) -> Box<Sentence> {
    Box::new(text.into())
}

/// Why a move was refused. The moves before it stay played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveError {
    /// The text is not a move in any notation the game knows.
    Unreadable {
        /// The text.
        text: String,
        /// The notations that are accepted.
        expected: Sentence,
    },
    /// The move can be read but is not legal here.
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

    /// The same error with a hint in parentheses at the end.
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
                sentence!("{} is not a legal move: {}", Sentence::quoted(text), reason.clone())
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

/// At most 60 characters of a text, so that an error fits on one line however long the input was.
pub fn shorten(text: &str) -> String {
    const LIMIT: usize = 60;
    if text.chars().count() <= LIMIT {
        return text.to_owned();
    }
    text.chars().take(LIMIT).chain(std::iter::once('…')).collect()
}

/// Text made safe for a terminal: control characters except newlines and tabs are escaped (`\u{1b}`).
pub fn printable(text: &str) -> Cow<'_, str> {
    let is_obeyed = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
    if !text.contains(is_obeyed) {
        return Cow::Borrowed(text);
    }
    let spelled = |c: char| if is_obeyed(c) { c.escape_unicode().to_string() } else { c.to_string() };
    Cow::Owned(text.chars().map(spelled).collect())
}

/// The bytes that hexadecimal digits stand for; `None` if there is something else, or an odd number of them.
pub fn unhex(hex: &str) -> Option<Vec<u8>> {
    let digits = hex.trim().as_bytes().chunks(2);
    let byte = |pair: &[u8]| match pair {
        [high, low] => {
            let digit = |byte: u8| char::from(byte).to_digit(16);
            Some((digit(*high)? * 16 + digit(*low)?) as u8)
        }
        _ => None,
    };
    digits.map(byte).collect()
}

/// A notation for moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Notation {
    /// The game's own notation on the wire; in xiangqi `h2e2`, ranks 0-9.
    #[default]
    Wire,
    /// Like `Wire` with ranks counted from 1 (`h3e3`, `b3b10`), as in the Fairy-Stockfish family.
    WireFromOne,
    /// Internet Chinese Chess Server: `H2-E2`. Used in files only; same as `Wire` for moves that are not from square to
    /// square.
    Iccs,
    /// World Xiangqi Federation: `C2=5`.
    Wxf,
    /// Chinese: `炮二平五`.
    Chinese,
    /// Vietnamese: `P2-5`.
    Vietnamese,
    /// The standard algebraic notation of chess: `Nf3`, `exd5`, `e8=Q`, `O-O`. Xiangqi is written in WXF instead.
    San,
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The side to move is mated.
    Mate,
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// One side gave check with every move of a repetition.
    PerpetualCheck,
    /// One side chased the same piece with every move of a repetition.
    PerpetualChase,
    /// The position was repeated and neither side broke a rule.
    Repetition,
    /// Too many moves were played without a capture.
    MoveCount,
    /// Neither side has enough material to win.
    Material,
    /// Four in a row.
    Four,
    /// The board is full.
    FullBoard,
    /// The side to move in a two-player game has no move.
    NoMoves,
    /// The move generator ended the game without giving a reason.
    Rules,
    /// The puzzle is solved.
    Solved,
    /// The puzzle is unsolved and no move is left.
    Stuck,
    /// Devils outnumber priests on a bank.
    PriestsOutnumbered,
    /// A reason defined by a game outside this program, in a few lower-case words.
    Other(&'static str),
}

impl Reason {
    /// The reason in English, such as `perpetual check`. It is also the key of its translation.
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

    /// The code for programs, such as `perpetual-check`. It stays the same across versions.
    pub fn code(self) -> String {
        self.phrase().replace(' ', "-")
    }

    /// Whether the loser broke the rule about repetition.
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
    /// The value of the PGN tag `Format`.
    pub const fn pgn_format(self) -> &'static str {
        match self {
            Notation::Wire | Notation::WireFromOne => "UCI",
            Notation::Iccs => "ICCS",
            Notation::Wxf => "WXF",
            Notation::Chinese => "Chinese",
            Notation::Vietnamese => "Vietnamese",
            Notation::San => "SAN",
        }
    }
}

/// The state of a game as a referee sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The result for the side to move; `None` while the game goes on.
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

/// How a game is written and judged.
pub trait GameText: Game {
    /// The name, as the value of `UCI_Variant`.
    const NAME: &'static str;

    /// Other names that are accepted.
    const ALIASES: &'static [&'static str] = &[];

    /// The notations in which moves are spelled differently; the one on the wire comes first.
    const NOTATIONS: &'static [Notation] = &[Notation::Wire];

    /// The notations of the game of this position, where a type that plays several games has others for some.
    fn notations(&self) -> &'static [Notation] {
        Self::NOTATIONS
    }

    /// How people talk about it.
    const PHRASES: Phrases = Phrases::PLAIN;

    /// The name of the game of this position. It differs from [`GameText::NAME`] in a type that plays several games,
    /// which also has their starts and texts below.
    fn name(&self) -> &'static str {
        Self::NAME
    }

    /// The start position.
    fn start() -> Self;

    /// The start position of the game of this position.
    fn restart(&self) -> Self {
        Self::start()
    }

    /// Reads a position in any dialect that clients are known to send.
    fn from_fen(fen: &str) -> Result<Self, PositionError>;

    /// Reads a position of the game of this position.
    ///
    /// # Errors
    /// Those of [`GameText::from_fen`].
    fn like(&self, fen: &str) -> Result<Self, PositionError> {
        Self::from_fen(fen)
    }

    /// Writes the position, in the game's main dialect.
    fn fen(&self) -> String;

    /// Reads a legal move in any notation the game knows. `ranks_from_one` decides how `h3e3` is read.
    fn parse_move(&self, text: &str, ranks_from_one: bool) -> Result<Self::Move, MoveError>;

    /// Writes a legal move.
    fn move_text(&self, mv: Self::Move, notation: Notation) -> String;

    /// The board as a diagram for people: several lines, no trailing newline.
    fn diagram(&self) -> String;

    /// The game's own part of what a GUI needs to show the position; the diagram unless overridden.
    fn view_part(&self) -> Box<dyn GamePart> {
        Box::new(Diagram::of(&self.diagram()))
    }

    /// Why no game leads to this position, although it can be played (a composed one); `None` if one does.
    fn oddity(&self) -> Option<String> {
        None
    }

    /// The number of the next full move, from 1; 1 if position texts have none.
    fn move_number(&self) -> u32 {
        1
    }

    /// How often the position has occurred in this game, including now.
    fn times_seen(&self) -> usize {
        1
    }

    /// Whether the game is over, and why.
    fn verdict(&self) -> Verdict;

    /// The evaluation term by term for `eval`: several lines, no trailing newline.
    fn explain_evaluation(&self) -> String {
        format!("evaluation {} cp for the side to move", self.evaluate())
    }

    /// For `flip`: the position with the other side to move (and the board turned if the game has a direction).
    fn flipped(&self) -> Option<Self> {
        None
    }

    /// For `go side`: the same board with the given side to move; `None` if that is not legal.
    fn with_side(&self, side: crate::side::Side) -> Option<Self> {
        (side == self.side_to_move()).then(|| self.clone())
    }
}

/// Writes the moves of a line. The name of a move may depend on the position in which it is played.
pub fn spell_line<G: GameText>(mut position: G, line: &[G::Move], notation: Notation) -> Vec<String> {
    let word = |&mv: &G::Move| {
        let text = position.move_text(mv, notation);
        position.make(mv);
        text
    };
    line.iter().map(word).collect()
}

/// Writes the moves that led to `position`, each as spelled when it was played.
pub fn spell_history<G: GameText>(mut position: G, played: &[G::Move], notation: Notation) -> Vec<String> {
    let word = |&mv: &G::Move| {
        position.unmake(mv);
        position.move_text(mv, notation)
    };
    let mut words: Vec<String> = played.iter().rev().map(word).collect();
    words.reverse();
    words
}
