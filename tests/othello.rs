//! The example of a game of one's own, as an engine: a UGI driver plays whole games against it.

#[path = "../examples/othello.rs"]
mod othello;

use meihua::game::Game;
use meihua::protocol::server::Server;
use meihua::random::SplitMix64;
use meihua::side::Side;
use meihua::text::{GameText, Notation};
use othello::{GAMES, Othello};
use std::io::{BufRead, BufReader, PipeReader, PipeWriter, Write};
use std::thread::{self, JoinHandle};

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

#[test]
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

#[test]
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
