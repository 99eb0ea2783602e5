//! Replays a walk key by key and checks it.

use super::bfs::Bfs;
use super::pathing::Move;
use super::rules::Blocked;
use super::state::{Direction, State, Tower};
use crate::deadline::Deadline;
use crate::in_english;
use crate::sentence;
use crate::sentence::Sentence;
use std::fmt;
use thiserror::Error;

/// The end of a walk in which every key is allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    /// The state after the last key.
    pub state: State,
    /// Number of keys.
    pub keys: usize,
}

/// Why a walk is not allowed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadWalk {
    /// A character is not a key.
    NoKey {
        /// Its position in the walk, from 1.
        number: usize,
        /// The character.
        found: char,
    },
    /// A step is not allowed.
    Illegal {
        /// Its position in the walk, from 1.
        number: usize,
        /// The key.
        key: char,
        /// The reason.
        why: Blocked,
        /// The state before it.
        before: Box<State>,
    },
}

impl From<&BadWalk> for Sentence {
    fn from(walk: &BadWalk) -> Sentence {
        match walk {
            BadWalk::NoKey { number, found } => {
                sentence!("key {}: found {}, expected w, a, s or d", *number, Sentence::quoted(found))
            }
            BadWalk::Illegal { number, key, why, before } => {
                let at = before.hero.at;
                sentence!("key {} ({}) at row {}, column {}: {}", *number, *key, at.row, at.col, why)
            }
        }
    }
}

in_english!(BadWalk);

/// Replays a walk of `w a s d`; spaces are skipped.
pub fn replay(tower: &Tower, start: &State, walk: &str) -> Result<Replay, BadWalk> {
    let mut state = start.clone();
    let mut keys = 0;
    for key in walk.chars().filter(|key| !key.is_whitespace()) {
        keys += 1;
        let direction = Direction::from_key(key).ok_or(BadWalk::NoKey { number: keys, found: key })?;
        if let Err(why) = tower.step(&mut state, direction) {
            return Err(BadWalk::Illegal { number: keys, key, why, before: Box::new(state) });
        }
    }
    Ok(Replay { state, keys })
}

/// The keys of a plan, which is played out on the state; stops before the first move that is not allowed. `None` if the
/// deadline passed before the end of the plan.
pub fn keys_of(tower: &Tower, state: &mut State, plan: &[Move], deadline: &Deadline) -> Option<String> {
    let mut keys = String::new();
    let mut walker = Walker::new(tower);
    for &mv in plan {
        let before = keys.len();
        let Some(steps) = walker.walk(state, mv) else { break };
        keys.extend(steps.into_iter().map(Direction::key));
        if !deadline.work(16 + (keys.len() - before) as u32) {
            return None;
        }
    }
    Some(keys)
}

/// Plays out plans move by move, without searching the whole map where bare road leads to the next target.
pub struct Walker<'a> {
    tower: &'a Tower,
    bfs: Bfs,
}

impl<'a> Walker<'a> {
    /// A walker for a tower.
    pub fn new(tower: &'a Tower) -> Self {
        Walker { tower, bfs: Bfs::new(tower) }
    }

    /// Makes a move as [`Tower::make`] does and returns its steps. `None`, with the state unchanged, if the move is not
    /// allowed.
    pub fn walk(&mut self, state: &mut State, mv: Move) -> Option<Vec<Direction>> {
        if let Move::Act(target) = mv
            && !state.won
            && (target.row as usize) < self.tower.rows
            && (target.col as usize) < self.tower.cols
            && let Some(way) = self.bfs.way(self.tower, state, target)
        {
            // Over bare road only the last step can be refused.
            return self.bfs.act(self.tower, state, target).map(|_| way);
        }
        self.tower.make(state, mv).ok()
    }
}

impl fmt::Display for Replay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hero = &self.state.hero;
        let boss = if self.state.won { "dead" } else { "alive" };
        write!(
            f,
            "keys {} boss {boss} left {} hp {} attack {} defence {} magic {} yellow {} blue {} red {} at {}",
            self.keys,
            self.state.monsters_left(),
            hero.hp,
            hero.attack,
            hero.defence,
            hero.magic,
            hero.keys[0],
            hero.keys[1],
            hero.keys[2],
            hero.at
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::tower::format::parse;

    fn tower() -> (Tower, State) {
        parse("1;2 5;10 24 31 21 51;10 11 27 99 10;3 1 5 50 100;2;51 9 5 2 0;99 20 5 4 0;30 2 1 0 1 0 1 0 0").unwrap()
    }

    #[test]
    fn a_sound_walk_is_replayed() {
        let (tower, start) = tower();
        let end = replay(&tower, &start, "w d s").unwrap_err();
        assert!(matches!(end, BadWalk::Illegal { number: 3, key: 's', why: Blocked::Wall, .. }), "{end}");
        // attack 5 after the gem: 51 costs 2 answers of 4; the boss costs 19 answers of 4, which is too much at first
        let end = replay(&tower, &start, "wddddaw").unwrap_err();
        assert!(matches!(end, BadWalk::Illegal { number: 7, why: Blocked::Rim, .. }), "{end}");
        let replayed = replay(&tower, &start, "wdddd").unwrap();
        assert_eq!(
            replayed.to_string(),
            "keys 5 boss alive left 1 hp 22 attack 5 defence 1 magic 0 yellow 1 blue 0 red 0 at 0,3"
        );
        let end = replay(&tower, &start, "wddddasds").unwrap_err();
        assert!(
            matches!(end, BadWalk::Illegal { number: 8, why: Blocked::Deadly { damage: 76, hp: 72, .. }, .. }),
            "{end}"
        );
    }

    #[test]
    fn the_game_ends_with_the_boss() {
        let (tower, mut start) = tower();
        start.hero.hp = 100;
        let end = replay(&tower, &start, "wdddds").unwrap();
        assert!(end.state.won);
        let over = replay(&tower, &start, "wddddsa").unwrap_err();
        assert!(matches!(over, BadWalk::Illegal { number: 7, why: Blocked::Over, .. }));
        assert_eq!(replay(&tower, &start, "wx"), Err(BadWalk::NoKey { number: 2, found: 'x' }));
    }

    #[test]
    fn doors_want_keys() {
        let (tower, mut start) = tower();
        start.hero.keys = [0; 3];
        let end = replay(&tower, &start, "wdd").unwrap_err();
        assert_eq!(end.to_string(), "key 3 (d) at row 0, column 1: no yellow key for the door");
    }
}
