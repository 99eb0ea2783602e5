//! Fights fought, floors changed: what both bring with them.

use crate::rules::action::{Action, Actions, Arrival, FloorOf, Turn};
use crate::rules::expression::{Expression, Stat};
use crate::rules::fight::{self, DOUBLE_ATTACK, Fight};
use crate::rules::model::Project;
use crate::rules::run::{Halt, Run, When};
use crate::rules::state::{Ending, HIDDEN, PRESENT};
use crate::rules::value::Value;
use std::borrow::Cow;

/// What comes before the hero fights the monster that he walks into: of its cell, and of its kind.
pub(crate) fn before_battle(project: &Project, floor: u16, enemy: u32, cell: u16) -> [&[Action]; 2] {
    let of_cell = project.floors[usize::from(floor)].before_battle.get(&cell);
    let of_kind = project.enemies.get(enemy as usize).map(|kind| &kind.before);
    [of_cell, of_kind].map(|actions| actions.map_or(&[][..], Actions::as_slice))
}

/// The mana that a fight with [`DOUBLE_ATTACK`] takes.
const DOUBLE_ATTACK_MANA: i64 = 5;

impl Run<'_> {
    /// Fights a monster, on its cell where it stands on one.
    ///
    /// # Errors
    /// The hero dies, or what follows did not run to its end.
    pub(crate) fn battle(&mut self, enemy: u32, cell: Option<u16>) -> Result<(), Halt> {
        if let Some(issue) = self.state.enemies.get(enemy as usize).and_then(|kind| kind.unknown) {
            return self.refuse(issue);
        }
        let floor = self.state.floor;
        let place = &self.project.floors[usize::from(floor)];
        let at = cell.map_or((self.state.x, self.state.y), |cell| place.at(cell));
        let fight = fight::fight(self.project, self.state, enemy, cell);
        let Some(fight) = fight.filter(|fight| self.state.survives(fight.damage)) else {
            self.state.ending = Ending::Lost;
            return Err(Halt::Over);
        };
        let hp = self.state.stat(Stat::Hp) - fight.damage;
        self.state.set_stat(Stat::Hp, hp);
        let points = self.spoils(enemy, cell, &fight);
        self.scars(enemy);
        self.end_skill();
        if let Some(cell) = cell {
            self.state.forget_at(floor, cell);
            self.fall(cell);
        }
        // They leave their cells before the fight, so none of them comes back.
        for &helper in &fight.helpers {
            self.state.set_cell(usize::from(floor), helper, 0, 0);
        }
        // The monster's fall updates the status bar, before anything that follows the fight.
        self.start_automatic(When::Action)?;
        let given = |flag| (flag, Expression::Constant(Value::Number(points as f64)));
        let given = || self.project.tables.flags.find("arg1").map(given).into_iter().collect();
        let spent = self.project.points.filter(|_| points > 0).map(|event| Action::Insert(event, given()));
        let of_cell = cell.and_then(|cell| place.after_battle.get(&cell)).map_or(&[][..], Actions::as_slice);
        let of_kind = &self.project.enemies[enemy as usize].after;
        self.events(&[spent.as_slice(), of_cell, of_kind], at.0, at.1)
    }

    /// Fights the monster that the hero walks into, after what comes before such a fight.
    ///
    /// # Errors
    /// Those of the fight, and of what comes before it.
    pub(crate) fn meet(&mut self, enemy: u32, cell: u16) -> Result<(), Halt> {
        let mut before = before_battle(self.project, self.state.floor, enemy, cell).concat();
        if before.is_empty() {
            return self.battle(enemy, Some(cell));
        }
        before.push(Action::BattleAt((Expression::Own(false), Expression::Own(true))));
        let (x, y) = self.project.floors[usize::from(self.state.floor)].at(cell);
        self.event(&before, x, y)
    }

    /// Gold and experience for a fight. Returns the points for it.
    fn spoils(&mut self, enemy: u32, cell: Option<u16>, fight: &Fight) -> i64 {
        let helpers = fight.helpers.iter().filter_map(|&cell| fight::enemy_at(self.project, self.state, cell));
        let helpers = helpers.filter_map(|helper| self.state.enemies.get(helper as usize).map(Cow::Borrowed));
        let all: Vec<_> =
            fight::kind_on(self.state, self.state.floor, cell, enemy).into_iter().chain(helpers).collect();
        let sum = |part: fn(&crate::rules::model::Enemy) -> i64| all.iter().map(|kind| part(kind)).sum::<i64>();
        let points = sum(|enemy| enemy.points);
        if self.state.flag(self.project.known.curse).holds() {
            return points;
        }
        let coins = if self.state.item(self.project.known.coin) > 0 { 2 } else { 1 };
        let (money, experience) = (sum(|enemy| enemy.money) * coins, sum(|enemy| enemy.experience));
        self.state.set_stat(Stat::Money, self.state.stat(Stat::Money) + money);
        self.state.set_stat(Stat::Experience, self.state.stat(Stat::Experience) + experience);
        points
    }

    /// What stays with the hero: poison, weakness, curse, hatred, and what else a fight leaves.
    fn scars(&mut self, enemy: u32) {
        let known = self.project.known;
        let kind = &self.state.enemies[enemy as usize];
        let has = |special| kind.has(special);
        let debuffs = [has(12), has(13), has(14)];
        let (hate, blast, degrade) = (has(17), has(19), has(21));
        let lost = kind.numbers.degrade;
        self.debuff(debuffs);
        if self.project.counts_hatred {
            let so_far = self.state.flag(known.hatred).number();
            let left = if hate { (so_far / 2.0).floor() } else { so_far };
            let more =
                self.project.tables.constants.find("hatred").and_then(|n| self.project.constants.get(n as usize));
            self.state.set_flag(known.hatred, Value::Number(left + more.copied().unwrap_or(0.0)));
        }
        if blast {
            self.state.set_stat(Stat::Hp, 1);
        }
        if degrade {
            for (stat, lost) in [(Stat::Attack, lost[0]), (Stat::Defence, lost[1])] {
                let left = self.state.stat(stat) - lost as i64;
                self.state.set_stat(stat, left.max(0));
            }
        }
    }

    /// A skill ends with the fight; that of twice the attack takes its mana.
    fn end_skill(&mut self) {
        let known = &self.project.known;
        let skill = self.state.flag(known.skill);
        if !self.project.ends_skills || !skill.holds() {
            return;
        }
        if skill.number() == DOUBLE_ATTACK {
            self.state.set_stat(Stat::Mana, self.state.stat(Stat::Mana) - DOUBLE_ATTACK_MANA);
        }
        self.state.set_flag(known.skill, Value::Number(0.0));
        if self.state.flag(known.skill_name) != Value::Null {
            self.state.set_flag(known.skill_name, Value::Text(known.no_skill));
        }
    }

    /// A monster falls; one that comes back is only hidden.
    fn fall(&mut self, cell: u16) {
        let floor = usize::from(self.state.floor);
        let Some(number) = self.state.here().visible(cell) else { return };
        let enemy = fight::enemy_at(self.project, self.state, cell);
        if enemy.is_some_and(|enemy| self.state.enemies[enemy as usize].has(23)) {
            self.state.set_cell(floor, cell, number, PRESENT | HIDDEN);
        } else {
            self.state.set_cell(floor, cell, 0, 0);
        }
    }

    /// The levels that the experience is enough for: all are reached before the first of them does anything.
    ///
    /// # Errors
    /// What a level does did not run to its end.
    pub(crate) fn rise(&mut self) -> Result<(), Halt> {
        let project = self.project;
        let first = self.state.stat(Stat::Level).max(1);
        let mut level = first;
        while let Some(next) = project.levels.get(level as usize)
            && self.state.stat(Stat::Experience) >= next.needs
        {
            level += 1;
            self.state.set_stat(Stat::Level, level);
            if next.clears {
                self.state.set_stat(Stat::Experience, self.state.stat(Stat::Experience) - next.needs);
            }
        }
        (first..level).try_for_each(|level| self.inserted(&[&project.levels[level as usize].actions]))
    }

    /// Goes to another floor.
    ///
    /// # Errors
    /// Those of what the floor does on arrival.
    pub(crate) fn change_floor(&mut self, floor: FloorOf, arrival: &Arrival, turn: &Turn) -> Result<(), Halt> {
        let Some(to) = self.floor_number(floor) else { return Ok(()) };
        let place = &self.project.floors[usize::from(to)];
        let by_id = |id: u32| {
            let cells = 0..place.map.len() as u16;
            let is = |cell: &u16| self.state.block(self.project, to, *cell).is_some_and(|block| block.id == id);
            cells.into_iter().find(is).map(|cell| place.at(cell))
        };
        let at = match arrival {
            Arrival::Cell(cell) => self.cell(to, cell).map(|cell| place.at(cell)),
            Arrival::Down => place.down.or_else(|| by_id(self.project.known.down_floor)),
            Arrival::Up => place.up.or_else(|| by_id(self.project.known.up_floor)),
            Arrival::Block(id) => by_id(*id),
            Arrival::Same => Some((self.state.x, self.state.y)),
        };
        self.state.turn(turn);
        self.arrive(to, at.unwrap_or((self.state.x, self.state.y)))
    }

    /// Arrives on a cell of a floor.
    ///
    /// # Errors
    /// Those of what the floor does on arrival.
    pub fn arrive(&mut self, to: u16, at: (u8, u8)) -> Result<(), Halt> {
        let place = &self.project.floors[usize::from(to)];
        let inside = place.cell(i32::from(at.0), i32::from(at.1)).is_some();
        self.state.floor = to;
        (self.state.x, self.state.y) = if inside { at } else { (0, 0) };
        if self.state.specials >> 23 & 1 == 1 {
            self.revive(to);
        }
        let is_first = !self.state.has_visited(usize::from(to));
        self.state.visit(usize::from(to));
        self.inserted(&[if is_first { &place.first } else { &[] }, &place.each])
    }

    /// Monsters that come back when the floor changes.
    fn revive(&mut self, floor: u16) {
        let floor = usize::from(floor);
        for cell in 0..self.project.floors[floor].map.len() {
            let state = &self.state.floors[floor];
            let (number, bits) = (state.numbers[cell], state.bits[cell]);
            let enemy = self.project.block(number).and_then(|block| block.enemy);
            let comes_back = enemy.is_some_and(|enemy| self.state.enemies[enemy as usize].has(23));
            if bits == PRESENT | HIDDEN && comes_back {
                self.state.set_cell(floor, cell as u16, number, PRESENT);
            }
        }
    }
}
