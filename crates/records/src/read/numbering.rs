//! Move numbers and tables as people write them: `第1回合`, `①`, `(1)`, `1)`, `1:`, columns between bars. Lists are
//! read after their numbers have become `1.` and their bars blanks.

use super::head;
use super::tokens::{self, is_blank};
use std::borrow::Cow;

/// The signs between the columns of a table.
pub(super) const BARS: [char; 7] = ['|', '｜', '│', '┃', '║', '¦', '‖'];

/// Rows of single characters that are numbers, each with the number of its first character.
const NUMBER_SIGNS: [(char, char, u32); 5] =
    [('①', '⑳', 1), ('㉑', '㉟', 21), ('㊱', '㊿', 36), ('⑴', '⒇', 1), ('⒈', '⒛', 1)];

/// Words after 第 and a number that make it a move number.
const UNITS: [&str; 7] = ["回合", "囘合", "合", "着", "著", "步", "手"];

/// The largest move number: a longer number alone on a line is something else, such as a year.
pub(super) const MAX_NUMBER: u32 = 999;

/// A line of moves with its numbers as `1.`, and without bars.
pub(super) fn plain(line: &str) -> Cow<'_, str> {
    if line.contains(BARS) { Cow::Owned(row(line)) } else { with_plain_numbers(line) }
}

/// The row of a table. A cell that is neither a number nor moves is a comment; an empty one between the number and a
/// move is in the place of Red's move.
fn row(line: &str) -> String {
    let cells: Vec<&str> = line.trim_matches(BARS).split(BARS).map(str::trim).collect();
    let mut text = String::new();
    for (index, cell) in cells.iter().enumerate() {
        let plain = with_plain_numbers(cell);
        let is_moves = head::has_moves(&plain) || plain.chars().all(|c| tokens::is_dot(c) || is_blank(c));
        let before = index.checked_sub(1).and_then(|before| cells.get(before));
        let is_red = before.is_some_and(|cell| tokens::number_alone(&with_plain_numbers(cell)).is_some());
        if cell.is_empty() || head::is_rule(cell) || matches!(*cell, "-" | "--" | "—" | "——") {
            text +=
                if is_red && cells.get(index + 1).is_some_and(|next| head::has_moves(next)) { "…… " } else { "" };
        } else if let Some((number, is_black)) = tokens::number_alone(&plain) {
            text += &format!("{number}.{} ", if is_black { ".." } else { "" });
        } else if is_moves {
            text += &format!("{plain} ");
        } else {
            text += &format!("{{{cell}}} ");
        }
    }
    text
}

fn with_plain_numbers(line: &str) -> Cow<'_, str> {
    let mut found: Option<String> = None;
    let mut at = 0;
    let first = line.find(|c| !is_blank(c));
    for (index, _) in line.char_indices() {
        if index < at {
            continue;
        }
        if let Some((number, length)) = number(&line[index..], first == Some(index)) {
            let text = found.get_or_insert_default();
            *text += &line[at..index];
            *text += &format!(" {number}. ");
            at = index + length;
        }
    }
    found.map_or(Cow::Borrowed(line), |text| Cow::Owned(text + &line[at..]))
}

/// The number that begins a text, and the length of its spelling. Some forms are numbers only at the beginning of a
/// line.
fn number(text: &str, is_first: bool) -> Option<(u32, usize)> {
    let first = text.chars().next()?;
    if let Some((start, _, number)) = NUMBER_SIGNS.iter().find(|(start, end, _)| (*start..=*end).contains(&first)) {
        return Some((number + first as u32 - *start as u32, first.len_utf8()));
    }
    if let Some(rest) = text.strip_prefix('第') {
        let (number, rest) = value(rest.trim_start())?;
        let rest = rest.trim_start();
        let rest = UNITS.iter().find_map(|unit| rest.strip_prefix(unit))?;
        // Several dots are in the place of Red's move.
        let sign = rest.strip_prefix([':', '：', '、', '.', '．']).filter(|rest| !rest.starts_with(tokens::is_dot));
        let rest = sign.unwrap_or_else(|| rest.trim_start_matches([':', '：', '、']));
        return Some((number, text.len() - rest.len()));
    }
    let closing = match first {
        '(' | '（' => [')', '）'],
        '[' | '【' => [']', '】'],
        _ if is_first => {
            let (number, rest) = value(text).filter(|_| tokens::is_digit(first))?;
            let rest = rest.strip_prefix([')', '）', ':', '：', ']'])?;
            return Some((number, text.len() - rest.len()));
        }
        _ => return None,
    };
    let (number, rest) = value(&text[first.len_utf8()..])?;
    Some((number, text.len() - rest.strip_prefix(closing)?.len()))
}

/// The number, from 1 to [`MAX_NUMBER`], in digits or Chinese numerals that begins a text, and what follows it.
fn value(text: &str) -> Option<(u32, &str)> {
    let end = text.find(|c| numeral(c).is_none()).unwrap_or(text.len());
    let (numerals, rest) = text.split_at(end);
    // The digit before 十 or 百 counts tens or hundreds; digits alone are places.
    let (mut sum, mut digits) = (0_u32, None);
    for numeral in numerals.chars().take(7).filter_map(numeral) {
        match numeral {
            10 | 100 => sum += digits.take().unwrap_or(1) * numeral,
            digit => digits = Some(digits.unwrap_or(0) * 10 + digit),
        }
    }
    let number = sum + digits.unwrap_or(0);
    (1..=MAX_NUMBER).contains(&number).then_some((number, rest))
}

fn numeral(c: char) -> Option<u32> {
    Some(match c {
        '十' => 10,
        '百' => 100,
        '〇' | '零' => 0,
        _ => {
            let row = ["0123456789", "０１２３４５６７８９", "零一二三四五六七八九"];
            row.iter().find_map(|row| row.chars().position(|digit| digit == c))? as u32
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_every_hand_become_plain() {
        for (line, expected) in [
            ("①炮二平五 马8进7 ②马二进三", " 1. 炮二平五 马8进7  2. 马二进三"),
            ("㉑车一平二 ㊱车二进六", " 21. 车一平二  36. 车二进六"),
            ("第1回合：炮二平五 马8进7", " 1. 炮二平五 马8进7"),
            ("第1回合：…… 马8进7", " 1. …… 马8进7"),
            ("第二十三回合 炮二平五", " 23.  炮二平五"),
            ("第一百零二着", " 102. "),
            ("(1) 炮二平五 (2) 马二进三", " 1.  炮二平五  2.  马二进三"),
            ("1) h2e2", " 1.  h2e2"),
            ("12：h2e2", " 12. h2e2"),
            ("h2e2 1) h9g7", "h2e2 1) h9g7"),
            ("1. h2e2 (2 b2e2)", "1. h2e2 (2 b2e2)"),
            ("第一步炮", " 1. 炮"),
            ("第五届", "第五届"),
        ] {
            assert_eq!(plain(line), expected);
        }
    }

    #[test]
    fn rows_of_tables() {
        for (line, expected) in [
            ("| 1 | 炮二平五 | 马８进７ |", "1. 炮二平五 马８进７ "),
            ("1│炮二平五│马８进７│布局常见", "1. 炮二平五 马８进７ {布局常见} "),
            ("| 2 | | 马８进７ |", "2. …… 马８进７ "),
            ("| ③ | 车一平二 | -- |", "3. 车一平二 "),
        ] {
            assert_eq!(plain(line), expected);
        }
    }
}
