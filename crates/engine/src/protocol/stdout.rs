//! Watches standard output, so that the process ends once nobody reads its answers.
//!
//! A failed write ends the process as well, but a search with nothing to report would not notice for a long time.

/// Starts a thread that ends the process with status 0 as soon as the reader of standard output is gone. This never
/// happens with files, terminals and `/dev/null`.
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
    // Without the thread, a closed output is noticed at the next write.
    if let Err(error) = std::thread::Builder::new().name("stdout".to_owned()).stack_size(64 << 10).spawn(watch) {
        log::warn!("the thread that watches the output was refused: {error}");
    }
}

/// On other systems, a closed output is noticed at the next write.
#[cfg(not(unix))]
pub fn exit_when_closed() {}
