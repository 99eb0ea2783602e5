//! What is known about a game besides its moves: names and values in the order of the file.

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

/// Names and values. The names are those of PGN (`Event`, `Date`, `Red` …), without start position and result.
///
/// A damaged file may have as many tags as lines, so they are found by their names in lower case.
#[derive(Clone, Debug, Default)]
pub struct Tags(IndexMap<String, (String, String), FxBuildHasher>);

impl PartialEq for Tags {
    fn eq(&self, other: &Tags) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Tags {}

/// The values of a name that a new one is compared with. More are not told apart.
const COMPARED: u64 = 100;

impl Tags {
    /// Adds a tag. Values without information (empty, `?`, a date of question marks) are dropped; control characters
    /// become spaces, and outer spaces are removed. Names are unique: a second value for a name gets a number,
    /// `Event2`.
    pub fn push(&mut self, name: &str, value: &str) {
        let value: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let value = value.trim();
        let says_nothing = value.is_empty() || matches!(value, "?" | "????.??.??");
        if says_nothing || name.is_empty() {
            return;
        }
        let numbered = |number| if number == 1 { name.to_owned() } else { format!("{name}{number}") };
        let mut number = 1;
        while let Some(known) = self.get(&numbered(number)) {
            if known == value {
                return;
            }
            number = if number < COMPARED { number + 1 } else { self.free_number(number, numbered) };
        }
        let name = numbered(number);
        self.0.insert(name.to_ascii_lowercase(), (name, value.to_owned()));
    }

    /// A number above a taken one with which there is no name yet, found in few steps where all numbers below are taken.
    fn free_number(&self, taken: u64, numbered: impl Fn(u64) -> String) -> u64 {
        let is_taken = |number| self.get(&numbered(number)).is_some();
        let (mut taken, mut free) = (taken, 2 * taken);
        while is_taken(free) {
            (taken, free) = (free, 2 * free);
        }
        while free - taken > 1 {
            let middle = taken.midpoint(free);
            if is_taken(middle) { taken = middle } else { free = middle }
        }
        free
    }

    /// The value of a tag, ignoring the case of its name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(&name.to_ascii_lowercase()).map(|(_, value)| value.as_str())
    }

    /// Removes a tag and returns its value.
    pub fn take(&mut self, name: &str) -> Option<String> {
        self.0.shift_remove(&name.to_ascii_lowercase()).map(|(_, value)| value)
    }

    /// Renames a tag in place; if the new name is taken, it goes to the end with a number.
    pub fn rename(&mut self, old: &str, new: &str) {
        let Some((index, _, (_, value))) = self.0.shift_remove_full(&old.to_ascii_lowercase()) else { return };
        let key = new.to_ascii_lowercase();
        if self.0.contains_key(&key) {
            self.push(new, &value);
        } else {
            self.0.shift_insert(index, key, (new.to_owned(), value));
        }
    }

    /// All tags in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.values().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Number of tags.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The tags sorted by name, because formats with fixed fields do not keep the order.
    pub fn sorted(&self) -> Vec<(&str, &str)> {
        let mut tags: Vec<(&str, &str)> = self.iter().collect();
        tags.sort_unstable();
        tags
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_cleaned() {
        let mut tags = Tags::default();
        tags.push("Event", "\u{b} cup\nfinal ");
        tags.push("Site", "?");
        tags.push("Date", "????.??.??");
        tags.push("White", "a");
        tags.rename("white", "Red");
        assert_eq!(tags.iter().collect::<Vec<_>>(), [("Event", "cup final"), ("Red", "a")]);
        assert_eq!(tags.take("EVENT").as_deref(), Some("cup final"));
        assert_eq!((tags.get("red"), tags.len()), (Some("a"), 1));
        ["b", "a", "b", "c"].iter().for_each(|value| tags.push("RED", value));
        assert_eq!(tags.iter().collect::<Vec<_>>(), [("Red", "a"), ("RED2", "b"), ("RED3", "c")]);
        tags.rename("red3", "Red");
        assert_eq!(tags.iter().collect::<Vec<_>>(), [("Red", "a"), ("RED2", "b"), ("Red3", "c")]);
    }

    #[test]
    fn a_name_may_have_any_number_of_values() {
        let mut tags = Tags::default();
        (0..50_000).for_each(|value| tags.push("Event", &value.to_string()));
        assert_eq!(tags.len(), 50_000);
        assert_eq!((tags.get("event2"), tags.get("Event50000")), (Some("1"), Some("49999")));
    }
}
