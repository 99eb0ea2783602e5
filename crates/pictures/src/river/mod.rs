//! The river as pictures.
//!
//! - [`graph`]: every position and every crossing, what leads to the goal and what does not
//! - [`dot`]: the graph as text for Graphviz
//! - [`layout`]: where each position stands on the paper
//! - [`chart`]: the graph as SVG
//! - [`scene`]: one position

pub(crate) mod chart;
pub(crate) mod dot;
pub(crate) mod graph;
pub(crate) mod layout;
pub mod scene;
