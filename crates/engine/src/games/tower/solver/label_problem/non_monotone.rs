//! The monsters that additional gems can make more expensive, and by how much.
//!
//! Suppose two heroes have done the same, except that one has taken an additional gem. They differ only in their later
//! fights. The one without the gem can take it at any time; until then, he saves at most what the gem adds to the cost
//! of the remaining non-monotone monsters. That is the gem's *harm*: if it is 0, the gem is taken at once, and if a
//! fight is cheaper with the gem by more than the harm, the gem is taken before it.
//!
//! Only plans better than the best known one matter. In these, no fight costs more above its minimum than the bound is
//! above that plan (the slack), and fights that do cannot make a gem harmful.

use super::Cost;
use crate::games::tower::solver::bits::Bits;
use crate::games::tower::solver::bound::UNPAYABLE;
use crate::games::tower::solver::harm::Grid;
use crate::games::tower::state::{State, Tower};
use crate::games::tower::tile::{MonsterId, Tile, Treasure};

/// All non-monotone monsters of a tower.
#[derive(Clone, Debug)]
pub(super) struct NonMonotoneMonsters<const W: usize> {
    kinds: Vec<NonMonotoneMonster<W>>,
    pub blocks: Bits<W>,
    grid: Grid,
    /// The attack added by a red gem and the defence added by a blue one.
    pub values: [i64; 2],
    attack: i64,
    defence: i64,
    /// Number of cost tables: one per pair of gem counts, or one for all.
    tables: usize,
}

/// A kind of monster.
#[derive(Clone, Debug)]
struct NonMonotoneMonster<const W: usize> {
    blocks: Bits<W>,
    /// By gems taken ([`Grid::index`]): the damage to a hero with all green gems, and what one more red gem, one more
    /// blue gem, or any additional gems add to it. Empty if there are too many gems to examine.
    fights: Vec<(i64, [i64; 3])>,
}

/// What gems can cost on the way to a better plan.
#[derive(Clone, Debug, Default)]
pub(super) struct MarginalHarms {
    /// By non-monotone monster and gems taken: the most that one more red gem, one more blue gem, or any additional
    /// gems can add to the damage, there or later. Empty if unlimited.
    by_kind: Vec<Vec<[i64; 3]>>,
    /// By gems taken: the sum over all remaining non-monotone monsters. Empty if none of them adds anything.
    sum: Vec<[i64; 3]>,
    /// Whether there are too many gems to examine, so that nothing can be ruled out.
    unknown: bool,
}

impl<const W: usize> NonMonotoneMonsters<W> {
    /// The non-monotone monsters among the blocks; `blocks_of` returns where a monster stands, `tables` the number of
    /// cost tables.
    pub(super) fn new(
        tower: &Tower,
        state: &State,
        kinds: &[MonsterId],
        tables: usize,
        blocks_of: impl Fn(MonsterId) -> Bits<W>,
    ) -> Self {
        let grid = Grid::new(tower, state);
        let green = state.map.iter().filter(|&&tile| tile == Tile::Treasure(Treasure::GreenGem)).count() as i64;
        let greens = green * tower.values[Treasure::GreenGem.index()];
        let monster =
            |&id: &MonsterId| NonMonotoneMonster { blocks: blocks_of(id), fights: fights(tower, &grid, id, greens) };
        let kinds: Vec<NonMonotoneMonster<W>> =
            kinds.iter().map(monster).filter(|monster| !monster.blocks.is_empty()).collect();
        NonMonotoneMonsters {
            blocks: kinds.iter().fold(Bits::default(), |all, monster| all.union(monster.blocks)),
            kinds,
            grid,
            values: [Treasure::RedGem, Treasure::BlueGem].map(|gem| tower.values[gem.index()].max(1)),
            attack: state.hero.attack,
            defence: state.hero.defence,
            tables,
        }
    }

    /// The index of the costs for a hero with these stats in [`super::TowerLabels::costs`].
    #[inline]
    pub(super) fn costs(&self, attack: i64, defence: i64) -> usize {
        if self.tables == 1 { 0 } else { self.gems(attack, defence) }
    }

    /// The index of the numbers of red and blue gems taken by a hero with these stats.
    #[inline]
    fn gems(&self, attack: i64, defence: i64) -> usize {
        let reds = ((attack - self.attack) / self.values[0]) as usize;
        let blues = ((defence - self.defence) / self.values[1]) as usize;
        self.grid.index(reds, blues)
    }

    /// The harms from a label on: of the remaining non-monotone monsters, in fights that cost at most `slack` above the
    /// minimum.
    /// the least.
    pub(super) fn harms(&self, attack: i64, defence: i64, taken: Bits<W>, costs: &[Cost], slack: i64) -> MarginalHarms {
        let mut harms = MarginalHarms::default();
        let left = |monster: &NonMonotoneMonster<W>| monster.blocks.without(taken);
        if self.blocks.without(taken).is_empty() {
            return harms;
        }
        let from = self.gems(attack, defence);
        harms.sum = vec![[0; 3]; self.kinds[0].fights.len()];
        for monster in &self.kinds {
            let least = left(monster).iter().map(|block| costs[block].least).filter(|&least| least < UNPAYABLE);
            let dearest = least.max().map_or(i64::MIN, |least| least.saturating_add(slack));
            let most = self.grid.most_onwards(from, &monster.fights, dearest);
            let count = left(monster).len() as i64;
            for (sum, most) in harms.sum.iter_mut().zip(&most) {
                *sum = std::array::from_fn(|kind| sum[kind].saturating_add(count.saturating_mul(most[kind])));
            }
            harms.by_kind.push(most);
        }
        harms.unknown = harms.sum.is_empty();
        if harms.sum.get(from) == Some(&[0; 3]) {
            harms.sum.clear();
        }
        harms
    }

    /// The most that one more red gem, one more blue gem, or any additional gems can cost a hero with these stats, in
    /// fights with the remaining non-monotone monsters except one block.
    pub(super) fn harm(&self, harms: &MarginalHarms, attack: i64, defence: i64, but: Option<usize>) -> [i64; 3] {
        let Some(&sum) = harms.sum.get(self.gems(attack, defence)) else {
            return if harms.unknown { [UNPAYABLE; 3] } else { [0; 3] };
        };
        let kind = but.and_then(|block| self.kinds.iter().position(|monster| monster.blocks.contains(block)));
        let Some(own) = kind.and_then(|kind| harms.by_kind[kind].get(self.gems(attack, defence))) else { return sum };
        std::array::from_fn(|kind| if sum[kind] == i64::MAX { sum[kind] } else { sum[kind] - own[kind] })
    }
}

/// By gems taken: the damage of a monster to a hero with all green gems and, without these, what one more red gem, one
/// more blue gem, or any additional gems add to it.
fn fights(tower: &Tower, grid: &Grid, id: MonsterId, greens: i64) -> Vec<(i64, [i64; 3])> {
    if grid.pairs() > Grid::MAX_PAIRS {
        return Vec::new();
    }
    let mut fights = vec![(0, [0; 3]); grid.pairs()];
    // The maximum damage from a pair on.
    let mut worst = vec![0; grid.pairs()];
    for reds in (0..=grid.reds).rev() {
        for blues in (0..=grid.blues).rev() {
            let now = grid.damage(tower, id, reds, blues);
            let added = |then: i64| if now == i64::MAX { 0 } else { then.saturating_sub(now).clamp(0, UNPAYABLE) };
            let (mut most, mut by_one) = (now, [0; 2]);
            for (colour, (reds, blues)) in [(reds + 1, blues), (reds, blues + 1)].into_iter().enumerate() {
                if reds <= grid.reds && blues <= grid.blues {
                    by_one[colour] = added(grid.damage(tower, id, reds, blues));
                    most = most.max(worst[grid.index(reds, blues)]);
                }
            }
            worst[grid.index(reds, blues)] = most;
            let cheapest = if now == i64::MAX { now } else { (now - greens).max(0) };
            fights[grid.index(reds, blues)] = (cheapest, [by_one[0], by_one[1], added(most)]);
        }
    }
    fights
}
