//! The functions that the host calls, and those it provides. Text is UTF-8 in a buffer that both sides write to.

#![expect(unsafe_code, reason = "functions that another language calls, and calls")]

use crate::session::{self, Heard, Host};
use crate::{answers, boards, work};
use meihua_engine::games::connect_four::openings::Openings;
use meihua_engine::games::xiangqi::tables::set::hand_over;
use std::cell::RefCell;

#[link(wasm_import_module = "meihua")]
unsafe extern "C" {
    /// Receives a text of this many bytes.
    fn say(text: *const u8, bytes: usize);
    /// The length of a line that has arrived, which [`take`] then copies; -1 if there is none, -2 if one is waiting
    /// that cannot be read yet.
    safe fn ask() -> i32;
    /// Copies the line announced by [`ask`], as many bytes as that has returned.
    fn take(to: *mut u8);
}

thread_local! {
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

fn tell(text: &str) {
    // SAFETY: the host reads as many bytes as the text has, before it returns.
    unsafe { say(text.as_ptr(), text.len()) };
}

const HOST: Host = Host {
    say: tell,
    ask: || {
        let bytes = ask();
        match usize::try_from(bytes) {
            Ok(bytes) => {
                let mut line = vec![0; bytes];
                // SAFETY: the host writes as many bytes as `ask` has just returned, and the line has room for them.
                unsafe { take(line.as_mut_ptr()) };
                Heard::Line(line)
            }
            Err(_) if bytes == -2 => Heard::More,
            Err(_) => Heard::Nothing,
        }
    },
};

/// Resizes the buffer; returns its address.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn buffer(bytes: usize) -> *mut u8 {
    BUFFER.with_borrow_mut(|buffer| {
        buffer.resize(bytes, 0);
        buffer.as_mut_ptr()
    })
}

/// Executes the line in the buffer and thinks until it is answered. Returns 0 once the session is over.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn hear() -> i32 {
    i32::from(session::hear(HOST, &BUFFER.take()))
}

/// Also reports errors in Chinese.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn add_chinese() {
    session::add_chinese();
}

/// Uses the tables in the buffer, those of xiangqi's endings or of four in a row's openings; returns the length of an
/// error message.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn take_tables() -> usize {
    let file = BUFFER.take();
    let error = if Openings::is_table(&file) {
        Openings::hand_over(file).err().map(|error| error.to_string())
    } else {
        hand_over(file).err().map(|error| error.to_string())
    };
    reply(error.unwrap_or_default())
}

/// Answers the request in the buffer, overwriting it; returns the length of the answer.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn answer() -> usize {
    reply(answers::answer(&BUFFER.take()))
}

/// Does the work that the buffer asks for; the answer is said as lines.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn work() {
    work::work(&BUFFER.take(), &mut tell);
}

/// The legal moves of a board, separated by spaces; returns the length of the answer.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn legal_moves(board: usize) -> usize {
    reply(boards::legal_moves(board))
}

fn reply(text: String) -> usize {
    let bytes = text.len();
    BUFFER.set(text.into_bytes());
    bytes
}

/// The address of the buffer.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn begin() -> *const u8 {
    BUFFER.with_borrow(|buffer| buffer.as_ptr())
}
