//! Solvers stopped at any moment: whatever is said then of the value, of what is still possible, and of a proof, is true.
//!
//! Every solver is stopped after n nodes, for many n, and by a `stop` that comes at some moment. The truth comes from plain
//! searches of a few lines that share nothing with the solvers. The quick test makes some hundred stops; the full one more
//! than 10,000: `cargo test --release --test long stops:: -- --ignored --nocapture`.

mod connect_four;
mod river;
mod sliding;
mod tower;

use meihua::control::Control;
use meihua::engine::config::Config;
use meihua::engine::event::{Event, Info, Value, Worth};
use meihua::engine::go::Go;
use meihua::engine::puzzle_session::PuzzleSession;
use meihua::engine::session::Session;
use meihua::puzzle::PuzzleBinding;
use meihua::random::SplitMix64;
use meihua::search::report::Bound;
use meihua::solution::{NO_BOUND, Status};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// What was asked, how often a claim was made, and what was false.
#[derive(Default)]
struct Tally {
    stops: u64,
    proven: u64,
    open: u64,
    wrong: Vec<String>,
}

impl Tally {
    /// Notes a claim. `what` says where it was made.
    fn claim(&mut self, holds: bool, what: impl FnOnce() -> String) {
        if !holds {
            self.wrong.push(what());
        }
    }

    /// Prints the sums; all claims must hold.
    fn end(&self, game: &str) {
        let Tally { stops, proven, open, wrong } = self;
        println!("{game}: {stops} stops, {proven} proven, {open} open, {} false", wrong.len());
        assert!(wrong.is_empty(), "{game}: {} false, the first: {:#?}", wrong.len(), &wrong[..wrong.len().min(10)]);
        assert!(
            *open * 20 > *open + *proven && *proven > 0,
            "{game}: the stops should come before the proof and after it"
        );
    }
}

/// Whether a value is at least as good as another.
fn is_as_good(maximises: bool, value: i64, as_this: i64) -> bool {
    if maximises { value >= as_this } else { value <= as_this }
}

/// Whether what is said of a plan's worth holds, `truth` being the best value there is.
fn holds(maximises: bool, worth: &Worth, truth: Option<i64>) -> bool {
    let Some(truth) = truth else { return worth.value.is_none() };
    let is_possible = worth.value.is_none_or(|value| is_as_good(maximises, truth, value));
    let is_bounded = worth.bound == NO_BOUND || is_as_good(maximises, worth.bound, truth);
    let is_proof = worth.status == Status::Anytime || (worth.value, worth.bound) == (Some(truth), truth);
    is_possible && is_bounded && is_proof
}

/// Whether a line of a puzzle's solver holds.
fn line_holds<P: PuzzleBinding>(info: &Info, truth: Option<i64>) -> bool {
    let sign = if P::MAXIMISES { 1 } else { -1 };
    match (info.value, info.bound, truth) {
        (Value::Units(value), Bound::Exact, Some(truth)) => is_as_good(P::MAXIMISES, truth, sign * value),
        (Value::Units(value), Bound::Upper, Some(truth)) => is_as_good(P::MAXIMISES, sign * value, truth),
        (Value::Units(_), Bound::Exact, None) => info.pv.is_empty(),
        (Value::Units(_), Bound::Upper, None) | (Value::Unknown, _, _) => true,
        (Value::Units(_), Bound::Lower, _) | (Value::Score(_), _, _) => false,
    }
}

/// A puzzle's position, and the value of the best plan that begins with each move.
struct Question<P: PuzzleBinding> {
    puzzle: P,
    state: P::State,
    moves: Vec<(String, Option<i64>)>,
}

impl<P: PuzzleBinding> Question<P> {
    /// With the truth of the position after each move, in what the whole plan comes to.
    fn new(puzzle: P, state: P::State, mut truth: impl FnMut(&P::State, P::Move) -> Option<i64>) -> Self {
        let mut legal = Vec::new();
        puzzle.moves(&state, &mut legal);
        let moves = legal.iter().map(|&mv| (puzzle.move_text(&state, mv), truth(&state, mv))).collect();
        Question { puzzle, state, moves }
    }

    /// The best value among some moves.
    fn best<'a>(moves: impl IntoIterator<Item = &'a (String, Option<i64>)>) -> Option<i64> {
        let values = moves.into_iter().filter_map(|(_, value)| *value);
        if P::MAXIMISES { values.max() } else { values.min() }
    }

    /// One stop: with some first moves or all, with one line or more, after some nodes or at some moment.
    fn ask(&self, most_nodes: u64, chance: &mut SplitMix64, tally: &mut Tally) {
        let mut go = Go { nodes: Some(chance.next_u64() % most_nodes), ..Go::default() };
        let allowed: Vec<&(String, Option<i64>)> = match chance.below(3) {
            0 => self.moves.iter().filter(|_| chance.below(2) == 0).collect(),
            _ => Vec::new(),
        };
        go.search_moves = allowed.iter().map(|(name, _)| name.clone()).collect();
        let truth = if allowed.is_empty() { Self::best(&self.moves) } else { Self::best(allowed) };
        let delay = (chance.below(4) == 0).then(|| Duration::from_micros(chance.next_u64() % 400));
        if delay.is_some() {
            go.nodes = None;
        }
        let config = Config { multi_pv: 1 + chance.below(6).saturating_sub(2), ..Config::default() };
        let mut session = PuzzleSession::at(self.puzzle.clone(), self.state.clone());
        session.configure(&config);
        let events = think(&mut session, &go, delay);
        tally.stops += 1;
        let place = || {
            format!("{} {go:?} multipv {} {delay:?}, truth {truth:?}", self.puzzle.fen(&self.state), config.multi_pv)
        };
        for event in &events {
            match event {
                Event::Info(info) if info.multi_pv == 1 => {
                    tally.claim(line_holds::<P>(info, truth), || format!("{}: {info:?}", place()));
                }
                Event::MoveValue { mv, worth } => {
                    let truth = self.moves.iter().find(|(name, _)| name == mv).and_then(|(_, value)| *value);
                    tally.claim(holds(P::MAXIMISES, worth, truth), || format!("{}: {mv} {truth:?} {worth:?}", place()));
                }
                Event::Solved(solved) => {
                    let is_proven = solved.worth.status == Status::Proven;
                    *if is_proven { &mut tally.proven } else { &mut tally.open } += 1;
                    tally.claim(holds(P::MAXIMISES, &solved.worth, truth), || format!("{}: {solved:?}", place()));
                }
                Event::Best(best) => {
                    tally.claim(truth.is_none() || best.mv.is_some(), || format!("{}: no move", place()))
                }
                _ => (),
            }
        }
    }
}

/// The events of a `go`, stopped after a while if one is given.
fn think(session: &mut dyn Session, go: &Go, delay: Option<Duration>) -> Vec<Event> {
    let (sender, inbox) = channel();
    let sender = Mutex::new(sender);
    let sink = Arc::new(move |event| {
        // Nobody listens once the move is there.
        let _ = sender.lock().expect("a channel").send(event);
    });
    let control = Control::new();
    session.start(go, control.clone(), sink).expect("a thread");
    if let Some(delay) = delay {
        std::thread::sleep(delay);
        control.stop();
    }
    let mut events = Vec::new();
    while let Ok(event) = inbox.recv() {
        let is_last = matches!(event, Event::Best(_));
        events.push(event);
        if is_last {
            break;
        }
    }
    session.finish();
    events
}

#[test]
fn some_stops_of_every_solver() {
    sliding::stop(150, 300);
    river::stop(60, 150);
    tower::stop(20, 60);
    connect_four::stop(20, 100);
}

#[test]
#[ignore = "a minute when optimised; run it after a change to a solver"]
fn ten_thousand_stops() {
    let stops =
        [sliding::stop(1_500, 6_000), river::stop(800, 2_400), tower::stop(400, 2_400), connect_four::stop(150, 3_000)];
    let total: u64 = stops.iter().sum();
    println!("{total} stops, 0 false");
    assert!(total >= 10_000);
}
