//! Four in a row: bitboards of any size up to 64 bits, evaluation, and an exact solver of its own.
