//! Every number of the search that can be tuned: name, value, sensible range.
//!
//! Depths and plies are plain numbers, margins are centipawns, reductions 1024ths of a ply, history values have
//! [`crate::search::history`]'s scale of ±16384.

/// One number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tunable {
    /// Its name.
    pub name: &'static str,
    /// The value in force.
    pub value: i32,
    /// Least sensible value.
    pub min: i32,
    /// Greatest sensible value.
    pub max: i32,
}

macro_rules! tunables {
    ($($name:ident $value:literal $min:literal $max:literal $what:literal)*) => {
        $(#[doc = $what] pub const $name: i32 = $value;)*

        /// The table.
        pub const TABLE: &[Tunable] =
            &[$(Tunable { name: stringify!($name), value: $value, min: $min, max: $max }),*];
    };
}

tunables! {
    // name                      value    min    max  what
    ASPIRATION_WINDOW               20      5     80  "First half width of the window around the last score."
    ASPIRATION_DEPTH                 5      3      9  "From this depth on the window is narrow."

    RAZOR_BASE                     250    100    600  "Razoring: margin at depth 0."
    RAZOR_SLOPE                    220    100    500  "Razoring: margin per depth squared."
    RAZOR_DEPTH                      3      1      6  "Razoring: deepest node."
    REVERSE_FUTILITY_SLOPE          80     30    160  "Reverse futility: margin per depth."
    REVERSE_FUTILITY_IMPROVING      70     20    160  "Reverse futility: margin given back where the side improves."
    REVERSE_FUTILITY_DEPTH           8      4     12  "Reverse futility: deepest node."

    NULL_DEPTH                       3      1      5  "Null move: shallowest node."
    NULL_BASE                        4      2      6  "Null move: reduction."
    NULL_DIVISOR                     4      2      6  "Null move: one more ply for that many plies of depth."
    NULL_EVAL_DIVISOR              200    100    400  "Null move: one more ply for that much above beta, up to three."
    NULL_VERIFY_DEPTH               14      8     20  "Null move: from this depth on a cut-off is verified."

    PROB_CUT_MARGIN                180     80    350  "ProbCut: how far above beta the shallow search must be."
    PROB_CUT_DEPTH                   5      4      8  "ProbCut: shallowest node."

    LATE_MOVE_BASE                   4      1      8  "Late moves: quiet moves searched at depth 0."
    LATE_MOVE_DEPTH                  8      4     12  "Late moves: deepest node."
    FUTILITY_BASE                   90     20    250  "Futility: margin at depth 0."
    FUTILITY_SLOPE                  90     40    200  "Futility: margin per ply of reduced depth."
    FUTILITY_DEPTH                   8      4     12  "Futility: deepest reduced depth."
    HISTORY_PRUNING             -4000  -9000      0  "Quiet moves whose history is below this times the depth go."
    HISTORY_PRUNING_DEPTH            4      2      8  "History pruning: deepest reduced depth."
    QUIET_EXCHANGE                 -30   -100      0  "Quiet moves that lose that much times depth squared go."
    NOISY_EXCHANGE                -100   -250      0  "Noisy moves that lose that much times the depth go."
    EXCHANGE_DEPTH                   8      4     12  "Exchange pruning: deepest node."

    QUIESCENCE_MARGIN              160     50    350  "Quiescence: a capture must come this near to alpha."

    INTERNAL_REDUCTION_DEPTH         4      2      8  "Nodes this deep without a hash move are searched one ply less."
    LATE_REDUCTION_BASE            700    100   1500  "Late move reductions: constant."
    LATE_REDUCTION_SLOPE           430    200    800  "Late move reductions: times ln(depth) ln(number)."
    LATE_REDUCTION_CUT            1300    500   2500  "Late move reductions: more at an expected cut node."
    LATE_REDUCTION_WORSE           900    200   2000  "Late move reductions: more where the side does not improve."
    LATE_REDUCTION_PV             1000    300   2500  "Late move reductions: less on or near the principal variation."
    LATE_REDUCTION_CHECK          1000    300   2000  "Late move reductions: less for a move that gives check."
    LATE_REDUCTION_NOISY_HASH      700      0   2000  "Late move reductions: more where the hash move is noisy."
    LATE_REDUCTION_KILLER         1000    300   2500  "Late move reductions: less for a killer."
    LATE_REDUCTION_HISTORY          12      4     24  "Late move reductions: one ply for 1024 times this of history."

    SINGULAR_DEPTH                   7      5     10  "Singular extension: shallowest node."
    SINGULAR_MARGIN                  2      1      5  "Singular extension: how far below the hash score, times depth."
    SINGULAR_DOUBLE                 20      5     60  "Singular extension: this much further below, two plies."

    BONUS_SLOPE                    220     80    400  "History: bonus per ply of depth."
    BONUS_BASE                    -100   -400    200  "History: bonus at depth 0."
    BONUS_MAX                     2200    800   4000  "History: greatest bonus."
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_lie_in_their_ranges() {
        for tunable in TABLE {
            assert!((tunable.min..=tunable.max).contains(&tunable.value), "{tunable:?}");
        }
    }
}
