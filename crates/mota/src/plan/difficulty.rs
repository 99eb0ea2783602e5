//! Players who do not search: how many of them win says how hard a tower is.

use super::Plan;
use super::prepare::Prepared;
use super::replay::play as replay;
use super::situation::Executor;
use crate::rules::model::Project;
use crate::rules::state::{Ending, State};
use meihua_contracts::helpers::side_by_side;
use meihua_contracts::random::SplitMix64;

/// How a player decides. Every player takes what costs nothing and harms nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// Any operator that can be done, each as likely as the others.
    Random,
    /// The one that costs least hp, give or take some luck.
    Greedy,
}

/// Maximum random factor on the cost of an operator.
const LUCK: f64 = 4.0;
/// Maximum number of operators.
const MAX_OPERATORS: usize = 5_000;

/// Plays until the tower is won or there is nothing left to do.
pub fn play(project: &Project, start: &State, player: Player, random: SplitMix64, stopped: &dyn Fn() -> bool) -> Plan {
    play_with(project, &Prepared::of(project, start, stopped), player, random, stopped)
}

fn play_with(
    project: &Project,
    prepared: &Prepared,
    player: Player,
    mut random: SplitMix64,
    stopped: &dyn Fn() -> bool,
) -> Plan {
    let mut executor = Executor::new(project, &prepared.base, &prepared.graph);
    let mut done = Vec::new();
    let mut situation = executor.start(&mut done);
    while !situation.has_won && done.len() < MAX_OPERATORS && !stopped() {
        let mut able: Vec<u32> = situation.available.iter().collect();
        able.retain(|&operator| executor.can(&situation, operator));
        let next = match player {
            Player::Random => able.get(random.below(able.len().max(1))).copied(),
            Player::Greedy => {
                let mut cost = |operator: u32| {
                    let cost = executor.cost(operator, &situation.numbers) + 1;
                    cost as f64 * (1.0 + random.unit() * (LUCK - 1.0))
                };
                let costs: Vec<(f64, u32)> = able.iter().map(|&operator| (cost(operator), operator)).collect();
                costs.into_iter().min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, operator)| operator)
            }
        };
        let Some(next) = next else { break };
        executor.act(&mut situation, next, &mut done);
    }
    let played = replay(project, &prepared.base, &prepared.graph, &done);
    Plan { moves: [prepared.opening.clone(), played.moves].concat(), end: played.end }
}

/// How many players of a kind won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wins {
    /// Players who came to an end.
    pub players: u32,
    /// Those among them who won.
    pub wins: u32,
}

/// How many of `players` random and as many greedy players win. Each has a seed of its own, made of `seed` and its number, so that the
/// result does not depend on the number of threads.
pub fn difficulty(
    project: &Project,
    start: &State,
    (players, seed): (u32, u64),
    threads: usize,
    stopped: &(dyn Fn() -> bool + Sync),
) -> [Wins; 2] {
    let threads = threads.max(1);
    let prepared = &Prepared::of(project, start, stopped);
    let part = |first: usize| {
        move || {
            let mut counts = [Wins::default(); 2];
            for number in (first as u32..players).step_by(threads) {
                for (count, player) in counts.iter_mut().zip([Player::Random, Player::Greedy]) {
                    let random = SplitMix64::of_item(seed, number.into());
                    let end = play_with(project, prepared, player, random, stopped).end;
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
