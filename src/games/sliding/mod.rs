//! Black and white sliding blocks.
