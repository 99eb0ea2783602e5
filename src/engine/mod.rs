//! The long-running state: which game is on, its position, its options, its search under way.
