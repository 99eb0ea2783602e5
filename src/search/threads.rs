//! Lazy SMP: every thread searches the whole tree; they help each other through the table alone.

use crate::game::Game;
use crate::search::iterate::Task;
use crate::search::memory::Memory;
use crate::search::news::Reporter;
use crate::search::root::RootMove;
use crate::search::worker::{Shared, Worker};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering::Relaxed;
use std::thread;

/// Searches with one thread for each memory. Returns the last depth completed; `root` holds the lines, best first.
///
/// A panic in a thread is caught and told: the root moves stand as that thread left them.
pub fn run<G: Game>(
    position: &G,
    shared: &Shared<'_>,
    memories: &mut [Memory<G>],
    root: &mut Vec<RootMove<G::Move>>,
    task: &Task<'_, G::Move>,
    reporter: &mut Reporter<'_, G>,
) -> u32 {
    let Some((first, others)) = memories.split_first_mut() else { return 0 };
    let mut roots: Vec<_> = others.iter().map(|_| root.clone()).collect();
    thread::scope(|scope| {
        let helpers: Vec<_> = others
            .iter_mut()
            .zip(&mut roots)
            .enumerate()
            .map(|(index, (memory, root))| {
                scope.spawn(move || {
                    guarded(|| Worker::new(index + 1, position, shared, memory, root).iterate(task, None))
                })
            })
            .collect();
        let result = guarded(|| Worker::new(0, position, shared, first, root).iterate(task, Some(&mut *reporter)));
        shared.halt.store(true, Relaxed);
        for helper in helpers {
            if let Ok(Err(message)) = helper.join() {
                reporter.text(format!("error: {message}"));
            }
        }
        result.unwrap_or_else(|message| {
            reporter.text(format!("error: {message}"));
            0
        })
    })
}

/// Runs a search; a panic becomes a message.
pub fn guarded<T>(search: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(search))
        .map_err(|panic| format!("a search thread panicked: {}", panic_message(&*panic)))
}

fn panic_message(panic: &(dyn Any + Send)) -> &str {
    panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no message")
}
