//! Players who do not search: what they reach says how hard a tower is, and is an answer where a search found none.

use super::super::model::Project;
use super::super::state::{Ending, State};
use super::beam::Plan;
use super::expand::Expander;
use super::finish::{Greed, MAX_DECISIONS, choices, finish};
use super::moves::{self, Move};
use super::region::FEW_FLOORS;
use super::weights::Weights;
use meihua_contracts::helpers::side_by_side;
use meihua_contracts::random::SplitMix64;
use rustc_hash::FxHashSet;

/// How a player decides. Every player takes what costs nothing and harms nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// Any decision that can be made, each as likely as the others; none that leads back to an earlier state or kills.
    Random,
    /// The decision that costs least, give or take some luck; ways that close behind the hero come last.
    Greedy,
}

/// Plays until the tower is won or lost, or there is nothing left to do.
pub fn play(project: &Project, start: &State, player: Player, random: SplitMix64, stopped: &dyn Fn() -> bool) -> Plan {
    play_with(&mut expander(project), start, player, random, stopped)
}

fn expander(project: &Project) -> Expander<'_> {
    Expander::new(project, Weights::default(), FEW_FLOORS)
}

fn play_with(
    expander: &mut Expander<'_>,
    start: &State,
    player: Player,
    random: SplitMix64,
    stopped: &dyn Fn() -> bool,
) -> Plan {
    let (moves, end) = match player {
        Player::Random => at_random(expander, start, random, stopped),
        Player::Greedy => finish(expander, start, Greed { luck: Some(random), ..Greed::default() }, stopped),
    };
    Plan { moves, end }
}

fn at_random(
    expander: &mut Expander<'_>,
    start: &State,
    mut random: SplitMix64,
    stopped: &dyn Fn() -> bool,
) -> (Vec<Move>, State) {
    let (mut state, mut line, mut seen) = (start.clone(), Vec::new(), FxHashSet::default());
    for _ in 0..MAX_DECISIONS {
        if state.ending == Ending::None {
            expander.take_all(&mut state, &mut line);
        }
        if state.ending != Ending::None || stopped() {
            break;
        }
        seen.insert(state.hash_with_hp(0));
        let reach = expander.reach(&state);
        let mut all = choices(expander, &state, &reach);
        random.shuffle(&mut all);
        let next = all.into_iter().find_map(|(_, mv)| {
            let mut ways = Vec::new();
            moves::all_ways(expander.project, &state, &mv, &mut ways);
            ways.retain(|(_, after)| after.ending != Ending::Lost && !seen.contains(&after.hash_with_hp(0)));
            (!ways.is_empty()).then(|| ways.swap_remove(random.below(ways.len())))
        });
        let Some((mv, after)) = next else { break };
        line.push(mv);
        state = after;
    }
    (line, state)
}

/// How many players of a kind won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wins {
    /// Players who came to an end.
    pub players: u32,
    /// Those among them who won.
    pub wins: u32,
}

/// How many of so many random and as many greedy players win. Each has a seed of its own, made of `seed` and its number, so that
/// the result does not depend on the number of threads.
pub fn difficulty(
    project: &Project,
    start: &State,
    (players, seed): (u32, u64),
    threads: usize,
    stopped: &(dyn Fn() -> bool + Sync),
) -> [Wins; 2] {
    let threads = threads.max(1);
    let part = |first: usize| {
        move || {
            let start = start.unshared();
            let mut expander = expander(project);
            let mut counts = [Wins::default(); 2];
            for number in (first as u32..players).step_by(threads) {
                for (count, player) in counts.iter_mut().zip([Player::Random, Player::Greedy]) {
                    let random = SplitMix64::of_item(seed, number.into());
                    let end = play_with(&mut expander, &start, player, random, stopped).end;
                    if stopped() {
                        return counts;
                    }
                    count.players += 1;
                    count.wins += u32::from(end.ending == Ending::Won);
                }
            }
            counts
        }
    };
    side_by_side((0..threads).map(part)).into_iter().fold([Wins::default(); 2], |sum, more| {
        [0, 1].map(|kind| Wins {
            players: sum[kind].players + more[kind].players,
            wins: sum[kind].wins + more[kind].wins,
        })
    })
}
