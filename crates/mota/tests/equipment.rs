//! Equipment in slots, in a made-up tower of one row.

use meihua_mota::expression::Stat;
use meihua_mota::keystroke::Key;
use meihua_mota::plan::keys::keys;
use meihua_mota::plan::search::{Limits, search};
use meihua_mota::state::State;
use meihua_mota::{Files, Project, read, route, walk};
use serde_json::{Value as Json, json};

/// Two swords and a ring lie before a monster that has to fall.
fn tower(items: &Json) -> Project {
    row(50, items, &json!([0, 35, 36, 37, 200]), &json!({}))
}

/// A row of things, won by who defeats the monster on its last cell.
fn row(hp: i64, items: &Json, map: &Json, events: &Json) -> Project {
    let mut files = Files::new();
    let hero = json!({"hp": hp, "atk": 10, "def": 4, "loc": {"x": 0, "y": 0}});
    let data = json!({"main": {"floorIds": ["A"], "equipName": ["blade", "ring", "ring"]}, "values": {},
        "firstData": {"floorId": "A", "hero": hero}});
    let maps = json!({"35": {"cls": "items", "id": "sword"}, "36": {"cls": "items", "id": "axe"},
        "37": {"cls": "items", "id": "ring"}, "200": {"cls": "enemys", "id": "guard"}, "201": {"cls": "enemys", "id": "wasp"}});
    let enemies = json!({"guard": {"hp": 60, "atk": 9, "def": 4, "money": 0, "special": 0},
        "wasp": {"hp": 6, "atk": 9, "def": 0, "money": 0, "special": 1}});
    let last = format!("{},0", map.as_array().expect("a row").len() - 1);
    let floor = json!({"map": [map], "events": events, "afterBattle": {last: [{"type": "win"}]}});
    for (name, json) in
        [("data.js", &data), ("maps.js", &maps), ("enemys.js", &enemies), ("items.js", items), ("floors/A.js", &floor)]
    {
        files.insert(name, json.to_string());
    }
    read::project(&files).expect("a project")
}

fn usual() -> Project {
    tower(&json!({
        "sword": {"cls": "equips", "name": "sword", "equip": {"type": 0, "value": {"atk": 6, "def": 1}}},
        "axe": {"cls": "equips", "name": "axe", "equip": {"type": "blade", "value": {"atk": 10}, "percentage": {"def": -50}},
            "equipEvent": [{"type": "setValue", "name": "flag:swung", "operator": "+=", "value": "1"}]},
        "ring": {"cls": "equips", "name": "ring", "equip": {"type": "ring", "percentage": {"atk": 50}}}
    }))
}

/// The state at the end of a route, all of it allowed.
fn play(project: &Project, text: &str) -> State {
    let keys = route::parse(project, text).expect("a route");
    assert_eq!(route::text(project, &keys), text);
    let replayed = route::replay(project, &keys);
    assert_eq!(replayed.fault, None, "{text}");
    replayed.state
}

#[test]
fn what_is_put_on_takes_the_place_of_what_was_worn() {
    let project = usual();
    assert!(project.report.issues.is_empty(), "{:?}", project.report.issues);
    let numbers = |text: &str| {
        let state = play(&project, text);
        let bag = ["sword", "axe", "ring"].map(|id| state.item(project.tables.items.find(id).unwrap()));
        (state.stat(Stat::Attack), state.stat(Stat::Defence), bag)
    };
    assert_eq!(numbers("R3"), (10, 4, [1, 1, 1]));
    assert_eq!(numbers("R3e35:"), (16, 5, [0, 1, 1]));
    assert_eq!(numbers("R3e35:e36:"), (20, 4, [1, 0, 1]));
    assert_eq!(numbers("R3e35:e36:u0"), (10, 4, [1, 1, 1]));
    // Worn and taken off again, all is as before.
    assert_eq!(play(&project, "R3e37:u1").hash(), play(&project, "R3").hash());
    let fault = |text: &str| route::replay(&project, &route::parse(&project, text).unwrap()).fault.unwrap_or_default();
    assert_eq!(fault("R3u0"), "taking off what is worn in slot 0 is not possible");
    assert_eq!(fault("e35:"), "the use of sword is not possible");
    assert_eq!(route::parse(&project, "u2").unwrap(), [Key::TakeOff(2)]);
    assert!(route::parse(&project, "I35:").is_err(), "equipment is no tool");
}

/// Hp 60 and defence 4: at attack 10 ten rounds, nine blows of 5.
#[test]
fn fights_count_points_and_percentages() {
    let project = usual();
    let left = |text: &str| play(&project, text).stat(Stat::Hp);
    assert_eq!(left("R4"), 50 - 45);
    // Attack 16: five rounds; defence 5: blows of 4.
    assert_eq!(left("R3e35:R"), 50 - 16);
    // Attack 20: four rounds; half of the defence, 2: blows of 7.
    assert_eq!(left("R3e36:R"), 50 - 21);
    // Half as much again of 16 is 24: three rounds.
    assert_eq!(left("R3e35:e37:R"), 50 - 8);
}

/// The plan that is found, as a route, and the hp at its end; whether it is proven to be the best.
fn solve(project: &Project) -> (String, i64, bool) {
    let start = walk::begin(project, &[]).unwrap();
    let found = search(project, &start, &Limits::of(Some(3_000), false, 0, 1), &|| false, &mut |_| ());
    let (keys, _) = keys(project, &found.plan.expect("a plan").moves).expect("a walk");
    let text = route::text(project, &keys);
    let hp = play(project, &text).stat(Stat::Hp);
    (text, hp, found.complete)
}

#[test]
fn the_solver_puts_on_a_weapon() {
    // The sword alone leaves 34 hp, the sword and the ring 42.
    let (text, hp, _) = solve(&usual());
    assert_eq!(hp, 42, "{text}");
}

#[test]
fn the_solver_takes_off_what_has_a_drawback() {
    let axe = json!({"cls": "equips", "equip": {"type": 0, "value": {"atk": 10, "def": -2}}});
    let project = row(50, &json!({"axe": axe}), &json!([0, 36, 200, 201]), &json!({}));
    // With the axe the guard takes 21 hp, and 45 without; the wasp, which strikes once, 7 with it and 5 without.
    assert_eq!(solve(&project), ("Re36:Ru0R2".to_owned(), 50 - 21 - 5, true));
}

#[test]
fn the_solver_makes_room_among_full_slots() {
    let ring = |attack: i64| json!({"cls": "equips", "equip": {"type": "ring", "value": {"atk": attack}}});
    let items = json!({"sword": ring(1), "axe": ring(1), "ring": ring(6)});
    let project = row(100, &items, &json!([0, 35, 36, 200, 37, 200]), &json!({}));
    // Attack 12 takes eight rounds of the first guard's, attack 17 five of the second one's, who would take eight as well.
    let (text, hp, is_proven) = solve(&project);
    assert_eq!((hp, is_proven), (100 - 7 * 5 - 4 * 5, true), "{text}");
}

#[test]
fn the_solver_takes_off_what_a_condition_asks_for() {
    let sword = json!({"cls": "equips", "equip": {"type": 0, "value": {"atk": 6}}});
    let heals = json!([{"type": "if", "condition": "!core.hasEquip('sword')",
        "true": [{"type": "setValue", "name": "status:hp", "operator": "+=", "value": "30"}], "false": []}, {"type": "hide"}]);
    let project = row(50, &json!({"sword": sword}), &json!([0, 35, 200, 0, 200]), &json!({"3,0": heals}));
    // Attack 16 takes five rounds of each guard's.
    let (text, hp, is_proven) = solve(&project);
    assert_eq!((hp, is_proven), (50 - 20 + 30 - 20, true), "{text}");
}

#[test]
fn what_is_not_understood_of_equipment_is_listed() {
    let project = tower(&json!({
        "sword": {"cls": "equips", "equip": {"type": "hat", "value": {"atk": 1}}},
        "axe": {"cls": "equips", "equip": {"type": 0, "value": {"luck": 1}, "percentage": {"hp": 5}}}
    }));
    let lines: Vec<String> = project.report.issues.iter().map(ToString::to_string).collect();
    assert_eq!(
        lines,
        [
            "items.js\taxe\tskipped\t\"luck\" of equipment",
            "items.js\taxe\tskipped\t\"hp\" in percent of equipment",
            "items.js\tsword\tskipped\tequipment for no slot",
        ]
    );
}

#[test]
fn what_cannot_be_put_on_stays_in_the_bag() {
    let ring = json!({"cls": "equips", "equip": {"type": "ring", "value": {"atk": 1}}});
    let sword =
        |when: &str| json!({"cls": "equips", "equip": {"type": 0, "value": {"atk": 6}}, "canUseItemEffect": when});
    let project = tower(&json!({"sword": sword("core.status.hero.atk>=12"), "axe": ring, "ring": ring}));
    assert_eq!(play(&project, "R3e35:").stat(Stat::Attack), 10);
    assert_eq!(play(&project, "R3e36:e37:e35:").stat(Stat::Attack), 18);
    // Both slots of a kind are full: none is emptied.
    let files = json!({"sword": ring, "axe": ring, "ring": ring});
    let full = tower(&files);
    assert_eq!(play(&full, "R3e35:e36:e37:").stat(Stat::Attack), 12);
}

/// A smith makes a sword of 6 better by 4, which the hero wears or carries, and then gives it 50 percent of defence.
#[test]
fn events_change_what_equipment_adds() {
    let change = |kind: &str, name: &str, sign: &str, value: &str| json!({"type": "setEquip", "id": "sword", "valueType": kind, "name": name, "operator": sign, "value": value});
    let better = json!([change("value", "atk", "+=", "4"), change("percentage", "def", "=", "50"), {"type": "hide"}]);
    let items = json!({"sword": {"cls": "equips", "equip": {"type": 0, "value": {"atk": 6}}}});
    let project = row(50, &items, &json!([0, 35, 0, 200]), &json!({"2,0": better}));
    let defence = project.slots.percents.expect("percentages")[1];
    assert!(project.report.issues.is_empty(), "{:?}", project.report.issues);
    let numbers = |text: &str| {
        let state = play(&project, text);
        (state.stat(Stat::Attack), state.flag(defence).number())
    };
    assert_eq!(numbers("Re35:"), (16, 0.0));
    assert_eq!(numbers("Re35:R"), (20, 50.0), "what is worn");
    assert_eq!(numbers("R2"), (10, 0.0), "what is carried");
    assert_eq!(numbers("R2e35:"), (20, 50.0));
    assert_eq!(numbers("Re35:Ru0"), (10, 0.0));
}
