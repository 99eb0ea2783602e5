//! One run of the program with given words, input and limits, to its end or to the end of patience.

use super::{end_within, program};
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Far longer than any of these runs should take.
const PATIENCE: Duration = Duration::from_secs(60);

/// A run to be made.
pub struct ProcessRun {
    limits: String,
    words: Vec<String>,
    user: Option<u32>,
    input: Vec<u8>,
    patience: Duration,
}

#[derive(Debug)]
pub struct Ended {
    /// The exit status; none where a signal ended it, or it had to be killed.
    pub status: Option<i32>,
    /// Whether it ended by itself.
    pub has_ended: bool,
    pub out: String,
    /// The error stream.
    pub err: String,
    /// How long it ran.
    pub time: Duration,
}

impl Ended {
    /// The lines of standard output that begin so.
    pub fn lines(&self, prefix: &str) -> Vec<&str> {
        self.out.lines().filter(|line| line.starts_with(prefix)).collect()
    }

    /// The moves that were answered.
    pub fn best_moves(&self) -> Vec<&str> {
        self.lines("bestmove ").into_iter().filter_map(|line| line.split(' ').nth(1)).collect()
    }

    /// Whether it came to an end of its own making: no panic, no signal, no kill.
    pub fn is_orderly(&self) -> bool {
        self.has_ended && self.status.is_some_and(|status| status != 101 && status < 126)
    }
}

/// A run with these words on the command line.
pub fn run(words: &[&str]) -> ProcessRun {
    let words = words.iter().map(|&word| word.to_owned()).collect();
    ProcessRun { limits: "true".to_owned(), words, user: None, input: Vec::new(), patience: PATIENCE }
}

/// A session of the engine: these lines, then the end of the input.
pub fn engine(lines: &str) -> Ended {
    run(&[]).input(lines).end()
}

impl ProcessRun {
    /// Under limits of the shell, like `ulimit -v 300000`.
    pub fn limits(mut self, limits: &str) -> ProcessRun {
        limits.clone_into(&mut self.limits);
        self
    }

    /// With these lines on standard input.
    pub fn input(mut self, lines: &str) -> ProcessRun {
        self.input = format!("{lines}\n").into_bytes();
        self
    }

    /// As a user of its own with this many processes and threads, where the tests may become another user.
    pub fn tasks(mut self, most: u32) -> Option<ProcessRun> {
        let id = 60_000 + std::process::id() % 5_000 + most * 64;
        let can_be = Command::new("setpriv").args(user(id)).arg("true").stderr(Stdio::null()).status();
        if !can_be.is_ok_and(|status| status.success()) {
            println!("no right to run as another user (setpriv): limits of processes are not tried");
            return None;
        }
        self.user = Some(id);
        self.limits = format!("ulimit -u {most}");
        Some(self)
    }

    /// Gives up after so long.
    pub fn patience(mut self, seconds: u64) -> ProcessRun {
        self.patience = Duration::from_secs(seconds);
        self
    }

    /// Starts it; its input is written, and then closed.
    pub fn start(&self) -> Child {
        let script = format!("{}; exec \"$0\" \"$@\"", self.limits);
        let mut command = match self.user {
            None => Command::new("bash"),
            Some(id) => {
                let mut command = Command::new("setpriv");
                command.args(user(id)).arg("bash");
                command
            }
        };
        command.args(["-c", &script, program()]).args(&self.words);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("a shell");
        let (mut stdin, input) = (child.stdin.take().expect("a pipe"), self.input.clone());
        // Whoever does not read to the end has his reasons.
        thread::spawn(move || drop(stdin.write_all(&input)));
        child
    }

    /// Runs it to its end.
    pub fn end(&self) -> Ended {
        let begin = Instant::now();
        let mut child = self.start();
        let (out, err) = (drain(child.stdout.take()), drain(child.stderr.take()));
        let status = end_within(&mut child, self.patience);
        let time = begin.elapsed();
        let text = |reader: thread::JoinHandle<Vec<u8>>| {
            String::from_utf8_lossy(&reader.join().expect("a reader")).into_owned()
        };
        let code = status.and_then(|status| status.code());
        Ended { status: code, has_ended: status.is_some(), out: text(out), err: text(err), time }
    }
}

fn user(id: u32) -> [String; 3] {
    [format!("--reuid={id}"), "--regid=65534".to_owned(), "--clear-groups".to_owned()]
}

fn drain(stream: Option<impl Read + Send + 'static>) -> thread::JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        _ = stream.map(|mut stream| stream.read_to_end(&mut bytes));
        bytes
    })
}
