//! What an analysis finds of a game of two players.

use super::accuracy;
use super::marks::Mark;
use meihua_contracts::side::Side;
use meihua_contracts::text::Verdict;
use meihua_engine::score::Score;
use meihua_records::{GameRecord, NodeId, RecordedMove};

/// The most turning points of a game.
const TURNING_POINTS: usize = 3;
/// Centipawns beyond which a loss is not counted into the mean.
const CENTIPAWN_CUT: i32 = 1_000;
/// Plies of a line that are shown and written.
pub(crate) const LINE_PLIES: usize = 12;

/// What a position is worth, seen by the first player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Evaluation {
    /// The score: 100 is an even chance to win; none where nothing was proven in time.
    pub score: Option<Score>,
    /// What the first player can expect of the game: 1 a win, 0.5 a draw.
    pub expectation: f64,
}

impl Evaluation {
    /// Of a position of which nothing is known.
    pub(crate) const UNKNOWN: Evaluation = Evaluation { score: None, expectation: 0.5 };

    /// The expectation of a side.
    pub(crate) fn of(self, side: Side) -> f64 {
        if side == Side::First { self.expectation } else { 1.0 - self.expectation }
    }

    /// Of two, the better one for a side.
    pub(crate) fn better(self, other: Evaluation, side: Side) -> Evaluation {
        if other.of(side) > self.of(side) { other } else { self }
    }

    /// `+0.24`, `#5` (the first player mates in five moves), `#-3`, `#` on the board; `?` if it is not known.
    pub(crate) fn text(self) -> String {
        match self.score.map(|score| (score, score.plies_to_end())) {
            None => "?".to_owned(),
            Some((_, Some(0))) => "#".to_owned(),
            Some((_, Some(plies))) => format!("#{}", moves_of(plies)),
            Some((Score::DRAW, None)) => "0.00".to_owned(),
            Some((score, None)) => format!("{:+.2}", f64::from(score.int()) / 100.0),
        }
    }

    /// Centipawns, cut, for the mean loss.
    fn centipawns(self, side: Side) -> Option<i32> {
        let score = self.score?;
        let seen = if side == Side::First { score.int() } else { -score.int() };
        Some(seen.clamp(-CENTIPAWN_CUT, CENTIPAWN_CUT))
    }
}

/// Full moves of a number of plies, with their sign.
pub(crate) fn moves_of(plies: i32) -> i32 {
    plies.signum() * ((plies.abs() + 1) / 2)
}

/// A line of best play.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct BestLine {
    /// What it leads to.
    pub value: Evaluation,
    /// Its moves, at most [`LINE_PLIES`].
    pub moves: Vec<RecordedMove>,
    /// The moves on the wire, ranks from 0.
    pub wire: Vec<String>,
    /// The moves in the notation asked for.
    pub names: Vec<String>,
}

/// A move of the main line.
#[derive(Clone, Debug)]
pub(crate) struct MoveReview {
    /// Its node in the record's tree.
    pub node: NodeId,
    /// Its number among the plies, from 1.
    pub ply: usize,
    /// The number of the full move.
    pub number: u32,
    pub side: Side,
    pub mv: RecordedMove,
    /// On the wire, ranks from 0.
    pub wire: String,
    /// In the notation asked for.
    pub name: String,
    /// With best play, before it.
    pub before: Evaluation,
    pub after: Evaluation,
    /// The game's end that it makes by the rules, whether the players stopped there or not; seen by the other side.
    pub end: Option<Verdict>,
    /// The best lines before it, the best first; none where the game was over.
    pub lines: Vec<BestLine>,
    pub mark: Option<Mark>,
}

impl MoveReview {
    /// What it cost its player, points from 0 to 100.
    pub(crate) fn loss(&self) -> f64 {
        (100.0 * (self.before.of(self.side) - self.after.of(self.side))).max(0.0)
    }

    /// Whether it is the move that the analysis would have played.
    pub(crate) fn is_best(&self) -> bool {
        self.lines.first().and_then(|line| line.moves.first()) == Some(&self.mv)
    }

    /// Plies by which a move puts off a win, or brings a loss nearer, between two proven ends of the same kind.
    pub(crate) fn delay(&self) -> Option<i32> {
        let seen = |value: Evaluation| {
            let plies = value.score?.plies_to_end()?;
            Some(if self.side == Side::First { plies } else { -plies })
        };
        let (before, after) = (seen(self.before)?, seen(self.after)?);
        // The move itself is one ply. A mate on the board is zero of either sign.
        if before > 0 && after > 0 {
            Some(after + 1 - before)
        } else if before < 0 && after < 0 {
            Some(after - 1 - before)
        } else {
            None
        }
    }

    /// `20. 车一平二` or `20... 马８进７`.
    pub(crate) fn numbered(&self) -> String {
        let dots = if self.side == Side::First { "." } else { "..." };
        format!("{}{dots} {}", self.number, self.name)
    }
}

/// How a side has played.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub(crate) struct SideReview {
    pub moves: usize,
    /// 0 to 100; none without a move.
    pub accuracy: Option<f64>,
    /// Centipawns given away a move; none where moves are judged exactly.
    pub average_loss: Option<f64>,
    pub marks: [usize; Mark::ALL.len()],
}

/// A game of two players, analysed.
#[derive(Clone, Debug)]
pub(crate) struct Review {
    /// The game as it was read.
    pub record: GameRecord,
    pub start: Evaluation,
    pub moves: Vec<MoveReview>,
    pub sides: [SideReview; Side::NUM],
    /// The moves that cost most, by their place in [`Review::moves`], in the order of the game.
    pub turning_points: Vec<usize>,
    /// Whether the values are proofs.
    pub exact: bool,
}

impl Review {
    /// Of the moves of a main line, each reviewed.
    pub(crate) fn new(record: GameRecord, start: Evaluation, moves: Vec<MoveReview>, exact: bool) -> Review {
        let mut turning: Vec<usize> = (0..moves.len()).filter(|&index| moves[index].mark.is_some()).collect();
        turning.sort_by(|&a, &b| moves[b].loss().total_cmp(&moves[a].loss()).then(a.cmp(&b)));
        turning.truncate(TURNING_POINTS);
        turning.sort_unstable();
        let sides = sides(start, &moves, exact);
        Review { record, start, moves, sides, turning_points: turning, exact }
    }

    /// The first player's expectation at the start and after every move, 0 to 1.
    pub(crate) fn expectations(&self) -> Vec<f64> {
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
    use meihua_engine::games::connect_four::Column;

    fn value(score: Score) -> Evaluation {
        Evaluation { score: Some(score), expectation: 0.5 }
    }

    fn review(side: Side, before: Evaluation, after: Evaluation) -> MoveReview {
        let mv = RecordedMove::ConnectFour(Column(3));
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
