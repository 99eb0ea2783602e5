//! A single step: gems that may do harm if they are useful, then a door or a monster, then everything that is free.
//!
//! A gem that may do harm is taken as late as possible, just before a fight that it makes cheaper or as a way to
//! something new; nothing is lost without it until then. But no fight is started that would be cheaper with the gem by
//! more than all the harm it can do later ([`super::non_monotone`]).

use super::TowerLabels;
use super::decision_log::Notes;
use super::node::Node;
use super::non_monotone::MarginalHarms;
use crate::games::tower::solver::areas::Kind;
use crate::games::tower::solver::bits::Bits;

/// Maximum number of blocks without gain taken in one step, which limits the number of paths through a hall full of
/// monsters.
const MAX_CHAIN: usize = 4;

/// All steps from one label.
pub(super) struct Steps<'a, const W: usize, N> {
    problem: &'a TowerLabels<W>,
    harms: MarginalHarms,
    notes: &'a mut N,
}

/// Gems taken one after another, by colour: red, blue.
#[derive(Clone, Copy, Default)]
struct Run<const W: usize> {
    /// Whether gems of each colour were taken that lead to nothing new.
    leaf_gems: [bool; 2],
    passages: [bool; 2],
    /// The blocks uncovered by these gems.
    uncovered: Bits<W>,
    /// Whether one of the gems was uncovered by another.
    deep: bool,
}

impl<'a, const W: usize, N: Notes<W>> Steps<'a, W, N> {
    /// The steps from a label, for plans worth more than `floor`.
    pub(super) fn new(problem: &'a TowerLabels<W>, node: &mut Node<W>, floor: i64, notes: &'a mut N) -> Self {
        node.decisions.floor = floor;
        let slack = node.bound.saturating_sub(floor);
        let costs = &problem.costs[node.costs];
        let harms = problem.non_monotone.harms(node.attack, node.defence, node.taken, costs, slack);
        Steps { problem, harms, notes }
    }

    /// Does everything that is free. What was `seen` not to be free remains so as long as nothing is collected:
    /// monsters cost what they cost, and a door takes its key along.
    pub(super) fn settle(&mut self, node: &mut Node<W>, mut seen: Bits<W>) {
        loop {
            if std::mem::take(&mut node.collected) {
                seen = Bits::default();
            }
            let fresh = node.front.without(self.problem.idle).without(seen);
            if fresh.is_empty() {
                return;
            }
            seen = seen.union(fresh);
            for block in fresh.iter() {
                // What is not done now can be done later; the label is merely no longer wanted.
                if self.notes.is_over() {
                    return;
                }
                if self.is_free(node, block) && self.problem.take(node, block) {
                    node.gained |= self.problem.gems.contains(block);
                    self.notes.note(block);
                }
            }
        }
    }

    fn is_free(&self, node: &Node<W>, block: usize) -> bool {
        let facts = &self.problem.blocks[block];
        match facts.kind {
            Kind::Door(colour) => node.spare[colour.index()] >= 0,
            Kind::Monster(id) if !id.is_boss() => self.problem.damage(node, id).is_some_and(|damage| {
                let least = self.problem.costs[node.costs][block].least;
                damage == 0 || (damage == least && damage <= facts.leaf_hp && damage < node.hp)
            }),
            Kind::Gem(_) => {
                self.problem.non_monotone.blocks.without(node.taken).is_empty()
                    || self.problem.non_monotone.harm(&self.harms, node.attack, node.defence, None)
                        [self.problem.colour(block)]
                        == 0
            }
            Kind::Monster(_) => false,
        }
    }

    /// Takes each of some blocks, preceded by the gems that are useful, and continues behind those that gain nothing.
    pub(super) fn branch(&mut self, node: &Node<W>, choices: Bits<W>, length: usize) {
        let choices = choices.without(self.problem.idle).without(self.problem.gems);
        self.fight(node, choices, &Run::default(), length);
        let gems = node.front.intersection(self.problem.gems);
        if !gems.is_empty() {
            self.take_gems(node, gems, choices, &Run::default(), length);
        }
    }

    /// Takes one more gem, in all the ways that matter: every set of gems once, and of equivalent ones the first.
    fn take_gems(&mut self, node: &Node<W>, gems: Bits<W>, choices: Bits<W>, run: &Run<W>, length: usize) {
        let problem = self.problem;
        let mut leaf_gems = [false; 2];
        for gem in node.front.intersection(problem.gems).iter() {
            let facts = &problem.blocks[gem];
            let colour = problem.colour(gem);
            let is_leaf = facts.front.without(node.front).without(node.taken).is_empty()
                && facts.areas.without(node.areas).is_empty();
            let is_like_another = is_leaf && std::mem::replace(&mut leaf_gems[colour], true);
            if is_like_another || !gems.contains(gem) || !self.notes.wants(gem) {
                continue;
            }
            if self.notes.is_over() {
                return;
            }
            let mut next = node.clone();
            problem.take(&mut next, gem);
            problem.price(&mut next);
            if next.bound <= self.notes.floor() {
                continue;
            }
            let mark = self.notes.mark();
            self.notes.note(gem);
            if next.gained {
                // A way to something else: the gems before it must have been ways, too.
                if run.leaf_gems == [false; 2] {
                    self.settle(&mut next, Bits::default());
                    self.finish(next);
                }
            } else {
                let mut run = *run;
                let kind = if is_leaf { &mut run.leaf_gems } else { &mut run.passages };
                kind[colour] = true;
                let uncovered = next.front.without(node.front);
                run.deep |= run.uncovered.contains(gem);
                run.uncovered = run.uncovered.union(uncovered);
                let choices = choices.union(uncovered.without(problem.gems).without(problem.idle));
                self.fight(&next, choices, &run, length);
                let later = gems.after(gem).union(uncovered.intersection(problem.gems));
                if !later.is_empty() {
                    self.take_gems(&next, later, choices, &run, length);
                }
            }
            self.notes.rewind(mark);
        }
    }

    /// Emits a label with its bound for the gems taken.
    fn finish(&mut self, mut node: Node<W>) {
        self.problem.price(&mut node);
        if node.bound > self.notes.floor() {
            self.notes.push(node.label());
        }
    }

    /// Takes each of some doors and monsters.
    fn fight(&mut self, node: &Node<W>, choices: Bits<W>, run: &Run<W>, length: usize) {
        let problem = self.problem;
        let open = node.front.intersection(problem.gems);
        for block in choices.iter() {
            if self.notes.is_over() {
                return;
            }
            if !self.notes.wants(block) {
                continue;
            }
            let ends = Some(block) == problem.boss;
            if problem.bound_after(node, block).is_none_or(|bound| bound <= self.notes.floor() && !ends) {
                continue;
            }
            if !problem.gems.is_empty() && !self.is_timely(node, block, run, open) {
                continue;
            }
            let mut next = node.fresh();
            if !problem.take(&mut next, block) {
                continue;
            }
            if ends {
                next.bound = next.hp;
            }
            if next.bound <= self.notes.floor() {
                continue;
            }
            let mark = self.notes.mark();
            self.notes.note(block);
            if ends {
                self.notes.push(next.label());
            } else {
                self.settle(&mut next, node.front);
                let uncovered = next.front.without(node.front);
                let is_whole = next.gained
                    || length == MAX_CHAIN
                    || problem.non_monotone.blocks.contains(block)
                    || !uncovered.intersection(problem.gems).is_empty();
                if is_whole {
                    self.finish(next);
                } else {
                    self.branch(&next, uncovered, length + 1);
                }
            }
            self.notes.rewind(mark);
        }
    }

    /// Whether the gems of the run are useful for a block, and no other reachable gem (`open`) should be taken before
    /// it.
    fn is_timely(&self, node: &Node<W>, block: usize, run: &Run<W>, open: Bits<W>) -> bool {
        let problem = self.problem;
        let behind = run.deep || run.uncovered.contains(block);
        let asked = [0, 1].map(|colour| run.leaf_gems[colour] || (run.passages[colour] && !behind));
        let Kind::Monster(id) = problem.blocks[block].kind else { return !asked[0] && !asked[1] };
        let [red, blue] = problem.non_monotone.values;
        let with = |reds: i64, blues: i64| {
            let monster = problem.monsters[id.index()].as_ref();
            let damage = monster.map(|m| m.damage(node.attack + reds * red, node.defence + blues * blue, node.magic));
            damage.and_then(Result::ok).unwrap_or(i64::MAX)
        };
        let now = with(0, 0);
        if asked[0] && with(-1, 0) <= now || asked[1] && with(0, -1) <= now {
            return false;
        }
        if open.is_empty() {
            return true;
        }
        let reds = open.intersection(problem.red_gems).len() as i64;
        let blues = open.len() as i64 - reds;
        let harm = match id.is_boss() {
            true => [0; 3],
            false => problem.non_monotone.harm(&self.harms, node.attack, node.defence, Some(block)),
        };
        let pays = |reds: i64, blues: i64, harm: i64| {
            let saved = now.saturating_sub(with(reds, blues));
            saved > 0 && saved >= harm
        };
        !((reds > 0 && pays(1, 0, harm[0])) || (blues > 0 && pays(0, 1, harm[1])) || pays(reds, blues, harm[2]))
    }
}
