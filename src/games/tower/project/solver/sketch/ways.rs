//! Deeds that are not done, with all that they need: what stands in the way, tools, and what has to be done before.

use super::Sketch;
use super::changes::TRIES;
use super::deed::{Effect, Hp};
use rustc_hash::FxHashMap;

/// A deed needs others, and these again others, no further than this.
const DEEP: usize = 5;

/// More deeds than these are not done for the sake of one.
const MOST: usize = 24;

/// Once in so many times it is looked for ways that open from elsewhere, first.
const AROUND: usize = 4;

/// Deeds to be done for one of them.
#[derive(Default)]
struct Wish {
    /// Them, in order.
    list: Vec<u32>,
    /// The step of the plan from which on they can be done.
    from: usize,
    /// Whether ways are opened from elsewhere: walls broken, guards killed.
    around: bool,
}

impl Sketch<'_, '_> {
    /// A deed that is not done, after all that it needs, and the step from which on the first can be done.
    pub(super) fn way(&mut self) -> Option<(usize, Vec<u32>)> {
        let last = self.undone()?;
        self.way_to(last)
    }

    /// A deed after all that it needs, and the step from which on the first can be done.
    pub(super) fn way_to(&mut self, last: u32) -> Option<(usize, Vec<u32>)> {
        let around = self.random.below(AROUND) == 0;
        [around, !around].into_iter().find_map(|around| {
            let mut wish = Wish { around, ..Wish::default() };
            self.need(last, &mut wish, DEEP, false)?;
            Some((wish.from, wish.list))
        })
    }

    /// A deed that is not done, at random: one that gives the hero something, every other time.
    fn undone(&mut self) -> Option<u32> {
        let gives = self.random.below(2) == 0;
        for _ in 0..TRIES {
            let deed = self.random.below(self.deeds.len()) as u32;
            if !self.deeds[deed as usize].wins && self.is_open(deed) && (!gives || self.gives(deed)) {
                return Some(deed);
            }
        }
        None
    }

    /// Whether a deed gives the hero something besides gold.
    fn gives(&self, deed: u32) -> bool {
        let deed = &self.deeds[deed as usize];
        let grows = match deed.effect {
            Effect::Always(outcome) => {
                matches!(outcome.hp, Hp::Set(_)) || outcome.stats[..=3].iter().any(|&grows| grows > 0)
            }
            Effect::Tried(_) | Effect::Unknown => false,
        };
        grows || deed.slots.iter().any(|&(slot, more)| more > 0 && self.slots.is_item(slot))
    }

    /// Whether a deed is not done and may be.
    pub(super) fn is_open(&self, deed: u32) -> bool {
        self.marks.done.when(deed).is_none() && !self.deeds[deed as usize].barred
    }

    /// Adds a deed to a wish, after what it needs. `comes` is whether the hero comes to it by what was added before.
    fn need(&mut self, deed: u32, wish: &mut Wish, depth: usize, comes: bool) -> Option<()> {
        if self.marks.done.when(deed).is_some() || wish.list.contains(&deed) {
            return Some(());
        }
        if depth == 0 || !self.is_open(deed) || wish.list.len() >= MOST {
            return None;
        }
        if !comes {
            self.come(deed, wish, depth)?;
        }
        for number in 0..self.deeds[deed as usize].after.len() {
            let before = self.deeds[deed as usize].after[number];
            self.need(before, wish, depth - 1, false)?;
        }
        for giver in self.lacking(deed, wish)? {
            self.need(giver, wish, depth - 1, false)?;
        }
        wish.list.push(deed);
        Some(())
    }

    /// The deeds that give the items which a deed needs and the hero does not have at the end of the plan; none where nothing does.
    fn lacking(&self, deed: u32, wish: &Wish) -> Option<Vec<u32>> {
        let has = self.base.numbers.last()?;
        let what = &self.deeds[deed as usize];
        let lacks = |&&(slot, grows): &&(u8, i32)| {
            grows < 0 && has.slots[usize::from(slot)] < -grows && self.slots.is_item(slot) && !what.may_owe
        };
        let giver = |&(slot, _): &(u8, i32)| {
            let all = self.givers.get(&slot).into_iter().flatten().copied();
            let open: Vec<u32> = all.filter(|&giver| self.is_open(giver) && !wish.list.contains(&giver)).collect();
            let turn = wish.list.len() + what.at as usize;
            open.get(turn % open.len().max(1)).copied()
        };
        what.slots.iter().filter(lacks).map(giver).collect()
    }

    /// Adds what opens the hero's way to where a deed is done.
    fn come(&mut self, deed: u32, wish: &mut Wish, depth: usize) -> Option<()> {
        let (target, stands) = (self.deeds[deed as usize].at, self.deeds[deed as usize].stands);
        let mut came: FxHashMap<u32, u32> = FxHashMap::default();
        came.insert(target, target);
        let mut queue = vec![target];
        let mut next = 0;
        while let Some(&place) = queue.get(next) {
            next += 1;
            if let Some(when) = self.marks.touched.when(place) {
                wish.from = wish.from.max(when);
                return self.open_up(place, (target, stands), &came, wish, depth);
            }
            if let Some(&by) = self.arrivals.get(&place)
                && by != deed
            {
                let known = (wish.list.len(), wish.from);
                if self.need(by, wish, depth - 1, false).is_some() {
                    return self.open_up(place, (target, stands), &came, wish, depth);
                }
                wish.list.truncate(known.0);
                wish.from = known.1;
            }
            let floor = self.places.floor[place as usize];
            let beside = self.places.next[place as usize].len();
            let turn = self.random.below(beside.max(1));
            for number in 0..beside {
                let other = self.places.next[place as usize][(number + turn) % beside];
                let is_way = self.marks.opened.when(other).is_some() || self.opener(other, wish.around).is_some();
                if self.places.floor[other as usize] == floor && !came.contains_key(&other) && is_way {
                    came.insert(other, place);
                    queue.push(other);
                }
            }
        }
        None
    }

    /// Adds what opens all places from one to another, and this one too if the hero has to stand there.
    fn open_up(
        &mut self,
        from: u32,
        (to, stands): (u32, bool),
        came: &FxHashMap<u32, u32>,
        wish: &mut Wish,
        depth: usize,
    ) -> Option<()> {
        let mut at = from;
        loop {
            if (at != to || stands) && self.marks.opened.when(at).is_none() {
                let opener = self.opener(at, wish.around)?;
                let here = self.deeds[opener as usize].at == at;
                self.need(opener, wish, depth - 1, here)?;
            }
            if at == to {
                return Some(());
            }
            at = *came.get(&at)?;
        }
    }

    /// What is not done and opens a place: what stands there, or from elsewhere (`around`).
    fn opener(&self, place: u32, around: bool) -> Option<u32> {
        let mut here = self.at[place as usize].iter().copied();
        let elsewhere = || self.openers.get(&place).copied().filter(|&deed| around && self.is_open(deed));
        here.find(|&deed| self.is_open(deed) && self.deeds[deed as usize].takes).or_else(elsewhere)
    }
}
