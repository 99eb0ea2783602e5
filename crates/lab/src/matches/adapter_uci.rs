//! UCI, the Universal Chess Interface of April 2006, with the `UCI_Variant` convention for the game.

use super::budget::Budget;
use super::dialect::{
    Declared, Dialect, EngineMessage, Turn, declared_option, read_best_move, read_info, set_option, variant_option,
};
use super::engine_spec::EngineSpec;
use meihua_engine::engine::opening::{GameNames, Start};

/// UCI.
#[derive(Debug, Default)]
pub struct Uci {
    options: Vec<Declared>,
}

impl Dialect for Uci {
    fn hello(&self) -> &'static [&'static str] {
        &["uci"]
    }

    fn greeted(&mut self, line: &str) -> bool {
        self.options.extend(declared_option(line));
        line == "uciok"
    }

    fn configure(&mut self, spec: &EngineSpec, game: &GameNames) -> Vec<String> {
        let variant = variant_option(&self.options, spec, game).map(|value| set_option("UCI_Variant", value));
        let ponder = super::dialect::declares(&self.options, "Ponder");
        let ponder = ponder.then(|| set_option("Ponder", if spec.ponder { "true" } else { "false" }));
        let own = spec.options.iter().map(|(name, value)| set_option(name, value));
        variant.into_iter().chain(ponder).chain(own).collect()
    }

    fn sync(&mut self) -> Option<(String, String)> {
        Some(("isready".to_owned(), "readyok".to_owned()))
    }

    fn new_game(&mut self, _: &Start, _: &Budget) -> Vec<String> {
        vec!["ucinewgame".to_owned()]
    }

    fn go(&mut self, turn: &Turn) -> Vec<String> {
        vec![turn.position(), format!("go{}{}", clocks(turn), turn.fixed_bounds())]
    }

    fn go_ponder(&mut self, turn: &Turn) -> Vec<String> {
        vec![turn.position(), format!("go ponder{}{}", clocks(turn), turn.fixed_bounds())]
    }

    fn listen(&mut self, line: &str) -> EngineMessage {
        read_best_move(line)
            .or_else(|| read_info(line).map(EngineMessage::SearchInfo))
            .unwrap_or(EngineMessage::Nothing)
    }
}

/// ` wtime MS btime MS [winc MS binc MS] [movestogo N]`; empty without a clock.
fn clocks(turn: &Turn) -> String {
    if turn.budget.clock.is_none() {
        return String::new();
    }
    let (own, other) = (turn.own(), turn.other());
    let (first, second) = if turn.side.index() == 0 { (own, other) } else { (other, own) };
    let mut text = format!(" wtime {} btime {}", first.remaining().as_millis(), second.remaining().as_millis());
    if !(first.increment().is_zero() && second.increment().is_zero()) {
        text += &format!(" winc {} binc {}", first.increment().as_millis(), second.increment().as_millis());
    }
    if let Some(moves) = own.moves_to_go() {
        text += &format!(" movestogo {moves}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::budget::GameClock;
    use meihua_contracts::side::Side;

    #[test]
    fn a_turn_in_words() {
        let mut slow = Budget::default();
        slow.set("tc", "40/10+0.5").unwrap();
        let mut fast = Budget::default();
        fast.set("tc", "5").unwrap();
        let clocks = [GameClock::new(&fast), GameClock::new(&slow)];
        let start = Start { fen: "4k4/9 w".into(), usual: false, side: Side::First };
        let moves = ["a0a1".to_owned()];
        let turn = Turn { start: &start, moves: &moves, side: Side::Second, clocks: &clocks, budget: &slow };
        let commands = Uci::default().go(&turn);
        assert_eq!(commands[0], "position fen 4k4/9 w moves a0a1");
        assert_eq!(commands[1], "go wtime 5000 btime 10000 winc 0 binc 500 movestogo 40");
    }

    #[test]
    fn the_game_is_chosen_where_it_can_be() {
        let mut uci = Uci::default();
        assert!(!uci.greeted("option name UCI_Variant type combo default chess var chess var xiangqi"));
        assert!(!uci.greeted("option name Ponder type check default true"));
        assert!(uci.greeted("uciok"));
        let game = GameNames { names: vec!["xiangqi"], ..GameNames::default() };
        let mut spec = EngineSpec::default();
        spec.options.push(("Hash".into(), "8".into()));
        let commands = uci.configure(&spec, &game);
        assert_eq!(commands[0], "setoption name UCI_Variant value xiangqi");
        assert_eq!(commands[1], "setoption name Ponder value false");
        assert_eq!(commands[2], "setoption name Hash value 8");
    }
}
