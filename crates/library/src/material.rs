//! The pieces on a xiangqi board as a number. Pieces are only ever captured, so the numbers of a game's first and last
//! position tell which material it may have had.

use super::grid::EMPTY;

/// The pieces that are counted, three bits each.
const LETTERS: &[u8; 14] = b"KABNRCPkabnrcp";
const BITS: u32 = 3;
/// The count that stands for itself and for every larger one (composed boards may have more pieces than a set).
const MANY: u8 = 7;

/// The number of pieces of each kind; the index is that of [`index`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Material(pub(crate) [u8; LETTERS.len()]);

/// The place of a piece in [`Material`]; `None` for anything but a xiangqi piece.
pub(crate) fn index(letter: u8) -> Option<usize> {
    LETTERS.iter().position(|&known| known == letter)
}

impl Material {
    /// As many pieces as there may be.
    pub(crate) const MANY: Material = Material([MANY; LETTERS.len()]);

    /// The pieces on squares.
    pub(crate) fn of(cells: &[u8]) -> Material {
        let mut material = Material::default();
        cells.iter().filter(|&&piece| piece != EMPTY).for_each(|&piece| material.add(piece));
        material
    }

    /// Counts a piece.
    pub(crate) fn add(&mut self, piece: u8) {
        if let Some(count) = index(piece).and_then(|index| self.0.get_mut(index)) {
            *count = count.saturating_add(1);
        }
    }

    /// Takes a piece away.
    #[inline]
    pub(crate) fn remove(&mut self, piece: u8) {
        if let Some(count) = index(piece).and_then(|index| self.0.get_mut(index)) {
            *count = count.saturating_sub(1);
        }
    }

    /// The signature.
    pub(crate) fn pack(&self) -> i64 {
        let digits = self.0.iter().rev();
        digits.fold(0, |number, &count| number << BITS | i64::from(count.min(MANY)))
    }

    /// The counts in a signature.
    pub(crate) fn unpack(signature: i64) -> Material {
        let mut material = Material::default();
        for (place, count) in (0_u32..).zip(&mut material.0) {
            *count = (signature >> (place * BITS)) as u8 & MANY;
        }
        material
    }

    /// Whether a game whose first and last positions have these pieces may have had `self` on the way.
    pub(crate) fn is_between(&self, first: &Material, last: &Material) -> bool {
        let counts = self.0.iter().zip(first.0).zip(last.0);
        counts.into_iter().all(|((&count, first), last)| last <= count && (count <= first || first >= MANY))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_come_back() {
        let start = b"RNBAKABNRCCPPPPPrnbakabnrccppppp.........";
        let material = Material::of(start);
        assert_eq!(material.0, [1, 2, 2, 2, 2, 2, 5, 1, 2, 2, 2, 2, 2, 5]);
        assert_eq!(Material::unpack(material.pack()), material);
        let mut less = material;
        less.remove(b'r');
        less.remove(b'.');
        assert!(less.is_between(&material, &less) && material.is_between(&material, &less));
        assert!(!material.is_between(&less, &less));
        let crowd = Material::of(&[b'P'; 20]);
        assert!(crowd.is_between(&Material::unpack(crowd.pack()), &Material::default()));
    }
}
