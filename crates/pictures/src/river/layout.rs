//! The place of each position in the picture: layers from left to right, one component below the other.
//!
//! Within a layer, positions of the plan come first, lost ones last, and the others as near as possible to the rows of
//! their neighbours in the previous layer (the barycentre rule of K. Sugiyama and others, 1981).

use super::graph::{Role, Standing, StateGraph};

/// A place in the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Place {
    /// From the left.
    pub column: usize,
    /// From the top.
    pub row: usize,
}

/// The places of all nodes, and the numbers of columns and rows used.
pub(crate) fn places(graph: &StateGraph) -> (Vec<Place>, Place) {
    let mut places = vec![Place::default(); graph.nodes.len()];
    let mut size = Place::default();
    let widest = graph.nodes.iter().map(|node| node.layer).max().unwrap_or(0) + 1;
    // Components with a single position share lines at the end.
    let mut alone = Vec::new();
    for members in components(graph) {
        if members.len() == 1 && members[0] != 0 {
            alone.extend(members);
            continue;
        }
        let rows = place_component(graph, &members, size.row, &mut places);
        size.row += rows;
    }
    for (index, &number) in alone.iter().enumerate() {
        places[number] = Place { column: index % widest, row: size.row + index / widest };
    }
    size = Place { column: widest, row: size.row + alone.len().div_ceil(widest) };
    (places, size)
}

/// The node numbers of each component.
fn components(graph: &StateGraph) -> Vec<Vec<usize>> {
    let mut components: Vec<(usize, Vec<usize>)> = Vec::new();
    for (number, node) in graph.nodes.iter().enumerate() {
        match components.iter_mut().find(|(name, _)| *name == node.component) {
            Some((_, members)) => members.push(number),
            None => components.push((node.component, vec![number])),
        }
    }
    components.into_iter().map(|(_, members)| members).collect()
}

/// Places a component from a row on; returns the number of rows it takes.
fn place_component(graph: &StateGraph, members: &[usize], top: usize, places: &mut [Place]) -> usize {
    let layers = members.iter().map(|&number| graph.nodes[number].layer).max().unwrap_or(0) + 1;
    let mut rows = 0;
    for layer in 0..layers {
        let mut here: Vec<(u8, usize, usize)> = members
            .iter()
            .filter(|&&number| graph.nodes[number].layer == layer)
            .map(|&number| (class(graph, number), barycentre(graph, number, places), number))
            .collect();
        here.sort_unstable();
        for (row, &(.., number)) in here.iter().enumerate() {
            places[number] = Place { column: layer, row: top + row };
        }
        rows = rows.max(here.len());
    }
    rows
}

/// The order of positions in a layer: the displayed plan, other plans, open positions, lost ones.
fn class(graph: &StateGraph, number: usize) -> u8 {
    let shown = |role| graph.edges.iter().any(|edge| edge.to == number && edge.role == role);
    match graph.nodes[number].standing {
        Standing::OnPlan if number == 0 || shown(Role::Plan) => 0,
        Standing::OnPlan => 1,
        Standing::Open | Standing::Dead => 2,
        Standing::Lost => 3,
    }
}

/// The mean row of the neighbours in the previous layer, times 100.
fn barycentre(graph: &StateGraph, number: usize, places: &[Place]) -> usize {
    let before = graph
        .edges
        .iter()
        .filter(|edge| edge.to == number && graph.nodes[edge.from].layer + 1 == graph.nodes[number].layer);
    let rows: Vec<usize> = before.map(|edge| places[edge.from].row).collect();
    100 * rows.iter().sum::<usize>() / rows.len().max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use meihua_contracts::puzzle::PuzzleText;
    use meihua_engine::games::river::River;
    use std::collections::HashSet;

    #[test]
    fn every_node_has_a_place_of_its_own() {
        for text in ["3 3 2", "4 4 2", "5 5 3", "6 4 3 b"] {
            let (river, start) = River::from_fen(text).unwrap();
            let graph = StateGraph::new(&river, &start, 1000).unwrap();
            let (places, size) = places(&graph);
            let different: HashSet<(usize, usize)> = places.iter().map(|place| (place.column, place.row)).collect();
            assert_eq!(different.len(), graph.nodes.len(), "{text}");
            assert!(places.iter().all(|place| place.column < size.column && place.row < size.row), "{text}");
            // The plan is a straight line along the top.
            for edge in graph.edges.iter().filter(|edge| edge.role == Role::Plan) {
                assert_eq!((places[edge.from].row, places[edge.to].row), (0, 0), "{text}");
            }
        }
    }
}
