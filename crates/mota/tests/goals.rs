//! Goals other than a tower's end: cells, floors, conditions.

use super::fidelity::row;
use super::project::{BOSS, DOOR, KEY, MONSTER, POTION, UP, files};
use meihua_mota::goal::Goal;
use meihua_mota::plan::keys::keys;
use meihua_mota::plan::search::{Limits, search};
use meihua_mota::walk::begin;
use meihua_mota::{Project, read, route};
use serde_json::json;

/// The keys of the plan that is found for a goal, and whether it is proven.
fn plan(project: Project, goal: &str) -> (Option<String>, bool) {
    let project = project.with_goal(&goal.parse::<Goal>().expect("a goal")).expect("a goal of the tower");
    let limits = Limits::of(Some(3_000), false, 0, 1);
    let start = begin(&project, &[]).expect("it begins");
    let found = search(&project, &start, &limits, &|| false, &mut |_| ());
    let text = found.plan.map(|plan| route::text(&project, &keys(&project, &plan.moves).expect("keys").0));
    (text, found.proven)
}

fn tower() -> Project {
    row(&[0, KEY.into(), DOOR.into(), 0, MONSTER.into(), POTION.into(), 0, BOSS.into()], &[])
}

#[test]
fn a_cell_is_a_goal_whatever_is_there() {
    // The key, the door, the floor behind it, the monster, the potion, the floor, the boss. Who opens or fights stays where he is.
    for (cell, keys) in [(1, "R"), (2, "R2"), (3, "R4"), (4, "R5"), (5, "R7"), (6, "R8"), (7, "R9")] {
        assert_eq!(plan(tower(), &format!("F0,{cell},0")), (Some(keys.to_owned()), true), "column {cell}");
    }
}

#[test]
fn a_floor_is_a_goal() {
    let ground = (vec![vec![0, UP, 0]], json!({"changeFloor": {"1,0": {"floorId": "F1", "loc": [0, 0]}}}));
    let tower = read::project(&files(&[ground, (vec![vec![0, 0]], json!({}))], &json!({}))).expect("a project");
    assert_eq!(plan(tower, "F1"), (Some("R".to_owned()), true));
    assert!(super::goals::tower().with_goal(&Goal::Floor("F9".to_owned())).is_err());
}

#[test]
fn a_condition_is_a_goal_and_nothing_is_proven_of_it() {
    assert_eq!(plan(tower(), "floor == F0 && x >= 3"), (Some("R4".to_owned()), false));
    assert_eq!(plan(tower(), "yellowKey >= 1 && !(x > 1)"), (Some("R".to_owned()), false));
    assert_eq!(plan(tower(), "gold >= 1000"), (None, false));
    for wrong in ["hp >=", "nonsense == 1", "hp == 'a"] {
        assert!(tower().with_goal(&Goal::Condition(wrong.to_owned())).is_err(), "{wrong}");
    }
}
