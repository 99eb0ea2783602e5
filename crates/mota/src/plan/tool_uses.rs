//! Tools as operators: where each opens or removes something, or takes the hero elsewhere.

use super::moves::{Act, Move};
use super::probe::{Difference, Wealth};
use super::probed::{Content, Decision, Place, Probed};
use super::region::{Cache, FEW_FLOORS, NONE, Regions};
use super::survey::Survey;
use crate::rules::model::Item;
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// Probes tools of a tower from every free cell in every direction, and adds what comes of it to a survey, each effect once for a region.
/// Returns whether there were any.
pub(super) fn add_tools(survey: &mut Survey<'_>, items: &[u32]) -> bool {
    let project = survey.prober.project;
    let is_tool = |item: &Item| item.tool && (item.kind.is_some() || item.use_effect.is_some());
    let tools: Vec<u32> = items.iter().copied().filter(|&item| is_tool(&project.items[item as usize])).collect();
    if tools.is_empty() {
        return false;
    }
    let mut cache = Cache::of(FEW_FLOORS);
    let context = Cache::context(project, &survey.prober.base);
    let floors = 0..project.floors.len() as u16;
    let regions: Vec<Arc<Regions>> =
        floors.map(|floor| cache.regions(project, &survey.prober.base, context, floor)).collect();
    let mut known = FxHashSet::default();
    for &item in &tools {
        // What acts on the hero alone is used where he stands at first.
        let anywhere = project.items[item as usize].kind.is_none();
        for floor in 0..project.floors.len() as u16 {
            if survey.is_stopped() {
                break;
            }
            for cell in 0..project.floors[usize::from(floor)].map.len() as u16 {
                let stands = stands(survey, &regions, (floor, cell));
                if stands {
                    let ways = if project.items[item as usize].how.around || anywhere { 1 } else { 4 };
                    for direction in 0..ways {
                        let looks = (ways > 1).then_some(direction);
                        let mv = Move { floor, cell, act: Act::Use(item, looks), script: Vec::new() };
                        probe(survey, &regions, mv, &mut known);
                    }
                }
                if anywhere && stands {
                    break;
                }
            }
        }
    }
    survey.drain();
    true
}

/// What makes two uses of a tool the same: the tool, the region, the cells that change and the region where the hero is then.
type Use = (u32, Place, Vec<(u16, u16)>, Place);

fn probe(survey: &mut Survey<'_>, regions: &[Arc<Regions>], mv: Move, known: &mut FxHashSet<Use>) {
    let Act::Use(item, _) = mv.act else { return };
    let rich = survey.prober.wealthy(Wealth::Rich);
    let Some((mv, after)) = survey.prober.ways(&rich, &mv).0.into_iter().next() else { return };
    let difference = survey.prober.difference(&rich, &after);
    let region = |(floor, cell): Place| match regions[usize::from(floor)].of[usize::from(cell)] {
        NONE => (floor, !cell),
        region => (floor, region),
    };
    let (from, to) = (region((mv.floor, mv.cell)), region(difference.at));
    let cells: Vec<(u16, u16)> = difference.cells.iter().map(|change| (change.floor, change.cell)).collect();
    let is_spent_alone = difference.numbers.len() < 2 && cells.is_empty() && from == to;
    if is_spent_alone || !(opens(survey, regions, &difference, from) || from != to || cells.is_empty()) {
        return;
    }
    if known.insert((item, from, cells, to)) {
        let place = (mv.floor, mv.cell);
        let outcome = survey.outcome(place, 0, (&rich, &after), std::slice::from_ref(&mv), false, &[]);
        let decisions = vec![Decision::Use(mv.clone())];
        survey.probed.push(Probed { place, content: 0, decisions, moves: vec![mv], opponents: Vec::new(), outcome });
    }
}

/// Whether a change leads from a region to something else: another region, or a cell where something can be done.
fn opens(survey: &Survey<'_>, regions: &[Arc<Regions>], difference: &Difference, from: Place) -> bool {
    let project = survey.prober.project;
    difference.cells.iter().any(|change| {
        let place = (change.floor, change.cell);
        let holds =
            |place: &Place| survey.cells.get(place).is_some_and(|all| all[0].is_open || !all[0].probed.is_empty());
        let kind = &project.floors[usize::from(change.floor)];
        let is_new = |cell: u16| match regions[usize::from(change.floor)].of[usize::from(cell)] {
            NONE => holds(&(change.floor, cell)),
            region => (change.floor, region) != from,
        };
        holds(&place) || kind.neighbours(kind.at(change.cell)).any(|(_, cell)| is_new(cell))
    })
}

/// Whether the hero may stand on a cell: a free one, or one where something lies that he takes.
fn stands(survey: &Survey<'_>, regions: &[Arc<Regions>], (floor, cell): Place) -> bool {
    let is_gift = |content: &Content| content.is_open && content.leads.is_none();
    regions[usize::from(floor)].of[usize::from(cell)] != NONE
        || survey.cells.get(&(floor, cell)).is_some_and(|contents| is_gift(&contents[0]))
}
