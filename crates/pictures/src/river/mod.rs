//! Pictures of the river game.
//!
//! - [`graph`]: every position and every crossing, and which of them lead to the goal
//! - [`dot`]: the graph as text for Graphviz
//! - [`layout`]: the place of each position in the picture
//! - [`chart`]: the graph as SVG
//! - [`scene`]: one position

pub(crate) mod chart;
pub(crate) mod dot;
pub(crate) mod graph;
pub(crate) mod layout;
pub mod scene;
