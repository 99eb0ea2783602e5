//! The XBoard protocol (CECP, version 2), as far as a match needs it.
//!
//! The engine keeps track of the game itself: in `force` mode it accepts moves without thinking; after `go` it plays on
//! and replies to each move of the opponent. The protocol has no node limit, and fractions of a second only in `time`;
//! see [`Budget::on_whole_seconds`]. On boards with ten ranks, ranks are counted from 0.

use super::budget::Budget;
use super::declared::{self, Declared, SettingError};
use super::dialect::{Dialect, EngineMessage, MATE, SearchInfo, Turn};
use super::engine_spec::EngineSpec;
use meihua_engine::engine::opening::{GameNames, StartPosition};
use std::time::Duration;

/// What XBoard calls chess, the game that `new` starts.
const NORMAL: &str = "normal";

#[derive(Debug, Default)]
pub(crate) struct Xboard {
    /// Whether the engine asked for the feature `usermove`.
    usermove: bool,
    ping: bool,
    options: Vec<Declared>,
    /// The games that the engine declares; empty if it does not say.
    variants: Vec<String>,
    /// The `variant` command to send for a new game; empty for the engine's first game.
    game: &'static str,
    /// Piece letters that the protocol spells differently: ours, then its.
    letters: &'static [(char, char)],
    ponder: bool,
    pings: u32,
    /// Number of moves of this game that the engine knows.
    known: usize,
    /// Whether the engine is playing, that is, not in force mode.
    playing: bool,
}

impl Dialect for Xboard {
    fn hello(&self) -> &'static [&'static str] {
        &["xboard", "protover 2"]
    }

    fn greeted(&mut self, line: &str) -> bool {
        let Some(features) = line.strip_prefix("feature ") else { return false };
        let has = |feature: &str| features.split_whitespace().any(|word| word == feature);
        self.usermove |= has("usermove=1");
        self.ping |= has("ping=1");
        let quoted = |start: &str| {
            let parts: Vec<&str> = features.split(start).skip(1).filter_map(|rest| rest.split('"').next()).collect();
            parts
        };
        self.options.extend(quoted("option=\"").into_iter().filter_map(Declared::of_xboard));
        let games = quoted("variants=\"").into_iter().flat_map(|games| games.split(','));
        self.variants.extend(games.map(|game| game.trim().to_owned()));
        has("done=1")
    }

    fn configure(&mut self, spec: &EngineSpec, game: &GameNames) -> Result<Vec<String>, SettingError> {
        declared::check(&self.options, spec)?;
        let is_offered = |name: &str| self.variants.is_empty() || self.variants.iter().any(|offered| offered == name);
        let names = [Some(game.main()), Some(NORMAL).filter(|_| game.main() == "chess")];
        let offered = names.into_iter().flatten().find(|name| is_offered(name));
        let none = || SettingError::Game { game: game.main(), offered: self.variants.join(", ") };
        self.game = offered.ok_or_else(none)?;
        self.letters = game.xboard_letters;
        self.ponder = spec.ponder;
        let option = |(name, value): &(String, String)| {
            if value.is_empty() { format!("option {name}") } else { format!("option {name}={value}") }
        };
        Ok(spec.options.iter().map(option).collect())
    }

    fn is_complaint(&self, line: &str) -> bool {
        line.starts_with("Error (")
    }

    fn sync(&mut self) -> Option<(String, String)> {
        self.pings += 1;
        self.ping.then(|| (format!("ping {}", self.pings), format!("pong {}", self.pings)))
    }

    fn new_game(&mut self, start: &StartPosition, budget: &Budget) -> Vec<String> {
        self.known = 0;
        self.playing = false;
        let variant = Some(format!("variant {}", self.game)).filter(|_| self.game != NORMAL);
        let mut commands = vec!["new".to_owned()];
        commands.extend(variant);
        commands.push("post".to_owned());
        commands.push(if self.ponder { "hard" } else { "easy" }.to_owned());
        commands.extend(budget.depth.map(|depth| format!("sd {depth}")));
        commands.extend(time_command(budget));
        commands.push("force".to_owned());
        if !start.usual {
            commands.push(format!("setboard {}", self.fen(&start.fen)));
        }
        commands
    }

    fn go(&mut self, turn: &Turn) -> Vec<String> {
        let news = turn.moves.get(self.known..).unwrap_or_default();
        // A single new move while the engine plays is its opponent's. Anything else is sent in force mode.
        let answers = self.playing && news.len() == 1;
        let mut commands = Vec::new();
        if self.playing && !answers {
            commands.push("force".to_owned());
        }
        let mut told: Vec<String> = news.iter().map(|mv| self.spell(mv)).collect();
        if let Some((own, other)) = clocks(turn) {
            let at = if answers { 0 } else { told.len() };
            told.splice(at..at, [format!("time {own}"), format!("otim {other}")]);
        }
        commands.extend(told);
        if !answers {
            commands.push("go".to_owned());
        }
        self.playing = true;
        // The engine's own reply will be the next move it knows.
        self.known = turn.moves.len() + 1;
        commands
    }

    fn go_ponder(&mut self, _: &Turn) -> Vec<String> {
        // `hard` makes the engine ponder by itself.
        Vec::new()
    }

    fn stop(&self) -> Option<&'static str> {
        Some("?")
    }

    fn listen(&mut self, line: &str) -> EngineMessage {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word {
            "move" => EngineMessage::Move(rest.trim().to_owned(), None),
            "resign" => EngineMessage::Resign,
            "1-0" | "0-1" | "1/2-1/2" => EngineMessage::Claim(line.to_owned()),
            "Illegal" => EngineMessage::Refused(line.to_owned()),
            // The answer to a position; any other is for a person to read.
            "tellusererror" if rest.trim_start().starts_with("Illegal position") => {
                EngineMessage::Refused(line.to_owned())
            }
            _ => thinking(line).map_or(EngineMessage::Nothing, EngineMessage::SearchInfo),
        }
    }
}

impl Xboard {
    fn spell(&self, mv: &str) -> String {
        if self.usermove { format!("usermove {mv}") } else { mv.to_owned() }
    }

    /// A FEN with XBoard's letters: in xiangqi, horse and elephant are `h` and `e`.
    fn fen(&self, fen: &str) -> String {
        let (board, rest) = match fen.split_once(' ') {
            Some((board, rest)) if !self.letters.is_empty() => (board, rest),
            _ => return fen.to_owned(),
        };
        let letter = |c| self.letters.iter().find(|(ours, _)| *ours == c).map_or(c, |(_, theirs)| *theirs);
        format!("{} {rest}", board.chars().map(letter).collect::<String>())
    }
}

/// The command that sets the time control for a new game.
fn time_command(budget: &Budget) -> Option<String> {
    if let Some(control) = budget.clock {
        let seconds = control.base.as_secs();
        let (minutes, seconds) = (seconds / 60, seconds % 60);
        // Whole seconds are all that every engine reads; `time` sends the exact clock before each move.
        let increment = control.increment.as_secs();
        return Some(format!("level {} {minutes}:{seconds:02} {increment}", control.moves.unwrap_or(0)));
    }
    let time = budget.movetime?;
    Some(format!("st {}", time.as_secs().max(1)))
}

/// The engine's own clock and its opponent's, in centiseconds.
fn clocks(turn: &Turn) -> Option<(u128, u128)> {
    let centis = |time: Duration| time.as_millis() / 10;
    turn.budget.clock.is_some().then(|| (centis(turn.own().remaining()), centis(turn.other().remaining())))
}

/// Parses a line of thinking output, `ply score time nodes pv`, with the score in centipawns.
fn thinking(line: &str) -> Option<SearchInfo> {
    let mut words = line.split_whitespace();
    let depth = words.next()?.trim_end_matches(['.', '+', '-', '&']).parse().ok()?;
    let score: i32 = words.next()?.parse().ok()?;
    let _centis: u64 = words.next()?.parse().ok()?;
    let nodes = words.next()?.parse().ok()?;
    Some(SearchInfo { score: Some(mate_score(score)), depth, nodes })
}

/// XBoard writes a mate in N moves as 100000 + N; other scores stay below the mate scores of [`MATE`].
fn mate_score(score: i32) -> i32 {
    const XBOARD_MATE: i32 = 100_000;
    match score.abs() {
        mate if mate >= XBOARD_MATE => score.signum() * (MATE + 1 - 2 * (mate - XBOARD_MATE).clamp(0, 10_000)),
        _ => score.clamp(1 - MATE, MATE - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::budget::GameClock;
    use meihua_contracts::rules::Rules;
    use meihua_contracts::side::Side;
    use meihua_engine::engine::referee::{Referee, RefereeBoard};
    use meihua_engine::games::xiangqi::Position as Xiangqi;

    fn turn<'a>(
        start: &'a StartPosition,
        moves: &'a [String],
        clocks: &'a [GameClock; 2],
        budget: &'a Budget,
    ) -> Turn<'a> {
        Turn { start, moves, side: Side::First, clocks, budget }
    }

    #[test]
    fn a_game_in_words() {
        let mut xboard = Xboard::default();
        assert!(!xboard.greeted("Hello"));
        assert!(xboard.greeted(r#"feature myname="A B" usermove=1 ping=1 done=1"#));
        let game = RefereeBoard::<Xiangqi>::new(Rules::default()).names();
        xboard.configure(&EngineSpec::default(), &game).unwrap();
        let mut budget = Budget::default();
        budget.set("tc", "40/90+0.5").unwrap();
        let start = StartPosition { fen: "rnb w - - 0 1".into(), usual: false, side: Side::First };
        let commands = xboard.new_game(&start, &budget);
        assert!(commands.contains(&"level 40 1:30 0".to_owned()));
        assert_eq!(commands.last().unwrap(), "setboard rhe w - - 0 1");
        let clocks = [GameClock::new(&budget); 2];
        let moves: Vec<String> = ["a", "b", "c", "d", "e"].map(str::to_owned).to_vec();
        let go = |xboard: &mut Xboard, n| xboard.go(&turn(&start, &moves[..n], &clocks, &budget));
        assert_eq!(go(&mut xboard, 2), ["usermove a", "usermove b", "time 9000", "otim 9000", "go"]);
        // The engine played "c" and the opponent "d"; only the latter is new to it.
        assert_eq!(go(&mut xboard, 4), ["time 9000", "otim 9000", "usermove d"]);
        assert_eq!(xboard.sync(), Some(("ping 1".into(), "pong 1".into())));
    }

    #[test]
    fn features_are_compared_with_the_settings() {
        let mut xboard = Xboard::default();
        let game = RefereeBoard::<Xiangqi>::new(Rules::default()).names();
        assert!(
            !xboard.greeted(r#"feature variants="normal,xiangqi" option="Hash -spin 16 1 64" option="X -check 0""#)
        );
        let mut spec = EngineSpec::default();
        spec.options.push(("Hash".into(), "64".into()));
        assert_eq!(xboard.configure(&spec, &game).unwrap(), ["option Hash=64"]);
        spec.options.push(("X".into(), "2".into()));
        assert!(xboard.configure(&spec, &game).unwrap_err().to_string().contains("expected 0 or 1"));
        let other = GameNames { names: vec!["cfour"], ..GameNames::default() };
        let refused = xboard.configure(&EngineSpec::default(), &other).unwrap_err().to_string();
        assert_eq!(refused, "it does not play cfour; it offers normal, xiangqi");
        // That is chess.
        let chess = GameNames { names: vec!["chess"], ..GameNames::default() };
        assert!(xboard.configure(&EngineSpec::default(), &chess).is_ok());
        let start = StartPosition { fen: String::new(), usual: true, side: Side::First };
        let begun = xboard.new_game(&start, &Budget::default());
        assert!(begun.starts_with(&["new".to_owned(), "post".to_owned()]), "{begun:?}");
    }

    #[test]
    fn lines_are_understood() {
        let mut xboard = Xboard::default();
        assert_eq!(xboard.listen("move h2e2"), EngineMessage::Move("h2e2".into(), None));
        assert_eq!(xboard.listen("resign"), EngineMessage::Resign);
        assert_eq!(xboard.listen("0-1 {Black mates}"), EngineMessage::Claim("0-1 {Black mates}".into()));
        assert!(matches!(xboard.listen("Illegal move: h9g7"), EngineMessage::Refused(_)));
        assert_eq!(xboard.listen("pong 3"), EngineMessage::Nothing);
        let search_info = SearchInfo { score: Some(-8), depth: 4, nodes: 13884 };
        assert_eq!(xboard.listen("4 -8 8 13884 1. ... Cb7-e7"), EngineMessage::SearchInfo(search_info));
        assert_eq!(thinking("9 100002 1 5 x").unwrap().score, Some(MATE - 3));
    }
}
