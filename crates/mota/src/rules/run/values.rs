//! What actions set: values of the hero, flags, monsters, and the effects of poison, weakness and curse.

use super::{Halt, Run};
use crate::rules::action::{Assign, CellOf, EnemyPart, FloorOf, Target};
use crate::rules::eval::Scope;
use crate::rules::event_context::switch_key;
use crate::rules::expression::{Expression, Stat};
use crate::rules::fight;
use crate::rules::model::Enemy;
use crate::rules::state::{Ending, MAX_STAT, all_specials};
use crate::rules::value::Value;
use meihua_contracts::random::mix;
use std::sync::Arc;

impl Run<'_> {
    pub(super) fn set_value(&mut self, target: Target, assign: Assign, value: &Expression) -> Result<(), Halt> {
        let value = self.value(value);
        if let Some(issue) = self.joins(target, value) {
            return self.refuse(issue);
        }
        let old = match target {
            Target::Status(stat) => Value::Number(self.state.stat(stat) as f64),
            Target::Item(item) => Value::Number(self.state.item(item) as f64),
            Target::Flag(flag) => self.state.flag(flag),
            Target::Switch(letter) => self.state.switch(switch_key(self.own(), letter)),
            Target::Local(local) => self.locals.get(local as usize).copied().unwrap_or(Value::Null),
        };
        let number = assign.apply(self.scope().number(old), self.scope().number(value));
        let whole = || if number.abs() <= MAX_STAT as f64 { Ok(number.floor() as i64) } else { Err(Halt::NotFinite) };
        let kept = if assign == Assign::Set { value } else { Value::Number(number) };
        match target {
            Target::Status(stat) => {
                let new = whole()?;
                self.state.set_stat(stat, new);
                self.limit_hp();
            }
            Target::Item(item) => {
                let (new, now) = (whole()?, self.state.item(item));
                if new > now {
                    self.gain(item, new - now)?;
                } else {
                    self.state.set_item(item, new);
                }
            }
            Target::Flag(flag) => self.state.set_flag(flag, kept),
            Target::Switch(letter) => self.state.set_switch(switch_key(self.own(), letter), kept),
            Target::Local(local) => {
                let local = local as usize;
                if self.locals.len() <= local {
                    self.locals.resize(local + 1, Value::Null);
                }
                self.locals[local] = kept;
            }
        }
        if matches!(target, Target::Status(Stat::Hp)) && self.state.stat(Stat::Hp) <= 0 {
            self.state.set_stat(Stat::Hp, 0);
            self.state.ending = Ending::Lost;
            return Err(Halt::Over);
        }
        Ok(())
    }

    /// Gives the hero a number of an item: of a lasting item he has at most one, and an item that acts at once does so.
    ///
    /// # Errors
    /// What it does did not run to its end.
    pub(crate) fn gain(&mut self, item: u32, count: i64) -> Result<(), Halt> {
        let Some(kind) = self.project.items.get(item as usize) else { return Ok(()) };
        if kind.at_once {
            return (0..count).try_for_each(|_| self.tick().and_then(|()| self.inserted(&[&kind.effect])));
        }
        let count = self.state.item(item) + count;
        self.state.set_item(item, if kind.lasts { count.min(1) } else { count });
        Ok(())
    }

    /// Why a value is not given to something, by its number in the report: a text would be added to other values there.
    pub(super) fn joins(&self, target: Target, value: Value) -> Option<usize> {
        self.project.joined.get(&target).copied().filter(|_| matches!(value, Value::Text(_)))
    }

    /// Takes off the hp above the hero's limit, where the tower has one.
    pub(crate) fn limit_hp(&mut self) {
        let most = self.state.stat(Stat::MaxHp);
        if self.project.hp_limited && self.state.stat(Stat::Hp) > most {
            self.state.set_stat(Stat::Hp, most);
        }
    }

    pub(super) fn set_enemy(&mut self, enemy: u32, part: EnemyPart, assign: Assign, value: &Expression) {
        let value = self.number(value);
        let Some(kind) = Arc::make_mut(&mut self.state.enemies).get_mut(enemy as usize) else { return };
        let number = assign.apply(part.of(kind), value);
        part.set(kind, number);
        self.state.specials = all_specials(&self.state.enemies);
        self.state.enemies_hash = self.enemies_hash();
    }

    /// Changes the monsters on cells, or takes such changes back.
    pub(super) fn set_enemy_at(
        &mut self,
        floor: FloorOf,
        cells: &[CellOf],
        change: Option<&(EnemyPart, Assign, Expression)>,
    ) {
        let Some(floor) = self.floor_number(floor) else { return };
        for cell in cells.iter().filter_map(|cell| self.cell(floor, cell)).collect::<Vec<_>>() {
            let Some((part, assign, value)) = change else {
                self.state.forget_at(floor, cell);
                continue;
            };
            let enemy = fight::enemy_on(self.project, self.state, floor, cell);
            let kind = enemy.and_then(|enemy| fight::kind_on(self.state, floor, Some(cell), enemy));
            if let Some(old) = kind.map(|kind| part.of(&kind)) {
                let number = assign.apply(old, self.number(value));
                self.state.set_at(floor, cell, *part, number);
            }
        }
    }

    /// The sum of the kinds of monsters that are not what they were at first.
    fn enemies_hash(&self) -> u64 {
        let kinds = self.state.enemies.iter().zip(&self.project.enemies).enumerate();
        let changed = kinds.filter_map(|(number, (now, was))| {
            let word = |kind: &Enemy| {
                let numbers = [kind.hp, kind.attack, kind.defence, f64::from(kind.specials), kind.money as f64];
                numbers.iter().fold(number as u64, |word, number| mix(word ^ number.to_bits()))
            };
            Some(word(now)).filter(|&now| now != word(was))
        });
        changed.fold(0, u64::wrapping_add)
    }

    /// Gives the hero a poison, a weakness, a curse that he does not have.
    pub(crate) fn debuff(&mut self, kinds: [bool; 3]) {
        let known = self.project.known;
        for (comes, flag) in kinds.into_iter().zip([known.poison, known.weak, known.curse]) {
            if comes && !self.state.flag(flag).holds() {
                self.state.set_flag(flag, Value::Bool(true));
                if flag == known.weak {
                    self.weaken(-1);
                }
            }
        }
    }

    pub(super) fn cure(&mut self, cured: [bool; 3]) {
        let known = self.project.known;
        for (cured, flag) in cured.into_iter().zip([known.poison, known.weak, known.curse]) {
            if cured && self.state.flag(flag).holds() {
                self.state.set_flag(flag, Value::Bool(false));
                if flag == known.weak {
                    self.weaken(1);
                }
            }
        }
    }

    /// Takes what weakness takes, or gives it back.
    pub(crate) fn weaken(&mut self, sign: i64) {
        let lost = self.project.constants.get(self.project.known.weak_value as usize).copied().unwrap_or(0.0);
        if lost < 1.0 {
            return self.raise([100.0 * lost, 100.0 * lost, 0.0], sign);
        }
        let lost = lost as i64;
        for stat in [Stat::Attack, Stat::Defence] {
            let now = self.state.stat(stat);
            self.state.set_stat(stat, now + sign * lost);
        }
    }
}
