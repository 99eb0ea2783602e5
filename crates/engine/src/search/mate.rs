//! `go mate N`: a win in at most N moves, found or ruled out.
//!
//! First, a proof-number search looks for wins by checks and few quiet moves ([`crate::search::threats`]), which is how
//! most long wins are forced. The ordinary search finds most others, but it prunes, so finding none proves nothing.
//! Then all lines are searched, one more move at a time, with a window that asks a single question: is there a win
//! within `n` plies? Mate-distance pruning keeps the search from looking further. Its results have their own table
//! entries, because those of the ordinary search rest on heuristics.

use crate::game::Game;
use crate::score::{MAX_PLY, Score};
use crate::search::features::Features;
use crate::search::reporter::Reporter;
use crate::search::root::RootMove;
use crate::search::threats::{Left, ThreatSearch};
use crate::search::worker::Worker;

/// Distinguishes the keys of the proof's table entries.
const PROOF_SALT: u64 = 0x6A09_E667_F3BC_C908;

/// The sound rules: the tables and mate-distance pruning.
const PROOF: Features = Features { table: true, tablebases: true, mate_distance: true, ..Features::NONE };

/// Maximum number of quiet moves in a line of the search for threats.
const MAX_QUIET_MOVES: u32 = 2;
/// Node limit of that search for each number of quiet moves.
const THREAT_NODES: u64 = 300_000;

/// The length in plies of a win in this many moves of the side to move.
pub(super) fn plies_of_win(moves: u32) -> u32 {
    moves.clamp(1, MAX_PLY as u32 / 2) * 2 - 1
}

impl<G: Game> Worker<'_, G> {
    /// Whether the first root move was found to win within this many moves.
    pub(super) fn has_won(&self, moves: u32) -> bool {
        let plies = self.root[0].score.plies_to_end().and_then(|plies| u32::try_from(plies).ok());
        plies.is_some_and(|plies| (1..=plies_of_win(moves)).contains(&plies))
    }

    /// Looks for a win within this many moves by checks alone, then with one and with two quiet moves per line. If one
    /// is found, its move becomes the first root move.
    pub(super) fn prove_win_by_threats(&mut self, moves: u32, reporter: &mut Reporter<'_, G>) -> bool {
        for quiet in 0..=MAX_QUIET_MOVES {
            let mut search = ThreatSearch::new(&self.position, THREAT_NODES);
            for plies in (1..=plies_of_win(moves)).step_by(2) {
                let shared = self.shared;
                let mut must_stop = || {
                    let is_late = shared.budget.maximum.is_some_and(|maximum| shared.watch.elapsed() >= maximum);
                    is_late || shared.control.stopped()
                };
                let line = search.prove(Left { plies, quiet }, &mut must_stop);
                if let Some(line) = line
                    && self.put_first(line, plies)
                {
                    self.nodes += search.nodes();
                    self.publish_nodes();
                    reporter.lines(plies, self.root);
                    return true;
                }
            }
            self.nodes += search.nodes();
        }
        false
    }

    /// Makes a winning line the first one. Returns `false` if its move may not be played.
    fn put_first(&mut self, line: Vec<G::Move>, plies: u32) -> bool {
        let is_its = |root: &RootMove<G::Move>| line.first() == Some(&root.mv);
        let Some(index) = self.root.iter().position(is_its) else { return false };
        self.root[..=index].rotate_right(1);
        self.root[0].score = Score::win_in(plies as usize);
        self.root[0].pv = line;
        true
    }

    /// Searches all lines for a win within this many moves. If there is one, its move becomes the first root move;
    /// otherwise the root moves are unchanged.
    pub(super) fn prove_win(&mut self, moves: u32, reporter: &mut Reporter<'_, G>) {
        let before = self.root.clone();
        (self.features, self.salt) = (PROOF, PROOF_SALT);
        for plies in (1..=plies_of_win(moves)).step_by(2) {
            let beta = Score::win_in(plies as usize);
            self.root_depth = plies as i32;
            if self.search_root(beta - 1, beta, plies as i32, 0, None) >= beta && !self.stopped {
                self.root.sort_by_key(|line| std::cmp::Reverse(line.score));
                self.trace_win(plies);
                return reporter.lines(plies, self.root);
            }
            if self.stopped {
                break;
            }
        }
        self.root.clone_from(&before);
        if !self.stopped {
            reporter.no_win(moves);
        }
    }

    /// Searches the winning move again with an open window to obtain the line.
    fn trace_win(&mut self, plies: u32) {
        let others = self.root.split_off(1);
        let won = self.root[0].score;
        self.search_root(-Score::INFINITE, Score::INFINITE, plies as i32, 0, None);
        if self.stopped {
            self.root[0].score = won;
        }
        self.root.extend(others);
    }
}
