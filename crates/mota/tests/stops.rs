//! Multi-floor towers stopped after any number of states: a proof is one, and no plan has more hp than there are to be had.

use super::plans::{made_up, most_hp};
use meihua_contracts::random::SplitMix64;
use meihua_mota::expression::Stat;
use meihua_mota::plan::search::{Limits, search};
use meihua_mota::plan::{Player, play};
use meihua_mota::walk::begin;
use std::sync::atomic::{AtomicU64, Ordering};

#[test]
fn what_is_said_of_a_tower_of_many_floors_holds_whenever_the_search_is_stopped() {
    let mut random = SplitMix64::new(48);
    let (mut proven, mut open) = (0, 0);
    for number in 0..5 {
        let project = made_up(&mut random);
        let truth = most_hp(&project);
        let start = begin(&project, &[]).expect("a tower that begins");
        for _ in 0..6 {
            let (asked, most) = (AtomicU64::new(0), random.next_u64() % 4_000);
            let stopped = || asked.fetch_add(1, Ordering::Relaxed) >= most;
            let limits = Limits::of(Some(3_000), false, 0, 1);
            let found = search(&project, &start, &limits, &stopped, &mut |_| ());
            let hp = found.plan.as_ref().map(|plan| plan.end.stat(Stat::Hp));
            assert!(hp <= truth, "tower {number} after {most}: {hp:?} of {truth:?}");
            assert!(!found.proven || hp == truth, "tower {number} after {most}: {hp:?} proven, {truth:?}");
            *if found.proven { &mut proven } else { &mut open } += 1;
        }
    }
    println!("{} stops, {proven} proven, {open} open, 0 false", proven + open);
    assert!(proven > 0 && open > 0, "{proven} proven, {open} open");
}

#[test]
fn a_tower_is_not_made_ready_to_the_end_for_a_search_that_is_stopped() {
    let project = made_up(&mut SplitMix64::new(48));
    let start = begin(&project, &[]).expect("a tower that begins");
    let asked = AtomicU64::new(0);
    let stopped = || asked.fetch_add(1, Ordering::Relaxed) > 0;
    let plan = play(&project, &start, Player::Greedy, SplitMix64::new(1), &stopped);
    assert!(plan.moves.is_empty(), "{:?}", plan.moves);
    // Once before the first move, and before that while the tower is looked at.
    let asked = asked.into_inner();
    assert!(asked > 2, "asked {asked} times");
}

#[test]
fn a_stop_is_asked_for_every_few_lists() {
    let project = made_up(&mut SplitMix64::new(48));
    let start = begin(&project, &[]).expect("a tower that begins");
    let asked = AtomicU64::new(0);
    let stopped = || asked.fetch_add(1, Ordering::Relaxed) == u64::MAX;
    let limits = Limits { lists: 20_000, states: 0, megabytes: 0, threads: 1, seed: 1 };
    let found = search(&project, &start, &limits, &stopped, &mut |_| ());
    let asked = asked.into_inner();
    assert!(found.nodes > 10_000 && asked * 30 > found.nodes, "{asked} times in {} lists", found.nodes);
}
