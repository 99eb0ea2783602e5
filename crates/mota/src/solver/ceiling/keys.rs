//! Doors for which there are no keys: where every key of a kind is needed for doors that nobody gets around, the others stay shut.

use super::events::Events;
use super::gains::Gains;
use super::spread::{Spread, Without};
use super::{NoCeiling, Place};
use crate::model::Trigger;
use rustc_hash::FxHashSet;

/// Maximum number of keys of a kind; kinds with more are skipped.
const MAX_KEYS: i64 = 4;

/// The doors that no plan opens that wins, with those that are known.
///
/// # Errors
/// Those of [`Spread::new`].
pub(super) fn locked<'a>(
    events: &Events<'a>,
    whole: &Spread<'_, 'a>,
    gains: &Gains,
    known: &FxHashSet<Place>,
    attack: i64,
) -> Result<FxHashSet<Place>, NoCeiling> {
    let mut locked = known.clone();
    let mut kinds: Vec<(u32, i64)> = gains.items.iter().filter_map(|(&key, &count)| Some((key, count?))).collect();
    kinds.sort_unstable();
    for (key, count) in kinds {
        let mut doors: Vec<Place> = whole.touched.iter().copied().filter(|&at| needs(events, whole, at, key)).collect();
        doors.retain(|door| !locked.contains(door));
        doors.sort_unstable();
        if count > MAX_KEYS || doors.len() as i64 <= count {
            continue;
        }
        let mut needed = FxHashSet::default();
        for &door in &doors {
            let mut without = Without { doors: locked.clone(), ..Without::default() };
            without.doors.insert(door);
            if !Spread::new(events, without, attack)?.wins {
                needed.insert(door);
            }
        }
        if needed.len() as i64 >= count {
            locked.extend(doors.into_iter().filter(|door| !needed.contains(door)));
        }
    }
    Ok(locked)
}

/// Whether there may be a door on a cell that takes such a key.
fn needs(events: &Events<'_>, whole: &Spread<'_, '_>, at: Place, key: u32) -> bool {
    whole.blocks(at).into_iter().filter_map(|number| events.project.block(number)).any(|block| {
        let keys = block.keys.as_deref().unwrap_or_default();
        matches!(block.trigger, Trigger::Door) && keys.iter().any(|&(needed, count)| needed == key && count > 0)
    })
}
