//! The decisions of a state, and the states that come of each.

use super::super::action::Action;
use super::super::expression::Expression;
use super::super::fight;
use super::super::hazard;
use super::super::model::Project;
use super::super::state::{Ending, State};
use super::super::walk::{Ahead, ahead, could_act};
use super::ahead::Exits;
use super::moves::{self, Move};
use super::paths::paths;
use super::reach::{Reach, Via};
use super::region::{Cache, Regions, harms};
use super::survey;
use super::uses;
use super::value::Judge;
use super::weights::Weights;
use meihua_contracts::random::mix;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A state that came of a decision.
#[derive(Clone)]
pub struct Child {
    /// Equal for states that differ in hp alone and between whose places the hero walks at no cost.
    pub key: u64,
    /// The state.
    pub state: State,
    /// The decision, and what was taken at no cost after it.
    pub moves: Vec<Move>,
    /// Whether it opens a way, or may: without that it had better pay of itself.
    pub opens: bool,
    /// Whether more steps do something than before, but for this one.
    pub gains: bool,
    /// The shops within reach, a bit each.
    pub shops: u64,
    /// What the way to higher floors costs, in hp; none where the hero does not get to his highest floor.
    pub ahead: Option<f64>,
}

/// What the hero has within reach once all that costs nothing is taken.
#[derive(Clone, Copy, Debug, Default)]
pub struct Taken {
    /// Equal where the same regions are reached.
    pub places: u64,
    /// How many steps do something.
    pub edges: usize,
    /// The shops within reach, a bit each.
    pub shops: u64,
    /// What the way to higher floors costs, in hp; none where the hero does not get to his highest floor.
    pub ahead: Option<f64>,
}

/// Makes decisions.
pub struct Expander<'a> {
    pub(super) project: &'a Project,
    /// What states promise.
    pub judge: Judge<'a>,
    cache: Cache,
    exits: Exits,
    /// How many states were made.
    pub states: u64,
    /// Whether there are monsters against which more hp, attack or defence can be worse.
    harmful: bool,
    /// Cells that conditions of events ask about: what stands there is left alone unless a decision says otherwise.
    watched: Vec<(u16, u16)>,
    /// Monsters that hold a door together: floor and cells.
    pub(super) guards: Vec<(u16, Vec<u16>)>,
    /// The most times that an attack counts.
    most_times: i64,
}

impl<'a> Expander<'a> {
    /// For a project, with a limit on the floors that are remembered.
    pub fn new(project: &'a Project, weights: Weights, floors: usize) -> Self {
        Expander {
            project,
            judge: Judge::new(project, weights, floors),
            cache: Cache::of(floors),
            exits: Exits::new(project, floors),
            states: 0,
            harmful: harmful(project),
            watched: watched(project),
            guards: guards(project),
            most_times: project.extra.attack.iter().map(|&(.., times)| times.max(1)).product(),
        }
    }

    /// How many floors the tower has.
    pub fn floors(&self) -> usize {
        self.project.floors.len()
    }

    /// The regions of a floor.
    pub fn regions(&mut self, state: &State, floor: u16) -> Arc<Regions> {
        self.cache.regions(self.project, state, Cache::context(self.project, state), floor)
    }

    /// Where the hero can go.
    pub fn reach(&mut self, state: &State) -> Reach {
        Reach::of(self.project, state, &mut self.cache)
    }

    /// Every decision of a state.
    pub fn expand(&mut self, from: &State, mut take: impl FnMut(Child)) {
        let reach = self.reach(from);
        let count = reach.edges().count();
        let before = from.hash();
        for (floor, edge) in reach.edges() {
            let (what, outside) = ahead(self.project, from, usize::from(floor), edge.to);
            if outside && !could_act(self.project, from, floor, what, edge.to) {
                continue;
            }
            let plain = matches!(what, Ahead::Battle(_) | Ahead::Door(_)) && !self.sets_off(floor, edge.to);
            let most = if plain { count } else { 0 };
            self.ways(from, Vec::new(), &Move::step(floor, edge), &reach, (before, count, most), &mut take);
        }
        for &edge in &reach.loose {
            self.ways(from, Vec::new(), &Move::step(from.floor, edge), &reach, (before, count, 0), &mut take);
        }
        for mv in uses::uses(self.project, from, &reach) {
            self.ways(from, Vec::new(), &mv, &reach, (before, count, 0), &mut take);
        }
        let price = |key| self.judge.price(key);
        for mut way in paths(self.project, from, &reach, &price) {
            let Some(last) = way.pop() else { continue };
            let mut state = from.clone();
            if self.goes(&mut state, &way, &last) {
                self.ways(&state, way, &last, &reach, (before, count, 0), &mut take);
            }
        }
        for group in 0..self.guards.len() {
            self.guards(from, &reach, group, (before, count), &mut take);
        }
    }

    /// Every decision of a state, one at a time and with nothing taken after it; `false` where a monster with a special of
    /// `beyond` could be fought.
    pub fn all(&mut self, from: &State, beyond: &[u32], take: &mut impl FnMut(Child)) -> bool {
        let reach = self.reach(from);
        let mut found = Vec::new();
        for (floor, edge) in reach.edges() {
            if let Ahead::Battle(enemy) = ahead(self.project, from, usize::from(floor), edge.to).0
                && beyond.iter().any(|&special| from.enemies[enemy as usize].has(special))
            {
                return false;
            }
            moves::all_ways(self.project, from, &Move::step(floor, edge), &mut found);
        }
        for &edge in &reach.loose {
            moves::all_ways(self.project, from, &Move::step(from.floor, edge), &mut found);
        }
        for mv in uses::uses(self.project, from, &reach) {
            moves::all_ways(self.project, from, &mv, &mut found);
        }
        for (mv, mut state) in found {
            self.states += 1;
            reach.floors_to(mv.floor, mv.cell).for_each(|floor| state.visit(floor.into()));
            let key = self.place(&mut state);
            take(Child { key, state, moves: vec![mv], opens: true, gains: true, shops: 0, ahead: None });
        }
        true
    }

    /// A word that is equal for states that differ in hp alone and in a place between which the hero walks at no cost.
    pub(super) fn place(&mut self, state: &mut State) -> u64 {
        let reach = self.reach(state);
        let places = reach.visit_safely(self.project, state);
        let stands = reach.all.first().is_some_and(|at| at.via == Via::Start(None));
        let place = u64::from(state.floor) << 16 | u64::from(state.x) << 8 | u64::from(state.y);
        key(state, if stands { places } else { places ^ mix(place ^ mix(1)) })
    }

    /// Makes moves after which the game goes on, each from where the hero gets at no cost, and so that the last can be made, too.
    fn goes(&mut self, state: &mut State, way: &[Move], last: &Move) -> bool {
        for (mv, next) in way.iter().zip(way.iter().skip(1).chain([last])) {
            if !self.goes_on(state, mv) {
                return false;
            }
            let stands = state.floor == next.floor
                && self.project.floors[usize::from(next.floor)].at(next.cell) == (state.x, state.y);
            if !stands && !self.reach(state).has_cell(next.floor, next.cell) {
                return false;
            }
        }
        true
    }

    /// Makes a move after which the game goes on.
    fn goes_on(&self, state: &mut State, mv: &Move) -> bool {
        matches!(moves::make(self.project, state, mv), Ok(true)) && state.ending == Ending::None
    }

    /// Every way to make a move, after others that were made; `most` is how many steps did something before.
    fn ways(
        &mut self,
        from: &State,
        made: Vec<Move>,
        mv: &Move,
        reach: &Reach,
        (before, count, most): (u64, usize, usize),
        take: &mut impl FnMut(Child),
    ) {
        let mut found = Vec::new();
        moves::all_ways(self.project, from, mv, &mut found);
        for (mv, mut state) in found {
            // A step may bring the hero to where he did not get before, and change nothing else.
            if most == 0 && state.hash() == before && state.floor == mv.floor && reach.has_hero(self.project, &state) {
                continue;
            }
            self.states += 1;
            let mut moves = made.clone();
            moves.push(mv);
            let taken =
                if state.ending == Ending::None { self.take_free(&mut state, &mut moves) } else { Taken::default() };
            take(Child {
                key: key(&state, taken.places),
                state,
                moves,
                opens: taken.edges >= most,
                gains: taken.edges >= count + usize::from(most == 0),
                shops: taken.shops,
                ahead: taken.ahead,
            });
        }
    }

    /// Fights all the guards of a group that the hero can get at.
    fn guards(
        &mut self,
        from: &State,
        reach: &Reach,
        group: usize,
        (before, count): (u64, usize),
        take: &mut impl FnMut(Child),
    ) {
        let (floor, cells) = self.guards[group].clone();
        if !from.has_visited(usize::from(floor)) {
            return;
        }
        let there = |state: &State| {
            cells.iter().filter(|&&cell| fight::enemy_on(self.project, state, floor, cell).is_some()).count()
        };
        let next = |state: &State, reach: &Reach| {
            let mut edges = reach.edges().filter(|(at, edge)| *at == floor && cells.contains(&edge.to));
            edges.find_map(|(at, edge)| {
                let what = ahead(self.project, state, usize::from(at), edge.to).0;
                let can = matches!(what, Ahead::Battle(_)) && could_act(self.project, state, at, what, edge.to);
                can.then(|| Move::step(at, edge))
            })
        };
        let left = there(from);
        let Some(mut mv) = next(from, reach).filter(|_| left > 1) else { return };
        let (mut state, mut made) = (from.clone(), Vec::new());
        for _ in 1..left {
            if !self.goes_on(&mut state, &mv) {
                return;
            }
            made.push(mv);
            let reach = self.reach(&state);
            match next(&state, &reach) {
                Some(then) => mv = then,
                None => return,
            }
        }
        self.ways(&state, made, &mv, reach, (before, count, 0), take);
    }

    /// Whether a fight or a door there sets something off.
    fn sets_off(&self, floor: u16, cell: u16) -> bool {
        let kind = &self.project.floors[usize::from(floor)];
        kind.after_battle.contains_key(&cell)
            || kind.before_battle.contains_key(&cell)
            || kind.after_door.contains_key(&cell)
            || self.watched.contains(&(floor, cell))
    }

    /// Takes all that costs nothing and harms nothing: items, walls that open, monsters that cannot hurt. Returns what the hero
    /// has within reach then.
    pub fn take_free(&mut self, state: &mut State, line: &mut Vec<Move>) -> Taken {
        let (places, reach) = self.take_all(state, line);
        let Some(reach) = reach else { return Taken { places, ..Taken::default() } };
        Taken {
            places,
            edges: reach.edges().count(),
            shops: self.judge.shops.reached(reach.edges().map(|(floor, edge)| (floor, edge.to))),
            ahead: self.exits.cost(self.project, &self.judge, state, &reach, top(state) as u16),
        }
    }

    /// [`Expander::take_free`] alone. Returns a word that is equal where the same regions are reached, and where the hero can go;
    /// none where there was no end to it.
    pub(crate) fn take_all(&mut self, state: &mut State, line: &mut Vec<Move>) -> (u64, Option<Reach>) {
        let reach = self.reach(state);
        self.take_from(state, reach, line)
    }

    /// [`Expander::take_all`] after a decision, before which the hero could go to these places.
    pub(crate) fn take_after(
        &mut self,
        state: &mut State,
        before: Reach,
        line: &mut Vec<Move>,
    ) -> (u64, Option<Reach>) {
        let reach = before.again(self.project, state, &mut self.cache);
        self.take_from(state, reach, line)
    }

    /// [`Expander::take_after`], with where the hero can go then, even where there was no end to it.
    pub(super) fn take_on(&mut self, state: &mut State, before: Reach, line: &mut Vec<Move>) -> Reach {
        self.take_after(state, before, line).1.unwrap_or_else(|| self.reach(state))
    }

    fn take_from(&mut self, state: &mut State, mut reach: Reach, line: &mut Vec<Move>) -> (u64, Option<Reach>) {
        let mut places = 0;
        for _ in 0..200 {
            places = reach.visit(state);
            let gifts = reach.gifts().filter(|(_, gift)| gift.enemy.is_none_or(|enemy| self.is_harmless(state, enemy)));
            let edges: Vec<_> = gifts.map(|(floor, gift)| (floor, gift.edge)).collect();
            // Where he stands on a dangerous cell between regions, one step may part him from the others.
            let stands_apart = !reach.has_hero(self.project, state);
            let mut any = false;
            for (floor, edge) in edges {
                if !self.is_free(state, floor, edge.to) {
                    continue;
                }
                let mv = Move::step(floor, edge);
                let mut after = state.clone();
                if matches!(moves::make(self.project, &mut after, &mv), Ok(true)) && after.ending == Ending::None {
                    *state = after;
                    line.push(mv);
                    any = true;
                    if stands_apart {
                        break;
                    }
                }
            }
            if !any {
                return (places, Some(reach));
            }
            reach = reach.again(self.project, state, &mut self.cache);
        }
        (places, None)
    }

    /// Whether a plain monster cannot hurt the hero, as far as attack, defence and hp say.
    fn is_harmless(&self, state: &State, enemy: u32) -> bool {
        let kind = &state.enemies[enemy as usize];
        let most_dealt = (state.stats[1] * self.most_times) as f64 - kind.defence;
        kind.attack <= (state.stats[2] + state.stats[3]) as f64 || kind.hp <= most_dealt
    }

    /// Whether standing on a cell costs hp or brings a monster.
    fn hurts(&self, state: &State, floor: u16, cell: u16) -> bool {
        if !hazard::any_on_floor(self.project, state, usize::from(floor)) {
            return false;
        }
        let mut there = state.clone();
        there.floor = floor;
        harms(self.project, &there, cell)
    }

    /// Whether walking into a cell costs nothing and harms nothing.
    pub(super) fn is_free(&self, state: &State, floor: u16, cell: u16) -> bool {
        let kind = &self.project.floors[usize::from(floor)];
        match ahead(self.project, state, usize::from(floor), cell).0 {
            Ahead::Item(item) => {
                let quiet = !kind.after_item.contains_key(&cell);
                let may_wait = self.harmful || self.judge.pending_reset(state).is_some();
                quiet && !(may_wait && self.judge.raises(item)) && !self.hurts(state, floor, cell)
            }
            Ahead::Door(keys) => keys.is_empty() && !self.watched.contains(&(floor, cell)),
            Ahead::Melts => true,
            Ahead::Battle(enemy) => {
                let plain = state.enemies[enemy as usize].specials == 0;
                if !plain || !self.is_harmless(state, enemy) || self.watched.contains(&(floor, cell)) {
                    return false;
                }
                let fight = fight::fight_on(self.project, state, floor, enemy, Some(cell));
                fight.is_some_and(|fight| fight.damage <= 0)
            }
            _ => false,
        }
    }
}

/// A word that is equal for states that differ in hp alone and between whose places the hero walks at no cost.
fn key(state: &State, places: u64) -> u64 {
    state.hash_with_hp(0) ^ places
}

/// The highest floor that a state has reached.
pub fn top(state: &State) -> usize {
    (0..state.floors.len()).rev().find(|&floor| state.has_visited(floor)).unwrap_or(0)
}

/// Whether a floor has a monster that breaks armour, counters, mimics or drinks hp: it costs a stronger hero more.
fn harmful(project: &Project) -> bool {
    let numbers = project.floors.iter().flat_map(|floor| &floor.map);
    let mut kinds = numbers.filter_map(|&number| project.enemies.get(project.block(number)?.enemy? as usize));
    kinds.any(|enemy| [7, 8, 10, 11].into_iter().any(|special| enemy.has(special)))
}

/// Monsters that hold something together: those whose fights may open the same door, and those that one condition asks about.
fn guards(project: &Project) -> Vec<(u16, Vec<u16>)> {
    let mut groups: Vec<(u16, Vec<u16>)> = Vec::new();
    for (number, floor) in project.floors.iter().enumerate() {
        let mut held: BTreeMap<String, Vec<u16>> = BTreeMap::new();
        for (&cell, actions) in &floor.after_battle {
            survey::each(actions, &mut |action| {
                if let Action::OpenDoor(floor, door, _) = action {
                    held.entry(format!("{floor:?} {door:?}")).or_default().push(cell);
                }
            });
        }
        for event in &floor.auto {
            let mut found = Vec::new();
            cells(&event.condition, &mut found);
            held.insert(format!("{:?}", event.cell), found.into_iter().filter_map(|(x, y)| floor.cell(x, y)).collect());
        }
        for mut group in held.into_values().filter(|group| group.len() > 1) {
            group.sort_unstable();
            if !groups.contains(&(number as u16, group.clone())) {
                groups.push((number as u16, group));
            }
        }
    }
    groups
}

/// Cells that an expression asks about.
pub(super) fn cells(expression: &Expression, found: &mut Vec<(i32, i32)>) {
    match expression {
        Expression::Block(_, cell) => {
            if let (Expression::Constant(x), Expression::Constant(y)) = (&cell.0, &cell.1) {
                found.push((x.number() as i32, y.number() as i32));
            }
        }
        Expression::Not(inner) | Expression::Negative(inner) => cells(inner, found),
        Expression::Binary(_, sides) => {
            cells(&sides.0, found);
            cells(&sides.1, found);
        }
        _ => {}
    }
}

/// Cells that conditions of a project's events ask about.
fn watched(project: &Project) -> Vec<(u16, u16)> {
    let mut watched = Vec::new();
    for (number, floor) in project.floors.iter().enumerate() {
        let mut found = Vec::new();
        for event in &floor.auto {
            cells(&event.condition, &mut found);
        }
        watched.extend(found.into_iter().filter_map(|(x, y)| Some((number as u16, floor.cell(x, y)?))));
    }
    watched
}
