//! Fractional numbers on a command line, with limits.

use thiserror::Error;

/// A command-line word that is not such a number.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected a number from 0 to {most}")]
pub(crate) struct NumberError {
    /// The largest valid number.
    most: &'static str,
}

/// Parses a number from 0 to 1.
///
/// # Errors
/// The text is not a number in that range.
pub(crate) fn share(text: &str) -> Result<f32, NumberError> {
    within(text, 1.0, "1")
}

/// Parses a finite number of at least 0.
///
/// # Errors
/// The text is not a number in that range.
pub(crate) fn positive(text: &str) -> Result<f32, NumberError> {
    within(text, 1e9, "1e9")
}

fn within(text: &str, most: f32, name: &'static str) -> Result<f32, NumberError> {
    text.parse().ok().filter(|number| (0.0..=most).contains(number)).ok_or(NumberError { most: name })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_number_is_refused() {
        assert_eq!((share("0.3"), share("1"), positive("17")), (Ok(0.3), Ok(1.0), Ok(17.0)));
        for bad in ["nan", "inf", "-0.1", "1.01", "x", ""] {
            assert!(share(bad).is_err(), "{bad}");
        }
        assert!(positive("inf").is_err() && positive("nan").is_err() && positive("-1").is_err());
    }
}
