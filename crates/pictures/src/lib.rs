//! Pictures of positions, as SVG and PNG.
//!
//! - [`pictures`]: from a position to its picture
//! - [`mod@png`], [`mod@gif`]: from SVG to pixels, and pixels to an animation; [`film`]: a whole game
//! - [`sheet`], [`letters`], [`brush`], [`characters`], [`palette`]: background, strokes and colours; text
//!   without fonts; [`sprites`]: figures
//! - [`xiangqi`], [`connect_four`], [`river`], [`sliding`], [`tower`], [`atlas`]: the games; [`field`]: games of files;
//!   [`diagram`]: any other game; [`arrows`]: moves

#![deny(missing_docs)]
#![deny(clippy::unwrap_used, clippy::expect_used)]
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod arrows;
mod atlas;
mod brush;
mod characters;
pub mod connect_four;
mod diagram;
pub mod field;
#[cfg(feature = "dots")]
pub mod film;
#[cfg(feature = "dots")]
pub mod gif;
mod letters;
mod palette;
pub mod pictures;
#[cfg(feature = "dots")]
pub mod png;
pub mod river;
mod sheet;
mod sliding;
mod sprites;
pub mod tower;
pub mod xiangqi;
