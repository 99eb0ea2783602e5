//! Plays a script against the real process and checks its output.

use super::script::{End, Pace, Script, Step};
use common::end_within;
use meihua::GAMES;
use meihua::engine::go::Go;
use meihua::protocol::command::{Command as Line, Dialect};
use model::mirror::{Allowed, Mirror};
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How late an answer may be, on a machine that is busy with other things.
pub(super) const GRACE: Duration = Duration::from_secs(2);
/// What a puzzle without a bound may take before the `go` behind it has its turn.
const PROOF: Duration = Duration::from_secs(60);
/// More than that no session should take, in kB: its tables are small and its searches short.
const MEMORY_LIMIT: u64 = 1_500_000;

/// Figures of many sessions.
#[derive(Default)]
pub(super) struct Stats {
    pub lines: usize,
    /// Answers to `go`.
    pub answers: usize,
    /// From each `stop` to its answer.
    pub stops: Vec<Duration>,
    /// How long clocked searches took beyond their bound.
    pub late: Vec<Duration>,
    /// The largest resident memory, kB.
    pub memory: u64,
}

/// An answer that is owed.
struct Owed {
    what: What,
    /// When the clock begins: it was sent, and all before it is answered.
    since: Instant,
    /// For searches that a clock ends: the most that it allows.
    bound: Option<Duration>,
    is_stopped: bool,
}

enum What {
    Move(Allowed),
    Leaves(Option<usize>),
}

/// A process and all that is known of it.
struct Run<'a> {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<(Instant, String)>,
    mirror: Mirror,
    owed: VecDeque<Owed>,
    fens: VecDeque<String>,
    moves: VecDeque<String>,
    readies: usize,
    idles: usize,
    /// In UCCI an idle engine answers `stop` with `nobestmove`; whether it was idle is not known here.
    loose: usize,
    has_searched: bool,
    /// A solver reports that it has no plan (yet): then it has no step either.
    is_solved: bool,
    stop_sent: Option<Instant>,
    transcript: Vec<String>,
    stats: &'a mut Stats,
}

/// What was found, and all lines of both sides up to there.
pub(super) struct Find {
    pub fault: String,
    /// `>` what was sent, `<` what came back.
    pub transcript: Vec<String>,
}

/// Plays a session to its end.
pub(super) fn play(script: &Script, stats: &mut Stats) -> Result<(), Box<Find>> {
    let mut run = Run::start(&script.folder, stats);
    let outcome = run.play(script);
    let transcript = std::mem::take(&mut run.transcript);
    outcome.map_err(|fault| Box::new(Find { fault, transcript }))
}

impl Drop for Run<'_> {
    fn drop(&mut self) {
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

impl<'a> Run<'a> {
    fn start(folder: &Path, stats: &'a mut Stats) -> Run<'a> {
        // A process that swallows all memory shall fall, not the machine.
        let mut command = Command::new("sh");
        command.args(["-c", "ulimit -v 6000000; exec \"$0\"", env!("CARGO_BIN_EXE_meihua")]);
        command.current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the engine starts");
        let (sender, lines) = channel();
        let output = child.stdout.take().expect("a pipe");
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send((Instant::now(), line)).is_err() {
                    return;
                }
            }
        });
        Run {
            stdin: child.stdin.take(),
            child,
            lines,
            mirror: Mirror::default(),
            owed: VecDeque::new(),
            fens: VecDeque::new(),
            moves: VecDeque::new(),
            readies: 0,
            idles: 0,
            loose: 0,
            has_searched: false,
            is_solved: false,
            stop_sent: None,
            transcript: Vec::new(),
            stats,
        }
    }

    fn play(&mut self, script: &Script) -> Result<(), String> {
        for step in &script.steps {
            self.step(step)?;
        }
        self.stats.memory = self.stats.memory.max(self.memory());
        if self.memory() > MEMORY_LIMIT {
            return Err(format!("{} kB of memory", self.memory()));
        }
        match script.end {
            // Under `batch` nothing is read while a search goes on, `quit` included.
            End::Quit if self.mirror.is_batch() && !self.owed.is_empty() => return Ok(()),
            End::Quit => self.send(b"quit")?,
            End::Closed => self.stdin = None,
        }
        let status = end_within(&mut self.child, 5 * GRACE).ok_or(format!("{:?}: the process goes on", script.end))?;
        while let Ok((at, line)) = self.lines.recv_timeout(GRACE) {
            self.hear(at, line)?;
        }
        let mut errors = String::new();
        _ = self.child.stderr.take().map(|mut pipe| pipe.read_to_string(&mut errors));
        if !status.success() || !errors.is_empty() {
            return Err(format!("{status}, error stream {errors:?}"));
        }
        let missing = (self.owed.len(), self.fens.len(), self.moves.len(), self.readies);
        let is_cut_short = script.end == End::Quit;
        if is_cut_short || missing == (0, 0, 0, 0) { Ok(()) } else { Err(format!("missing answers: {missing:?}")) }
    }

    fn step(&mut self, step: &Step) -> Result<(), String> {
        self.send(&step.line)?;
        match step.pace {
            Pace::None => self.pump(Duration::ZERO, |_| false),
            Pace::Sleep(time) => self.pump(Duration::from_millis(time), |_| false),
            Pace::Settle => {
                self.send(b"isready")?;
                self.wait(GRACE, |run| run.readies == 0, "isready")
            }
            Pace::Idle => {
                self.idles += 1;
                self.send(b"setoption name Notation value idle?")?;
                self.wait(10 * GRACE, |run| run.idles == 0, "a line that waits for the engine to be idle")
            }
            Pace::Answer(time) => self.answers(Duration::from_millis(time)),
            Pace::Hit(time) => {
                self.pump(Duration::from_millis(time), |run| run.owed.is_empty())?;
                self.send(b"ponderhit")?;
                self.answers(Duration::from_millis(50))
            }
        }
    }

    /// Waits until nothing is owed. What no clock ends is stopped after a while.
    fn answers(&mut self, patience: Duration) -> Result<(), String> {
        while let Some(first) = self.owed.front() {
            let left = self.owed.len();
            let is_answered = move |run: &Run| run.owed.len() < left;
            // A `stop` is for the last `go`; those before it end by themselves.
            if first.bound.is_some() || left > 1 {
                let time = first.bound.map_or(PROOF, |bound| bound + GRACE);
                self.wait(time, is_answered, "a bounded search")?;
                continue;
            }
            self.pump(patience, is_answered)?;
            if self.owed.len() == left {
                self.send(b"stop")?;
                self.stop_sent = Some(Instant::now());
                self.wait(GRACE, is_answered, "stop")?;
            }
        }
        Ok(())
    }

    fn send(&mut self, line: &[u8]) -> Result<(), String> {
        let text = String::from_utf8_lossy(line).into_owned();
        let shown: String = if text.len() > 100_000 { text.chars().take(200).collect() } else { text.clone() };
        self.transcript.push(format!("> {shown}"));
        self.stats.lines += 1;
        if let Ok(command) = Line::parse(&text, GAMES) {
            self.expect(&command);
            self.mirror.carry_out(&command);
        }
        let stdin = self.stdin.as_mut().ok_or("the input is closed")?;
        let mut bytes = line.to_vec();
        bytes.push(b'\n');
        stdin.write_all(&bytes).and_then(|()| stdin.flush()).map_err(|error| format!("the process is gone: {error}"))
    }

    /// Notes what a line is to be answered with.
    fn expect(&mut self, command: &Line) {
        match command {
            Line::IsReady => self.readies += 1,
            Line::Show => self.fens.extend(self.mirror.fen()),
            Line::Moves => self.moves.push_back(format!("moves: {}", self.mirror.moves().join(" "))),
            Line::Stop => {
                self.loose += usize::from(self.mirror.dialect == Dialect::Ucci);
                self.stopped();
            }
            // It ends the search as `stop` does: its answer comes first.
            Line::Quit => self.stopped(),
            Line::Go(go, _) => self.owe(go),
            _ => {}
        }
    }

    fn stopped(&mut self) {
        self.owed.iter_mut().for_each(|owed| owed.is_stopped = true);
    }

    fn owe(&mut self, go: &Go) {
        let is_static = self.mirror.dialect == Dialect::Ucci && go.depth == Some(0);
        let what = if is_static {
            What::Move(Allowed { moves: Vec::new(), none: true, is_two_player: true })
        } else if let Some(depth) = go.perft {
            What::Leaves(self.mirror.leaves(depth))
        } else {
            What::Move(self.mirror.allowed(go))
        };
        let clocks = go.clocks.sides.iter().chain([&go.clocks.own, &go.clocks.opponent]);
        let clock = clocks.filter_map(|hand| hand.time).max().map(|time| time.max(0).unsigned_abs());
        let bound = go.movetime.or(clock).filter(|_| !go.is_open() && go.perft.is_none());
        let bound = bound.map(Duration::from_millis);
        self.owed.push_back(Owed { what, since: Instant::now(), bound, is_stopped: false });
    }

    /// Listens until something is done; what is not done in time is a fault.
    fn wait(&mut self, time: Duration, is_done: impl Fn(&Run) -> bool, name: &str) -> Result<(), String> {
        self.pump(time, &is_done)?;
        if is_done(self) { Ok(()) } else { Err(format!("{name}: no answer in {time:?}")) }
    }

    /// Listens for so long, or until something is done.
    fn pump(&mut self, time: Duration, is_done: impl Fn(&Run) -> bool) -> Result<(), String> {
        let deadline = Instant::now() + time;
        while !is_done(self) {
            match self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok((at, line)) => self.hear(at, line)?,
                Err(_) => return Ok(()),
            }
        }
        Ok(())
    }

    fn hear(&mut self, at: Instant, line: String) -> Result<(), String> {
        let shown: String = line.chars().take(300).collect();
        self.transcript.push(format!("< {shown}"));
        let text = line.strip_prefix("info string ").or(line.strip_prefix("info message ")).unwrap_or_default();
        let beginnings = ["the line could not", "the search failed", "the solver failed"];
        if text.strip_prefix("error: ").is_some_and(|cause| beginnings.iter().any(|begin| cause.starts_with(begin))) {
            return Err(format!("a breakdown: {line}"));
        }
        if line.starts_with("info depth ") {
            self.has_searched |= !line.starts_with("info depth 0 ");
            return self.check_score(&line);
        }
        self.is_solved |= text == "solved";
        if line == "readyok" {
            self.readies = self.readies.checked_sub(1).ok_or("a second readyok")?;
        } else if text.contains("\"idle?\"") {
            self.idles = self.idles.saturating_sub(1);
        } else if let Some(fen) = line.strip_prefix("Fen: ") {
            let expected = self.fens.pop_front().ok_or("a position unasked")?;
            return if fen == expected { Ok(()) } else { Err(format!("the position is {fen}, not {expected}")) };
        } else if line.starts_with("moves:") {
            let expected = self.moves.pop_front().ok_or("moves unasked")?;
            return if line == expected { Ok(()) } else { Err(format!("{line}, not {expected}")) };
        } else if let Some(fen) = text.strip_prefix("genfens ") {
            return if self.mirror.reads(fen) { Ok(()) } else { Err(format!("no position: {fen}")) };
        } else if line.starts_with("bestmove ") || line == "nobestmove" {
            return self.check_move(at, &line);
        } else if line.starts_with("Nodes searched: ") || text.starts_with("perft stopped") || is_refusal(text) {
            return self.check_leaves(&line);
        }
        Ok(())
    }

    /// No score of a search is one of the numbers that stand for "none".
    fn check_score(&self, line: &str) -> Result<(), String> {
        let is_two_player =
            self.owed.front().is_some_and(|owed| matches!(&owed.what, What::Move(allowed) if allowed.is_two_player));
        let mut words = line.split(' ').skip_while(|word| *word != "cp").skip(1);
        let score: i64 = words.next().and_then(|word| word.parse().ok()).unwrap_or_default();
        if is_two_player && score.abs() > 29_000 { Err(format!("no score: {line}")) } else { Ok(()) }
    }

    fn check_move(&mut self, at: Instant, line: &str) -> Result<(), String> {
        let mv = line.split(' ').nth(1).filter(|mv| *mv != "(none)");
        let may_be_none = |allowed: &Allowed| allowed.none || (self.is_solved && !allowed.is_two_player);
        let none_is_right =
            self.owed.front().is_some_and(|owed| matches!(&owed.what, What::Move(it) if may_be_none(it)));
        // It may have been counted for a `go` that has no move either, and the answer of that `go` comes now, in
        // whatever dialect is spoken since.
        if mv.is_none() && !none_is_right && self.loose > 0 {
            self.loose -= 1;
            return Ok(());
        }
        let owed = self.owed.pop_front().ok_or(format!("an answer unasked: {line}"))?;
        let What::Move(allowed) = owed.what else { return Err(format!("{line} for a perft")) };
        self.stats.answers += 1;
        let searched = std::mem::take(&mut self.has_searched);
        self.is_solved = false;
        self.note_time(at, owed.since, owed.bound);
        let is_right = match mv {
            Some(mv) => allowed.moves.iter().any(|legal| legal == mv),
            None => none_is_right,
        };
        if !is_right {
            return Err(format!("{line}, expected one of {:?}", allowed.moves));
        }
        // A weak player may have fewer nodes than the first iteration takes.
        let must_search = allowed.is_two_player
            && owed.bound.is_some()
            && !owed.is_stopped
            && mv.is_some()
            && !self.mirror.is_weakened();
        if must_search && !searched { Err(format!("{line} without a search")) } else { Ok(()) }
    }

    fn check_leaves(&mut self, line: &str) -> Result<(), String> {
        let Some(Owed { what: What::Leaves(leaves), since, .. }) = self.owed.pop_front() else {
            return Err(format!("leaves unasked: {line}"));
        };
        self.note_time(Instant::now(), since, None);
        match (leaves, line.strip_prefix("Nodes searched: ")) {
            (Some(leaves), Some(counted)) if counted != leaves.to_string() => Err(format!("{line}, not {leaves}")),
            _ => Ok(()),
        }
    }

    fn note_time(&mut self, at: Instant, since: Instant, bound: Option<Duration>) {
        if let Some(sent) = self.stop_sent.take() {
            self.stats.stops.push(at.saturating_duration_since(sent));
        } else if let Some(bound) = bound {
            self.stats.late.push(at.saturating_duration_since(since).saturating_sub(bound));
        }
        if let Some(next) = self.owed.front_mut() {
            next.since = at;
        }
    }

    /// The largest resident memory so far, kB.
    fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or_default()
    }
}

impl Find {
    /// What kind of fault it is, without its figures.
    pub(super) fn kind(&self) -> &str {
        let kinds =
            ["without a search", "expected one of", "breakdown", "no answer", "missing answers", "the position is"];
        kinds.into_iter().find(|kind| self.fault.contains(kind)).unwrap_or_default()
    }
}

/// Whether a line refuses a perft: that is its answer.
fn is_refusal(text: &str) -> bool {
    text.starts_with("error: go perft") || text.starts_with("error: perft")
}
