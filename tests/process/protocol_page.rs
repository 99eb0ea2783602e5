//! `protocol.md` is what users read: it must name every option that is declared, and its examples must be true.

use common::examples::check;
use meihua::GAMES;
use meihua::engine::fault::Code;
use meihua::protocol::option;
use serde_json::Value;

#[test]
fn the_page_names_every_option() {
    let page = include_str!("../../protocol.md");
    let (_, options) = page.split_once("## Options").expect("a section on options");
    for name in option::all(GAMES).flat_map(|choice| [choice.uci, choice.ucci]).filter(|name| !name.is_empty()) {
        assert!(options.contains(&format!("`{name}`")), "protocol.md does not name {name}");
    }
}

/// The section on the dialect `json`.
fn json_section() -> &'static str {
    let (_, section) = include_str!("../../protocol.md").split_once("\n## JSON\n").expect("a section on JSON");
    section.split_once("\n## ").expect("a section after it").0
}

#[test]
fn the_page_names_every_code_of_an_error() {
    for code in Code::ALL {
        let name = serde_json::to_value(code).expect("a name");
        let name = name.as_str().expect("a text");
        assert!(json_section().contains(&format!("`{name}`")), "protocol.md does not name {name}");
    }
}

#[test]
fn the_page_shows_events_that_its_table_names() {
    let (table, examples) = json_section().split_once("```json\n").expect("examples");
    let lines = examples.split_once("```").expect("their end").0.lines();
    for line in lines {
        let event: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        let name = event["event"].as_str().expect("a name");
        assert!(table.contains(&format!("`{name}`")), "the table does not name {name}");
    }
}

#[test]
fn the_examples_print_what_the_page_shows() {
    check("protocol.md", include_str!("../../protocol.md"), &[]);
}
