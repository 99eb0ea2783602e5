//! A number of priests and devils, on a bank or aboard the boat.

use std::fmt;
use std::ops::{Add, Sub};

/// A group of people of both kinds. As a move it is the passengers of a crossing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Group {
    /// Number of priests.
    pub priests: u32,
    /// Number of devils.
    pub devils: u32,
}

impl Group {
    /// The largest number of each kind that is accepted in text.
    pub const LIMIT: u32 = 1_000_000;

    /// From the number of each.
    pub const fn new(priests: u32, devils: u32) -> Self {
        Group { priests, devils }
    }

    /// The total number of people.
    pub const fn people(self) -> u32 {
        self.priests + self.devils
    }

    /// Whether nobody is there.
    pub const fn is_empty(self) -> bool {
        self.people() == 0
    }

    /// Whether the priests are outnumbered; never if there are none.
    pub const fn is_lost(self) -> bool {
        self.priests > 0 && self.devils > self.priests
    }

    /// Whether this group has at least as many of each kind as `other`.
    pub const fn contains(self, other: Group) -> bool {
        self.priests >= other.priests && self.devils >= other.devils
    }

    /// Parses `P3D3`, `PD`, `DD` (a letter without a number is one person; letters in any order and case, summed).
    /// `None` if the text is anything else, empty, or beyond [`Group::LIMIT`].
    pub fn parse(text: &str) -> Option<Group> {
        let mut group = Group::default();
        let mut rest = text;
        while let Some(letter) = rest.chars().next() {
            let tail = &rest[letter.len_utf8()..];
            let digits = tail.len() - tail.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let count: u32 = if digits == 0 { 1 } else { tail[..digits].parse().ok()? };
            let kind = match letter {
                'P' | 'p' => &mut group.priests,
                'D' | 'd' => &mut group.devils,
                _ => return None,
            };
            *kind = kind.checked_add(count).filter(|&sum| sum <= Group::LIMIT)?;
            rest = &tail[digits..];
        }
        (!text.is_empty()).then_some(group)
    }
}

impl Add for Group {
    type Output = Group;
    fn add(self, other: Group) -> Group {
        Group::new(self.priests + other.priests, self.devils + other.devils)
    }
}

/// The people subtracted must be part of the group.
impl Sub for Group {
    type Output = Group;
    fn sub(self, other: Group) -> Group {
        Group::new(self.priests - other.priests, self.devils - other.devils)
    }
}

/// `P3D2`, `D1`, or `-` for nobody.
impl fmt::Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("-");
        }
        if self.priests > 0 {
            write!(f, "P{}", self.priests)?;
        }
        if self.devils > 0 {
            write!(f, "D{}", self.devils)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings() {
        for (text, group) in
            [("P3D2", (3, 2)), ("PD", (1, 1)), ("DD", (0, 2)), ("d2p", (1, 2)), ("PPP2", (4, 0)), ("P0D1", (0, 1))]
        {
            assert_eq!(Group::parse(text), Some(Group::new(group.0, group.1)), "{text}");
        }
        for text in ["", "X", "3", "P-1", "P 1", "D9999999999", "P1000001", "P1000000P1", "Pé", "-"] {
            assert_eq!(Group::parse(text), None, "{text}");
        }
        for (group, text) in [((3, 2), "P3D2"), ((0, 1), "D1"), ((1, 0), "P1"), ((0, 0), "-")] {
            assert_eq!(Group::new(group.0, group.1).to_string(), text);
        }
    }
}
