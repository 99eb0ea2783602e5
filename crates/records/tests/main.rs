//! Saved games: every format read, written and read again; damage; what is left unread.

mod binary;
mod lists;
mod mutants;
mod samples;
mod unread;
