//! Made-up towers of rooms, each built around a plan that wins.
//!
//! A reference hero walks up as the tower is built, floor by floor. Where he lacks a key or hp, they are put into a room that he has
//! been in, behind a fight if there is one. So the tower can be won, with hardly a key to spare; how many hp are left at the end depends
//! on what is done before what.

use super::grid::Grid;
use super::project::*;
use meihua_contracts::random::SplitMix64;
use serde_json::json;
use std::collections::VecDeque;

/// Hp of the hero at the start.
const HP: i64 = 500;

/// The share of the rooms beside his way that the reference hero enters: behind monsters, and behind doors.
const CURIOSITY: [f64; 2] = [1.0, 0.9];

const CORNERS: [Cell; 4] = [(0, 0), (2, 0), (0, 2), (2, 2)];
const SIDES: [Cell; 4] = [(1, 0), (0, 1), (2, 1), (1, 2)];

/// Attack and defence of the hero at the start.
const STRENGTH: i64 = 40;

/// What the first purchase costs on a floor of level 1.
const PRICE: i64 = 16;

/// What is between two rooms.
enum Barrier {
    Door(u16),
    Monster,
    /// A door that opens when the guards on these cells are beaten.
    Guards([Cell; 2]),
}

/// A way from a room into the next one.
struct Passage {
    from: usize,
    to: usize,
    cell: Cell,
    barrier: Barrier,
}

/// The hero who shows that the tower can be won.
struct Hero {
    hp: i64,
    attack: i64,
    defence: i64,
    gold: i64,
    yellow_keys: i64,
    blue_keys: i64,
    at: Cell,
    /// His steps and answers, as a route.
    route: String,
}

struct Builder {
    random: SplitMix64,
    grid: Grid,
    floors: usize,
    tower: Tower,
    hero: Hero,
    /// The floor that is being built, as it looks after what the hero did.
    map: Vec<Vec<u16>>,
    /// The rooms of the floor that the hero has been in, and whether he fought to get in.
    visited: Vec<(usize, bool)>,
}

/// A made-up tower, and the route of the plan it was built around.
pub(crate) struct MadeUp {
    tower: Tower,
    start: Cell,
    pub(crate) route: String,
}

impl MadeUp {
    /// The files of the tower; of a red potion worth less than [`RED`], the plan it was built around may not win.
    pub(crate) fn files(&self, title: &str, red_potion: i64) -> Texts {
        self.tower.files(title, [HP, STRENGTH, red_potion], self.start)
    }
}

/// Builds a tower of a number of floors with `side` times `side` rooms each.
pub(crate) fn build(seed: u64, [floors, side]: [usize; 2]) -> MadeUp {
    let grid = Grid { side };
    let (start, route) = (grid.middle(0), String::new());
    let hero =
        Hero { hp: HP, attack: STRENGTH, defence: STRENGTH, gold: 0, yellow_keys: 0, blue_keys: 0, at: start, route };
    let tower = Tower { floors: Vec::new(), enemies: Vec::new() };
    let random = SplitMix64::new(seed);
    let mut builder = Builder { random, grid, floors, tower, hero, map: Vec::new(), visited: Vec::new() };
    let mut entry = 0;
    for number in 0..floors {
        entry = builder.floor(number, entry);
    }
    MadeUp { tower: builder.tower, start, route: builder.hero.route }
}

/// The factor on what items and merchants of a floor give.
fn level(number: usize) -> i64 {
    1 + number as i64 / 4
}

impl Builder {
    /// Builds a floor that the hero enters in a room; the room where he leaves it.
    fn floor(&mut self, number: usize, entry: usize) -> usize {
        let grid = self.grid;
        let mut map = vec![vec![0; grid.size()]; grid.size()];
        for (y, row) in map.iter_mut().enumerate() {
            (0..grid.size()).filter(|x| x % 4 == 3 || y % 4 == 3).for_each(|x| row[x] = WALL);
        }
        self.tower.floors.push(Floor::new(map, level(number)));
        let kinds: Vec<u16> = (0..3).map(|_| self.kind(number)).collect();
        let parents = self.tree(entry);
        let (exit, way) = self.exit(&parents, entry);
        self.stairs(number, entry, exit);
        let mut passages = Vec::new();
        for (to, &from) in parents.iter().enumerate().filter(|&(to, _)| to != entry) {
            // Guards in a room whose middle is taken would cut it in two.
            let may_be_guarded = ![entry, exit].contains(&from) && to != exit && !parents.contains(&to);
            passages.push(self.passage((from, to), &kinds, may_be_guarded));
            self.furnish(to);
        }
        // One more way, which the hero does not need.
        let pairs = (0..grid.rooms()).flat_map(|one| grid.neighbours(one).map(move |other| (one, other)));
        let mut closed: Vec<_> = pairs.filter(|&(one, other)| parents[one] != other && parents[other] != one).collect();
        self.random.shuffle(&mut closed);
        if let Some(&pair) = closed.first() {
            self.passage(pair, &kinds, false);
        }
        let is_free = |&room: &usize| ![entry, exit].contains(&room) && self.is_free(grid.in_room(room, CORNERS[0]));
        if let Some(room) = way.iter().copied().find(is_free).filter(|_| number % 4 == 1) {
            self.merchant(number, room);
        }
        self.map = self.floor_mut().map.clone();
        self.hero.at = grid.middle(entry);
        self.visited = vec![(entry, false)];
        self.explore(passages, &way);
        if number + 1 < self.floors {
            self.go(grid.middle(exit))
        } else {
            self.fight(grid.middle(exit))
        }
        exit
    }

    fn floor_mut(&mut self) -> &mut Floor {
        self.tower.floors.last_mut().expect("a floor")
    }

    /// A monster of a strength that suits the hero as he comes to a floor.
    fn kind(&mut self, number: usize) -> u16 {
        let (attack, defence) = (self.hero.attack as f64, self.hero.defence as f64);
        let armour = (attack * (0.1 + 0.3 * self.random.unit())) as i64;
        let blow = self.hero.attack - armour;
        let hp = blow * (3 + self.random.below(4) as i64) - self.random.below(blow as usize) as i64;
        let force = (defence * (1.8 + 1.2 * self.random.unit())) as i64;
        let gold = (2 + number + self.random.below(3)) as i64;
        let special = [0, 0, 0, 1, 4][self.random.below(5)];
        self.tower.enemy(Enemy { hp, attack: force, defence: armour, gold, special })
    }

    /// A random tree of the rooms: the room before each, on the way from the entry; the entry's is itself.
    fn tree(&mut self, entry: usize) -> Vec<usize> {
        let grid = self.grid;
        let mut parents = vec![usize::MAX; grid.rooms()];
        parents[entry] = entry;
        let mut open: Vec<_> = grid.neighbours(entry).map(|to| (entry, to)).collect();
        while !open.is_empty() {
            let (from, to) = open.swap_remove(self.random.below(open.len()));
            if parents[to] == usize::MAX {
                parents[to] = from;
                open.extend(grid.neighbours(to).map(|next| (to, next)));
            }
        }
        parents
    }

    /// A room three passages from the entry, or as far as there is one, and the rooms on the way to it.
    fn exit(&mut self, parents: &[usize], entry: usize) -> (usize, Vec<usize>) {
        let grid = self.grid;
        let way = |room: usize| -> Vec<usize> {
            std::iter::successors(Some(room), |&at| (at != entry).then(|| parents[at])).collect()
        };
        let mut rooms: Vec<usize> = (0..grid.rooms()).collect();
        self.random.shuffle(&mut rooms);
        let exit = rooms.into_iter().max_by_key(|&room| way(room).len().min(4)).expect("a room");
        (exit, way(exit))
    }

    fn stairs(&mut self, number: usize, entry: usize, exit: usize) {
        let grid = self.grid;
        if number > 0 {
            self.floor_mut().put(grid.middle(entry), DOWN);
            self.floor_mut().down = Some(grid.middle(entry));
        }
        if number + 1 < self.floors {
            self.floor_mut().put(grid.middle(exit), UP);
            self.floor_mut().up = Some(grid.middle(exit));
        } else {
            let Hero { attack, defence, .. } = self.hero;
            let boss = Enemy { hp: attack * 6, attack: defence * 3, defence: attack / 2, gold: 0, special: 0 };
            let block = self.tower.enemy(boss);
            self.floor_mut().put(grid.middle(exit), block);
            self.floor_mut().after_battle.insert(name(grid.middle(exit)), json!([{"type": "win"}]));
        }
    }

    /// Puts a barrier between two rooms.
    fn passage(&mut self, (from, to): (usize, usize), kinds: &[u16], may_be_guarded: bool) -> Passage {
        let grid = self.grid;
        let cell = grid.between(from, to);
        let chance = self.random.unit();
        let corners = [grid.in_room(from, CORNERS[0]), grid.in_room(from, CORNERS[3])];
        let is_free = corners.iter().all(|&corner| self.is_free(corner));
        let kind = kinds[self.random.below(kinds.len())];
        let (block, barrier) = match chance {
            0.0..0.2 if may_be_guarded && is_free => (GUARDED_DOOR, Barrier::Guards(corners)),
            0.0..0.4 => (YELLOW_DOOR, Barrier::Door(YELLOW_DOOR)),
            0.4..0.47 => (BLUE_DOOR, Barrier::Door(BLUE_DOOR)),
            _ => (kind, Barrier::Monster),
        };
        self.floor_mut().put(cell, block);
        if matches!(barrier, Barrier::Guards(_)) {
            let flag = format!("flag:guards{}_{}", self.tower.floors.len(), name(cell).replace(',', "_"));
            let opens = json!({"type": "if", "condition": format!("{flag} == 2"),
                "true": [{"type": "openDoor", "loc": [cell.0, cell.1]}], "false": []});
            for corner in corners {
                self.floor_mut().put(corner, kind);
                self.floor_mut().after_battle.insert(name(corner), json!([add(&flag, 1), opens]));
            }
            // What is guarded is worth it.
            let gems = [SIDES[0], SIDES[3]].map(|side| grid.in_room(to, side));
            gems.into_iter().zip([RED_GEM, BLUE_GEM]).for_each(|(cell, gem)| self.floor_mut().put(cell, gem));
        }
        Passage { from, to, cell, barrier }
    }

    /// Puts things into a room.
    fn furnish(&mut self, room: usize) {
        let grid = self.grid;
        for side in SIDES {
            let item = match self.random.unit() {
                0.0..0.08 => [RED_GEM, BLUE_GEM][self.random.below(2)],
                0.08..0.09 => RED_POTION,
                0.09..0.1 => YELLOW_KEY,
                _ => continue,
            };
            if self.is_free(grid.in_room(room, side)) {
                self.floor_mut().put(grid.in_room(room, side), item);
            }
        }
    }

    fn is_free(&self, (x, y): Cell) -> bool {
        self.tower.floors.last().is_some_and(|floor| floor.map[y][x] == 0)
    }

    /// Puts a merchant of strength, and of keys or hp, into the middle of a room.
    fn merchant(&mut self, number: usize, room: usize) {
        let grid = self.grid;
        let (flag, level) = (format!("bought{number}"), level(number));
        let other = if number % 8 == 1 { ("item:yellowKey", 1) } else { ("status:hp", RED / 2 * level) };
        let wares = [("status:atk", 2 * level), ("status:def", 2 * level), other];
        let mut wares: Vec<_> = wares.map(|gain| ware(&flag, gain, PRICE * level)).into();
        wares.push(json!({"text": "leave", "action": []}));
        self.floor_mut().put(grid.middle(room), MERCHANT);
        self.floor_mut().events.insert(name(grid.middle(room)), json!([{"type": "choices", "choices": wares}]));
    }

    /// Buys attack and defence in turn while the gold lasts.
    fn buy(&mut self, merchant: Cell) {
        let level = level(self.tower.floors.len() - 1);
        let mut prices = (0..).map(|bought| price(PRICE * level, bought));
        for choice in [0, 1].into_iter().cycle() {
            let price = prices.next().expect("a price");
            if self.hero.gold < price {
                return;
            }
            self.hero.gold -= price;
            *(if choice == 0 { &mut self.hero.attack } else { &mut self.hero.defence }) += 2 * level;
            self.go(merchant);
            self.hero.route.push_str(["C0", "C1"][choice]);
        }
    }

    /// The hero takes the way up and some ways beside it, first what costs least.
    fn explore(&mut self, mut passages: Vec<Passage>, way: &[usize]) {
        loop {
            let visited = |room: usize| self.visited.iter().any(|&(known, _)| known == room);
            let open: Vec<usize> = (0..passages.len()).filter(|&place| visited(passages[place].from)).collect();
            if open.is_empty() {
                return;
            }
            let damage = |&place: &usize| match passages[place].barrier {
                Barrier::Door(_) => 0,
                Barrier::Monster => self.damage(passages[place].cell),
                Barrier::Guards(guards) => guards.map(|guard| self.damage(guard)).iter().sum(),
            };
            let passage = passages.swap_remove(open.into_iter().min_by_key(damage).expect("a passage"));
            let curiosity = CURIOSITY[usize::from(matches!(passage.barrier, Barrier::Door(_)))];
            if way.contains(&passage.to) || self.random.unit() < curiosity {
                self.pass(&passage);
            }
        }
    }

    fn pass(&mut self, passage: &Passage) {
        let grid = self.grid;
        match passage.barrier {
            Barrier::Door(door) => self.open(passage.cell, door),
            Barrier::Monster => self.fight(passage.cell),
            Barrier::Guards(guards) => {
                guards.into_iter().for_each(|guard| self.fight(guard));
                self.map[passage.cell.1][passage.cell.0] = 0;
            }
        }
        self.visited.push((passage.to, !matches!(passage.barrier, Barrier::Door(_))));
        for place in SIDES.into_iter().chain(CORNERS) {
            let (x, y) = grid.in_room(passage.to, place);
            if is_item(self.map[y][x]) {
                self.go((x, y));
            }
        }
        let (x, y) = grid.middle(passage.to);
        if self.map[y][x] == MERCHANT {
            self.buy((x, y));
        }
    }

    fn open(&mut self, cell: Cell, door: u16) {
        let is_yellow = door == YELLOW_DOOR;
        if (if is_yellow { self.hero.yellow_keys } else { self.hero.blue_keys }) == 0 {
            self.give(if is_yellow { YELLOW_KEY } else { BLUE_KEY });
        }
        *(if is_yellow { &mut self.hero.yellow_keys } else { &mut self.hero.blue_keys }) -= 1;
        self.go(cell);
    }

    fn enemy(&self, (x, y): Cell) -> &Enemy {
        self.tower.enemy_of(self.map[y][x]).expect("a monster")
    }

    /// What a fight costs.
    fn damage(&self, cell: Cell) -> i64 {
        let enemy = self.enemy(cell);
        let blow = self.hero.attack - enemy.defence;
        let rounds = (enemy.hp + blow - 1) / blow;
        let each = (enemy.attack - self.hero.defence).max(0) * if enemy.special == 4 { 2 } else { 1 };
        each * (rounds - i64::from(enemy.special != 1))
    }

    fn fight(&mut self, cell: Cell) {
        let damage = self.damage(cell);
        while self.hero.hp <= damage {
            let ratio = self.floor_mut().ratio;
            self.give(if damage - self.hero.hp >= 2 * RED * ratio { BLUE_POTION } else { RED_POTION });
        }
        self.hero.hp -= damage;
        self.hero.gold += self.enemy(cell).gold;
        self.go(cell);
    }

    /// Puts an item where the hero has been, and lets him fetch it.
    fn give(&mut self, item: u16) {
        let grid = self.grid;
        let at = self.hero.at;
        let places = |&(room, fought): &(usize, bool)| {
            CORNERS.into_iter().chain(SIDES).map(move |place| (grid.in_room(room, place), fought))
        };
        let mut cells: Vec<(Cell, bool)> = self.visited.iter().flat_map(places).collect();
        cells.retain(|&(cell, _)| self.is_free(cell) && cell != at);
        self.random.shuffle(&mut cells);
        let &(cell, _) = cells.iter().find(|(_, fought)| *fought).or(cells.first()).expect("room for an item");
        self.floor_mut().put(cell, item);
        self.map[cell.1][cell.0] = item;
        self.go(cell);
    }

    /// Walks to a cell, taking what lies on the way, and does what is to be done there.
    fn go(&mut self, to: Cell) {
        let grid = self.grid;
        let mut before = vec![vec![None; grid.size()]; grid.size()];
        let mut open = VecDeque::from([to]);
        before[to.1][to.0] = Some(to);
        while let Some(cell) = open.pop_front() {
            for (_, next) in grid.steps(cell) {
                let block = self.map[next.1][next.0];
                if before[next.1][next.0].is_none() && (block == 0 || is_item(block) || next == self.hero.at) {
                    before[next.1][next.0] = Some(cell);
                    open.push_back(next);
                }
            }
        }
        while self.hero.at != to {
            let (x, y) = self.hero.at;
            let next = before[y][x].expect("a way");
            let (letter, _) = grid.steps((x, y)).find(|&(_, cell)| cell == next).expect("a neighbour");
            self.hero.route.push(letter);
            let block = self.map[next.1][next.0];
            if block != MERCHANT {
                self.map[next.1][next.0] = 0;
            }
            let ratio = self.floor_mut().ratio;
            match block {
                YELLOW_KEY => self.hero.yellow_keys += 1,
                BLUE_KEY => self.hero.blue_keys += 1,
                RED_GEM => self.hero.attack += GEM * ratio,
                BLUE_GEM => self.hero.defence += GEM * ratio,
                RED_POTION => self.hero.hp += RED * ratio,
                BLUE_POTION => self.hero.hp += BLUE * ratio,
                0 | UP => {}
                // He stays before a door, a monster and a merchant.
                _ => return,
            }
            self.hero.at = next;
        }
    }
}

fn is_item(block: u16) -> bool {
    (YELLOW_KEY..=BLUE_POTION).contains(&block)
}
