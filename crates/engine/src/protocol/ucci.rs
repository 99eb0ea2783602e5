//! Events in UCCI 3.0: bare scores, `nobestmove`, draws and resignation, `pophash`.

use super::uci::counters;
use crate::engine::event::{Best, Info, Value};
use crate::engine::option::{Declaration, OptionSpec};
use crate::engine::registry::{self, Entry};
use crate::engine::session::Probe;
use crate::score::Score;
use crate::search::report::Bound;
use vampirc_uci::Serializable;

/// The score of a mate on the board; each ply to it subtracts one point.
const MATE: i32 = 30_000;

/// `info depth … score V … pv …`; `None` for a score that is only a bound, which UCCI cannot express.
pub(crate) fn info(info: &Info) -> Option<String> {
    let is_bound = info.bound != Bound::Exact && matches!(info.value, Value::Score(_));
    (!is_bound).then(|| bound(info))
}

/// The line of a search that ends with a bound, as if it were exact: UCCI has nothing better, and a search that prints
/// nothing looks stuck.
pub(crate) fn bound(info: &Info) -> String {
    let mut line = format!("info depth {} seldepth {} multipv {}", info.depth, info.seldepth, info.multi_pv);
    line += &score(info.value);
    for counter in counters(info) {
        line += &format!(" {}", counter.serialize());
    }
    if !info.pv.is_empty() {
        line += &format!(" pv {}", info.pv.join(" "));
    }
    line
}

/// The value of a position without a search, for `go depth 0`.
pub(crate) fn static_value(at_rest: Value) -> String {
    format!("info depth 0{}", score(at_rest))
}

/// `info currmove M`.
pub(crate) fn current_move(mv: &str) -> String {
    format!("info currmove {mv}")
}

/// `bestmove M [ponder P] [draw | resign]` or `nobestmove`.
pub(crate) fn best_move(best: &Best) -> String {
    let Some(mv) = &best.mv else { return "nobestmove".to_owned() };
    let ponder = best.ponder.as_ref().map(|reply| format!(" ponder {reply}")).unwrap_or_default();
    let word = match (best.draw, best.resign) {
        (true, _) => " draw",
        (_, true) => " resign",
        _ => "",
    };
    format!("bestmove {mv}{ponder}{word}")
}

/// `info message …`.
pub(crate) fn text(text: &str) -> String {
    format!("info message {text}")
}

/// `pophash [bestmove M] [lowerbound V depth D] [upperbound V depth D]`.
pub(crate) fn pophash(probe: &Probe) -> String {
    let mut line = "pophash".to_owned();
    if let Some(best) = &probe.best {
        line += &format!(" bestmove {best}");
    }
    for (name, bound) in [("lowerbound", probe.lower), ("upperbound", probe.upper)] {
        if let Some((score, depth)) = bound {
            line += &format!(" {name} {} depth {depth}", points(score));
        }
    }
    line
}

/// The lines from `ucci` to the final `ucciok`.
pub(crate) fn introduction<'a>(
    name: &str,
    author: &str,
    copyright: &str,
    options: impl Iterator<Item = &'a OptionSpec>,
    games: &[Entry],
) -> Vec<String> {
    let mut lines = vec![format!("id name {name}"), format!("id copyright {copyright}"), format!("id author {author}")];
    lines.push("id user any".to_owned());
    lines.extend(options.filter(|choice| !choice.ucci.is_empty()).map(|choice| option(choice, games)));
    lines.push("ucciok".to_owned());
    lines
}

/// `option NAME type T [min max] [var …] [default D]`, in the order of the specification.
fn option(choice: &OptionSpec, games: &[Entry]) -> String {
    let name = choice.ucci;
    match choice.kind.declare(&registry::name_list(games)) {
        Declaration::Check { default } => format!("option {name} type check default {default}"),
        Declaration::Spin { min, max, default } => {
            let min = if choice.kind.may_be_auto() { 0 } else { min };
            format!("option {name} type spin min {min} max {max} default {default}")
        }
        Declaration::Combo { names, default } => {
            format!("option {name} type combo var {} default {default}", names.join(" var "))
        }
        Declaration::Text => format!("option {name} type string default <empty>"),
        Declaration::Button => format!("option {name} type button"),
    }
}

/// ` score V`; empty if the value is unknown.
fn score(value: Value) -> String {
    match value {
        Value::Score(score) => format!(" score {}", points(score)),
        Value::Units(units) => format!(" score {units}"),
        Value::Unknown => String::new(),
    }
}

/// Centipawns; UCCI has no word for mate.
fn points(score: Score) -> i32 {
    match score.plies_to_end() {
        Some(plies) if score.is_win() => MATE - plies,
        Some(plies) => -MATE - plies,
        None => score.int(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_points() {
        assert_eq!(points(Score::win_in(5)), 29_995);
        assert_eq!(points(Score::loss_in(4)), -29_996);
        assert_eq!(points(Score::loss_in(0)), -30_000);
        assert_eq!(points(Score::cp(-37)), -37);
    }

    #[test]
    fn lines() {
        let line =
            Info { depth: 4, seldepth: 6, pv: vec!["h2e2".to_owned()], ..Info::at_rest(Value::Score(Score::cp(12))) };
        let text = "info depth 4 seldepth 6 multipv 1 score 12 nodes 0 nps 0 hashfull 0 tbhits 0 time 0 pv h2e2";
        assert_eq!(info(&line).as_deref(), Some(text));
        assert_eq!(info(&Info { bound: Bound::Lower, ..line }), None);
        let best = Best { mv: Some("h2e2".to_owned()), ponder: Some("h9g7".to_owned()), draw: true, ..Best::default() };
        assert_eq!(best_move(&best), "bestmove h2e2 ponder h9g7 draw");
        assert_eq!(best_move(&Best::default()), "nobestmove");
        let probe = Probe { best: None, lower: Some((Score::cp(3), 7)), upper: None };
        assert_eq!(pophash(&probe), "pophash lowerbound 3 depth 7");
    }
}
