//! The tower as a quest: the deeds are the blocks taken, the resource is hp.
//!
//! Attack, defence and keys follow from the blocks taken; where the hero stands does not matter, for all that he has
//! opened hangs together. Three rules keep the number of labels small, and none of them loses a best plan:
//!
//! * **Free deeds are done at once**: monsters that cost nothing, doors when there are keys for all that are left,
//!   monsters who cost no more than ever and guard potions worth it, and gems that do harm once those are dead whom they
//!   would make dearer.
//! * **A step goes on until it gains something.** A block behind which nothing lies but further blocks is of use only
//!   for these; whoever takes it may as well wait until just before. So it is taken together with one of those that it
//!   uncovers. (Waiting makes no fight dearer, unless gems do harm; as long as they may, the rule is off.)
//! * **Dead ends that cost more than they hold** are left alone.

use super::areas::{Areas, Kind, Loot};
use super::bits::Bits;
use super::bound::{Bound, Estimate, Prices, boss_slopes};
use super::combat::Monster;
use super::dead_ends::dead_ends;
use super::dominators::Dominators;
use super::harm::Harm;
use super::state::{Cell, State, Tower};
use super::tile::{Colour, MonsterId};
use super::way::Move;
use crate::quest::{Aim, Label, Quest, Sink};

/// A tower as a quest, with room for `64 * W` blocks and as many areas.
#[derive(Clone, Debug)]
pub struct TowerQuest<const W: usize> {
    blocks: Vec<BlockFacts<W>>,
    loot: Vec<Loot>,
    monsters: [Option<Monster>; MonsterId::NUM],
    start: Node<W>,
    /// The free deeds before the start.
    start_steps: Vec<usize>,
    /// Dead ends not worth their cost.
    idle: Bits<W>,
    /// The worth of a dead monster.
    reward: i64,
    /// The monsters that a red gem may make dearer, and those that a blue one may.
    benders: [Bits<W>; 2],
    boss: Option<usize>,
}

#[derive(Clone, Debug)]
struct BlockFacts<const W: usize> {
    kind: Kind,
    cell: Cell,
    /// The blocks it uncovers.
    front: Bits<W>,
    /// The areas with loot that it opens.
    areas: Bits<W>,
    /// What it costs at least.
    least: i64,
    /// What taking it loses beyond the damage above `least`.
    loss: i64,
    /// Hp that lies right behind it and behind it alone.
    pocket: i64,
}

/// A label with all that follows from its deeds.
#[derive(Clone, Debug)]
struct Node<const W: usize> {
    taken: Bits<W>,
    /// Blocks that can be reached and still stand.
    front: Bits<W>,
    areas: Bits<W>,
    attack: i64,
    defence: i64,
    magic: i64,
    keys: [i32; Colour::NUM],
    /// Keys beyond those that all the doors left would take: below 0, they do not go round.
    spare: [i32; Colour::NUM],
    hp: i64,
    bound: i64,
    /// Whether the last step gained something.
    gained: bool,
    /// Whether something was collected since the free deeds were last looked for.
    collected: bool,
}

/// A step takes at most this many blocks that gain nothing, so that the number of ways through a hall full of monsters
/// stays small.
const LONGEST_CHAIN: usize = 4;

impl<const W: usize> TowerQuest<W> {
    /// The quest of a contracted map that fits.
    pub fn new(tower: &Tower, state: &State, areas: &Areas, aim: Aim) -> Self {
        let dominators = Dominators::new(areas);
        let estimate = Estimate::new(tower, state, areas, &dominators, aim);
        let bound = estimate.tightest(boss_slopes(tower, state, areas));
        let idle = match aim {
            Aim::Goal => dead_ends(areas, &dominators, &estimate.bound(Prices::default()), &estimate.must()),
            Aim::Consolation => Vec::new(),
        };
        // Areas without loot matter no further.
        let rich: Vec<usize> = (0..areas.loot.len()).filter(|&area| !areas.loot[area].is_empty()).collect();
        let number = |area: &usize| rich.binary_search(area).ok();
        let facts = |index: usize| {
            let block = &areas.blocks[index];
            let behind = block.areas.iter().flat_map(|&area| &areas.rim[area]);
            let pocket = block.areas.iter().filter(|&&area| dominators.of_area[area] == Some(index));
            BlockFacts {
                kind: block.kind,
                cell: block.cell,
                front: if block.is_boss() {
                    Bits::default()
                } else {
                    Bits::of(block.blocks.iter().chain(behind).copied())
                },
                areas: if block.is_boss() { Bits::default() } else { Bits::of(block.areas.iter().filter_map(number)) },
                least: estimate.least[index],
                loss: bound.loss[index],
                pocket: pocket.map(|&area| areas.loot[area].hp).sum(),
            }
        };
        let blocks: Vec<BlockFacts<W>> = (0..areas.blocks.len()).map(facts).collect();
        let idle = Bits::of(idle);
        let mut quest = TowerQuest {
            idle,
            loot: rich.iter().map(|&area| areas.loot[area]).collect(),
            monsters: tower.monsters,
            start: start(state, areas, &bound),
            start_steps: Vec::new(),
            benders: benders(tower, state, &blocks),
            blocks,
            reward: estimate.reward,
            boss: estimate.boss,
        };
        // What is idle is never taken.
        quest.benders = quest.benders.map(|benders| benders.without(idle));
        for (index, block) in quest.blocks.iter().enumerate() {
            if let Kind::Door(colour) = block.kind
                && !quest.idle.contains(index)
            {
                quest.start.spare[colour.index()] -= 1;
            }
        }
        let mut start = quest.start.clone();
        if number(&0) == Some(0) {
            quest.enter(&mut start, Bits::of([0]));
        }
        let mut trail = Trail { blocks: Vec::new(), target: None, found: None };
        quest.settle(&mut start, Bits::default(), &mut trail);
        quest.start_steps = trail.blocks;
        quest.start = start;
        quest
    }
}

/// The blocks that hold monsters whom red gems may make dearer, and those of blue ones.
fn benders<const W: usize>(tower: &Tower, state: &State, blocks: &[BlockFacts<W>]) -> [Bits<W>; 2] {
    let harms = Harm::by_monster(tower, state);
    let of = |wanted: fn(Harm) -> bool| {
        let is_wanted =
            |kind| matches!(kind, Kind::Monster(id) if harms.iter().any(|&(other, harm)| other == id && wanted(harm)));
        Bits::of((0..blocks.len()).filter(|&block| is_wanted(blocks[block].kind)))
    };
    [of(|harm| harm.attack), of(|harm| harm.defence)]
}

fn start<const W: usize>(state: &State, areas: &Areas, bound: &Bound) -> Node<W> {
    let hero = &state.hero;
    Node {
        taken: Bits::default(),
        front: Bits::of(areas.rim[0].iter().copied()),
        areas: Bits::default(),
        attack: hero.attack,
        defence: hero.defence,
        magic: hero.magic,
        keys: hero.keys.map(|keys| keys as i32),
        spare: hero.keys.map(|keys| keys as i32),
        hp: hero.hp,
        bound: bound.start,
        gained: false,
        collected: true,
    }
}

impl<const W: usize> TowerQuest<W> {
    /// All that follows from a label.
    fn node(&self, label: &Label<Bits<W>>) -> Node<W> {
        let mut node = Node { taken: label.deeds, hp: label.amount, bound: label.bound, ..self.start.clone() };
        let fresh = node.taken.without(self.start.taken);
        let mut areas = self.start.areas;
        for block in fresh.iter() {
            let facts = &self.blocks[block];
            node.front = node.front.union(facts.front);
            areas = areas.union(facts.areas);
            match facts.kind {
                Kind::Door(colour) => node.keys[colour.index()] -= 1,
                Kind::Gem(loot) => node.collect(&loot),
                Kind::Monster(_) => {}
            }
        }
        for area in areas.without(self.start.areas).iter() {
            node.collect(&self.loot[area]);
        }
        node.front = node.front.without(node.taken);
        node.areas = areas;
        node.hp = label.amount;
        node
    }

    fn damage(&self, node: &Node<W>, id: MonsterId) -> Option<i64> {
        self.monsters[id.index()].as_ref()?.damage(node.attack, node.defence, node.magic).ok()
    }

    /// The bound after taking a block; `None` where keys or hp do not allow it.
    #[inline]
    fn bound_after(&self, node: &Node<W>, block: usize) -> Option<i64> {
        let facts = &self.blocks[block];
        let paid = match facts.kind {
            Kind::Door(colour) => (node.keys[colour.index()] > 0).then_some(0)?,
            Kind::Monster(id) => self.damage(node, id).filter(|&damage| damage < node.hp)? - facts.least,
            Kind::Gem(_) => 0,
        };
        Some(node.bound - facts.loss - paid)
    }

    /// Takes a block, if keys and hp allow it.
    #[inline]
    fn take(&self, node: &mut Node<W>, block: usize) -> bool {
        let facts = &self.blocks[block];
        match facts.kind {
            Kind::Door(colour) => {
                let keys = &mut node.keys[colour.index()];
                if *keys <= 0 {
                    return false;
                }
                *keys -= 1;
            }
            Kind::Monster(id) => {
                let Some(damage) = self.damage(node, id).filter(|&damage| damage < node.hp) else { return false };
                node.hp -= damage;
                node.bound -= damage - facts.least;
                // Gems may have become free.
                node.collected |= self.benders[0].contains(block) || self.benders[1].contains(block);
                node.gained |= self.reward > 0;
            }
            Kind::Gem(loot) => {
                node.collect(&loot);
                (node.gained, node.collected) = (true, true);
            }
        }
        node.bound -= facts.loss;
        node.taken.insert(block);
        node.front = node.front.union(facts.front).without(node.taken);
        self.enter(node, facts.areas);
        true
    }

    /// Enters areas; gains what lies in those that are new.
    fn enter(&self, node: &mut Node<W>, areas: Bits<W>) {
        let fresh = areas.without(node.areas);
        if !fresh.is_empty() {
            fresh.iter().for_each(|area| node.collect(&self.loot[area]));
            node.areas = node.areas.union(fresh);
            (node.gained, node.collected) = (true, true);
        }
    }

    /// Does all that is free. What was `seen` not to be free still is not, as long as nothing is collected: monsters cost
    /// what they cost, and a door takes its key along.
    fn settle<N: Notes<W>>(&self, node: &mut Node<W>, mut seen: Bits<W>, notes: &mut N) {
        loop {
            if std::mem::take(&mut node.collected) {
                seen = Bits::default();
            }
            let fresh = node.front.without(self.idle).without(seen);
            if fresh.is_empty() {
                return;
            }
            seen = seen.union(fresh);
            for block in fresh.iter() {
                if self.is_free(node, block) && self.take(node, block) {
                    notes.note(block);
                }
            }
        }
    }

    /// Whether a monster still stands that red gems (0) or blue ones (1) may make dearer.
    #[inline]
    fn bends(&self, node: &Node<W>, colour: usize) -> bool {
        !self.benders[colour].without(node.taken).is_empty()
    }

    fn is_free(&self, node: &Node<W>, block: usize) -> bool {
        let facts = &self.blocks[block];
        match facts.kind {
            Kind::Door(colour) => node.spare[colour.index()] >= 0,
            Kind::Monster(id) if !id.is_boss() => self.damage(node, id).is_some_and(|damage| {
                damage == 0 || (damage == facts.least && damage <= facts.pocket && damage < node.hp)
            }),
            Kind::Gem(loot) => {
                (loot.attack == 0 || !self.bends(node, 0)) && (loot.defence == 0 || !self.bends(node, 1))
            }
            Kind::Monster(_) => false,
        }
    }

    /// Takes each of some blocks, and goes on behind those that gain nothing.
    fn branch<N: Notes<W>>(&self, node: &Node<W>, choices: Bits<W>, length: usize, notes: &mut N) {
        for block in choices.without(self.idle).iter() {
            if self.bound_after(node, block).is_none_or(|bound| bound <= notes.floor() && Some(block) != self.boss) {
                continue;
            }
            let mut next = Node { gained: false, collected: false, ..node.clone() };
            if !self.take(&mut next, block) {
                continue;
            }
            let ends = Some(block) == self.boss;
            if ends {
                next.bound = next.hp;
            }
            if next.bound <= notes.floor() {
                continue;
            }
            let mark = notes.mark();
            notes.note(block);
            if ends {
                notes.push(Label { deeds: next.taken, amount: next.hp, bound: next.hp });
            } else {
                self.settle(&mut next, node.front, notes);
                let bends = self.bends(&next, 0) || self.bends(&next, 1);
                if next.gained || bends || length == LONGEST_CHAIN {
                    notes.push(Label { deeds: next.taken, amount: next.hp, bound: next.bound });
                } else {
                    self.branch(&next, next.front.without(node.front), length + 1, notes);
                }
            }
            notes.rewind(mark);
        }
    }
}

/// A sink that may be told each block as it is taken.
trait Notes<const W: usize>: Sink<Bits<W>> {
    fn note(&mut self, block: usize);
    fn mark(&self) -> usize;
    fn rewind(&mut self, mark: usize);
}

/// The search wants no notes.
struct Silent<'a, S>(&'a mut S);

impl<const W: usize, S: Sink<Bits<W>>> Sink<Bits<W>> for Silent<'_, S> {
    #[inline]
    fn floor(&self) -> i64 {
        self.0.floor()
    }
    #[inline]
    fn push(&mut self, label: Label<Bits<W>>) {
        self.0.push(label);
    }
}

impl<const W: usize, S: Sink<Bits<W>>> Notes<W> for Silent<'_, S> {
    #[inline]
    fn note(&mut self, _: usize) {}
    #[inline]
    fn mark(&self) -> usize {
        0
    }
    #[inline]
    fn rewind(&mut self, _: usize) {}
}

/// The blocks taken on the way to one label.
struct Trail<const W: usize> {
    blocks: Vec<usize>,
    target: Option<Label<Bits<W>>>,
    found: Option<Vec<usize>>,
}

impl<const W: usize> Sink<Bits<W>> for Trail<W> {
    fn floor(&self) -> i64 {
        self.target.map_or(i64::MAX, |target| target.bound - 1)
    }
    fn push(&mut self, label: Label<Bits<W>>) {
        if self.found.is_none() && self.target == Some(label) {
            self.found = Some(self.blocks.clone());
        }
    }
}

impl<const W: usize> Notes<W> for Trail<W> {
    fn note(&mut self, block: usize) {
        self.blocks.push(block);
    }
    fn mark(&self) -> usize {
        self.blocks.len()
    }
    fn rewind(&mut self, mark: usize) {
        self.blocks.truncate(mark);
    }
}

impl<const W: usize> Node<W> {
    #[inline]
    fn collect(&mut self, loot: &Loot) {
        self.attack += loot.attack;
        self.defence += loot.defence;
        self.magic += loot.magic;
        self.hp += loot.hp;
        for (colour, keys) in loot.keys.into_iter().enumerate() {
            self.keys[colour] += keys as i32;
            self.spare[colour] += keys as i32;
        }
    }
}

impl<const W: usize> Quest for TowerQuest<W> {
    type Deeds = Bits<W>;
    type Move = Move;

    fn start(&self) -> Label<Bits<W>> {
        Label { deeds: self.start.taken, amount: self.start.hp, bound: self.start.bound }
    }

    fn rank(&self, deeds: &Bits<W>) -> usize {
        deeds.len()
    }

    fn ranks(&self) -> usize {
        self.blocks.len() + 1
    }

    fn worth(&self, label: &Label<Bits<W>>) -> Option<i64> {
        match self.boss {
            Some(boss) => label.deeds.contains(boss).then_some(label.amount),
            None if self.reward == 0 => None,
            None => {
                let monsters = label.deeds.iter().filter(|&block| matches!(self.blocks[block].kind, Kind::Monster(_)));
                Some(monsters.count() as i64 * self.reward + label.amount)
            }
        }
    }

    fn expand<S: Sink<Bits<W>>>(&self, label: &Label<Bits<W>>, sink: &mut S) {
        let node = self.node(label);
        self.branch(&node, node.front, 0, &mut Silent(sink));
    }

    fn steps(&self, from: Option<&Label<Bits<W>>>, to: &Label<Bits<W>>) -> Vec<Move> {
        let blocks = match from {
            None => self.start_steps.clone(),
            Some(from) => {
                let node = self.node(from);
                let mut trail = Trail { blocks: Vec::new(), target: Some(*to), found: None };
                self.branch(&node, node.front, 0, &mut trail);
                trail.found.unwrap_or_default()
            }
        };
        blocks.into_iter().map(|block| Move::Act(self.blocks[block].cell)).collect()
    }
}
