//! Landmarks: the floors in the order in which a hero who lacks nothing first comes to them, and the end.

use super::bits::Bits;
use super::decode::Goal;
use super::graph::Graph;
use super::relax::{NEVER, relax};
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

/// The landmarks of a graph, in their order: floors that are not reached at the start, and what wins, where that can be reached.
pub(super) fn landmarks(project: &Project, graph: &Graph) -> Vec<Landmark> {
    let relaxed = relax(graph, &|_| false);
    let mut first = vec![NEVER; project.floors.len()];
    let mut nodes = vec![Bits::below(graph.nodes.len()); project.floors.len()];
    for (&(floor, _), &node) in &graph.node_of {
        let floor = usize::from(floor);
        first[floor] = first[floor].min(relaxed.nodes[node as usize]);
        nodes[floor].insert(node);
    }
    let mut floors: Vec<usize> = (0..first.len()).filter(|&floor| !matches!(first[floor], 0 | NEVER)).collect();
    floors.sort_by_key(|&floor| (first[floor], floor));
    let floor =
        |floor: usize| Landmark { goal: Goal::Reach(nodes[floor].iter().collect()), nodes: nodes[floor].clone() };
    let mut all: Vec<Landmark> = floors.into_iter().map(floor).collect();
    let winners: Vec<u32> = graph.winners().collect();
    if !winners.is_empty() || graph.guards.iter().any(|guard| guard.wins) {
        all.push(Landmark { goal: Goal::Win(winners), nodes: Bits::below(graph.nodes.len()) });
    }
    all
}
