//! Words, blocks and tools of the platform: each a made-up row or floor of cells.

use super::fidelity::{row, row_files};
use super::project::{BOSS, MONSTER, files};
use meihua_mota::expression::Stat;
use meihua_mota::fight::fight;
use meihua_mota::route::{self, Replayed};
use meihua_mota::state::Ending;
use meihua_mota::walk::begin;
use meihua_mota::{Project, read};
use serde_json::{Value as Json, json};

fn replay(project: &Project, keys: &str) -> Replayed {
    route::replay(project, &route::parse(project, keys).expect("a route"))
}

/// Where the hero stands after some keys, all of which are allowed.
fn place(project: &Project, keys: &str) -> (u8, u8) {
    let replayed = replay(project, keys);
    assert_eq!(replayed.fault, None, "{keys}");
    (replayed.state.x, replayed.state.y)
}

/// Numbers of the blocks of these tests.
const BOX: u32 = 169;
const BOXED: u32 = 170;
const FLOWER: u32 = 168;
const SKI: u32 = 300;
const ARROW: u32 = 301;
const WALL: u32 = 1;

fn blocks() -> Json {
    json!({"168": {"cls": "terrains", "id": "flower", "canPass": true}, "169": {"cls": "terrains", "id": "box", "trigger": "pushBox"},
        "170": {"cls": "terrains", "id": "boxed", "trigger": "pushBox"},
        "300": {"cls": "terrains", "id": "ski", "trigger": "ski", "canPass": true},
        "301": {"cls": "terrains", "id": "arrow", "canPass": true, "cannotIn": ["left"]}})
}

/// A floor of some rows with the blocks above, and layers of it.
fn floor(map: Json, layers: Json) -> Project {
    let project = read_floor(map, layers);
    assert!(project.report.issues.is_empty(), "{:?}", project.report);
    project
}

fn read_floor(map: Json, layers: Json) -> Project {
    let mut floor = json!({"map": map});
    floor.as_object_mut().expect("an object").extend(layers.as_object().expect("an object").clone());
    let mut files = files(&[(vec![vec![0]], floor)], &json!({}));
    let mut maps = files.json("maps.js").expect("a file");
    maps.as_object_mut().expect("an object").extend(blocks().as_object().expect("an object").clone());
    files.insert("maps.js", maps.to_string());
    read::project(&files).expect("a project")
}

#[test]
fn a_single_monster_is_changed_until_it_is_beaten() {
    let set = |name: &str, operator: &str, value: &str| json!({"type": "setEnemyOnPoint", "loc": [[2, 0]], "name": name, "operator": operator, "value": value});
    let words = json!([set("hp", "*=", "2"), set("money", "=", "30")]);
    let cells = [0, MONSTER.into(), MONSTER.into(), BOSS.into()];
    let plain = row(&cells, &[]);
    let project = row(&cells, &[("floors/F0.js", json!({"firstArrive": words}))]);
    let (before, state) = (begin(&plain, &[]).unwrap(), begin(&project, &[]).unwrap());
    let enemy = project.tables.enemies.find("m0").expect("a monster");
    let damage = |project: &Project, state, cell| fight(project, state, enemy, Some(cell)).expect("a fight").damage;
    assert_eq!(damage(&project, &state, 1), damage(&plain, &before, 1));
    assert!(damage(&project, &state, 2) > damage(&plain, &before, 2));
    assert_ne!(state.hash(), before.hash());
    let beaten = replay(&project, "R3").state;
    assert_eq!(beaten.stat(Stat::Money), 10 + 4 + 30);
    assert_eq!(beaten.hash(), {
        let mut other = replay(&plain, "R3").state;
        other.set_stat(Stat::Hp, beaten.stat(Stat::Hp));
        other.set_stat(Stat::Money, beaten.stat(Stat::Money));
        other.hash()
    });
    // What was changed is as it was.
    let words = json!([set("hp", "*=", "2"), {"type": "resetEnemyOnPoint", "loc": [[2, 0]]}]);
    let reset = row(&cells, &[("floors/F0.js", json!({"firstArrive": words}))]);
    assert_eq!(begin(&reset, &[]).unwrap().hash(), before.hash());
}

#[test]
fn boxes_are_pushed_onto_free_cells_and_flowers() {
    let project = floor(json!([[0, BOX, 0, FLOWER, 0, WALL]]), json!({}));
    let number = |keys: &str, cell| replay(&project, keys).state.floors[0].visible(cell);
    assert_eq!((place(&project, "R"), number("R", 1), number("R", 2)), ((1, 0), None, Some(BOX)));
    assert_eq!((place(&project, "R2"), number("R2", 3)), ((2, 0), Some(BOXED)));
    assert_eq!((place(&project, "R3"), number("R3", 3), number("R3", 4)), ((3, 0), Some(FLOWER), Some(BOX)));
    // A wall behind it, or another box.
    assert_eq!((place(&project, "R4"), number("R4", 4)), ((3, 0), Some(BOX)));
    assert_eq!(place(&floor(json!([[0, BOX, BOX, 0]]), json!({})), "R"), (0, 0));
    // An arrow that is closed on that side.
    assert_eq!(place(&floor(json!([[0, BOX, 0]]), json!({"bgmap": [[0, 0, ARROW]]})), "R"), (0, 0));
}

#[test]
fn the_hero_slides_over_ice_of_the_background() {
    let ice = json!({"bgmap": [[0, SKI, SKI, 0, 0]]});
    let project = floor(json!([[0, 0, 0, 0, 0]]), ice.clone());
    assert_eq!(place(&project, "R"), (3, 0));
    assert_eq!(place(&project, "RL"), (0, 0));
    // What lies on it is taken; a wall stops him, and he may go on.
    let potion = floor(json!([[0, 0, 31, WALL, 0]]), ice.clone());
    let state = replay(&potion, "R").state;
    assert_eq!((state.x, state.stat(Stat::Hp)), (2, 120));
    assert_eq!(place(&potion, "RL"), (0, 0));
    // A monster ahead is fought, and he stays.
    let monster = floor(json!([[0, 0, 0, MONSTER, 0]]), ice);
    let state = replay(&monster, "R").state;
    assert_eq!((state.x, state.floors[0].visible(3)), (2, None));
    // Among the blocks ice does nothing.
    assert_eq!(place(&floor(json!([[0, SKI, 0]]), json!({})), "R"), (1, 0));
}

#[test]
fn arrows_of_other_layers_count() {
    for layer in ["bgmap", "fgmap", "bg2map", "fg2map"] {
        let project = floor(json!([[0, 0]]), json!({ layer: [[0, ARROW]] }));
        assert_eq!(place(&project, "R"), (0, 0), "{layer}");
    }
    assert_eq!(place(&floor(json!([[0, 0]]), json!({"bgmap": [[0, 0]]})), "R"), (1, 0));
    // Events that change them are told where that matters.
    let put = |number: u32| json!({"firstArrive": [{"type": "setBgFgBlock", "name": "bg", "number": number, "loc": [[1, 0]]}]});
    let told = |number, layers: Json| {
        let mut parts = put(number);
        parts.as_object_mut().expect("an object").extend(layers.as_object().expect("an object").clone());
        read_floor(json!([[0, 0]]), parts).doubts.len()
    };
    assert_eq!((told(1, json!({})), told(ARROW, json!({})), told(0, json!({"fgmap": [[ARROW, 0]]}))), (0, 1, 1));
}

/// A tool of some code, of which the hero has two.
fn with_tool(cells: &[u32], id: &str, tool: Json) -> Project {
    let hero = json!({"firstData": {"hero": {"items": {"tools": {id: 2}}}}});
    let mut files = row_files(cells, &[("data.js", hero), ("items.js", json!({id: tool}))]);
    let mut maps = files.json("maps.js").expect("a file");
    maps["69"] = json!({"cls": "items", "id": id});
    files.insert("maps.js", maps.to_string());
    read::project(&files).expect("a project")
}

#[test]
fn jump_shoes_lead_over_a_cell() {
    let shoes = |condition: &str| {
        json!({"cls": "tools", "useItemEffect":
        "core.playSound('jump');\ncore.insertAction({ \"type\": \"jumpHero\", \"loc\": [core.nextX(2), core.nextY(2)] });",
        "canUseItemEffect": condition})
    };
    let inside = "nx >= 0 && nx < core.bigmap.width && ny >= 0 && ny < core.bigmap.height";
    let conditions = [
        format!(
            "(function () {{\n\tvar nx = core.nextX(2),\n\t\tny = core.nextY(2);\n\treturn {inside} && core.getBlockId(nx, ny) == null;\n}})();"
        ),
        format!("var nx=core.nextX(2),ny=core.nextY(2);{inside}&&core.getBlock(nx,ny)==null"),
        format!(
            "(function () {{ var nx = core.nextX(2), ny = core.nextY(2); return {inside} && !core.noPass(nx, ny); // &&\n }})();"
        ),
    ];
    for condition in conditions {
        let project = with_tool(&[0, WALL, 0, 0, WALL, WALL, BOSS.into()], "jumpShoes", shoes(&condition));
        assert!(project.report.issues.is_empty(), "{condition} {:?}", project.report);
        assert_eq!(place(&project, "tR:IjumpShoes:"), (2, 0), "{condition}");
        // A wall two cells ahead; the edge.
        for keys in ["tR:IjumpShoes:RIjumpShoes:", "tL:IjumpShoes:"] {
            assert!(replay(&project, keys).fault.is_some_and(|fault| fault.contains("not possible")), "{keys}");
        }
    }
}

#[test]
fn a_tool_is_taken_before_its_event_runs() {
    let count = json!({"type": "setValue", "name": "status:money", "value": "item:horn"});
    let project = with_tool(
        &[0, 0, BOSS.into()],
        "horn",
        json!({"cls": "tools", "canUseItemEffect": "true", "useItemEvent": [count]}),
    );
    assert_eq!(replay(&project, "Ihorn:").state.stat(Stat::Money), 1);
}

#[test]
fn a_life_wand_is_used_once_for_each_number_typed() {
    let wand = json!({"cls": "tools", "canUseItemEffect": "true", "useItemEvent": [
        {"type": "function", "function": "function(){\ncore.addItem('lifeWand', 1);\n}"},
        {"type": "input", "text": "how often?"},
        {"type": "if", "condition": "flag:input<=item:lifeWand", "true": [
            {"type": "setValue", "name": "item:lifeWand", "operator": "-=", "value": "flag:input"},
            {"type": "setValue", "name": "status:hp", "operator": "+=", "value": "flag:input*100"}], "false": []}]});
    let project = with_tool(&[0, 0, BOSS.into()], "lifeWand", wand);
    let hp = |keys: &str| {
        let replayed = replay(&project, keys);
        assert_eq!(replayed.fault, None, "{keys}");
        (replayed.state.stat(Stat::Hp), replayed.state.item(project.tables.items.find("lifeWand").unwrap()))
    };
    assert_eq!(hp("I69:P0"), (100, 2));
    assert_eq!(hp("I69:P1"), (200, 1));
    assert_eq!(hp("I69:P1I69:P1"), (300, 0));
    // Other numbers could be typed, so nothing is proven.
    assert!(!project.doubts.is_empty());
}

#[test]
fn the_event_of_another_cell_is_inserted() {
    let gain = json!({"type": "setValue", "name": "status:money", "operator": "+=", "value": "7"});
    let insert = |which: &str| json!([{"type": "insert", "loc": [3, 0], "floorId": "F0", "which": which}]);
    for (list, which) in [("events", "events"), ("afterBattle", "afterBattle"), ("afterGetItem", "afterGetItem")] {
        let mut changes = json!({"events": {"1,0": insert(which)}});
        changes[list]["3,0"] = json!([gain]);
        let project = row(&[0, 131, 0, 0, BOSS.into()], &[("floors/F0.js", changes)]);
        assert_eq!(replay(&project, "R").state.stat(Stat::Money), 17, "{which}");
    }
}

#[test]
fn the_hero_walks_forward_and_back_and_looks_where_he_walks() {
    let walk = |steps: Json| json!({"events": {"1,0": [{"type": "moveHero", "steps": steps}, {"type": "hide", "remove": true}]}});
    let end = |steps: Json| {
        let project = row(&[0, 131, 0, 0, BOSS.into()], &[("floors/F0.js", walk(steps))]);
        let state = replay(&project, "R").state;
        (state.x, state.direction)
    };
    assert_eq!(end(json!(["forward:2"])), (2, 3));
    assert_eq!(end(json!(["right:3", "backward:1"])), (2, 3));
    assert_eq!(end(json!(["right:3", "left"])), (2, 2));
}

#[test]
fn the_table_speaks_for_the_code_of_items_blocks_and_monsters() {
    let gain = |amount: i64| json!([{"type": "setValue", "name": "status:money", "operator": "+=", "value": amount.to_string()}]);
    let code = "core.plugin.whatever()";
    let changes = [
        (
            "items.js",
            json!({"horn": {"cls": "tools", "useItemEffect": code, "canUseItemEffect": code},
            "gift": {"cls": "items", "itemEffect": code}, "pickaxe": {"useItemEffect": code}}),
        ),
        (
            "maps.js",
            json!({"70": {"cls": "items", "id": "gift"}, "71": {"cls": "terrains", "id": "sign", "canPass": true, "script": code}}),
        ),
        (
            "enemys.js",
            json!({"m0": {"afterBattle": [{"type": "function", "function": format!("function(){{{code}}}")}]}}),
        ),
        ("data.js", json!({"firstData": {"hero": {"items": {"tools": {"horn": 1, "pickaxe": 1}}}}})),
    ];
    let cells = [0, 70, 71, MONSTER.into(), BOSS.into()];
    let mut files = row_files(&cells, &changes);
    assert!(!read::project(&files).expect("a project").doubts.is_empty());
    let table = json!({"functions": {"items.js horn": gain(1), "items.js gift": gain(10), "items.js pickaxe": gain(100),
        "maps.js 71 sign": gain(1000), "enemys.js m0": gain(10000)}, "tools": {"horn": {"when": "status:money < 11"}}});
    files.insert("meihua.json", table.to_string());
    let project = read::project(&files).expect("a project");
    assert!(project.report.issues.is_empty(), "{:?}", project.report);
    let replayed = replay(&project, "IpickaxeR3".replace("axe", "axe:").as_str());
    assert_eq!((replayed.fault, replayed.state.stat(Stat::Money)), (None, 10 + 11110 + 4));
    assert_eq!(replay(&project, "Ihorn:").state.stat(Stat::Money), 11);
    assert!(replay(&project, "RIhorn:").fault.is_some(), "the condition of the table");
    assert_eq!(replay(&project, "R5").state.ending, Ending::Won);
}

#[test]
fn numbers_places_and_tables_that_cannot_be_right_are_told() {
    let told = |file: &str, change: Json| {
        let mut files = row_files(&[0, 0], &[]);
        match file {
            "meihua.json" => files.insert(file, change.to_string()),
            _ => files = row_files(&[0, 0], &[(file, change)]),
        }
        let lines = |project: &Project| project.report.issues.iter().map(ToString::to_string).collect::<Vec<_>>();
        read::project(&files).map_or_else(|error| error.to_string(), |project| lines(&project).join("\n"))
    };
    let hero = |hero: Json| told("data.js", json!({"firstData": {"hero": hero}}));
    let stairs = |to: Json| told("floors/F0.js", json!({"changeFloor": {"1,0": to}}));
    let table = |table: Json| told("meihua.json", table);
    for (found, expected) in [
        (
            hero(json!({"hp": 9_007_199_254_740_993_u64})),
            "firstData.hero.hp is 9007199254740993, expected a smaller number",
        ),
        (hero(json!({"money": 1e300})), "firstData.hero.money is 1e+300, expected a smaller number"),
        (
            hero(json!({"items": {"tools": {"pickaxe": 1e10}}})),
            "firstData.hero.items pickaxe is 10000000000.0, expected",
        ),
        (hero(json!({"atk": 10.5})), "firstData.hero.atk\tskipped\t10.5, expected a whole number: taken as 10"),
        (
            stairs(json!({"floorId": 3})),
            "F0\tchangeFloor 1,0\trefused\tstairs: the floor 3, expected the id of a floor",
        ),
        (
            stairs(json!({"loc": [99, 99]})),
            "F0\tchangeFloor 1,0\tskipped\tthe cell 99,99, which floor F0 does not have",
        ),
        (stairs(json!({"stair": "sideFloor"})), "F0\tchangeFloor 1,0\trefused\tstairs: no block \"sideFloor\""),
        (table(json!({"foo": 1})), "meihua.json: foo is an unknown key, expected immune"),
        (
            table(json!({"melts": {"yellowDoor": "nosuch"}})),
            "meihua.json\tmelts yellowDoor\tignored\tthe tower has nothing",
        ),
        (
            table(json!({"functions": {"nowhere": []}})),
            "meihua.json\tfunctions nowhere\tignored\tthe tower has nothing",
        ),
        (
            table(json!({"attack": [{"when": "true", "against": ["nosuch"], "times": 2}]})),
            "meihua.json\tattack \"nosuch\"\tignored\tthe tower has nothing",
        ),
        (table(json!({"triggers": {"nosuch": []}})), "meihua.json\ttriggers nosuch\tignored\tthe tower has nothing"),
        (hero(json!({"atk": null})), "data.js\tfirstData.hero.atk\tskipped\tmissing, expected a number: counts as 0"),
        (
            told("enemys.js", json!({"m0": {"hp": null, "hpp": 5}})),
            "enemys.js\tm0\tskipped\tno hp, expected a number: counts as 0",
        ),
        (
            told(
                "items.js",
                json!({"gift": {"cls": "items", "itemEffect": "core.status.hero.hp += core.values.redGemm"}}),
            ),
            "data.js\tvalues.redGemm\tskipped\tmissing, expected a number: counts as 0",
        ),
    ] {
        assert!(found.contains(expected), "{expected}: {found}");
    }
    assert_eq!(stairs(json!({"floorId": ":now", "loc": [1, 0]})), "");
    assert_eq!(stairs(json!({"stair": "yellowDoor"})), "");
}

#[test]
fn a_slip_in_a_table_is_named_by_its_path() {
    let read = |table: &str| {
        let mut files = row_files(&[0, 0], &[]);
        files.insert("meihua.json", table);
        read::project(&files).map(drop).map_err(|error| error.to_string())
    };
    for (table, told) in [
        (r#"{"foo": 1}"#, "meihua.json: foo is an unknown key, expected immune, attack, melts, triggers,"),
        (
            r#"{"specials": {"28": {"name": "x", "lik": [1]}}}"#,
            "specials.28.lik is an unknown key, expected name, like, hp,",
        ),
        (r#"{"specials": {"28": {"name": "x", "blwo": "50"}}}"#, "specials.28.blwo is an unknown key"),
        (r#"{"specials": {"28": {"name": "x", "blow": 50}}}"#, "specials.28.blow is 50, expected a formula"),
        (r#"{"specials": {"28": {"name": "x", "like": "1"}}}"#, "specials.28.like is \"1\", expected a list of"),
        (r#"{"specials": {"28": {"name": "x", "like": [99]}}}"#, "specials.28.like is a list of 1, expected"),
        (r#"{"specials": {"28": {}}}"#, "specials.28.name is missing, expected a name"),
        (r#"{"specials": {"28": {"name": 5}}}"#, "specials.28.name is 5, expected a name"),
        (r#"{"specials": {"28": 5}}"#, "specials.28 is 5, expected an object"),
        (r#"{"specials": {"27": {"name": "x"}}}"#, "specials.27 is an unknown key, expected a number above 27"),
        (
            r#"{"tools": {"pickaxe": {"arround": true}}}"#,
            "tools.pickaxe.arround is an unknown key, expected when, around",
        ),
        (r#"{"tools": {"pickaxe": {"around": "yes"}}}"#, "tools.pickaxe.around is \"yes\", expected true or false"),
        (r#"{"tools": {"pickaxe": {"around": 1}}}"#, "tools.pickaxe.around is 1"),
        (r#"{"tools": {"pickaxe": true}}"#, "tools.pickaxe is true, expected an object"),
        (r#"{"tools": {"bomb": {"below": "500"}}}"#, "tools.bomb.below is \"500\", expected a number"),
        (r#"{"tools": {"bomb": {"below": -1}}}"#, "tools.bomb.below is -1, expected a number above 0"),
        (r#"{"tools": {"pickaxe": {"below": 500}}}"#, "tools.pickaxe.below is an unknown key"),
        (r#"{"tools": {"horn": {"around": true}}}"#, "tools.horn.around is an unknown key, expected when"),
        (r#"{"attack": [{"when": "true", "against": ["a"], "times": -2}]}"#, "attack.0.times is -2, expected"),
        (r#"{"attack": [{"when": "true", "against": ["a"], "times": 2, "x": 1}]}"#, "attack.0.x is an unknown key"),
        (r#"{"attack": [{"when": "true", "against": [1], "times": 2}]}"#, "attack.0.against is a list of 1"),
        (r#"{"attack": [{"against": ["a"], "times": 2}]}"#, "attack.0.when is missing, expected a condition"),
    ] {
        let error = read(table).unwrap_err();
        assert!(error.contains(told), "{table}: {error}");
    }
    let right = r#"{"specials": {"28": {"name": "x", "like": [1, 27], "damage": "5"}}, "tools": {"centerFly": {},
        "bomb": {"around": false, "below": 500, "when": "true"}}, "immune": "true", "melts": {"lava": "snow"}}"#;
    assert_eq!(read(right), Ok(()));
}

#[test]
fn the_conditions_of_a_table_read_plain_names() {
    let change = ("enemys.js", json!({"m0": {"special": 28, "def": 0}}));
    let hp = |formula: &str| {
        let mut files = row_files(&[0, MONSTER.into(), 0], std::slice::from_ref(&change));
        let table = json!({"specials": {"28": {"name": "own", "damage": formula}}, "immune": "hp > 1 && floor == F0",
            "attack": [{"when": "pickaxe >= 0 && gold >= 0", "against": ["m0"], "times": 1}]});
        files.insert("meihua.json", table.to_string());
        replay(&read::project(&files).expect("a project"), "R").state.stat(Stat::Hp)
    };
    let start = hp("0");
    assert_eq!(hp("hp - 7"), 7);
    assert_eq!(hp("attack + defence"), start - 15);
}

#[test]
fn the_table_says_what_a_tool_does_that_has_no_code() {
    let bag = json!({"firstData": {"hero": {"items": {"tools": {"pickaxe": 1}}}}});
    let mut files = row_files(&[0, 0], &[("data.js", bag)]);
    let rich = json!([{"type": "setValue", "name": "status:hp", "value": "1000"}]);
    files.insert("meihua.json", json!({"functions": {"items.js pickaxe": rich}}).to_string());
    let project = read::project(&files).expect("a project");
    assert!(project.report.issues.is_empty(), "{:?}", project.report);
    let replayed = replay(&project, "Ipickaxe:");
    assert_eq!((replayed.fault, replayed.state.stat(Stat::Hp)), (None, 1000));
}
