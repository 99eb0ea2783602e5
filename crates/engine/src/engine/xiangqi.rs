//! Xiangqi in the engine: the options choose the network and the tables.

use super::config::Config;
use super::game_binding::GameBinding;
use super::option::OptionSpec;
use super::record_game::Recorder;
use super::wdl;
use super::{xiangqi_options, xiangqi_record};
use crate::game::Game;
use crate::games::xiangqi::{Position, XiangqiParams, net, tables};
use crate::score::Score;
use crate::search::outcome;

impl GameBinding for Position {
    const CHANCES: wdl::Curve = wdl::XIANGQI;

    const BENCH: &'static [&'static str] = &[
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
        "r1bakab1r/9/1cn4c1/p1p1p1p1p/5n3/9/P1P1P1P1P/1C2C1N2/9/RNBAKABR1 w - - 4 5",
        "2bakab1r/9/1cn3nc1/p3p1p1p/2p6/9/P1P1P1P1P/1CN1C1N2/9/1RBAKAB1R b - - 0 8",
        "3akab2/9/2n1b4/p3p3p/2p3p2/5N3/P1P1P1P1P/4C4/4A4/2BAK1B2 w - - 0 1",
        "4kab2/4a4/4b4/8p/9/2B6/4n3P/4B4/4A4/3AK1N2 b - - 0 1",
        "4k4/4a4/4b4/9/4n4/9/9/4B4/3RA4/3K1AB2 w - - 0 1",
    ];

    const OPTIONS: &'static [OptionSpec] = xiangqi_options::OPTIONS;

    const RECORDER: Recorder = xiangqi_record::RECORDER;

    fn eval_params(config: &Config) -> XiangqiParams {
        config.xiangqi_params()
    }

    fn equip(&mut self, config: &Config) {
        self.set_rules(config.rules);
        self.set_folder(config.tables.clone());
    }

    /// The network's evaluation, and what the tables know.
    fn explain(&self, config: &Config) -> String {
        let by_net = net::explain::explain(&config.xiangqi_params().0, self);
        let table = self.table_verdict().map(|verdict| format!("\ntable: {verdict}"));
        format!("{by_net}{}", table.unwrap_or_default())
    }

    fn exact(&self) -> Option<Score> {
        self.proven().map(|proven| outcome::proven(proven, 0))
    }

    fn table_verdict(&self) -> Option<String> {
        tables::set::verdict(self)
    }

    fn release() {
        tables::table::close_blocks();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Control;
    use crate::games::xiangqi::net::tests::noise;
    use crate::score::Score;
    use crate::search::Searcher;
    use crate::search::limits::{Limits, Settings};
    use crate::search::report::Found;
    use crate::text::GameText;
    use std::sync::Arc;

    const MIDDLEGAME: &str = "r1bakab1r/9/1cn4c1/p1p1p1p1p/5n3/9/P1P1P1P1P/1C2C1N2/9/RNBAKABR1 w - - 4 5";

    fn search(
        searcher: &mut Searcher<Position>,
        text: &str,
        threads: usize,
    ) -> Found<<Position as crate::game::Game>::Move> {
        let position = Position::from_fen(text).unwrap();
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        searcher.set_threads(threads);
        searcher.search(&position, &limits, &Settings::default(), &Control::new(), &mut |report| {
            if let crate::search::report::Report::Error(error) = report {
                panic!("{error}");
            }
        })
    }

    /// In unit tests the network compares its accumulators, whenever it is asked, with freshly computed ones.
    #[test]
    fn a_search_keeps_the_accumulators_right() {
        let net = Arc::new(noise(1));
        let mut searcher = Searcher::new();
        searcher.set_eval_params(XiangqiParams(net));
        let texts = ["3akab2/9/2n1b4/p3p3p/2p3p2/5N3/P1P1P1P1P/4C4/4A4/2BAK1B2 w - - 0 1", MIDDLEGAME];
        for (text, threads) in texts.iter().flat_map(|text| [(text, 1), (text, 2)]) {
            let found = search(&mut searcher, text, threads);
            assert!(found.best.is_some() && found.nodes > 10_000, "{text}");
        }
    }

    #[test]
    fn another_evaluation_forgets_what_the_old_one_found() {
        let mut searcher = Searcher::new();
        let built_in = search(&mut searcher, MIDDLEGAME, 1);
        searcher.set_eval_params(XiangqiParams(Arc::new(noise(2))));
        let by_net = search(&mut searcher, MIDDLEGAME, 1);
        searcher.set_eval_params(XiangqiParams::default());
        assert_eq!(search(&mut searcher, MIDDLEGAME, 1), built_in);
        assert_ne!(by_net.score, built_in.score);
    }

    #[test]
    fn the_network_that_is_loaded_evaluates_and_is_shown() {
        let (position, net) = (Position::from_fen(MIDDLEGAME).unwrap(), Arc::new(noise(3)));
        let config = Config { net: Some(Arc::clone(&net)), ..Config::default() };
        assert_eq!(Position::eval_params(&config), XiangqiParams(Arc::clone(&net)));
        let text = position.explain(&config);
        assert!(text.starts_with(&format!("evaluation {} cp", net.evaluate(&position))), "{text}");
        assert!(text.contains("seed=noise"), "{text}");
        let score = Score::cp(net.evaluate(&position));
        let mut searcher = Searcher::new();
        searcher.set_eval_params(XiangqiParams(net));
        assert_eq!(searcher.static_score(&position), score);
    }
}
