//! What is read as a task, and what is refused, with its place.

use super::{solve, text};
use meihua_contracts::puzzle::{FromFiles, Puzzle, PuzzleText};
use meihua_contracts::random::SplitMix64;
use meihua_contracts::solution::Budget;
use meihua_planning::Plan;

/// What gets into a damaged text.
const WORDS: [&str; 9] = ["(", ")", "- ", "?x ", "(not ", "(forall ", "99999999999 ", "\u{1}", "ü "];

#[test]
fn damaged_texts_are_refused_or_read() {
    let mut random = SplitMix64::new(9);
    let texts: Vec<String> = ["wolf", "torch", "husbands", "black-and-white", "lights"].map(text).into();
    let (mut read, mut refused) = (0, 0);
    for index in 0..1_500 {
        let mut words: Vec<&str> = texts[index % texts.len()].split_inclusive(['(', ')', ' ', '\n']).collect();
        for _ in 0..1 + random.below(3) {
            let (at, from) = (random.below(words.len()), random.below(words.len()));
            match random.below(4) {
                0 => drop(words.remove(at)),
                1 => words.insert(at, words[from]),
                2 => words.swap(at, from),
                _ => words[at] = WORDS[random.below(WORDS.len())],
            }
        }
        match Plan::from_fen(&words.concat()) {
            Ok((plan, start)) => {
                solve(&plan, &start, &Budget { nodes: Some(20), ..Budget::default() });
                read += 1;
            }
            Err(_) => refused += 1,
        }
    }
    assert!(read > 50 && refused > 500, "{read} read, {refused} refused");
}

#[test]
fn a_quantifier_over_nothing_is_read_all_the_same() {
    let task = |condition: &str, effect: &str| {
        format!(
            "(define (domain d) (:requirements :adl) (:types ghost man) (:predicates (seen ?x) (won))
            (:action a :parameters () :precondition {condition} :effect (and (won) {effect})))
            (define (problem p) (:domain d) (:objects eve - man) (:init) (:goal (won)))"
        )
    };
    // Whether an action is possible at the start.
    let possible = |condition: &str, effect: &str| {
        let (plan, start) = Plan::from_fen(&task(condition, effect)).unwrap();
        let mut moves = Vec::new();
        plan.moves(&start, &mut moves);
        let state = moves.first().map(|&mv| plan.apply(&start, mv));
        (moves.len(), state.map(|state| plan.diagram(&state)))
    };
    let won = Some("won\ngoal: won".to_owned());
    assert_eq!(possible("(forall (?g - ghost) (seen ?g))", "(forall (?g - ghost) (seen ?g))"), (1, won.clone()));
    assert_eq!(possible("(exists (?g - ghost) (not (seen ?g)))", ""), (0, None));
    assert_eq!(possible("(or (exists (?g - ghost) (seen ?g)) (not (seen eve)))", ""), (1, won));
    for (condition, effect, fault) in [
        ("(forall (?g - ghost) (seen ?h))", "", "?h"),
        ("(exists (?g - ghost) (seen ?h))", "", "?h"),
        ("(exists (?g - ghost) (forall (?m - man) (not (seen ?h))))", "", "?h"),
        ("(and)", "(forall (?g - ghost) (seen ?h))", "?h"),
        ("(and)", "(forall (?g - ghost) (saw ?g))", "(saw"),
    ] {
        let text = task(condition, effect);
        let column = text.lines().nth(1).and_then(|line| line.find(fault)).unwrap() + 1;
        let error = Plan::from_fen(&text).map(drop).unwrap_err().to_string();
        assert!(error.contains(&format!("line 2 column {column}: found \"{fault}")), "{error}");
    }
}

#[test]
fn a_cost_without_a_value_has_its_place() {
    let task = "(define (domain d) (:predicates (won)) (:functions (fee ?x))
        (:action pay :parameters (?x) :effect (and (won) (increase (total-cost) (fee ?x)))))
        (define (problem p) (:domain d) (:objects o1 o2) (:init (= (fee o2) 3)) (:goal (won))
        (:metric minimize (total-cost)))";
    let error = Plan::from_fen(task).map(drop).unwrap_err().to_string();
    let expected = "bad position, line 2 column 81: found \"(fee o1)\", expected a function with a value in :init";
    assert_eq!(error, expected);
    // An action that can never be done needs none.
    let ways = "(define (domain d) (:predicates (at ?x)) (:functions (len ?x ?y))
        (:action go :parameters (?x ?y) :precondition (and (at ?x) (not (at ?y)))
        :effect (and (at ?y) (not (at ?x)) (increase (total-cost) (len ?x ?y)))))
        (define (problem p) (:domain d) (:objects a b) (:init (at a) (= (len a b) 5)) (:goal (at b))
        (:metric minimize (total-cost)))";
    let error = Plan::from_fen(ways).map(drop).unwrap_err().to_string();
    assert!(error.contains("found \"(len b a)\""), "{error}");
    assert!(Plan::from_fen(&ways.replace("(= (len a b) 5)", "(= (len a b) 5) (= (len b a) 4)")).is_ok());
}

#[test]
fn what_would_be_too_large_is_refused() {
    let objects: Vec<String> = (0..400).map(|number| format!("o{number}")).collect();
    for (params, condition) in [
        ("?a ?b ?c ?d", "(and)"),
        ("?a ?b", "(forall (?x ?y ?z) (or (p ?x ?y) (p ?y ?z)))"),
        ("", "(exists (?x ?y ?z ?w) (and (p ?x ?y) (p ?z ?w)))"),
        ("?a", "(forall (?x) (or (p ?x ?a) (p ?a ?x)))"),
    ] {
        let objects = objects.join(" ");
        let pairs: String = (0..400).map(|number| format!("(p o{number} o{})", number * 7 % 400)).collect();
        let task = format!(
            "(define (domain d) (:requirements :adl) (:predicates (p ?x ?y) (q)) (:action a :parameters ({params})
            :precondition {condition} :effect (and (q) (not (p o1 o7)) (forall (?x) (not (p ?x ?x))))))
            (define (problem p) (:domain d) (:objects {objects}) (:init {pairs}) (:goal (q)))"
        );
        if let Ok((plan, start)) = Plan::from_fen(&task) {
            solve(&plan, &start, &Budget { nodes: Some(20), ..Budget::default() });
        }
    }
}

/// Each would take minutes if its atoms were compared one with the other.
#[test]
fn a_condition_of_a_million_atoms_is_refused() {
    let objects: String = (0..700).map(|object| format!(" o{object}")).collect();
    let task = |condition: &str, goal: &str| {
        format!(
            "(define (domain d) (:requirements :adl) (:predicates (p ?x ?y) (q))
            (:action go :parameters () :precondition {condition} :effect (p o0 o1)))
            (define (problem x) (:domain d) (:objects{objects}) (:init) (:goal {goal}))"
        )
    };
    let all = "(forall (?x ?y) (p ?x ?y))";
    for (condition, goal) in [("()", all), (all, "(q)"), ("()", &*format!("(or {all} {all})"))] {
        let fault = Plan::from_fen(&task(condition, goal)).map(drop).unwrap_err().to_string();
        assert!(fault.contains("once it is written out"), "{fault}");
    }
}

#[test]
fn names_that_nothing_can_ask_for_are_faults() {
    let task = |types: &str, predicates: &str, objects: &str, effect: &str, init: &str, goal: &str| {
        format!(
            "(define (domain d) (:types {types}) (:predicates (p) {predicates}) (:functions (total-cost))
            (:action go :parameters () :effect (and (p) {effect})))
            (define (problem x) (:domain d) (:objects {objects}) (:init {init}) (:goal {goal}) (:metric minimize (total-cost)))"
        )
    };
    for (types, predicates, objects, effect, init, goal, said) in [
        ("t u", "", "a b - t - u", "", "", "(p)", "expected names before it"),
        ("t", "", "- t a b", "", "", "(p)", "expected names before it"),
        ("t", "", "?a", "", "", "(p)", "expected the name of an object"),
        ("t", "", ":init", "", "", "(p)", "expected the name of an object"),
        ("t", "", "a,b", "", "", "(p)", "found \",\", expected a word without commas"),
        ("t", "(when)", "a", "", "", "(p)", "expected a name that is no word of the language"),
        ("t", "(q x)", "a", "", "", "(p)", "expected a variable"),
        ("t", "", "a", "(increase (total-cost) +5)", "", "(p)", "expected a whole number"),
        ("t", "", "a", "(increase (total-cost) (+ 1 2))", "", "(p)", "sums and products are not supported"),
        ("t", "", "a", "", "(at 5 (p))", "(p)", "atoms at a time are not supported"),
        ("t", "", "a", "", "", "(preference x (p))", "preferences are not supported"),
    ] {
        let fault = Plan::from_fen(&task(types, predicates, objects, effect, init, goal)).map(drop).unwrap_err();
        assert!(fault.to_string().contains(said), "{fault}");
    }
}

#[test]
fn case_and_line_ends_of_every_kind_do_not_matter() {
    let text = "; a cup of TEA\r(define (domain d) (:predicates (gar ?x))\r(:action BRÜH :parameters (?x) :effect (gar ?x)))\r\
        (define (problem p) (:domain d) (:objects É) (:init) (:goal (gar é)))";
    let (plan, start) = Plan::from_fen(text).unwrap();
    assert!(plan.parse_move(&start, "Brüh(É)").is_ok());
}

/// Which part a file holds is seen by its parentheses, not by the words of a comment.
#[test]
fn a_domain_beside_its_problem_is_found() {
    let folder = std::env::temp_dir().join(format!("meihua-beside-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let domain = "(define\t(domain\td) (:predicates (p)) (:action go :parameters () :effect (p)))";
    let problem = "; for the (domain d) of the book\n(define (problem x) (:domain d) (:init) (:goal (p)))";
    for (beside, text) in [(Some(domain), problem.to_owned()), (None, format!("{domain}\n{problem}"))] {
        match beside {
            Some(text) => std::fs::write(folder.join("domain.pddl"), text).unwrap(),
            None => std::fs::remove_file(folder.join("domain.pddl")).unwrap(),
        }
        let path = folder.join("task.pddl");
        std::fs::write(&path, text).unwrap();
        Plan::open(&path.to_string_lossy()).unwrap();
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_contradicts_itself_is_a_fault() {
    let task = |types: &str, objects: &str, init: &str| {
        format!(
            "(define (domain t) (:types {types}) (:predicates (on ?x)) (:functions (f ?x) (total-cost))
            (:action go :parameters (?x) :effect (on ?x)))
            (define (problem x) (:domain t) (:objects {objects})
            (:init {init}) (:goal (on a)))"
        )
    };
    let right = task("b - c c - object d - (either b c)", "a - b e", "(on a) (on a) (not (on e)) (= (total-cost) 0)");
    assert_eq!(Plan::from_fen(&right).map(drop), Ok(()));
    for (types, objects, init, said) in [
        ("b", "a", "(= (f a) 1) (= (f a) 2)", "bad position, line 4 column 32: found \"(= (f a) 2)\""),
        ("b", "a e a", "", "bad position, line 3 column 59: found \"a\", expected each object and constant once"),
        ("b", "a", "(not (on a)) (on a)", "bad position, line 4 column 33: found \"(on a)\""),
        ("b", "a", "(on a) (not (on a))", "bad position, line 4 column 27: found \"(not (on a))\""),
        (
            "b - c c - d d - b",
            "a",
            "",
            "bad position, line 1 column 28: found \"b\", expected a type that is not below itself",
        ),
        ("b", "a", "(= (total-cost) 7)", "bad position, line 4 column 36: found \"7\", expected 0, the cost before"),
    ] {
        let fault = Plan::from_fen(&task(types, objects, init)).map(drop).unwrap_err().to_string();
        assert!(fault.contains(said), "{fault}");
    }
}
