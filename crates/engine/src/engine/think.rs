//! One `go` of a two-player game, run in its own thread: runs the search (or the prover, or a perft) and reports its
//! results.

use super::config::Config;
use super::event::{Best, Event, Info, Sink, Value};
use super::fault::{Code, Fault};
use super::game_binding::{GameBinding, Prover};
use super::go::GoError;
use super::perft;
use crate::clock::per_second;
use crate::control::Control;
use crate::game::{Game, MoveList};
use crate::panics::guarded;
use crate::search::Searcher;
use crate::search::limits::Limits;
use crate::search::report::{Bound, Found, Line, Report};
use crate::text::{Notation, spell_line};
use std::time::Duration;

/// The search state that is lent to the thread for one `go`.
pub(crate) struct SearchState<G: Game> {
    pub searcher: Searcher<G>,
    /// The game's own prover.
    pub prover: Option<Box<dyn Prover<G>>>,
}

/// Node limit of a search during which the engine cannot read input.
const BRIEF_NODES: u64 = 20_000;
const BRIEF_TIME: Duration = Duration::from_millis(40);

/// One `go`.
pub(crate) struct Task<G: GameBinding> {
    pub root: G,
    pub limits: Limits<G::Move>,
    pub config: Config,
    /// Signals from the client during the search.
    pub control: Control,
    /// Receives the events.
    pub sink: Sink,
}

impl<G: GameBinding> Task<G> {
    /// Thinks and answers. A panic loses what the searcher has learnt, but not the answer.
    pub(crate) fn run(&self, mut state: SearchState<G>, renew: fn() -> SearchState<G>) -> SearchState<G> {
        let mut first_line: Vec<G::Move> = Vec::new();
        let thought = guarded(|| {
            let mut report = |news: Report<G::Move>| {
                if let Report::Line(line) = &news
                    && line.multi_pv == 1
                    && !line.pv.is_empty()
                {
                    first_line.clone_from(&line.pv);
                }
                self.report(news);
            };
            let mut settings = self.config.settings();
            settings.random_margin = G::CHANCES.unscaled(settings.random_margin);
            let SearchState { searcher, prover } = &mut state;
            let (root, limits, control) = (&self.root, &self.limits, &self.control);
            match prover {
                Some(prover) if self.config.proofs => {
                    prover.prove(searcher, root, limits, &settings, control, &mut report)
                }
                _ => searcher.search(root, limits, &settings, control, &mut report),
            }
        });
        let best = match thought {
            Ok(found) => self.spell(found),
            Err(cause) => {
                let message = format!("the search failed ({cause}); the move is the best one known");
                (self.sink)(Event::Error(Fault::new(Code::Panic, message)));
                state = renew();
                self.fallback(first_line)
            }
        };
        (self.sink)(Event::Best(best));
        state
    }

    /// Searches in the calling thread if no other is available. The search is short, because no input is read
    /// meanwhile.
    pub(crate) fn run_here(mut self, state: SearchState<G>, renew: fn() -> SearchState<G>) -> SearchState<G> {
        let message = format!("{}; answered by a short search", GoError::Thread);
        (self.sink)(Event::Error(Fault::new(Code::NoThread, message)));
        let Limits { nodes, movetime, infinite, .. } = &mut self.limits;
        *nodes = Some(nodes.map_or(BRIEF_NODES, |nodes| nodes.min(BRIEF_NODES)));
        *movetime = Some(movetime.map_or(BRIEF_TIME, |time| time.min(BRIEF_TIME)));
        *infinite = false;
        // If the client must send `stop` or `ponderhit` first, the engine holds the answer until then.
        self.control = Control::new();
        self.run(state, renew)
    }

    /// Counts leaves below the moves that are allowed: one line per move, then the sum.
    pub(crate) fn perft(&self, depth: u32) {
        let report = |mv, leaves| (self.sink)(Event::Leaves { mv: self.wire(&self.root, mv), leaves });
        match guarded(|| perft::divide(&self.root, depth, &self.control, |mv| self.limits.allows(&mv), report)) {
            Ok(Some(leaves)) => (self.sink)(Event::Perft { leaves }),
            Ok(None) => (self.sink)(Event::Text { text: "perft stopped before the end".to_owned(), translated: None }),
            Err(panic) => (self.sink)(Event::Error(Fault::of(&panic))),
        }
        (self.sink)(Event::End);
    }

    fn wire(&self, position: &G, mv: G::Move) -> String {
        position.move_text(mv, self.config.wire())
    }

    fn report(&self, news: Report<G::Move>) {
        match news {
            Report::Line(line) => self.report_line(line),
            Report::CurrentMove { depth, mv, number } => {
                (self.sink)(Event::CurrentMove { depth, mv: self.wire(&self.root, mv), number });
            }
            Report::NoWin { moves } => (self.sink)(Event::NoWin { moves }),
            Report::ProvenDraw => (self.sink)(Event::ProvenDraw),
            Report::Text(text) => (self.sink)(Event::Text { text, translated: None }),
            Report::Error(error) => (self.sink)(Event::Error(Fault::of(&error))),
        }
    }

    fn report_line(&self, line: Line<G::Move>) {
        let info = Info {
            depth: line.depth,
            seldepth: line.seldepth,
            multi_pv: line.multi_pv,
            value: Value::Score(G::CHANCES.normalised(line.score)),
            bound: line.bound,
            wdl: self.config.show_wdl.then(|| G::CHANCES.chances(line.score)),
            nodes: line.nodes,
            nps: per_second(line.nodes, line.time),
            hashfull: line.hashfull,
            tb_hits: line.tb_hits,
            time: line.time,
            pv: self.line_in(&line.pv, self.config.wire()),
        };
        (self.sink)(Event::Info(Box::new(info)));
        if self.config.notation != Notation::Wire && line.bound == Bound::Exact && !line.pv.is_empty() {
            let moves = self.line_in(&line.pv, self.config.notation);
            (self.sink)(Event::Spelled { multi_pv: line.multi_pv, moves });
        }
    }

    fn line_in(&self, line: &[G::Move], notation: Notation) -> Vec<String> {
        spell_line(self.root.clone(), line, notation)
    }

    fn spell(&self, found: Found<G::Move>) -> Best {
        let line: Vec<_> = found.best.into_iter().chain(found.best.and(found.ponder)).collect();
        let mut words = self.line_in(&line, self.config.wire()).into_iter();
        Best { mv: words.next(), ponder: words.next(), score: Some(found.score), ..Best::default() }
    }

    /// After a panic: the best line reported so far, or any allowed move.
    fn fallback(&self, mut line: Vec<G::Move>) -> Best {
        if line.is_empty() {
            let mut legal = G::Moves::default();
            self.root.generate(&mut legal);
            line.extend(legal.as_slice().iter().copied().find(|mv| self.limits.allows(mv)));
        }
        line.truncate(2);
        let mut words = self.line_in(&line, self.config.wire()).into_iter();
        Best { mv: words.next(), ponder: words.next(), ..Best::default() }
    }
}
