//! `meihua solve tower FOLDER` on the small tower of `examples/`: records that the platform replays, written and checked.

use common::{fresh, meihua};

const TOWER: &str = "examples/tower";

/// What `solve tower` answers, and whether all was good.
fn solve(arguments: &[&str]) -> (String, bool) {
    let output = meihua(&[&["solve", "tower", TOWER], arguments].concat(), "");
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    (String::from_utf8_lossy(&output.stdout).trim().to_owned(), output.status.success())
}

#[test]
fn a_record_is_written_and_checked() {
    let path = fresh("route.h5route");
    let file = path.to_string_lossy();
    let (row, good) = solve(&["-o", &file]);
    let columns: Vec<&str> = row.split('\t').collect();
    assert!(good && columns[1] == "132" && columns[2] == "proven", "{row}");
    let keys = columns[5].strip_prefix("keys=").expect("a number of keys");
    let verdict = format!(
        "legal, the tower is won: {keys} keys, floor F2, column 3, row 1, hp 132, attack 15, defence 7, gold 30"
    );
    assert_eq!(solve(&["--check", &file]), (verdict.clone(), true));
    // A route that was checked is written as a record, too.
    std::fs::remove_file(&path).unwrap();
    assert_eq!(solve(&["--check", columns[6], "-o", &file]), (verdict.clone(), true));
    assert_eq!(solve(&["--check", &file]), (verdict, true));
    assert_eq!(solve(&["--keys"]), (columns[6].to_owned(), true));
    // The diary of a plan and of its check are one.
    let diary = fresh("diary.txt");
    let diaries = [&["--keys"][..], &["--check", &file]].map(|arguments| {
        assert!(solve(&[arguments, &["--diary", &diary.to_string_lossy()]].concat()).1);
        std::fs::read_to_string(&diary).unwrap()
    });
    assert!(diaries[0] == diaries[1] && diaries[0].contains("\nF2 (Top): hp "), "{}", diaries[0]);
    assert!(
        diaries[0].contains("\n  3,2 king: hp -") && diaries[0].contains("\nwon: hp 132, attack "),
        "{}",
        diaries[0]
    );
    let over = meihua(&["solve", "tower", TOWER, "--check", &file, "--diary", &file], "");
    assert_eq!(over.status.code(), Some(2));
    // Damaged, and gone.
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, &text[..text.len() / 2]).unwrap();
    let (refusal, good) = solve(&["--check", &file]);
    assert!(!good && refusal.starts_with("error: the file is damaged"), "{refusal}");
    std::fs::remove_file(&path).unwrap();
    assert!(!solve(&["--check", &file]).1);
    // A row has seven columns, whatever it says.
    let (row, good) = solve(&["--from", "zz"]);
    let columns: Vec<&str> = row.split('\t').collect();
    assert!(!good && columns.len() == 7 && columns[1] == "error" && columns[5].starts_with("--from: "), "{row}");
}

#[test]
fn keys_that_did_nothing_are_named_in_the_diary() {
    let diary = fresh("wasted.txt");
    let file = diary.to_string_lossy();
    for (route, expected) in [
        ("R2", "wasted keys: 1 yellow key left over"),
        ("R4D2L", "wasted keys: F1 2,2 yellowDoor opened for nothing"),
        ("R4D2L2R", "wasted keys: F1 2,2 yellowDoor opened for nothing"),
        // Behind this door is a pickaxe.
        ("R4D5L4R7", "not won: hp 122, attack 12, defence 7, gold 8, pickaxe"),
    ] {
        assert!(solve(&["--check", route, "--diary", &file]).1, "{route}");
        let text = std::fs::read_to_string(&diary).unwrap();
        assert_eq!(text.lines().last(), Some(expected), "{route}: {text}");
    }
    std::fs::remove_file(diary).unwrap();
}

#[test]
fn steps_into_walls_are_counted() {
    let said = "legal, the tower is not won: 5 keys (1 into walls), floor F1, column 3, row 0, hp 96, attack 12, defence 5, gold 4, yellow key";
    assert_eq!(solve(&["--check", "LR4"]), (said.to_owned(), true));
}

#[test]
fn the_first_key_that_is_not_allowed_is_named() {
    let place = "floor F1, column 2, row 0, hp 96, attack 10, defence 5, gold 4, yellow key";
    for (route, expected) in [
        ("R3C0", "error: key 3: 1 answers, expected 0; floor F1, column 1, row 0, hp 96, attack 10, defence 5, gold 4, yellow key".to_owned()),
        ("R3FF2:", format!("error: key 4: a flight to F2 is not possible; {place}")),
        (
            "R3x",
            "error: character 2: \"x\", expected U, D, L, R, N, C, P, F, I, e, u, M, T, t or G and what belongs to it"
                .to_owned(),
        ),
    ] {
        assert_eq!(solve(&["--check", route]), (expected, false));
    }
}

#[test]
fn a_part_of_a_tower_is_a_tower() {
    let (row, good) = solve(&["--until", "F1,4,2"]);
    let columns: Vec<&str> = row.split('\t').collect();
    assert!(good && columns[1] == "155" && columns[2] == "proven", "{row}");
    let check = |route: &str| solve(&["--until", "F1,4,2", "--check", route]);
    let (verdict, good) = check(columns[6]);
    assert!(good && verdict.starts_with("legal, the tower is won: ") && verdict.contains(", hp 155, "), "{verdict}");
    let (verdict, good) = check("R4D2");
    assert!(good && verdict.starts_with("legal, the tower is not won: "), "{verdict}");
    for (until, expected) in [
        ("F3,4,2", "error: --until: no floor \"F3\" in this tower"),
        ("F1,9,2", "error: --until: column 9, row 2: floor F1 has 7 columns and 5 rows"),
    ] {
        assert_eq!(solve(&["--until", until]), (expected.to_owned(), false));
    }
}
