//! Plays recorded sessions of real clients to the process: what the client sent then is sent again, after the
//! same waits.
//!
//! The recordings stand outside the project, in `../shared/transcripts`; where they are absent the test is ignored.
//! Clocks are shortened, or it would take hours. Each `go` must get exactly one answer, each question its
//! reply, and nothing that a client sent may end the process.

use common::{Engine, errors};
use std::fs;
use std::path::Path;

/// One process of a recording: what the client (`>`) and the engine (`<`) sent.
#[derive(Default)]
struct Session {
    lines: Vec<(char, String)>,
}

/// Where the recordings stand.
pub(crate) const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/transcripts");

pub(crate) fn recorded_clients_get_their_answers() {
    let entries = fs::read_dir(FOLDER).expect("the folder of recordings");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("a folder entry").path()).collect();
    paths.sort();
    let (mut sessions, mut answers) = (0, 0);
    for path in paths {
        let text = fs::read_to_string(&path).expect("a recording");
        for session in read(&text) {
            sessions += 1;
            // Shown where the test fails.
            println!("{}: {} lines", path.display(), session.lines.len());
            answers += Replay::new(&path, &session).run();
        }
    }
    println!("{sessions} sessions, {answers} answers");
    assert!(sessions > 20 && answers > 100, "the recordings were read");
}

/// The processes of a file. A line is `[ms] > text` or `[ms] < text`; `#` and `==` begin a new process.
fn read(text: &str) -> Vec<Session> {
    let mut sessions = vec![Session::default()];
    for line in text.lines() {
        let line = line.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == ' ');
        if line.starts_with("# start") || line.starts_with("== ") {
            sessions.push(Session::default());
        }
        let Some((who @ ('>' | '<'), said)) = line.chars().next().map(|who| (who, &line[1..])) else { continue };
        let said = said.strip_prefix(' ').unwrap_or(said).replace("<CR>", "\r");
        sessions.last_mut().expect("a session").lines.push((who, said));
    }
    sessions.retain(|session| !session.lines.is_empty());
    sessions
}

struct Replay<'a> {
    session: &'a Session,
    name: String,
    engine: Engine,
    /// Orders to think, and the answers that came.
    orders: usize,
    answers: usize,
    /// Replies that are still owed to questions.
    owed: Vec<&'static str>,
    /// The last `go` waits for a word of the client.
    is_open: bool,
    /// The recorded engine answered all the same; ours answers at that word.
    is_late: bool,
    /// What the engine complained of.
    complaints: Vec<String>,
}

/// What a recorded engine was given by its arguments, or knew by itself, and its client took for granted.
const SETTINGS: [(&str, &str); 3] = [
    ("cutegames-ugi-cfour", "setoption name UCI_Variant value cfour"),
    ("cutegames-ugi-xiangqi", "setoption name Ranks value 1-10"),
    ("variantfishtest", "setoption name Ranks value 1-10"),
];

/// Recordings, by the beginning of their names, in which a client says nothing that could be complained of.
const FAULTLESS: [&str; 4] =
    ["cutechess-cli-cfour", "cutechess-cli-time-controls-cfour", "cutegames-ugi", "variantfishtest"];

/// The reply to a question, by its first word.
fn reply_to(word: &str) -> Option<&'static str> {
    Some(match word {
        "uci" => "uciok",
        "ucci" => "ucciok",
        "ugi" => "ugiok",
        "isready" => "readyok",
        "query" => "response",
        "probe" => "pophash",
        _ => return None,
    })
}

impl<'a> Replay<'a> {
    fn new(path: &Path, session: &'a Session) -> Self {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Replay {
            session,
            name,
            engine: Engine::start(),
            orders: 0,
            answers: 0,
            owed: Vec::new(),
            is_open: false,
            is_late: false,
            complaints: Vec::new(),
        }
    }

    /// Sends everything; returns the number of answers.
    fn run(mut self) -> usize {
        let is_one_sided = self.session.lines.iter().all(|(who, _)| *who == '>');
        let settings = SETTINGS.iter().filter(|(name, _)| self.name.starts_with(name));
        settings.for_each(|(_, line)| self.engine.send(line));
        let is_ucci = self.session.lines.iter().any(|(_, said)| said == "ucci");
        for (index, (who, said)) in self.session.lines.iter().enumerate() {
            if *who == '<' {
                self.hear(said);
                continue;
            }
            // The recorder cut long lines.
            if said.contains(" chars cut]") {
                continue;
            }
            let line = hasten(said);
            println!("> {line}");
            if line.trim() == "quit" {
                self.engine.send(&line);
                assert!(self.engine.exit().success(), "{} line {index}", self.name);
                return self.close();
            }
            assert!(self.engine.is_alive(), "{}: dead before {said:?}", self.name);
            let is_idle = self.orders == self.answers;
            self.engine.send(&line);
            self.owed.extend(line.split_whitespace().next().and_then(reply_to));
            if line.starts_with("go") {
                self.orders += 1;
                self.is_open = line.contains("infinite") || line.contains("ponder");
                if is_one_sided {
                    self.answer();
                }
            }
            if matches!(line.trim(), "stop" | "ponderhit") {
                self.is_open = false;
                if std::mem::take(&mut self.is_late) {
                    self.answer();
                }
            }
            if line.trim() == "stop" && is_idle && is_ucci {
                let heard = self.engine.until("nobestmove");
                self.note(&heard);
            }
        }
        // The client left without a word: whatever is still thinking ends by the end of the input.
        self.engine.close_input();
        assert!(self.engine.exit().success(), "{}", self.name);
        self.close()
    }

    /// Listens to what still comes after the end; returns the number of answers.
    fn close(mut self) -> usize {
        let rest = self.engine.rest();
        self.note(&rest);
        let is_faultless = FAULTLESS.iter().any(|name| self.name.starts_with(name));
        assert!(!is_faultless || self.complaints.is_empty(), "{}: {:?}", self.name, self.complaints);
        self.answers
    }

    /// Takes note of complaints.
    fn note(&mut self, heard: &[String]) {
        self.complaints.extend(errors(heard).into_iter().cloned());
    }

    /// Waits for what the client has waited for. Recordings have gaps: a reply without its question is passed over.
    fn hear(&mut self, said: &str) {
        let word = said.split_whitespace().next().unwrap_or_default();
        if let Some(index) = self.owed.iter().position(|reply| *reply == word) {
            self.owed.remove(index);
            let heard = self.engine.until(word);
            self.note(&heard);
            self.answers += heard.iter().filter(|line| is_answer(line)).count();
        }
        if matches!(word, "bestmove" | "nobestmove") && self.answers < self.orders {
            if self.is_open {
                self.is_late = true;
            } else {
                self.answer();
            }
        }
        assert!(self.answers <= self.orders, "{}: an answer too many", self.name);
    }

    fn answer(&mut self) {
        loop {
            let line = self.engine.line();
            self.note(std::slice::from_ref(&line));
            if is_answer(&line) {
                break;
            }
        }
        self.answers += 1;
    }
}

fn is_answer(line: &str) -> bool {
    line.starts_with("bestmove ") || line == "nobestmove"
}

/// The same words with shorter times.
fn hasten(line: &str) -> String {
    if !line.starts_with("go") {
        return line.to_owned();
    }
    let longest = |name: &str| match name {
        "wtime" | "btime" | "time" | "opptime" | "p1time" | "p2time" => Some(200),
        "winc" | "binc" | "increment" | "oppincrement" | "p1inc" | "p2inc" => Some(2),
        "movetime" => Some(10),
        _ => None,
    };
    let words: Vec<_> = line.split(' ').collect();
    let shorten = |(index, word): (usize, &&str)| {
        let limit = index.checked_sub(1).and_then(|before| longest(words[before]));
        match (limit, word.parse::<i64>()) {
            (Some(limit), Ok(value)) => value.min(limit).to_string(),
            _ => (*word).to_owned(),
        }
    };
    words.iter().enumerate().map(shorten).collect::<Vec<_>>().join(" ")
}
