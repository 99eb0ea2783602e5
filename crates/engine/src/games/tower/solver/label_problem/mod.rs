//! The tower as a label problem: the decisions are the blocks taken, the resource is hp.
//!
//! Attack, defence and keys follow from the blocks taken. The hero's position does not matter, because everything he
//! has opened is connected. Three rules keep the number of labels small without losing a best plan:
//!
//! * **Free decisions are made at once**: monsters that cost nothing, doors if there are keys for all that remain,
//!   monsters that cost no more than ever and guard potions worth the cost, and gems that can no longer do harm.
//! * **A step continues until it gains something.** A block with only further blocks behind it is useful only for
//!   these, so taking it may as well wait until just before. It is therefore taken together with one of the blocks it
//!   uncovers. (Waiting makes no fight more expensive except those with [`non_monotone`] monsters, which end a step.)
//!   Gems that may do harm wait in the same way ([`branching`]).
//! * **Dead ends that cost more than they contain** are ignored.
//!
//! Sets of decisions that differ only in which of several equivalent gems were taken are the same ([`decisions`]).

mod branching;
mod decision_log;
mod decisions;
mod node;
mod non_monotone;

use super::super::combat::Monster;
use super::super::pathing::Move;
use super::super::state::{Cell, State, Tower};
use super::super::tile::MonsterId;
use super::areas::{Areas, Block, Kind, Loot};
use super::bits::Bits;
use super::bound::{Bound, Estimate, Prices, boss_slopes};
use super::dead_ends::dead_ends;
use super::dominators::Dominators;
use super::harm::Harm;
use crate::deadline::Deadline;
use crate::puzzle::label_problem::{Aim, Label, LabelProblem, Sink};
use branching::Steps;
use decision_log::{Silent, Trail};
use decisions::Decisions;
use node::Node;
use non_monotone::NonMonotoneMonsters;

/// A tower as a label problem, with room for `64 * W` blocks and as many areas.
#[derive(Clone, Debug)]
pub(crate) struct TowerLabels<const W: usize> {
    blocks: Vec<BlockFacts<W>>,
    /// By gems taken and block.
    costs: Vec<Vec<Cost>>,
    loot: Vec<Loot>,
    monsters: [Option<Monster>; MonsterId::NUM],
    start: Node<W>,
    /// The free decisions made before the start.
    start_steps: Vec<usize>,
    /// Dead ends that are not worth their cost.
    idle: Bits<W>,
    /// The value of a dead monster.
    reward: i64,
    /// The monsters that gems may make more expensive.
    non_monotone: NonMonotoneMonsters<W>,
    /// These and all blocks that dominate them, which is where the costs differ.
    non_monotone_chains: Bits<W>,
    /// The gems that may do harm.
    gems: Bits<W>,
    /// Those of them with only one neighbour.
    leaf_gems: Bits<W>,
    /// The red ones among these.
    red_gems: Bits<W>,
    boss: Option<usize>,
}

/// The contribution of a block to the bound.
#[derive(Clone, Copy, Debug)]
struct Cost {
    /// Its minimum cost.
    least: i64,
    /// What is lost by taking it, besides damage above `least`.
    loss: i64,
    /// The value of its subtree while it stands.
    value: i64,
}

#[derive(Clone, Debug)]
struct BlockFacts<const W: usize> {
    kind: Kind,
    cell: Cell,
    /// The blocks it uncovers.
    front: Bits<W>,
    /// The areas with loot that it opens.
    areas: Bits<W>,
    /// Its children in the dominator tree.
    children: Bits<W>,
    /// Hp directly behind it and behind nothing else.
    leaf_hp: i64,
}

impl<const W: usize> TowerLabels<W> {
    /// The label problem for a contracted map of suitable size. The bound is less tight if the deadline passes before
    /// it is computed.
    pub(crate) fn new(tower: &Tower, state: &State, areas: &Areas, aim: Aim, deadline: &Deadline) -> Self {
        let dominators = Dominators::new(areas);
        let estimate = Estimate::new(tower, state, areas, &dominators, aim, deadline);
        let bound = estimate.tightest(boss_slopes(tower, state, areas), deadline);
        let idle = match aim {
            Aim::Goal => dead_ends(areas, &dominators, &estimate.bound(Prices::default()), &estimate.must(), deadline),
            Aim::Fallback => Vec::new(),
        };
        // Areas without loot no longer matter.
        let rich: Vec<usize> = (0..areas.loot.len()).filter(|&area| !areas.loot[area].is_empty()).collect();
        let blocks = block_facts(areas, &dominators, &rich);
        let idle = Bits::of(idle);
        let sides = |block: &Block| block.areas.len() + block.blocks.len();
        let corners = Bits::of((0..areas.blocks.len()).filter(|&block| sides(&areas.blocks[block]) == 1));
        let of_kind =
            |wanted: &dyn Fn(Kind) -> bool| Bits::of((0..blocks.len()).filter(|&block| wanted(blocks[block].kind)));
        let kinds: Vec<MonsterId> = Harm::by_monster(tower, state).into_iter().map(|(id, _)| id).collect();
        let mut problem = TowerLabels {
            non_monotone_chains: chains(
                &dominators,
                kinds.iter().flat_map(|&id| of_kind(&|kind| kind == Kind::Monster(id)).iter()),
            ),
            // Idle blocks are never taken.
            non_monotone: NonMonotoneMonsters::new(tower, state, &kinds, estimate.least.len(), |id| {
                of_kind(&|kind| kind == Kind::Monster(id)).without(idle)
            }),
            gems: of_kind(&|kind| matches!(kind, Kind::Gem(_))),
            leaf_gems: of_kind(&|kind| matches!(kind, Kind::Gem(_))).intersection(corners),
            red_gems: of_kind(&|kind| matches!(kind, Kind::Gem(loot) if loot.attack != 0)),
            idle,
            loot: rich.iter().map(|&area| areas.loot[area]).collect(),
            monsters: tower.monsters,
            costs: (0..estimate.least.len()).map(|gems| costs(&estimate, gems, bound.prices)).collect(),
            start: start(state, areas, &dominators, &bound),
            start_steps: Vec::new(),
            blocks,
            reward: estimate.reward,
            boss: estimate.boss,
        };
        problem.begin(rich.first() == Some(&0), deadline);
        problem
    }

    /// Completes the start: the doors that remain, the loot at the hero's position, and what is taken at once.
    fn begin(&mut self, stands_on_loot: bool, deadline: &Deadline) {
        for (index, block) in self.blocks.iter().enumerate() {
            if let Kind::Door(colour) = block.kind
                && !self.idle.contains(index)
            {
                self.start.spare[colour.index()] -= 1;
            }
        }
        let mut start = self.start.clone();
        if stands_on_loot {
            self.enter(&mut start, Bits::of([0]));
        }
        let mut trail = Trail::new(deadline);
        Steps::new(self, &mut start, 0, &mut trail).settle(&mut start, Bits::default());
        self.start_steps = trail.blocks;
        self.price(&mut start);
        start.gained = false;
        self.start = start;
    }
}

/// The facts about every block; `rich` are the areas with loot.
fn block_facts<const W: usize>(areas: &Areas, dominators: &Dominators, rich: &[usize]) -> Vec<BlockFacts<W>> {
    let mut children = vec![Bits::default(); areas.blocks.len()];
    for (index, above) in dominators.of_block.iter().enumerate() {
        above.iter().for_each(|&above| children[above].insert(index));
    }
    let number = |area: &usize| rich.binary_search(area).ok();
    let facts = |(index, block): (usize, &Block)| {
        let behind = block.areas.iter().flat_map(|&area| &areas.rim[area]);
        let (front, opened) = if block.is_boss() {
            (Bits::default(), Bits::default())
        } else {
            (Bits::of(block.blocks.iter().chain(behind).copied()), Bits::of(block.areas.iter().filter_map(number)))
        };
        let leaf_hp = block.areas.iter().filter(|&&area| dominators.of_area[area] == Some(index));
        BlockFacts {
            kind: block.kind,
            cell: block.cell,
            front,
            areas: opened,
            children: children[index],
            leaf_hp: leaf_hp.map(|&area| areas.loot[area].hp).sum(),
        }
    };
    areas.blocks.iter().enumerate().map(facts).collect()
}

/// Blocks together with everything above them in the dominator tree.
fn chains<const W: usize>(dominators: &Dominators, blocks: impl Iterator<Item = usize>) -> Bits<W> {
    blocks.fold(Bits::default(), |set: Bits<W>, block| {
        // What is above a block in the set is in the set, too.
        let fresh = dominators.chain(block).take_while(|&above| !set.contains(above));
        set.union(Bits::of(fresh))
    })
}

/// The contributions of the blocks to the bound after some gems.
fn costs(estimate: &Estimate, gems: usize, prices: Prices) -> Vec<Cost> {
    let bound = estimate.bound_after(gems, prices);
    let values = bound.raw.iter().zip(&bound.value);
    // The boss and what comes before him must be taken and lose nothing.
    values.zip(&estimate.least[gems]).map(|((raw, &value), &least)| Cost { least, loss: value - raw, value }).collect()
}

fn start<const W: usize>(state: &State, areas: &Areas, dominators: &Dominators, bound: &Bound) -> Node<W> {
    let hero = &state.hero;
    Node {
        decisions: Decisions::default(),
        taken: Bits::default(),
        front: Bits::of(areas.rim[0].iter().copied()),
        open_roots: Bits::of((0..areas.blocks.len()).filter(|&block| dominators.of_block[block].is_none())),
        costs: 0,
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

impl<const W: usize> LabelProblem for TowerLabels<W> {
    type Decisions = Decisions<W>;
    type Move = Move;

    fn start(&self) -> Label<Decisions<W>> {
        self.start.label()
    }

    fn rank(&self, decisions: &Decisions<W>) -> usize {
        decisions.rank()
    }

    fn ranks(&self) -> usize {
        self.blocks.len() + 1
    }

    fn value(&self, label: &Label<Decisions<W>>) -> Option<i64> {
        match self.boss {
            Some(boss) => label.decisions.all().contains(boss).then_some(label.amount),
            None if self.reward == 0 => None,
            None => {
                let monsters =
                    label.decisions.all().iter().filter(|&block| matches!(self.blocks[block].kind, Kind::Monster(_)));
                Some(monsters.count() as i64 * self.reward + label.amount)
            }
        }
    }

    fn expand<S: Sink<Decisions<W>>>(&self, label: &Label<Decisions<W>>, sink: &mut S) {
        let mut node = self.node(label);
        let floor = sink.floor();
        Steps::new(self, &mut node, floor, &mut Silent(sink)).branch(&node, node.front, 0);
    }

    fn steps(&self, from: Option<&Label<Decisions<W>>>, to: &Label<Decisions<W>>) -> Vec<Move> {
        let blocks = match from {
            None => self.start_steps.clone(),
            Some(from) => {
                let mut node = self.node(from);
                let mut trail = Trail::to(*to);
                Steps::new(self, &mut node, to.decisions.floor, &mut trail).branch(&node, node.front, 0);
                trail.found.unwrap_or_default()
            }
        };
        blocks.into_iter().map(|block| Move::Act(self.blocks[block].cell)).collect()
    }
}
