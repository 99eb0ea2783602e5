//! The minimum cost of a block, whatever is done from here on.
//!
//! Most monsters cost least when the hero has all gems except those behind the monster itself. For monsters that gems
//! can make more expensive ([`super::harm`]), every pair of attack and defence that may still occur is examined. A gem
//! once taken stays taken, so for these monsters there is a table for every number of red and blue gems taken:
//!
//! ```text
//! least(reds, blues) = min(damage(reds, blues), least(reds + 1, blues), least(reds, blues + 1))
//! ```

use super::super::state::{Hero, State, Tower};
use super::super::tile::MonsterId;
use super::areas::{Areas, Block, Kind, Loot};
use super::bound::UNPAYABLE;
use super::dominators::Dominators;
use super::harm::{Grid, Harm};
use crate::deadline::Deadline;

/// Larger tables are not made; the costs then hold for any gems taken.
const MAX_ENTRIES: usize = 1 << 20;

/// By number of gems taken ([`Grid::index`]) and block: the minimum cost from there on; doors cost 0. There is only one
/// table, valid for any gems, if gems do no harm or there are too many. Costs not computed by the deadline are 0, which
/// is always correct.
pub(crate) fn least_costs(
    tower: &Tower,
    state: &State,
    areas: &Areas,
    dominators: &Dominators,
    deadline: &Deadline,
) -> Vec<Vec<i64>> {
    let grid = Grid::new(tower, state);
    let non_monotone: Vec<MonsterId> = Harm::by_monster(tower, state).into_iter().map(|(id, _)| id).collect();
    let most = most_before(state, areas, dominators);
    let is_non_monotone = |block: &Block| matches!(block.kind, Kind::Monster(id) if non_monotone.contains(&id));
    let cost = |(block, most): (&Block, &Hero)| match block.kind {
        Kind::Monster(id) if !is_non_monotone(block) => {
            let damage = tower.monster(id).and_then(|m| m.damage(most.attack, most.defence, most.magic).ok());
            damage.unwrap_or(UNPAYABLE)
        }
        _ => 0,
    };
    let plain: Vec<i64> = areas.blocks.iter().zip(&most).map(cost).collect();
    let many = grid.pairs() > Grid::MAX_PAIRS;
    let tables = if non_monotone.is_empty() || grid.pairs() * plain.len() > MAX_ENTRIES { 1 } else { grid.pairs() };
    let mut least = vec![plain; tables];
    for (index, block) in areas.blocks.iter().enumerate().filter(|(_, block)| is_non_monotone(block) && !many) {
        let Kind::Monster(id) = block.kind else { continue };
        if !deadline.work(1 + grid.pairs() as u32 / 16) {
            break;
        }
        let costs = least_of_non_monotone(tower, &grid, id, &most[index]);
        least.iter_mut().zip(costs).for_each(|(table, cost)| table[index] = cost);
    }
    least
}

/// The strongest the hero can be when he reaches each block: with all gems except those behind it.
fn most_before(state: &State, areas: &Areas, dominators: &Dominators) -> Vec<Hero> {
    let all = all_loot(areas);
    let own = |block: &Block| if let Kind::Gem(loot) = block.kind { loot } else { Loot::default() };
    let mut behind: Vec<Loot> = areas.blocks.iter().map(own).collect();
    for (of, loot) in dominators.of_area.iter().zip(&areas.loot) {
        if let &Some(block) = of {
            behind[block] = sum(behind[block], loot);
        }
    }
    for &block in &dominators.leaves_first {
        if let Some(above) = dominators.of_block[block] {
            behind[above] = sum(behind[above], &behind[block]);
        }
    }
    let most = |behind: Loot| Hero {
        attack: state.hero.attack + all.attack - behind.attack,
        defence: state.hero.defence + all.defence - behind.defence,
        magic: state.hero.magic + all.magic - behind.magic,
        ..state.hero
    };
    behind.into_iter().map(most).collect()
}

/// By number of gems taken: the minimum damage from there on to a hero limited to `most`.
fn least_of_non_monotone(tower: &Tower, grid: &Grid, id: MonsterId, most: &Hero) -> Vec<i64> {
    let mut least = vec![UNPAYABLE; grid.pairs()];
    for reds in (0..=grid.reds).rev() {
        for blues in (0..=grid.blues).rev() {
            let [attack, defence] = grid.stats(tower, reds, blues);
            if attack > most.attack || defence > most.defence {
                continue;
            }
            let damage = tower.monster(id).and_then(|monster| monster.damage(attack, defence, most.magic).ok());
            let stronger = if reds < grid.reds { least[grid.index(reds + 1, blues)] } else { UNPAYABLE };
            let tougher = if blues < grid.blues { least[grid.index(reds, blues + 1)] } else { UNPAYABLE };
            least[grid.index(reds, blues)] = damage.unwrap_or(UNPAYABLE).min(stronger).min(tougher);
        }
    }
    least
}

/// Everything on the map, including the gems that may do harm.
pub(crate) fn all_loot(areas: &Areas) -> Loot {
    let gems =
        areas.blocks.iter().filter_map(|block| if let Kind::Gem(loot) = &block.kind { Some(loot) } else { None });
    areas.loot.iter().chain(gems).fold(Loot::default(), sum)
}

fn sum(mut total: Loot, loot: &Loot) -> Loot {
    total.attack += loot.attack;
    total.defence += loot.defence;
    total.magic += loot.magic;
    total.hp += loot.hp;
    for (slot, keys) in total.keys.iter_mut().zip(loot.keys) {
        *slot += keys;
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Control;
    use crate::games::tower::format::parse;

    /// A mimic's cost depends on attack minus defence; the blue gem behind it does not help against it.
    #[test]
    fn least_costs_follow_the_gems_taken() {
        let text =
            "1;3 5;10 24 10 51 25;25 10 24 11 11;99 11 11 11 11;1 1 1 10 50 1 1;2;51 20 5 1 6;99 9 3 1 0;90 9 4 0 0 0";
        let (tower, state) = parse(text).unwrap();
        let areas = Areas::new(&tower, &state);
        let control = Control::new();
        let open = Deadline::new(None, &control);
        let least = least_costs(&tower, &state, &areas, &Dominators::new(&areas), &open);
        let grid = Grid::new(&tower, &state);
        assert_eq!((grid.reds, grid.blues), (2, 2));
        let mimic = areas.blocks.iter().position(|block| matches!(block.kind, Kind::Monster(id) if id.code() == 51));
        let at = |reds, blues| least[grid.index(reds, blues)][mimic.unwrap()];
        let damage = |attack: i64, defence: i64| 19 / (attack - defence) * (attack - defence);
        // With 0 to 2 red gems and 0 or 1 blue gem, the difference is 4 to 7.
        assert_eq!(at(0, 0), (4..=7).map(|difference| damage(difference, 0)).min().unwrap());
        assert_eq!(at(2, 0), damage(6, 0).min(damage(7, 0)));
        assert_eq!((at(2, 1), at(0, 1)), (damage(6, 0), (4..=6).map(|d| damage(d, 0)).min().unwrap()));
    }
}
