//! Names compared as people mean them: whatever the case of letters, and in simplified or traditional characters.

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

/// A text in small letters and simplified characters. Two names that differ only in these have the same one.
pub(crate) fn plain(text: &str) -> String {
    let simplified = |c: char| if c.is_ascii() { c } else { SIMPLIFIED.get(&c).copied().unwrap_or(c) };
    text.chars().flat_map(char::to_lowercase).map(simplified).collect()
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
        assert_ne!(plain("許銀川"), plain("趙國榮"));
    }
}
