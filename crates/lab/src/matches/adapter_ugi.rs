//! UGI, the Universal Game Interface (kz04px): UCI without a word about chess. The first player is `p1`.

use super::budget::Budget;
use super::dialect::{
    Declared, Dialect, EngineMessage, Turn, declared_option, read_best_move, read_info, set_option, variant_option,
};
use super::engine_spec::EngineSpec;
use meihua_engine::engine::opening::{GameNames, Start};

/// UGI.
#[derive(Debug, Default)]
pub struct Ugi {
    options: Vec<Declared>,
}

impl Dialect for Ugi {
    fn hello(&self) -> &'static [&'static str] {
        &["ugi"]
    }

    fn greeted(&mut self, line: &str) -> bool {
        self.options.extend(declared_option(line));
        line == "ugiok"
    }

    fn configure(&mut self, spec: &EngineSpec, game: &GameNames) -> Vec<String> {
        let variant = variant_option(&self.options, spec, game).map(|value| set_option("UCI_Variant", value));
        let own = spec.options.iter().map(|(name, value)| set_option(name, value));
        variant.into_iter().chain(own).collect()
    }

    fn sync(&mut self) -> Option<(String, String)> {
        Some(("isready".to_owned(), "readyok".to_owned()))
    }

    fn new_game(&mut self, _: &Start, _: &Budget) -> Vec<String> {
        vec!["uginewgame".to_owned()]
    }

    fn go(&mut self, turn: &Turn) -> Vec<String> {
        let mut go = "go".to_owned();
        if turn.budget.clock.is_some() {
            let (own, other) = (turn.own(), turn.other());
            let (first, second) = if turn.side.index() == 0 { (own, other) } else { (other, own) };
            let millis = |time: std::time::Duration| time.as_millis();
            go += &format!(" p1time {} p2time {}", millis(first.remaining()), millis(second.remaining()));
            go += &format!(" p1inc {} p2inc {}", millis(first.increment()), millis(second.increment()));
        }
        vec![turn.position(), go + &turn.fixed_bounds()]
    }

    fn go_ponder(&mut self, _: &Turn) -> Vec<String> {
        Vec::new()
    }

    fn listen(&mut self, line: &str) -> EngineMessage {
        read_best_move(line)
            .or_else(|| read_info(line).map(EngineMessage::SearchInfo))
            .unwrap_or(EngineMessage::Nothing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::budget::GameClock;
    use meihua_contracts::side::Side;

    #[test]
    fn a_turn_in_words() {
        let mut budget = Budget::default();
        budget.set("tc", "5+0.05").unwrap();
        budget.set("nodes", "1000").unwrap();
        let clocks = [GameClock::new(&budget); 2];
        let start = Start { fen: String::new(), usual: true, side: Side::First };
        let turn = Turn { start: &start, moves: &[], side: Side::First, clocks: &clocks, budget: &budget };
        assert_eq!(
            Ugi::default().go(&turn),
            ["position startpos", "go p1time 5000 p2time 5000 p1inc 50 p2inc 50 nodes 1000"]
        );
        assert!(Ugi::default().go_ponder(&turn).is_empty());
    }
}
