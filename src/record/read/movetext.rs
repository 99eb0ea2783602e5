//! Moves as text: what PGN calls movetext, and lists of moves.
//!
//! Numbers in any shape (`1.`, `12...`, glued to the move), comments in braces or to the end of the line, variations in
//! brackets to any depth, marks (`$1`, `!?`), a result; moves in any notation, Chinese ones with nothing between them
//! too.

use super::super::board::RankBase;
use super::super::builder::Builder;
use super::super::error::Place;
use super::super::game_record::{GameRecord, Start};
use super::super::result::GameResult;
use super::super::tree::NodeId;
use crate::games::xiangqi::notation::san;

/// A word of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token<'a> {
    /// `{…}` or `;…`.
    Comment(&'a str),
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// A mark.
    Mark(u8),
    /// A result.
    Result(GameResult),
    /// Anything else: a move, if it is right.
    Move(&'a str),
}

/// Marks that are words of their own.
const MARKS: [(&str, u8); 18] = [
    ("!", 1),
    ("！", 1),
    ("?", 2),
    ("？", 2),
    ("!!", 3),
    ("??", 4),
    ("!?", 5),
    ("?!", 6),
    ("□", 7),
    ("=", 10),
    ("∞", 13),
    ("⩲", 14),
    ("⩱", 15),
    ("±", 16),
    ("∓", 17),
    ("+-", 18),
    ("-+", 19),
    ("N", 146),
];

/// Splits a text into tokens with the number of their line; `first_line` is that of the first one. `digits` states that
/// a bare number is a move (four in a row) and not the number of one.
pub fn tokens(text: &str, first_line: u64, digits: bool) -> Vec<(u64, Token<'_>)> {
    let mut found = Vec::new();
    scan(text, first_line, digits, |line, token| found.push((line, token)));
    found
}

/// Whether a move of a text drops a piece, as in four in a row (`P@d1`); what comments say does not count.
pub fn has_drop(text: &str) -> bool {
    let mut found = false;
    if text.contains("P@") {
        scan(text, 1, false, |_, token| found |= matches!(token, Token::Move(word) if word.starts_with("P@")));
    }
    found
}

/// Gives out the tokens of a text one by one: a hostile one may have millions.
fn scan<'a>(text: &'a str, first_line: u64, digits: bool, mut give: impl FnMut(u64, Token<'a>)) {
    let (mut rest, mut line, mut line_start) = (text, first_line, true);
    while let Some(c) = rest.chars().next() {
        let before = rest;
        match c {
            '{' => {
                let end = rest.find('}').unwrap_or(rest.len());
                give(line, Token::Comment(&rest[1..end]));
                rest = rest.get(end + 1..).unwrap_or_default();
            }
            ';' | '%' if c == ';' || line_start => {
                let end = rest.find('\n').unwrap_or(rest.len());
                if c == ';' {
                    give(line, Token::Comment(&rest[1..end]));
                }
                rest = &rest[end..];
            }
            '(' | '（' | ')' | '）' => {
                give(line, if matches!(c, '(' | '（') { Token::Open } else { Token::Close });
                rest = &rest[c.len_utf8()..];
            }
            c if is_blank(c) => rest = &rest[c.len_utf8()..],
            _ => {
                let stops = |c: char| is_blank(c) || matches!(c, '{' | ';' | '(' | '（' | ')' | '）');
                let (word, after) = rest.split_at(rest.find(stops).unwrap_or(rest.len()).max(c.len_utf8()));
                word_tokens(word, digits, |token| give(line, token));
                rest = after;
            }
        }
        let passed = &before[..before.len() - rest.len()];
        line += passed.bytes().filter(|&byte| byte == b'\n').count() as u64;
        line_start = passed.ends_with('\n');
    }
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | '，' | '、' | '\u{feff}' | '\0')
}

/// What a word between blanks means: a result, a number with or without a move, moves, marks behind them.
fn word_tokens<'a>(word: &'a str, digits: bool, mut push: impl FnMut(Token<'a>)) {
    if let Some(result) = GameResult::parse(word) {
        return push(Token::Result(result));
    }
    if let Some(number) = word.strip_prefix('$') {
        let mark = number.parse().ok();
        return push(mark.map_or(Token::Move(word), Token::Mark));
    }
    if let Some((_, mark)) = MARKS.iter().find(|(text, _)| *text == word) {
        return push(Token::Mark(*mark));
    }
    let word = without_number(word, digits);
    let bare = word.trim_end_matches(['!', '?', '！', '？']);
    let suffix = &word[bare.len()..];
    if !bare.is_empty() {
        split_glued(bare, &mut push);
    }
    if !suffix.is_empty() {
        let suffix = suffix.replace('！', "!").replace('？', "?");
        MARKS.iter().filter(|(text, _)| *text == suffix).for_each(|(_, mark)| push(Token::Mark(*mark)));
    }
}

/// A word without the number of the move before it.
fn without_number(word: &str, digits: bool) -> &str {
    if is_tandem(word) {
        return word;
    }
    let is_dot = |c: char| matches!(c, '.' | '．' | '。' | '…' | '·');
    let is_digit = |c: char| c.is_ascii_digit() || ('０'..='９').contains(&c);
    let rest = word.trim_start_matches(is_digit);
    let after = rest.trim_start_matches(is_dot);
    let (has_digits, has_dots) = (rest.len() < word.len(), after.len() < rest.len());
    // `1炮二平五`, the dot forgotten.
    let forgotten = has_digits && rest.chars().count() == 4 && is_action(rest.chars().nth(2));
    match (has_digits, has_dots) {
        (_, true) => after,
        (true, false) if rest.is_empty() => {
            if digits {
                word
            } else {
                ""
            }
        }
        (true, false) if forgotten => rest,
        _ => word,
    }
}

/// `25.6`: the second pawn on file 5 goes sideways to file 6. It looks like a move number.
fn is_tandem(word: &str) -> bool {
    let digit = |byte: u8, most: u8| (b'1'..=most).contains(&byte);
    match word.as_bytes() {
        &[order, file, sign, number] => {
            digit(order, b'5') && digit(file, b'9') && matches!(sign, b'+' | b'-' | b'=' | b'.') && digit(number, b'9')
        }
        _ => false,
    }
}

fn is_action(c: Option<char>) -> bool {
    matches!(c, Some('进' | '進' | '退' | '平'))
}

/// Moves of four characters with nothing between them: every third one of four is the direction.
fn split_glued<'a>(word: &'a str, push: &mut impl FnMut(Token<'a>)) {
    let starts: Vec<usize> = word.char_indices().map(|(index, _)| index).chain([word.len()]).collect();
    let count = starts.len() - 1;
    let glued = count >= 8 && count.is_multiple_of(4) && word.chars().skip(2).step_by(4).all(|c| is_action(Some(c)));
    if !glued {
        return push(Token::Move(word));
    }
    starts.windows(5).step_by(4).for_each(|five| push(Token::Move(&word[five[0]..five[4]])));
}

/// How the coordinates of a game count their ranks: any 10 means from 1, any 0 from 0. `None`: there are coordinates,
/// and none of them shows it.
fn rank_base(text: &str) -> Option<RankBase> {
    let (mut base, mut open) = (None, false);
    scan(text, 1, false, |_, token| {
        let Token::Move(word) = token else { return };
        for rank in ranks(word) {
            let told = match rank {
                "10" => Some(RankBase::One),
                "0" => Some(RankBase::Zero),
                _ => None,
            };
            base = base.or(told);
            open |= told.is_none();
        }
    });
    base.or((!open).then_some(RankBase::Zero))
}

/// The ranks in a move by coordinates or in SAN; ICCS always counts from 0 and says nothing.
fn ranks(word: &str) -> impl Iterator<Item = &str> {
    let coordinates = word.is_ascii() && !word.contains('-') && {
        let letters = word.bytes().filter(u8::is_ascii_alphabetic).count();
        letters == 2 && word.starts_with(|c: char| matches!(c.to_ascii_lowercase(), 'a'..='i'))
    };
    let parts = word.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty());
    let san = if coordinates { None } else { san::has_rank(word) };
    parts.take(if coordinates { 2 } else { 0 }).chain(san)
}

/// Reads the moves of a game; see [`tokens`] for the arguments. Where the ranks could be meant either way, the way that
/// stays legal longer is right.
pub fn read(start: &Start, text: &str, first_line: u64, digits: bool) -> GameRecord {
    let read = |base| MoveText::new(start, base).read(text, first_line, digits);
    if digits {
        return read(RankBase::Zero);
    }
    if let Some(base) = rank_base(text) {
        return read(base);
    }
    let zero = read(RankBase::Zero);
    if zero.faults.is_empty() {
        return zero;
    }
    let one = read(RankBase::One);
    if one.tree.main_line().count() > zero.tree.main_line().count() { one } else { zero }
}

/// A line that a variation left.
#[derive(Clone, Copy, Debug)]
struct Frame {
    resume: NodeId,
    fresh: bool,
}

#[derive(Debug)]
struct MoveText {
    builder: Builder,
    base: RankBase,
    stack: Vec<Frame>,
    /// The line cannot be followed any more: a move of it was wrong.
    dead: bool,
    /// No move of the variation has been read.
    fresh: bool,
    /// A comment before the first move of a variation.
    pending: String,
    /// Brackets that are open in what is passed over.
    passed_over: u64,
    /// The result has been read; what follows is no part of the game.
    ended: bool,
}

impl MoveText {
    fn new(start: &Start, base: RankBase) -> MoveText {
        let builder = Builder::new(start.clone());
        MoveText {
            builder,
            base,
            stack: Vec::new(),
            dead: false,
            fresh: false,
            pending: String::new(),
            passed_over: 0,
            ended: false,
        }
    }

    fn read(mut self, text: &str, first_line: u64, digits: bool) -> GameRecord {
        scan(text, first_line, digits, |line, token| {
            if !self.ended {
                self.take(line, &token);
            }
        });
        self.builder.finish()
    }

    fn take(&mut self, line: u64, token: &Token) {
        match token {
            Token::Open => self.open(),
            Token::Close => self.close(),
            Token::Result(result) if self.stack.is_empty() && self.passed_over == 0 => {
                self.builder.record().result = *result;
                self.ended = true;
            }
            _ if self.dead => {}
            Token::Move(word) => self.play(line, word),
            Token::Comment(text) if self.fresh => {
                self.pending.push_str(text);
                self.pending.push('\n');
            }
            Token::Comment(text) => {
                let at = self.builder.at();
                self.builder.record().tree.add_comment(at, text);
            }
            Token::Mark(mark) if !self.fresh && self.builder.at() != NodeId::ROOT => {
                let at = self.builder.at();
                self.builder.record().tree.add_mark(at, *mark);
            }
            Token::Mark(_) | Token::Result(_) => {}
        }
    }

    fn play(&mut self, line: u64, word: &str) {
        match self.builder.play_text(word, self.base) {
            Ok(node) => {
                self.fresh = false;
                let comment = std::mem::take(&mut self.pending);
                self.builder.record().tree.add_comment(node, &comment);
            }
            Err(error) => {
                self.builder.refuse(Place::Line(line), &error);
                self.dead = true;
            }
        }
    }

    fn open(&mut self) {
        let at = self.builder.at();
        // A variation of a move that is missing is passed over, with all that is in it.
        if self.dead {
            self.passed_over += 1;
            return;
        }
        self.stack.push(Frame { resume: at, fresh: self.fresh });
        // A variation replaces the move before it; where there is none, it belongs nowhere.
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
    use crate::text::Notation;

    fn words(text: &str) -> Vec<String> {
        let moves = tokens(text, 1, false).into_iter();
        moves
            .map(|(_, token)| if let Token::Move(word) = token { word.to_owned() } else { format!("{token:?}") })
            .collect()
    }

    #[test]
    fn a_drop_in_a_comment_makes_no_game_of_drops() {
        assert!(["1. P@d1 P@d2", "P@d1", "{P@} 1.P@d1", "1. ( P@d1 )", "1. d1 ; no\n(P@a1)"].into_iter().all(has_drop));
        assert!(
            ["{P@} *", "1. h2e2 {a {P@d1} h9g7", "; P@d1\n*", "CP@", "{P@d1"].into_iter().all(|text| !has_drop(text))
        );
    }

    fn game(text: &str) -> GameRecord {
        read(&Start::default(), text, 1, false)
    }

    #[test]
    fn numbers_of_every_shape() {
        assert_eq!(
            words("1. C2=5 2... H8+7 12.R1.2 3．P3+1 4…h2e2 7 ... …… 25.6"),
            ["C2=5", "H8+7", "R1.2", "P3+1", "h2e2", "25.6"]
        );
        assert_eq!(words("1.炮二平五马８进７ 2马二进三，车９平８"), ["炮二平五", "马８进７", "马二进三", "车９平８"]);
        assert_eq!(words("a! b?? $5 红胜"), ["a", "Mark(1)", "b", "Mark(4)", "Mark(5)", "Result(Win(First))"]);
        assert_eq!(tokens("4 4", 1, true).len(), 2);
    }

    #[test]
    fn lines_are_counted() {
        let found = tokens("a\n{x\ny} b ;c\n% d\ne", 5, false);
        let lines: Vec<u64> = found.iter().map(|(line, _)| *line).collect();
        assert_eq!((lines, found.len()), (vec![5, 6, 7, 7, 9], 5));
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
        assert!(faults.last().unwrap().contains("ply 3 of the game: illegal move \"h2e2\""), "{faults:?}");
    }

    #[test]
    fn ranks_from_zero_or_one() {
        assert_eq!(game("h3e3 h10g8").main_line(Notation::Wire), ["h2e2", "h9g7"]);
        assert_eq!(game("h2e2 h9g7").main_line(Notation::Wire), ["h2e2", "h9g7"]);
        assert_eq!(game("h3e3 h8e8").main_line(Notation::Wire), ["h2e2", "h7e7"]);
        assert_eq!(game("Che3 Hg8").main_line(Notation::Wire), ["h2e2", "h9g7"]);
        assert_eq!(game("Che2 Hg7").main_line(Notation::Wire), ["h2e2", "h9g7"]);
    }

    #[test]
    fn unbalanced_brackets_do_no_harm() {
        assert_eq!(game(") ( h2e2 ) h2e2 (((( h2e2 ) h9g7").main_line(Notation::Wire), ["h2e2"]);
        assert_eq!(game("h2e2 {open").main_line(Notation::Wire), ["h2e2"]);
    }
}
