//! Lazy SMP: every thread searches the whole tree; they help each other through the table alone.

use crate::game::Game;
use crate::panics::guarded;
use crate::search::iterate::Task;
use crate::search::report::SearchError;
use crate::search::reporter::Reporter;
use crate::search::root::RootMove;
use crate::search::thread_data::{RESERVE, ThreadData};
use crate::search::worker::{SharedContext, Worker};
use crate::zeroed::has_room;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::{self, Builder};

/// Stack of a helping thread: deep recursion with move lists on it needs more than the two megabytes of a plain thread.
pub const STACK_BYTES: usize = 16 << 20;

/// What the threads of one search came to.
pub struct Run {
    /// The last depth completed.
    pub depth: u32,
    /// How many threads searched.
    pub threads: usize,
}

/// Ends the search of all threads when it goes out of scope, in whatever way: helpers have no clock.
struct HaltOnDrop<'a>(&'a AtomicBool);

impl Drop for HaltOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

/// Searches with one thread for each [`ThreadData`], as far as the system gives them; `root` holds the lines, best
/// first.
///
/// A panic in a thread is caught and reported: the root moves stand as that thread left them.
pub fn run<G: Game>(
    position: &G,
    shared: &SharedContext<'_>,
    thread_data: &mut [ThreadData<G>],
    root: &mut Vec<RootMove<G::Move>>,
    task: &Task<'_, G::Move>,
    reporter: &mut Reporter<'_, G>,
) -> Run {
    let Some((first, others)) = thread_data.split_first_mut() else { return Run { depth: 0, threads: 0 } };
    let mut roots: Vec<_> = others.iter().map(|_| root.clone()).collect();
    let mut results = Vec::new();
    thread::scope(|scope| {
        let halt = HaltOnDrop(&shared.halt);
        let helper = |(index, (data, root))| {
            let search = move || Worker::new(index + 1, position, shared, data, root).iterate(task, None);
            let thread = Builder::new().name(format!("search {}", index + 1)).stack_size(STACK_BYTES);
            // Beside its stack a thread needs something for what it allocates; what is too narrow would end the
            // process.
            let has_room = has_room(STACK_BYTES + RESERVE);
            has_room.then(|| thread.spawn_scoped(scope, move || guarded(search)).ok()).flatten()
        };
        let helpers: Vec<_> = others.iter_mut().zip(&mut roots).enumerate().map_while(helper).collect();
        let search = || Worker::new(0, position, shared, first, root).iterate(task, Some(&mut *reporter));
        results.push(guarded(search));
        drop(halt);
        results.extend(helpers.into_iter().map(|helper| helper.join().unwrap_or(Ok(0))));
    });
    let threads = results.len();
    let depths = results.into_iter().map(|result| {
        result.unwrap_or_else(|panic| {
            reporter.error(SearchError::Thread(panic));
            0
        })
    });
    let depths: Vec<u32> = depths.collect();
    let depth = if task.lines == 1 { vote(root, roots, &depths) } else { depths[0] };
    Run { depth, threads }
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
