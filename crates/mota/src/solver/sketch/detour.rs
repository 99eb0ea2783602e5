//! Ways that cost hp, where the sketch thinks that there is one at no cost: who has crossed a dangerous cell once has to pay again when he
//! comes back, but on the sketch what was reached stays within reach.

use super::super::moves::{self, Move};
use super::super::polish::{Decision, make};
use super::super::reach::Reach;
use super::super::region::{Edge, harms};
use super::Sketch;
use super::replay::Step;
use crate::state::{Ending, State};
use crate::walk::{Ahead, ahead};

/// Maximum number of consecutive dangerous cells on a detour.
const MAX_DANGEROUS: usize = 4;

/// Number of the best ways that are followed.
const WIDTH: usize = 4;

/// A hero on his way over dangerous cells.
struct Walker {
    state: State,
    reach: Reach,
    /// The steps that brought him there.
    steps: Vec<Step>,
}

impl Sketch<'_, '_> {
    /// Steps over dangerous cells after which a decision can be made, and the move and state that come of it: where that costs the fewest
    /// hp with as few such cells as can be. At most `steps` steps are tried, and taken from that number.
    pub(super) fn detour(
        &mut self,
        (state, reach): (&State, &Reach),
        decision: &Decision,
        tries: &mut usize,
    ) -> Option<(Vec<Step>, Reach, (Move, State))> {
        let mut all = vec![Walker { state: state.clone(), reach: reach.clone(), steps: Vec::new() }];
        for _ in 0..MAX_DANGEROUS {
            let mut next = Vec::new();
            let mut best: Option<(i64, usize, (Move, State))> = None;
            for walker in &all {
                for (floor, edge) in self.dangers(walker, decision.floor) {
                    *tries = tries.checked_sub(1)?;
                    let Some(gone) = self.crossed(walker, floor, edge) else { continue };
                    let hp = gone.state.stats[0];
                    if best.as_ref().is_none_or(|(most, ..)| hp > *most)
                        && let Some(made) = make(self.project, &gone.state, &gone.reach, decision)
                        && made.1.ending != Ending::Lost
                    {
                        best = Some((hp, next.len(), made));
                    }
                    next.push(gone);
                }
            }
            if let Some((_, number, made)) = best {
                let Walker { steps, reach, .. } = next.swap_remove(number);
                return Some((steps, reach, made));
            }
            next.sort_by_key(|walker| -walker.state.stats[0]);
            next.truncate(WIDTH);
            all = next;
        }
        None
    }

    /// Steps to dangerous cells, on the floor where the hero stands and on another one.
    fn dangers(&self, walker: &Walker, other: u16) -> Vec<(u16, Edge)> {
        let Walker { state, reach, .. } = walker;
        let loose = reach.loose.iter().map(|&edge| (state.floor, edge));
        let near = reach.edges().chain(loose).filter(|&(floor, _)| floor == state.floor || floor == other);
        let is_danger = |&(floor, edge): &(u16, Edge)| {
            !reach.has_cell(floor, edge.to)
                && matches!(ahead(self.project, state, usize::from(floor), edge.to), (Ahead::Nothing, false))
                && harms(self.project, &State { floor, ..state.clone() }, edge.to)
        };
        near.filter(is_danger).collect()
    }

    /// A step to a dangerous cell; none where it kills the hero.
    fn crossed(&mut self, walker: &Walker, floor: u16, edge: Edge) -> Option<Walker> {
        let mv = Move::step(floor, edge);
        let mut after = walker.state.clone();
        after.lowest = i64::MAX;
        let made = matches!(moves::make(self.project, &mut after, &mv), Ok(true)) && after.ending == Ending::None;
        let mut steps = walker.steps.clone();
        let (state, reach) =
            made.then(|| self.note(&mut steps, mv, walker.state.clone(), after, walker.reach.clone()))?;
        Some(Walker { state, reach, steps })
    }
}
