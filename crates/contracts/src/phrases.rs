//! How people talk about a game: the phrases for programs that show it to people ([`mod@crate::sentence`]). They are
//! plain data.
//!
//! A game lists what differs from [`Phrases::PLAIN`] ([`crate::text::GameText::PHRASES`],
//! [`crate::puzzle::PuzzleText::PHRASES`]); its session returns them.

use crate::game::Outcome;
use crate::sentence;
use crate::sentence::{HOLE, Sentence};
use crate::side::Side;
use crate::text::{Reason, Verdict};

/// The value of a puzzle as people read it: a phrase with `{}` for the number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Units {
    /// The value is what is left at the end; more is better: `hp {}`.
    Left(&'static str),
    /// The value is what was spent; less is better: `{} crossings`.
    Spent(&'static str),
}

/// The words of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Phrases {
    /// The two sides, the one that moves first before the other.
    pub sides: [&'static str; Side::NUM],
    /// A forced win and a forced loss; `{}` is the number of moves until then.
    pub forced: [&'static str; 2],
    /// How a move is typed, in a few words.
    pub moves: &'static str,
    /// How a move is typed, as a sentence without the full stop.
    pub typing: &'static str,
    /// What each reason of a verdict means. In a two-player game the phrase follows `Red wins: ` or `Draw: `, and `{}`
    /// is the losing side; in a puzzle it is the whole sentence. A reason that is missing here is shown by its own
    /// name.
    pub reasons: &'static [(Reason, &'static str)],
    /// A prefix that programs write before a move and people omit, such as `P@`; empty if there is none.
    pub prefix: &'static str,
    /// Whether the board can be viewed from either side.
    pub two_sided: bool,
    /// The value of a puzzle.
    pub units: Units,
    /// What a plan is worth, with `{}` for the value; `None` to show the value and its objective.
    pub plan: Option<&'static str>,
    /// The advice shown if no plan reaches the goal.
    pub hopeless: &'static str,
    /// The game's name in the PGN tag `Game`; `None` if only its variant is named.
    pub pgn_game: Option<&'static str>,
    /// Piece letters in a FEN that XBoard spells differently: ours, then XBoard's.
    pub xboard_letters: &'static [(char, char)],
}

impl Phrases {
    /// The phrases of a game that defines none.
    pub const PLAIN: Phrases = Phrases {
        sides: ["red", "black"],
        forced: ["win in {}", "lost in {}"],
        moves: "as the protocol spells it",
        typing: "Type a move",
        reasons: &[],
        prefix: "",
        two_sided: false,
        units: Units::Spent("{} to go"),
        plan: None,
        hopeless: "no plan leads to the goal from here (proven); `undo`, or `new`",
        pgn_game: None,
        xboard_letters: &[],
    };

    /// The name of a side.
    pub const fn side(&self, side: Side) -> &'static str {
        self.sides[side.index()]
    }

    /// The value of a puzzle (more is better, as in an `info` line) in words.
    pub fn units(&self, value: i64) -> Sentence {
        match self.units {
            Units::Left(phrase) => Sentence::Phrase(phrase, vec![value.into()]),
            Units::Spent(phrase) => Sentence::Phrase(phrase, vec![(-value).into()]),
        }
    }

    /// What a plan is worth, in words: `11 crossings to the goal`.
    pub fn plan(&self, value: i64, objective: &'static str) -> Sentence {
        match (self.plan, objective) {
            (Some(phrase), _) => Sentence::Phrase(phrase, vec![value.into()]),
            // A cost has no unit, so its name comes first.
            (None, "cost") => sentence!("cost {} to the goal", value),
            (None, "moves") => Sentence::counted(value, ["{} move to the goal", "{} moves to the goal"]),
            (None, "steps") => Sentence::counted(value, ["{} step to the goal", "{} steps to the goal"]),
            (None, "crossings") => Sentence::counted(value, ["{} crossing to the goal", "{} crossings to the goal"]),
            (None, _) => sentence!("{} {} to the goal", value, objective),
        }
    }

    /// A move as people write it.
    pub fn plain<'a>(&self, text: &'a str) -> &'a str {
        text.strip_prefix(self.prefix).unwrap_or(text)
    }

    /// What the reason of a verdict means, if the game says so.
    fn reason(&self, reason: Reason) -> Option<&'static str> {
        self.reasons.iter().find(|(named, _)| *named == reason).map(|(_, text)| *text)
    }

    /// The result of a two-player game and the rule behind it, as a sentence; `None` while the game goes on. `mover` is
    /// the side to move.
    pub fn result(&self, verdict: &Verdict, mover: Side) -> Option<Sentence> {
        let (outcome, reason) = verdict.end()?;
        let ends = reason;
        let reason = self.reason(ends).unwrap_or(ends.phrase());
        let winner = match outcome {
            Outcome::Draw => {
                let reason: Sentence = match ends {
                    _ if !reason.contains(HOLE) => reason.into(),
                    // The one whose turn it is.
                    Reason::Mate | Reason::NoMoves => Sentence::Phrase(reason, vec![self.side(mover).into()]),
                    _ => ends.phrase().into(),
                };
                return Some(sentence!("Draw: {}.", reason));
            }
            Outcome::Win => mover,
            Outcome::Loss => mover.other(),
        };
        let reason = Sentence::Phrase(reason, vec![self.side(winner.other()).into()]);
        Some(sentence!("{} wins: {}.", Sentence::capital(self.side(winner)), reason))
    }

    /// The end of a puzzle as a sentence; `None` while it goes on. `solved` makes the sentence for a goal that was
    /// reached.
    pub fn puzzle_result(&self, verdict: &Verdict, solved: impl FnOnce() -> Sentence) -> Option<Sentence> {
        let (outcome, reason) = verdict.end()?;
        Some(match (outcome, self.reason(reason)) {
            (_, Some(sentence)) => sentence.into(),
            (Outcome::Win, None) => solved(),
            (Outcome::Loss | Outcome::Draw, None) => {
                sentence!("Over: {}. `undo` takes the last step back.", reason.phrase())
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_without_words_stands_for_itself() {
        let reasons = &[(Reason::Mate, "{} is mated"), (Reason::PerpetualCheck, "{} checks")];
        let phrases = Phrases { reasons, ..Phrases::PLAIN };
        let result = |outcome, reason| {
            phrases.result(&Verdict::over(outcome, reason), Side::Second).map(|text| text.to_string())
        };
        assert_eq!(result(Outcome::Loss, Reason::Mate).as_deref(), Some("Red wins: black is mated."));
        assert_eq!(result(Outcome::Win, Reason::NoMoves).as_deref(), Some("Black wins: no moves."));
        assert_eq!(result(Outcome::Draw, Reason::FullBoard).as_deref(), Some("Draw: full board."));
        assert_eq!(result(Outcome::Draw, Reason::Mate).as_deref(), Some("Draw: black is mated."));
        assert_eq!(result(Outcome::Draw, Reason::PerpetualCheck).as_deref(), Some("Draw: perpetual check."));
        assert_eq!(phrases.result(&Verdict::ONGOING, Side::First), None);
    }

    #[test]
    fn a_puzzle_that_is_stuck_is_not_solved() {
        let end = |outcome, reason| {
            let end = Phrases::PLAIN.puzzle_result(&Verdict::over(outcome, reason), || "done".into());
            end.map(|text| text.to_string())
        };
        assert_eq!(end(Outcome::Win, Reason::Solved).as_deref(), Some("done"));
        assert_eq!(end(Outcome::Loss, Reason::Stuck).as_deref(), Some("Over: stuck. `undo` takes the last step back."));
    }

    #[test]
    fn values_count_what_is_left_or_what_is_spent() {
        assert_eq!(Phrases::PLAIN.units(-3).to_string(), "3 to go");
        assert_eq!(Phrases { units: Units::Left("hp {}"), ..Phrases::PLAIN }.units(13).to_string(), "hp 13");
        assert_eq!(Phrases::PLAIN.plan(11, "crossings").to_string(), "11 crossings to the goal");
        assert_eq!(Phrases::PLAIN.plan(1, "steps").to_string(), "1 step to the goal");
    }
}
