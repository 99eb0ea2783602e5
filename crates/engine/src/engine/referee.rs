//! The referee: our own rules behind an interface that hides the type of the game.

use super::opening::{GameNames, Opening, OpeningError, StartPosition};
use super::random_opening::{RandomOpening, TRIES};
use crate::game::{MoveList, Outcome};
use crate::phrases::Phrases;
use crate::rules::Rules;
use crate::side::Side;
use crate::text::{GameText, MoveError, Notation, Reason, Verdict, spell_line};

/// A board with a game on it.
pub trait Referee: Send {
    /// The names of the game.
    fn names(&self) -> GameNames;

    /// How people talk about the game.
    fn phrases(&self) -> &'static Phrases;

    /// Whether a text is a position of the game.
    fn is_position(&self, text: &str) -> bool;

    /// Sets up an opening. After an error the old game stays.
    fn set_up(&mut self, opening: &Opening) -> Result<(), OpeningError>;

    /// Invents an opening.
    fn invent(&self, recipe: &RandomOpening, seed: u64) -> Result<Opening, OpeningError>;

    /// Where the game started.
    fn start(&self) -> &StartPosition;

    /// Whose turn it is.
    fn side(&self) -> Side;

    /// The moves so far in wire notation, with ranks from 0 or from 1.
    fn moves(&self, ranks_from_one: bool) -> &[String];

    /// Plays a move.
    fn play(&mut self, text: &str, ranks_from_one: bool) -> Result<(), MoveError>;

    /// A move in wire notation, if it is legal here.
    fn spell(&self, text: &str, ranks_from_one: bool) -> Option<String>;

    /// Whether the game is over, and why.
    fn verdict(&self) -> Verdict;

    /// The whole game in a notation.
    fn transcript(&self, notation: Notation) -> Vec<String>;
}

/// A board for one game.
pub struct RefereeBoard<G: GameText> {
    rules: Rules,
    start: StartPosition,
    first: G,
    position: G,
    played: Vec<G::Move>,
    from_zero: Vec<String>,
    from_one: Vec<String>,
}

impl<G: GameText> RefereeBoard<G> {
    /// The start position under `rules`.
    pub fn new(rules: Rules) -> RefereeBoard<G> {
        RefereeBoard::at(G::start(), true, rules)
    }

    /// A start position under `rules`; `usual` if games of its kind begin there.
    pub(crate) fn at(mut position: G, usual: bool, rules: Rules) -> RefereeBoard<G> {
        position.adopt(&rules);
        let start = StartPosition { fen: position.fen(), usual, side: position.side_to_move() };
        let (played, from_zero, from_one) = (Vec::new(), Vec::new(), Vec::new());
        RefereeBoard { rules, start, first: position.clone(), position, played, from_zero, from_one }
    }
}

impl<G: GameText> Referee for RefereeBoard<G> {
    fn names(&self) -> GameNames {
        GameNames {
            names: std::iter::once(self.first.name()).chain(G::ALIASES.iter().copied()).collect(),
            xboard_letters: G::PHRASES.xboard_letters,
        }
    }

    fn phrases(&self) -> &'static Phrases {
        &G::PHRASES
    }

    fn is_position(&self, text: &str) -> bool {
        self.first.like(text).is_ok()
    }

    fn set_up(&mut self, opening: &Opening) -> Result<(), OpeningError> {
        let mut table = match &opening.fen {
            None => RefereeBoard::at(self.first.restart(), true, self.rules),
            Some(fen) => {
                let position = self.first.like(fen)?;
                let usual = position.fen() == self.first.restart().fen();
                RefereeBoard::at(position, usual, self.rules)
            }
        };
        for mv in &opening.moves {
            table.play(mv, false)?;
        }
        if let Some(outcome) = table.verdict().outcome {
            return Err(OpeningError::Over(outcome, table.position.fen()));
        }
        *self = table;
        Ok(())
    }

    fn invent(&self, recipe: &RandomOpening, seed: u64) -> Result<Opening, OpeningError> {
        let mut start = self.first.restart();
        start.adopt(&self.rules);
        let none = OpeningError::NoneFound { plies: recipe.plies, tries: TRIES };
        let (moves, _) = recipe.invent(&start, seed).ok_or(none)?;
        Ok(Opening { fen: None, moves: spell_line(start, &moves, Notation::Wire) })
    }

    fn start(&self) -> &StartPosition {
        &self.start
    }

    fn side(&self) -> Side {
        self.position.side_to_move()
    }

    fn moves(&self, ranks_from_one: bool) -> &[String] {
        if ranks_from_one { &self.from_one } else { &self.from_zero }
    }

    fn play(&mut self, text: &str, ranks_from_one: bool) -> Result<(), MoveError> {
        let mv = self.position.parse_move(text, ranks_from_one)?;
        self.from_zero.push(self.position.move_text(mv, Notation::Wire));
        self.from_one.push(self.position.move_text(mv, Notation::WireFromOne));
        self.played.push(mv);
        self.position.make(mv);
        Ok(())
    }

    fn spell(&self, text: &str, ranks_from_one: bool) -> Option<String> {
        let mv = self.position.parse_move(text, ranks_from_one).ok()?;
        let notation = if ranks_from_one { Notation::WireFromOne } else { Notation::Wire };
        Some(self.position.move_text(mv, notation))
    }

    fn verdict(&self) -> Verdict {
        let verdict = self.position.verdict();
        if verdict.outcome.is_some() {
            return verdict;
        }
        // A game whose text ignores that a side has no moves is still over.
        let mut moves = G::Moves::default();
        match self.position.generate(&mut moves) {
            Some(outcome) => Verdict::over(outcome, Reason::Rules),
            None if moves.as_slice().is_empty() => Verdict::over(G::NO_MOVES, Reason::NoMoves),
            None => verdict,
        }
    }

    fn transcript(&self, notation: Notation) -> Vec<String> {
        spell_line(self.first.clone(), &self.played, notation)
    }
}

/// The winner, given an outcome from the view of `side`.
pub fn winner(outcome: Outcome, side: Side) -> Option<Side> {
    match outcome {
        Outcome::Win => Some(side),
        Outcome::Loss => Some(side.other()),
        Outcome::Draw => None,
    }
}
