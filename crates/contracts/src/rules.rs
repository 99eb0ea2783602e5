//! House rules that a client may switch by option. A game takes what concerns it and ignores the rest.

/// What a repeated position means in a game that has a law for it (xiangqi).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum RepetitionRule {
    /// Perpetual check and perpetual chase lose, as in the rules of the Asian Xiangqi Federation.
    #[default]
    Asian,
    /// Perpetual check loses; a chase loses only when no check is mixed in and the same piece is chased.
    Computer,
    /// Repetition is ignored.
    None,
}

/// The rules in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The law of repetition.
    pub repetition: RepetitionRule,
    /// Whether a long stretch without capture is a draw (xiangqi: 120 plies).
    pub move_count: bool,
}

impl Default for Rules {
    fn default() -> Self {
        Rules { repetition: RepetitionRule::Asian, move_count: true }
    }
}
