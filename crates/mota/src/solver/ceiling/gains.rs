//! All that a tower could ever give a hero who gets wherever [`Spread`] does.

use super::events::Events;
use super::possible::{NOWHERE, Possible};
use super::spread::Spread;
use super::{NoCeiling, Place};
use crate::action::{Action, Actions, Assign, EnemyPart, Target};
use crate::expression::Stat;
use rustc_hash::{FxHashMap, FxHashSet};

/// The numbers of the hero's that are added up: hp, attack, defence, magic defence, gold.
pub(super) const SUMMED: [Stat; 5] = [Stat::Hp, Stat::Attack, Stat::Defence, Stat::Magic, Stat::Money];

/// The place of a number among [`SUMMED`].
pub(super) fn summed(stat: Stat) -> Option<usize> {
    SUMMED.iter().position(|&summed| summed == stat)
}

#[derive(Clone, Default)]
pub(super) struct Gains {
    /// What is added to each of [`SUMMED`]; hp of items are apart.
    pub added: [i64; SUMMED.len()],
    /// Hp of items, and where each lies.
    pub potions: Vec<(Place, i64)>,
    /// To what events set each of [`SUMMED`], and on which cells; whether they do so whenever they run.
    pub sets: [Vec<(i64, Place, bool)>; SUMMED.len()],
    /// How many there are of each item that is carried; none where it may be any number.
    pub items: FxHashMap<u32, Option<i64>>,
    /// Cells where something may be bought.
    pub shops: FxHashSet<Place>,
}

impl Gains {
    /// What everything gives that may happen.
    ///
    /// # Errors
    /// Something gives who knows how much.
    pub(super) fn of<'a>(events: &Events<'a>, spread: &Spread<'_, 'a>) -> Result<Gains, NoCeiling> {
        let mut sum = Sum { events, spread, gains: Gains::default() };
        let carried = events.start.items.iter().enumerate().filter(|(_, count)| **count > 0);
        sum.gains.items = carried.map(|(item, &count)| (item as u32, Some(count.into()))).collect();
        for &place in spread.touched.union(&spread.moved) {
            sum.add_block(events.at_start(place).0, place)?;
        }
        for &(list, place) in &spread.lists {
            if !sum.is_effect(list) {
                sum.add_list(list, place)?;
            }
        }
        Ok(sum.gains)
    }

    /// What items, fights and events add to one of [`SUMMED`].
    pub(super) fn all(&self, stat: Stat) -> i64 {
        let potions = if stat == Stat::Hp { self.potions.iter().map(|&(_, hp)| hp).sum() } else { 0 };
        summed(stat).map_or(0, |at| self.added[at]) + potions
    }
}

struct Sum<'s, 'e, 'a> {
    events: &'e Events<'a>,
    spread: &'s Spread<'e, 'a>,
    gains: Gains,
}

impl<'a> Sum<'_, '_, 'a> {
    fn refuse<T>(&self, place: Place, what: &'static str) -> Result<T, NoCeiling> {
        Err(NoCeiling::event(self.events.project, place, what))
    }

    /// Adds what a block gives that stands on a cell once.
    fn add_block(&mut self, number: crate::model::Tile, place: Place) -> Result<(), NoCeiling> {
        let project = self.events.project;
        let Some(block) = project.block(number) else { return Ok(()) };
        if let Some(enemy) = block.enemy {
            self.add_fight(enemy);
        }
        let Some((number, item)) = block.item.and_then(|item| Some((item, project.items.get(item as usize)?))) else {
            return Ok(());
        };
        if !item.at_once {
            self.add_items(number, Some(1));
            return Ok(());
        }
        let mut hp = 0;
        for possible in self.events.of(&item.effect, place).iter() {
            let Action::SetValue(Target::Status(stat), assign, _) = possible.action else { continue };
            let Some(at) = summed(*stat) else { continue };
            match (assign, number_of(possible)) {
                (Assign::Add, Some(more)) if *stat == Stat::Hp => hp += more.max(0),
                (Assign::Add, Some(more)) => self.gains.added[at] += more.max(0),
                (Assign::Subtract, Some(less)) if less >= 0 => {}
                _ => return self.refuse(place, "an item gives who knows how much"),
            }
        }
        self.gains.potions.extend(Some((place, hp)).filter(|&(_, hp)| hp > 0));
        Ok(())
    }

    /// Adds a number of an item; `None` for any number.
    fn add_items(&mut self, item: u32, count: Option<i64>) {
        let known = self.gains.items.entry(item).or_insert(Some(0));
        *known = known.zip(count).map(|(known, count)| known + count.max(0));
    }

    /// Adds the gold for a monster, if it may ever fall.
    fn add_fight(&mut self, enemy: u32) {
        if !self.spread.wounds(enemy) {
            return;
        }
        let project = self.events.project;
        let money = project.enemies.get(enemy as usize).map_or(0, |enemy| enemy.money.max(0));
        let has_coin = self.spread.items.contains(&project.known.coin);
        self.gains.added[SUMMED.len() - 1] += if has_coin { 2 * money } else { money };
    }

    /// Whether a list is what an item does that is taken at once.
    fn is_effect(&self, list: &Actions) -> bool {
        self.events.project.items.iter().any(|item| item.at_once && std::ptr::eq(&raw const item.effect, list))
    }

    /// Adds what a list gives as the event of a cell.
    fn add_list(&mut self, list: &'a Actions, place: Place) -> Result<(), NoCeiling> {
        let all = self.events.of(list, place);
        let is_once = self.is_once(list, &all, place);
        for possible in all.iter() {
            match possible.action {
                Action::SetValue(Target::Status(stat), assign, _) => {
                    if let Some(at) = summed(*stat) {
                        self.add_value((at, *assign), possible, is_once, (list, place))?;
                    }
                }
                Action::SetValue(Target::Item(item), assign, _) => {
                    let count = number_of(possible);
                    match assign {
                        Assign::Subtract if count.is_some_and(|count| count >= 0) => {}
                        Assign::Add if is_once => self.add_items(*item, count),
                        _ => self.add_items(*item, None),
                    }
                }
                Action::SetBlock(number, ..) => {
                    for &at in possible.cells.iter().flatten() {
                        self.add_placed(*number, at, is_once, place)?;
                    }
                }
                Action::Move(_, _, _, Some(number)) => self.add_placed(*number, place, is_once, place)?,
                Action::Battle(enemy) if is_once => self.add_fight(*enemy),
                Action::Battle(_) => return self.refuse(place, "an event brings a fight again and again"),
                Action::SetEnemy(_, EnemyPart::Money, ..) => {
                    return self.refuse(place, "an event changes what a monster gives");
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Adds what an event gives of one of [`SUMMED`].
    fn add_value(
        &mut self,
        (at, assign): (usize, Assign),
        possible: &Possible<'a>,
        is_once: bool,
        (list, place): (&Actions, Place),
    ) -> Result<(), NoCeiling> {
        let number = number_of(possible);
        match (assign, number) {
            (Assign::Set, Some(number)) => self.gains.sets[at].push((number, place, possible.is_certain)),
            (Assign::Add, Some(more)) if more <= 0 => {}
            (Assign::Subtract, Some(less)) if less >= 0 => {}
            (Assign::Add, Some(more)) if is_once => self.gains.added[at] += more,
            // What it costs counts when it is tried by the rules.
            (Assign::Add | Assign::Subtract, _) if self.events.is_event(list, place) => {
                self.gains.shops.insert(place);
            }
            _ => return self.refuse(place, "an event gives who knows how much"),
        }
        Ok(())
    }

    /// Adds a block that an event puts on a cell.
    fn add_placed(
        &mut self,
        number: crate::model::Tile,
        at: Place,
        is_once: bool,
        place: Place,
    ) -> Result<(), NoCeiling> {
        let block = self.events.project.block(number);
        match block.map(|block| (block.enemy, block.item)) {
            None | Some((None, None)) => Ok(()),
            // Where it is taken is not where the event is.
            Some((None, Some(_))) if at == place => self.refuse(place, "an event puts something under the hero"),
            Some(_) if is_once => self.add_block(number, at),
            Some(_) => self.refuse(place, "an event puts something there again and again"),
        }
    }

    /// Whether a list runs once at most: it follows what stands on its cell from the start, or takes itself away.
    fn is_once(&self, list: &Actions, all: &[Possible<'a>], place: Place) -> bool {
        let (floor, cell) = place;
        let kind = &self.events.project.floors[usize::from(floor)];
        if std::ptr::eq(&raw const kind.first, list) {
            return true;
        }
        if cell == NOWHERE || self.spread.placed.contains_key(&place) {
            return false;
        }
        let is = |other: Option<&Actions>| other.is_some_and(|other| std::ptr::eq(other, list));
        let follows = [&kind.after_battle, &kind.after_item, &kind.after_door, &kind.before_battle];
        if follows.into_iter().any(|lists| is(lists.get(&cell))) {
            return true;
        }
        let hides = |possible: &Possible<'a>| {
            let is_here = possible.cells.iter().flatten().any(|&at| at == place);
            possible.is_certain && matches!(possible.action, Action::Hide(..)) && is_here
        };
        !self.spread.shown.contains(&place) && all.iter().any(hides)
    }
}

/// The number that an action gives, the next whole one.
fn number_of(possible: &Possible<'_>) -> Option<i64> {
    possible.value.map(|value| value.number()).filter(|number| number.is_finite()).map(|number| number.ceil() as i64)
}
