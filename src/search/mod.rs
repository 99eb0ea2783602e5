//! The generic search: alpha-beta over any [`crate::game::Game`].

pub mod limits;
pub mod report;
