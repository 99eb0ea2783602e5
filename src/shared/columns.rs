//! Columns of text, in which a Chinese character takes two.

use textwrap::core::display_width;

/// The text at the left of a column of this width.
pub(crate) fn left(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(display_width(text))))
}

/// The text at the right of a column of this width.
pub(crate) fn right(text: &str, width: usize) -> String {
    format!("{}{text}", " ".repeat(width.saturating_sub(display_width(text))))
}
