//! The native half of the Python package `meihua`: positions, searches, solutions, saved games, pictures.
//!
//! | file | what |
//! |---|---|
//! | [`board`] | the games behind one interface, typed below it |
//! | [`position`] | `Position` |
//! | [`engine`] | `Engine`, `Search`: a session in its own thread |
//! | [`info`] | `Info`, `BestMove`, `Value`: what a search reports |
//! | [`solution`] | `Solution`, for the games that are solved exactly |
//! | [`record`] | `Record`: saved games |
//! | [`picture`] | SVG |
//! | [`number`] | whole numbers as arguments |
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

use meihua_engine::engine::game_files;
use pyo3::prelude::*;

/// The native module; `meihua/__init__.py` re-exports its names.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    // Saved games may hold the rules of a game of their own.
    game_files::provide(Box::new(meihua_variants::Files));
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
    module.add_function(wrap_pyfunction!(record::stored_moves, module)?)?;
    Ok(())
}
