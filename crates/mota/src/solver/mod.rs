//! Plans for whole towers.

mod ahead;
pub mod beam;
pub mod ceiling;
mod changes;
mod climb;
pub mod debt;
pub mod exact;
pub mod expand;
mod finish;
pub mod lend;
pub mod moves;
mod paths;
mod polish;
pub mod reach;
pub mod region;
pub mod rooms;
pub mod route;
pub mod search;
mod shops;
pub mod sketch;
mod survey;
mod tree;
pub(crate) mod uses;
pub(crate) mod value;
mod vaults;
pub mod weights;
