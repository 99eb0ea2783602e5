//! The wire: words to commands, events to words, in UCI, UCCI and UGI.
