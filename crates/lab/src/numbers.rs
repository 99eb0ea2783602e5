//! Numbers with a fraction on a command line, within their bounds.

use std::str::FromStr;
use thiserror::Error;

/// A word of the command line that is no such number.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected a number from 0 to {most}")]
pub struct NumberError {
    /// The largest number that would do.
    most: &'static str,
}

/// A number from 0 to 1.
///
/// # Errors
/// It is not a number of the range.
pub fn share<T: FromStr + Into<f64> + Copy>(text: &str) -> Result<T, NumberError> {
    within(text, 1.0, "1")
}

/// A number of 0 or more, and finite.
///
/// # Errors
/// It is not a number of the range.
pub fn positive<T: FromStr + Into<f64> + Copy>(text: &str) -> Result<T, NumberError> {
    within(text, 1e9, "1e9")
}

fn within<T: FromStr + Into<f64> + Copy>(text: &str, most: f64, name: &'static str) -> Result<T, NumberError> {
    let number = text.parse::<T>().ok().filter(|&number| (0.0..=most).contains(&number.into()));
    number.ok_or(NumberError { most: name })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_number_is_refused() {
        assert_eq!((share::<f32>("0.3"), share::<f64>("1"), positive::<f32>("17")), (Ok(0.3), Ok(1.0), Ok(17.0)));
        for bad in ["nan", "inf", "-0.1", "1.01", "x", ""] {
            assert!(share::<f64>(bad).is_err(), "{bad}");
        }
        assert!(positive::<f32>("inf").is_err() && positive::<f32>("nan").is_err() && positive::<f64>("-1").is_err());
    }
}
