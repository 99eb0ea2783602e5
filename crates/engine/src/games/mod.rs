//! The games: rules, position text, moves, evaluation, notation. No game depends on a search.

pub mod connect_four;
pub mod river;
pub mod sliding;
pub mod tower;
pub mod xiangqi;
