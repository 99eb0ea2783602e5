//! Conformance tests: check that a game (of your own) keeps its contract.
//!
//! ```
//! # use meihua_engine::games::connect_four::ConnectFour;
//! # use meihua_engine::search::conformance;
//! # use meihua_engine::text::GameText;
//! let roots = [ConnectFour::start(), ConnectFour::from_fen("44444422").unwrap()];
//! conformance::check_rules(&roots, 20, 1)?;
//! conformance::check_search(&roots, 4)?;
//! # Ok::<(), conformance::Violation>(())
//! ```
//!
//! [`check_rules`] plays random games and checks in every position that
//!
//! - making and taking back a move restores key, moves, evaluation and FEN;
//! - the position read from its FEN has the same key, moves and FEN;
//! - each move can be read back from its text, unless the game is over, and from its 16 bits, and bits from other
//!   positions give legal moves or none;
//! - noisy and quiet moves together are the legal ones, for games that distinguish them;
//! - table indices are in range, passing restores the position, and an evaluator updated move by move agrees with a
//!   fresh one;
//! - the verdict agrees with the move generator.
//!
//! [`check_search`] compares the alpha-beta search without pruning with plain negamax.

use super::breach::{Breach, Difference};
use crate::control::Control;
use crate::game::{EvalParams, Evaluator, MoveList, Outcome};
use crate::random::SplitMix64;
use crate::search::features::Features;
use crate::search::limits::{Limits, Settings};
use crate::search::negamax::plain;
use crate::search::searcher::Searcher;
use crate::text::{GameText, Notation};
use std::collections::BTreeSet;
use thiserror::Error;

/// A game broke one of the rules.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{cause}, in the position {fen:?}")]
pub struct Violation {
    /// The position.
    pub fen: String,
    /// The rule that was broken.
    pub cause: Breach,
}

/// Maximum length of a random game, in plies.
const MAX_GAME_PLIES: usize = 200;

/// The observable properties of a position.
#[derive(Debug, PartialEq, Eq)]
struct View {
    fen: String,
    key: u64,
    moves: Vec<String>,
    end: Option<Outcome>,
    value: i32,
}

impl View {
    fn of<G: GameText>(position: &G) -> Self {
        let mut moves = G::Moves::default();
        let end = position.generate(&mut moves);
        let mut texts: Vec<_> = moves.as_slice().iter().map(|&mv| position.move_text(mv, Notation::Wire)).collect();
        texts.sort();
        let value = G::Evaluator::new(position, &EvalParams::<G>::default()).evaluate(position);
        View { fen: position.fen(), key: position.key(), moves: texts, end, value }
    }

    /// The first difference from another view; `None` if there is none.
    fn difference(&self, other: &View) -> Option<Difference> {
        let told = |name, one: &dyn std::fmt::Debug, two: &dyn std::fmt::Debug| {
            Some(Difference { name, before: format!("{one:?}"), after: format!("{two:?}") })
        };
        match () {
            () if self.fen != other.fen => told("FEN", &self.fen, &other.fen),
            () if self.key != other.key => told("key", &self.key, &other.key),
            () if self.moves != other.moves => told("list of moves", &self.moves, &other.moves),
            () if self.end != other.end => told("outcome", &self.end, &other.end),
            () if self.value != other.value => told("evaluation", &self.value, &other.value),
            () => None,
        }
    }
}

/// A random walk through a game, and the bits it has encountered.
struct Walk<G: GameText> {
    position: G,
    evaluator: G::Evaluator,
    /// The bits of all moves encountered, in this position and others.
    bits: BTreeSet<u16>,
}

/// Plays `games` random games from each root and checks the rules in every position; see the [module
/// documentation](self).
///
/// # Errors
/// The first violation.
pub fn check_rules<G: GameText>(roots: &[G], games: usize, seed: u64) -> Result<(), Violation> {
    let mut random = SplitMix64::new(seed);
    for root in roots {
        let mut bits = BTreeSet::from([0]);
        for _ in 0..games {
            let evaluator = G::Evaluator::new(root, &EvalParams::<G>::default());
            let mut walk = Walk { position: root.clone(), evaluator, bits };
            for _ in 0..MAX_GAME_PLIES {
                let moves = walk.check().map_err(|cause| Violation { fen: walk.position.fen(), cause })?;
                if moves.is_empty() || walk.position.history_outcome(0).is_some() {
                    break;
                }
                let mv = moves[random.below(moves.len())];
                walk.evaluator.make(&walk.position, mv);
                walk.position.make(mv);
            }
            bits = walk.bits;
        }
    }
    Ok(())
}

impl<G: GameText> Walk<G> {
    /// Checks the current position; returns its moves, none if the game is over.
    fn check(&mut self) -> Result<Vec<G::Move>, Breach> {
        let view = View::of(&self.position);
        let value = self.evaluator.evaluate(&self.position);
        if value != view.value {
            return Err(Breach::Evaluator { followed: value, fresh: view.value });
        }
        let read = self.position.like(&view.fen)?;
        // A FEN cannot tell that the last moves ended the game.
        let is_read = view.end.is_none() || self.position.history_outcome(0).is_none();
        if let Some(difference) = view.difference(&View::of(&read)).filter(|_| is_read) {
            return Err(Breach::Read(difference));
        }
        let verdict = self.position.verdict().outcome;
        if view.end.is_some() && verdict != view.end {
            return Err(Breach::End { generated: view.end, verdict });
        }
        if view.end.is_some() {
            return Ok(Vec::new());
        }
        let moves = self.check_moves()?;
        for &mv in &moves {
            self.check_move(mv, &view)?;
        }
        if G::NULL_MOVE && self.position.may_pass() {
            self.position.make_null();
            self.position.unmake_null();
            self.check_restored(&view, "a pass")?;
        }
        Ok(moves)
    }

    /// Checks the move list as a whole.
    fn check_moves(&mut self) -> Result<Vec<G::Move>, Breach> {
        let mut list = G::Moves::default();
        self.position.generate(&mut list);
        let moves = list.as_slice().to_vec();
        let packed: BTreeSet<u16> = moves.iter().map(|&mv| G::pack(mv)).collect();
        if packed.len() != moves.len() || packed.contains(&0) {
            return Err(Breach::SameBits(format!("{moves:?}")));
        }
        let counted = self.position.count_moves();
        if counted != moves.len() {
            return Err(Breach::Count { listed: moves.len(), counted });
        }
        self.bits.extend(&packed);
        if let Some(&bits) =
            self.bits.iter().find(|&&bits| self.position.unpack(bits).is_some() != packed.contains(&bits))
        {
            return Err(Breach::ForeignBits { bits, found: format!("{:?}", self.position.unpack(bits)) });
        }
        if G::STAGED && self.staged()? != packed {
            return Err(Breach::Staged);
        }
        Ok(moves)
    }

    /// The legal moves among noisy and quiet ones, packed.
    fn staged(&self) -> Result<BTreeSet<u16>, Breach> {
        let mut all = BTreeSet::new();
        for is_noisy in [true, false] {
            let mut list = G::Moves::default();
            if is_noisy {
                self.position.noisy(&mut list)
            } else {
                self.position.quiet(&mut list)
            }
            for &mv in list.as_slice().iter().filter(|&&mv| self.position.legal(mv)) {
                if self.position.is_noisy(mv) != is_noisy || !all.insert(G::pack(mv)) {
                    return Err(Breach::Listed(format!("{mv:?}")));
                }
            }
        }
        Ok(all)
    }

    /// Checks one move.
    fn check_move(&mut self, mv: G::Move, before: &View) -> Result<(), Breach> {
        let position = &self.position;
        let same = |found: Option<G::Move>| found == Some(mv);
        if !same(position.unpack(G::pack(mv))) {
            return Err(Breach::Unpack(format!("{mv:?}")));
        }
        for (notation, ranks_from_one) in [(Notation::Wire, false), (Notation::WireFromOne, true)] {
            let text = position.move_text(mv, notation);
            let read = position.parse_move(&text, ranks_from_one).ok();
            // A game that the moves before have ended may refuse to go on.
            let is_refused = read.is_none() && position.verdict().outcome.is_some();
            if !same(read) && !is_refused {
                return Err(Breach::Text { mv: format!("{mv:?}"), text });
            }
        }
        let slots = [
            (position.history_slot(mv), G::HISTORY),
            (position.piece_to(mv), G::PIECE_TO),
            (if position.is_noisy(mv) { position.victim(mv) } else { 0 }, G::VICTIMS),
        ];
        if slots.iter().any(|&(slot, count)| slot >= count) {
            return Err(Breach::Slot(format!("{mv:?}")));
        }
        self.evaluator.make(&self.position, mv);
        self.position.make(mv);
        self.position.unmake(mv);
        self.evaluator.unmake();
        self.check_restored(before, &format!("{mv:?}"))
    }

    /// Checks that the position is the same as before.
    fn check_restored(&mut self, before: &View, what: &str) -> Result<(), Breach> {
        let after = View { value: self.evaluator.evaluate(&self.position), ..View::of(&self.position) };
        let difference = before.difference(&after);
        difference.map_or(Ok(()), |difference| Err(Breach::Unmake { what: what.to_owned(), difference }))
    }
}

/// Searches each root to every depth up to `depth` without any pruning, and compares the score with plain negamax.
///
/// # Errors
/// The first violation.
pub fn check_search<G: GameText>(roots: &[G], depth: u32) -> Result<(), Violation> {
    let mut searcher = Searcher::new();
    searcher.set_features(Features::NONE);
    for root in roots {
        let mut position = root.clone();
        for depth in 1..=depth {
            let limits = Limits { depth: Some(depth), ..Limits::default() };
            let found = searcher.search(root, &limits, &Settings::default(), &Control::new(), &mut |_| ());
            // A search that proves the result does not continue to the requested depth.
            let expected = plain(&mut position, found.depth);
            if found.score != expected {
                let (found, expected) = (format!("{:?}", found.score), format!("{expected:?}"));
                return Err(Violation { fen: position.fen(), cause: Breach::Search { depth, found, expected } });
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::toys::Nim;

    fn cause<const FAULT: u8>() -> String {
        check_rules(&[Nim::<FAULT>::start()], 5, 1).unwrap_err().to_string()
    }

    #[test]
    fn a_sound_game_passes() {
        check_rules(&[Nim::<0>::start()], 20, 1).unwrap();
        check_search(&[Nim::<0>::start()], 7).unwrap();
    }

    #[test]
    fn each_fault_is_found_and_named() {
        assert!(cause::<1>().starts_with("after taking back ") && cause::<1>().contains(", the FEN was"));
        assert!(cause::<2>().contains("the same bits, or with none"));
        assert!(cause::<3>().contains("are unpacked into"));
        assert!(cause::<4>().contains("read from its own FEN"));
        assert!(cause::<5>().contains("table index"));
        assert!(cause::<6>().contains("not read back"));
        assert!(cause::<7>().contains("the verdict"));
    }
}
