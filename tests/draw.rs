//! `meihua draw` as a process.

use std::process::{Command, Output};

fn draw(arguments: &[&str]) -> (Output, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_meihua")).arg("draw").args(arguments).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    (output, text)
}

#[test]
fn the_graph_of_the_river_as_picture_and_as_text() {
    let (output, picture) = draw(&["river", "3", "3", "2", "--graph"]);
    assert!(output.status.success() && picture.trim_end().ends_with("</svg>"), "{picture}");
    let file = std::env::temp_dir().join(format!("meihua-graph-{}.dot", std::process::id()));
    let path = file.to_string_lossy().into_owned();
    let (output, nothing) = draw(&["river", "startpos moves DD", "--graph", "-o", &path]);
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_file(&file).unwrap();
    assert!(output.status.success() && nothing.is_empty());
    assert!(text.starts_with("graph river {") && text.contains("n0 [label=\"D2/-/P3D1 l\""), "{text}");
}

#[test]
fn what_cannot_be_drawn_is_told_on_the_error_stream() {
    for (arguments, status, part) in [
        (vec!["nothing"], 2, "unknown game"),
        (vec!["river", "3", "3", "0"], 1, "capacity of the boat"),
        (vec!["river", "9999", "9999", "2", "--graph"], 1, "more than 1000 positions"),
        (vec!["tower", "file", "no such file"], 1, "no such file"),
    ] {
        let (output, text) = draw(&arguments);
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{arguments:?}");
        assert!(text.is_empty() && complaint.contains(part), "{arguments:?}: {complaint}");
    }
}
