//! What a project has that is played otherwise than the platform plays it, and is told in the report.

use super::Reader;
use super::report::{Place, Severity};
use crate::rules::action::Target;
use crate::rules::blocks_by_number::Blocks;
use crate::rules::expression::ExpressionError;
use crate::rules::model::{Block, Floor, Tile};
use rustc_hash::FxHashMap;

/// Notes what holds texts that are added to other values: it is given none.
pub(super) fn joined(reader: &mut Reader) -> FxHashMap<Target, usize> {
    let mut all = FxHashMap::default();
    for target in reader.tables.joined() {
        let name = match target {
            Target::Flag(flag) => format!("flag:{}", reader.tables.flags.name(flag)),
            Target::Local(local) => reader.tables.locals.name(local).to_owned(),
            Target::Switch(letter) => format!("switch:{}", char::from(letter)),
            Target::Status(_) | Target::Item(_) => continue,
        };
        let place = Place::new("events", name);
        all.insert(target, reader.report.note(&place, Severity::Refused, ExpressionError::Joined.to_string()));
    }
    all
}

/// Notes the numbers on floors that maps.js lacks: the hero walks over them here, what the platform does with them is open.
pub(super) fn unknown_numbers(floors: &[Floor], blocks: &Blocks, reader: &mut Reader) {
    for floor in floors {
        let mut unknown: Vec<Tile> = floor.map.iter().copied().filter(|&number| number != 0).collect();
        unknown.sort_unstable();
        unknown.dedup();
        unknown.retain(|&number| blocks.get(number).is_none());
        for number in unknown {
            reader.skip(&floor.id, "map", format!("the number {number}, which maps.js lacks: walked over"));
        }
    }
}

/// Notes the events that change the layers of arrows and ice: they stay what they were.
pub(super) fn layers(blocks: &Blocks, reader: &mut Reader) {
    for (place, number) in std::mem::take(&mut reader.layers) {
        let block = number.map(|number| blocks.get(number));
        if reader.has_layers || block.is_none_or(|block| block.is_some_and(Block::rules_layers)) {
            reader.report.note(
                &place,
                Severity::Skipped,
                "an event changes arrows or ice before or behind other blocks",
            );
        }
    }
}

/// Notes the changes of floor that lead off the map.
pub(super) fn arrivals(floors: &[Floor], reader: &mut Reader) {
    for (place, to, [x, y]) in std::mem::take(&mut reader.arrivals) {
        let here = reader.floors.get(&place.floor).map_or(u16::MAX, |&here| here as u16);
        let floor = to.number(here, floors.len()).map(|number| &floors[usize::from(number)]);
        if let Some(floor) = floor.filter(|floor| floor.cell(x as i32, y as i32).is_none()) {
            let what = format!("the cell {x},{y}, which floor {} does not have: the hero does not get there", floor.id);
            reader.report.note(&place, Severity::Skipped, what);
        }
    }
}
