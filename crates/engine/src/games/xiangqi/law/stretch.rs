//! The stretch of moves that a repetition puts before the judge.

use crate::games::xiangqi::{Move, Past, Position};
use crate::side::Side;

/// The moves since an earlier occurrence of the present position, the newest first. No capture and no pass is among
/// them.
#[derive(Clone, Copy)]
pub(crate) struct Stretch<'a> {
    position: &'a Position,
    /// Plies since the first of the occurrences that make the repetition.
    whole: usize,
    /// Plies since the last occurrence.
    cycle: usize,
    /// Whether it is the third occurrence.
    is_complete: bool,
}

impl<'a> Stretch<'a> {
    /// The repetition that the present position makes, if it does: the third occurrence of a position, or the second one.
    pub(crate) fn find(position: &'a Position) -> Option<Stretch<'a>> {
        let mut occurrences = position.occurrences();
        let cycle = occurrences.next()?;
        let first = occurrences.next();
        Some(Stretch { position, whole: first.unwrap_or(cycle), cycle, is_complete: first.is_some() })
    }

    /// Whether the law judges it: at the third occurrence.
    pub(crate) fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Whether the last occurrence is less than `plies` ago.
    pub(crate) fn is_within(&self, plies: usize) -> bool {
        self.cycle < plies
    }

    /// Whether another position came back among the moves.
    pub(crate) fn has_inner_loop(&self) -> bool {
        let keys = || self.position.history().skip(1).take(self.whole - 1).map(|past| past.key);
        self.whole >= 8 && keys().enumerate().any(|(ply, key)| keys().skip(ply + 1).any(|other| other == key))
    }

    /// Only the moves since the last occurrence.
    pub(crate) fn last_cycle(self) -> Stretch<'a> {
        Stretch { whole: self.cycle, ..self }
    }

    /// The position that repeats.
    pub(crate) fn position(&self) -> &'a Position {
        self.position
    }

    /// The moves, the newest first.
    pub(crate) fn moves(&self) -> impl Iterator<Item = Move> + 'a {
        self.plies().filter_map(|past| past.mv)
    }

    /// By side: whether it gave check with any move, and whether with every one.
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

    /// The positions that the moves led to, the newest first.
    fn plies(&self) -> impl Iterator<Item = Past> + 'a {
        self.position.history().take(self.whole)
    }
}

/// Who checked in a stretch, by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Checks {
    /// With at least one move.
    pub any: [bool; Side::NUM],
    pub every: [bool; Side::NUM],
}
