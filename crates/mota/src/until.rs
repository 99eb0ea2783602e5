//! A part of a tower: won once what stands on a cell has fallen, or what waits there has happened.

use super::action::Action;
use super::model::Project;
use std::str::FromStr;
use thiserror::Error;

/// The cell at which a part of a tower ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Until {
    /// The id of its floor.
    pub floor: String,
    /// Its column, from 0.
    pub x: u8,
    /// Its row, from 0.
    pub y: u8,
}

/// Why a part of a tower ends nowhere.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum UntilError {
    /// It is no cell.
    #[error("{0:?}, expected FLOOR,COLUMN,ROW such as MT10,6,1")]
    Text(String),
    /// There is no such floor.
    #[error("no floor {0:?} in this tower")]
    Floor(String),
    /// There is no such cell.
    #[error("column {x}, row {y}: floor {floor} has {width} columns and {height} rows")]
    Cell {
        /// The id of the floor.
        floor: String,
        /// The column that was given.
        x: u8,
        /// The row that was given.
        y: u8,
        /// Columns of the floor.
        width: u8,
        /// Rows of the floor.
        height: u8,
    },
}

impl FromStr for Until {
    type Err = UntilError;

    fn from_str(text: &str) -> Result<Until, UntilError> {
        let wrong = || UntilError::Text(text.to_owned());
        let mut parts = text.rsplitn(3, ',');
        let (y, x, floor) = (parts.next(), parts.next(), parts.next());
        let coordinate = |part: Option<&str>| part.and_then(|part| part.trim().parse().ok()).ok_or_else(wrong);
        let floor = floor.map(str::trim).filter(|floor| !floor.is_empty()).ok_or_else(wrong)?;
        Ok(Until { floor: floor.to_owned(), x: coordinate(x)?, y: coordinate(y)? })
    }
}

impl Project {
    /// The project, but won at a cell.
    ///
    /// # Errors
    /// There is no such cell.
    pub fn until(mut self, until: &Until) -> Result<Project, UntilError> {
        let Until { floor: id, x, y } = until;
        let floor = self.floor_numbers.get(id).and_then(|&number| self.floors.get_mut(number));
        let floor = floor.ok_or_else(|| UntilError::Floor(id.clone()))?;
        let Some(cell) = floor.cell((*x).into(), (*y).into()) else {
            let (width, height) = (floor.width, floor.height);
            return Err(UntilError::Cell { floor: id.clone(), x: *x, y: *y, width, height });
        };
        floor.after_battle.insert(cell, vec![Action::Win]);
        if let Some(event) = &mut floor.events[usize::from(cell)] {
            event.actions = vec![Action::Win];
        }
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_read() {
        let until = |floor: &str, x, y| Ok(Until { floor: floor.to_owned(), x, y });
        assert_eq!("MT10,6,1".parse(), until("MT10", 6, 1));
        assert_eq!(" a,b , 0, 12".parse(), until("a,b", 0, 12));
        for text in ["", "MT10", "MT10,6", ",6,1", "MT10,6,x", "MT10,6,256", "MT10,-1,0"] {
            assert_eq!(text.parse::<Until>(), Err(UntilError::Text(text.to_owned())), "{text:?}");
        }
    }
}
