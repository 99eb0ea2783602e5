//! A position and its moves as text, as they follow `position` or are stored in a file.

use crate::sentence::Sentence;

/// The main line of a saved game in the form that `position` takes.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct SavedGame {
    /// The start position; `None` for the game's standard one.
    pub start: Option<String>,
    /// The moves in wire notation, ranks from 0.
    pub moves: Vec<String>,
    /// What could not be read, each with place, word and reason.
    pub faults: Vec<Sentence>,
}

/// The index of the word `moves` in a position text. `keeps_moves` tells where that word is part of the position
/// ([`super::registry::Entry::keeps_moves`]); so is any within parentheses, as a planning task has them.
pub fn cut(words: &[&str], keeps_moves: impl Fn(&str) -> bool) -> Option<usize> {
    let mut open = 0_i64;
    let is_cut = |&at: &usize| {
        open += words[at].matches('(').count() as i64 - words[at].matches(')').count() as i64;
        open == 0 && words[at].eq_ignore_ascii_case("moves") && (at == 0 || !keeps_moves(words[at - 1]))
    };
    (0..words.len()).find(is_cut)
}

/// Joins the lines of a position text with `;`.
pub fn one_line(text: &str) -> String {
    text.trim_start_matches('\u{feff}').trim().lines().map(str::trim).collect::<Vec<_>>().join(";")
}

/// The text of a planning task without its comments, which go from `;` to the end of a line.
fn without_comments(text: &str) -> String {
    text.lines().map(|line| line.split(';').next().unwrap_or_default()).collect::<Vec<_>>().join(" ")
}

/// Reads a game in the text form that all games share: `[position] [fen] POSITION moves MOVE…` or `startpos moves …`,
/// on one or several lines. `None` for other texts.
pub fn read(text: &str, keeps_moves: impl Fn(&str) -> bool) -> Option<SavedGame> {
    let is_task = text.contains("(define");
    let text = if is_task { without_comments(text) } else { one_line(text).replace(';', " ; ") };
    let mut words: &[&str] = &text.split_whitespace().collect::<Vec<_>>();
    let is_command = accept(&mut words, "position");
    let is_fen = accept(&mut words, "fen");
    let moves_at = cut(words, keeps_moves);
    let (base, moves) = moves_at.map_or((words, words), |at| (&words[..at], &words[at + 1..]));
    if moves_at.is_none() && !is_command && !is_fen {
        return None;
    }
    let moves: &[&str] = if moves_at.is_some() { moves } else { &[] };
    let base = base.join(" ").replace(" ; ", ";");
    let base = base.trim_matches([' ', ';']);
    Some(SavedGame {
        start: (base != "startpos").then(|| base.to_owned()),
        moves: moves.iter().filter(|&&word| word != ";").map(|&word| word.to_owned()).collect(),
        faults: Vec::new(),
    })
}

fn accept(words: &mut &[&str], word: &str) -> bool {
    let Some((_, rest)) = words.split_first().filter(|(first, _)| first.eq_ignore_ascii_case(word)) else {
        return false;
    };
    *words = rest;
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::registry::SLIDING;

    #[test]
    fn positions_with_moves_on_one_line_or_several() {
        let of = |text: &str| {
            read(text, SLIDING.keeps_moves).map(|game| (game.start.unwrap_or_default(), game.moves.join(" ")))
        };
        let is = |start: &str, moves: &str| Some((start.to_owned(), moves.to_owned()));
        assert_eq!(of("position fen 3 3 2 moves PD P\n"), is("3 3 2", "PD P"));
        assert_eq!(of("\u{feff}3 3 2 moves PD"), is("3 3 2", "PD"));
        assert_eq!(of("BW_ moves moves 1-3"), is("BW_ moves", "1-3"));
        assert_eq!(of("position startpos moves 4 4"), is("", "4 4"));
        assert_eq!(of("1\n2 2\n1 2\r\nmoves 1,2\n2,2\n"), is("1;2 2;1 2", "1,2 2,2"));
        assert_eq!(of("position fen 1;2 2;1 2 moves 1,2"), is("1;2 2;1 2", "1,2"));
        assert_eq!(of("position 3 3 2"), is("3 3 2", ""));
        assert_eq!((of("3 3 2"), of("BW_ moves"), of("")), (None, None, None));
        let task = "; it moves :)\n(define (domain a)) ; moves\n(define (problem moves)\n (moves a))";
        assert_eq!(of(task), None);
        let start = "(define (domain a)) (define (problem moves) (moves a))";
        assert_eq!(of(&format!("{task}\nmoves go(a) (go b)")), is(start, "go(a) (go b)"));
    }
}
