//! The moves of a position, legal or not.

use crate::betza::Mode;
use crate::bits::Bits;
use crate::compiled::OFF;
use crate::moves::{Deed, Landing, Move, Path};
use crate::pieces::{BISHOP, KING, Kind, PAWN, each, one};
use crate::position::{Position, kind_of, side_of};
use crate::rules::{Enclosing, Walling};

/// Most moves of a position: their numbers have 16 bits, and hostile files must not fill the memory. No game that people
/// play comes near it.
const MAX_MOVES: u16 = 32_000;

/// Which moves are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    All,
    /// Captures and promotions, or all others.
    Noisy(bool),
    /// The one with this number.
    Number(u16),
}

impl Wanted {
    fn noisy(self, noisy: bool) -> bool {
        match self {
            Wanted::All => true,
            Wanted::Noisy(wanted) => wanted == noisy,
            Wanted::Number(number) => (number % 2 == 1) == noisy,
        }
    }
}

/// Moves as they are found.
pub(crate) struct Found<'a> {
    position: &'a Position,
    list: &'a mut Vec<Move>,
    wanted: Wanted,
    /// How many quiet and noisy moves were found.
    counts: [u16; 2],
}

impl Found<'_> {
    /// Adds a move, with every wall that it may build.
    fn add(&mut self, deed: Deed, from: u8, to: u8) {
        let rules = &self.position.game.rules;
        if rules.walling == Walling::None || rules.wall_or_move && from != to {
            self.put(deed, from, to, None);
        } else {
            for wall in self.position.wall_squares(deed, from, to) {
                self.put(deed, from, to, Some(wall));
            }
        }
    }

    fn put(&mut self, deed: Deed, from: u8, to: u8, wall: Option<u8>) {
        self.push(Move { deed, from, to, wall, number: 0, path: Path::default() });
    }

    fn push(&mut self, mv: Move) {
        let noisy = self.position.is_loud(mv);
        if self.is_full() || !self.wanted.noisy(noisy) {
            return;
        }
        self.counts[usize::from(noisy)] += 1;
        let number = 2 * self.counts[usize::from(noisy)] + u16::from(noisy);
        if !matches!(self.wanted, Wanted::Number(wanted) if wanted != number) {
            self.list.push(Move { number, ..mv });
        }
    }

    fn is_full(&self) -> bool {
        self.counts[0] + self.counts[1] >= MAX_MOVES
    }
}

impl Position {
    /// Appends moves, legal or not, in an order that depends on the position alone.
    pub(crate) fn pseudo(&self, list: &mut Vec<Move>, wanted: Wanted) {
        let us = self.us();
        let mut found = Found { position: self, list, wanted, counts: [0; 2] };
        for &kind in &self.game.list {
            for from in self.of(us, kind) {
                if kind == PAWN { self.pawn_moves(from, &mut found) } else { self.piece_moves(kind, from, &mut found) }
            }
        }
        if !self.game.rules.jumps.is_empty() {
            for from in self.of_side(us) {
                self.jump(from, Path::default(), None, &mut found);
            }
        }
        if !wanted.noisy(false) {
            return;
        }
        if self.game.rules.drops {
            self.drop_moves(&mut found);
        }
        self.castling_moves(&mut found);
        self.passes(&mut found);
    }

    /// Adds the jumps of a piece that has come along a path.
    fn jump(&self, from: u8, path: Path, last: Option<usize>, found: &mut Found<'_>) {
        if found.is_full() {
            return;
        }
        let (us, rules, game) = (self.us(), &self.game.rules, &*self.game);
        let at = path.squares().last().copied().unwrap_or(from);
        let kind = kind_of(self.piece(from));
        let arrives = rules.promotion_region[us].has(at) && at != from;
        let (landings, must_promote) = if arrives { self.landings(us, kind) } else { (Vec::new(), false) };
        let mut goes_on = false;
        for step in game.jumps(us, kind).filter(|&step| !rules.jumps_straight || last.is_none_or(|last| last == step)) {
            let over = game.steps[step][usize::from(at)];
            let Some(&to) = game.steps[step].get(usize::from(over)).filter(|&&to| to != OFF) else { continue };
            let (over, to) = (over as u8, to as u8);
            let was_jumped = path
                .squares()
                .iter()
                .zip([from].iter().chain(path.squares()))
                .any(|(&one, &other)| (u16::from(one) + u16::from(other)) / 2 == u16::from(over));
            let is_free = to == from || !self.occupied().has(to) && self.area(us, kind).has(to);
            if must_promote || was_jumped || !is_free || !self.of_side(1 - us).has(over) {
                continue;
            }
            if let Some(path) = path.then(to) {
                goes_on = true;
                self.jump(from, path, Some(step), found);
            }
        }
        let may_stay = !path.squares().is_empty() && !must_promote && (!goes_on || rules.jumps_may_end);
        for landing in landings.into_iter().chain(may_stay.then_some(Landing::Same)) {
            found.push(Move { deed: Deed::Jump(landing), from, to: at, wall: None, number: 0, path });
        }
    }

    /// What a piece that jumps into its region of promotion may become, and whether it has to.
    fn landings(&self, us: usize, kind: Kind) -> (Vec<Landing>, bool) {
        let rules = &self.game.rules;
        let goal = Some(rules.promoted[usize::from(kind)]).filter(|&goal| goal != 0 && self.may_promote_to(us, goal));
        let is_pawn = rules.promotion_pawns[us] & one(kind) != 0;
        let pieces = each(if is_pawn { rules.promotion_pieces[us] } else { 0 });
        let pieces = pieces.filter(|&piece| self.may_promote_to(us, piece)).map(Landing::Promote);
        let mut landings: Vec<Landing> = pieces.collect();
        let must =
            goal.is_some() && rules.mandatory_piece_promotion || !landings.is_empty() && rules.mandatory_pawn_promotion;
        landings.extend(goal.map(|_| Landing::PromotePiece));
        (landings, must)
    }

    fn passes(&self, found: &mut Found<'_>) {
        let (us, rules) = (self.us(), &self.game.rules);
        let first = self.of_side(us).first();
        if let Some(square) = self.king(us).or(first).filter(|_| rules.pass[us] || rules.pass_on_stalemate[us]) {
            found.put(Deed::Pass, square, square, None);
        }
        if let Some(square) = first.filter(|_| rules.wall_or_move) {
            found.add(Deed::Pass, square, square);
        }
    }

    /// Where a move may put its wall.
    fn wall_squares(&self, deed: Deed, from: u8, to: u8) -> Bits {
        let (us, rules) = (self.us(), &self.game.rules);
        let left = self.occupied() ^ Bits::of(from);
        let mut free = self.open() & !left.with(to);
        match deed {
            Deed::Castle => {
                let (king, rook) = self.castled(us, from, to);
                free = free ^ Bits::of(to) ^ Bits::of(king) ^ Bits::of(rook);
            }
            Deed::Passant => {
                if let Some(victim) = self.passant_victim(to) {
                    free ^= Bits::of(victim);
                }
            }
            _ => (),
        }
        if rules.walling == Walling::Arrow {
            free &= self.reach_anywhere(us, kind_of(self.piece(from)), to, left, Mode::Quiet);
        }
        free &= rules.walling_region[us];
        match rules.walling {
            Walling::Past => free & Bits::of(from),
            Walling::Edge => {
                let (files, ranks, walls) = (rules.files, rules.ranks, self.state.walls);
                let rim = Bits::file(0) | Bits::file(files - 1) | Bits::rank(0) | Bits::rank(ranks - 1);
                let beside = walls.shift(1, 0) | walls.shift(-1, 0) | walls.shift(0, 1) | walls.shift(0, -1);
                free & (rim | beside)
            }
            Walling::None | Walling::Arrow | Walling::Duck | Walling::Static => free,
        }
    }

    /// Whether the rules allow another piece of a kind by promotion.
    fn may_promote_to(&self, us: usize, kind: Kind) -> bool {
        let limit = self.game.rules.promotion_limit[usize::from(kind)];
        limit == 0 || limit > self.count(us, kind)
    }

    fn promote(&self, from: u8, targets: Bits, found: &mut Found<'_>) {
        if targets.is_empty() {
            return;
        }
        let us = self.us();
        for kind in each(self.game.rules.promotion_pieces[us]).filter(|&kind| self.may_promote_to(us, kind)) {
            for to in targets {
                found.add(Deed::Promote(kind), from, to);
            }
        }
    }

    fn pawn_moves(&self, from: u8, found: &mut Found<'_>) {
        let (us, rules, occupied) = (self.us(), &self.game.rules, self.occupied());
        let area = self.area(us, PAWN);
        let attacks = self.reach(us, PAWN, from, occupied, Mode::Capture);
        let mut targets = attacks & self.of_side(1 - us);
        let most = if rules.triple_region[us].has(from) {
            3
        } else if rules.double_region[us].has(from) {
            2
        } else {
            1
        };
        let mut at = from;
        for count in 1..=most {
            match self.game.ahead(us, at).filter(|&next| area.has(next) && !occupied.has(next)) {
                Some(next) => at = next,
                None => break,
            }
            if count != 2 || rules.double_region[us].has(from) {
                targets.add(at);
            }
        }
        let promoting = targets & rules.promotion_region[us];
        let plain = if rules.mandatory_pawn_promotion { targets & !promoting } else { targets };
        for to in plain {
            found.add(Deed::Plain, from, to);
        }
        self.promote(from, promoting, found);
        if rules.promoted[usize::from(PAWN)] != 0 {
            for to in promoting.filter(|&to| !rules.promotion_on_capture || self.piece(to) != 0) {
                found.add(Deed::PromotePiece, from, to);
            }
        }
        for to in attacks & self.state.passant & !occupied {
            found.add(Deed::Passant, from, to);
        }
    }

    fn piece_moves(&self, kind: Kind, from: u8, found: &mut Found<'_>) {
        let (us, rules, occupied) = (self.us(), &self.game.rules, self.occupied());
        let attacks = self.reach(us, kind, from, occupied, Mode::Capture);
        let mut quiets = match self.game.is_uniform(us, kind) {
            true => attacks,
            false => self.reach(us, kind, from, occupied, Mode::Quiet),
        };
        if rules.double_region[us].has(from) {
            quiets |= self.reach(us, kind, from, occupied, Mode::Initial);
        }
        let is_pawn = rules.promotion_pawns[us] & one(kind) != 0;
        let mut all = ((attacks & occupied) | (quiets & !occupied)) & self.open() & !self.of_side(us);
        if !found.wanted.noisy(false) && !is_pawn {
            all &= occupied;
        } else if !found.wanted.noisy(true) {
            all &= !occupied;
        }
        if kind == KING {
            all.for_each(|to| found.add(Deed::Plain, from, to));
            return;
        }
        let zone = rules.promotion_region[us];
        let cell = self.cell(from);
        let goal = rules.promoted[usize::from(kind)];
        let mut promoting = if goal != 0 && self.may_promote_to(us, goal) { all } else { Bits::NONE };
        // What a pawn has become has nothing to go back to.
        let mut demoting = if rules.demotion && cell.origin != 0 { all } else { Bits::NONE };
        let pawn_promotions = if is_pawn { all & zone } else { Bits::NONE };
        let mut plain = if rules.mandatory_pawn_promotion { all & !pawn_promotions } else { all };
        if !(promoting | demoting).is_empty() {
            if rules.mandatory_piece_promotion {
                let outside = if zone.has(from) { Bits::NONE } else { !zone };
                plain &= outside | if rules.promotion_on_capture { !occupied } else { Bits::NONE };
            }
            let mut allowed = if rules.promotion_on_capture { occupied } else { Bits::ALL };
            if !zone.has(from) {
                allowed &= zone;
            }
            promoting &= allowed;
            demoting &= allowed;
        }
        plain.for_each(|to| found.add(Deed::Plain, from, to));
        promoting.for_each(|to| found.add(Deed::PromotePiece, from, to));
        demoting.for_each(|to| found.add(Deed::Demote, from, to));
        self.promote(from, pawn_promotions, found);
        if rules.passant_kinds[us] & one(kind) != 0 {
            for to in attacks & !quiets & self.state.passant & !occupied {
                found.add(Deed::Passant, from, to);
            }
        }
    }

    fn drop_moves(&self, found: &mut Found<'_>) {
        let (us, rules) = (self.us(), &self.game.rules);
        let empty = self.open() & !self.men();
        for &kind in self.game.list.iter().filter(|&&kind| rules.free_drops || self.in_hand(us, kind) > 0) {
            let squares = empty & self.drop_squares(us, kind);
            let goal = rules.promoted[usize::from(kind)];
            for to in squares {
                if rules.drop_promoted && goal != 0 {
                    found.put(Deed::Drop(goal, kind), to, to, None);
                }
                found.put(Deed::Drop(kind, kind), to, to, None);
            }
        }
    }

    /// Where a kind may be dropped.
    pub(crate) fn drop_squares(&self, us: usize, kind: Kind) -> Bits {
        let rules = &self.game.rules;
        let mut squares = rules.drop_region[us] & self.area(us, kind);
        if kind == PAWN {
            if !rules.promotion_zone_pawn_drops {
                squares &= !rules.promotion_region[us];
            }
            if !rules.first_rank_pawn_drops {
                squares &= !Bits::rank(if us == 0 { 0 } else { rules.ranks - 1 });
            }
        }
        if kind == rules.drop_no_doubled {
            for file in (0..rules.files).map(Bits::file) {
                if (file & self.of(us, kind)).count() >= rules.drop_no_doubled_count {
                    squares &= !file;
                }
            }
        }
        if rules.enclosing_drop == Enclosing::None {
            squares
        } else if rules.enclosing_start.meets(!self.occupied()) {
            squares & rules.enclosing_start
        } else {
            self.enclosing_squares(us, squares)
        }
    }

    fn enclosing_squares(&self, us: usize, squares: Bits) -> Bits {
        let (own, other, occupied) = (self.of_side(us), self.of_side(1 - us), self.occupied());
        let rules = &self.game.rules;
        match rules.enclosing_drop {
            Enclosing::None | Enclosing::Quadwrangle => squares,
            Enclosing::Reversi => {
                let near = squares & other.around() & !occupied;
                near.filter(|&to| !self.enclosed(to, own, other).is_empty()).collect()
            }
            Enclosing::Ataxx => squares & own.around(),
            Enclosing::Snort => {
                let beside = other.shift(1, 0) | other.shift(-1, 0) | other.shift(0, 1) | other.shift(0, -1);
                squares & !beside
            }
            Enclosing::Top => squares & (occupied.shift(0, 1) | Bits::rank(0)),
            Enclosing::Anyside => {
                let (files, ranks, board) = (rules.files, rules.ranks, self.game.board);
                let edges = [
                    (Bits::file(0), (1, 0)),
                    (Bits::file(files - 1), (-1, 0)),
                    (Bits::rank(0), (0, 1)),
                    (Bits::rank(ranks - 1), (0, -1)),
                ];
                let slide = |start: u8, (x, y): (i32, i32)| {
                    let mut at = Bits::of(start);
                    loop {
                        let next = at.shift(x, y) & board & !occupied;
                        if next.is_empty() {
                            return at;
                        }
                        at = next;
                    }
                };
                edges.into_iter().fold(Bits::NONE, |all, (edge, step)| {
                    (edge & board & !occupied).fold(all, |all, start| all | slide(start, step))
                })
            }
        }
    }

    fn castling_moves(&self, found: &mut Found<'_>) {
        let us = self.us();
        let Some(from) = self.state.castling_king[us] else { return };
        for side in 0..2 {
            let index = 2 * us + side;
            let rook = self.state.castling_rook[index];
            if !self.state.castling[index] || self.king(us).is_some_and(|king| king != from) {
                continue;
            }
            let (king_to, rook_to) = self.castled(us, from, rook);
            let way = row(rook, rook_to) | row(from, king_to);
            if !(way & self.occupied()).without(from).without(rook).is_empty() {
                continue;
            }
            found.add(Deed::Castle, from, rook);
        }
    }

    /// Whether bishops can still be dropped on squares of both colours.
    pub(crate) fn bishops_fit(&self, us: usize, mv: Move, kind: Kind) -> bool {
        let dark: Bits = self.game.board.filter(|&square| (square / 16 + square % 16) % 2 == 0).collect();
        let bishops = self.of(us, BISHOP);
        let total = self.count_with_hand(us, BISHOP);
        if kind == BISHOP {
            let same = if dark.has(mv.to) { dark } else { !dark };
            (same & bishops).count() < total.div_ceil(2)
        } else {
            let left = (self.drop_squares(us, BISHOP) & !self.occupied()).without(mv.to) | bishops;
            (dark & left).count() >= total / 2 && (left & !dark).count() >= total / 2
        }
    }

    /// Whether a square holds a piece of a side and kind among these.
    pub(crate) fn is_one_of(&self, square: u8, side: usize, kinds: u64) -> bool {
        let piece = self.piece(square);
        piece != 0 && side_of(piece) == side && kinds >> kind_of(piece) & 1 == 1
    }
}

/// The squares of a rank between two files, with both ends.
fn row(one: u8, other: u8) -> Bits {
    (one.min(other)..=one.max(other)).collect()
}
