//! A client of the server of tools.

use meihua_games::GAMES;
use meihua_games::language::Language;
use meihua_mcp::server::{Host, serve};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

/// The input of the server: what the test sends, as it sends it.
struct Input {
    lines: Receiver<Vec<u8>>,
    rest: Vec<u8>,
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        while self.rest.is_empty() {
            match self.lines.recv() {
                Ok(line) => self.rest = line,
                Err(_) => return Ok(0),
            }
        }
        let size = buffer.len().min(self.rest.len());
        buffer[..size].copy_from_slice(&self.rest[..size]);
        self.rest.drain(..size);
        Ok(size)
    }
}

/// Hands over each line as it is written.
struct Output(Arc<Mutex<Sender<Value>>>, Vec<u8>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.1.extend_from_slice(bytes);
        while let Some(end) = self.1.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = self.1.drain(..=end).collect();
            let message = serde_json::from_slice(&line).expect("every line is a message");
            let _ = self.0.lock().unwrap().send(message);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// A client of the server, which runs in a thread of its own.
pub(crate) struct Client {
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<Value>,
    server: Option<JoinHandle<()>>,
    next: u64,
}

impl Client {
    pub(crate) fn new() -> Client {
        Client::speaking(Language::En)
    }

    pub(crate) fn speaking(language: Language) -> Client {
        let (input, lines) = channel();
        let (sender, output) = channel();
        let output_half = Output(Arc::new(Mutex::new(sender)), Vec::new());
        let server = thread::spawn(move || {
            let host = Host::new("Meihua 0.0", GAMES, 16).speaking(language);
            serve(host, Input { lines, rest: Vec::new() }, output_half).expect("threads");
        });
        Client { input: Some(input), output, server: Some(server), next: 1 }
    }

    pub(crate) fn send_line(&self, line: &str) {
        self.input.as_ref().unwrap().send(format!("{line}\n").into_bytes()).expect("the server listens");
    }

    pub(crate) fn cancel(&self, id: u64) {
        let cancelled = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}});
        self.send_line(&cancelled.to_string());
    }

    pub(crate) fn send(&mut self, method: &str, params: Value) -> u64 {
        let id = self.next;
        self.next += 1;
        self.send_line(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string());
        id
    }

    /// The next message.
    pub(crate) fn hear(&self) -> Value {
        self.output.recv().expect("one more message")
    }

    pub(crate) fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.send(method, params);
        let answer = self.hear();
        assert_eq!(answer["id"], id, "{answer}");
        answer
    }

    pub(crate) fn result(&mut self, method: &str, params: Value) -> Value {
        let mut answer = self.ask(method, params);
        assert!(answer.get("error").is_none(), "{answer}");
        answer["result"].take()
    }

    /// The answer of a tool.
    pub(crate) fn call(&mut self, tool: &str, arguments: Value) -> Value {
        self.result("tools/call", json!({"name": tool, "arguments": arguments}))
    }

    /// The structured answer of a tool that must have one.
    pub(crate) fn told(&mut self, tool: &str, arguments: Value) -> Value {
        let mut answer = self.call(tool, arguments);
        assert_eq!(answer["isError"], false, "{answer}");
        let tools = self.result("tools/list", json!({}));
        let schema = tools["tools"].as_array().unwrap().iter().find(|found| found["name"] == tool).unwrap();
        for field in schema["outputSchema"]["required"].as_array().unwrap() {
            let field = field.as_str().unwrap();
            assert!(answer["structuredContent"].get(field).is_some(), "{tool}: no {field}: {answer}");
        }
        answer["structuredContent"].take()
    }

    /// The refusal of a tool that must refuse.
    pub(crate) fn refused(&mut self, tool: &str, arguments: Value) -> Value {
        let answer = self.call(tool, arguments);
        assert_eq!(answer["isError"], true, "{answer}");
        serde_json::from_str(answer["content"][0]["text"].as_str().unwrap()).unwrap()
    }

    /// Ends the input and returns what still comes.
    pub(crate) fn end(mut self) -> Vec<Value> {
        self.input = None;
        let rest = self.output.iter().collect();
        self.server.take().unwrap().join().unwrap();
        rest
    }
}
