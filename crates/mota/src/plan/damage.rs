//! What fights cost, by the hero's numbers.

use super::graph::{ATTACK, DEFENCE, Graph, HP, MAX_NUMBERS, Numbers};
use super::probe::{PERCENTS, set_number};
use crate::rules::fight::fight_on;
use crate::rules::model::Project;
use crate::rules::state::State;
use rustc_hash::FxHashMap;

/// A fight that cannot be won.
pub(super) const NEVER: i64 = i64::MAX;

/// How the cost of a fight is found.
#[derive(Clone, Debug)]
enum Foe {
    /// From hit points, attack and defence of a monster without specials.
    Plain { hp: i64, attack: i64, defence: i64 },
    /// From the rules, once for each set of the numbers that matter.
    Rules { minded: Vec<u8>, known: FxHashMap<u64, i64> },
}

/// What fights cost.
pub(super) struct Damages<'a> {
    project: &'a Project,
    base: State,
    graph: &'a Graph,
    foes: Vec<Foe>,
}

impl<'a> Damages<'a> {
    /// Of all foes of a graph, in the state that it was compiled from.
    pub(super) fn new(project: &'a Project, base: &State, graph: &'a Graph) -> Damages<'a> {
        let mut damages = Damages { project, base: base.clone(), graph, foes: Vec::new() };
        damages.foes = (0..graph.foes.len()).map(|foe| damages.classify(foe)).collect();
        damages
    }

    /// Hp that a fight costs; [`NEVER`] where it cannot be won.
    #[inline]
    pub(super) fn of(&mut self, foe: u32, numbers: &Numbers) -> i64 {
        match &self.foes[foe as usize] {
            Foe::Plain { hp, attack, defence } => {
                let dealt = numbers[ATTACK] - defence;
                if dealt <= 0 {
                    return NEVER;
                }
                let blow = (attack - numbers[DEFENCE]).max(0);
                if blow == 0 || dealt >= *hp {
                    return (-numbers[3]).max(0);
                }
                (blow * ((hp - 1) / dealt) - numbers[3]).max(0)
            }
            Foe::Rules { .. } => self.by_rules(foe as usize, numbers),
        }
    }

    fn by_rules(&mut self, foe: usize, numbers: &Numbers) -> i64 {
        let Foe::Rules { minded, known } = &self.foes[foe] else { return NEVER };
        let mut key = 0_u64;
        for &place in minded {
            key = (key ^ numbers[usize::from(place)] as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        }
        if let Some(&damage) = known.get(&key) {
            return damage;
        }
        let damage = self.ask(foe, numbers);
        if let Foe::Rules { known, .. } = &mut self.foes[foe] {
            known.insert(key, damage);
        }
        damage
    }

    /// What the rules say.
    fn ask(&self, foe: usize, numbers: &Numbers) -> i64 {
        let mut state = self.base.clone();
        for (place, &of) in self.graph.numbers.iter().enumerate() {
            set_number(&mut state, of, numbers[place]);
        }
        let opponent = self.graph.foes[foe];
        let cell = (opponent.place.1 != u16::MAX).then_some(opponent.place.1);
        fight_on(self.project, &state, opponent.place.0, opponent.enemy, cell).map_or(NEVER, |fight| fight.damage)
    }

    /// Finds out on which numbers a fight depends, and whether three numbers of the monster say all.
    fn classify(&self, foe: usize) -> Foe {
        let enemy = &self.base.enemies[self.graph.foes[foe].enemy as usize];
        let (hp, attack, defence) = (enemy.hp as i64, enemy.attack as i64, enemy.defence as i64);
        let samples =
            [(1, 0), (hp / 2 + 1, attack / 3), (hp / 7 + 1, attack / 2), (hp + 1, attack - 1), (3, attack + 1)];
        let samples: Vec<Numbers> = samples
            .into_iter()
            .enumerate()
            .map(|(number, (over, own))| {
                let mut numbers = self.graph.first;
                (numbers[HP], numbers[ATTACK], numbers[DEFENCE]) = (1_000_000_000, defence + over.max(1), own.max(0));
                numbers[3] = number as i64 % 2 * 3;
                numbers
            })
            .collect();
        let depends = |place: usize| {
            samples.iter().any(|numbers| {
                [0, 1, 7].into_iter().any(|value| {
                    let mut other = *numbers;
                    other[place] = match self.graph.numbers[place] {
                        HP => value * 1000 + 1,
                        of if of >= PERCENTS => value * 10_000,
                        _ => value,
                    };
                    self.ask(foe, &other) != self.ask(foe, numbers)
                })
            })
        };
        let others: Vec<u8> = (0..self.graph.numbers.len().min(MAX_NUMBERS))
            .filter(|&place| !(1..=3).contains(&place) && depends(place))
            .map(|place| place as u8)
            .collect();
        let plain = Foe::Plain { hp, attack, defence };
        if others.is_empty() && enemy.specials == 0 && enemy.own.is_empty() {
            let mut check = Damages {
                project: self.project,
                base: self.base.clone(),
                graph: self.graph,
                foes: vec![plain.clone()],
            };
            let agrees = samples.iter().all(|numbers| check.of(0, numbers) == self.ask(foe, numbers));
            if agrees && enemy.hp == hp as f64 && enemy.attack == attack as f64 && enemy.defence == defence as f64 {
                return plain;
            }
        }
        Foe::Rules { minded: (1..=3).chain(others).collect(), known: FxHashMap::default() }
    }
}
