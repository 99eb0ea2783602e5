//! The readers, one file per format.
//!
//! | file | format |
//! |---|---|
//! | [`movetext`] | moves, comments, variations and annotations as in PGN and lists |
//! | [`tokens`], [`head`], [`numbering`] | the words of such text, its header, its numbers |
//! | [`line_kind`] | the lines of lists |
//! | [`pgn`], [`list`], [`wxf_text`] | text with such moves |
//! | [`dhtmlxq`], [`ubb`] | the UBB text of dpxq.com |
//! | [`xqf`], [`xqf_key`], [`cbr`], [`cbl`], [`old_cbl`], [`mxq`] | binary files |
//! | [`che`], [`cbf`], [`pfc`], [`json`] | numbers, XML, JSON |
//! | [`source`] | what a reader is, and the limits of what it reads |
//! | [`slots`], [`bytes`] | pieces in a fixed order; numbers and strings from bytes |

use super::error::{Location, Unread};

pub(crate) mod bytes;
pub(crate) mod cbf;
pub(crate) mod cbl;
pub(crate) mod cbr;
pub(crate) mod che;
pub(crate) mod dhtmlxq;
pub(crate) mod head;
pub(crate) mod json;
mod line_kind;
pub(crate) mod list;
pub(crate) mod movetext;
pub(crate) mod mxq;
pub(crate) mod numbering;
pub(crate) mod old_cbl;
pub(crate) mod pfc;
pub(crate) mod pgn;
pub(crate) mod slots;
pub(crate) mod source;
pub(crate) mod tokens;
mod ubb;
pub(crate) mod wxf_text;
pub(crate) mod xqf;
pub(crate) mod xqf_key;

/// The end of a text as an unread part, unless it is blank.
fn unread_text(text: &str, rest: &str) -> Option<Unread> {
    let line = text[..text.len() - rest.trim_start().len()].matches('\n').count() + 1;
    let what = "text after the last game".into();
    (!rest.trim().is_empty()).then_some(Unread { place: Location::Line(line as u64), what })
}
