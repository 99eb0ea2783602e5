//! Multi-floor towers: made-up projects read, played, solved and held against exhaustive search.

use meihua_mota::action::Action;
use meihua_mota::expression::Stat;
use meihua_mota::fight::fight;
use meihua_mota::h5route::Record;
use meihua_mota::route::{self, Key};
use meihua_mota::run::Halt;
use meihua_mota::state::{Ending, State};
use meihua_mota::walk::{Stepped, begin, step};
use meihua_mota::{Files, Project, read};
use serde_json::{Value as Json, json};

/// Numbers of blocks of the made-up projects.
pub(super) const WALL: u16 = 1;
pub(super) const KEY: u16 = 21;
pub(super) const GEM: u16 = 27;
pub(super) const SHIELD_GEM: u16 = 28;
pub(super) const POTION: u16 = 31;
pub(super) const PICKAXE: u16 = 47;
pub(super) const ICE_PICKAXE: u16 = 50;
pub(super) const ICE: u16 = 167;
pub(super) const DOOR: u16 = 81;
pub(super) const GUARDED: u16 = 85;
pub(super) const UP: u16 = 87;
pub(super) const DOWN: u16 = 88;
pub(super) const SHOP: u16 = 131;
pub(super) const BOSS: u16 = 200;
/// A monster of special N, none for 0.
pub(super) const MONSTER: u16 = 201;

/// A project of floors, with the events of each.
pub(super) fn files(floors: &[(Vec<Vec<u16>>, Json)], monsters: &Json) -> Files {
    let mut files = Files::new();
    let ids: Vec<String> = (0..floors.len()).map(|number| format!("F{number}")).collect();
    let hero = json!({"hp": 100, "atk": 10, "def": 5, "mdef": 3, "money": 10, "loc": {"x": 0, "y": 0, "direction": "down"},
        "items": {"tools": {}, "constants": {}}});
    let data = json!({"main": {"floorIds": ids}, "flags": {}, "values": {"redGem": 2, "blueGem": 2, "redPotion": 20,
        "breakArmor": 0.9, "counterAttack": 0.1, "purify": 3, "hatred": 2, "poisonDamage": 1, "weakValue": 2},
        "firstData": {"title": "made up", "floorId": "F0", "hero": hero, "shops": []}});
    let stat = |stat: &str, value: &str| json!({"cls": "items", "name": stat, "itemEffect": format!("core.status.hero.{stat} += core.values.{value} * core.status.thisMap.ratio")});
    let items = json!({"yellowKey": {"cls": "tools"}, "fly": {"cls": "constants"}, "redGem": stat("atk", "redGem"), "blueGem": stat("def", "blueGem"),
        "redPotion": stat("hp", "redPotion"), "pickaxe": {"cls": "tools", "useItemEffect": ""},
        "icePickaxe": {"cls": "tools", "useItemEffect": ""}});
    let mut maps = json!({"1": {"cls": "animates", "id": "wall", "canBreak": true},
        "21": {"cls": "items", "id": "yellowKey"}, "27": {"cls": "items", "id": "redGem"}, "28": {"cls": "items", "id": "blueGem"},
        "31": {"cls": "items", "id": "redPotion"}, "47": {"cls": "items", "id": "pickaxe"},
        "50": {"cls": "items", "id": "icePickaxe"}, "167": {"cls": "animates", "id": "ice", "noPass": true},
        "81": {"cls": "animates", "id": "yellowDoor", "trigger": "openDoor", "doorInfo": {"keys": {"yellowKey": 1}}},
        "85": {"cls": "animates", "id": "guarded", "trigger": "openDoor", "doorInfo": {"keys": {"noKey": 1}}},
        "86": {"cls": "terrains", "id": "specialDoor", "noPass": true},
        "87": {"cls": "terrains", "id": "upFloor", "noPass": false}, "88": {"cls": "terrains", "id": "downFloor", "noPass": false},
        "131": {"cls": "npcs", "id": "shop"}, "200": {"cls": "enemys", "id": "boss"}});
    let mut enemies = json!({"boss": {"hp": 40, "atk": 16, "def": 4, "money": 1, "exp": 0, "special": 0}});
    for special in 0..=27_u16 {
        let id = format!("m{special}");
        let mut monster = json!({"hp": 12, "atk": 9, "def": 3, "money": 4, "exp": 0, "special": special});
        for (name, value) in monsters.as_object().into_iter().flatten() {
            monster[name] = value.clone();
        }
        enemies[&id] = monster;
        maps[(MONSTER + special).to_string()] = json!({"cls": "enemys", "id": id});
    }
    for (name, json) in [("data.js", data), ("items.js", items), ("maps.js", maps), ("enemys.js", enemies)] {
        files.insert(name, format!("var x =\n{json}"));
    }
    for (number, (map, events)) in floors.iter().enumerate() {
        let mut floor = json!({"floorId": ids[number], "map": map, "ratio": 1, "upFloor": [4, 3], "downFloor": [0, 0], "events": {}});
        for (name, value) in events.as_object().into_iter().flatten() {
            floor[name] = value.clone();
        }
        files.insert(format!("floors/F{number}.js"), format!("main.floors.F{number} = {floor}"));
    }
    files
}

pub(super) fn project(floors: &[(Vec<Vec<u16>>, Json)]) -> Project {
    read::project(&files(floors, &json!({}))).expect("a project")
}

/// The keys of a route's text, replayed.
fn play(project: &Project, text: &str) -> State {
    let keys = route::parse(project, text).expect("a route");
    let replayed = route::replay(project, &keys);
    assert_eq!(replayed.fault, None, "{text}");
    replayed.state
}

#[test]
fn a_project_that_is_broken_is_one_clear_line() {
    let refusal = |file: &str, text: &str| {
        let mut files = files(&[(vec![vec![0, 0]], json!({}))], &json!({}));
        files.insert(file, text);
        read::project(&files).expect_err("a broken project").to_string()
    };
    assert!(
        refusal("floors/F0.js", "main.floors.F0 = {")
            .starts_with("floors/F0.js: EOF while parsing an object at line 1")
    );
    assert_eq!(
        refusal("floors/F0.js", "x = {\"map\": [[1], [1, 2]]}"),
        "floors/F0.js: row 1 of map is a list of 2, expected 1 to 128 rows of 1 to 128 numbers, all of one length"
    );
    let missing = refusal("data.js", "x = {\"main\": {\"floorIds\": [\"A\"]}}");
    assert_eq!(missing, "floors/A.js: not in the project, expected an assignment of JSON");
}

#[test]
fn what_is_not_understood_is_listed_by_floor_and_cell_and_refused_where_it_is_reached() {
    let events =
        json!({"events": {"1,0": [{"type": "summonDragon"}], "0,1": ["a text", {"type": "sleep", "time": 5}]}});
    let project = project(&[(vec![vec![0, 0], vec![0, 0]], events)]);
    let lines: Vec<String> = project.report.issues.iter().map(ToString::to_string).collect();
    assert_eq!(lines, ["F0\tevents 1,0\trefused\tthe word \"summonDragon\""]);
    let mut state = begin(&project, &[]).unwrap();
    assert_eq!(step(&project, &mut state, 3, &[]), Err(Halt::Refused(0)));
    let mut state = begin(&project, &[]).unwrap();
    assert_eq!(step(&project, &mut state, 1, &[]), Ok((Stepped::Done, 0)));
}

#[test]
fn an_event_that_runs_in_a_circle_ends() {
    let circle = json!([{"type": "while", "condition": "1", "data": [{"type": "setValue", "name": "flag:a", "operator": "+=", "value": "1"}]}]);
    let project = project(&[(vec![vec![0, 0]], json!({"events": {"1,0": circle}}))]);
    let mut state = begin(&project, &[]).unwrap();
    assert_eq!(step(&project, &mut state, 3, &[]), Err(Halt::Circle));
}

#[test]
fn a_monster_of_an_unknown_special_is_refused_by_name() {
    let floors = [(vec![vec![0, MONSTER]], json!({}))];
    let project = read::project(&files(&floors, &json!({"special": 144}))).unwrap();
    let mut state = begin(&project, &[]).unwrap();
    assert!(matches!(step(&project, &mut state, 3, &[]), Err(Halt::Refused(_))));
    assert!(project.report.issues[0].to_string().contains("the special 144, expected 1 to 27"));
}

/// The damage of a monster of hp 12, attack 9, defence 3 to a hero of hp 100, attack 10, defence 5, magic defence 3: two
/// rounds, one blow of 4; worked out by hand.
#[test]
fn every_special_of_a_fight_costs_what_the_platform_says() {
    let numbers = json!({"n": 3, "vampire": 0.2, "add": true, "damage2": 7, "atkValue": 1, "defValue": 2});
    let map = vec![(0..28).map(|special| MONSTER + special).collect()];
    let project = read::project(&files(&[(map, json!({}))], &numbers)).unwrap();
    let mut state = begin(&project, &[]).unwrap();
    let damage = |state: &State, special: u32| {
        let id = project.tables.enemies.find(&format!("m{special}")).unwrap();
        fight(&project, state, id, None).map(|fight| fight.damage)
    };
    let expected = [
        (0, Some(1)),  // 4 - 3
        (1, Some(5)),  // one blow more
        (2, Some(6)),  // 9 - 3
        (3, Some(41)), // 12 rounds: 11 blows of 4
        (4, Some(5)),
        (5, Some(9)),
        (6, Some(9)),
        (7, Some(5)),   // 0.9 * 5 rounded down
        (8, Some(3)),   // 2 counters of 1
        (9, Some(10)),  // 3 * 3
        (10, Some(7)),  // attack against attack
        (11, Some(33)), // 20 drunk and given to the monster: 32 hp, 5 rounds
        (17, Some(1)),
        (20, None),
        (22, Some(8)), // magic defence does not lessen it
    ];
    for (special, damage_expected) in expected {
        assert_eq!(damage(&state, special), damage_expected, "special {special}");
    }
    state.set_stat(Stat::Attack, 3);
    assert_eq!(damage(&state, 0), None, "no wound, no fight");
}

#[test]
fn floors_shops_tools_and_event_doors_work_together() {
    let shop = json!([{"type": "choices", "choices": [
        {"text": "attack", "need": "status:money >= 8", "action": [
            {"type": "setValue", "name": "status:money", "operator": "-=", "value": "8"},
            {"type": "setValue", "name": "status:atk", "operator": "+=", "value": "flag:price + 3"}]},
        {"text": "leave", "action": []}]}]);
    let guard = json!([{"type": "if", "condition": "flag:guards == 1", "true": [{"type": "openDoor", "loc": [3, 0]}],
        "false": [{"type": "setValue", "name": "flag:guards", "operator": "+=", "value": "1"}]}]);
    let ground = (
        vec![vec![0, MONSTER, MONSTER, GUARDED, UP], vec![SHOP, WALL, WALL, WALL, WALL]],
        json!({"events": {"0,1": shop}, "afterBattle": {"1,0": guard, "2,0": guard},
            "changeFloor": {"4,0": {"floorId": ":next", "loc": [0, 0]}}}),
    );
    let top = (vec![vec![PICKAXE, 0, WALL, BOSS]], json!({"afterBattle": {"3,0": [{"type": "win"}]}}));
    let project = project(&[ground, top]);
    assert!(project.report.issues.is_empty(), "{:?}", project.report.issues);
    let state = play(&project, "DC0R7LR");
    assert_eq!((state.floor, state.stat(Stat::Attack), state.stat(Stat::Money)), (1, 13, 10));
    // Two fights at attack 13: two rounds each, 4 - 3 hp.
    assert_eq!(state.stat(Stat::Hp), 98);
    assert!(matches!(project.floors[0].stairs.values().next(), Some(Action::ChangeFloor(..))));
    let won = play(&project, "DC0R7LRI47:RR");
    assert_eq!(won.ending, Ending::Won);
    // The boss: 40 / 9 is 5 rounds, 4 blows of 11, less 3.
    assert_eq!(won.stat(Stat::Hp), 98 - 41);
}

#[test]
fn the_ice_pickaxe_breaks_the_ice_ahead_at_the_edge_of_a_floor_too() {
    let project = project(&[(vec![vec![0, ICE_PICKAXE, ICE]], json!({}))]);
    let state = play(&project, "RI50:R");
    assert_eq!((state.x, state.y), (2, 0));
    let keys = route::parse(&project, "RLI50:").unwrap();
    assert_eq!(route::replay(&project, &keys).used, 2, "no ice is to the left");
}

#[test]
fn a_route_that_breaks_the_rules_is_named_by_its_first_wrong_key() {
    let project = project(&[(vec![vec![0, 0, DOOR]], json!({}))]);
    let fault = |text: &str| {
        let keys = route::parse(&project, text).unwrap();
        let replayed = route::replay(&project, &keys);
        (replayed.used, replayed.fault.unwrap_or_default())
    };
    assert_eq!(fault("R2I47:"), (2, "the use of pickaxe is not possible".to_owned()));
    assert_eq!(fault("RC1"), (1 - 1, "1 answers, expected 0".to_owned()));
    assert_eq!(fault("I47:"), (0, "the use of pickaxe is not possible".to_owned()));
    assert!(route::parse(&project, "R2x").is_err() && route::parse(&project, "FZ:").is_err());
    let keys = [Key::Step(0), Key::Step(0), Key::Choose(3), Key::Fly(0)];
    assert_eq!(route::text(&project, &keys), "U2C3FF0:");
    assert_eq!(route::parse(&project, "U2C3FF0:").unwrap(), keys);
}

#[test]
fn keys_of_records_of_people_are_replayed() {
    let money = json!([{"type": "setValue", "name": "status:money", "operator": "+=", "value": "1"}]);
    let map = vec![vec![0, 0, GEM, 0], vec![0, WALL, WALL, MONSTER]];
    let mut files = files(&[(map, json!({"events": {"1,0": money}}))], &json!({}));
    let mut data = files.json("data.js").expect("a file");
    data["flags"]["enableGentleClick"] = true.into();
    files.insert("data.js", data.to_string());
    let project = read::project(&files).expect("a project");
    let fault = |text: &str| route::replay(&project, &route::parse(&project, text).unwrap()).fault.unwrap_or_default();
    // A walk at once passes no event and no item.
    assert_eq!(fault("M3:0"), "a walk to column 3, row 0 at once is not possible");
    assert_eq!(fault("M0:1"), "");
    let walked = play(&project, "M0:1");
    assert_eq!((walked.x, walked.y, walked.stat(Stat::Money)), (0, 1, 10));
    // The gem is taken from the cell before it; four turns clockwise are none.
    let taken = play(&project, "RtR:TTTTG");
    assert_eq!((taken.x, taken.stat(Stat::Attack), taken.stat(Stat::Money)), (1, 12, 11));
    assert_eq!(fault("RTGG"), "taking what lies ahead is not possible");
    let text = "RtR:TGM3:0";
    assert_eq!(route::text(&project, &route::parse(&project, text).unwrap()), text);
    let unknown = route::parse(&project, "RX1:").unwrap_err().to_string();
    assert_eq!(unknown, "character 1: \"X1:\" is a random number, which is not replayed");
    // 3 in the hundreds is the time that was left.
    assert_eq!(route::parse(&project, "C301").unwrap(), [Key::Choose(1)]);
}

#[test]
fn a_record_chooses_its_difficulty_and_its_tower() {
    let mut files = files(&[(vec![vec![0, 0]], json!({}))], &json!({}));
    let data = json!({"main": {"floorIds": ["F0"], "levelChoose": [{"name": "Easy", "hard": 1}, {"name": "Hard", "hard": 2,
            "action": [{"type": "setValue", "name": "status:hp", "value": "50 + flag:hard"}]}]},
        "firstData": {"name": "made-up", "version": "2", "floorId": "F0", "hero": {"hp": 100, "loc": {"x": 0, "y": 0}}}});
    files.insert("data.js", format!("x = {data}"));
    let mut project = read::project(&files).expect("a project");
    assert_eq!(play(&project, "R").stat(Stat::Hp), 100);
    let record = Record { hard: "Hard".to_owned(), ..Record::new(&project, "R".to_owned()) };
    assert_eq!((record.name.as_str(), record.version.as_str()), ("made-up", "2"));
    let record = Record::unpack(&record.pack()).expect("a record");
    record.choose_difficulty(&mut project).expect("a record of this tower");
    assert_eq!(play(&project, &record.route).stat(Stat::Hp), 52);
    let wrong = Record { hard: "Mild".to_owned(), ..record.clone() };
    let refusal = wrong.choose_difficulty(&mut project).unwrap_err().to_string();
    assert_eq!(refusal, "the record has the difficulty \"Mild\", expected Easy, Hard");
    let other = Record { name: "another".to_owned(), ..record };
    let refusal = other.choose_difficulty(&mut project).unwrap_err().to_string();
    assert_eq!(refusal, "the record is one of the tower \"another\", expected \"made-up\"");
}
