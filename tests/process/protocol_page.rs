//! `protocol.md` is what users read: it must name every option that is declared, and its examples must be true.

use common::examples::check;
use meihua::GAMES;
use meihua::protocol::option;

#[test]
fn the_page_names_every_option() {
    let page = include_str!("../../protocol.md");
    let (_, options) = page.split_once("## Options").expect("a section on options");
    for name in option::all(GAMES).flat_map(|choice| [choice.uci, choice.ucci]).filter(|name| !name.is_empty()) {
        assert!(options.contains(&format!("`{name}`")), "protocol.md does not name {name}");
    }
}

#[test]
fn the_examples_print_what_the_page_shows() {
    check("protocol.md", include_str!("../../protocol.md"), &[]);
}
