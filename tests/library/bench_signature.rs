//! The signature of the search: the nodes of `bench`, written down, so that no change alters the play without being seen.
//!
//! A change that is meant to alter the play writes the new number here and in its commit message, with the match that
//! justifies it.

use meihua::GAMES;
use meihua::control::Control;
use meihua::engine::bench;

/// Nodes of all positions of `bench` at its own depth, one thread.
const SIGNATURE: u64 = 2_123_894;

#[test]
#[cfg_attr(debug_assertions, ignore = "takes long without optimisation; cargo test --release runs it")]
fn bench_counts_the_nodes_that_are_written_down() {
    let mut last = String::new();
    bench::run(GAMES, bench::DEPTH, &Control::new(), &mut |line| last = line);
    let nodes = last.split(' ').next().and_then(|word| word.parse::<u64>().ok());
    assert_eq!(nodes, Some(SIGNATURE), "{last:?}");
}
