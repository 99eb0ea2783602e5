//! The protocols of the UCI family: one adapter and a table of the words in which they differ.
//!
//! - UCI, the Universal Chess Interface of April 2006, with the `UCI_Variant` convention for the game.
//! - UCCI 3.0, the Universal Chinese Chess Protocol (xqbase, 2007). Clocks are in seconds unless the engine declares the option
//!   `usemillisec`; option names are one word.
//! - UGI, the Universal Game Interface (kz04px): UCI without chess terms. The first player is `p1`.

use super::budget::{Budget, GameClock};
use super::declared::{self, Declared, SettingError, declares};
use super::dialect::{Dialect, EngineMessage, Turn, read_best_move, read_info, set_option};
use super::engine_spec::EngineSpec;
use meihua_contracts::side::Side;
use meihua_engine::engine::opening::{GameNames, StartPosition};
use std::time::Duration;

/// The words of a protocol.
pub(crate) struct Words {
    hello: &'static [&'static str],
    /// The last line of the greeting.
    ok: &'static str,
    new_game: &'static str,
    /// The option that shows that an engine understands `new_game`; `None` if every engine does.
    new_game_option: Option<&'static str>,
    /// The game of an engine that declares no others; `None` if that is not known.
    game: Option<&'static str>,
    /// The option that switches clocks to milliseconds.
    millis: Option<&'static str>,
    /// The option of engines that think on the opponent's time; `None` if the protocol has no such words.
    ponder: Option<&'static str>,
    /// The command that sets an option.
    set: fn(&str, &str) -> String,
    /// Whether every engine understands `startpos`.
    startpos: bool,
    /// The limits of a search; the flag says whether clocks are in milliseconds rather than seconds.
    bounds: fn(&Turn, bool) -> String,
}

pub(crate) static UCI: Words = Words {
    hello: &["uci"],
    ok: "uciok",
    new_game: "ucinewgame",
    new_game_option: None,
    game: None,
    millis: None,
    ponder: Some("Ponder"),
    set: set_option,
    startpos: true,
    bounds: |turn, _| uci_clocks(turn) + &turn.fixed_bounds(),
};

pub(crate) static UCCI: Words = Words {
    hello: &["ucci"],
    ok: "ucciok",
    new_game: "setoption newgame",
    new_game_option: Some("newgame"),
    game: Some("xiangqi"),
    millis: Some("usemillisec"),
    ponder: Some("ponder"),
    set: |name, value| format!("setoption {name} {value}").trim_end().to_owned(),
    startpos: false,
    bounds: ucci_bounds,
};

pub(crate) static UGI: Words = Words {
    hello: &["ugi"],
    ok: "ugiok",
    new_game: "uginewgame",
    ponder: None,
    bounds: |turn, _| ugi_clocks(turn) + &turn.fixed_bounds(),
    ..UCI
};

/// An engine that speaks one of these protocols.
pub(crate) struct Uci {
    words: &'static Words,
    options: Vec<Declared>,
}

impl Uci {
    /// An engine that has not yet sent anything.
    pub(crate) fn new(words: &'static Words) -> Self {
        Uci { words, options: Vec::new() }
    }

    fn declares(&self, name: &str) -> bool {
        declares(&self.options, name)
    }

    fn bounds(&self, turn: &Turn) -> String {
        (self.words.bounds)(turn, self.words.millis.is_none_or(|name| self.declares(name)))
    }
}

impl Dialect for Uci {
    fn hello(&self) -> &'static [&'static str] {
        self.words.hello
    }

    fn greeted(&mut self, line: &str) -> bool {
        self.options.extend(Declared::of_uci(line));
        line == self.words.ok
    }

    fn configure(&mut self, spec: &EngineSpec, game: &GameNames) -> Result<Vec<String>, SettingError> {
        let Words { game: only, millis, ponder, set, .. } = *self.words;
        declared::check(&self.options, spec)?;
        if spec.ponder && !ponder.is_some_and(|name| self.declares(name)) {
            return Err(SettingError::Ponder);
        }
        if millis.is_some_and(|name| !self.declares(name)) && spec.budget.is_below_a_second() {
            return Err(SettingError::Seconds);
        }
        let variant = declared::variant(&self.options, spec, game)?;
        let is_chosen = variant.is_some() || declared::is_variant_set(spec);
        if let Some(offered) = only.filter(|only| !is_chosen && !game.names.contains(only)) {
            return Err(SettingError::Game { game: game.main(), offered: offered.to_owned() });
        }
        let thinks = if spec.ponder { "true" } else { "false" };
        let switches = [(millis, "true"), (ponder, thinks)].into_iter();
        let switches = switches.filter_map(|(name, value)| Some((name.filter(|name| self.declares(name))?, value)));
        let own = spec.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let (files, own): (Vec<_>, Vec<_>) = own.partition(|(name, _)| declared::is_variant_path(name));
        let all = files.into_iter().chain(variant).chain(switches).chain(own);
        Ok(all.map(|(name, value)| set(name, value)).collect())
    }

    /// As Stockfish and Meihua say it: `info string ERROR: …`.
    fn is_complaint(&self, line: &str) -> bool {
        let text = line.strip_prefix("info string ").or_else(|| line.strip_prefix("info message "));
        text.and_then(|text| text.get(..5)).is_some_and(|word| word.eq_ignore_ascii_case("error"))
    }

    fn sync(&mut self) -> Option<(String, String)> {
        Some(("isready".to_owned(), "readyok".to_owned()))
    }

    fn new_game(&mut self, _: &StartPosition, _: &Budget) -> Vec<String> {
        let is_known = self.words.new_game_option.is_none_or(|name| self.declares(name));
        if is_known { vec![self.words.new_game.to_owned()] } else { Vec::new() }
    }

    fn go(&mut self, turn: &Turn) -> Vec<String> {
        vec![turn.position(self.words.startpos), format!("go{}", self.bounds(turn))]
    }

    fn go_ponder(&mut self, turn: &Turn) -> Vec<String> {
        if self.words.ponder.is_none() {
            return Vec::new();
        }
        vec![turn.position(self.words.startpos), format!("go ponder{}", self.bounds(turn))]
    }

    fn listen(&mut self, line: &str) -> EngineMessage {
        read_best_move(line)
            .or_else(|| read_info(line).map(EngineMessage::SearchInfo))
            .unwrap_or(EngineMessage::Nothing)
    }
}

/// ` wtime MS btime MS [winc MS binc MS] [movestogo N]`; empty without a clock.
fn uci_clocks(turn: &Turn) -> String {
    let Some(times) = clocks(turn) else { return String::new() };
    let [first, second, first_increment, second_increment] = times.map(|time| time.as_millis());
    let mut text = format!(" wtime {first} btime {second}");
    if times[2] + times[3] > Duration::ZERO {
        text += &format!(" winc {first_increment} binc {second_increment}");
    }
    if let Some(moves) = turn.own().moves_to_go() {
        text += &format!(" movestogo {moves}");
    }
    text
}

/// ` p1time MS p2time MS p1inc MS p2inc MS`; empty without a clock.
fn ugi_clocks(turn: &Turn) -> String {
    let Some(times) = clocks(turn) else { return String::new() };
    let [first, second, first_increment, second_increment] = times.map(|time| time.as_millis());
    format!(" p1time {first} p2time {second} p1inc {first_increment} p2inc {second_increment}")
}

/// Both players' times and increments, in the order of the players; `None` without a clock.
fn clocks(turn: &Turn) -> Option<[Duration; 4]> {
    turn.budget.clock?;
    let (own, other) = (turn.own(), turn.other());
    let [first, second] = if turn.side == Side::First { [own, other] } else { [other, own] };
    Some([first.remaining(), second.remaining(), first.increment(), second.increment()])
}

/// The single limit that UCCI allows: depth, nodes, or a clock. A fixed time is sent as a clock for one move.
fn ucci_bounds(turn: &Turn, is_millis: bool) -> String {
    let unit = |time: Duration| if is_millis { time.as_millis() as u64 } else { time.as_secs() };
    match *turn.budget {
        Budget { depth: Some(depth), .. } => return format!(" depth {depth}"),
        Budget { nodes: Some(nodes), .. } => return format!(" nodes {nodes}"),
        Budget { clock: None, movetime: Some(time), .. } => return format!(" time {} movestogo 1", unit(time)),
        Budget { .. } => {}
    }
    let clock = |prefix: &str, clock: &GameClock| {
        let rest = match clock.moves_to_go() {
            Some(moves) => format!("{prefix}movestogo {moves}"),
            None => format!("{prefix}increment {}", unit(clock.increment())),
        };
        format!(" {prefix}time {} {rest}", unit(clock.remaining()))
    };
    clock("", turn.own()) + &clock("opp", turn.other())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget(words: &[(&str, &str)]) -> Budget {
        let mut budget = Budget::default();
        for (key, value) in words {
            budget.set(key, value).unwrap();
        }
        budget
    }

    /// What an engine is sent for the first move of a game.
    fn first_move(engine: &mut Uci, budget: &Budget) -> Vec<String> {
        let clocks = [GameClock::new(budget); 2];
        let start = StartPosition { fen: "9/9 w - - 0 1".into(), usual: true, side: Side::First };
        engine.go(&Turn { start: &start, moves: &[], side: Side::First, clocks: &clocks, budget })
    }

    #[test]
    fn a_turn_in_words_of_uci() {
        let (fast, slow) = (budget(&[("tc", "5")]), budget(&[("tc", "40/10+0.5")]));
        let clocks = [GameClock::new(&fast), GameClock::new(&slow)];
        let start = StartPosition { fen: "4k4/9 w".into(), usual: false, side: Side::First };
        let moves = ["a0a1".to_owned()];
        let turn = Turn { start: &start, moves: &moves, side: Side::Second, clocks: &clocks, budget: &slow };
        let words = "wtime 5000 btime 10000 winc 0 binc 500 movestogo 40";
        assert_eq!(Uci::new(&UCI).go(&turn), ["position fen 4k4/9 w moves a0a1".to_owned(), format!("go {words}")]);
        assert_eq!(Uci::new(&UCI).go_ponder(&turn)[1], format!("go ponder {words}"));
        assert!(Uci::new(&UGI).go_ponder(&turn).is_empty());
    }

    #[test]
    fn the_game_is_chosen_where_it_can_be() {
        let mut uci = Uci::new(&UCI);
        assert!(!uci.greeted("option name UCI_Variant type combo default chess var chess var xiangqi"));
        assert!(!uci.greeted("option name Ponder type check default true"));
        assert!(uci.greeted("uciok"));
        let game = GameNames { names: vec!["xiangqi"], ..GameNames::default() };
        let mut spec = EngineSpec::default();
        spec.options.push(("Hash".into(), "8".into()));
        assert!(uci.configure(&spec, &game).is_err(), "it declares no option Hash");
        uci.greeted("option name Hash type spin default 16 min 1 max 64");
        let commands = uci.configure(&spec, &game).unwrap();
        assert_eq!(commands[0], "setoption name UCI_Variant value xiangqi");
        assert_eq!(commands[1], "setoption name Ponder value false");
        assert_eq!(commands[2], "setoption name Hash value 8");
    }

    #[test]
    fn ucci_tells_seconds_or_milliseconds() {
        let (mut ucci, budget) = (Uci::new(&UCCI), budget(&[("tc", "10+2")]));
        let position = "position fen 9/9 w - - 0 1";
        let words = first_move(&mut ucci, &budget);
        assert_eq!(words, [position, "go time 10 increment 2 opptime 10 oppincrement 2"]);
        assert!(!ucci.greeted("option usemillisec type check default true"));
        assert!(ucci.greeted("ucciok"));
        let words = first_move(&mut ucci, &budget);
        assert_eq!(words, [position, "go time 10000 increment 2000 opptime 10000 oppincrement 2000"]);
        let game = |name| GameNames { names: vec![name], ..GameNames::default() };
        let set = ucci.configure(&EngineSpec::default(), &game("xiangqi")).unwrap();
        assert_eq!(set, ["setoption usemillisec true"]);
        let refused = ucci.configure(&EngineSpec::default(), &game("cfour")).unwrap_err();
        assert_eq!(refused.to_string(), "it does not play cfour; it offers xiangqi");
        ucci.greeted("option variant type combo var xiangqi var cfour default xiangqi");
        let set = ucci.configure(&EngineSpec::default(), &game("cfour")).unwrap();
        assert_eq!(set, ["setoption variant cfour", "setoption usemillisec true"]);
        let start = StartPosition { fen: String::new(), usual: true, side: Side::First };
        assert!(ucci.new_game(&start, &budget).is_empty());
        ucci.greeted("option newgame type button");
        assert_eq!(ucci.new_game(&start, &budget), ["setoption newgame"]);
    }

    #[test]
    fn a_fixed_time_of_ucci_is_a_clock_for_one_move() {
        assert_eq!(first_move(&mut Uci::new(&UCCI), &budget(&[("movetime", "2000")]))[1], "go time 2 movestogo 1");
    }

    #[test]
    fn what_the_greeting_does_not_allow_is_refused() {
        let game = GameNames::default();
        let ponder = EngineSpec { ponder: true, ..EngineSpec::default() };
        assert_eq!(Uci::new(&UCI).configure(&ponder, &game), Err(SettingError::Ponder));
        assert_eq!(Uci::new(&UGI).configure(&ponder, &game), Err(SettingError::Ponder));
        let fast = EngineSpec { budget: budget(&[("movetime", "300")]), ..EngineSpec::default() };
        assert_eq!(Uci::new(&UCCI).configure(&fast, &game), Err(SettingError::Seconds));
        assert!(Uci::new(&UCI).configure(&fast, &game).is_ok());
        let uci = Uci::new(&UCI);
        assert!(uci.is_complaint("info string ERROR: no such file") && uci.is_complaint("info string error: option"));
        assert!(!uci.is_complaint("info depth 1") && !uci.is_complaint("info string 错误"));
    }

    #[test]
    fn a_turn_in_words_of_ugi() {
        let words = first_move(&mut Uci::new(&UGI), &budget(&[("tc", "5+0.05"), ("nodes", "1000")]));
        assert_eq!(words, ["position startpos", "go p1time 5000 p2time 5000 p1inc 50 p2inc 50 nodes 1000"]);
    }
}
