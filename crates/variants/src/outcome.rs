//! How a game ends.

use crate::bits::Bits;
use crate::generate::Wanted;
use crate::moves::{Deed, Move};
use crate::pieces::{
    HORSE, JANGGI_CANNON, JANGGI_ELEPHANT, KING, KNIGHT, PAWN, ROOK, SHOGI_PAWN, SILVER, SOLDIER, WAZIR, each,
};
use crate::position::{Position, kind_of};
use crate::rules::{Counting, Limit};
use meihua_contracts::game::Outcome;
use meihua_contracts::text::Reason;

/// An end, from the view of the side to move, and why.
pub(crate) type End = (Outcome, Reason);

pub(crate) const EXTINCT: Reason = Reason::Other("pieces lost");
pub(crate) const GOAL: Reason = Reason::Other("goal reached");
pub(crate) const CHECKS: Reason = Reason::Other("checks given");
pub(crate) const CONNECTED: Reason = Reason::Other("connected");
pub(crate) const CASTLED: Reason = Reason::Other("castling");
pub(crate) const FACING: Reason = Reason::Other("facing generals");
pub(crate) const PASSED: Reason = Reason::Other("both passed");
pub(crate) const COUNTED: Reason = Reason::Other("counting");

impl Position {
    /// The end that the position itself brings, before any move is looked for.
    pub(crate) fn immediate_end(&self) -> Option<End> {
        self.extinct().or_else(|| self.at_goal()).or_else(|| self.castling_end()).or_else(|| {
            let them = 1 - self.us();
            if self.game.rules.check_counting && self.state.checks_left[them] == 0 {
                return Some((Outcome::Loss, CHECKS));
            }
            self.connected().or_else(|| self.adjudicated())
        })
    }

    /// The end of a game in which no move is possible any more, whatever the pieces could do.
    pub(crate) fn end_before_moves(&self) -> Option<End> {
        self.last_moves_end().or_else(|| self.immediate_end())
    }

    fn extinct(&self) -> Option<End> {
        let (us, rules) = (self.us(), &self.game.rules);
        let value = rules.extinction.filter(|_| !rules.pseudo_royal || rules.blast)?;
        for side in [1 - us, us] {
            for kind in each(rules.extinction_kinds[side]) {
                let needed = rules.extinction_opponent_count + u32::from(rules.extinction_claim && side == us);
                if self.count_with_hand(side, kind) <= rules.extinction_count
                    && self.count_with_hand(1 - side, kind) >= needed
                {
                    return Some((if side == us { value } else { value.flip() }, EXTINCT));
                }
            }
        }
        None
    }

    /// Whether a side has brought its pieces to its goal.
    fn reached(&self, side: usize) -> bool {
        let rules = &self.game.rules;
        let region = rules.flag_region[side];
        let there = region & self.of(side, rules.flag_piece[side]);
        let full = rules.flag_blocked_win && (region & self.game.board & !self.occupied()).is_empty();
        if there.is_empty() || there.count() < rules.flag_count && !full {
            return false;
        }
        let must_be_safe = rules.flag_safe && (!rules.flag_move || side != self.us());
        let is_safe = |square: u8| !self.is_attacked(square, 1 - side, self.occupied());
        !must_be_safe || there.count() != rules.flag_count || there.into_iter().all(is_safe)
    }

    fn at_goal(&self) -> Option<End> {
        let (us, them, rules) = (self.us(), 1 - self.us(), &self.game.rules);
        if rules.flag_region[0].is_empty() && rules.flag_region[1].is_empty() {
            return None;
        }
        if (rules.flag_move || rules.flag_safe) && self.reached(us) {
            let first_to_come = rules.flag_move && us == 0 && rules.flag_piece[them] == KING;
            let both = (first_to_come || rules.flag_safe && !rules.flag_move) && self.reached(them);
            return Some((if both { Outcome::Draw } else { Outcome::Win }, GOAL));
        }
        let is_kings = rules.flag_piece[us] == KING;
        if (!rules.flag_move || rules.flag_safe || is_kings) && self.reached(them) {
            let follows =
                rules.flag_move && is_kings && us == 1 && self.state.checkers.is_empty() && self.king_can_follow();
            return (!follows).then_some((Outcome::Loss, GOAL));
        }
        None
    }

    /// Whether Black's king can reach its goal, too.
    fn king_can_follow(&self) -> bool {
        let mut moves = Vec::new();
        self.pseudo(&mut moves, Wanted::All);
        let region = self.game.rules.flag_region[self.us()];
        let fits = |mv: &Move| kind_of(self.piece(mv.from)) == KING && region.has(mv.to) && mv.deed == Deed::Plain;
        moves.iter().any(|mv| fits(mv) && self.is_legal(*mv, crate::legal::Duties::default()))
    }

    fn castling_end(&self) -> Option<End> {
        let wins = self.game.rules.castling_wins;
        if wins == [false; 4] {
            return None;
        }
        let (us, them) = (self.us(), 1 - self.us());
        for side in [them, us] {
            let pair = 2 * side..2 * side + 2;
            let had = wins[pair.clone()].contains(&true);
            let has = pair.into_iter().any(|index| wins[index] && self.state.castling[index]);
            if had && !has {
                return Some((if side == us { Outcome::Loss } else { Outcome::Win }, CASTLED));
            }
        }
        None
    }

    fn connected(&self) -> Option<End> {
        let (them, rules) = (1 - self.us(), &self.game.rules);
        let regions = rules.connect_regions.map(|region| region[them]);
        let any_region = rules.connect_regions.iter().flatten().any(|region| !region.is_empty());
        if rules.connect == 0 && rules.connect_square == 0 && rules.collinear == 0 && !any_region {
            return None;
        }
        let pieces = self.of_kinds(rules.connect_kinds & self.game.kinds) & self.of_side(them);
        let lines = || rules.lines();
        let in_row = |(x, y): (i32, i32)| {
            let row = (1..rules.connect).fold(pieces, |row, _| row & row.shift(x, y));
            rules.connect > 0 && !row.is_empty()
        };
        let square = (1..rules.connect_square)
            .fold(pieces, |set, _| set & set.shift(0, -1) & set.shift(1, 0) & set.shift(1, -1));
        let is_square = rules.connect_square > 0 && !square.is_empty();
        let is_collinear = |(x, y): (i32, i32)| {
            rules.collinear > 0
                && pieces.into_iter().any(|start| {
                    let line = [(x, y), (-x, -y)].iter().fold(Bits::NONE, |line, &(x, y)| {
                        let mut at = Bits::of(start);
                        std::iter::from_fn(|| {
                            at = at.shift(x, y);
                            at.first()
                        })
                        .fold(line, Bits::with)
                    });
                    (line & pieces).count() + 1 >= rules.collinear
                })
        };
        let done = lines().any(in_row) || is_square || lines().any(is_collinear) || self.spans(pieces, regions, lines);
        let value = rules.connect_value.unwrap_or(Outcome::Draw);
        done.then_some((value.flip(), CONNECTED))
    }

    /// Whether pieces connect two regions.
    fn spans<L: Iterator<Item = (i32, i32)>>(&self, pieces: Bits, regions: [Bits; 2], lines: impl Fn() -> L) -> bool {
        let mut reached = regions[0] & pieces;
        if reached.is_empty() || !regions[1].meets(pieces) {
            return false;
        }
        loop {
            let next = lines().fold(reached, |set, (x, y)| set | (set.shift(x, y) | set.shift(-x, -y)) & pieces);
            if next.meets(regions[1]) {
                return true;
            }
            if next == reached {
                return false;
            }
            reached = next;
        }
    }

    /// The end of a full board.
    fn adjudicated(&self) -> Option<End> {
        let full = self.game.rules.full_board && (self.open() & !self.men()).is_empty();
        full.then(|| (self.settled(), Reason::FullBoard))
    }

    /// A draw, or what the pieces on the board decide.
    pub(crate) fn settled(&self) -> Outcome {
        if self.game.rules.material == Counting::None { Outcome::Draw } else { self.material_result() }
    }

    /// Ends by the last moves: castling that wins, generals that face each other twice, two passes.
    pub(crate) fn last_moves_end(&self) -> Option<End> {
        let rules = &self.game.rules;
        let castled = self.state.last.filter(|mv| mv.deed == Deed::Castle && self.state.since_start > 0);
        if castled.is_some_and(|mv| rules.castling_wins[2 * (1 - self.us()) + usize::from(mv.to < mv.from)]) {
            return Some((Outcome::Loss, CASTLED));
        }
        let before = self.earlier(1).filter(|_| self.state.since_start > 0);
        let faced = self.state.is_bikjang && before.is_some_and(|before| before.is_bikjang);
        let passed = self.state.is_pass && before.is_some_and(|before| before.is_pass) && !rules.wall_or_move;
        match (faced, passed) {
            (true, _) => Some((self.settled(), FACING)),
            (_, true) => Some((self.settled(), PASSED)),
            (false, false) => None,
        }
    }

    /// What the pieces on the board decide.
    fn material_result(&self) -> Outcome {
        let weigh = |kind, weight: i32| weight * (self.count(0, kind) as i32 - self.count(1, kind) as i32);
        let balance = match self.game.rules.material {
            Counting::None => 0,
            Counting::Janggi => {
                let weights =
                    [(ROOK, 13), (JANGGI_CANNON, 7), (HORSE, 5), (JANGGI_ELEPHANT, 3), (WAZIR, 3), (SOLDIER, 2)];
                // Black, who moves second, has one and a half points more; all is counted twice.
                weights.iter().map(|&(kind, weight)| 2 * weigh(kind, weight)).sum::<i32>() - 3
            }
            Counting::Unweighted => weigh(0, 1),
            Counting::WhiteDrawOdds => 1,
            Counting::BlackDrawOdds => -1,
        };
        let balance = if self.us() == 0 { balance } else { -balance };
        match balance {
            0 => Outcome::Draw,
            1.. => Outcome::Win,
            _ => Outcome::Loss,
        }
    }

    /// The end for a side without a legal move.
    pub(crate) fn no_move_end(&self) -> End {
        if !self.state.checkers.is_empty() {
            return self.mate_end();
        }
        let rules = &self.game.rules;
        if rules.pseudo_royal && self.attacked_royals() {
            return (rules.checkmate.unwrap_or(Outcome::Draw), Reason::Mate);
        }
        let mut value = rules.stalemate.unwrap_or(Outcome::Draw);
        if rules.stalemate_count {
            let us = self.us();
            value = match self.count(us, 0).cmp(&self.count(1 - us, 0)) {
                std::cmp::Ordering::Equal => Outcome::Draw,
                std::cmp::Ordering::Less => value,
                std::cmp::Ordering::Greater => value.flip(),
            };
        }
        if value == Outcome::Draw && rules.material != Counting::None {
            value = self.material_result();
        }
        (value, Reason::NoMoves)
    }

    fn mate_end(&self) -> End {
        let (state, rules) = (&self.state, &self.game.rules);
        let only = |kind| (state.checkers & !self.of_kind(kind)).is_empty();
        let by_pawn = rules.shogi_drop_mate_illegal && only(SHOGI_PAWN);
        if by_pawn && state.captured == 0 && state.since_start > 0 && state.grew {
            return (Outcome::Win, Reason::Other("mate by a dropped pawn"));
        }
        if rules.shatar_mate {
            if only(KNIGHT) {
                return (Outcome::Win, Reason::Other("mate by a knight"));
            }
            let mut plies = 0;
            while let Some(state) = self.earlier(plies).filter(|state| !state.checkers.is_empty()) {
                if state.is_strong_check {
                    return (rules.checkmate.unwrap_or(Outcome::Draw), Reason::Mate);
                }
                plies += 2;
            }
            return (Outcome::Draw, Reason::Mate);
        }
        (rules.checkmate.unwrap_or(Outcome::Draw), Reason::Mate)
    }

    /// The end that follows from the moves so far. `ply` is how far the root of a search is away.
    pub(crate) fn history_end(&self, ply: u32) -> Option<End> {
        let (state, rules) = (&self.state, &self.game.rules);
        let has_moves = || {
            let mut moves = Vec::new();
            self.legal_moves(&mut moves);
            !moves.is_empty()
        };
        let is_alive = || state.checkers.is_empty() || has_moves();
        if rules.n_move_rule > 0 && state.quiet_plies >= 2 * rules.n_move_rule && is_alive() {
            return Some((self.settled(), Reason::MoveCount));
        }
        self.repetition(ply).or_else(|| {
            let counts = state.count_limit > 0 && state.counted > state.count_limit;
            (counts && is_alive()).then_some((Outcome::Draw, COUNTED))
        })
    }

    /// How many plies back a position may have occurred that can come again.
    pub(crate) fn repeatable_plies(&self) -> u32 {
        let state = &self.state;
        if self.game.rules.captures_to_hand { state.since_start } else { state.quiet_plies.min(state.since_start) }
    }

    fn repetition(&self, ply: u32) -> Option<End> {
        let (state, rules) = (&self.state, &self.game.rules);
        let end = self.repeatable_plies();
        if rules.n_fold_rule == 0 || end < 4 {
            return None;
        }
        let checked = |plies: u32| self.earlier(plies).is_some_and(|state| !state.checkers.is_empty());
        let mut by_them = rules.perpetual_illegal && checked(0) && checked(2);
        let mut by_us = rules.perpetual_illegal && checked(1) && checked(3);
        let mut count = 0;
        for plies in (4..=end).step_by(2) {
            by_them &= checked(plies);
            let earlier = self.earlier(plies)?;
            if earlier.key == state.key {
                count += 1;
                let needed = if ply > plies && !by_us && !by_them { 2 } else { rules.n_fold_rule };
                if count + 1 >= needed {
                    return Some(self.repetition_end(by_us, by_them));
                }
            }
            if plies < end {
                by_us &= checked(plies + 1);
            }
        }
        None
    }

    fn repetition_end(&self, by_us: bool, by_them: bool) -> End {
        let rules = &self.game.rules;
        let value = rules.n_fold_value.unwrap_or(Outcome::Draw);
        let (value, reason) = match (by_us, by_them) {
            (true, true) => (Outcome::Draw, Reason::Repetition),
            (true, false) => (Outcome::Loss, Reason::PerpetualCheck),
            (false, true) => (Outcome::Win, Reason::PerpetualCheck),
            (false, false) if rules.n_fold_absolute && self.us() == 1 => (value.flip(), Reason::Repetition),
            (false, false) => (value, Reason::Repetition),
        };
        let is_counted = value == Outcome::Draw && rules.material != Counting::None;
        (if is_counted { self.material_result() } else { value }, reason)
    }

    /// Counts towards the limits of makruk and its relatives after a move; the side to move has changed.
    pub(crate) fn count_down(&mut self, mv: Move) {
        if self.game.rules.limit == Limit::None {
            return;
        }
        let (us, mover) = (self.us(), 1 - self.us());
        let all = self.men().count();
        let asean = self.game.rules.limit == Limit::Asean;
        let took_pawn = self.state.captured != 0 && kind_of(self.state.captured) == PAWN;
        if !asean && took_pawn && self.count(mover, 0) == 1 && self.of_kind(PAWN).is_empty() && self.limit(mover) > 0 {
            self.state.count_limit = 2 * self.limit(mover);
            self.state.counted = 2 * all - 1;
        }
        let changed = self.state.captured != 0 || matches!(mv.deed, Deed::Promote(_));
        let begins = self.state.count_limit == 0 || changed && self.count(us, 0) == 1;
        if begins && self.limit(us) > 0 {
            self.state.count_limit = 2 * self.limit(us);
            self.state.counted = if asean || self.count(us, 0) > 1 { 0 } else { 2 * all };
        }
    }

    /// The number of moves after which a side that counts has a draw; 0 if it does not count.
    fn limit(&self, side: usize) -> u32 {
        let (own, other) = (self.count(side, 0), self.count(1 - side, 0));
        let theirs = |kind| self.count(1 - side, kind);
        let pawns = !self.of_kind(PAWN).is_empty();
        let table = |two_rooks, rook, two_khons, knight, khon, rest| match () {
            () if theirs(ROOK) > 1 => two_rooks,
            () if theirs(ROOK) == 1 => rook,
            () if theirs(SILVER) > 1 => two_khons,
            () if theirs(KNIGHT) > 1 => knight,
            () if theirs(SILVER) == 1 => khon,
            () => rest,
        };
        match self.game.rules.limit {
            Limit::None => 0,
            Limit::Makruk if pawns || other == 1 => 0,
            Limit::Makruk if own > 1 => 64,
            Limit::Makruk => table(8, 16, 22, 32, 44, 64),
            Limit::Cambodian if own > 3 || other == 1 => 0,
            Limit::Cambodian if own > 1 => 63,
            Limit::Cambodian if pawns => 0,
            Limit::Cambodian => table(7, 15, 21, 31, 43, 63),
            Limit::Asean if pawns || own > 1 => 0,
            Limit::Asean if theirs(ROOK) > 0 => 16,
            Limit::Asean if theirs(SILVER) > 0 => 44,
            Limit::Asean if theirs(KNIGHT) > 0 => 64,
            Limit::Asean => 0,
        }
    }
}
