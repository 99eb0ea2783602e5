//! Rivers of up to ten of a kind, solvable and not, from every position on the way.

use super::{Question, Tally};
use meihua::games::river::{Group, River};
use meihua::puzzle::{Puzzle, PuzzleText};
use meihua::random::SplitMix64;
use std::collections::{HashMap, VecDeque};

/// Priests and devils on the right bank, and whether the boat is there.
type Shores = (u32, u32, bool);

/// Crossings to the goal from every position that has a way there: breadth first from the goal, for every crossing can be
/// taken back.
fn distances(priests: u32, devils: u32, capacity: u32, in_boat: bool) -> HashMap<Shores, i64> {
    let is_safe = |p: u32, d: u32| p == 0 || p >= d;
    let is_legal = |(p, d, _): Shores| is_safe(p, d) && is_safe(priests - p, devils - d);
    let (mut known, mut open) = (HashMap::new(), VecDeque::new());
    for goal in [(0, 0, false), (0, 0, true)].into_iter().filter(|&goal| is_legal(goal)) {
        known.insert(goal, 0);
        open.push_back(goal);
    }
    while let Some((p, d, right)) = open.pop_front() {
        let distance = known[&(p, d, right)];
        let (here_p, here_d) = if right { (p, d) } else { (priests - p, devils - d) };
        for (a, b) in (0..=here_p.min(capacity)).flat_map(|a| (0..=here_d.min(capacity - a)).map(move |b| (a, b))) {
            let is_load = a + b > 0 && (!in_boat || is_safe(a, b));
            let next = if right { (p - a, d - b, false) } else { (p + a, d + b, true) };
            if is_load && is_legal(next) && !known.contains_key(&next) {
                known.insert(next, distance + 1);
                open.push_back(next);
            }
        }
    }
    known
}

/// Stops the solver on `rivers` rivers; returns how often.
pub(super) fn stop(rivers: usize, stops: usize) -> u64 {
    let mut chance = SplitMix64::new(45);
    let mut tally = Tally::default();
    let mut asked = 0;
    while asked < rivers {
        let (priests, devils) = (chance.below(11) as u32, chance.below(11) as u32);
        let (capacity, in_boat) = (1 + chance.below(4) as u32, chance.below(3) == 0);
        let truth = distances(priests, devils, capacity, in_boat);
        let (p, d) = (chance.below(priests as usize + 1) as u32, chance.below(devils as usize + 1) as u32);
        let right = chance.below(3) > 0;
        let is_safe = |p: u32, d: u32| p == 0 || p >= d;
        if p + d == 0 || !is_safe(p, d) || !is_safe(priests - p, devils - d) {
            continue;
        }
        asked += 1;
        let group = |priests: u32, devils: u32| Group { priests, devils };
        let text = |group: Group| if group.is_empty() { "-".to_owned() } else { group.to_string() };
        let side = if right { "r" } else { "l" };
        let fen = format!(
            "{}/-/{} {side} {capacity}{}",
            text(group(priests - p, devils - d)),
            text(group(p, d)),
            if in_boat { " b" } else { "" }
        );
        let (river, position) = River::from_fen(&fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        let question = Question::new(river, position, |position, load| {
            let Group { priests, devils } = load;
            let next = if right { (p - priests, d - devils, false) } else { (p + priests, d + devils, true) };
            assert!(river.is_legal(&river.apply(position, load)));
            truth.get(&next).map(|distance| distance + 1)
        });
        assert_eq!(Question::<River>::best(&question.moves), truth.get(&(p, d, right)).copied(), "{fen}");
        for _ in 0..stops / rivers {
            question.ask(25, &mut chance, &mut tally);
        }
    }
    tally.end("river");
    tally.stops
}
