//! What a tower holds beyond a plan, by the rules: a hero whom nothing can stop does all that is left before the plan's end.

use super::super::finish::{Greed, closing, finish};
use super::super::moves::{self, Act, Move};
use super::super::rooms::lucky;
use super::Sketch;
use super::replay::Step;
use super::slots::GOLD;
use crate::state::{Credit, Ending, State};
use rustc_hash::FxHashSet;

/// Attack and defence of a hero whom no monster hurts.
const STRONG: i64 = 1_000_000;

/// Gold for every trader; what altars sell again and again grows dearer.
const AMPLE_GOLD: i64 = 20_000;

/// Hp that are never spent.
const AMPLE_HP: i64 = 1_000_000_000;

/// Keys that he may owe.
const KEYS: i64 = 10_000;

/// Maximum number of one-way rooms that are looked at.
const ROOMS: usize = 12;

impl Sketch<'_, '_> {
    /// Takes over a plan, and notes what could be done beyond it; none where there is too much to keep in mind. Returns the deeds, in an
    /// order in which the rules allow them to a hero who lacks nothing.
    pub(super) fn explore(&mut self, own: Vec<Step>) -> Option<Vec<u32>> {
        self.flies = own.last()?.before.item(self.project.known.fly) > 0;
        self.steps = own;
        self.go_without_tools()?;
        let cut = self.farthest()?;
        let mut steps: Vec<Step> = self.steps[..=cut].to_vec();
        let known = steps.len();
        self.go_beyond(&mut steps)?;
        self.pass_often(&steps)?;
        let beyond = self.course.made[known..].to_vec();
        self.is_learning = false;
        let own = std::mem::take(&mut self.steps);
        self.learn(own)?;
        Some(beyond)
    }

    /// Notes what a hero who lacks nothing else does without each tool that the plan uses: what it opens may be opened by something else.
    fn go_without_tools(&mut self) -> Option<()> {
        for at in 0..self.steps.len() {
            let Step { ref mv, ref before, ref after, .. } = self.steps[at];
            let Act::Use(item, _) = mv.act else { continue };
            if after.item(item) >= before.item(item) {
                continue;
            }
            let mut state = strong(before);
            state.set_item(item, 0);
            let mut steps = self.steps[..at].to_vec();
            self.go_far(&mut steps, state);
            self.pass_often(&steps)?;
        }
        Some(())
    }

    /// The last step after which the hero can still go nearly as far as ever.
    fn farthest(&self) -> Option<usize> {
        let far = |step: &Step| step.reach.as_ref().map_or(0, |reach| reach.all.len());
        let most = self.steps.iter().map(far).max()?;
        self.steps.iter().rposition(|step| far(step) * 10 >= most * 9)
    }

    /// Does all that can be done after some steps by a hero who lacks nothing; but in rooms that close behind him he is no stronger than at
    /// the end of the plan, and looks for something that is had only if not all of it is done.
    fn go_beyond(&mut self, steps: &mut Vec<Step>) -> Option<()> {
        let plain = self.steps.last()?.before.stats;
        let mut state = steps.last()?.after.clone();
        state.stats[GOLD] += AMPLE_GOLD;
        let mut tried: FxHashSet<(u16, u16)> = FxHashSet::default();
        for _ in 0..ROOMS {
            state = strong(&state);
            let end = self.go_far(steps, state);
            let mut outside = end.clone();
            outside.stats[1..=3].copy_from_slice(&plain[1..=3]);
            let Some((moves, after)) = self.room(&end, &outside, &mut tried) else { break };
            self.go(steps, outside, &moves);
            state = after;
        }
        Some(())
    }

    /// Does all that can be done from a state on and comes back from, and notes the steps; the state then.
    fn go_far(&mut self, steps: &mut Vec<Step>, state: State) -> State {
        let greed = Greed { may_owe: true, stays: true, ..Greed::default() };
        let (moves, end) = finish(self.expander, &state, greed, self.stopped);
        self.go(steps, state, &moves);
        end
    }

    /// Makes moves by the rules from a state on, and notes the steps.
    fn go(&mut self, steps: &mut Vec<Step>, state: State, moves: &[Move]) {
        let reach = self.expander.reach(&state);
        self.walk_on(steps, state, reach, moves);
        while steps.last().is_some_and(|step| step.after.ending != Ending::None) {
            steps.pop();
        }
    }

    /// What a hero does from a state on in a room that closes behind him, and what comes of it; none where no room is left out of which
    /// he gets with something. The rooms are those that close behind another hero.
    fn room(&mut self, other: &State, state: &State, tried: &mut FxHashSet<(u16, u16)>) -> Option<(Vec<Move>, State)> {
        for first in closing(self.expander, other, self.stopped) {
            let mut inside = state.clone();
            if (self.stopped)()
                || !tried.insert((first.floor, first.cell))
                || !matches!(moves::make(self.project, &mut inside, &first), Ok(true))
                || inside.ending != Ending::None
            {
                continue;
            }
            let mut moves = vec![first];
            self.expander.take_all(&mut inside, &mut moves);
            let found = lucky(self.expander, (&inside, &inside), &mut self.random, self.stopped);
            if let Some((more, after)) = found {
                moves.extend(more);
                return Some((moves, after));
            }
        }
        None
    }

    /// Does all that may be done beyond the plan before its end, as far as that can be paid with what is lent.
    pub fn do_all(&mut self) -> Option<()> {
        let beyond = std::mem::take(&mut self.beyond);
        // As it went by the rules: on the sketch it may be shorter.
        let (own, end) = self.played.split_at((self.farthest()? + 1).min(self.played.len()));
        let line = [own, &beyond, end].concat();
        self.take_over(0, &line);
        let line = std::mem::take(&mut self.base.line);
        let (steps, _) = self.replay(0, &line);
        let has_won = steps.last().is_some_and(|step| step.after.ending == Ending::Won);
        let steps = if has_won { steps } else { std::mem::take(&mut self.steps) };
        self.learn(steps)
    }
}

/// The hero of a state, who lacks nothing.
fn strong(state: &State) -> State {
    let mut strong = State { credit: Credit { hp: AMPLE_HP, keys: KEYS, ..state.credit }, ..state.clone() };
    strong.stats[0] = AMPLE_HP;
    strong.stats[1..=3].fill(STRONG);
    strong
}
