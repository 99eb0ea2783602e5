//! Puzzles in PDDL, in the real process: rows, a suite, faults with their places, and the wire.

use common::{Engine, meihua};

fn row(words: &[&str]) -> Vec<String> {
    let output = meihua(&[&["solve", "plan"], words].concat(), "");
    String::from_utf8_lossy(&output.stdout).trim_end().split('\t').map(str::to_owned).collect()
}

#[test]
fn a_row_has_the_plan_as_validators_read_it() {
    // An action whose condition may hold in several ways is one action.
    assert_eq!(row(&["examples/puzzles/wolf.pddl"])[5], "length=7,shortest=2,reachable=10,edges=20");
    let row = row(&["examples/puzzles/torch.pddl"]);
    assert_eq!((row.len(), row[1].as_str(), row[2].as_str()), (7, "17", "proven"));
    assert!(row[5].starts_with("length=5,reachable=30"), "{}", row[5]);
    assert!(row[6].starts_with("(cross") && row[6].ends_with(" here there)"), "{}", row[6]);
}

#[test]
fn a_suite_and_lines_of_input_have_a_row_each() {
    let suite = meihua(&["solve", "plan", "--suite", "examples/puzzles", "--first"], "");
    let rows = String::from_utf8(suite.stdout).unwrap();
    let files = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/puzzles")).unwrap();
    let problems = files.filter(|file| file.as_ref().unwrap().path().extension().is_some_and(|end| end == "pddl"));
    assert_eq!(rows.lines().count(), problems.count());
    assert!(rows.lines().all(|row| row.split('\t').nth(1).is_some_and(|value| value.parse::<u64>().is_ok())), "{rows}");
    // A file that holds both parts, beside the domain of others.
    let folder = common::fresh("suite");
    std::fs::create_dir_all(&folder).unwrap();
    let torch = include_str!("../../examples/puzzles/torch.pddl");
    let parts = torch.split_at(torch.find("(define (problem").unwrap());
    for (name, text) in [("both.pddl", torch), ("domain.pddl", parts.0), ("one.pddl", parts.1)] {
        std::fs::write(folder.join(name), text).unwrap();
    }
    let suite = meihua(&["solve", "plan", "--suite", &folder.to_string_lossy()], "");
    std::fs::remove_dir_all(&folder).unwrap();
    let rows = String::from_utf8(suite.stdout).unwrap();
    assert!(rows.lines().count() == 2 && rows.lines().all(|row| row.contains("\t17\tproven\t")), "{rows}");
    let several = meihua(&["solve", "plan", "examples/puzzles/wolf.pddl", "examples/puzzles/jugs.pddl"], "");
    let rows = String::from_utf8(several.stdout).unwrap();
    let values: Vec<&str> = rows.lines().map(|row| row.split('\t').nth(1).unwrap()).collect();
    assert_eq!(values, ["7", "6"], "{rows}");
    let list = common::fresh("list");
    std::fs::write(&list, "examples/puzzles/jugs.pddl\nexamples/puzzles/wolf.pddl\n").unwrap();
    let of_list = meihua(&["solve", "plan", &list.to_string_lossy()], "");
    std::fs::remove_file(&list).unwrap();
    assert!(String::from_utf8(of_list.stdout).unwrap().starts_with("examples/puzzles/jugs.pddl\t6\tproven"));
    let lines = meihua(&["solve", "plan"], "examples/puzzles/wolf.pddl\nno such file\nexamples/puzzles/jugs.pddl\n");
    let rows = String::from_utf8(lines.stdout).unwrap();
    let values: Vec<&str> = rows.lines().map(|row| row.split('\t').nth(1).unwrap()).collect();
    assert_eq!((values, lines.status.code()), (vec!["7", "error", "6"], Some(1)));
    let line = row(&["file examples/puzzles/wolf.pddl moves take(goat,left,right)", "--trace"]);
    let (trace, plan) = (line[0].lines().collect::<Vec<_>>(), line.last().unwrap());
    assert!(trace.len() == 8 && trace[1].starts_with("1 cross(right,left) (ferryman left) ("), "{line:?}");
    assert!(line[1] == "6" && plan.starts_with("(cross right left) (take"), "{line:?}");
}

#[test]
fn a_pipe_is_read_as_a_file_is() {
    let text = include_str!("../../examples/puzzles/torch.pddl");
    let drawn = |words: &[&str], input: &str| {
        let output = meihua(&[&["draw", "plan"], words].concat(), input);
        assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
        output.stdout
    };
    let picture = drawn(&["examples/puzzles/torch.pddl"], "");
    assert!(drawn(&[], text) == picture && drawn(&["-"], text) == picture);
    let played = meihua(&["play", "plan", "-"], text);
    let played = String::from_utf8_lossy(&played.stdout);
    assert!(played.contains("torch here"), "{played}");
    let script = format!("{} solve plan <(cat examples/puzzles/torch.pddl)", common::program());
    let solved = std::process::Command::new("bash").args(["-c", &script]).output().unwrap();
    let solved = String::from_utf8_lossy(&solved.stdout).into_owned();
    assert!(solved.contains("\t17\tproven\t"), "{solved}");
}

/// Two places, and no way to the third.
const STUCK: &str = "(define (domain d) (:predicates (at ?x) (way ?x ?y)) (:action go :parameters (?x ?y) \
    :precondition (and (at ?x) (way ?x ?y)) :effect (and (at ?y) (not (at ?x))))) (define (problem p) (:domain d) \
    (:objects a b c) (:init (at a) (way a b) (way b a)) (:goal (at c)))";

#[test]
fn a_limit_of_depth_is_no_proof() {
    let mut engine = Engine::start();
    engine.send("setoption name UCI_Variant value plan");
    for (go, answer) in [("depth 3", "steps none bound 4 anytime"), ("depth 7", "solution steps 7 bound 7 proven")] {
        engine.send(&format!("go {go}"));
        let lines = engine.until("bestmove");
        assert!(lines.iter().any(|line| line.ends_with(answer)), "{lines:?}");
    }
    engine.send(&format!("position fen {STUCK}\ngo depth 3"));
    let lines = engine.until("bestmove");
    assert!(lines.iter().any(|line| line == "info string unsolvable proven"), "{lines:?}");
    engine.send("view");
    let view = engine.until("view").pop().unwrap();
    engine.quit();
    assert!(view.contains(r#""goals":[["at c"]]"#), "{view}");
}

#[test]
fn without_a_plan_there_is_no_hint() {
    let path = std::env::temp_dir().join(format!("meihua-{}-stuck.pddl", std::process::id()));
    std::fs::write(&path, STUCK).unwrap();
    let output = meihua(&["play", "plan", path.to_str().unwrap()], "hint\nsolve\nboard\nquit\n");
    std::fs::remove_file(&path).unwrap();
    let heard = String::from_utf8_lossy(&output.stdout);
    assert_eq!(heard.matches("no plan leads to the goal from here (proven)").count(), 2, "{heard}");
    assert!(!heard.contains("hint: go") && heard.contains("goal: at c"), "{heard}");
}

#[test]
fn a_fault_has_its_file_line_and_column() {
    let path = std::env::temp_dir().join(format!("meihua-{}-fault.pddl", std::process::id()));
    let text = include_str!("../../examples/puzzles/wolf.pddl").replace("(at ?t ?from)", "(at ?too ?from)");
    std::fs::write(&path, text).unwrap();
    let row = row(&[path.to_str().unwrap()]);
    std::fs::remove_file(&path).unwrap();
    assert_eq!(row[1], "error");
    assert!(row[5].contains("fault.pddl, line 14 column") && row[5].contains("\"?too\""), "{}", row[5]);
}

#[test]
fn the_wire_has_hints_values_and_texts_that_are_tasks_again() {
    let mut engine = Engine::start();
    engine.send("setoption name UCI_Variant value plan");
    engine.send("position file examples/puzzles/torch.pddl");
    engine.send("go");
    let lines = engine.until("bestmove");
    assert!(lines.iter().any(|line| line == "info string solution cost 17 bound 17 proven"), "{lines:?}");
    engine.send("position file examples/puzzles/wolf.pddl moves take(goat,left,right)");
    let fen = engine.fen();
    engine.send(&format!("position fen {fen}"));
    engine.send("setoption name MultiPV value 9");
    engine.send("go");
    let lines = engine.until("bestmove");
    let has = |text: &str| lines.iter().any(|line| line.contains(text));
    engine.quit();
    assert!(
        has("value cross(right,left) steps 6 bound 6 proven") && has("value take(goat,right,left) steps 8"),
        "{lines:?}"
    );
}

#[test]
fn a_text_is_checked_without_being_solved() {
    let file = "examples/puzzles/jugs.pddl";
    let said =
        |output: std::process::Output| (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned());
    assert_eq!(said(meihua(&["check", file], "")), (Some(0), format!("{file}: 1 puzzle: four-litres\n")));
    let text = std::fs::read_to_string(file).unwrap();
    let (status, fault) = said(meihua(&["check", "-"], &text.replace(":types jug", ":typs jug")));
    assert_eq!(status, Some(1));
    assert!(fault.starts_with("-: bad text, line 4 column 3: found \"(:typs jug amount)\""), "{fault}");
    let (_, fault) = said(meihua(&["--lang", "zh", "check", "-"], "(define (domain d)"));
    assert_eq!(fault, "-: 文本，第 1 行第 19 列有误：文本已结束，应为 再有 1 个右括号\n");
    let folder = common::fresh("checked");
    std::fs::create_dir_all(&folder).unwrap();
    let [domain, problem] = ["d.pddl", "p.pddl"].map(|name| folder.join(name).to_string_lossy().into_owned());
    let (first, second) = text.split_at(text.find("(define (problem").unwrap());
    std::fs::write(&domain, first).unwrap();
    std::fs::write(&problem, second).unwrap();
    assert_eq!(
        said(meihua(&["check", &domain, &problem], "")),
        (Some(0), format!("{domain}: 1 puzzle: four-litres\n"))
    );
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_solution_names_its_first_moves_however_many_are_looked_for() {
    let mut engine = Engine::start();
    engine.send("json\nsetoption name UCI_Variant value plan");
    for lines in [1, 9] {
        engine.send(&format!("setoption name MultiPV value {lines}\ngo"));
        let heard = engine.until("{\"event\":\"bestmove\"");
        assert!(heard.iter().any(|line| line.contains("\"best\":[\"take(goat,left,right)\"]")), "{lines}: {heard:?}");
    }
}
