//! The numbers of the search as UCI options, in builds with the cargo feature `tuning`: for programs that look for
//! better values by play (SPSA). `docs/ledger.md` shows how.

use super::words::Words;
use crate::search::tunables::{self, TABLE};

/// One `option` line for each number.
pub fn declarations() -> impl Iterator<Item = String> {
    TABLE.iter().map(|tunable| {
        let (name, value, min, max) = (tunable.name, tunable.value, tunable.min, tunable.max);
        format!("option name {name} type spin default {value} min {min} max {max}")
    })
}

/// Carries out the rest of a `setoption` line, if it names a number of the search; the error states what was wrong with
/// the value.
pub fn set(rest: &str) -> Option<Result<(), String>> {
    let mut words = Words::new(rest);
    words.accept("name");
    let name = words.next()?;
    let tunable = TABLE.iter().find(|tunable| tunable.name.eq_ignore_ascii_case(name))?;
    words.accept("value");
    let (min, max) = (tunable.min, tunable.max);
    let value = words.rest().parse().ok().filter(|value| (min..=max).contains(value));
    Some(match value {
        Some(value) => {
            tunables::set(tunable.name, value);
            Ok(())
        }
        None => Err(format!("option {name}: found {:?}, expected a whole number from {min} to {max}", words.rest())),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_taken_by_name_and_within_their_range() {
        assert!(declarations().all(|line| line.starts_with("option name ") && line.contains(" type spin ")));
        assert_eq!(set("name Hash value 16"), None);
        assert_eq!(set(&format!("name null_verify_depth value {}", tunables::null_verify_depth())), Some(Ok(())));
        assert!(matches!(set("name null_verify_depth value 1000"), Some(Err(cause)) if cause.contains("from 8 to 20")));
        assert!(matches!(set("name null_verify_depth value x"), Some(Err(_))));
    }
}
