//! A plan at once: always take the block that seems cheapest, and the boss when that leaves the most hp.
//!
//! It proves nothing and is far from optimal on a hard tower, but it is available within milliseconds even on the
//! largest one, and all its decisions are allowed.

use super::super::state::{Hero, State, Tower};
use super::areas::{Areas, Kind};
use crate::deadline::Deadline;

/// A key is worth the hero's hp divided by this.
const KEY_SHARE: i64 = 20;
/// A point of attack or defence is worth the hero's hp divided by this.
const GEM_SHARE: i64 = 50;

/// The end of a walk.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct End {
    /// The hp that are left.
    pub hp: i64,
    pub monsters: usize,
    /// The blocks taken, in order.
    pub decisions: Vec<usize>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Greedy {
    /// The walk that kills the boss with the most hp left; `None` if none does.
    pub(crate) to_boss: Option<End>,
    /// The walk that continues as long as anything but the boss can be taken.
    pub farthest: Option<End>,
}

impl Greedy {
    /// Walks until nothing can be taken, or until the deadline.
    pub(super) fn new(tower: &Tower, state: &State, areas: &Areas, deadline: &Deadline) -> Greedy {
        let mut walk = Walk::new(tower, state, areas);
        let mut greedy = Greedy::default();
        loop {
            let (next, boss) = walk.look(deadline);
            if let Some((boss, damage)) = boss {
                let hp = walk.hero.hp - damage;
                if greedy.to_boss.as_ref().is_none_or(|best| hp > best.hp) {
                    let decisions = walk.decisions.iter().copied().chain([boss]).collect();
                    greedy.to_boss = Some(End { hp, monsters: walk.monsters + 1, decisions });
                }
            }
            let Some((block, damage)) = next else { break };
            walk.take(block, damage);
        }
        greedy.farthest = Some(End { hp: walk.hero.hp, monsters: walk.monsters, decisions: walk.decisions });
        greedy
    }
}

/// A block and its cost in hp.
type Choice = (usize, i64);

struct Walk<'a> {
    tower: &'a Tower,
    areas: &'a Areas,
    hero: Hero,
    /// Reachable blocks that still stand.
    front: Vec<usize>,
    met: Vec<bool>,
    entered: Vec<bool>,
    monsters: usize,
    decisions: Vec<usize>,
}

impl<'a> Walk<'a> {
    fn new(tower: &'a Tower, state: &State, areas: &'a Areas) -> Self {
        let (met, entered) = (vec![false; areas.blocks.len()], vec![false; areas.loot.len()]);
        let (front, decisions) = (Vec::new(), Vec::new());
        let mut walk = Walk { tower, areas, hero: state.hero, front, met, entered, monsters: 0, decisions };
        walk.enter(0);
        walk
    }

    /// The cheapest reachable block with its cost in hp, and the same for the boss if he can be killed now.
    fn look(&self, deadline: &Deadline) -> (Option<Choice>, Option<Choice>) {
        let (mut best, mut boss) = (None, None);
        let mut least = i64::MAX;
        for &block in &self.front {
            if !deadline.tick() {
                return (None, boss);
            }
            let (damage, price) = match self.areas.blocks[block].kind {
                Kind::Door(colour) if self.hero.keys[colour.index()] == 0 => continue,
                Kind::Door(_) => (0, self.hero.hp / KEY_SHARE),
                Kind::Gem(_) => (0, 0),
                Kind::Monster(id) => match self.tower.fight(&self.hero, id) {
                    Ok(damage) if id.is_boss() => {
                        boss = Some((block, damage));
                        continue;
                    }
                    Ok(damage) => (damage, damage),
                    Err(_) => continue,
                },
            };
            let price = price.saturating_sub(self.value_behind(block));
            if price < least {
                (least, best) = (price, Some((block, damage)));
            }
        }
        (best, boss)
    }

    /// The value in hp of the areas that a block opens.
    fn value_behind(&self, block: usize) -> i64 {
        let fresh = self.areas.blocks[block].areas.iter().filter(|&&area| !self.entered[area]);
        let value = |&area: &usize| {
            let loot = &self.areas.loot[area];
            let points = loot.attack.saturating_add(loot.defence).saturating_add(loot.magic);
            let keys: u32 = loot.keys.iter().sum();
            let share = |count: i64, share: i64| count.saturating_mul(self.hero.hp / share);
            loot.hp.saturating_add(share(points, GEM_SHARE)).saturating_add(share(keys.into(), KEY_SHARE))
        };
        fresh.map(value).fold(0, i64::saturating_add)
    }

    fn take(&mut self, block: usize, damage: i64) {
        self.front.retain(|&other| other != block);
        self.hero.hp -= damage;
        self.decisions.push(block);
        let taken = &self.areas.blocks[block];
        match taken.kind {
            Kind::Door(colour) => self.hero.keys[colour.index()] -= 1,
            Kind::Monster(_) => self.monsters += 1,
            Kind::Gem(loot) => {
                self.hero.attack += loot.attack;
                self.hero.defence += loot.defence;
            }
        }
        for &other in &taken.blocks {
            self.meet(other);
        }
        for &area in &taken.areas {
            self.enter(area);
        }
    }

    fn meet(&mut self, block: usize) {
        if !std::mem::replace(&mut self.met[block], true) {
            self.front.push(block);
        }
    }

    fn enter(&mut self, area: usize) {
        if std::mem::replace(&mut self.entered[area], true) {
            return;
        }
        let loot = &self.areas.loot[area];
        self.hero.attack += loot.attack;
        self.hero.defence += loot.defence;
        self.hero.magic += loot.magic;
        self.hero.hp += loot.hp;
        self.hero.keys.iter_mut().zip(loot.keys).for_each(|(held, found)| *held += found);
        for &block in &self.areas.rim[area] {
            self.meet(block);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Control;
    use crate::games::tower::Move;
    use crate::games::tower::generate::{TowerRecipe, generate};
    use crate::games::tower::solver::shorten::{eager_plan, plain_plan};
    use crate::puzzle::Puzzle;

    /// Every walk is allowed from the first decision to the last and ends as it claims, in whatever order items are
    /// picked up.
    #[test]
    fn walks_end_as_they_say() {
        let control = Control::new();
        let open = Deadline::new(None, &control);
        let mut won = 0;
        for seed in 0..60 {
            let version = [crate::games::tower::Version::V1, crate::games::tower::Version::V2][seed as usize % 2];
            let recipe = TowerRecipe { seed, version, hp: 2000, decisions: 40, ..TowerRecipe::default() };
            let (tower, state) = generate(&recipe).unwrap();
            let areas = Areas::new(&tower, &state);
            let greedy = Greedy::new(&tower, &state, &areas, &open);
            won += u32::from(greedy.to_boss.is_some());
            for end in greedy.to_boss.into_iter().chain(greedy.farthest) {
                let decisions: Vec<_> = end.decisions.iter().map(|&block| areas.blocks[block].cell).collect();
                for plan in [plain_plan(&tower, &state, &decisions), eager_plan(&tower, &state, &decisions, &open)] {
                    let after = plan.iter().fold(state.clone(), |at, &cell| {
                        assert!(tower.act(&mut at.clone(), cell).is_ok(), "seed {seed} {cell}");
                        tower.apply(&at, Move::Act(cell))
                    });
                    assert_eq!(after.hero.hp, end.hp, "seed {seed}");
                    assert_eq!(state.monsters_left() - after.monsters_left(), end.monsters, "seed {seed}");
                }
            }
        }
        assert!(won > 10, "{won}");
    }
}
