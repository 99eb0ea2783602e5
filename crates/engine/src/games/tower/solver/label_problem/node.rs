//! A label with everything that follows from its decisions, and the effect of a block on it.

use super::TowerLabels;
use super::decisions::Decisions;
use crate::games::tower::solver::areas::{Kind, Loot};
use crate::games::tower::solver::bits::Bits;
use crate::games::tower::tile::{Colour, MonsterId};
use crate::puzzle::label_problem::Label;

/// A label with everything that follows from its decisions.
#[derive(Clone, Debug)]
pub(super) struct Node<const W: usize> {
    pub decisions: Decisions<W>,
    /// The blocks taken, as one set.
    pub taken: Bits<W>,
    /// Reachable blocks that still stand.
    pub front: Bits<W>,
    pub areas: Bits<W>,
    /// Blocks that still stand although all blocks that dominate them were taken.
    pub(crate) open_roots: Bits<W>,
    /// The index of the costs used in the bound.
    pub costs: usize,
    pub attack: i64,
    pub defence: i64,
    pub magic: i64,
    pub keys: [i32; Colour::NUM],
    /// Number of keys beyond those needed for all remaining doors; negative if there are not enough.
    pub spare: [i32; Colour::NUM],
    pub hp: i64,
    pub bound: i64,
    /// Whether the last step gained something.
    pub gained: bool,
    /// Whether something was collected since free decisions were last looked for.
    pub(crate) collected: bool,
}

impl<const W: usize> Node<W> {
    #[inline]
    pub(super) fn collect(&mut self, loot: &Loot) {
        self.attack += loot.attack;
        self.defence += loot.defence;
        self.magic += loot.magic;
        self.hp += loot.hp;
        for (colour, keys) in loot.keys.into_iter().enumerate() {
            self.keys[colour] += keys as i32;
            self.spare[colour] += keys as i32;
        }
    }

    /// The node before the next block is taken.
    #[inline]
    pub(super) fn fresh(&self) -> Self {
        Node { gained: false, ..self.clone() }
    }

    pub(super) fn label(&self) -> Label<Decisions<W>> {
        Label { decisions: self.decisions, amount: self.hp, bound: self.bound }
    }
}

impl<const W: usize> TowerLabels<W> {
    /// Everything that follows from a label.
    pub(super) fn node(&self, label: &Label<Decisions<W>>) -> Node<W> {
        let mut node = Node {
            decisions: label.decisions,
            taken: label.decisions.all(),
            hp: label.amount,
            bound: label.bound,
            ..self.start.clone()
        };
        let fresh = node.taken.without(self.start.taken);
        let mut areas = self.start.areas;
        for block in fresh.iter() {
            let facts = &self.blocks[block];
            node.front = node.front.union(facts.front);
            areas = areas.union(facts.areas);
            node.open_roots = node.open_roots.union(facts.children);
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
        node.open_roots = node.open_roots.without(node.taken);
        node.costs = self.non_monotone.costs(node.attack, node.defence);
        node.areas = areas;
        node.hp = label.amount;
        node
    }

    /// Whether a gem is red (0) or blue (1).
    #[inline]
    pub(super) fn colour(&self, gem: usize) -> usize {
        usize::from(!self.red_gems.contains(gem))
    }

    #[inline]
    pub(super) fn damage(&self, node: &Node<W>, id: MonsterId) -> Option<i64> {
        self.monsters[id.index()].as_ref()?.damage(node.attack, node.defence, node.magic).ok()
    }

    /// The bound after taking a block; `None` if keys or hp do not suffice.
    #[inline]
    pub(super) fn bound_after(&self, node: &Node<W>, block: usize) -> Option<i64> {
        let cost = &self.costs[node.costs][block];
        let paid = match self.blocks[block].kind {
            Kind::Door(colour) => (node.keys[colour.index()] > 0).then_some(0)?,
            Kind::Monster(id) => self.damage(node, id).filter(|&damage| damage < node.hp)? - cost.least,
            Kind::Gem(_) => 0,
        };
        Some(node.bound - cost.loss - paid)
    }

    /// Takes a block if keys and hp suffice.
    #[inline]
    pub(super) fn take(&self, node: &mut Node<W>, block: usize) -> bool {
        let facts = &self.blocks[block];
        let cost = &self.costs[node.costs][block];
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
                node.bound -= damage - cost.least;
                // Gems may have become free.
                node.collected |= self.non_monotone.blocks.contains(block);
                node.gained |= self.reward > 0;
            }
            Kind::Gem(loot) => {
                node.collect(&loot);
                node.collected = true;
            }
        }
        node.bound -= cost.loss;
        node.taken.insert(block);
        if self.leaf_gems.contains(block) {
            node.decisions.insert_leaf_gem(block, self.colour(block));
        } else {
            node.decisions.insert(block);
        }
        node.front = node.front.union(facts.front).without(node.taken);
        node.open_roots = node.open_roots.union(facts.children).without(node.taken);
        self.enter(node, facts.areas);
        true
    }

    /// Switches to the costs after the gems taken.
    pub(super) fn price(&self, node: &mut Node<W>) {
        let costs = self.non_monotone.costs(node.attack, node.defence);
        if costs != node.costs {
            let (before, after) = (&self.costs[node.costs], &self.costs[costs]);
            let open_roots = node.open_roots.intersection(self.non_monotone_chains);
            node.bound += open_roots.iter().map(|root| after[root].value - before[root].value).sum::<i64>();
            node.costs = costs;
        }
    }

    /// Enters areas and collects the loot in new ones.
    pub(super) fn enter(&self, node: &mut Node<W>, areas: Bits<W>) {
        let fresh = areas.without(node.areas);
        if !fresh.is_empty() {
            fresh.iter().for_each(|area| node.collect(&self.loot[area]));
            node.areas = node.areas.union(fresh);
            (node.gained, node.collected) = (true, true);
        }
    }
}
