//! House rules that clients can set by option. A game applies those that concern it and ignores the rest.

/// What repetition means in a game with rules about it (xiangqi).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum RepetitionRule {
    /// Perpetual check and perpetual chase lose, as in the rules of the Asian Xiangqi Federation.
    #[default]
    Asian,
    /// Perpetual check loses. A perpetual chase loses only if it contains no check and always attacks the same piece.
    Computer,
    /// Repetition is ignored.
    None,
}

/// The rules in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The rule about repetition.
    pub repetition: RepetitionRule,
    /// Whether a long series of moves without a capture is a draw (xiangqi: 120 plies).
    pub move_count: bool,
}

impl Default for Rules {
    fn default() -> Self {
        Rules { repetition: RepetitionRule::Asian, move_count: true }
    }
}
