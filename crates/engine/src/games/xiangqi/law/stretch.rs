//! The stretch of moves that is judged after a repetition.

use crate::games::xiangqi::{Move, Past, Position};
use crate::side::Side;

/// The moves since an earlier occurrence of the current position, newest first. They include no capture and no pass.
#[derive(Clone, Copy)]
pub(crate) struct Stretch<'a> {
    position: &'a Position,
    /// Plies since the first of the occurrences that form the repetition.
    whole: usize,
    /// Plies since the last occurrence.
    cycle: usize,
    /// Whether it is the third occurrence.
    is_complete: bool,
}

impl<'a> Stretch<'a> {
    /// The repetition formed by the current position, if any: its third occurrence, or its second.
    pub(crate) fn find(position: &'a Position) -> Option<Stretch<'a>> {
        let mut occurrences = position.occurrences();
        let cycle = occurrences.next()?;
        let first = occurrences.next();
        Some(Stretch { position, whole: first.unwrap_or(cycle), cycle, is_complete: first.is_some() })
    }

    /// Whether the rules apply: at the third occurrence.
    pub(crate) fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Whether the last occurrence is less than `plies` plies ago.
    pub(crate) fn is_within(&self, plies: usize) -> bool {
        self.cycle < plies
    }

    /// Restricts the stretch to the moves since the last occurrence.
    pub(crate) fn last_cycle(self) -> Stretch<'a> {
        Stretch { whole: self.cycle, ..self }
    }

    /// The repeated position.
    pub(crate) fn position(&self) -> &'a Position {
        self.position
    }

    /// The moves, newest first.
    pub(crate) fn moves(&self) -> impl Iterator<Item = Move> + 'a {
        self.plies().filter_map(|past| past.mv)
    }

    /// For each side: whether it gave check with any move, and whether with every move.
    pub(crate) fn checks(&self) -> Checks {
        let mut checks = Checks { any: [false; Side::NUM], every: [true; Side::NUM] };
        let mut mover = !self.position.side();
        for past in self.plies() {
            checks.any[mover.index()] |= past.check;
            checks.every[mover.index()] &= past.check;
            mover = !mover;
        }
        checks
    }

    /// The positions after the moves, newest first.
    fn plies(&self) -> impl Iterator<Item = Past> + 'a {
        self.position.history().take(self.whole)
    }
}

/// The sides that gave check in a stretch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Checks {
    /// With at least one move.
    pub any: [bool; Side::NUM],
    pub every: [bool; Side::NUM],
}
