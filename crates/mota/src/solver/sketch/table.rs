//! A deed for each of some places.

/// No deed is noted for a place.
const NONE: u32 = u32::MAX - 1;

/// For each place a deed, [`super::NO_DEED`], or nothing.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    of: Vec<u32>,
    /// The places for which there is something, in the order in which they came.
    places: Vec<u32>,
}

impl Table {
    /// What is noted for a place.
    pub(super) fn get(&self, place: u32) -> Option<u32> {
        self.of.get(place as usize).copied().filter(|&deed| deed != NONE)
    }

    /// Notes a deed for a place, in the place of what was noted before.
    pub(super) fn insert(&mut self, place: u32, deed: u32) {
        let index = place as usize;
        if self.of.len() <= index {
            self.of.resize(index + 1, NONE);
        }
        if self.of[index] == NONE {
            self.places.push(place);
        }
        self.of[index] = deed;
    }

    /// Takes away what is noted for a place; whether there was something.
    pub(super) fn remove(&mut self, place: u32) -> bool {
        let had = self.get(place).is_some();
        if had {
            self.of[place as usize] = NONE;
            self.places.retain(|&other| other != place);
        }
        had
    }

    /// Keeps only the deeds for which something holds.
    pub(super) fn retain(&mut self, holds: impl Fn(u32) -> bool) {
        let of = &mut self.of;
        self.places.retain(|&place| {
            let keeps = holds(of[place as usize]);
            if !keeps {
                of[place as usize] = NONE;
            }
            keeps
        });
    }

    pub(super) fn clear(&mut self) {
        self.retain(|_| false);
    }

    /// The places for which something is noted.
    pub(super) fn places(&self) -> &[u32] {
        &self.places
    }
}

/// From where each place was come to, in one search.
#[derive(Clone, Debug, Default)]
pub(super) struct Came {
    search: u32,
    seen: Vec<u32>,
    from: Vec<u32>,
}

impl Came {
    /// Begins another search among `places` places.
    pub(super) fn begin(&mut self, places: usize) {
        if self.seen.len() < places || self.search == u32::MAX {
            self.seen = vec![0; places];
            self.from = vec![0; places];
            self.search = 0;
        }
        self.search += 1;
    }

    /// Whether a place was come to.
    pub(super) fn has(&self, place: u32) -> bool {
        self.seen[place as usize] == self.search
    }

    /// Notes from where a place was come to.
    pub(super) fn set(&mut self, place: u32, from: u32) {
        self.seen[place as usize] = self.search;
        self.from[place as usize] = from;
    }

    /// From where a place was come to; none if it was not.
    pub(super) fn from(&self, place: u32) -> Option<u32> {
        self.has(place).then(|| self.from[place as usize])
    }
}
