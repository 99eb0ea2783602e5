//! The session of a two-player game, tested with Nim: whoever takes the last match wins.

use super::base::Base;
use super::config::Config;
use super::event::{Event, Sink, Value};
use super::game_binding::{GameBinding, Prover};
use super::game_session::GameSession;
use super::go::{Go, GoError};
use super::session::Session;
use super::think::{SearchState, Task};
use crate::control::Control;
use crate::score::Score;
use crate::search::Searcher;
use crate::search::limits::{Limits, Settings};
use crate::search::report::{Found, Report};
use crate::search::toys::Nim;
use crate::side::Side;
use crate::text::{GameText, Notation};
use std::sync::{Arc, mpsc};
use std::time::Duration;

/// Nim with sound rules.
type Plain = Nim<0>;

/// Nim answered by a prover, which does not mind that moves are unmade wrongly.
type Proven = Nim<1>;

struct Modulo;

impl Prover<Proven> for Modulo {
    fn prepare(&mut self, _: usize, _: usize) {}

    fn clear(&mut self) {}

    fn prove(
        &mut self,
        _: &mut Searcher<Proven>,
        root: &Proven,
        _: &Limits<u8>,
        _: &Settings,
        _: &Control,
        report: &mut (dyn FnMut(Report<u8>) + Send),
    ) -> Found<u8> {
        report(Report::Text("proven by counting".to_owned()));
        Found { best: Some((root.heap % 4).max(1)), ponder: None, score: Score::DRAW, depth: 1, nodes: 1 }
    }
}

impl GameBinding for Plain {}

impl GameBinding for Proven {
    fn prover() -> Option<Box<dyn Prover<Self>>> {
        Some(Box::new(Modulo))
    }
}

/// All events of one `go`, up to the answer.
pub(super) fn think(session: &mut dyn Session, go: &Go) -> Vec<Event> {
    let (sender, events) = mpsc::channel();
    let sink: Sink = Arc::new(move |event| sender.send(event).expect("a listener"));
    session.start(go, Control::new(), sink).expect("a start");
    let mut heard = Vec::new();
    while !matches!(heard.last(), Some(Event::Best(_) | Event::End)) {
        heard.push(events.recv_timeout(Duration::from_secs(20)).expect("an answer"));
    }
    session.finish();
    heard
}

pub(super) fn answer(events: &[Event]) -> Option<&str> {
    match events.last() {
        Some(Event::Best(best)) => best.mv.as_deref(),
        other => panic!("no answer but {other:?}"),
    }
}

fn depth(depth: u32) -> Go {
    Go { depth: Some(depth), ..Go::default() }
}

#[test]
fn a_panic_below_the_root_still_yields_a_legal_move_and_a_word_about_it() {
    let mut session = GameSession::<Plain>::new();
    session.set_position("77").expect("a position");
    let events = think(&mut session, &depth(5));
    assert!(["1", "2", "3"].contains(&answer(&events).expect("a move")), "{events:?}");
    assert!(
        events.iter().any(|event| matches!(event, Event::Error(fault) if fault.message.contains("tumbled"))),
        "{events:?}"
    );
    session.set_position("6").expect("a position");
    assert_eq!(answer(&think(&mut session, &depth(9))), Some("2"), "the next search is sound again");
}

#[test]
fn moves_are_restricted_and_banned() {
    let mut session = GameSession::<Plain>::new();
    let only = Go { search_moves: vec!["3".to_owned(), "9".to_owned()], ..depth(4) };
    let events = think(&mut session, &only);
    assert_eq!(answer(&events), Some("3"));
    assert!(matches!(&events[0], Event::Error(fault) if fault.message.contains("\"9\"")), "{events:?}");
    let banned =
        |words: &[&str]| Go { banned_moves: words.iter().map(|word| (*word).to_owned()).collect(), ..depth(4) };
    assert_eq!(answer(&think(&mut session, &banned(&["2", "3"]))), Some("1"));
    assert_eq!(answer(&think(&mut session, &banned(&["1", "2", "3"]))), None);
}

#[test]
fn a_finished_game_has_a_score_and_no_move() {
    let mut session = GameSession::<Plain>::new();
    session.set_position("0").expect("a position");
    let events = think(&mut session, &depth(4));
    assert!(
        matches!(&events[0], Event::Info(info) if info.depth == 0 && info.value == Value::Score(Score::loss_in(0)))
    );
    assert_eq!(answer(&events), None);
}

#[test]
fn perft_counts_and_the_other_side_is_refused() {
    let mut session = GameSession::<Plain>::new();
    session.set_position("3").expect("a position");
    let events = think(&mut session, &Go { perft: Some(2), ..Go::default() });
    let count = |mv: &str, leaves| Event::Leaves { mv: mv.to_owned(), leaves };
    let counted = [count("1", 2), count("2", 1), count("3", 0), Event::Perft { leaves: 3 }, Event::End];
    assert_eq!(events, counted);
    let go = Go { side: Some(Side::Second), ..depth(1) };
    let sink: Sink = Arc::new(|_| {});
    assert_eq!(session.start(&go, Control::new(), sink), Err(GoError::OtherSide));
}

#[test]
fn a_second_notation_follows_each_line() {
    let mut session = GameSession::<Plain>::new();
    let config = super::config::Config { notation: Notation::Chinese, ..Default::default() };
    session.configure(&config);
    let events = think(&mut session, &depth(3));
    assert!(
        events.iter().any(|event| matches!(event, Event::Spelled { multi_pv: 1, moves } if moves[0].starts_with('取'))),
        "{events:?}"
    );
}

#[test]
fn the_prover_answers_whatever_bounds_the_search() {
    let mut session = GameSession::<Proven>::new();
    let is_proof = |events: &[Event]| {
        events.iter().any(|event| matches!(event, Event::Text { text, .. } if text.contains("counting")))
    };
    assert!(is_proof(&think(&mut session, &Go::default())));
    assert!(is_proof(&think(&mut session, &Go { mate: Some(9), ..Go::default() })));
    assert!(is_proof(&think(&mut session, &depth(3))));
    assert!(session.is_bounded(&Go::default()) && !GameSession::<Plain>::new().is_bounded(&Go::default()));
}

#[test]
fn the_table_is_probed() {
    let mut session = GameSession::<Plain>::new();
    session.prepare().expect("a table");
    assert_eq!(session.probe(&Base::Start, &[]), Ok(Default::default()));
    think(&mut session, &depth(8));
    let probe = session.probe(&Base::Start, &[]).expect("a legal position");
    assert_eq!(probe.best.as_deref(), Some("2"));
    assert!(probe.lower.is_some(), "{probe:?}");
    assert!(session.probe(&Base::Start, &["7".to_owned()]).is_err());
}

#[test]
fn moves_are_taken_back_and_played_again() {
    let mut session = GameSession::<Plain>::new();
    for mv in ["1", "2", "3"] {
        session.play(mv).expect("a legal move");
    }
    assert_eq!((session.fen().as_str(), session.undo(2), session.fen().as_str()), ("4 b", 2, "9 b"));
    assert_eq!((session.redo(1), session.fen().as_str(), session.is_first_to_move()), (1, "7", true));
    session.play("1").expect("a legal move");
    assert_eq!(session.redo(1), 0, "a new move forgets the old line");
}

#[test]
fn for_want_of_a_thread_a_short_search_answers() {
    let (sender, receiver) = mpsc::channel();
    let sink: Sink = Arc::new(move |event| drop(sender.send(event)));
    let limits = Limits { infinite: true, ..Limits::default() };
    let (root, config, control) = (Plain::start(), Config::default(), Control::pondering());
    let task = Task { root, limits, config, control, sink };
    let new_search_state = || SearchState { searcher: Searcher::new(), prover: None };
    task.run_here(new_search_state(), new_search_state);
    let events: Vec<Event> = receiver.try_iter().collect();
    assert!(matches!(&events[0], Event::Error(fault) if fault.message.contains("thread")), "{events:?}");
    assert!(matches!(events.last(), Some(Event::Best(best)) if best.mv.is_some()), "{events:?}");
}
