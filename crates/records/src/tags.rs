//! What is known about a game besides its moves: names and values in the order of the file.

/// Names and values. The names are those of PGN (`Event`, `Date`, `Red` …), without start position and result.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Tags(Vec<(String, String)>);

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
        let mut unique = name.to_owned();
        let mut number = 2;
        while let Some(known) = self.get(&unique) {
            if known == value {
                return;
            }
            unique = format!("{name}{number}");
            number += 1;
        }
        self.0.push((unique, value.to_owned()));
    }

    /// The value of a tag, ignoring the case of its name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// Removes a tag and returns its value.
    pub fn take(&mut self, name: &str) -> Option<String> {
        let index = self.0.iter().position(|(known, _)| known.eq_ignore_ascii_case(name))?;
        Some(self.0.remove(index).1)
    }

    /// Renames a tag in place.
    pub fn rename(&mut self, old: &str, new: &str) {
        if let Some(tag) = self.0.iter_mut().find(|(known, _)| known.eq_ignore_ascii_case(old)) {
            new.clone_into(&mut tag.0);
        }
    }

    /// All tags in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
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
    }
}
