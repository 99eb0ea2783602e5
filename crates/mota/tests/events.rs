//! Events within events, and what they do to cells, as on the platform: each in a made-up row of cells.

use super::fidelity::{row, row_files};
use super::platform::{play, set};
use super::project::{BOSS, DOOR, GEM, MONSTER, POTION, SHIELD_GEM, SHOP};
use meihua_mota::expression::Stat;
use meihua_mota::model::Tile;
use meihua_mota::plan::search::{Limits, search};
use meihua_mota::route;
use meihua_mota::walk::begin;
use meihua_mota::{Project, read};
use serde_json::{Value as Json, json};

const ARROW: Tile = 301;

fn gain() -> Json {
    set("status:exp", "+=", "1")
}

/// A row where the trader at the hero's right has an event, with a cell behind him; and other parts of the floor.
fn with_event(words: &Json, behind: u16, floor: &Json) -> Project {
    let mut floor = floor.clone();
    floor["events"]["1,0"] = words.clone();
    row(&[0, SHOP.into(), behind.into(), 0, 0, BOSS.into()], &[("floors/F0.js", floor)])
}

/// The experience after that event.
fn gained(words: &Json, behind: u16, floor: &Json) -> i64 {
    play(&with_event(words, behind, floor), "R").stat(Stat::Experience)
}

#[test]
fn a_break_outside_of_loops_does_nothing() {
    for word in ["break", "continue"] {
        assert_eq!(gained(&json!([{"type": word}, gain()]), 0, &json!({})), 1);
        let within =
            json!([{"type": "if", "condition": "true", "true": [{"type": word, "n": 2}, gain()], "false": []}, gain()]);
        assert_eq!(gained(&within, 0, &json!({})), 2);
    }
}

#[test]
fn a_break_leaves_a_common_or_an_automatic_event_alone() {
    let words =
        json!([{"type": "while", "condition": "status:exp < 4", "data": [{"type": "insert", "name": "c"}, gain()]}]);
    let mut files = row_files(&[0, 0, BOSS.into()], &[("floors/F0.js", json!({"events": {"1,0": words}}))]);
    files.insert("events.js", format!("x = {}", json!({"commonEvent": {"c": [{"type": "break"}]}})));
    assert_eq!(play(&read::project(&files).expect("a project"), "R").stat(Stat::Experience), 4);
    let words = json!([{"type": "while", "condition": "status:exp < 4", "data": [set("flag:a", "=", "1"), gain()]}]);
    let automatic =
        |word: &str| json!({"autoEvent": {"0,0": {"0": {"condition": "flag:a == 1", "data": [{"type": word}]}}}});
    assert_eq!(gained(&words, 0, &automatic("break")), 4);
    // An exit ends all.
    assert_eq!(gained(&words, 0, &automatic("exit")), 0);
}

#[test]
fn what_follows_a_fight_ends_or_leaves_the_event_around_it() {
    let after = |word: &str| json!({"afterBattle": {"2,0": [{"type": word}, gain()]}, "afterOpenDoor": {"2,0": [{"type": word}]}});
    for (word, behind) in
        [(json!({"type": "battle", "loc": [2, 0]}), MONSTER), (json!({"type": "openDoor", "loc": [2, 0]}), DOOR)]
    {
        let turn = json!([{"type": "while", "condition": "status:exp < 3", "data": [gain(), word, gain()]}, gain()]);
        assert_eq!(gained(&turn, behind, &after("break")), 2);
        assert_eq!(gained(&turn, behind, &after("exit")), 1);
    }
}

#[test]
fn after_a_fight_with_an_event_of_its_own_the_cell_is_meant() {
    let after = json!({"afterBattle": {"2,0": [gain()]}, "afterOpenDoor": {"2,0": [gain()]}});
    for (word, behind) in [("battle", MONSTER), ("openDoor", DOOR)] {
        let words = json!([{"type": word, "loc": [2, 0]}, {"type": "setBlock", "number": GEM}]);
        let cells = |floor: &Json| {
            let end = play(&with_event(&words, behind, floor), "R");
            [1, 2].map(|cell| end.here().visible(cell))
        };
        assert_eq!(cells(&after), [Some(SHOP.into()), Some(GEM.into())]);
        assert_eq!(cells(&json!({})), [Some(GEM.into()), None]);
    }
}

#[test]
fn after_a_step_of_the_hero_within_an_event_the_cell_is_meant() {
    let words = json!([{"type": "changePos", "loc": [2, 0]}, {"type": "moveHero", "steps": ["right:0"]}, {"type": "moveAction"},
        {"type": "setBlock", "number": SHIELD_GEM}]);
    let floor = json!({"events": {"3,0": [gain()]}});
    let end = play(&with_event(&words, 0, &floor), "R");
    assert_eq!([1, 3].map(|cell| end.here().visible(cell)), [Some(SHOP.into()), Some(SHIELD_GEM.into())]);
}

/// What stands on the cells 2 to 4 after an event.
fn cells_after(words: &Json, behind: u16) -> [Option<Tile>; 3] {
    let end = play(&with_event(words, behind, &json!({})), "R");
    [2, 3, 4].map(|cell| end.here().visible(cell))
}

#[test]
fn blocks_jump_close_and_stay_hidden_as_on_the_platform() {
    let [gem, other, door] = [GEM, SHIELD_GEM, DOOR].map(|number| Some(Tile::from(number)));
    let jump = json!([{"type": "jump", "from": [2, 0], "dxy": [2, 0], "keep": true}]);
    assert_eq!(cells_after(&jump, GEM), [None, None, gem]);
    let close = |id: &str, x: u8| json!({"type": "closeDoor", "id": id, "loc": [x, 0]});
    let close = json!([close("yellowDoor", 2), close("yellowDoor", 3), close("blueGem", 4)]);
    assert_eq!(cells_after(&close, GEM), [gem, door, None]);
    let put = json!({"type": "setBlock", "number": SHIELD_GEM, "loc": [[2, 0]]});
    let hide = |remove: bool| json!({"type": "hide", "loc": [[2, 0]], "remove": remove});
    assert_eq!(cells_after(&json!([hide(false), put]), GEM)[0], None);
    assert_eq!(cells_after(&json!([hide(true), put]), GEM)[0], other);
    assert_eq!(cells_after(&json!([hide(false), put, {"type": "show", "loc": [[2, 0]]}]), GEM)[0], other);
}

#[test]
fn numbers_of_a_single_monster_go_with_it() {
    let change = json!({"type": "setEnemyOnPoint", "loc": [[2, 0]], "name": "hp", "operator": "=", "value": "40"});
    let hp = |words: Json| play(&with_event(&words, MONSTER, &json!({})), "R").stat(Stat::Hp);
    let fight = json!({"type": "battle", "loc": [4, 0]});
    let jump = json!({"type": "jump", "from": [2, 0], "to": [4, 0], "keep": true});
    let walk = json!({"type": "move", "loc": [2, 0], "steps": ["right:2"], "keep": true});
    let plain = hp(json!([jump, fight]));
    for moves in [jump, walk] {
        assert!(hp(json!([change, moves, fight])) < plain);
    }
}

#[test]
fn the_hero_may_turn_without_a_step() {
    let end = play(&with_event(&json!([{"type": "moveHero", "steps": ["left:0", "backward"]}]), 0, &json!({})), "R");
    assert_eq!((end.x, end.direction), (1, 2));
}

/// Two floors, with an event at the hero's right.
fn two_floors(words: &Json, other: Json) -> Project {
    let first = json!({"events": {"1,0": words}, "upFloor": [2, 0]});
    super::project::project(&[(vec![vec![0, SHOP, 0, 0]], first), (vec![vec![0, GEM, DOOR, 0]], other)])
}

#[test]
fn a_door_of_another_floor_is_taken_away() {
    let open = |x: u8| json!({"type": "openDoor", "floorId": "F1", "loc": [x, 0], "needKey": true});
    let end = play(&two_floors(&json!([open(1), open(2)]), json!({})), "R");
    assert_eq!([1, 2].map(|cell| end.floors[1].visible(cell)), [None, None]);
}

#[test]
fn changes_of_floor_stay_on_the_edge_and_prefer_stairs() {
    let go = |to: Json| {
        let end = play(&two_floors(&json!([to, set("switch:A", "=", "1")]), json!({})), "R");
        (end.floor, end.x, end.switches[0].0 >> 24 & 0xffff)
    };
    assert_eq!(go(json!({"type": "changeFloor", "floorId": ":before", "loc": [3, 0]})), (0, 3, 0));
    assert_eq!(go(json!({"type": "changeFloor", "floorId": ":now", "stair": "upFloor", "loc": [3, 0]})), (0, 2, 0));
    // The switch is one of the new floor.
    assert_eq!(go(json!({"type": "changeFloor", "floorId": ":next", "loc": [3, 0]})), (1, 3, 1));
}

#[test]
fn an_automatic_event_that_names_no_floor_comes_on_each() {
    let event = |here: Json| json!({"autoEvent": {"0,0": {"0": {"condition": "flag:a == 1", "currentFloor": here, "data": [gain()]}}}});
    let words = json!([set("flag:a", "=", "1")]);
    for (here, exp) in [(Json::Null, 1), (json!(false), 1), (json!(true), 0)] {
        assert_eq!(play(&two_floors(&words, event(here)), "R").stat(Stat::Experience), exp);
    }
}

#[test]
fn automatic_events_come_at_each_step_of_a_slide() {
    let event = json!({"condition": "core.getHeroLoc('x') == 2", "data": [gain()]});
    let ice = json!({"300": {"cls": "terrains", "id": "ski", "trigger": "ski", "canPass": true}});
    let floor = json!({"bgmap": [[0, 300, 300, 0, 0]], "autoEvent": {"0,0": {"0": event}}});
    let project = row(&[0, 0, 0, 0, BOSS.into()], &[("maps.js", ice), ("floors/F0.js", floor)]);
    let end = play(&project, "R");
    assert_eq!((end.x, end.stat(Stat::Experience)), (3, 1));
}

#[test]
fn an_automatic_event_that_asks_where_the_hero_stands_comes_before_what_lies_there() {
    let event =
        |words: Json| json!({"autoEvent": {"0,0": {"0": {"condition": "core.getHeroLoc('x') == 2", "data": words}}}});
    let end = |words: Json| play(&row(&[0, 0, GEM.into(), 0, BOSS.into()], &[("floors/F0.js", event(words))]), "R2");
    assert_eq!(end(json!([set("status:atk", "*=", "2")])).stat(Stat::Attack), 22);
    assert_eq!(end(json!([{"type": "hide", "loc": [[2, 0]], "remove": true}])).stat(Stat::Attack), 10);
    // The search makes no move of a step onto a free cell.
    let open = row(
        &[0, 0, 0, 1, BOSS.into()],
        &[("floors/F0.js", event(json!([{"type": "hide", "loc": [[3, 0]], "remove": true}])))],
    );
    assert_eq!(play(&open, "R4").stat(Stat::Hp), 37);
    let found = search(
        &open,
        &begin(&open, &[]).expect("it begins"),
        &Limits::of(Some(1_000), false, 0, 1),
        &|| false,
        &mut |_| (),
    );
    assert!(!found.proven || found.plan.is_some());
}

#[test]
fn the_hp_above_the_limit_go_before_the_first_event() {
    let data = json!({"flags": {"enableHPMax": true}, "firstData": {"hero": {"hp": 150, "hpmax": 120}}});
    let floor = json!({"firstArrive": [set("status:hp", "-=", "15")]});
    assert_eq!(play(&row(&[0, BOSS.into()], &[("data.js", data), ("floors/F0.js", floor)]), "").stat(Stat::Hp), 105);
}

#[test]
fn each_step_of_a_poisoned_hero_counts_and_wine_is_drunk_where_he_stands() {
    let start = |project: &Project| {
        let start = begin(project, &[]).expect("it begins");
        search(project, &start, &Limits::of(Some(3_000), false, 0, 1), &|| false, &mut |_| ())
    };
    // The potion to the left is worth less than the steps to it and back, or more.
    let best = |worth: i64, bag: Json| {
        let data = json!({"values": {"redPotion": worth, "poisonDamage": 3}, "firstData": {"hero": {"flags": {"poison": true}, "loc": {"x": 2}, "items": bag}}});
        let project = row(&[POTION.into(), 0, 0, 0, BOSS.into()], &[("data.js", data)]);
        let found = start(&project);
        (
            found.proven,
            found.plan.map(|plan| plan.end.stat(Stat::Hp)),
            [play(&project, "R2"), play(&project, "L2R4")].map(|end| end.stat(Stat::Hp)),
        )
    };
    let (proven, hp, [straight, round]) = best(11, json!({}));
    assert!(proven && hp == Some(straight) && straight == round + 1);
    let (proven, hp, [straight, round]) = best(13, json!({}));
    assert!(proven && hp == Some(round) && round == straight + 1);
    assert_eq!(best(13, json!({"tools": {"pickaxe": 1}})), (true, hp, [straight, round]), "he has no use for it");
    // The net makes him weak, the wine strong again; the monster asks for strength.
    let net = json!({"60": {"cls": "items", "id": "wine"}, "300": {"cls": "terrains", "id": "weakNet", "canPass": true, "script": "core.triggerDebuff('get', 'weak')"}});
    let wine = json!({"wine": {"cls": "tools", "useItemEffect": "core.triggerDebuff('remove', 'weak')", "canUseItemEffect": "core.hasFlag('weak')"}});
    let bag = json!({"firstData": {"hero": {"items": {"tools": {"wine": 1}}}}});
    let project = row(&[0, 300, BOSS.into()], &[("maps.js", net), ("items.js", wine), ("data.js", bag)]);
    let found = start(&project);
    let hp = found.plan.map(|plan| plan.end.stat(Stat::Hp));
    assert_eq!((found.proven, hp), (true, Some(play(&project, "RIwine:R").stat(Stat::Hp))));
}

#[test]
fn a_common_event_is_given_what_stands_there() {
    let insert = |args: Json| json!({"type": "insert", "name": "c", "args": args});
    let words = json!([insert(json!([5, "status:atk"])), insert(json!([null, "7"]))]);
    let mut files = row_files(&[0, 0, BOSS.into()], &[("floors/F0.js", json!({"events": {"1,0": words}}))]);
    let common = json!([set("status:exp", "+=", "flag:arg1"), {"type": "if", "condition": "flag:arg2 === 'status:atk'", "true": [set("status:exp", "+=", "100")], "false": []}]);
    files.insert("events.js", format!("x = {}", json!({"commonEvent": {"c": common}})));
    assert_eq!(play(&read::project(&files).expect("a project"), "R").stat(Stat::Experience), 110);
}

#[test]
fn the_trigger_null_of_an_event_takes_that_of_the_block_away() {
    let event = json!({"events": {"1,0": {"trigger": "null", "data": [gain()]}}});
    let project = row(&[0, MONSTER.into(), BOSS.into()], &[("floors/F0.js", event)]);
    let end = play(&project, "R");
    assert_eq!((end.x, end.stat(Stat::Hp), end.stat(Stat::Experience)), (0, 100, 0));
}

#[test]
fn the_script_of_a_block_comes_before_what_it_or_its_cell_does() {
    let walk = |block: u16, more: Json, floor: Json| {
        let mut change = json!({"script": "core.status.hero.exp += 10"});
        change.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        let changes = [("maps.js", json!({block.to_string(): change})), ("floors/F0.js", floor)];
        let end = play(&row(&[0, block.into(), 0, BOSS.into()], &changes), "R2");
        (end.stat(Stat::Experience), end.x, end.here().visible(1))
    };
    assert_eq!(walk(MONSTER, json!({}), json!({})), (10, 1, None));
    assert_eq!(walk(GEM, json!({}), json!({})), (10, 2, None));
    let event = |trigger: Json| json!({"events": {"1,0": {"trigger": trigger, "data": [gain()]}}});
    let shop = Some(SHOP.into());
    assert_eq!(walk(SHOP, json!({}), event(Json::Null)), (22, 0, shop));
    assert_eq!(walk(MONSTER, json!({}), event(json!("action"))), (22, 0, Some(MONSTER.into())));
    let stairs = json!({"changeFloor": {"1,0": {"floorId": ":now", "loc": [0, 0]}}});
    assert_eq!(walk(GEM, json!({}), stairs.clone()), (20, 0, Some(GEM.into())));
    // An event of the block takes the place of all else.
    let own = json!({"event": [set("status:exp", "+=", "100")]});
    for floor in [event(json!("action")), stairs] {
        assert_eq!(walk(DOOR, own.clone(), floor), (220, 0, Some(DOOR.into())));
    }
}

#[test]
fn an_event_that_is_one_word_has_no_words() {
    assert_eq!(gained(&gain(), 0, &json!({})), 0);
    assert_eq!(gained(&json!({"data": [gain()]}), 0, &json!({})), 1);
}

#[test]
fn choices_of_which_none_is_shown_are_passed_over() {
    let hidden = json!({"text": "a", "condition": "false", "action": [gain()]});
    for choices in [json!([]), json!([hidden])] {
        assert_eq!(gained(&json!([{"type": "choices", "choices": choices}, gain()]), 0, &json!({})), 1);
    }
}

#[test]
fn a_shop_sells_nothing_that_needs_nothing() {
    let buys = |need: Json| {
        let shop = json!({"id": "s", "choices": [{"text": "a", "need": need, "action": [gain()]}]});
        let words = json!([{"type": "openShop", "id": "s", "open": true}]);
        let files =
            [("data.js", json!({"firstData": {"shops": [shop]}})), ("floors/F0.js", json!({"events": {"1,0": words}}))];
        let project = row(&[0, 0, BOSS.into()], &files);
        route::replay(&project, &route::parse(&project, "RC0C1").expect("a route")).fault.is_none()
    };
    assert_eq!([json!("true"), json!(""), Json::Null].map(buys), [true, false, false]);
}

#[test]
fn before_there_is_a_floor_no_floor_is_meant() {
    let put = |floor: Json| json!({"type": "setBlock", "number": GEM, "loc": [[2, 0]], "floorId": floor});
    let starts = |floor: Json| {
        let data = json!({"firstData": {"startText": [put(floor)]}});
        play(&row(&[0, 0, 0, BOSS.into()], &[("data.js", data)]), "").here().visible(2)
    };
    assert_eq!([Json::Null, json!("F0")].map(starts), [None, Some(GEM.into())]);
}

#[test]
fn a_tower_may_open_steel_doors_without_a_key() {
    let door = json!({"82": {"cls": "animates", "id": "steelDoor", "trigger": "openDoor", "doorInfo": {"keys": {"steelKey": 1}}}});
    for (without_key, x) in [(true, 1), (false, 0)] {
        let flags = json!({"flags": {"steelDoorWithoutKey": without_key}});
        let project = row(&[0, 82, 0, BOSS.into()], &[("maps.js", door.clone()), ("data.js", flags)]);
        assert_eq!(play(&project, "R2").x, x);
    }
}

#[test]
fn words_that_are_not_played_are_noted() {
    let noted = |changes: &[(&str, Json)]| {
        let project = row(&[0, MONSTER.into(), DOOR.into(), BOSS.into()], changes);
        assert_eq!(project.doubts.len(), project.report.issues.len());
        project.report.issues.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let first = |words: Json| ("floors/F0.js", json!({"firstArrive": words}));
    let mut quiet = gain();
    quiet["norefresh"] = true.into();
    let told = "F0\tfirstArrive\tskipped\tsetValue: norefresh: the status bar is updated all the same";
    assert_eq!(noted(&[first(json!([quiet]))]), [told]);
    let arrow = json!({ARROW.to_string(): {"cls": "terrains", "id": "arrow", "canPass": true, "cannotIn": ["left"]}});
    for word in ["hideBgFgMap", "showBgFgMap"] {
        let (_, mut floor) = first(json!([{"type": word, "name": "bg", "loc": [[1, 0]]}]));
        assert_eq!(noted(&[("floors/F0.js", floor.clone())]).len(), 0);
        floor["bgmap"] = json!([[0, 0, 0, ARROW]]);
        assert_eq!(noted(&[("maps.js", arrow.clone()), ("floors/F0.js", floor)]).len(), 1);
    }
    let door = json!({"events": {"2,0": {"trigger": "openDoor", "doorInfo": {"keys": {}}}}});
    let told = "F0\tevents 2,0\tskipped\tdoorInfo, which the block has in the event";
    assert_eq!(noted(&[("floors/F0.js", door)]), [told]);
    let named = first(json!([set("flag:a", "=", "flag:arg0")]));
    let told = "events\tflag:arg0\tskipped\tthe name or cell of the event that was inserted";
    assert_eq!(noted(&[named]), [told]);
}

#[test]
fn a_block_whose_trigger_is_the_text_null_keeps_the_event_of_its_cell_from_coming() {
    let floor = json!({"events": {"1,0": [set("status:money", "+=", "1")]}});
    let money = |trigger: Json| {
        let maps = json!({"60": {"cls": "animates", "id": "net", "canPass": true, "trigger": trigger}});
        let project = row(&[0, 60, 0, BOSS.into()], &[("floors/F0.js", floor.clone()), ("maps.js", maps)]);
        play(&project, "R").stat(Stat::Money)
    };
    assert_eq!((money(json!("null")), money(Json::Null)), (10, 11));
}

#[test]
fn equipment_put_on_before_a_fight_leaves_the_fight_where_it_is() {
    let maps = json!({"60": {"cls": "items", "id": "tool"}});
    let items =
        json!({"tool": {"cls": "equips", "canUseItemEffect": "true", "equip": {"type": 0, "value": {"atk": 1}}}});
    let before = json!([set("item:tool", "=", "1"), {"type": "loadEquip", "id": "tool"}]);
    let floor = json!({"beforeBattle": {"1,0": before}});
    let project =
        row(&[0, MONSTER.into(), 0, BOSS.into()], &[("floors/F0.js", floor), ("items.js", items), ("maps.js", maps)]);
    let end = play(&project, "R2");
    assert_eq!(end.x, 1);
}

/// An event of a floor that takes 50 hp when a condition holds.
fn taking(condition: &str, here_only: bool) -> Json {
    let event = json!({"condition": condition, "currentFloor": here_only, "data": [set("status:hp", "-=", "50")]});
    json!({"autoEvent": {"0,0": {"0": event}}})
}

#[test]
fn automatic_events_of_the_first_floor_wait_for_a_step() {
    let hp = |here_only: bool, keys: &str| {
        play(&row(&[0, 0, BOSS.into()], &[("floors/F0.js", taking("true", here_only))]), keys).stat(Stat::Hp)
    };
    assert_eq!((hp(true, ""), hp(false, "")), (100, 50));
    // A bump is no step.
    assert_eq!((hp(true, "L"), hp(true, "R")), (100, 50));
}

#[test]
fn automatic_events_come_before_what_lies_where_the_hero_steps() {
    // The potion that he takes is gone by then, and a monster stands there.
    let event = json!({"condition": "true", "currentFloor": true, "data": [
        {"type": "setBlock", "number": MONSTER.to_string(), "loc": [[1, 0]]}]});
    let floor = json!({"autoEvent": {"0,0": {"0": event}}});
    let project = row(&[0, POTION.into(), BOSS.into()], &[("floors/F0.js", floor)]);
    // Two rounds with attack 10, a blow of 9 less 5 and 3.
    assert_eq!(play(&project, "R").stat(Stat::Hp), 100 - (9 - 5 - 3));
}

#[test]
fn what_acts_at_once_sets_no_automatic_event_off() {
    let floor = taking("status:hp > 100", true);
    let project = row(&[0, POTION.into(), 0, BOSS.into()], &[("floors/F0.js", floor)]);
    let hp = |keys: &str| play(&project, keys).stat(Stat::Hp);
    assert_eq!((hp("R"), hp("R2")), (120, 70));
    // The plan that is found has the hp that its keys lead to.
    let start = begin(&project, &[]).expect("it begins");
    let found = search(&project, &start, &Limits::of(Some(3_000), false, 0, 1), &|| false, &mut |_| ());
    let (_, end) = found.walk.expect("a walk");
    assert_eq!(found.plan.map(|plan| plan.end.stats), Some(end.stats));
}
