//! The native half of the Python package `meihua`: positions, searches, solutions, saved games, pictures.
//!
//! | file | what |
//! |---|---|
//! | [`board`] | the games behind one face, typed below |
//! | [`position`] | `Position` |
//! | [`engine`] | `Engine`, `Search`: a session in a thread of its own |
//! | [`info`] | `Info`, `BestMove`, `Value`: what a search reports |
//! | [`solution`] | `Solution` of the four games that are solved exactly |
//! | [`record`] | `Record`: saved games |
//! | [`picture`] | SVG |
//! | [`number`] | whole numbers that a call is given |
//! | [`error`] | the exceptions |

mod board;
mod engine;
mod error;
mod info;
mod number;
mod picture;
mod position;
mod record;
mod solution;

use pyo3::prelude::*;

/// The native module; `meihua/__init__.py` gives its names to users.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("GAMES", board::names())?;
    module.add("MeihuaError", py.get_type::<error::MeihuaError>())?;
    module.add("PositionError", py.get_type::<error::PositionError>())?;
    module.add("MoveError", py.get_type::<error::MoveError>())?;
    module.add("RecordError", py.get_type::<error::RecordError>())?;
    module.add_class::<position::Position>()?;
    module.add_class::<position::Outcome>()?;
    module.add_class::<engine::Engine>()?;
    module.add_class::<engine::Search>()?;
    module.add_class::<info::Info>()?;
    module.add_class::<info::BestMove>()?;
    module.add_class::<solution::Solution>()?;
    module.add_class::<record::Record>()?;
    module.add_function(wrap_pyfunction!(record::read_games, module)?)?;
    module.add_function(wrap_pyfunction!(record::read_games_from, module)?)?;
    module.add_function(wrap_pyfunction!(position::unpickled, module)?)?;
    module.add_function(wrap_pyfunction!(record::unpickled, module)?)?;
    Ok(())
}
