//! What kind of game record a file holds, by its first bytes: so that a file that cannot be read is refused by its name.

use std::fmt::{self, Display, Formatter};
use std::path::Path;
use thiserror::Error;

/// A kind of game record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameFile {
    /// Portable Game Notation.
    Pgn,
    /// DhtmlXQ, of Chinese web pages.
    DhtmlXq,
}

/// Bytes that are no text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NotText {
    /// XQStudio's files.
    #[error("found a game of XQStudio (XQF), expected PGN or a position")]
    Xqf,
    /// CCBridge's files.
    #[error("found a file of CCBridge (CBR, CBL), expected PGN or a position")]
    CcBridge,
    /// Another encoding, or no text at all.
    #[error(
        "expected text in UTF-8; text in GBK, GB18030 or Big5, as many xiangqi programs write it, has to be converted first: \
         iconv -f GB18030 -t UTF-8 OLD > NEW"
    )]
    Encoding,
}

impl GameFile {
    /// The kind that a text begins like; none for anything else, such as a position.
    pub fn of(text: &str) -> Option<GameFile> {
        let text = text.trim_start_matches('\u{feff}').trim_start();
        if text.get(..8).is_some_and(|begin| begin.eq_ignore_ascii_case("[DhtmlXQ")) {
            return Some(GameFile::DhtmlXq);
        }
        text.starts_with('[').then_some(GameFile::Pgn)
    }
}

impl Display for GameFile {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameFile::Pgn => "a game in PGN",
            GameFile::DhtmlXq => "a game in DhtmlXQ",
        })
    }
}

/// The text that bytes are.
///
/// # Errors
/// What they are instead.
pub fn text_of(bytes: Vec<u8>) -> Result<String, NotText> {
    // XQF begins with `XQ` and the version, never a letter (XQStudio's own description of its files).
    if bytes.starts_with(b"XQ") && bytes.get(2).is_some_and(|version| !version.is_ascii_graphic()) {
        return Err(NotText::Xqf);
    }
    if bytes.starts_with(b"CCBridge") {
        return Err(NotText::CcBridge);
    }
    String::from_utf8(bytes).map_err(|_| NotText::Encoding)
}

/// Whether a text that is no position was meant as the name of a file, which is not there.
pub fn is_missing_file(text: &str) -> bool {
    let path = Path::new(text);
    let is_ending =
        |ending: &str| (2..=5).contains(&ending.len()) && ending.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let has_ending = path.extension().is_some_and(|ending| ending.to_str().is_some_and(is_ending));
    let is_path = ["/", "./", "../", "~"].iter().any(|begin| text.starts_with(begin));
    (has_ending || is_path) && !path.exists()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_told_apart() {
        assert_eq!(GameFile::of("\u{feff}\n[Event \"x\"]\n"), Some(GameFile::Pgn));
        assert_eq!(GameFile::of("[DhtmlXQ]\n[DhtmlXQ_ver]www[/DhtmlXQ_ver]"), Some(GameFile::DhtmlXq));
        assert_eq!(GameFile::of("3k5/9/9/9/9/9/9/9/9/4K4 w"), None);
        let error = |bytes: &[u8]| text_of(bytes.to_vec()).unwrap_err();
        assert_eq!(error(b"XQ\x0a\x00\x01"), NotText::Xqf);
        assert_eq!(error(b"CCBridge Record\0"), NotText::CcBridge);
        let gbk = [0xc5, 0xda, 0xb6, 0xfe, 0xc6, 0xbd, 0xce, 0xe5];
        assert!(error(&gbk).to_string().contains("GB18030"));
        assert_eq!(text_of("炮二平五".as_bytes().to_vec()).as_deref(), Ok("炮二平五"));
    }

    #[test]
    fn names_of_files_that_are_not_there() {
        for name in ["nofile.pgn", "./nofile", "/no/such/file", "my games/one.txt"] {
            assert!(is_missing_file(name), "{name}");
        }
        for text in ["3k5/9/9/9/9/9/9/9/9/4K4 w", "BBB_WWW", "3 3 2", "4455", "Cargo.toml"] {
            assert!(!is_missing_file(text), "{text}");
        }
    }
}
