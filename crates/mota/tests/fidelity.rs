//! Rules in which replays on the platform differed: each a made-up row of cells, the hero at its left.

use super::project::{BOSS, MONSTER, POTION, files};
use meihua_mota::expression::Stat;
use meihua_mota::model::Tile;
use meihua_mota::plan::keys::keys;
use meihua_mota::plan::search::{Limits, search};
use meihua_mota::route;
use meihua_mota::run::Halt;
use meihua_mota::state::Ending;
use meihua_mota::tools::use_tool;
use meihua_mota::walk::{Stepped, begin, step};
use meihua_mota::{Files, Project, read};
use serde_json::{Value as Json, json};

const RIGHT: u8 = 3;

/// A tower of one row, with parts of its files put over those of the made-up projects.
pub(super) fn row(cells: &[Tile], changes: &[(&str, Json)]) -> Project {
    read::project(&row_files(cells, changes)).expect("a project")
}

pub(super) fn row_files(cells: &[Tile], changes: &[(&str, Json)]) -> Files {
    let win = json!({format!("{},0", cells.len() - 1): [{"type": "win"}]});
    let mut files = files(&[(vec![vec![0; cells.len()]], json!({"map": [cells], "afterBattle": win}))], &json!({}));
    change(&mut files, changes);
    files
}

/// Puts changes over what is there.
pub(super) fn change(files: &mut Files, changes: &[(&str, Json)]) {
    for (file, change) in changes {
        let mut json = files.json(file).expect("a file");
        merge(&mut json, change);
        files.insert(*file, json.to_string());
    }
}

/// Puts what a change has over what is there, object by object.
fn merge(into: &mut Json, change: &Json) {
    match (into, change) {
        (Json::Object(into), Json::Object(change)) => {
            for (name, value) in change {
                merge(into.entry(name.clone()).or_insert(Json::Null), value);
            }
        }
        (into, change) => *into = change.clone(),
    }
}

/// Whether the hero gets onto the cell at his right.
fn is_open(project: &Project) -> bool {
    let mut state = begin(project, &[]).expect("it begins");
    step(project, &mut state, RIGHT, &[]).is_ok_and(|(stepped, _)| stepped != Stepped::Blocked)
}

fn flower(block: Json) -> Project {
    row(&[0, 300, BOSS.into()], &[("maps.js", json!({"300": block}))])
}

#[test]
fn an_explicit_no_pass_wins_over_can_pass() {
    let open = |no_pass: Json, can_pass: Json| {
        is_open(&flower(json!({"cls": "terrains", "id": "flower", "noPass": no_pass, "canPass": can_pass})))
    };
    assert!(!open(json!(true), json!(true)));
    assert!(open(json!(false), json!(false)));
    assert!(open(Json::Null, json!(true)));
    assert!(!open(Json::Null, Json::Null), "terrain that says nothing is a wall");
}

#[test]
fn the_trigger_null_is_none() {
    let net = flower(json!({"cls": "animates", "id": "light", "canPass": true, "trigger": "null"}));
    assert!(net.report.issues.is_empty(), "{:?}", net.report.issues);
    assert!(is_open(&net));
    let event = json!({"events": {"1,0": {"trigger": "null", "data": []}}});
    let on_floor = row(&[0, 0, BOSS.into()], &[("floors/F0.js", event)]);
    assert!(on_floor.report.issues.is_empty(), "{:?}", on_floor.report.issues);
}

#[test]
fn tiles_of_tilesets_are_walls_whatever_their_number() {
    for number in [10_000, 20_009, 65_535, 65_536, 70_001, Tile::MAX] {
        assert!(!is_open(&row(&[0, number, BOSS.into()], &[])), "{number}");
        let open = json!({number.to_string(): {"cls": "tileset", "id": format!("X{number}"), "noPass": false}});
        assert!(is_open(&row(&[0, number, BOSS.into()], &[("maps.js", open)])), "{number}");
    }
    let passed = json!({"events": {"1,0": {"noPass": false, "data": []}}});
    assert!(is_open(&row(&[0, 70_001, BOSS.into()], &[("floors/F0.js", passed)])), "an event says otherwise");
    let put = json!({"firstArrive": [{"type": "setBlock", "number": "X70001", "loc": [[1, 0]]}]});
    assert!(!is_open(&row(&[0, 0, BOSS.into()], &[("floors/F0.js", put)])), "put there by its id");
}

#[test]
fn nobody_gets_past_a_monster_without_an_entry() {
    let project = flower(json!({"cls": "enemys", "id": "nosuch"}));
    assert!(!is_open(&project));
    assert_eq!(
        project.report.issues[0].to_string(),
        "maps.js\t300 nosuch\trefused\tthe monster \"nosuch\", which enemys.js lacks: nobody gets past it"
    );
}

#[test]
fn numbers_of_monsters_may_stand_in_quotes() {
    let boss = |hp: &str| row(&[0, BOSS.into()], &[("enemys.js", json!({"boss": {"hp": hp}}))]);
    assert!(!is_open(&boss("1000000")), "it cannot be beaten");
    let odd = boss("many");
    let mut state = begin(&odd, &[]).unwrap();
    assert_eq!(step(&odd, &mut state, RIGHT, &[]), Err(Halt::Refused(0)));
    assert_eq!(odd.report.issues[0].to_string(), "enemys.js\tboss\trefused\thp \"many\", expected a number");
}

/// What `search` says of a tower: the hp of its plan, and whether that is proven.
fn solved(project: &Project) -> (Option<i64>, bool) {
    let limits = Limits::of(Some(3_000), false, 0, 1);
    let start = begin(project, &[]).expect("it begins");
    let found = search(project, &start, &limits, &|| false, &mut |_| ());
    (found.plan.map(|plan| plan.end.stat(Stat::Hp)), found.proven)
}

#[test]
fn nothing_is_proven_where_something_that_is_not_understood_may_matter() {
    let special = |cells: &[Tile]| row(cells, &[("enemys.js", json!({"m1": {"special": [28]}}))]);
    let first_strike = Tile::from(MONSTER) + 1;
    let in_the_way = special(&[0, first_strike, BOSS.into()]);
    assert_eq!(solved(&in_the_way), (None, false));
    let by = in_the_way.blocked_by().expect("something");
    assert_eq!(by, "enemys.js m1: the special 28, expected 1 to 27 or a rule of the table");
    // Nowhere in the tower it hurts no proof.
    let elsewhere = special(&[0, BOSS.into()]);
    assert_eq!((solved(&elsewhere), elsewhere.blocked_by()), ((Some(37), true), None));
    let put = json!({"events": {"0,0": [{"type": "setBlock", "number": "m1", "loc": [[0, 0]]}]}});
    let changes = [("enemys.js", json!({"m1": {"special": [28]}})), ("floors/F0.js", put)];
    assert!(!solved(&row(&[0, BOSS.into()], &changes)).1, "an event puts it there");
    let typo = row(&[0, BOSS.into()], &[("floors/F0.js", json!({"afterBattle": {"1,0": [{"type": "wim"}]}}))]);
    assert_eq!(solved(&typo), (None, false));
    assert_eq!(typo.blocked_by().as_deref(), Some("F0 afterBattle 1,0: the word \"wim\""));
    let code = json!({"events": {"1,0": [{"type": "function", "function": "function () { core.win(); }"}]}});
    assert!(!solved(&row(&[0, 0, BOSS.into()], &[("floors/F0.js", code)])).1, "code may do anything");
}

#[test]
fn a_script_of_comments_is_nothing() {
    let net =
        json!({"cls": "animates", "id": "net", "canPass": true, "script": "(function () {\n\t// core.win();\n})();"});
    let project = flower(net);
    assert!(project.report.issues.is_empty(), "{:?}", project.report.issues);
    assert!(solved(&project).1);
}

#[test]
fn steps_into_walls_are_no_fault_of_a_route() {
    let project = row(&[0, 0, 1, BOSS.into()], &[]);
    let replayed = |text: &str| route::replay(&project, &route::parse(&project, text).unwrap());
    let bumps = replayed("LR4UD");
    assert_eq!((bumps.fault, bumps.used, bumps.bumps, bumps.state.x), (None, 7, 6, 1));
    assert_eq!(bumps.state.direction, 1, "he looks where he walked");
    // A door that he has no key for, and a monster that he cannot beat, are no more to the platform.
    for cell in [81, MONSTER.into()] {
        let strong = json!({"m0": {"hp": 100_000}});
        let shut = row(&[0, cell, BOSS.into()], &[("enemys.js", strong)]);
        let replayed = route::replay(&shut, &route::parse(&shut, "R2").unwrap());
        assert_eq!((replayed.fault, replayed.bumps, replayed.state.x), (None, 2, 0));
    }
}

const UP: u8 = 0;

/// The hero in the middle of a cross of walls or monsters, with one tool in his bag; the cells that it leaves of the four around
/// him when he looks up, or none where it cannot be used.
fn struck(cell: Tile, tool: &str, item: Json, more: &[(&str, Json)]) -> Option<usize> {
    let map = json!({"map": [[1, cell, 1], [cell, 0, cell], [1, cell, 1]], "afterBattle": {}});
    let hero =
        json!({"firstData": {"hero": {"loc": {"x": 1, "y": 1, "direction": "up"}, "items": {"tools": {tool: 1}}}}});
    let wall = json!({"47": {"cls": "tools", "id": "unused"}, "1": {"canBreak": true}});
    let mut changes =
        vec![("floors/F0.js", map), ("data.js", hero), ("items.js", json!({tool: item})), ("maps.js", wall)];
    changes.extend(more.iter().cloned());
    let project = row(&[0], &changes);
    let mut state = begin(&project, &[]).expect("it begins");
    let id = project.tables.items.find(tool).expect("an item");
    assert_eq!(state.direction, UP);
    match use_tool(&project, &mut state, id, &[]) {
        Ok((true, _)) => Some([1, 3, 5, 7].into_iter().filter(|&cell| state.here().visible(cell).is_some()).count()),
        _ => None,
    }
}

#[test]
fn tools_strike_what_the_hero_faces_unless_their_code_or_the_table_says_otherwise() {
    let tool = json!({"cls": "tools"});
    let monster = Tile::from(MONSTER);
    assert_eq!(struck(1, "pickaxe", tool.clone(), &[]), Some(3));
    assert_eq!(struck(monster, "bomb", tool.clone(), &[]), Some(3));
    let mut files = files(&[(vec![vec![0]], json!({}))], &json!({}));
    files.insert(
        "meihua.json",
        r#"{"tools": {"bomb": {"around": true, "below": 12}, "upFly": {"when": "core.whatever"}}}"#,
    );
    assert!(read::project(&files).expect_err("a slip").to_string().starts_with("meihua.json: tools upFly: "));
    let unknown = json!({"cls": "tools", "useItemEffect": "(function () { core.win(); })();"});
    assert_eq!(struck(1, "pickaxe", unknown, &[]), None, "code of its own is refused");
    let never = json!({"cls": "tools", "canUseItemEffect": "(function () {\n\treturn false;\n})();"});
    assert_eq!(struck(1, "pickaxe", never, &[]), None);
    let flagged = json!({"cls": "tools", "canUseItemEffect": "core.hasFlag('may');"});
    assert_eq!(struck(1, "pickaxe", flagged.clone(), &[]), None);
    let flag = ("data.js", json!({"firstData": {"hero": {"flags": {"may": true}}}}));
    assert_eq!(struck(1, "pickaxe", flagged, &[flag]), Some(3));
}

#[test]
fn code_of_a_tool_that_is_not_known_is_named() {
    let change = json!({"pickaxe": {"useItemEffect": "core.win();"}, "bomb": {"cls": "tools", "canUseItemEffect": "core.odd()"}});
    let bag = json!({"firstData": {"hero": {"items": {"tools": {"pickaxe": 1}}}}});
    let project = row(&[0, BOSS.into()], &[("items.js", change), ("data.js", bag)]);
    let lines: Vec<String> = project.report.issues.iter().map(ToString::to_string).collect();
    let expected = "items.js\tpickaxe\trefused\tuseItemEffect: code that the platform's template does not have";
    assert!(lines.iter().any(|line| line == expected), "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("items.js\tbomb\trefused\tcanUseItemEffect: ")), "{lines:?}");
    assert!(!solved(&project).1 && project.blocked_by().is_some_and(|by| by.starts_with("items.js pickaxe")));
}

#[test]
fn plans_turn_the_hero_before_he_strikes() {
    let map = json!({"map": [[0, 1, 0], [1, 1, BOSS]], "afterBattle": {"2,1": [{"type": "win"}]}});
    let bag = json!({"firstData": {"hero": {"items": {"tools": {"pickaxe": 1}}}}});
    let project = row(&[0], &[("floors/F0.js", map), ("data.js", bag)]);
    let start = begin(&project, &[]).unwrap();
    let limits = Limits::of(Some(3_000), false, 0, 1);
    let plan = search(&project, &start, &limits, &|| false, &mut |_| ()).plan.expect("a plan");
    let keys = keys(&project, &plan.moves).expect("keys").0;
    assert_eq!(route::text(&project, &keys), "tR:I47:R2D");
    let replayed = route::replay(&project, &keys);
    assert_eq!((replayed.fault, replayed.state.ending), (None, Ending::Won));
}

#[test]
fn hp_stay_below_their_limit_where_the_tower_has_one() {
    let hp = |flags: Json| {
        let hero = json!({"flags": flags, "firstData": {"hero": {"hpmax": 105}}});
        let project = row(&[0, POTION.into(), BOSS.into()], &[("data.js", hero)]);
        route::replay(&project, &route::parse(&project, "R").unwrap()).state.stat(Stat::Hp)
    };
    assert_eq!(hp(json!({"statusBarItems": ["enableHP", "enableHPMax"]})), 105);
    assert_eq!(hp(json!({"enableHPMax": true})), 105);
    assert_eq!(hp(json!({})), 120);
}

#[test]
fn a_potion_counts_before_the_damage_of_its_cell_unless_an_event_follows_it() {
    let hp = |after: Json| {
        let zone = json!({"m1": {"special": [15], "zone": 110, "range": 1}});
        let floor = json!({"afterGetItem": {"1,0": after}});
        let cells = [0, POTION.into(), (MONSTER + 1).into(), BOSS.into()];
        let project = row(&cells, &[("enemys.js", zone), ("floors/F0.js", floor)]);
        route::replay(&project, &route::parse(&project, "R").unwrap()).state.stat(Stat::Hp)
    };
    assert_eq!(hp(Json::Null), 10);
    assert_eq!(hp(json!([])), 0);
    assert_eq!(hp(json!([{"type": "setValue", "name": "flag:a", "value": "1"}])), 0);
}

/// The hit points at the end of an event on the second cell.
fn hp_after(event: Json) -> i64 {
    let project =
        row(&[0, 0, 0, BOSS.into()], &[("floors/F0.js", json!({"events": {"1,0": event, "2,0": [{"type": "win"}]}}))]);
    assert!(project.report.issues.is_empty(), "{:?}", project.report.issues);
    route::replay(&project, &route::parse(&project, "R").unwrap()).state.stat(Stat::Hp)
}

#[test]
fn arrows_keep_monsters_from_an_ambush_and_from_being_pushed_back() {
    let hp = |special: u8, barred: Json| {
        let monster = json!({"m1": {"special": [special], "repulse": 30, "hp": 12, "atk": 19}});
        let floor = json!({"cannotMove": barred});
        let project =
            row(&[0, 0, (MONSTER + 1).into(), 0, BOSS.into()], &[("enemys.js", monster), ("floors/F0.js", floor)]);
        let end = route::replay(&project, &route::parse(&project, "R").unwrap()).state;
        (end.stat(Stat::Hp), end.here().visible(3).is_some())
    };
    assert_ne!(hp(27, json!({})).0, 100);
    assert_eq!(hp(27, json!({"2,0": ["left"]})).0, 100);
    assert_eq!(hp(18, json!({})), (70, true));
    assert_eq!(hp(18, json!({"2,0": ["right"]})), (70, false));
}

#[test]
fn who_has_faces_turns_to_the_hero_before_he_speaks() {
    let blocks = json!({
        "130": {"cls": "npc48", "id": "manDown", "faceIds": {"down": "manDown", "left": "manLeft"}},
        "131": {"cls": "npc48", "id": "manLeft", "faceIds": {"down": "manDown", "left": "manLeft"}},
    });
    let talk = json!({"events": {"1,0": [{"type": "setValue", "name": "flag:a", "value": "1"}]}});
    let project = row(&[0, 130, BOSS.into()], &[("maps.js", blocks), ("floors/F0.js", talk)]);
    let end = route::replay(&project, &route::parse(&project, "R").unwrap()).state;
    assert_eq!((end.x, end.here().visible(1)), (0, Some(131)));
}

#[test]
fn functions_of_plain_statements_are_read() {
    let run = |code: &str| {
        hp_after(
            json!([{"type": "function", "function": code}, {"type": "setValue", "name": "status:hp", "operator": "*=", "value": "2"}]),
        )
    };
    assert_eq!(run("function () {\ncore.status.hero.hp += 5; core.playSound('a.mp3');\n}"), 210);
    assert_eq!(run("function(){ flags.a = 3; core.status.hero.hp += core.getFlag('a', 0) }"), 206);
    let inserted = "function(){ core.insertAction([{type: 'setValue', \"name\": 'status:hp', 'operator': '+=', value: '7'}]); core.insertAction(\"hm\"); core.status.hero.hp += 1; }";
    assert_eq!(run(inserted), 216);
    let tip = "function(){ core.insertAction([{type: 'tip', text: 'now ' + core.f([1, 2]) + ' hp'}, {type: 'setValue', name: 'status:hp', value: '4'}]); core.insertAction('a' + 'b'); }";
    assert_eq!(run(tip), 8);
    let last_first = "function(){ core.insertAction([{type: 'setValue', name: 'status:hp', value: '1'}]); core.insertAction({type: 'setValue', name: 'status:hp', operator: '+=', value: '9'}); }";
    assert_eq!(run(last_first), 2);
    let by_lines =
        "function(){ core.insertAction([\n{type: 'setValue', name: 'status:hp',\nvalue: '6'\n},\n'a text'\n]) }";
    assert_eq!(run(by_lines), 12);
}

#[test]
fn code_whose_effect_is_not_plain_is_named() {
    for code in [
        "function(){ core.insertAction([{type: 'win'}, core.f()]) }",
        "function(){ core.insertAction([{type: 'battle', id: core.f()}]) }",
        "function(){ if (1 > 0) core.insertAction([]) }",
        "function(){ f() }",
    ] {
        let event = json!({"events": {"1,0": [{"type": "function", "function": code}]}});
        let project = row(&[0, 0, BOSS.into()], &[("floors/F0.js", event)]);
        assert_eq!(project.report.issues.len(), 1, "{code}");
        assert!(
            project.report.issues[0].what.to_string().starts_with("a function of code: "),
            "{}",
            project.report.issues[0].what
        );
    }
}

#[test]
fn an_event_may_trigger_a_cell_and_visit_its_own_again() {
    assert_eq!(
        hp_after(json!([{"type": "trigger", "loc": [2, 0]}, {"type": "setValue", "name": "status:hp", "value": "1"}])),
        100
    );
    let again = json!([
        {"type": "if", "condition": "flag:n < 3", "true": [
            {"type": "setValue", "name": "flag:n", "operator": "+=", "value": "1"},
            {"type": "setValue", "name": "status:hp", "operator": "+=", "value": "10"},
            {"type": "revisit"},
        ], "false": []},
        {"type": "setValue", "name": "status:hp", "operator": "+=", "value": "1"},
    ]);
    assert_eq!(hp_after(again), 131);
}

#[test]
fn flags_and_switches_that_were_never_set_are_0_or_the_default_that_is_given() {
    let holds = |condition: &str| {
        let event = json!({"events": {"1,0": [{"type": "if", "condition": condition, "true": [{"type": "win"}], "false": [{"type": "lose"}]}]}});
        let project = row(&[0, 0, BOSS.into()], &[("floors/F0.js", event)]);
        assert!(project.report.issues.is_empty(), "{condition}: {:?}", project.report.issues);
        route::replay(&project, &route::parse(&project, "R").unwrap()).state.ending == Ending::Won
    };
    let yes = [
        "flag:a == 0",
        "switch:A == 0",
        "temp:B == 0",
        "flag:a != null",
        "core.getFlag('a', 0) == 0",
        "core.getFlag('a', 3) == 3",
    ];
    for condition in
        yes.into_iter().chain(["core.getFlag('a') == null", "!core.hasFlag('a')", "!flags.a", "flags.a == null"])
    {
        assert!(holds(condition), "{condition}");
    }
    for condition in ["flag:a == null", "flag:a != 0", "core.getFlag('a') == 0", "flags.a == 0", "core.hasFlag('a')"] {
        assert!(!holds(condition), "{condition}");
    }
}

#[test]
fn a_tower_that_asks_before_the_first_step_begins() {
    let first = json!([{"type": "choices", "choices": [
        {"text": "out", "action": [{"type": "lose"}]},
        {"text": "in", "action": [{"type": "setValue", "name": "status:hp", "operator": "+=", "value": "7"}]}]},
        {"type": "if", "condition": "core.status.hard == 'Hard' && core.platform.isPC",
         "true": [{"type": "setValue", "name": "status:hp", "operator": "+=", "value": "1000"}], "false": []},
        {"type": "setValue", "name": "flag:luck", "operator": "=", "value": "core.rand(6)"}]);
    let levels = json!([{"name": "Hard", "hard": 2, "action": []}]);
    let data = json!({"main": {"levelChoose": levels}, "firstData": {"startText": first}});
    let project = row(&[0, BOSS.into()], &[("data.js", data)]);
    let start = begin(&project, &[]).expect("it begins");
    assert_eq!(start.stat(Stat::Hp), 1107);
    assert_eq!(solved(&project), (Some(1044), false), "other answers were not tried");
    let issue = project.report.issues[0].to_string();
    assert!(issue.starts_with("data.js\tstartText\tskipped\tsetValue: the name \"core.rand"), "{issue}");
    let limits = Limits::of(Some(3_000), false, 0, 1);
    let plan = search(&project, &start, &limits, &|| false, &mut |_| ()).plan.expect("a plan");
    let keys = keys(&project, &plan.moves).expect("keys").0;
    assert_eq!(route::text(&project, &keys), "C1R");
    assert_eq!(route::replay(&project, &keys).fault, None);
    assert!(route::replay(&project, &keys[1..]).fault.is_some(), "a route holds the answers");
}

#[test]
fn words_of_real_towers_are_known() {
    let jump = json!([{"type": "setValue", "name": "status:hp", "operator": "=", "value": "Math.pow(core.getHeroLoc('x') + 2, 3)"},
        {"type": "jumpHero", "loc": [3, 0]}]);
    let project = row(&[0, 0, 1, 0, BOSS.into()], &[("floors/F0.js", json!({"events": {"1,0": jump}}))]);
    assert!(project.report.issues.is_empty(), "{:?}", project.report.issues);
    let state = route::replay(&project, &route::parse(&project, "R").unwrap()).state;
    assert_eq!((state.stat(Stat::Hp), state.x), (27, 3));
    let odd = json!({"events": {"1,0": [{"type": "jumpHero", "dxy": [2, 0]}]}});
    let project = row(&[0, 131, 0, BOSS.into()], &[("floors/F0.js", odd)]);
    assert_eq!(route::replay(&project, &route::parse(&project, "R").unwrap()).state.x, 2);
}

#[test]
fn numbers_that_nothing_stands_for_are_told() {
    let project = row(&[0, 9999, BOSS.into()], &[]);
    let issues: Vec<String> = project.report.issues.iter().map(ToString::to_string).collect();
    assert_eq!(issues, ["F0\tmap\tskipped\tthe number 9999, which maps.js lacks: walked over"]);
    assert!(!solved(&project).1);
}

#[test]
fn code_of_the_towers_own_is_named_and_leaves_no_plan_proven() {
    let own = |functions: &str, plugins: &str| {
        let mut files = row_files(&[0, BOSS.into()], &[]);
        files.insert("functions.js", functions);
        files.insert("plugins.js", plugins);
        read::project(&files).expect("a project")
    };
    let plain =
        own("var f = {\"ui\": {\"drawAbout\": function () { a(); }}}", "var p = {\"init\": function () {\n// none\n}}");
    assert!(plain.report.issues.is_empty() && solved(&plain).1, "{:?}", plain.report.issues);
    let changed = own(
        "var f = {\"events\": {\"afterBattle\": function (id) { core.status.hero.hp = 1; }}}",
        "var p = {\"double\": function () { b(); }}",
    );
    let lines: Vec<String> = changed.report.issues.iter().map(ToString::to_string).collect();
    let what = "own code\tdiffers from the platform's template: may change rules";
    assert_eq!(lines, [format!("functions.js\tevents.afterBattle\t{what}"), format!("plugins.js\tdouble\t{what}")]);
    assert!(changed.has_own_code());
    assert_eq!(solved(&changed), (Some(37), false));
    assert!(own("f = 5", "").has_own_code(), "no object of functions");
}

#[test]
fn numbers_of_specials_stand_where_the_towers_functions_read_them() {
    let zone = |functions: Option<&str>, monster: Json| {
        // The hero walks past a monster with a zone.
        let mut files = files(
            &[(vec![vec![0, 0], vec![1, MONSTER + 15]], json!({}))],
            &json!({"zone": null, "range": 1, "special": 15}),
        );
        let mut enemies = files.json("enemys.js").expect("monsters");
        merge(&mut enemies, &json!({"m15": monster}));
        files.insert("enemys.js", enemies.to_string());
        if let Some(functions) = functions {
            files.insert("functions.js", functions);
        }
        let project = read::project(&files).expect("a project");
        let mut state = begin(&project, &[]).expect("it begins");
        step(&project, &mut state, RIGHT, &[]).expect("a step");
        100 - state.stat(Stat::Hp)
    };
    let (old, new) = ("f = {\"ui\": {\"a\": enemy.value}}", "f = {\"ui\": {\"a\": enemy.zone}}");
    assert_eq!(zone(None, json!({"value": 7})), 7);
    assert_eq!(zone(None, json!({"value": 7, "zone": 5})), 5);
    assert_eq!(zone(Some(old), json!({"value": 7, "zone": 5})), 7);
    assert_eq!(zone(Some(new), json!({"value": 7})), 0);
    assert_eq!(zone(Some(new), json!({"value": 7, "zone": 5})), 5);
}
