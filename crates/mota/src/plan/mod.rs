//! Plans for towers of several floors: the tower is compiled into a graph, a list of wanted operators is annealed on it, and every better
//! plan is replayed by the rules.

#![allow(dead_code)] // Not yet the search that answers.

mod anneal;
mod bits;
mod compile;
mod contexts;
mod damage;
mod decode;
mod graph;
mod guards;
mod landmarks;
mod probe;
mod prune;
mod relax;
mod replay;
pub mod search;
mod sets;
mod situation;
mod survey;
