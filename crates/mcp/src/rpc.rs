//! JSON-RPC 2.0: one message a line.

use serde::Serialize;
use serde_json::{Map, Value, json};

/// The line is no JSON.
pub(crate) const PARSE_ERROR: i32 = -32700;
/// The JSON is no message.
pub(crate) const INVALID_REQUEST: i32 = -32600;
pub(crate) const METHOD_NOT_FOUND: i32 = -32601;
pub(crate) const INVALID_PARAMS: i32 = -32602;
/// A fault of ours.
pub(crate) const INTERNAL_ERROR: i32 = -32603;
/// The revision of the protocol that a request names is not known here.
pub(crate) const UNSUPPORTED_VERSION: i32 = -32022;

/// A message from the client.
#[derive(Debug, PartialEq)]
pub(crate) struct Message {
    /// Identifies a request, as text or a whole number; `None` for a notification, which gets no answer.
    pub id: Option<Value>,
    pub method: String,
    pub params: Map<String, Value>,
}

/// Why a request gets no result.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Fault {
    pub code: i32,
    pub message: String,
    #[serde(skip_serializing_if = "Value::is_null")]
    pub data: Value,
}

impl Fault {
    pub(crate) fn new(code: i32, message: impl Into<String>) -> Fault {
        Fault { code, message: message.into(), data: Value::Null }
    }
}

impl Message {
    /// Reads a line. `None` for what needs no answer: an answer to a request that was never sent.
    ///
    /// # Errors
    /// The line is no message; the id of the request, if that much can be read, and the reason.
    pub(crate) fn read(line: &[u8]) -> Result<Option<Message>, (Value, Fault)> {
        let no_json = |error| (Value::Null, Fault::new(PARSE_ERROR, format!("the line is not JSON: {error}")));
        let message: Value = serde_json::from_slice(line).map_err(no_json)?;
        let invalid =
            |id: &Value, expected: &str| Err((id.clone(), Fault::new(INVALID_REQUEST, format!("expected {expected}"))));
        let Value::Object(mut fields) = message else {
            return invalid(&Value::Null, "a JSON-RPC message, which is an object");
        };
        let id = fields.remove("id");
        let known = id.clone().filter(is_id).unwrap_or_default();
        if fields.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
            return invalid(&known, "\"jsonrpc\": \"2.0\"");
        }
        let method = match fields.remove("method") {
            Some(Value::String(method)) => method,
            None if fields.contains_key("result") || fields.contains_key("error") => return Ok(None),
            _ => return invalid(&known, "a method, as text"),
        };
        if id.as_ref().is_some_and(|id| !is_id(id)) {
            return invalid(&Value::Null, "an id that is text or a whole number");
        }
        let params = match fields.remove("params") {
            None => Map::new(),
            Some(Value::Object(params)) => params,
            Some(_) => return invalid(&known, "params that are an object"),
        };
        Ok(Some(Message { id, method, params }))
    }
}

fn is_id(id: &Value) -> bool {
    id.is_string() || id.is_i64() || id.is_u64()
}

/// The answer to a request, as a line without its end.
pub(crate) fn answer(id: &Value, result: Result<Value, Fault>) -> String {
    match result {
        Ok(result) => json!({"jsonrpc": "2.0", "id": id, "result": result}),
        Err(fault) => json!({"jsonrpc": "2.0", "id": id, "error": fault}),
    }
    .to_string()
}

/// A message that expects no answer, as a line without its end.
pub(crate) fn notification(method: &str, params: &Value) -> String {
    json!({"jsonrpc": "2.0", "method": method, "params": params}).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_notifications_and_answers_are_told_apart() {
        let read = |text: &str| Message::read(text.as_bytes()).unwrap();
        let request = read(r#"{"jsonrpc":"2.0","id":7,"method":"ping"}"#).unwrap();
        assert_eq!((request.id, request.method.as_str()), (Some(7.into()), "ping"));
        let told = read(r#"{"jsonrpc":"2.0","method":"notifications/initialized","params":{"a":1}}"#).unwrap();
        assert_eq!((told.id, told.params.len()), (None, 1));
        assert_eq!(read(r#"{"jsonrpc":"2.0","id":1,"result":{}}"#), None);
    }

    #[test]
    fn what_is_no_message_is_refused_with_its_id_where_it_has_one() {
        for (line, code, id) in [
            ("{", PARSE_ERROR, Value::Null),
            ("[]", INVALID_REQUEST, Value::Null),
            (r#"{"id":"a","method":"ping"}"#, INVALID_REQUEST, "a".into()),
            (r#"{"jsonrpc":"2.0","id":3,"method":4}"#, INVALID_REQUEST, 3.into()),
            (r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, INVALID_REQUEST, Value::Null),
            (r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, INVALID_REQUEST, Value::Null),
            (r#"{"jsonrpc":"2.0","id":5,"method":"ping","params":[]}"#, INVALID_REQUEST, 5.into()),
        ] {
            let (found, fault) = Message::read(line.as_bytes()).unwrap_err();
            assert_eq!((fault.code, found), (code, id), "{line}");
        }
    }
}
