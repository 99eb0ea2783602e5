//! A graph without what a plan cannot meet.

use super::graph::{Graph, Guard, IMPOSSIBLE, Node};
use super::relax::{NEVER, Relaxed};
use rustc_hash::FxHashMap;

/// New numbers of what is kept.
struct Renumber(Vec<u32>);

impl Renumber {
    fn of(kept: impl Iterator<Item = bool>) -> Renumber {
        let mut next = 0;
        Renumber(
            kept.map(|is_kept| {
                let number = if is_kept { next } else { NEVER };
                next += u32::from(is_kept);
                number
            })
            .collect(),
        )
    }

    fn get(&self, number: u32) -> Option<u32> {
        Some(self.0[number as usize]).filter(|&new| new != NEVER)
    }

    fn all(&self, numbers: &[u32]) -> Vec<u32> {
        numbers.iter().filter_map(|&number| self.get(number)).collect()
    }

    fn puts(&self, nodes: &[(u32, u8)]) -> Vec<(u32, u8)> {
        nodes.iter().filter_map(|&(node, content)| Some((self.get(node)?, content))).collect()
    }
}

/// The part of a graph that a relaxed exploration has met: smaller sets, and what is used lies closer together.
pub(super) fn prune(mut graph: Graph, relaxed: &Relaxed) -> Graph {
    let operators = Renumber::of(relaxed.operators.iter().map(|&round| round != NEVER));
    let mut is_met: Vec<bool> = relaxed.nodes.iter().map(|&round| round != NEVER).collect();
    for (operator, of) in graph.operators.iter().enumerate() {
        is_met[of.node as usize] |= relaxed.operators[operator] != NEVER;
    }
    let nodes = Renumber::of(is_met.iter().copied());
    let kept = std::mem::take(&mut graph.nodes).into_iter().zip(&is_met).filter(|(_, is_met)| **is_met);
    graph.nodes = kept
        .map(|(mut node, _): (Node, _)| {
            node.next = nodes.all(&node.next);
            for content in &mut node.contents {
                content.operators = operators.all(&content.operators);
                content.leads = content.leads.and_then(|node| nodes.get(node));
            }
            node
        })
        .collect();
    let mut number = 0;
    graph.operators.retain(|_| {
        number += 1;
        relaxed.operators[number - 1] != NEVER
    });
    let mut effects = Vec::new();
    for operator in &mut graph.operators {
        operator.node = nodes.get(operator.node).unwrap_or(NEVER);
        for effect in operator.effects.iter_mut().filter(|effect| **effect != IMPOSSIBLE) {
            let mut kept = graph.effects[*effect as usize].clone();
            kept.nodes = nodes.puts(&kept.nodes);
            kept.arrives = kept.arrives.and_then(|node| nodes.get(node));
            *effect = effects.len() as u32;
            effects.push(kept);
        }
    }
    graph.effects = effects;
    graph.guards.retain(|guard| guard.nodes.iter().all(|&node| nodes.get(node).is_some()));
    for Guard { nodes: guards, opens, .. } in &mut graph.guards {
        (*guards, *opens) = (nodes.all(guards), nodes.puts(opens));
    }
    graph.guards_of = FxHashMap::default();
    for (number, guard) in graph.guards.iter().enumerate() {
        for &node in &guard.nodes {
            graph.guards_of.entry(node).or_default().push(number as u32);
        }
    }
    graph.start = nodes.all(&graph.start);
    graph.node_of = graph.node_of.into_iter().filter_map(|(place, node)| Some((place, nodes.get(node)?))).collect();
    graph
}
