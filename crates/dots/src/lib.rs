//! Pixels for the page without a server: SVG to PNG and GIF, as a WebAssembly module of its own, because the engine's
//! module would be a fifth larger with it and few visitors save pictures. `site/painter.js` of `crates/web` is the host's side.

#![deny(missing_docs)]
#![deny(clippy::unwrap_used, clippy::expect_used)]
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![cfg_attr(target_family = "wasm", expect(unsafe_code, reason = "functions that another language calls"))]
#![cfg_attr(not(target_family = "wasm"), forbid(unsafe_code))]

use meihua_pictures::gif::Film;
use meihua_pictures::png;
use std::cell::RefCell;

thread_local! {
    /// What the host and this module hand each other.
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static FILM: RefCell<Option<Film>> = const { RefCell::new(None) };
}

/// Resizes the buffer; returns its address.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn buffer(bytes: usize) -> *mut u8 {
    BUFFER.with_borrow_mut(|buffer| {
        buffer.resize(bytes, 0);
        buffer.as_mut_ptr()
    })
}

/// Begins an animation: pixels per unit, milliseconds per picture, and the most pixels of a picture.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn begin(scale: f32, delay: u32, most: f32) {
    FILM.set(Some(Film::new(scale, delay, most)));
}

/// Adds the picture in the buffer, an SVG. Returns 0, or minus the length of an error message.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn add() -> i32 {
    let svg = String::from_utf8_lossy(&BUFFER.take()).into_owned();
    let added = FILM.with_borrow_mut(|film| film.as_mut().map_or(Ok(()), |film| film.add(&svg)));
    reply(added.map(|()| Vec::new()).map_err(|error| error.to_string()))
}

/// Puts the animation into the buffer. Returns its length, or minus the length of an error message.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn finish() -> i32 {
    let film = FILM.take().map_or_else(|| Ok(Vec::new()), Film::finish);
    reply(film.map_err(|error| error.to_string()))
}

/// Replaces the SVG in the buffer by a PNG of at most `most` pixels. Returns its length, or minus the length of an error
/// message.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn still(scale: f32, most: f32) -> i32 {
    let svg = String::from_utf8_lossy(&BUFFER.take()).into_owned();
    reply(png::encode_within(&svg, scale, most).map_err(|error| error.to_string()))
}

fn reply(made: Result<Vec<u8>, String>) -> i32 {
    let (bytes, sign) = made.map_or_else(|error| (error.into_bytes(), -1), |bytes| (bytes, 1));
    let length = i32::try_from(bytes.len()).unwrap_or(i32::MAX);
    BUFFER.set(bytes);
    sign * length
}

/// The address of what a function has left in the buffer.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn made() -> *const u8 {
    BUFFER.with_borrow(|buffer| buffer.as_ptr())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn put(text: &str) {
        BUFFER.set(text.as_bytes().to_vec());
    }

    #[test]
    fn pictures_become_a_png_and_a_gif() {
        let svg = r##"<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"><rect width="4" height="3" fill="#f00"/></svg>"##;
        put(svg);
        assert!(still(2.0, 100.0) > 0 && BUFFER.take().starts_with(b"\x89PNG"));
        put(svg);
        assert!(still(2.0, 10.0) < 0 && String::from_utf8(BUFFER.take()).unwrap().contains("pixels"));
        begin(1.0, 100, 100.0);
        for _ in 0..2 {
            put(svg);
            assert_eq!(add(), 0);
        }
        assert!(finish() > 0 && BUFFER.take().starts_with(b"GIF89a"));
        put("no picture");
        begin(1.0, 100, 100.0);
        assert!(add() < 0);
    }
}
