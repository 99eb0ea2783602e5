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
    aspiration_window                5      1     80  "First half width of the window around a score that never changes."
    aspiration_swing                32      0     64  "Share of the usual change of the score that is added, in 16ths."
    aspiration_depth                 5      3      9  "From this depth on the window is narrow."

    razor_base                     250    100    600  "Razoring: margin at depth 0."
    razor_slope                    220    100    500  "Razoring: margin per depth squared."
    razor_depth                      3      1      6  "Razoring: deepest node."
    reverse_futility_slope          80     30    160  "Reverse futility: margin per depth."
    reverse_futility_improving      70     20    160  "Reverse futility: margin given back where the side improves."
    reverse_futility_depth           8      4     12  "Reverse futility: deepest node."

    null_depth                       3      1      5  "Null move: shallowest node."
    null_margin                    130      0    400  "Null move: how far the evaluation must be above beta."
    null_slope                       6      0     20  "Null move: less of that for each ply of depth."
    null_improving                  35      0    160  "Null move: less of that where the side improves."
    null_base                        7      2      9  "Null move: reduction."
    null_divisor                     3      2      6  "Null move: one more ply for that many plies of depth."
    null_eval_divisor              250    100    400  "Null move: one more ply for that much above beta, up to three."
    null_verify_depth               14      8     20  "Null move: from this depth on a cut-off is verified."

    prob_cut_margin                180     80    350  "ProbCut: how far above beta the shallow search must be."
    prob_cut_depth                   5      4      8  "ProbCut: shallowest node."

    lmp_base                  22      1     48  "Late moves: quiet moves searched at depth 0."
    lmp_depth                  8      4     12  "Late moves: deepest node."
    futility_base                   90     20    250  "Futility: margin at depth 0."
    futility_slope                  90     40    200  "Futility: margin per ply of reduced depth."
    futility_depth                   8      4     12  "Futility: deepest reduced depth."
    history_pruning             -4000  -9000      0  "Quiet moves whose history is below this times the depth go."
    history_pruning_depth            4      2      8  "History pruning: deepest reduced depth."
    see_quiet_margin                 -30   -100      0  "Quiet moves that lose that much times depth squared go."
    noisy_futility_base            200      0    600  "Captures: margin at depth 0 under which they are futile."
    noisy_futility_slope           200     50    500  "Captures: margin per ply of reduced depth."
    noisy_futility_history          64     16    500  "Captures: one centipawn for that much history."
    noisy_futility_depth             6     -1     10  "Captures: deepest reduced depth of futility; -1 for none."
    see_noisy_margin                -100   -250      0  "Noisy moves that lose that much times the depth go."
    see_depth                   8      4     12  "Exchange pruning: deepest node."

    quiescence_margin              160     50    350  "Quiescence: a capture must come this near to alpha."
    quiescence_checks                1      0      4  "Quiescence: plies in which quiet checks are tried."

    iir_depth         4      2      8  "Nodes this deep without a TT move are searched one ply less."
    lmr_base            700    100   1500  "Late move reductions: constant."
    lmr_slope           440    200    800  "Late move reductions: times ln(depth) ln(number)."
    lmr_cut            1300    500   2500  "Late move reductions: more at an expected cut node."
    lmr_cut_blind                  700      0   2500  "Late move reductions: more at an expected cut node without a TT move."
    lmr_not_improving           900    200   2000  "Late move reductions: more where the side does not improve."
    lmr_pv             1000    300   2500  "Late move reductions: less on or near the principal variation."
    lmr_check          1000    300   2000  "Late move reductions: less for a move that gives check."
    lmr_noisy_tt_move      700      0   2000  "Late move reductions: more where the TT move is noisy."
    lmr_killer         1000    300   2500  "Late move reductions: less for a killer."
    lmr_cutoff_count        900      0   2500  "Late move reductions: more where replies to siblings cut off often."
    lmr_history          12      4     24  "Late move reductions: one ply for 1024 times this of history."

    deeper_base                     50     10   1000  "Second search: a ply more above the best score by this."
    shallower_base                   8      0     40  "Second search: a ply less if not above the best score by this."
    hindsight_deeper                 3      1    100  "Hindsight: least reduction that a good move takes back."
    hindsight_margin               120      0  32000  "Hindsight: what a reduced bad move must lose for a ply less."

    check_extension_depth            8      0     16  "Check extension: below this depth."
    singular_depth                   5      4     10  "Singular extension: shallowest node."
    singular_margin                 10      2     80  "Singular extension: how far below the TT score, in 16ths a ply of depth."
    singular_margin_pv               8      0     60  "Singular extension: more where the node once was on the principal variation."
    singular_double                 12      2     60  "Singular extension: this much further below, two plies."
    singular_double_pv             120      0    400  "Singular extension: more on the principal variation."
    singular_triple                 60     10    300  "Singular extension: this much further still, three plies."

    history_butterfly               16      0     64  "History of a quiet move: weight of butterfly, in 16ths."
    history_recent                  16      0     64  "Weight of continuation by the last two moves."
    history_fourth                  16      0     64  "Weight of continuation by the move four plies back."
    history_sixth                    8      0     64  "Weight of continuation by the move six plies back."
    history_pawn               16      0     64  "Weight of pawn history."

    correction_continuation         24      0     64  "Weight of the evaluation error after the same moves, in 16ths."
    lmr_correction                   6      0     30  "Late move reductions: less for each centipawn of correction."
    reverse_futility_correction     16      0     64  "Reverse futility: wider by this share of the correction, in 16ths."
    low_ply_weight                   4      0     16  "Weight of the history near the root."
    good_noisy_divisor             110     40   1000  "Noisy moves go first that lose no more than their score divided by this."
    bonus_again                   1500      0   4000  "History: bonus of a move whose second search was worth it."
    malus_early                   1500      0   4000  "History: malus of an early quiet move that the table refutes."
    malus_fade                       1      0      2  "History: malus that each later quiet move has less, in 16ths."
    bonus_slope                    220     80    400  "History: bonus per ply of depth."
    bonus_base                    -100   -400    200  "History: bonus at depth 0."
    bonus_max                     2200    800   4000  "History: greatest bonus."
    bonus_last_move                  8      0     64  "History: bonus of a move all replies to which fail low, in 16ths."
    bonus_eval_slope                16      0     64  "History: bonus by what a move did to the evaluation, a centipawn."
    bonus_eval_max                1200      0   4000  "History: greatest bonus of that kind."
    bonus_eval_base                  0   -400    800  "History: bonus of a move that did nothing to the evaluation."
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
