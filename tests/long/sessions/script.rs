//! Random sessions: lines of every command, in every dialect, about random positions of every game.

use meihua::GAMES;
use meihua::protocol::answer::Answer;
use meihua::protocol::command::{Command, Dialect};
use meihua::protocol::render;
use meihua::random::SplitMix64;
use model::mirror::Mirror;
use model::positions::{Size, between, damaged, position};
use std::path::{Path, PathBuf};

/// What to do after a line was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pace {
    /// The next line at once.
    None,
    /// Wait this many milliseconds.
    Sleep(u64),
    /// `isready`, and wait for `readyok`.
    Settle,
    /// Wait until the engine is idle.
    Idle,
    /// Wait until every `go` is answered; those that have not ended after this many milliseconds are stopped.
    Answer(u64),
    /// The same by `ponderhit`.
    Hit(u64),
}

/// A line and what follows it.
#[derive(Clone, Debug)]
pub(super) struct Step {
    /// The line, perhaps no text.
    pub line: Vec<u8>,
    /// What to do then.
    pub pace: Pace,
}

/// How a session ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// `quit`, whatever is under way.
    Quit,
    /// The end of the input: what is bounded is finished.
    Closed,
}

/// A session to be played.
#[derive(Clone, Debug)]
pub(super) struct Script {
    /// The folder that the process works in.
    pub folder: PathBuf,
    pub steps: Vec<Step>,
    pub end: End,
}

/// The session of a seed; `scratch` holds files that lines may name.
pub(super) fn script(seed: u64, scratch: &Path) -> Script {
    let mut writer = Writer { random: SplitMix64::new(seed), mirror: Mirror::default(), steps: Vec::new(), scratch };
    let hello = ["uci", "uci", "ucci", "ucci", "ugi", "debug on"][writer.random.below(6)];
    writer.push(hello, Pace::None);
    // Long enough tables would only cost time.
    writer.push("setoption name Hash value 4", Pace::None);
    let game = writer.random.below(GAMES.len());
    writer.push(&format!("setoption name UCI_Variant value {}", GAMES[game].name), Pace::None);
    for _ in 0..between(&mut writer.random, 4, 24) {
        writer.action();
    }
    let end = if writer.random.below(3) == 0 { End::Quit } else { End::Closed };
    if end == End::Quit && writer.random.below(2) == 0 {
        let go = writer.search_line(&["infinite", "depth 40", "ponder wtime 100 btime 100", "nodes 100000000"]);
        writer.push(&go, Pace::None);
    }
    Script { folder: scratch.to_owned(), steps: writer.steps, end }
}

struct Writer<'a> {
    random: SplitMix64,
    mirror: Mirror,
    steps: Vec<Step>,
    scratch: &'a Path,
}

impl Writer<'_> {
    fn one_of<'b>(&mut self, items: &[&'b str]) -> &'b str {
        items[self.random.below(items.len())]
    }

    fn push(&mut self, line: &str, pace: Pace) {
        if let Ok(command) = Command::parse(line, GAMES) {
            self.mirror.carry_out(&command);
        }
        self.steps.push(Step { line: line.as_bytes().to_vec(), pace });
    }

    /// Mostly at once, sometimes after a while.
    fn pace(&mut self) -> Pace {
        match self.random.below(8) {
            0 => Pace::Sleep(self.random.below(15) as u64),
            1 => Pace::Settle,
            _ => Pace::None,
        }
    }

    fn action(&mut self) {
        match self.random.below(20) {
            0..=3 => self.new_position(),
            4 => self.play_on(),
            5..=10 => self.think(),
            11..=13 => self.option(),
            14..=17 => self.small_command(),
            18 => self.job(),
            _ => self.rubbish(),
        }
    }

    fn new_position(&mut self) {
        let size = Size::random(&mut self.random);
        let game = self.mirror.session().name();
        let text = position(game, size, &mut self.random);
        let line = match self.random.below(12) {
            0 => "position startpos".to_owned(),
            1 => {
                let other = self.random.below(GAMES.len());
                format!("position fen {}", position(GAMES[other].name, Size::Small, &mut self.random))
            }
            2 => format!("position fen {}", damaged(&text, &mut self.random)),
            3 => self.file_line("position file"),
            4 => {
                let game = self.random.below(GAMES.len());
                format!("setoption name UCI_Variant value {}", GAMES[game].name)
            }
            _ => format!("position fen {text}"),
        };
        let pace = self.pace();
        self.push(&line, pace);
    }

    fn file_line(&mut self, words: &str) -> String {
        let name =
            self.one_of(&["tower.txt", "large.txt", "notes.txt", "empty.txt", "pipe", "none", ".", "two words.txt"]);
        let path = match self.random.below(8) {
            0 => "/dev/zero".to_owned(),
            1 => "/dev/full".to_owned(),
            _ => self.scratch.join(name).display().to_string(),
        };
        format!("{words} {path}")
    }

    /// The position as it is, and some moves on, perhaps one that is none.
    fn play_on(&mut self) {
        let mut line = format!("position fen {} moves", self.mirror.session().fen());
        let steps = self.random.below(6);
        for _ in 0..steps {
            let moves = self.mirror.session().moves();
            if moves.is_empty() {
                break;
            }
            line = format!("{line} {}", moves[self.random.below(moves.len())]);
            let Ok(command) = Command::parse(&line, GAMES) else { break };
            self.mirror.carry_out(&command);
        }
        if self.random.below(5) == 0 {
            line += self.one_of(&[" h2e2", " P@d9", " P9", " 3-99", " wwww", " a0a0", " 炮二平五"]);
        }
        let pace = self.pace();
        self.push(&line, pace);
    }

    /// A `go` with these bounds in one of its forms, perhaps for some moves only.
    fn search_line(&mut self, bounds: &[&str]) -> String {
        let mut line = format!("go {}", self.one_of(bounds));
        let moves = self.mirror.session().moves();
        if !moves.is_empty() && self.random.below(5) == 0 {
            line += " searchmoves";
            for _ in 0..between(&mut self.random, 1, 3) {
                line = format!("{line} {}", moves[self.random.below(moves.len())]);
            }
        }
        line
    }

    fn think(&mut self) {
        if self.random.below(10) == 0 {
            return self.ponder();
        }
        // What ends by itself in a moment, in every game.
        let timed = [
            "movetime 1",
            "movetime 15",
            "movetime 60",
            "wtime 400 btime 400",
            "wtime 30 btime 90 winc 10 binc 10",
            "wtime 0 btime 0",
            "wtime -5 btime 3000 movestogo 40",
            "time 100",
            "time 900 increment 10 opptime 50",
            "p1time 200 p2time 300",
            "depth 3 movetime 40",
            "nodes 300 movetime 50",
            "mate 2 movetime 30",
            "side w movetime 10",
            "side b movetime 10",
            "depth x movetime 20",
            "draw movetime 5",
        ];
        let is_batch = self.mirror.is_batch();
        let quick = ["depth 1", "depth 2", "nodes 1", "nodes 400", "depth 0", "perft 0", "perft 1"];
        let open = [
            "infinite",
            "",
            "depth 40",
            "nodes 100000000",
            "mate 9",
            "depth 9 nodes 9999999",
            "perft 30",
            "perft 50000",
        ];
        let wait = self.random.below(40) as u64;
        let (line, pace) = match self.random.below(4) {
            // Nothing is read while it thinks: then only a clock ends what is long.
            _ if is_batch => (self.search_line(&timed[..3]), Pace::Answer(1000)),
            0 | 1 => {
                (self.search_line(&timed), if self.random.below(2) == 0 { self.pace() } else { Pace::Answer(1000) })
            }
            2 if self.mirror.is_two_player() => (self.search_line(&quick), self.pace()),
            _ => (self.search_line(&open), Pace::Answer(wait)),
        };
        self.push(&line, pace);
    }

    fn ponder(&mut self) {
        // Nothing is read while it thinks: what no clock bounds would never end.
        if self.mirror.is_batch() {
            return;
        }
        let bounds =
            ["ponder", "ponder wtime 300 btime 300", "ponder depth 2", "ponder movetime 20", "ponder infinite"];
        let line = self.search_line(&bounds);
        let wait = self.random.below(20) as u64;
        let pace = if self.random.below(2) == 0 { Pace::Hit(wait) } else { Pace::Answer(wait) };
        self.push(&line, pace);
    }

    /// An option that the engine declares, with a value that fits, or does not.
    fn option(&mut self) {
        let dialect = self.mirror.dialect;
        let declared = render::lines(dialect, &Answer::Hello(GAMES));
        let options: Vec<&String> = declared.iter().filter(|line| line.starts_with("option ")).collect();
        let line = options[self.random.below(options.len())].clone();
        let Some((name, kind)) = line.split_once(" type ") else { return };
        let name = name.trim_start_matches("option ").trim_start_matches("name ").to_owned();
        // With clocks in seconds what is bounded would think for minutes.
        let value = if name == "usemillisec" { "true".to_owned() } else { self.value(&name, kind) };
        let plain = if dialect == Dialect::Ucci && self.random.below(2) == 0 {
            format!("setoption {name} {value}")
        } else {
            format!("setoption name {name} value {value}")
        };
        let pace = self.pace();
        self.push(&plain, pace);
    }

    fn value(&mut self, name: &str, kind: &str) -> String {
        if self.random.below(12) == 0 {
            return self.one_of(&["", "rubbish", "-1", "99999999999999999999", "true", "\u{fffd}"]).to_owned();
        }
        let words: Vec<&str> = kind.split_whitespace().collect();
        let after = |name: &str| {
            let at = words.iter().position(|word| *word == name)?;
            words.get(at + 1)?.parse::<i64>().ok()
        };
        match (words[0], after("min"), after("max")) {
            ("check", ..) => self.one_of(&["true", "false", "on", "off"]).to_owned(),
            ("spin", Some(min), Some(max)) => {
                // What costs memory or threads stays small: limits of the system are tried elsewhere.
                let most = if name.to_ascii_lowercase().contains("hash") { 48 } else { max.min(min + 20) };
                (min + self.random.below((most - min + 1).max(1) as usize) as i64).to_string()
            }
            ("combo", ..) => {
                let choices: Vec<&str> = words.windows(2).filter(|pair| pair[0] == "var").map(|pair| pair[1]).collect();
                self.one_of(&choices).to_owned()
            }
            ("string", ..) => self.file_line("").trim().to_owned(),
            _ => String::new(),
        }
    }

    fn small_command(&mut self) {
        let moves = self.mirror.session().moves();
        let mv = if moves.is_empty() { "h2e2".to_owned() } else { moves[self.random.below(moves.len())].clone() };
        let is_ucci = self.mirror.dialect == Dialect::Ucci;
        let line = match self.random.below(22) {
            0..=3 => "d".to_owned(),
            4 => "moves".to_owned(),
            5 => "eval".to_owned(),
            6 => "isready".to_owned(),
            7 => format!("undo {}", self.random.below(4)),
            8 => "redo".to_owned(),
            9 => "flip".to_owned(),
            10 | 11 => format!("banmoves {mv}"),
            12 => "probe startpos".to_owned(),
            13 => format!("probe fen {}", self.mirror.session().fen()),
            14 => self.one_of(&["query gameover", "query p1turn", "query result", "query x"]).to_owned(),
            15 => self.one_of(&["help", "view"]).to_owned(),
            16 => self.one_of(&["ucinewgame", "uccinewgame", "uginewgame"]).to_owned(),
            17 => self.one_of(&["debug on", "debug off", "register later"]).to_owned(),
            // An idle engine answers it in UCCI.
            18 if !is_ucci => "stop".to_owned(),
            18 | 19 => "ponderhit".to_owned(),
            20 => self.one_of(&["uci", "ucci", "ugi"]).to_owned(),
            _ => format!("banmoves {mv} {} rubbish", moves.join(" ")),
        };
        let pace = self.pace();
        self.push(&line, pace);
    }

    /// Work that is no `go`.
    fn job(&mut self) {
        let seed = self.random.below(1000);
        let line = match self.random.below(5) {
            0 => self.file_line("genfens 2 seed 1 book"),
            1 => "bench 1".to_owned(),
            2 => format!("genfens 0 seed {seed}"),
            _ => format!("genfens 1 seed {seed} book None"),
        };
        self.push(&line, Pace::Idle);
    }

    fn rubbish(&mut self) {
        let line = match self.random.below(6) {
            0 => "x".repeat(between(&mut self.random, 1, 100_000)).into_bytes(),
            1 => vec![0; 40],
            2 => (0..between(&mut self.random, 1, 80)).map(|_| self.random.below(256) as u8).collect(),
            3 => "é \u{0} frobnicate the board".as_bytes().to_vec(),
            4 => b"position fen".to_vec(),
            _ => b"setoption name".to_vec(),
        };
        // One line; and none that a chance makes a command.
        let line: Vec<u8> = line.into_iter().filter(|&byte| byte != b'\n').collect();
        let text = String::from_utf8_lossy(&line).into_owned();
        match Command::parse(&text, GAMES) {
            Err(_) => self.steps.push(Step { line, pace: Pace::None }),
            Ok(_) if std::str::from_utf8(&line).is_ok() => self.push(&text, Pace::None),
            Ok(_) => {}
        }
    }
}
