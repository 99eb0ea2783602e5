//! Drives the real process as a client does: lines in, lines out, with generous timeouts.

pub mod examples;
#[allow(dead_code, missing_docs)]
#[path = "../../../examples/othello.rs"]
pub mod othello;
pub mod process;
#[allow(dead_code, missing_docs)] // Of its program the tests take the puzzle alone.
#[path = "../../../examples/wolf_goat_cabbage.rs"]
pub mod wolf_goat_cabbage;

use std::env::consts::EXE_EXTENSION;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, ExitStatus, Output, Stdio};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// The start position of xiangqi.
pub const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// Far longer than anything should take: the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(60);

/// Runs the program with these words and an input to its end.
pub fn meihua(arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(program());
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    // Who does not read it closes it.
    _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    child.wait_with_output().expect("the program ends")
}

pub struct Engine {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    errors: Receiver<String>,
}

impl Engine {
    /// Starts the process without arguments.
    pub fn start() -> Engine {
        Engine::start_with(&[])
    }

    pub fn start_with(arguments: &[&str]) -> Engine {
        Engine::spawn(Command::new(program()).args(arguments))
    }

    /// Starts a command that is, or becomes, the engine.
    pub fn spawn(command: &mut Command) -> Engine {
        let mut child = command
            .env("LC_ALL", "C")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let stdin = child.stdin.take();
        let lines = listen(child.stdout.take().expect("a pipe"));
        let errors = listen(child.stderr.take().expect("a pipe"));
        Engine { child, stdin, lines, errors }
    }

    /// The engine under limits that `sh` sets before it starts it (`ulimit`).
    pub fn limited(limits: &str) -> Engine {
        let mut command = Command::new("sh");
        command.args(["-c", &format!("{limits}; exec \"$0\""), program()]);
        Engine::spawn(&mut command)
    }

    /// Starts the process and says hello; returns its introduction, too.
    pub fn greet(dialect: &str) -> (Engine, Vec<String>) {
        let mut engine = Engine::start();
        engine.send(dialect);
        let introduction = engine.until(&format!("{dialect}ok"));
        (engine, introduction)
    }

    /// A UCI engine, past its handshake.
    pub fn uci() -> Engine {
        Engine::greet("uci").0
    }

    /// A UCCI engine, past its handshake.
    pub fn ucci() -> Engine {
        Engine::greet("ucci").0
    }

    /// Writes one line, or several at once.
    pub fn send(&mut self, text: &str) {
        self.send_bytes(format!("{text}\n").as_bytes());
    }

    /// Writes bytes as they are.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().expect("an open input");
        stdin.write_all(bytes).and_then(|()| stdin.flush()).expect("the engine listens");
    }

    /// Closes the engine's input.
    pub fn close_input(&mut self) {
        self.stdin = None;
    }

    pub fn line(&mut self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("one more line")
    }

    /// The next line of the error stream.
    pub fn error_line(&mut self) -> String {
        self.errors.recv_timeout(PATIENCE).expect("one more line of errors")
    }

    /// All lines up to the first one that begins with `prefix`, which is the last of them.
    pub fn until(&mut self, prefix: &str) -> Vec<String> {
        let deadline = Instant::now() + PATIENCE;
        let mut heard = Vec::new();
        while heard.last().is_none_or(|line: &String| !line.starts_with(prefix)) {
            match self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(line) => heard.push(line),
                Err(_) => panic!("no line {prefix:?} after {heard:#?}"),
            }
        }
        heard
    }

    /// The answer to the last `go`, a legal one unless it is `(none)`.
    pub fn best_move(&mut self) -> String {
        self.until("bestmove").pop().expect("a line")
    }

    /// Sends `isready` and returns what comes before `readyok`: the answers to the lines before.
    pub fn settle(&mut self) -> Vec<String> {
        self.send("isready");
        let mut heard = self.until("readyok");
        heard.pop();
        heard
    }

    /// The legal moves of the position.
    pub fn legal_moves(&mut self) -> Vec<String> {
        self.send("moves");
        let line = self.until("moves:").pop().expect("a line");
        line.split_whitespace().skip(1).map(str::to_owned).collect()
    }

    /// The FEN of the position.
    pub fn fen(&mut self) -> String {
        self.send("d");
        let shown = self.until("verdict:");
        let fen = shown.iter().find_map(|line| line.strip_prefix("Fen: "));
        fen.expect("a FEN").to_owned()
    }

    /// The verdict of the position, without its name.
    pub fn verdict(&mut self) -> String {
        self.send("d");
        let line = self.until("verdict:").pop().expect("a line");
        line.trim_start_matches("verdict: ").to_owned()
    }

    /// Waits for the process to end by itself.
    pub fn exit(&mut self) -> ExitStatus {
        end_of(&mut self.child)
    }

    /// The number of the process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Whether the process runs.
    pub fn is_alive(&mut self) -> bool {
        self.child.try_wait().expect("a child").is_none()
    }

    /// Everything that still comes, up to the end of the output.
    pub fn rest(&mut self) -> Vec<String> {
        // A whole run may be left.
        let deadline = Instant::now() + 4 * PATIENCE;
        let mut heard = Vec::new();
        loop {
            match self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(line) => heard.push(line),
                Err(RecvTimeoutError::Disconnected) => return heard,
                Err(RecvTimeoutError::Timeout) => panic!("the output goes on after {heard:#?}"),
            }
        }
    }

    /// Stops listening to the engine's output.
    pub fn drop_output(&mut self) {
        self.lines = channel().1;
    }

    /// Sends `quit`, and checks that nothing went to the error stream and that the process ended well.
    pub fn quit(mut self) {
        self.send("quit");
        assert!(self.exit().success());
        let errors: Vec<String> = self.errors.iter().collect();
        assert!(errors.is_empty(), "{errors:?}");
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Runs a whole session at once: all lines, then the end of the input.
pub fn session(lines: &str) -> Vec<String> {
    let mut engine = Engine::start();
    engine.send(lines);
    engine.close_input();
    let heard = engine.rest();
    assert!(engine.exit().success());
    heard
}

/// Waits for a process to end by itself; one that does not is killed.
pub fn end_of(child: &mut Child) -> ExitStatus {
    end_within(child, PATIENCE).expect("the process goes on")
}

/// How a process ended by itself in that time; none where it had to be killed.
pub fn end_within(child: &mut Child, time: Duration) -> Option<ExitStatus> {
    let deadline = Instant::now() + time;
    while Instant::now() < deadline {
        if let Some(status) = child.try_wait().expect("a child") {
            return Some(status);
        }
        thread::sleep(Duration::from_millis(2));
    }
    child.kill().expect("a child to kill");
    child.wait().expect("an end");
    None
}

/// How many lines begin with `prefix`.
pub fn count(lines: &[String], prefix: &str) -> usize {
    lines.iter().filter(|line| line.starts_with(prefix)).count()
}

/// The error lines, of any dialect.
pub fn errors(lines: &[String]) -> Vec<&String> {
    lines
        .iter()
        .filter(|line| line.starts_with("info string error: ") || line.starts_with("info message error: "))
        .collect()
}

/// A new path for a file of one test.
pub fn fresh(name: &str) -> PathBuf {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let path = std::env::temp_dir().join(format!("meihua-{}-{number}-{name}", std::process::id()));
    _ = std::fs::remove_file(&path);
    path
}

/// The program: the one that `MEIHUA_PROGRAM` names, or the one that lies beside the folder of the tests.
pub fn program() -> &'static str {
    static PROGRAM: LazyLock<String> = LazyLock::new(|| {
        if let Ok(program) = std::env::var("MEIHUA_PROGRAM") {
            return program;
        }
        let test = std::env::current_exe().expect("the path of the test");
        let folder = test.ancestors().nth(2).expect("the folder of the profile");
        folder.join("meihua").with_extension(EXE_EXTENSION).into_os_string().into_string().expect("a path in UTF-8")
    });
    &PROGRAM
}

/// The word after `name` in a line.
pub fn field<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let mut words = line.split_whitespace();
    words.find(|word| *word == name)?;
    words.next()
}

fn listen(stream: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, lines) = channel();
    thread::spawn(move || {
        for line in BufReader::new(stream).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    lines
}
