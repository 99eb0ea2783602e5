//! Ways to what lies behind several doors and monsters: the cheapest to each thing worth having.

use super::super::fight;
use super::super::hazard::hazard;
use super::super::model::Project;
use super::super::state::State;
use super::super::walk::{Ahead, ahead};
use super::moves::Move;
use super::reach::Reach;
use super::region::{Edge, NONE, Regions, steps};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The cheapest ways to items, stairs and events behind two barriers or more: the moves of each, without the last where it costs
/// nothing. `price` is what a key is worth in hp.
pub(super) fn paths(project: &Project, state: &State, reach: &Reach, price: &dyn Fn(u32) -> f64) -> Vec<Vec<Move>> {
    (0..reach.floors.len()).flat_map(|floor| paths_on(project, state, reach, floor as u16, price)).collect()
}

/// Those [`paths`] that lie on a floor.
pub(super) fn paths_on(
    project: &Project,
    state: &State,
    reach: &Reach,
    floor: u16,
    price: &dyn Fn(u32) -> f64,
) -> Vec<Vec<Move>> {
    let mut all = Vec::new();
    if let Some(regions) = reach.floors.get(usize::from(floor)).and_then(Option::as_ref) {
        Finder { project, state, reach, floor, regions, price }.find(&mut all);
    }
    all
}

/// What a cell is on a way.
#[derive(Clone, Copy)]
enum Barrier {
    Open,
    /// It costs so much, and then is walked through.
    Costs(u32),
    /// Something worth having, walked through.
    Prize,
    /// Something worth having, where the way ends.
    End,
    /// No way.
    Closed,
}

struct Finder<'a> {
    project: &'a Project,
    state: &'a State,
    reach: &'a Reach,
    floor: u16,
    regions: &'a Regions,
    price: &'a dyn Fn(u32) -> f64,
}

impl Finder<'_> {
    fn find(&self, all: &mut Vec<Vec<Move>>) {
        let cells = self.regions.of.len();
        let mut cost = vec![u32::MAX; cells];
        let mut came: Vec<Option<Edge>> = vec![None; cells];
        let mut heap = BinaryHeap::new();
        for (cell, &region) in self.regions.of.iter().enumerate() {
            if region != NONE && self.reach.has(self.floor, region) {
                cost[cell] = 0;
                heap.push(Reverse((0, cell as u16)));
            }
        }
        let mut ends = Vec::new();
        let mut barriers: Vec<Option<Barrier>> = vec![None; cells];
        while let Some(Reverse((so_far, cell))) = heap.pop() {
            if so_far > cost[usize::from(cell)] {
                continue;
            }
            for edge in steps(self.project, self.floor, cell) {
                let to = usize::from(edge.to);
                if cost[to] == 0 {
                    continue;
                }
                let barrier = *barriers[to].get_or_insert_with(|| self.barrier(edge.to));
                let (more, goes_on) = match barrier {
                    Barrier::Open | Barrier::Prize => (0, true),
                    Barrier::Costs(more) => (more, true),
                    Barrier::End => (0, false),
                    Barrier::Closed => continue,
                };
                let is_end = matches!(barrier, Barrier::Prize | Barrier::End);
                let sum = so_far + more + 1;
                if sum < cost[to] {
                    if cost[to] == u32::MAX && is_end {
                        ends.push(edge.to);
                    }
                    cost[to] = sum;
                    came[to] = Some(edge);
                    if goes_on {
                        heap.push(Reverse((sum, edge.to)));
                    }
                }
            }
        }
        for end in ends {
            let moves = self.way(end, &came);
            if moves.len() > 1 && !all.contains(&moves) {
                all.push(moves);
            }
        }
    }

    fn barrier(&self, cell: u16) -> Barrier {
        let (what, outside) = ahead(self.project, self.state, usize::from(self.floor), cell);
        match what {
            Ahead::Nothing if outside => Barrier::Closed,
            Ahead::Nothing if self.regions.of[usize::from(cell)] == NONE => Barrier::Costs(self.harm(cell)),
            Ahead::Nothing => Barrier::Open,
            Ahead::Melts => Barrier::Costs(0),
            Ahead::Item(_) => Barrier::Prize,
            Ahead::Stairs(_) | Ahead::Event(_) => Barrier::End,
            Ahead::Door(keys) if keys.iter().all(|&(key, count)| self.state.item(key) >= count) => {
                let price: f64 = keys.iter().map(|&(key, count)| (self.price)(key) * count as f64).sum();
                Barrier::Costs(price as u32)
            }
            Ahead::Battle(enemy) => {
                let fight = fight::fight_on(self.project, self.state, self.floor, enemy, Some(cell));
                match fight.filter(|fight| self.state.survives(fight.damage)) {
                    Some(fight) => Barrier::Costs(fight.damage as u32),
                    None => Barrier::Closed,
                }
            }
            Ahead::Door(_) | Ahead::Unknown(_) => Barrier::Closed,
        }
    }

    /// What walking on a cell costs.
    fn harm(&self, cell: u16) -> u32 {
        let mut here = self.state.clone();
        here.floor = self.floor;
        hazard(self.project, &here, cell).damage.clamp(0, u32::MAX.into()) as u32
    }

    /// The steps of a way that do something.
    fn way(&self, end: u16, came: &[Option<Edge>]) -> Vec<Move> {
        let mut moves = Vec::new();
        let mut at = end;
        while let Some(edge) = came[usize::from(at)] {
            let does = match self.barrier(at) {
                Barrier::Costs(_) => true,
                Barrier::Prize => at != end,
                Barrier::End => {
                    matches!(ahead(self.project, self.state, usize::from(self.floor), at).0, Ahead::Event(_))
                }
                Barrier::Open | Barrier::Closed => false,
            };
            if does {
                moves.push(Move::step(self.floor, edge));
                // Once the way is clear, walking on may still cost.
                if at != end && ahead(self.project, self.state, usize::from(self.floor), at).1 && self.harm(at) > 0 {
                    moves.push(Move::step(self.floor, edge));
                }
            }
            at = edge.from;
        }
        moves.reverse();
        moves
    }
}
