//! A tower made ready for a search: what it forces on the hero at the start is played, and the rest is compiled.

use super::compile::compile;
use super::graph::{Graph, Numbers};
use super::moves::{Act, Move};
use super::probed::{Decision, Place};
use super::prune::prune;
use super::relax::relax;
use super::replay::{Played, play};
use super::situation::Executor;
use crate::rules::model::Project;
use crate::rules::state::{Ending, State};

/// A compiled tower and the state from which its graph begins.
#[derive(Clone)]
pub(super) struct Prepared {
    /// The moves that lead there.
    pub(super) opening: Vec<Move>,
    pub(super) base: State,
    pub(super) graph: Graph,
}

impl Prepared {
    /// Of a tower from a state. What `stopped` ends early is not whole.
    pub(super) fn of(project: &Project, start: &State, stopped: &dyn Fn() -> bool) -> Prepared {
        let cut = |graph: Graph| {
            let relaxed = relax(&graph, &|_| false);
            prune(graph, &relaxed)
        };
        let graph = cut(compile(project, start, false, stopped));
        if stopped() {
            return Prepared { opening: Vec::new(), base: start.clone(), graph };
        }
        let forced = Executor::new(project, start, &graph).forced();
        if !forced.is_empty() && !stopped() {
            let Played { moves, end, refused, .. } = play(project, start, &graph, &forced);
            if refused.is_empty() && end.ending == Ending::None {
                let graph = cut(compile(project, &end, true, stopped));
                return Prepared { opening: moves, base: end, graph };
            }
        }
        let graph = cut(compile(project, start, true, stopped));
        Prepared { opening: Vec::new(), base: start.clone(), graph }
    }

    /// The same from another state at the start, which differs in these numbers alone.
    pub(super) fn with(mut self, base: State) -> Prepared {
        let first: &mut Numbers = &mut self.graph.first;
        for (place, &of) in self.graph.numbers.iter().enumerate() {
            first[place] = super::probe::number(&base, of);
        }
        Prepared { base, ..self }
    }

    /// The same without what can be done at a cell.
    pub(super) fn without(mut self, place: Place) -> Prepared {
        if let Some(&node) = self.graph.node_of.get(&place) {
            self.graph.nodes[node as usize].contents.iter_mut().for_each(|content| content.operators.clear());
        }
        self
    }

    /// A plan read in: the operators that its moves are.
    pub(super) fn list(&self, project: &Project, moves: &[Move]) -> Vec<u32> {
        let is_move = |operator: u32, mv: &Move| {
            self.graph.operators[operator as usize].decisions.first().is_some_and(|decision| match (decision, mv.act) {
                (Decision::Walk(place, script), Act::Step(direction)) => {
                    let kind = &project.floors[usize::from(mv.floor)];
                    *script == mv.script
                        && Some(place.1) == kind.beside(kind.at(mv.cell), direction)
                        && place.0 == mv.floor
                }
                (Decision::Use(other), Act::Use(..)) => other == mv,
                _ => false,
            })
        };
        let all = 0..self.graph.operators.len() as u32;
        moves.iter().flat_map(|mv| all.clone().filter(move |&operator| is_move(operator, mv))).collect()
    }
}
