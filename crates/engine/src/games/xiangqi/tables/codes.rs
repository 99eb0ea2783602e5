//! Sets of table bytes.

use std::ops::Range;

/// A set of bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CodeSet([u128; 2]);

impl CodeSet {
    pub fn insert(&mut self, code: u8) {
        let (half, bit) = place(code);
        self.0[half] |= bit;
    }

    /// Whether a byte is in the set.
    pub fn has(self, code: u8) -> bool {
        let (half, bit) = place(code);
        self.0[half] & bit != 0
    }

    /// Whether any of several bytes is in the set.
    pub(crate) fn has_any(self, mut codes: Range<u8>) -> bool {
        codes.any(|code| self.has(code))
    }

    /// The union of two sets.
    pub fn join(self, other: CodeSet) -> CodeSet {
        CodeSet([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }
}

/// The word and the bit for a byte.
fn place(code: u8) -> (usize, u128) {
    (usize::from(code / 128), 1 << (code % 128))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_has_what_was_put_in() {
        let [mut low, mut high] = [CodeSet::default(); 2];
        [0, 127].iter().for_each(|&code| low.insert(code));
        [128, 255].iter().for_each(|&code| high.insert(code));
        let all: Vec<u8> = (0..=u8::MAX).filter(|&code| low.join(high).has(code)).collect();
        assert_eq!(all, [0, 127, 128, 255]);
        assert!(low.has_any(1..128) && !low.has_any(1..127) && !high.has_any(0..128));
    }
}
