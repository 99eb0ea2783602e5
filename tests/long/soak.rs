//! Long runs on request: random commands by the thousand, whole games with pondering and stops, and matches on low
//! clocks.
//!
//! ```sh
//! cargo test --release --test long soak:: -- --ignored --nocapture
//! ```
//!
//! `MEIHUA_SOAK_SECONDS` (60), `MEIHUA_SOAK_GAMES` (1000) and `MEIHUA_SOAK_MATCH` (40) set how long, and
//! `MEIHUA_SOAK_HASH` (16,256,2048) for which sizes of the table; each is run with one thread and with two. The figures are
//! printed, moves that came too late among them; what must never happen (an illegal move, a missing or a second answer,
//! memory that grows, a thread left over) fails.

use common::{Engine, count, errors};
use meihua::engine::registry;
use meihua::engine::session::Session;
use meihua::random::SplitMix64;
use std::fs;
use std::process::Command;
use std::time::{Duration, Instant};

/// A whole number from the environment.
fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Sizes of the table in MB, each with one thread and with two.
fn tables() -> Vec<(u64, u64)> {
    let sizes = std::env::var("MEIHUA_SOAK_HASH").unwrap_or_else(|_| "16,256,2048".to_owned());
    let sizes = sizes.split(',').map(|size| size.trim().parse().expect("MEIHUA_SOAK_HASH: megabytes between commas"));
    sizes.flat_map(|size: u64| [(size, 1), (size, 2)]).collect()
}

/// What the system lists of a process: resident kilobytes of its own and threads. None where it does not list it. Pages of
/// the program's file are not counted: they stay in memory from the first time that their code runs, in the hundredth game
/// maybe, and go when the system wants the room. A system that does not list the two apart is asked for all.
fn footprint(engine: &Engine) -> Option<(u64, u64)> {
    let status = fs::read_to_string(format!("/proc/{}/status", engine.id())).ok()?;
    let value = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        line.split_whitespace().next()?.parse().ok()
    };
    Some((value("RssAnon:").or_else(|| value("VmRSS:"))?, value("Threads:")?))
}

/// An engine whose memory can be compared. glibc lends each thread one of many arenas, which keep what was freed: with one
/// for all, what grows is what the engine keeps. And blocks of a page or more are mapped and go back at once: from the heap
/// they would go back only when no small block lies after them, and by default glibc learns to keep ever larger ones.
fn measured_engine() -> Engine {
    let allocator = [("MALLOC_ARENA_MAX", "1"), ("MALLOC_MMAP_THRESHOLD_", "4096"), ("MALLOC_TRIM_THRESHOLD_", "4096")];
    Engine::spawn(Command::new(env!("CARGO_BIN_EXE_meihua")).envs(allocator))
}

/// Footprints of an engine at rest, one after each game or so.
struct Footprints(Vec<(u64, u64)>);

impl Footprints {
    /// Reads the footprint with an empty table: a page of it is first there when a search has written to it. What a new game
    /// gives back (the table before it, threads) is given back by threads of their own, at a time that the machine's load
    /// decides: the least of half a second counts.
    fn read(&mut self, engine: &mut Engine) {
        engine.send("ucinewgame");
        engine.settle();
        let reading = |_| {
            std::thread::sleep(Duration::from_millis(50));
            footprint(engine)
        };
        self.0.extend((0..10).filter_map(reading).reduce(least));
    }

    /// The median of the second half may not be a megabyte above that of the first half, nor may a thread be left. The megabyte
    /// is for the heap and for what is first needed late, not for what a game leaves: over ten games it is a third of that (blocks
    /// of many pages in the heap made it more than all). A single reading is low that falls between an old table and a new one.
    /// What is kept of each game adds up: in twenty games a hundred kilobytes of each are found, in a thousand two kilobytes.
    fn assert_at_rest(&self) {
        let (first, second) = self.0.split_at(self.0.len() / 2);
        let halves = [first, second].map(|half| {
            let (kb, threads): (Vec<u64>, Vec<u64>) = half.iter().copied().unzip();
            Some((median(kb)?, median(threads)?))
        });
        println!("{} readings, resident kB and threads: median of each half {halves:?}", self.0.len());
        if let [Some((early_kb, early_threads)), Some((late_kb, late_threads))] = halves {
            assert!(late_kb <= early_kb + 1024, "memory grew from {early_kb} to {late_kb} kB: {:?}", self.0);
            assert_eq!(early_threads, late_threads, "threads");
        }
    }
}

/// The one in the middle, the higher of two.
fn median(mut values: Vec<u64>) -> Option<u64> {
    values.sort_unstable();
    values.get(values.len() / 2).copied()
}

fn least((kb, threads): (u64, u64), (next_kb, next_threads): (u64, u64)) -> (u64, u64) {
    (kb.min(next_kb), threads.min(next_threads))
}

/// Commands of all kinds, but none that may think for long and may not be cut short (`go mate`). Each `go` among them
/// has one answer.
const COMMANDS: &[&str] = &[
    "go depth 3",
    "go nodes 200",
    "go movetime 3",
    "go wtime 40 btime 40",
    "go infinite",
    "go ponder",
    "go ponder depth 2",
    "go depth 2 searchmoves h2e2 h9g7",
    "go nodes 50 side",
    "stop",
    "stop",
    "ponderhit",
    "isready",
    "position startpos",
    "position startpos moves h2e2 h9g7",
    "position startpos moves h2e2 h2e2",
    "position fen 3k5/9/9/9/9/9/9/9/R8/4K4 w",
    "position fen 7/7/7/7/7/7 w moves P@d1",
    "position fen rubbish w",
    "position fen -/-/P3D3 r 2",
    "position file /no/such/file",
    "position",
    "setoption name UCI_Variant value xiangqi",
    "setoption name UCI_Variant value cfour",
    "setoption name UCI_Variant value river",
    "setoption name UCI_Variant value sliding",
    "setoption name UCI_Variant value tower",
    "setoption name UCI_Variant value chess",
    "setoption name Threads value 2",
    "setoption name Threads value 1",
    "setoption name Hash value 2",
    "setoption name Hash value 8",
    "setoption name Hash value -8",
    "setoption name MultiPV value 3",
    "setoption name MultiPV value 1",
    "setoption name Notation value chinese",
    "setoption name Notation value iccs",
    "setoption name Skill Level value 3",
    "setoption name Skill Level value 20",
    "ucinewgame",
    "uci",
    "d",
    "eval",
    "moves",
    "undo 2",
    "redo",
    "flip",
    "query result",
    "probe startpos",
    "help",
    "frobnicate the board",
    "\u{fffd}",
];

/// Everything as at the beginning, and idle.
fn settle_down(engine: &mut Engine) -> Vec<String> {
    engine.send("stop");
    let reset = "setoption name Threads value 1\nsetoption name Hash value 8\nsetoption name MultiPV value 1";
    let start = "position startpos\nucinewgame\nundo 4000000000";
    engine.send(&format!("setoption name UCI_Variant value xiangqi\n{reset}\n{start}"));
    // The last of these waits for the engine to be idle and always complains.
    let mut heard = engine.until("info string error: undo: found 4000000000");
    heard.extend(engine.settle());
    heard
}

#[test]
#[ignore = "runs for a minute or as long as MEIHUA_SOAK_SECONDS says"]
fn random_commands_by_the_thousand() {
    let length = Duration::from_secs(setting("MEIHUA_SOAK_SECONDS", 60));
    let mut random = SplitMix64::new(setting("MEIHUA_SOAK_SEED", 1));
    let mut engine = measured_engine();
    engine.send("uci");
    engine.until("uciok");
    let (mut asked, mut answered, mut sent, mut complaints) = (0, 0, 0, 0);
    let mut footprints = Footprints(Vec::new());
    let begin = Instant::now();
    while begin.elapsed() < length {
        for _ in 0..500 {
            let command = COMMANDS[random.below(COMMANDS.len())];
            asked += usize::from(command.starts_with("go"));
            engine.send(command);
        }
        let heard = settle_down(&mut engine);
        sent += 500;
        answered += count(&heard, "bestmove");
        complaints += errors(&heard).len();
        assert_eq!(answered, asked, "answers after {sent} commands");
        if begin.elapsed() >= length / 3 {
            footprints.read(&mut engine);
        }
    }
    let rate = sent as f64 / begin.elapsed().as_secs_f64() * 60.0;
    println!("{sent} commands, {rate:.0} a minute, {asked} searches, {complaints} complaints");
    footprints.assert_at_rest();
    engine.quit();
}

/// A game between the engine and itself, under a clock of its own.
struct Match {
    engine: Engine,
    referee: Box<dyn Session>,
    moves: Vec<String>,
    clocks: [Duration; 2],
    random: SplitMix64,
    ponders: u32,
    losses: u32,
    slowest: Duration,
}

/// A second, and ten milliseconds a move.
const CLOCK: Duration = Duration::from_millis(1000);
const INCREMENT: Duration = Duration::from_millis(10);

impl Match {
    fn new((hash, threads): (u64, u64)) -> Match {
        let referee = (registry::find(meihua::GAMES, "xiangqi").expect("the game").open)();
        let random = SplitMix64::new(setting("MEIHUA_SOAK_SEED", 1));
        let mut engine = measured_engine();
        let options = format!("setoption name Threads value {threads}\nsetoption name Hash value {hash}");
        engine.send(&format!("uci\n{options}\nsetoption name Ponder value true"));
        engine.until("uciok");
        engine.settle();
        let moves = Vec::new();
        Match { engine, referee, moves, clocks: [CLOCK; 2], random, ponders: 0, losses: 0, slowest: Duration::ZERO }
    }

    /// Plays a game of at most 200 plies from a few random moves.
    fn play(&mut self) {
        self.referee.reset();
        self.moves.clear();
        self.clocks = [CLOCK; 2];
        for _ in 0..self.random.below(8) {
            let legal = self.referee.moves();
            let mv = legal[self.random.below(legal.len())].clone();
            self.referee.play(&mv).expect("a legal move");
            self.moves.push(mv);
        }
        self.engine.send("ucinewgame");
        let mut expected = None;
        while self.moves.len() < 200 && self.referee.verdict().outcome.is_none() {
            expected = self.turn(expected);
        }
        if expected.is_some() {
            self.engine.send("stop");
            self.engine.best_move();
        }
        assert!(self.engine.settle().is_empty(), "nothing is said unasked");
    }

    /// One move. `expected` is the move that the engine ponders on.
    fn turn(&mut self, expected: Option<String>) -> Option<String> {
        let begin = if let Some(guess) = expected {
            self.answer_pondering(&guess)
        } else {
            let begin = Instant::now();
            self.engine.send(&self.go(&self.moves, "go"));
            begin
        };
        let answer = self.engine.best_move();
        let spent = begin.elapsed();
        let side = self.moves.len() % 2;
        // A figure, not a fault: on a machine that has no processor to spare any clock is lost some day.
        self.losses += u32::from(spent > self.clocks[side]);
        self.slowest = self.slowest.max(spent);
        self.clocks[side] = self.clocks[side].saturating_sub(spent) + INCREMENT;
        let words: Vec<&str> = answer.split(' ').collect();
        let legal = self.referee.play(words[1]);
        assert!(legal.is_ok(), "{answer} after {:?}", self.moves);
        self.moves.push(words[1].to_owned());
        let guess = words.get(3).map(|&guess| guess.to_owned());
        guess.filter(|_| self.random.below(2) == 0).map(|guess| self.begin_pondering(guess))
    }

    /// The opponent thinks about what the engine guesses; it begins at once.
    fn begin_pondering(&mut self, guess: String) -> String {
        let mut line = self.moves.clone();
        line.push(guess.clone());
        self.engine.send(&self.go(&line, "go ponder"));
        self.ponders += 1;
        guess
    }

    /// After a while the guess turns out right, and the engine plays on from it, or wrong, and the search is stopped.
    /// Returns when the clock of the side to move began to run.
    fn answer_pondering(&mut self, guess: &str) -> Instant {
        std::thread::sleep(Duration::from_micros(self.random.below(8000) as u64));
        let is_over = self.referee.play(guess).is_err() || self.referee.verdict().outcome.is_some();
        if !is_over && self.random.below(2) == 0 {
            self.moves.push(guess.to_owned());
            self.engine.send("ponderhit");
            return Instant::now();
        }
        self.referee.undo(1);
        self.engine.send("stop");
        self.engine.best_move();
        let begin = Instant::now();
        self.engine.send(&self.go(&self.moves, "go"));
        begin
    }

    fn go(&self, moves: &[String], go: &str) -> String {
        let list = if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
        let [red, black] = self.clocks.map(|clock| clock.as_millis());
        let step = INCREMENT.as_millis();
        format!("position startpos{list}\n{go} wtime {red} btime {black} winc {step} binc {step}")
    }
}

#[test]
#[ignore = "plays a thousand games, or as many as MEIHUA_SOAK_GAMES says"]
fn games_with_pondering_and_stops() {
    let tables = tables();
    let games = setting("MEIHUA_SOAK_GAMES", 1000).div_ceil(tables.len() as u64);
    for table in tables {
        let mut game = Match::new(table);
        let (mut plies, mut footprints) = (0, Footprints(Vec::new()));
        let begin = Instant::now();
        for _ in 0..games {
            game.play();
            plies += game.moves.len();
            footprints.read(&mut game.engine);
        }
        println!("Hash and Threads {table:?}: {games} games, {plies} plies, {} ponderings", game.ponders);
        let seconds = begin.elapsed().as_secs_f64();
        println!("{seconds:.0} s, {} moves after the clock had run out, the slowest {:?}", game.losses, game.slowest);
        footprints.assert_at_rest();
        game.engine.quit();
    }
}

/// `stop` in the first searches of a game, at random moments, and a `movetime`: how late the answers are.
#[test]
#[ignore = "takes a minute, and figures are worth something on a quiet machine only"]
fn stops_and_times_at_every_size_of_the_table() {
    let mut random = SplitMix64::new(setting("MEIHUA_SOAK_SEED", 1));
    for (hash, threads) in tables() {
        let (mut stops, mut late) = (Vec::new(), Vec::new());
        for round in 0..20 {
            let mut engine = Engine::uci();
            engine.send(&format!("setoption name Threads value {threads}\nsetoption name Hash value {hash}"));
            // A client may leave `isready` out: then the search itself meets the memory first.
            if round % 2 == 0 {
                engine.settle();
            }
            engine.send("position startpos\ngo infinite");
            engine.until("info depth 2 ");
            std::thread::sleep(Duration::from_micros(random.below(100_000) as u64));
            let begin = Instant::now();
            engine.send("stop");
            engine.best_move();
            stops.push(begin.elapsed());
            engine.send("ucinewgame\nposition startpos moves h2e2");
            if round % 2 == 0 {
                engine.settle();
            }
            let begin = Instant::now();
            engine.send("go movetime 100");
            engine.best_move();
            late.push(begin.elapsed().saturating_sub(Duration::from_millis(100)));
            engine.quit();
        }
        println!(
            "Hash {hash}, Threads {threads}: stop after at most {:?}, {:?} over 100 ms",
            stops.iter().max(),
            late.iter().max()
        );
    }
}

/// Plays a match by the command line and returns its games; the table is printed.
fn match_games(words: &[String]) -> String {
    let games = common::fresh("soak.pgn");
    let program = env!("CARGO_BIN_EXE_meihua");
    let mut command = Command::new(program);
    command.arg("match").args(words).args(["--quiet", "--pgn"]).arg(&games);
    let output = command.output().expect("a match");
    println!("{}", String::from_utf8_lossy(&output.stdout));
    let late = output.status.code() == Some(3);
    let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(late || output.status.success(), "{:?} {complaint}", output.status);
    let text = fs::read_to_string(&games).expect("games");
    fs::remove_file(&games).expect("games");
    text
}

/// An engine for `match`: this program under a name.
fn this_program(name: &str, (hash, threads): (u64, u64)) -> Vec<String> {
    let command = format!("cmd={}", env!("CARGO_BIN_EXE_meihua"));
    let options = [format!("option.Hash={hash}"), format!("option.Threads={threads}")];
    [vec!["--engine".to_owned(), format!("name={name}"), command], options.to_vec()].concat()
}

/// The games of a file, each as its text, and how many of them were lost on the clock.
fn split_games(text: &str) -> (Vec<&str>, usize) {
    let games: Vec<&str> = text.split("[Event ").skip(1).collect();
    let late = games.iter().filter(|game| game.contains("[Termination \"time forfeit\"]")).count();
    println!("{} games, {late} lost on the clock", games.len());
    (games, late)
}

/// Another program that plays four in a row: Debian's Fairy-Stockfish, once it is given the rules.
const FAIRY: &str = "/usr/games/fairy-stockfish";
const RULES: &str = "[cfour]\nmaxRank = 6\nmaxFile = 7\nimmobile = p\npieceDrops = true\ndropOnTop = true\nconnectN = 4\n\
    promotionPieceTypes = -\ndoubleStep = false\ncastling = false\nstalemateValue = draw\nnMoveRule = 0\nnFoldRule = 0\n\
    startFen = 7/7/7/7/7/7[PPPPPPPPPPPPPPPPPPPPPppppppppppppppppppppp] w - - 0 1\n";

/// The first player wins four in a row from the empty board, on any clock and against anybody.
#[test]
#[ignore = "plays MEIHUA_SOAK_MATCH games on a clock"]
fn four_in_a_row_on_a_clock_against_another_program() {
    if !std::path::Path::new(FAIRY).exists() {
        return println!("no {FAIRY} here: the match is not played");
    }
    let rules = common::fresh("variants.ini");
    fs::write(&rules, RULES).expect("a file");
    // It lists the game only when it knows the rules before `uci`.
    let script = format!("(echo setoption name VariantPath value {}; exec cat) | exec {FAIRY}", rules.display());
    let games = setting("MEIHUA_SOAK_MATCH", 40).to_string();
    let mut words = this_program("meihua", (16, 1));
    words.extend(["--engine", "name=other", "cmd=sh", "arg=-c"].map(str::to_owned));
    words.push(format!("arg={script}"));
    let more = ["--each", "tc=1+0.02", "--game", "cfour", "--openings", "startpos", "--games", &games];
    words.extend(more.map(str::to_owned));
    let text = match_games(&words);
    fs::remove_file(&rules).expect("our own file");
    let (games, late) = split_games(&text);
    let thrown = |game: &&&str| game.contains("[White \"meihua\"]") && !game.contains("[Result \"1-0\"]");
    let thrown: Vec<_> = games.iter().filter(thrown).collect();
    assert!(thrown.len() <= late, "the first player's win was thrown away:\n{}", thrown[0]);
}

/// Less than half a second for a whole game: each move is searched, however short that is.
#[test]
#[ignore = "plays MEIHUA_SOAK_MATCH games on a clock"]
fn xiangqi_at_less_than_half_a_second_a_game() {
    for table in tables() {
        let mut words = [this_program("one", table), this_program("two", (16, 1))].concat();
        let games = setting("MEIHUA_SOAK_MATCH", 40).to_string();
        let more = ["--each", "tc=0.4", "margin=500", "--game", "xiangqi", "--games", &games];
        words.extend(more.map(str::to_owned));
        println!("Hash and Threads {table:?} against (16, 1)");
        let text = match_games(&words);
        let (games, _) = split_games(&text);
        assert!(!games.is_empty());
        // `{+0.31/0 0.001s}`: the score, the depth, the time of a move.
        let depth = |note: &str| note.split([' ', '\n', '}']).next().unwrap_or("").ends_with("/0");
        let blind: Vec<_> = games.iter().filter(|game| game.split('{').any(depth)).collect();
        assert!(blind.is_empty(), "a move without a search:\n{}", blind[0]);
    }
}
