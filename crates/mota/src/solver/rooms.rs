//! Rooms that close behind the hero: what they hold may come out only if some of it is left alone until then.
//!
//! A change of one decision shows nothing of that, and greed does all that it can. So decisions are made there by greed and luck, again and
//! again (greedy randomized search: Feo and Resende, 1995), and what ends with something that the plan has not is looked at as a whole.

use super::super::model::Project;
use super::super::state::{Ending, State};
use super::expand::Expander;
use super::finish::{Greed, finish};
use super::moves::{self, Move};
use super::polish::Polisher;
use meihua_contracts::random::SplitMix64;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;

/// Maximum number of tries in a room.
const TRIES: usize = 1_000;

/// Maximum number of rooms at a time.
const LOOKED_AT: usize = 4;

/// Numbers of the hero that count as something new: all but hp and gold, which are had anywhere.
const NUMBERS: std::ops::Range<usize> = 1..4;

/// Rooms where something was tried.
pub struct Rooms {
    /// How often, by the floor and the cell where the hero stood when it closed.
    tried: FxHashMap<(u16, u16), usize>,
    random: SplitMix64,
}

impl Default for Rooms {
    fn default() -> Self {
        Rooms::new()
    }
}

/// A room that has closed.
struct Room {
    /// The number of the move after which it has.
    number: usize,
    /// Where the hero stood.
    place: (u16, u16),
    inside: State,
    /// The one in which the plan leaves it.
    left: State,
}

impl Rooms {
    /// None yet.
    pub fn new() -> Rooms {
        Rooms { tried: FxHashMap::default(), random: SplitMix64::new(0) }
    }

    /// A plan with other moves in one of its rooms, at whose end the hero has something that he has not in the plan. None if nothing new
    /// was found.
    pub fn search(
        &mut self,
        expander: &mut Expander<'_>,
        start: &State,
        all: &[Move],
        stopped: &(dyn Fn() -> bool + Sync),
    ) -> Option<Vec<Move>> {
        let (mut rooms, end) = rooms(expander, start, all)?;
        // Those that were looked at least, and the later ones first.
        rooms.sort_by_key(|room| (self.tried.get(&room.place).copied().unwrap_or(0), Reverse(room.number)));
        for room in rooms.iter().take(LOOKED_AT) {
            *self.tried.entry(room.place).or_insert(0) += 1;
            let found = lucky(expander, (&room.inside, &room.left), &mut self.random, stopped);
            let Some((found, _)) = found else { continue };
            let moves = [&all[..=room.number], &found, &all[room.number + 1..]].concat();
            let moves = Polisher::new(expander, start, &moves, 0, stopped).best(0).moves;
            let mut other = start.clone();
            if moves::make_all(expander.project, &mut other, &moves)
                && other.ending == Ending::Won
                && has_more(&other, &end)
            {
                return Some(moves);
            }
        }
        None
    }
}

/// Moves in a room, by luck, after which the hero has something that he has not in another state, and what comes of them.
pub(crate) fn lucky(
    expander: &mut Expander<'_>,
    (inside, left): (&State, &State),
    random: &mut SplitMix64,
    stopped: &(dyn Fn() -> bool + Sync),
) -> Option<(Vec<Move>, State)> {
    (0..TRIES).take_while(|_| !stopped()).find_map(|_| {
        let luck = Some(SplitMix64::new(random.next_u64()));
        let greed = Greed { luck, floor: Some(inside.floor), ..Greed::default() };
        let (found, end) = finish(expander, inside, greed, stopped);
        (end.ending == Ending::None && has_more(&end, left)).then_some((found, end))
    })
}

/// Whether a hero has something that the other has not.
fn has_more(state: &State, other: &State) -> bool {
    state.stats[NUMBERS].iter().zip(&other.stats[NUMBERS]).any(|(own, other)| own > other)
        || state.items.iter().zip(other.items.iter()).any(|(own, other)| own > other)
}

/// The rooms of a plan, where a move leaves the hero less than half of his ways, and the state at its end; none if it cannot be played.
fn rooms(expander: &mut Expander<'_>, start: &State, all: &[Move]) -> Option<(Vec<Room>, State)> {
    let project: &Project = expander.project;
    let mut state = start.clone();
    let mut ways = expander.reach(&state).edges().count();
    let mut rooms: Vec<Room> = Vec::new();
    let mut is_in = false;
    for (number, mv) in all.iter().enumerate() {
        is_in &= rooms.last().is_some_and(|room| room.inside.floor == mv.floor);
        if !matches!(moves::make(project, &mut state, mv), Ok(true)) {
            return None;
        }
        if state.ending != Ending::None {
            break;
        }
        let left = expander.reach(&state).edges().count();
        if 2 * left < ways {
            rooms.push(Room { number, place: (mv.floor, mv.cell), inside: state.clone(), left: state.clone() });
            is_in = true;
        } else if let Some(room) = rooms.last_mut().filter(|_| is_in) {
            room.left = state.clone();
        }
        ways = left;
    }
    Some((rooms, state))
}
