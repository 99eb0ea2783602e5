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
mod probe;
mod prune;
mod relax;
mod replay;
mod situation;
mod survey;

use crate::model::Project;
use crate::state::State;
use anneal::{Choices, Schedule, anneal};
use decode::{Decoder, Goal};
use meihua_contracts::random::SplitMix64;
use situation::Executor;

/// trial
#[allow(clippy::all)]
pub fn trial(project: &Project, start: &State, seed: u64, lists: u64, rounds: u64) {
    let clock = std::time::Instant::now();
    let mut start = start.clone();
    let mut graph = compile::compile(project, &start);
    loop {
        let mut executor = Executor::new(project, &start, &graph);
        let forced = executor.forced();
        eprintln!("forced {}", forced.len());
        for &o in &forced {
            eprintln!("  {:?}", graph.operators[o as usize].decisions);
        }
        if forced.is_empty() {
            break;
        }
        let mut replay = replay::Replay::new(project, &start);
        replay.take_gifts();
        for &o in &forced {
            for d in &graph.operators[o as usize].decisions {
                eprintln!("  {:?} {}", d, replay.act(d));
                replay.take_gifts();
            }
        }
        start = replay.state.clone();
        eprintln!(
            "opening {} moves: hp {} atk {} def {} at {} {},{}",
            replay.moves.len(),
            replay.state.stats[0],
            replay.state.stats[1],
            replay.state.stats[2],
            replay.state.floor,
            replay.state.x,
            replay.state.y
        );
        drop(executor);
        graph = compile::compile(project, &start);
        break;
    }
    let start = &start;
    eprintln!(
        "compiled in {:?}: {} nodes {} operators {} effects {} contexts {} guards faithful {}",
        clock.elapsed(),
        graph.nodes.len(),
        graph.operators.len(),
        graph.effects.len(),
        graph.contexts,
        graph.guards.len(),
        graph.is_faithful
    );
    for remark in &graph.remarks {
        eprintln!("{remark}");
    }
    for (number, operator) in graph.operators.iter().enumerate() {
        if std::env::var("SHOW").is_ok() {
            eprintln!(
                "{number} {:?} foes {:?} effects {:?} opaque {}",
                operator.decisions,
                operator.foes,
                operator.effects.iter().take(4).map(|&e| graph.effects.get(e as usize)).collect::<Vec<_>>(),
                operator.opaque.is_some()
            );
        }
    }
    let relaxed = relax::relax(&graph, &|_| false);
    let graph = prune::prune(graph, &relaxed);
    eprintln!("pruned {} {} {}", graph.nodes.len(), graph.operators.len(), graph.effects.len());
    let relaxed = relax::relax(&graph, &|_| false);
    let choices = Choices::of(&graph, |o| relaxed.operators[o as usize] != relax::NEVER);
    let goal = Goal::Win(graph.winners().filter(|&o| relaxed.operators[o as usize] != relax::NEVER).collect());
    eprintln!("goal {goal:?} choices {}", choices.random_list(&mut SplitMix64::new(1)).len());
    let mut decoder = Decoder::new(Executor::new(project, start, &graph));
    let mut random = SplitMix64::new(seed);
    let mut gb = i64::MIN;
    for round in 0..rounds {
        let list = choices.random_list(&mut random);
        let best = anneal(
            &mut decoder,
            &choices,
            &goal,
            list,
            Schedule { lists, hot: std::env::var("HOT").map_or(30.0, |t| t.parse().unwrap()), cold: 0.5 },
            &mut random,
            &|_| false,
        );
        gb = gb.max(best.value);
        let (done, value) = decoder.plan(&best.list, &goal);
        let played = replay::play(project, start, &graph, &done);
        let keys = crate::solver::route::keys_from(project, start, &played.moves).map(|(keys, _)| keys.len());
        eprintln!(
            "value {value} by the rules {} {:?} refused {:?} keys {keys:?}",
            played.end.stats[0], played.end.ending, played.refused
        );
        eprintln!(
            "round {round} {:?} best {} ({gb}) lists {} decisions {}",
            clock.elapsed(),
            best.value,
            decoder.lists,
            decoder.decisions
        );
    }
}
