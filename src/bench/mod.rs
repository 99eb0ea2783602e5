//! `meihua bench`: fixed positions to a fixed depth, whose node count identifies the search; and the studies of files,
//! for the mates that the search finds in them.
//!
//! | file | what |
//! |---|---|
//! | [`args`], [`command`] | the command line and the work |
//! | [`study`] | studies in files, with what the file says about each |
//! | [`budget`] | limiting a search by processor time |
//! | [`verdict`] | comparing what was found with what the file says |

mod args;
mod budget;
mod command;
mod study;
mod verdict;

pub(crate) use args::BenchArgs;
pub(crate) use command::run;
