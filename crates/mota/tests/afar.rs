//! What the hero does without walking there: flights to his own floor, shops opened from afar, monsters that come to help.

use super::fidelity::{change, row, row_files};
use super::project::{BOSS, MONSTER, SHOP, UP, WALL, files};
use meihua_mota::expression::Stat;
use meihua_mota::fight::fight;
use meihua_mota::model::Tile;
use meihua_mota::plan::keys::keys;
use meihua_mota::plan::search::{Limits, Outcome, search};
use meihua_mota::state::Ending;
use meihua_mota::walk::begin;
use meihua_mota::{Project, read, route};
use serde_json::{Value as Json, json};

fn found(project: &Project, states: usize) -> Outcome {
    let limits = Limits { lists: 2_000, states, megabytes: 16, threads: 1, seed: 1 };
    search(project, &begin(project, &[]).expect("it begins"), &limits, &|| false, &mut |_| ())
}

/// The route of the best plan, its hp, and whether it is proven.
fn best(project: &Project) -> (String, i64, bool) {
    let found = found(project, 10_000);
    let plan = found.plan.expect("a plan");
    let (keys, _) = keys(project, &plan.moves).expect("a walk");
    let replayed = route::replay(project, &keys);
    assert_eq!((replayed.fault, replayed.state.ending), (None, Ending::Won));
    (route::text(project, &keys), plan.end.stat(Stat::Hp), found.proven)
}

#[test]
fn the_hero_flies_on_his_own_floor() {
    let cells = [0, WALL.into(), 0, BOSS.into()];
    let flies = |near: bool| json!({"flags": {"flyNearStair": near}, "firstData": {"hero": {"items": {"constants": {"fly": 1}}}}});
    let tower = |floor: Json| row(&cells, &[("data.js", flies(false)), ("floors/F0.js", floor)]);
    let plain = tower(json!({"downFloor": [2, 0], "upFloor": [0, 0]}));
    assert_eq!(best(&plain), ("FF0:R".to_owned(), 37, true));
    // Where the search looks at lists, nothing is proven of what the graph does not have.
    let heuristic = found(&plain, 0);
    assert!(!heuristic.proven, "{:?}", heuristic.plan);
    let under = tower(json!({"underGround": true, "upFloor": [2, 0], "downFloor": [0, 0]}));
    assert_eq!(best(&under), ("FF0:R".to_owned(), 37, true));
    // Where flights begin beside stairs, portals are stairs.
    let beside = |id: &str| {
        let maps = json!({"300": {"cls": "terrains", "id": id, "canPass": true}});
        let floor = json!({"downFloor": [2, 0], "upFloor": [0, 0]});
        row(
            &[300, WALL.into(), 0, BOSS.into()],
            &[("maps.js", maps), ("data.js", flies(true)), ("floors/F0.js", floor)],
        )
    };
    assert_eq!(best(&beside("starPortal")), ("FF0:R".to_owned(), 37, true));
    let flower = found(&beside("flower"), 10_000);
    assert!(flower.plan.is_none() && flower.proven);
    // On stairs that nobody walks over he is in no region.
    let on_stairs = {
        let floor =
            json!({"downFloor": [2, 0], "upFloor": [0, 0], "changeFloor": {"0,0": {"floorId": "F0", "loc": [0, 0]}}});
        row(&[UP.into(), WALL.into(), 0, BOSS.into()], &[("data.js", flies(true)), ("floors/F0.js", floor)])
    };
    assert_eq!(best(&on_stairs), ("FF0:R".to_owned(), 37, true));
    // Nowhere to fly to.
    let shut = found(&tower(json!({"downFloor": [0, 0]})), 10_000);
    assert!(shut.plan.is_none() && shut.proven);
    let recorded = row_files(&cells, &[("data.js", json!({"flags": {"flyRecordPosition": true}}))]);
    assert!(!read::project(&recorded).expect("a project").doubts.is_empty());
}

#[test]
fn a_flight_to_a_floor_without_stairs_keeps_column_and_row() {
    let up = json!([{"type": "changeFloor", "floorId": "F1", "loc": [0, 0]}]);
    let ground =
        json!({"events": {"1,0": up}, "upFloor": null, "downFloor": null, "afterBattle": {"4,0": [{"type": "win"}]}});
    let floors =
        [(vec![vec![0, SHOP, WALL, 0, BOSS]], ground), (vec![vec![0; 5]], json!({"upFloor": null, "downFloor": null}))];
    let mut files = files(&floors, &json!({}));
    change(
        &mut files,
        &[(
            "data.js",
            json!({"flags": {"flyNearStair": false}, "firstData": {"hero": {"items": {"constants": {"fly": 1}}}}}),
        )],
    );
    let (route, hp, is_proven) = best(&read::project(&files).expect("a project"));
    assert!(route.contains("FF0:") && hp == 37 && is_proven, "{route} {hp}");
}

/// A shop left of a cell from which no way leads back, gold behind that, and then the boss.
fn shop_behind(quick: bool) -> Project {
    let floor = json!({"events": {"0,1": [{"type": "openShop", "id": "gold", "open": true}]}, "canUseQuickShop": quick,
        "cannotMove": {"1,0": ["left"]}, "afterBattle": {"3,0": [{"type": "win"}]}});
    let map = vec![vec![0, 0, MONSTER, BOSS], vec![SHOP, WALL, WALL, WALL]];
    let mut files = files(&[(map, floor)], &json!({}));
    let mut data = files.json("data.js").expect("a file");
    let set = |name: &str, sign: &str, value: &str| json!({"type": "setValue", "name": name, "operator": sign, "value": value});
    data["firstData"]["shops"] = json!([{"id": "gold", "text": "buy", "textInList": "gold", "mustEnable": true, "choices": [
        {"text": "attack", "need": "status:money >= 14",
            "action": [set("status:money", "-=", "14"), set("status:atk", "+=", "20")]}]}]);
    files.insert("data.js", data.to_string());
    read::project(&files).expect("a project")
}

#[test]
fn a_shop_that_was_visited_is_opened_from_afar() {
    let project = shop_behind(true);
    let (text, hp, is_proven) = best(&project);
    assert_eq!((text.contains("Sgold:C0C1"), hp, is_proven), (true, 91, true), "{text}");
    let lists = found(&project, 0);
    assert!(!lists.proven || lists.plan.is_some_and(|plan| plan.end.stat(Stat::Hp) == 91));
    let check = |project: &Project, text: &str| {
        let keys = route::parse(project, text).expect("a route");
        assert_eq!(route::text(project, &keys), text);
        let replayed = route::replay(project, &keys);
        replayed.fault.unwrap_or_else(|| replayed.state.stat(Stat::Hp).to_string())
    };
    assert_eq!(check(&project, "DC1R2Sgold:C0C1R2"), "91");
    assert_eq!(check(&project, "R2Sgold:C0C1R2"), "the shop gold opened from afar is not possible");
    // Floors may forbid it.
    let walked = shop_behind(false);
    assert_eq!(check(&walked, "DC1R2Sgold:C0C1R2"), "the shop gold opened from afar is not possible");
    assert_eq!((best(&walked).1, best(&walked).2), (36, true));
}

#[test]
fn keys_that_name_nothing_of_the_tower_say_so() {
    let project = shop_behind(true);
    let fault = |text: &str| route::parse(&project, text).unwrap_err().to_string();
    assert_eq!(fault("RFMT9:"), "character 1: no floor \"MT9\"");
    assert_eq!(fault("Isword9:"), "character 0: no item \"sword9\"");
    assert_eq!(fault("RRSfree:"), "character 2: no shop \"free\"");
    assert!(fault("RF:").contains("expected U, D, L, R"));
}

/// The damage of the first of two monsters of hp 12, attack 9, defence 3, the other one of which helps, to a hero of hp 100,
/// attack 10, defence 5, magic defence 3; worked out by hand after the platform's `getDamageInfo`.
#[test]
fn monsters_that_help_are_monsters_in_full() {
    let damage = |specials: Json, halo: Tile| {
        let cells: Vec<Tile> = vec![0, MONSTER.into(), (MONSTER + 26).into(), WALL.into(), halo, BOSS.into()];
        let changes = json!({"m26": {"special": specials, "damage2": 7}, "m25": {"atkBuff": 50}});
        let project = row(&cells, &[("enemys.js", changes)]);
        let state = begin(&project, &[]).expect("it begins");
        let enemy = project.tables.enemies.find("m0").expect("a monster");
        fight(&project, &state, enemy, Some(1)).expect("a fight").damage
    };
    assert_eq!(damage(json!([26]), 0), 4 + 3 * 4 - 3);
    assert_eq!(damage(json!([26]), (MONSTER + 25).into()), 8 + 3 * 8 - 3, "a halo raises both");
    assert_eq!(damage(json!([26, 3]), 0), 4 + 13 * 4 - 3, "twelve rounds more");
    assert_eq!(damage(json!([26, 10]), 0), 4 + 4 * 5 - 3, "the hero's attack against his defence");
    assert_eq!(damage(json!([26, 9]), 0), 4 + 3 * 4 - 3, "magic defence counts once");
    assert_eq!(damage(json!([26, 22]), 0), 4 + 3 * 4 + 7 - 3);
}

#[test]
fn nothing_is_proven_of_numbers_without_end() {
    for value in ["1/0", "99999999 * 99999999", "0/0"] {
        let event =
            json!([{"type": "setValue", "name": "status:money", "operator": "-=", "value": value}, {"type": "win"}]);
        let project = row(&[0, 0, BOSS.into()], &[("floors/F0.js", json!({"events": {"1,0": event}}))]);
        for states in [10_000, 0] {
            let found = found(&project, states);
            assert!(!found.proven && found.plan.is_none(), "{value}, {states} states");
        }
        let keys = route::parse(&project, "R").expect("a route");
        let fault = route::replay(&project, &keys).fault.expect("a fault");
        assert_eq!(fault, "a step right: a number that is not finite or beyond 2^52, expected an amount");
    }
}
