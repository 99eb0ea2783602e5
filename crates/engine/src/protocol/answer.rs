//! The server's answers, typed. The text dialects turn them into lines ([`super::render`]); the dialect `json` sends
//! them as they are, one object per line, identified by its field `event`.

use super::command::Dialect;
use super::identity::Identity;
use super::option;
use crate::engine::event::Event;
use crate::engine::option::{Declaration, OptionSpec};
use crate::engine::registry::{self, Entry};
use crate::engine::session::Probe;
use crate::engine::view::View;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

/// One answer.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Answer {
    /// The identification of an engine with these games, and its options.
    #[serde(serialize_with = "introduction")]
    Hello(&'static [Entry]),
    /// The answer to `isready`.
    #[serde(rename = "readyok")]
    ReadyOk,
    /// The last line under UCCI.
    Bye,
    /// Everything a GUI needs to show the game.
    View {
        /// The view.
        view: Box<View>,
    },
    /// The legal moves.
    Moves {
        /// In wire notation.
        moves: Vec<String>,
    },
    /// Text for people: the board, the evaluation, the list of commands.
    Lines {
        /// The lines.
        lines: Vec<String>,
    },
    /// Saved games that were parsed.
    Import {
        /// The games.
        import: Box<RawValue>,
    },
    /// A saved game in a file format.
    Export {
        /// The bytes.
        export: Box<RawValue>,
    },
    /// What was played in a position.
    Explore {
        /// The moves with their results.
        explore: Box<RawValue>,
    },
    /// The answer to `library`.
    Library {
        /// What was asked for.
        library: Box<RawValue>,
    },
    /// The answer to a `query`.
    Response {
        /// `true`, `false`, or who has won.
        answer: &'static str,
    },
    /// What the table knows about a position.
    #[serde(rename = "pophash")]
    Hash(Probe),
    /// An event of the engine.
    #[serde(untagged)]
    Event(Event),
}

/// Writes the identification of an engine with these games.
fn introduction<S: Serializer>(games: &'static [Entry], serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Declared {
        name: &'static str,
        #[serde(flatten)]
        declaration: Declaration,
    }
    #[derive(Serialize)]
    struct Introduction {
        name: String,
        author: &'static str,
        options: Vec<Declared>,
    }
    let identity = Identity::of_process();
    let declared = |choice: &OptionSpec| {
        let name = choice.name(Dialect::Json)?;
        Some(Declared { name, declaration: choice.kind.declare(&registry::name_list(games)) })
    };
    let options = option::all(games).filter_map(declared).collect();
    Introduction { name: identity.title(), author: identity.authors, options }.serialize(serializer)
}

#[cfg(test)]
mod tests {
    use super::super::render;
    use super::*;
    use crate::engine::event::{Best, Info, Solved, Value, Worth};
    use crate::engine::fault::{Code, Fault, Translated};
    use crate::engine::registry::GAMES;
    use crate::score::Score;
    use crate::search::report::Bound;
    use crate::solution::{Facts, NO_BOUND, Status};
    use serde_json::{Value as Json, from_str, json};
    use std::time::Duration;

    /// Parses the line of an answer again.
    fn written(answer: Answer) -> Json {
        let lines = render::lines(Dialect::Json, &answer);
        assert_eq!(lines.len(), 1, "{lines:?}");
        from_str(&lines[0]).expect("JSON")
    }

    fn reported(event: Event) -> Json {
        written(Answer::Event(event))
    }

    fn text(text: &str) -> String {
        text.to_owned()
    }

    #[test]
    fn a_line_of_a_search_has_its_score_in_the_unit_that_it_names() {
        let info = |value| Info { pv: vec![text("b9c7")], time: Duration::from_millis(10), ..Info::at_rest(value) };
        let line = |info: Info| reported(Event::Info(Box::new(info)));
        let whole = Info { wdl: Some([20, 940, 40]), nodes: 9, ..info(Value::Score(Score::cp(-12))) };
        assert_eq!(
            line(whole),
            json!({"event": "info", "depth": 0, "seldepth": 0, "multipv": 1, "score": {"cp": -12}, "wdl": [20, 940, 40],
                   "nodes": 9, "nps": 0, "hashfull": 0, "tbhits": 0, "time": 10, "pv": ["b9c7"]})
        );
        let mate = line(Info { bound: Bound::Lower, ..info(Value::Score(Score::loss_in(4))) });
        assert_eq!((&mate["score"], &mate["bound"]), (&json!({"mate": -2}), &json!("lower")));
        assert_eq!(line(info(Value::Units(-14)))["score"], json!({"units": -14}));
        let unknown = line(info(Value::Unknown));
        assert!(unknown.get("score").is_none() && unknown.get("bound").is_none() && unknown.get("wdl").is_none());
    }

    #[test]
    fn a_puzzle_is_told_in_numbers() {
        let worth = Worth { objective: "hp", value: Some(13), bound: 15, status: Status::Anytime };
        let facts = Facts { walk: Some(text("wwa")), left: Some(1), ..Facts::NONE };
        let found = Solved { worth, plan: vec![text("1,2")], best_first_moves: vec![text("1,2")], facts, nodes: 7 };
        assert_eq!(
            reported(Event::Solved(Box::new(found.clone()))),
            json!({"event": "solution", "objective": "hp", "value": 13, "bound": 15, "status": "anytime", "best": ["1,2"],
                   "facts": {"walk": "wwa", "left": 1}, "nodes": 7})
        );
        let hopeless = Worth { objective: "cost", value: None, bound: NO_BOUND, status: Status::Proven };
        let none = Solved { worth: hopeless, best_first_moves: Vec::new(), facts: Facts::NONE, ..found };
        assert_eq!(
            reported(Event::Solved(Box::new(none))),
            json!({"event": "solution", "objective": "cost", "value": null, "bound": null, "status": "proven", "nodes": 7})
        );
        assert_eq!(
            reported(Event::MoveValue { mv: text("2-5"), worth }),
            json!({"event": "value", "move": "2-5", "objective": "hp", "value": 13, "bound": 15, "status": "anytime"})
        );
    }

    #[test]
    fn an_answer_has_a_move_or_null() {
        let best = Best { mv: Some(text("h2e2")), ponder: Some(text("h9g7")), draw: true, ..Best::default() };
        let whole = json!({"event": "bestmove", "move": "h2e2", "ponder": "h9g7", "draw": true});
        assert_eq!(reported(Event::Best(best)), whole);
        assert_eq!(reported(Event::Best(Best::default())), json!({"event": "bestmove", "move": null}));
    }

    #[test]
    fn a_fault_has_a_code_and_what_is_known() {
        let plain = Fault::new(Code::NotUtf8, "bad");
        assert_eq!(reported(Event::Error(plain)), json!({"event": "error", "code": "not-utf8", "message": "bad"}));
        let refused = Fault {
            number: Some(2),
            reason: Some(text("no")),
            translated: Some(Translated { message: text("全"), reason: Some(text("不")) }),
            ..Fault::new(Code::IllegalMove, "whole: no")
        };
        assert_eq!(
            reported(Event::Error(refused)),
            json!({"event": "error", "code": "illegal-move", "message": "whole: no", "number": 2, "reason": "no",
                   "translated": {"message": "全", "reason": "不"}})
        );
    }

    #[test]
    fn every_other_event_is_named_as_the_page_has_it() {
        let (mv, moves) = (text("h2e2"), vec![text("h2e2")]);
        for (event, expected) in [
            (
                Event::CurrentMove { depth: 9, mv: mv.clone(), number: 2 },
                json!({"event": "current-move", "depth": 9, "move": "h2e2", "number": 2}),
            ),
            (
                Event::AtGoal(Worth { objective: "hp", value: Some(7), bound: 7, status: Status::Proven }),
                json!({"event": "solved", "objective": "hp", "value": 7, "bound": 7, "status": "proven"}),
            ),
            (
                Event::Spelled { multi_pv: 1, moves: moves.clone() },
                json!({"event": "spelled", "multipv": 1, "moves": ["h2e2"]}),
            ),
            (Event::NoWin { moves: 3 }, json!({"event": "no-win", "moves": 3})),
            (Event::ProvenDraw, json!({"event": "proven-draw"})),
            (Event::Leaves { mv, leaves: 44 }, json!({"event": "leaves", "move": "h2e2", "leaves": 44})),
            (Event::Perft { leaves: 1920 }, json!({"event": "perft", "leaves": 1920})),
            (Event::Opening { fen: text("9/9") }, json!({"event": "opening", "fen": "9/9"})),
            (Event::Text { text: text("so"), translated: None }, json!({"event": "text", "text": "so"})),
            (Event::Bench { text: text("1 nodes") }, json!({"event": "bench", "text": "1 nodes"})),
            (Event::End, json!({"event": "end"})),
        ] {
            assert_eq!(reported(event), expected);
        }
        for (answer, expected) in [
            (Answer::ReadyOk, json!({"event": "readyok"})),
            (Answer::Bye, json!({"event": "bye"})),
            (Answer::Moves { moves }, json!({"event": "moves", "moves": ["h2e2"]})),
            (Answer::Lines { lines: vec![text("a")] }, json!({"event": "lines", "lines": ["a"]})),
            (Answer::Response { answer: "p1win" }, json!({"event": "response", "answer": "p1win"})),
            (
                Answer::Import { import: crate::view::json(&json!({"games": []})) },
                json!({"event": "import", "import": {"games": []}}),
            ),
            (
                Answer::Export { export: crate::view::json(&json!({"hex": "00"})) },
                json!({"event": "export", "export": {"hex": "00"}}),
            ),
            (
                Answer::Hash(Probe { best: None, lower: Some((Score::cp(3), 7)), upper: None }),
                json!({"event": "pophash", "lowerbound": {"score": {"cp": 3}, "depth": 7}}),
            ),
        ] {
            assert_eq!(written(answer), expected);
        }
    }

    #[test]
    fn an_engine_introduces_itself_with_its_options() {
        let hello = written(Answer::Hello(GAMES));
        assert_eq!((&hello["event"], &hello["author"]), (&json!("hello"), &json!(Identity::of_process().authors)));
        let options = hello["options"].as_array().expect("options");
        let named = |name: &str| options.iter().find(|option| option["name"] == name).expect(name);
        assert_eq!(named("UCI_Variant")["default"], "xiangqi");
        assert_eq!(named("MultiPV"), &json!({"name": "MultiPV", "type": "spin", "min": 1, "max": 256, "default": 1}));
        assert_eq!(named("EvalFile"), &json!({"name": "EvalFile", "type": "text"}));
    }

    #[test]
    fn a_view_stands_under_its_name() {
        let session = (GAMES[0].open)();
        let answer = written(Answer::View { view: Box::new(session.view()) });
        assert_eq!((&answer["event"], &answer["view"]["game"]), (&json!("view"), &json!("xiangqi")));
    }
}
