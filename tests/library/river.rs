//! Priests and Devils: the solver against brute force on every small problem, and the rows that are known.

use meihua::control::Control;
use meihua::games::river::{Distances, Group, River, RiverPosition, Shore};
use meihua::puzzle::PuzzleBinding;
use meihua::puzzle::{Puzzle, PuzzleText};
use meihua::solution::{Budget, Solution, Status};
use meihua::solvers::breadth_first;
use meihua::solvers::numbering::{ByRank, Hashed};
use std::collections::{HashMap, HashSet, VecDeque};

/// Priests and devils on the right bank, and whether the boat is there: nothing shared with the crate's rules.
type Node = (i32, i32, bool);

/// The rules once more, written down as plainly as they are.
struct Plain {
    priests: i32,
    devils: i32,
    capacity: i32,
    boat_rule: bool,
}

impl Plain {
    fn safe(priests: i32, devils: i32) -> bool {
        priests == 0 || priests >= devils
    }

    fn neighbours(&self, (p, d, right): Node) -> Vec<(Node, (i32, i32))> {
        let mut found = Vec::new();
        for priests in 0..=self.capacity {
            for devils in 0..=self.capacity - priests {
                let sign = if right { -1 } else { 1 };
                let (q, e) = (p + sign * priests, d + sign * devils);
                let inside = (0..=self.priests).contains(&q) && (0..=self.devils).contains(&e);
                let banks = Plain::safe(q, e) && Plain::safe(self.priests - q, self.devils - e);
                let boat = !self.boat_rule || Plain::safe(priests, devils);
                if priests + devils > 0 && inside && banks && boat {
                    found.push(((q, e, !right), (priests, devils)));
                }
            }
        }
        found
    }

    /// Distance and number of shortest walks from a node to every node of its component.
    fn walks(&self, from: Node) -> HashMap<Node, (u32, u128)> {
        let mut walks = HashMap::from([(from, (0, 1))]);
        let mut queue = VecDeque::from([from]);
        while let Some(node) = queue.pop_front() {
            let (steps, ways) = walks[&node];
            for (next, _) in self.neighbours(node) {
                let entry = walks.entry(next).or_insert_with(|| {
                    queue.push_back(next);
                    (steps + 1, 0)
                });
                if entry.0 == steps + 1 {
                    entry.1 += ways;
                }
            }
        }
        walks
    }
}

/// Everything about one problem, compared. Returns the number of crossings.
fn compare(plain: &Plain) -> Option<u32> {
    let people = Group::new(plain.priests as u32, plain.devils as u32);
    let river = River { people, capacity: plain.capacity as u32, boat_rule: plain.boat_rule };
    let start = RiverPosition::start(people);
    let name = river.fen(&start);
    let from_start = plain.walks((plain.priests, plain.devils, true));
    let from_goal = plain.walks((0, 0, false));
    let goal = from_start.get(&(0, 0, false)).copied();
    let edges: HashSet<(Node, Node)> = from_start
        .keys()
        .flat_map(|&node| plain.neighbours(node).into_iter().map(move |(next, _)| (node.min(next), node.max(next))))
        .collect();

    let (budget, control) = (Budget::default(), Control::new());
    let solution = breadth_first::solve(&river, &start, ByRank::new(&river).unwrap(), &budget, &control);
    assert_eq!(solution.value, goal.map(|(steps, _)| i64::from(steps)), "{name}");
    assert_eq!(solution.status, Status::Proven, "{name}");
    check_plan(&river, &start, &solution);
    let mut first: Vec<_> = solution.best_first_moves.iter().map(|load| (load.priests, load.devils)).collect();
    first.sort_unstable();
    assert_eq!(first, best_loads(plain, &from_goal, (plain.priests, plain.devils, true)), "{name}");

    let expected = format!(
        "shortest={},reachable={},edges={},eccentricity={}",
        goal.map_or(0, |(_, ways)| ways),
        from_start.len(),
        edges.len(),
        from_start.values().map(|&(steps, _)| steps).max().unwrap()
    );
    let by_rank = breadth_first::facts(&river, &start, ByRank::new(&river).unwrap(), &budget, &control).unwrap();
    let hashed = breadth_first::facts(&river, &start, Hashed::default(), &budget, &control).unwrap();
    for facts in [by_rank, hashed] {
        let facts: Vec<String> = facts.named().iter().map(|(key, value)| format!("{key}={value}")).collect();
        assert_eq!(facts.join(","), expected, "{name}");
    }
    compare_table(plain, &river, &from_goal);
    goal.map(|(steps, _)| steps)
}

/// The first loads of shortest plans from a node, by the distances from the goal.
fn best_loads(plain: &Plain, from_goal: &HashMap<Node, (u32, u128)>, node: Node) -> Vec<(u32, u32)> {
    let Some(&(steps, _)) = from_goal.get(&node) else { return Vec::new() };
    let nearer = plain.neighbours(node).into_iter().filter(|(next, _)| from_goal[next].0 + 1 == steps);
    let mut loads: Vec<_> = nearer.map(|(_, (priests, devils))| (priests as u32, devils as u32)).collect();
    loads.sort_unstable();
    loads
}

/// The table for hints on every legal position, reachable or not.
fn compare_table(plain: &Plain, river: &River, from_goal: &HashMap<Node, (u32, u128)>) {
    let mut distances = Distances::new(river, u64::MAX).unwrap();
    for p in 0..=plain.priests {
        for d in 0..=plain.devils {
            for right in [false, true] {
                if !(Plain::safe(p, d) && Plain::safe(plain.priests - p, plain.devils - d)) {
                    continue;
                }
                let here = Group::new(p as u32, d as u32);
                let side = if right { 'r' } else { 'l' };
                let fen = format!("{}/-/{here} {side} {}", river.people - here, river.capacity);
                let position = River::from_fen(&fen).unwrap().1;
                // With all on the left the problem is solved wherever the boat is.
                let expected =
                    if p + d == 0 { Some(0) } else { from_goal.get(&(p, d, right)).map(|walk| walk.0.into()) };
                assert!(distances.reach(&position, &mut |_| true), "{fen}");
                assert_eq!(distances.get(&position).map(u64::from), expected, "{fen}");
                let plan = distances.plan(&position, &mut || true).unwrap();
                assert_eq!(plan.len() as u64, expected.unwrap_or(0), "{fen}");
                let solution = river.solve(&position, &mut None, &Budget::default(), &Control::new(), &mut |_| ());
                assert_eq!(
                    (solution.value.map(|steps| steps as u64), solution.status),
                    (expected, Status::Proven),
                    "{fen}"
                );
                check_plan(river, &position, &solution);
                compare_loaded(river, &position, &distances);
                let mut loads: Vec<_> = distances.best_moves(&position).iter().map(|l| (l.priests, l.devils)).collect();
                loads.sort_unstable();
                if p + d > 0 {
                    assert_eq!(loads, best_loads(plain, from_goal, (p, d, right)), "{fen}");
                }
            }
        }
    }
}

/// The same answers with people in the boat already.
fn compare_loaded(river: &River, position: &RiverPosition, distances: &Distances) {
    let here = position.ashore(position.dock);
    for priests in 0..=here.priests.min(river.capacity) {
        for devils in 0..=here.devils.min(river.capacity - priests) {
            let boat = Group::new(priests, devils);
            let mut loaded = RiverPosition { boat, ..*position };
            match position.dock {
                Shore::Left => loaded.left = loaded.left - boat,
                Shore::Right => loaded.right = loaded.right - boat,
            }
            assert_eq!(distances.get(&loaded), distances.get(position));
            assert_eq!(distances.best_moves(&loaded), distances.best_moves(position));
        }
    }
}

fn check_plan(river: &River, start: &RiverPosition, solution: &Solution<Group>) {
    let mut at = *start;
    for &load in &solution.plan {
        assert_eq!(river.objection(&at, load), None);
        at = river.apply(&at, load);
    }
    assert_eq!(solution.value.is_some(), river.is_goal(&at));
    assert_eq!(solution.plan.len() as i64, solution.value.unwrap_or(0));
}

#[test]
fn equals_brute_force_on_every_small_problem() {
    for priests in 1..=6 {
        for devils in 0..=priests {
            for capacity in 1..=6 {
                for boat_rule in [false, true] {
                    compare(&Plain { priests, devils, capacity, boat_rule });
                }
            }
        }
    }
}

/// Every legal position of all numbers, more devils than priests among them: nobody can reach the goal then, for on the
/// left bank the priests would be outnumbered, and the answer is a proof.
#[test]
fn unequal_numbers_are_answered_on_every_position() {
    let mut outnumbered = 0;
    for priests in 0..=4 {
        for devils in 0..=5 {
            for capacity in 1..=4 {
                for boat_rule in [false, true] {
                    let plain = Plain { priests, devils, capacity, boat_rule };
                    let people = Group::new(priests as u32, devils as u32);
                    let river = River { people, capacity: capacity as u32, boat_rule };
                    let has_goal = Plain::safe(priests, devils);
                    let from_goal = if has_goal { plain.walks((0, 0, false)) } else { HashMap::new() };
                    compare_table(&plain, &river, &from_goal);
                    outnumbered += u32::from(!has_goal);
                }
            }
        }
    }
    assert!(outnumbered > 50);
}

fn crossings(priests: i32, devils: i32, capacity: i32) -> Option<u32> {
    compare(&Plain { priests, devils, capacity, boat_rule: false })
}

/// Rows of the literature for as many priests as devils, and for one priest more.
#[test]
fn known_rows() {
    assert_eq!([1, 2, 3, 4, 5].map(|n| crossings(n, n, 2)), [Some(1), Some(5), Some(11), None, None]);
    assert_eq!(crossings(5, 5, 3), Some(11));
    assert_eq!([6, 7].map(|n| crossings(n, n, 3)), [None, None]);
    // An even boat of 2 k and more than k of each; a boat for four follows it from six on.
    for half in 2..=4 {
        for n in half + if half == 2 { 4 } else { 1 }..=12 {
            let expected = 2 * ((n - half) as u32).div_ceil(half as u32 - 1) + 1;
            assert_eq!(crossings(n, n, 2 * half), Some(expected), "{n} {half}");
        }
    }
    for priests in 3..=10 {
        assert_eq!(crossings(priests, priests - 1, 2), Some(4 * priests as u32 - 5), "{priests}");
    }
}

#[test]
fn ten_thousand_and_a_boat_for_twenty() {
    let (river, start) = River::from_fen("10000 10000 20").unwrap();
    let solution =
        breadth_first::solve(&river, &start, ByRank::new(&river).unwrap(), &Budget::default(), &Control::new());
    // 2 * ceil((n - k) / (k - 1)) + 1 for a boat of 2 k.
    assert_eq!(solution.value, Some(2 * (10_000 - 10) / 9 + 1));
    check_plan(&river, &start, &solution);
    let mut distances = Distances::new(&river, u64::MAX).unwrap();
    assert!(distances.reach(&start, &mut |_| true));
    assert_eq!(distances.get(&start).map(i64::from), solution.value);
    assert_eq!(distances.best_moves(&start), solution.best_first_moves);
}
