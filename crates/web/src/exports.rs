//! What the host calls, and what it is asked for. Texts are UTF-8 in one buffer, which both sides write to.

#![expect(unsafe_code, reason = "functions that another language calls, and calls")]

use crate::session::{self, Heard, Host};
use crate::{answers, boards};
use meihua_engine::games::xiangqi::tables::set::hand_over;
use std::cell::RefCell;

#[link(wasm_import_module = "meihua")]
unsafe extern "C" {
    /// Takes a line of the engine.
    safe fn say(text: *const u8, bytes: usize);
    /// The bytes of a line that has come, which [`take`] then writes; -1 where none has, -2 where one waits that cannot be read
    /// yet.
    safe fn ask() -> i32;
    /// Writes the line that [`ask`] told of.
    safe fn take(to: *mut u8);
}

thread_local! {
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

const HOST: Host = Host {
    say: |line| say(line.as_ptr(), line.len()),
    ask: || {
        let bytes = ask();
        match usize::try_from(bytes) {
            Ok(bytes) => {
                let mut line = vec![0; bytes];
                take(line.as_mut_ptr());
                Heard::Line(line)
            }
            Err(_) if bytes == -2 => Heard::More,
            Err(_) => Heard::Nothing,
        }
    },
};

/// Makes the buffer so many bytes large; where it begins.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn buffer(bytes: usize) -> *mut u8 {
    BUFFER.with_borrow_mut(|buffer| {
        buffer.resize(bytes, 0);
        buffer.as_mut_ptr()
    })
}

/// Takes the line in the buffer in, and thinks until it is answered. 0: the session is over.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn hear() -> i32 {
    i32::from(session::hear(HOST, &BUFFER.take()))
}

/// Refusals come in Chinese, too.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn add_chinese() {
    session::add_chinese();
}

/// Takes the tables of endings in the buffer into use; the bytes of what is wrong with them.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn take_tables() -> usize {
    let taken = hand_over(BUFFER.take());
    reply(taken.err().map(|error| error.to_string()).unwrap_or_default())
}

/// Answers the question in the buffer by what is in it then; the bytes of the answer.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn answer() -> usize {
    reply(answers::answer(&BUFFER.take()))
}

/// The legal moves of a board, with blanks between them; the bytes of the answer.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn legal_moves(board: usize) -> usize {
    reply(boards::legal_moves(board))
}

fn reply(text: String) -> usize {
    let bytes = text.len();
    BUFFER.set(text.into_bytes());
    bytes
}

/// Where the buffer begins.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn begin() -> *const u8 {
    BUFFER.with_borrow(|buffer| buffer.as_ptr())
}
