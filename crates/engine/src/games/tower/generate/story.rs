//! The contents of a tower of rooms, generated along one walk: the hero opens one gate after another, takes what is
//! behind it, and meets stronger monsters as he grows. The monsters' stats are chosen so that this walk, which the
//! player need not find, beats the boss; a better order leaves more hp.

use super::rooms::FloorPlan;
use super::{Chance, kinds, special, treasure};
use crate::games::tower::combat::{Monster, Special};
use crate::games::tower::state::{Cell, Hero, State, Tower};
use crate::games::tower::tile::{Colour, MonsterId, Tile, Treasure};

/// How often the monsters are weakened until the boss can be beaten; from halfway on they have no specials.
const TRIES: usize = 12;
/// The boss costs as much as this many monsters.
const BOSS_SHARES: i64 = 3;
/// Shares of the hp that are kept in reserve.
const SPARE_SHARES: i64 = 1;

/// What the walk encounters.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// A monster, by the number of its kind.
    Fight(usize),
    /// An item.
    Take(Treasure),
}

/// Makes rooms and their story. The hero starts in a room that is far from the boss.
pub(super) fn build(mut tower: Tower, mut hero: Hero, decisions: usize, chance: &mut Chance) -> (Tower, State) {
    let plan = FloorPlan::new(&tower, 1 + (decisions - 1) * 3 / 4, chance);
    let first = plan.farthest(0);
    let last = plan.farthest(first);
    hero.at = plan.rooms[first][chance.below(plan.rooms[first].len())];
    let mut map = vec![Tile::Wall; tower.rows * tower.cols].into_boxed_slice();
    for &cell in plan.rooms.iter().flatten().chain(plan.gates.iter().map(|gate| &gate.cell)) {
        map[tower.index(cell)] = Tile::Road;
    }
    let state = State { hero, map, won: false };
    let mut author = Author { tower: &tower, plan: &plan, state, chance, entered: Vec::new(), story: Vec::new() };
    author.tell(first, last, decisions);
    let Author { state, story, .. } = author;
    tower.monsters = cast(&tower, &hero, &story, kinds(decisions), chance);
    (tower, state)
}

/// Places the contents of the rooms.
struct Author<'a> {
    tower: &'a Tower,
    plan: &'a FloorPlan,
    state: State,
    chance: &'a mut Chance,
    /// Rooms entered by the walk.
    entered: Vec<usize>,
    story: Vec<Step>,
}

impl Author<'_> {
    /// Generates a walk from room to room that enters the last one at its end.
    fn tell(&mut self, first: usize, last: usize, decisions: usize) {
        let boss = self.boss_cell(last);
        self.set(boss, Tile::Monster(MonsterId::BOSS));
        // One obstacle per gate of the walk, then the second gates, then monsters behind gates.
        let ways = self.plan.rooms.len() - 1;
        let mut second_gates =
            self.plan.gates.iter().filter(|gate| gate.is_second).count().min(decisions - 1 - ways.min(decisions - 1));
        let mut guards = (decisions - 1).saturating_sub(ways + second_gates);
        self.enter(first);
        for number in 0..ways {
            let Some((gate, room, behind)) = self.next_way(last) else { break };
            if number < decisions - 1 {
                self.bar(gate, number, ways, decisions);
            }
            let is_free = self.tile(behind) == Tile::Road && self.plan.rooms[room].len() > 1;
            if is_free && guards > 0 && self.chance.below(ways - number) < guards {
                guards -= 1;
                let kind = self.kind(number, ways, decisions);
                self.put_monster(behind, kind);
                self.story.push(Step::Fight(kind));
            }
            self.enter(room);
        }
        for gate in self.plan.gates.iter().filter(|gate| gate.is_second) {
            if second_gates > 0 {
                second_gates -= 1;
                self.bar_second(gate.cell, decisions);
            }
        }
    }

    /// The cell of the last room that is farthest from its entrance, so that the boss blocks nothing.
    fn boss_cell(&mut self, last: usize) -> Cell {
        let hero = self.state.hero.at;
        let doors = self.plan.gates.iter().filter(|gate| !gate.is_second && gate.rooms.contains(&last));
        let entrance = doors.map(|gate| gate.sides[usize::from(gate.rooms[1] == last)]).next().unwrap_or(hero);
        let steps = |cell: &Cell| cell.row.abs_diff(entrance.row) + cell.col.abs_diff(entrance.col);
        let cells = self.plan.rooms[last].iter().copied().filter(|&cell| cell != hero);
        // In a tower with one room of one cell, a wall is sacrificed.
        let wall = || self.tower.neighbours(hero).next().unwrap_or(hero);
        cells.max_by_key(steps).unwrap_or_else(wall)
    }

    fn tile(&self, cell: Cell) -> Tile {
        self.state.map[self.tower.index(cell)]
    }

    fn set(&mut self, cell: Cell, tile: Tile) {
        self.state.map[self.tower.index(cell)] = tile;
    }

    /// The kind of monster for this part of the walk, with slight variation.
    fn kind(&mut self, number: usize, ways: usize, decisions: usize) -> usize {
        let kinds = kinds(decisions);
        (number * kinds / ways.max(1) + self.chance.below(3)).saturating_sub(1).min(kinds - 1)
    }

    fn put_monster(&mut self, cell: Cell, kind: usize) {
        if let Some(id) = MonsterId::from_code(51 + kind as u32) {
            self.set(cell, Tile::Monster(id));
        }
    }

    /// A gate to a room that the walk has not entered, that room, and its cell behind the gate. The last room is
    /// entered last.
    fn next_way(&mut self, last: usize) -> Option<(Cell, usize, Cell)> {
        let ways = self.plan.gates.iter().filter(|gate| !gate.is_second).flat_map(|gate| {
            let leads = self.entered.iter().filter_map(|&room| gate.leads_to(room));
            leads.map(|(room, behind)| (gate.cell, room, behind))
        });
        let mut ways: Vec<_> = ways.filter(|(_, room, _)| !self.entered.contains(room)).collect();
        if ways.len() > 1 {
            ways.retain(|&(_, room, _)| room != last);
        }
        (!ways.is_empty()).then(|| ways[self.chance.below(ways.len())])
    }

    /// Blocks a gate of the walk by a door whose key is in an earlier room, or by a monster.
    fn bar(&mut self, gate: Cell, number: usize, ways: usize, decisions: usize) {
        let colour = self.colour(number, ways);
        if self.chance.below(3) == 0 && self.hide_key(colour) {
            self.set(gate, Tile::Door(colour));
            return;
        }
        let kind = self.kind(number, ways, decisions);
        self.put_monster(gate, kind);
        self.story.push(Step::Fight(kind));
    }

    /// Blocks a gate that the walk does not need, with or without a key for it somewhere.
    fn bar_second(&mut self, gate: Cell, decisions: usize) {
        let ways = self.plan.rooms.len();
        let number = self.chance.below(ways);
        let colour = self.colour(number, ways);
        if self.chance.below(2) == 0 {
            self.set(gate, Tile::Door(colour));
            if self.chance.below(2) == 0 {
                self.hide_key(colour);
            }
        } else {
            let kind = self.kind(number, ways, decisions);
            self.put_monster(gate, kind);
        }
    }

    /// Yellow doors at first, blue and red ones later.
    fn colour(&mut self, number: usize, ways: usize) -> Colour {
        let late = 1 + 3 * number / ways.max(1);
        Colour::ALL[self.chance.below(late.min(Colour::NUM)).min(self.chance.below(Colour::NUM))]
    }

    /// Puts a key into a room that the walk has entered; returns whether there was space.
    fn hide_key(&mut self, colour: Colour) -> bool {
        let cells = self.entered.iter().flat_map(|&room| &self.plan.rooms[room]).copied();
        let free: Vec<Cell> = cells.filter(|&cell| self.is_free(cell)).collect();
        if free.is_empty() {
            return false;
        }
        let cell = free[self.chance.below(free.len())];
        self.set(cell, Tile::Key(colour));
        true
    }

    fn is_free(&self, cell: Cell) -> bool {
        self.tile(cell) == Tile::Road && cell != self.state.hero.at
    }

    /// Enters a room and places its items, which the walk takes; small rooms get as many as large ones.
    fn enter(&mut self, room: usize) {
        self.entered.push(room);
        let mut free: Vec<Cell> = self.plan.rooms[room].iter().copied().filter(|&cell| self.is_free(cell)).collect();
        self.chance.shuffle(&mut free);
        // If possible, one cell stays free for a key.
        let count = (1 + self.chance.below(3)).min(free.len().saturating_sub(1).max(1)).min(free.len());
        for &cell in &free[..count] {
            let tile = treasure(self.chance, self.tower.version);
            self.set(cell, tile);
            if let Tile::Treasure(treasure) = tile {
                self.story.push(Step::Take(treasure));
            }
        }
    }
}

/// The monsters of a story, as strong as the walk can endure.
fn cast(
    tower: &Tower,
    hero: &Hero,
    story: &[Step],
    kinds: usize,
    chance: &mut Chance,
) -> [Option<Monster>; MonsterId::NUM] {
    let specials: Vec<Special> = (0..=kinds).map(|_| special(chance, tower.version)).collect();
    let shapes: Vec<Shape> = specials
        .iter()
        .map(|&special| Shape { special, rounds: 3 + chance.below(6) as i64, armour: chance.below(4) as i64 })
        .collect();
    let attempt = |number: usize| {
        let is_plain = number >= TRIES / 2;
        let plain = |shape: &Shape| Shape { special: if is_plain { Special::Plain } else { shape.special }, ..*shape };
        let shapes: Vec<Shape> = shapes.iter().map(plain).collect();
        let left = (TRIES - 1 - number) as i64;
        Walk::new(tower, hero, &shapes).go(story, left * 100 / (TRIES as i64 - 1))
    };
    // In the last attempt the monsters cost nothing, so some attempt succeeds.
    (0..TRIES).find_map(attempt).unwrap_or([None; MonsterId::NUM])
}

/// The character of a kind of monster, independent of its strength.
#[derive(Clone, Copy, Debug)]
struct Shape {
    special: Special,
    /// Number of blows that the hero needs when he first meets the kind.
    rounds: i64,
    /// How little the hero pierces its defence.
    armour: i64,
}

/// The walk, as the monsters are being created.
struct Walk<'a> {
    tower: &'a Tower,
    shapes: &'a [Shape],
    hero: Hero,
    monsters: [Option<Monster>; MonsterId::NUM],
}

impl Walk<'_> {
    fn new<'a>(tower: &'a Tower, hero: &Hero, shapes: &'a [Shape]) -> Walk<'a> {
        Walk { tower, shapes, hero: *hero, monsters: [None; MonsterId::NUM] }
    }

    /// Follows the story and beats the boss; returns the monsters, or `None` if the hero dies. `strength` is in
    /// percent.
    fn go(mut self, story: &[Step], strength: i64) -> Option<[Option<Monster>; MonsterId::NUM]> {
        let fights = story.iter().filter(|step| matches!(step, Step::Fight(_))).count() as i64;
        let potions = story.iter().map(|step| if let Step::Take(treasure) = step { self.potion(*treasure) } else { 0 });
        let share = (self.hero.hp + potions.sum::<i64>()) * strength / 100 / (fights + BOSS_SHARES + SPARE_SHARES);
        for step in story {
            match *step {
                Step::Take(treasure) => self.take(treasure),
                Step::Fight(kind) => self.fight(MonsterId::from_code(51 + kind as u32)?, kind, share)?,
            }
        }
        // The boss takes what the walk can spare, and leaves some.
        let most = self.hero.hp * strength / 100 * 9 / 10;
        self.fight(MonsterId::BOSS, self.shapes.len() - 1, most)?;
        Some(self.monsters_of_all_kinds())
    }

    fn potion(&self, treasure: Treasure) -> i64 {
        use Treasure::{BlueGem, GreenGem, RedGem};
        if matches!(treasure, RedGem | BlueGem | GreenGem) { 0 } else { self.tower.values[treasure.index()] }
    }

    fn take(&mut self, treasure: Treasure) {
        let value = self.tower.values[treasure.index()];
        match treasure {
            Treasure::RedGem => self.hero.attack += value,
            Treasure::BlueGem => self.hero.defence += value,
            Treasure::GreenGem => self.hero.magic += value,
            _ => self.hero.hp += value,
        }
    }

    /// A fight. The first fight with a kind creates it, so as to cost the hero about `share` hp.
    fn fight(&mut self, id: MonsterId, kind: usize, share: i64) -> Option<()> {
        let known = self.monsters[id.index()];
        let monster = known.unwrap_or_else(|| self.create(self.shapes[kind], share));
        self.monsters[id.index()] = Some(monster);
        let Hero { attack, defence, magic, .. } = self.hero;
        self.hero.hp -= monster.damage(attack, defence, magic).ok()?;
        (self.hero.hp > 0).then_some(())
    }

    /// The strongest monster of a shape that costs this hero no more than `share` hp.
    fn create(&self, shape: Shape, share: i64) -> Monster {
        let Hero { attack, defence, magic, .. } = self.hero;
        let pierced = (attack - attack * shape.armour / 5).max(1);
        let hp = match shape.special {
            // Every blow of such a hero takes one hp, or as much as his attack exceeds his own defence.
            Special::Solid => shape.rounds,
            Special::Mimic => shape.rounds * (attack - defence).max(1),
            _ => shape.rounds * pierced,
        };
        let with_attack =
            |its_attack: i64| Monster { hp, attack: its_attack, defence: attack - pierced, special: shape.special };
        let cost = |its_attack: i64| with_attack(its_attack).damage(attack, defence, magic).unwrap_or(i64::MAX);
        let (mut least, mut most) = (0, defence + magic + share + 2);
        while least + 1 < most {
            let middle = (least + most) / 2;
            if cost(middle) <= share { least = middle } else { most = middle }
        }
        with_attack(least)
    }

    /// The monsters; kinds that the walk did not meet are like those before them.
    fn monsters_of_all_kinds(mut self) -> [Option<Monster>; MonsterId::NUM] {
        let fallback = self.monsters.iter().flatten().next().copied();
        let mut last = fallback;
        for code in 51..51 + self.shapes.len() as u32 - 1 {
            let Some(id) = MonsterId::from_code(code) else { continue };
            let monster = &mut self.monsters[id.index()];
            *monster = monster.or(last);
            last = *monster;
        }
        self.monsters
    }
}
