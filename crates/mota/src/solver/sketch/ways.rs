//! Deeds that are not done, with all that they need: what stands in the way, tools, and what has to be done before.

use super::Sketch;
use super::changes::TRIES;
use super::deed::{Effect, Hp, NOTHING};
use super::table::Came;

/// A deed needs others, and these again others, no further than this.
const MAX_DEPTH: usize = 5;

/// Maximum number of deeds done for the sake of one.
const MAX_DEEDS: usize = 24;

/// Where they are those of the plan, done sooner, and others: so far, and no more.
const SOONER: (usize, usize) = (8, 60);

/// Maximum number of places for one goal: what needs others in many ways is given up.
const LOOKS: usize = 3_000;

/// Once in this many times ways that open from elsewhere are looked for first.
const AROUND: usize = 4;

/// Deeds to be done for one of them.
struct Wish {
    list: Vec<u32>,
    /// No more than these.
    most: usize,
    /// The step of the plan before which they are done: what the plan does later counts as not done.
    until: usize,
    /// The step of the plan from which on they can be done.
    from: usize,
    /// Whether a deed of the plan may be left out that takes a tool of which there is no other.
    drops: bool,
    /// It, if there is one.
    drop: Option<u32>,
    /// In which manner ways are opened.
    manner: Manner,
    /// The number of places that may still be looked at.
    looks: usize,
}

/// A manner in which ways are opened.
#[derive(Clone, Copy)]
struct Manner {
    /// Whether they are opened from elsewhere: walls broken, guards killed.
    around: bool,
    /// Whether the hero may come by what brings him there from elsewhere: tools, flights, events.
    leaps: bool,
}

impl Wish {
    /// One for deeds that a plan does not do.
    fn of_new(manner: Manner) -> Wish {
        Wish {
            list: Vec::new(),
            most: MAX_DEEDS,
            until: usize::MAX,
            from: 0,
            drops: false,
            drop: None,
            manner,
            looks: LOOKS,
        }
    }

    /// Whether something that is marked at a step, or never, is so before the deeds are done.
    fn has(&self, when: Option<usize>) -> bool {
        when.is_some_and(|when| when <= self.until)
    }
}

/// Deeds that are not done, each after all that it needs.
pub(super) struct Way {
    /// The step from which on the first can be done.
    pub from: usize,
    pub list: Vec<u32>,
    /// The step of the plan that is left out for them, for there is no other tool.
    pub drop: Option<usize>,
}

impl Sketch<'_, '_> {
    /// A deed that is not done, after all that it needs.
    pub(super) fn way(&mut self) -> Option<Way> {
        let last = self.undone()?;
        self.way_to(last)
    }

    /// A deed after all that it needs, perhaps with a tool that the plan uses elsewhere.
    pub(super) fn way_to(&mut self, last: u32) -> Option<Way> {
        self.manners().into_iter().find_map(|manner| {
            let mut wish = Wish { drops: true, ..Wish::of_new(manner) };
            self.need(last, &mut wish, MAX_DEPTH, false)?;
            let drop = wish.drop.and_then(|drop| self.base.line.iter().position(|&deed| deed == drop));
            Some(Way { from: wish.from, list: wish.list, drop })
        })
    }

    /// A deed that the plan does after a step, or never, after all that it needs and the plan has not done by then.
    pub(super) fn way_by(&mut self, last: u32, until: usize) -> Option<Vec<u32>> {
        self.manners().into_iter().find_map(|manner| {
            let mut wish = Wish { most: SOONER.1, until, ..Wish::of_new(manner) };
            self.need(last, &mut wish, SOONER.0, false)?;
            Some(wish.list)
        })
    }

    /// All manners in which a way is looked for, one after the other: what the hero takes instead of doors and fights is seldom the best
    /// way, so each of them is the first in its turn.
    fn manners(&mut self) -> [Manner; 4] {
        let around = self.random.below(AROUND) == 0;
        let leaps = self.random.below(2) == 0;
        [(around, leaps), (!around, leaps), (around, !leaps), (!around, !leaps)]
            .map(|(around, leaps)| Manner { around, leaps })
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
    pub(super) fn gives(&self, deed: u32) -> bool {
        let deed = &self.deeds[deed as usize];
        let grows = match deed.effect {
            Effect::Always(outcome) => {
                matches!(outcome.hp, Hp::Set(_)) || outcome.stats[..=3].iter().any(|&grows| grows > 0)
            }
            Effect::Tried(_) | Effect::Unknown => false,
        };
        grows || deed.slots.iter().any(|&(slot, more)| more > 0 && self.slots.is_item(slot))
    }

    /// Whether a deed is not done and may be, and what it takes is not taken from another side.
    pub(super) fn is_open(&self, deed: u32) -> bool {
        let what = &self.deeds[deed as usize];
        let is_gone = what.takes && what.thing != NOTHING && self.marks.gone.when(what.thing).is_some();
        self.marks.done.when(deed).is_none() && !what.barred && !is_gone
    }

    /// Whether a deed is not done before those of a wish, and may be.
    fn is_left(&self, deed: u32, wish: &Wish) -> bool {
        !wish.has(self.marks.done.when(deed)) && !self.deeds[deed as usize].barred
    }

    /// Adds a deed to a wish, after what it needs. `comes` is whether the hero comes to it by what was added before.
    fn need(&mut self, deed: u32, wish: &mut Wish, depth: usize, comes: bool) -> Option<()> {
        if wish.has(self.marks.done.when(deed)) || wish.list.contains(&deed) {
            return Some(());
        }
        if depth == 0 || !self.is_left(deed, wish) || wish.list.len() >= wish.most {
            return None;
        }
        if let Some(head) = self.deeds[deed as usize].within {
            // The hero does all of it as it was done, or nothing.
            self.need(head, wish, depth - 1, false)?;
            if wish.list.contains(&deed) {
                return Some(());
            }
        }
        if !comes {
            self.come(deed, wish, depth)?;
        }
        for before in self.befores(deed, wish)? {
            self.need(before, wish, depth - 1, false)?;
        }
        for giver in self.lacking(deed, wish)? {
            self.need(giver, wish, depth - 1, false)?;
        }
        wish.list.push(deed);
        let left = |&&other: &&u32| self.is_left(other, wish) && !wish.list.contains(&other);
        let stretch: Vec<u32> = self.deeds[deed as usize].stretch.iter().filter(left).copied().collect();
        wish.list.extend(stretch);
        Some(())
    }

    /// The deeds that have to be done before another one; none where nothing takes away what has to be gone.
    fn befores(&self, deed: u32, wish: &Wish) -> Option<Vec<u32>> {
        let what = &self.deeds[deed as usize];
        let mut all: Vec<u32> = what.after.iter().chain(&what.learned).copied().collect();
        for &thing in what.needs.iter().filter(|&&thing| !wish.has(self.marks.gone.when(thing))) {
            all.push(self.taker(thing, wish)?);
        }
        Some(all)
    }

    /// A deed after which a thing is gone.
    fn taker(&self, thing: u32, wish: &Wish) -> Option<u32> {
        self.takers.get(&thing)?.iter().copied().find(|&deed| self.is_left(deed, wish))
    }

    /// The deeds that give the items which a deed needs and the hero does not have by then; none where nothing does, and nothing else in
    /// the plan takes them.
    fn lacking(&self, deed: u32, wish: &mut Wish) -> Option<Vec<u32>> {
        let has = self.base.numbers.get(wish.until).or(self.base.numbers.last())?;
        let what = &self.deeds[deed as usize];
        let mut found = Vec::new();
        for slot in what.lacks(has, &self.slots) {
            let all = self.givers.get(&slot).into_iter().flatten().copied();
            let open: Vec<u32> =
                all.filter(|&giver| self.is_left(giver, wish) && !wish.list.contains(&giver)).collect();
            let turn = wish.list.len() + what.at as usize;
            match open.get(turn % open.len().max(1)) {
                Some(&giver) => found.push(giver),
                None if wish.drops && wish.drop.is_none() => wish.drop = Some(self.spender(slot)?),
                None => return None,
            }
        }
        Some(found)
    }

    /// A deed of the plan that takes something of a slot.
    fn spender(&self, slot: u8) -> Option<u32> {
        let spends = |deed: &&u32| self.deeds[**deed as usize].slots.iter().any(|&(of, more)| of == slot && more < 0);
        self.base.line.iter().find(spends).copied()
    }

    /// Adds what opens the hero's way to where a deed is done.
    fn come(&mut self, deed: u32, wish: &mut Wish, depth: usize) -> Option<()> {
        let (target, stands) = (self.deeds[deed as usize].at, self.deeds[deed as usize].stands);
        let mut came = self.came.pop().unwrap_or_default();
        came.begin(self.places.count());
        came.set(target, target);
        let found = self.come_on((deed, target, stands), &mut came, wish, depth);
        self.came.push(came);
        found
    }

    /// Looks for places that the hero comes to, from a target on.
    fn come_on(
        &mut self,
        (deed, target, stands): (u32, u32, bool),
        came: &mut Came,
        wish: &mut Wish,
        depth: usize,
    ) -> Option<()> {
        let mut queue = vec![target];
        let mut next = 0;
        while let Some(&place) = queue.get(next) {
            next += 1;
            wish.looks = wish.looks.checked_sub(1)?;
            if let Some(when) = self.marks.touched.when(place).filter(|&when| when <= wish.until) {
                wish.from = wish.from.max(when);
                return self.open_up(place, (target, stands), came, wish, depth);
            }
            let arrivals = wish.manner.leaps.then(|| [self.arrivals.get(place), self.landings.get(place)]);
            for by in arrivals.into_iter().flatten().flatten().filter(|&by| by != deed) {
                let known = (wish.list.len(), wish.from, wish.drop);
                if self.need(by, wish, depth - 1, false).is_some() {
                    return self.open_up(place, (target, stands), came, wish, depth);
                }
                wish.list.truncate(known.0);
                (wish.from, wish.drop) = (known.1, known.2);
            }
            let floor = self.places.floor[place as usize];
            let beside = self.places.next[place as usize].len();
            let turn = self.random.below(beside.max(1));
            for number in 0..beside {
                let other = self.places.next[place as usize][(number + turn) % beside];
                let is_near = self.places.floor[other as usize] == floor || wish.until != usize::MAX;
                let is_new = is_near && !came.has(other);
                if is_new && (wish.has(self.marks.opened.when(other)) || self.opener(other, wish).is_some()) {
                    came.set(other, place);
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
        came: &Came,
        wish: &mut Wish,
        depth: usize,
    ) -> Option<()> {
        let mut at = from;
        loop {
            if (at != to || stands) && !wish.has(self.marks.opened.when(at)) {
                self.open_place(at, wish, depth)?;
            }
            if at == to {
                return Some(());
            }
            at = came.from(at)?;
        }
    }

    /// Adds what opens a place, alone or together with others.
    fn open_place(&mut self, place: u32, wish: &mut Wish, depth: usize) -> Option<()> {
        let opener = self.opener(place, wish)?;
        let here = self.deeds[opener as usize].at == place;
        self.need(opener, wish, depth - 1, here)?;
        let joint = &self.deeds[opener as usize].joint;
        if !joint.opens.contains(&place) {
            return Some(());
        }
        for thing in joint.things.clone() {
            if let Some(taker) = self.taker(thing, wish) {
                self.need(taker, wish, depth - 1, false)?;
            }
        }
        Some(())
    }

    /// What is not done and opens a place: what stands there or leads there, or from elsewhere (`around`).
    fn opener(&self, place: u32, wish: &Wish) -> Option<u32> {
        let leads = |deed: &&u32| {
            let what = &self.deeds[**deed as usize];
            self.is_left(**deed, wish) && (what.takes || what.arrives.contains(&place))
        };
        let here = self.at[place as usize].iter().find(leads).copied();
        let elsewhere = || self.openers.get(place).filter(|&deed| wish.manner.around && self.is_left(deed, wish));
        let joint = || self.joints.get(place).filter(|&deed| self.is_left(deed, wish));
        here.or_else(elsewhere).or_else(joint)
    }
}
