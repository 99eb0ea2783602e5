//! A tool: a name, its arguments and its answer with their schemas, and the work.

use crate::server::Host;
use crate::subject::At;
use meihua_contracts::control::Control;
use meihua_library::in_words;
use schemars::{JsonSchema, Schema, SchemaGenerator, generate::SchemaSettings, json_schema};
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value, json};
use std::borrow::Cow;

/// Declares the arguments of a tool that is asked about a position.
macro_rules! arguments {
    ($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident: $type:ty,)* }) => {
        $(#[$doc])*
        #[derive(serde::Deserialize, schemars::JsonSchema)]
        #[serde(deny_unknown_fields)]
        pub(crate) struct $name {
            /// The game, as `list_games` names it.
            game: String,
            /// The position where the moves begin, as text (a FEN in the games that have one), or as on the wire
            /// (`startpos moves h2e2`); left out, the start of the game.
            #[serde(default)]
            position: Option<String>,
            /// The moves played from there, in any notation of the game.
            #[serde(default)]
            moves: $crate::subject::Moves,
            $($(#[$field_doc])* $field: $type,)*
        }

        impl $name {
            fn subject(&self) -> $crate::subject::Subject<'_> {
                $crate::subject::Subject { game: &self.game, position: self.position.as_deref(), moves: &self.moves }
            }
        }
    };
}
pub(crate) use arguments;

/// An argument that is a whole number from 1 to `MOST`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Count<const MOST: u64>(pub u64);

impl<'de, const MOST: u64> Deserialize<'de> for Count<MOST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let found = Value::deserialize(deserializer)?;
        let count = found.as_u64().filter(|count| (1..=MOST).contains(count)).map(Count);
        count.ok_or_else(|| D::Error::custom(format!("found {found}, expected a whole number from 1 to {MOST}")))
    }
}

impl<const MOST: u64> JsonSchema for Count<MOST> {
    fn schema_name() -> Cow<'static, str> {
        format!("From1To{MOST}").into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "integer", "minimum": 1, "maximum": MOST})
    }

    fn inline_schema() -> bool {
        true
    }
}

/// What a call has besides its arguments.
pub(crate) struct Call<'a> {
    pub host: &'a Host,
    /// Stops the work when the client cancels the call.
    pub control: Control,
    /// Receives how much is done, of how much if that is known, and words for it.
    pub progress: &'a (dyn Fn(u64, Option<u64>, &str) + Sync),
}

/// Why a tool has no answer: for the one who called it, who can correct the arguments.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Refusal {
    pub message: String,
    /// The position in which a move was refused; `None` if there is no position.
    pub position: Option<Box<At>>,
    /// What is legal there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal_moves: Option<Vec<String>>,
}

impl Refusal {
    pub(crate) fn plain(message: impl Into<String>) -> Refusal {
        Refusal { message: message.into(), position: None, legal_moves: None }
    }
}

/// What a tool answers.
pub(crate) struct Answer<T> {
    /// The position that it is about; `None` for a tool that is about none.
    pub position: Option<At>,
    pub result: T,
    /// The same in words, for people.
    pub text: String,
    /// A picture as PNG.
    pub picture: Option<Vec<u8>>,
}

impl<T> Answer<T> {
    pub(crate) fn new(position: At, result: T, text: String) -> Answer<T> {
        Answer { position: Some(position), result, text, picture: None }
    }
}

/// What made an answer.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct MadeBy {
    /// The name and version of the program.
    pub program: String,
    /// The hash of the network of xiangqi.
    pub network: String,
    /// The hash of the tables of xiangqi endings.
    pub tables: String,
    /// The seed of random choices; no tool makes one.
    pub seed: u64,
}

/// An answer on the wire.
#[derive(Serialize, JsonSchema)]
struct Envelope<T> {
    /// The position that the answer is about; null if it is about none.
    position: Option<At>,
    /// What made the answer.
    made_by: MadeBy,
    #[serde(flatten)]
    result: T,
}

type Work = Box<dyn Fn(Value, &Call<'_>) -> Result<Value, Refusal> + Send + Sync>;

/// A tool.
pub(crate) struct Tool {
    pub name: &'static str,
    title: &'static str,
    description: &'static str,
    input: Schema,
    output: Schema,
    work: Work,
}

impl Tool {
    /// A tool with this work.
    pub(crate) fn new<A: DeserializeOwned + JsonSchema + 'static, T: Serialize + JsonSchema + 'static>(
        name: &'static str,
        title: &'static str,
        description: &'static str,
        work: fn(A, &Call<'_>) -> Result<Answer<T>, Refusal>,
    ) -> Tool {
        let work = move |arguments: Value, call: &Call<'_>| {
            let arguments = read(&given(whole(arguments))).map_err(Refusal::plain)?;
            work(arguments, call).map(|answer| content(answer, call.host.made_by.clone()))
        };
        let settings = || SchemaSettings::draft2020_12().with(|with| with.inline_subschemas = true);
        let input = SchemaGenerator::new(settings()).into_root_schema_for::<A>();
        let output = SchemaGenerator::new(settings().for_serialize()).into_root_schema_for::<Envelope<T>>();
        Tool { name, title, description, input, output, work: Box::new(work) }
    }

    /// Its entry in `tools/list`.
    pub(crate) fn listed(&self) -> Value {
        // No tool changes anything, and the only file that one reads is the library.
        let hints = json!({"readOnlyHint": true, "idempotentHint": true, "openWorldHint": false});
        json!({
            "name": self.name, "title": self.title, "description": self.description,
            "inputSchema": self.input, "outputSchema": self.output, "annotations": hints,
        })
    }

    /// Its answer as the result of `tools/call`. A refusal is an answer, too, for the one who chose the arguments.
    pub(crate) fn call(&self, arguments: Map<String, Value>, call: &Call<'_>) -> Value {
        (self.work)(Value::Object(arguments), call).unwrap_or_else(
            |refusal| json!({"content": [{"type": "text", "text": json!(refusal).to_string()}], "isError": true}),
        )
    }
}

/// The same value with whole numbers where a client that holds all numbers as doubles writes 4 as `4.0`.
fn whole(value: Value) -> Value {
    match value {
        Value::Number(number) => {
            let float = number.as_f64().filter(|float| number.is_f64() && float.fract() == 0.0 && float.abs() < 1e15);
            float.map_or(Value::Number(number), |float| Value::from(float as i64))
        }
        Value::Array(values) => values.into_iter().map(whole).collect(),
        Value::Object(fields) => fields.into_iter().map(|(name, value)| (name, whole(value))).collect(),
        Value::Null | Value::Bool(_) | Value::String(_) => value,
    }
}

/// The arguments without those that are null: some clients send these for what is left out.
fn given(mut arguments: Value) -> Value {
    if let Some(fields) = arguments.as_object_mut() {
        fields.retain(|_, value| !value.is_null());
    }
    arguments
}

/// Reads arguments.
///
/// # Errors
/// Which one is wrong, and what was expected.
fn read<A: DeserializeOwned>(arguments: &Value) -> Result<A, String> {
    let said = |arguments: &Value| A::deserialize(arguments).map_err(|error| in_words(&error));
    said(arguments).map_err(|error| {
        // The argument without which the error is another one, or none.
        let is_wrong = |name: &&String| {
            let mut others = arguments.clone();
            others.as_object_mut().and_then(|others| others.remove(*name));
            said(&others).err().as_ref() != Some(&error)
        };
        let wrong = arguments.as_object().into_iter().flat_map(Map::keys).find(is_wrong);
        let wrong = wrong.filter(|_| !error.starts_with("missing field"));
        format!("{}: {error}", wrong.map_or("arguments", String::as_str))
    })
}

fn content<T: Serialize>(answer: Answer<T>, made_by: MadeBy) -> Value {
    let Answer { position, result, mut text, picture } = answer;
    if let Some(at) = &position {
        text += &format!("\nPosition {}: {}", at.key, at.fen);
    }
    let mut content = vec![json!({"type": "text", "text": text})];
    if let Some(picture) = picture {
        let data = data_encoding::BASE64.encode(&picture);
        content.push(json!({"type": "image", "mimeType": "image/png", "data": data}));
    }
    json!({"content": content, "structuredContent": Envelope { position, made_by, result }, "isError": false})
}
