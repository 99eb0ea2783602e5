//! What is wrong with a position, a saved game or the rules of a game is said wholly in Chinese, too: no phrase of a fault
//! lacks its translation.

use meihua::GAMES;
use meihua::engine::registry;
use meihua::puzzle::PuzzleText;
use meihua::sentence::Sentence;
use meihua::text::{GameText, PositionError};
use meihua_games::language::Language;
use meihua_games::phrasebook;
use meihua_mota::puzzle::ProjectPuzzle;
use meihua_planning::Plan;
use meihua_variants::Position as Own;

/// Words that stand for themselves in Chinese: letters and keys of formats, and the language PDDL.
const NAMES: &str = "pnbrqk KABNRCP kabnrcp BBBWWW_ PPP ppp cost moves hop castlingRank commoner position project PDDL \
    define domain problem either when not increase minimize total-cost";

/// Fails unless every phrase of a fault has its Chinese, and what stays as it is holds no English words.
fn check(error: &PositionError, input: &str) {
    let sentence = Sentence::from(error);
    for part in [&sentence, &error.without_text()] {
        translated(part, input);
    }
    let chinese = Language::Zh.text(sentence.clone());
    // A quote of the input may hold quotes of its own, which `Debug` has escaped.
    let plain: String = chinese.replace("\\\"", "").split('"').step_by(2).collect();
    let words = plain.split(|letter: char| !letter.is_ascii_alphabetic() && !matches!(letter, ':' | '-' | '_'));
    for word in words.filter(|word| !word.starts_with(':')) {
        let is_word = word.chars().filter(char::is_ascii_alphabetic).count() >= 3;
        assert!(!is_word || NAMES.split(' ').any(|name| name == word), "{input:?}: {word} in {chinese}");
    }
    assert!(chinese.contains("有误") || chinese.starts_with("局面不可能"), "{chinese}");
    assert_ne!(chinese, sentence.to_string(), "{input:?}");
}

/// Fails unless every phrase of a sentence has its Chinese.
pub(crate) fn translated(sentence: &Sentence, input: &str) {
    match sentence {
        Sentence::Plain(_) => (),
        Sentence::Phrase(phrase, parts) => {
            let is_known = phrasebook::has(phrase) || phrasebook::chinese(phrase) != *phrase;
            assert!(is_known, "{input:?}: no Chinese for {phrase:?}");
            parts.iter().for_each(|part| translated(part, input));
        }
        Sentence::Capital(inner) => translated(inner, input),
        Sentence::Row(parts) => parts.iter().for_each(|part| translated(part, input)),
    }
}

fn refused(game: &str, positions: &[&str]) {
    let entry = registry::find(GAMES, game).expect("a game");
    for fen in positions {
        let error = (entry.open)().set_position(fen).expect_err(fen);
        check(&error, fen);
    }
}

#[test]
fn xiangqi() {
    refused(
        "xiangqi",
        &[
            "",
            "foo",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w",
            "9/9/9/9/9/9/9/9/9/9",
            "4k4/9/9/9/9/9/9/9/9/4K3 w",
            "4k4/9/9/9/9/9/9/9/9/4K5 w",
            "4k4/9/9/9/9/9/9/9/9/4K4P w",
            "4k4/9/9/9/9/9/9/9/9/4X4 w",
            "4k4/9/9/9/9/9/9/9/9/3K5 white",
            "4k4/9/9/9/9/9/9/9/9/3K5[P] w",
            "4k4/9/9/9/9/9/9/9/9/3K5 w - - x 1",
            "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 x",
            "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1 more",
            "4k4/9/9/9/9/9/9/9/9/3KK4 w",
            "9/9/9/9/9/9/9/9/9/3K5 w",
            "4k4/9/9/9/9/9/9/9/9/K8 w",
            "4k4/9/9/A8/9/9/9/9/9/3K5 w",
            "4k4/9/9/B8/9/9/9/9/9/3K5 w",
            "4k4/9/9/9/9/9/9/9/9/4K4 w",
            "4k4/9/9/9/4R4/9/9/9/9/3K5 w",
            "4k4/9/9/9/9/9/9/9/4p4/4K4 b",
        ],
    );
}

#[test]
fn four_in_a_row() {
    refused(
        "cfour",
        &[
            "/",
            "7/7/7/7/7/6 w",
            "7/7/7/7/7/7 q",
            "7/7/7/7/7/2Z4 w",
            "7/7/7/7/7/7[QQ] w",
            "99/99",
            "7/7/7/7/3P3/7 b",
            "7/7/7/7/7/PP5 w",
            "7/7/7/7/pppp3/PPPP3 w",
            "7/7/7/7/ppp4/PPPP3 w",
            "7/7/7/7/3p3/PPPP3 w",
            "7/7/7/7/7/7 b",
            "7/7/7/7/pp5/PPPPpp1 w",
            "7/7/P5P/Pp1p2P/Pp1p2P/Pp1p1pP b",
            "7/7/7/7/7/7 w - - 0 1 2",
            "7/7/7/7/7/7 w x",
            "48",
            "4x",
            "1111111",
            "12121212",
        ],
    );
    check(&meihua::games::connect_four::ConnectFour::from_fen("").unwrap_err(), "");
}

#[test]
fn river_and_sliding_blocks() {
    refused(
        "river",
        &[
            "",
            "3 3",
            "3 3 0",
            "x 3 2",
            "3 x 2",
            "3 3 2 c",
            "-/P3D3 r 2",
            "-/-/Q3 r 2",
            "-/Q3/- r 2",
            "Q3/-/- r 2",
            "-/-/P3D3 x 2",
            "-/-/P3D3 r",
            "-/P3/D3 r 2",
            "P1000000/-/P1 r 2",
            "122200 121 22070",
        ],
    );
    let long = "B".repeat(5_000);
    let gaps = "_".repeat(100);
    let fens = ["", "BBXWW_ cost", "BBWW cost", "B_WW_ cost", "BW_ price", "BW_ cost hop=x", "BW_ cost hop=2 more"];
    refused("sliding", &[&fens[..], &[&long, &gaps]].concat());
}

const TOWER: &str =
    "1\n2 4\n11 99 24 30\n10 51 31 21\n1 1 5 50 100 20 30\n2\n51 9 3 0 7\n99 20 5 1 6\n9 4 2 0 1 0 1 0 0\n";

#[test]
fn towers() {
    let values = "1 1 5 50 100 20 30";
    for (from, to) in [
        (TOWER, ""),
        ("1\n", "2\n"),
        ("1\n", "1 1\n"),
        ("2 4", "2 4 1"),
        ("2 4", "2"),
        ("2 4", "0 4"),
        ("2 4", "2 0"),
        ("2 4", "1000 1000"),
        (" 30", ""),
        (" 30", " 99"),
        (" 30", " 34"),
        (" 30", " 52"),
        ("99 24", "10 24"),
        (values, "1 1 5 50 100"),
        (values, "1 1 5"),
        (values, "1 1 5 50 100 20 30 1"),
        (values, "-1 1 5 50 100 20 30"),
        (values, "1 x 5 50 100 20 30"),
        (values, "1 1 x 50 100 20 30"),
        (values, "1 1 5 x 100 20 30"),
        (values, "1 1 5 50 x 20 30"),
        (values, "1 1 5 50 100 x 30"),
        (values, "1 1 5 50 100 20 x"),
        ("\n2\n", "\n0\n"),
        ("51 9", "50 9"),
        ("51 9", "51 0"),
        ("9 3 0 7", "9 -3 0 7"),
        ("9 3 0 7", "9 3 -1 7"),
        ("9 3 0 7", "9 3 0 10"),
        ("99 20", "51 20"),
        ("99 20", "99 0"),
        ("99 20 5 1 6", "99 20 5 1"),
        ("9 4 2 0 1 0", "0 4 2 0 1 0"),
        ("9 4 2 0 1 0", "9 -4 2 0 1 0"),
        ("9 4 2 0 1 0", "9 4 -2 0 1 0"),
        ("9 4 2 0 1 0", "9 4 2 -1 1 0"),
        ("9 4 2 0 1 0", "9 4 2 0 2 0"),
        ("9 4 2 0 1 0", "9 4 2 0 1 4"),
        ("1 0 1 0 0", "1 0 1"),
        ("1 0 1 0 0", "1 0 x 0 0"),
        ("1 0 1 0 0", "1 0 0 x 0"),
        ("1 0 1 0 0", "1 0 0 0 x"),
        ("1 0 1 0 0", "1 0\n1"),
        ("\n9 4 2 0", "\n9 4 2"),
    ] {
        let text = TOWER.replacen(from, to, 1);
        check(&meihua::games::tower::format::parse(&text).expect_err(&text), &text);
    }
    // Where the hero stands on a tile of each kind.
    for code in [11, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 51, 99] {
        let text = TOWER.replacen("\n11 99", &format!("\n{code} 99"), 1).replacen("1 0 1 0 0", "0 0 1 0 0", 1);
        check(&meihua::games::tower::format::parse(&text).map(drop).expect_err(&text), &text);
    }
    // Rules v1.
    let old = TOWER.replacen(values, "1 1 5 50 100", 1);
    for text in [old.clone(), old.replacen("0 7\n", "0 1\n", 1).replacen("1 6\n", "1 1\n", 1)] {
        check(&meihua::games::tower::format::parse(&text).map(drop).expect_err(&text), &text);
    }
    let cut = TOWER.split_inclusive('\n').take(5).collect::<String>();
    check(&meihua::games::tower::format::parse(&cut).map(drop).expect_err(&cut), &cut);
    let many = format!("1\n100 100\n{}", format!("{}\n", ["24"; 100].join(" ")).repeat(100));
    let many = many.replacen("\n24", "\n10", 1) + "1 1 5 50 100\n1\n99 20 5 1 1\n9 4 2 0 0 0\n";
    check(&meihua::games::tower::format::parse(&many).map(drop).expect_err("many"), "many");
}

#[test]
fn games_of_files() {
    let starts = |text: &str| {
        let (mut games, faults) = meihua_variants::read(text);
        assert!(faults.is_empty(), "{faults:?}");
        Own::start_of(games.remove(0))
    };
    let chess = starts("[mine:chess]\n");
    for fen in [
        "",
        "8/8",
        "4k3/8/8/8/8/8/8/4K4 w",
        "4k3/8/8/8/8/8/8/4K5 w",
        "4k3/8/8/8/8/8/8/4Kx2 w",
        "4k3/8/8/8/8/8/8/4K3 x",
        "4k3/8/8/8/8/8/8/4K3[ w",
        "4k3/8/8/8/8/8/8/4K3[x] w",
        "4k3/8/8/8/8/8/8/R3K2R w !",
        "4k3/8/8/8/8/8/8/4K3 w - z9",
        "4k3/8/8/8/8/8/8/4K3 w - - x 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 x",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1 2",
        "4k3/8/8/8/8/8/8/3KK3 w",
        "4k3/8/8/8/8/8/8/4RK2 w",
    ] {
        check(&chess.like(fen).map(drop).expect_err(fen), fen);
    }
    let crazy = starts("[mine:crazyhouse]\n");
    let hand = format!("4k3/8/8/8/8/8/8/4K3[{}] w", "P".repeat(300));
    check(&crazy.like(&hand).map(drop).expect_err("a hand"), "a hand");
    let three = starts("[mine:3check]\n");
    check(&three.like("4k3/8/8/8/8/8/8/4K3 w - - 3+x 0 1").map(drop).expect_err("checks"), "checks");
    let makruk = starts("[mine:makruk]\n");
    let count = "4k3/8/8/8/8/8/8/4K3 w - 1x 0 1";
    check(&makruk.like(count).map(drop).expect_err(count), count);
    let xiangqi = starts("[mine:xiangqi]\n");
    let no_pieces = starts("[mine]\nstartFen = 8/8/8/8/8/8/8/8 w - - 0 1\n");
    check(&no_pieces.like("p7/8/8/8/8/8/8/8 w").map(drop).expect_err("no pieces"), "no pieces");
    let high = starts("[mine:chess]\ncastlingRank = 12\nstartFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1\n");
    check(&high.like("4k3/8/8/8/8/8/8/4K3 w KQ").map(drop).expect_err("castlingRank"), "castlingRank");
    let palace = "4k4/9/9/9/9/9/9/9/9/K8 w";
    check(&xiangqi.like(palace).map(drop).expect_err(palace), palace);
}

/// A small puzzle, into which faults are put.
const DOMAIN: &str = "(define (domain d) (:requirements :adl) (:types a b - c) (:constants k - a)
    (:predicates (p ?x - c) (q ?x ?y)) (:functions (fee ?x) (total-cost))
    (:action go :parameters (?x - a) :precondition (p ?x) :effect (and (not (p ?x)) (increase (total-cost) 1))))";
const PROBLEM: &str =
    "(define (problem x) (:domain d) (:objects o - b) (:init (p k)) (:goal (p o)) (:metric minimize (total-cost)))";

#[test]
fn puzzles_in_pddl() {
    let whole = format!("{DOMAIN}\n{PROBLEM}");
    assert_eq!(Plan::from_pddl(DOMAIN, Some(PROBLEM)).map(drop), Ok(()));
    let refuse = |text: &str| check(&Plan::from_pddl(text, None).map(drop).expect_err(text), text);
    for text in ["x", "(x)", "(define x)", "(define (domain d)", "(define (domain d)))", ",", "", DOMAIN, PROBLEM] {
        refuse(text);
    }
    for again in [DOMAIN, PROBLEM] {
        refuse(&format!("{whole}\n{again}"));
    }
    refuse(&"(".repeat(1_000));
    for (from, to) in [
        (":adl", ":fluents"),
        ("(:types a b - c)", "(:sorts a)"),
        ("(:types a b - c)", "(:types a b - c) (:types a b - c)"),
        ("a b - c)", "a b -)"),
        ("a b - c)", "- c a b - c)"),
        ("a b - c)", "(a) b - c)"),
        ("a b - c)", "a b - (or c))"),
        ("a b - c)", "a b - c c - a)"),
        ("a b - c)", "a b - (either (c)))"),
        ("(:constants k - a)", "(:constants k - z)"),
        ("(:constants k - a)", "(:constants ?k - a)"),
        ("(:constants k - a)", "(:constants k k - a)"),
        ("(p ?x - c)", "p"),
        ("(p ?x - c)", "(and ?x - c)"),
        ("(p ?x - c)", "(p x - c)"),
        ("(p ?x - c)", "(p ?x - c) (p ?x)"),
        ("(:action go :parameters", "(:action (go) :parameters"),
        ("(:action go :parameters", "(:action go :effect () ) (:action go :parameters"),
        (":precondition (p ?x)", ":condition (p ?x)"),
        (":precondition (p ?x)", ":parameters (?x - a)"),
        (":precondition (p ?x) :effect (and (not (p ?x)) (increase (total-cost) 1))", ":precondition"),
        (":parameters (?x - a)", ":parameters a"),
        (":parameters (?x - a)", ":parameters (x - a)"),
        (":parameters (?x - a)", ":parameters (?x ?x - a)"),
        (":precondition (p ?x)", ":precondition p"),
        (":precondition (p ?x)", ":precondition (p ?y)"),
        (":precondition (p ?x)", ":precondition (p z)"),
        (":precondition (p ?x)", ":precondition (p (k))"),
        (":precondition (p ?x)", ":precondition (r ?x)"),
        (":precondition (p ?x)", ":precondition (p ?x ?x)"),
        (":precondition (p ?x)", ":precondition (q ?x)"),
        (":precondition (p ?x)", ":precondition (> (fee ?x) 1)"),
        (":precondition (p ?x)", ":precondition (preference (p ?x))"),
        (":precondition (p ?x)", ":precondition (not (p ?x) (p ?x))"),
        (":precondition (p ?x)", ":precondition (forall ?y (p ?x))"),
        (":precondition (p ?x)", ":precondition (exists ?y (p ?x))"),
        ("(p ?x - c)", "(p ?x - (either a b))) (:predicates (p ?x - (either a b))"),
        ("(not (p ?x))", "(not ((p ?x)))"),
        ("(not (p ?x))", "(= ?x ?x)"),
        ("(not (p ?x))", "(when (p ?x))"),
        ("(not (p ?x))", "(assign (fee ?x) 1)"),
        ("(not (p ?x))", "(when (p ?x) (increase (total-cost) 1))"),
        ("(total-cost) 1", "(total-cost) -1"),
        ("(total-cost) 1", "(total-cost) (+ 1 2)"),
        ("(total-cost) 1", "(total-cost) (toll ?x)"),
        ("(total-cost) 1", "(total-cost) ()"),
        ("(total-cost) 1", "(total-cost) (fee ?x)"),
        ("(:domain d)", "(:domain e)"),
        ("(:init (p k))", "(:init (= (total-cost) 7) (p k))"),
        ("(:init (p k))", "(:init (= fee 7) (p k))"),
        ("(:init (p k))", "(:init (= (fee k) 7) (= (fee k) 8))"),
        ("(:init (p k))", "(:init (at 5 (p k)))"),
        ("(:init (p k))", "(:init (p k) (not (p k)))"),
        ("(:init (p k))", "(:init (not (p k)) (p k))"),
        ("(:goal (p o))", "(:goal)"),
        ("(:goal (p o))", ""),
        ("(:metric minimize (total-cost))", "(:metric minimize)"),
        ("(:metric minimize (total-cost))", "(:metric maximize (total-cost))"),
    ] {
        let text = whole.replacen(from, to, 1);
        assert_ne!(text, whole, "{from}");
        refuse(&text);
    }
    let [domain, problem] = [DOMAIN.replacen("(p ?x - c)", "p", 1), PROBLEM.replacen("(p k)", "p", 1)];
    for (domain, problem) in [(&*domain, PROBLEM), (DOMAIN, &*problem)] {
        check(&Plan::from_pddl(domain, Some(problem)).map(drop).expect_err("two texts"), "two texts");
    }
    // Types are named where an argument has another one.
    let other = whole.replacen("(p ?x - c)", "(p ?x - (either a b))", 1).replacen("o - b", "o - b z - c", 1);
    refuse(&other.replacen("(p k)", "(p z)", 1));
    let error = Plan::from_pddl(&whole.replacen("(p ?x) :e", "(p ?y) :e", 1), None).map(drop).unwrap_err();
    let said = "文本，第 3 行第 55 列有误：读到 \"?y\"，应为 前面声明过的变量";
    assert_eq!(Language::Zh.text(&error), said);
}

#[test]
fn puzzles_in_pddl_that_are_too_large() {
    let objects: String = (0..700).map(|object| format!(" o{object}")).collect();
    let task = |params: &str, condition: &str, effect: &str| {
        format!(
            "(define (domain d) (:requirements :adl) (:predicates (p ?x ?y) (q))
            (:action go :parameters ({params}) :precondition {condition} :effect {effect}))
            (define (problem x) (:domain d) (:objects{objects}) (:init) (:goal (q)))"
        )
    };
    let line = "(and (p ?x o1) (p ?x o2))";
    for (params, condition, effect) in [
        ("", "(forall (?x ?y) (p ?x ?y))", "(p o0 o1)"),
        ("", "(forall (?x ?y ?z) (p ?x ?y))", "(q)"),
        ("", &*format!("(forall (?x) {line})"), "(p o0 o1)"),
        ("", "()", "(forall (?x ?y) (and (p ?x ?y) (p ?y ?x) (not (p ?x ?x))))"),
        ("?a ?b ?c ?d", "()", "(q)"),
    ] {
        let text = task(params, condition, effect);
        check(&Plan::from_pddl(&text, None).map(drop).expect_err(condition), condition);
    }
    let objects: String = (0..16).map(|object| format!(" o{object}")).collect();
    let ways = format!(
        "(define (domain d) (:requirements :adl) (:predicates (p ?x ?y) (q))
        (:action make :parameters (?x ?y) :effect (p ?x ?y))
        (:action go :parameters () :precondition (forall (?x) (or (p ?x o1) (p o2 ?x))) :effect (q)))
        (define (problem x) (:domain d) (:objects{objects}) (:init) (:goal (q)))"
    );
    check(&Plan::from_pddl(&ways, None).map(drop).expect_err("ways"), "ways");
}

#[test]
fn a_text_is_no_multi_floor_tower() {
    check(&ProjectPuzzle::from_fen("1;2 2").map(drop).unwrap_err(), "a text");
}
