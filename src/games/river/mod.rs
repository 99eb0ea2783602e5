//! Priests and Devils: two groups, one boat.
