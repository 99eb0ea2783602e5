//! LZ-string in base64, unpacked: a dictionary of phrases that both sides grow alike (pieroxy's format, 2013).
//!
//! The crate `lz-str` packs. It does not unpack here, for it has no bound on what comes out, and 64 kB may hold gigabytes.

/// The letters of base64, each worth six bits; `=` fills up.
const LETTERS: &[u8; 65] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=";

/// Codes of the stream that name no phrase: a new character of 8 bits, one of 16 bits, the end.
const BYTE: usize = 0;
const WORD: usize = 1;
const END: usize = 2;

pub(crate) fn pack(text: &str) -> String {
    // The crate fills up with one sign too many at times; the platform reads that, yet writes it otherwise.
    let mut packed = lz_str::compress_to_base64(text);
    packed.truncate(packed.trim_end_matches('=').len());
    let fill = packed.len().next_multiple_of(4) - packed.len();
    packed.extend(std::iter::repeat_n('=', fill));
    packed
}

/// The text that was packed; none where it is damaged or longer than `limit` units of UTF-16.
pub(crate) fn unpack(packed: &str, limit: usize) -> Option<String> {
    let mut bits = Bits { letters: packed.trim().bytes(), letter: 0, left: 0 };
    let mut units: Vec<u16> = Vec::new();
    // Every phrase stands somewhere in what is written already: where, and how long.
    let mut phrases: Vec<(usize, usize)> = vec![(0, 0); 3];
    let mut width = 2;
    let mut last: Option<(usize, usize)> = None;
    loop {
        let code = bits.number(width)?;
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
        // The first character of all fills the last code of two bits.
        width = if phrases.len() < 4 { 2 } else { usize::BITS - phrases.len().leading_zeros() };
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
    fn what_the_crate_packs_is_unpacked() {
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
