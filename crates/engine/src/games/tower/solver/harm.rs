//! Whether a gem can do harm.
//!
//! More attack and more defence help against most monsters, so a reachable gem is taken at once. Three specials of
//! rules v2 are different: armour break costs nine tenths of the defence, counter costs a tenth of the attack with
//! every answer, and a mimic has the hero's own strength. If such a monster is on the map and becomes more expensive
//! for some attainable attack and defence, gems of that colour become decisions, and cells with them are not walked
//! over casually.

use super::super::combat::Special;
use super::super::state::{State, Tower};
use super::super::tile::{MonsterId, Tile, Treasure};

/// The colours of gems that can do harm in a state of a tower.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Harm {
    pub attack: bool,
    pub defence: bool,
}

impl Harm {
    /// Examines every pair of attack and defence that may still occur.
    pub(crate) fn of(tower: &Tower, state: &State) -> Harm {
        let join = |harm: Harm, (_, other): (MonsterId, Harm)| Harm {
            attack: harm.attack | other.attack,
            defence: harm.defence | other.defence,
        };
        Harm::by_monster(tower, state).into_iter().fold(Harm::default(), join)
    }

    /// The monsters on the map that some gems make more expensive, and the colours of those gems.
    pub(crate) fn by_monster(tower: &Tower, state: &State) -> Vec<(MonsterId, Harm)> {
        let grid = Grid::new(tower, state);
        let of_monster = |id: MonsterId| {
            if grid.pairs() > Grid::MAX_PAIRS {
                return (id, Harm { attack: true, defence: true });
            }
            let mut harm = Harm::default();
            for red in 0..=grid.reds {
                for blue in 0..=grid.blues {
                    let now = grid.damage(tower, id, red, blue);
                    harm.attack |= red < grid.reds && grid.damage(tower, id, red + 1, blue) > now;
                    harm.defence |= blue < grid.blues && grid.damage(tower, id, red, blue + 1) > now;
                }
            }
            (id, harm)
        };
        non_monotone_monsters(tower, state).into_iter().map(of_monster).filter(|(_, harm)| !harm.none()).collect()
    }

    /// Whether no colour can do harm.
    pub(crate) fn none(self) -> bool {
        self == Harm::default()
    }

    /// Whether the tile is a gem of a harmful colour.
    pub(crate) fn concerns(self, tile: Tile) -> bool {
        match tile {
            Tile::Treasure(Treasure::RedGem) => self.attack,
            Tile::Treasure(Treasure::BlueGem) => self.defence,
            _ => false,
        }
    }
}

fn non_monotone_monsters(tower: &Tower, state: &State) -> Vec<MonsterId> {
    let is_non_monotone = |&id: &MonsterId| {
        let special = tower.monster(id).map(|monster| monster.special);
        matches!(special, Some(Special::ArmourBreak | Special::Counter | Special::Mimic))
    };
    state.monster_kinds().into_iter().filter(is_non_monotone).collect()
}

/// The attainable pairs of attack and defence: the hero's own plus some of the gems on the map.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grid {
    /// Number of red gems on the map.
    pub reds: usize,
    /// Number of blue gems on the map.
    pub blues: usize,
    attack: i64,
    defence: i64,
    magic: i64,
}

impl Grid {
    /// Maximum number of pairs of attack and defence that are examined; beyond that, both colours count as harmful.
    pub(crate) const MAX_PAIRS: usize = 1 << 14;

    pub(crate) fn pairs(&self) -> usize {
        (self.reds + 1) * (self.blues + 1)
    }

    /// The number of a pair, below [`Grid::pairs`].
    #[inline]
    pub(crate) fn index(&self, reds: usize, blues: usize) -> usize {
        reds * (self.blues + 1) + blues
    }

    /// Counts the gems on the map; gems without value are ignored.
    pub(crate) fn new(tower: &Tower, state: &State) -> Grid {
        let count = |gem: Treasure| match tower.values[gem.index()] {
            0 => 0,
            _ => state.map.iter().filter(|&&tile| tile == Tile::Treasure(gem)).count(),
        };
        let hero = &state.hero;
        Grid {
            reds: count(Treasure::RedGem),
            blues: count(Treasure::BlueGem),
            attack: hero.attack,
            defence: hero.defence,
            magic: hero.magic,
        }
    }

    /// By pair: the largest addition in a fight at that pair, or at any pair with no fewer gems of either colour, among
    /// fights with at most `dearest` damage. `fights` holds damage and additions by pair; pairs with fewer gems than
    /// `from` are omitted. Empty if `fights` is.
    pub(crate) fn most_onwards<const N: usize>(
        &self,
        from: usize,
        fights: &[(i64, [i64; N])],
        dearest: i64,
    ) -> Vec<[i64; N]> {
        let mut most = vec![[0; N]; fights.len()];
        let row = self.blues + 1;
        if fights.is_empty() {
            return most;
        }
        for reds in (from / row..=self.reds).rev() {
            for blues in (from % row..=self.blues).rev() {
                let at = reds * row + blues;
                let (damage, added) = fights[at];
                let mut here = if damage <= dearest { added } else { [0; N] };
                let stronger = if reds < self.reds { most[at + row] } else { [0; N] };
                let tougher = if blues < self.blues { most[at + 1] } else { [0; N] };
                for kind in 0..N {
                    here[kind] = here[kind].max(stronger[kind]).max(tougher[kind]);
                }
                most[at] = here;
            }
        }
        most
    }

    /// Attack and defence after taking some gems.
    pub(crate) fn stats(&self, tower: &Tower, reds: usize, blues: usize) -> [i64; 2] {
        let attack = self.attack + tower.values[Treasure::RedGem.index()] * reds as i64;
        let defence = self.defence + tower.values[Treasure::BlueGem.index()] * blues as i64;
        [attack, defence]
    }

    /// The damage of a monster after some gems; `i64::MAX` if it cannot be fought.
    pub(crate) fn damage(&self, tower: &Tower, id: MonsterId, reds: usize, blues: usize) -> i64 {
        let [attack, defence] = self.stats(tower, reds, blues);
        let damage = tower.monster(id).and_then(|monster| monster.damage(attack, defence, self.magic).ok());
        damage.unwrap_or(i64::MAX)
    }
}
