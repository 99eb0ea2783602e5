//! The best plan of a small tower, with proof: every decision of every state.
//!
//! Of states that differ in hp alone, only the one with the most goes on, unless a monster drinks a share of the hp. So what is
//! found is the best among all plans whose ways from decision to decision cost nothing.

use super::super::model::Project;
use super::super::state::{Ending, State};
use super::beam::Plan;
use super::expand::{Expander, top};
use super::region::FEW_FLOORS;
use super::tree::{ROOT, Tree};
use super::weights::Weights;
use rustc_hash::FxHashMap;

/// What is known of a tower.
#[derive(Clone)]
pub enum Verdict {
    /// No plan is better.
    Best(Box<Plan>),
    /// No plan wins.
    Lost,
    /// Too many states, or a rule under which no proof of this kind holds.
    Unknown,
}

/// What came of looking at everything.
pub struct Exact {
    /// What is known.
    pub verdict: Verdict,
    /// The plan that comes farthest of those that do not win: to the highest floor, there with the most hp.
    pub farthest: Plan,
    /// How many states were made.
    pub states: u64,
}

/// Specials where more hp can be worse, where walking costs something, and where monsters come back as the hero walks.
pub(crate) const BEYOND: [u32; 3] = [11, 12, 23];

/// Looks at everything, up to a number of states.
pub fn solve(project: &Project, start: &State, most: usize, stopped: &dyn Fn() -> bool) -> Exact {
    let mut expander = Expander::new(project, Weights::default(), FEW_FLOORS);
    // The node of a state has its number.
    let mut start = start.clone();
    expander.place(&mut start);
    let (mut states, mut tree) = (vec![start], Tree::default());
    tree.add(ROOT, Vec::new());
    let mut known: FxHashMap<u64, i64> = FxHashMap::default();
    let mut best: Option<u32> = None;
    let (mut next, mut is_open) = (0, false);
    while next < states.len() {
        is_open = states.len() > most || stopped();
        if is_open {
            break;
        }
        let from = states[next].clone();
        if from.ending == Ending::None {
            let mut children = Vec::new();
            if !expander.all(&from, &BEYOND, &mut |child| children.push(child)) {
                is_open = true;
                break;
            }
            for child in children {
                let hp = child.state.stats[0];
                if child.state.ending == Ending::Lost || known.get(&child.key).is_some_and(|&known| known >= hp) {
                    continue;
                }
                known.insert(child.key, hp);
                let has_won = child.state.ending == Ending::Won;
                states.push(child.state);
                let node = tree.add(next as u32, child.moves);
                if has_won && best.is_none_or(|best: u32| states[best as usize].stats[0] < hp) {
                    best = Some(node);
                }
            }
        }
        next += 1;
    }
    let plan_to = |node: u32| Plan { moves: tree.line(node), end: states[node as usize].clone() };
    let verdict = match best {
        _ if is_open => Verdict::Unknown,
        Some(best) => Verdict::Best(Box::new(plan_to(best))),
        None => Verdict::Lost,
    };
    let open = (0..states.len()).filter(|&node| states[node].ending == Ending::None);
    // The first of several: the shortest.
    let farthest = open.rev().max_by_key(|&node| (top(&states[node]), states[node].stats[0])).unwrap_or(0);
    Exact { verdict, farthest: plan_to(farthest as u32), states: expander.states }
}
