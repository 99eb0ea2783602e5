//! `meihua convert`: converts saved games from any format to another.
//!
//! | file | what |
//! |---|---|
//! | [`args`] | the command line |
//! | [`inputs`] | files and folders, in order |
//! | [`output`] | one file, or a folder with a file for each input |
//! | [`mod@run`] | the work |

pub(crate) mod args;
pub(crate) mod inputs;
pub(crate) mod output;
pub(crate) mod run;

pub(crate) use args::ConvertArgs;
pub(crate) use run::run;
