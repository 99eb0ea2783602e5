//! Landmarks: the floors in the order in which a hero who lacks nothing first comes to them, and the end.

use super::bits::Bits;
use super::decode::Goal;
use super::graph::Graph;
use super::relax::{NEVER, Relaxed, relax};
use crate::rules::model::Project;

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
}

/// The landmarks of a graph, in their order: floors that are not reached at the start and without which something further on is not
/// reached, each before the first of what needs it, and what wins, where that can be reached.
pub(super) fn landmarks(project: &Project, graph: &Graph) -> Vec<Landmark> {
    let relaxed = relax(graph, &|_| false);
    let mut nodes = vec![Bits::below(graph.nodes.len()); project.floors.len()];
    for (&(floor, _), &node) in &graph.node_of {
        nodes[usize::from(floor)].insert(node);
    }
    let first = |relaxed: &Relaxed, floor: usize| nodes[floor].iter().map(|node| relaxed.nodes[node as usize]).min();
    let mut floors: Vec<(u32, usize)> = (0..nodes.len())
        .filter_map(|floor| Some((first(&relaxed, floor)?, floor)))
        .filter(|(round, _)| !matches!(round, 0 | &NEVER))
        .collect();
    floors.sort_unstable();
    let winners: Vec<u32> = graph.winners().collect();
    let has_end = !winners.is_empty() || graph.guards.iter().any(|guard| guard.wins);
    let needed_by = |place: usize| {
        let relaxed = relax(graph, &|node| nodes[floors[place].1].has(node));
        let is_lost = |&(_, floor): &(u32, usize)| first(&relaxed, floor) == Some(NEVER);
        let is_needed = winners.iter().all(|&winner| relaxed.operators[winner as usize] == NEVER);
        let later = floors[place + 1..].iter().position(is_lost).map(|by| place + 1 + by);
        later.or((!has_end || is_needed).then_some(floors.len()))
    };
    let mut places: Vec<(usize, usize)> =
        (0..floors.len()).filter_map(|place| Some((needed_by(place)?, place))).collect();
    places.sort_unstable();
    let landmark = |(_, place): (usize, usize)| {
        let nodes = &nodes[floors[place].1];
        Landmark { goal: Goal::Reach(nodes.iter().collect()), nodes: nodes.clone() }
    };
    let mut all: Vec<Landmark> = places.into_iter().map(landmark).collect();
    if has_end {
        all.push(Landmark { goal: Goal::Win(winners.clone()), nodes: Bits::below(graph.nodes.len()) });
    }
    all
}
