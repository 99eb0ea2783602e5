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
    let mut results = Vec::new();
    thread::scope(|scope| {
        let helper = |(index, (memory, root))| {
            let search = move || Worker::new(index + 1, position, shared, memory, root).iterate(task, None);
            scope.spawn(move || guarded(search))
        };
        let helpers: Vec<_> = others.iter_mut().zip(&mut roots).enumerate().map(helper).collect();
        let search = || Worker::new(0, position, shared, first, root).iterate(task, Some(&mut *reporter));
        results.push(guarded(search));
        shared.halt.store(true, Relaxed);
        results.extend(helpers.into_iter().map(|helper| helper.join().unwrap_or(Ok(0))));
    });
    let depths = results.into_iter().map(|result| {
        result.unwrap_or_else(|message| {
            reporter.text(format!("error: {message}"));
            0
        })
    });
    let depths: Vec<u32> = depths.collect();
    if task.lines == 1 { vote(root, roots, &depths) } else { depths[0] }
}

/// Takes over the result of another thread where that one got at least as deep and found something better. Returns the
/// depth of the result chosen.
fn vote<M>(root: &mut Vec<RootMove<M>>, others: Vec<Vec<RootMove<M>>>, depths: &[u32]) -> u32 {
    let mut depth = depths[0];
    for (other, &reached) in others.into_iter().zip(&depths[1..]) {
        if reached >= depth && other[0].score > root[0].score {
            *root = other;
            depth = reached;
        }
    }
    depth
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
