//! Events in UCI, as typed messages of vampirc-uci, which [`print()`] turns into lines. Those messages have no
//! `currmovenumber`, nor depths and mates beyond a byte; these are sent as attributes of any name, and so are moves,
//! which the session has already spelled. `bestmove` has no such attributes, so that line alone is written here.

use crate::engine::event::{Best, Info, Value};
use crate::engine::option::{Declaration, OptionSpec};
use crate::engine::registry::{self, Entry};
use crate::score::Points;
use crate::search::report::Bound;
use vampirc_uci::{Duration, Serializable, UciInfoAttribute, UciMessage, UciOptionConfig};

/// The line for a message.
pub(crate) fn print(message: UciMessage) -> String {
    message.serialize()
}

/// `info depth … pv …`.
pub(crate) fn info(info: &Info) -> UciMessage {
    let mut attributes = vec![
        depth(info.depth),
        small(info.seldepth).map_or_else(|| any("seldepth", info.seldepth), UciInfoAttribute::SelDepth),
        UciInfoAttribute::MultiPv(info.multi_pv.min(u16::MAX as usize) as u16),
    ];
    attributes.extend(score(info.value, info.bound));
    if let Some([win, draw, loss]) = info.wdl {
        attributes.push(any("wdl", format!("{win} {draw} {loss}")));
    }
    attributes.extend(counters(info));
    if !info.pv.is_empty() {
        attributes.push(any("pv", info.pv.join(" ")));
    }
    UciMessage::Info(attributes)
}

/// What follows the score, the same in all dialects. GUIs read `tbhits` in every game.
pub(crate) fn counters(info: &Info) -> [UciInfoAttribute; 5] {
    [
        UciInfoAttribute::Nodes(info.nodes),
        UciInfoAttribute::Nps(info.nps),
        UciInfoAttribute::HashFull(info.hashfull.min(1000) as u16),
        UciInfoAttribute::TbHits(info.tb_hits),
        UciInfoAttribute::Time(Duration::milliseconds(info.time.as_millis().min(i64::MAX as u128) as i64)),
    ]
}

/// `info depth D currmove M currmovenumber N`.
pub(crate) fn current_move(plies: u32, mv: &str, number: usize) -> UciMessage {
    UciMessage::Info(vec![depth(plies), any("currmove", mv), any("currmovenumber", number)])
}

/// `bestmove M [ponder P]`.
pub(crate) fn best_move(best: &Best) -> String {
    let Some(mv) = &best.mv else { return "bestmove (none)".to_owned() };
    let ponder = best.ponder.as_ref().map(|reply| format!(" ponder {reply}")).unwrap_or_default();
    format!("bestmove {mv}{ponder}")
}

/// `info string …`.
pub(crate) fn text(text: &str) -> UciMessage {
    UciMessage::info_string(text.to_owned())
}

/// The identification of the engine, and its options. UGI's is the same.
pub(crate) fn introduction<'a>(
    name: &str,
    author: &str,
    options: impl Iterator<Item = &'a OptionSpec>,
    games: &[Entry],
) -> impl Iterator<Item = UciMessage> {
    let options = options.filter(|choice| !choice.uci.is_empty()).map(|choice| option(choice, games));
    [UciMessage::id_name(name), UciMessage::id_author(author)].into_iter().chain(options)
}

fn option(choice: &OptionSpec, games: &[Entry]) -> UciMessage {
    let name = choice.uci.to_owned();
    UciMessage::Option(match choice.kind.declare(&registry::name_list(games)) {
        Declaration::Check { default } => UciOptionConfig::Check { name, default: Some(default) },
        Declaration::Spin { min, max, default } => {
            UciOptionConfig::Spin { name, default: Some(default), min: Some(min), max: Some(max) }
        }
        Declaration::Combo { names, default } => UciOptionConfig::Combo {
            name,
            default: Some(default.to_owned()),
            var: names.into_iter().map(str::to_owned).collect(),
        },
        Declaration::Text => UciOptionConfig::String { name, default: Some("<empty>".to_owned()) },
        Declaration::Button => UciOptionConfig::Button { name },
    })
}

/// `score cp C` or `score mate M`, with mates in moves rather than plies; `None` if the value is unknown.
fn score(value: Value, bound: Bound) -> Option<UciInfoAttribute> {
    let lower_bound = (bound == Bound::Lower).then_some(true);
    let upper_bound = (bound == Bound::Upper).then_some(true);
    let points = match value {
        Value::Score(score) => score.points(),
        Value::Units(units) => Points::Units(units),
        Value::Unknown => return None,
    };
    let (cp, mate) = match points {
        Points::Cp(cp) => (Some(cp), None),
        Points::Mate(moves) => (None, Some(moves)),
        Points::Units(units) => (Some(units.clamp(i32::MIN as i64, i32::MAX as i64) as i32), None),
    };
    if let Some(moves) = mate
        && i8::try_from(moves).is_err()
    {
        return Some(any("score", format!("mate {moves}")));
    }
    Some(UciInfoAttribute::Score { cp, mate: mate.map(|moves| moves as i8), lower_bound, upper_bound })
}

fn depth(plies: u32) -> UciInfoAttribute {
    small(plies).map_or_else(|| any("depth", plies), UciInfoAttribute::Depth)
}

fn any(name: &str, value: impl ToString) -> UciInfoAttribute {
    UciInfoAttribute::Any(name.to_owned(), value.to_string())
}

fn small(number: u32) -> Option<u8> {
    u8::try_from(number).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::Score;

    #[test]
    fn an_info_line_has_everything_in_order() {
        let line = Info {
            depth: 3,
            seldepth: 300,
            multi_pv: 2,
            wdl: Some([1, 998, 1]),
            nodes: 1234,
            nps: 99,
            hashfull: 7,
            time: std::time::Duration::from_millis(15),
            pv: vec!["a0a9".to_owned(), "i10a1".to_owned()],
            ..Info::at_rest(Value::Score(Score::cp(-12)))
        };
        assert_eq!(
            print(info(&line)),
            "info depth 3 seldepth 300 multipv 2 score cp -12 wdl 1 998 1 nodes 1234 nps 99 hashfull 7 tbhits 0 time 15 \
             pv a0a9 i10a1"
        );
        let drop = Info { pv: vec!["P@d1".to_owned()], bound: Bound::Lower, ..Info::at_rest(Value::Units(-1_000_000)) };
        assert_eq!(
            print(info(&drop)),
            "info depth 0 seldepth 0 multipv 1 score cp -1000000 lowerbound nodes 0 nps 0 hashfull 0 tbhits 0 time 0 pv P@d1"
        );
    }

    #[test]
    fn mates_are_counted_in_moves() {
        let text_of = |found: Score| score(Value::Score(found), Bound::Exact).map(|score| score.serialize());
        for (plies, text) in [(1, "mate 1"), (2, "mate 1"), (3, "mate 2"), (255, "mate 128")] {
            assert_eq!(text_of(Score::win_in(plies)), Some(format!("score {text}")));
        }
        for (plies, text) in [(0, "mate 0"), (1, "mate -1"), (2, "mate -1"), (4, "mate -2")] {
            assert_eq!(text_of(Score::loss_in(plies)), Some(format!("score {text}")));
        }
    }

    #[test]
    fn a_value_that_nobody_knows_is_left_out() {
        let line = print(info(&Info { nodes: 7, ..Info::at_rest(Value::Unknown) }));
        assert!(line.starts_with("info depth 0 seldepth 0 multipv 1 nodes 7 "), "{line}");
    }

    #[test]
    fn a_move_is_counted() {
        assert_eq!(print(current_move(300, "P@d1", 2)), "info depth 300 currmove P@d1 currmovenumber 2");
        assert_eq!(print(current_move(3, "炮二平五", 10)), "info depth 3 currmove 炮二平五 currmovenumber 10");
    }

    #[test]
    fn answers() {
        let best = |mv: Option<&str>, ponder: Option<&str>| {
            best_move(&Best { mv: mv.map(str::to_owned), ponder: ponder.map(str::to_owned), ..Best::default() })
        };
        assert_eq!(best(None, None), "bestmove (none)");
        assert_eq!(best(Some("h2e2"), None), "bestmove h2e2");
        assert_eq!(best(Some("b3b10"), Some("h10g8")), "bestmove b3b10 ponder h10g8");
        assert_eq!(best(Some("P@d1"), Some("P@d2")), "bestmove P@d1 ponder P@d2");
        assert_eq!(best(Some("P1D1"), None), "bestmove P1D1");
    }
}
