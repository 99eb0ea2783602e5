//! Ends games that both engines consider decided, which halves the time of a match.

use super::dialect::SearchInfo;
use meihua_contracts::side::Side;

/// When to end a game early. All rules use the engines' own scores, and both engines must agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Adjudication {
    /// Resignation: a side loses once both engines have agreed on that for a number of moves.
    pub resign: Option<ResignRule>,
    /// Draw: both engines have seen an even game for a number of moves.
    pub draw: Option<DrawRule>,
    /// A draw after this many plies, not counting the opening.
    pub(crate) max_plies: Option<usize>,
}

/// A loss: one side at `-score` or less and the other at `score` or more, for `moves` moves each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResignRule {
    /// Centipawns.
    pub score: i32,
    /// Consecutive moves of each side.
    pub moves: u32,
}

/// A draw: both sides within `score` of zero for `moves` moves each, after `from` plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRule {
    /// Plies after which the rule applies.
    pub from: usize,
    /// Centipawns.
    pub score: i32,
    /// Consecutive moves of each side.
    pub moves: u32,
}

/// How a rule ends a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Decision {
    Win(Side),
    /// Both scores stayed near zero.
    Draw,
    /// The game is too long.
    TooLong,
}

/// Watches the scores of one game.
#[derive(Clone, Debug)]
pub(crate) struct Watch {
    rules: Adjudication,
    plies: usize,
    winning: [u32; Side::NUM],
    losing: [u32; Side::NUM],
    level: [u32; Side::NUM],
}

impl Watch {
    /// At the start of a game.
    pub(crate) fn new(rules: Adjudication) -> Watch {
        Watch { rules, plies: 0, winning: [0; 2], losing: [0; 2], level: [0; 2] }
    }

    /// Records a move; returns a decision if a rule applies.
    pub(crate) fn note(&mut self, side: Side, search_info: &SearchInfo) -> Option<Decision> {
        self.plies += 1;
        let side = side.index();
        let score = search_info.score;
        let count = |streak: &mut u32, holds: bool| *streak = if holds { *streak + 1 } else { 0 };
        if let Some(rule) = self.rules.resign {
            count(&mut self.winning[side], score.is_some_and(|score| score >= rule.score));
            count(&mut self.losing[side], score.is_some_and(|score| score <= -rule.score));
            for winner in Side::ALL {
                let agreed = self.winning[winner.index()].min(self.losing[winner.other().index()]);
                if agreed >= rule.moves {
                    return Some(Decision::Win(winner));
                }
            }
        }
        if let Some(rule) = self.rules.draw {
            let counts = self.plies > rule.from && score.is_some_and(|score| score.abs() <= rule.score);
            count(&mut self.level[side], counts);
            if self.level[0].min(self.level[1]) >= rule.moves {
                return Some(Decision::Draw);
            }
        }
        self.rules.max_plies.is_some_and(|limit| self.plies >= limit).then_some(Decision::TooLong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(rules: Adjudication, scores: &[Option<i32>]) -> Option<(usize, Decision)> {
        let mut watch = Watch::new(rules);
        scores.iter().enumerate().find_map(|(ply, &score)| {
            let search_info = SearchInfo { score, ..SearchInfo::default() };
            watch.note(Side::ALL[ply % 2], &search_info).map(|decision| (ply + 1, decision))
        })
    }

    #[test]
    fn a_loss_needs_both_opinions() {
        let rules = Adjudication { resign: Some(ResignRule { score: 500, moves: 2 }), ..Adjudication::default() };
        let agreed = [Some(600), Some(-700), Some(500), Some(-500), None];
        assert_eq!(play(rules, &agreed), Some((4, Decision::Win(Side::First))));
        assert_eq!(play(rules, &[Some(600), Some(-499), Some(600), Some(-600), Some(600)]), None);
        assert_eq!(play(rules, &[Some(600), None, Some(600), None, Some(600), None]), None);
    }

    #[test]
    fn draws_and_length() {
        let draw = Some(DrawRule { from: 2, score: 10, moves: 2 });
        let rules = Adjudication { draw, max_plies: Some(8), ..Adjudication::default() };
        assert_eq!(play(rules, &[Some(0); 8]), Some((6, Decision::Draw)));
        assert_eq!(play(rules, &[Some(50); 9]), Some((8, Decision::TooLong)));
        assert_eq!(play(rules, &[None; 7]), None);
    }
}
