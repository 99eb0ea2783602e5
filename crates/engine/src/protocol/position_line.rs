//! The arguments of `position` (or `probe`): `{startpos | fen F | file PATH | project PATH} [moves m…]`, and looser
//! variants.

use super::command::PositionCommand;
use super::words::Words;
use crate::engine::base::Base;
use crate::engine::position_text;
use crate::engine::registry::{self, Entry};

/// Parses what follows `position` in an engine with these games. Anything that is not `startpos`, `fen`, `file` or
/// `project` is taken for a position without a leading word; digits alone are moves from the start (`4453` in four in a
/// row).
pub fn parse(mut words: Words, games: &[Entry]) -> PositionCommand {
    if words.accept("startpos") {
        return parse_start(words);
    }
    if words.accept("file") {
        return parse_path(words.rest(), Base::File);
    }
    if words.accept("project") {
        return parse_path(words.rest(), Base::Project);
    }
    if !words.accept("fen")
        && let Some(first) = words.peek()
        && first.bytes().all(|byte| byte.is_ascii_digit())
    {
        words.next();
        let mut moves: Vec<String> = first.chars().map(String::from).collect();
        let (more, stray) = moves_after(words);
        moves.extend(more);
        return PositionCommand { base: Base::Start, moves, stray };
    }
    parse_fen(words, games)
}

/// Parses what follows `startpos`.
pub(crate) fn parse_start(words: Words) -> PositionCommand {
    let (moves, stray) = moves_after(words);
    PositionCommand { base: Base::Start, moves, stray }
}

/// Parses what follows `fen`: the words up to `moves`.
pub(crate) fn parse_fen(words: Words, games: &[Entry]) -> PositionCommand {
    let words: Vec<&str> = words.collect();
    let cut = position_text::cut(&words, |before| registry::keeps_moves(games, before)).unwrap_or(words.len());
    let moves = words.iter().skip(cut + 1).map(|&word| word.to_owned()).collect();
    PositionCommand { base: Base::Fen(words[..cut].join(" ")), moves, stray: None }
}

/// Parses a path, which may contain spaces: it ends at ` moves ` or at the end of the line.
fn parse_path(rest: &str, base: fn(String) -> Base) -> PositionCommand {
    let (path, moves) = match rest.split_once(" moves ") {
        Some((path, moves)) => (path, moves),
        None => (rest.strip_suffix(" moves").unwrap_or(rest), ""),
    };
    let moves = Words::new(moves).map(str::to_owned).collect();
    PositionCommand { base: base(path.trim().to_owned()), moves, stray: None }
}

/// The words after `moves`; or, if another word is in its place, that word.
fn moves_after(mut words: Words) -> (Vec<String>, Option<String>) {
    if words.accept("moves") {
        return (words.map(str::to_owned).collect(), None);
    }
    (Vec::new(), words.next().map(str::to_owned))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Base, String) {
        let position = parse(Words::new(text), registry::GAMES);
        (position.base, position.moves.join(" "))
    }

    #[test]
    fn all_forms() {
        let fen = |text: &str| Base::Fen(text.to_owned());
        assert_eq!(read("startpos"), (Base::Start, String::new()));
        assert_eq!(read("startpos moves  h2e2 \t h9g7 \r"), (Base::Start, "h2e2 h9g7".to_owned()));
        assert_eq!(read("fen 9/9 b moves"), (fen("9/9 b"), String::new()));
        assert_eq!(read("fen 9/9  r - - 0 1 moves a0a1"), (fen("9/9 r - - 0 1"), "a0a1".to_owned()));
        assert_eq!(read("BBBWWW_ cost"), (fen("BBBWWW_ cost"), String::new()));
        assert_eq!(read("BBBWWW_ moves"), (fen("BBBWWW_ moves"), String::new()));
        assert_eq!(read("fen BW_ moves hop=1 moves 1-3"), (fen("BW_ moves hop=1"), "1-3".to_owned()));
        assert_eq!(read("4453 moves 1"), (Base::Start, "4 4 5 3 1".to_owned()));
        assert_eq!(
            read("file my tower.txt moves 5,7 7,6"),
            (Base::File("my tower.txt".to_owned()), "5,7 7,6".to_owned())
        );
        assert_eq!(read("project my tower moves U3"), (Base::Project("my tower".to_owned()), "U3".to_owned()));
        assert_eq!(read("file moves.txt"), (Base::File("moves.txt".to_owned()), String::new()));
        assert_eq!(read(""), (fen(""), String::new()));
    }

    #[test]
    fn a_word_in_the_place_of_moves_is_noticed() {
        let stray = |text: &str| parse(Words::new(text), registry::GAMES).stray;
        assert_eq!(stray("startpos h2e2").as_deref(), Some("h2e2"));
        assert_eq!(stray("4453 1").as_deref(), Some("1"));
        assert_eq!((stray("startpos"), stray("startpos moves"), stray("fen 9/9 b moves a0a1")), (None, None, None));
    }
}
