//! Recognising the encoding of a text.
//!
//! A byte order mark decides, or that the bytes make sense as UTF-16. Otherwise, valid UTF-8 is UTF-8. Otherwise the
//! bytes are decoded as GB18030 and as Big5, and the result with more move characters, more common characters and fewer
//! invalid ones wins. Decoding without an error proves nothing, because most Big5 text is also valid GB18030. Both
//! national standards sort their characters by how common they are, so the byte shows it.

pub use super::text_encoding::TextEncoding;

use encoding_rs::{BIG5, Encoding, GB18030, UTF_8, UTF_16BE, UTF_16LE};

/// The characters that make up moves and results.
pub(crate) const MOVE_CHARACTERS: &str =
    "车車马馬炮砲兵卒相象仕士帅帥将將进進退平前中后後一二三四五六七八九１２３４５６７８９红紅黑胜勝负負和先";

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
        self.gb += score(&gb) + commonness(bytes, gb_rate);
        self.big5 += score(&big5) + commonness(bytes, big5_rate);
        // UTF-8 text with an invalid byte or two; hardly any other encoding looks like this.
        let multibyte = bytes.iter().filter(|byte| **byte >= 0xc0).count();
        let broken = utf8.chars().filter(|&c| c == char::REPLACEMENT_CHARACTER).count();
        if broken * 20 < multibyte && score(&utf8) > score(&gb).max(score(&big5)) {
            return utf8.into_owned();
        }
        if self.big5 > self.gb { big5.into_owned() } else { gb.into_owned() }
    }
}

/// Twice the number of move characters, less a penalty for invalid ones.
fn score(text: &str) -> i64 {
    text.chars().filter(|c| !c.is_ascii()).fold(0, |sum, c| match c {
        char::REPLACEMENT_CHARACTER => sum - 2 * BROKEN,
        c if MOVE_CHARACTERS.contains(c) => sum + 2,
        _ => sum,
    })
}

/// The number of common characters less that of rare ones; `rate` gives 1, 0 or -1 for the two bytes of a character.
fn commonness(bytes: &[u8], rate: fn(u8, u8) -> i64) -> i64 {
    let (mut sum, mut rest) = (0, bytes);
    while let Some((&lead, after)) = rest.split_first() {
        rest = after;
        if lead > 0x80
            && let Some((&trail, after)) = rest.split_first()
        {
            (sum, rest) = (sum + rate(lead, trail), after);
        }
    }
    sum
}

/// GB 2312: signs and the common characters of level 1, then those of level 2. All others were added later.
const fn gb_rate(lead: u8, trail: u8) -> i64 {
    match (lead, trail) {
        (0xa1..=0xa3 | 0xb0..=0xd7, 0xa1..) => 1,
        (0xd8..=0xf7, 0xa1..) => 0,
        _ => -1,
    }
}

/// Big5: signs and the common characters of level 1; those of level 2 and of Hong Kong are rare.
const fn big5_rate(lead: u8, _: u8) -> i64 {
    if matches!(lead, 0xa1..=0xc6) { 1 } else { -1 }
}

/// The encoding given by a byte order mark, and the length of the mark. UTF-16 without a mark shows in its first
/// letters.
pub(crate) fn byte_order_mark(bytes: &[u8]) -> Option<(&'static Encoding, usize)> {
    let pairs = bytes.as_chunks().0;
    let is = |to_unit: fn([u8; 2]) -> u16| is_text(pairs.iter().take(LETTERS).map(|&pair| to_unit(pair)));
    let unmarked = || match (is(u16::from_le_bytes), is(u16::from_be_bytes)) {
        (true, _) => Some((UTF_16LE, 0)),
        (false, true) => Some((UTF_16BE, 0)),
        (false, false) => None,
    };
    Encoding::for_bom(bytes).or_else(unmarked)
}

/// Number of letters that show whether a text is UTF-16.
const LETTERS: usize = 512;

/// Whether these are the letters of a text: nearly all ASCII or Chinese, with a letter in ASCII, such as a line end,
/// or with words of moves. Bytes that are no UTF-16 have no ASCII in them, but some look Chinese.
fn is_text(units: impl Iterator<Item = u16>) -> bool {
    let (mut all, mut known, mut ascii, mut of_moves) = (0, 0, 0, 0);
    for c in char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)) {
        let is_ascii = c.is_ascii_graphic() || matches!(c, ' ' | '\t' | '\r' | '\n');
        all += 1;
        known += usize::from(is_ascii || is_chinese(c));
        ascii += usize::from(is_ascii);
        of_moves += usize::from(MOVE_CHARACTERS.contains(c));
    }
    all > 1 && known * 10 >= all * 9 && (ascii > 0 || of_moves * 2 >= all)
}

fn is_chinese(c: char) -> bool {
    matches!(c, '\u{3000}'..='\u{303f}' | '\u{4e00}'..='\u{9fff}' | '\u{ff00}'..='\u{ffef}') || "…·“”—".contains(c)
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
        for names in ["許銀川 胡榮華", "五羊盃 廣東", "象棋公開賽"] {
            assert_eq!(decode(&encoded(names, BIG5)), names);
        }
        for names in ["许银川 胡荣华", "五羊杯 广东", "象棋公开赛", "杯"] {
            assert_eq!(decode(&encoded(names, GB18030)), names);
        }
        assert_eq!(decode(format!("\u{feff}{SIMPLE}").as_bytes()), SIMPLE);
        let wide: Vec<u8> = "\u{feff}炮".encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(decode(&wide), "炮");
        for to_bytes in [u16::to_le_bytes, u16::to_be_bytes] {
            for text in [SIMPLE, "炮二平五 马8进7\r\n", "五羊杯\n1. h2e2", "炮二平五马８进７", "4\n", "1、炮二平五"]
            {
                let unmarked: Vec<u8> = text.encode_utf16().flat_map(to_bytes).collect();
                assert_eq!(decode(&unmarked), text);
            }
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
}
