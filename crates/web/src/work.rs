//! What the page asks beside its session, as `meihua serve` answers it: a game analysed or drawn, the route file of a
//! tower.

use meihua_games::GAMES;
use meihua_mota::route_request;
use meihua_pictures::film;
use meihua_review::story;

/// Size of the table for an analysis in megabytes.
const HASH: usize = 32;

/// Does what is asked: `story`, `picture` or `route`, a space, and the request of the page. `say` receives messages;
/// returns the bytes of a picture, empty if the answer is a message.
pub fn work(asked: &[u8], say: &mut dyn FnMut(&str)) -> Vec<u8> {
    let asked = String::from_utf8_lossy(asked);
    match asked.split_once(' ').unwrap_or((&asked, "")) {
        ("story", request) => story::tell(request, HASH, &mut |told| {
            say(told);
            true
        }),
        ("picture", request) => match film::picture(request, GAMES, &mut || true) {
            Ok(picture) => return picture,
            Err(error) => say(&error.to_string()),
        },
        ("route", request) => say(&route_request::answer(request)),
        (what, _) => say(&format!("unknown work {what:?}, expected story, picture or route")),
    }
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    fn answer(asked: &str) -> (Vec<String>, Vec<u8>) {
        let mut said = Vec::new();
        let bytes = work(asked.as_bytes(), &mut |text| said.push(text.to_owned()));
        (said, bytes)
    }

    #[test]
    fn a_game_is_analysed_step_by_step() {
        let game = r#"{"game":"cfour","start":"","result":"*","tags":{},"moves":[{"move":"4"},{"move":"4"}]}"#;
        let (said, _) = answer(&format!(r#"story {{"game":{game},"notation":"wxf","nodes":1000}}"#));
        let events: Vec<Value> = said.iter().map(|text| serde_json::from_str(text).unwrap()).collect();
        let names: Vec<&str> = events.iter().map(|event| event["event"].as_str().unwrap()).collect();
        assert_eq!(names, ["progress", "progress", "progress", "story"], "{said:?}");
    }

    #[test]
    fn a_picture_is_bytes_and_a_refusal_is_text() {
        let ask = |game: &str, kind: &str| {
            answer(&format!(
                r#"picture {{"game":"{game}","fen":null,"moves":[],"ply":0,"kind":"{kind}","flip":false}}"#
            ))
        };
        let (said, bytes) = ask("river", "png");
        assert!(said.is_empty() && bytes.starts_with(b"\x89PNG"), "{said:?}");
        assert!(ask("river", "gif").1.starts_with(b"GIF89a"));
        assert_eq!(ask("chess", "png"), (vec!["there is no game \"chess\"".to_owned()], Vec::new()));
        assert!(answer(r#"route {"tower":"shelf:0","keys":"U"}"#).0[0].contains("open its zip again"));
        assert!(answer("sing").0[0].contains("unknown work"));
    }
}
