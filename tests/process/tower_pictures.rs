//! Pictures of towers: titles and captions in any language, whether a plan is proven, and lines that fit.

use super::tower_words::changed;
use common::{fresh, meihua};
use std::fs;

fn svg(arguments: &[&str]) -> String {
    let output = meihua(arguments, "");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn a_title_keeps_its_chinese_and_a_caption_speaks_it() {
    let folder = changed("titled-tower", &[("data.js", "Two floors", "50层魔塔")]);
    let path = folder.to_string_lossy();
    let english = svg(&["draw", "tower", &path]);
    assert!(english.contains(">50层魔塔</text>") || english.contains("50层魔塔\n</text>"), "{english}");
    let chinese = svg(&["--lang", "zh", "draw", "tower", &path]);
    let said = chinese.replace('\n', "");
    assert!(said.contains("已证明最优"), "{chinese}");
    let one_floor = svg(&["--lang", "zh", "draw", "tower", "--movetime", "300"]);
    assert!(one_floor.contains("勇士：生命 "), "{one_floor}");
    // A PNG has no font: its captions are English, and boxes stand for what the pen lacks.
    let [file, plain] = ["titled.png", "plain.png"].map(fresh);
    svg(&["--lang", "zh", "draw", "tower", &path, "-o", &file.to_string_lossy()]);
    svg(&["draw", "tower", "examples/tower", "-o", &plain.to_string_lossy()]);
    assert_ne!(fs::read(&file).unwrap(), fs::read(&plain).unwrap());
    for path in [file, plain] {
        fs::remove_file(path).unwrap();
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_caption_says_what_is_proven_and_has_room() {
    // Captions of strokes cannot be read: Chinese ones are text.
    let proven = svg(&["--lang", "zh", "draw", "tower", "examples/tower"]);
    assert!(proven.contains("剩余生命 132"), "{proven}");
    assert!(!proven.contains("未证明"), "{proven}");
    let folder =
        changed("narrow-tower", &[("data.js", "Two floors", "一座名字很长很长很长很长很长很长很长很长很长很长的塔")]);
    let text = svg(&["draw", "tower", &folder.to_string_lossy(), "--pv", "R"]);
    assert!(text.matches("<text").count() > 1, "the title is broken into lines: {text}");
    fs::remove_dir_all(folder).unwrap();
}
