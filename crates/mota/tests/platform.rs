//! What the platform reads of levels, doors, monsters, equipment, tools and words, each in a made-up row of cells.

use super::fidelity::row;
use super::project::{BOSS, DOOR, KEY, MONSTER, SHOP};
use meihua_mota::expression::Stat;
use meihua_mota::model::Tile;
use meihua_mota::plan::search::{Limits, search};
use meihua_mota::route;
use meihua_mota::state::{Ending, State};
use meihua_mota::walk::begin;
use meihua_mota::{Files, Project, read};
use serde_json::{Value as Json, json};

/// The state after some keys, all of which are allowed.
pub(super) fn play(project: &Project, keys: &str) -> State {
    assert!(project.report.issues.is_empty(), "{:?}", project.report.issues);
    let replayed = route::replay(project, &route::parse(project, keys).expect("a route"));
    assert_eq!(replayed.fault, None, "{keys}");
    replayed.state
}

pub(super) fn set(name: &str, operator: &str, value: &str) -> Json {
    json!({"type": "setValue", "name": name, "operator": operator, "value": value})
}

/// What the best plan ends with; the plan is proven.
pub(super) fn proven(project: &Project) -> Option<i64> {
    let start = begin(project, &[]).expect("it begins");
    let found = search(project, &start, &Limits::of(Some(3_000), false, 0, 1), &|| false, &mut |_| ());
    assert!(found.proven);
    found.plan.map(|plan| plan.end.stat(Stat::Hp))
}

/// Levels at 10 and 15 experience, of which reaching takes both, and a boss of 12.
fn levels(floor: Json) -> Project {
    let level = |need: &str, hp: &str| json!({"need": need, "clear": true, "action": [set("status:hp", "+=", hp)]});
    let data = json!({"flags": {"statusBarItems": ["enableLevelUp"]},
        "firstData": {"hero": {"lv": 1}, "levelUp": [{"need": "0"}, level("10", "500"), level("15", "1000")]}});
    row(
        &[0, BOSS.into()],
        &[("data.js", data), ("enemys.js", json!({"boss": {"exp": 12, "hp": 10}})), ("floors/F0.js", floor)],
    )
}

#[test]
fn a_level_may_take_the_experience_and_comes_before_what_follows_the_fight() {
    let numbers = |state: &State| (state.stat(Stat::Hp), state.stat(Stat::Experience), state.stat(Stat::Level));
    let won = levels(json!({}));
    let end = play(&won, "R");
    assert_eq!((end.ending, numbers(&end)), (Ending::Won, (592, 2, 2)));
    assert_eq!(proven(&won), Some(592));
    // Both levels are reached, then both do what they do, before the event goes on.
    let events =
        json!({"events": {"1,0": [set("status:exp", "+=", "30"), set("status:hp", "*=", "3")]}, "map": [[0, 0]]});
    assert_eq!(numbers(&play(&levels(events), "R")), (4_800, 5, 3));
    let automatic = json!({"autoEvent": {"0,0": {"0": {"condition": "status:exp == 2", "data": [set("status:hp", "*=", "2")]}}},
        "afterBattle": {"1,0": [set("status:hp", "+=", "1")]}});
    assert_eq!(numbers(&play(&levels(automatic), "R")), (1_185, 2, 2));
}

/// The experience after an event that sets it.
fn worked_out(value: &str) -> i64 {
    let words = json!({"events": {"1,0": [set("status:exp", "=", "-1"), set("status:exp", "=", value)]}});
    play(&row(&[0, 0, BOSS.into()], &[("floors/F0.js", words)]), "R").stat(Stat::Experience)
}

#[test]
fn texts_and_numbers_are_compared_and_worked_out_as_in_javascript() {
    for (value, expected) in [
        ("3 == \"3\" ? 1 : 0", 1),
        ("3 === \"3\" ? 1 : 0", 0),
        ("3 !== \"3\" ? 1 : 0", 1),
        ("1 === true ? 1 : 0", 0),
        ("\"\" == 0 ? 1 : 0", 1),
        ("\"a\" == 0 ? 1 : 0", 0),
        ("\"b\" > \"a\" ? 1 : 0", 1),
        ("\"10\" < \"9\" ? 1 : 0", 1),
        ("\"10\" < 9 ? 1 : 0", 0),
        ("\"12\" * 2", 24),
        ("\" 0x10 \" - 1", 15),
        ("\"3\" + 4", 34),
        ("\"a\" + 1 + true == \"a1true\" ? 7 : 8", 7),
        ("+\"5\" + 1", 6),
        ("parseInt(\"12abc\")", 12),
        ("parseInt(\"-7.9\") + 10", 3),
        ("parseInt(-7.9) + 10", 3),
        ("parseFloat(\"2.5x\") * 2", 5),
        ("Math.max(\"3\", 2)", 3),
    ] {
        assert_eq!(worked_out(value), expected, "{value}");
    }
    let floor = |words: Json| row(&[0, 0, BOSS.into()], &[("floors/F0.js", json!({"events": {"1,0": words}}))]);
    let held = floor(json!([set("flag:s", "=", "'5'"), set("status:exp", "=", "flag:s == 5 ? flag:s * 3 : 1")]));
    assert_eq!(play(&held, "R").stat(Stat::Experience), 15);
    let case = |of: &str, exp: &str, goes_on: bool| json!({"case": of, "nobreak": goes_on, "action": [set("status:exp", "+=", exp)]});
    let cases =
        json!([case("'1'", "1", false), case("1", "2", true), case("3", "4", false), case("default", "8", false)]);
    let switch = floor(json!([{"type": "switch", "condition": "1", "caseList": cases}]));
    assert_eq!(play(&switch, "R").stat(Stat::Experience), 10);
}

#[test]
fn texts_that_are_put_together_in_a_game_are_refused_by_name() {
    let refused = |words: Json| {
        let project = row(&[0, 0, BOSS.into()], &[("floors/F0.js", json!({"events": {"1,0": words}}))]);
        let replayed = route::replay(&project, &route::parse(&project, "R").expect("a route"));
        assert!(replayed.fault.is_some() && project.blocked_by().is_some());
        project.report.issues.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let what = "refused\ta text with something added to it, expected numbers";
    assert_eq!(
        refused(json!([set("flag:s", "=", "core.status.floorId + 1")])),
        ["F0\tevents 1,0\trefused\tsetValue: a text with something added to it, expected numbers"]
    );
    let copied = json!([set("flag:a", "=", "'x'"), set("flag:s", "=", "flag:a"), set("flag:s", "+=", "1")]);
    assert_eq!(refused(copied), [format!("events\tflag:s\t{what}")]);
    // Numbers may be added where another flag holds a text.
    let fine = json!([set("flag:a", "=", "'x'"), set("flag:s", "=", "2"), set("status:exp", "+=", "flag:s + 1")]);
    let fine = row(&[0, 0, BOSS.into()], &[("floors/F0.js", json!({"events": {"1,0": fine}}))]);
    assert_eq!(play(&fine, "R").stat(Stat::Experience), 3);
}

#[test]
fn what_the_editor_has_switched_off_does_nothing() {
    let off = |mut json: Json| {
        json["_disabled"] = true.into();
        json
    };
    let gain = |exp: &str| set("status:exp", "+=", exp);
    let case = |exp: &str| json!({"case": "1", "action": [gain(exp)]});
    let choice = |exp: &str| json!({"text": exp, "action": [gain(exp)]});
    let key = |exp: &str| json!({"case": "keyboard", "keycode": "13", "break": true, "action": [gain(exp)]});
    let words = json!([off(gain("1")), gain("2"), {"type": "switch", "condition": "1", "caseList": [off(case("4")), case("8")]},
        {"type": "choices", "choices": [off(choice("16")), choice("32")]}, {"type": "wait", "data": [off(key("64")), key("128")]}]);
    let project = row(&[0, SHOP.into(), BOSS.into()], &[("floors/F0.js", json!({"events": {"1,0": words}}))]);
    assert_eq!(play(&project, "RC0P13").stat(Stat::Experience), 2 + 8 + 32 + 128);
}

#[test]
fn doors_may_ask_for_keys_that_the_hero_keeps_and_have_events_of_their_own() {
    let door = json!({"81": {"doorInfo": {"keys": {"yellowKey": 0, "yellowKey:o": 1}, "afterOpenDoor": [set("status:exp", "+=", "7")]}}});
    let project = row(&[0, KEY.into(), DOOR.into(), DOOR.into(), BOSS.into()], &[("maps.js", door)]);
    let end = play(&project, "R4");
    let key = project.tables.items.find("yellowKey").expect("an item");
    assert_eq!((end.stat(Stat::Experience), end.item(key)), (14, 1));
    assert!(proven(&project).is_some());
}

#[test]
fn what_comes_before_a_fight_comes_where_the_hero_walks_into_the_monster() {
    let monster = |hp: i64, before: Json| json!({"boss": {"hp": hp, "beforeBattle": before}});
    let weaker = json!([{"type": "setEnemy", "id": "boss", "name": "hp", "operator": "=", "value": "6"}, set("status:exp", "+=", "7")]);
    let project = row(&[0, BOSS.into()], &[("enemys.js", monster(1_000_000, weaker))]);
    assert_eq!(play(&project, "R").stat(Stat::Experience), 7);
    assert_eq!(proven(&project), Some(100));
    // An event that ends there ends the fight, too; a fight that an event begins has none of it.
    let ends = row(&[0, BOSS.into()], &[("enemys.js", monster(1, json!([{"type": "exit"}])))]);
    assert_eq!(play(&ends, "R2").ending, Ending::None);
    let forced = json!({"events": {"1,0": [{"type": "battle", "loc": [2, 0]}]}});
    let forced =
        row(&[0, 0, BOSS.into()], &[("enemys.js", monster(1, json!([{"type": "exit"}]))), ("floors/F0.js", forced)]);
    assert_eq!(play(&forced, "R").ending, Ending::Won);
}

#[test]
fn no_plan_is_proven_where_hp_come_with_a_fight() {
    let mut map = vec![vec![MONSTER; 9], vec![0; 9], vec![MONSTER; 9]];
    (map[0][0], map[2][0], map[2][7], map[2][8]) = (0, 1, 1, BOSS);
    let after = json!({"8,2": [{"type": "win"}], "3,0": [set("status:hp", "+=", "500")]});
    let project = super::project::project(&[(map, json!({"afterBattle": after}))]);
    let start = begin(&project, &[]).expect("it begins");
    let found = search(&project, &start, &Limits::of(Some(1_000_000), false, 0, 1), &|| false, &mut |_| ());
    let hp = found.plan.map(|plan| plan.end.stat(Stat::Hp));
    assert!(!found.proven || hp > Some(500), "{hp:?}");
}

#[test]
fn automatic_events_come_wherever_they_stand() {
    let event = json!({"0": {"condition": "true", "data": [set("status:hp", "+=", "5"), {"type": "hide"}]}});
    let project = row(&[0, BOSS.into()], &[("floors/F0.js", json!({"autoEvent": {"50,0": event, "-1,300": event}}))]);
    assert_eq!(play(&project, "").stat(Stat::Hp), 110);
    let event = |priority: i64, by: [&str; 2]| json!({"condition": "true", "priority": priority, "data": [set("status:hp", by[0], by[1])]});
    let both = json!({"0,0": {"0": event(0, ["+=", "5"]), "1": event(7, ["*=", "2"])}});
    let project = row(&[0, BOSS.into()], &[("floors/F0.js", json!({"autoEvent": both}))]);
    assert_eq!(play(&project, "").stat(Stat::Hp), 205);
}

#[test]
fn what_is_not_read_of_the_platform_is_noted() {
    let noted = |file: &str, change: Json| {
        let project =
            row(&[0, 60, BOSS.into()], &[("maps.js", json!({"60": {"cls": "items", "id": "wand"}})), (file, change)]);
        project.report.issues.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let delayed = json!({"autoEvent": {"0,0": {"0": {"condition": "true", "delayExecute": true, "data": []}}}});
    assert_eq!(
        noted("floors/F0.js", delayed),
        ["F0\tautoEvent 0,0\tskipped\tdelayExecute: it does not wait for the end of the event under way"]
    );
    let data = json!({"flags": {"statusBarItems": ["enableLevelUp"], "flyRecordPosition": true}, "firstData": {"levelUp": [{"need": "5*x"}]}});
    assert_eq!(noted("data.js", data).len(), 2);
}

#[test]
fn points_for_a_fight_are_spent_by_the_event_of_the_platform() {
    let events = json!({"commonEvent": {"加点事件": [{"type": "choices", "choices": [
        {"text": "attack", "action": [set("status:atk", "+=", "flag:arg1")]}, {"text": "hp", "action": [set("status:hp", "+=", "200*flag:arg1")]}]}]}});
    let mut files = super::fidelity::row_files(
        &[0, MONSTER.into(), BOSS.into()],
        &[("data.js", json!({"flags": {"enableAddPoint": true}})), ("enemys.js", json!({"m0": {"point": 3}}))],
    );
    files.insert("events.js", format!("var x = {events}"));
    let project = read::project(&files).expect("a project");
    assert_eq!(play(&project, "RC0").stat(Stat::Attack), 13);
    assert_eq!(play(&project, "RC1").stat(Stat::Hp), play(&project, "RC0").stat(Stat::Hp) + 600);
}

/// A row with an item in the bag.
fn bag(item: &str, json: Json) -> Files {
    super::fidelity::row_files(
        &[0, BOSS.into()],
        &[
            ("items.js", json!({item: json})),
            ("maps.js", json!({"60": {"cls": "items", "id": item}})),
            ("data.js", json!({"firstData": {"hero": {"items": {"tools": {item: 1}}}}})),
        ],
    )
}

#[test]
fn a_tool_does_what_its_code_and_its_event_say() {
    let tool = json!({"cls": "tools", "canUseItemEffect": "true", "useItemEffect": "core.status.hero.hp += 3", "useItemEvent": [set("status:exp", "+=", "19")]});
    let project = read::project(&bag("drink", tool)).expect("a project");
    let end = play(&project, "I60:");
    assert_eq!((end.stat(Stat::Hp), end.stat(Stat::Experience)), (103, 19));
}

#[test]
fn equipment_has_its_events_inside() {
    let sword = json!({"cls": "equips", "equip": {"type": 0, "value": {"atk": 2},
        "equipEvent": [set("status:exp", "+=", "11")], "unequipEvent": [set("status:exp", "+=", "13")]}});
    let project = read::project(&bag("sword", sword)).expect("a project");
    assert_eq!(play(&project, "e60:").stat(Stat::Experience), 11);
    assert_eq!(play(&project, "e60:u0").stat(Stat::Experience), 24);
}

#[test]
fn halos_of_a_floor_raise_supporters() {
    let [supporter, halo] = [26, 25].map(|special| Tile::from(MONSTER) + special);
    let cost = |percent: i64| {
        let monsters = json!({"m25": {"atkBuff": percent, "hp": 1_000_000}, "m26": {"special": [26, 22], "damage": 4}});
        let project = row(&[0, MONSTER.into(), supporter, 1, halo], &[("enemys.js", monsters)]);
        100 - play(&project, "R").stat(Stat::Hp)
    };
    // The monster has one blow of 9 - 5, the supporter three, less 3 for the shield; fixed damage is not lessened.
    assert_eq!((cost(0), cost(100)), (17, 53));
}

#[test]
fn the_hero_flies_to_the_floor_on_which_he_stands() {
    let hero = json!({"firstData": {"hero": {"items": {"constants": {"fly": 1}}, "loc": {"x": 2}}}, "flags": {"flyNearStair": false}});
    let floor = json!({"downFloor": [4, 0], "canFlyTo": true, "canFlyFrom": true});
    let project = row(&[0, 1, 0, 1, 0, BOSS.into()], &[("data.js", hero), ("floors/F0.js", floor)]);
    assert_eq!(play(&project, "FF0:R").ending, Ending::Won);
    assert_eq!(proven(&project), Some(37));
}

#[test]
fn nobody_flies_up_from_the_last_floor() {
    let words = json!([set("item:upFly", "=", "1"), {"type": "useItem", "id": "upFly"}, set("status:money", "=", "item:upFly")]);
    let changes = [
        ("floors/F0.js", json!({"events": {"1,0": words}})),
        ("items.js", json!({"upFly": {"cls": "tools"}})),
        ("maps.js", json!({"60": {"cls": "items", "id": "upFly"}})),
    ];
    let project = row(&[0, SHOP.into(), 1, BOSS.into()], &changes);
    assert_eq!(play(&project, "R").stat(Stat::Money), 1);
}

/// The platform's skill: an attack twice as strong, which is switched on and off at will and costs 5 mana in a fight.
#[test]
fn a_skill_is_on_for_one_fight_and_takes_its_mana() {
    let code = "(function () { var need = 5; if (core.getFlag('skill', 0) != 1) { if (core.getStatus('mana') >= need) { core.setFlag('skill', 1); core.setFlag('skillName', 'twice'); } else { core.drawTip('no'); } } else { core.setFlag('skill', 0); core.setFlag('skillName', 'none'); } })();";
    let skill =
        json!({"skill1": {"cls": "constants", "name": "skill", "useItemEffect": code, "canUseItemEffect": "true"}});
    let data = json!({"flags": {"statusBarItems": ["enableSkill"]},
        "firstData": {"hero": {"mana": 9, "items": {"constants": {"skill1": 1}}}}});
    let enemies = json!({"m1": {"hp": 50, "atk": 20, "def": 2}, "boss": {"hp": 50, "atk": 20, "def": 2}});
    let project =
        row(&[0, MONSTER.into(), BOSS.into()], &[("data.js", data), ("items.js", skill), ("enemys.js", enemies)]);
    let numbers = |keys: &str| {
        let end = play(&project, keys);
        (end.stat(Stat::Hp), end.stat(Stat::Mana))
    };
    let (weak, _) = numbers("R");
    let (strong, mana) = numbers("Iskill1:R");
    assert!(strong > weak && mana == 4, "{weak} {strong} {mana}");
    assert_eq!(numbers("Iskill1:Iskill1:R"), (weak, 9), "on and off");
    assert_eq!(numbers("Iskill1:RIskill1:"), (strong, 4), "too little mana is no skill");
    let all = proven(&project).expect("a plan");
    assert_eq!(all, numbers("Iskill1:R3").0.max(numbers("R2Iskill1:R").0));
}

/// What each sign makes of an old number, as the platform's `_updateValueByOperator` does.
#[test]
fn signs_work_out_numbers() {
    let after = |list: Json| {
        let walked = row(&[0, 0], &[("floors/F0.js", json!({"events": {"1,0": list}}))]);
        play(&walked, "R").stat(Stat::Hp)
    };
    let signs =
        [("+=", 5), ("-=", 1), ("*=", 6), ("**=", 9), ("//=", 1), ("%=", 1), ("min=", 2), ("max=", 3), ("=", 2)];
    for (sign, wanted) in signs {
        assert_eq!(after(json!([set("status:hp", "=", "3"), set("status:hp", sign, "2")])), wanted, "{sign}");
        let flag = json!([set("flag:n", "=", "3"), set("flag:n", sign, "2"), set("status:hp", "=", "flag:n")]);
        assert_eq!(after(flag), wanted, "{sign} of a flag");
    }
    let toward_zero =
        json!([set("flag:n", "=", "0 - 7"), set("flag:n", "//=", "2"), set("status:hp", "=", "flag:n + 9")]);
    assert_eq!(after(toward_zero), 6);
}
