//! The examples of the pages are true: they are run, and what they print is compared with what is shown.

use common::examples::{check, difference, examples, folder};
use std::fs;
use std::path::Path;

fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

#[test]
fn examples_are_found_in_every_kind_of_block() {
    let page = "text\n\n```sh\nmeihua a | \\\n  b\nmeihua c\n```\n\n    $ echo 1\n    1\n\n    $ meihua d\n\n\
                ```text\n$ meihua play x\nYour side: y [red]: red\nboard\nred> h2e2\nover (new)> quit\nend\n```\n";
    let found = examples(page);
    let commands: Vec<(usize, &str)> = found.iter().map(|example| (example.line, example.command.as_str())).collect();
    assert_eq!(
        commands,
        [(4, "meihua a |   b"), (6, "meihua c"), (9, "echo 1"), (12, "meihua d"), (15, "meihua play x --side red")]
    );
    assert_eq!(found[0].shown, None);
    assert_eq!(found[2].shown, Some(lines("1")));
    assert_eq!((found[4].input.as_str(), &found[4].shown), ("h2e2\nquit\n", &Some(lines("board\nend"))));
}

#[test]
fn an_example_is_run_with_the_program_on_its_path_and_its_errors_shown() {
    let found = examples("    $ meihua solve river < x; printf '3 3 2\\n' | meihua solve river\n    …\n");
    // A folder of its own: in one that others use a file `x` may lie.
    let folder = folder("errors");
    let (printed, is_good) = found[0].run(&folder);
    fs::remove_dir_all(&folder).unwrap();
    assert!(is_good && printed.len() == 2 && printed[0].contains("x"), "{printed:?}");
    assert!(printed[1].starts_with("3 3 2\t11\tproven\t"), "{printed:?}");
}

#[test]
fn what_is_shown_otherwise_is_found() {
    let is_true = |shown: &str, printed: &str| difference(&lines(shown), &lines(printed)).is_ok();
    assert!(is_true("a\n…\nb", "a\n1\n2\nb") && is_true("a\n…", "a\n1") && is_true("…\nb\n…\nd", "a\nb\nc\nd"));
    assert!(is_true("id … pv a …", "id 7 pv a b c") && is_true("nps 1 time 2 pv a", "nps 3 time 44 pv a"));
    assert!(is_true("p\t1\tproven\t2\t3.0\t-\tx", "p\t1\tproven\t2\t44.5\t-\tx"));
    for (shown, printed) in [
        ("a", "b"),
        ("a", "a\nb"),
        ("a\nb", "a"),
        ("a\n…\nb", "a\nb\nc"),
        ("…\nb\n…\nd", "a\nc\nd"),
        ("id … pv a", "id 7 pv b"),
        ("nodes 1", "nodes 2"),
        ("p\t1\tproven\t2\t3.0\t-\tx", "p\t1\tproven\t3\t3.0\t-\tx"),
    ] {
        assert!(!is_true(shown, printed), "{shown:?} {printed:?}");
    }
}

/// What is not run: it builds the program, tests it, or runs until it is stopped.
const LEFT_OUT: [&str; 2] = ["cargo ", "meihua serve"];

#[test]
fn the_examples_of_the_readme_are_true() {
    check("README.md", include_str!("../../README.md"), &LEFT_OUT);
}

#[test]
fn the_examples_of_the_chinese_readme_are_true() {
    check("README.zh.md", include_str!("../../README.zh.md"), &LEFT_OUT);
}

#[test]
fn the_games_of_the_page_are_true() {
    check("play.md", include_str!("../../docs/play.md"), &["python3 "]);
}

#[test]
fn the_games_of_the_chinese_page_are_true() {
    check("play.zh.md", include_str!("../../docs/play.zh.md"), &["python3 "]);
}

#[test]
fn the_examples_of_the_analysis_are_true() {
    check("analyse.md", include_str!("../../docs/analyse.md"), &[]);
}

#[test]
fn the_examples_of_the_chinese_analysis_are_true() {
    check("analyse.zh.md", include_str!("../../docs/analyse.zh.md"), &[]);
}

#[test]
fn the_examples_of_the_towers_are_true() {
    // The tower of fifty floors is not ours to have here; its route is replayed in `reference/towers.rs`.
    check("towers.md", include_str!("../../docs/towers.md"), &["meihua solve tower FIFTY"]);
}

#[test]
fn the_examples_of_the_chinese_page_of_towers_are_true() {
    check("towers.zh.md", include_str!("../../docs/towers.zh.md"), &["meihua solve tower FIFTY"]);
}

#[test]
fn the_examples_of_the_tutorial_are_true() {
    // Its program in Python is run by `clients/run`.
    check("tutorial.md", include_str!("../../docs/tutorial.md"), &["cargo ", "meihua serve", "python3 "]);
}

#[test]
fn the_examples_of_the_chinese_tutorial_are_true() {
    check("tutorial.zh.md", include_str!("../../docs/tutorial.zh.md"), &["cargo ", "meihua serve", "python3 "]);
}

#[test]
fn the_programs_of_the_page_for_clients_are_those_that_are_run() {
    let page = include_str!("../../docs/clients.md");
    let files = [include_str!("../../examples/clients/engine.py"), include_str!("../../examples/clients/engine.mjs")];
    let mut shown = [0, 0];
    for block in page.split("\n```").skip(1).step_by(2) {
        let (language, code) = block.split_once('\n').expect("a block of code");
        let file = usize::from(language == "js");
        assert!(files[file].contains(code), "not in the file that tests/clients/run runs:\n{code}");
        shown[file] += 1;
    }
    assert_eq!(shown, [2, 1]);
}

#[test]
fn the_pages_name_the_rust_that_is_needed() {
    let oldest = env!("CARGO_PKG_RUST_VERSION");
    assert!(include_str!("../../README.md").contains(&format!("Rust {oldest} or later")), "{oldest}");
    assert!(include_str!("../../README.zh.md").contains(&format!("Rust {oldest} 或更新")), "{oldest}");
}

#[test]
fn the_pictures_are_those_that_the_commands_of_their_page_draw() {
    let (folder, kept) = (folder("pictures"), Path::new(env!("CARGO_MANIFEST_DIR")));
    let page = examples(include_str!("../../docs/pictures/README.md"));
    let mut pictures = 0;
    for example in page.iter().filter(|example| example.command.starts_with("meihua draw")) {
        let (_, name) = example.command.split_once(" -o ").expect("a file");
        assert!(example.run(&folder).1, "{}", example.command);
        let (drawn, kept) = (fs::read(folder.join(name)).unwrap(), fs::read(kept.join(name)).unwrap());
        assert!(drawn == kept, "{name} is not what this draws: {}", example.command);
        pictures += 1;
    }
    fs::remove_dir_all(&folder).unwrap();
    // Those of a browser are dots.
    let kept = fs::read_dir(kept.join("docs/pictures")).unwrap();
    let drawn = kept.filter(|file| file.as_ref().unwrap().path().extension().is_some_and(|ending| ending == "svg"));
    assert_eq!(pictures, drawn.count());
}
