//! Tools worth using: where each opens something that the hero does not reach without it.

use super::moves::{Act, Move};
use super::reach::{Reach, Via};
use super::region::{Edge, NONE, Regions, harms, steps};
use crate::read::item_code::Use;
use crate::rules::equipment::{Equipment, worn};
use crate::rules::hazard;
use crate::rules::model::{Project, Tile, Tool};
use crate::rules::state::State;
use crate::rules::tools::can_bomb;
use crate::rules::walk::{Ahead, ahead};
use rustc_hash::FxHashSet;

/// The uses of every tool that the hero has; `has_sides` where it counts from which side he comes.
pub(super) fn uses(project: &Project, state: &State, reach: &Reach, has_sides: bool) -> Vec<Move> {
    let mut all = Vec::new();
    let edges = reach.edges().map(|(floor, edge)| (floor, edge.to)).collect();
    for (item, &count) in state.items.iter().enumerate() {
        let kind = &project.items[item];
        if count <= 0 || !(kind.tool || kind.is_switch()) {
            continue;
        }
        let mut user = User {
            project,
            state,
            reach,
            has_sides,
            item: item as u32,
            edges: &edges,
            seen: Vec::new(),
            found: &mut all,
        };
        match kind.kind {
            // Who walks nowhere at no cost may want to be beside anything.
            Some(_) if reach.all.is_empty() => user.every_way(),
            Some(tool) => user.tool(tool),
            None if kind.use_effect.is_some() => user.anywhere(),
            None => {}
        }
    }
    all
}

/// The shops that the hero may open from afar: where he stands, and on every floor to which he can go.
pub(crate) fn shops(project: &Project, state: &State, reach: &Reach) -> Vec<Move> {
    if state.shops == 0 {
        return Vec::new();
    }
    let own = project.floors[usize::from(state.floor)].cell(state.x.into(), state.y.into());
    let mut places: Vec<(u16, u16)> = own.map(|cell| (state.floor, cell)).into_iter().collect();
    if !project.floors[usize::from(state.floor)].quick_shops {
        places = reach.all.iter().map(|at| (at.floor, at.entry)).collect();
    }
    places.retain(|(floor, _)| project.floors[usize::from(*floor)].quick_shops);
    let known = (0..project.shops.len()).filter(|&shop| state.knows_shop(shop)).map(|shop| shop as u8);
    let at = |shop| move |&(floor, cell): &(u16, u16)| Move { floor, cell, act: Act::Shop(shop), script: Vec::new() };
    known.flat_map(|shop| places.iter().map(at(shop))).collect()
}

/// Equipment that it may help to take off: wearing it has a drawback, or may get one, putting it on or taking it off does something, a
/// condition asks what is worn, or other equipment finds all of several slots full.
pub(crate) fn removable(project: &Project) -> Vec<u32> {
    let all = || project.items.iter().filter_map(|item| item.equipment.as_deref());
    let shared: FxHashSet<usize> = all().filter(|one| one.slots.len() > 1).flat_map(|one| one.slots.clone()).collect();
    let is_removable = |equipment: &Equipment| {
        let is_worse = equipment.values.iter().any(|&(_, by)| by < 0) || equipment.percents.iter().any(|&by| by < 0.0);
        let is_felt = !equipment.on.is_empty() || !equipment.off.is_empty();
        let is_shared = equipment.slots.iter().any(|slot| shared.contains(slot));
        project.tables.reads_worn || is_worse || is_felt || is_shared
    };
    let may_change = |item: u32| project.tables.changed_equipment.iter().any(|&(of, ..)| of == item);
    let equipment = |&item: &u32| {
        let equipment = project.items[item as usize].equipment.as_deref();
        equipment.is_some_and(|equipment| may_change(item) || is_removable(equipment))
    };
    (0..project.items.len() as u32).filter(equipment).collect()
}

/// What the hero wears taken off, of the equipment named.
pub(crate) fn undresses(project: &Project, state: &State, reach: &Reach, removable: &[u32]) -> Vec<Move> {
    let is_worn = |&(_, &flag): &(u8, &u32)| worn(state, flag).is_some_and(|item| removable.contains(&item));
    let slots = (0..).zip(&project.slots.worn).filter(is_worn);
    let at =
        |slot: u8| move |(floor, cell): (u16, u16)| Move { floor, cell, act: Act::TakeOff(slot), script: Vec::new() };
    slots.flat_map(|(slot, _)| here_and_next(project, state, reach).map(at(slot))).collect()
}

/// Where the hero may do what acts on himself alone: any place will do, but where walking costs something, it may help to do it before or
/// after the next step.
fn here_and_next(project: &Project, state: &State, reach: &Reach) -> impl Iterator<Item = (u16, u16)> {
    let own = project.floors[usize::from(state.floor)].cell(state.x.into(), state.y.into());
    let next = reach.all.first().filter(|at| at.via != Via::Start(None)).map(|at| (at.floor, at.entry));
    own.map(|cell| (state.floor, cell)).into_iter().chain(next)
}

/// Items to be taken without a step: those on cells where the hero would suffer, or from where he does not come back.
pub(crate) fn takes(project: &Project, state: &State, reach: &Reach) -> Vec<Move> {
    if !project.takes_from_beside {
        return Vec::new();
    }
    let mut here = state.clone();
    let is_dangerous = hazard::CALMED.iter().any(|&(special, _)| state.specials >> special & 1 == 1);
    let mut is_odd = |floor: u16, cell: u16| {
        let kind = &project.floors[usize::from(floor)];
        here.floor = floor;
        let rules = [&kind.cannot_move, &kind.cannot_enter];
        rules.iter().any(|rules| rules.contains_key(&cell))
            || kind.ice.contains(&cell)
            || is_dangerous && harms(project, &here, cell)
    };
    let is_item = |floor: u16, edge: &Edge| matches!(ahead(project, state, floor.into(), edge.to).0, Ahead::Item(_));
    let odd = reach.edges().filter(|(floor, edge)| is_item(*floor, edge) && is_odd(*floor, edge.to));
    // Where he stands on a cell of no region, he may lose what is beside it by a step.
    let loose = reach.loose.iter().filter(|edge| is_item(state.floor, edge)).map(|&edge| (state.floor, edge));
    let all = odd.chain(loose);
    all.map(|(floor, Edge { from: cell, direction, .. })| Move {
        floor,
        cell,
        act: Act::Take(direction),
        script: Vec::new(),
    })
    .collect()
}

/// A tool on its way to its uses.
struct User<'a> {
    project: &'a Project,
    state: &'a State,
    reach: &'a Reach,
    has_sides: bool,
    item: u32,
    /// Cells that the hero can walk into already.
    edges: &'a FxHashSet<(u16, u16)>,
    /// What uses found so far open.
    seen: Vec<Vec<u32>>,
    found: &'a mut Vec<Move>,
}

impl User<'_> {
    fn anywhere(&mut self) {
        for (number, (floor, cell)) in here_and_next(self.project, self.state, self.reach).enumerate() {
            self.add(floor, cell, None, vec![number as u32]);
        }
    }

    /// Where the hero stands: perhaps in no region, where walking would cost something.
    fn own_cell(&self) -> Option<u16> {
        self.project.floors[usize::from(self.state.floor)].cell(self.state.x.into(), self.state.y.into())
    }

    /// Notes a use, unless one is known that opens the same.
    fn add(&mut self, floor: u16, cell: u16, looks: Option<u8>, opens: Vec<u32>) {
        if !self.seen.contains(&opens) {
            self.seen.push(opens);
            self.found.push(Move { floor, cell, act: Act::Use(self.item, looks), script: Vec::new() });
        }
    }

    /// A use in each direction where the hero stands.
    fn every_way(&mut self) {
        let Some(cell) = self.own_cell() else { return };
        (0..4).for_each(|looks| self.add(self.state.floor, cell, Some(looks), vec![looks.into()]));
    }

    fn tool(&mut self, tool: Tool) {
        let mut floors: Vec<u16> = self.reach.all.iter().map(|at| at.floor).chain([self.state.floor]).collect();
        floors.sort_unstable();
        floors.dedup();
        for floor in floors {
            match tool {
                Tool::BigKey | Tool::Earthquake => self.whole_floor(floor, tool),
                _ => self.cells(floor, tool),
            }
        }
    }

    /// A tool for all of a floor, where there is something for it.
    fn whole_floor(&mut self, floor: u16, tool: Tool) {
        let here = &self.state.floors[usize::from(floor)];
        let is_for = |number: Tile| {
            self.project.block(number).is_some_and(|block| match tool {
                Tool::BigKey => block.id == self.project.known.yellow_door,
                _ => block.can_break,
            })
        };
        let worth = (0..here.numbers.len() as u16).filter_map(|cell| here.visible(cell)).any(is_for);
        let shut_in = (0..here.numbers.len() as u16).any(|cell| self.is_new(floor, cell));
        let entry = self.reach.all.iter().find(|at| at.floor == floor).map(|at| at.entry);
        let entry = entry.or_else(|| self.own_cell().filter(|_| floor == self.state.floor));
        if let (true, Some(cell)) = (worth && shut_in, entry) {
            self.add(floor, cell, None, vec![u32::from(floor)]);
        }
    }

    /// Whether a cell is in a region that the hero does not reach, or holds something that he cannot walk into yet.
    fn is_new(&self, floor: u16, cell: u16) -> bool {
        let Some(regions) = self.regions(floor) else { return false };
        match regions.of[usize::from(cell)] {
            NONE => {
                let is_shut =
                    matches!(ahead(self.project, self.state, usize::from(floor), cell), (Ahead::Nothing, true));
                !is_shut && (self.has_sides || !self.edges.contains(&(floor, cell)))
            }
            region => !self.reach.has(floor, region),
        }
    }

    fn regions(&self, floor: u16) -> Option<&Regions> {
        self.reach.floors.get(usize::from(floor))?.as_deref()
    }

    /// A tool used on a cell.
    fn cells(&mut self, floor: u16, tool: Tool) {
        let Some(regions) = self.regions(floor) else { return };
        let own = self.own_cell().filter(|_| floor == self.state.floor);
        let reached = |cell: &u16| {
            let region = regions.of[usize::from(*cell)];
            if region == NONE { own == Some(*cell) } else { self.reach.has(floor, region) }
        };
        let cells: Vec<u16> = (0..regions.of.len() as u16).filter(reached).collect();
        for cell in cells {
            if matches!(tool, Tool::Pickaxe | Tool::Bomb | Tool::IcePickaxe) {
                self.strikes(floor, cell, tool);
                continue;
            }
            let opens = match tool {
                Tool::CenterFly => self.opposite(floor, cell),
                Tool::UpFly => self.level(floor, Some(floor + 1), cell),
                Tool::DownFly => self.level(floor, floor.checked_sub(1), cell),
                _ => Vec::new(),
            };
            if !opens.is_empty() {
                self.add(floor, cell, None, opens);
            }
        }
    }

    /// The uses of a tool that strikes what is ahead of the hero, or all that is around him.
    fn strikes(&mut self, floor: u16, cell: u16, tool: Tool) {
        let around = self.how().is_some_and(|how| how.around) && tool != Tool::IcePickaxe;
        let mut all = Vec::new();
        for edge in steps(self.project, floor, cell) {
            let mut opens = match tool {
                Tool::Bomb => self.bombed(floor, edge.to),
                _ => self.behind_wall(floor, cell, edge.to, tool),
            };
            if around {
                all.append(&mut opens);
            } else if !opens.is_empty() {
                self.add(floor, cell, Some(edge.direction), opens);
            }
        }
        all.sort_unstable();
        all.dedup();
        if !all.is_empty() {
            self.add(floor, cell, None, all);
        }
    }

    fn how(&self) -> Option<&Use> {
        self.project.items.get(self.item as usize).map(|item| &item.how)
    }

    /// What lies behind a wall beside a cell: regions and items.
    fn behind_wall(&self, floor: u16, cell: u16, wall: u16, tool: Tool) -> Vec<u32> {
        let ice = self.project.tables.texts.find("ice");
        let breaks = self.state.block(self.project, floor, wall).is_some_and(|block| match tool {
            Tool::IcePickaxe => Some(block.id) == ice,
            _ => block.can_break,
        });
        let mut opens = Vec::new();
        for beyond in steps(self.project, floor, wall).filter(|beyond| breaks && beyond.to != cell) {
            if self.is_new(floor, beyond.to) {
                let region = self.regions(floor).map_or(NONE, |regions| regions.of[usize::from(beyond.to)]);
                let name = if region == NONE { u32::from(beyond.to) + 0x1_0000 } else { region.into() };
                opens.push(u32::from(floor) << 20 | name);
            }
        }
        opens.sort_unstable();
        opens.dedup();
        opens
    }

    /// The monster on a cell that a bomb would kill.
    fn bombed(&self, floor: u16, cell: u16) -> Vec<u32> {
        let dies = self.how().is_some_and(|how| can_bomb(self.project, self.state, how, floor, cell));
        if dies { vec![u32::from(floor) << 20 | u32::from(cell)] } else { Vec::new() }
    }

    /// The region opposite the centre.
    fn opposite(&self, floor: u16, cell: u16) -> Vec<u32> {
        let last = self.project.floors[usize::from(floor)].map.len() as u16 - 1;
        self.region_at(floor, last - cell)
    }

    /// The region on the same cell of another floor.
    fn level(&self, from: u16, to: Option<u16>, cell: u16) -> Vec<u32> {
        let Some(to) = to.filter(|&to| usize::from(to) < self.project.floors.len()) else { return Vec::new() };
        let (x, y) = self.project.floors[usize::from(from)].at(cell);
        let cell = self.project.floors[usize::from(to)].cell(x.into(), y.into());
        cell.map_or_else(Vec::new, |cell| self.region_at(to, cell))
    }

    /// The region of a cell that is empty and not reached. The cell stands for itself where it is in none, and on a floor that was not
    /// looked at.
    fn region_at(&self, floor: u16, cell: u16) -> Vec<u32> {
        if self.state.floors[usize::from(floor)].visible(cell).is_some() {
            return Vec::new();
        }
        match self.regions(floor).map_or(NONE, |regions| regions.of[usize::from(cell)]) {
            NONE => vec![u32::from(floor) << 20 | 0x2_0000 | u32::from(cell)],
            region if self.reach.has(floor, region) => Vec::new(),
            region => vec![u32::from(floor) << 20 | u32::from(region)],
        }
    }
}
