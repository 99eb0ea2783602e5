//! Stretches of a plan in which the hero can do nothing but what is in one room: he has flown or slipped into it, and either he does not
//! get out of it before something is done there, or he would not come back if he left.

use super::super::reach::Reach;
use super::Sketch;
use super::replay::Step;
use crate::state::State;

/// The hero is cut off if he no longer reaches one of the first regions that he could reach before. Their number:
const MAX_REGIONS: usize = 2;

/// Where a plan stands after a decision and what was taken at once.
struct Point<'s> {
    /// The step of the decision.
    step: usize,
    before: &'s State,
    after: &'s State,
    reach: &'s Reach,
}

impl Sketch<'_, '_> {
    /// Notes for each deed of the plan, whose steps these are, in which stretch it was done. What is no part of it waits until the hero
    /// is back.
    pub(super) fn cut_off(&mut self, steps: &[Step]) {
        for &deed in &self.course.made {
            self.deeds[deed as usize].within = None;
            self.deeds[deed as usize].back_by = None;
            self.deeds[deed as usize].stretch.clear();
        }
        let mut points: Vec<Point> = Vec::new();
        let mut decided = 0;
        for (at, step) in steps.iter().enumerate() {
            if !step.at_once {
                decided = at;
            }
            let reach = step.reach.as_deref();
            points.extend(reach.map(|reach| Point {
                step: decided,
                before: &steps[decided].before,
                after: &step.after,
                reach,
            }));
        }
        let mut next = 1;
        while next < points.len() {
            let shut_in = shut_in(&points, next);
            let Some(end) = shut_in.or_else(|| self.visit(&points, next)) else {
                next += 1;
                continue;
            };
            let until = points.get(end).map_or(self.course.made.len() - 1, |point| point.step);
            self.note_stretch(points[next].step, until, shut_in.is_none());
            next = end;
        }
    }

    /// Notes the stretch that a step begins and another one ends, and whether it is a visit.
    fn note_stretch(&mut self, first: usize, until: usize, is_visit: bool) {
        let head = self.course.made[first];
        for step in first + 1..=until {
            let deed = self.course.made[step] as usize;
            self.deeds[deed].within = Some(head);
        }
        let head = &mut self.deeds[head as usize];
        (head.back_by, head.is_visit) = (Some(self.course.made[until]), is_visit);
        head.stretch = self.course.made[first + 1..=until].to_vec();
    }

    /// The point at which a visit ends that begins at another one: the hero has come to where he does not come again if he leaves. It
    /// ends when he can, or with the last decision before he leaves; none where no visit begins there or nothing is done in it.
    fn visit(&mut self, points: &[Point], first: usize) -> Option<usize> {
        let head = &points[first];
        if self.deeds[self.course.made[head.step] as usize].takes {
            return None;
        }
        let old = points[first - 1].reach;
        let mut new = head.reach.all.iter().map(|at| (at.floor, at.entry));
        let (floor, cell) = new.find(|&(floor, cell)| !old.has_cell(floor, cell))?;
        let home = self.reach_from(head.before, head.after);
        if home.has_cell(floor, cell) || home.all.len() * MAX_REGIONS < head.reach.all.len() {
            return None;
        }
        let mut at = first;
        while points.get(at + 1)?.reach.has_cell(floor, cell) {
            at += 1;
            if self.reach_from(head.before, points[at].after).has_cell(floor, cell) {
                break;
            }
        }
        (at > first).then_some(at)
    }

    /// Where a hero could go who stood where he does in one state, in the tower of another one.
    fn reach_from(&mut self, home: &State, tower: &State) -> Reach {
        self.expander.reach(&State { floor: home.floor, x: home.x, y: home.y, ..tower.clone() })
    }
}

/// The point at which a stretch ends that begins at another one, out of which the hero does not get; none where none begins there, the
/// number of points where it never ends.
fn shut_in(points: &[Point], first: usize) -> Option<usize> {
    let (old, new) = (points[first - 1].reach, points[first].reach);
    if new.all.len() * MAX_REGIONS >= old.all.len() {
        return None;
    }
    let lost: Vec<(u16, u16)> = old.all.iter().map(|at| (at.floor, at.entry)).collect();
    let has = |reach: &Reach| lost.iter().filter(|&&(floor, cell)| reach.has_cell(floor, cell)).count() * MAX_REGIONS;
    if has(new) >= lost.len() {
        return None;
    }
    Some((first + 1..points.len()).find(|&at| has(points[at].reach) >= lost.len()).unwrap_or(points.len()))
}
