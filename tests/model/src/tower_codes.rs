//! A plain reading of the rules of towers over the codes of the map, every item, door and monster a decision of its own,
//! nothing pruned and nothing taken for free.

use meihua_engine::games::tower::Version;
use std::collections::HashSet;

/// A tower as its numbers.
pub struct Codes {
    cols: usize,
    version: Version,
    values: Vec<i64>,
    /// `id hp attack defence special`.
    pub monsters: Vec<[i64; 5]>,
    pub start: TowerPosition,
}

#[derive(Clone, PartialEq, Eq, Hash)]
pub struct TowerPosition {
    pub map: Vec<i64>,
    hp: i64,
    attack: i64,
    defence: i64,
    magic: i64,
    keys: [i64; 3],
    at: usize,
}

impl Codes {
    /// Reads the text of a tower that is known to be sound.
    pub fn read(text: &str) -> Codes {
        let lines: Vec<Vec<i64>> =
            text.lines().map(|line| line.split(' ').map(|word| word.parse().unwrap()).collect()).collect();
        let (rows, cols) = (lines[1][0] as usize, lines[1][1] as usize);
        let map = lines[2..2 + rows].concat();
        let values = lines[2 + rows].clone();
        let kinds = lines[3 + rows][0] as usize;
        let monsters = lines[4 + rows..4 + rows + kinds].iter().map(|line| line[..].try_into().unwrap()).collect();
        let hero = &lines[4 + rows + kinds];
        let version = if values.len() == 5 { Version::V1 } else { Version::V2 };
        let at = hero[4] as usize * cols + hero[5] as usize;
        let (hp, attack, defence, magic) = (hero[0], hero[1], hero[2], hero[3]);
        Codes {
            cols,
            version,
            values,
            monsters,
            start: TowerPosition { map, hp, attack, defence, magic, keys: [0; 3], at },
        }
    }

    fn damage(&self, at: &TowerPosition, id: i64) -> Option<i64> {
        let [_, hp, mut attack, mut defence, special] = *self.monsters.iter().find(|monster| monster[0] == id).unwrap();
        let mut worn = at.defence;
        let v2 = self.version == Version::V2;
        if special == 1 {
            worn = 0;
        }
        if special == 2 {
            defence = at.attack - 1;
        }
        if v2 && special == 6 {
            (attack, defence) = (at.attack, at.defence);
        }
        if at.attack <= defence {
            return None;
        }
        if worn >= attack {
            return Some(0);
        }
        let rounds = (hp - 1) / (at.attack - defence);
        let times = match (v2, special) {
            (false, 4) | (true, 7) => 2,
            (true, 8) => 3,
            (true, 9) => 4,
            _ => 1,
        };
        let mut damage = rounds * (attack - worn) * times;
        if special == 3 {
            damage += attack - worn;
        }
        if v2 && special == 4 {
            damage += (0.9 * at.defence as f64).floor() as i64;
        }
        if v2 && special == 5 {
            damage += rounds * (0.1 * at.attack as f64).floor() as i64;
        }
        Some((damage - at.magic).max(0))
    }

    fn neighbours(&self, cell: usize, count: usize) -> Vec<usize> {
        let mut cells = Vec::new();
        if cell >= self.cols {
            cells.push(cell - self.cols);
        }
        if cell + self.cols < count {
            cells.push(cell + self.cols);
        }
        if !cell.is_multiple_of(self.cols) {
            cells.push(cell - 1);
        }
        if cell % self.cols + 1 < self.cols {
            cells.push(cell + 1);
        }
        cells
    }

    /// The positions after one act; an act on the boss ends the game and is given apart, as the hp left.
    fn acts(&self, at: &TowerPosition) -> (Vec<TowerPosition>, Vec<i64>) {
        let (mut next, mut ends) = (Vec::new(), Vec::new());
        let (mut seen, mut open) = (HashSet::from([at.at]), vec![at.at]);
        while let Some(cell) = open.pop() {
            for beside in self.neighbours(cell, at.map.len()) {
                if at.map[beside] == 11 || !seen.insert(beside) {
                    continue;
                }
                let code = at.map[beside];
                if code == 10 {
                    open.push(beside);
                    continue;
                }
                let mut after = at.clone();
                after.map[beside] = 10;
                match code {
                    21..=23 => after.keys[code as usize - 21] += 1,
                    24 => after.attack += self.values[0],
                    25 => after.defence += self.values[1],
                    26 => after.magic += self.values[2],
                    27..=30 => after.hp += self.values[code as usize - 24],
                    31..=33 => after.keys[code as usize - 31] -= 1,
                    _ => after.hp -= self.damage(at, code).unwrap_or(at.hp),
                }
                if after.hp <= 0 || after.keys.iter().any(|&keys| keys < 0) {
                    continue;
                }
                if code == 99 { ends.push(after.hp) } else { next.push(after) }
            }
        }
        (next, ends)
    }

    /// The most hp with the boss dead, if he can be killed; the fewest monsters left without that, and the most hp then.
    pub fn best(&self) -> (Option<i64>, (usize, i64)) {
        let (mut best, mut walk) = (None, (usize::MAX, 0));
        let (mut seen, mut open) = (HashSet::from([self.start.clone()]), vec![self.start.clone()]);
        while let Some(at) = open.pop() {
            let left = at.map.iter().filter(|&&code| code > 50).count();
            if left < walk.0 || (left == walk.0 && at.hp > walk.1) {
                walk = (left, at.hp);
            }
            let (next, ends) = self.acts(&at);
            best = best.max(ends.into_iter().max());
            open.extend(next.into_iter().filter(|after| seen.insert(after.clone())));
        }
        (best, walk)
    }
}
