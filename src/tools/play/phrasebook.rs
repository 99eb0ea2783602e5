//! The texts of `play` in Chinese, each under its English text: `{}` stands for what differs, and is translated by itself.

mod texts;

use crate::engine::registry::PerGame;
use crate::games::connect_four::ConnectFour;
use crate::games::river::River;
use crate::games::sliding::Sliding;
use crate::games::tower::Tower;
use crate::games::xiangqi::Position as Xiangqi;
use crate::puzzle::PuzzleText;
use crate::text::GameText;
use texts::TEXTS;

/// The names of the games.
static NAMES: PerGame<&str> = PerGame::new([
    (Xiangqi::NAME, "象棋"),
    (ConnectFour::NAME, "四子棋"),
    (River::NAME, "过河"),
    (Sliding::NAME, "滑块"),
    (Tower::NAME, "魔塔"),
]);

/// What stands for a part that differs.
const HOLE: &str = "{}";
/// Joints of a text that is made of several: English, Chinese.
const JOINTS: [(&str, &str); 4] = [(". ", "。"), ("; ", "；"), COMMA, (": ", "：")];
/// The joint of a list.
const COMMA: (&str, &str) = (", ", "，");

/// A line in Chinese; what is not known stays as it is, blanks at its beginning and styles around it too.
pub fn translate(line: &str) -> String {
    inside(line).unwrap_or_else(|| line.to_owned())
}

/// The styles before and behind a text, and the text.
fn unstyled(text: &str) -> (&str, &str, &str) {
    let mut inner = text;
    while let Some(end) = inner.strip_prefix("\x1b[").and_then(|rest| rest.find('m')) {
        inner = &inner[end + 3..];
    }
    let before = &text[..text.len() - inner.len()];
    let plain = inner.strip_suffix("\x1b[0m").filter(|plain| !plain.contains('\x1b')).unwrap_or(inner);
    if before.is_empty() || plain.len() == inner.len() {
        ("", text, "")
    } else {
        (before, plain, &inner[plain.len()..])
    }
}

/// The translation of a text: of the parts of a list, if each is one of ours; as a whole; of the parts that are known.
fn known(text: &str) -> Option<String> {
    let exact = joined(text, &[COMMA], |part| around(part, whole), |said| said.iter().all(Option::is_some));
    exact.or_else(|| whole(text)).or_else(|| joined(text, &JOINTS, inside, |said| said.iter().any(Option::is_some)))
}

/// The translation of the parts that a text is joined of, if enough of them are known.
fn joined(
    text: &str,
    joints: &[(&str, &str)],
    say: fn(&str) -> Option<String>,
    is_enough: fn(&[Option<String>]) -> bool,
) -> Option<String> {
    joints.iter().filter(|(joint, _)| text.contains(joint)).find_map(|(joint, chinese)| {
        let parts: Vec<&str> = text.split(joint).collect();
        let said: Vec<Option<String>> = parts.iter().map(|part| say(part)).collect();
        is_enough(&said).then(|| {
            let words = parts.iter().zip(said).map(|(part, said)| said.unwrap_or_else(|| (*part).to_owned()));
            words.collect::<Vec<_>>().join(chinese)
        })
    })
}

/// A text with blanks and a style around it.
fn inside(text: &str) -> Option<String> {
    around(text, known)
}

/// Translates what stands between blanks and styles.
fn around(text: &str, say: fn(&str) -> Option<String>) -> Option<String> {
    let styled = text.trim_start_matches(' ');
    let (before, inner, after) = unstyled(styled);
    let plain = inner.trim_start_matches(' ');
    let [outer, indent] = [text.len() - styled.len(), inner.len() - plain.len()].map(|count| " ".repeat(count));
    say(plain).map(|text| format!("{outer}{before}{indent}{text}{after}"))
}

/// The translation of the text that fits best: the one with the fewest letters in its holes.
fn whole(text: &str) -> Option<String> {
    if let Some(name) = NAMES.of(text) {
        return Some((*name).to_owned());
    }
    // What a semicolon joins are two texts.
    let is_one = |parts: &[&str]| parts.iter().all(|part| !part.contains("; "));
    let fits = TEXTS.iter().filter_map(|(english, chinese)| Some((holes(english, text)?, *chinese)));
    let fits = fits.filter(|(parts, _)| is_one(parts));
    let (parts, chinese) = fits.min_by_key(|(parts, _)| parts.iter().map(|part| part.len()).sum::<usize>())?;
    let mut said = String::new();
    let mut rest = chinese;
    // `{}` takes the parts in their order, `{1}` the first of them wherever it stands.
    let mut next = parts.iter();
    while let Some((before, after)) = rest.split_once('{') {
        said.push_str(before);
        let (number, after) = after.split_once('}')?;
        let part = match number.parse::<usize>() {
            Ok(number) => parts.get(number.checked_sub(1)?),
            Err(_) => next.next(),
        };
        let part = part?;
        said.push_str(&inside(part).unwrap_or_else(|| (*part).to_owned()));
        rest = after;
    }
    Some(said + rest)
}

/// What stands in the holes of a pattern, if the text fits it.
fn holes<'a>(pattern: &str, text: &'a str) -> Option<Vec<&'a str>> {
    let mut literals = pattern.split(HOLE);
    let mut rest = text.strip_prefix(literals.next()?)?;
    let mut parts = Vec::new();
    let mut literals = literals.peekable();
    if literals.peek().is_none() {
        return rest.is_empty().then_some(parts);
    }
    while let Some(literal) = literals.next() {
        let end = if literals.peek().is_none() {
            rest.len()
                .checked_sub(literal.len())
                .filter(|&end| rest.ends_with(literal) && rest.is_char_boundary(end))?
        } else {
            rest.find(literal)?
        };
        parts.push(&rest[..end]);
        rest = &rest[end + literal.len()..];
    }
    Some(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_found_and_translated() {
        assert_eq!(holes("a {} b {}", "a one b two"), Some(vec!["one", "two"]));
        assert_eq!(holes("{} b", "one c"), None);
        assert_eq!(holes("plain", "plain text"), None);
        assert_eq!(translate("Red is in check."), "红方被将军。");
        assert_eq!(
            translate("illegal move \"e3e5\": that is not how a pawn moves"),
            "着法 \"e3e5\" 不合法：兵卒不能这样走"
        );
        assert_eq!(translate("Yellow plays d2   lost in 20, depth 40"), "黄方走 d2   20 步内必负，深度 40");
        assert_eq!(translate("Black plays H8+7: check!   +0.35, depth 9"), "黑方走 H8+7，将军！   +0.35，深度 9");
        assert_eq!(translate("Black plays H8+7 (h9g7). Red wins: checkmate."), "黑方走 H8+7 (h9g7)。红方胜：将死。");
        assert_eq!(
            translate("  \x1b[2mthe boat holds 2; all want to be on the left bank\x1b[0m"),
            "  \x1b[2m船可载 2 人；所有人都要到左岸\x1b[0m"
        );
        assert_eq!(translate("h2e2 is no text of ours"), "h2e2 is no text of ours");
    }

    #[test]
    fn every_hole_is_filled() {
        for (english, chinese) in TEXTS {
            let count = english.matches(HOLE).count();
            let numbered = (1..=9).filter(|number| chinese.contains(&format!("{{{number}}}"))).count();
            let filled = chinese.matches(HOLE).count() + numbered;
            assert_eq!(count, filled, "{english}");
            assert!(chinese.matches(HOLE).count() == 0 || numbered == 0, "{english}");
        }
    }
}
