//! Plans for whole towers.

pub mod beam;
pub mod moves;
pub mod reach;
pub mod region;
pub mod route;
pub mod uses;
pub mod value;
