//! `meihua convert`: converts saved games from any format to another.
//!
//! | file | what |
//! |---|---|
//! | [`args`] | the command line |
//! | [`mod@run`] | the work |

mod args;
mod run;

pub(crate) use args::ConvertArgs;
pub(crate) use run::run;
