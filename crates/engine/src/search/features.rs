//! The switches of everything in the search that is not plain alpha-beta.

/// Which selective rules are in force. [`Features::ALL`] plays; [`Features::NONE`] is exact: such a search returns what
/// [`crate::search::negamax::plain`] returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Features {
    /// Cut-offs by the transposition table (its moves are used for ordering in any case).
    pub table: bool,
    /// Positions that the game's tables of endings know are not searched ([`crate::game::Game::proven`]).
    pub tablebases: bool,
    /// Mate-distance pruning.
    pub mate_distance: bool,
    /// Moves that bring a position back counted on before they are searched.
    pub repetitions: bool,
    /// Quiescence search at the leaves.
    pub quiescence: bool,
    /// Correction histories.
    pub corrections: bool,
    /// Whole nodes given up by their static evaluation: reverse futility, razoring.
    pub static_pruning: bool,
    /// Null move.
    pub null_move: bool,
    /// A shallower search of promising captures.
    pub prob_cut: bool,
    /// Moves skipped: late moves, futility, bad exchanges.
    pub move_pruning: bool,
    /// Late moves and nodes without a TT move searched less deep.
    pub reductions: bool,
    /// Checks and singular moves searched deeper.
    pub extensions: bool,
}

impl Features {
    /// Everything.
    pub const ALL: Features = Features::same(true);
    /// Alpha-beta alone.
    pub const NONE: Features = Features::same(false);

    const fn same(on: bool) -> Features {
        Features {
            table: on,
            tablebases: on,
            mate_distance: on,
            repetitions: on,
            quiescence: on,
            corrections: on,
            static_pruning: on,
            null_move: on,
            prob_cut: on,
            move_pruning: on,
            reductions: on,
            extensions: on,
        }
    }
}
