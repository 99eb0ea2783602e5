//! The state graph: every position and every crossing, and which of them lead to the goal.
//!
//! Nodes are sorted by component, that of the start first, and within a component in breadth-first order, so an edge
//! always leads from one layer to the next. A crossing after which devils outnumber priests leads to a *lost* position;
//! these are the dead leaves of the graph.

use meihua_contracts::puzzle::{Puzzle, Ranked, Reversible};
use meihua_engine::games::river::{Distances, Group, River, RiverPosition, Shore};
use rustc_hash::FxHashMap;

/// The status of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// It lies on a shortest plan from the start.
    OnPlan,
    /// The goal can be reached.
    Open,
    /// Legal, but the goal cannot be reached.
    Dead,
    /// Devils outnumber priests.
    Lost,
}

/// The role of a crossing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// A step of the displayed plan.
    Plan,
    /// A step of another shortest plan.
    Shortest,
    Other,
    /// It leads to a lost position.
    Fatal,
}

/// A position in the graph.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    /// The position, with the boat empty.
    pub position: RiverPosition,
    /// Its component; that of the start is 0.
    pub component: usize,
    /// Number of crossings from the first position of the component.
    pub layer: usize,
    /// Its status.
    pub standing: Standing,
}

/// A crossing, from the layer nearer to the start to the next one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    /// The number of the node it leads from.
    pub from: usize,
    /// The number of the node it leads to.
    pub to: usize,
    pub load: Group,
    /// What it is good for.
    pub role: Role,
}

/// The whole graph. See the [module documentation](self).
#[derive(Clone, Debug)]
pub(crate) struct StateGraph {
    pub river: River,
    /// The positions; node 0 is the start.
    pub nodes: Vec<Node>,
    /// The crossings, each listed once although legal ones work both ways.
    pub edges: Vec<Edge>,
    /// Number of crossings in a shortest plan; `None` if there is no plan.
    pub distance: Option<u32>,
    numbers: FxHashMap<RiverPosition, usize>,
}

impl StateGraph {
    /// The graph around a position; `None` if it has more than about `most` positions.
    pub(crate) fn new(river: &River, start: &RiverPosition, most: usize) -> Option<StateGraph> {
        let start = start.unloaded();
        if river.ranks() > most as u64 {
            return None;
        }
        let mut table = Distances::new(river, u64::MAX)?;
        let distance = distance(&mut table, &start);
        let (nodes, edges, numbers) = (Vec::new(), Vec::new(), FxHashMap::default());
        let mut graph = StateGraph { river: *river, nodes, edges, distance, numbers };
        let firsts = std::iter::once(start).chain(river.goals(&start)).chain(all_positions(river));
        for (component, first) in firsts.filter(|&at| at == start || river.is_legal(&at)).enumerate() {
            // A position already found starts no component of its own; gaps in the numbers do no harm.
            graph.add_component(&mut table, first, component);
        }
        graph.mark_plans(&mut table);
        graph.add_lost();
        Some(graph)
    }

    /// The number of a position, and whether it is new.
    fn number(&mut self, position: RiverPosition, component: usize, layer: usize, standing: Standing) -> (usize, bool) {
        let next = self.nodes.len();
        let number = *self.numbers.entry(position).or_insert(next);
        if number == next {
            self.nodes.push(Node { position, component, layer, standing });
        }
        (number, number == next)
    }

    fn add_component(&mut self, table: &mut Distances, first: RiverPosition, component: usize) {
        let mut standing = |river: &River, position: &RiverPosition| match distance(table, position) {
            Some(_) => Standing::Open,
            None if river.is_legal(position) => Standing::Dead,
            None => Standing::Lost,
        };
        let mut number = self.nodes.len();
        self.number(first, component, 0, standing(&self.river, &first));
        let mut moves = Vec::new();
        while number < self.nodes.len() {
            let Node { position, layer, .. } = self.nodes[number];
            moves.clear();
            self.river.moves(&position, &mut moves);
            for &load in &moves {
                let next = self.river.apply(&position, load);
                let (to, _) = self.number(next, component, layer + 1, standing(&self.river, &next));
                if to > number {
                    self.edges.push(Edge { from: number, to, load, role: Role::Other });
                }
            }
            number += 1;
        }
    }

    /// Marks all shortest plans from the start, and the displayed one.
    fn mark_plans(&mut self, table: &mut Distances) {
        if self.distance.is_none() {
            return;
        }
        let rest: Vec<Option<u32>> = self.nodes.iter().map(|node| distance(table, &node.position)).collect();
        if let Some(start) = self.nodes.first_mut() {
            start.standing = Standing::OnPlan;
        }
        let mut shown = 0;
        // Edges are sorted by their first node, so a node is marked before its own edges are examined.
        for edge in &mut self.edges {
            let nearer = rest[edge.from].zip(rest[edge.to]).is_some_and(|(from, to)| from == to + 1);
            if self.nodes[edge.from].standing == Standing::OnPlan && nearer {
                self.nodes[edge.to].standing = Standing::OnPlan;
                edge.role = Role::Shortest;
                if edge.from == shown {
                    (edge.role, shown) = (Role::Plan, edge.to);
                }
            }
        }
    }

    /// Adds the lost positions next to the start's component.
    fn add_lost(&mut self) {
        let legal = self.nodes.len();
        for from in 0..legal {
            let Node { position, component, layer, .. } = self.nodes[from];
            if component != 0 || !self.river.is_legal(&position) {
                continue;
            }
            for load in fatal_loads(&self.river, &position) {
                let next = self.river.apply(&position, load);
                let (to, _) = self.number(next, component, layer + 1, Standing::Lost);
                self.edges.push(Edge { from, to, load, role: Role::Fatal });
            }
        }
    }

    /// The numbers of legal positions reachable from the start, and of crossings between them.
    pub(crate) fn reachable(&self) -> (usize, usize) {
        let legal = |number: &usize| {
            let node = &self.nodes[*number];
            node.component == 0 && node.standing != Standing::Lost
        };
        let nodes = (0..self.nodes.len()).filter(legal).count();
        (nodes, self.edges.iter().filter(|edge| legal(&edge.from) && legal(&edge.to)).count())
    }

    /// The number of positions with a status.
    pub(crate) fn count(&self, standing: Standing) -> usize {
        self.nodes.iter().filter(|node| node.standing == standing).count()
    }
}

/// Number of crossings from a position to the goal; `None` if it is lost or there is no way.
fn distance(table: &mut Distances, position: &RiverPosition) -> Option<u32> {
    (table.river().is_legal(position) && table.reach(position, &mut |_| true)).then(|| table.get(position))?
}

/// Every legal division of the people, with the boat on either side.
fn all_positions(river: &River) -> impl Iterator<Item = RiverPosition> {
    let people = river.people;
    let river = *river;
    (0..=people.priests).rev().flat_map(move |priests| {
        river.legal_devils(priests).rev().flat_map(move |devils| {
            let right = Group::new(priests, devils);
            let at = |dock| RiverPosition { left: people - right, right, boat: Group::default(), dock };
            [Shore::Right, Shore::Left].map(at)
        })
    })
}

/// The loads that would leave a bank to the devils.
fn fatal_loads(river: &River, position: &RiverPosition) -> Vec<Group> {
    let here = position.ashore(position.dock);
    let mut loads = Vec::new();
    for priests in 0..=here.priests.min(river.capacity) {
        for devils in 0..=here.devils.min(river.capacity - priests) {
            let load = Group::new(priests, devils);
            let kept_back = load.is_empty() || (river.boat_rule && load.is_lost());
            if !kept_back && !river.is_legal(&river.apply(position, load)) {
                loads.push(load);
            }
        }
    }
    loads
}

#[cfg(test)]
mod tests {
    use super::*;
    use meihua_contracts::puzzle::PuzzleText;

    fn graph(text: &str) -> StateGraph {
        let (river, start) = River::from_fen(text).unwrap();
        StateGraph::new(&river, &start, 1000).unwrap()
    }

    #[test]
    fn three_of_each() {
        let graph = graph("3 3 2");
        assert_eq!((graph.distance, graph.reachable()), (Some(11), (16, 17)));
        // 20 legal positions; the goal with the boat away cannot be reached and counts as one.
        let legal = graph.nodes.len() - graph.count(Standing::Lost);
        assert_eq!((legal, graph.count(Standing::Dead)), (20, 3));
        assert_eq!(graph.edges.iter().filter(|edge| edge.role == Role::Plan).count(), 11);
        let on_plan = graph.edges.iter().filter(|edge| matches!(edge.role, Role::Plan | Role::Shortest)).count();
        // Two ways out of the start and two into the goal, so four plans: two more edges each.
        assert_eq!(on_plan, 15);
        for edge in graph.edges.iter().filter(|edge| edge.role != Role::Fatal) {
            assert_eq!(graph.nodes[edge.from].layer + 1, graph.nodes[edge.to].layer);
        }
        assert!(
            graph
                .edges
                .iter()
                .all(|edge| (edge.role == Role::Fatal) == (graph.nodes[edge.to].standing == Standing::Lost))
        );
    }

    #[test]
    fn where_there_is_no_plan_all_that_can_be_reached_is_dead() {
        let graph = graph("4 4 2");
        assert_eq!((graph.distance, graph.count(Standing::OnPlan)), (None, 0));
        assert!(graph.nodes.iter().filter(|node| node.component == 0).all(|node| node.standing != Standing::Open));
        assert!(graph.count(Standing::Open) > 1 && graph.count(Standing::Dead) >= graph.reachable().0);
    }

    #[test]
    fn odd_starts() {
        let lost = graph("P1D2/-/P2D1 r 2");
        assert_eq!((lost.nodes[0].standing, lost.distance), (Standing::Lost, None));
        let solved = graph("P1D1/-/- l 2");
        assert_eq!((solved.nodes[0].standing, solved.distance), (Standing::OnPlan, Some(0)));
        let (river, start) = River::from_fen("900 900 20").unwrap();
        assert!(StateGraph::new(&river, &start, 1000).is_none());
    }
}
