//! What a GUI needs to show a tower: the map, the hero, what each monster costs now, what can be reached and how.

use super::combat::Threshold;
use super::pathing::Paths;
use super::state::{Cell, Direction, Hero, State, Tower};
use super::tile::{Colour, MonsterId};
use serde::Serialize;

/// A kind of monster that still stands on the map, and the current cost of fighting it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct MonsterView {
    /// The code on the map; 99 is the boss.
    pub code: u32,
    /// Hit points.
    pub hp: i64,
    pub attack: i64,
    pub defence: i64,
    /// The number of its special under the tower's rules; 0 for none.
    pub special: u8,
    /// Hp that the hero loses in the fight; `null` if he cannot hurt it.
    pub damage: Option<i64>,
    /// The smallest attack with which the fight costs less; `null` if there is none nearby.
    pub next: Option<Threshold>,
}

/// A door, monster or item that the hero can act on now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct TargetView {
    /// Row, from 0 at the top.
    pub row: u16,
    /// Column, from 0 at the left.
    pub col: u16,
    /// The code on the map.
    pub code: u32,
    /// What it is, in English.
    pub name: String,
    /// The keys that lead there, the last one onto or against it.
    pub keys: String,
    /// Hp after it.
    pub hp: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct HeroView {
    /// Row, from 0 at the top.
    pub row: u16,
    /// Column, from 0 at the left.
    pub col: u16,
    /// Hit points.
    pub hp: i64,
    pub attack: i64,
    pub defence: i64,
    pub magic: i64,
    /// Yellow, blue and red keys held.
    pub keys: [u32; Colour::NUM],
}

/// The tower's own part of a view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct TowerView {
    /// The map, row by row from the top, in codes of the text format.
    pub map: Vec<Vec<u32>>,
    pub hero: HeroView,
    /// The kinds of monsters that still stand.
    pub monsters: Vec<MonsterView>,
    /// The targets that can be acted on now.
    pub targets: Vec<TargetView>,
    /// Whether the boss is dead.
    pub won: bool,
}

impl TowerView {
    /// The view of a state.
    pub(crate) fn of(tower: &Tower, state: &State) -> TowerView {
        let ways = Paths::new(tower, state);
        TowerView {
            map: state.map.chunks(tower.cols).map(|row| row.iter().map(|tile| tile.code()).collect()).collect(),
            hero: hero(&state.hero),
            monsters: monsters(tower, state),
            targets: tower.targets(state).into_iter().filter_map(|cell| target(tower, state, &ways, cell)).collect(),
            won: state.won,
        }
    }
}

fn hero(hero: &Hero) -> HeroView {
    let Hero { hp, attack, defence, magic, keys, at: Cell { row, col } } = *hero;
    HeroView { row, col, hp, attack, defence, magic, keys }
}

fn monsters(tower: &Tower, state: &State) -> Vec<MonsterView> {
    let Hero { attack, defence, magic, .. } = state.hero;
    let view = |id: MonsterId| {
        let monster = tower.monster(id)?;
        let damage = |attack| monster.damage(attack, defence, magic).ok();
        let now = damage(attack);
        // To hurt the monster at all, the attack must first exceed its defence.
        let from = if now.is_some() { attack + 1 } else { (attack + 1).max(monster.defence.saturating_add(1)) };
        Some(MonsterView {
            code: id.code(),
            hp: monster.hp,
            attack: monster.attack,
            defence: monster.defence,
            special: monster.special.number(tower.version),
            damage: now,
            next: Threshold::find(from, now, damage),
        })
    };
    state.monster_kinds().into_iter().filter_map(view).collect()
}

fn target(tower: &Tower, state: &State, ways: &Paths, cell: Cell) -> Option<TargetView> {
    let tile = tower.tile(state, cell);
    let steps = ways.to(tower, state, cell)?;
    Some(TargetView {
        row: cell.row,
        col: cell.col,
        code: tile.code(),
        name: tile.name().to_string(),
        keys: steps.into_iter().map(Direction::key).collect(),
        hp: tower.hp_after(ways, state, cell)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::tower::check::replay;
    use crate::puzzle::PuzzleText;

    #[test]
    fn the_keys_lead_to_what_they_name_and_cost_what_they_say() {
        let (tower, state) = Tower::start();
        let view = TowerView::of(&tower, &state);
        assert_eq!(view.targets.len(), tower.targets(&state).len());
        for target in &view.targets {
            let end = replay(&tower, &state, &target.keys).unwrap().state;
            assert_eq!(end.hero.hp, target.hp, "{}", target.name);
            assert_eq!(view.map[target.row as usize][target.col as usize], target.code);
            assert_eq!(end.map[tower.index(Cell { row: target.row, col: target.col })].code(), 10, "it is gone");
        }
        for monster in &view.monsters {
            let kind = tower.monster(MonsterId::from_code(monster.code).unwrap()).unwrap();
            let cost = |attack| kind.damage(attack, view.hero.defence, view.hero.magic).ok();
            let Some(next) = monster.next else { continue };
            assert_eq!(cost(next.attack), Some(next.damage));
            assert!(monster.damage.is_none_or(|now| next.damage < now));
            assert!(cost(next.attack - 1) == monster.damage, "one attack less costs as much as now");
        }
        assert!(view.monsters.iter().any(|monster| monster.next.is_some()));
        assert!(view.monsters.iter().any(|monster| monster.code == 99), "the boss stands");
    }
}
