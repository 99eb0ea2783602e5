//! The players in a game's title: `甲 先胜 乙`, `甲(红先和)乙`, `甲 VS 乙`.

use super::result::GameResult;

/// Words between two players, Red first. They say who begins, so they cannot mean anything else.
const BETWEEN: [&str; 11] =
    ["红先胜", "红先负", "红先和", "紅先勝", "紅先負", "紅先和", "先胜", "先负", "先和", "先勝", "先負"];

/// Words between two players if surrounded by spaces.
const WITH_BLANKS: [&str; 10] = [" VS ", " vs ", " Vs ", " 对 ", " 對 ", " 和 ", " 胜 ", " 勝 ", " 负 ", " 負 "];

/// Words of titles about endings.
const PIECES: &str = "车車马馬炮兵卒相象仕士帅帥将將";

/// Maximum length of a name, in characters.
const MAX_NAME: usize = 16;

/// A title without the result that ends it, and the result: `甲 vs 乙 1-0`.
pub(crate) fn split_result(title: &str) -> (&str, GameResult) {
    let split = title.trim_end().rsplit_once(char::is_whitespace);
    let split = split.and_then(|(rest, word)| Some((rest, GameResult::parse(word)?)));
    split.unwrap_or((title, GameResult::Unknown))
}

/// Red and Black, if a title certainly names them and nothing else.
pub(crate) fn players(title: &str) -> Option<(String, String)> {
    let title = title.replace(['\u{3000}', '\t'], " ");
    let parts = |word: &&str| title.split_once(*word).filter(|(_, rest)| !rest.contains(*word));
    let is_ending = title.contains(|c| PIECES.contains(c));
    let blanks = || WITH_BLANKS.iter().find_map(&parts).filter(|_| !is_ending);
    let (red, black) = BETWEEN.iter().find_map(parts).or_else(blanks)?;
    let trim = |name: &str| name.trim_matches([' ', '(', ')', '（', '）', '-', '－']).to_owned();
    let (red, black) = (trim(red), trim(black));
    (is_name(&red) && is_name(&black)).then_some((red, black))
}

/// Whether this can be a name: a title may be numbered, or continue with event and date.
fn is_name(name: &str) -> bool {
    let other = "局第先：:，,。、;；/《》“”\"()（）[]【】";
    let length = name.chars().count();
    (1..=MAX_NAME).contains(&length) && !name.chars().any(|c| c.is_numeric() || other.contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_titles_of_two_players() {
        let of = |title: &str| players(title).map(|(red, black)| format!("{red}|{black}"));
        for (title, found) in [
            ("许银川 先胜 胡荣华", "许银川|胡荣华"),
            ("广东许银川先负上海胡荣华", "广东许银川|上海胡荣华"),
            ("马国梁 先胜 卜凤波", "马国梁|卜凤波"),
            ("甲(红先和)乙", "甲|乙"),
            ("甲　先和　乙", "甲|乙"),
            ("Red VS Black", "Red|Black"),
            ("甲 对 乙", "甲|乙"),
            ("甲 和 乙", "甲|乙"),
        ] {
            assert_eq!(of(title).as_deref(), Some(found), "{title}");
        }
        for title in [
            "",
            "马炮兵 对 单缺象",
            "马炮兵 和 单缺象",
            "三兵对士象全(1)",
            "第3局 甲 先胜 乙",
            "甲 先胜 乙 2001年",
            "甲 先胜",
            "先胜 乙",
            "甲 先胜 乙 先负 丙",
            "杯赛：甲 先胜 乙",
        ] {
            assert_eq!(of(title), None, "{title}");
        }
    }
}
