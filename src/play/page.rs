//! The output to the person: styled text. The stream strips the styles where they would not be displayed (a pipe,
//! `NO_COLOR`).

use anstyle::{AnsiColor, Effects, Style};
use meihua_contracts::sentence::Sentence;
use meihua_games::language::Language;
use std::fmt::Display;
use std::io::{self, Write};

/// Red's pieces and stones.
pub(crate) const RED: Style = AnsiColor::BrightRed.on_default().effects(Effects::BOLD);
pub(crate) const BLACK: Style = Style::new().bold();
/// The second player's stones, yellow keys and doors.
pub(crate) const YELLOW: Style = AnsiColor::BrightYellow.on_default().effects(Effects::BOLD);
/// Water, and blue keys and doors.
pub(crate) const BLUE: Style = AnsiColor::BrightBlue.on_default();
/// Things that are good for the player.
pub(crate) const GREEN: Style = AnsiColor::BrightGreen.on_default();
/// Lines of the board, labels.
pub(crate) const DIM: Style = Style::new().dimmed();
/// The last move, a winning line.
pub(crate) const MARK: Style = AnsiColor::BrightCyan.on_default().effects(Effects::BOLD);

/// Applies a style to text.
pub(crate) fn paint(style: Style, text: impl Display) -> String {
    format!("{style}{text}{style:#}")
}

/// Where the game is displayed.
pub(crate) struct Page<'a> {
    out: Box<dyn Write + 'a>,
    /// Whether it is a terminal, on which a progress line is drawn.
    pub is_terminal: bool,
    /// Whether pictures use only ASCII.
    pub ascii: bool,
    /// Width of the terminal; text is not wrapped if unknown.
    pub width: Option<usize>,
    /// The language that texts are printed in.
    pub language: Language,
}

/// Wraps text between words at `width` columns; continuation lines are indented by two more.
pub(crate) fn wrap(text: &str, width: usize) -> String {
    let wrapped = text.lines().map(|line| {
        let indent = " ".repeat(line.len() - line.trim_start().len() + 2);
        let options = textwrap::Options::new(width.max(20))
            .subsequent_indent(&indent)
            .word_separator(textwrap::WordSeparator::AsciiSpace)
            .word_splitter(textwrap::WordSplitter::NoHyphenation);
        if line.is_empty() { String::new() } else { textwrap::fill(line, options) }
    });
    wrapped.collect::<Vec<_>>().join("\n")
}

impl<'a> Page<'a> {
    /// A page on a stream.
    pub(crate) fn new(out: impl Write + 'a, is_terminal: bool, ascii: bool, language: Language) -> Page<'a> {
        Page { out: Box::new(out), is_terminal, ascii, width: None, language }
    }

    /// Prints text and a line end, wrapped to the terminal.
    ///
    /// # Errors
    /// The output is closed.
    pub(crate) fn print(&mut self, text: impl Into<Sentence>) -> io::Result<()> {
        match self.width {
            Some(width) => self.put(wrap(&self.language.text(text), width)),
            None => self.show(text),
        }
    }

    /// Prints a picture without wrapping its lines.
    ///
    /// # Errors
    /// The output is closed.
    pub(crate) fn show(&mut self, picture: impl Into<Sentence>) -> io::Result<()> {
        self.put(self.language.text(picture))
    }

    fn put(&mut self, text: String) -> io::Result<()> {
        writeln!(self.out, "{text}")?;
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words() {
        assert_eq!(wrap("  plan: 7,2 7,1 6,1 5,1", 20), "  plan: 7,2 7,1 6,1\n    5,1");
        assert_eq!(wrap("red 4-7\n\nend", 80), "red 4-7\n\nend");
        assert_eq!(wrap("炮二平五 马８进７ 马二进三", 20), "炮二平五 马８进７\n  马二进三", "wide characters");
        let painted = paint(RED, "a monster") + " of ten";
        assert_eq!(wrap(&painted, 20), painted, "styles take no room");
    }
}
