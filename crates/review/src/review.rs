//! The results of analysing a two-player game.

use crate::accuracy;
use crate::marks::Mark;
use meihua_contracts::side::Side;
use meihua_contracts::text::Verdict;
use meihua_engine::score::Score;
use meihua_records::{GameRecord, NodeId, RecordedMove};

/// Maximum number of turning points in a game.
const TURNING_POINTS: usize = 3;
/// Losses above this many centipawns are capped in the mean.
const CENTIPAWN_CUT: i32 = 1_000;
/// Number of plies shown of a line.
pub const LINE_PLIES: usize = 12;

/// The value of a position from the first player's view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evaluation {
    /// The score, where 100 is an even chance to win; `None` if nothing was proven in time.
    pub score: Option<Score>,
    /// The first player's expectation: 1 for a win, 0.5 for a draw.
    pub expectation: f64,
}

impl Evaluation {
    /// The evaluation of a position about which nothing is known.
    pub const UNKNOWN: Evaluation = Evaluation { score: None, expectation: 0.5 };

    /// The expectation of a side.
    pub fn of(self, side: Side) -> f64 {
        if side == Side::First { self.expectation } else { 1.0 - self.expectation }
    }

    /// Plies to the end with best play, if it is proven: positive if the side wins, negative if it loses.
    pub fn plies_of(self, side: Side) -> Option<i32> {
        let plies = self.score?.plies_to_end()?;
        Some(if side == Side::First { plies } else { -plies })
    }

    /// The better of two evaluations for a side.
    pub fn better(self, other: Evaluation, side: Side) -> Evaluation {
        if other.of(side) > self.of(side) { other } else { self }
    }

    /// `+0.24`, `#5` (the first player mates in five moves), `#-3`, `#` for mate on the board, `?` if unknown.
    pub fn text(self) -> String {
        match self.score.map(|score| (score, score.plies_to_end())) {
            None => "?".to_owned(),
            Some((_, Some(0))) => "#".to_owned(),
            Some((_, Some(plies))) => format!("#{}", moves_of(plies)),
            Some((Score::DRAW, None)) => "0.00".to_owned(),
            Some((score, None)) => format!("{:+.2}", f64::from(score.int()) / 100.0),
        }
    }

    /// Capped centipawns, for the mean loss.
    fn centipawns(self, side: Side) -> Option<i32> {
        let score = self.score?;
        let seen = if side == Side::First { score.int() } else { -score.int() };
        Some(seen.clamp(-CENTIPAWN_CUT, CENTIPAWN_CUT))
    }
}

/// Plies as full moves, keeping the sign.
pub fn moves_of(plies: i32) -> i32 {
    plies.signum() * ((plies.abs() + 1) / 2)
}

/// A line of best play.
#[derive(Clone, Debug, PartialEq)]
pub struct BestLine {
    /// The value it leads to.
    pub value: Evaluation,
    /// Its moves, at most [`LINE_PLIES`].
    pub moves: Vec<RecordedMove>,
    /// The moves in wire notation, ranks from 0.
    pub wire: Vec<String>,
    /// The moves in the requested notation.
    pub names: Vec<String>,
}

/// A move of the main line.
#[derive(Clone, Debug)]
pub struct MoveReview {
    /// Its node in the record's tree.
    pub node: NodeId,
    /// The ply, from 1.
    pub ply: usize,
    /// The number of the full move.
    pub number: u32,
    pub side: Side,
    pub mv: RecordedMove,
    /// The move in wire notation, ranks from 0.
    pub wire: String,
    /// The move in the requested notation.
    pub name: String,
    /// The value before it, with best play.
    pub before: Evaluation,
    pub after: Evaluation,
    /// The end of the game that this move causes by the rules, whether or not the players stopped there; from the other
    /// side's view.
    pub end: Option<Verdict>,
    /// The best lines before it, best first; empty if the game was over.
    pub lines: Vec<BestLine>,
    pub mark: Option<Mark>,
}

impl MoveReview {
    /// What the move cost its player, in points from 0 to 100.
    pub fn loss(&self) -> f64 {
        (100.0 * (self.before.of(self.side) - self.after.of(self.side))).max(0.0)
    }

    /// Whether it is the move that the analysis prefers.
    pub fn is_best(&self) -> bool {
        self.lines.first().and_then(|line| line.moves.first()) == Some(&self.mv)
    }

    /// Plies by which a move delays a win or hastens a loss, if both values are proven and of the same kind.
    pub fn delay(&self) -> Option<i32> {
        let (before, after) = (self.before.plies_of(self.side)?, self.after.plies_of(self.side)?);
        // The move itself is one ply. Mate on the board is zero, of either sign.
        if before > 0 && after > 0 {
            Some(after + 1 - before)
        } else if before < 0 && after < 0 {
            Some(after - 1 - before)
        } else {
            None
        }
    }

    /// `20. 车一平二` or `20... 马８进７`.
    pub fn numbered(&self) -> String {
        let dots = if self.side == Side::First { "." } else { "..." };
        format!("{}{dots} {}", self.number, self.name)
    }
}

/// How a side played.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct SideReview {
    pub moves: usize,
    /// From 0 to 100; `None` if the side has no moves.
    pub accuracy: Option<f64>,
    /// Centipawns lost per move; `None` if moves are judged exactly.
    pub average_loss: Option<f64>,
    pub marks: [usize; Mark::ALL.len()],
}

/// An analysed two-player game.
#[derive(Clone, Debug)]
pub struct Review {
    /// The game as read.
    pub record: GameRecord,
    pub start: Evaluation,
    pub moves: Vec<MoveReview>,
    pub sides: [SideReview; Side::NUM],
    /// Indices in [`Review::moves`] of the costliest moves, in game order.
    pub turning_points: Vec<usize>,
    /// Whether the values are proven.
    pub exact: bool,
}

impl Review {
    /// The review of a main line whose moves have been reviewed.
    pub fn new(record: GameRecord, start: Evaluation, moves: Vec<MoveReview>, exact: bool) -> Review {
        let mut turning: Vec<usize> = (0..moves.len()).filter(|&index| moves[index].mark.is_some()).collect();
        turning.sort_by(|&a, &b| moves[b].loss().total_cmp(&moves[a].loss()).then(a.cmp(&b)));
        turning.truncate(TURNING_POINTS);
        turning.sort_unstable();
        let sides = sides(start, &moves, exact);
        Review { record, start, moves, sides, turning_points: turning, exact }
    }

    /// The first player's expectation at the start and after every move, from 0 to 1.
    pub fn expectations(&self) -> Vec<f64> {
        std::iter::once(self.start.expectation).chain(self.moves.iter().map(|mv| mv.after.expectation)).collect()
    }
}

fn sides(start: Evaluation, moves: &[MoveReview], exact: bool) -> [SideReview; Side::NUM] {
    let points: Vec<f64> = std::iter::once(start.expectation)
        .chain(moves.iter().map(|mv| mv.after.expectation))
        .map(|expectation| 100.0 * expectation)
        .collect();
    let of_move =
        |mv: &MoveReview| (mv.side, accuracy::of_move(100.0 * mv.before.of(mv.side), 100.0 * mv.after.of(mv.side)));
    let accuracies = accuracy::of_sides(&points, &moves.iter().map(of_move).collect::<Vec<_>>());
    Side::ALL.map(|side| {
        let own = || moves.iter().filter(move |mv| mv.side == side);
        let losses: Vec<i32> =
            own().filter_map(|mv| Some((mv.before.centipawns(side)? - mv.after.centipawns(side)?).max(0))).collect();
        let mean = losses.iter().sum::<i32>() as f64 / losses.len().max(1) as f64;
        SideReview {
            moves: own().count(),
            accuracy: accuracies[side.index()],
            average_loss: (!exact && !losses.is_empty()).then_some(mean),
            marks: Mark::ALL.map(|mark| own().filter(|mv| mv.mark == Some(mark)).count()),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(score: Score) -> Evaluation {
        Evaluation { score: Some(score), expectation: 0.5 }
    }

    fn review(side: Side, before: Evaluation, after: Evaluation) -> MoveReview {
        let mv = RecordedMove(4);
        MoveReview {
            node: NodeId::ROOT,
            ply: 1,
            number: 1,
            side,
            mv,
            wire: String::new(),
            name: String::new(),
            before,
            after,
            end: None,
            lines: Vec::new(),
            mark: Mark::of(before.of(side), after.of(side)),
        }
    }

    #[test]
    fn scores_in_words() {
        let texts = [Score::cp(24), Score::cp(-105), Score::win_in(9), Score::loss_in(6), Score::loss_in(0)];
        assert_eq!(texts.map(|score| value(score).text()), ["+0.24", "-1.05", "#5", "#-3", "#"]);
        assert_eq!(value(Score::DRAW).text(), "0.00");
        assert_eq!(Evaluation::UNKNOWN.text(), "?");
    }

    #[test]
    fn a_slower_win_and_a_quicker_loss_are_counted_in_plies() {
        let delay = |side, before, after| review(side, value(before), value(after)).delay();
        assert_eq!(delay(Side::First, Score::win_in(9), Score::win_in(8)), Some(0));
        assert_eq!(delay(Side::First, Score::win_in(9), Score::win_in(12)), Some(4));
        assert_eq!(delay(Side::Second, Score::loss_in(9), Score::loss_in(10)), Some(2));
        assert_eq!(delay(Side::Second, Score::win_in(9), Score::win_in(4)), Some(4));
        assert_eq!(delay(Side::First, Score::win_in(9), Score::DRAW), None);
    }

    #[test]
    fn the_three_dearest_moves_turn_a_game() {
        let at = |expectation| Evaluation { score: Some(Score::cp(0)), expectation };
        let losses = [0.02, 0.3, 0.06, 0.0, 0.2, 0.08];
        let moves: Vec<MoveReview> = losses.iter().map(|loss| review(Side::First, at(0.6), at(0.6 - loss))).collect();
        let found = Review::new(GameRecord::default(), at(0.5), moves, false);
        assert_eq!(found.turning_points, [1, 4, 5]);
        assert_eq!((found.sides[0].marks, found.sides[0].moves, found.sides[1].moves), ([2, 0, 2], 6, 0));
        assert_eq!(found.sides[1].accuracy, None);
    }
}
