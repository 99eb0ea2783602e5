//! Solves the tower puzzle as a label problem.

use super::super::check::keys_of;
use super::super::pathing::Move;
use super::super::state::{Cell, MAX_DECISIONS, State, Tower};
use super::areas::{Areas, Block, Kind};
use super::bound::monster_reward;
use super::greedy::Greedy;
use super::label_problem::TowerLabels;
use super::shorten::{eager_plan, shorten};
use crate::deadline::Deadline;
use crate::puzzle::label_problem::{Aim, LabelPuzzle, LabelVisitor, Quick};
use crate::solution::Facts;

/// Number of words in a set that holds every block and every area of any tower.
const LARGEST: usize = (4 * MAX_DECISIONS + 1).div_ceil(64);

impl LabelPuzzle for Tower {
    fn with_label_problem<E: LabelVisitor<Move>>(
        &self,
        state: &State,
        aim: Aim,
        deadline: &Deadline,
        visitor: E,
    ) -> E::Answer {
        let areas = Areas::new(self, state);
        match areas.blocks.len().max(areas.loot.len()) {
            0..=64 => visitor.run(&TowerLabels::<1>::new(self, state, &areas, aim, deadline)),
            65..=256 => visitor.run(&TowerLabels::<4>::new(self, state, &areas, aim, deadline)),
            257..=1024 => visitor.run(&TowerLabels::<16>::new(self, state, &areas, aim, deadline)),
            // Up to MAX_DECISIONS blocks, each with at most three areas behind it.
            _ => visitor.run(&TowerLabels::<LARGEST>::new(self, state, &areas, aim, deadline)),
        }
    }

    fn quick(&self, state: &State, aim: Aim, deadline: &Deadline) -> (Option<Quick<Move>>, i64) {
        let areas = Areas::new(self, state);
        let reward = monster_reward(state, &areas);
        let greedy = Greedy::new(self, state, &areas, deadline);
        let monsters = |block: &Block| matches!(block.kind, Kind::Monster(_));
        let (found, bound) = match aim {
            Aim::Goal => (greedy.to_boss, reward - 1),
            Aim::Fallback => {
                let count = areas.blocks.iter().filter(|block| monsters(block)).count() as i64;
                (greedy.farthest, count * reward + reward - 1)
            }
        };
        let quick = found.map(|end| Quick {
            value: if aim == Aim::Goal { end.hp } else { end.monsters as i64 * reward + end.hp },
            decisions: end.decisions.into_iter().map(|block| Move::Act(areas.blocks[block].cell)).collect(),
        });
        (quick, bound)
    }

    fn plan(&self, state: &State, decisions: &[Move], deadline: &Deadline) -> Vec<Move> {
        eager_plan(self, state, &targets(decisions), deadline).into_iter().map(Move::Act).collect()
    }

    fn polish(&self, state: &State, plan: Vec<Move>, deadline: &Deadline) -> Vec<Move> {
        shorten(self, state, targets(&plan), deadline).into_iter().map(Move::Act).collect()
    }

    /// The boss is one of the remaining monsters.
    fn facts(&self, state: &State, aim: Aim, plan: &[Move], bound: i64, deadline: &Deadline) -> Facts {
        let mut end = state.clone();
        let walk = keys_of(self, &mut end, plan, deadline);
        match aim {
            Aim::Goal => Facts { walk, bound: Some(bound), ..Facts::NONE },
            // Without the walk its end is unknown.
            Aim::Fallback if walk.is_none() => Facts::NONE,
            // There the value of dead monsters and the hp are combined in one number.
            Aim::Fallback => {
                let reward = monster_reward(state, &Areas::new(self, state));
                let killed = (state.monsters_left() - end.monsters_left()) as i64;
                Facts {
                    walk,
                    bound: Some((bound - killed * reward).min(reward - 1)),
                    left: Some(end.monsters_left()),
                    hp: Some(end.hero.hp),
                    ..Facts::NONE
                }
            }
        }
    }
}

fn targets(moves: &[Move]) -> Vec<Cell> {
    moves.iter().filter_map(|mv| if let Move::Act(cell) = mv { Some(*cell) } else { None }).collect()
}
