//! Switches for everything in the search that goes beyond plain alpha-beta.

/// Which selective rules are enabled. [`Features::ALL`] is for play; [`Features::NONE`] is exact: such a search returns
/// the same as [`crate::search::negamax::plain`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Features {
    /// Cut-offs from the transposition table (its moves are always used for ordering).
    pub table: bool,
    /// Skip the search of positions that the game's endgame tables know ([`crate::game::Game::proven`]).
    pub tablebases: bool,
    /// Mate-distance pruning.
    pub mate_distance: bool,
    /// Anticipate moves that repeat a position, and presume offences near the horizon.
    pub repetitions: bool,
    /// Quiescence search at the leaves.
    pub quiescence: bool,
    /// Correction histories.
    pub corrections: bool,
    /// Give up whole nodes by their static evaluation: reverse futility, razoring.
    pub static_pruning: bool,
    /// Null move.
    pub null_move: bool,
    /// ProbCut: a shallower search of promising captures.
    pub prob_cut: bool,
    /// Skip moves: late moves, futility, bad exchanges.
    pub move_pruning: bool,
    /// Search late moves and nodes without a TT move less deep.
    pub reductions: bool,
    /// Search checks and singular moves deeper.
    pub extensions: bool,
}

impl Features {
    /// Everything.
    pub const ALL: Features = Features::same(true);
    /// Plain alpha-beta.
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
