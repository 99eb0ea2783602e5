//! Guards: what changes when all of several are gone, though none of them changes it alone.

use super::contexts::Context;
use super::moves;
use super::probe::{Change, Wealth};
use super::probed::Place;
use super::survey::Survey;
use crate::rules::state::{Ending, State};
use rustc_hash::FxHashSet;

/// Cells whose contents hold something together.
pub(super) struct Joint {
    /// The cells of the guards.
    pub(super) members: Vec<Place>,
    /// What changes when they are gone.
    pub(super) opens: Vec<Change>,
    pub(super) wins: bool,
}

/// Finds the guards of each floor: everything there that can be fought or opened is, and what changes beyond the sum of what each changes
/// is traced back by leaving one after the other out.
pub(super) fn guards(survey: &mut Survey<'_>, contexts: &[Context]) -> Vec<Joint> {
    let mut found = Vec::new();
    for floor in 0..survey.prober.project.floors.len() as u16 {
        let remembers = |number: usize| contexts.iter().any(|context| context.members.contains(&number));
        let all: Vec<usize> = (0..survey.probed.len())
            .filter(|&number| {
                let probed = &survey.probed[number];
                let has_own =
                    probed.outcome.difference.cells.iter().any(|change| (change.floor, change.cell) == probed.place);
                probed.place.0 == floor
                    && probed.content == 0
                    && probed.moves.len() == 1
                    && has_own
                    && !remembers(number)
            })
            .collect();
        if survey.is_stopped() {
            break;
        }
        of_floor(survey, &all, &mut found);
    }
    found
}

fn of_floor(survey: &mut Survey<'_>, all: &[usize], found: &mut Vec<Joint>) {
    let (mut extra, has_won) = extra(survey, all);
    if has_won {
        let members = least(survey, all, &|survey, some| self::extra(survey, some).1);
        found.push(Joint { members: places(survey, &members), opens: Vec::new(), wins: true });
    }
    while let Some(first) = extra.first().copied() {
        let members = least(survey, all, &|survey, some| self::extra(survey, some).0.contains(&first));
        let opens = self::extra(survey, &members).0;
        extra.retain(|change| !opens.contains(change) && *change != first);
        for change in &opens {
            survey.register(change, change.number == 0);
        }
        survey.drain();
        if members.len() > 1 {
            found.push(Joint { members: places(survey, &members), opens, wins: false });
        }
    }
}

fn places(survey: &Survey<'_>, members: &[usize]) -> Vec<Place> {
    members.iter().map(|&number| survey.probed[number].place).collect()
}

/// A least set of operators for which something holds that holds for all of them.
fn least(survey: &Survey<'_>, all: &[usize], holds: &dyn Fn(&Survey<'_>, &[usize]) -> bool) -> Vec<usize> {
    let mut members = all.to_vec();
    let mut place = members.len();
    while place > 0 && !survey.is_stopped() {
        place -= 1;
        let without: Vec<usize> = members.iter().copied().filter(|&other| other != members[place]).collect();
        if holds(survey, &without) {
            members = without;
        }
    }
    members
}

/// What changes when all of these are done, beyond what each of them changes; and whether that wins, though none of them does.
fn extra(survey: &Survey<'_>, all: &[usize]) -> (Vec<Change>, bool) {
    let rich = survey.prober.wealthy(Wealth::Rich);
    let mut state: State = rich.clone();
    let mut known = FxHashSet::default();
    for &number in all {
        let probed = &survey.probed[number];
        let difference = &probed.outcome.difference;
        if difference.ending != Ending::None || difference.at.0 != probed.place.0 {
            continue;
        }
        known.extend(difference.cells.iter().map(|change| (change.floor, change.cell)));
        let before = state.clone();
        if !moves::make_all(survey.prober.project, &mut state, &probed.moves) {
            state = before;
        }
        if state.ending == Ending::Won {
            break;
        }
    }
    let mut changes = survey.prober.difference(&rich, &state).cells;
    changes.retain(|change| !known.contains(&(change.floor, change.cell)));
    (changes, state.ending == Ending::Won)
}
