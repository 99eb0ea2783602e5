//! The thread that thinks.

use super::go::GoError;
use crate::thread_pool::PoolThread;

/// A thread that is started when it is first needed and stays; dropped, it ends and gives its stack back.
#[derive(Default)]
pub(crate) struct Thinker(Option<PoolThread>);

impl Thinker {
    /// The thread.
    ///
    /// # Errors
    /// [`GoError::Thread`] where the system refuses it.
    pub(crate) fn thread(&mut self) -> Result<&PoolThread, GoError> {
        let started = match self.0.take() {
            Some(thread) => thread,
            None => PoolThread::start("think".to_owned()).map_err(|error| {
                log::warn!("the thread to think in was refused: {error}");
                GoError::Thread
            })?,
        };
        Ok(self.0.insert(started))
    }
}
