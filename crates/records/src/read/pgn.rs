//! PGN: tags, a blank line, moves; many games per file. Collections of studies often have no moves, only positions.

use super::super::error::{Cause, GameFault, Location, Trouble};
use super::super::format::is_tag;
use super::super::game_record::GameRecord;
use super::super::lines::{Line, Lines};
use super::super::result::GameResult;
use super::super::start::{RecordedGame, Recorders, Start};
use super::super::tags::Tags;
use super::super::text_encoding::unreferenced;
use super::source::{GameSource, MAX_GAME};
use super::tokens::{self, Style};
use super::{head, movetext};
use meihua_contracts::sentence;
use meihua_contracts::sentence::Sentence;
use meihua_contracts::text::{PositionError, shorten};
use meihua_engine::engine::record_game::Convention;
use rustc_hash::FxHashSet;
use std::io::Read;

/// Maximum number of lines in a tag value: stray control bytes may break it.
const VALUE_LINES: usize = 20;

/// Reads games from lines.
pub(crate) struct Pgn<R> {
    lines: Lines<R>,
    recorders: Recorders,
}

/// The text of one game.
#[derive(Debug, Default)]
struct RawGame {
    tags: Tags,
    tag_line: u64,
    moves: String,
    moves_line: u64,
    /// A tag whose value does not end.
    broken: Option<(u64, String)>,
}

impl<R: Read> Pgn<R> {
    /// Reads games from here.
    pub(crate) fn new(lines: Lines<R>, recorders: Recorders) -> Pgn<R> {
        Pgn { lines, recorders }
    }

    /// The text up to the tags of the next game.
    fn gather(&mut self) -> Result<Option<RawGame>, Trouble> {
        let mut game = RawGame::default();
        let (mut in_comment, mut after_blank) = (false, true);
        // The names of the tags so far in lower case, with those whose values are dropped.
        let mut names: FxHashSet<String> = FxHashSet::default();
        while let Some(line) = self.lines.next_line()? {
            if is_tag(&line.text) {
                if game.moves.trim().is_empty() {
                    let name = tag_name(&line.text);
                    let is_known = names.contains(&name.to_ascii_lowercase());
                    // A position without moves, and the tags of the next one.
                    if after_blank && is_known && game.tags.get("FEN").is_some() {
                        self.lines.put_back(line);
                        return Ok(Some(game));
                    }
                    after_blank = false;
                    game.tag_line = if names.is_empty() { line.number } else { game.tag_line };
                    let (number, name) = (line.number, name.to_owned());
                    names.insert(name.to_ascii_lowercase());
                    if !self.tag(line, &mut game.tags)? {
                        game.broken = Some((number, name));
                    }
                    continue;
                }
                // Within a comment, only a line that can be nothing else begins a game: a forgotten brace must not
                // swallow the file.
                let begins = |name: &str| line.text.trim_start().starts_with(name);
                if !in_comment || after_blank && (begins("[Event ") || begins("[Game ")) {
                    self.lines.put_back(line);
                    return Ok(Some(game));
                }
            }
            after_blank = line.text.trim().is_empty();
            if game.moves.is_empty() {
                if after_blank {
                    continue;
                }
                game.moves_line = line.number;
            }
            in_comment = ends_in_comment(&line.text, in_comment);
            game.moves.push_str(&line.text);
            game.moves.push('\n');
            if game.moves.len() > MAX_GAME {
                let cause = Cause::TooLarge { what: "a game", limit: MAX_GAME as u64 };
                return Err(Trouble::at_line(game.moves_line, cause));
            }
        }
        let empty = game.tags.is_empty() && game.moves.is_empty() && game.tag_line == 0;
        Ok((!empty).then_some(game))
    }

    /// Reads a tag, whose value may continue beyond the end of the line. Returns `false` if it does not end.
    fn tag(&mut self, Line { number, text: line }: Line, tags: &mut Tags) -> Result<bool, Trouble> {
        let mut text = line.trim().to_owned();
        let is_whole = |text: &str| text.ends_with("\"]") || text.matches('"').count() > 1;
        let ends = |line: &str| {
            let is_other = line.trim().is_empty() || is_tag(line);
            if is_other { Some(false) } else { line.contains('"').then_some(true) }
        };
        if !is_whole(&text) && self.lines.look_ahead(VALUE_LINES, ends)? == Some(true) {
            while !is_whole(&text)
                && let Some(more) = self.lines.next_line()?
            {
                text.push(' ');
                text.push_str(more.text.trim());
            }
        }
        let rest = after_tag(&text);
        if !rest.is_empty() {
            let rest = text.split_off(text.len() - rest.len());
            self.lines.put_back(Line { number, text: rest });
        }
        let Some((name, value)) = text.trim_start_matches('[').split_once('"') else { return Ok(true) };
        let value = value.rfind('"').map_or(value, |end| &value[..end]);
        tags.push(name.trim(), &unreferenced(&unescape(value)));
        Ok(is_whole(&text))
    }
}

impl<R: Read> GameSource for Pgn<R> {
    fn next_game(&mut self) -> Result<Option<GameRecord>, Trouble> {
        while let Some(raw) = self.gather()? {
            let has_tags = raw.tag_line > 0;
            let game = raw.read(&self.recorders)?;
            // Words before the first tags are not a game.
            if has_tags || game.tree.moves() > 0 {
                return Ok(Some(game));
            }
        }
        Ok(None)
    }
}

impl RawGame {
    fn read(mut self, recorders: &Recorders) -> Result<GameRecord, Trouble> {
        let is_unnamed = ["Variant", "Game", "FEN"].iter().all(|name| self.tags.get(name).is_none());
        let mut start = start(&mut self.tags, &self.moves, recorders)
            .map_err(|trouble| Trouble::at_line(self.tag_line, trouble.cause))?;
        let is_vietnamese = self.tags.get("Format").is_some_and(|format| format.eq_ignore_ascii_case("Vietnamese"));
        let read = |start: &Start| {
            let style = Style {
                digits: start.kind().has_moves_of_digits(),
                strict: !start.kind().is_recognised(),
                convention: is_vietnamese.then_some(Convention::Vietnamese),
                ..Style::default()
            };
            movetext::read(start, &self.moves, self.moves_line, style)
        };
        let mut game = read(&start);
        // PGN is made for chess, so files of chess seldom name it. What is not xiangqi throughout may be chess.
        if is_unnamed && let Some(other) = movetext::as_another(&game, recorders, read) {
            (start, game) = other;
        }
        if let Some((line, name)) = self.broken {
            let what = sentence!("the value of the tag {} does not end", Sentence::quoted(shorten(&name)));
            game.add_fault(GameFault { place: Location::Line(line), ply: None, in_variation: false, what });
        }
        normalise(&mut self.tags, &start, &mut game);
        game.tags = self.tags;
        game.place = Location::Line(if self.tag_line > 0 { self.tag_line } else { self.moves_line });
        Ok(game)
    }
}

/// The name of a tag that begins a line.
fn tag_name(line: &str) -> &str {
    let name = line.trim_start().trim_start_matches('[');
    name.split(|c: char| c.is_whitespace() || c == '"').next().unwrap_or_default()
}

/// What follows the first tag of a line: another tag, or moves. Anything else is a part of it, such as a quote that is
/// not escaped.
fn after_tag(line: &str) -> &str {
    let ends = line.match_indices("\"]").filter(|(index, _)| !line[..*index].ends_with('\\'));
    let mut rests = ends.map(|(index, end)| line[index + end.len()..].trim_start());
    rests.find(|rest| is_tag(rest) || !rest.contains("\"]") && head::has_moves(rest)).unwrap_or_default()
}

/// Removes the tags that have their own place in the record.
fn normalise(tags: &mut Tags, start: &Start, game: &mut GameRecord) {
    if let Some(text) = tags.take("Result") {
        match GameResult::parse(&text) {
            Some(GameResult::Unknown) => {}
            Some(result) => {
                // The moves end with another one.
                if game.result != GameResult::Unknown && game.result != result {
                    tags.push("OtherResult", game.result.word());
                }
                game.result = result;
            }
            None => tags.push("ResultText", &text),
        }
    }
    for name in ["Format", "Format2", "SetUp", "SetUp2"] {
        tags.take(name);
    }
    let kind = start.kind();
    // Writers say them again; a text with other comments stays.
    if tags.get("Rules").is_some_and(|rules| kind.rules_tag().as_deref() == Some(rules)) {
        tags.take("Rules");
    }
    let is_named = |name: &str| tags.get("Game").is_some_and(|game| game.eq_ignore_ascii_case(name));
    if kind.phrases().pgn_game.is_some_and(is_named) {
        tags.take("Game");
    }
    // Western programs call the first player of any game White.
    let first = kind.first_player();
    if first != "White" {
        match tags.get(first) {
            None => tags.rename("White", first),
            Some(player) if tags.get("White") == Some(player) => _ = tags.take("White"),
            Some(_) => {}
        }
    }
}

/// The start position given by the tags, which are removed.
fn start(tags: &mut Tags, moves: &str, recorders: &Recorders) -> Result<Start, Trouble> {
    let variant = tags.get("Variant").map(str::to_ascii_lowercase);
    let game = match variant.as_deref() {
        Some("chinese chess") => Some(RecordedGame::XIANGQI),
        Some(name) if !matches!(name, "" | "?" | "-") => {
            let known = recorders.of_record(name, tags.get("Rules"))?;
            if known.is_none() && !means_xiangqi(name) {
                return Err(Recorders::unknown("Variant", tags.get("Variant").unwrap_or(name)).into());
            }
            known
        }
        Some(_) | None if tokens::has_drop(moves) => Some(RecordedGame::CONNECT_FOUR),
        Some(_) | None => tags.get("FEN").filter(|fen| fen.matches('/').count() == 7).and_then(|_| recorders.chess()),
    };
    if game.is_some() {
        tags.take("Variant");
    }
    let Some(fen) = tags.take("FEN") else { return Ok(game.unwrap_or(RecordedGame::XIANGQI).usual_start()) };
    let start = game.unwrap_or(RecordedGame::XIANGQI).start(&fen);
    start.map_err(bad_fen)
}

/// Whether people who give a game this name, in lower case, play xiangqi.
fn means_xiangqi(name: &str) -> bool {
    let is_word = |own: &str| name.split([' ', '(', ')', ',', '/', ':']).any(|word| word == own);
    ["xiangqi", "xq", "cchess"].into_iter().any(is_word)
        || ["chinese chess", "象棋", "cờ tướng"].into_iter().any(|own| name.contains(own))
}

fn bad_fen(error: PositionError) -> Trouble {
    bad_field("FEN", error).into()
}

/// The fault of a field that should contain a position.
pub(super) fn bad_field(field: &'static str, error: PositionError) -> Cause {
    let (found, expected) = match error {
        PositionError::Syntax { field, found, expected } => {
            (sentence!("{} ({})", Sentence::quoted(found), *field), *expected)
        }
        PositionError::Amount { field, found, expected } => (sentence!("\"{}\" ({})", *found, *field), *expected),
        PositionError::Impossible(what) => (what, "a position".into()),
    };
    Cause::field(field, found, expected)
}

/// Unescapes `\"` and `\\` in a value; other backslashes are kept.
fn unescape(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut letters = value.chars().peekable();
    while let Some(c) = letters.next() {
        let escaped = if c == '\\' { letters.next_if(|next| matches!(next, '"' | '\\')) } else { None };
        text.push(escaped.unwrap_or(c));
    }
    text
}

/// Whether a comment in braces is open at the end of a line.
fn ends_in_comment(line: &str, mut open: bool) -> bool {
    for c in line.chars() {
        match (c, open) {
            ('}', true) => open = false,
            ('{', false) => open = true,
            (';', false) => return false,
            _ => {}
        }
    }
    open
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Games;
    use meihua_contracts::text::Notation;

    fn games(text: &str) -> Vec<GameRecord> {
        Games::new("test", text.as_bytes()).unwrap().map(|game| game.unwrap()).collect()
    }

    #[test]
    fn games_are_parted_at_their_tags() {
        let text = "\u{feff}[Event \"a\"]\n[White \"w\"]\n[Result \"1-0\"]\n\n1. h2e2 {[Site \"x\"]\n[Event \"in a comment\"]} h9g7 1-0\n======\n\n\
                    [Event \"b \\\"q\\\" c\\\\d\"]\n[Format \"WXF\"]\n1. C2=5 {open\n\n[Event \"c\"]\n[Variant \"cfour\"]\n1. 4 4 2. 5\n";
        let found = games(text);
        assert_eq!(found.iter().map(|game| game.event().unwrap()).collect::<Vec<_>>(), ["a", "b \"q\" c\\d", "c"]);
        assert_eq!(found[0].tags.get("Red"), Some("w"));
        assert_eq!((found[0].result.word(), found[0].tree.comments()), ("1-0", 1));
        assert_eq!(found[1].tags.len(), 1);
        assert_eq!(found[2].main_line(Notation::Wire), ["P@d1", "P@d2", "P@e1"]);
    }

    #[test]
    fn a_game_that_nobody_knows_is_not_read_as_xiangqi() {
        for (name, moves) in [("hexapawn", "a3a4"), ("wyvern", "e4 e5"), ("minixiangqi", "a1a2"), ("xiangqi-file", "")]
        {
            let text = format!("[Event \"x\"]\n[Variant \"{name}\"]\n\n1. {moves} *\n");
            let error = Games::new("test", text.as_bytes()).unwrap().next().unwrap().unwrap_err().to_string();
            assert!(error.contains(&format!("bad Variant: found \"{name}\", expected a game that")), "{error}");
        }
        for name in ["Xiangqi", "Chinese Chess", "Xiangqi (Chinese chess)", "中国象棋", "?", ""] {
            let found = games(&format!("[Event \"x\"]\n[Variant \"{name}\"]\n\n1. h2e2 *\n"));
            assert_eq!(found[0].main_line(Notation::Wire), ["h2e2"], "{name}");
        }
    }

    #[test]
    fn a_result_that_contradicts_its_tag_is_kept() {
        let found = games("[Result \"1-0\"]\n\n1. h2e2 1/2-1/2\n\n[Result \"*\"]\n\n1. h2e2 0-1\n");
        assert_eq!((found[0].result.word(), found[0].tags.get("OtherResult")), ("1-0", Some("1/2-1/2")));
        assert_eq!((found[1].result.word(), found[1].tags.get("OtherResult")), ("0-1", None));
    }

    #[test]
    fn a_line_may_hold_several_tags_and_moves() {
        let found = games(
            "[Red \"a \\\"] [x\\\" b\"] [Black \"c\"][Result \"1-0\"] 1. C2=5\nH8+7 1-0\n\n[Red \"d \"] e\"] [Black \"f\"] ---\nC2=5",
        );
        let tags =
            |game: &GameRecord| game.tags.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>();
        assert_eq!(tags(&found[0]), ["Red=a \"] [x\" b", "Black=c"]);
        assert_eq!((found[0].result.word(), found[0].tree.moves()), ("1-0", 2));
        assert_eq!((tags(&found[1]), found[1].tree.moves()), (vec!["Red=d \"] e".to_owned(), "Black=f".to_owned()], 1));
    }

    #[test]
    fn positions_without_moves_are_games_of_their_own() {
        let board = "3k5/9/9/9/9/9/9/9/4R4/5K3";
        let text = format!(
            "[Event \"?\"]\n[FEN \"{board} w\"]\n\n[Event \"b\"]\n[FEN \"{board} b\"]\n[Note \"x\"]\n\n\n[Event \"c\"]\n[FEN \"{board} w\"]\n\n\
             [Note \"still c\"]\n1. e1e9\n"
        );
        let found = games(&text);
        assert_eq!(found.iter().map(GameRecord::event).collect::<Vec<_>>(), [None, Some("b"), Some("c")]);
        assert_eq!(found.iter().map(|game| game.tree.moves()).collect::<Vec<_>>(), [0, 0, 1]);
        assert_eq!(found.iter().map(|game| game.place).collect::<Vec<_>>(), [1, 4, 9].map(Location::Line));
        assert_eq!(found[2].tags.get("Note"), Some("still c"));
    }

    #[test]
    fn a_value_that_breaks_over_its_line() {
        let found = games(
            "[TitleA \"\nabc\"]\n[Site \"\u{3}x\"]\n[FEN \"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR\"]\n\n1... h9g7\n",
        );
        assert_eq!(found[0].tags.iter().collect::<Vec<_>>(), [("TitleA", "abc"), ("Site", "x")]);
        // No side is stated, and Black moves first.
        assert!(found[0].start.fen().contains(" b "), "{:?}", found[0].faults);
    }

    #[test]
    fn a_bad_fen_is_named_and_the_next_game_read() {
        let text = "[Event \"a\"]\n[FEN \"9/9 w\"]\n\n1. h2e2\n\n[Event \"b\"]\n\n1. h2e2\n";
        let mut found = Games::new("x.pgn", text.as_bytes()).unwrap();
        let error = found.next().unwrap().unwrap_err().to_string();
        assert!(error.starts_with("x.pgn: game 1: line 1: bad FEN: found \"9/9\""), "{error}");
        assert_eq!(found.next().unwrap().unwrap().event(), Some("b"));
        assert!(found.next().is_none());
    }
}
