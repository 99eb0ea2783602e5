//! What events name on the map (blocks, floors, cells, ways), and what they do there.

use super::Compiler;
use crate::read::refusal::{Refusal, no_such, unexpected};
use crate::rules::action::{AHEAD, Action, Arrival, CellOf, FloorOf, HeroStep, Turn};
use crate::rules::expression::{Expression, Operator, Stat};
use crate::rules::model::{DIRECTIONS, Tile};
use serde_json::Value as Json;

/// The cell of the event itself.
fn own_cell() -> CellOf {
    (Expression::Own(false), Expression::Own(true))
}

impl Compiler<'_> {
    /// The number of a block that an event names by number or id.
    pub(super) fn number(&mut self, json: Option<&Json>) -> Result<Tile, Refusal> {
        let number = self.number_of(json)?;
        self.put.insert(number);
        Ok(number)
    }

    /// The same, of a block that the event does not put among the others.
    pub(super) fn number_of(&self, json: Option<&Json>) -> Result<Tile, Refusal> {
        let found = || format!("the block {}", json.unwrap_or(&Json::Null));
        let unknown = || unexpected(found(), "a number or id of maps.js");
        match json {
            Some(Json::Number(number)) => number.as_u64().and_then(|n| Tile::try_from(n).ok()).ok_or_else(unknown),
            Some(Json::String(text)) => match text.parse() {
                Ok(number) => Ok(number),
                Err(_) if text == "none" => Ok(0),
                // `X10023` is a tile of a tileset.
                Err(_) => {
                    let tile = text.strip_prefix('X').and_then(|number| number.parse().ok());
                    tile.or_else(|| self.numbers.get(text.as_str()).copied()).ok_or_else(unknown)
                }
            },
            _ => Err(unknown()),
        }
    }

    pub(super) fn floor_of(&self, json: &Json) -> Result<FloorOf, Refusal> {
        let id = match json.get("floorId") {
            None | Some(Json::Null) => "",
            Some(id) => id.as_str().ok_or_else(|| unexpected(format!("the floor {id}"), "the id of a floor"))?,
        };
        match id {
            ":now" | "" => Ok(FloorOf::Here),
            ":next" => Ok(FloorOf::Next),
            ":before" => Ok(FloorOf::Before),
            id => self.floors.get(id).map(|&at| FloorOf::At(at)).ok_or_else(|| no_such("floor", id)),
        }
    }

    /// Where a change of floor leads.
    pub(crate) fn arrival(&mut self, json: &Json) -> Result<Arrival, Refusal> {
        let stair = json.get("stair").and_then(Json::as_str).filter(|stair| !stair.is_empty());
        if stair.is_none() && json.get("loc").is_some_and(|loc| !loc.is_null()) {
            let cell = self.one_cell(json, "loc")?;
            if let (Expression::Constant(x), Expression::Constant(y)) = &cell {
                self.arrivals.push((self.place.clone(), self.floor_of(json)?, [x.number(), y.number()]));
            }
            return Ok(Arrival::Cell(cell));
        }
        Ok(match stair {
            Some("downFloor") => Arrival::Down,
            Some("upFloor") => Arrival::Up,
            Some(":now") | None => Arrival::Same,
            Some(id) if !self.numbers.contains_key(id) => return Err(no_such("block", id)),
            Some(id) => Arrival::Block(self.tables.texts.number(id)),
        })
    }

    /// A change of floor as `changeFloor` of a floor has it.
    pub fn stairs(&mut self, json: &Json) -> Action {
        let floor = self.floor_of(json);
        match floor.and_then(|floor| Ok(Action::ChangeFloor(floor, self.arrival(json)?, turn(json)))) {
            Ok(action) => action,
            Err(refusal) => self.unknown(format!("stairs: {refusal}").into()),
        }
    }

    /// Where a jump ends: a cell, or columns and rows from where it begins.
    fn landing(&mut self, json: &Json, name: &str, from: CellOf) -> Result<CellOf, Refusal> {
        let Some(by) = json.get("dxy").filter(|by| !by.is_null()) else { return self.one_cell(json, name) };
        let add = |from, by| Expression::Binary(Operator::Add, Box::new((from, by)));
        let (dx, dy) = self.cell(by)?;
        Ok((add(from.0, dx), add(from.1, dy)))
    }

    pub(super) fn one_cell(&mut self, json: &Json, name: &str) -> Result<CellOf, Refusal> {
        self.cells(json, name)?.into_iter().next().ok_or(Refusal::NoCell)
    }

    /// The cells of a word; its own where it names none.
    pub(super) fn cells(&mut self, json: &Json, name: &str) -> Result<Vec<CellOf>, Refusal> {
        match json.get(name) {
            None | Some(Json::Null) => Ok(vec![own_cell()]),
            Some(Json::Array(list)) if list.iter().all(Json::is_array) => {
                list.iter().map(|cell| self.cell(cell)).collect()
            }
            Some(cell) => Ok(vec![self.cell(cell)?]),
        }
    }

    fn cell(&mut self, json: &Json) -> Result<CellOf, Refusal> {
        match json.as_array().map(Vec::as_slice) {
            Some([x, y]) => Ok((self.expression(x)?, self.expression(y)?)),
            _ => Err(unexpected(format!("the cell {json}"), "[x, y]")),
        }
    }

    /// What changes the map.
    pub(super) fn blocks(&mut self, kind: &str, json: &Json) -> Option<Result<Action, Refusal>> {
        let is = |name: &str| json.get(name).and_then(Json::as_bool).unwrap_or(false);
        let floor = match self.floor_of(json) {
            Ok(floor) => floor,
            Err(refusal) => return Some(Err(refusal)),
        };
        self.tables.reads_place |= matches!(kind, "moveHero" | "moveAction" | "jumpHero");
        Some(match kind {
            "closeDoor" => {
                self.number(json.get("id")).and_then(|id| Ok(Action::CloseDoor(id, self.one_cell(json, "loc")?)))
            }
            "setBlock" | "hide" | "show" | "openDoor" => {
                let cells = match self.cells(json, "loc") {
                    Ok(cells) => cells,
                    Err(refusal) => return Some(Err(refusal)),
                };
                match kind {
                    "setBlock" => self.number(json.get("number")).map(|number| Action::SetBlock(number, floor, cells)),
                    "hide" => Ok(Action::Hide(floor, cells, is("remove"))),
                    "show" => Ok(Action::Show(floor, cells)),
                    _ => cells
                        .into_iter()
                        .next()
                        .map_or_else(|| Err(Refusal::NoCell), |cell| Ok(Action::OpenDoor(floor, cell, is("needKey")))),
                }
            }
            "move" | "generateMove" => self.block_move(json, is("keep")),
            "jump" => self.one_cell(json, "from").and_then(|from| {
                let to = self.landing(json, "to", from.clone())?;
                Ok(Action::Jump(from, to, is("keep")))
            }),
            "moveHero" => hero_steps(json).map(Action::MoveHero),
            "moveAction" => Ok(Action::Advance),
            // Where the hero jumps to is all that matters.
            "jumpHero" => {
                let hero = (Expression::Status(Stat::X), Expression::Status(Stat::Y));
                self.landing(json, "loc", hero).map(|cell| Action::ChangePos(Some(cell), AHEAD))
            }
            "changePos" if json.get("loc").is_none_or(Json::is_null) => Ok(Action::ChangePos(None, turn(json))),
            "changePos" => self.one_cell(json, "loc").map(|cell| Action::ChangePos(Some(cell), turn(json))),
            "changeFloor" => self.arrival(json).map(|arrival| Action::ChangeFloor(floor, arrival, turn(json))),
            _ => return None,
        })
    }

    fn block_move(&mut self, json: &Json, keep: bool) -> Result<Action, Refusal> {
        let made = json.get("id").map(|id| self.number(Some(id))).transpose()?;
        Ok(Action::Move(self.one_cell(json, "loc")?, steps(json)?, keep, made))
    }
}

/// How a word turns the hero.
fn turn(json: &Json) -> Turn {
    match json.get("direction").and_then(Json::as_str).unwrap_or("") {
        ":left" => [2, 3, 1, 0],
        ":right" => [3, 2, 0, 1],
        ":back" => [1, 0, 3, 2],
        way => DIRECTIONS.iter().position(|(name, _)| *name == way).map_or(AHEAD, |way| [way as u8; 4]),
    }
}

/// The steps of a block's move: `left:2`.
fn steps(json: &Json) -> Result<Vec<HeroStep>, Refusal> {
    let fixed = |step| match step {
        HeroStep::Way(_) | HeroStep::Look(_) => Ok(step),
        HeroStep::Forward | HeroStep::Backward => {
            Err(unexpected("a step of a block forward or backward", "a direction"))
        }
    };
    hero_steps(json)?.into_iter().map(fixed).collect()
}

/// The steps of the hero's move.
fn hero_steps(json: &Json) -> Result<Vec<HeroStep>, Refusal> {
    let mut all = Vec::new();
    for text in json.get("steps").and_then(Json::as_array).into_iter().flatten() {
        let fault = |expected| unexpected(format!("the step {text}"), expected);
        // Templates before 2.7 write `{"direction": "left", "value": 2}`.
        let old = text.get("direction").and_then(Json::as_str).zip(text.get("value").and_then(Json::as_u64));
        let old = old.map(|(way, count)| format!("{way}:{count}"));
        let text = old.as_deref().or(text.as_str()).ok_or_else(|| fault("a direction"))?;
        let (way, count) = text.split_once(':').unwrap_or((text, "1"));
        let count: usize = count.parse().map_err(|_| fault("a count"))?;
        let step = match way {
            "forward" => {
                all.extend(std::iter::repeat_n(HeroStep::Forward, count.min(256)));
                continue;
            }
            "backward" => {
                all.extend(std::iter::repeat_n(HeroStep::Backward, count.min(256)));
                continue;
            }
            "up" => (0, -1),
            "down" => (0, 1),
            "left" => (-1, 0),
            "right" => (1, 0),
            "leftup" => (-1, -1),
            "rightup" => (1, -1),
            "leftdown" => (-1, 1),
            "rightdown" => (1, 1),
            // Turns only.
            "speed" => continue,
            _ => return Err(unexpected(format!("the step {text:?}"), "a direction")),
        };
        if count == 0 {
            all.push(HeroStep::Look(step));
        }
        all.extend(std::iter::repeat_n(HeroStep::Way(step), count.min(256)));
    }
    Ok(all)
}
