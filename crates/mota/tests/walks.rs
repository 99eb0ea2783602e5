//! Plans of made-up towers turned into keys: where the hero flies to floors that his plan has never entered.

use super::project::*;
use meihua_mota::Project;
use meihua_mota::expression::Stat;
use meihua_mota::plan::exact::{self, Verdict};
use meihua_mota::plan::keys::{WalkError, keys};
use meihua_mota::plan::moves::{self, Act, Move};
use meihua_mota::route;
use meihua_mota::state::Ending;
use meihua_mota::walk::begin;
use serde_json::json;

/// Upstairs is a boss behind a wall. The event at (0, 1) takes that wall away, gives the staff that flies (from beside the
/// stairs at (1, 0), which lead nowhere), and walls up the stairs. From upstairs the hero comes back to the first floor, or does not.
fn tower(has_way_back: bool) -> Project {
    let event = json!([
        {"type": "setValue", "name": "item:fly", "operator": "+=", "value": "1"},
        {"type": "hide", "floorId": "F1", "loc": [[2, 0]], "remove": true},
        {"type": "setBlock", "number": WALL.to_string(), "loc": [[2, 0]]},
        {"type": "hide", "loc": [[0, 1]], "remove": true}]);
    let ground = (
        vec![vec![0, DOWN, 0, 0, UP], vec![SHOP, WALL, WALL, WALL, WALL]],
        json!({"events": {"0,1": event}, "upFloor": [3, 0],
            "changeFloor": {"4,0": {"floorId": ":next", "stair": "downFloor"}}}),
    );
    let stairs = json!({"0,0": {"floorId": ":before", "stair": "upFloor"}});
    let top = (
        vec![vec![if has_way_back { DOWN } else { 0 }, 0, WALL, BOSS]],
        json!({"downFloor": [1, 0], "changeFloor": if has_way_back { stairs } else { json!({}) },
            "afterBattle": {"3,0": [{"type": "win"}]}}),
    );
    let project = project(&[ground, top]);
    assert!(project.report.issues.is_empty(), "{:?}", project.report.issues);
    project
}

#[test]
fn the_hero_looks_at_a_floor_before_the_way_to_it_is_shut() {
    let project = tower(true);
    let start = begin(&project, &[]).unwrap();
    let Verdict::Best(plan) = exact::solve(&project, &start, 1_000, &|| false).verdict else { panic!("no plan") };
    let (all, _) = keys(&project, &plan.moves).expect("a walk");
    let replayed = route::replay(&project, &all);
    assert_eq!((replayed.fault, replayed.state.ending), (None, Ending::Won), "{}", route::text(&project, &all));
    // Without the step on which he is shut out there is nothing to be won.
    assert!(matches!(keys(&project, &plan.moves[1..]), Err(WalkError::NoWay(..))));
}

#[test]
fn a_floor_that_he_would_not_come_back_from_is_not_looked_at() {
    let project = tower(false);
    let start = begin(&project, &[]).unwrap();
    assert!(matches!(exact::solve(&project, &start, 1_000, &|| false).verdict, Verdict::Lost));
}

/// A trader who asks no second time leaves the second answer of a move unused, as the rules do: it answers no later question.
#[test]
fn an_answer_that_nothing_has_asked_for_is_dropped() {
    let trader = |gain: i64| {
        let gain = json!([{"type": "setValue", "name": "status:hp", "operator": "+=", "value": gain.to_string()}]);
        json!([{"type": "choices", "choices": [{"text": "yes", "action": gain}, {"text": "no", "action": []}]}])
    };
    let ground = (vec![vec![0, SHOP], vec![SHOP, WALL]], json!({"events": {"0,1": trader(1), "1,0": trader(100)}}));
    let project = project(&[ground]);
    let mut state = begin(&project, &[]).unwrap();
    let before = state.stat(Stat::Hp);
    let to = |direction, script: &[u8]| Move { floor: 0, cell: 0, act: Act::Step(direction), script: script.to_vec() };
    let (down, right) = (1, 3);
    let all = [to(down, &[0, 1]), to(right, &[0])];
    assert!(moves::make_all(&project, &mut state, &all));
    assert_eq!(state.stat(Stat::Hp), before + 101);
    let (_, states) = keys(&project, &all).expect("a walk");
    assert_eq!(states.last().map(|end| end.stats), Some(state.stats));
}
