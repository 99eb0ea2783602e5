//! Pieces that cannot mate a lone king, not even with its help.
//!
//! Where only mate wins, a king and such a piece draw against a king, however much the piece is worth. Which ones they
//! are is found by trying: all places of the lone king, of the piece where it gives check, and of its king nearby.

use crate::betza::{Gait, Mode};
use crate::bits::Bits;
use crate::compiled::Compiled;
use crate::pieces::{JANGGI_CANNON, KING, Kind, Kinds, SOLDIER, each, one};
use crate::position::Position;
use crate::rules::{Counting, Rules, Walling};
use meihua_contracts::game::Outcome;

/// The kinds of a game that cannot mate; none where something else than mate decides.
fn helpless(game: &Compiled) -> Kinds {
    if !only_mate_wins(&game.rules) || game.kinds & one(KING) == 0 {
        return 0;
    }
    let rules = &game.rules;
    let grows = |kind: Kind| {
        let may = rules
            .promotion_pawns
            .iter()
            .zip(&rules.promotion_pieces)
            .any(|(pawns, pieces)| *pieces != 0 && pawns & one(kind) != 0);
        may || rules.promoted[usize::from(kind)] != 0
    };
    let kinds = each(game.kinds & !one(KING)).filter(|&kind| !grows(kind) && !mates(game, kind));
    kinds.fold(0, |set, kind| set | one(kind))
}

fn only_mate_wins(rules: &Rules) -> bool {
    let regions = [rules.flag_region, rules.connect_regions[0], rules.connect_regions[1]];
    rules.checkmate == Some(Outcome::Loss)
        && rules.stalemate == Some(Outcome::Draw)
        && rules.extinction.is_none()
        && !rules.drops
        && !rules.check_counting
        && !rules.flying_general
        && !rules.bikjang
        && rules.castling_wins == [false; 4]
        && rules.walling == Walling::None
        && rules.material == Counting::None
        && (rules.connect, rules.connect_square, rules.collinear) == (0, 0, 0)
        && rules.diagonal_lines.is_empty()
        && rules.jumps.is_empty()
        && regions.iter().flatten().all(|region| region.is_empty())
}

/// What a piece attacks on a board with these squares occupied.
fn attacked(game: &Compiled, kind: Kind, from: u8, occupied: Bits) -> Bits {
    let (mut set, rides) = game.ways(0, kind, Mode::Capture, from);
    rides.iter().for_each(|walk| game.follow(walk, from, occupied, &mut set));
    set & game.board
}

/// Whether a piece of the first side and its king can mate the other's king somewhere.
fn mates(game: &Compiled, kind: Kind) -> bool {
    let needs_more = game.walks(0, kind, Mode::Capture).iter().any(|walk| matches!(walk.gait, Gait::Hop(_)));
    if game.is_restricted || needs_more || matches!(kind, JANGGI_CANNON | SOLDIER) {
        return true;
    }
    let of_king = |from: u8| attacked(game, KING, from, Bits::NONE);
    game.board.into_iter().any(|lone| {
        let flights = of_king(lone);
        let near =
            flights.into_iter().fold(flights, |near, square| near | of_king(square)) & !flights & !Bits::of(lone);
        let checks = |&from: &u8| from != lone && attacked(game, kind, from, Bits::of(lone)).has(lone);
        game.board.into_iter().filter(checks).any(|from| {
            (near & !Bits::of(from)).into_iter().any(|king| {
                let all = Bits::of(lone) | Bits::of(from) | Bits::of(king);
                // The king that goes leaves its square, and may take the piece.
                let held = of_king(king) | attacked(game, kind, from, all & !Bits::of(lone));
                attacked(game, kind, from, all).has(lone) && (flights & !held).is_empty()
            })
        })
    })
}

impl Position {
    /// Whether nobody can mate any more: there are only kings, and at most one piece that cannot mate.
    #[inline]
    pub(crate) fn is_mateless(&self) -> bool {
        if self.occupied().count() > 3 {
            return false;
        }
        // Few games ever ask, and it takes milliseconds.
        let helpless = *self.game.helpless.get_or_init(|| helpless(&self.game));
        let others = self.occupied() & !self.of_kind(KING);
        helpless != 0 && others.count() <= 1 && (others & !self.of_kinds(helpless)).is_empty()
    }
}
