//! What a hero who lacks nothing can do: the delete relaxation of planning (Bonet and Geffner, 2001; Hoffmann and Nebel, 2001).

use super::bits::Bits;
use super::graph::{Graph, IMPOSSIBLE, MAX_NUMBERS, Node};
use crate::rules::state::STATS;

/// What can be reached at all.
pub(super) struct Relaxed {
    /// For each node after how many rounds of operators it is reached; [`NEVER`] if it is not.
    pub(super) nodes: Vec<u32>,
    /// The same for each operator.
    pub(super) operators: Vec<u32>,
    /// Which numbers the hero can have some of.
    pub(super) has: [bool; MAX_NUMBERS],
}

/// Not reached.
pub(super) const NEVER: u32 = u32::MAX;

/// A relaxed exploration under way.
struct Exploration<'a> {
    graph: &'a Graph,
    is_barred: &'a dyn Fn(u32) -> bool,
    relaxed: Relaxed,
    /// The contents that each node may have, a bit each.
    contents: Vec<u16>,
    touched: Bits,
    found: Vec<u32>,
    /// Operators that need something of which the hero has none.
    lacking: Vec<u32>,
    round: u32,
}

/// Explores a graph without setting foot on nodes that are barred.
pub(super) fn relax(graph: &Graph, is_barred: &dyn Fn(u32) -> bool) -> Relaxed {
    let mut exploration = Exploration {
        graph,
        is_barred,
        relaxed: Relaxed {
            nodes: vec![NEVER; graph.nodes.len()],
            operators: vec![NEVER; graph.operators.len()],
            has: std::array::from_fn(|place| place < STATS || graph.first[place] > 0),
        },
        contents: vec![1; graph.nodes.len()],
        touched: Bits::below(graph.nodes.len()),
        found: Vec::new(),
        lacking: Vec::new(),
        round: 0,
    };
    graph.start.iter().for_each(|&node| exploration.reach(node));
    while !exploration.found.is_empty() {
        exploration.round += 1;
        for operator in std::mem::take(&mut exploration.found) {
            exploration.act(operator);
        }
        exploration.watch();
    }
    exploration.relaxed
}

impl Exploration<'_> {
    fn reach(&mut self, node: u32) {
        let mut stack = vec![node];
        while let Some(node) = stack.pop() {
            let reached = &mut self.relaxed.nodes[node as usize];
            if *reached != NEVER || (self.is_barred)(node) {
                continue;
            }
            *reached = self.round;
            self.take_gifts(node, self.contents[node as usize]);
            let tools = self.contents[node as usize] & open_contents(&self.graph.nodes[node as usize]);
            self.offer(node, tools);
            stack.extend(self.leads(node, tools));
            for &next in &self.graph.nodes[node as usize].next {
                if self.touched.add(next) && self.offer(next, self.contents[next as usize]) {
                    stack.push(next);
                }
            }
        }
    }

    /// Finds the operators of a node's contents; whether one of these is open.
    fn offer(&mut self, node: u32, contents: u16) -> bool {
        let mut is_open = false;
        for (number, content) in self.graph.nodes[node as usize].contents.iter().enumerate() {
            if contents >> number & 1 == 0 {
                continue;
            }
            is_open |= content.is_open;
            for &operator in &content.operators {
                if !(self.is_barred)(node) {
                    self.find(operator);
                }
            }
        }
        is_open
    }

    /// Finds an operator, unless it lacks something.
    fn find(&mut self, operator: u32) {
        if self.relaxed.operators[operator as usize] != NEVER {
            return;
        }
        let of = &self.graph.operators[operator as usize];
        let effects = || of.effects.iter().filter_map(|&effect| self.graph.effects.get(effect as usize));
        let can_pay =
            effects().any(|effect| effect.needs.iter().all(|&(place, _)| self.relaxed.has[usize::from(place)]));
        if can_pay || effects().next().is_none() {
            self.relaxed.operators[operator as usize] = self.round;
            self.found.push(operator);
        } else if !self.lacking.contains(&operator) {
            self.lacking.push(operator);
        }
    }

    /// The hero has some of what a node gives.
    fn take_gifts(&mut self, node: u32, contents: u16) {
        let graph = self.graph;
        for (number, content) in graph.nodes[node as usize].contents.iter().enumerate() {
            if contents >> number & 1 == 1 && content.is_open {
                self.gain(&content.gift);
            }
        }
    }

    fn gain(&mut self, numbers: &[(u8, i64)]) {
        for &(place, _) in numbers.iter().filter(|(_, by)| *by > 0) {
            if !std::mem::replace(&mut self.relaxed.has[usize::from(place)], true) {
                std::mem::take(&mut self.lacking).into_iter().for_each(|operator| self.find(operator));
            }
        }
    }

    /// Where the stairs of a node's contents lead.
    fn leads(&self, node: u32, contents: u16) -> Vec<u32> {
        let all = self.graph.nodes[node as usize].contents.iter().enumerate();
        all.filter(|(number, _)| contents >> number & 1 == 1).filter_map(|(_, content)| content.leads).collect()
    }

    fn put(&mut self, node: u32, content: u8) {
        let bit = 1 << content;
        if self.contents[node as usize] & bit != 0 {
            return;
        }
        self.contents[node as usize] |= bit;
        if self.relaxed.nodes[node as usize] != NEVER {
            self.take_gifts(node, bit);
            self.leads(node, bit).into_iter().for_each(|to| self.reach(to));
        }
        if self.touched.has(node) && self.offer(node, bit) {
            self.reach(node);
        }
    }

    fn act(&mut self, operator: u32) {
        let of = &self.graph.operators[operator as usize];
        for &effect in of.effects.iter().filter(|&&effect| effect != IMPOSSIBLE) {
            let effect = &self.graph.effects[effect as usize];
            if effect.wins {
                continue;
            }
            self.gain(&effect.numbers);
            effect.nodes.iter().for_each(|&(node, content)| self.put(node, content));
            effect.arrives.iter().for_each(|&node| self.reach(node));
        }
    }

    fn watch(&mut self) {
        for guard in &self.graph.guards {
            if guard.nodes.iter().all(|&node| self.contents[node as usize] > 1) {
                guard.opens.iter().for_each(|&(node, content)| self.put(node, content));
            }
        }
    }
}

/// The contents of a node that are open, a bit each.
fn open_contents(node: &Node) -> u16 {
    let open = node.contents.iter().enumerate().filter(|(_, content)| content.is_open);
    open.fold(0, |bits, (number, _)| bits | 1 << number)
}
