//! Moves both ways: after some moves that bytes choose, every legal move is read as it is written, in each notation; what
//! is left of the bytes is a move text of its own.

#![no_main]

use libfuzzer_sys::fuzz_target;
use meihua_engine::text::Notation;

fuzz_target!(|bytes: &[u8]| {
    let Some((mut session, rest)) = meihua_fuzz::session(bytes) else { return };
    let (walk, text) = rest.split_at(rest.len().min(24));
    for &choice in walk {
        let moves = session.moves();
        if moves.is_empty() {
            break;
        }
        session.play(&moves[usize::from(choice) % moves.len()]).expect("a legal move");
    }
    let here = session.fen();
    let played = session.history(Notation::Wire).len();
    for mv in session.moves() {
        session.play(&mv).expect("a legal move");
        let there = session.fen();
        session.undo(1);
        for notation in [Notation::Wire, Notation::Wxf, Notation::Chinese] {
            let spelled = session.spell(std::slice::from_ref(&mv), notation);
            let [text] = spelled.as_slice() else { panic!("{mv} has no name in {here}") };
            session.play(text).unwrap_or_else(|error| panic!("{text} for {mv} in {here}: {error}"));
            assert_eq!(session.fen(), there, "{text} for {mv} in {here}");
            session.undo(1);
        }
    }
    assert_eq!(session.fen(), here);
    match session.play(&String::from_utf8_lossy(text)) {
        // A text may stand for several moves.
        Ok(()) => _ = session.undo(session.history(Notation::Wire).len() - played),
        Err(error) => assert!(!error.to_string().contains('\n'), "{error}"),
    }
    assert_eq!(session.fen(), here);
});
