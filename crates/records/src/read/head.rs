//! The header of a game in text written by people or programs: `红方：甲`, `对局结果：红胜`, `Date: 2001`.

use super::numbering::BARS;
use super::tokens::{self, Style, Token};
use std::borrow::Cow;

/// What a name at the beginning of a line means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Field {
    /// A tag.
    Tag(&'static str),
    Result,
}

/// Names and their meaning, simplified and traditional. A word may precede a name to say what it is about (`比赛日期`), and
/// another may follow it (`红方姓名`).
const NAMES: [(&str, Field); 57] = [
    ("红方", Field::Tag("Red")),
    ("紅方", Field::Tag("Red")),
    ("红棋", Field::Tag("Red")),
    ("紅棋", Field::Tag("Red")),
    ("先手", Field::Tag("Red")),
    ("先手方", Field::Tag("Red")),
    ("red", Field::Tag("Red")),
    ("黑方", Field::Tag("Black")),
    ("黑棋", Field::Tag("Black")),
    ("后手", Field::Tag("Black")),
    ("後手", Field::Tag("Black")),
    ("后手方", Field::Tag("Black")),
    ("後手方", Field::Tag("Black")),
    ("black", Field::Tag("Black")),
    ("红方单位", Field::Tag("RedTeam")),
    ("紅方單位", Field::Tag("RedTeam")),
    ("红方团体", Field::Tag("RedTeam")),
    ("红方等级分", Field::Tag("RedElo")),
    ("黑方单位", Field::Tag("BlackTeam")),
    ("黑方單位", Field::Tag("BlackTeam")),
    ("黑方团体", Field::Tag("BlackTeam")),
    ("黑方等级分", Field::Tag("BlackElo")),
    ("结果", Field::Result),
    ("結果", Field::Result),
    ("胜负", Field::Result),
    ("勝負", Field::Result),
    ("result", Field::Result),
    ("赛事", Field::Tag("Event")),
    ("賽事", Field::Tag("Event")),
    ("比赛", Field::Tag("Event")),
    ("比賽", Field::Tag("Event")),
    ("event", Field::Tag("Event")),
    ("地点", Field::Tag("Site")),
    ("地點", Field::Tag("Site")),
    ("site", Field::Tag("Site")),
    ("日期", Field::Tag("Date")),
    ("时间", Field::Tag("Date")),
    ("時間", Field::Tag("Date")),
    ("date", Field::Tag("Date")),
    ("轮次", Field::Tag("Round")),
    ("輪次", Field::Tag("Round")),
    ("round", Field::Tag("Round")),
    ("标题", Field::Tag("Title")),
    ("標題", Field::Tag("Title")),
    ("题目", Field::Tag("Title")),
    ("局名", Field::Tag("Title")),
    ("title", Field::Tag("Title")),
    ("评注", Field::Tag("Annotator")),
    ("評註", Field::Tag("Annotator")),
    ("讲评", Field::Tag("Annotator")),
    ("作者", Field::Tag("Author")),
    ("author", Field::Tag("Author")),
    ("开局", Field::Tag("Opening")),
    ("開局", Field::Tag("Opening")),
    ("布局", Field::Tag("Opening")),
    ("佈局", Field::Tag("Opening")),
    ("时限", Field::Tag("TimeControl")),
];

/// Words before and after a name that add no meaning.
const BEFORE: [&str; 8] = ["对局", "對局", "棋局", "比赛", "比賽", "棋谱", "棋譜", "赛事"];
const BEHIND: [&str; 6] = ["名称", "名稱", "姓名", "名字", "棋手", "者"];

fn field(name: &str) -> Option<Field> {
    let name = name.trim().trim_start_matches(['【', '[', '*', '#']).trim_end_matches(['】', ']']).to_lowercase();
    let known = |name: &str| NAMES.iter().find(|(known, _)| *known == name).map(|(_, field)| *field);
    let before = BEFORE.iter().filter_map(|word| name.strip_prefix(word));
    let behind = BEHIND.iter().filter_map(|word| name.strip_suffix(word));
    known(&name).or_else(|| before.chain(behind).find_map(known))
}

/// The fields of a line with their values, if it begins with one: `红方：甲 黑方：乙`.
pub(crate) fn fields(line: &str) -> Option<Vec<(Field, String)>> {
    let mut found: Vec<(Field, String)> = Vec::new();
    for word in line.split_whitespace() {
        let named = word.split_once(['：', ':']).and_then(|(name, value)| Some((field(name)?, value)));
        match (named, found.last_mut()) {
            (Some((field, value)), _) => found.push((field, value.to_owned())),
            (None, Some((_, value))) => {
                value.push_str(if value.is_empty() { "" } else { " " });
                value.push_str(word);
            }
            // The colon may be separated by a space: `红方 ：甲`.
            (None, None) => return alone(line).map(|field| vec![field]),
        }
    }
    (!found.is_empty()).then_some(found)
}

fn alone(line: &str) -> Option<(Field, String)> {
    let (name, value) = line.split_once(['：', ':'])?;
    Some((field(name)?, value.trim().to_owned()))
}

/// A line of moves without the sides that are named before them: `红：炮二平五 黑：马8进7`.
pub(super) fn without_sides(line: &str) -> Cow<'_, str> {
    const SHORT: [&str; 3] = ["红", "紅", "黑"];
    let is_end = |c: char| c.is_whitespace() || "，,；;。、".contains(c);
    let mut rest = line;
    let mut moves = String::new();
    for (index, colon) in line.match_indices(['：', ':']) {
        let before = line[line.len() - rest.len()..index].trim_end();
        let name = before.rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
        let is_side = SHORT.contains(&name) || matches!(field(name), Some(Field::Tag("Red" | "Black")));
        let after = &line[index + colon.len()..];
        if is_side && after.trim_start().split(is_end).next().is_some_and(tokens::is_sure_move) {
            moves = moves + &before[..before.len() - name.len()] + " ";
            rest = after;
        }
    }
    if rest.len() == line.len() { Cow::Borrowed(line) } else { Cow::Owned(moves + rest) }
}

/// Whether a line is just a rule: `------`, `＝＝＝`, `***`, `|---|:-:|`.
pub(crate) fn is_rule(line: &str) -> bool {
    let is_part = |c: char| c.is_whitespace() || BARS.contains(&c) || "-－—─━═=＝*＊_＿~～#+:┌┬┐├┼┤└┴┘".contains(c);
    (line.chars().count() > 2 || line.contains(BARS)) && line.chars().all(is_part)
}

/// Whether a line consists of the headings of columns: `回合 红方 黑方`, `| # | Red | Black |`.
pub(crate) fn is_headings(line: &str) -> bool {
    const HEADINGS: [&str; 34] = [
        "回合", "序号", "序", "着数", "步数", "手数", "红方", "红棋", "红", "紅方", "紅棋", "紅", "黑方", "黑棋", "黑",
        "先手", "后手", "後手", "着法", "走法", "备注", "備註", "注释", "評註", "no", "no.", "#", "move", "moves",
        "red", "black", "white", "comment", "notes",
    ];
    let cells = line.split(|c: char| c.is_whitespace() || BARS.contains(&c)).filter(|cell| !cell.is_empty());
    let (known, all) = cells.fold((0, 0), |(known, all), cell| {
        (known + usize::from(HEADINGS.contains(&cell.to_lowercase().as_str())), all + 1)
    });
    all > 1 && known == all
}

/// Whether a word of the line could be a move, or a result stands alone. With other words it is part of a title
/// (`甲 先和 乙`, `甲 vs 乙 1-0`).
pub(crate) fn has_moves(line: &str) -> bool {
    let style = Style { list: true, ..Style::default() };
    let (mut has_word, mut has_move, mut has_result) = (false, false, false);
    tokens::scan(line, 1, style, |_, token| match token {
        Token::Result(_) => has_result = true,
        Token::Move(word) => {
            has_move |= tokens::looks_like_move(word);
            has_word = true;
        }
        Token::Comment(_) | Token::Open | Token::Close | Token::Mark(_) | Token::BlackMoves | Token::Unclosed => {}
    });
    has_move || has_result && !has_word
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_before_their_moves() {
        for (line, expected) in [
            ("红：炮二平五", " 炮二平五"),
            ("第1回合 红方: 炮二平五，黑方：马8进7", "第1回合   炮二平五， 马8进7"),
            ("1. Red: h2e2 Black: h9g7", "1.   h2e2   h9g7"),
            ("红方：甲 黑方：乙", "红方：甲 黑方：乙"),
            ("注红：炮二平五", "注红：炮二平五"),
        ] {
            assert_eq!(without_sides(line), expected);
        }
    }

    #[test]
    fn names_in_many_hands() {
        let one = |line: &str| fields(line).map(|found| format!("{found:?}"));
        let tag = |name: &'static str, value: &str| Some(format!("{:?}", [(Field::Tag(name), value.to_owned())]));
        assert_eq!(one("红方名称：甲"), tag("Red", "甲"));
        assert_eq!(one("紅方: 許銀川"), tag("Red", "許銀川"));
        assert_eq!(one("黑方 ： 乙 丙"), tag("Black", "乙 丙"));
        assert_eq!(one("赛事名称：五羊杯"), tag("Event", "五羊杯"));
        assert_eq!(one("比赛日期：2001-1-1"), tag("Date", "2001-1-1"));
        assert_eq!(one("棋局标题:测试"), tag("Title", "测试"));
        assert_eq!(one("Date: 2001"), tag("Date", "2001"));
        assert_eq!(one("对局结果：红胜"), Some(format!("{:?}", [(Field::Result, "红胜".to_owned())])));
        assert_eq!(fields("红方：甲　黑方：乙　结果：和").unwrap().len(), 3);
        for line in ["中国象棋对局记录", "1. 炮二平五", "注：红方", "", "http://x"] {
            assert_eq!(one(line), None, "{line}");
        }
        assert!(["-----", "＝＝＝＝", "|---|:-:|", "├──┼──┤", "|"].into_iter().all(is_rule));
        assert!(!is_rule("--") && !is_rule("- a -"));
        assert!(is_headings("| # | Red | Black |") && is_headings("回合　红方　黑方"));
        assert!(!is_headings("红方") && !is_headings("红方 甲"));
    }
}
