//! What the page asks beside its session, as `meihua serve` answers it: a game analysed, the route file of a tower. Its
//! pictures are drawn by [`answers`](crate::answers) and turned into pixels by a module of their own (`crates/dots`).

use crate::boards;
use meihua_mota::route_request;
use meihua_review::story;

/// Size of the table for an analysis in megabytes.
const HASH: usize = 32;

/// Does what is asked: `story` or `route`, a space, and the request of the page. `say` receives the messages.
pub fn work(asked: &[u8], say: &mut dyn FnMut(&str)) {
    boards::read_game_files();
    let asked = String::from_utf8_lossy(asked);
    match asked.split_once(' ').unwrap_or((&asked, "")) {
        ("story", request) => story::tell(request, HASH, &mut |told| {
            say(told);
            true
        }),
        ("route", request) => say(&route_request::answer(request)),
        (what, _) => say(&format!("unknown work {what:?}, expected story or route")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    fn answer(asked: &str) -> Vec<String> {
        let mut said = Vec::new();
        work(asked.as_bytes(), &mut |text| said.push(text.to_owned()));
        said
    }

    #[test]
    fn a_game_is_analysed_step_by_step() {
        let start = "7/7/7/7/7/7[PPPPPPPPPPPPPPPPPPPPPppppppppppppppppppppp] w - - 0 1";
        let moves = r#"[{"move":"4"},{"move":"4"}]"#;
        let game = format!(r#"{{"game":"cfour","start":"{start}","result":"*","tags":{{}},"moves":{moves}}}"#);
        let said = answer(&format!(r#"story {{"game":{game},"notation":"wxf","nodes":1000}}"#));
        let events: Vec<Value> = said.iter().map(|text| serde_json::from_str(text).unwrap()).collect();
        let names: Vec<&str> = events.iter().map(|event| event["event"].as_str().unwrap()).collect();
        assert_eq!(names, ["progress", "progress", "progress", "story"], "{said:?}");
    }

    #[test]
    fn a_route_needs_its_tower() {
        assert!(answer(r#"route {"tower":"shelf:0","keys":"U"}"#)[0].contains("open its zip again"));
        assert!(answer("sing")[0].contains("unknown work"));
    }
}
