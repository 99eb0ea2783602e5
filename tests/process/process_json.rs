//! The dialect `json` on the wire: the same commands, each answer an object on a line.

use common::Engine;
use serde_json::{Value, from_str, json};

/// A client that reads nothing but JSON.
struct Client(Engine);

impl Client {
    fn greet() -> (Client, Value) {
        let mut engine = Engine::start();
        engine.send("json");
        let mut client = Client(engine);
        let hello = client.next();
        (client, hello)
    }

    fn send(&mut self, text: &str) {
        self.0.send(text);
    }

    /// The next event.
    fn next(&mut self) -> Value {
        let line = self.0.line();
        let event: Value = from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"));
        assert!(event["event"].is_string(), "{line}");
        event
    }

    /// The events up to the first one of a name.
    fn until(&mut self, name: &str) -> Vec<Value> {
        let mut events = Vec::new();
        loop {
            events.push(self.next());
            if events.last().is_some_and(|event| event["event"] == name) {
                return events;
            }
        }
    }

    /// The last event of a command that is answered by one.
    fn ask(&mut self, command: &str, name: &str) -> Value {
        self.send(command);
        self.until(name).pop().expect("an event")
    }

    /// What is said of a line that is refused.
    fn refused(&mut self, line: &str) -> Value {
        self.ask(line, "error")
    }
}

fn named<'a>(events: &'a [Value], name: &str) -> Vec<&'a Value> {
    events.iter().filter(|event| event["event"] == name).collect()
}

#[test]
fn it_introduces_itself_and_is_ready() {
    let (mut client, hello) = Client::greet();
    assert_eq!((&hello["event"], &hello["author"]), (&json!("hello"), &json!("the Meihua authors")));
    let options = hello["options"].as_array().expect("options");
    let games = options.iter().find(|option| option["name"] == "UCI_Variant").expect("the games");
    assert_eq!((&games["type"], &games["names"][4]), (&json!("combo"), &json!("tower")));
    assert_eq!(client.ask("isready", "readyok"), json!({"event": "readyok"}));
    client.0.quit();
}

#[test]
fn a_search_is_told_in_numbers() {
    let (mut client, _) = Client::greet();
    client.send(
        "setoption name UCI_ShowWDL value true\nsetoption name Notation value chinese\nsetoption name MultiPV value 2",
    );
    client.send("position startpos moves h2e2\ngo depth 4");
    let events = client.until("bestmove");
    let infos = named(&events, "info");
    let last = infos.last().expect("a line");
    assert!(last["score"]["cp"].is_i64() && last["pv"][0].is_string() && last["nodes"].is_u64(), "{last}");
    assert_eq!(last["wdl"].as_array().map(Vec::len), Some(3), "{last}");
    assert!(infos.iter().any(|info| info["multipv"] == 2 && info["depth"].as_u64() > Some(1)));
    let spelled = named(&events, "spelled");
    assert!(spelled.iter().any(|line| line["multipv"] == 1 && line["moves"][0].as_str() > Some("a")), "{spelled:?}");
    let best = events.last().expect("an answer");
    assert!(best["move"].is_string() && best["ponder"].is_string(), "{best}");
    // A mate, in moves.
    client.send("position fen 3k5/R8/9/9/9/9/9/9/1R7/4K4 w\ngo mate 1");
    let events = client.until("bestmove");
    assert!(named(&events, "info").iter().any(|info| info["score"] == json!({"mate": 1})), "{events:?}");
    client.send("position startpos\ngo perft 2");
    let events = client.until("end");
    assert_eq!(named(&events, "leaves").len(), 44);
    assert_eq!(named(&events, "perft"), [&json!({"event": "perft", "leaves": 1920})]);
    client.0.quit();
}

#[test]
fn a_puzzle_is_solved_with_its_values_and_its_facts() {
    let (mut client, _) = Client::greet();
    client
        .send("setoption name UCI_Variant value sliding\nsetoption name MultiPV value 9\nposition fen BBWW_ cost\ngo");
    let events = client.until("bestmove");
    let value = |mv: &str, value: i64| json!({"event": "value", "move": mv, "objective": "cost", "value": value, "bound": value, "status": "proven"});
    for expected in [value("2-5", 5), value("3-5", 7)] {
        assert!(events.contains(&expected), "{expected}: {events:?}");
    }
    let solution = named(&events, "solution")[0];
    assert_eq!((&solution["value"], &solution["status"]), (&json!(5), &json!("proven")));
    assert_eq!(events.last(), Some(&json!({"event": "bestmove", "move": "2-5"})));
    client.send("setoption name UCI_Variant value river\nposition fen -/-/P4D4 r 2\ngo");
    let events = client.until("bestmove");
    let solution = named(&events, "solution")[0];
    assert_eq!((&solution["value"], &solution["status"]), (&Value::Null, &json!("proven")), "no plan, proven");
    client.send(
        "setoption name UCI_Variant value tower\nposition startpos\nsetoption name MultiPV value 1\ngo movetime 3000",
    );
    let events = client.until("bestmove");
    let solution = named(&events, "solution")[0];
    assert_eq!(solution["objective"], "hp");
    assert!(solution["facts"]["walk"].as_str().is_some_and(|keys| keys.len() > 5), "{solution}");
    client.0.quit();
}

#[test]
fn questions_are_answered_by_events_of_their_name() {
    let (mut client, _) = Client::greet();
    client.send("position startpos moves h2e2");
    let view = client.ask("view", "view");
    assert_eq!((&view["view"]["side"], &view["view"]["history"]), (&json!("second"), &json!(["h2e2"])));
    let legal: Vec<&Value> = view["view"]["moves"].as_array().expect("moves").iter().map(|mv| &mv["move"]).collect();
    assert_eq!(client.ask("moves", "moves")["moves"], json!(legal));
    assert_eq!(client.ask("query p1turn", "response")["answer"], "false");
    assert!(client.ask("d", "lines")["lines"].as_array().is_some_and(|lines| lines.len() > 10));
    let imported = client.ask("import 312e2068326532206839673720310d0a", "import");
    assert!(imported["import"].is_object(), "{imported}");
    assert!(client.ask("export gif {}", "export")["export"]["error"].is_string());
    assert!(client.ask("genfens 1 seed 3", "opening")["fen"].is_string());
    assert_eq!(client.ask("probe startpos", "pophash"), json!({"event": "pophash"}));
    client.0.quit();
}

#[test]
fn errors_have_codes() {
    let (mut client, _) = Client::greet();
    for (line, code) in [
        ("xyzzy", "unknown-command"),
        ("debug perhaps", "bad-word"),
        ("undo two", "bad-number"),
        ("go depth x", "bad-number"),
        ("go perft 99", "bad-go"),
        ("undo 3", "cannot-undo"),
        ("redo 3", "cannot-redo"),
        ("position fen 9/9", "bad-position"),
        ("position fen 9/9/9/9/9/9/9/9/9/9 w", "impossible-position"),
        ("position file /nowhere/at/all", "bad-file"),
        ("position project /nowhere", "no-projects"),
        ("setoption name UCI_Variant value chess", "unknown-game"),
        ("setoption name MultiPV value many", "bad-value"),
        ("bench 99", "bad-number"),
        ("genfens x", "bad-number"),
    ] {
        let error = client.refused(line);
        assert_eq!(error["code"], code, "{line}: {error}");
        assert!(error["message"].as_str().is_some_and(|message| !message.is_empty()), "{line}");
    }
    // Of a move its number, and what is wrong with it alone.
    let error = client.refused("position startpos moves h2e2 h2e3");
    assert_eq!((&error["code"], &error["number"]), (&json!("illegal-move"), &json!(2)));
    let (message, reason) = (error["message"].as_str().expect("a text"), error["reason"].as_str().expect("a text"));
    assert!(message.starts_with("position: move 2: ") && message.contains(reason), "{error}");
    assert_eq!(client.refused("position startpos moves nonsense")["code"], "unreadable-move");
    client.0.send_bytes(b"d \xff\n");
    assert_eq!(client.until("error").pop().expect("an error")["code"], "not-utf8");
    client.0.quit();
}

#[test]
fn no_goal_that_is_out_of_reach_has_a_bound_and_what_is_refused_ends() {
    let (mut client, _) = Client::greet();
    for lines in [1, 9] {
        client.send(&format!("setoption name MultiPV value {lines}\nsetoption name UCI_Variant value river"));
        client.send("position fen -/-/P4D4 r 2\ngo");
        let events = client.until("bestmove");
        let solution = events.iter().find(|event| event["event"] == "solution").unwrap();
        assert_eq!((&solution["value"], &solution["bound"]), (&Value::Null, &Value::Null), "{lines}");
        assert!(solution.get("best").is_none() && solution["status"] == "proven", "{solution}");
    }
    // Whoever reads up to the end of an answer comes back when it is refused.
    client.send("genfens 1 seed x");
    assert_eq!(client.until("end")[0]["event"], "error");
}
