//! The scrambling in XQF 1.1 to 1.8, by numbers derived from four bytes of the header, all modulo 256.

use super::bytes::byte;

/// The text combined with the bytes after the header, 32 characters long.
const PHRASE: &[u8; 32] = b"[(C) Copyright Mr. Dong Shiwei.]";

/// The numbers to subtract from those in a file; all zero up to version 1.0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Key {
    /// For the squares of the pieces; also the rotation of their order.
    pub pieces: u8,
    /// For the square a move comes from.
    pub from: u8,
    /// For the square it goes to.
    pub to: u8,
    /// For the length of a comment.
    pub comment: u32,
    /// For every byte after the header, by its offset modulo 32.
    pub stream: [u8; 32],
}

impl Key {
    /// The key from a header of this version (10 means 1.0).
    pub(crate) fn of(header: &[u8], version: u8) -> Key {
        if version <= 10 {
            return Key::default();
        }
        let at = |index: usize| byte(header, index);
        let (mask, sum, pieces, from, to) = (at(3), at(12), at(13), at(14), at(15));
        let curve = |k: u8| k.wrapping_mul(k).wrapping_mul(54).wrapping_add(221);
        let key_pieces = curve(pieces).wrapping_mul(pieces);
        let key_from = curve(from).wrapping_mul(key_pieces);
        let key_to = curve(to).wrapping_mul(key_from);
        let bytes = [sum, pieces, from, to].map(|byte| byte & mask);
        let or = [at(8), at(9), at(10), at(11)];
        let stream = std::array::from_fn(|index| PHRASE[index] & (bytes[index % 4] | or[index % 4]));
        let comment = (u32::from(sum) * 256 + u32::from(pieces)) % 32_000 + 767;
        Key { pieces: key_pieces, from: key_from, to: key_to, comment, stream }
    }

    /// The bytes after the header, unscrambled.
    pub(crate) fn unscramble(&self, file: &[u8], header: usize) -> Vec<u8> {
        let tail = file.get(header..).unwrap_or_default();
        let place = |index: usize| (header + index) % self.stream.len();
        tail.iter().enumerate().map(|(index, byte)| byte.wrapping_sub(self.stream[place(index)])).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_worked_example() {
        let mut header = vec![0; 1024];
        header[2..16].copy_from_slice(&[0x12, 0xfe, 0, 0, 0, 0, 0x66, 0xf9, 0x7d, 0x24, 0x2d, 0x75, 0x66, 0xf8]);
        let key = Key::of(&header, 18);
        assert_eq!((key.pieces, key.from, key.to, key.comment), (63, 203, 191, 12_404));
        let mut file = header;
        file.extend([0xa2, 0x79, 0x00, 0x05, 0x4c, 0x73, 0x6f, 0x70]);
        assert_eq!(key.unscramble(&file, 1024), [0x58, 0x51, 0xbd, 0xdd, 0x2c, 0x32, 0, 0]);
        assert_eq!(Key::of(&file, 10), Key::default());
    }
}
