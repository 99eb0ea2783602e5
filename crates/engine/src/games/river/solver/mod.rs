//! Solves Priests and Devils for any numbers: runs of positions, layer by layer from the goal outwards.

mod distances;

pub use distances::Distances;
