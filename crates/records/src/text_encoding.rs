//! Text encodings for output. What is written is read back as the same text, or not written.

use super::encoding::{MOVE_CHARACTERS, decode};
use encoding_rs::{BIG5, Encoding, GB18030, UTF_8};
use std::borrow::Cow;

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

/// How a format spells a character with ASCII alone; `None` if it cannot.
pub(crate) type Escape = fn(char) -> Option<String>;

impl TextEncoding {
    fn encoding(self) -> &'static Encoding {
        match self {
            TextEncoding::Utf8 => UTF_8,
            TextEncoding::Gbk => GB18030,
            TextEncoding::Big5 => BIG5,
        }
    }

    /// Whether moves and results are written in traditional characters, because simplified ones are lacking.
    pub(crate) fn is_traditional(self) -> bool {
        self == TextEncoding::Big5
    }

    /// Encodes text so that [`decode`] gives it back but for escapes: characters that the encoding lacks are escaped.
    /// If the rest looks like text in another encoding, all characters are, but for those of moves if `has_moves`, where
    /// nothing can be escaped. `None` if that cannot be done.
    pub(crate) fn encode(self, text: &str, escape: Escape, has_moves: bool) -> Option<Vec<u8>> {
        let encoding = self.encoding();
        let mut letter = [0; 4];
        let mut lacks = |c: char| match encoding.encode(c.encode_utf8(&mut letter)) {
            (_, _, true) => true,
            (bytes, ..) => self == TextEncoding::Big5 && !is_plain_big5(&bytes),
        };
        let whole = escaped(text, escape, &mut lacks)?;
        let encoded = |text: &str| {
            let bytes = encoding.encode(text).0.into_owned();
            (decode(&bytes) == text).then_some(bytes)
        };
        encoded(&whole).or_else(|| {
            let mut is_left = |c| has_moves && MOVE_CHARACTERS.contains(c) && !lacks(c);
            encoded(&escaped(text, escape, &mut |c| !is_left(c))?)
        })
    }

    /// Text in GBK for a field of a binary format, at most `room` bytes long and cut between two characters.
    pub(crate) fn gbk_field(text: &str, room: usize) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut letter = [0; 4];
        for c in text.chars() {
            let (encoded, _, lacks) = GB18030.encode(c.encode_utf8(&mut letter));
            let encoded = if lacks { &b"?"[..] } else { &encoded };
            if bytes.len() + encoded.len() > room {
                break;
            }
            bytes.extend_from_slice(encoded);
        }
        bytes
    }
}

/// Whether a character is in Big5 itself, rather than in the supplement of Hong Kong, which many programs lack.
fn is_plain_big5(bytes: &[u8]) -> bool {
    match *bytes {
        [lead, trail] => matches!((lead, trail), (0xa1..=0xc5 | 0xc9..=0xf8, _) | (0xc6, ..=0x7e) | (0xf9, ..=0xd5)),
        _ => true,
    }
}

/// The text with some of its characters beyond ASCII escaped.
fn escaped<'a>(text: &'a str, escape: Escape, is_escaped: &mut impl FnMut(char) -> bool) -> Option<Cow<'a, str>> {
    let mut is_escaped = |c: char| !c.is_ascii() && is_escaped(c);
    if !text.contains(&mut is_escaped) {
        return Some(Cow::Borrowed(text));
    }
    let spelled = |c: char| if is_escaped(c) { escape(c) } else { Some(c.to_string()) };
    text.chars().map(spelled).collect::<Option<String>>().map(Cow::Owned)
}

/// The traditional forms of the characters in moves and results.
pub(crate) fn traditional(text: &str) -> String {
    const FORMS: [(char, char); 9] = [
        ('车', '車'),
        ('马', '馬'),
        ('炮', '砲'),
        ('帅', '帥'),
        ('将', '將'),
        ('进', '進'),
        ('后', '後'),
        ('红', '紅'),
        ('胜', '勝'),
    ];
    let form = |c: char| FORMS.iter().find(|(simple, _)| *simple == c).map_or(c, |(_, form)| *form);
    text.chars().map(form).collect()
}

/// `\u542f`, twice for a character beyond the first 65,536: JSON, JavaScript and the pages of dpxq.com.
pub(crate) fn unicode_escape(c: char) -> Option<String> {
    let mut units = [0; 2];
    Some(c.encode_utf16(&mut units).iter().map(|unit| format!("\\u{unit:04x}")).collect())
}

/// `&#21551;`, the character reference of HTML, as browsers send what an encoding lacks.
pub(crate) fn reference(c: char) -> Option<String> {
    Some(format!("&#{};", u32::from(c)))
}

/// Text with its character references replaced by what they mean.
pub(crate) fn unreferenced(text: &str) -> Cow<'_, str> {
    let mut parts = text.split("&#");
    let mut found = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let number = part
            .split_once(';')
            .filter(|(digits, _)| digits.len() <= 7 && digits.bytes().all(|byte| byte.is_ascii_digit()));
        let meant = number.and_then(|(digits, after)| Some((char::from_u32(digits.parse().ok()?)?, after)));
        match meant {
            Some((c, after)) => {
                found.push(c);
                found.push_str(after);
            }
            None => {
                found.push_str("&#");
                found.push_str(part);
            }
        }
    }
    if text.contains("&#") { Cow::Owned(found) } else { Cow::Borrowed(text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_encoding_lacks_is_escaped() {
        let bytes = TextEncoding::Big5.encode("1. 馬八進七 {马}", reference, true).unwrap();
        assert_eq!(decode(&bytes), "1. 馬八進七 {&#39532;}");
        assert_eq!(unreferenced("{&#39532;} &#x; &#1234567890; &#"), "{马} &#x; &#1234567890; &#");
        assert_eq!(TextEncoding::Big5.encode("马", |_| None, true), None);
        assert!(
            TextEncoding::Big5.encode("1. 馬八進七 {赛①}", reference, true).unwrap().ends_with(b" {&#36187;&#9312;}")
        );
        assert_eq!(decode(&TextEncoding::Gbk.encode("马馬", reference, true).unwrap()), "马馬");
        // Alone, these bytes would be read as another encoding.
        for text in ["\u{3a9}", "é", "ア", "犇"] {
            for encoding in [TextEncoding::Gbk, TextEncoding::Big5] {
                assert_eq!(unreferenced(&decode(&encoding.encode(text, reference, true).unwrap())), text);
            }
        }
        // The words of moves stand in comments, too.
        let own = TextEncoding::Big5.encode("1. H2+3 {跳马}", reference, false).unwrap();
        assert_eq!(own, b"1. H2+3 {&#36339;&#39532;}");
        assert_eq!(unicode_escape('𠀀').as_deref(), Some("\\ud840\\udc00"));
        assert_eq!(TextEncoding::gbk_field("马马", 3), b"\xc2\xed");
    }
}
