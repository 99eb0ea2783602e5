//! The state graph as text for Graphviz.

use super::graph::{Edge, Node, Role, Standing, StateGraph};
use meihua_contracts::puzzle::PuzzleText;
use std::fmt::Write;

/// Writes the graph in the DOT language.
pub(crate) fn write(graph: &StateGraph) -> String {
    let mut text = String::from(
        "graph river {\n  rankdir=LR;\n  node [shape=box style=\"rounded,filled\" fontname=\"sans-serif\"];\n",
    );
    for (number, node) in graph.nodes.iter().enumerate() {
        let _ = writeln!(text, "  n{number} [{}];", node_attributes(graph, number, node));
    }
    for edge in &graph.edges {
        let _ = writeln!(text, "  n{} -- n{} [{}];", edge.from, edge.to, edge_attributes(edge));
    }
    text + "}\n"
}

fn node_attributes(graph: &StateGraph, number: usize, node: &Node) -> String {
    let fen = graph.river.fen(&node.position);
    // Without the boat's capacity, which is the same everywhere.
    let label = fen.split(' ').take(2).collect::<Vec<_>>().join(" ");
    let (class, fill) = match node.standing {
        Standing::OnPlan => ("plan", "#bfe5c8"),
        Standing::Open => ("open", "#ffffff"),
        Standing::Dead => ("dead", "#d0d0d0"),
        Standing::Lost => ("lost", "#f4b9b3"),
    };
    let rim = if number == 0 { " penwidth=3" } else { "" };
    format!("label=\"{label}\" class=\"{class}\" fillcolor=\"{fill}\"{rim}")
}

fn edge_attributes(edge: &Edge) -> String {
    let load = edge.load;
    match edge.role {
        Role::Plan => format!("label=\"{load}\" class=\"plan\" color=\"#1c8a3a\" penwidth=4"),
        Role::Shortest => format!("label=\"{load}\" class=\"shortest\" color=\"#7cc48e\" penwidth=2"),
        Role::Other => format!("label=\"{load}\" class=\"other\""),
        Role::Fatal => format!("label=\"{load}\" class=\"fatal\" color=\"#d05a50\" style=dashed"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use meihua_engine::games::river::River;

    #[test]
    fn a_line_for_every_node_and_edge() {
        let (river, start) = River::start();
        let graph = StateGraph::new(&river, &start, 100).unwrap();
        let text = write(&graph);
        assert_eq!(text.lines().count(), 3 + graph.nodes.len() + graph.edges.len() + 1);
        assert!(text.contains("n0 [label=\"-/-/P3D3 r\" class=\"plan\""));
        assert_eq!(text.matches("penwidth=4").count(), 11);
        assert_eq!(text.matches("style=dashed").count(), text.matches("class=\"fatal\"").count());
    }
}
