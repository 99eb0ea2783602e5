//! The main loop: one thread reads lines, one does the work of the tools, one after the other, and this one answers. So
//! a request about the server itself, or a cancellation, never waits for a search.

use crate::describe;
use crate::rpc::{self, Fault, INTERNAL_ERROR, INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND, Message};
use crate::tool::{Call, MadeBy, Tool};
use meihua_contracts::control::Control;
use meihua_contracts::panics::guarded;
use meihua_contracts::sentence::Sentence;
use meihua_contracts::text::Notation;
use meihua_engine::engine::config::Config;
use meihua_engine::engine::registry::Entry;
use meihua_engine::games::xiangqi;
use meihua_engine::games::xiangqi::tables::set::Folder;
use meihua_games::language::Language;
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::Builder;

/// Maximum length of a message, in bytes.
const MAX_MESSAGE: usize = 8 << 20;
/// Maximum number of calls that wait.
const MAX_CALLS: usize = 64;

/// What the server works with.
pub struct Host {
    /// The games; the tools accept them by name.
    pub games: &'static [Entry],
    /// Megabytes for the table of a search, and for a puzzle's solver.
    pub hash: usize,
    /// Tables of xiangqi endings besides the built-in ones.
    tables: Option<Folder>,
    /// The library of games that the tools may look into.
    pub(crate) library: Option<PathBuf>,
    /// The language of sentences, which decides how moves are named in them.
    language: Language,
    pub(crate) made_by: MadeBy,
}

impl Host {
    /// A host of the program with this name and version.
    pub fn new(program: &str, games: &'static [Entry], hash: usize) -> Host {
        let hex = |hash: u64| format!("{hash:016x}");
        let (network, tables) = (hex(xiangqi::net::built_in_hash()), hex(xiangqi::tables::set::built_in_hash()));
        let made_by = MadeBy { program: program.to_owned(), network, tables, seed: 0 };
        Host { games, hash, tables: None, library: None, language: Language::En, made_by }
    }

    /// The same host that says what it finds in this language.
    #[must_use]
    pub fn speaking(self, language: Language) -> Host {
        Host { language, ..self }
    }

    /// A sentence in the language of the host.
    pub(crate) fn say(&self, sentence: impl Into<Sentence>) -> String {
        self.language.text(sentence)
    }

    /// How moves are named in sentences.
    pub(crate) fn notation(&self) -> Notation {
        self.language.notation()
    }

    /// The same host with these tables of xiangqi endings.
    #[must_use]
    pub fn with_tables(self, tables: Folder) -> Host {
        Host { tables: Some(tables), ..self }
    }

    /// The same host with this library of games.
    #[must_use]
    pub fn with_library(self, library: PathBuf) -> Host {
        Host { library: Some(library), ..self }
    }

    /// The options of a session for one call: one thread, so that the answer is always the same.
    pub(crate) fn config(&self) -> Config {
        Config {
            hash: self.hash,
            threads: 1,
            memory_limit: Some(self.hash),
            tables: self.tables.clone(),
            ..Config::default()
        }
    }
}

/// A call of a tool.
struct Job {
    id: Value,
    tool: usize,
    arguments: Map<String, Value>,
    /// The client's name for the progress of the call, if it wants to hear of it.
    token: Option<Value>,
    control: Control,
}

enum Incoming {
    /// A line of the client, or why it cannot be taken.
    Line(Result<Vec<u8>, Fault>),
    /// The client sends no more.
    End,
    /// A message about the progress of a call.
    Progress { id: Value, message: String },
    /// The result of a call.
    Done { id: Value, result: Result<Value, Fault> },
}

/// Serves a client until its input or our output ends. Calls that it has made by then are still answered.
///
/// # Errors
/// The system grants no thread, or the output is closed.
pub fn serve(host: Host, input: impl Read + Send + 'static, output: impl Write) -> io::Result<()> {
    let (sender, inbox) = channel();
    let lines = sender.clone();
    Builder::new().name("read".to_owned()).spawn(move || read_lines(input, &lines))?;
    let host = Arc::new(host);
    let tools = Arc::new(describe::tools());
    let (jobs, work) = channel::<Job>();
    let (worker_host, worker_tools) = (Arc::clone(&host), Arc::clone(&tools));
    Builder::new().name("tools".to_owned()).spawn(move || do_jobs(&worker_host, &worker_tools, &work, &sender))?;
    Server { host, tools, jobs, calls: HashMap::new(), output }.run(&inbox)
}

fn read_lines(input: impl Read, lines: &Sender<Incoming>) {
    let mut input = BufReader::new(input);
    loop {
        let mut line = Vec::new();
        let read = input.by_ref().take(MAX_MESSAGE as u64 + 1).read_until(b'\n', &mut line);
        let message = match read {
            Ok(0) | Err(_) => break,
            Ok(_) if line.last() != Some(&b'\n') && line.len() > MAX_MESSAGE => {
                let text = format!("a message of more than {MAX_MESSAGE} bytes");
                if input.skip_until(b'\n').is_err() {
                    break;
                }
                Err(Fault::new(INVALID_REQUEST, text))
            }
            Ok(_) if line.trim_ascii().is_empty() => continue,
            Ok(_) => Ok(line),
        };
        if lines.send(Incoming::Line(message)).is_err() {
            return;
        }
    }
    // If nobody listens any more, nobody waits for the end either.
    let _ = lines.send(Incoming::End);
}

/// How far a call is, over all its phases: the protocol wants numbers that increase.
#[derive(Default)]
struct Progress {
    /// What the phases before this one have done.
    before: u64,
    /// What this phase has done.
    done: u64,
}

impl Progress {
    /// What the phases before have done, and all of them with this one; `None` if that is nothing new.
    fn next(&mut self, done: u64) -> Option<(u64, u64)> {
        if done < self.done {
            self.before += self.done;
            self.done = 0;
        }
        let is_new = done > self.done;
        self.done = done;
        is_new.then_some((self.before, self.before + done))
    }
}

/// Does the work of the calls, one after the other.
fn do_jobs(host: &Host, tools: &[Tool], jobs: &Receiver<Job>, answers: &Sender<Incoming>) {
    for Job { id, tool, arguments, token, control } in jobs {
        let told_before = Mutex::new(Progress::default());
        let progress = |done: u64, of: Option<u64>, words: &str| {
            let counted = told_before.lock().ok().and_then(|mut told| told.next(done));
            if let (Some(token), Some((before, done))) = (&token, counted) {
                let mut told = json!({"progressToken": token, "progress": done, "message": words});
                if let Some(total) = of {
                    told["total"] = (before + total).into();
                }
                let message = rpc::notification("notifications/progress", &told);
                let _ = answers.send(Incoming::Progress { id: id.clone(), message });
            }
        };
        let call = Call { host, control, progress: &progress };
        let result = guarded(|| tools.get(tool).map(|tool| tool.call(arguments, &call)));
        let result = match result {
            Ok(Some(result)) => Ok(result),
            Ok(None) => Err(Fault::new(INTERNAL_ERROR, "the tool is gone")),
            Err(panic) => Err(Fault::new(INTERNAL_ERROR, format!("the tool failed ({panic})"))),
        };
        if answers.send(Incoming::Done { id: id.clone(), result }).is_err() {
            return;
        }
    }
}

struct Server<W> {
    host: Arc<Host>,
    tools: Arc<Vec<Tool>>,
    jobs: Sender<Job>,
    /// The calls that are not answered yet, by the text of their ids; none for one that was cancelled.
    calls: HashMap<String, Option<CallState>>,
    output: W,
}

/// What is remembered of a call.
struct CallState {
    control: Control,
    /// Whether its request named a revision of the protocol, so that its answer must say that it is complete.
    is_modern: bool,
}

impl<W: Write> Server<W> {
    fn run(mut self, inbox: &Receiver<Incoming>) -> io::Result<()> {
        let mut is_open = true;
        while is_open || !self.calls.is_empty() {
            let Ok(message) = inbox.recv() else { break };
            match message {
                Incoming::End => is_open = false,
                Incoming::Line(Err(fault)) => self.say(&rpc::answer(&Value::Null, Err(fault)))?,
                Incoming::Line(Ok(line)) => match Message::read(&line) {
                    Err((id, fault)) => self.say(&rpc::answer(&id, Err(fault)))?,
                    Ok(None) => {}
                    Ok(Some(Message { id: None, method, params })) => self.on_notification(&method, &params),
                    Ok(Some(Message { id: Some(id), method, params })) => self.on_request(id, &method, params)?,
                },
                Incoming::Progress { id, message } => {
                    if let Some(Some(_)) = self.calls.get(&id.to_string()) {
                        self.say(&message)?;
                    }
                }
                Incoming::Done { id, result } => {
                    // A call that was cancelled gets no answer.
                    if let Some(Some(call)) = self.calls.remove(&id.to_string()) {
                        let result = result.map(|result| describe::complete(result, call.is_modern, &self.host));
                        self.say(&rpc::answer(&id, result))?;
                    }
                }
            }
        }
        Ok(())
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.output, "{line}")?;
        self.output.flush()
    }

    fn on_notification(&mut self, method: &str, params: &Map<String, Value>) {
        let named = params.get("requestId").filter(|_| method == "notifications/cancelled");
        let call = named.and_then(|id| self.calls.get_mut(&id.to_string()));
        if let Some(call) = call.and_then(Option::take) {
            call.control.stop();
        }
    }

    fn on_request(&mut self, id: Value, method: &str, mut params: Map<String, Value>) -> io::Result<()> {
        let meta = params.remove("_meta").unwrap_or_default();
        let result = match describe::revision(&meta) {
            Err(fault) => Err(fault),
            Ok(is_modern) if method == "tools/call" => match self.queue(&id, params, &meta, is_modern) {
                Ok(()) => return Ok(()),
                Err(fault) => Err(fault),
            },
            Ok(is_modern) => match describe::answer(method, &params, &self.host, &self.tools) {
                Some(result) => result.map(|result| describe::complete(result, is_modern, &self.host)),
                None => Err(Fault::new(METHOD_NOT_FOUND, format!("there is no method {method:?}"))),
            },
        };
        self.say(&rpc::answer(&id, result))
    }

    /// Hands a call to the worker.
    fn queue(
        &mut self,
        id: &Value,
        mut params: Map<String, Value>,
        meta: &Value,
        is_modern: bool,
    ) -> Result<(), Fault> {
        let invalid = |message: String| Fault::new(INVALID_PARAMS, message);
        let name = params.get("name").and_then(Value::as_str).ok_or_else(|| invalid("name: expected a text".into()))?;
        let tool = self.tools.iter().position(|tool| tool.name == name);
        let tool = tool.ok_or_else(|| {
            let names: Vec<&str> = self.tools.iter().map(|tool| tool.name).collect();
            invalid(format!("there is no tool {name:?}, expected one of {}", names.join(", ")))
        })?;
        let arguments = match params.remove("arguments") {
            None | Some(Value::Null) => Map::new(),
            Some(Value::Object(arguments)) => arguments,
            Some(_) => return Err(invalid("arguments: expected an object".into())),
        };
        if self.calls.contains_key(&id.to_string()) {
            return Err(Fault::new(INVALID_REQUEST, format!("a call with the id {id} is not answered yet")));
        }
        if self.calls.len() >= MAX_CALLS {
            return Err(Fault::new(INVALID_REQUEST, format!("{MAX_CALLS} calls wait already")));
        }
        let token = meta.get("progressToken").filter(|token| token.is_string() || token.is_i64() || token.is_u64());
        let control = Control::new();
        self.calls.insert(id.to_string(), Some(CallState { control: control.clone(), is_modern }));
        let job = Job { id: id.clone(), tool, arguments, token: token.cloned(), control };
        self.jobs.send(job).map_err(|_| Fault::new(INTERNAL_ERROR, "the tools are gone"))
    }
}
