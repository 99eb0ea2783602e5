//! Whole numbers as arguments: one out of range raises a `MeihuaError` that names the argument, not an overflow.

use crate::error;
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use std::ops::RangeInclusive;

/// A whole number of any size, clamped to 128 bits.
#[derive(Clone, Copy)]
pub(crate) struct Number(pub i128);

impl<'py> FromPyObject<'_, 'py> for Number {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Number> {
        match object.extract::<i128>() {
            Ok(number) => Ok(Number(number)),
            Err(error) if error.is_instance_of::<PyOverflowError>(object.py()) => {
                Ok(Number(if object.lt(0)? { i128::MIN } else { i128::MAX }))
            }
            Err(error) => Err(error),
        }
    }
}

impl Number {
    /// The value of the argument `name`.
    ///
    /// # Errors
    /// The value is out of range.
    pub fn within<T: TryFrom<i128>>(self, name: &str, range: RangeInclusive<i128>) -> PyResult<T> {
        let found = match self.0 {
            i128::MIN => "a far smaller number".to_owned(),
            i128::MAX => "a far greater number".to_owned(),
            number => number.to_string(),
        };
        let (least, most) = (range.start(), range.end());
        let refuse = || error::plain(format!("{name}: expected a whole number from {least} to {most}, found {found}"));
        let value = if range.contains(&self.0) { T::try_from(self.0).ok() } else { None };
        value.ok_or_else(refuse)
    }
}

/// An optional argument that counts plies or moves.
///
/// # Errors
/// The value is negative or too large.
pub fn plies(name: &str, number: Option<Number>) -> PyResult<Option<u32>> {
    number.map(|number| number.within(name, 0..=u32::MAX.into())).transpose()
}

/// An optional argument that counts nodes or milliseconds.
///
/// # Errors
/// The value is negative or too large.
pub fn amount(name: &str, number: Option<Number>) -> PyResult<Option<u64>> {
    number.map(|number| number.within(name, 0..=u64::MAX.into())).transpose()
}
