//! Items, shops, fights and what players do beside walking, as the platform has them, each in a made-up row of cells.

use super::fidelity::{change, row, row_files};
use super::platform::{play, proven, set};
use super::project::{BOSS, DOOR, DOWN, MONSTER, POTION, SHOP, UP, WALL, files};
use meihua_mota::expression::Stat;
use meihua_mota::model::Tile;
use meihua_mota::plan::search::{Limits, Outcome, search};
use meihua_mota::state::Ending;
use meihua_mota::walk::begin;
use meihua_mota::{Project, read, route};
use serde_json::{Value as Json, json};

/// What is in the bag after an event beside the hero, and his numbers: hp, attack, magic defence.
fn after(words: Json, items: Json) -> (Vec<i64>, [i64; 3]) {
    let floor = json!({"events": {"1,0": words}});
    let maps = json!({"60": {"cls": "items", "id": "tool"}, "61": {"cls": "items", "id": "coin"}});
    let project =
        row(&[0, SHOP.into(), 1, BOSS.into()], &[("floors/F0.js", floor), ("items.js", items), ("maps.js", maps)]);
    let end = play(&project, "R");
    let count = |id: &str| project.tables.items.find(id).map_or(0, |item| end.item(item));
    (["redGem", "coin", "tool"].map(count).into(), [Stat::Hp, Stat::Attack, Stat::Magic].map(|stat| end.stat(stat)))
}

#[test]
fn what_an_event_gives_the_hero_is_as_if_he_had_taken_it() {
    let coin = json!({"coin": {"cls": "constants"}});
    let words = json!([set("item:redGem", "+=", "2"), set("item:coin", "+=", "3"), set("status:mdef", "-=", "5.5")]);
    assert_eq!(after(words, coin), (vec![0, 1, 0], [100, 14, -3]));
}

#[test]
fn the_word_for_using_a_tool_asks_what_a_player_is_asked() {
    let tool = |when: &str| json!({"tool": {"cls": "tools", "useItemEffect": "core.status.hero.hp += 7", "canUseItemEffect": when}});
    let uses = |when: &str| {
        let word = json!({"type": "useItem", "id": "tool"});
        after(json!([set("item:tool", "=", "1"), word, word]), tool(when))
    };
    assert_eq!(uses("true"), (vec![0, 0, 0], [107, 10, 3]));
    assert_eq!(uses("core.status.hero.lv>=2"), (vec![0, 0, 1], [100, 10, 3]));
    // Without a condition a tool is never used.
    assert_eq!(uses(""), (vec![0, 0, 1], [100, 10, 3]));
    let breaks = json!([set("item:pickaxe", "=", "1"), {"type": "useItem", "id": "pickaxe"}]);
    let floor = json!({"map": [[1, 0, SHOP]], "events": {"2,0": breaks}});
    let hero = json!({"firstData": {"hero": {"loc": {"x": 1, "direction": "left"}}}});
    let project = row(&[0], &[("floors/F0.js", floor), ("data.js", hero)]);
    // He faces the shop, which no pickaxe breaks.
    assert_eq!(play(&project, "R").item(project.tables.items.find("pickaxe").expect("an item")), 1);
}

#[test]
fn weakness_may_take_a_share() {
    let hp = |weak: Json| {
        let data = json!({"values": {"weakValue": weak}});
        let net = json!({"300": {"cls": "terrains", "id": "weakNet", "canPass": true, "trigger": "passNet"}});
        play(&row(&[0, 300, MONSTER.into(), BOSS.into()], &[("data.js", data), ("maps.js", net)]), "R2").stat(Stat::Hp)
    };
    // Two rounds with attack 10 and defence 5, three with 8 and 4: the first of the hero's blows is free.
    assert_eq!((hp(json!(0.0)), hp(json!(0.2)), hp(json!(2))), (100 - 1, 100 - (2 * 5 - 3), 100 - (2 * 6 - 3)));
}

#[test]
fn a_shop_is_opened_enabled_and_shut_by_words_of_its_own() {
    let shop = |words: Json, flags: Json| {
        let wares = json!([{"text": "attack", "need": "status:money >= 5", "action": [set("status:money", "-=", "5"), set("status:atk", "+=", "1")]},
            {"text": "leave", "need": "true", "action": [{"type": "break"}]}]);
        let shops = json!([{"id": "s", "text": "buy", "mustEnable": true, "choices": wares}, {"id": "i", "item": true, "choices": []}]);
        let floor = json!({"events": {"1,0": words}, "canUseQuickShop": true});
        let changes = [
            ("floors/F0.js", floor),
            ("data.js", json!({"firstData": {"shops": shops}, "flags": flags})),
            ("enemys.js", json!({"m15": {"zone": 1}})),
        ];
        row(&[0, SHOP.into(), 0, Tile::from(MONSTER) + 15, 0, BOSS.into()], &changes)
    };
    let enabled = shop(json!([{"type": "openShop", "id": "s"}]), json!({}));
    assert_eq!(play(&enabled, "RSs:C0C0C2").stat(Stat::Attack), 12);
    let open = json!({"type": "openShop", "id": "s", "open": true});
    assert_eq!(play(&shop(json!([open]), json!({})), "RC0C2").stat(Stat::Attack), 11);
    let fault =
        |project: &Project, keys: &str| route::replay(project, &route::parse(project, keys).expect("a route")).fault;
    let shut = shop(json!([open, {"type": "disableShop", "id": "s"}]), json!({}));
    assert!(fault(&shut, "RC2Ss:C2").is_some());
    let hurt = shop(json!([open]), json!({"disableShopOnDamage": true}));
    assert!(fault(&hurt, "RC2Ss:C2").is_none() && fault(&hurt, "RC2RSs:C2").is_some());
    let sold = shop(json!([{"type": "openShop", "id": "i", "open": true}]), json!({}));
    let issues: Vec<String> = sold.report.issues.iter().map(ToString::to_string).collect();
    assert_eq!(issues, ["F0\tevents 1,0\trefused\topenShop: a shop that sells items, expected one of choices"]);
}

#[test]
fn stairs_that_are_walked_over_are_climbed_from_wherever_he_stands() {
    // From a net that costs something, and back from a floor where arriving costs something.
    let net = json!({"300": {"cls": "terrains", "id": "net", "canPass": true, "script": "core.status.hero.hp -= 5"}});
    let stairs = json!({"changeFloor": {"2,0": {"floorId": "F0", "loc": [4, 0], "ignoreChangeFloor": true}}, "afterBattle": {"5,0": [{"type": "win"}]}});
    let project = row(&[0, 300, 0, WALL.into(), 0, BOSS.into()], &[("maps.js", net), ("floors/F0.js", stairs)]);
    assert_eq!(proven(&project), Some(play(&project, "R3").stat(Stat::Hp)));
    let below = json!({"eachArrive": [set("status:hp", "-=", "1")], "upFloor": [1, 0], "changeFloor": {
        "1,0": {"floorId": ":next", "stair": "downFloor", "ignoreChangeFloor": true}, "1,2": {"floorId": "F1", "loc": [0, 2], "ignoreChangeFloor": true}}});
    let above = json!({"changeFloor": {"0,0": {"floorId": ":before", "stair": "upFloor", "ignoreChangeFloor": true}}, "afterBattle": {"1,2": [{"type": "win"}]}});
    let floors = [
        (vec![vec![0, UP, WALL], vec![WALL, 0, WALL], vec![WALL, UP, WALL]], below),
        (vec![vec![DOWN, POTION, WALL], vec![WALL; 3], vec![0, BOSS, WALL]], above),
    ];
    let tower = read::project(&files(&floors, &json!({}))).expect("a project");
    assert_eq!(proven(&tower), Some(play(&tower, "R2LD2R").stat(Stat::Hp)));
    // Who is ambushed on them climbs them.
    let stairs = json!({"changeFloor": {"0,1": {"floorId": "F0", "loc": [2, 1], "ignoreChangeFloor": true}}});
    let map = vec![vec![0, WALL, WALL], vec![UP, MONSTER + 27, 0], vec![0, WALL, WALL]];
    let ambush = read::project(&files(&[(map, stairs)], &json!({})));
    let replay = |keys: &str| {
        let project = ambush.as_ref().expect("a project");
        route::replay(project, &route::parse(project, keys).expect("a route")).fault
    };
    assert!(replay("DN").is_some() && replay("D").is_none());
}

#[test]
fn a_tool_that_climbs_is_used_below_each_place_where_it_may_end() {
    let floors = [
        (vec![vec![0, 51, 0], vec![WALL; 3]], json!({})),
        (vec![vec![0, WALL, 0], vec![WALL, WALL, BOSS]], json!({"afterBattle": {"2,1": [{"type": "win"}]}})),
    ];
    let mut files = files(&floors, &json!({}));
    let block = json!({"51": {"cls": "items", "id": "upFly"}});
    change(&mut files, &[("maps.js", block), ("items.js", json!({"upFly": {"cls": "tools"}}))]);
    let project = read::project(&files).expect("a project");
    assert_eq!(proven(&project), Some(play(&project, "R2I51:D").stat(Stat::Hp)));
}

#[test]
fn what_is_bought_may_close_the_shop() {
    let shop = |hides: bool| {
        let ware = json!({"text": "one", "need": "true", "action": [set("status:atk", "+=", "1"), {"type": "disableShop", "id": "s"}]});
        let shops = json!([{"id": "s", "text": "buy", "mustEnable": true, "disablePreview": hides, "choices": [ware]}]);
        let floor = json!({"events": {"1,0": [{"type": "openShop", "id": "s", "open": true}]}});
        row(
            &[0, SHOP.into(), 0, BOSS.into()],
            &[("floors/F0.js", floor), ("data.js", json!({"firstData": {"shops": shops}}))],
        )
    };
    let buys = |hides: bool, keys: &str| {
        let project = shop(hides);
        let replayed = route::replay(&project, &route::parse(&project, keys).expect("a route"));
        replayed.fault.map_or(Ok(replayed.state.stat(Stat::Attack)), Err)
    };
    // Its wares are still to be seen, or it closes at once.
    assert_eq!((buys(false, "RC0C1"), buys(true, "RC0")), (Ok(11), Ok(11)));
    assert!(buys(false, "RC0C0C1").is_err() && buys(true, "RC0C1").is_err());
}

#[test]
fn a_shop_may_be_a_common_event() {
    let shops = json!([{"id": "s", "commonEvent": "gift", "args": [7]}]);
    let floor = json!({"events": {"1,0": [{"type": "openShop", "id": "s", "open": true}]}});
    let mut files = row_files(
        &[0, SHOP.into(), 1, BOSS.into()],
        &[("floors/F0.js", floor), ("data.js", json!({"firstData": {"shops": shops}}))],
    );
    let gift = json!({"commonEvent": {"gift": [set("status:atk", "+=", "flag:arg1")]}});
    files.insert("events.js", format!("var x = {gift}"));
    assert_eq!(play(&read::project(&files).expect("a project"), "R").stat(Stat::Attack), 17);
}

#[test]
fn helpers_leave_their_cells_before_the_fight() {
    let helper = Tile::from(MONSTER) + 26;
    let cost = |specials: Json| {
        let monsters = json!({"m26": {"special": specials, "atkBuff": 100, "hp": 6}});
        let project = row(&[0, MONSTER.into(), helper, 1, BOSS.into()], &[("enemys.js", monsters)]);
        let end = play(&project, "R");
        (100 - end.stat(Stat::Hp), end.floors[0].visible(2))
    };
    // Two rounds and one of 9 - 5, in which both strike, less 3 for the shield: the helper's own halo is gone, and it does not come back.
    assert_eq!((cost(json!([26])), cost(json!([26, 25])), cost(json!([26, 23])).1), ((9, None), (9, None), None));
}

#[test]
fn flags_of_the_template_calm_monsters_from_afar() {
    for (special, flag) in [(15, "no_zone"), (18, "no_repulse"), (24, "no_laser"), (27, "no_ambush")] {
        let hp = |calm: bool| {
            let flags = json!({"firstData": {"hero": {"flags": {flag: calm}}}});
            let monsters = json!({format!("m{special}"): {"zone": 8, "repulse": 8, "laser": 8}});
            let cells = [0, 0, Tile::from(MONSTER) + special, 1, BOSS.into()];
            play(&row(&cells, &[("data.js", flags), ("enemys.js", monsters)]), "R").stat(Stat::Hp)
        };
        assert_eq!((hp(true), hp(false) < 100), (100, true), "{flag}");
    }
}

#[test]
fn hatred_grows_with_each_fight_where_an_event_asks_for_it() {
    let floor = json!({"events": {"2,0": [set("status:exp", "+=", "flag:hatred")]}});
    let project = row(&[0, MONSTER.into(), SHOP.into(), BOSS.into()], &[("floors/F0.js", floor)]);
    assert_eq!(play(&project, "R3").stat(Stat::Experience), 2);
}

#[test]
fn the_hero_turns_where_stairs_and_words_say_so() {
    let way = |json: Json| {
        let floor = json!({"changeFloor": {"1,0": json}});
        play(&row(&[0, 0, 0, BOSS.into()], &[("floors/F0.js", floor)]), "R").direction
    };
    let to = |direction: &str| way(json!({"floorId": "F0", "loc": [2, 0], "direction": direction}));
    assert_eq!(["up", "down", "left", ":left", ":right", ":back", ""].map(to), [0, 1, 2, 0, 1, 2, 3]);
    let word = |loc: Json| {
        let words = json!([{"type": "changePos", "loc": loc, "direction": ":back"}]);
        play(&row(&[0, SHOP.into(), BOSS.into()], &[("floors/F0.js", json!({"events": {"1,0": words}}))]), "R")
            .direction
    };
    assert_eq!((word(Json::Null), word(json!([0, 0]))), (2, 2));
}

#[test]
fn nothing_false_is_proven_of_what_players_do_beside_walking() {
    // A potion in a zone of 50 is taken from beside.
    let zone = json!({"m15": {"zone": 50, "hp": 1_000_000}});
    let map =
        json!({"map": [[0, BOSS], [POTION, Tile::from(MONSTER) + 15]], "afterBattle": {"1,0": [{"type": "win"}]}});
    let gentle = |flag: bool| {
        let data = json!({"flags": {"enableGentleClick": flag}});
        row(&[0], &[("floors/F0.js", map.clone()), ("data.js", data), ("enemys.js", zone.clone())])
    };
    assert_eq!(proven(&gentle(true)).zip(proven(&gentle(false))).map(|(with, without)| with - without), Some(20));
    // Behind stairs that lead back to the start, players walk on.
    let stairs = |passes: bool| {
        let floor = json!({"changeFloor": {"1,0": {"floorId": "F0", "loc": [0, 0], "ignoreChangeFloor": passes}}});
        row(&[0, 0, 0, BOSS.into()], &[("floors/F0.js", floor)])
    };
    let passed = play(&stairs(true), "RNR2");
    assert!(passed.ending == Ending::Won && proven(&stairs(true)) == Some(passed.stat(Stat::Hp)));
    assert_eq!(proven(&stairs(false)), None);
    // Who does not answer in time may fare better.
    let choice = json!([{"text": "a", "action": [set("status:hp", "-=", "5")]}]);
    let timed = |time: i64| {
        let words = json!([{"type": "choices", "timeout": time, "choices": choice}]);
        let project = row(&[0, 0, BOSS.into()], &[("floors/F0.js", json!({"events": {"1,0": words}}))]);
        (found(&project).proven, project.blocked_by().is_some())
    };
    assert_eq!((timed(0), timed(1_000)), ((true, false), (false, true)));
}

fn found(project: &Project) -> Outcome {
    let start = begin(project, &[]).expect("it begins");
    search(project, &start, &Limits::of(Some(3_000), false, 0, 1), &|| false, &mut |_| ())
}

#[test]
fn a_tool_for_one_place_is_used_there_or_proves_nothing() {
    // The wine against the weakness of a net is drunk on the net.
    let maps = json!({"300": {"cls": "terrains", "id": "weakNet", "canPass": true, "trigger": "passNet"}, "60": {"cls": "items", "id": "wine"}});
    let tower = |wine: &str, when: &str| {
        let wine = json!({"wine": {"cls": "tools", "useItemEffect": wine, "canUseItemEffect": when}});
        let data = json!({"firstData": {"hero": {"items": {"tools": {"wine": 1}}}}});
        row(&[0, 300, MONSTER.into(), BOSS.into()], &[("maps.js", maps.clone()), ("items.js", wine), ("data.js", data)])
    };
    let cured = tower("core.triggerDebuff('remove', 'weak')", "core.hasFlag('weak')");
    assert_eq!(proven(&cured), Some(play(&cured, "RI60:R3").stat(Stat::Hp)));
    let elsewhere = tower("core.status.hero.hp += 7", "core.getHeroLoc('x') == 1");
    assert!(!found(&elsewhere).proven);
    // Nor is it where the search looks at lists.
    let start = begin(&elsewhere, &[]).expect("it begins");
    let lists = Limits { lists: 500, states: 0, megabytes: 16, threads: 1, seed: 1 };
    assert!(!search(&elsewhere, &start, &lists, &|| false, &mut |_| ()).proven);
}

#[test]
fn what_an_event_keeps_for_itself_ends_with_it() {
    let words = json!([set("temp:A", "+=", "1"), set("status:exp", "+=", "temp:A")]);
    let project = row(&[0, SHOP.into(), BOSS.into()], &[("floors/F0.js", json!({"events": {"1,0": words}}))]);
    assert_eq!(play(&project, "R2").stat(Stat::Experience), 2);
}

#[test]
fn a_title_that_events_draw_comes_first() {
    let key = json!({"type": "wait", "data": [{"case": "keyboard", "keycode": "13", "action": [set("status:atk", "+=", "5")]}]});
    let drawn = |flag: bool| {
        let data = json!({"flags": {"startUsingCanvas": flag}, "firstData": {"startCanvas": [key]}});
        row(&[0, BOSS.into()], &[("data.js", data)])
    };
    assert_eq!((play(&drawn(true), "P13").stat(Stat::Attack), play(&drawn(false), "").stat(Stat::Attack)), (15, 10));
    let parts = row(&[0, BOSS.into()], &[("data.js", json!({"main": {"floorPartitions": [["F0", "F0"]]}}))]);
    assert_eq!((found(&parts).proven, parts.report.issues.len()), (false, 1));
}

#[test]
fn what_depends_on_the_side_is_tried_from_all_sides() {
    let tower = |floor: Json| {
        let maps = json!({"169": {"cls": "terrains", "id": "box", "trigger": "pushBox"}, "168": {"cls": "terrains", "id": "flower", "canPass": true},
            "300": {"cls": "terrains", "id": "ski", "trigger": "ski", "canPass": true}});
        row(&[0], &[("floors/F0.js", floor), ("maps.js", maps)])
    };
    let wins = |map: Json, floor: Json| {
        let mut floor = floor;
        floor["map"] = map;
        floor["afterBattle"] = json!({"1,4": [{"type": "win"}], "3,1": [{"type": "win"}]});
        found(&tower(floor)).plan.is_some()
    };
    // The trader gives a key to who comes from below.
    let when = |place: &str| {
        let gift = json!([set("item:yellowKey", "+=", "1"), {"type": "hide", "remove": true}]);
        json!({"events": {"1,1": [{"type": "if", "condition": place, "true": gift, "false": []}]}})
    };
    let room = json!([[0, 0, 0], [0, SHOP, 0], [0, 0, 0], [WALL, DOOR, WALL], [WALL, BOSS, WALL]]);
    assert!(wins(room.clone(), when("core.getHeroLoc('y') == 2")) && wins(room, when("status:x > 1")));
    // The box goes aside by a step from the left alone, and ice leads to the boss from one side.
    let boxed = json!([[0, 0, 0, WALL], [0, 169, 0, 0], [WALL, 169, WALL, WALL], [WALL, BOSS, WALL, WALL]]);
    let aside = json!({"autoEvent": {"0,0": {"0": {"condition": "blockId:3,1 == 'box'", "data": [{"type": "win"}]}}}});
    assert!(wins(boxed, aside));
    assert!(wins(json!([[0, 0, 0, WALL], [0, 300, 300, BOSS], [WALL, 0, 0, WALL]]), json!({})));
}

#[test]
fn a_condition_of_flights_is_noted() {
    let issues = |when: &str| {
        let fly = json!({"fly": {"cls": "constants", "canUseItemEffect": when}});
        row(&[0, BOSS.into()], &[("items.js", fly)]).report.issues.len()
    };
    assert_eq!((issues("core.hasFlag('a')"), issues("core.status.maps[core.status.floorId].canFlyFrom")), (1, 0));
}
