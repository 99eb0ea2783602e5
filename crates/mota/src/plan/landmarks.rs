//! Landmarks: the floors in the order in which a hero who lacks nothing first comes to them, and the end; and the gates before each.

use super::bits::Bits;
use super::decode::Goal;
use super::graph::Graph;
use super::relax::{NEVER, Relaxed, relax};
use crate::rules::model::Project;
use std::collections::BTreeSet;

/// Something that every plan must have reached which goes further.
#[derive(Clone, Debug)]
pub(super) struct Landmark {
    pub(super) goal: Goal,
    nodes: Bits,
}

impl Landmark {
    /// Whether a node belongs to it.
    pub(super) fn holds(&self, node: u32) -> bool {
        self.nodes.has(node)
    }

    /// Whether an exploration does not come to it. Of an end without an operator of its own, that is not known.
    fn is_lost(&self, relaxed: &Relaxed) -> bool {
        match &self.goal {
            Goal::Reach(nodes) => nodes.iter().all(|&node| relaxed.nodes[node as usize] == NEVER),
            Goal::Win(winners) => {
                !winners.is_empty() && winners.iter().all(|&winner| relaxed.operators[winner as usize] == NEVER)
            }
        }
    }
}

/// The landmarks of a graph, in their order: floors that are not reached at the start and without which something further on is not
/// reached, each before the first of what needs it, and what wins, where that can be reached. Stopped early, some floors are missing.
pub(super) fn landmarks(project: &Project, graph: &Graph, stopped: &dyn Fn() -> bool) -> Vec<Landmark> {
    let relaxed = relax(graph, &|_| false);
    let mut nodes = vec![Bits::below(graph.nodes.len()); project.floors.len()];
    for (&(floor, _), &node) in &graph.node_of {
        nodes[usize::from(floor)].insert(node);
    }
    // With the round in which it is first reached, and its floor.
    let reached = |(floor, nodes): (usize, Bits)| {
        let first = nodes.iter().map(|node| relaxed.nodes[node as usize]).min()?;
        let landmark = Landmark { goal: Goal::Reach(nodes.iter().collect()), nodes };
        (!matches!(first, 0 | NEVER)).then_some((first, floor, landmark))
    };
    let mut floors: Vec<(u32, usize, Landmark)> = nodes.into_iter().enumerate().filter_map(reached).collect();
    floors.sort_by_key(|&(first, floor, _)| (first, floor));
    let winners: Vec<u32> = graph.winners().collect();
    let has_end = !winners.is_empty() || graph.guards.iter().any(|guard| guard.wins);
    let end = Landmark { goal: Goal::Win(winners.clone()), nodes: Bits::below(graph.nodes.len()) };
    let needed_by = |place: usize| {
        let relaxed = relax(graph, &|node| floors[place].2.holds(node));
        let later = floors[place + 1..].iter().position(|(.., other)| other.is_lost(&relaxed)).map(|by| place + 1 + by);
        later.or((!has_end || winners.is_empty() || end.is_lost(&relaxed)).then_some(floors.len()))
    };
    let mut places: Vec<(usize, usize)> =
        (0..floors.len()).take_while(|_| !stopped()).filter_map(|place| Some((needed_by(place)?, place))).collect();
    places.sort_unstable();
    let mut all: Vec<Landmark> = places.into_iter().map(|(_, place)| floors[place].2.clone()).collect();
    all.extend(has_end.then_some(end));
    all
}

/// The gates before a landmark: those of these nodes without which a hero who lacks nothing, and keeps away from what is `behind` it, does
/// not reach it (landmarks of the delete relaxation: Hoffmann, Porteous and Sebastia, 2004). Stopped early, some are missing.
pub(super) fn gates(
    graph: &Graph,
    landmark: &Landmark,
    behind: &[Landmark],
    nodes: BTreeSet<u32>,
    stopped: &dyn Fn() -> bool,
) -> Vec<u32> {
    let is_gate = |&gate: &u32| {
        landmark.is_lost(&relax(graph, &|node| node == gate || behind.iter().any(|other| other.holds(node))))
    };
    nodes.into_iter().take_while(|_| !stopped()).filter(is_gate).collect()
}
