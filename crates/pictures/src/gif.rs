//! Combines pictures into an animation.

use super::png::{self, PngError};
use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};
use resvg::tiny_skia::Pixmap;
use thiserror::Error;

/// How carefully colours are chosen: 1 is best, 30 fastest.
const SPEED: i32 = 10;
/// How much longer the last picture is shown.
const LAST: u32 = 3;
/// Maximum width and height in pixels.
const MAX_SIDE: u32 = u16::MAX as u32;

/// Why the animation cannot be made.
#[derive(Debug, Error)]
pub enum GifError {
    /// A picture cannot be drawn.
    #[error(transparent)]
    Picture(#[from] PngError),
    /// A picture is too large for the format.
    #[error("the picture is too large: a GIF is at most {MAX_SIDE} pixels wide and high")]
    Size,
    /// The animation cannot be encoded.
    #[error("the pictures cannot be encoded: {0}")]
    Encoding(#[from] EncodingError),
}

/// An animation.
pub struct Film {
    scale: f32,
    /// Time per picture, in hundredths of a second.
    delay: u16,
    encoder: Option<Encoder<Vec<u8>>>,
    /// Width and height of the first picture in pixels; the animation has the same size.
    size: Option<(u16, u16)>,
    /// The last picture, which is shown longer than the others.
    last: Option<Frame<'static>>,
}

impl Film {
    /// An empty animation: `scale` pixels per unit of its pictures, each shown for `delay` milliseconds.
    pub fn new(scale: f32, delay: u32) -> Film {
        Film { scale, delay: (delay / 10).min(u16::MAX.into()) as u16, encoder: None, size: None, last: None }
    }

    /// Adds a picture.
    ///
    /// # Errors
    /// It cannot be drawn, or is too large.
    pub fn add(&mut self, svg: &str) -> Result<(), GifError> {
        let canvas = png::dots(svg, self.scale)?;
        let side = |side: u32| u16::try_from(side).map_err(|_| GifError::Size);
        let (width, height) = (side(canvas.width())?, side(canvas.height())?);
        // If a picture were smaller than the first one, part of the previous one would stay visible.
        let (width, height) = *self.size.get_or_insert((width, height));
        let mut dots = fit(&canvas, width, height);
        let mut frame = Frame::from_rgba_speed(width, height, &mut dots, SPEED);
        frame.delay = self.delay;
        frame.dispose = DisposalMethod::Keep;
        let encoder = match &mut self.encoder {
            Some(encoder) => encoder,
            none => {
                let mut encoder = Encoder::new(Vec::new(), width, height, &[])?;
                encoder.set_repeat(Repeat::Infinite)?;
                none.insert(encoder)
            }
        };
        if let Some(before) = self.last.replace(frame) {
            encoder.write_frame(&before)?;
        }
        Ok(())
    }

    /// The finished animation.
    ///
    /// # Errors
    /// It cannot be encoded.
    pub fn finish(mut self) -> Result<Vec<u8>, GifError> {
        let Some(mut encoder) = self.encoder.take() else { return Ok(Vec::new()) };
        if let Some(mut last) = self.last.take() {
            last.delay = (u32::from(last.delay) * LAST).min(u16::MAX.into()) as u16;
            encoder.write_frame(&last)?;
        }
        Ok(encoder.into_inner()?)
    }
}

/// The pixels of a picture fitted to the animation's size: cropped if larger, padded with its corner colour if smaller.
fn fit(picture: &Pixmap, width: u16, height: u16) -> Vec<u8> {
    let dot = |x: u32, y: u32| picture.pixel(x, y).map(|dot| dot.demultiply());
    let corner = dot(0, 0);
    let mut dots = Vec::with_capacity(usize::from(width) * usize::from(height) * 4);
    for y in 0..u32::from(height) {
        for x in 0..u32::from(width) {
            let colour = dot(x, y).or(corner);
            dots.extend(colour.map_or([0; 4], |colour| [colour.red(), colour.green(), colour.blue(), colour.alpha()]));
        }
    }
    dots
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_frame_covers_the_one_before() {
        let svg = |width: u32, height: u32| {
            let size = format!("width=\"{width}\" height=\"{height}\"");
            format!(r##"<svg xmlns="http://www.w3.org/2000/svg" {size}><rect {size} fill="#f00"/></svg>"##)
        };
        let mut film = Film::new(1.0, 500);
        for (width, height) in [(8, 6), (4, 9), (12, 3)] {
            film.add(&svg(width, height)).unwrap();
        }
        let bytes = film.finish().unwrap();
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(bytes.as_slice()).unwrap();
        let mut count = 0;
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            assert_eq!((frame.left, frame.top, frame.width, frame.height), (0, 0, 8, 6));
            assert!(frame.buffer.chunks(4).all(|dot| dot[0] > 200 && dot[3] == 255), "every dot is painted");
            count += 1;
        }
        assert_eq!(count, 3);
    }

    #[test]
    fn every_picture_is_a_frame_and_the_last_one_stays() {
        let svg = |colour: &str| {
            format!(
                r#"<svg xmlns="http://www.w3.org/2000/svg" width="8" height="6"><rect width="8" height="6" fill="{colour}"/></svg>"#
            )
        };
        let mut film = Film::new(1.0, 500);
        for colour in ["#f00", "#0f0", "#00f"] {
            film.add(&svg(colour)).unwrap();
        }
        let bytes = film.finish().unwrap();
        let mut decoder = gif::DecodeOptions::new().read_info(bytes.as_slice()).unwrap();
        let mut delays = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            assert_eq!((frame.width, frame.height), (8, 6));
            delays.push(frame.delay);
        }
        assert_eq!(delays, [50, 50, 150]);
    }
}
