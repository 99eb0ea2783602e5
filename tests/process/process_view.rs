//! `view`: one line of JSON, also in a search.

use common::Engine;
use serde_json::Value;

fn view(engine: &mut Engine) -> Value {
    engine.send("view");
    let line = engine.until("view").pop().expect("a line");
    serde_json::from_str(line.strip_prefix("view ").expect("the word first")).expect("JSON")
}

#[test]
fn a_view_is_one_line_of_json_also_in_a_search() {
    let (mut engine, _) = Engine::greet("uci");
    engine.send("position startpos moves h2e2\ngo infinite");
    let shown = view(&mut engine);
    assert_eq!(
        (&shown["game"], &shown["side"], &shown["history"]),
        (&"xiangqi".into(), &"second".into(), &vec!["h2e2"].into())
    );
    assert_eq!(shown["own"]["ranks"][7], ".C..C....");
    engine.send("stop");
    engine.best_move();
    engine.send("setoption name UCI_Variant value tower\nposition startpos");
    let shown = view(&mut engine);
    let first = shown["own"]["targets"][0].clone();
    engine.send(&format!("position startpos moves {}", first["keys"].as_str().expect("keys")));
    let after = view(&mut engine);
    assert_eq!(after["own"]["hero"]["hp"], first["hp"], "the keys lead where the view says");
    assert!(shown["own"]["monsters"].as_array().is_some_and(|kinds| !kinds.is_empty()));
    engine.quit();
}
