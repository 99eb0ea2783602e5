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
    /// Maximum size of a picture in pixels.
    most: f32,
    encoder: Option<Encoder<Vec<u8>>>,
    /// Width and height of the first picture in pixels; the animation has the same size.
    size: Option<(u16, u16)>,
    /// The pixels of the last picture.
    dots: Vec<u8>,
    /// The last picture, which is shown longer than the others.
    last: Option<Frame<'static>>,
}

impl Film {
    /// An empty animation: `scale` pixels per unit of its pictures, each of at most `most` pixels and shown for `delay`
    /// milliseconds.
    pub fn new(scale: f32, delay: u32, most: f32) -> Film {
        let delay = (delay / 10).min(u16::MAX.into()) as u16;
        Film { scale, delay, most, encoder: None, size: None, dots: Vec::new(), last: None }
    }

    /// Adds a picture. Only the part that differs from the previous picture is stored, and in it only the pixels that
    /// differ: a move changes two points of a board, and choosing colours for all the others takes most of the time.
    ///
    /// # Errors
    /// It cannot be drawn, or is too large.
    pub fn add(&mut self, svg: &str) -> Result<(), GifError> {
        let canvas = png::dots(svg, self.scale, self.most)?;
        let side = |side: u32| u16::try_from(side).map_err(|_| GifError::Size);
        let (width, height) = (side(canvas.width())?, side(canvas.height())?);
        // If a picture were smaller than the first one, part of the previous one would stay visible.
        let (width, height) = *self.size.get_or_insert((width, height));
        let dots = fit(canvas, width, height);
        let part = changed(&self.dots, &dots, width.into());
        let mut own = part.cut(&dots, width.into());
        if self.dots.len() == dots.len() {
            clear_unchanged(&mut own, &part.cut(&self.dots, width.into()));
        }
        let mut frame = Frame::from_rgba_speed(part.width, part.height, &mut own, SPEED);
        (frame.left, frame.top) = (part.left, part.top);
        self.dots = dots;
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

/// Makes the pixels of a picture transparent that are those of the previous one, which stays below it.
fn clear_unchanged(dots: &mut [u8], before: &[u8]) {
    for (dot, old) in dots.chunks_exact_mut(4).zip(before.chunks_exact(4)) {
        if *dot == *old {
            dot.fill(0);
        }
    }
}

/// A part of a picture, in pixels.
#[derive(Clone, Copy)]
struct Part {
    left: u16,
    top: u16,
    width: u16,
    height: u16,
}

impl Part {
    /// The pixels of this part, of a picture with rows of `width` pixels.
    fn cut(self, dots: &[u8], width: usize) -> Vec<u8> {
        let columns = usize::from(self.left) * 4..(usize::from(self.left) + usize::from(self.width)) * 4;
        let rows = dots.chunks_exact(width * 4).skip(self.top.into()).take(self.height.into());
        rows.map(|row| row.get(columns.clone()).unwrap_or_default()).collect::<Vec<_>>().concat()
    }
}

/// The smallest part of a picture with all pixels that differ from the previous picture, which is empty before the
/// first. A picture that shows nothing new has a part too, because each takes its time.
fn changed(before: &[u8], dots: &[u8], width: usize) -> Part {
    let (mut columns, mut rows) = ((usize::MAX, 0), (usize::MAX, 0));
    for (row, now) in dots.chunks_exact(4 * width).enumerate() {
        let old = before.get(4 * width * row..4 * width * (row + 1)).unwrap_or_default();
        if now != old {
            let differs = |&column: &usize| now.get(4 * column..4 * column + 4) != old.get(4 * column..4 * column + 4);
            let first = (0..width).find(differs).unwrap_or_default();
            let last = (0..width).rfind(differs).unwrap_or_default();
            columns = (columns.0.min(first), columns.1.max(last));
            rows = (rows.0.min(row), row);
        }
    }
    let span =
        |(first, last): (usize, usize)| if first > last { (0, 1) } else { (first as u16, (last - first) as u16 + 1) };
    let ((left, width), (top, height)) = (span(columns), span(rows));
    Part { left, top, width, height }
}

/// The pixels of a picture fitted to the animation's size: cropped if larger, padded with its corner colour if smaller.
fn fit(picture: Pixmap, width: u16, height: u16) -> Vec<u8> {
    if (picture.width(), picture.height()) == (width.into(), height.into()) {
        return picture.take_demultiplied();
    }
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
    fn every_picture_is_shown_as_it_was_drawn_and_only_what_changes_is_stored() {
        let svg = |width: u32, height: u32, colour: &str, more: &str| {
            let size = format!("width=\"{width}\" height=\"{height}\"");
            format!(r#"<svg xmlns="http://www.w3.org/2000/svg" {size}><rect {size} fill="{colour}"/>{more}</svg>"#)
        };
        let dot = r##"<rect x="2" y="1" width="3" height="2" fill="#fff"/>"##;
        let pictures = [
            svg(8, 6, "#f00", ""),
            svg(8, 6, "#f00", dot),
            svg(8, 6, "#f00", dot),
            svg(4, 9, "#0f0", ""),
            svg(12, 3, "#00f", ""),
        ];
        let mut film = Film::new(1.0, 500, 100.0);
        pictures.iter().for_each(|svg| film.add(svg).unwrap());
        let bytes = film.finish().unwrap();
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(bytes.as_slice()).unwrap();
        let (mut shown, mut parts) = (vec![0; 8 * 6 * 4], Vec::new());
        for svg in &pictures {
            let frame = decoder.read_next_frame().unwrap().unwrap();
            let (left, top, width) = (usize::from(frame.left), usize::from(frame.top), usize::from(frame.width));
            for (row, dots) in frame.buffer.chunks(4 * width).enumerate() {
                let at = ((top + row) * 8 + left) * 4;
                for (shown, dot) in
                    shown[at..].chunks_exact_mut(4).zip(dots.chunks_exact(4)).filter(|(_, dot)| dot[3] > 0)
                {
                    shown.copy_from_slice(dot);
                }
            }
            parts.push((frame.left, frame.top, frame.width, frame.height));
            assert_eq!(shown, fit(png::dots(svg, 1.0, 200.0).unwrap(), 8, 6), "{svg}");
        }
        assert!(decoder.read_next_frame().unwrap().is_none());
        assert_eq!(parts, [(0, 0, 8, 6), (2, 1, 3, 2), (0, 0, 1, 1), (0, 0, 8, 6), (0, 0, 8, 6)]);
    }

    #[test]
    fn what_lies_between_two_changes_is_not_stored_again() {
        let cells = (0..1024u32).map(|cell| {
            let (x, y, colour) = (cell % 32, cell / 32, cell.wrapping_mul(2_654_435_761) >> 20);
            format!(r##"<rect x="{x}" y="{y}" width="1" height="1" fill="#{colour:03x}"/>"##)
        });
        let ground: String = cells.collect();
        let svg = |more: &str| {
            format!(r#"<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32">{ground}{more}</svg>"#)
        };
        let corners = r#"<rect width="1" height="1"/><rect x="31" y="31" width="1" height="1"/>"#;
        let bytes = |pictures: &[&str]| {
            let mut film = Film::new(1.0, 500, 2000.0);
            pictures.iter().for_each(|more| film.add(&svg(more)).unwrap());
            film.finish().unwrap().len()
        };
        let (one, two) = (bytes(&[""]), bytes(&["", corners]));
        assert!(two - one < one / 4, "{one} and {two} bytes");
    }

    #[test]
    fn every_picture_is_a_frame_and_the_last_one_stays() {
        let svg = |colour: &str| {
            format!(
                r#"<svg xmlns="http://www.w3.org/2000/svg" width="8" height="6"><rect width="8" height="6" fill="{colour}"/></svg>"#
            )
        };
        let mut film = Film::new(1.0, 500, 100.0);
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
