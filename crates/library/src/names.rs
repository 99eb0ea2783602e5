//! Names compared as people mean them: whatever the case of letters, in simplified or traditional characters, and with
//! spaces between characters or without, as tables write names of two characters.

use hanconv::RawDictionary;
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// Traditional characters and what they may be in simplified ones, by OpenCC: a line each.
const CHARACTERS: &str = RawDictionary::TSCharacters.text();

static SIMPLIFIED: LazyLock<FxHashMap<char, char>> = LazyLock::new(|| {
    let pair = |line: &str| {
        let mut words = line.split_whitespace().map(|word| word.chars().next());
        words.next()?.zip(words.next()?)
    };
    CHARACTERS.lines().filter_map(pair).collect()
});

/// A text in small letters and simplified characters, with a space only beside a letter. Two names that differ only in
/// these have the same one.
pub(crate) fn plain(text: &str) -> String {
    let simplified = |c: char| if c.is_ascii() { c } else { SIMPLIFIED.get(&c).copied().unwrap_or(c) };
    let mut plain = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        let is_between = plain.ends_with(is_ideograph) && word.starts_with(is_ideograph);
        if !plain.is_empty() && !is_between {
            plain.push(' ');
        }
        plain.extend(word.chars().flat_map(char::to_lowercase).map(simplified));
    }
    plain
}

fn is_ideograph(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_of_writing_are_one() {
        for (one, other) in
            [("許銀川", "许银川"), ("胡榮華", "胡荣华"), ("楊官璘", "杨官璘"), ("Hồ VINH Hoa", "hồ vinh hoa")]
        {
            assert_eq!(plain(one), plain(other));
        }
        for spaced in ["呂  欽", "呂\u{3000}欽", " 呂欽"] {
            assert_eq!(plain(spaced), "吕钦");
        }
        assert_eq!(plain("Ho  Vinh 胡 榮華"), "ho vinh 胡荣华");
        assert_ne!(plain("許銀川"), plain("趙國榮"));
    }
}
