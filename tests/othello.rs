//! The example of a game of one's own: a UGI client plays whole games against it, and every command of the command line knows
//! it by its one entry.
//!
//! This file is its program, too: with [`PROGRAM`] in the environment it does what the example's `main` does.

use common::othello::{GAMES, OTHELLO, Othello};
use libtest_mimic::{Arguments, Failed, Trial};
use meihua::game::Game;
use meihua::protocol::server::Server;
use meihua::random::SplitMix64;
use meihua::record::builder::Builder;
use meihua::record::encoding::TextEncoding;
use meihua::record::write::OutputFormat;
use meihua::record::{Convention, Games, RecordedGame};
use meihua::side::Side;
use meihua::text::{GameText, Notation};
use std::io::{BufRead, BufReader, PipeReader, PipeWriter, Write};
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::thread::{self, JoinHandle};

/// The variable that makes a program of this test.
const PROGRAM: &str = "MEIHUA_OTHELLO";

fn main() -> ExitCode {
    if std::env::var_os(PROGRAM).is_some() {
        return meihua::cli::run_as(OTHELLO, GAMES);
    }
    let tests: [(&str, fn()); 10] = [
        ("it_speaks_in_its_own_name", it_speaks_in_its_own_name),
        ("whole_games_against_chance", whole_games_against_chance),
        ("other_dialects_are_spoken", other_dialects_are_spoken),
        ("it_is_played_in_the_terminal", it_is_played_in_the_terminal),
        ("it_is_drawn", it_is_drawn),
        ("it_is_benched", it_is_benched),
        ("it_plays_matches_and_games_against_itself", it_plays_matches_and_games_against_itself),
        ("no_solver_is_told_by_name", no_solver_is_told_by_name),
        ("the_wire_knows_all_of_it", the_wire_knows_all_of_it),
        ("its_games_are_saved", its_games_are_saved),
    ];
    let trial = |(name, test): (&str, fn())| {
        let run = move || -> Result<(), Failed> {
            test();
            Ok(())
        };
        Trial::test(name, run)
    };
    libtest_mimic::run(&Arguments::from_args(), tests.into_iter().map(trial).collect()).exit_code()
}

/// What the program prints to a command and some input, both streams together, and its exit status.
fn program(arguments: &[&str], input: &str) -> (String, i32) {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(arguments).env(PROGRAM, "1").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // Who does not read it closes it.
    _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    (text, output.status.code().unwrap_or(-1))
}

/// A file of that name that is not there yet.
fn fresh(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("meihua-othello-{}-{name}", std::process::id()));
    _ = std::fs::remove_file(&path);
    path
}

fn it_is_played_in_the_terminal() {
    let (text, status) = program(&["play", "othello6", "--side", "both"], "help\nd2\nmoves\nhint\nresign\nquit\n");
    assert_eq!(status, 0, "{text}");
    for part in [
        "..OX..",
        "the square of your stone",
        "..XX..\n...X..",
        "played: 1. d2",
        "legal (3): c2 e2 e4",
        "hint: ",
        "O resigns",
    ] {
        assert!(text.contains(part), "{part} in\n{text}");
    }
    let (text, _) = program(&["play", "othello6", "--depth", "3", "--side", "o"], "quit\n");
    assert!(text.contains("X plays "), "{text}");
    // The board is full of X but for two squares: who cannot turn a stone has lost.
    let over = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX o";
    let (text, _) = program(&["play", "othello6", "fen", over], "quit\n");
    assert!(text.contains("X wins: more stones, and neither side can move."), "{text}");
}

fn it_is_drawn() {
    let (text, status) = program(&["draw", "othello6", "startpos", "moves", "d2"], "");
    assert!(status == 0 && text.starts_with("<svg") && text.matches("<path").count() == 36, "{text}");
    let (text, status) = program(&["draw", "othello6", "--graph"], "");
    assert!(status == 2 && text.contains("only the river"), "{text}");
    let (text, status) = program(&["draw", "othello6", "startpos", "moves", "a1"], "");
    assert!(status == 1 && text.contains("is not a legal move"), "{text}");
    let (text, status) = program(&["draw", "xiangqi"], "");
    assert!(status == 2 && text.contains("expected othello6"), "{text}");
}

fn it_is_benched() {
    let (text, status) = program(&["bench", "4"], "");
    assert_eq!((status, text.lines().count()), (0, 3), "{text}");
    assert!(text.starts_with("othello6 1: ") && text.contains("\nothello6 2: ") && text.ends_with(" nps\n"), "{text}");
}

fn it_plays_matches_and_games_against_itself() {
    let (pgn, games) = (fresh("match.pgn"), fresh("games.bin"));
    let itself = format!("cmd={}", std::env::current_exe().unwrap().display());
    let engines = ["--engine", "name=A", &itself, "--engine", "name=B", "proto=ugi", &itself];
    let rest = ["--each", "nodes=60", "--games", "2", "--openings", "random:2", "--pgn", &pgn.to_string_lossy()];
    let (text, status) = program(&[&["match"], &engines[..], &rest[..]].concat(), "");
    assert!(status == 0, "{text}");
    let played = std::fs::read_to_string(&pgn).unwrap();
    assert_eq!(played.matches("[Variant \"othello6\"]").count(), 2, "{played}");
    assert_eq!(played.matches("[Termination \"normal\"]").count(), 2, "{played}");
    let output = games.to_string_lossy().into_owned();
    let (text, status) = program(&["datagen", "-o", &output, "--games", "3", "--nodes", "60", "--random", "4"], "");
    assert!(status == 0 && text.contains("3 games, "), "{text}");
    assert!(std::fs::read(&games).unwrap().starts_with(b"meihua games 2 game=othello6 "));
    [pgn, games].iter().for_each(|path| std::fs::remove_file(path).unwrap());
}

fn no_solver_is_told_by_name() {
    for arguments in [&["solve", "othello6"][..], &["tables", "list"], &["train", "x", "-o", "x"]] {
        let (text, status) = program(arguments, "startpos\n");
        let told = format!("meihua {}: only for ", arguments[0]);
        assert!(status == 2 && text.contains(&told) && text.contains("this program plays othello6"), "{text}");
    }
}

fn its_games_are_saved() {
    let game = RecordedGame::named("othello6", GAMES).expect("a game that is recorded");
    let mut builder = Builder::new(game.usual_start());
    let mut position = Othello::start();
    for _ in 0..9 {
        let mut moves = Vec::new();
        position.generate(&mut moves);
        let mv = moves.remove(0);
        let text = position.move_text(mv, Notation::Wire);
        let node = builder.play_text(&text, Convention::RanksFromZero).expect("a legal move");
        builder.record().tree.add_comment(node, "as expected");
        position.make(mv);
    }
    let record = builder.finish();
    assert_eq!(record.final_fen(), position.fen());
    let written = |target: OutputFormat| {
        let (bytes, lost) = target.encode(&record, Notation::Wire, TextEncoding::Utf8).expect("a format that holds it");
        assert!(lost.is_nothing() || target == OutputFormat::Uci, "{lost:?}");
        String::from_utf8(bytes).unwrap()
    };
    for target in [OutputFormat::Pgn, OutputFormat::Json] {
        let text = written(target);
        let read = Games::of("saved", text.as_bytes(), GAMES).unwrap().next().unwrap().unwrap();
        assert!(read.same_game(&record), "{text}{:?}", read.faults);
    }
    assert!(written(OutputFormat::Pgn).contains("[Variant \"othello6\"]"), "{}", written(OutputFormat::Pgn));
    // Over the wire and back, and the end of the game as a position.
    let (text, _) = program(&[], &format!("export pgn {}", written(OutputFormat::Json)));
    let hex = text.trim().strip_prefix("export {\"hex\":\"").and_then(|hex| hex.strip_suffix("\"}"));
    let (text, _) = program(&[], &format!("import {}\n", hex.unwrap_or_else(|| panic!("{text}"))));
    assert!(text.matches("as expected").count() == 9 && text.contains("\"game\":\"othello6\""), "{text}");
    let path = fresh("saved.pgn");
    std::fs::write(&path, written(OutputFormat::Pgn)).unwrap();
    let (text, _) = program(&[], &format!("position file {}\nview\n", path.display()));
    assert!(text.contains(&position.fen()), "{text}");
    // The commands that read saved games, too.
    let name = path.to_str().unwrap();
    let (text, status) = program(&["convert", "--to", "json", name], "");
    assert!(status == 0 && text.trim() == written(OutputFormat::Json).trim(), "{text}");
    let (text, status) = program(&["draw", "othello6"], &written(OutputFormat::Pgn));
    assert!(status == 0 && text.starts_with("<svg"), "{text}");
    let (text, status) = program(&["analyse", "--nodes", "2000", "--multipv", "2", "--notation", "uci", name], "");
    assert!(status == 0 && text.contains("accuracy"), "{text}");
    let (json, status) = program(&["analyse", "--nodes", "2000", "--json", "-", name], "");
    assert_eq!(status, 0, "{json}");
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let moves = json["moves"].as_array().unwrap();
    assert!(moves.len() == 9 && moves.iter().all(|mv| mv["better"].is_array() || mv["loss"].is_number()), "{json}");
    let (text, status) = program(&["analyse", "--nodes", "500", "--html", "-", name], "");
    assert!(status == 0 && text.contains("<h2>Course</h2>"), "{text}");
    let (text, status) = program(&["analyse", "-"], "1. h2e2 h9g7 *\n");
    assert!(status == 1 && text.contains("a game of xiangqi, expected othello6"), "{text}");
    let itself = format!("cmd={}", std::env::current_exe().unwrap().display());
    let pgn = fresh("continued.pgn");
    let engines = ["match", "--engine", "name=A", &itself, "--engine", "name=B", &itself, "--each", "nodes=60"];
    let rest = ["--games", "2", "--openings", name, "--pgn", &pgn.to_string_lossy()];
    let (text, status) = program(&[&engines[..], &rest[..]].concat(), "");
    assert!(status == 0, "{text}");
    let played = Games::of("played", std::fs::File::open(&pgn).unwrap(), GAMES).unwrap();
    let begins = played.map(|game| game.unwrap().main_line(Notation::Wire)[..9].to_vec());
    assert!(begins.eq([record.main_line(Notation::Wire), record.main_line(Notation::Wire)]));
    [path, pgn].iter().for_each(|path| std::fs::remove_file(path).unwrap());
}

fn it_speaks_in_its_own_name() {
    let (text, _) = program(&[], "uci\nsetoption name EvalFile value x\nucci\n");
    assert!(text.starts_with("id name Othello6 1.0\nid author the authors of the example\n"), "{text}");
    for foreign in ["Meihua", "endgamepath", "option name EvalFile"] {
        assert!(!text.contains(foreign), "{foreign} in {text}");
    }
    assert!(text.contains("unknown option \"EvalFile\""), "{text}");
    let (help, status) = program(&["--help"], "");
    assert_eq!(status, 0);
    assert!(help.contains("Othello on a board of 6x6") && help.contains("\n  play "), "{help}");
    assert!(["tables", "train"].iter().all(|name| !help.contains(&format!("\n  {name} "))), "{help}");
    let (version, _) = program(&["--version"], "");
    assert_eq!(version, "Othello6 1.0\n");
}

fn the_wire_knows_all_of_it() {
    let lines = "ugi\nposition startpos moves d2\nview\nd\ngenfens 2 seed 7\nisready\nbench 2\n";
    let (text, status) = program(&[], lines);
    assert_eq!(status, 0, "{text}");
    assert_eq!(text.matches("genfens ").count(), 2, "{text}");
    for part in
        ["ugiok", "\"game\":\"othello6\"", "\"own\":{\"diagram\":[", "readyok", "verdict: ongoing", "othello6 2: "]
    {
        assert!(text.contains(part), "{part} in\n{text}");
    }
}

/// The engine of the example in a thread, with pipes to it.
struct Engine {
    input: PipeWriter,
    output: BufReader<PipeReader>,
    server: JoinHandle<()>,
}

impl Engine {
    fn start() -> Engine {
        let (reader, input) = std::io::pipe().unwrap();
        let (output, writer) = std::io::pipe().unwrap();
        let server = thread::spawn(move || Server::with_games(GAMES, reader, writer).unwrap().run());
        Engine { input, output: BufReader::new(output), server }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    /// The next line that begins with this word, without it.
    fn hear(&mut self, word: &str) -> String {
        loop {
            let mut line = String::new();
            assert_ne!(self.output.read_line(&mut line).unwrap(), 0, "the engine went away before {word:?}");
            assert!(!line.contains("error"), "{line}");
            if let Some(rest) = line.strip_prefix(word) {
                return rest.trim().to_owned();
            }
        }
    }

    fn ask(&mut self, query: &str) -> String {
        self.send(&format!("query {query}"));
        self.hear("response")
    }

    fn quit(mut self) {
        self.send("quit");
        self.server.join().unwrap();
    }
}

/// Plays a game, the engine having one side and chance the other; returns the end for the engine.
fn play(engine: &mut Engine, engine_side: Side, random: &mut SplitMix64) -> String {
    let mut referee = Othello::start();
    let mut line = "position startpos moves".to_owned();
    engine.send("uginewgame");
    loop {
        engine.send(&line);
        assert_eq!(engine.ask("p1turn"), (referee.side_to_move() == Side::First).to_string());
        let is_over = referee.verdict().outcome.is_some();
        assert_eq!(engine.ask("gameover"), is_over.to_string(), "{line}");
        if is_over {
            return engine.ask("result");
        }
        let mut moves = Vec::new();
        referee.generate(&mut moves);
        let mv = if referee.side_to_move() == engine_side {
            engine.send("go p1time 2000 p2time 2000 p1inc 10 p2inc 10");
            let text = engine.hear("bestmove");
            referee.parse_move(&text, false).unwrap_or_else(|error| panic!("{line}: {error}"))
        } else {
            moves[random.below(moves.len())]
        };
        line = format!("{line} {}", referee.move_text(mv, Notation::Wire));
        referee.make(mv);
    }
}

fn whole_games_against_chance() {
    let mut engine = Engine::start();
    engine.send("ugi");
    assert_eq!(engine.hear("option name UCI_Variant"), "type combo default othello6 var othello6");
    engine.hear("ugiok");
    engine.send("setoption name Hash value 4");
    let mut random = SplitMix64::new(7);
    let results = [Side::First, Side::Second].map(|side| play(&mut engine, side, &mut random));
    assert_eq!(results, ["p1win", "p2win"], "chance won");
    engine.quit();
}

fn other_dialects_are_spoken() {
    let mut engine = Engine::start();
    engine.send("uci");
    engine.hear("uciok");
    engine.send("position startpos moves d2\ngo depth 6");
    assert!(engine.hear("info depth 6").contains(" pv "));
    // The three answers to the first move are c2, e2 and e4.
    let best = engine.hear("bestmove");
    assert!(["c2", "e2", "e4"].contains(&&best[..2]), "{best}");
    engine.send("ucci");
    engine.hear("ucciok");
    engine.send("position startpos\ngo depth 3");
    assert!(["d2", "e3", "b4", "c5"].contains(&&engine.hear("bestmove")[..2]));
    engine.quit();
}
