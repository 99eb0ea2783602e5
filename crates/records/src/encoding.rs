//! Text encodings: recognising that of a file, and writing in one.
//!
//! A byte order mark decides, or the zeros of UTF-16 text without one. Otherwise, valid UTF-8 is UTF-8. Otherwise the bytes are decoded as GB18030 and as Big5,
//! and the result with more move characters and fewer invalid ones wins. Decoding without an error proves nothing,
//! because most Big5 text is also valid GB18030.

use encoding_rs::{BIG5, Encoding, GB18030, UTF_8, UTF_16BE, UTF_16LE};
use std::borrow::Cow;

/// The characters that make up moves and results.
const MOVE_CHARACTERS: &str =
    "车車马馬炮兵卒相象仕士帅帥将將进進退平一二三四五六七八九１２３４５６７８９红紅黑胜勝负負和先";

/// The penalty for an invalid character.
const BROKEN: i64 = 5;

/// Decides chunk by chunk, taking earlier chunks into account.
#[derive(Clone, Debug, Default)]
pub(crate) struct Guess {
    gb: i64,
    big5: i64,
}

impl Guess {
    /// Decodes a chunk of text without a byte order mark; it begins and ends between two characters.
    pub(crate) fn decode(&mut self, bytes: &[u8]) -> String {
        if let Ok(text) = std::str::from_utf8(bytes) {
            return text.to_owned();
        }
        let (gb, big5) = (GB18030.decode_without_bom_handling(bytes).0, BIG5.decode_without_bom_handling(bytes).0);
        let utf8 = UTF_8.decode_without_bom_handling(bytes).0;
        self.gb += score(&gb);
        self.big5 += score(&big5);
        // UTF-8 text with an invalid byte or two; hardly any other encoding looks like this.
        let multibyte = bytes.iter().filter(|byte| **byte >= 0xc0).count();
        let broken = utf8.chars().filter(|&c| c == char::REPLACEMENT_CHARACTER).count();
        if broken * 20 < multibyte && score(&utf8) > score(&gb).max(score(&big5)) {
            return utf8.into_owned();
        }
        if self.big5 > self.gb { big5.into_owned() } else { gb.into_owned() }
    }
}

fn score(text: &str) -> i64 {
    text.chars().filter(|c| !c.is_ascii()).fold(0, |sum, c| match c {
        char::REPLACEMENT_CHARACTER => sum - BROKEN,
        c if MOVE_CHARACTERS.contains(c) => sum + 1,
        _ => sum,
    })
}

/// The encoding given by a byte order mark, and the length of the mark. UTF-16 without a mark shows in the zeros of its
/// first two letters, which are ASCII in all but free text.
pub(crate) fn byte_order_mark(bytes: &[u8]) -> Option<(&'static Encoding, usize)> {
    let unmarked = match *bytes {
        [1..=127, 0, 1..=127, 0, ..] => Some((UTF_16LE, 0)),
        [0, 1..=127, 0, 1..=127, ..] => Some((UTF_16BE, 0)),
        _ => None,
    };
    Encoding::for_bom(bytes).or(unmarked)
}

/// Decodes a whole text in UTF-8, UTF-16, GB18030 (GBK) or Big5. [`super::Decoded`] does the same for a stream.
pub fn decode(bytes: &[u8]) -> String {
    match byte_order_mark(bytes) {
        Some((encoding, mark)) => encoding.decode_without_bom_handling(&bytes[mark..]).0.into_owned(),
        None => Guess::default().decode(bytes),
    }
}

/// Decodes GBK, the encoding of the binary formats with one byte per letter, up to a NUL. A character cut off at the
/// end is dropped. Newer programs write UTF-8 instead, which Chinese words in GBK hardly ever resemble.
pub fn gbk(bytes: &[u8]) -> String {
    let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    if let Some(text) = chinese_utf_8(&bytes[..end]) {
        return text.to_owned();
    }
    let (text, broken) = GB18030.decode_without_bom_handling(&bytes[..end]);
    let text = if broken { text.trim_end_matches(char::REPLACEMENT_CHARACTER) } else { &text };
    text.to_owned()
}

/// Text in UTF-8 that consists of ASCII and Chinese characters, at least one of the latter; a character cut off at the
/// end is dropped.
fn chinese_utf_8(bytes: &[u8]) -> Option<&str> {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) if error.error_len().is_none() => std::str::from_utf8(&bytes[..error.valid_up_to()]).ok()?,
        Err(_) => return None,
    };
    let is_chinese = |c: char| {
        matches!(c, '\u{3000}'..='\u{303f}' | '\u{4e00}'..='\u{9fff}' | '\u{ff00}'..='\u{ffef}') || "…·“”—".contains(c)
    };
    let mut others = text.chars().filter(|c| !c.is_ascii()).peekable();
    (others.peek().is_some() && others.all(is_chinese)).then_some(text)
}

/// Decodes little-endian UTF-16 up to a NUL.
pub fn utf_16(bytes: &[u8]) -> String {
    let units = bytes.as_chunks().0.iter().map(|pair| u16::from_le_bytes(*pair)).take_while(|&unit| unit != 0);
    char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

/// Whether an encoding uses two bytes for every letter.
pub(crate) fn is_wide(encoding: &'static Encoding) -> bool {
    encoding == UTF_16LE || encoding == UTF_16BE
}

/// An encoding for output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum TextEncoding {
    /// UTF-8 without byte order mark
    #[default]
    Utf8,
    /// GBK with the additional characters of GB18030: simplified Chinese Windows
    Gbk,
    /// Big5: Taiwan and Hong Kong
    Big5,
}

impl TextEncoding {
    /// Encodes text. Characters that the encoding lacks become `?`; the number of these is returned.
    pub fn encode(self, text: &str) -> (Cow<'_, [u8]>, usize) {
        let encoding = match self {
            TextEncoding::Utf8 => return (Cow::Borrowed(text.as_bytes()), 0),
            TextEncoding::Gbk => GB18030,
            TextEncoding::Big5 => BIG5,
        };
        let (whole, _, broken) = encoding.encode(text);
        if !broken {
            return (whole, 0);
        }
        let mut bytes = Vec::with_capacity(text.len());
        let mut missing = 0;
        let mut letter = [0; 4];
        for c in text.chars() {
            let (encoded, _, broken) = encoding.encode(c.encode_utf8(&mut letter));
            missing += usize::from(broken);
            bytes.extend_from_slice(if broken { b"?" } else { &encoded });
        }
        (Cow::Owned(bytes), missing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIMPLE: &str = "[Red \"许银川\"]\n1. 炮二平五 马８进７ 2. 马二进三 车９平８ 红胜";
    const TRADITIONAL: &str = "[Red \"許銀川\"]\n1. 炮二平五 馬８進７ 2. 馬二進三 車９平８ 紅勝";

    #[test]
    fn every_encoding_is_recognised() {
        let encoded = |text: &'static str, encoding: &'static Encoding| encoding.encode(text).0.into_owned();
        assert_eq!(decode(SIMPLE.as_bytes()), SIMPLE);
        assert_eq!(decode(&encoded(SIMPLE, GB18030)), SIMPLE);
        assert_eq!(decode(&encoded(TRADITIONAL, GB18030)), TRADITIONAL);
        assert_eq!(decode(&encoded(TRADITIONAL, BIG5)), TRADITIONAL);
        assert_eq!(decode(format!("\u{feff}{SIMPLE}").as_bytes()), SIMPLE);
        let wide: Vec<u8> = "\u{feff}炮".encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(decode(&wide), "炮");
        for to_bytes in [u16::to_le_bytes, u16::to_be_bytes] {
            let unmarked: Vec<u8> = SIMPLE.encode_utf16().flat_map(to_bytes).collect();
            assert_eq!(decode(&unmarked), SIMPLE);
        }
    }

    #[test]
    fn fields_end_at_a_nul_and_lose_a_broken_end() {
        assert_eq!(gbk(b"\xc5\xda\xb6\xfe\0\xc5"), "炮二");
        assert_eq!(gbk(b"\xc5\xda\xb6"), "炮");
        assert_eq!(gbk("中炮，对“屏风马”…… 1.".as_bytes()), "中炮，对“屏风马”…… 1.");
        assert_eq!(gbk(&"胡荣华".as_bytes()[..8]), "胡荣");
        for text in ["联通", "中炮对屏风马", "許銀川", "炮", "车", "布局：中炮、顺炮", "红胜"] {
            assert_eq!(gbk(&GB18030.encode(text).0), text);
        }
        assert_eq!(utf_16(&[0xae, 0x70, 0, 0, 1, 2]), "炮");
    }

    #[test]
    fn what_an_encoding_lacks_is_counted() {
        let (bytes, missing) = TextEncoding::Big5.encode("馬马");
        assert_eq!((bytes.as_ref(), missing), (&b"\xb0\xa8?"[..], 1));
        assert_eq!(TextEncoding::Gbk.encode("馬马").1, 0);
    }
}
