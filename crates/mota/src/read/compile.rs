//! From the JSON of events to [`Action`]s.

mod asked;
mod places;
mod presentation;

use crate::read::refusal::{Refusal, missing, no_such, operator, unexpected};
use crate::read::report::{Place, Report, Severity};
use crate::read::statements;
use crate::rules::action::{Action, Actions, Assign, CellList, Choice, EnemyPart, FloorOf, Target};
use crate::rules::equipment::Bonus;
use crate::rules::expression::{self, Expression, ExpressionError, Stat, Tables};
use crate::rules::model::Tile;
use crate::rules::value::{Names, Value};
pub(crate) use asked::typed_numbers;
use meihua_contracts::sentence;
use meihua_contracts::sentence::Sentence;
use presentation::PRESENTATION;
use rustc_hash::FxHashSet;
use serde_json::Value as Json;
use std::cell::Cell;
use std::collections::HashMap;

/// What events refer to.
pub struct Compiler<'a> {
    /// Names of the project.
    pub tables: &'a mut Tables,
    pub floors: &'a HashMap<String, usize>,
    /// Common events, by name.
    pub common: &'a HashMap<String, usize>,
    pub shops: &'a HashMap<String, Option<usize>>,
    pub(crate) opens_shops: bool,
    /// Numbers of blocks, by id.
    pub numbers: &'a HashMap<String, Tile>,
    /// Blocks that events name.
    pub(crate) put: &'a mut FxHashSet<Tile>,
    /// What stands in for the functions of an event, by `FLOOR KIND CELL`.
    pub functions: &'a HashMap<String, (Json, Cell<bool>)>,
    /// What is not understood.
    pub report: &'a mut Report,
    /// Where events put blocks before or behind the others, and which; none for what is no block.
    pub(crate) layers: &'a mut Vec<(Place, Option<Tile>)>,
    /// Where changes of floor lead to a fixed cell.
    pub(crate) arrivals: &'a mut Vec<(Place, FloorOf, [f64; 2])>,
    /// Numbers that events compare with what the player types.
    pub(crate) typed: &'a [i64],
    /// Whether events look at the keys and clicks of the player.
    pub(crate) reads_keys: bool,
    /// Where the reader is.
    pub place: Place,
    /// Whether it reads what stands in for a function.
    pub(crate) in_table: bool,
    /// What was shown just before, a text: shops and choices may have no question of their own.
    pub(crate) shown: u32,
}

impl Compiler<'_> {
    /// The actions of a list, of `{ "data": [...] }`, or of one word.
    pub(crate) fn actions(&mut self, json: &Json) -> Actions {
        match json {
            Json::Array(words) => {
                let mut actions = Vec::new();
                for word in words.iter().filter(|word| !is_disabled(word)) {
                    actions.extend(self.word(word));
                    self.shown = self.text_shown(word);
                }
                actions
            }
            Json::Object(object) if !object.contains_key("type") => {
                object.get("data").map_or_else(Vec::new, |data| self.actions(data))
            }
            Json::Object(_) if !is_disabled(json) => self.word(json).into_iter().collect(),
            _ => Vec::new(),
        }
    }

    /// The text that a word shows; the empty one of any other word.
    fn text_shown(&mut self, word: &Json) -> u32 {
        let is_text = word.get("type").and_then(Json::as_str) == Some("text");
        let text = if is_text { word.get("text").and_then(Json::as_str) } else { word.as_str() };
        self.tables.texts.number(text.unwrap_or(""))
    }

    /// What is said at the end of a game, a text.
    fn reason(&mut self, json: &Json) -> u32 {
        self.tables.texts.number(json.get("reason").and_then(Json::as_str).unwrap_or(""))
    }

    /// The action of a word; none of what only shows.
    fn word(&mut self, json: &Json) -> Option<Action> {
        // A bare text is shown.
        let word = json.as_object()?;
        let kind = word.get("type").and_then(Json::as_str).unwrap_or("");
        if matches!(kind, "setBgFgBlock" | "hideBgFgMap" | "showBgFgMap") {
            // Hiding and showing put nothing new there.
            let number = json.get("number").map_or(Some(0), |number| self.number_of(Some(number)).ok());
            self.layers.push((self.place.clone(), number));
        }
        if json.get("norefresh").and_then(Json::as_bool) == Some(true) {
            let what = format!("{kind}: norefresh: the status bar is updated all the same");
            self.report.note(&self.place, Severity::Skipped, what);
        }
        if PRESENTATION.contains(&kind) {
            return None;
        }
        if word.get("timeout").and_then(Json::as_f64).is_some_and(|time| time > 0.0) {
            self.report.note(&self.place, Severity::Skipped, format!("{kind}: an answer that does not come in time"));
        }
        if kind.is_empty() || kind == "function" {
            return if self.in_table {
                Some(self.unknown("a function in the table".into()))
            } else {
                self.function(word.get("function").and_then(Json::as_str).unwrap_or(""))
            };
        }
        let action = self.flow(kind, json).or_else(|| self.blocks(kind, json)).or_else(|| self.game(kind, json));
        Some(match action {
            Some(Ok(action)) => action,
            // Nothing follows from a condition whose lists do nothing.
            Some(Err(_)) if matches!(kind, "if" | "while") && self.leads_nowhere(json) => return None,
            Some(Err(refusal)) => self.unknown(Sentence::plain(format_args!("{kind}: {refusal}"))),
            None => self.unknown(sentence!("the word {}", Sentence::quoted(kind))),
        })
    }

    /// Whether all lists of a condition do nothing but show something.
    fn leads_nowhere(&self, json: &Json) -> bool {
        let is_idle = |word: &Json| match word.get("type").and_then(Json::as_str) {
            None => word.get("function").is_none(),
            Some("if") => self.leads_nowhere(word),
            Some(kind) => PRESENTATION.contains(&kind),
        };
        ["true", "false", "data"]
            .iter()
            .filter_map(|name| json.get(name))
            .all(|list| list.as_array().is_some_and(|words| words.iter().all(is_idle)))
    }

    fn unknown(&mut self, what: Sentence) -> Action {
        Action::Unknown(self.report.note(&self.place, Severity::Refused, what))
    }

    /// A function of code: what the table of the tower says of it, or what its statements do. None if they are not understood.
    fn function(&mut self, code: &str) -> Option<Action> {
        let always = |actions| Some(Action::If(Expression::Constant(Value::Bool(true)), actions, Vec::new()));
        if let Some(actions) = self.told() {
            return always(actions);
        }
        match self.script(code) {
            Ok(actions) => always(actions),
            Err(error) => {
                self.report.note(&self.place, Severity::Skipped, format!("a function of code: {error}"));
                None
            }
        }
    }

    /// What the table says in the place of code here; none where it says nothing.
    pub(crate) fn told(&mut self) -> Option<Actions> {
        let (json, is_used) = self.functions.get(&format!("{} {}", self.place.floor, self.place.cell))?;
        is_used.set(true);
        // What stands in for a function holds none itself, or it would never end.
        self.in_table = true;
        let actions = self.actions(json);
        self.in_table = false;
        Some(actions)
    }

    /// An expression: a text, a number, true or false.
    fn expression(&mut self, json: &Json) -> Result<Expression, Refusal> {
        let text = match json {
            Json::String(text) => text.clone(),
            Json::Number(_) | Json::Bool(_) | Json::Null => json.to_string(),
            other => return Err(unexpected(other.to_string(), "an expression")),
        };
        Ok(expression::parse(&text, self.tables)?)
    }

    fn part(&mut self, json: &Json, name: &str) -> Result<Expression, Refusal> {
        let part = json.get(name).ok_or_else(|| missing(name))?;
        self.expression(part)
    }

    fn list(&mut self, json: &Json, name: &str) -> Actions {
        json.get(name).map_or_else(Vec::new, |list| self.actions(list))
    }

    /// Loops, conditions and choices.
    fn flow(&mut self, kind: &str, json: &Json) -> Option<Result<Action, Refusal>> {
        let count = || json.get("n").and_then(Json::as_u64).unwrap_or(1).clamp(1, 64) as u32;
        Some(match kind {
            "if" => {
                self.part(json, "condition").map(|c| Action::If(c, self.list(json, "true"), self.list(json, "false")))
            }
            "switch" => self.switch(json),
            "choices" => Ok(self.choices(json)),
            "confirm" => {
                let question = self.question(json);
                let texts = ["yes", "no"].map(|name| self.tables.texts.number(name));
                let mut choice = |name: &str, text: u32| Choice {
                    text,
                    question,
                    input: None,
                    shown: None,
                    need: None,
                    actions: self.list(json, name),
                };
                Ok(Action::Choices(vec![choice("yes", texts[0]), choice("no", texts[1])]))
            }
            "wait" => self.wait(json),
            "input" => self.input(json),
            "while" | "dowhile" => {
                let after = kind == "dowhile";
                self.part(json, "condition").map(|c| Action::While(c, self.list(json, "data"), after))
            }
            "for" => self.for_loop(json),
            "break" => Ok(Action::Break(count())),
            "continue" => Ok(Action::Continue(count())),
            "exit" => Ok(Action::Exit),
            // Back to the title: this game is over.
            "restart" => Ok(Action::Lose(Names::EMPTY)),
            "win" => Ok(Action::Win(self.reason(json))),
            "lose" => Ok(Action::Lose(self.reason(json))),
            _ => return None,
        })
    }

    fn switch(&mut self, json: &Json) -> Result<Action, Refusal> {
        let value = self.part(json, "condition")?;
        let mut cases = Vec::new();
        for case in enabled(json, "caseList") {
            let actions = self.list(case, "action");
            let goes_on = case.get("nobreak").and_then(Json::as_bool).unwrap_or(false);
            let of = match case.get("case") {
                Some(Json::String(text)) if text.trim() == "default" => None,
                Some(value) => Some(self.expression(value)?),
                None => return Err(Refusal::NoValue),
            };
            cases.push((of, actions, goes_on));
        }
        Ok(Action::Switch(value, cases))
    }

    fn choices(&mut self, json: &Json) -> Action {
        let question = self.question(json);
        let mut choices = Vec::new();
        for choice in enabled(json, "choices") {
            let name = choice.get("text").and_then(Json::as_str).unwrap_or("");
            let text = self.tables.texts.number(name);
            let actions = self.list(choice, "action");
            match (self.condition(choice, "condition"), self.condition(choice, "need")) {
                (Ok(shown), Ok(need)) => {
                    choices.push(Choice { text, question, input: None, shown, need, actions });
                }
                (Err(refusal), _) | (_, Err(refusal)) => {
                    // It can be left alone.
                    self.report.note(&self.place, Severity::Skipped, format!("the choice {name:?}: {refusal}"));
                    let never = Some(Expression::Constant(Value::Bool(false)));
                    choices.push(Choice { text, question, input: None, shown: None, need: never, actions });
                }
            }
        }
        Action::Choices(choices)
    }

    fn condition(&mut self, json: &Json, name: &str) -> Result<Option<Expression>, Refusal> {
        match json.get(name) {
            None | Some(Json::Null) => Ok(None),
            Some(Json::String(text)) if text.trim().is_empty() => Ok(None),
            Some(condition) => self.expression(condition).map(Some),
        }
    }

    fn for_loop(&mut self, json: &Json) -> Result<Action, Refusal> {
        let name = json.get("name").and_then(Json::as_str).ok_or_else(|| missing("name"))?;
        let Target::Flag(flag) = self.target(name)? else {
            return Err(unexpected(format!("{name:?}"), "temp: or flag:"));
        };
        let bounds = [self.part(json, "from")?, self.part(json, "to")?, self.part(json, "step")?];
        Ok(Action::For(flag, Box::new(bounds), self.list(json, "data")))
    }

    fn game(&mut self, kind: &str, json: &Json) -> Option<Result<Action, Refusal>> {
        let text = |name: &str| json.get(name).and_then(Json::as_str).ok_or_else(|| missing(name));
        Some(match kind {
            "setValue" | "addValue" => text("name").and_then(|name| {
                let target = self.target(name)?;
                let assign = if kind == "addValue" { Assign::Add } else { assign(json)? };
                let value = self.part(json, "value")?;
                self.tables.gives(target, assign, &value)?;
                Ok(Action::SetValue(target, assign, value))
            }),
            "setEnemy" => text("id").and_then(|id| {
                let enemy = self.tables.enemies.number(id);
                self.enemy_value(json).map(|(part, assign, value)| Action::SetEnemy(enemy, part, assign, value))
            }),
            "setEnemyOnPoint" => self.enemy_value(json).and_then(|value| {
                if value.0 == EnemyPart::Special {
                    return Err(unexpected("the special of a single monster", "hp, atk, def, money or exp"));
                }
                Ok(Action::SetEnemyAt(self.floor_of(json)?, self.cells(json, "loc")?, Some(value)))
            }),
            "resetEnemyOnPoint" => {
                self.floor_of(json).and_then(|floor| Ok(Action::SetEnemyAt(floor, self.cells(json, "loc")?, None)))
            }
            "battle" if json.get("id").is_some() => text("id").map(|id| Action::Battle(self.tables.enemies.number(id))),
            "battle" => self.one_cell(json, "loc").map(Action::BattleAt),
            "trigger" => self.one_cell(json, "loc").map(Action::Trigger),
            "revisit" => Ok(Action::Revisit),
            "openShop" | "disableShop" => text("id").and_then(|id| {
                let shop = self.shops.get(id).ok_or_else(|| no_such("shop", id))?;
                // It is worked by keys and clicks of its own.
                let shop = shop.ok_or_else(|| unexpected("a shop that sells items", "one of choices"))?;
                let opens = self.opens_shops || json.get("open").and_then(Json::as_bool).unwrap_or(false);
                Ok(match (kind, opens) {
                    ("openShop", true) => Action::OpenShop(shop, self.shown),
                    _ => Action::EnableShop(shop, kind == "openShop"),
                })
            }),
            "useItem" | "loadEquip" => text("id").map(|id| Action::UseItem(self.tables.items.number(id))),
            "setEquip" => text("id").and_then(|id| self.equipment_value(id, json)),
            "unloadEquip" => Ok(Action::TakeOff(json.get("pos").and_then(Json::as_u64).unwrap_or(0) as usize)),
            "insert" => self.insert(json),
            _ => return None,
        })
    }

    /// What a word changes of equipment.
    fn equipment_value(&mut self, id: &str, json: &Json) -> Result<Action, Refusal> {
        let part = |name: &str| json.get(name).and_then(Json::as_str).unwrap_or("");
        let (kind, name) = (part("valueType"), part("name"));
        let bonus = Bonus::named(kind, name).ok_or_else(|| {
            unexpected(format!("the {kind:?} {name:?} of equipment"), "a value or a percentage of the hero's")
        })?;
        let (assign, value) = self.assigned(json)?;
        let item = self.tables.items.number(id);
        let flag = self.tables.flags.number(&format!("@equip@{id}@{kind}@{name}"));
        let change = (item, bonus, flag);
        if !self.tables.changed_equipment.contains(&change) {
            self.tables.changed_equipment.push(change);
        }
        Ok(Action::SetEquipment(change, assign, value))
    }

    /// How a word gives a number, and which.
    fn assigned(&mut self, json: &Json) -> Result<(Assign, Expression), Refusal> {
        let assign = assign(json)?;
        let value = self.part(json, "value")?;
        if assign == Assign::Add {
            self.tables.adds(&value)?;
        }
        Ok((assign, value))
    }

    /// What a word gives to a monster: which number, how, and what.
    fn enemy_value(&mut self, json: &Json) -> Result<(EnemyPart, Assign, Expression), Refusal> {
        let part = match json.get("name").and_then(Json::as_str).unwrap_or("") {
            "hp" => EnemyPart::Hp,
            "atk" => EnemyPart::Attack,
            "def" => EnemyPart::Defence,
            "money" => EnemyPart::Money,
            "exp" | "experience" => EnemyPart::Experience,
            "special" => EnemyPart::Special,
            other => {
                return Err(unexpected(format!("the monster's {other:?}"), "hp, atk, def, money, exp or special"));
            }
        };
        let (assign, value) = self.assigned(json)?;
        Ok((part, assign, value))
    }

    fn insert(&mut self, json: &Json) -> Result<Action, Refusal> {
        let Some(name) = json.get("name").and_then(Json::as_str) else { return self.insert_at(json) };
        let &event = self.common.get(name).ok_or_else(|| no_such("common event", name))?;
        let args = json.get("args").and_then(Json::as_array).into_iter().flatten().enumerate();
        let mut given = Vec::new();
        // What is null leaves the flag as it is.
        for (number, value) in args.filter(|(_, value)| !value.is_null()) {
            let flag = self.tables.flags.number(&format!("arg{}", number + 1));
            let value = match value {
                // A text is given as it stands; those of the table are worked out.
                Json::String(text) if !self.in_table && self.place.floor != crate::read::TABLE => {
                    Expression::Constant(Value::Text(self.tables.texts.number(text)))
                }
                value => self.expression(value)?,
            };
            self.tables.gives(Target::Flag(flag), Assign::Set, &value)?;
            given.push((flag, value));
        }
        Ok(Action::Insert(event, given))
    }

    /// The event of a cell.
    fn insert_at(&mut self, json: &Json) -> Result<Action, Refusal> {
        let list = match json.get("which").and_then(Json::as_str).unwrap_or("events") {
            "events" => CellList::Events,
            "beforeBattle" => CellList::BeforeBattle,
            "afterBattle" => CellList::AfterBattle,
            "afterGetItem" => CellList::AfterGetItem,
            "afterOpenDoor" => CellList::AfterOpenDoor,
            other => return Err(unexpected(format!("{other:?}"), "the events of a cell")),
        };
        if json.get("args").and_then(Json::as_array).is_some_and(|args| !args.is_empty()) {
            return Err(unexpected("values for the event of a cell", "none"));
        }
        Ok(Action::InsertAt(self.floor_of(json)?, list, self.one_cell(json, "loc")?))
    }

    /// What a name of `setValue` stands for.
    pub fn target(&mut self, name: &str) -> Result<Target, Refusal> {
        let name = name.trim();
        let expected = || unexpected(format!("{name:?}"), "status:, item:, flag:, switch: or temp:");
        let (prefix, rest) = name.split_once(':').ok_or_else(expected)?;
        Ok(match prefix {
            "status" => Target::Status(Stat::named(rest).ok_or_else(expected)?),
            "item" => Target::Item(self.tables.items.number(rest)),
            "flag" => Target::Flag(self.tables.flags.number(rest)),
            "temp" => Target::Flag(self.tables.flags.number(&format!("@temp@{rest}"))),
            "switch" => Target::Switch(rest.bytes().next().ok_or_else(expected)?),
            _ => return Err(expected()),
        })
    }

    /// The effect of an item, or the script of a block: statements of code.
    pub(crate) fn effect(&mut self, code: &str) -> Actions {
        match self.told().map_or_else(|| self.script(code), Ok) {
            Ok(actions) => actions,
            Err(error) => vec![self.unknown(format!("an effect of code: {error}").into())],
        }
    }

    /// The statements of a code.
    ///
    /// # Errors
    /// What is no statement that is known.
    pub(crate) fn script(&mut self, code: &str) -> Result<Actions, ExpressionError> {
        let (mut actions, inserted) = statements::parse(code, self.tables, self.numbers)?;
        for list in &inserted {
            actions.extend(self.actions(list));
        }
        Ok(actions)
    }
}

/// How a word gives a value.
fn assign(json: &Json) -> Result<Assign, Refusal> {
    let sign = json.get("operator").and_then(Json::as_str).unwrap_or("=");
    Assign::of(sign).ok_or_else(|| operator(sign))
}

/// Whether the editor has switched a word, a choice or a case off.
pub(crate) fn is_disabled(json: &Json) -> bool {
    json.get("_disabled").and_then(Json::as_bool).unwrap_or(false)
}

/// The members of a list that are not switched off.
fn enabled<'j>(json: &'j Json, name: &str) -> impl Iterator<Item = &'j Json> + use<'j> {
    json.get(name).and_then(Json::as_array).into_iter().flatten().filter(|member| !is_disabled(member))
}
