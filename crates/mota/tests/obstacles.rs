//! What is named where no plan wins and no floor further up is reached.

use super::project::{BOSS, DOOR, GUARDED, UP, WALL, files};
use meihua_mota::plan::search::{Limits, search};
use meihua_mota::plan::why::why;
use meihua_mota::walk::begin;
use meihua_mota::{Project, read};
use serde_json::{Value as Json, json};

/// Two floors: a row of cells with stairs up at its right end, and the boss.
fn tower(cells: &[u16], events: Json) -> Project {
    let row: Vec<u16> = cells.iter().copied().chain([UP]).collect();
    let mut parts = json!({"changeFloor": {format!("{},0", cells.len()): {"floorId": ":next", "loc": [0, 0]}}});
    parts.as_object_mut().expect("an object").extend(events.as_object().expect("an object").clone());
    let top = json!({"afterBattle": {"1,0": [{"type": "win"}]}});
    read::project(&files(&[(vec![row], parts), (vec![vec![0, BOSS]], top)], &json!({}))).expect("a project")
}

fn told(project: &Project) -> String {
    let start = begin(project, &[]).expect("it begins");
    let found = search(project, &start, &Limits::of(Some(1_000), false, 0, 1), &|| false, &mut |_| ());
    assert!(found.plan.is_none());
    why(project, &start, &found, &|| false).iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

#[test]
fn what_keeps_the_hero_from_a_floor_is_named() {
    let opens = json!({"events": {"1,0": [{"type": "whatever"}]}});
    let skips = json!({"events": {"1,0": [{"type": "function", "function": "function(){ core.plugin.open() }"}]}});
    for (cells, events, expected) in [
        (vec![0, 0, 86], json!({}), "no way to F1; in the way is F0 2,0 specialDoor"),
        (vec![0, 0, WALL, GUARDED], json!({}), "no way to F1; in the way is "),
        (vec![0, 131, 86], opens, "F0 1,0 shop: the word \"whatever\""),
        (vec![0, 131, 86], skips, "F0 events 1,0, which is left out: a function of code: "),
        (
            vec![0, 31, DOOR],
            json!({"afterGetItem": {"1,0": [{"type": "lose"}]}}),
            "F0 1,0 redPotion, where the game is lost",
        ),
    ] {
        let told = told(&tower(&cells, events));
        assert!(told.contains(expected), "{expected:?} expected: {told}");
    }
}
