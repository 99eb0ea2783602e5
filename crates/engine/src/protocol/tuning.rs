//! The parameters of the search as UCI options, in builds with the cargo feature `tuning`, for programs that look for
//! better values by play (SPSA). See `docs/ledger/search.md`.

use super::words::Words;
use crate::engine::option::OptionError;
use crate::search::tunables::{self, TABLE};
use crate::text::shorten;

/// One `option` line per parameter.
pub(crate) fn declarations() -> impl Iterator<Item = String> {
    TABLE.iter().map(|tunable| {
        let (name, value, min, max) = (tunable.name, tunable.value, tunable.min, tunable.max);
        format!("option name {name} type spin default {value} min {min} max {max}")
    })
}

/// Executes the rest of a `setoption` line if it names a parameter of the search; the error says what was wrong with
/// the value.
pub(super) fn set(rest: &str) -> Option<Result<(), OptionError>> {
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
        None => Err(OptionError::Value {
            name: tunable.name,
            found: shorten(words.rest()),
            expected: format!("a whole number from {min} to {max}"),
        }),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_taken_by_name_and_within_their_range() {
        assert!(declarations().all(|line| line.starts_with("option name ") && line.contains(" type spin ")));
        assert!(set("name Hash value 16").is_none());
        let value = tunables::null_verify_depth();
        assert!(matches!(set(&format!("name null_verify_depth value {value}")), Some(Ok(()))));
        let refused = set("name null_verify_depth value 1000");
        assert!(matches!(refused, Some(Err(cause)) if cause.to_string().contains("from 8 to 20")));
        assert!(matches!(set("name null_verify_depth value x"), Some(Err(_))));
    }
}
