//! A line of the batch: anything that may follow `position`, or a game's short form.

use crate::games::sliding::text::is_row;
use crate::plain_file;
use crate::puzzle::PuzzleText;
use crate::text::{GameText, shorten};
use crate::tools::game_file::{GameFile, text_of};
use std::path::Path;

/// A file larger than that holds no position.
const FILE_LIMIT: u64 = 4 << 20;

/// Where the moves of a line begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base<'a> {
    /// `startpos`.
    Start,
    /// `fen F`.
    Fen(&'a str),
    /// `file PATH`.
    File(&'a str),
    /// None of these words: the game's short form, or a position text without its word.
    Plain(&'a str),
}

/// A line, cut in two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// The position.
    pub base: Base<'a>,
    /// The moves played from it.
    pub moves: Vec<&'a str>,
}

impl<'a> Line<'a> {
    /// Cuts a line. A leading `position` is skipped.
    pub fn parse(line: &'a str) -> Self {
        let line = line.trim();
        let line = line.strip_prefix("position ").map_or(line, str::trim_start);
        // The first word `moves`, but for the aim of sliding blocks right after their row.
        let is_cut = |&(at, word): &(usize, &str)| {
            let before = line[..at].split_whitespace().next_back().unwrap_or("");
            let ends = line[at + word.len()..].chars().next().is_none_or(char::is_whitespace);
            ends && !is_row(before)
        };
        let (position, moves) = match line.match_indices(" moves").find(is_cut) {
            Some((at, word)) => (line[..at].trim_end(), line[at + word.len()..].split_whitespace().collect()),
            None => (line, Vec::new()),
        };
        let after = |word: &str| {
            let rest = position.strip_prefix(word)?;
            (rest.is_empty() || rest.starts_with(char::is_whitespace)).then(|| rest.trim())
        };
        let base = match (after("startpos"), after("fen"), after("file")) {
            (Some(""), ..) => Base::Start,
            (_, Some(fen), _) => Base::Fen(fen),
            (.., Some(path)) => Base::File(path),
            _ => Base::Plain(position),
        };
        Line { base, moves }
    }

    /// The game of two players that the line describes; `plain` reads the short form.
    ///
    /// # Errors
    /// What was wrong, in words.
    pub fn game<G: GameText>(&self, plain: impl FnOnce(&str) -> Result<G, String>) -> Result<G, String> {
        let read = |fen: &str| G::from_fen(fen).map_err(|error| error.to_string());
        let mut game = match self.base {
            Base::Start => G::start(),
            Base::Fen(fen) => read(fen)?,
            Base::File(path) => read(&read_position(path)?)?,
            Base::Plain(text) => plain(text)?,
        };
        for (index, text) in self.moves.iter().enumerate() {
            let mv = game.parse_move(text, false).map_err(|error| format!("move {}: {error}", index + 1))?;
            game.make(mv);
        }
        Ok(game)
    }

    /// The puzzle that the line describes; `plain` reads the short form.
    ///
    /// # Errors
    /// What was wrong, in words.
    pub fn puzzle<P: PuzzleText>(
        &self,
        plain: impl FnOnce(&str) -> Result<(P, P::State), String>,
    ) -> Result<(P, P::State), String> {
        let read = |fen: &str| P::from_fen(fen).map_err(|error| error.to_string());
        let (puzzle, mut state) = match self.base {
            Base::Start => P::start(),
            Base::Fen(fen) => read(fen)?,
            Base::File(path) => read(&read_position(path)?)?,
            Base::Plain(text) => plain(text)?,
        };
        for (index, text) in self.moves.iter().enumerate() {
            let plan = puzzle.parse_plan(&state, text).map_err(|error| format!("move {}: {error}", index + 1))?;
            state = plan.into_iter().fold(state, |state, mv| puzzle.apply(&state, mv));
        }
        Ok((puzzle, state))
    }
}

/// The text of a position file, its lines joined by `;` as position texts of several lines have it.
///
/// # Errors
/// The file and what is wrong with it.
pub fn read_position(path: &str) -> Result<String, String> {
    let fault = |cause: String| format!("file {:?}: {cause}", shorten(path));
    let bytes = plain_file::read(Path::new(path), FILE_LIMIT).map_err(|error| error.to_string())?;
    let text = text_of(bytes).map_err(|error| fault(error.to_string()))?;
    if let Some(kind) = GameFile::of(&text) {
        return Err(fault(format!("found {kind}, expected a position; `meihua play` and its `fen` make one of a PGN")));
    }
    Ok(text.trim().lines().map(str::trim).collect::<Vec<_>>().join(";"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::connect_four::ConnectFour;

    #[test]
    fn lines_are_cut() {
        let cut = |line| {
            let Line { base, moves } = Line::parse(line);
            (base, moves.join(" "))
        };
        assert_eq!(cut("startpos"), (Base::Start, String::new()));
        assert_eq!(cut(" position startpos moves d1  d2 \r"), (Base::Start, "d1 d2".to_owned()));
        assert_eq!(cut("fen 7/7 w moves"), (Base::Fen("7/7 w"), String::new()));
        assert_eq!(cut("file a tower.txt moves 1,2"), (Base::File("a tower.txt"), "1,2".to_owned()));
        assert_eq!(cut("BW_ moves"), (Base::Plain("BW_ moves"), String::new()));
        assert_eq!(cut("fen BW_ moves hop=3 moves 1"), (Base::Fen("BW_ moves hop=3"), "1".to_owned()));
        assert_eq!(cut("4453"), (Base::Plain("4453"), String::new()));
        assert_eq!(cut("3 3 2"), (Base::Plain("3 3 2"), String::new()));
        assert_eq!(cut("fence.txt"), (Base::Plain("fence.txt"), String::new()));
        assert_eq!(cut(""), (Base::Plain(""), String::new()));
    }

    #[test]
    fn faults_are_named() {
        let read = |line| Line::parse(line).game(|text| ConnectFour::from_fen(text).map_err(|error| error.to_string()));
        assert_eq!(read("startpos moves 4 4 5 3").unwrap(), ConnectFour::from_fen("4453").unwrap());
        assert!(read("startpos moves 4 9").unwrap_err().starts_with("move 2: "));
        assert!(read("file /nonexistent").unwrap_err().contains("/nonexistent"));
        assert!(read("fen 8/7").unwrap_err().contains("row"));
    }
}
