//! A bound that no plan passes, held against exhaustive search.

use super::plans::{made_up, made_up_of, most_hp};
use super::project::*;
use meihua_contracts::random::SplitMix64;
use meihua_mota::solver::ceiling::{NoCeiling, ceiling};
use meihua_mota::walk::begin;
use meihua_mota::{Project, read};
use serde_json::{Value as Json, json};

fn bound(project: &Project) -> Result<i64, NoCeiling> {
    ceiling(project, &begin(project, &[]).unwrap())
}

/// A tower of one floor, with events.
fn tower(map: Vec<Vec<u16>>, events: Json) -> Project {
    let project = project(&[(map, events)]);
    assert!(project.report.issues.is_empty(), "{:?}", project.report.issues);
    project
}

/// The most hp of a tower, which are those of its bound, too.
fn exact(map: Vec<Vec<u16>>, events: Json) -> i64 {
    let project = tower(map, events);
    let most = most_hp(&project).expect("a plan");
    assert_eq!(bound(&project), Ok(most));
    most
}

#[test]
fn no_plan_of_a_made_up_tower_has_more_hp() {
    let mut random = SplitMix64::new(51);
    let (mut bounded, mut reached, mut lost) = (0, 0, 0);
    for number in 0..400 {
        let project = match number % 2 {
            0 => made_up(&mut random),
            _ => made_up_of(&mut random, (3, 3), &[0, 0, 1, 3, 4, 6, 10, 15, 16, 17, 19, 20, 24]),
        };
        let most = most_hp(&project);
        match bound(&project) {
            Ok(bound) => {
                assert!(most <= Some(bound), "tower {number}: {most:?}, bound {bound}");
                bounded += 1;
                reached += u32::from(most == Some(bound));
            }
            Err(NoCeiling::NoEnd) => {
                assert_eq!(most, None, "tower {number}");
                lost += 1;
            }
            Err(_) => {}
        }
    }
    assert!(bounded > 60 && reached > 10 && lost > 10, "{bounded} bounded, {reached} reached, {lost} lost");
}

#[test]
fn a_fight_that_nobody_gets_around_is_paid_once() {
    let win = |cell: &str| json!({"afterBattle": {cell: [{"type": "win"}]}});
    // A monster on the way, potions behind it, a gem on the other side of the boss.
    let with = exact(vec![vec![0, MONSTER, POTION, BOSS]], win("3,0"));
    let without = exact(vec![vec![0, 0, POTION, BOSS]], win("3,0"));
    assert!(with < without);
    // Two guards of one potion that together cost more than it gives: it stays where it is.
    let strong = |map: Vec<Vec<u16>>| {
        let files = files(&[(map, win("1,0"))], &json!({"atk": 20}));
        let project = read::project(&files).expect("a project");
        let most = most_hp(&project).expect("a plan");
        assert_eq!(bound(&project), Ok(most));
        most
    };
    let left = strong(vec![vec![0, BOSS, WALL, WALL], vec![MONSTER, MONSTER, POTION, WALL]]);
    let alone = strong(vec![vec![0, BOSS, WALL, WALL], vec![WALL; 4]]);
    let taken = strong(vec![vec![0, BOSS, WALL, WALL], vec![MONSTER, POTION, WALL, WALL]]);
    assert!(left == alone && taken > alone, "{left}, {alone}, {taken}");
}

#[test]
fn what_no_blow_wounds_is_not_passed() {
    let win = json!({"afterBattle": {"1,0": [{"type": "win"}]}});
    let hard = vec![vec![0, BOSS, WALL, WALL], vec![MONSTER + 4, POTION, POTION, POTION]];
    let files = files(&[(hard, win)], &json!({"def": 100}));
    let project = read::project(&files).unwrap();
    let most = most_hp(&project).unwrap();
    assert_eq!(bound(&project), Ok(most));
    assert!(most < 100);
}

#[test]
fn hp_that_an_event_sets_end_what_was_before() {
    // Nobody gets to the boss without the event, which sets 50 hp; potions before and after it.
    let set = json!([{"type": "setValue", "name": "status:hp", "value": "50"}, {"type": "hide", "remove": true}]);
    let map = || vec![vec![0, POTION, 0, POTION, BOSS]];
    let events = |set: Json| json!({"events": {"2,0": set}, "afterBattle": {"4,0": [{"type": "win"}]}});
    let project = tower(map(), events(set));
    let most = most_hp(&project).unwrap();
    // The potion before it may be left for later, for all that is known.
    assert!((most..=most + 20).contains(&bound(&project).unwrap()), "{most}, {:?}", bound(&project));
    // Two conditions say whether it does.
    let maybe = json!([{"type": "if", "condition": "item:yellowKey", "true": [
        {"type": "setValue", "name": "status:hp", "value": "50"}], "false": []}]);
    let project = tower(map(), events(maybe));
    assert!(most_hp(&project).unwrap() <= bound(&project).unwrap());
}

#[test]
fn gold_is_spent_once() {
    let win = json!([{"type": "win"}]);
    let shop = json!([{"type": "while", "condition": "true", "data": [{"type": "choices", "choices": [
        {"text": "hp", "action": [{"type": "if", "condition": "status:money >= 4 + 4*flag:times", "true": [
            {"type": "setValue", "name": "status:money", "operator": "-=", "value": "4 + 4*flag:times"},
            {"type": "setValue", "name": "status:hp", "operator": "+=", "value": "10 + 10*flag:times"},
            {"type": "setValue", "name": "flag:times", "operator": "+=", "value": "1"}], "false": []}]},
        {"text": "leave", "action": [{"type": "break", "n": 1}]}]}]}]);
    // 10 gold at the start: 4 for 10 hp; the next costs 8, and the boss gives 1 too late.
    let map = vec![vec![0, 0, BOSS], vec![SHOP, WALL, WALL]];
    let most = bound(&tower(map, json!({"events": {"0,1": shop}, "afterBattle": {"2,0": win}})));
    let plain = exact(vec![vec![0, 0, BOSS]], json!({"afterBattle": {"2,0": win}}));
    assert_eq!(most, Ok(plain + 10));
}

#[test]
fn a_common_event_knows_what_it_is_given() {
    // Two old men of one event: the one upstairs gives 30 hp, once; the one on the ground nothing.
    let gift = json!([{"type": "switch", "condition": "flag:arg1", "caseList": [
        {"case": "1", "action": [{"type": "setValue", "name": "status:hp", "operator": "+=", "value": "30"}]},
        {"case": "default", "action": []}]},
        {"type": "hide", "loc": ["flag:arg2", "flag:arg3"], "remove": true}]);
    let man = |floor: u32| json!([{"type": "insert", "name": "gift", "args": [floor, 0, 1]}]);
    let ground = (
        vec![vec![0, 0, 0, UP], vec![SHOP, WALL, WALL, WALL]],
        json!({"events": {"0,1": man(0)}, "changeFloor": {"3,0": {"floorId": ":next", "loc": [1, 0]}}}),
    );
    let top = (
        vec![vec![0, 0, 0, BOSS], vec![SHOP, WALL, WALL, WALL]],
        json!({"events": {"0,1": man(1)}, "afterBattle": {"3,0": [{"type": "win"}]}}),
    );
    let mut files = files(&[ground, top], &json!({}));
    files.insert("events.js", format!("x = {}", json!({"commonEvent": {"gift": gift}})));
    let project = read::project(&files).expect("a project");
    assert!(project.report.issues.is_empty(), "{:?}", project.report.issues);
    let most = most_hp(&project).expect("a plan");
    assert_eq!((most, bound(&project)), (37 + 30, Ok(37 + 30)));
}
