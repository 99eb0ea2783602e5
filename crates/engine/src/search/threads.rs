//! Lazy SMP: every thread searches the whole tree; they help each other only through the table. The threads are kept
//! between searches.

use crate::game::Game;
use crate::panics::guarded;
use crate::room::has_room;
use crate::search::iterate::Task;
use crate::search::report::SearchError;
use crate::search::reporter::Reporter;
use crate::search::root::RootMove;
use crate::search::thread_data::{RESERVE, ThreadData};
use crate::search::worker::{SharedContext, Worker};
use crate::thread_pool::{Pending, PoolThread, STACK_BYTES};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

/// The result of one search over all threads.
pub(super) struct Run {
    /// The last depth completed.
    pub depth: u32,
    /// How many threads searched.
    pub threads: usize,
}

/// What a helper thread returns.
struct Helped<G: Game> {
    data: ThreadData<G>,
    root: Vec<RootMove<G::Move>>,
    depth: u32,
}

/// Changes the number of helper threads to `count`, or as many as the system grants.
pub(super) fn resize(pool: &mut Vec<PoolThread>, count: usize) {
    pool.truncate(count);
    // Besides its stack, a thread needs some memory to allocate from; too little would abort the process.
    while pool.len() < count && has_room(STACK_BYTES + RESERVE) {
        match PoolThread::start(format!("search {}", pool.len() + 1)) {
            Ok(thread) => pool.push(thread),
            Err(error) => {
                log::warn!("a thread was refused: {error}");
                break;
            }
        }
    }
    if pool.len() < count {
        log::warn!("the search has {} threads of {}: the system gives no more", pool.len() + 1, count + 1);
    }
}

/// Searches with this thread and as many of the pool as there are further [`ThreadData`]; `root` holds the lines, best
/// first.
///
/// A panic in a thread is caught and reported: the root moves stay as the first thread left them, those of another
/// thread are lost.
pub(super) fn run<G: Game>(
    position: &G,
    shared: &Arc<SharedContext>,
    pool: &[PoolThread],
    thread_data: &mut Vec<ThreadData<G>>,
    root: &mut Vec<RootMove<G::Move>>,
    task: &Task<'_, G::Move>,
    reporter: &mut Reporter<'_, G>,
) -> Run {
    let helpers = pool.len().min(thread_data.len().saturating_sub(1));
    let lent = thread_data.drain(1..=helpers);
    let start = |(index, (thread, data))| help(thread, index + 1, position, shared, data, root, task);
    let pending: Vec<_> = pool.iter().zip(lent).enumerate().map(start).collect();
    let search = || Worker::new(0, position, shared, &mut thread_data[0], root).iterate(task, Some(&mut *reporter));
    let depth = guarded(search);
    shared.halt.store(true, Relaxed);
    let mut depth = depth.unwrap_or_else(|panic| {
        reporter.error(SearchError::Thread(panic));
        0
    });
    for helper in pending {
        match helper.wait() {
            Ok(helped) => {
                thread_data.push(helped.data);
                if task.lines == 1 {
                    depth = vote(root, depth, helped.root, helped.depth);
                }
            }
            Err(panic) => reporter.error(SearchError::Thread(panic)),
        }
    }
    Run { depth, threads: 1 + helpers }
}

/// Lets a pool thread search until the first one is done.
fn help<G: Game>(
    thread: &PoolThread,
    id: usize,
    position: &G,
    shared: &Arc<SharedContext>,
    mut data: ThreadData<G>,
    root: &[RootMove<G::Move>],
    task: &Task<'_, G::Move>,
) -> Pending<Helped<G>> {
    let (position, shared, mut root) = (position.clone(), Arc::clone(shared), root.to_vec());
    let (limits, lines, before) = (task.limits.clone(), task.lines, task.before);
    thread.run(move || {
        let task = Task { limits: &limits, lines, before };
        let depth = Worker::new(id, &position, &shared, &mut data, &mut root).iterate(&task, None);
        Helped { data, root, depth }
    })
}

/// Adopts another thread's result if it is at least as deep and better. Returns the depth of the chosen result.
fn vote<M>(root: &mut Vec<RootMove<M>>, depth: u32, other: Vec<RootMove<M>>, reached: u32) -> u32 {
    if reached >= depth && other[0].score > root[0].score {
        *root = other;
        return reached;
    }
    depth
}
