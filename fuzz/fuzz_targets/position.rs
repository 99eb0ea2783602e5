//! A text as a position of each game: refused by name, or read, and then what is written is read as the same.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Some((mut session, rest)) = meihua_fuzz::session(bytes) else { return };
    let text = String::from_utf8_lossy(rest);
    let before = session.fen();
    if let Err(error) = session.set_position(&text) {
        assert!(!error.to_string().contains('\n'), "{error}");
        assert_eq!(session.fen(), before, "the old position stays");
        return;
    }
    let fen = session.fen();
    _ = (session.diagram(), session.evaluation(), session.verdict(), session.static_value());
    let key = session.key();
    let moves = session.moves();
    session.set_position(&fen).expect("what was written");
    assert_eq!(session.fen(), fen);
    assert_eq!(session.key(), key);
    assert_eq!(session.moves(), moves);
    for mv in moves.iter().take(20) {
        session.play(mv).expect("a legal move");
        session.undo(1);
        assert_eq!(session.fen(), fen);
    }
    session.flip();
});
