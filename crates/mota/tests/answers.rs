//! What is said of multi-floor towers besides their best plan, held against exhaustive search and against the rules.

use super::plans::{SPECIALS, everything, made_up_of, most_hp};
use meihua_contracts::random::SplitMix64;
use meihua_contracts::sentence::Sentence;
use meihua_mota::expression::Stat;
use meihua_mota::plan::keys::keys_to;
use meihua_mota::plan::prices::{Without, prices};
use meihua_mota::plan::search::{Limits, Outcome, search};
use meihua_mota::plan::why::{Missing, Reason, why};
use meihua_mota::plan::{Plan, Player, play, top};
use meihua_mota::state::{Ending, State};
use meihua_mota::walk::begin;
use meihua_mota::{Project, route};

fn solve(project: &Project, start: &State) -> Outcome {
    let limits = Limits::of(Some(3_000), false, 0, 1);
    search(project, start, &limits, &|| false, &mut |_| ())
}

/// Replays the route of a plan by the rules alone; the state at its end.
fn replayed(project: &Project, plan: &Plan, floor: usize) -> State {
    let (keys, _) = keys_to(project, &plan.moves, floor).expect("a walk");
    let text = route::text(project, &keys);
    let replayed = route::replay(project, &route::parse(project, &text).expect("a route"));
    assert_eq!(replayed.fault, None, "{text}");
    replayed.state
}

/// Whether a hero wins who has so much more.
fn wins_with(project: &Project, start: &State, all: &[Missing]) -> bool {
    let mut state = start.clone();
    for Missing { amount, what, .. } in all {
        let stat = match what.to_string().as_str() {
            "hp" => Some(Stat::Hp),
            "attack" => Some(Stat::Attack),
            "defence" => Some(Stat::Defence),
            "gold" => Some(Stat::Money),
            _ => None,
        };
        if let Some(stat) = stat {
            state.set_stat(stat, state.stat(stat) + amount);
        } else {
            let item =
                project.items.iter().position(|item| Sentence::from(item.name.clone()) == *what).expect("a key") as u32;
            state.set_item(item, state.item(item) + amount);
        }
    }
    most_hp(&project.from_here(&state)).is_some()
}

/// Small towers of every special: in those that are not won, the plan comes as far as any state, and what is missing is the least that
/// wins; in the others each thing is worth what exhaustive search loses without it.
#[test]
fn reasons_and_prices_are_those_of_exhaustive_search() {
    let mut random = SplitMix64::new(5);
    let (mut lost, mut short, mut priced) = (0, 0, 0);
    for number in 0..60 {
        let project = made_up_of(&mut random, (3, 3), &SPECIALS);
        let start = begin(&project, &[]).expect("a tower that begins");
        let found = solve(&project, &start);
        if !found.complete {
            continue;
        }
        if found.plan.is_some() {
            let all = prices(&project, &start, &found, 0, 2, &|| false);
            for price in all.iter().filter(|price| price.is_exact) {
                let mut walled = project.clone();
                let floor = &mut walled.floors[usize::from(price.target.floor)];
                let cell = usize::from(price.target.cell);
                (floor.map[cell], floor.events[cell]) = (99_999, None);
                let without = most_hp(&walled).map_or(Without::Lost, Without::Hp);
                assert_eq!(price.without, without, "tower {number}: {price}");
                priced += 1;
            }
            continue;
        }
        lost += 1;
        let plan = found.farthest.as_ref().expect("a plan");
        let end = replayed(&project, plan, found.top);
        assert_eq!((top(&end), end.stat(Stat::Hp)), everything(&project).1, "tower {number}");
        for reason in why(&project, &start, &found, &|| false) {
            let Reason::Short { all, is_least: true } = &reason else { continue };
            assert!(wins_with(&project, &start, all), "tower {number}: {reason}");
            for less in 0..all.len() {
                let mut all = all.clone();
                all[less].amount -= 1;
                assert!(!wins_with(&project, &start, &all), "tower {number}: {reason}, and with less");
            }
            short += 1;
        }
    }
    println!("{lost} lost, {short} gifts, {priced} prices");
    assert!(lost > 10 && short > 2 && priced > 50, "{lost} lost, {short} gifts, {priced} prices");
}

/// However a player plays, the rules allow it, and nobody does better than the best plan.
#[test]
fn players_play_by_the_rules() {
    let mut random = SplitMix64::new(6);
    let mut wins = [0; 2];
    for number in 0..40 {
        let project = made_up_of(&mut random, (4, 3), &[0, 1, 2, 4, 7, 8, 22]);
        let start = begin(&project, &[]).expect("a tower that begins");
        let best = most_hp(&project);
        for (player, wins) in [Player::Random, Player::Greedy].into_iter().zip(&mut wins) {
            for seed in 0..5 {
                let plan = play(&project, &start, player, SplitMix64::of_item(3, seed), &|| false);
                let end = replayed(&project, &plan, 0);
                let (ending, hp) = (plan.end.ending, plan.end.stat(Stat::Hp));
                assert_eq!((end.ending, end.stat(Stat::Hp)), (ending, hp), "tower {number}, {player:?} {seed}");
                if ending == Ending::Won {
                    assert!(Some(hp) <= best, "tower {number}, {player:?} {seed}");
                    *wins += 1;
                }
            }
        }
    }
    println!("wins of random and of greedy players: {wins:?}");
    assert!(wins.into_iter().all(|wins| (1..200).contains(&wins)), "{wins:?}");
}
