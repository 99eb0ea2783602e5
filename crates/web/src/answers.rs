//! Requests that need no session: boards, saved games, pictures. A request is a JSON object; the answer is `{"ok": …}`
//! or `{"error": "…"}`.

use crate::boards;
use meihua_contracts::text::Notation;
use meihua_engine::engine::registry;
use meihua_engine::protocol::server::Server;
use meihua_games::GAMES;
use meihua_games::language::Language;
use meihua_pictures::film;
use meihua_pictures::pictures::{self, Wanted};
use meihua_pictures::xiangqi::Edges;
use serde::Deserialize;
use serde_json::{Value, json};

/// Default time to find the plan in a puzzle's picture, in milliseconds.
const MOVETIME: u64 = 1000;

/// A request.
#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "camelCase")]
enum Question {
    /// The names of the games, with those of a file whose text is given.
    Games { variants: Option<String> },
    /// Opens a board at a position, by default the game's start; returns its number.
    Open { game: String, fen: Option<String>, variants: Option<String> },
    /// Opens a puzzle in PDDL: its domain and its problem, or one text with both; returns its number.
    OpenPddl { domain: String, problem: Option<String> },
    /// Closes a board.
    Close { board: usize },
    /// Its position as text.
    Fen { board: usize },
    /// Plays a move.
    Push { board: usize, r#move: String },
    /// Takes back up to `count` moves; returns how many.
    Undo { board: usize, count: usize },
    /// Everything that is to be shown of it.
    View { board: usize },
    /// The verdict, with the rule in words; null while the game goes on.
    Outcome { board: usize },
    /// A legal move in a notation; null if it is not legal.
    MoveName { board: usize, r#move: String, notation: String },
    /// The leaves of the tree of legal moves.
    Perft { board: usize, depth: u32 },
    /// Parses the games in a file, whose bytes are given as hexadecimal digits.
    ParseGame { hex: String, game: String },
    /// Writes a game to the bytes of a file.
    WriteGame { format: String, game: Value },
    /// Draws what the page asks for as SVG, one picture or one for each move, and says what is to be made of them.
    Film { request: String },
    /// Draws a board as SVG, a puzzle with a plan unless `plan` is false.
    Draw { board: usize, pv: Option<String>, movetime: Option<u64>, flip: Option<bool>, plan: Option<bool> },
}

/// The answer to a request.
pub fn answer(question: &[u8]) -> String {
    // A saved game, too, may hold the text of its rules.
    boards::read_game_files();
    let answer = serde_json::from_slice(question).map_err(|error| error.to_string()).and_then(find);
    match answer {
        Ok(value) => json!({ "ok": value }),
        Err(error) => json!({ "error": error }),
    }
    .to_string()
}

fn find(question: Question) -> Result<Value, String> {
    match question {
        Question::Games { variants } => {
            Ok(boards::games(variants.as_deref())?.iter().map(|entry| entry.name).collect())
        }
        Question::Open { game, fen, variants } => boards::open(&game, fen.as_deref(), variants).map(Value::from),
        Question::OpenPddl { domain, problem } => boards::open_pddl(&domain, problem.as_deref()).map(Value::from),
        Question::Close { board } => {
            boards::close(board);
            Ok(Value::Null)
        }
        Question::Fen { board } => boards::with(board, |session| session.fen().into()),
        Question::Push { board, r#move } => {
            boards::with(board, |session| session.play(&r#move).map_err(|error| error.to_string()))??;
            Ok(Value::Null)
        }
        Question::Undo { board, count } => boards::with(board, |session| session.undo(count).into()),
        Question::View { board } => view(board),
        Question::Outcome { board } => outcome(board),
        Question::MoveName { board, r#move, notation } => {
            let notation = notation_of(&notation)?;
            boards::with(board, |session| session.spell(&[r#move], notation).pop().into())
        }
        Question::Perft { board, depth } => perft(board, depth),
        Question::ParseGame { hex, game } => {
            let entry = registry::find(GAMES, &game).or(GAMES.first()).ok_or("no games")?;
            parsed(&entry.saved_games.import(&hex, GAMES, entry.name, None))
        }
        Question::WriteGame { format, game } => {
            let entry = GAMES.first().ok_or("no games")?;
            parsed(&entry.saved_games.export(&format!("{format} {game}"), GAMES))
        }
        Question::Film { request } => {
            let (mut pictures, mut order) = (Vec::new(), None);
            let drawn = film::frames(&request, GAMES, &mut |wanted, svg| {
                order = Some(wanted);
                pictures.push(svg.to_owned());
                Ok(())
            });
            drawn.map_err(|error| error.to_string())?;
            Ok(json!({ "pictures": pictures, "order": order, "dots": film::DOTS }))
        }
        Question::Draw { board, pv, movetime, flip, plan } => {
            let (pv, movetime) = (pv.unwrap_or_default(), movetime.unwrap_or(MOVETIME));
            let (flip, film) = (flip.unwrap_or_default(), !plan.unwrap_or(true));
            let words = Some(Language::En.words());
            let wanted = Wanted { pv: &pv, movetime, flip, edges: Edges::default(), film, words };
            let drawn =
                boards::with(board, |session| pictures::draw(session, wanted).map(|picture| picture.to_string()))?;
            drawn.map(Value::from).map_err(|error| error.to_string())
        }
    }
}

fn parsed(text: &serde_json::value::RawValue) -> Result<Value, String> {
    let value: Value = serde_json::from_str(text.get()).map_err(|error| error.to_string())?;
    match value.get("error").and_then(Value::as_str) {
        Some(error) => Err(error.to_owned()),
        None => Ok(value),
    }
}

fn view(board: usize) -> Result<Value, String> {
    let view = boards::with(board, |session| serde_json::to_value(session.view()))?;
    view.map_err(|error| error.to_string())
}

fn outcome(board: usize) -> Result<Value, String> {
    let mut verdict = view(board)?["verdict"].take();
    if verdict["over"] != true {
        return Ok(Value::Null);
    }
    let sentence = boards::with(board, |session| session.result().map(|sentence| sentence.to_string()))?;
    verdict["sentence"] = sentence.into();
    Ok(verdict)
}

fn notation_of(word: &str) -> Result<Notation, String> {
    match word {
        "wire" | "ranks0" => Ok(Notation::Wire),
        "ranks1" => Ok(Notation::WireFromOne),
        "iccs" => Ok(Notation::Iccs),
        "wxf" => Ok(Notation::Wxf),
        "chinese" => Ok(Notation::Chinese),
        "san" => Ok(Notation::San),
        _ => Err(format!("unknown notation {word:?}, expected wire, ranks1, iccs, wxf, chinese or san")),
    }
}

/// Counts in a separate session, so that the engine's rules on what may be counted apply.
fn perft(board: usize, depth: u32) -> Result<Value, String> {
    let (game, fen) = boards::with(board, |session| (session.name(), session.fen()))?;
    let mut output = Vec::new();
    let mut server = Server::without_threads(GAMES, &mut output, || ()).map_err(|error| error.to_string())?;
    let hex = |text: String| text.bytes().map(|byte| format!("{byte:02x}")).collect::<String>();
    let variants = boards::variants(board).map(|text| format!("setoption name VariantText value {}", hex(text)));
    let lines = [format!("setoption name UCI_Variant value {game}"), format!("position fen {fen}")];
    let lines = ["json".to_owned()].into_iter().chain(variants).chain(lines);
    for line in lines.chain([format!("go perft {depth}")]) {
        server.hear(line.as_bytes());
    }
    while let Some(job) = server.next_job() {
        job();
    }
    server.print_news();
    drop(server);
    let text = String::from_utf8_lossy(&output);
    let events = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let mut fault = "nothing was counted".to_owned();
    for event in events {
        match event["event"].as_str() {
            Some("perft") => return Ok(event["leaves"].clone()),
            Some("error") => fault = event["message"].as_str().unwrap_or(&fault).to_owned(),
            _ => {}
        }
    }
    Err(fault)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(question: Value) -> Value {
        serde_json::from_str(&answer(question.to_string().as_bytes())).unwrap()
    }

    fn ok(question: Value) -> Value {
        let answer = ask(question);
        assert!(answer.get("error").is_none(), "{answer}");
        answer["ok"].clone()
    }

    #[test]
    fn a_board_is_played_on() {
        let board = ok(json!({"ask": "open", "game": "xiangqi"}));
        let start = ok(json!({"ask": "fen", "board": board}));
        let name = ok(json!({"ask": "moveName", "board": board, "move": "h2e2", "notation": "chinese"}));
        assert_eq!(name, "炮二平五");
        ok(json!({"ask": "push", "board": board, "move": "h2e2"}));
        let refused = ask(json!({"ask": "push", "board": board, "move": "h2e2"}));
        assert!(refused["error"].as_str().unwrap().contains("h2e2"), "{refused}");
        assert_eq!(ok(json!({"ask": "undo", "board": board, "count": 9})), 1);
        assert_eq!(ok(json!({"ask": "fen", "board": board})), start);
        assert_eq!(ok(json!({"ask": "perft", "board": board, "depth": 2})), 1920);
        assert_eq!(ok(json!({"ask": "outcome", "board": board})), Value::Null);
        assert!(ok(json!({"ask": "draw", "board": board})).as_str().unwrap().starts_with("<svg"));
        ok(json!({"ask": "close", "board": board}));
        assert_eq!(ask(json!({"ask": "fen", "board": board})), json!({"error": "this board was closed"}));
    }

    #[test]
    fn a_puzzle_is_drawn_without_its_plan() {
        for game in ["sliding", "tower", "river"] {
            let board = ok(json!({"ask": "open", "game": game}));
            let with = ok(json!({"ask": "draw", "board": board})).as_str().unwrap().to_owned();
            let without = ok(json!({"ask": "draw", "board": board, "plan": false})).as_str().unwrap().to_owned();
            assert!(without.len() < with.len(), "{game}");
            assert!(!without.contains("proven") && !without.contains("next"), "{game}: {without}");
        }
    }

    #[test]
    fn a_film_is_a_picture_for_each_move() {
        let film = |game: &str, kind: &str| {
            let request = json!({"game": game, "fen": null, "moves": [], "ply": 0, "kind": kind, "flip": false});
            ask(json!({"ask": "film", "request": request.to_string()}))
        };
        let river = &film("river", "gif")["ok"];
        assert_eq!((river["pictures"].as_array().unwrap().len(), &river["order"]["kind"]), (12, &json!("gif")));
        assert_eq!(film("xiangqi", "png")["ok"]["pictures"].as_array().unwrap().len(), 1);
        assert_eq!(film("chess", "png"), json!({"error": "there is no game \"chess\""}));
    }

    #[test]
    fn a_game_of_ones_own_is_a_text() {
        let text = "[race]\nmaxRank = 4\nmaxFile = 3\ncustomPiece1 = p:mfWcfF\nstartFen = ppp/3/3/PPP w - - 0 1\n";
        let board = ok(json!({"ask": "open", "game": "race", "variants": text}));
        assert_eq!(ok(json!({"ask": "view", "board": board}))["own"]["files"], 3);
        assert_eq!(ok(json!({"ask": "perft", "board": board, "depth": 2})), 9);
        ok(json!({"ask": "push", "board": board, "move": "a1a2"}));
        assert_eq!(ok(json!({"ask": "games", "variants": text})).as_array().unwrap().last().unwrap(), "race");
        let refused = ask(json!({"ask": "open", "game": "race", "variants": "[race]\nmaxRank = x\n"}));
        assert!(refused["error"].as_str().unwrap().contains("line 2: maxRank"), "{refused}");
        assert!(ask(json!({"ask": "open", "game": "race"}))["error"].is_string(), "a text is for one board");
    }

    #[test]
    fn a_puzzle_of_ones_own_is_two_texts() {
        let domain =
            "(define (domain lamps) (:predicates (lit ?l))\n (:action light :parameters (?l) :effect (lit ?l)))";
        let problem = "(define (problem two) (:domain lamps) (:objects a b)\n (:init) (:goal (lit b)))";
        let board = ok(json!({"ask": "openPddl", "domain": domain, "problem": problem}));
        assert_eq!(ok(json!({"ask": "view", "board": board}))["own"]["goals"], json!([["lit b"]]));
        ok(json!({"ask": "push", "board": board, "move": "light(b)"}));
        assert_eq!(ok(json!({"ask": "outcome", "board": board}))["winner"], "first");
        let refused = ask(json!({"ask": "openPddl", "domain": domain, "problem": problem.replace("lit b", "lit c")}));
        assert!(refused["error"].as_str().unwrap().contains("problem, line 2 column 22: found \"c\""), "{refused}");
        let refused = ask(json!({"ask": "openPddl", "domain": domain}));
        assert!(refused["error"].as_str().unwrap().contains("expected a problem"), "{refused}");
    }

    #[test]
    fn an_end_has_its_reason() {
        let fen = "3k5/4R4/3R5/9/9/9/9/9/9/4K4 b - - 0 1";
        let board = ok(json!({"ask": "open", "game": "xiangqi", "fen": fen}));
        let outcome = ok(json!({"ask": "outcome", "board": board}));
        assert_eq!((&outcome["winner"], &outcome["code"]), (&json!("first"), &json!("mate")), "{outcome}");
    }

    #[test]
    fn games_are_read_and_written() {
        let hex: String = "1. C2=5 H8+7".bytes().map(|byte| format!("{byte:02x}")).collect();
        let read = ok(json!({"ask": "parseGame", "hex": hex, "game": "xiangqi"}));
        let game = read["games"][0].clone();
        assert_eq!(game["moves"].as_array().unwrap().len(), 2, "{game}");
        let written = ok(json!({"ask": "writeGame", "format": "pgn", "game": game}));
        assert!(written["hex"].as_str().unwrap().len() > 40, "{written}");
        assert!(ask(json!({"ask": "writeGame", "format": "gif", "game": {}}))["error"].is_string());
    }

    #[test]
    fn what_is_no_question_is_said_so() {
        for question in ["", "{}", "{\"ask\":\"all\"}", "{\"ask\":\"open\",\"game\":\"chess\"}"] {
            let answer: Value = serde_json::from_str(&answer(question.as_bytes())).unwrap();
            assert!(answer["error"].is_string(), "{question}");
        }
    }
}
