//! `meihua convert`: saved games from any format to another one.
//!
//! | file | what |
//! |---|---|
//! | [`args`] | the command line |
//! | [`inputs`] | files and folders, in order |
//! | [`output`] | one file, or a folder with a file for each input |
//! | [`mod@run`] | the work |

pub mod args;
pub mod inputs;
pub mod output;
pub mod run;

pub use args::ConvertArgs;
pub use run::run;
