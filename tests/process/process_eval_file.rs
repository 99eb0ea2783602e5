//! The option `EvalFile`, by the real process: a network is loaded, a bad one is one error line.

use common::{Engine, errors, fresh};
use meihua::engine::wdl;
use meihua::games::xiangqi::net::feature::FEATURES;
use meihua::games::xiangqi::net::file::Numbers;
use meihua::games::xiangqi::net::{BUCKETS, Net, QA, QB, WIDTH};
use meihua::score::Score;
use std::fs;
use std::path::PathBuf;

/// A network that finds every position worth 123 centipawns to its mover.
fn constant() -> Vec<u8> {
    let shorts = vec![0; (FEATURES + 1 + 2 * BUCKETS) * WIDTH];
    let numbers = Numbers { shorts, output_bias: [QA * QB; BUCKETS], scale: 123 };
    Net::assemble("made=by-hand", &numbers).expect("small weights").encode()
}

/// A file of these bytes, removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str, bytes: &[u8]) -> Scratch {
        // With a space in it, as paths have.
        let path = fresh(&format!("a {name}"));
        fs::write(&path, bytes).expect("a file in the folder for such files");
        Scratch(path)
    }

    fn option(&self) -> String {
        format!("setoption name EvalFile value {}", self.0.display())
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        _ = fs::remove_file(&self.0);
    }
}

/// The first lines of `eval`: the value, and the words of the network.
fn evaluation(engine: &mut Engine) -> String {
    engine.send("eval");
    let heard = engine.settle();
    let lines = heard.into_iter().filter(|line| line.contains("evaluation ") || line.contains("network: "));
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn a_network_is_put_in_use_and_taken_out() {
    let net = Scratch::new("constant.net", &constant());
    let mut engine = Engine::uci();
    let at_first = evaluation(&mut engine);
    engine.send(&net.option());
    assert!(errors(&engine.settle()).is_empty());
    let loaded = evaluation(&mut engine);
    assert!(loaded.contains("evaluation 123 cp") && loaded.contains("network: made=by-hand"), "{loaded}");
    engine.send("go depth 1");
    let heard = engine.until("bestmove");
    let told = format!("score cp {} ", wdl::XIANGQI.normalised(Score::cp(-123)).int());
    assert!(heard.iter().any(|line| line.contains(&told)), "{told} in {heard:?}");
    engine.send("setoption name EvalFile value <empty>");
    assert_eq!(evaluation(&mut engine), at_first);
    engine.quit();
}

#[test]
fn bad_files_are_one_error_and_change_nothing() {
    let good = constant();
    let mut damaged = good.clone();
    damaged[good.len() / 2] ^= 1;
    let files = [
        Scratch::new("cut.net", &good[..good.len() - 9]),
        Scratch::new("damaged.net", &damaged),
        Scratch::new("foreign.net", b"[Event \"?\"]\n"),
        Scratch::new("empty.net", b""),
    ];
    let mut engine = Engine::uci();
    let net = Scratch::new("good.net", &good);
    engine.send(&net.option());
    let before = evaluation(&mut engine);
    let missing = "setoption name EvalFile value no such file".to_owned();
    for option in files.iter().map(Scratch::option).chain([missing]) {
        engine.send(&option);
        let heard = engine.settle();
        let errors = errors(&heard);
        assert_eq!(errors.len(), 1, "{option}: {heard:?}");
        assert!(errors[0].contains("EvalFile") && errors[0].contains("stays"), "{errors:?}");
        assert_eq!(evaluation(&mut engine), before);
    }
    engine.quit();
}
