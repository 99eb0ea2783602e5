//! Random positions of every game, and a model of what an engine answers. The fuzz targets share them with the tests, so
//! this crate needs no more of the house than the engine and its games.

pub mod mirror;
pub mod positions;
pub mod tower_codes;
