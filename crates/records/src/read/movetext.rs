//! Moves as text: what PGN calls movetext, and lists of moves.
//!
//! It handles numbers in any form (`1.`, `12...`, `1、……`, attached to the move), comments in braces or to the end of
//! the line, variations in parentheses to any depth, remarks in parentheses, annotations (`$1`, `!?`), a result, and
//! moves in any notation, including Chinese moves without separators.

use super::super::builder::Builder;
use super::super::error::{GameFault, Location, Unread};
use super::super::game_record::GameRecord;
use super::super::start::{RecordedGame, Recorders, Start};
use super::super::text_encoding::unreferenced;
use super::super::tree::NodeId;
use super::tokens::{Style, Token, is_sure_move, looks_like_move, scan};
use meihua_contracts::sentence;
use meihua_contracts::sentence::Sentence;
use meihua_contracts::side::Side;
use meihua_contracts::text::{MoveError, shorten};
use meihua_engine::engine::record_game::Convention;
use meihua_engine::games::xiangqi::notation::relative::Request;
use meihua_engine::games::xiangqi::notation::san;
use std::cmp::Reverse;

/// The convention of a text: Vietnamese if more moves can only be that than only WXF; otherwise how coordinates count
/// ranks: any 10 means from 1, any 0 from 0. `None`: there are coordinates, but none of them shows it.
fn convention(text: &str) -> Option<Convention> {
    let (mut base, mut open) = (None, false);
    let (mut vietnamese, mut wxf) = (0, 0);
    scan(text, 1, Style::default(), |_, token| {
        let Token::Move(word) = token else { return };
        let may_be = |request: Option<Request>| request.is_some_and(|request| request.is_possible());
        match (may_be(Request::parse_vietnamese(word)), may_be(Request::parse(word))) {
            (true, false) => vietnamese += 1,
            (false, true) => wxf += 1,
            (true, true) | (false, false) => {}
        }
        for rank in ranks(word) {
            let told = match rank {
                "10" => Some(Convention::RanksFromOne),
                "0" => Some(Convention::RanksFromZero),
                _ => None,
            };
            base = base.or(told);
            open |= told.is_none();
        }
    });
    if vietnamese > wxf {
        return Some(Convention::Vietnamese);
    }
    base.or((!open).then_some(Convention::RanksFromZero))
}

/// The ranks in a move in coordinates or SAN.
fn ranks(word: &str) -> impl Iterator<Item = &str> {
    let is_plain = word.is_ascii() && !word.contains('-') && {
        let letters = word.bytes().filter(u8::is_ascii_alphabetic).count();
        letters == 2 && word.starts_with(|c: char| matches!(c.to_ascii_lowercase(), 'a'..='i'))
    };
    let coordinates = is_plain || without_hyphen(word).is_some();
    let parts = word.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty());
    let san = if coordinates { None } else { san::has_rank(word) };
    parts.take(if coordinates { 2 } else { 0 }).chain(san)
}

/// Coordinates without the hyphen between the squares: `h3-e3`, `H3-E3`.
fn without_hyphen(word: &str) -> Option<String> {
    let is_square = |text: &str| {
        let rank = text.strip_prefix(|c: char| matches!(c.to_ascii_lowercase(), 'a'..='i')).unwrap_or_default();
        (1..=2).contains(&rank.len()) && rank.bytes().all(|byte| byte.is_ascii_digit())
    };
    let (from, to) = word.split_once('-').filter(|(from, to)| is_square(from) && is_square(to))?;
    Some([from, to].concat().to_ascii_lowercase())
}

/// Reads the moves of a game; see [`super::tokens`] for the arguments. If ranks could be counted either way, the way
/// that stays legal longer is chosen.
pub(crate) fn read(start: &Start, text: &str, first_line: u64, style: Style) -> GameRecord {
    let read = |convention| {
        settled(text.len(), |choices, beyond| {
            MoveText::new(start, convention, choices, beyond).read(text, first_line, style)
        })
    };
    if style.digits {
        return read(Convention::RanksFromZero);
    }
    if let Some(convention) = style.convention.or_else(|| convention(text)) {
        return read(convention);
    }
    let zero = read(Convention::RanksFromZero);
    if zero.faults.is_empty() {
        return zero;
    }
    let one = read(Convention::RanksFromOne);
    if one.tree.main_line().count() > zero.tree.main_line().count() { one } else { zero }
}

/// A game that was read as xiangqi because it names none, as another one, with its start: as the one that is preferred
/// if it fits, or as chess if it breaks off and goes further as chess.
pub(crate) fn as_another(
    game: &GameRecord,
    recorders: &Recorders,
    read: impl Fn(&Start) -> GameRecord,
) -> Option<(Start, GameRecord)> {
    let (moves, breaks_off) = (game.tree.moves(), !game.faults.is_empty());
    let read = |kind: RecordedGame| {
        let start = kind.usual_start();
        let other = read(&start);
        (start, other)
    };
    let goes_further = |(_, other): &(Start, GameRecord)| breaks_off && other.tree.moves() > moves;
    let fits = |(_, other): &(Start, GameRecord)| other.faults.is_empty() && other.tree.moves() >= moves;
    let current = recorders.current().map(read).filter(|other| fits(other) || goes_further(other));
    // Chess has to be looked up, which files of xiangqi need not wait for.
    let chess = || if breaks_off { recorders.chess().map(read).filter(goes_further) } else { None };
    current.or_else(chess)
}

/// Maximum number of readings tried for a game with ambiguous words, and of bytes read for them.
const MAX_READINGS: usize = 4_000;
const MAX_READ_BYTES: usize = 32 << 20;

/// The meaning of an ambiguous word that ends its line.
const REFUSED: usize = usize::MAX;

/// What to do with ambiguous words for which no choice is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Beyond {
    First,
    Refuse,
}

/// Chooses the meaning of ambiguous words, one after another, so that the game continues furthest. A word of which
/// several meanings get equally far ends its line. `size` is the length of the text; `read` takes a choice for each
/// ambiguous word and what to do with more of them, and returns how many choices each had.
fn settled(size: usize, read: impl Fn(&[usize], Beyond) -> (GameRecord, Vec<usize>)) -> GameRecord {
    let mut left = MAX_READINGS.min(MAX_READ_BYTES / size.max(1));
    let mut choices = Vec::new();
    loop {
        let (game, options) = read(&choices, Beyond::Refuse);
        let Some(&count) = options.get(choices.len()).filter(|_| left > 0) else { return game };
        let mut reached = Vec::new();
        for choice in 0..count {
            choices.push(choice);
            reached.push(furthest(&read, &choices, &mut left));
            choices.pop();
        }
        let best = reached.iter().flatten().max();
        let is_clear = reached.iter().all(Option::is_some)
            && reached.iter().flatten().filter(|reach| Some(*reach) == best).count() == 1;
        let choice = reached.iter().position(|reach| is_clear && reach.as_ref() == best);
        choices.push(choice.unwrap_or(REFUSED));
    }
}

/// How far a game gets: moves of the main line, then as few faults as possible.
type Reach = (usize, Reverse<usize>);

/// How far a game gets at best after these choices; `None` after the last of the readings `left`.
fn furthest(
    read: &impl Fn(&[usize], Beyond) -> (GameRecord, Vec<usize>),
    fixed: &[usize],
    left: &mut usize,
) -> Option<Reach> {
    let mut choices = fixed.to_vec();
    let mut best: Option<Reach> = None;
    loop {
        *left = left.checked_sub(1)?;
        let (game, options) = read(&choices, Beyond::First);
        best = best.max(Some((game.tree.main_line().count(), Reverse(game.faults.len()))));
        if game.faults.is_empty() {
            return best;
        }
        // The last word with another choice takes it.
        choices.resize(options.len().max(fixed.len()), 0);
        while choices.len() > fixed.len()
            && choices.last() >= options.get(choices.len() - 1).map(|all| all - 1).as_ref()
        {
            choices.pop();
        }
        match choices.get_mut(fixed.len()..).and_then(<[usize]>::last_mut) {
            Some(choice) => *choice += 1,
            None => return best,
        }
    }
}

/// A line from which a variation branched off.
#[derive(Clone, Copy, Debug)]
struct Frame {
    resume: NodeId,
    fresh: bool,
}

#[derive(Debug)]
struct MoveText {
    builder: Builder,
    convention: Convention,
    stack: Vec<Frame>,
    /// Whether the line can no longer be followed, because a move was wrong.
    dead: bool,
    /// Whether no move of the variation has been read yet.
    fresh: bool,
    /// A comment before the first move of a variation.
    pending: String,
    /// Number of open parentheses in skipped text.
    passed_over: u64,
    /// Whether the result has been read; what follows is not part of the game.
    ended: bool,
    /// Words after the result that could be moves; one that must be a move counts as two.
    behind_end: u32,
    /// The meanings to use for ambiguous words, in order.
    choices: Vec<usize>,
    beyond: Beyond,
    /// The number of possible meanings of each of these words.
    options: Vec<usize>,
}

impl MoveText {
    fn new(start: &Start, convention: Convention, choices: &[usize], beyond: Beyond) -> MoveText {
        let builder = Builder::new(start.clone());
        MoveText {
            builder,
            convention,
            stack: Vec::new(),
            dead: false,
            fresh: false,
            pending: String::new(),
            passed_over: 0,
            ended: false,
            behind_end: 0,
            choices: choices.to_vec(),
            beyond,
            options: Vec::new(),
        }
    }

    /// Reads the game. Also returns the number of possible moves for each ambiguous word.
    fn read(mut self, text: &str, first_line: u64, style: Style) -> (GameRecord, Vec<usize>) {
        let mut last = first_line;
        scan(text, first_line, style, |line, token| {
            last = line;
            if self.ended { self.take_behind_end(line, &token) } else { self.take(line, &token) }
        });
        if !self.stack.is_empty() || self.passed_over > 0 {
            self.report(last, "a variation without a closing parenthesis");
        }
        (self.builder.finish(), self.options)
    }

    /// A comment after the result is about the game. Programs append their own lines, too; two words that could be moves
    /// are reported as unread.
    fn take_behind_end(&mut self, line: u64, token: &Token) {
        let word = match token {
            Token::Move(word) => word,
            Token::Comment(_) => return self.take(line, token),
            Token::Open | Token::Close | Token::Mark(_) | Token::Result(_) | Token::BlackMoves | Token::Unclosed => {
                return;
            }
        };
        if !looks_like_move(word) {
            return;
        }
        self.behind_end += if is_sure_move(word) { 2 } else { 1 };
        if self.behind_end >= 2 {
            let what = sentence!("{} after the result", Sentence::quoted(shorten(word)));
            self.builder.record().unread.get_or_insert(Unread { place: Location::Line(line), what });
        }
    }

    fn take(&mut self, line: u64, token: &Token) {
        match token {
            Token::Open => self.open(),
            Token::Close => self.close(),
            Token::Unclosed => self.report(line, "a comment without a closing brace"),
            Token::Result(result) if self.stack.is_empty() && self.passed_over == 0 => {
                self.builder.record().result = *result;
                self.ended = true;
            }
            _ if self.dead => {}
            Token::BlackMoves => {
                if self.stack.is_empty() && self.builder.record().start.is_usual() {
                    self.builder.begin_with(Side::Second);
                }
            }
            Token::Move(word) => self.play(line, word),
            Token::Comment(text) if self.fresh => {
                self.pending.push_str(&unreferenced(text));
                self.pending.push('\n');
            }
            Token::Comment(text) => {
                let at = self.builder.at();
                self.builder.record().tree.add_comment(at, &unreferenced(text));
            }
            Token::Mark(mark) if !self.fresh && self.builder.at() != NodeId::ROOT => {
                let at = self.builder.at();
                self.builder.record().tree.add_mark(at, *mark);
            }
            Token::Mark(_) | Token::Result(_) => {}
        }
    }

    fn report(&mut self, line: u64, what: &'static str) {
        let place = Location::Line(line);
        let in_variation = !self.stack.is_empty();
        self.builder.record().add_fault(GameFault { place, ply: None, in_variation, what: what.into() });
    }

    fn play(&mut self, line: u64, word: &str) {
        match self.played(word) {
            Ok(node) => {
                self.fresh = false;
                let comment = std::mem::take(&mut self.pending);
                self.builder.record().tree.add_comment(node, &comment);
            }
            Err(error) => {
                self.builder.refuse(Location::Line(line), &error);
                self.dead = true;
            }
        }
    }

    /// Plays a word; if it is ambiguous, with the chosen meaning.
    fn played(&mut self, word: &str) -> Result<NodeId, MoveError> {
        // With a hyphen, ranks from 0 are meant elsewhere.
        let is_from_one =
            self.convention == Convention::RanksFromOne && self.builder.record().start.xiangqi().is_some();
        let plain = without_hyphen(word).filter(|_| is_from_one);
        let word = plain.as_deref().unwrap_or(word);
        let error = match self.builder.play_text(word, self.convention) {
            Ok(node) => return Ok(node),
            Err(error) => error,
        };
        let readings = self.builder.board().map(|board| board.readings(word, self.convention)).unwrap_or_default();
        if readings.len() < 2 {
            return Err(error);
        }
        let number = self.options.len();
        self.options.push(readings.len());
        let more = if self.beyond == Beyond::First { 0 } else { REFUSED };
        let choice = self.choices.get(number).copied().unwrap_or(more);
        readings.get(choice).map_or(Err(error), |&mv| self.builder.play(mv))
    }

    fn open(&mut self) {
        let at = self.builder.at();
        // A variation on a missing move is skipped with all its contents.
        if self.dead {
            self.passed_over += 1;
            return;
        }
        self.stack.push(Frame { resume: at, fresh: self.fresh });
        // A variation replaces the move before it; without one, it belongs nowhere.
        if at == NodeId::ROOT || self.fresh {
            self.dead = true;
            return;
        }
        let parent = self.builder.record().tree.parent(at);
        self.builder.go_to(parent);
        self.fresh = true;
    }

    fn close(&mut self) {
        if self.passed_over > 0 {
            self.passed_over -= 1;
            return;
        }
        let Some(frame) = self.stack.pop() else { return };
        self.pending.clear();
        self.builder.go_to(frame.resume);
        (self.dead, self.fresh) = (false, frame.fresh);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use meihua_contracts::text::Notation;

    fn game(text: &str) -> GameRecord {
        read(&Start::default(), text, 1, Style::default())
    }

    #[test]
    fn variations_comments_and_marks() {
        let game = game("{intro} 1. 炮二平五! (1. 兵七进一 {why} 卒７进１ (1... 马８进７)) {main} 马８进７ 1-0 advert");
        assert!(game.faults.is_empty(), "{:?}", game.faults);
        assert_eq!(game.main_line(Notation::Wire), ["h2e2", "h9g7"]);
        let tree = &game.tree;
        assert_eq!((tree.moves(), tree.variations(), tree.comments(), tree.comment(NodeId::ROOT)), (5, 2, 3, "intro"));
        let first = tree.first_child(NodeId::ROOT).unwrap();
        assert_eq!((tree.marks(first), tree.comment(first)), (&[1][..], "main"));
        assert_eq!(game.result.word(), "1-0");
    }

    #[test]
    fn a_bad_move_ends_its_line_alone() {
        let found = game("1. h2e2 (1. h2h9 x) (1. b2b9) h9g7 2. h2e2 h9g7 3. c3c4");
        assert_eq!(found.main_line(Notation::Wire), ["h2e2", "h9g7"]);
        let faults: Vec<String> = found.faults.iter().map(ToString::to_string).collect();
        assert!(faults[0].starts_with("line 1: ply 1 of a variation") || faults.len() == 2, "{faults:?}");
        assert!(faults.last().unwrap().contains("ply 3 of the game: \"h2e2\" is not a legal move"), "{faults:?}");
    }

    #[test]
    fn a_comment_after_the_result_belongs_to_the_last_move() {
        let found = game("1. h2e2 (1. b2e2) h9g7 1-0 {on time} advert\n; by a program\n");
        let last = found.tree.main_line().last().unwrap();
        assert_eq!((found.tree.comment(last), found.tree.moves()), ("on time\nby a program", 3));
        assert!(found.faults.is_empty() && found.unread.is_none());
    }

    #[test]
    fn ranks_from_zero_or_one() {
        assert_eq!(game("h3e3 h10g8").main_line(Notation::Wire), ["h2e2", "h9g7"]);
        assert_eq!(game("h2e2 h9g7").main_line(Notation::Wire), ["h2e2", "h9g7"]);
        assert_eq!(game("h3e3 h8e8").main_line(Notation::Wire), ["h2e2", "h7e7"]);
        for text in ["h3-e3 h10-g8", "H3-E3 h8-e8 h1-g3", "H2-E2 H9-G7", "h2-e2 H7-E7"] {
            let found = game(text);
            assert!(found.faults.is_empty() && found.main_line(Notation::Wire)[0] == "h2e2", "{:?}", found.faults);
        }
        assert_eq!(game("Che3 Hg8").main_line(Notation::Wire), ["h2e2", "h9g7"]);
        assert_eq!(game("Che2 Hg7").main_line(Notation::Wire), ["h2e2", "h9g7"]);
    }

    #[test]
    fn unbalanced_brackets_do_no_harm() {
        assert_eq!(game(") ( h2e2 ) h2e2 (((( h2e2 ) h9g7").main_line(Notation::Wire), ["h2e2"]);
        assert_eq!(game("h2e2 {open").main_line(Notation::Wire), ["h2e2"]);
    }
}
