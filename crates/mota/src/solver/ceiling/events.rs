//! The events of a tower as they are followed without playing, each once.

use super::Place;
use super::possible::{Possible, possible, possible_of};
use crate::action::{Action, Actions};
use crate::model::{Project, Tile};
use crate::state::State;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::rc::Rc;

/// What may run of a list.
type All<'a> = Rc<Vec<Possible<'a>>>;

/// A tower, the state that it is looked at from, and what may run of its events.
pub(super) struct Events<'a> {
    pub project: &'a Project,
    pub start: &'a State,
    known: RefCell<FxHashMap<(*const Actions, Place), All<'a>>>,
    stairs: RefCell<FxHashMap<Place, All<'a>>>,
}

impl<'a> Events<'a> {
    pub(super) fn new(project: &'a Project, start: &'a State) -> Self {
        Events { project, start, known: RefCell::default(), stairs: RefCell::default() }
    }

    /// What may run of a list as the event of a place.
    pub(super) fn of(&self, list: &'a Actions, place: Place) -> All<'a> {
        let follow = || Rc::new(possible(self.project, self.start, list, place));
        Rc::clone(self.known.borrow_mut().entry((std::ptr::from_ref(list), place)).or_insert_with(follow))
    }

    /// What may run when the hero takes the stairs of a place.
    pub(super) fn of_stairs(&self, stairs: &'a Action, place: Place) -> All<'a> {
        let follow = || Rc::new(possible_of(self.project, self.start, stairs, place));
        Rc::clone(self.stairs.borrow_mut().entry(place).or_insert_with(follow))
    }

    /// Whether a list is the floor's event of a cell.
    pub(super) fn is_event(&self, list: &Actions, (floor, cell): Place) -> bool {
        let event = self.project.floors[usize::from(floor)].events.get(usize::from(cell));
        event.and_then(Option::as_deref).is_some_and(|event| std::ptr::eq(&raw const event.actions, list))
    }

    /// The block of a cell in the state, and its bits.
    pub(super) fn at_start(&self, (floor, cell): Place) -> (Tile, u8) {
        let floor = &self.start.floors[usize::from(floor)];
        let cell = usize::from(cell);
        (floor.numbers.get(cell).copied().unwrap_or(0), floor.bits.get(cell).copied().unwrap_or(0))
    }

    /// Whether a fight against a kind of monster, no other beside it, is decided by attack and defence as they stand, for a hero with such
    /// items.
    pub(super) fn is_plain(&self, enemy: u32, items: &FxHashSet<u32>) -> bool {
        let project = self.project;
        let Some(kind) = project.enemies.get(enemy as usize) else { return false };
        let is_helped = project.extra.attack.iter().any(|(_, against, _)| against.contains(&enemy));
        let is_odd = kind.has(10) || !kind.own.is_empty();
        !is_helped && !is_odd && !items.contains(&project.known.cross)
    }
}
