//! Plans for whole towers.

pub mod beam;
pub mod exact;
pub mod expand;
pub mod moves;
mod paths;
pub mod reach;
pub mod region;
pub mod route;
pub mod search;
mod shops;
mod survey;
mod tree;
pub mod uses;
pub mod value;
pub mod weights;
