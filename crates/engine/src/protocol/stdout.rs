//! Watches standard output, so that the process ends when nobody reads its answers any more.
//!
//! A failed write ends the process as well, but a search that has nothing to report would not notice for a long time.

/// Starts a thread that ends the process with status 0 as soon as the reader of standard output has gone. Files,
/// terminals and `/dev/null` never go.
#[cfg(unix)]
pub fn exit_when_closed() {
    use rustix::event::{PollFd, PollFlags, poll};
    let watch = || {
        let stdout = std::io::stdout();
        let mut fds = [PollFd::new(&stdout, PollFlags::empty())];
        loop {
            match poll(&mut fds, None) {
                Ok(_) if fds[0].revents().intersects(PollFlags::ERR | PollFlags::HUP) => std::process::exit(0),
                Ok(_) => return,
                Err(rustix::io::Errno::INTR) => {}
                Err(_) => return,
            }
        }
    };
    // Without the thread a closed output is noticed at the next write.
    if let Err(error) = std::thread::Builder::new().name("stdout".to_owned()).stack_size(64 << 10).spawn(watch) {
        log::warn!("the thread that watches the output was refused: {error}");
    }
}

/// Elsewhere a closed output is noticed at the next write.
#[cfg(not(unix))]
pub fn exit_when_closed() {}
