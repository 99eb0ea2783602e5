//! What every cell of a tower may hold, and what comes of walking into it: the grounding of operators.
//!
//! Each content of each cell is probed on the state where the search begins. Where that puts something else on a cell, that content is probed,
//! too, until nothing new appears.

use super::moves::{self, Move};
use super::probe::{Change, Difference, Number, Prober, Variable, Wealth, number, set_number, set_variable};
use super::probed::{Content, Decision, Opponent, Outcome, Place, Probed};
use super::reach::Reach;
use super::region::{Cache, Edge, FEW_FLOORS, harms, is_free, way};
use crate::rules::fight::{self, fight_on};
use crate::rules::hazard;
use crate::rules::state::{Ending, STATS, State};
use crate::rules::value::Value;
use crate::rules::walk::{Ahead, ahead, is_barred};
use rustc_hash::FxHashMap;

/// What is known of a tower's cells.
pub(super) struct Survey<'a> {
    pub(super) prober: Prober<'a>,
    /// What may lie on a cell, first what lies there at the start. Cells that stay free and walls are not listed.
    pub(super) cells: FxHashMap<Place, Vec<Content>>,
    pub(super) probed: Vec<Probed>,
    /// What was met that a plan cannot rely on.
    pub(super) remarks: Vec<String>,
    dangerous: Vec<bool>,
    cache: Cache,
    queue: Vec<(Place, usize)>,
    /// Whether it is to end early: what is found then is not whole.
    stopped: &'a dyn Fn() -> bool,
}

/// Maximum number of contents of a cell.
const MAX_CONTENTS: usize = 12;
/// Maximum number of decisions in a room that has closed.
const MAX_FORCED: usize = 80;
/// Maximum number of answers that differ at one content.
const MAX_SCRIPTS: usize = 12;

impl<'a> Survey<'a> {
    /// Surveys a tower from the state of a prober.
    pub(super) fn of(prober: Prober<'a>, stopped: &'a dyn Fn() -> bool) -> Survey<'a> {
        let floors = 0..prober.project.floors.len();
        let dangerous = floors.map(|floor| hazard::any_on_floor(prober.project, &prober.base, floor)).collect();
        let mut survey = Survey {
            prober,
            cells: FxHashMap::default(),
            probed: Vec::new(),
            remarks: Vec::new(),
            dangerous,
            cache: Cache::of(FEW_FLOORS),
            queue: Vec::new(),
            stopped,
        };
        for floor in 0..survey.prober.base.floors.len() as u16 {
            for cell in 0..survey.prober.base.floors[usize::from(floor)].numbers.len() as u16 {
                survey.first(floor, cell);
            }
        }
        survey.drain();
        survey
    }

    /// Probes the contents that were found since.
    pub(super) fn drain(&mut self) {
        while let Some((place, content)) = self.queue.pop() {
            self.probe(place, content);
            if (self.stopped)() {
                return;
            }
        }
    }

    /// Whether a cell of a state is walked at no cost.
    fn is_free(&self, state: &State, (floor, cell): Place) -> bool {
        let mut there = state.clone();
        there.floor = floor;
        is_free(self.prober.project, &there, cell, self.dangerous[usize::from(floor)])
    }

    fn first(&mut self, floor: u16, cell: u16) {
        let base = &self.prober.base;
        let state = &base.floors[usize::from(floor)];
        if self.is_free(base, (floor, cell)) {
            return;
        }
        let (number, bits) = (state.numbers[usize::from(cell)], state.bits[usize::from(cell)]);
        self.register(&Change { floor, cell, number, bits }, false);
    }

    /// Whether a cell is walked at no cost at the start.
    pub(super) fn is_free_first(&self, place: Place) -> bool {
        match self.cells.get(&place) {
            Some(contents) => contents[0].is_open && contents[0].gift.is_empty() && contents[0].leads.is_none(),
            None => true,
        }
    }

    /// The number of a content of a cell, which is probed if it is new; none where there are too many.
    pub(super) fn register(&mut self, change: &Change, is_open: bool) -> Option<usize> {
        let place = (change.floor, change.cell);
        let free = self.is_free(&self.prober.base, place);
        let contents = self.cells.entry(place).or_default();
        if contents.is_empty() && free {
            let first = &self.prober.base.floors[usize::from(place.0)];
            let (number, bits) = (first.numbers[usize::from(place.1)], first.bits[usize::from(place.1)]);
            contents.push(Content { number, bits, is_open: true, ..Content::default() });
        }
        let is_same = |content: &Content| {
            (content.number, content.bits) == (change.number, change.bits)
                && (content.is_open == is_open || !content.gift.is_empty() || content.leads.is_some())
        };
        if let Some(known) = contents.iter().position(is_same) {
            return Some(known);
        }
        if contents.len() >= MAX_CONTENTS {
            return None;
        }
        contents.push(Content { number: change.number, bits: change.bits, is_open, ..Content::default() });
        let number = contents.len() - 1;
        if !is_open {
            self.queue.push((place, number));
        }
        Some(number)
    }

    /// The steps into a cell that nothing forbids, from cells that are free at the start first.
    pub(super) fn approaches(&self, state: &State, (floor, cell): Place) -> Vec<Edge> {
        let project = self.prober.project;
        let kind = &project.floors[usize::from(floor)];
        let mut there = state.clone();
        there.floor = floor;
        let edges = kind.neighbours(kind.at(cell)).map(|(back, from)| Edge { from, direction: back ^ 1, to: cell });
        let mut edges: Vec<Edge> =
            edges.filter(|edge| !is_barred(project, &there, edge.from, cell, edge.direction)).collect();
        edges.sort_by_key(|edge| !self.is_free_first((floor, edge.from)));
        edges
    }

    /// A state with the content of a cell.
    pub(super) fn with_content(&self, state: &State, place: Place, content: usize) -> State {
        let mut state = state.clone();
        if let (Some(content), true) = (self.cells.get(&place).and_then(|all| all.get(content)), content > 0) {
            state.set_cell(usize::from(place.0), place.1, content.number, content.bits);
        }
        state
    }

    /// Finds out what comes of walking into a cell with a content.
    fn probe(&mut self, place: Place, content: usize) {
        let project = self.prober.project;
        let rich = self.with_content(&self.prober.wealthy(Wealth::Rich), place, content);
        let mut there = rich.clone();
        there.floor = place.0;
        let (what, is_outside) = ahead(project, &there, usize::from(place.0), place.1);
        let is_harmful = self.dangerous[usize::from(place.0)] && harms(project, &there, place.1);
        if let (Ahead::Stairs(action), false, false) = (&what, is_outside, is_harmful)
            && let Some(leads) = way(project, &there, action, place.1)
        {
            let content = &mut self.content(place, content);
            (content.is_open, content.leads) = (true, Some(leads));
            return;
        }
        if matches!(what, Ahead::Nothing) && is_outside {
            return;
        }
        let enemy = if let Ahead::Battle(enemy) = what { Some(enemy) } else { None };
        let is_item = matches!(what, Ahead::Item(_)) && !is_harmful;
        let Some(edge) = self.approaches(&rich, place).first().copied() else { return };
        let mut kept: Vec<(Move, State)> = Vec::new();
        let (ways, mut are_all) = self.prober.ways(&rich, &Move::step(place.0, edge));
        for (mv, after) in ways {
            let difference = self.prober.difference(&rich, &after);
            let is_new = kept.iter().all(|(_, known)| known.hash() != after.hash() || known.ending != after.ending);
            if !is_new || self.is_twice(&rich, &mv, &after, &kept) {
                continue;
            }
            if kept.len() >= MAX_SCRIPTS {
                are_all = false;
                break;
            }
            let moves_hero = difference.at != (place.0, edge.from);
            if !difference.is_nothing() || (moves_hero && difference.at != place) || mv.script.is_empty() {
                kept.push((mv, after));
            }
        }
        if !are_all {
            self.remark(place, "asks more than is tried");
        }
        for (mv, after) in kept {
            self.add(place, content, mv, (&rich, after), enemy);
        }
        if is_item {
            self.merge_gift(place, content);
        }
    }

    /// Whether answers do no more than two shorter ones that are known, one after the other.
    fn is_twice(&self, rich: &State, mv: &Move, after: &State, kept: &[(Move, State)]) -> bool {
        kept.iter().filter(|(first, _)| !first.script.is_empty()).any(|(_, once)| {
            kept.iter().any(|(second, _)| {
                let is_shorter = second.script.len() < mv.script.len() && once.hash() != rich.hash();
                let twice = is_shorter.then(|| self.prober.after(once, std::slice::from_ref(second))).flatten();
                twice.is_some_and(|twice| twice.hash() == after.hash())
            })
        })
    }

    fn content(&mut self, place: Place, content: usize) -> &mut Content {
        &mut self.cells.entry(place).or_default()[content]
    }

    /// Adds something that can be done, with what it changes.
    fn add(&mut self, place: Place, content: usize, mv: Move, (rich, mut after): (&State, State), enemy: Option<u32>) {
        let mut decisions = vec![Decision::Walk(place, mv.script.clone())];
        let mut opponents: Vec<Opponent> = enemy.map(|enemy| Opponent { enemy, place }).into_iter().collect();
        let mut moves = vec![mv];
        let lost = self.lost(rich, &after, &moves[0]);
        if !lost.is_empty() {
            let placed = self.prober.difference(rich, &after).cells;
            self.play_on(&mut after, (&lost, &placed), (&mut moves, &mut decisions, &mut opponents));
        }
        let outcome = self.outcome(place, content, (rich, &after), &moves, !opponents.is_empty(), &[]);
        let number = self.probed.len();
        self.probed.push(Probed { place, content, decisions, moves, opponents, outcome });
        self.content(place, content).probed.push(number);
    }

    /// What moves have changed that led from one state to the other, where these variables have other values than at the start.
    pub(super) fn outcome(
        &mut self,
        place: Place,
        content: usize,
        (rich, after): (&State, &State),
        moves: &[Move],
        is_fight: bool,
        variables: &[(Variable, Value)],
    ) -> Outcome {
        let mut difference = self.prober.difference(rich, after);
        self.free_others(rich, after, &mut difference);
        let mut richer = self.with_content(&self.prober.wealthy(Wealth::Richer), place, content);
        variables.iter().for_each(|&(variable, value)| set_variable(&mut richer, variable, value));
        let other = self.prober.after(&richer, moves).map(|after| self.prober.difference(&richer, &after));
        let sums = |difference: &Difference| {
            let mut numbers = difference.numbers.clone();
            numbers.retain(|(number, _)| !is_fight || *number != 0);
            numbers
        };
        if is_fight && moves.len() == 1 {
            let enemy = fight::enemy_on(self.prober.project, rich, place.0, place.1);
            let fight = enemy.and_then(|enemy| fight_on(self.prober.project, rich, place.0, enemy, Some(place.1)));
            if fight.is_some_and(|fight| rich.stats[0] - fight.damage != after.stats[0]) {
                self.remark(place, "changes the hp besides what the fight costs");
            }
        }
        let is_opaque = other.as_ref().is_none_or(|other| sums(other) != sums(&difference));
        difference.numbers = sums(&difference);
        let is_plain = is_fight && difference.is_plain(place);
        let needs = if is_plain || is_opaque { Vec::new() } else { self.needs(rich, moves, &difference, is_fight) };
        for change in difference.cells.clone() {
            let is_open = self.is_free(after, (change.floor, change.cell));
            if self.register(&change, is_open).is_none() {
                self.remark((change.floor, change.cell), "holds too many things in turn");
            }
        }
        if difference.enemies {
            self.remark(place, "changes a kind of monster");
        }
        Outcome { difference, needs, is_opaque }
    }

    /// Whether nobody waits for the survey any more: what is left of it may be left out.
    pub(super) fn is_stopped(&self) -> bool {
        (self.stopped)()
    }

    /// Notes that a plan cannot rely on what happens at a cell.
    pub(super) fn remark(&mut self, (floor, cell): Place, what: &str) {
        let kind = &self.prober.project.floors[usize::from(floor)];
        let (x, y) = kind.at(cell);
        let remark = format!("{} {x},{y}: {what}", kind.id);
        if !self.remarks.contains(&remark) {
            self.remarks.push(remark);
        }
    }

    /// Where the hero could go before a move that has closed a cell behind him, and cannot go any more; nothing where he still can.
    fn lost(&mut self, before: &State, after: &State, mv: &Move) -> Vec<Place> {
        let closes = |change: &Change| {
            let place = (change.floor, change.cell);
            self.is_free_first(place) && !self.is_free(after, place)
        };
        if after.ending != Ending::None || !self.prober.difference(before, after).cells.iter().any(closes) {
            return Vec::new();
        }
        let project = self.prober.project;
        let mut there = before.clone();
        there.floor = mv.floor;
        (there.x, there.y) = project.floors[usize::from(mv.floor)].at(mv.cell);
        let placed = self.prober.difference(before, after).cells;
        let reach = Reach::of(project, &self.cleared(&there, &placed), &mut self.cache);
        let places: Vec<Place> = reach.all.iter().map(|at| (at.floor, at.entry)).collect();
        let now = Reach::of(project, &self.cleared(after, &placed), &mut self.cache);
        places.into_iter().filter(|&(floor, cell)| !now.has_cell(floor, cell)).collect()
    }

    /// A state without the monsters and doors of the hero's floor that are there from the start and may be gone by then, but for cells that
    /// an event has changed: what closes a room is what that has put there.
    fn cleared(&self, state: &State, placed: &[Change]) -> State {
        let mut cleared = state.clone();
        let (floor, first) = (usize::from(state.floor), &self.prober.base.floors[usize::from(state.floor)]);
        for cell in 0..first.numbers.len() {
            let is_first =
                state.here().numbers[cell] == first.numbers[cell] && state.here().bits[cell] == first.bits[cell];
            let is_placed = placed.iter().any(|change| (change.floor, usize::from(change.cell)) == (state.floor, cell));
            let what = ahead(self.prober.project, state, floor, cell as u16).0;
            if is_first && !is_placed && matches!(what, Ahead::Battle(_) | Ahead::Door(_)) {
                cleared.set_cell(floor, cell as u16, 0, 0);
            }
        }
        cleared
    }

    /// Does what can be done in a room that has closed, fights first, until it opens or the game is won.
    fn play_on(
        &mut self,
        state: &mut State,
        (lost, placed): (&[Place], &[Change]),
        (moves, decisions, opponents): (&mut Vec<Move>, &mut Vec<Decision>, &mut Vec<Opponent>),
    ) {
        let project = self.prober.project;
        let known = (moves.len(), decisions.len(), opponents.len(), state.clone());
        for _ in 0..MAX_FORCED {
            let reach = Reach::of(project, state, &mut self.cache);
            let mut edges: Vec<(u16, Edge)> = reach.edges().collect();
            let is_placed =
                |floor: u16, cell: u16| placed.iter().any(|change| (change.floor, change.cell) == (floor, cell));
            let attacks = |&(floor, edge): &(u16, Edge)| {
                let what = ahead(project, state, usize::from(floor), edge.to).0;
                is_placed(floor, edge.to) && matches!(what, Ahead::Battle(_))
            };
            // Who was put there to fight is fought, too.
            if !edges.iter().any(attacks) {
                let reach = Reach::of(project, &self.cleared(state, placed), &mut self.cache);
                if lost.iter().all(|&(floor, cell)| reach.has_cell(floor, cell)) {
                    return;
                }
            }
            let rank = |&(floor, edge): &(u16, Edge)| match ahead(project, state, usize::from(floor), edge.to).0 {
                Ahead::Item(_) => 0,
                Ahead::Battle(_) if is_placed(floor, edge.to) => 1,
                Ahead::Battle(_) => 2,
                _ => 3,
            };
            edges.sort_by_key(rank);
            let next = edges.into_iter().find_map(|(floor, edge)| {
                let (ways, _) = self.prober.ways(state, &Move::step(floor, edge));
                let way = ways.into_iter().find(|(mv, after)| moves::does(state, after, mv));
                way.map(|(mv, after)| (floor, edge.to, mv, after))
            });
            let Some((floor, cell, mv, after)) = next else { break };
            if let Ahead::Battle(enemy) = ahead(project, state, usize::from(floor), cell).0 {
                opponents.push(Opponent { enemy, place: (floor, cell) });
            }
            decisions.push(Decision::Walk((floor, cell), mv.script.clone()));
            moves.push(mv);
            *state = after;
            if state.ending == Ending::Won {
                return;
            }
        }
        // It does not open: what happens in there is left to the rest of the plan.
        moves.truncate(known.0);
        decisions.truncate(known.1);
        opponents.truncate(known.2);
        *state = known.3;
    }

    /// Adds the cells that a change has made safe to walk on, or dangerous.
    fn free_others(&self, before: &State, after: &State, difference: &mut Difference) {
        let mut floors: Vec<u16> = difference.cells.iter().map(|change| change.floor).collect();
        floors.dedup();
        for floor in floors.into_iter().filter(|&floor| self.dangerous[usize::from(floor)]) {
            let (old, new) = (&before.floors[usize::from(floor)], &after.floors[usize::from(floor)]);
            for cell in 0..new.numbers.len() {
                let is_same = (old.numbers[cell], old.bits[cell]) == (new.numbers[cell], new.bits[cell]);
                let place = (floor, cell as u16);
                if is_same && self.is_free(before, place) != self.is_free(after, place) {
                    let (number, bits) = (new.numbers[cell], new.bits[cell]);
                    difference.cells.push(Change { floor, cell: cell as u16, number, bits });
                }
            }
        }
    }

    /// The numbers without which something else happens, and how much of each is enough.
    fn needs(&self, rich: &State, moves: &[Move], difference: &Difference, is_fight: bool) -> Vec<(Number, i64)> {
        let is_same = |number: Number, value: i64| {
            let mut state = rich.clone();
            set_number(&mut state, number, value);
            let after = self.prober.after(&state, moves);
            after.is_some_and(|after| {
                let other = self.prober.difference(&state, &after);
                let numbers =
                    |of: &Difference| of.numbers.iter().filter(|(of, _)| *of != 0).copied().collect::<Vec<_>>();
                numbers(&other) == numbers(difference)
                    && other.variables == difference.variables
                    && other.ending == difference.ending
                    && other.cells.len() <= difference.cells.len()
            })
        };
        let given = (0..self.prober.project.items.len()).map(|item| STATS + item);
        // What a fight costs says itself how strong the hero must be.
        let first = if is_fight { 4 } else { 1 };
        let candidates = (first..6).chain(given).filter(|&of| number(rich, of) > 0);
        let need = |number_of: Number| {
            let (mut less, mut enough) = (0, number(rich, number_of));
            if is_same(number_of, less) {
                return None;
            }
            // What is taken away is nearly always what is needed.
            let taken = difference.numbers.iter().find(|(of, _)| *of == number_of).map_or(1, |(_, by)| -by);
            if taken > 0 && taken < enough && is_same(number_of, taken) {
                enough = taken;
            }
            while enough - less > 1 {
                if less == 0 && enough == taken && !is_same(number_of, enough - 1) {
                    break;
                }
                let middle = less + (enough - less) / 2;
                if is_same(number_of, middle) { enough = middle } else { less = middle }
            }
            Some((number_of, enough))
        };
        candidates.filter_map(need).collect()
    }

    /// An item that does nothing but change numbers for the better is part of the region that it lies in.
    fn merge_gift(&mut self, place: Place, content: usize) {
        let Some(&[only]) = self.cells.get(&place).map(|all| all[content].probed.as_slice()) else { return };
        let probed = &self.probed[only];
        let Outcome { difference, needs, is_opaque } = &probed.outcome;
        let is_gift = !is_opaque
            && needs.is_empty()
            && difference.is_plain(place)
            && difference.numbers.iter().all(|&(_, by)| by > 0);
        if is_gift {
            let gift = difference.numbers.clone();
            let content = self.content(place, content);
            (content.is_open, content.gift) = (true, gift);
        }
    }
}

impl Difference {
    /// Whether nothing has changed but perhaps where the hero stands.
    pub(super) fn is_nothing(&self) -> bool {
        self.numbers.is_empty()
            && self.cells.is_empty()
            && self.variables.is_empty()
            && self.ending == Ending::None
            && !self.enemies
    }

    /// Whether all that happened is that a cell is empty now, and that numbers changed.
    pub(super) fn is_plain(&self, place: Place) -> bool {
        let is_own = |change: &Change| (change.floor, change.cell) == place && change.number == 0 && change.bits == 0;
        self.cells.iter().all(is_own) && self.variables.is_empty() && self.ending == Ending::None && !self.enemies
    }
}
