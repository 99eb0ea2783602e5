//! Magic Tower: the hero who spends keys and blood.
