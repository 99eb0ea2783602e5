//! From SVG to PNG.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use thiserror::Error;

/// Maximum size of a picture in pixels.
pub const MAX_DOTS: f32 = 1e8;

/// Why a picture cannot be rendered.
#[derive(Debug, Error)]
pub enum PngError {
    /// The scale is not a positive number.
    #[error("bad scale {0}: expected a positive number")]
    Scale(f32),
    /// The picture would have too many pixels, or none.
    #[error("a picture of {width} x {height} pixels: expected at least one pixel and at most {most}")]
    Size {
        /// Its width.
        width: f32,
        /// Its height.
        height: f32,
        /// Maximum number of pixels.
        most: f32,
    },
    /// The SVG cannot be parsed.
    #[error("the picture cannot be drawn: {0}")]
    Picture(String),
}

/// Renders a picture as PNG with `scale` pixels per unit.
///
/// # Errors
/// The scale is invalid, or the picture too large.
pub fn encode(svg: &str, scale: f32) -> Result<Vec<u8>, PngError> {
    encode_within(svg, scale, MAX_DOTS)
}

/// Renders a picture of at most `most` pixels as PNG.
///
/// # Errors
/// The scale is invalid, or the picture too large.
pub fn encode_within(svg: &str, scale: f32, most: f32) -> Result<Vec<u8>, PngError> {
    dots(svg, scale, most)?.encode_png().map_err(|error| PngError::Picture(error.to_string()))
}

/// Renders the pixels of a picture of at most `most` pixels.
///
/// # Errors
/// The scale is invalid, or the picture too large.
pub(crate) fn dots(svg: &str, scale: f32, most: f32) -> Result<Pixmap, PngError> {
    if !(scale.is_finite() && scale > 0.0) {
        return Err(PngError::Scale(scale));
    }
    let tree = Tree::from_str(svg, &Options::default()).map_err(|error| PngError::Picture(error.to_string()))?;
    let (width, height) = (tree.size().width() * scale, tree.size().height() * scale);
    let sound = width >= 1.0 && height >= 1.0 && width * height <= most;
    let canvas = sound.then(|| Pixmap::new(width.ceil() as u32, height.ceil() as u32)).flatten();
    let mut canvas = canvas.ok_or(PngError::Size { width, height, most })?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut canvas.as_mut());
    Ok(canvas)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_becomes_dots() {
        let svg = r##"<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"><rect width="4" height="3" fill="#f00"/></svg>"##;
        let png = encode(svg, 2.0).unwrap();
        let dots = Pixmap::decode_png(&png).unwrap();
        assert_eq!((dots.width(), dots.height()), (8, 6));
        assert!(dots.pixels().iter().all(|dot| (dot.red(), dot.green(), dot.alpha()) == (255, 0, 255)));
        for scale in [0.0, -1.0, f32::NAN] {
            assert!(matches!(encode(svg, scale), Err(PngError::Scale(_))), "{scale}");
        }
        assert!(matches!(encode(svg, 1e9), Err(PngError::Size { .. })));
        assert!(matches!(encode_within(svg, 2.0, 47.0), Err(PngError::Size { .. })));
        assert!(encode("no picture", 1.0).is_err());
    }
}
