//! Every readable tower begins: what stands in the way before the first step is left out, and nothing is proven.

use super::fidelity::row;
use super::project::BOSS;
use meihua_mota::Project;
use meihua_mota::expression::Stat;
use meihua_mota::report::Severity;
use meihua_mota::route;
use meihua_mota::state::Ending;
use meihua_mota::walk::begin;
use serde_json::{Value as Json, json};

/// A row with these words before the first step.
fn beginning(words: Json) -> Project {
    row(&[0, 0, BOSS.into()], &[("data.js", json!({"firstData": {"startText": words}}))])
}

/// The money at the start.
fn money(project: &Project) -> i64 {
    let state = begin(project, &[]).expect("it begins");
    assert_eq!(state.ending, Ending::None);
    state.stat(Stat::Money)
}

fn gain(amount: i64) -> Json {
    json!({"type": "setValue", "name": "status:money", "operator": "+=", "value": amount.to_string()})
}

#[test]
fn what_is_not_understood_is_left_out_and_proves_nothing() {
    let unread = json!({"type": "if", "condition": "core.whatever()", "true": [gain(1)], "false": []});
    for words in [
        json!([{"type": "whatever"}, gain(5)]),
        json!([unread, gain(5)]),
        json!([gain(5), {"type": "if",
        "condition": "1", "true": [{"type": "setValue", "name": "buff:atk", "value": "2"}], "false": []}]),
    ] {
        let project = beginning(words.clone());
        assert_eq!(money(&project), 15, "{words}");
        assert!(project.has_own_code() && !project.doubts.is_empty(), "{words}");
        assert!(project.report.issues.iter().all(|issue| issue.severity == Severity::Skipped), "{words}");
    }
    // A list that another event inserts is left out at the start, and refused later.
    let common = json!({"commonEvent": {"c": [{"type": "whatever"}]}});
    let start = json!({"firstData": {"startText": [{"type": "insert", "name": "c"}, gain(5)]}});
    let mut files = super::fidelity::row_files(&[0, 0, BOSS.into()], &[("data.js", start)]);
    files.insert("events.js", common.to_string());
    let project = meihua_mota::read::project(&files).expect("a project");
    assert_eq!(money(&project), 15);
    let told: Vec<String> = project.report.issues.iter().map(ToString::to_string).collect();
    assert_eq!(told[1], "data.js\tstart\tskipped\tevents.js c: the word \"whatever\"");
}

#[test]
fn nothing_follows_from_a_condition_whose_lists_do_nothing() {
    let shows =
        json!([{"type": "hideStatusBar"}, {"type": "if", "condition": "core.never()", "true": [{"type": "sleep"}]}]);
    let words = json!([{"type": "if", "condition": "core.isMobile()", "true": shows, "false": ["a text"]}, gain(5)]);
    let project = beginning(words);
    assert_eq!((money(&project), project.doubts.len()), (15, 0), "{:?}", project.report);
}

#[test]
fn a_question_in_a_loop_is_answered_by_the_first_answers_that_lead_on() {
    // "Again" leads back to the question, so the second answer is the first that leads on; then the same is asked twice.
    let ask = |first: Json, second: Json| {
        json!({"type": "choices", "text": "Which?",
        "choices": [{"text": "again", "action": first}, {"text": "on", "action": second}]})
    };
    let menu = json!({"type": "while", "condition": "true", "data": [ask(json!([]), json!([{"type": "break"}]))]});
    let twice = ask(json!([gain(1)]), json!([]));
    let project = beginning(json!([menu, twice, gain(5)]));
    let record = project.start.difficulty;
    assert_eq!((money(&project), record, project.doubts.len()), (16, 0, 0));
}

#[test]
fn a_tower_that_cannot_begin_otherwise_is_cut_short() {
    let circle = json!([gain(5), {"type": "while", "condition": "true", "data": [gain(1)]}]);
    let no_answer =
        json!({"type": "choices", "text": "Who?", "choices": [{"text": "a", "need": "false", "action": []}]});
    let question = json!([gain(5), no_answer, gain(7)]);
    for (words, left, told) in [
        (circle, 10, "cut short: an event runs in a circle"),
        (question, 15, "cut short: F0 0,0 asks \"Who?\": an answer is missing, expected one of "),
        (json!([gain(5), {"type": "restart"}]), 10, "cut short: the game is over"),
    ] {
        let project = beginning(words);
        assert_eq!(money(&project), left, "{told}");
        let issue = project.report.issues.last().expect("an issue");
        assert_eq!((issue.what.to_string().as_str(), issue.place.as_str()), (told, "start"));
        assert!(!project.doubts.is_empty() && project.has_own_code());
    }
}

#[test]
fn a_question_names_its_floor_its_cell_and_what_is_asked() {
    let asks = json!({"type": "choices", "text": "Which one?", "choices": [{"text": "a", "action": []}, {"text": "b", "action": []}]});
    let project = row(&[0, 131, BOSS.into()], &[("floors/F0.js", json!({"events": {"1,0": [asks]}}))]);
    let replayed = route::replay(&project, &route::parse(&project, "R").expect("a route"));
    let fault = replayed.fault.expect("a fault");
    assert_eq!(fault, "a step right: F0 1,0 asks \"Which one?\": an answer is missing, expected one of C0 C1");
}

#[test]
fn a_wait_at_the_start_is_answered_by_its_first_key_or_click() {
    let click =
        |from: i64, to: i64, action: Json| json!({"case": "mouse", "px": [from, to], "py": [0, 99], "action": action});
    let wait = json!({"type": "wait", "forceChild": true, "data": [
        click(100, 200, json!([])), click(200, 300, json!([gain(3), {"type": "break"}]))]});
    let project = beginning(json!([{"type": "while", "condition": "true", "data": [wait]}, gain(5)]));
    // The first click leads back to the wait.
    assert_eq!((money(&project), project.doubts.len()), (18, 0), "{:?}", project.report);
    let keys = route::parse(&project, "P1250049R").expect("a route");
    assert_eq!(route::text(&project, &keys), "P1250049R");
    assert_eq!(route::replay(&project, &keys).state.stat(Stat::Money), 18);
    assert!(route::parse(&project, "P77").is_err());
}

/// A wait that must meet a case goes on where a click aside meets none: the platform refuses such a record.
#[test]
fn a_click_that_meets_nothing_does_not_end_a_wait_that_must() {
    let key = json!({"case": "keyboard", "keycode": "13", "action": [gain(1)]});
    let when = |holds: &str| json!({"case": "condition", "condition": holds, "action": [gain(2)]});
    for (holds, fault) in [("status:hp < 5", true), ("status:hp > 5", false)] {
        let wait = json!({"type": "wait", "forceChild": true, "data": [key, when("status:hp < 2"), when(holds)]});
        let project = row(&[0, 131, BOSS.into()], &[("floors/F0.js", json!({"events": {"1,0": [wait]}}))]);
        let replayed = route::replay(&project, &route::parse(&project, "RP1000000").expect("a route"));
        assert_eq!(replayed.fault.is_some(), fault, "{holds}");
        let replayed = route::replay(&project, &route::parse(&project, "RP13").expect("a route"));
        assert_eq!(replayed.fault, None, "{holds}");
    }
}
