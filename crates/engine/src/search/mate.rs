//! `go mate N`: a win in at most N moves, found or ruled out.
//!
//! First, a proof-number search looks for wins by checks and few quiet moves ([`crate::search::threats`]), which is how
//! most long wins are forced. The ordinary search finds most others, but it prunes, so finding none proves nothing.
//! Then all lines are searched, one more move at a time, with a window that asks a single question: is there a win
//! within `n` plies? Mate-distance pruning keeps the search from looking further. Its results have their own table
//! entries, because those of the ordinary search rest on heuristics.

use crate::game::{Game, Outcome};
use crate::score::{MAX_PLY, Score};
use crate::search::features::Features;
use crate::search::outcome;
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
pub(super) const THREAT_NODES: u64 = 300_000;

/// The share of the nodes so far, as a divisor, that a search for a nearer end may take, and the least it gets.
const SHARE: u64 = 2;
const LEAST_NODES: u64 = 2_000;

/// What is known about ends of the game nearer than that of the first line.
#[derive(Debug, Default)]
pub(super) struct Nearest {
    /// No mate exists within this number of plies.
    ruled_out: u32,
    /// The node count from which to look again.
    next: u64,
}

/// The greatest length in plies of a win in this many moves of the side to move.
pub(super) fn plies_of_win<G: Game>(moves: u32) -> u32 {
    moves.clamp(1, MAX_PLY as u32 / 2) * 2 - u32::from(!G::MOVER_MAY_LOSE)
}

impl<G: Game> Worker<'_, G> {
    /// Whether the first root move was found to win within this many moves.
    pub(super) fn has_won(&self, moves: u32) -> bool {
        let plies = self.root[0].score.plies_to_end().and_then(|plies| u32::try_from(plies).ok());
        plies.is_some_and(|plies| (1..=plies_of_win::<G>(moves)).contains(&plies))
    }

    /// Looks for a win within `from..=to` plies by checks alone, then with one and with two quiet moves per line, each time
    /// with at most `nodes` nodes. If one is found, its move becomes the first root move.
    pub(super) fn prove_win_by_threats(&mut self, from: u32, to: u32, nodes: u64) -> Option<u32> {
        for quiet in 0..=MAX_QUIET_MOVES {
            let mut search = ThreatSearch::new(&self.position, nodes.min(self.nodes_left()));
            let shared = self.shared;
            let mut must_stop = || {
                let is_late = shared.budget.maximum.is_some_and(|maximum| shared.watch.elapsed() >= maximum);
                is_late || shared.control.stopped()
            };
            let won = (from..=to).step_by(2).find_map(|plies| {
                let line = search.prove(Left { plies, quiet }, &mut must_stop)?;
                Some((plies, line))
            });
            self.nodes += search.nodes();
            self.publish_nodes();
            if let Some((plies, line)) = won
                && self.put_first(line, plies)
            {
                return Some(plies);
            }
        }
        None
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

    /// Makes a root move that is known to win the first one again, if the last iteration has lost sight of it.
    pub(super) fn keep_win(&mut self, win: &mut Option<RootMove<G::Move>>) {
        match win {
            Some(win) if win.score > self.root[0].score => {
                if let Some(index) = self.root.iter().position(|line| line.mv == win.mv) {
                    self.root[index] = win.clone();
                    self.root[..=index].rotate_right(1);
                }
            }
            _ if self.root[0].score.is_win() => *win = Some(self.root[0].clone()),
            _ => {}
        }
    }

    /// Spends a share of the time that is left on looking for a nearer end than that of the first line, a won or lost one.
    /// Returns whether none exists. A nearer one becomes the first line.
    pub(super) fn is_nearest(&mut self, nearest: &mut Nearest) -> bool {
        let Some(plies) = self.root[0].score.plies_to_end() else { return false };
        let known = if G::TABLES && self.features.tablebases { self.position.proven() } else { None };
        let to = plies.unsigned_abs().saturating_sub(2);
        if to <= nearest.ruled_out || known.is_some_and(|known| known.plies == plies.unsigned_abs()) {
            return true;
        }
        if self.nodes < nearest.next || self.shared.node_cap.is_some() {
            return false;
        }
        let (is_win, share) = (plies > 0, (self.nodes / SHARE).max(LEAST_NODES));
        let from = nearest.ruled_out + if nearest.ruled_out == 0 && is_win { 1 } else { 2 };
        let is_ruled_out = if is_win && self.prove_win_by_threats(from, to, share / 8).is_some() {
            false
        } else {
            self.rule_out((from..=to).step_by(2), is_win, share, nearest)
        };
        nearest.next = self.nodes + self.nodes / SHARE;
        is_ruled_out
    }

    /// Searches all lines for ends of the game within ever more plies. Returns whether none exists.
    fn rule_out(
        &mut self,
        mut distances: impl Iterator<Item = u32>,
        is_win: bool,
        nodes: u64,
        nearest: &mut Nearest,
    ) -> bool {
        let before = self.root.clone();
        let (features, salt, root_depth) = (self.features, self.salt, self.root_depth);
        (self.features, self.salt) = (PROOF, PROOF_SALT);
        (self.pause, self.next_poll) = (Some(self.nodes + nodes), 0);
        let found = distances.find(|&plies| {
            let beta = if is_win { Score::win_in(plies as usize) } else { Score::loss_in(plies as usize) + 1 };
            self.root_depth = plies as i32;
            let score = self.search_root(beta - 1, beta, plies as i32, 0, None);
            if !self.stopped && (score >= beta) != is_win {
                nearest.ruled_out = plies;
            }
            self.stopped || (score >= beta) == is_win
        });
        if let Some(plies) = found
            && !self.stopped
        {
            self.root.sort_by_key(|line| std::cmp::Reverse(line.score));
            if is_win {
                self.trace_win(plies)
            } else {
                self.trace_loss(plies)
            }
            let nearer = self.root[0].clone();
            self.root.clone_from(&before);
            if nearer.score.is_decided()
                && let Some(index) = self.root.iter().position(|line| line.mv == nearer.mv)
            {
                self.root[index] = nearer;
                self.root[..=index].rotate_right(1);
            }
        } else {
            self.root.clone_from(&before);
        }
        (self.features, self.salt, self.root_depth) = (features, salt, root_depth);
        self.resume();
        found.is_none()
    }

    /// Searches all lines for a win within this many moves. If there is one, its move becomes the first root move;
    /// otherwise the root moves are unchanged.
    pub(super) fn prove_win(&mut self, moves: u32, reporter: &mut Reporter<'_, G>) {
        let before = self.root.clone();
        (self.features, self.salt) = (PROOF, PROOF_SALT);
        let mut seen_by_rule = false;
        for plies in (1..=plies_of_win::<G>(moves)).step_by(if G::MOVER_MAY_LOSE { 1 } else { 2 }) {
            let beta = Score::win_in(plies as usize);
            self.root_depth = plies as i32;
            let score = self.search_root(beta - 1, beta, plies as i32, 0, None);
            seen_by_rule |= score > Score::DRAW && outcome::is_by_rule(score);
            if score >= beta && !self.stopped {
                self.root.sort_by_key(|line| std::cmp::Reverse(line.score));
                self.trace_win(plies);
                return reporter.lines(plies, self.root);
            }
            if self.stopped {
                break;
            }
        }
        // A win by rule depends on the moves that led here: it is not announced, but it is not ruled out either.
        let may_win_by_rule = seen_by_rule && !self.stopped && {
            let beta = outcome::by_rule(Outcome::Win, MAX_PLY);
            self.search_root(beta - 1, beta, plies_of_win::<G>(moves) as i32, 0, None) >= beta
        };
        self.root.clone_from(&before);
        if !self.stopped && !may_win_by_rule {
            reporter.no_win(moves);
        }
    }

    /// Searches a lost position again with an open window, for the longest defence.
    fn trace_loss(&mut self, plies: u32) {
        self.search_root(-Score::INFINITE, Score::INFINITE, plies as i32, 0, None);
        if self.stopped {
            self.root[0].score = -Score::INFINITE;
        }
        self.root.sort_by_key(|line| std::cmp::Reverse(line.score));
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
