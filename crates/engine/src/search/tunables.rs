//! Every tunable parameter of the search: name, value, sensible range.
//!
//! Depths are in plies, margins in centipawns, reductions in 1024ths of a ply; history values have
//! [`crate::search::history`]'s scale of ±16384. With the cargo feature `tuning` they can be set at run time; otherwise
//! they are constants.

use std::sync::atomic::Ordering::Relaxed;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tunable {
    pub name: &'static str,
    /// The current value.
    pub value: i32,
    /// Smallest sensible value.
    pub min: i32,
    pub max: i32,
}

macro_rules! tunables {
    ($($name:ident $value:literal $min:literal $max:literal $what:literal)*) => {
        $(
            #[doc = $what]
            #[inline(always)]
            pub(crate) fn $name() -> i32 {
                if cfg!(feature = "tuning") { dials::$name.load(Relaxed) } else { $value }
            }
        )*

        /// The table, with the default values.
        pub(crate) const TABLE: &[Tunable] =
            &[$(Tunable { name: stringify!($name), value: $value, min: $min, max: $max }),*];

        /// The current values, if they can be changed at run time.
        #[allow(non_upper_case_globals)]
        mod dials {
            use std::sync::atomic::AtomicI32;
            $(pub(super) static $name: AtomicI32 = AtomicI32::new($value);)*
        }

        /// Sets a value from the next search on; `false` if there is no parameter of this name. For programs that look
        /// for better values (see `docs/ledger/search.md`).
        pub(crate) fn set(name: &str, value: i32) -> bool {
            match name {
                $(stringify!($name) => dials::$name.store(value, Relaxed),)*
                _ => return false,
            }
            true
        }
    };
}

tunables! {
    // name                      value    min    max  what
    aspiration_window                5      1     80  "Initial half-width of the window around a stable score."
    aspiration_swing                32      0     64  "Share of the score's usual change added to that, in 16ths."
    aspiration_depth                 5      3      9  "Depth from which the window is narrowed."
    aspiration_retreat               4      0     10  "Greatest number of plies by which the root is searched less deep after failing high."

    razor_base                     250    100    600  "Razoring: margin at depth 0."
    razor_slope                    220    100    500  "Razoring: margin per depth squared."
    razor_depth                      3      1      6  "Razoring: deepest node."
    reverse_futility_slope          80     30    160  "Reverse futility: margin per depth."
    reverse_futility_improving      70     20    160  "Reverse futility: reduction of the margin if the side to move is improving."
    reverse_futility_depth          12      4     14  "Reverse futility: deepest node."
    reverse_futility_worsening      20      0     80  "Reverse futility: reduction of the margin if the opponent's position has become worse."

    threat_depth                     2      1     14  "Reverse futility and null move: depth from which the opponent may not threaten to mate at once."

    null_depth                       3      1      5  "Null move: shallowest node."
    null_margin                    130      0    400  "Null move: how far the evaluation must be above beta."
    null_slope                       6      0     20  "Null move: reduction of that margin per ply of depth."
    null_improving                  35      0    160  "Null move: reduction of that margin if the side to move is improving."
    null_base                        7      2      9  "Null move: reduction."
    null_divisor                     3      2      6  "Null move: plies of depth per additional ply of reduction."
    null_eval_divisor              250    100    400  "Null move: centipawns above beta per additional ply, at most three."
    null_verify_depth               14      8     20  "Null move: depth from which a cut-off is verified."

    prob_cut_margin                180     80    350  "ProbCut: how far above beta the shallow search must be, in centipawns."
    prob_cut_improving              50      0    120  "ProbCut: reduction of that margin if the side to move is improving."
    known_prob_cut_margin          330    150   2000  "ProbCut without a search: how far above beta the table's score must be."
    prob_cut_depth                   4      4      8  "ProbCut: shallowest node."

    lmp_base                  22      1     48  "Late moves: quiet moves searched at depth 0."
    lmp_depth                  8      4     12  "Late moves: deepest node."
    futility_base                   90     20    250  "Futility: margin at depth 0."
    futility_slope                  90     40    200  "Futility: margin per ply of reduced depth."
    futility_depth                   8      4     12  "Futility: deepest reduced depth."
    expected_history                 8      0     16  "Reduction expected for pruning: weight of the history, in 16ths."
    history_pruning             -4000  -9000      0  "History pruning: skip quiet moves with a history below this times the depth."
    history_pruning_depth            4      2      8  "History pruning: deepest reduced depth."
    see_quiet_margin                 -30   -100      0  "Exchange pruning: skip quiet moves that lose this much times depth squared."
    noisy_futility_base            200      0    600  "Futility of captures: margin at depth 0."
    noisy_futility_slope           200     50    500  "Futility of captures: margin per ply of reduced depth."
    noisy_futility_history          64     16    500  "Futility of captures: history per centipawn of margin."
    noisy_futility_depth             6     -1     10  "Futility of captures: deepest reduced depth; -1 for none."
    see_noisy_margin                -100   -250      0  "Exchange pruning: skip noisy moves that lose this much times the depth."
    see_noisy_history               16      0    100  "Exchange pruning: share of the history by which a noisy move may lose more, in 1024ths."
    see_depth                   8      4     12  "Exchange pruning: deepest node."

    quiescence_margin              160     50    350  "Quiescence: how near to alpha a capture must come."
    quiescence_checks                1      0      4  "Quiescence: plies in which quiet checks are tried."

    iir_depth         4      2      8  "Internal reduction: depth from which nodes without a TT move lose a ply."
    lmr_base            700    100   1500  "Late move reductions: constant."
    lmr_slope           440    200    800  "Late move reductions: times ln(depth) ln(number)."
    lmr_cut            1300    500   2500  "Late move reductions: more at an expected cut node."
    lmr_cut_blind                  700      0   2500  "Late move reductions: more at an expected cut node without a TT move."
    lmr_not_improving           900    200   2000  "Late move reductions: more if the side to move is not improving."
    lmr_pv             1000    300   2500  "Late move reductions: less on or near the principal variation."
    lmr_pv_above                   700      0   2000  "Late move reductions: additionally less there if the table's score is above alpha."
    lmr_pv_deep                    700      0   2000  "Late move reductions: additionally less there if the table's entry is as deep."
    lmr_all                         16      0     64  "Late move reductions: share added at an expected all node, in 16ths by depth + 1."
    lmr_check          1000    300   2000  "Late move reductions: less for a move that gives check."
    lmr_noisy_tt_move      700      0   2000  "Late move reductions: more if the TT move is noisy."
    lmr_killer         1000    300   2500  "Late move reductions: less for a killer."
    lmr_cutoff_count        900      0   2500  "Late move reductions: more if replies to siblings often cut off."
    lmr_history          12      4     24  "Late move reductions: history per ply, in units of 1024."

    deeper_base                     50     10   1000  "Second search: a ply deeper if above the best score by this."
    shallower_base                   8      0     40  "Second search: a ply shallower if not above the best score by this."
    hindsight_deeper                 3      1    100  "Hindsight: least reduction that is undone after a good move."
    hindsight_margin               120      0  32000  "Hindsight: loss of a reduced bad move from which a ply is removed."

    check_extension_depth            8      0     16  "Check extension: depth below which it applies."
    singular_depth                   5      4     10  "Singular extension: shallowest node."
    singular_margin                 10      2     80  "Singular extension: margin below the TT score, in 16ths per ply of depth."
    singular_margin_pv               8      0     60  "Singular extension: addition if the node once was on a principal variation."
    singular_double                 12      2     60  "Singular extension: additional margin for two plies."
    singular_double_pv             120      0    400  "Singular extension: addition to that on the principal variation."
    singular_triple                 60     10    300  "Singular extension: additional margin for three plies."

    history_butterfly               16      0     64  "History of a quiet move: weight of the butterfly history, in 16ths."
    history_recent                  16      0     64  "Weight of the continuation history of the last two moves."
    history_fourth                  16      0     64  "Weight of the continuation history of the move four plies back."
    history_sixth                    8      0     64  "Weight of the continuation history of the move six plies back."
    history_pawn                    16      0     64  "Weight of the pawn history."

    repetition_depth                 8     -1     64  "Repetition: depth up to which an offence is judged at the second occurrence."
    halfmove_clock_damping           4      0     16  "Evaluation: share removed for each ply counted towards a draw, in 1024ths."
    correction_continuation         24      0     64  "Weight of the evaluation error after the same moves, in 16ths."
    lmr_correction                   6      0     30  "Late move reductions: less for each centipawn of correction."
    reverse_futility_correction     16      0     64  "Reverse futility: share of the correction added to the margin, in 16ths."
    low_ply_weight                   4      0     16  "Weight of the history near the root."
    good_noisy_divisor             110     40   1000  "Noisy moves that lose at most their score divided by this are tried first."
    bonus_again                   1500      0   4000  "History: bonus of a move whose second search paid off."
    malus_early                   1500      0   4000  "History: malus of an early quiet move that the table refutes."
    malus_fade                       1      0      2  "History: how much less each later quiet move is penalised, in 16ths."
    bonus_slope                    220     80    400  "History: bonus per ply of depth."
    bonus_base                    -100   -400    200  "History: bonus at depth 0."
    bonus_max                     2200    800   4000  "History: greatest bonus."
    bonus_last_move                  8      0     64  "History: bonus of a move whose replies all fail low, in 16ths."
    bonus_unexpected                 4      0     16  "History: additional bonus for each sign that the failure was unexpected, in 16ths."
    bonus_eval_slope                16      0     64  "History: bonus per centipawn by which a move changed the evaluation."
    bonus_eval_max                1200      0   4000  "History: greatest bonus of that kind."
    bonus_eval_base                  0   -400    800  "History: bonus of a move that left the evaluation unchanged."
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
