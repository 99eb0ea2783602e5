//! LZ-string in base64: a dictionary of phrases that both sides grow alike (pieroxy's format, 2013).
//!
//! The crates that unpack have no bound on what comes out, and 64 kB may hold gigabytes.

use rustc_hash::FxHashMap;

/// The letters of base64, each worth six bits; `=` fills up.
const LETTERS: &[u8; 65] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=";

/// Codes of the stream that name no phrase: a new character of 8 bits, one of 16 bits, the end.
const BYTE: usize = 0;
const WORD: usize = 1;
const END: usize = 2;

/// The first code that names a phrase.
const FIRST: usize = 3;

/// Packs a text as the platform does.
pub(crate) fn pack(text: &str) -> String {
    let units: Vec<u16> = text.encode_utf16().collect();
    let mut letters = Letters { text: String::new(), letter: 0, count: 0 };
    // The number of each phrase, by that of the phrase without its last character, and that character.
    let mut phrases: FxHashMap<(usize, u16), usize> = FxHashMap::default();
    let mut size = FIRST;
    let mut last = None;
    let mut at = 0;
    while let Some(&unit) = units.get(at) {
        let width = width(size);
        let known = phrases.get(&(END, unit)).copied();
        let mut code = known.unwrap_or(size);
        if known.is_none() {
            phrases.insert((END, unit), size);
            size += 1;
        }
        if let Some(last) = last {
            phrases.insert((last, unit), size);
            size += 1;
        }
        at += 1;
        if known.is_none() {
            let (kind, bits) = if unit < 256 { (BYTE, 8) } else { (WORD, 16) };
            letters.number(kind, width);
            letters.number(unit.into(), bits);
        } else {
            while let Some(&longer) = units.get(at).and_then(|&unit| phrases.get(&(code, unit))) {
                (code, at) = (longer, at + 1);
            }
            letters.number(code, width);
        }
        last = Some(code);
    }
    letters.number(END, width(size));
    letters.end()
}

/// Bits of a code while there are `size` of them: enough for the next one. The first character of all takes two.
fn width(size: usize) -> u32 {
    if size == FIRST { 2 } else { usize::BITS - size.leading_zeros() }
}

/// The text that was packed; none where it is damaged or longer than `limit` units of UTF-16.
pub(crate) fn unpack(packed: &str, limit: usize) -> Option<String> {
    let mut bits = Bits { letters: packed.trim().bytes(), letter: 0, left: 0 };
    let mut units: Vec<u16> = Vec::new();
    // Every phrase stands somewhere in what is written already: where, and how long.
    let mut phrases: Vec<(usize, usize)> = vec![(0, 0); FIRST];
    let mut last: Option<(usize, usize)> = None;
    loop {
        let code = bits.number(width(phrases.len()))?;
        let start = units.len();
        let length = match code {
            BYTE | WORD => {
                units.push(bits.number(if code == BYTE { 8 } else { 16 })? as u16);
                phrases.push((start, 1));
                1
            }
            END => return String::from_utf16(&units).ok(),
            // The phrase that this one completes: the last one and its own first character again.
            _ if code == phrases.len() => last?.1 + 1,
            _ => phrases.get(code)?.1,
        };
        if start + length > limit {
            return None;
        }
        if code > END {
            let from = phrases.get(code).copied().or(last)?.0;
            (0..length).for_each(|place| units.push(units[from + place]));
        }
        // The last phrase and what followed it is a phrase from now on.
        phrases.extend(last.map(|(from, length)| (from, length + 1)));
        last = Some((start, length));
    }
}

/// Letters that are written, each bit by bit as [`Bits`] reads it.
struct Letters {
    text: String,
    letter: usize,
    count: u32,
}

impl Letters {
    fn number(&mut self, number: usize, width: u32) {
        for place in 0..width {
            self.letter = self.letter << 1 | (number >> place & 1);
            self.count += 1;
            if self.count == 6 {
                self.text.push(LETTERS[self.letter].into());
                (self.letter, self.count) = (0, 0);
            }
        }
    }

    /// The text with its last letter, which may hold nothing, filled up to a multiple of four.
    fn end(mut self) -> String {
        self.number(0, 6 - self.count);
        while !self.text.len().is_multiple_of(4) {
            self.text.push('=');
        }
        self.text
    }
}

/// A stream of bits, six a letter, the highest first; numbers have their lowest bit first.
struct Bits<'a> {
    letters: std::str::Bytes<'a>,
    letter: usize,
    left: u32,
}

impl Bits<'_> {
    fn number(&mut self, width: u32) -> Option<usize> {
        let mut number = 0;
        for place in 0..width {
            if self.left == 0 {
                let letter = self.letters.next()?;
                self.letter = LETTERS.iter().position(|&known| known == letter)?;
                self.left = 6;
            }
            self.left -= 1;
            number |= (self.letter >> self.left & 1) << place;
        }
        Some(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use meihua_contracts::random::SplitMix64;

    #[test]
    fn what_is_packed_is_unpacked() {
        let mut random = SplitMix64::new(1);
        for letters in ["", "a", "aaaaaaaaaaaaaaaa", "ab", "魔塔abc", "UDLR0123456789:"] {
            let letters: Vec<char> = letters.chars().collect();
            for length in [0, 1, 2, 3, 5, 60, 3000] {
                let text: String = letters
                    .first()
                    .map_or_else(String::new, |_| (0..length).map(|_| letters[random.below(letters.len())]).collect());
                let packed = pack(&text);
                assert_eq!(unpack(&packed, text.len()), Some(text.clone()), "{packed}");
                if text.len() > 1 {
                    assert_eq!(unpack(&packed, text.encode_utf16().count() - 1), None, "the limit holds");
                }
            }
        }
    }

    /// As the crate `lz-str` 0.2.1 packs, which stands in for the platform.
    #[test]
    fn texts_are_packed_as_elsewhere() {
        for (text, packed) in [
            ("", "Q==="),
            ("a", "IZA="),
            ("aaaaa", "IYlA"),
            ("abbbb", "IYIzKA=="),
            ("塔b魔", "ioaCNCrZQ==="),
            ("c魔b魔b", "MaFWyEbkA==="),
            ("7DU71", "OwEQqsCMQ==="),
        ] {
            assert_eq!(pack(text), packed);
        }
    }

    #[test]
    fn damaged_text_is_refused() {
        let packed = pack("damaged text is refused");
        for end in 0..packed.len() - 6 {
            assert_eq!(unpack(&packed[..end], 1000), None);
        }
        assert_eq!(unpack("*", 9), None);
        assert_eq!(unpack("////////", 9), None);
    }
}
