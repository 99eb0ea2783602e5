//! Random openings: a few random moves from the start, and a quick search that rejects lopsided positions.

use crate::control::Control;
use crate::game::{Game, MoveList};
use crate::random::SplitMix64;
use crate::search::Searcher;
use crate::search::limits::{Limits, Settings};
use crate::text::GameText;

/// How to make random openings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomOpening {
    /// Number of random moves.
    pub plies: usize,
    /// Maximum advantage of either side in centipawns; `None` to accept any position that is not over.
    pub balance: Option<i32>,
}

/// Nodes of the quick search: enough to notice hanging pieces.
const JUDGE_NODES: u64 = 2_000;

/// Megabytes of its table.
const JUDGE_HASH: usize = 1;

/// The longest random opening; most games are over by then.
pub const MAX_PLIES: usize = 200;

/// Number of openings to try before giving up.
pub const TRIES: u32 = 1_000;

impl RandomOpening {
    /// The opening for a seed: the moves from `start` and the resulting position; `None` if no try is balanced.
    pub fn invent<G: GameText>(&self, start: &G, seed: u64) -> Option<(Vec<G::Move>, G)> {
        let mut random = SplitMix64::new(seed);
        let mut judge = Searcher::new();
        // Without memory for its own table, it uses the tiny one that it always has.
        _ = judge.set_hash(JUDGE_HASH);
        (0..TRIES).find_map(|_| {
            let (moves, position) = self.walk(start, &mut random)?;
            let is_balanced = self.balance.is_none_or(|limit| is_balanced(&position, limit, &mut judge));
            is_balanced.then_some((moves, position))
        })
    }

    /// One random walk; `None` if the game ends on the way.
    fn walk<G: GameText>(&self, start: &G, random: &mut SplitMix64) -> Option<(Vec<G::Move>, G)> {
        let mut position = start.clone();
        let mut played = Vec::with_capacity(self.plies);
        for _ in 0..self.plies {
            let mv = random_move(&position, random)?;
            played.push(mv);
            position.make(mv);
        }
        position.verdict().outcome.is_none().then_some((played, position))
    }
}

/// A random legal move; `None` if the game is over.
pub(crate) fn random_move<G: Game>(position: &G, random: &mut SplitMix64) -> Option<G::Move> {
    let mut moves = G::Moves::default();
    if position.generate(&mut moves).is_some() {
        return None;
    }
    let moves = moves.as_slice();
    moves.get(random.below(moves.len())).copied()
}

/// Whether neither side is ahead by more than `limit` centipawns, first by the static evaluation, which costs nothing,
/// then by a quick search.
fn is_balanced<G: Game>(position: &G, limit: i32, judge: &mut Searcher<G>) -> bool {
    if judge.static_score(position).int().abs() > 2 * limit.saturating_add(100) {
        return false;
    }
    judge.clear();
    let limits = Limits { nodes: Some(JUDGE_NODES), ..Limits::default() };
    let found = judge.search(position, &limits, &Settings::default(), &Control::new(), &mut |_| ());
    found.best.is_some() && found.score.int().abs() <= limit
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::connect_four::ConnectFour;
    use crate::text::Notation;

    fn texts(recipe: RandomOpening, seed: u64) -> Option<Vec<String>> {
        let mut position = ConnectFour::start();
        let (moves, end) = recipe.invent(&position, seed)?;
        let spell = |&mv| {
            let text = position.move_text(mv, Notation::Wire);
            position.make(mv);
            text
        };
        let texts = moves.iter().map(spell).collect();
        assert_eq!(position.fen(), end.fen());
        Some(texts)
    }

    #[test]
    fn they_repeat_and_differ() {
        let recipe = RandomOpening { plies: 8, balance: None };
        let openings: Vec<Vec<String>> = (0..20).map(|seed| texts(recipe, seed).unwrap()).collect();
        assert!(openings.iter().all(|moves| moves.len() == 8));
        assert_eq!(Some(&openings[7]), texts(recipe, 7).as_ref());
        assert!(openings.iter().any(|opening| *opening != openings[0]));
        assert_eq!(texts(RandomOpening { plies: 43, balance: None }, 1), None, "longer than any game");
    }

    #[test]
    fn lost_positions_are_thrown_away() {
        // Eight random plies of four in a row often leave three in a line. In the openings that were kept, a search to
        // a different depth finds nothing of the kind.
        let recipe = RandomOpening { plies: 8, balance: Some(100) };
        for seed in 0..20 {
            let (_, position) = recipe.invent(&ConnectFour::start(), seed).unwrap();
            let limits = Limits { depth: Some(4), ..Limits::default() };
            let found = Searcher::new().search(&position, &limits, &Settings::default(), &Control::new(), &mut |_| ());
            assert!(!found.score.is_decided(), "{}", position.fen());
        }
    }
}
