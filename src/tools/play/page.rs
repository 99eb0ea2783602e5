//! What the person sees: text with styles, which the stream takes away where nobody would see them (a pipe, `NO_COLOR`).

use anstyle::{AnsiColor, Effects, Style};
use std::fmt::Display;
use std::io::{self, Write};

/// Red's pieces and stones.
pub const RED: Style = AnsiColor::BrightRed.on_default().effects(Effects::BOLD);
/// Black's pieces.
pub const BLACK: Style = Style::new().bold();
/// The second player's stones, yellow keys and doors.
pub const YELLOW: Style = AnsiColor::BrightYellow.on_default().effects(Effects::BOLD);
/// Water, and blue keys and doors.
pub const BLUE: Style = AnsiColor::BrightBlue.on_default();
/// What is good for you.
pub const GREEN: Style = AnsiColor::BrightGreen.on_default();
/// Lines of the board, labels.
pub const DIM: Style = Style::new().dimmed();
/// The last move, a winning line.
pub const MARK: Style = AnsiColor::BrightCyan.on_default().effects(Effects::BOLD);

/// `text` in a style.
pub fn paint(style: Style, text: impl Display) -> String {
    format!("{style}{text}{style:#}")
}

/// Where the play is shown.
pub struct Page<'a> {
    out: Box<dyn Write + 'a>,
    /// Whether somebody watches it: then a progress line is drawn.
    pub is_terminal: bool,
    /// Only ASCII in pictures.
    pub ascii: bool,
}

impl<'a> Page<'a> {
    /// A page on a stream.
    pub fn new(out: impl Write + 'a, is_terminal: bool, ascii: bool) -> Page<'a> {
        Page { out: Box::new(out), is_terminal, ascii }
    }

    /// Some text and the end of its line.
    ///
    /// # Errors
    /// Nobody reads any more.
    pub fn say(&mut self, text: impl Display) -> io::Result<()> {
        writeln!(self.out, "{text}")?;
        self.out.flush()
    }
}
