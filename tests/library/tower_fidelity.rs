//! Rules in which replays on the platform differed: each a made-up row of cells, the hero at its left.

use super::tower_project::{BOSS, files};
use meihua::mota::model::Tile;
use meihua::mota::run::Halt;
use meihua::mota::walk::{Stepped, begin, step};
use meihua::mota::{Files, Project, read};
use serde_json::{Value as Json, json};

const RIGHT: u8 = 3;

/// A tower of one row, with parts of its files put over those of the made-up projects.
pub(super) fn row(cells: &[Tile], changes: &[(&str, Json)]) -> Project {
    read::project(&row_files(cells, changes)).expect("a project")
}

fn row_files(cells: &[Tile], changes: &[(&str, Json)]) -> Files {
    let win = json!({format!("{},0", cells.len() - 1): [{"type": "win"}]});
    let mut files = files(&[(vec![vec![0; cells.len()]], json!({"map": [cells], "afterBattle": win}))], &json!({}));
    for (file, change) in changes {
        let mut json = files.json(file).expect("a file");
        merge(&mut json, change);
        files.insert(*file, json.to_string());
    }
    files
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
    step(project, &mut state, RIGHT, &[]).map(|(stepped, _)| stepped) == Ok(Stepped::Done)
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
