//! The tower as a puzzle that is solved as a quest.

use super::areas::{Areas, Block, Kind};
use super::bound::monster_reward;
use super::check::keys_of;
use super::greedy::Greedy;
use super::quest::TowerQuest;
use super::state::{Cell, MOST_DECISIONS, State, Tower};
use super::walk::{eager_plan, shorten};
use super::way::Move;
use crate::deadline::Deadline;
use crate::quest::{Aim, Errand, QuestPuzzle, Quick};

/// Words of a set that holds every block and every area of any tower.
const LARGEST: usize = (4 * MOST_DECISIONS + 1).div_ceil(64);

impl QuestPuzzle for Tower {
    fn with_quest<E: Errand<Move>>(&self, state: &State, aim: Aim, deadline: &Deadline, errand: E) -> E::Answer {
        let areas = Areas::new(self, state);
        match areas.blocks.len().max(areas.loot.len()) {
            0..=64 => errand.run(&TowerQuest::<1>::new(self, state, &areas, aim, deadline)),
            65..=128 => errand.run(&TowerQuest::<2>::new(self, state, &areas, aim, deadline)),
            129..=256 => errand.run(&TowerQuest::<4>::new(self, state, &areas, aim, deadline)),
            257..=1024 => errand.run(&TowerQuest::<16>::new(self, state, &areas, aim, deadline)),
            // Up to MOST_DECISIONS blocks, each with at most three areas behind it.
            _ => errand.run(&TowerQuest::<LARGEST>::new(self, state, &areas, aim, deadline)),
        }
    }

    fn quick(&self, state: &State, aim: Aim, deadline: &Deadline) -> (Option<Quick<Move>>, i64) {
        let areas = Areas::new(self, state);
        let reward = monster_reward(state, &areas);
        let greedy = Greedy::new(self, state, &areas, deadline);
        let monsters = |block: &Block| matches!(block.kind, Kind::Monster(_));
        let (found, bound) = match aim {
            Aim::Goal => (greedy.to_boss, reward - 1),
            Aim::Consolation => {
                let count = areas.blocks.iter().filter(|block| monsters(block)).count() as i64;
                (greedy.farthest, count * reward + reward - 1)
            }
        };
        let quick = found.map(|end| Quick {
            worth: if aim == Aim::Goal { end.hp } else { end.monsters as i64 * reward + end.hp },
            deeds: end.deeds.into_iter().map(|block| Move::Act(areas.blocks[block].cell)).collect(),
        });
        (quick, bound)
    }

    fn plan(&self, state: &State, deeds: &[Move], deadline: &Deadline) -> Vec<Move> {
        eager_plan(self, state, &targets(deeds), deadline).into_iter().map(Move::Act).collect()
    }

    fn polish(&self, state: &State, plan: Vec<Move>, deadline: &Deadline) -> Vec<Move> {
        shorten(self, state, targets(&plan), deadline).into_iter().map(Move::Act).collect()
    }

    /// `walk` (keys; left out where there was no time for them), `bound` (on the hp; where the boss lives, on that of walks that
    /// leave no more monsters), and where the boss lives `left` (monsters, the boss among them) and `hp`.
    fn facts(
        &self,
        state: &State,
        aim: Aim,
        plan: &[Move],
        bound: i64,
        deadline: &Deadline,
    ) -> Vec<(&'static str, String)> {
        let mut end = state.clone();
        let walk = keys_of(self, &mut end, plan, deadline);
        let is_whole = walk.is_some();
        let mut facts: Vec<_> = walk.map(|keys| ("walk", keys)).into_iter().collect();
        let bound = match aim {
            Aim::Goal => bound,
            // Without the walk its end is not known.
            Aim::Consolation if !is_whole => return facts,
            // Worth of the dead monsters and hp are one number there.
            Aim::Consolation => {
                let reward = monster_reward(state, &Areas::new(self, state));
                let killed = (state.monsters_left() - end.monsters_left()) as i64;
                (bound - killed * reward).min(reward - 1)
            }
        };
        facts.push(("bound", bound.to_string()));
        if aim == Aim::Consolation {
            facts.push(("left", end.monsters_left().to_string()));
            facts.push(("hp", end.hero.hp.to_string()));
        }
        facts
    }
}

fn targets(moves: &[Move]) -> Vec<Cell> {
    moves.iter().filter_map(|mv| if let Move::Act(cell) = mv { Some(*cell) } else { None }).collect()
}
