//! What getting at it all costs at least: fights that nobody gets around, and fights for items that are worth less than they are.

use super::bargains::Bought;
use super::gains::Gains;
use super::spread::{Spread, Without};
use super::{NoCeiling, Outlook, Place};
use crate::expression::Stat;

/// A cell on which somebody has to be fought.
struct Guard {
    /// The monsters that it may be.
    enemies: Vec<u32>,
    /// Whether nothing is won without that fight.
    is_needed: bool,
    /// The potions, by number, that nobody gets without it.
    before: Vec<usize>,
    /// Whether it may be fought before an event sets the hero's hp anew: it costs nothing then.
    is_early: bool,
    /// The most attack, defence and magic defence that the hero has without what comes after it, and without what is bought.
    hero: [i64; 3],
    /// The most of these that all gold buys which he gets without that fight.
    bought: [i64; 3],
}

pub(super) struct Guards {
    all: Vec<Guard>,
    potions: Vec<i64>,
}

impl Guards {
    /// Looks at each cell with a monster: what the hero gets who fights nobody there.
    ///
    /// # Errors
    /// Those of [`Spread::new`].
    pub(super) fn of(outlook: &Outlook<'_, '_>) -> Result<Guards, NoCeiling> {
        let project = outlook.events.project;
        let enemy_of = |number: crate::model::Tile| project.block(number).and_then(|block| block.enemy);
        let mut places: Vec<Place> = outlook.whole.touched.iter().copied().collect();
        places.sort_unstable();
        let mut all = Vec::new();
        for place in places {
            let enemies: Vec<u32> = outlook.whole.blocks(place).into_iter().filter_map(enemy_of).collect();
            if !enemies.is_empty() {
                all.push(Guard::of(outlook, place, enemies)?);
            }
        }
        Ok(Guards { all, potions: outlook.gains.potions.iter().map(|&(_, hp)| hp).collect() })
    }

    /// The least hp that fights cost a hero who buys this, together with the potions that he leaves alone for them.
    pub(super) fn least(&self, outlook: &Outlook<'_, '_>, bought: &Bought) -> i64 {
        let cost = |guard: &Guard| guard.least(outlook, bought);
        let (needed, others): (Vec<&Guard>, Vec<&Guard>) = self.all.iter().partition(|guard| guard.is_needed);
        let sure: i64 = needed.into_iter().map(cost).sum();
        let costs: Vec<i64> = others.iter().map(|guard| cost(guard)).collect();
        let before: Vec<&[usize]> = others.iter().map(|guard| &guard.before[..]).collect();
        sure + most_flow(&self.potions, &costs, &before)
    }
}

impl Guard {
    fn of(outlook: &Outlook<'_, '_>, place: Place, enemies: Vec<u32>) -> Result<Guard, NoCeiling> {
        let without = Without { fights: Some(place), doors: outlook.locked.clone(), ..Without::default() };
        let rest = Spread::new(outlook.events, without, outlook.attack)?;
        let gains = Gains::of(outlook.events, &rest)?;
        let bought = outlook.buys(&rest, &gains)?;
        let gets_at = |spread: &Spread<'_, '_>, at: &Place| spread.touched.contains(at) || spread.moved.contains(at);
        let is_gone = |at: &Place| gets_at(&outlook.whole, at) && !gets_at(&rest, at);
        let numbered = outlook.gains.potions.iter().enumerate();
        Ok(Guard {
            enemies,
            is_needed: !rest.wins,
            before: numbered.filter(|(_, (at, _))| is_gone(at)).map(|(number, _)| number).collect(),
            is_early: outlook.early.as_ref().is_some_and(|(early, _)| early.touched.contains(&place)),
            hero: [Stat::Attack, Stat::Defence, Stat::Magic].map(|stat| outlook.late(&gains, stat)),
            bought: std::array::from_fn(|at| bought.iter().map(|bought| bought[at + 1]).max().unwrap_or(0)),
        })
    }

    /// The least hp that the fight costs a hero who buys this at some time; 0 where that cannot be told from attack and defence.
    fn least(&self, outlook: &Outlook<'_, '_>, bought: &Bought) -> i64 {
        let hero: [i64; 3] = std::array::from_fn(|at| self.hero[at] + bought[at + 1].min(self.bought[at]));
        let of = |&enemy: &u32| {
            let kind = outlook.events.project.enemies.get(enemy as usize);
            let plain = kind.filter(|kind| kind.specials == 0 && outlook.whole.is_plain(enemy));
            plain.map_or(0, |kind| blows(hero, [kind.hp, kind.attack, kind.defence]))
        };
        if self.is_early { 0 } else { self.enemies.iter().map(of).min().unwrap_or(0) }
    }
}

/// What a fight costs a hero of some attack, defence and magic defence against a monster of some hp, attack and defence; nothing where he
/// cannot fight it.
fn blows([attack, defence, magic]: [i64; 3], [hp, strength, hardness]: [f64; 3]) -> i64 {
    let dealt = attack as f64 - hardness;
    if dealt <= 0.0 {
        return 0;
    }
    let rounds = (hp / dealt).ceil().max(1.0);
    let blow = (strength - defence as f64).max(0.0);
    ((rounds - 1.0) * blow - magic as f64).max(0.0) as i64
}

/// What is lost at least where each potion can only be had at the cost of all that guard it: the best that can be had is a closure of the
/// largest weight (Picard, 1976), so what is lost is the largest flow from potions to their guards.
fn most_flow(potions: &[i64], costs: &[i64], before: &[&[usize]]) -> i64 {
    let mut room: Vec<i64> = costs.to_vec();
    // What flows from a potion to a guard.
    let mut flow = vec![vec![0_i64; costs.len()]; potions.len()];
    let mut guards = vec![Vec::new(); potions.len()];
    for (guard, potions) in before.iter().enumerate() {
        potions.iter().for_each(|&potion| guards[potion].push(guard));
    }
    let mut total = 0;
    for (potion, &hp) in potions.iter().enumerate() {
        let mut left = hp;
        while left > 0 {
            let Some(path) = path(potion, &guards, &room, &flow) else { break };
            // Potion, guard, potion, guard, …: forwards and back in turn.
            let back = path.windows(2).skip(1).step_by(2).map(|pair| flow[pair[1]][pair[0]]);
            let end = path[path.len() - 1];
            let more = back.chain([left, room[end]]).min().unwrap_or(0);
            for (step, pair) in path.windows(2).enumerate() {
                match step % 2 {
                    0 => flow[pair[0]][pair[1]] += more,
                    _ => flow[pair[1]][pair[0]] -= more,
                }
            }
            left -= more;
            room[end] -= more;
            total += more;
        }
    }
    total
}

/// A way from a potion to a guard with room, over guards of other potions: potion, guard, potion, …, guard.
fn path(from: usize, guards: &[Vec<usize>], room: &[i64], flow: &[Vec<i64>]) -> Option<Vec<usize>> {
    let (mut to_guard, mut to_potion) = (vec![None; room.len()], vec![None; guards.len()]);
    let mut open = std::collections::VecDeque::from([from]);
    while let Some(potion) = open.pop_front() {
        for &guard in &guards[potion] {
            if to_guard[guard].is_some() {
                continue;
            }
            to_guard[guard] = Some(potion);
            if room[guard] > 0 {
                return Some(trace(from, guard, &to_guard, &to_potion));
            }
            for other in (0..guards.len()).filter(|&other| flow[other][guard] > 0) {
                if other != from && to_potion[other].is_none() {
                    to_potion[other] = Some(guard);
                    open.push_back(other);
                }
            }
        }
    }
    None
}

fn trace(from: usize, end: usize, to_guard: &[Option<usize>], to_potion: &[Option<usize>]) -> Vec<usize> {
    let mut path = vec![end];
    let mut guard = end;
    while let Some(potion) = to_guard[guard] {
        path.push(potion);
        if potion == from {
            break;
        }
        let Some(before) = to_potion[potion] else { break };
        path.push(before);
        guard = before;
    }
    path.reverse();
    path
}
