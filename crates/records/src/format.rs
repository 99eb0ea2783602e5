//! Recognises the format of a file by its bytes, never by its name.

use super::encoding;
use meihua_engine::games::xiangqi::fen;

/// A format of saved games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// XQStudio, versions 1.0 to 1.8.
    Xqf,
    /// CCBridge 3, a single game.
    Cbr,
    /// CCBridge 3, a library.
    Cbl,
    /// CCBridge 2, a library.
    OldCbl,
    /// 弈天: length-prefixed strings.
    Mxq,
    /// The UBB text of dpxq.com and of forums.
    DhtmlXq,
    /// 鹏飞: XML with nested moves.
    Pfc,
    /// XML with the root `ChineseChessRecord`.
    Cbf,
    /// The text of the World Xiangqi Federation and PlayOK.
    WxfText,
    /// Portable Game Notation.
    Pgn,
    /// QQ 象棋: numbers.
    Che,
    /// Our own JSON, see `docs/records.md`.
    Json,
    /// Moves, positions, commands `position …`.
    List,
}

/// Number of bytes examined.
pub(crate) const LOOK: usize = 1 << 16;

impl Format {
    /// The format of a file from its first bytes; `None` if it is neither text nor in a known binary format. `head`
    /// holds the first [`LOOK`] bytes, or the whole file.
    pub fn of(head: &[u8]) -> Option<Format> {
        // Text may begin this way, too; even a truncated file has zeros long before the end of its header.
        if head.starts_with(b"XQ") && (head.len() >= super::read::xqf::HEADER || head.contains(&0)) {
            return Some(Format::Xqf);
        }
        if head.starts_with(super::read::cbr::MAGIC) {
            return Some(Format::Cbr);
        }
        if head.starts_with(super::read::cbl::MAGIC) {
            return Some(Format::Cbl);
        }
        if head.starts_with(super::read::old_cbl::MAGIC) {
            return Some(Format::OldCbl);
        }
        if super::read::mxq::is_mxq(head) {
            return Some(Format::Mxq);
        }
        let wide = encoding::byte_order_mark(head).is_some();
        if !wide && head.contains(&0) {
            return None;
        }
        Some(Format::of_text(&encoding::decode(head)))
    }

    /// The format of text. Comments may contain anything, so whatever follows the first PGN tag is ignored.
    pub(crate) fn of_text(text: &str) -> Format {
        let mut end = 0;
        let mut tags = text.split_inclusive('\n').filter_map(|line| {
            let start = end;
            end += line.len();
            is_tag(line).then_some(start)
        });
        let tag = tags.next();
        let head = &text[..tag.unwrap_or(text.len())];
        let wxf_line = |line: &str| ["FORMAT", "RED", "GAME"].iter().any(|word| line.starts_with(word));
        let object = text.trim_start().strip_prefix('{').map(str::trim_start);
        if object.is_some_and(|object| object.starts_with('"') || text.contains("\"moves\"")) {
            Format::Json
        } else if is_dhtmlxq(head) {
            Format::DhtmlXq
        } else if head.contains("<n version") {
            Format::Pfc
        } else if head.contains("<ChineseChessRecord") {
            Format::Cbf
        } else if head.contains("START") && head.contains('{') && head.lines().any(wxf_line) {
            Format::WxfText
        } else if tag.is_some() {
            Format::Pgn
        } else if is_numbers(text) {
            Format::Che
        } else {
            Format::List
        }
    }

    /// Its name for people.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Xqf => "XQF",
            Format::Cbr => "CBR",
            Format::Cbl => "CBL",
            Format::OldCbl => "CBL (CCBridge 2)",
            Format::Mxq => "MXQ",
            Format::DhtmlXq => "DhtmlXQ",
            Format::Pfc => "PFC",
            Format::Cbf => "CBF",
            Format::WxfText => "WXF text",
            Format::Pgn => "PGN",
            Format::Che => "CHE",
            Format::Json => "JSON",
            Format::List => "list of moves",
        }
    }
}

/// Whether a line begins a PGN tag: `[Name "`.
pub(crate) fn is_tag(line: &str) -> bool {
    let Some(rest) = line.trim_start().strip_prefix('[') else { return false };
    let name = rest.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
    name.len() < rest.len() && name.starts_with([' ', '\t']) && name.trim_start().starts_with('"')
}

/// Whether text has a tag of DhtmlXQ, which may be broken over lines or between the strings of a script.
fn is_dhtmlxq(text: &str) -> bool {
    let letters = text.chars().filter(|c| !c.is_whitespace() && !matches!(c, '\'' | '"' | '+'));
    letters.map(|c| c.to_ascii_lowercase()).collect::<String>().contains("[dhtmlxq")
}

/// Whether the text consists of numbers: 1, N, and ten for each of N moves.
fn is_numbers(text: &str) -> bool {
    let mut numbers = text.split_whitespace().map(str::parse::<u32>);
    let (Some(Ok(1)), Some(Ok(count))) = (numbers.next(), numbers.next()) else { return false };
    let mut left = 0_usize;
    count > 0
        && numbers.all(|number| {
            left += 1;
            number.is_ok()
        })
        && left == count as usize * 10
}

/// Whether a word is the board of a xiangqi FEN: ten ranks.
pub(crate) fn is_board(word: &str) -> bool {
    word.matches('/').count() == 9 && fen::parse_setup(word).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts() {
        let of = |text: &str| Format::of(text.as_bytes());
        assert_eq!(of("[Event \"x\"]\n\n1. h2e2"), Some(Format::Pgn));
        assert_eq!(of(" [DhtmlXQ]\n[DhtmlXQ_binit]"), Some(Format::DhtmlXq));
        assert_eq!(of("1 1 25 32 1 2 1 2 4 0 1 0"), Some(Format::Che));
        assert_eq!(of("1 2 3"), Some(Format::List));
        assert_eq!(of("4453"), Some(Format::List));
        assert_eq!(of("FORMAT WXF\nSTART{\n1. P3+1 }END"), Some(Format::WxfText));
        assert_eq!(of("a\0b"), None);
        assert_eq!(of("[%eval 0.1] [Site]"), Some(Format::List));
        assert_eq!(of("[Event \"x\"]\n\n1. h2e2 {[DhtmlXQ_title]}"), Some(Format::Pgn));
    }
}
