//! What the server says about itself, in the two newest revisions of the protocol: 2026-07-28, in which every request
//! names its revision, and 2025-11-25, which begins with a handshake (modelcontextprotocol.io/specification).

use crate::rpc::{Fault, INVALID_PARAMS, UNSUPPORTED_VERSION};
use crate::server::Host;
use crate::tool::Tool;
use crate::{boards, files, puzzles, reviews, shelf, values};
use serde_json::{Map, Value, json};

/// The revision without a handshake.
const MODERN: &str = "2026-07-28";
/// The revision that a handshake settles on.
const HANDSHAKE: &str = "2025-11-25";
/// Where a request names its revision.
const REVISION: &str = "io.modelcontextprotocol/protocolVersion";
/// Where an answer names the server.
const SERVER: &str = "io.modelcontextprotocol/serverInfo";
/// How long a client may keep a list, in milliseconds: nothing in one changes while the process lives.
const LISTS_LAST: u64 = 3_600_000;

const INSTRUCTIONS: &str = "Meihua plays and solves xiangqi (Chinese chess), four in a row, Priests and Devils, sliding \
    blocks, Magic Tower and planning problems in PDDL. Keep the game as its start and its list of moves and pass both to every tool: nothing is \
    remembered between calls. Moves are accepted in any notation; a move that is not legal is refused with a list of \
    those that are. Values are for the side to move. `proven` means proven: do not claim more than an answer says.";

/// A document: its address, name and text.
const DOCUMENTS: [(&str, &str, &str); 3] = [
    ("meihua://docs/rules", "Rules of the games", include_str!("../../../docs/rules.md")),
    ("meihua://docs/protocol", "How positions and moves are written", include_str!("../../../protocol.md")),
    ("meihua://docs/glossary", "Glossary", include_str!("../../../docs/glossary.md")),
];

/// A prompt: its name, its title, its argument with what it is, and the text in front of it.
const PROMPTS: [(&str, &str, (&str, &str), &str); 2] = [
    (
        "analyse_my_game",
        "Analyse my game",
        ("game", "the game: a text in any format, or its moves"),
        "Analyse this game with the tool analyse_game. Then tell me in plain words where each side went wrong, with the \
         better moves, and what I can learn from it. Use explain_move for the turning points, and claim nothing that \
         the tools do not say. The game:\n\n",
    ),
    (
        "explain_this_position",
        "Explain this position",
        ("position", "the position as text, with the name of the game, or the moves that lead to it"),
        "Look at this position with the tools position and analyse (three lines). Then tell me who stands better and \
         why, what each side threatens, and what to play. Claim nothing that the tools do not say. The position:\n\n",
    ),
];

/// All tools.
pub(crate) fn tools() -> Vec<Tool> {
    [boards::tools(), values::tools(), reviews::tools(), puzzles::tools(), shelf::tools(), files::tools()]
        .into_iter()
        .flatten()
        .collect()
}

/// Whether a request belongs to the revision without a handshake, by its `_meta`.
///
/// # Errors
/// It names a revision that is not known here.
pub(crate) fn revision(meta: &Value) -> Result<bool, Fault> {
    match meta.get(REVISION) {
        None => Ok(false),
        Some(version) if version == MODERN => Ok(true),
        Some(version) => {
            let mut fault = Fault::new(UNSUPPORTED_VERSION, format!("protocol version {version} is not supported"));
            fault.data = json!({"supported": [MODERN, HANDSHAKE], "requested": version});
            Err(fault)
        }
    }
}

/// The answer to a request about the server; `None` if there is no such method.
pub(crate) fn answer(
    method: &str,
    params: &Map<String, Value>,
    host: &Host,
    tools: &[Tool],
) -> Option<Result<Value, Fault>> {
    let text = |name: &str| params.get(name).and_then(Value::as_str).unwrap_or_default();
    let result = match method {
        "initialize" => json!({
            "protocolVersion": HANDSHAKE, "capabilities": capabilities(),
            "serverInfo": server(host), "instructions": INSTRUCTIONS,
        }),
        "server/discover" => list(json!({
            "supportedVersions": [MODERN], "capabilities": capabilities(), "instructions": INSTRUCTIONS,
        })),
        "ping" => json!({}),
        "tools/list" => list(json!({"tools": tools.iter().map(Tool::listed).collect::<Vec<_>>()})),
        "resources/list" => {
            let listed = DOCUMENTS.map(|(uri, name, _)| json!({"uri": uri, "name": name, "mimeType": "text/markdown"}));
            list(json!({"resources": listed}))
        }
        "resources/templates/list" => list(json!({"resourceTemplates": []})),
        "resources/read" => return Some(document(text("uri")).map(list)),
        "prompts/list" => {
            let listed = PROMPTS.map(|(name, title, (argument, what), _)| {
                let arguments = [json!({"name": argument, "description": what, "required": true})];
                json!({"name": name, "title": title, "arguments": arguments})
            });
            list(json!({"prompts": listed}))
        }
        "prompts/get" => return Some(prompt(text("name"), params.get("arguments"))),
        _ => return None,
    };
    Some(Ok(result))
}

/// Adds what the revision without a handshake wants in every result.
pub(crate) fn complete(mut result: Value, is_modern: bool, host: &Host) -> Value {
    if is_modern && let Some(fields) = result.as_object_mut() {
        fields.insert("resultType".to_owned(), "complete".into());
        fields.insert("_meta".to_owned(), json!({SERVER: server(host)}));
    }
    result
}

fn list(mut result: Value) -> Value {
    result["ttlMs"] = LISTS_LAST.into();
    result["cacheScope"] = "public".into();
    result
}

fn capabilities() -> Value {
    json!({"tools": {}, "resources": {}, "prompts": {}})
}

fn server(host: &Host) -> Value {
    let (name, version) = host.made_by.program.split_once(' ').unwrap_or((&host.made_by.program, ""));
    json!({"name": name.to_lowercase(), "title": name, "version": version})
}

fn document(uri: &str) -> Result<Value, Fault> {
    let found = DOCUMENTS.iter().find(|(known, ..)| *known == uri);
    let (uri, _, text) = found.ok_or_else(|| {
        Fault::new(
            INVALID_PARAMS,
            format!("there is no document {uri:?}, expected one of {}", names(DOCUMENTS.map(|it| it.0))),
        )
    })?;
    Ok(json!({"contents": [{"uri": uri, "mimeType": "text/markdown", "text": text}]}))
}

fn prompt(name: &str, arguments: Option<&Value>) -> Result<Value, Fault> {
    let invalid = |message: String| Fault::new(INVALID_PARAMS, message);
    let found = PROMPTS.iter().find(|(known, ..)| *known == name);
    let (_, title, (argument, _), text) = found.ok_or_else(|| {
        invalid(format!("there is no prompt {name:?}, expected one of {}", names(PROMPTS.map(|it| it.0))))
    })?;
    let given = arguments.and_then(|given| given.get(argument)).and_then(Value::as_str);
    let given = given.ok_or_else(|| invalid(format!("{argument}: expected a text")))?;
    let message = json!({"role": "user", "content": {"type": "text", "text": format!("{text}{given}")}});
    Ok(json!({"description": title, "messages": [message]}))
}

fn names<const N: usize>(names: [&str; N]) -> String {
    names.join(", ")
}
