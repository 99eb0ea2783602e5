//! Saved games: every format read, written and read again; damage; what is left unread.

mod binary;
mod lists;
mod samples;
mod unread;
